"""Operators that move data or make it: plans and workspace."""

import pytest
from _case import DTYPES, but, ints, padded, phase_1, t
from _movement import (
    ARANGE,
    ASSIGN,
    CHUNK_CAT,
    DIAG,
    DIAG_FLAT,
    EXPAND,
    FILL_DIAGONAL,
    FILL_ONE,
    FILL_SCALAR,
    FILL_TENSOR,
    FLATTEN,
    FLIP,
    INTERLEAVE,
    INTERLEAVE_DIM,
    INTERLEAVE_INT,
    INTERLEAVE_TENSOR,
    LINSPACE,
    LOGSPACE,
    PERMUTE,
    REPEAT,
    ROLL,
    SHUFFLE,
    SLICE,
    SLICE_V2,
    SPLIT,
    SPLIT_SIZES,
    STACK,
    TRIL,
)

F32, F16, BOOL, S32, S64 = (DTYPES[name] for name in ("f32", "f16", "bool", "s32", "s64"))
R = "Ascend950"

SCALAR, EMPTY = t(F32, ()), t(F32, (0, 3))
STRIDED_X = t(F32, (2, 3), strides=(1, 2), storage=(6,))
TEN = t(F32, (1, 10))
PARTS_40 = [t(F32, (1, 1)) for _ in range(40)]
WIDE = t(F32, (2, 33 * 1000))
PLANS = (
    (PERMUTE, ("Transpose",), 0),
    (but(PERMUTE, self=STRIDED_X), ("Contiguous", "Transpose"), padded(24)),
    (EXPAND, ("Expand",), 0),
    (but(EXPAND, self=SCALAR, size=ints(), out=t(F32, ())), ("TensorMove",), 0),
    (FLATTEN, ("Flatten",), 0),
    (SHUFFLE, ("Transpose",), 0),
    (STACK, ("Pack",), 0),
    (but(STACK, tensors=[t(F16, (2, 3)), t(F32, (2, 3))]), ("Cast", "Pack"), padded(24)),
    (but(STACK, tensors=[t(F32, (3,))] * 40, out=t(F32, (40, 3))), ("Pack", "Pack", "ConcatD"), padded(32 * 12) + padded(8 * 12)),
    (SPLIT, ("SplitV",), 0),
    (but(SPLIT, splitSections=5, out=[t(F32, (5, 3))]), ("TensorMove",), 0),
    (but(SPLIT, self=t(F32, (1, 40)), splitSections=1, dim=1, out=PARTS_40), ("Slice", "SplitV", "Slice", "SplitV"),
     padded(128)),
    (but(SPLIT, self=t(S32, (1, 40)), splitSections=1, dim=1, out=[t(S32, (1, 1)) for _ in range(40)]), ("SplitV",), 0),
    (but(SPLIT_SIZES, self=WIDE, splitSize=ints(*(1000,) * 33), dim=1, out=[t(F32, (2, 1000)) for _ in range(33)]),
     ("SplitV2",), 0),
    (CHUNK_CAT, ("ChunkCat",), 0),
    (SLICE, ("StridedSliceV3",), 0),
    (SLICE_V2, ("StridedSliceV3",), 0),
    (ASSIGN, ("StridedSliceAssignV2",), 0),
    (FLIP, ("ReverseV2",), 0),
    (ROLL, ("Transpose", "Roll", "Transpose"), 2 * padded(24)),
    (but(ROLL, dims=ints(0)), ("Roll",), 0),
    (but(ROLL, x=TEN, out=TEN), ("Roll",), 0),
    (but(ROLL, x=t(BOOL, (2, 3)), out=t(BOOL, (2, 3)), dims=ints()), ("Cast", "Roll", "Cast"), 2 * padded(6)),
    (REPEAT, ("Tile",), 0),
    (but(REPEAT, self=SCALAR, repeats=ints(2), out=t(F32, (2,))), ("BroadcastTo", "Tile"), padded(4)),
    (INTERLEAVE, ("RepeatInterleave",), 0),
    (but(INTERLEAVE, repeats=t(S64, ())), ("BroadcastTo", "RepeatInterleave"), padded(8)),
    (but(INTERLEAVE_DIM, self=t(F32, (2, 200)), repeats=t(S64, (200,)), outputSize=400, out=t(F32, (2, 400))),
     ("RepeatInterleaveV2",), 0),
    (INTERLEAVE_INT, ("BroadcastTo", "RepeatInterleave"), padded(8)),
    (but(INTERLEAVE_INT, repeats=1, outputSize=6, out=t(F32, (6,))), ("TensorMove",), 0),
    (INTERLEAVE_TENSOR, ("Range", "RepeatInterleave"), padded(24)),
    (TRIL, ("Tril",), 0),
    (DIAG, ("DiagV2",), 0),
    (but(DIAG, self=t(F32, (2,)), diagonal=1, out=t(F32, (3, 3))), ("DiagFlat",), 0),
    (but(DIAG_FLAT, out=t(S32, (3, 3))), ("DiagFlat", "Cast"), padded(36)),
    (FILL_SCALAR, ("Fill",), 0),
    (but(FILL_TENSOR, value=t(S32, ())), ("Cast", "Fill"), padded(4)),
    (but(FILL_ONE, selfRef=STRIDED_X), ("Contiguous", "OnesLike", "ViewCopy"), 2 * padded(24)),
    (ARANGE, ("Range",), 0),
    (but(LINSPACE, out=t(S64, (5,))), ("LinSpace", "Cast"), padded(20)),
    (LOGSPACE, ("LinSpace", "Pow"), padded(12)),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "steps", "size"), PLANS, ids=lambda v: getattr(v, "op", None))
def test_plans_and_workspace(made_for, steps, size):
    plan = phase_1(made_for).plan
    assert (tuple(sorted(step.name for step in plan.steps)), plan.workspace_size) == (
        tuple(sorted(steps)),
        size,
    )


def test_950_moves_without_detours():
    names = {
        base.op: [step.name for step in phase_1(base, R).plan.steps]
        for base in (FLATTEN, ROLL, INTERLEAVE_INT)
    }
    assert names == {FLATTEN.op: ["TensorMove"], ROLL.op: ["Roll"], INTERLEAVE_INT.op: ["RepeatInterleave"]}


EMPTIES = (
    but(EXPAND, self=t(F32, (0,)), size=ints(2, 0), out=t(F32, (2, 0))), but(FLATTEN, self=t(F32, (0, 3)), out=t(F32, (0, 3))),
    but(FLIP, self=EMPTY, out=EMPTY), but(ROLL, x=EMPTY, out=EMPTY), but(REPEAT, self=EMPTY), but(TRIL, self=EMPTY, out=EMPTY),
    but(FILL_SCALAR, selfRef=EMPTY), but(FILL_TENSOR, selfRef=EMPTY), but(FILL_ONE, selfRef=EMPTY),
    but(FILL_DIAGONAL, selfRef=EMPTY), but(INTERLEAVE_INT, self=EMPTY), but(DIAG_FLAT, self=t(F32, (0,))),
)  # fmt: skip


@pytest.mark.parametrize("made_for", EMPTIES, ids=lambda made_for: made_for.op)
def test_nothing_to_move_takes_no_step(made_for):
    plan = phase_1(made_for).plan
    assert (plan.steps, plan.workspace_size) == ((), 0)
