"""Operators over axes: dtype lists by chip, every fault by itself, and every two faults: the earlier check answers."""

import itertools

import _over_axes_other
import pytest
from _case import DTYPES, INVALID, SOCS, outcome
from _over_axes import DTYPE, LIST_VALUE, ROWS, broken, typed

ALL = (*ROWS, *_over_axes_other.ROWS)
each = pytest.mark.parametrize("row", ALL, ids=lambda row: row.call.op.removeprefix("aclnn"))


# 910_93 has the architecture of 910B, which is what every operator asks for.
@pytest.mark.parametrize("soc", [soc for soc in SOCS if soc != "Ascend910_93"])
@each
def test_the_literal_lists(row, soc):
    if soc not in row.chips:
        return
    for listed in row.lists:
        accepted = set()
        for short, dtype in DTYPES.items():
            status, message = outcome(typed(row.call, listed.params, dtype), soc)
            if message in (DTYPE, LIST_VALUE):
                assert status == INVALID
            else:
                accepted.add(short)
        assert accepted == listed.on(soc), listed.params


@each
def test_every_fault(row):
    for fault in row.faults:
        assert outcome(broken(row.call, fault), row.soc) == (fault.status, fault.message), fault


@each
def test_of_two_faults_the_earlier_one_answers(row):
    for first, second in itertools.combinations(row.faults, 2):
        if clash(first, second):
            continue
        assert outcome(broken(row.call, first, second), row.soc) == (first.status, first.message), (
            first,
            second,
        )


def clash(first, second):
    """Whether the second undoes the first: it gives the same attribute of the same parameter another value."""
    for name in first.changes.keys() & second.changes.keys():
        one, other = first.changes[name], second.changes[name]
        if one is None:
            continue
        if (
            other is None
            or not isinstance(one, dict)
            or one.keys() & other.keys()
            or "strides" in {*one, *other}
        ):
            return True
    return False
