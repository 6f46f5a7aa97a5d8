"""aclnn_emu.aclnn: every name of the headers, emulated or refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aclnn_emu import aclnn
from aclnn_emu.abi import prototypes
from aclnn_emu.abi.enums import aclDataType
from aclnn_emu.aclnn import _namespace
from aclnn_emu.boundary import api_functions
from aclnn_emu.boundary.call import default_value
from aclnn_emu.boundary.coerce import pointee
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.ops import operators
from aclnn_emu.plan.executor import Executor

FACTS = Path(__file__).resolve().parents[2].parent / "shared" / "facts"

CONSTANTS = {
    "ACL_SUCCESS": 0,
    "ACL_ERROR_INVALID_PARAM": 100000,
    "ACL_ERROR_RT_CONTEXT_NULL": 107002,
    "ACL_ERROR_GE_PARAM_INVALID": 145000,
    "ACLNN_SUCCESS": 0,
    "ACLNN_ERR_PARAM_NULLPTR": 161001,
    "ACL_FLOAT": 0,
    "ACL_BF16": 27,
    "ACL_DT_UNDEFINED": -1,
    "ACL_FORMAT_ND": 2,
    "ACL_MEMCPY_HOST_TO_DEVICE": 1,
    "ACL_MEM_MALLOC_HUGE_FIRST": 0,
    "ACL_EVENT_SYNC": 1,
    "ACL_STREAM_FAST_LAUNCH": 1,
    "ACL_CALLBACK_BLOCK": 1,
    "ACL_HOST": 1,
    "ACL_MAJOR_VERSION": 1,
}


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants(name: str) -> None:
    assert getattr(aclnn, name) == CONSTANTS[name]


def test_types() -> None:
    assert aclnn.aclDataType is aclDataType
    assert aclnn.aclTensor is Tensor
    assert aclnn.aclOpExecutor is Executor


def test_every_name_of_the_headers_is_there() -> None:
    names = _namespace.function_names()
    assert len(names) == len(set(names)) == 449 + 2 * 839
    for name in names:
        function = getattr(aclnn, name)
        assert callable(function)
        assert function.__name__ == name
        assert function.__doc__


@pytest.mark.skipif(not FACTS.is_dir(), reason="the fact tables are not beside the repository")
def test_the_face_has_every_function_enum_member_and_macro_of_the_facts() -> None:
    facts = json.loads((FACTS / "acl_runtime_api.json").read_text())
    wanted = (
        {f["name"] for f in facts["functions"]} | {e["name"] for e in facts["enums"]} | set(facts["macros"])
    )
    values = {name: value for enum in facts["enums"] for name, value in enum["members"].items()}
    values |= {code["name"]: code["value"] for code in facts["error_codes"]}
    lines = (FACTS / "aclnn_api.jsonl").read_text().splitlines()
    apis = [json.loads(line)["api"] for line in lines]
    wanted |= {name + suffix for name in apis for suffix in ("", "GetWorkspaceSize")}
    assert not (wanted | set(values)) - set(_namespace.all_names())
    assert not [name for name, value in values.items() if int(getattr(aclnn, name)) != value]


def test_star_import_binds_everything() -> None:
    code = "from aclnn_emu.aclnn import *\nprint(aclInit(None), ACL_FLOAT.value, callable(aclnnAddGetWorkspaceSize))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "0 0 True\n"


def test_names_are_bound_once() -> None:
    assert aclnn.aclrtMalloc is aclnn.aclrtMalloc
    assert "aclrtMalloc" in dir(aclnn)
    assert "ACL_FLOAT" in dir(aclnn)


@pytest.mark.parametrize("name", ["aclrtNothing", "aclnnNothing", "ACL_NOTHING", "aclNothing", "__nothing__"])
def test_an_unknown_name_is_an_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=name):
        getattr(aclnn, name)


NOT_EMULATED = [name for name in prototypes.runtime_functions() if name not in api_functions()]


@pytest.mark.parametrize("name", NOT_EMULATED)
def test_what_is_not_emulated_says_so(name: str) -> None:
    prototype = prototypes.runtime_functions()[name]
    arguments = [plain_value(p.ctype) for p in prototype.inputs if p.name != "..."]
    outcome = getattr(aclnn, name)(*arguments)
    status = outcome[0] if isinstance(outcome, tuple) else outcome
    if prototype.returns_status:
        assert status == prototype.not_supported_status
        assert isinstance(outcome, tuple) is bool(prototype.outputs)
        assert not any(outcome[1:] if isinstance(outcome, tuple) else ())
    else:
        assert not outcome
    text = aclnn.aclGetRecentErrMsg()
    assert name in text
    assert "not emulated" in text


def plain_value(ctype: str) -> Any:
    """Something that goes into a parameter of this type."""
    return None if pointee(ctype)[1] or default_value(ctype) is None else 1


MISSING = [name for name in prototypes.operators() if name not in operators()]


def test_every_operator_is_emulated_or_missing() -> None:
    assert MISSING, "no operator is left to test refusals with"
    assert set(MISSING) | set(operators()) == set(prototypes.operators())


@pytest.mark.parametrize("name", [MISSING[0], MISSING[len(MISSING) // 2], MISSING[-1], "aclnnConvolution"])
def test_an_operator_without_kernel(name: str) -> None:
    prototype = prototypes.operators()[name]
    arguments = [None if "*" in p.ctype else 0 for p in prototype.params]
    assert getattr(aclnn, name + "GetWorkspaceSize")(*arguments) == (561003, 0, None)
    text = aclnn.aclGetRecentErrMsg()
    assert name in text
    assert "not emulated" in text
    assert getattr(aclnn, name)(None, 0, None, None) == 161001
    assert getattr(aclnn, name)(None, 0, 1, None) == 561003


def test_all_missing_operators_refuse_and_check_their_outputs_first() -> None:
    for name in MISSING:
        arguments = [None if "*" in p.ctype else 0 for p in prototypes.operators()[name].params]
        phase_one = getattr(aclnn, name + "GetWorkspaceSize")
        assert phase_one(*arguments)[0] == 561003
        assert phase_one(*arguments, null_outputs=("workspaceSize",))[0] == 161001
        assert phase_one(*arguments, null_outputs=("executor",))[0] == 161001


def test_declared_operators_have_the_prototypes_of_the_headers() -> None:
    for name, declared in operators().items():
        prototype = prototypes.operators()[name]
        assert [p.name for p in declared.params] == [p.name for p in prototype.params], name
        assert [pointee(p.ctype) for p in declared.params] == [pointee(p.ctype) for p in prototype.params], (
            name
        )
