"""Gather and its kin: dtypes, refusals and their order, plans, numbers, indices out of range."""

import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    phase_1,
    t,
)  # fmt: skip
from _indexing import (
    F32,
    GATHER,
    GATHER_ND,
    GATHER_V2,
    GATHER_V3,
    GATHERS,
    ONLY_ON,
    S32,
    S64,
    SELECT,
    TAKE,
    strided,
)  # fmt: skip
from _run import run

from aclnn_emu.errors import RtDeviceFault

F16, F64, U8, F8, C64 = (DTYPES[n] for n in ("f16", "f64", "u8", "f8e5m2", "c64"))
NULL, RANK, DTYPE, SAME, SHAPES, RESULT = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9))
ONE_OF, PRIVATE, DIM, FLAT, EXACT, BETWEEN = (f"ACLNN-PARAM-{n:03}" for n in (10, 23, 24, 45, 62, 200))
LARGER, NOTHING, LEADING, LAST = (f"ACLNN-PARAM-{n}" for n in (161, 162, 163, 164))

REALS = "f32 s32 s64 f16 s16 s8 u8 bool f64"
LISTS = [
    (GATHER, f"{REALS} u64 u32 u16", "bf16", "bf16 f8e5m2 f8e4m3fn f8e8m0"),
    (GATHER_V2, f"{REALS} c64 c128", "bf16", "bf16 u16"),
    (GATHER_ND, "f32 s32 s64 f16 s8 u8 bool", "bf16", "bf16 f64 s16 u16 u32 u64"),
    (SELECT, f"{REALS} u64 u32 u16 c64 c128", "bf16", "bf16"),
    (TAKE, f"{REALS} u64 u32 u16 c64 c128", "bf16", "bf16"),
]


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("base", "listed", "on_910b", "on_950"), LISTS, ids=lambda v: getattr(v, "op", ""))
def test_dtypes(base, listed, on_910b, on_950, soc):
    more = on_950 if soc == "Ascend950" else on_910b if soc in NEW_SOCS else ""
    expected = {*listed.split(), *more.split()} if soc in ONLY_ON.get(base.op, SOCS) else set()
    for short, dtype in DTYPES.items():
        changed = but(base, self=t(dtype, base.args["self"].shape), out=t(dtype, base.args["out"].shape))
        refused = outcome(changed, soc) == (INVALID, DTYPE)
        assert refused == (short not in expected), short


def test_dtypes_of_v3():
    for short, dtype in DTYPES.items():
        changed = but(GATHER_V3, self=t(dtype, (3, 4)), out=t(dtype, (5, 4)))
        assert (outcome(changed) == (INVALID, DTYPE)) == (short not in f"{REALS} c64 c128 bf16".split()), (
            short
        )


@pytest.mark.parametrize("base", GATHERS, ids=lambda base: base.op)
def test_dtypes_of_indices(base):
    index = "indices" if "indices" in base.args else "index"
    assert accepted_dtypes(base, index, "Ascend910B") == {"s32", "s64"}


