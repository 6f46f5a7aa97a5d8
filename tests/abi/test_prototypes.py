from __future__ import annotations

import re

import pytest

from aclnn_emu.abi import prototypes
from aclnn_emu.abi.prototypes import (
    PRODUCTS,
    operator,
    operators,
    runtime_function,
    runtime_functions,
)
from aclnn_emu.abi.status import status_name

# Where the table differs from the direction in the facts, and why.
CORRECTIONS = {
    ("aclmdlRIBuildBegin", "modelRI"): ("out", "the call makes the instance"),
    ("aclFinalizeReference", "refCount"): ("out", "the value that comes in is never read"),
    ("aclrtSetStreamConfigOpt", "handle"): ("inout", "the caller brings the handle"),
    ("aclrtGetAllGroupInfo", "groupInfo"): ("inout", "the caller brings the object"),
    ("aclrtKernelArgsInitByUserMem", "argsHandle"): ("inout", "the caller brings the handle"),
    ("aclrtSetBufUserData", "buf"): ("inout", "the caller brings the buffer"),
    ("aclrtSetMemcpyDesc", "desc"): ("inout", "the caller brings the memory"),
    ("aclrtMemManagedGetAttrs", "data"): ("inout", "the caller brings the memory"),
}
PRODUCT_KEYS = {
    "Ascend 950PR/Ascend 950DT": "Ascend950",
    "Atlas A3": "Ascend910_93",
    "Atlas A2": "Ascend910B",
    "Atlas 200I/500 A2": "Ascend310B",
    "Atlas inference": "Ascend310P",
    "Atlas training": "Ascend910",
}


def way(parameter) -> str:
    if parameter.is_output:
        return "out"
    return "inout" if parameter.is_changed else "in"


def expected_way(function, parameter) -> str:
    key = (function["name"], parameter["name"])
    if key in CORRECTIONS:
        return CORRECTIONS[key][0]
    if parameter["dir"] == "out" and parameter["ctype"] == "void*":
        return "inout"  # memory that the caller brings
    return parameter["dir"]


def test_functions_are_those_of_the_facts(runtime_facts):
    assert list(runtime_functions()) == [function["name"] for function in runtime_facts["functions"]]
    for function in runtime_facts["functions"]:
        found = runtime_function(function["name"])
        assert found is not None
        assert found.header == function["header"]
        assert found.ret == function["ret"]
        assert found.group == function["group"]
        assert found.deprecated == function["deprecated"]
        assert found.statuses == tuple(sorted(function["doc_status"]))
        assert [(p.name, p.ctype, way(p)) for p in found.params] == [
            (p["name"], p["ctype"], expected_way(function, p)) for p in function["params"]
        ]


def test_every_correction_is_needed(runtime_facts):
    facts = {(f["name"], p["name"]): p["dir"] for f in runtime_facts["functions"] for p in f["params"]}
    for key, (direction, _why) in CORRECTIONS.items():
        assert facts[key] != direction


def test_operators_are_those_of_the_facts(operator_facts):
    facts = {fact["api"]: fact for fact in operator_facts}
    assert list(operators()) == sorted(facts)
    for name, fact in facts.items():
        found = operator(name)
        assert found is not None
        assert (found.header, found.category) == (fact["header"], fact["category"])
        assert [tuple(p) for p in found.params] == [
            (p["name"], p["ctype"], p["role"], p["optional"]) for p in fact["params"]
        ]
        assert set(found.products) == {
            PRODUCT_KEYS[key] for key, supported in fact["products"].items() if supported
        }


def test_declarations_are_those_of_the_real_headers(headers):
    def squeeze(text: str) -> str:
        return re.sub(r"\s*([*,()&])\s*", r"\1", re.sub(r"\s+", " ", text))

    real = squeeze(" ".join(headers.values())).replace("(void)", "()")
    # The macros before the name hide the return type from a simple comparison.
    declared = [p for p in runtime_functions().values() if f"{p.name}(" in real]
    assert len(declared) > 400
    missing = [p.name for p in declared if squeeze(p.declaration().removeprefix(p.ret).strip()) not in real]
    assert not missing


