"""Cases go to JSON and back; a malformed file says what is wrong where."""

from __future__ import annotations

import itertools
import json

import pytest

from aclnn_emu.conformance.cases import (
    ArraySpec,
    Call,
    Case,
    CaseFileError,
    HostSpec,
    ListSpec,
    MemorySpec,
    Ref,
    ScalarSpec,
    TensorSpec,
    case_to_json,
    dump_cases,
    load_cases,
)
from aclnn_emu.conformance.generate import generate
from aclnn_emu.conformance.readings import READINGS
from aclnn_emu.conformance.runner import PASSED, run_cases
from aclnn_emu.conformance.runtime_cases import runtime_cases

# The cases are calls that are refused.
pytestmark = pytest.mark.trips("ACL-LIFE", "ACL-SYNC", "ACL-MEM", "ACL-INIT", "ACL-EXEC", "ACL-THREAD")

EVERYTHING = Case(
    id="mine",
    subject="aclnnCat",
    soc="Ascend310P",
    rule="own",
    calls=(
        Call(
            "aclnnCatGetWorkspaceSize",
            (Ref("list"), 0, None),
            161001,
            "ACLNN-PARAM-001",
            ("executor",),
            ("size",),
        ),
        Call("aclrtGetDevice", (), None, outputs=(0,)),
        Call("aclnnCat", (Ref("d", 8),), workspace=512, contents=(("d", b"\1\0\0"), ("m", b""))),
    ),
    objects={
        "a": TensorSpec(0, (2, 3), (1, 2), 4, (10,), 0, memory=True),
        "b": TensorSpec(4321, ()),
        "list": ListSpec("tensor_list", ("a", None, "b")),
        "s": ScalarSpec(16, 1 + 2j),
        "nan": ScalarSpec(0, float("inf")),
        "i": ArraySpec("int_array", (1, -2)),
        "m": MemorySpec("size"),
        "d": MemorySpec(64, b"\0\xff"),
        "z": MemorySpec(8, b""),
        "in d": TensorSpec(0, (2,), memory="d", place=16),
        "h": HostSpec(32),
    },
    source="here",
    emulator_only="because",
    fresh=True,
)


def test_there_and_back(tmp_path):
    generated = itertools.islice(generate(sorted(READINGS), ["Ascend910B"]), 0, 20000, 11)
    cases = [EVERYTHING, *runtime_cases(), *generated]
    dump_cases(cases, tmp_path / "cases.json")
    assert load_cases(tmp_path / "cases.json") == cases


def test_read_cases_run(tmp_path, emulator):
    cases = [*runtime_cases(), *itertools.islice(generate(["aclnnAdds"], ["Ascend310P"]), 200)]
    dump_cases(cases, tmp_path / "cases.json")
    results = list(run_cases(load_cases(tmp_path / "cases.json"), emulator))
    assert {result.outcome for result in results} == {PASSED}


def changed(**fields):
    return {**case_to_json(EVERYTHING), **fields}


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (7, "an object is expected"),
        (changed(id=3), "field id must be of type str, not 3"),
        (changed(calls="x"), "(mine): field calls must be of type list"),
        ({k: v for k, v in changed().items() if k != "calls"}, "(mine): field calls is missing"),
        (changed(calls=[{"args": []}]), "(mine): field calls[0].call is missing"),
        (changed(calls=[{"call": "f", "status": "0"}]), "calls[0].status must be of type int, not '0'"),
        (
            changed(calls=[{"call": "f", "args": [["x"]]}]),
            "calls[0].args[0] must be a number, a text, null, a",
        ),
        (
            changed(objects={"x": {"tensor": {"dtype": "FLOAT99", "shape": []}}}),
            "objects.x.dtype must be the name",
        ),
        (
            changed(objects={"x": {"tensor": {"dtype": 0, "shape": "2"}}}),
            "objects.x.shape must be a list of whole",
        ),
        (
            changed(objects={"x": {"memory": {"bytes": 4, "data": "A"}}}),
            "objects.x.data must be in base64, not 'A'",
        ),
        (
            changed(objects={"x": {"memory": {"bytes": 1, "data": "AAAA"}}}),
            "objects.x.bytes must be at least the 3 of the data, not 1",
        ),
        (changed(objects={"x": {"memory": {"data": ""}}}), "field objects.x.bytes is missing"),
        (changed(objects={"x": {"host": "4"}}), "objects.x must be a known kind of object"),
        (
            changed(objects={"x": {"tensor": {"dtype": 0, "shape": [], "memory": 4}}}),
            "objects.x.memory must be",
        ),
        (
            changed(calls=[{"call": "f", "args": [{"ref": "x", "plus": "1"}]}]),
            "calls[0].args[0].plus must be",
        ),
        (changed(calls=[{"call": "f", "workspace": "1"}]), "calls[0].workspace must be of type int"),
        (changed(calls=[{"call": "f", "contents": [1]}]), "calls[0].contents must be of type dict"),
        (changed(calls=[{"call": "f", "contents": {"x": "AA"}}]), 'contents.x must be an object {"bytes": N'),
        (changed(objects={"x": {"widget": 1}}), "objects.x must be a known kind of object"),
        (changed(objects={"x": 5}), "objects.x must be an object with one entry"),
    ],
)
def test_a_malformed_case_is_named_with_its_field(row, says, tmp_path):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": [row]}), encoding="utf-8")
    with pytest.raises(CaseFileError) as refused:
        load_cases(path)
    text = str(refused.value)
    assert text.startswith(f"{path}: case 0")
    assert says in text


@pytest.mark.parametrize("content", ["", "[1]", "{}", '{"cases": 1}'])
def test_a_file_that_is_no_file_of_cases(content, tmp_path):
    path = tmp_path / "cases.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CaseFileError, match=r"cases\.json: "):
        load_cases(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(CaseFileError, match="No such file"):
        load_cases(tmp_path / "none.json")