RANK_9 = t(F32, (1,) * 9)
CASES = [
    Case("null<dtype", but(GATHER, self=t(F8, (3, 4)), out=None), NULLPTR, NULL),
    Case("dtype<index", but(GATHER, self=t(F8, (3, 4)), index=t(F32, (3, 2))), INVALID, DTYPE),
    Case("index<out", but(GATHER, index=t(F32, (3, 2)), out=t(F16, (3, 2))), INVALID, DTYPE),
    Case("empty-index", but(GATHER, index=t(F32, (3, 0)), out=t(F32, (3, 0)))),
    Case("out<rank", but(GATHER, index=t(S64, (3,)), out=t(F16, (3,))), INVALID, SAME),
    Case("same-rank<shape", but(GATHER, index=t(S64, (3,))), INVALID, EXACT),
    Case("rank-9", but(GATHER, self=RANK_9, index=t(S64, (1,) * 9), out=RANK_9), INVALID, RANK),
    Case("shape<dim", but(GATHER, dim=2, out=t(F32, (3, 3))), INVALID, SHAPES),
    Case("dim<size", but(GATHER, dim=2, index=t(S64, (4, 2)), out=t(F32, (4, 2))), INVALID, DIM),
    Case("size", but(GATHER, index=t(S64, (4, 2)), out=t(F32, (4, 2))), INVALID, LARGER),
    Case("longer", but(GATHER, index=t(S64, (3, 9)), out=t(F32, (3, 9)))),
    Case("nothing", but(GATHER, self=t(F32, (3, 0))), INVALID, NOTHING),
    Case("scalar", but(GATHER, self=t(F32, ()), dim=0, index=t(S64, (1,)), out=t(F32, (1,)))),
    Case("same<dtype", but(GATHER_V2, self=t(F8, (3, 4))), INVALID, SAME),
    Case("dtype<rank", but(GATHER_V2, self=t(F32, (1,) * 9), index=t(F32, (2,))), INVALID, DTYPE),
    Case("rank<dim", but(GATHER_V2, self=RANK_9, dim=9), INVALID, RANK),
    Case("dim<shape", but(GATHER_V2, dim=-3, out=t(F32, ())), INVALID, DIM),
    Case("shape", but(GATHER_V2, out=t(F32, (3, 3, 2))), INVALID, RESULT),
    Case("one-index", but(GATHER_V2, index=t(S64, ()), out=t(F32, (3, 1)))),
    Case("one-index-dropped", but(GATHER_V2, index=t(S64, ()), out=t(F32, (3,))), INVALID, RESULT),
    Case("mode", but(GATHER_V3, mode=0), INVALID, ONE_OF),
    Case("dim", but(GATHER_V3, dim=1, out=t(F32, (3, 5))), INVALID, ONE_OF),
    Case("shape<mode", but(GATHER_V3, mode=0, out=t(F32, (3, 5))), INVALID, RESULT),
    Case("mode", but(GATHER_V3, mode=0), soc="Ascend950"),
    Case("batch-beyond", but(GATHER_V3, batchDims=1, index=t(S64, (3,)), out=t(F32, (4,))), INVALID, BETWEEN,
         "Ascend950"),
    Case("batch", but(GATHER_V3, dim=1, batchDims=1, index=t(S64, (3, 2)), out=t(F32, (3, 2))), soc="Ascend950"),
    Case("batch-sizes", but(GATHER_V3, dim=1, batchDims=1, index=t(S64, (2, 2)), out=t(F32, (3, 2))), INVALID,
         LEADING, "Ascend950"),
    Case("scalar<rank", but(GATHER_ND, self=t(F32, ()), indices=t(S64, (1,) * 9)), INVALID, FLAT),
    Case("last<shape", but(GATHER_ND, indices=t(S64, (5, 4)), out=t(F32, ())), INVALID, LAST),
    Case("shape", but(GATHER_ND, out=t(F32, (5,))), INVALID, RESULT),
    Case("chip", GATHER_ND, INVALID, DTYPE, "Ascend310B"),
    Case("dtype<format", but(SELECT, index=t(F32, (3,)), self=t(F32, (3, 4), format=3)), INVALID, DTYPE),
    Case("format<dim", but(SELECT, self=t(F32, (3, 4), format=3), dim=5), INVALID, PRIVATE),
    Case("scalar", but(SELECT, self=t(F32, ()), dim=0, index=t(S64, (1,)), out=t(F32, ()))),
    Case("scalar-out", but(SELECT, self=t(F32, ()), dim=5, index=t(S64, (1,)), out=t(F32, (1,))), INVALID, EXACT),
    Case("dim<index", but(SELECT, dim=2, index=t(S64, (1, 3))), INVALID, DIM),
    Case("index<shape", but(SELECT, index=t(S64, (1, 3)), out=t(F32, (3, 4))), INVALID, RANK),
    Case("shape", but(SELECT, out=t(F32, (3, 4))), INVALID, RESULT),
    Case("empty", but(SELECT, index=t(S64, (0,)), out=t(F32, (9,)))),
    Case("out<index", but(TAKE, out=t(F16, (2, 3)), index=t(F32, (2, 3))), INVALID, SAME),
    Case("shape<nothing", but(TAKE, self=t(F32, (0,)), out=t(F32, (3,))), INVALID, SHAPES),
    Case("nothing<format", but(TAKE, self=t(F32, (0,), format=3)), INVALID, NOTHING),
    Case("format", but(TAKE, self=t(F32, (3, 4), format=3)), INVALID, PRIVATE),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def test_the_table_is_complete():
    assert {base.op for base in GATHERS} == declared_in("aclnn_emu.ops.gather")


BY_COLUMN = but(
    GATHER, dim=0, index=t(S64, (2, 4), strides=(1, 0), storage=(2,)), out=t(F32, (2, 4))
)  # a vector, expanded
HIGH = but(GATHER, self=t(F32, (4, 64, 40)), index=t(S64, (1, 20, 40)), out=t(F32, (1, 20, 40)))
PLANS = [
    (GATHER, "Ascend910B", "Cast GatherElementsV2"),
    (but(GATHER, index=t(S32, (3, 2))), "Ascend910B", "GatherElementsV2"),
    (GATHER, "Ascend910", "GatherElements"),
    (but(GATHER, dim=0), "Ascend910", "Transpose Transpose GatherElements Transpose"),
    (but(GATHER, dim=0), "Ascend910B", "Transpose Transpose GatherElements Transpose"),
    (HIGH, "Ascend910B", "Cast GatherElementsV2"),
    (but(GATHER, dim=0), "Ascend950", "GatherElements"),
    (but(GATHER, self=strided(F32, (3, 4))), "Ascend950", "GatherElements"),
    (but(GATHER, self=strided(F32, (3, 4))), "Ascend910", "Contiguous GatherElements"),
    (BY_COLUMN, "Ascend910B", "Slice GatherV2"),
    (BY_COLUMN, "Ascend950", "GatherV2"),
    (SELECT, "Ascend910B", "GatherV3"),
    (SELECT, "Ascend950", "GatherV2"),
    (but(TAKE, out=strided(F32, (2, 3))), "Ascend910B", "GatherV2 ViewCopy"),
    (but(SELECT, index=t(S64, (0,)), out=t(F32, (9,))), "Ascend910B", ""),
]


@pytest.mark.parametrize(("made_for", "soc", "steps"), PLANS)
def test_plan(made_for, soc, steps):
    assert [step.name for step in phase_1(made_for, soc).plan.steps] == steps.split()


@pytest.mark.parametrize("base", [but(GATHER_V2, dim=0), GATHER_V3], ids=lambda base: base.op)
def test_what_has_no_dimensions_stays_so_whatever_the_index(base):
    made_for = but(base, self=t(F32, ()), index=t(S64, (2,)), out=t(F32, ()))
    assert run(made_for, {"self": 7, "index": [0, 0]}).out == 7


@pytest.mark.parametrize("base", [GATHER_V2, SELECT], ids=lambda base: base.op)
def test_an_index_without_dimensions_is_one(base):
    made_for = but(base, index=t(S64, ()), out=t(F32, (3, 1)))
    found = run(made_for, {"self": np.arange(12).reshape(3, 4), "index": 2})
    np.testing.assert_array_equal(found.out, [[2], [6], [10]])


OUTSIDE = [
    (GATHER, "index", 4, "4 at position [0, 0]; of 4 places, -4 to 3"),
    (GATHER_V2, "index", -5, "-5 at position [0, 0]; of 4 places, -4 to 3"),
    (GATHER_V3, "index", -1, "-1 at position [0]; of 3 places, 0 to 2"),
    (but(GATHER_ND, negativeIndexSupport=False), "indices", -1, "-1 at position [0]; of 3 places, 0 to 2"),
    (SELECT, "index", -1, "-1 at position [0]; of 4 places, 0 to 3"),
    (TAKE, "index", 12, "12 at position [0, 0]; of 12 places, -12 to 11"),
]


@pytest.mark.parametrize(("made_for", "param", "bad", "text"), OUTSIDE, ids=lambda v: getattr(v, "op", None))
def test_an_index_outside_the_range_stops_the_task(made_for, param, bad, text):
    index = np.zeros(made_for.args[param].shape, np.int64)
    index.flat[0] = bad
    with pytest.raises(RtDeviceFault) as fault:
        run(made_for, {"self": np.zeros(made_for.args["self"].shape), param: index})
    assert fault.value.text.startswith(made_for.op)
    assert text in fault.value.text
