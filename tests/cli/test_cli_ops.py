"""aclnn-emu ops and aclnn-emu op."""

from __future__ import annotations

import json
import re

import pytest

from aclnn_emu.abi import prototypes
from aclnn_emu.cli.op import _key
from aclnn_emu.ops import operators

BCE = "aclnnBinaryCrossEntropyBackward"


def test_all_operators_are_listed(cli):
    status, out, _ = cli("ops")
    assert status == 0
    lines = out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("aclnn")] == sorted(operators())
    for operator in operators().values():
        assert f"  emu.ops.{operator.face_name} " in out
        assert operator.source in out


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("sinc", ["aclnnInplaceSinc", "aclnnSinc"]),
        ("aclnnMul?", ["aclnnMuls"]),
        ("INPLACE_MUL*", ["aclnnInplaceMul", "aclnnInplaceMuls"]),
    ],
)
def test_a_pattern_is_a_part_or_a_glob(cli, pattern, names):
    status, out, _ = cli("ops", pattern, "--json")
    assert status == 0
    assert [row["name"] for row in json.loads(out)] == names


def test_json_rows(cli):
    rows = json.loads(cli("ops", "--json").out)
    assert [row["name"] for row in rows] == sorted(operators())
    for row in rows:
        operator = operators()[row["name"]]
        assert row == {
            "name": operator.name,
            "face_name": operator.face_name,
            "summary": operator.summary,
            "prototype": operator.prototype,
            "source": operator.source,
        }


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_no_match_is_1(cli, form):
    status, out, err = cli("ops", "no_such_operator", *form)
    assert status == 1
    assert out.strip() == ("[]" if form else "")
    assert "no_such_operator" in err


@pytest.mark.parametrize(
    "name", [BCE, BCE + "GetWorkspaceSize", "binary_cross_entropy_backward", BCE.lower()]
)
def test_every_spelling_shows_the_same_operator(cli, name):
    status, out, _ = cli("op", name)
    assert status == 0
    assert out == cli("op", BCE).out


def test_an_operator_in_full(cli):
    out = cli("op", BCE).out
    wanted = (
        f"aclnnStatus {BCE}GetWorkspaceSize(",
        "const aclTensor* weightOptional,",
        "weightOptional  input, may be null",
        "Ascend910, Ascend310P, Ascend310B    FLOAT16, FLOAT\n",
        "Ascend910B, Ascend910_93, Ascend950  FLOAT16, FLOAT, BF16\n",
        "1.   gradOutput, self, target, out: not null",
        "5.   unless self is empty:\n",
        "a.  out: view shape of self",
        "Source    ops-nn/",
        "Plan      aclnn_emu/ops/loss.py:",
    )
    places = [out.find(text) for text in wanted]
    assert -1 not in places, wanted[places.index(-1)]
    assert places == sorted(places)


@pytest.mark.parametrize("name", sorted(operators()))
def test_every_operator_can_be_shown(cli, name):
    operator = operators()[name]
    status, out, _ = cli("op", name)
    assert status == 0
    assert operator.source in out
    for param in operator.params:
        assert f"  {param.name} " in out
    assert len(re.findall(r"^  \d+\. ", out, re.MULTILINE)) == len(operator.checks)


def test_an_operator_that_is_not_emulated(cli):
    name = next(name for name in prototypes.operators() if name not in operators())
    status, out, _ = cli("op", name)
    assert status == 1
    assert out.startswith(f"{name}: not emulated")
    assert f"aclnnStatus {name}GetWorkspaceSize(" in out


def test_a_name_that_does_not_exist_gets_suggestions(cli):
    status, out, err = cli("op", "aclnnSigmoidd")
    assert status == 1
    assert not out
    assert "aclnnSigmoid" in err


def test_a_runtime_function(cli):
    status, out, _ = cli("op", "aclrtMalloc")
    assert status == 0
    assert "aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy)" in out


def test_a_runtime_function_that_is_not_emulated(cli):
    status, out, _ = cli("op", "aclrtCreateNotify")
    assert status == 1
    assert "not emulated" in out


def test_spellings_are_not_ambiguous():
    names = prototypes.operators()
    assert len({_key(name) for name in names}) == len(names)
