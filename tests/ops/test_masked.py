"""Masks, nonzero elements, distinct elements: dtypes, refusals and their order, numbers, shapes that come out."""

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    but,
    declared_in,
    outcome,
    phase_1,
    t,
)  # fmt: skip
from _indexing import (
    F32,
    MASKED,
    MASKED_SCATTER,
    MASKED_SELECT,
    NONZERO,
    NONZERO_V2,
    ONE_HOT,
    S32,
    S64,
    UNIQUE,
    UNIQUE2,
    UNIQUE_CONSECUTIVE,
    UNIQUE_DIM,
    UNIQUES,
)  # fmt: skip
from _run import run

from aclnn_emu.errors import RtDeviceFault

F16, BF16, F64, F8, U8, C64, BOOL = (DTYPES[n] for n in ("f16", "bf16", "f64", "f8e5m2", "u8", "c64", "bool"))
NULL, RANK, DTYPE, SAME, SHAPES, SPREAD, MERGE, RESULT, DIM, BELOW, EXACT, ROOM, EMPTY, BETWEEN = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 24, 42, 62, 69, 127, 200)
)

PLAIN = "f32 s32 s64 f16 s16 s8 u8 f64 bool"
UINTS = "u16 u32 u64"
BF = dict.fromkeys(NEW_SOCS, "bf16")
WITH_UINTS = {**BF, "Ascend950": f"bf16 {UINTS}"}
LISTS = [
    (NONZERO, PLAIN, WITH_UINTS),
    (NONZERO_V2, f"{PLAIN} {UINTS}", BF),
    (MASKED_SELECT, PLAIN, WITH_UINTS),
    (MASKED_SCATTER, PLAIN, BF),
    (UNIQUE, f"{PLAIN} {UINTS}", BF),
    (UNIQUE2, f"{PLAIN} {UINTS}", BF),
    (UNIQUE_CONSECUTIVE, f"{PLAIN} {UINTS} c64 c128", BF),
    (UNIQUE_DIM, f"{PLAIN} {UINTS}", BF),
    (ONE_HOT, "s32 s64", {"Ascend950": "u8"}),
]


def retyped(base, dtype):
    names = ["self", "selfRef", "source", "valueOut"]
    names += ["out"] if base.op == "aclnnMaskedSelect" else []
    return but(base, **{name: t(dtype, base.args[name].shape) for name in names if name in base.args})


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "listed", "more"), LISTS, ids=lambda value: getattr(value, "op", ""))
def test_dtypes(base, listed, more, soc):
    expected = {*listed.split(), *more.get(soc, "").split()}
    for short, dtype in DTYPES.items():
        assert (outcome(retyped(base, dtype), soc) == (INVALID, DTYPE)) == (short not in expected), short


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_dtypes_of_hot_values(soc):
    for short, dtype in DTYPES.items():
        made_for = but(ONE_HOT, onValue=t(dtype, (1,)), offValue=t(dtype, (1,)), out=t(dtype, (3, 4)))
        expected = "f16 f32 s32 s64" + (" s8 u8" if soc == "Ascend950" else "")
        assert (outcome(made_for, soc) == (INVALID, DTYPE)) == (short not in expected.split()), short


