"""Operators that move data or make it: refusals and their order, late refusals."""

import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NCHW,
    NO_KERNEL,
    NULLPTR,
    SOCS,
    TILING,
    Case,
    but,
    declared_in,
    ints,
    outcome,
    s,
    t,
    with_dtypes,
)
from _movement import (
    ARANGE,
    ASSIGN,
    CHUNK_CAT,
    CONFUSION,
    DIAG,
    DIAG_FLAT,
    EXPAND,
    EYE,
    FAMILY,
    FILL_DIAGONAL,
    FILL_ONE,
    FILL_SCALAR,
    FILL_TENSOR,
    FLATTEN,
    FLIP,
    INTERLEAVE,
    INTERLEAVE_DIM,
    INTERLEAVE_GRAD,
    INTERLEAVE_INT,
    INTERLEAVE_INT_DIM,
    INTERLEAVE_TENSOR,
    LINSPACE,
    LOGSPACE,
    PERMUTE,
    RANGE,
    REPEAT,
    ROLL,
    SHUFFLE,
    SLICE,
    SLICE_V2,
    SPLIT,
    SPLIT_SIZES,
    STACK,
    STRIDED,
    TRIANGLES,
    TRIL,
    TRIU,
)
from _movement import ONLY_ON as CHIPS

F32, F16, F64, C64, S8, S32, S64, U8, U16, STRING = (
    DTYPES[name] for name in ("f32", "f16", "f64", "c64", "s8", "s32", "s64", "u8", "u16", "string")
)
R = "Ascend950"

MODULES = ("shape", "splitting", "slicing", "reordering", "repeating", "triangular", "filling", "padding", "padding_constant",
           "windows")  # fmt: skip


def test_the_table_names_every_operator_of_the_modules():
    declared = set().union(*(declared_in(f"aclnn_emu.ops.{module}") for module in MODULES))
    assert declared == {base.op for base in FAMILY}


# Single faults, and which of two comes first.

NULL, RANK, DTYPE, SAME, FORMAT, SHAPE, RESULT, VALUE = (
    f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 5, 6, 9, 10)
)
AXIS, TWICE, PROMOTE, CAST, EMPTY_LIST, DIM, PRIVATE, TOO_LOW = (
    f"ACLNN-PARAM-{n:03}" for n in (15, 16, 11, 12, 18, 24, 23, 42)
)
RANK_IS, COUNT, FEW = "ACLNN-PARAM-062", "ACLNN-PARAM-140", "ACLNN-PARAM-141"
VIEW = "ACLNN-VIEW-001"
RANK_9 = t(F32, (1,) * 9)
SCALAR, EMPTY = t(F32, ()), t(F32, (0, 3))
OTHER = t(F16, (2, 3))


def invalid(name, made_for, message, **rest):
    return Case(name, made_for, INVALID, message, **rest)