def test_outputs_can_be_made_by_the_callee():
    for prototype in runtime_functions().values():
        for parameter in prototype.outputs:
            assert parameter.ctype.removesuffix(" const").endswith("*"), (prototype.name, parameter)
            assert parameter.ctype != "void*", (prototype.name, parameter)
        assert len(prototype.inputs) + len(prototype.outputs) == len(prototype.params)


def test_every_documented_status_has_a_name():
    for prototype in runtime_functions().values():
        assert all(status_name(code) != "unknown" for code in prototype.statuses), prototype.name
        assert prototype.statuses == tuple(sorted(set(prototype.statuses)))
        assert bool(prototype.statuses) == prototype.returns_status, prototype.name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("aclrtCreateNotify", 207000),  # documented there
        ("aclInitCallbackRegister", 200001),  # acl layer, nothing documented
        ("aclDumpOpTensors", 561000),  # an aclnnStatus
        ("aclrtCreateBinary", 200001),  # returns a pointer: the code is for the text only
    ],
)
def test_not_supported_status(name, code):
    found = runtime_function(name)
    assert found is not None
    assert found.not_supported_status == code


def test_a_function_in_detail():
    malloc = runtime_function("aclrtMalloc")
    assert malloc is not None
    assert (
        malloc.declaration()
        == "aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy)"
    )
    assert [p.name for p in malloc.outputs] == ["devPtr"]
    assert [p.name for p in malloc.inputs] == ["size", "policy"]
    assert malloc.statuses == (0, 100000, 107002, 207001)
    assert malloc.returns_status
    assert malloc is runtime_functions()["aclrtMalloc"]


def test_variable_arguments_are_dots():
    log = runtime_function("aclAppLog")
    assert log is not None
    assert log.declaration().endswith("const char* fmt, ...)")
    assert not log.returns_status


def test_an_operator_in_detail():
    add = operator("aclnnAdd")
    assert add is not None
    assert add.declaration() == (
        "aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor* self, const aclTensor* other, const aclScalar* alpha, "
        "aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor)"
    )
    assert [p.role for p in add.params] == ["input", "input", "input", "output"]
    assert set(add.products) <= set(PRODUCTS)


@pytest.mark.parametrize("name", ["aclnnNoSuchOperator", "aclrtMalloc", "", "aclnnAddGetWorkspaceSize"])
def test_unknown_operator(name):
    assert operator(name) is None


@pytest.mark.parametrize("name", ["aclrtNoSuchFunction", "aclnnAdd", ""])
def test_unknown_function(name):
    assert runtime_function(name) is None


def test_tables_cannot_be_changed():
    with pytest.raises(TypeError):
        runtime_functions()["aclrtMalloc"] = None
    with pytest.raises(TypeError):
        operators()["aclnnAdd"] = None


@pytest.mark.parametrize("table", ["_functions", "_operators"])
def test_a_line_read_alone_is_the_row_of_the_table(table, monkeypatch):
    """A program that asks for few prototypes does not read the whole table."""
    rows = getattr(prototypes, table)
    alone = prototypes._Rows(rows._file, lambda: pytest.fail("the whole table was read"))
    monkeypatch.setattr(prototypes, "_FEW", 100_000)
    for name, row in rows.all().items():
        assert alone.get(name) == row
    for name in ("", "aclnn", "header", "aclrtMallo", 'aclrtMalloc": {"'):
        assert alone.get(name) is None


def test_many_rows_are_read_at_once(monkeypatch):
    monkeypatch.setattr(prototypes, "_FEW", 2)
    rows = prototypes._Rows("operators.json", lambda: {"aclnnAdd": {"all": True}})
    assert [rows.get("aclnnAdd") == {"all": True} for _ in range(4)] == [False, False, True, True]
    assert rows.get("aclnnNone") is None
