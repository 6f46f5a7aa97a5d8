"""What the coverage page says of numbers, samples and chips follows from the tree."""

from __future__ import annotations

import ast
import json
import runpy
from functools import cache
from pathlib import Path

import pytest

from aclnn_emu.conformance.counts import operator_counts, runtime_counts
from aclnn_emu.ops import operators

ROOT = Path(__file__).parents[2]
OPS = ROOT / "tests" / "ops"
NUMERICS = json.loads((OPS / "numerics.json").read_text(encoding="utf-8"))
AGAIN = "run tools/measure_numerics.py"


@cache
def functions_of(file):
    """Functions of a file that hold a test: name, and whether Hypothesis draws its data."""
    tree = ast.parse((OPS / file).read_text(encoding="utf-8"))
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            found[node.name] = any(text.startswith("given(") for text in decorators)
    return found


def test_the_measured_operators_exist():
    assert NUMERICS.keys() <= operators().keys(), AGAIN


@pytest.mark.parametrize("kind", ["property", "examples"])
def test_the_measured_tests_exist_and_are_of_their_kind(kind):
    named = {name for kinds in NUMERICS.values() for name in kinds.get(kind, ())}
    assert named
    for name in named:
        file, _, function = name.partition("::")
        assert functions_of(file).get(function) is (kind == "property"), f"{name}: {AGAIN}"


def test_every_measured_operator_has_a_test_of_its_numbers():
    assert all(kinds.get("property") or kinds.get("examples") for kinds in NUMERICS.values()), AGAIN


@pytest.fixture(scope="module")
def page():
    return runpy.run_path(str(ROOT / "tools" / "make_coverage.py"))


def test_samples_are_found_by_c_names_and_python_names(page):
    samples = page["_samples"]()
    assert "c/binary_cross_entropy_backward.c" in samples["aclnnBinaryCrossEntropyBackward"]
    assert "two_phase_tour.py" in samples["binary_cross_entropy_backward"]


def test_chips_without_the_operator_are_left_out(monkeypatch):
    some = {name: operators()[name] for name in ("aclnnAdd", "aclnnSquare", "aclnnFastGelu")}
    monkeypatch.setattr("aclnn_emu.conformance.counts.operators", lambda: some)
    counts = operator_counts()
    assert len(counts["aclnnAdd"].chips) == 6
    assert counts["aclnnSquare"].chips == ("Ascend950",)
    assert counts["aclnnFastGelu"].chips == ("Ascend910B", "Ascend910_93", "Ascend950")
    assert (counts["aclnnAdd"].origin, counts["aclnnFastGelu"].origin) == ("source", "declaration")


def test_functions_that_refuse_have_cases_too():
    counts = runtime_counts()
    assert counts["aclrtMalloc"] > 1
    assert counts["aclrtCreateNotify"] == 1