CASES = (
    # aclnnPermute: dtypes, rank of out, number of dims, rank, axes; the shape of out late
    invalid("dtype<same", but(PERMUTE, self=t(STRING, (2, 3)), out=OTHER), DTYPE),
    invalid("same<rank", but(PERMUTE, out=t(F16, (2,))), SAME),
    invalid("rank-of-out<count", but(PERMUTE, out=t(F32, (6,)), dims=ints(0)), RANK_IS),
    invalid("count<axis", but(PERMUTE, dims=ints(9)), COUNT),
    invalid("rank<axis", but(PERMUTE, self=RANK_9, out=RANK_9, dims=ints(*(7,) * 9)), RANK),
    invalid("axis", but(PERMUTE, dims=ints(0, 2)), AXIS),
    invalid("axis-twice", but(PERMUTE, dims=ints(1, -1)), TWICE),
    invalid("late-shape", but(PERMUTE, out=t(F32, (2, 3))), RESULT),
    Case("empty", but(PERMUTE, self=t(F32, (0, 3)), out=t(F32, (7, 0)))),
    Case("empty-to-some", but(PERMUTE, self=t(F32, (0, 3)), out=t(F32, (3, 1))), INNER_NULLPTR, "ACLNN-PARAM-153"),
    Case("keeps-the-format", but(PERMUTE, self=t(F32, (2, 3), format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-002"),
    # aclnnExpand: one dtype, the list, shapes, ranks
    invalid("same<dtype", but(EXPAND, self=t(F64, (3,))), SAME),
    invalid("dtype<shape", but(with_dtypes(EXPAND, F64), size=ints(1)), DTYPE),
    invalid("shorter", but(EXPAND, size=ints()), "ACLNN-PARAM-142"),
    invalid("other-size", but(EXPAND, size=ints(2, 4)), "ACLNN-PARAM-142"),
    invalid("minus-one-is-refused", but(EXPAND, size=ints(2, -1)), "ACLNN-PARAM-142"),
    invalid("out-other", but(EXPAND, out=t(F32, (3, 2))), RESULT),
    invalid("rank", but(EXPAND, size=ints(*(3,) * 9), out=t(F32, (3,) * 9)), RANK),
    Case("empty", but(EXPAND, self=t(F32, (0,)), size=ints(2, 0), out=t(F32, (2, 0)))),
    # aclnnFlatten
    invalid("same<dtype", but(FLATTEN, out=t(F64, (2, 12))), SAME),
    invalid("rank<axis", but(FLATTEN, self=RANK_9, axis=9), RANK),
    *(invalid(f"axis{axis}", but(FLATTEN, axis=axis), DIM) for axis in (-4, 3)),
    invalid("axis-of-scalar", but(FLATTEN, self=SCALAR, axis=1, out=t(F32, (1, 1))), DIM),
    invalid("out-is-no-matrix", but(FLATTEN, out=t(F32, (24,))), RESULT),
    # aclnnChannelShuffle
    invalid("groups<shape", but(SHUFFLE, groups=0, out=t(F32, (1,))), TOO_LOW),
    invalid("indivisible<shape", but(SHUFFLE, groups=4, out=t(F32, (1,))), "ACLNN-PARAM-149"),
    invalid("shape", but(SHUFFLE, out=t(F32, (1, 6, 3))), SHAPE),
    invalid("rank-8", but(SHUFFLE, self=t(F32, (2,) * 8), out=t(F32, (2,) * 8)), RANK),
    invalid("rank-2", but(SHUFFLE, self=t(F32, (2, 2)), out=t(F32, (2, 2))), FEW),
    # aclnnConfusionTranspose
    Case("perm", but(CONFUSION, perm=ints(0, 0)), TILING, "ACLNN-PARAM-156", R),
    Case("shape", but(CONFUSION, shape=ints(5)), TILING, "ACLNN-PARAM-156", R),
    invalid("out", but(CONFUSION, out=t(F32, (3, 2))), RESULT, soc=R),
    Case("no-kernel", CONFUSION, NO_KERNEL, "ACLNN-PARAM-208"),
    Case("empty-needs-none", but(CONFUSION, x=EMPTY)),
    # aclnnStack answers a null pointer with 561103
    Case("null-member", but(STACK, tensors=[t(F32, (2, 3)), None]), NULLPTR, NULL),
    invalid("no-members", but(STACK, tensors=[]), EMPTY_LIST),
    invalid("dtype<promote", but(STACK, tensors=[t(STRING, (2, 3)), t(F32, (2,))]), DTYPE),
    invalid("promote<shape", but(STACK, tensors=[t(U16, (2, 3)), t(S32, (2,))]), PROMOTE),
    invalid("cast<shape", but(STACK, tensors=[t(C64, (2, 3)), t(F32, (2,))]), CAST),
    invalid("rank<dim", but(STACK, tensors=[RANK_9], dim=99), RANK),
    *(invalid(f"dim{dim}", but(STACK, dim=dim), DIM) for dim in (-4, 3)),
    invalid("other-shape", but(STACK, tensors=[t(F32, (2, 3)), t(F32, (3, 2))]), SHAPE),
    invalid("late-shape", but(STACK, out=t(F32, (4, 3))), RESULT),
    Case("empty", but(STACK, tensors=[EMPTY, EMPTY], out=t(F32, (9,)))),
    Case("mixed", but(STACK, tensors=[t(F16, (2, 3)), t(F32, (2, 3))])),
    # aclnnSplitTensor
    invalid("dtype<same", but(SPLIT, out=[t(F16, (3, 3)), t(STRING, (2, 3))]), DTYPE),
    invalid("same<rank", but(SPLIT, self=SCALAR, out=[t(F16, (3, 3)), t(F32, (2, 3))]), SAME),
    invalid("rank<dim", but(SPLIT, self=RANK_9, dim=9), RANK),
    invalid("scalar", but(SPLIT, self=SCALAR), FEW),
    invalid("rank-of-out<dim", but(SPLIT, out=[RANK_9], dim=9), RANK),
    *(invalid(f"dim{dim}", but(SPLIT, dim=dim), DIM) for dim in (-3, 2)),
    invalid("no-sections", but(SPLIT, splitSections=0), TOO_LOW),
    invalid("sections-of-nothing", but(SPLIT, self=EMPTY), VALUE),
    Case("nothing", but(SPLIT, self=EMPTY, splitSections=0)),
    invalid("too-few", but(SPLIT, splitSections=2), "ACLNN-PARAM-144"),
    Case("one-more", but(SPLIT, out=[t(F32, (3, 3)), t(F32, (2, 3)), t(F32, (9,))])),
    invalid("late-shape", but(SPLIT, out=[t(F32, (3, 3)), t(F32, (3, 3))]), RESULT),
    Case("whole-shape", but(SPLIT, splitSections=5), INNER_NULLPTR, VIEW),
    Case("casts", but(SPLIT, out=[t(S32, (3, 3)), t(S32, (2, 3))])),
    Case("null-member", but(SPLIT, out=[t(F32, (3, 3)), None]), NULLPTR, NULL),
    # aclnnSplitWithSize
    invalid("sum<count", but(SPLIT_SIZES, splitSize=ints(1, 4, 1)), "ACLNN-PARAM-143"),
    invalid("count", but(SPLIT_SIZES, splitSize=ints(1, 3, 1)), "ACLNN-PARAM-144"),
    invalid("late-shape", but(SPLIT_SIZES, splitSize=ints(2, 3)), RESULT),
    invalid("negative", but(SPLIT_SIZES, splitSize=ints(6, -1)), "ACLNN-PARAM-013"),
    Case("two-dtypes", but(SPLIT_SIZES, out=[t(F32, (1, 3)), t(S32, (4, 3))])),
    # aclnnChunkCat: dim before all
    Case("dim<null", but(CHUNK_CAT, dim=1, tensors=None), INVALID, VALUE),
    invalid("two-dtypes", but(CHUNK_CAT, tensors=[t(F32, (3, 2)), t(F16, (2, 2))]), SAME),
    invalid("float-to-half", but(CHUNK_CAT, out=t(F16, (2, 6))), "ACLNN-PARAM-041"),
    Case("half-to-float", but(CHUNK_CAT, tensors=[t(F16, (3, 2)), t(F16, (2, 2))])),
    invalid("private<rank", but(CHUNK_CAT, tensors=[t(F32, (1,) * 9, format=NC1HWC0)]), PRIVATE),
    invalid("scalar", but(CHUNK_CAT, tensors=[SCALAR]), FEW),
    invalid("no-chunks", but(CHUNK_CAT, numChunks=0), TOO_LOW),
    invalid("late-shape", but(CHUNK_CAT, out=t(F32, (2, 5))), RESULT),
    Case("empty", but(CHUNK_CAT, tensors=[EMPTY])),
    # aclnnSlice
    invalid("same<dtype", but(SLICE, self=t(F64, (4, 3))), SAME),
    invalid("rank<dim", but(SLICE, self=RANK_9, dim=9), RANK),
    invalid("scalar", but(SLICE, self=SCALAR), FEW),
    *(invalid(f"dim{dim}", but(SLICE, dim=dim, step=0), DIM) for dim in (-3, 2)),
    *(invalid(f"step{step}", but(SLICE, step=step, out=SCALAR), TOO_LOW) for step in (0, -1)),
    invalid("out", but(SLICE, out=t(F32, (3, 3))), RESULT),
    Case("nothing-left", but(SLICE, start=3, end=1, out=t(F32, (0, 3)))),
    # aclnnSliceV2
    invalid("rank<axis", but(SLICE_V2, self=RANK_9, axes=ints(9)), RANK),
    invalid("axis<count", but(SLICE_V2, axes=ints(2)), AXIS),
    invalid("axis-of-scalar", but(SLICE_V2, self=SCALAR, axes=ints(0)), AXIS),
    invalid("twice", but(SLICE_V2, axes=ints(0, -2)), TWICE),
    invalid("starts<ends", but(SLICE_V2, starts=ints(0), ends=ints()), COUNT),
    invalid("ends<steps", but(SLICE_V2, ends=ints(0), steps=ints(0)), COUNT),
    invalid("step<out", but(SLICE_V2, steps=ints(0, 1), out=SCALAR), TOO_LOW),
    invalid("steps-too-few", but(SLICE_V2, steps=ints(1)), COUNT),
    invalid("out", but(SLICE_V2, out=t(F32, (3, 2))), RESULT),
    # aclnnStridedSlice
    invalid("chip<dtype", but(STRIDED, self=t(STRING, (4, 3))), "ACLNN-PARAM-040"),
    invalid("same<rank", but(STRIDED, self=t(F16, (1,) * 9)), SAME, soc=R),
    invalid("rank<count", but(STRIDED, self=RANK_9, end=ints()), RANK, soc=R),
    invalid("count<step", but(STRIDED, end=ints(1), strides=ints(0)), COUNT, soc=R),
    invalid("step<mask", but(STRIDED, strides=ints(0, 1), ellipsisMask=3), "ACLNN-PARAM-043", soc=R),
    invalid("two-dots", but(STRIDED, ellipsisMask=3), "ACLNN-PARAM-155", soc=R),
    invalid("shrinks-backwards", but(STRIDED, strides=ints(-1, 1), shrinkAxisMask=1), TOO_LOW, soc=R),
    Case("shrinks-outside", but(STRIDED, begin=ints(4, 0), shrinkAxisMask=1), INNER_NULLPTR, "ACLNN-PARAM-157", R),
    Case("too-many", but(STRIDED, self=t(F32, (4,))), INNER_NULLPTR, "ACLNN-PARAM-157", R),
    invalid("late-shape", but(STRIDED, out=t(F32, (3, 2))), RESULT, soc=R),
    # aclnnStridedSliceAssignV2
    Case("no-kernel", ASSIGN, NO_KERNEL, "ACLNN-PARAM-208", "Ascend910"),
    invalid("count", but(ASSIGN, begin=ints(1)), COUNT),
    Case("axis", but(ASSIGN, axesOptional=ints(0, 2)), TILING, AXIS),
    Case("twice", but(ASSIGN, axesOptional=ints(0, -2)), TILING, TWICE),
    Case("step", but(ASSIGN, strides=ints(0, 1)), TILING, TOO_LOW),
    Case("last-step", but(ASSIGN, strides=ints(2, 2)), TILING, VALUE),
    Case("shape", but(ASSIGN, inputValue=t(F32, (3, 2))), TILING, RESULT),
    Case("empty", but(ASSIGN, varRef=EMPTY), TILING, "ACLNN-PARAM-127"),
    # aclnnFlip, aclnnRoll
    invalid("same<dtype", but(FLIP, self=t(STRING, (2, 3))), SAME),
    invalid("shape<rank", but(FLIP, self=RANK_9), SHAPE),
    invalid("rank<axis", but(FLIP, self=RANK_9, out=RANK_9, dims=ints(9)), RANK),
    invalid("axis", but(FLIP, dims=ints(2)), AXIS),
    invalid("twice", but(FLIP, dims=ints(0, -2)), TWICE),
    invalid("dtype<same", but(ROLL, out=t(STRING, (2, 3))), DTYPE),
    invalid("shape<count", but(ROLL, out=t(F32, (3, 2)), shifts=ints()), SHAPE),
    invalid("one-shift", but(ROLL, shifts=ints(1, 2), dims=ints()), COUNT),
    invalid("count<rank", but(ROLL, x=RANK_9, out=RANK_9, shifts=ints()), COUNT),
    invalid("axis", but(ROLL, dims=ints(2)), AXIS),
    invalid("axis-of-scalar", but(ROLL, x=SCALAR, out=SCALAR, dims=ints(0)), COUNT),
    Case("axis-of-nothing", but(ROLL, x=EMPTY, out=EMPTY, dims=ints(9))),
    # aclnnRepeat
    invalid("same<count", but(REPEAT, out=t(F16, (4, 3)), repeats=ints()), SAME),
    invalid("count<negative", but(REPEAT, repeats=ints(-1)), COUNT),
    invalid("negative<rank", but(REPEAT, self=RANK_9, repeats=ints(*(-1,) * 9)), TOO_LOW),
    invalid("nine", but(REPEAT, repeats=ints(*(1,) * 9)), COUNT),
    invalid("late-shape", but(REPEAT, out=t(F32, (3, 4))), RESULT),
    Case("zero", but(REPEAT, repeats=ints(0, 1), out=t(F32, (7,)))),
    # aclnnRepeatInterleave and its forms
    invalid("dtype<counts", but(INTERLEAVE, self=t(F64, (2, 3)), repeats=t(F32, (6,))), DTYPE),
    invalid("counts<same", but(INTERLEAVE, repeats=t(F32, (6,)), out=t(F16, (9,))), DTYPE),
    invalid("same<rank", but(INTERLEAVE, repeats=t(S64, (2, 3)), out=t(F16, (9,))), SAME),
    invalid("rank-of-counts", but(INTERLEAVE, repeats=t(S64, (2, 3))), RANK),
    invalid("number<rank", but(INTERLEAVE, self=RANK_9, repeats=t(S64, (2,))), "ACLNN-PARAM-123"),
    invalid("rank", but(INTERLEAVE, self=RANK_9, repeats=t(S64, (1,))), RANK),
    invalid("late-shape", but(INTERLEAVE, outputSize=8), RESULT),
    Case("empty", but(INTERLEAVE, self=EMPTY, repeats=t(S64, (1,)))),
    invalid("scalar", but(INTERLEAVE_DIM, self=SCALAR), "ACLNN-PARAM-045"),
    *(invalid(f"dim{dim}", but(INTERLEAVE_DIM, dim=dim), DIM) for dim in (-3, 2)),
    invalid("number", but(INTERLEAVE_DIM, dim=0), "ACLNN-PARAM-123"),
    invalid("late-shape", but(INTERLEAVE_DIM, outputSize=6), RESULT),
    Case("nothing", but(INTERLEAVE_DIM, outputSize=0)),
    invalid("negative<rank", but(INTERLEAVE_INT, self=RANK_9, repeats=-1), TOO_LOW),
    invalid("late-shape", but(INTERLEAVE_INT, outputSize=11), RESULT),
    invalid("negative<dim", but(INTERLEAVE_INT_DIM, repeats=-1, dim=9), TOO_LOW),
    invalid("dim<rank", but(INTERLEAVE_INT_DIM, self=RANK_9, dim=9), DIM),
    Case("once-to-other-shape", but(INTERLEAVE_INT_DIM, repeats=1), INNER_NULLPTR, VIEW),
    invalid("no-row", but(INTERLEAVE_TENSOR, repeats=t(S64, (1, 3))), RANK_IS),
    invalid("same", but(INTERLEAVE_TENSOR, out=t(S32, (5,))), SAME),
    Case("empty", but(INTERLEAVE_TENSOR, repeats=t(S64, (0, 2)))),
    *(invalid(f"axis{axis}", but(INTERLEAVE_GRAD, axis=axis), DIM) for axis in (-3, 2)),
    invalid("no-counts", but(INTERLEAVE_GRAD, repeats=t(S64, (0,))), "ACLNN-PARAM-127"),
    invalid("out", but(INTERLEAVE_GRAD, out=t(F32, (2, 4))), RESULT),
    # Triangles: formats before ranks, ranks before shapes
    *(invalid("same<format", but(base, out=t(F16, (2, 3), format=NCHW)), SAME) for base in (TRIL, TRIU)),
    *(invalid("format<shape", but(base, out=t(F32, (3, 2), format=NCHW)), FORMAT) for base in (TRIL, TRIU)),
    *(invalid("rank<shape", but(base, self=RANK_9), RANK) for base in (TRIL, TRIU)),
    *(invalid("row<shape", but(base, self=t(F32, (3,))), FEW) for base in (TRIL, TRIU)),
    *(invalid("shape", but(base, out=t(F32, (3, 2))), SHAPE) for base in (TRIL, TRIU)),
    invalid("empty-row", but(TRIL, self=t(F32, (0,)), out=t(F32, (0,))), FEW),
    Case("empty-row", but(TRIU, self=t(F32, (0,)), out=t(F32, (0,)))),
    invalid("private", but(TRIU, self=t(F32, (2, 3), format=NC1HWC0), out=t(F32, (2, 3), format=NC1HWC0)), PRIVATE),
    *(invalid("row", but(base, selfRef=t(F32, (3,))), FEW) for base in TRIANGLES[2:]),
    *(invalid("rank", but(base, selfRef=RANK_9), RANK) for base in TRIANGLES[2:]),
    # Diagonals
    invalid("same<rank", but(DIAG, self=t(F32, (1, 1, 1)), out=t(F16, (1,))), SAME),
    invalid("rank", but(DIAG, self=t(F32, (1, 1, 1))), RANK),
    invalid("late-shape", but(DIAG, out=t(F32, (3,))), RESULT),
    Case("at-the-edge", but(DIAG, diagonal=3, out=t(F32, (9,)))),
    Case("at-the-lower-edge", but(DIAG, diagonal=-2, out=t(F32, (9,)))),
    invalid("beyond-the-edge", but(DIAG, diagonal=4), RESULT),
    Case("empty", but(DIAG, self=t(F32, (0,)), out=t(F32, (9,)))),
    Case("empty-and-moved", but(DIAG, self=t(F32, (0,)), diagonal=2, out=t(F32, (9,)))),
    invalid("empty-complex", but(DIAG, self=t(C64, (0,)), diagonal=2, out=t(C64, (2, 2))), DTYPE),
    Case("casts", but(DIAG_FLAT, out=t(S32, (3, 3)))),
    Case("shape", but(DIAG_FLAT, out=t(F32, (2, 2))), INNER_NULLPTR, VIEW),
    invalid("rank-of-out", but(DIAG_FLAT, out=RANK_9), RANK),
    invalid("no-matrix", but(EYE, out=t(F32, (6,))), RANK_IS),
    invalid("n<shape", but(EYE, n=-1), TOO_LOW),
    invalid("m", but(EYE, m=-1), TOO_LOW),
    invalid("shape", but(EYE, n=3), RESULT),
    Case("empty", but(EYE, n=0, out=t(F32, (0, 3)))),
    invalid("row", but(FILL_DIAGONAL, selfRef=t(F32, (3,))), FEW),
    invalid("cuboid", but(FILL_DIAGONAL, selfRef=t(F32, (2, 2, 3))), "ACLNN-PARAM-150"),
    invalid("complex", but(FILL_DIAGONAL, fillValue=s(C64, 1)), CAST),
    *(invalid(f"beyond-{value}", but(FILL_DIAGONAL, selfRef=t(dtype, (2, 3)), fillValue=s(kind, value)), "ACLNN-PARAM-124")
      for dtype, kind, value in ((S8, S64, 128), (S8, S64, -129), (U8, S64, -256), (U8, F32, -1.0), (F16, F32, 7e4),
                                 (F32, F64, 1e39), (S32, F32, float("nan")), (S32, F32, float("inf")))),
    *(Case(f"within-{value}", but(FILL_DIAGONAL, selfRef=t(dtype, (2, 3)), fillValue=s(kind, value)))
      for dtype, kind, value in ((S8, S64, -128), (U8, S64, -255), (F16, F32, float("inf")), (F32, F32, float("nan")))),
    # Filling
    invalid("dtype<rank", but(FILL_SCALAR, selfRef=t(STRING, (1,) * 9)), DTYPE),
    invalid("promotes<rank", but(FILL_SCALAR, selfRef=t(U16, (1,) * 9), value=s(S32, 1)), PROMOTE),
    invalid("rank", but(FILL_SCALAR, selfRef=RANK_9), RANK),
    invalid("rank<value", but(FILL_TENSOR, selfRef=RANK_9, value=t(F32, (2,))), RANK),
    *(invalid(f"value{len(shape)}", but(FILL_TENSOR, value=t(F32, shape)), "ACLNN-PARAM-083") for shape in ((2,), (1, 1), (0,))),
    Case("value-of-any-dtype", but(FILL_TENSOR, value=t(C64, ()))),
    invalid("rank", but(FILL_ONE, selfRef=RANK_9), RANK),
    # Sequences
    *(invalid(f"step{step}", but(base, step=s(F32, step)), "ACLNN-PARAM-145") for base in (ARANGE, RANGE)
      for step in (0.0, -1.0, float("nan"))),
    invalid("half-a-step", but(ARANGE, step=s(F32, 0.5), out=t(S32, (5,))), "ACLNN-PARAM-145"),
    invalid("scalar<step", but(RANGE, out=SCALAR, step=s(F32, 0.0)), "ACLNN-PARAM-045"),
    Case("scalar", but(ARANGE, out=SCALAR)),
    Case("any-number-of-elements", but(ARANGE, out=t(F32, (2, 3)))),
    invalid("complex<dtype", but(LINSPACE, start=s(C64, 1), out=t(STRING, (5,))), "ACLNN-PARAM-063"),
    invalid("steps<elements", but(LINSPACE, steps=-1), TOO_LOW),
    invalid("elements", but(LINSPACE, steps=4), "ACLNN-PARAM-069"),
    Case("no-row", but(LINSPACE, steps=6, out=t(F32, (2, 3))), INNER_NULLPTR, VIEW),
    Case("one-in-any-shape", but(LINSPACE, steps=1, out=t(F32, (1, 1)))),
    Case("none", but(LINSPACE, steps=0, out=t(F32, (0, 3)))),
    invalid("steps", but(LOGSPACE, steps=-1), TOO_LOW),
    Case("other-size", but(LOGSPACE, steps=4), INNER_NULLPTR, VIEW),
    Case("none", but(LOGSPACE, steps=0)),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_status(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", [base for base in FAMILY if base.op in CHIPS], ids=lambda base: base.op)
def test_other_chips_are_refused(base, soc):
    assert (outcome(base, soc)[0] == 0) == (soc in CHIPS[base.op])
