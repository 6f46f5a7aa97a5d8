"""Operators of two and three operands: dtype lists, what is refused and in which order, plain and empty calls."""

import itertools

import attrs
import pytest
from _case import DTYPES, INVALID, NULLPTR, SOCS, S, T, but, declared_in, outcome
from _pair_arithmetic import ROWS as ARITHMETIC
from _pairs import ROWS as LOGIC
from _pairs import retyped, with_fault

from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.ops import operators

ROWS = (*LOGIC, *ARITHMETIC)
MODULES = (
    "arithmetic", "bits", "clamp", "comparison", "division", "matches", "pairwise", "powers", "remainders", "selection",
    "ternary",
)  # fmt: skip
each = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


def overlap(first, second):
    """Whether the faults cannot be made both: they change the same thing."""
    for name in first.changes.keys() & second.changes.keys():
        a, b = first.changes[name], second.changes[name]
        if not (isinstance(a, dict) and isinstance(b, dict)) or a.keys() & b.keys():
            return True
    return False


SINGLE = [pytest.param(row, fault, id=f"{row.name}-{fault.name}") for row in ROWS for fault in row.faults]
PAIRS = [
    pytest.param(row, first, second, id=f"{row.name}-{first.name}<{second.name}")
    for row in ROWS
    for first, second in itertools.pairwise(row.faults)
    if not overlap(first, second)
]


def test_every_operator_of_these_modules_has_a_row():
    declared = {name for module in MODULES for name in declared_in(f"aclnn_emu.ops.{module}")}
    assert sorted(row.call.op for row in ROWS) == sorted(declared)


def accepted(row, param, soc):
    """Short names of the dtypes that the list check of a parameter lets pass, of those that it can have."""
    names = row.together if param in row.together else (param,)
    taken = set()
    for short, dtype in DTYPES.items():
        changes = {}
        for name in names:
            value = row.call.args[name]
            one = [attrs.evolve(item, dtype=dtype) for item in value] if isinstance(value, list) else None
            changes[name] = one or attrs.evolve(value, dtype=dtype)
        if not all(possible(value) for value in changes.values()):
            continue
        if outcome(but(row.call, **changes), soc)[1] != "ACLNN-PARAM-003":
            taken.add(short)
    return taken


def possible(value):
    """Not every dtype has scalars."""
    if not isinstance(value, S):
        return True
    try:
        return create_scalar(value.value, value.dtype) is not None
    except ParamInvalid:
        return False


# Not castable to a dtype that the list check is asked about, so refused before.
UNASKED = {"RemainderScalarTensor": {"c64", "c128", "undefined"}}


@pytest.mark.parametrize("soc", SOCS)
@each
def test_each_operand_takes_the_listed_dtypes_only(row, soc):
    for param, listed in row.lists.items():
        creatable = {
            short for short, dtype in DTYPES.items() if possible(attrs.evolve(first(row, param), dtype=dtype))
        }
        found = accepted(row, param, soc) - UNASKED.get(row.name, set())
        assert found == listed.on(soc) & creatable, param


def first(row, param):
    value = row.call.args[param]
    return value[0] if isinstance(value, list) else value


@each
def test_other_operands_are_on_no_list(row):
    for param, value in row.call.args.items():
        if isinstance(value, T) and param not in (*row.lists, *row.together):
            assert accepted(row, param, row.soc) == set(DTYPES), param


@pytest.mark.parametrize("soc", SOCS)
@each
def test_a_plain_call_passes_where_the_chip_has_the_operator(row, soc):
    assert (outcome(row.call, soc)[0] == 0) == (soc in row.chips)


@pytest.mark.parametrize(("row", "fault"), SINGLE)
def test_a_fault_is_refused(row, fault):
    assert outcome(with_fault(row.call, fault), row.soc) == (fault.status, fault.message)


@pytest.mark.parametrize(("row", "first", "second"), PAIRS)
def test_of_two_faults_the_earlier_check_answers(row, first, second):
    assert outcome(with_fault(row.call, first, second), row.soc) == (first.status, first.message)


@each
def test_each_null_pointer_is_refused(row):
    for param in operators()[row.call.op].params:
        if param.kind == "attr":
            continue
        status = row.null_status.get(param.name, NULLPTR)
        expected = (0, None) if param.name in row.optional else (status, "ACLNN-PARAM-001")
        assert outcome(but(row.call, **{param.name: None}), row.soc) == expected, param.name


@pytest.mark.parametrize("soc", SOCS)
@each
def test_every_listed_dtype_is_computed_or_refused_with_a_reason(row, soc):
    """All operands of one dtype: a plan, or a refusal of the pair that the vendor's own checks make."""
    if soc not in row.chips:
        return
    for short in set.union(set(), *(listed.on(soc) for listed in row.lists.values())):
        status, message = outcome(retyped(row.call, short), soc)
        assert status in (0, INVALID, 561103), (short, message)


@each
def test_a_call_without_elements_needs_no_kernel(row):
    empties = {
        name: attrs.evolve(value, shape=(2, 0)) if isinstance(value, T) and value.shape == (2, 3) else value
        for name, value in row.call.args.items()
    }
    empties = {
        name: [attrs.evolve(item, shape=(2, 0)) for item in value] if isinstance(value, list) else value
        for name, value in empties.items()
    }
    assert outcome(attrs.evolve(row.call, args=empties), row.soc)[0] == 0
