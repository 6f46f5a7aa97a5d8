"""The generator and the oracle: what they make, that it holds, and that wrong declarations are caught."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import attrs
import pytest

from aclnn_emu.conformance.cases import case_to_json
from aclnn_emu.conformance.derive import unknown_kinds
from aclnn_emu.conformance.generate import SOCS, cases_of, generate
from aclnn_emu.conformance.oracle import judge
from aclnn_emu.conformance.readings import READINGS, one_operand, two_operands
from aclnn_emu.conformance.runner import FAILED, PASSED, run_cases
from aclnn_emu.conformance.subject import subject
from aclnn_emu.ops import operators
from aclnn_emu.plan.checks import casts_to, dtype_in
from aclnn_emu.plan.dtypes import DtypeList
from aclnn_emu.runtime.profile import PROFILES

# The cases are calls that are refused.
pytestmark = pytest.mark.trips("ACL-LIFE", "ACL-SYNC", "ACL-MEM", "ACL-INIT", "ACL-EXEC", "ACL-THREAD")

# The families that the issue names; each operator with a reading has those that apply to it.
EVERYWHERE = {"plain", "null", "output", "dtype", "dtypes", "rank", "shape", "empty", "view", "phase2"}
# The check of dtypes, or what it is in.
FIRST = ("dtype_in", "on_kept", "unless_empty")
AS_DECLARED = [
    (SOCS[at % len(SOCS)], name) for at, name in enumerate(sorted(operators().keys() - READINGS.keys()))
]
each = pytest.mark.parametrize("name", sorted(READINGS))


def failing(name, backend, soc="Ascend910B"):
    results = run_cases(cases_of(name, soc), backend)
    return (f"{r.case.id}: {r.reason}" for r in results if r.outcome == FAILED)


def failures(name, backend, soc="Ascend910B"):
    return list(failing(name, backend, soc))


def passes(name, soc):
    return judge(subject(name).rules, subject(name).base, PROFILES[soc]).status == 0


@each
def test_the_cases_of_an_operator_hold_on_the_emulator_and_are_of_every_family(name, emulator):
    cases = list(cases_of(name, "Ascend910B"))
    assert len({case.id for case in cases}) == len(cases)
    counts = Counter(case.rule for case in cases)
    # Of a table's operators, which are all alike, every third or ninth case: `aclnn-emu conformance` runs all.
    results = run_cases(
        cases[:: 9 if name in two_operands.READINGS else 3 if name in one_operand.READINGS else 1], emulator
    )
    assert [f"{r.case.id}: {r.reason}" for r in results if r.outcome == FAILED] == []
    one_tensor = {"dtypes"} if len(subject(name).tensors) == 1 else set()  # all of them is the one
    assert counts.keys() >= EVERYWHERE - one_tensor
    assert counts["pair"] > 0 or len(subject(name).operator.params) == 1


@pytest.mark.parametrize("soc", SOCS)
def test_the_cases_of_one_operator_of_each_family_hold_on_every_chip(soc, emulator):
    for name in (
        "aclnnAdd",
        "aclnnBinaryCrossEntropyBackward",
        "aclnnMean",
        "aclnnCat",
        "aclnnCast",
        "aclnnSigmoid",
    ):
        assert failures(name, emulator, soc) == []


@pytest.mark.parametrize(("soc", "name"), AS_DECLARED)
def test_the_cases_of_an_operator_without_a_reading_hold(soc, name, emulator):
    """Every third, and all of phase 2: `aclnn-emu conformance` runs all, on every chip."""
    cases = list(cases_of(name, soc))
    ids = {case.id for case in cases}
    assert len(ids) == len(cases) > 20
    assert (f"{name}/{soc}/phase2-run" in ids) == passes(name, soc)
    results = run_cases((c for at, c in enumerate(cases) if at % 3 == 0 or c.rule == "phase2"), emulator)
    assert [f"{r.case.id}: {r.reason}" for r in results if r.outcome == FAILED] == []


def test_every_operator_without_a_reading_has_a_call_that_passes():
    assert [name for _, name in AS_DECLARED if not any(passes(name, soc) for soc in SOCS)] == []


def test_there_are_at_least_5000_cases_and_each_names_its_source():
    cases = list(islice(generate(sorted(READINGS), ["Ascend910B"]), 8000))
    assert len(cases) == 8000  # there are more
    assert all(case.source for case in cases)
    statuses = Counter(case.expected for case in cases)
    assert min(statuses[status] for status in (0, 161001, 161002, 561103)) > 50


def test_the_base_call_of_a_reading_passes_on_every_chip():
    for name in READINGS:
        for soc in SOCS:
            plain = next(cases_of(name, soc))
            assert (plain.rule, plain.expected) == ("plain", 0), plain.id


def test_readings_agree_with_prototypes():
    for name, reading in READINGS.items():
        assert list(reading.base) == [param.name for param in operators()[name].params]


def test_a_card_is_not_asked_what_would_crash_it():
    cases = {case.id.rpartition("/")[2]: case for case in cases_of("aclnnCat", "Ascend910B")}
    assert cases["null-tensors[0]"].emulator_only == "the library reads through the null pointer"
    assert cases["null-tensors"].emulator_only == ""
    assert cases["phase2-second-run"].emulator_only


def test_case_ids_are_the_same_in_every_run():
    first = [case_to_json(case) for case in cases_of("aclnnMeanV2", "Ascend910B")]
    assert first == [case_to_json(case) for case in cases_of("aclnnMeanV2", "Ascend910B")]


def swapped(checks, kind_a, kind_b):
    rows = list(checks)
    a = next(place for place, check in enumerate(rows) if check.kind == kind_a)
    b = next(place for place, check in enumerate(rows) if check.kind == kind_b)
    rows[a], rows[b] = rows[b], rows[a]
    return tuple(rows)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("aclnnAdd", ("not_null", "dtype_in")),
        ("aclnnAdd", ("max_rank", "shape_is_broadcast")),
        ("aclnnAdd", ("casts_to", "max_rank")),
        ("aclnnBinaryCrossEntropyBackward", ("max_rank", "dtype_in")),
        ("aclnnBinaryCrossEntropyBackward", ("same_format", "one_of")),
        ("aclnnSigmoid", ("same_shape", "max_rank")),
        ("aclnnMeanV2", ("same_dtype", "axes_in_range")),
    ],
)
def test_a_wrong_order_of_checks_is_caught(name, kinds, redeclared, emulator):
    redeclared(name, checks=swapped(operators()[name].checks, *kinds))
    assert any(failing(name, emulator))


@pytest.mark.parametrize("name", sorted(READINGS))
def test_a_missing_check_is_caught(name, redeclared, emulator):
    """Without its first dtype check every operator answers something wrong."""
    checks = operators()[name].checks
    place = next(at for at, check in enumerate(checks) if check.kind in FIRST)
    redeclared(name, checks=(*checks[:place], *checks[place + 1 :]))
    assert any(failing(name, emulator))


def test_a_wrong_dtype_list_is_caught(redeclared, emulator):
    checks = list(operators()["aclnnMul"].checks)
    place = next(at for at, check in enumerate(checks) if check.kind == "dtype_in")
    dtypes = checks[place].facts["dtypes"]
    fewer = DtypeList(dtypes.default[:-1], {arch: row[:-1] for arch, row in dtypes.by_arch.items()})
    checks[place] = dtype_in(fewer, *checks[place].params)
    redeclared("aclnnMul", checks=tuple(checks))
    assert any("/promotion-" in line or "/dtype-" in line for line in failures("aclnnMul", emulator))


def test_a_plan_that_fails_is_caught(redeclared, emulator):
    def broken(_builder, *_args):
        raise ValueError("broken on purpose")

    redeclared("aclnnSigmoid", plan=broken)
    lines = failures("aclnnSigmoid", emulator)
    assert any("plain" in line and "561000" in line for line in lines)


def test_a_check_that_is_too_strict_is_caught(redeclared, emulator):
    redeclared("aclnnMuls", checks=(*operators()["aclnnMuls"].checks, casts_to("out")))
    assert any(failing("aclnnMuls", emulator))


def test_a_difference_says_what_came_and_what_was_expected(redeclared, emulator):
    redeclared("aclnnSigmoid", checks=operators()["aclnnSigmoid"].checks[1:])
    result = next(
        r for r in run_cases(cases_of("aclnnSigmoid", "Ascend910B"), emulator) if r.outcome == FAILED
    )
    assert "aclnnSigmoidGetWorkspaceSize answers" in result.reason
    assert "expected 161001 ACLNN-PARAM-001" in result.reason


def test_conditions_on_checks_are_not_guessed():
    """A check under a condition that the oracle cannot see is asked as it is declared."""
    declared = operators()["aclnnAdd"]
    strange = attrs.evolve(declared.checks[1], run=lambda _call: None)
    assert unknown_kinds(declared) == []
    assert unknown_kinds(attrs.evolve(declared, checks=(strange,))) == ["dtype_in"]


def test_cases_run_in_any_order(emulator):
    cases = list(islice(cases_of("aclnnAdd", "Ascend910B"), 0, None, 7))
    for order in (cases, cases[::-1]):
        assert {result.outcome for result in run_cases(order, emulator)} == {PASSED}
