"""Sums and means over axes, and the sum of a list: refusals and their order, plans and workspace."""

import pytest
from _case import (
    INNER_NULLPTR,
    INVALID,
    NCHW,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    accepted_values,
    but,
    call,
    declared_in,
    ints,
    outcome,
    padded,
    phase_1,
    t,
)
from _draw import BF16, F16, F32
from _reductions import (
    ADD_N,
    BOOL,
    C64,
    C128,
    F64,
    MEAN,
    MEAN_V2,
    OVER_AXES,
    REST,
    S8,
    S16,
    S32,
    S64,
    SHAPE,
    SUM,
    U8,
    U32,
    axes_of,
    keep_of,
    name_of,
    typed,
)

RANK_9 = (1,) * 9

# Dtypes: the literal lists, by chip.

MEAN_LIST = {"f32", "s32", "s64", "f16", "s16", "s8", "u8", "f64", "c64", "c128"}
LISTED = {SUM.op: MEAN_LIST | {"bool"}, MEAN.op: MEAN_LIST, MEAN_V2.op: MEAN_LIST}


def listed(base, soc):
    if base is ADD_N:
        return {"f16", "f32", "s8", "s32", "u8"}
    return LISTED[base.op] | ({"bf16"} if soc in NEW_SOCS else set())


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", [*OVER_AXES, ADD_N], ids=name_of)
def test_each_tensor_takes_the_listed_dtypes_only(base, soc):
    inputs = "tensors" if base is ADD_N else "self"
    expected = listed(base, soc)
    assert accepted_dtypes(base, inputs, soc) == expected
    assert accepted_dtypes(base, "out", soc) == expected
    if "dtype" in base.args:
        assert accepted_values(base, "dtype", soc) == expected


DTYPES_BY_NAME = {
    "f16": F16, "f32": F32, "bf16": BF16, "f64": F64, "s8": S8, "s16": S16, "s32": S32, "s64": S64, "u8": U8,
    "bool": BOOL, "c64": C64, "c128": C128,
}  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", [*OVER_AXES, ADD_N], ids=name_of)
def test_every_listed_dtype_is_computed(base, soc):
    for name in listed(base, soc):
        assert outcome(typed(base, DTYPES_BY_NAME[name]), soc) == (0, None), name


# Single faults.

BEYOND = t(F32, SHAPE, strides=(24, 8, 2), storage=SHAPE)
EMPTY = t(F32, (2, 0, 4))
SCALAR = t(F32, ())