RANK_9 = t(F32, (1,) * 9)
WIDE = but(ONE_HOT, self=t(S32, (1,) * 8), out=t(F32, (1,) * 8), axis=99)
CASES = [
    Case("null<dtype", but(NONZERO, self=t(F8, (3, 4)), out=None), NULLPTR, NULL),
    Case("out<rank", but(NONZERO, self=RANK_9, out=t(S32, (1,))), INVALID, DTYPE),
    Case("rank", but(NONZERO, out=t(S64, (1,) * 9)), INVALID, RANK),
    Case("size", but(NONZERO, self=t(F32, (2**31,))), INVALID, "ACLNN-PARAM-170"),
    Case("size", but(NONZERO_V2, self=t(F32, (1, 2**31))), INVALID, "ACLNN-PARAM-170"),
    Case("largest-size", but(NONZERO, self=t(F32, (2**31 - 1,)))),
    Case("rank<size", but(NONZERO, self=t(F32, (2**31,)), out=t(S64, (1,) * 9)), INVALID, RANK),
    Case("any-out", but(NONZERO_V2, out=t(S64, (1,)))),
    Case("mask<out", but(MASKED_SELECT, mask=t(F32, (3, 4)), out=t(F8, (12,))), INVALID, DTYPE),
    Case("rank<merge", but(MASKED_SELECT, mask=t(BOOL, (1,) * 9), out=t(F32, ())), INVALID, RANK),
    Case("merge<out", but(MASKED_SELECT, mask=t(BOOL, (5,)), out=t(F32, ())), INVALID, MERGE),
    Case("out-rank", but(MASKED_SELECT, out=t(F32, (3, 4))), INVALID, EXACT),
    Case("room", but(MASKED_SELECT, out=t(F32, (11,))), INVALID, ROOM),
    Case("cast", but(MASKED_SELECT, out=t(S32, (12,)), mask=t(U8, (4,)))),
    Case("mask<same", but(MASKED_SCATTER, mask=t(F32, (3, 4)), source=t(F16, (12,))), INVALID, DTYPE),
    Case("same<rank", but(MASKED_SCATTER, selfRef=RANK_9, source=t(F16, (12,))), INVALID, SAME),
    Case("rank<spread", but(MASKED_SCATTER, source=RANK_9, mask=t(BOOL, (5,))), INVALID, RANK),
    Case("spread", but(MASKED_SCATTER, mask=t(BOOL, (2, 3, 4))), INVALID, SPREAD),
    Case("same<rank", but(ONE_HOT, onValue=t(F16, (1,)), out=RANK_9), INVALID, SAME),
    Case("rank<classes", but(ONE_HOT, out=RANK_9, numClasses=-1), INVALID, RANK),
    Case("rank-8<axis", WIDE, INVALID, BETWEEN),
    Case("rank-8-on-950", WIDE, INVALID, RANK, "Ascend950"),
    Case("classes<axis", but(ONE_HOT, numClasses=-1, axis=9), INVALID, BELOW),
    Case("classes-of-nothing", but(ONE_HOT, self=t(S32, (0,)), numClasses=0, out=t(F32, (0, 0))), INVALID, BELOW),
    Case("axis<shape", but(ONE_HOT, axis=2, out=t(F32, ())), INVALID, BETWEEN),
    Case("axis-below", but(ONE_HOT, axis=-2), INVALID, BETWEEN),
    Case("out-rank", but(ONE_HOT, out=t(F32, (12,))), INVALID, EXACT),
    Case("shape", but(ONE_HOT, out=t(F32, (4, 3))), INVALID, RESULT),
    Case("no-value", but(ONE_HOT, offValue=t(F32, (0,))), INNER_NULLPTR, EMPTY),
    Case("first", but(ONE_HOT, axis=0, out=t(F32, (4, 3)))),
    Case("inverse<rank", but(UNIQUE, self=RANK_9, inverseOut=t(S32, (3, 4))), INVALID, DTYPE),
    Case("rank<shape", but(UNIQUE, self=RANK_9), INVALID, RANK),
    Case("shape", but(UNIQUE, inverseOut=t(S64, (3,))), INVALID, SHAPES),
    Case("no-inverse", but(UNIQUE, inverseOut=t(S64, (3,)), returnInverse=False)),
    Case("value-dtype", but(UNIQUE, valueOut=t(F16, (12,))), INNER_NULLPTR, SAME),
    Case("counts-ask-for-inverse", but(UNIQUE2, inverseOut=t(S64, (3,)), returnInverse=False), INVALID, SHAPES),
    Case("counts", but(UNIQUE2, countsOut=t(S64, (3,))), INVALID, SHAPES),
    Case("nothing-asked", but(UNIQUE2, inverseOut=t(S64, ()), returnInverse=False, countsOut=t(S64, ()),
         returnCounts=False)),
    Case("counts<value", but(UNIQUE_CONSECUTIVE, countsOut=t(S32, (12,)), valueOut=t(F16, (12,))), INVALID, DTYPE),
    Case("value<rank", but(UNIQUE_CONSECUTIVE, self=RANK_9, valueOut=t(F16, (12,))), INVALID, SAME),
    Case("rank<dim", but(UNIQUE_CONSECUTIVE, self=RANK_9, dim=9), INVALID, RANK),
    Case("dim", but(UNIQUE_CONSECUTIVE, dim=2), INVALID, DIM),
    Case("value<dim", but(UNIQUE_DIM, valueOut=t(F16, (3, 4)), dim=2), INVALID, SAME),
    Case("dim", but(UNIQUE_DIM, dim=1000), INVALID, DIM),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{case.soc}")
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_the_tables_are_complete():
    assert {base.op for base in MASKED} == declared_in("aclnn_emu.ops.masked")
    assert {base.op for base in UNIQUES} == declared_in("aclnn_emu.ops.unique")


PLANS = [
    (NONZERO, "Ascend910B", "NonZero"),
    (but(MASKED_SELECT, mask=t(U8, (4,))), "Ascend910B", "Cast BroadcastTo MaskedSelectV3"),
    (but(MASKED_SELECT, mask=t(U8, (4,))), "Ascend910", "Cast MaskedSelect"),
    (but(MASKED_SELECT, out=t(F16, (12,))), "Ascend910", "Cast MaskedSelect"),
    (MASKED_SCATTER, "Ascend910B", "MaskedScatter"),
    (ONE_HOT, "Ascend910B", "OneHot"),
    (UNIQUE2, "Ascend910B", "UniqueWithCountsAndSorting"),
    (UNIQUE_DIM, "Ascend910B", "UniqueWithCountsExt2"),
    (but(NONZERO, self=t(F32, (0, 4))), "Ascend910B", ""),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    assert sorted(step.name for step in phase_1(made_for, soc).plan.steps) == sorted(steps.split())


def test_no_room():
    with pytest.raises(RtDeviceFault):
        run(but(NONZERO, out=t(S64, (2, 2))), {"self": np.ones((3, 4))})


def test_a_source_that_is_too_short_stops_the_task():
    with pytest.raises(RtDeviceFault) as fault:
        run(but(MASKED_SCATTER, source=t(F32, (11,))),
            {"selfRef": np.zeros((3, 4)), "mask": np.ones((3, 4)), "source": np.zeros(11)}, out="selfRef")  # fmt: skip
    assert "12 elements, and parameter source has 11" in fault.value.text