def axes_cases(base):
    axes, keep, op = axes_of(base), keep_of(base), base.op
    yield Case("valid", base)
    for name in ("self", axes, "out"):
        yield Case(f"null-{name}", but(base, **{name: None}), NULLPTR, "ACLNN-PARAM-001")
    yield Case("rank-9", but(base, self=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002")
    rank_8 = t(F32, (1,) * 8)
    yield Case("rank-8", but(base, self=rank_8, out=rank_8, **{keep: True}))
    for axis in (3, -4, 2**40):
        yield Case(f"axis{axis}", but(base, **{axes: ints(axis)}), INVALID, "ACLNN-PARAM-015")
    yield Case("axis-2", but(base, **{axes: ints(-2)}))
    yield Case("axis-twice", but(base, **{axes: ints(1, 0, 1)}), INVALID, "ACLNN-PARAM-016")
    yield Case("axis-twice-wrapped", but(base, **{axes: ints(1, -2)}), INVALID, "ACLNN-PARAM-016")
    yield Case("two-axes", but(base, out=t(F32, (3,)), **{axes: ints(-1, 0)}))
    yield Case("keep", but(base, out=t(F32, (2, 1, 4)), **{keep: True}))
    yield Case("keep-out-without", but(base, **{keep: True}), INVALID, "ACLNN-PARAM-009")
    yield Case("out-other-shape", but(base, out=t(F32, (4, 2))), INVALID, "ACLNN-PARAM-009")
    yield Case("no-axes-scalar-out", but(base, out=SCALAR, **{axes: ints()}))
    yield Case("no-axes-one-element-out", but(base, out=t(F32, (1, 1)), **{axes: ints()}))
    yield Case("no-axes-wide-out", but(base, out=t(F32, (2,)), **{axes: ints()}), INVALID, "ACLNN-PARAM-009")
    yield Case("all-axes-keep", but(base, out=t(F32, (1, 1, 1)), **{axes: ints(), keep: True}))
    for axis, message in ((0, None), (-1, None), (1, "ACLNN-PARAM-015"), (-2, "ACLNN-PARAM-015")):
        scalar = but(base, self=SCALAR, out=t(F32, (1,)), **{axes: ints(axis)})
        yield Case(f"scalar-axis{axis}", scalar, INVALID if message else 0, message)
    yield Case("beyond-storage", but(base, self=BEYOND), INNER_NULLPTR, "ACLNN-TENSOR-006")
    yield Case("strided-out", but(base, out=t(F32, REST, strides=(1, 2))))
    yield Case("formats-differ", but(base, self=t(F32, SHAPE, format=NCHW)))
    scalar_nchw = but(base, self=t(F32, (), format=NCHW), out=SCALAR, **{axes: ints()})
    yield Case("scalar-keeps-its-format", scalar_nchw, INNER_NULLPTR, "ACLNN-VIEW-002")
    yield Case("empty-any-out-shape", but(base, self=EMPTY, out=t(F32, (5,))))
    yield Case("empty-out-empty", but(base, self=EMPTY, out=EMPTY))
    complex_empty = but(typed(base, C64), self=t(C64, (0,)), **{axes: ints(0)})
    yield Case("empty-complex", complex_empty, INVALID, "ACLNN-PARAM-003")
    yield Case("empty-axis-3", but(base, self=EMPTY, **{axes: ints(3)}), INVALID, "ACLNN-PARAM-015")
    assert op == base.op


SUM_CASES = (
    *axes_cases(SUM),
    Case("rank-9-out", but(SUM, out=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-009"),
    Case("dtype-is-not-out's", but(SUM, dtype=F16), INVALID, "ACLNN-PARAM-017"),
    Case("f32-as-s64", but(SUM, dtype=S64, out=t(S64, REST))),
    Case("c64-as-f32", but(SUM, self=t(C64, SHAPE))),
    Case("f32-as-bool", but(SUM, dtype=BOOL, out=t(BOOL, REST))),
    Case("scalar-wide-out", but(SUM, self=SCALAR, dims=ints(), out=t(F32, (2,))), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("empty-sum-of-a-later-axis", but(SUM, self=t(F32, (2, 0)), dims=ints(0), out=t(F32, (1, 0)))),
    Case("empty-bool", but(SUM, self=t(F32, (0,)), dims=ints(0), dtype=BOOL, out=t(BOOL, ()))),
)  # fmt: skip

MEAN_CASES = (
    *axes_cases(MEAN),
    Case("rank-9-out", but(MEAN, out=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("out-needs-not-have-dtype", but(MEAN, dtype=F16, out=t(F32, REST))),
    Case("f32-as-s32", but(MEAN, dtype=S32, out=t(S32, REST)), INVALID, "ACLNN-PARAM-012"),
    Case("f32-to-s32", but(MEAN, out=t(S32, REST)), INVALID, "ACLNN-PARAM-012"),
    Case("c64-as-f32", but(MEAN, self=t(C64, SHAPE)), INVALID, "ACLNN-PARAM-012"),
    Case("s32-as-f32-to-f16", but(MEAN, self=t(S32, SHAPE), out=t(F16, REST))),
    Case("scalar-wide-out", but(MEAN, self=SCALAR, dim=ints(), out=t(F32, (2,))), INVALID, "ACLNN-PARAM-009"),
)  # fmt: skip

MEAN_V2_CASES = (
    *axes_cases(MEAN_V2),
    Case("rank-9-out", but(MEAN_V2, out=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("dtypes-differ", but(MEAN_V2, out=t(F16, REST)), INVALID, "ACLNN-PARAM-004"),
    Case("noop-with-axes", but(MEAN_V2, noopWithEmptyAxes=True)),
    Case("noop", but(MEAN_V2, noopWithEmptyAxes=True, dim=ints(), out=t(F32, SHAPE))),
    Case("noop-out-reduced", but(MEAN_V2, noopWithEmptyAxes=True, dim=ints(), out=SCALAR), INVALID, "ACLNN-PARAM-009"),
    Case("noop-keeps-the-format",
         but(MEAN_V2, noopWithEmptyAxes=True, dim=ints(), self=t(F32, SHAPE, format=NCHW), out=t(F32, SHAPE)),
         INNER_NULLPTR, "ACLNN-VIEW-002"),
    Case("noop-view-is-not-compared-with-its-storage",
         but(MEAN_V2, noopWithEmptyAxes=True, dim=ints(), self=BEYOND, out=t(F32, SHAPE))),
    Case("noop-empty", but(MEAN_V2, noopWithEmptyAxes=True, dim=ints(), self=EMPTY, out=t(F32, (7,)))),
)  # fmt: skip

ADD_N_CASES = (
    Case("valid", ADD_N),
    Case("null-tensors", but(ADD_N, tensors=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-member", but(ADD_N, tensors=[t(F32, SHAPE), None]), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-out", but(ADD_N, out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("no-members", but(ADD_N, tensors=[]), INVALID, "ACLNN-PARAM-018"),
    Case("rank-9-member", but(ADD_N, tensors=[t(F32, SHAPE), t(F32, RANK_9)]), INVALID, "ACLNN-PARAM-002"),
    Case("rank-9-out", but(ADD_N, out=t(F32, RANK_9)), INVALID, "ACLNN-PARAM-002"),
    Case("rank-8", call(ADD_N.op, tensors=[t(F32, (1,) * 8)], out=t(F32, (1,) * 8))),
    Case("no-broadcast", but(ADD_N, tensors=[t(F32, SHAPE), t(F32, (2,))]), INVALID, "ACLNN-PARAM-008"),
    Case("broadcast", but(ADD_N, tensors=[t(F32, (3, 1)), t(F32, (2, 1, 4)), SCALAR])),
    Case("out-other-shape", but(ADD_N, out=t(F32, (1, 3))), INVALID, "ACLNN-PARAM-009"),
    Case("out-broadcastable", but(ADD_N, tensors=[t(F32, (3,))], out=t(F32, (1, 3))), INVALID, "ACLNN-PARAM-009"),
    Case("one", but(ADD_N, tensors=[t(F32, SHAPE)])),
    Case("many", but(ADD_N, tensors=[t(F32, SHAPE) for _ in range(200)])),
    Case("the-same-twice", but(ADD_N, tensors=[t(F32, SHAPE)] * 2)),
    Case("scalars", call(ADD_N.op, tensors=[SCALAR, SCALAR], out=SCALAR)),
    Case("out-of-other-dtype", but(ADD_N, out=t(S32, SHAPE)), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("members-of-two-dtypes", but(ADD_N, tensors=[t(F32, SHAPE), t(S32, SHAPE)]), INNER_NULLPTR,
         "ACLNN-PARAM-004"),
    Case("members-after-a-half",
         but(ADD_N, tensors=[t(F16, SHAPE), t(S32, SHAPE), t(F32, SHAPE)], out=t(F16, SHAPE))),
    Case("beyond-storage", but(ADD_N, tensors=[t(F32, SHAPE), BEYOND]), INNER_NULLPTR, "ACLNN-TENSOR-006"),
    Case("empty", call(ADD_N.op, tensors=[EMPTY, EMPTY], out=EMPTY)),
    Case("empty-first-only", call(ADD_N.op, tensors=[EMPTY, t(F32, (4,))], out=EMPTY)),
    Case("empty-second-only", call(ADD_N.op, tensors=[t(F32, (4,)), EMPTY], out=EMPTY)),
    Case("empty-other-dtype-out", call(ADD_N.op, tensors=[EMPTY], out=t(S32, (2, 0, 4)))),
    Case("formats", but(ADD_N, tensors=[t(F32, SHAPE, format=NCHW)], out=t(F32, SHAPE))),
)  # fmt: skip


# Two faults at once: the earlier check answers.


def order_cases(base):
    axes = axes_of(base)
    yield Case("null<dtype", but(base, self=t(U32, SHAPE), **{axes: None}), NULLPTR, "ACLNN-PARAM-001")
    yield Case("dtype<axes", but(base, out=t(U32, REST), **{axes: ints(7)}), INVALID, "ACLNN-PARAM-003")
    yield Case("axes<out-shape", but(base, out=t(F32, (7,)), **{axes: ints(7)}), INVALID, "ACLNN-PARAM-015")
    yield Case("storage<out-shape", but(base, self=BEYOND, out=SCALAR), INNER_NULLPTR, "ACLNN-TENSOR-006")
    first_range = base is not SUM
    message = "ACLNN-PARAM-015" if first_range else "ACLNN-PARAM-016"
    yield Case("repeated-axis-before-a-wrong-one", but(base, **{axes: ints(0, 0, 7)}), INVALID, message)
    rank_then_axes = "ACLNN-PARAM-015" if first_range else "ACLNN-PARAM-002"
    yield Case("rank-and-axes", but(base, self=t(F32, RANK_9), **{axes: ints(9)}), INVALID, rank_then_axes)


ORDER_CASES = (
    *(case for base in OVER_AXES for case in order_cases(base)),
    Case("out-dtype<dtype", but(SUM, out=t(U32, REST), dtype=U32), INVALID, "ACLNN-PARAM-003"),
    Case("dtype<dtype-is-out's", but(SUM, dtype=U32), INVALID, "ACLNN-PARAM-022"),
    Case("dtype-is-out's<rank", but(SUM, self=t(F32, RANK_9), dtype=F16), INVALID, "ACLNN-PARAM-017"),
    Case("dtype<out-dtype", but(MEAN, out=t(U32, REST), dtype=U32), INVALID, "ACLNN-PARAM-022"),
    Case("out-dtype<cast", but(MEAN, out=t(U32, REST), dtype=S32), INVALID, "ACLNN-PARAM-003"),
    Case("cast<axes", but(MEAN, dtype=S32, dim=ints(9)), INVALID, "ACLNN-PARAM-012"),
    Case("same-dtype<axes", but(MEAN_V2, out=t(F16, REST), dim=ints(9)), INVALID, "ACLNN-PARAM-004"),
    Case("axes<rank-out", but(MEAN_V2, out=t(F32, RANK_9), dim=ints(9)), INVALID, "ACLNN-PARAM-015"),
    Case("null-member<null-out", but(ADD_N, tensors=[None], out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("null-out<dtype", but(ADD_N, tensors=[t(F64, SHAPE)], out=None), NULLPTR, "ACLNN-PARAM-001"),
    Case("dtype<rank", but(ADD_N, tensors=[t(F32, RANK_9)], out=t(F64, SHAPE)), INVALID, "ACLNN-PARAM-003"),
    Case("rank<broadcast", but(ADD_N, tensors=[t(F32, (2,)), t(F32, (3,))], out=t(F32, RANK_9)), INVALID,
         "ACLNN-PARAM-002"),
    Case("broadcast<out-shape", but(ADD_N, tensors=[t(F32, (2,)), t(F32, (3,))]), INVALID, "ACLNN-PARAM-008"),
    Case("out-shape<storage", but(ADD_N, tensors=[BEYOND], out=SCALAR), INVALID, "ACLNN-PARAM-009"),
)  # fmt: skip


@pytest.mark.parametrize(
    "case",
    [*SUM_CASES, *MEAN_CASES, *MEAN_V2_CASES, *ADD_N_CASES, *ORDER_CASES],
    ids=lambda case: case.id,
)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


# Plans and workspace. A tensor costs its bytes + 32, rounded up to 512.


BIG, ROWS = (100, 10), (100,)
BIG_SUM = but(SUM, self=t(F32, BIG), out=t(F32, ROWS))
BIG_MEAN = but(MEAN, self=t(F32, BIG), out=t(F32, ROWS))
BIG_V2 = but(MEAN_V2, self=t(F32, BIG), out=t(F32, ROWS))
SLICE = t(F32, BIG, strides=(20, 1), storage=(2000,))
PLANS = {
    "sum": (BIG_SUM, "Ascend910B", ("ReduceSum",), 0),
    "sum-cast": (
        but(BIG_SUM, self=t(F16, BIG)), "Ascend910B", ("Cast", "ReduceSum"), padded(4000)
    ),
    # Steps 0..1 hold the cast, 1..2 the sum.
    "sum-bool-counts": (
        but(typed(BIG_SUM, S64), self=t(BOOL, BIG)), "Ascend910B", ("Cast", "ReduceSum", "Cast"),
        padded(4000) + padded(400),
    ),
    "sum-any": (typed(BIG_SUM, BOOL), "Ascend910B", ("ReduceAny",), 0),
    "sum-strided-cast": (
        but(BIG_SUM, self=t(F16, BIG, strides=(20, 1), storage=(2000,))), "Ascend910B",
        ("Contiguous", "Cast", "ReduceSum"), padded(2000) + padded(4000),
    ),
    "sum-slice": (but(BIG_SUM, self=SLICE), "Ascend910B", ("Contiguous", "ReduceSum"), padded(4000)),
    "sum-slice-950": (but(BIG_SUM, self=SLICE), "Ascend950", ("ReduceSum",), 0),
    "sum-scalar": (but(SUM, self=SCALAR, dims=ints(), out=t(F32, (1,))), "Ascend910B", ("TensorMove",), 0),
    "sum-scalar-cast": (but(SUM, self=t(S32, ()), dims=ints(), out=SCALAR), "Ascend910B", ("Cast",), 0),
    "sum-empty": (but(SUM, self=EMPTY), "Ascend910B", ("Fill",), 0),
    "sum-empty-out-empty": (but(SUM, self=EMPTY, out=EMPTY), "Ascend910B", (), 0),
    "sum-strided-out": (
        but(BIG_SUM, out=t(F32, ROWS, strides=(2,))), "Ascend910B", ("ReduceSum", "ViewCopy"), padded(400)
    ),
    "mean": (BIG_MEAN, "Ascend910B", ("ReduceMean",), 0),
    "mean-casts": (
        but(BIG_MEAN, dtype=F16), "Ascend910B", ("Cast", "ReduceMean", "Cast"), padded(2000) + padded(200)
    ),
    "mean-slice-950": (but(BIG_MEAN, self=SLICE), "Ascend950", ("ReduceMean",), 0),
    "mean-scalar": (but(MEAN, self=SCALAR, dim=ints(), out=t(F32, ())), "Ascend910B", ("TensorMove",), 0),
    "mean-scalar-in-place": (but(MEAN, self=SCALAR, dim=ints(), out=SCALAR), "Ascend910B", (), 0),
    "mean-empty": (but(MEAN, self=EMPTY), "Ascend910B", ("Fill",), 0),
    "mean-empty-out-empty": (but(MEAN, self=EMPTY, out=EMPTY), "Ascend310P", (), 0),
    "v2": (BIG_V2, "Ascend910B", ("ReduceMean",), 0),
    "v2-slice-950": (but(BIG_V2, self=SLICE), "Ascend950", ("ReduceMean",), 0),
    "v2-noop": (
        but(BIG_V2, noopWithEmptyAxes=True, dim=ints(), out=t(F32, BIG)), "Ascend910B", ("TensorMove",), 0
    ),
    "v2-noop-strided": (
        but(BIG_V2, noopWithEmptyAxes=True, dim=ints(), self=SLICE, out=t(F32, BIG)), "Ascend910B", ("ViewCopy",), 0
    ),
    "v2-noop-same-tensor": (
        but(BIG_V2, noopWithEmptyAxes=True, dim=ints(), self=SLICE, out=SLICE), "Ascend910B", ("ViewCopy",), 0
    ),
    "add-n-one": (but(ADD_N, tensors=[t(F32, BIG)], out=t(F32, BIG)), "Ascend910B", ("BroadcastTo",), 0),
    "add-n-three": (
        but(ADD_N, tensors=[t(F32, BIG)] * 3, out=t(F32, BIG)), "Ascend910B",
        ("BroadcastTo",) * 3 + ("AccumulateNV2",), 3 * padded(4000),
    ),
    # Lives: first half 0..1, its FLOAT 1..4, second half 2..3, its FLOAT 3..4, sum 4..5. The second half and the sum
    # reuse the first half's bucket, which grows to FLOAT size.
    "add-n-halves": (
        but(ADD_N, tensors=[t(F16, BIG)] * 2, out=t(F16, BIG)), "Ascend910B",
        ("BroadcastTo", "Cast") * 2 + ("AccumulateNV2", "Cast"), 3 * padded(4000),
    ),
    "add-n-empty": (call(ADD_N.op, tensors=[EMPTY], out=EMPTY), "Ascend910B", (), 0),
}  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS.values(), ids=PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert tuple(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


NOT_SLICES = {
    "transposed": (t(F32, (10, 10), strides=(1, 10)), (0,)),
    "reversed": (t(F32, (10, 10), strides=(10, -1), offset=9), (0,)),
    "repeated": (t(F32, (10, 10), strides=(0, 1)), (0,)),
    "overlapping": (t(F32, (10, 10), strides=(5, 1)), (0,)),
    "out-of-order": (t(F32, (10, 1), strides=(2, 5)), (0,)),
    "half": (t(F16, (10, 10), strides=(20, 1)), (0,)),
    "rank-5": (t(F32, (2, 1, 1, 1, 10), strides=(20, 10, 10, 10, 1)), (0,)),
    "nothing-to-add": (t(F32, (10, 1, 10), strides=(20, 10, 1)), (-2,)),
}


@pytest.mark.parametrize(("self", "axes"), NOT_SLICES.values(), ids=NOT_SLICES)
@pytest.mark.parametrize("base", OVER_AXES, ids=name_of)
def test_ascend950_makes_other_views_contiguous(base, self, axes):
    rest = tuple(size for axis, size in enumerate(self.shape) if axis - axes[0] not in (0, len(self.shape)))
    made_for = but(typed(base, self.dtype), self=self, out=t(self.dtype, rest), **{axes_of(base): axes})
    assert phase_1(made_for, "Ascend950").plan.steps[0].name == "Contiguous"


def test_ascend950_refuses_a_slice_beyond_its_storage():
    for base in OVER_AXES:
        assert outcome(but(base, self=BEYOND), "Ascend950") == (INNER_NULLPTR, "ACLNN-TENSOR-006")


def test_scalars_in_a_list_become_rows():
    plan = phase_1(call(ADD_N.op, tensors=[SCALAR, SCALAR], out=SCALAR)).plan
    assert [step.output.shape for step in plan.steps] == [(1,)] * 3


@pytest.mark.parametrize("count", [2, 15, 16, 17, 30, 31, 200])
def test_lists_are_added_sixteen_at_a_time_from_the_end(count):
    made_for = but(ADD_N, tensors=[t(F32, SHAPE) for _ in range(count)])
    plan = phase_1(made_for).plan
    arities = [len(step.inputs) for step in plan.steps if step.name == "AccumulateNV2"]
    expected, left = [], count
    while left >= 16:
        expected.append(16)
        left -= 15
    assert arities == expected + [left] * (left > 1)


def test_every_reduction_is_here():
    assert declared_in("aclnn_emu.ops.reduction") == {base.op for base in (*OVER_AXES, ADD_N)}
