"""Operators over axes: the steps of their plans by chip, their workspace, and what no list or fault tells."""

import pytest
from _case import (
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NCHW,
    NULLPTR,
    Case,
    call,
    declared_in,
    ints,
    outcome,
    padded,
    phase_1,
    s,
    t,
)
from _over_axes import BF16, BOOL, C64, F16, F32, S8, S16, S32, S64, U8
from test_over_axes import ALL

BIG, ROWS = (100, 10), (100,)
X, ROW = t(F32, BIG), t(F32, ROWS)
SLICE = t(F32, BIG, strides=(20, 1), storage=(2000,))
FAMILIES = (
    "arg_extremum", "cumulative", "extremum", "median", "moments", "reduction_other", "softmax", "statistics",
    "truth", "vector_norm",
)  # fmt: skip


def test_the_tables_are_complete():
    declared = set().union(*(declared_in(f"aclnn_emu.ops.{family}") for family in FAMILIES))
    assert declared == {row.call.op for row in ALL}


def amax(self=X, out=ROW):
    return call("aclnnAmax", self=self, dim=ints(1), keepDim=False, out=out)


def max_dim(self=X, out=ROW, indices=S32):
    return call("aclnnMaxDim", self=self, dim=1, keepdim=False, out=out, indices=t(indices, ROWS))


def arg_min(self=X, out=S64):
    return call("aclnnArgMin", self=self, dim=1, keepdim=False, out=t(out, ROWS))


def every(op, self=X, out=BOOL):
    return call(op, self=self, dim=ints(1), keepdim=False, out=t(out, ROWS))


def std(op="aclnnStd", self=X, out=ROW, correction=1):
    return call(op, self=self, dim=ints(1), correction=correction, keepdim=False, out=out)


def var_mean(keep=False):
    shape = (100, 1) if keep else ROWS
    return call(
        "aclnnVarMean",
        self=X,
        dim=ints(1),
        correction=1,
        keepdim=keep,
        varOut=t(F32, shape),
        meanOut=t(F32, shape),
    )


def norm(self=X, out=ROW):
    return call("aclnnNorm", self=self, pScalar=s(F32, 2), dim=ints(1), keepdim=False, out=out)


def renorm(self=X):
    return call("aclnnInplaceRenorm", selfRef=self, p=s(F32, 2), dim=0, maxNorm=s(F32, 1))


def cummin(dtype=F32, dim=1, index=S32, values=None):
    return call(
        "aclnnCummin", self=t(dtype, BIG), dim=dim, valuesOut=t(dtype if values is None else values, BIG),
        indicesOut=t(index, BIG),
    )  # fmt: skip


def prod(self=F32, dtype=F32):
    return call("aclnnProdDim", self=t(self, BIG), dim=1, keepDim=False, dtype=dtype, out=t(dtype, ROWS))


def along(op, dtype=F32, dim=1, shape=BIG, **rest):
    left = tuple(size for place, size in enumerate(shape) if place != dim)
    return call(op, self=t(dtype, shape), dim=dim, **rest, valuesOut=t(dtype, left), indicesOut=t(S64, left))


def median_dim(dtype=F32, dim=1, shape=BIG):
    return along("aclnnMedianDim", dtype, dim, shape, keepDim=False)


def kth(dtype=F32, dim=1, shape=BIG):
    return along("aclnnKthvalue", dtype, dim, shape, k=1, keepdim=False)


def histc(self=F32, low=0.0, high=1.0, out=F32):
    return call("aclnnHistc", self=t(self, BIG), bins=4, min=s(F32, low), max=s(F32, high), out=t(out, (4,)))


def bincount(weights, out=F32):
    return call("aclnnBincount", self=t(S64, ROWS), weights=weights, minlength=0, out=t(out, (7,)))


PAIR_OF_SORTED = "Sort GatherV2 GatherV2"
WITH_NAN = f"{PAIR_OF_SORTED} Equal MaskedFill ReduceMin GatherV2 NotEqual Fill SelectV2 SelectV2 Cast"
LOG_SUM_EXP = "ReduceMax Abs Equal MaskedFill Sub ReduceLogSumExp Add"
# call, chip, steps
PLANS = [
    (amax(), "910B", "ReduceMax"),
    (amax(t(BOOL, BIG), t(BOOL, ROWS)), "910B", "Cast ReduceMax Cast"),
    (amax(SLICE), "950", "Contiguous ReduceMax"),
    (call("aclnnAmin", self=t(F32, ()), dim=ints(), keepDim=False, out=t(F32, ())), "910B", "TensorMove"),
    (call("aclnnMax", self=t(F32, ()), out=t(F16, ())), "910B", "ReduceMax Cast"),
    (call("aclnnMax", self=t(F32, (0,)), out=t(F16, ())), "910B", ""),
    (max_dim(), "910B", "ArgMaxWithValue"),
    (max_dim(indices=S64), "910B", "ArgMaxWithValue Cast"),
    (max_dim(indices=S64), "950", "ArgMaxWithValue"),
    (max_dim(t(S64, BIG), t(S64, ROWS)), "310P", "Cast ArgMaxWithValue Cast"),
    (max_dim(t(S64, BIG), t(S64, ROWS)), "910", "ArgMaxWithValue"),
    (max_dim(t(BOOL, BIG), t(BOOL, ROWS)), "910B", "Cast ArgMaxWithValue Cast"),
    (arg_min(), "910B", "ArgMin"),
    (arg_min(t(S16, BIG)), "910B", "Cast ArgMin"),
    (arg_min(), "310P", "ArgMin Cast"),
    (every("aclnnAll"), "910B", "ReduceAll Cast"),
    (every("aclnnAll"), "950", "ReduceAll"),
    (every("aclnnAll"), "910", "Cast ReduceAll"),
    (every("aclnnAny", t(S32, BIG), U8), "910B", "Cast ReduceAny Cast"),
    (every("aclnnAny", SLICE), "950", "ReduceAny"),
    (every("aclnnAny", t(F16, BIG)), "950", "Cast ReduceAny"),
    (std(), "910B", "ReduceMean Expand ReduceStdWithMean"),
    (std(), "950", "ReduceStdV2"),
    (std(out=t(F16, ROWS)), "950", "ReduceStdV2 Cast"),
    (std(correction=10), "950", "Fill"),
    (std("aclnnVarCorrection", correction=10), "950", "Fill"),
    (var_mean(), "950", "ReduceVar"),
    (norm(), "910B", "LpNormV2"),
    (norm(t(F16, BIG)), "910B", "LpNormV2"),
    (norm(out=t(F16, ROWS)), "910B", "LpNormV2 Cast"),
    (norm(t(S32, BIG)), "910B", "Cast LpNormV2"),
    (norm(t(F16, BIG), t(F16, ROWS)), "910", "Cast LpNormReduceV2 LpNormUpdateV3 Cast"),
    (norm(out=t(F16, ROWS)), "950", "LpNormV2"),
    (renorm(), "910B", "Renorm BroadcastTo Mul"),
    (renorm(t(F16, BIG)), "950", "Cast Renorm BroadcastTo Mul Cast"),
    (prod(F16, F16), "910B", "Cast ReduceProd Cast"),
    (prod(BF16, BF16), "910B", "ReduceProd"),
    (prod(BF16, F32), "950", "ReduceProd Cast"),
    (prod(BF16, F32), "910B", "Cast ReduceProd"),
    (prod(U8, BOOL), "910B", "Cast ReduceProd Cast"),
    (prod(U8, BOOL), "950", "Cast ReduceProd"),
    (call("aclnnLogSumExp", self=t(F16, BIG), dim=ints(1), keepDim=False, out=t(F16, ROWS)), "910B",
     f"Cast {LOG_SUM_EXP} Cast"),
    (call("aclnnTrace", self=t(F16, BIG), out=t(F16, ())), "910B", "Cast Trace Cast"),
    (call("aclnnTrace", self=t(BOOL, BIG), out=t(S64, ())), "910B", "Trace"),
    (cummin(dim=0), "910B", "Cummin"),
    (cummin(), "910B", "Transpose Cummin Transpose Transpose"),
    (cummin(S64), "910B", "Cummin"),
    (cummin(BOOL, index=S64), "910B", "Cast Transpose Cummin Transpose Transpose Cast Cast"),
    (cummin(S8), "950", "Cast Cummin Cast"),
    (call("aclnnSoftmax", self=X, dim=1, out=t(F16, BIG)), "910B", "SoftmaxV2 Cast"),
    (call("aclnnLogSoftmax", self=X, dim=1, out=t(F16, BIG)), "910B", "Cast LogSoftmaxV2"),
    (call("aclnnMedian", self=X, valuesOut=t(F32, ())), "910B", "Sort GatherV2 GatherV2 NotEqual SelectV2"),
    (call("aclnnMedian", self=t(S8, BIG), valuesOut=t(S8, ())), "910B", "Sort GatherV2"),
    (call("aclnnNanMedian", self=X, out=t(F32, ())), "910B", "Sort Equal Cast ReduceSum Sub Div GatherV2"),
    (median_dim(), "910B", WITH_NAN),
    (median_dim(S32), "910B", f"{PAIR_OF_SORTED} Cast"),
    (median_dim(S32, 0), "910B", "Transpose Sort Transpose Transpose GatherV2 GatherV2 Cast"),
    (median_dim(), "310P", "Transpose MedianDim Transpose Transpose Cast"),
    (median_dim(dim=0, shape=(16, 9)), "310P", "MedianDim Cast"),
    (median_dim(S32, 0, (17, 9)), "310P", "Transpose Sort Transpose Transpose GatherV2 GatherV2 Cast"),
    (median_dim(), "950", "KthValue"),
    (median_dim(dim=0), "950", "KthValue"),
    (kth(dim=0, shape=(2049, 9)), "950", "Transpose KthValue Transpose Transpose"),
    (kth(dim=1, shape=(1024, 9, 7)), "950", "Transpose KthValue Transpose Transpose"),
    (kth(dim=1, shape=(1024, 9, 8)), "950", "KthValue"),
    (kth(), "910B", "Sort GatherV2 GatherV2 Cast"),
    (histc(), "910B", "HistogramV2 Cast"),
    (histc(low=1.0), "910B", "ReduceMin ReduceMax HistogramV2 Cast"),
    (histc(low=1.0), "310P", "HistogramV2 Cast"),
    (histc(), "950", "HistogramV2"),
    (histc(S16, out=S16), "910", "Histogram"),
    (bincount(None), "910B", "Cast Fill Bincount Cast"),
    (bincount(None), "950", "Cast Bincount"),
    (bincount(t(F16, ROWS)), "950", "Cast Cast Bincount Cast"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("made", "chip", "steps"),
    PLANS,
    ids=lambda value: value.op[5:] if hasattr(value, "op") else value or None,
)
def test_steps(made, chip, steps):
    """Steps that do not depend on each other may come in another order."""
    found = [step.name for step in phase_1(made, f"Ascend{chip}").plan.steps]
    assert sorted(found) == sorted(steps.split())


@pytest.mark.parametrize(
    ("made", "soc", "size"),
    [
        (amax(), "Ascend910B", 0),
        (amax(SLICE), "Ascend910B", padded(4000)),
        (max_dim(indices=S64), "Ascend910B", padded(400)),
        # The mean, which nobody reads, is made all the same.
        (std(), "Ascend950", padded(400)),
        # Mean 0..1, the expanded mean 1..2.
        (std(), "Ascend910B", padded(400) + padded(4000)),
        (norm(out=t(F16, ROWS)), "Ascend910B", padded(400)),
        (cummin(dim=0), "Ascend910B", 0),
        (histc(), "Ascend910B", padded(16)),
    ],
)
def test_workspace(made, soc, size):
    assert phase_1(made, soc).plan.workspace_size == size


def test_var_mean_uses_the_mean_again_where_its_axes_are_kept():
    kept = [step.name for step in phase_1(var_mean(keep=True)).plan.steps]
    assert kept == ["ReduceMean", "Expand", "ReduceStdV2Update"]
    assert [step.name for step in phase_1(var_mean()).plan.steps].count("ReduceMean") == 2


EMPTY = t(F32, (2, 0, 4))
BEYOND = t(F32, (2, 3, 4), strides=(24, 8, 2), storage=(2, 3, 4))
CASES = (
    # An axis of size 0 may be left alone, but not reduced.
    Case("other-axis", call("aclnnAmax", self=EMPTY, dim=ints(0), keepDim=False, out=t(F32, (0, 4)))),
    Case("no-axes", call("aclnnAmax", self=EMPTY, dim=ints(), keepDim=False, out=t(F32, ()))),
    Case("scalar-axes", call("aclnnAmax", self=t(F32, ()), dim=ints(-1), keepDim=True, out=t(F32, ()))),
    Case("empty-no-axes", call("aclnnAminmax", self=EMPTY, dim=ints(), keepDim=False, minOut=EMPTY, maxOut=EMPTY),
         INVALID, "ACLNN-PARAM-101"),
    Case("empty-axis", call("aclnnAminmax", self=EMPTY, dim=ints(1), keepDim=False, minOut=EMPTY, maxOut=EMPTY),
         INVALID, "ACLNN-PARAM-100"),
    Case("empty-axis-from-the-last",
         call("aclnnAminmax", self=EMPTY, dim=ints(-2), keepDim=False, minOut=EMPTY, maxOut=EMPTY)),
    Case("several-axes-are-a-null-pointer",
         call("aclnnAminmax", self=t(F32, (2, 3)), dim=ints(0, 5), keepDim=False, minOut=t(F32, ()), maxOut=t(F32, ())),
         NULLPTR, "ACLNN-PARAM-015"),
    Case("an-axis-twice",
         call("aclnnAminmax", self=t(F32, (2, 3)), dim=ints(0, -2), keepDim=False, minOut=t(F32, (3,)),
              maxOut=t(F32, (3,)))),
    Case("empty-axis", call("aclnnAminmaxDim", self=EMPTY, dim=1, keepDim=False, minOut=EMPTY, maxOut=EMPTY),
         INVALID, "ACLNN-PARAM-100"),
    Case("empty-axis-from-the-last",
         call("aclnnAminmaxDim", self=EMPTY, dim=-2, keepDim=False, minOut=EMPTY, maxOut=EMPTY)),
    Case("scalar", call("aclnnAminmaxDim", self=t(F32, ()), dim=0, keepDim=False, minOut=t(F32, ()), maxOut=t(F32, ()))),
    # Steps refuse, and the operator says 161001.
    Case("strides", max_dim(t(F32, BIG, strides=(20, 2), storage=BIG)), NULLPTR, "ACLNN-TENSOR-006"),
    Case("formats", max_dim(t(F32, BIG), t(F32, ROWS), F32)),
    Case("index-dtype-950", max_dim(indices=F32), INVALID, "ACLNN-PARAM-003", soc="Ascend950"),
    Case("index-dtype-950", call("aclnnArgMax", self=X, dim=1, keepdim=False, out=ROW), INVALID, "ACLNN-PARAM-003",
         soc="Ascend950"),
    Case("index-dtype", call("aclnnArgMax", self=X, dim=1, keepdim=False, out=ROW)),
    Case("empty-self", call("aclnnArgMax", self=EMPTY, dim=1, keepdim=False, out=t(S32, (9,)))),
    Case("axes-twice", call("aclnnAny", self=X, dim=ints(1, -1), keepdim=False, out=t(BOOL, ROWS))),
    Case("unnamed-axes-any-out", call("aclnnStd", self=X, dim=None, correction=1, keepdim=False, out=t(F32, (2,))),
         INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("dtypes-differ-950",
         call("aclnnStdMeanCorrection", self=X, dim=ints(1), correction=1, keepdim=False, stdOut=t(F16, ROWS),
              meanOut=ROW), soc="Ascend950"),
    Case("list-950", norm(t(S32, BIG)), INVALID, "ACLNN-PARAM-003", soc="Ascend950"),
    Case("dtype-950",
         call("aclnnLinalgVectorNorm", self=X, ord=s(F32, 2), dims=ints(1), keepDims=False, dtype=F16,
              out=t(F16, ROWS)), INVALID, "ACLNN-PARAM-022", soc="Ascend950"),
    Case("dtype",
         call("aclnnLinalgVectorNorm", self=X, ord=s(F32, 2), dims=ints(1), keepDims=False, dtype=F16,
              out=t(F16, ROWS))),
    Case("chip",
         call("aclnnReduceNansum", self=X, dim=ints(1), keepDim=False, dtype=F32, out=ROW), INVALID, "ACLNN-PARAM-040",
         soc="Ascend910"),
    Case("private-format-910B",
         call("aclnnLogSumExp", self=t(F32, BIG, format=NC1HWC0), dim=ints(1), keepDim=False, out=ROW)),
    Case("empty-complex", call("aclnnProd", self=t(F32, (0,)), dtype=C64, out=t(C64, ())), INVALID, "ACLNN-PARAM-003"),
    Case("empty-anything", call("aclnnSoftmax", self=t(S32, (0,)), dim=9, out=ROW)),
    Case("empty-anything", call("aclnnSoftmaxBackward", gradOutput=X, output=EMPTY, dim=9, out=ROW)),
    Case("empty-950", call("aclnnSoftmaxBackward", gradOutput=EMPTY, output=EMPTY, dim=9, out=EMPTY), INVALID,
         "ACLNN-PARAM-024", soc="Ascend950"),
    Case("bf16-910", call("aclnnLogSoftmax", self=t(BF16, BIG), dim=1, out=t(BF16, BIG)), INVALID, "ACLNN-PARAM-060",
         soc="Ascend910"),
    Case("bf16-310P",
         call("aclnnSoftmaxBackward", gradOutput=t(BF16, BIG), output=t(BF16, BIG), dim=1, out=t(BF16, BIG)), INVALID,
         "ACLNN-PARAM-060", soc="Ascend310P"),
    Case("long-row-950",
         call("aclnnScaledMaskedSoftmax", x=t(F32, (1, 1, 1, 8192)), mask=t(BOOL, (1, 1, 1, 8192)), scale=1.0,
              fixedTriuMask=False, y=t(F32, (1, 1, 1, 8192))), soc="Ascend950"),
    Case("values-keep-the-format",
         call("aclnnCummax", self=t(F32, BIG, format=NCHW), dim=0, valuesOut=X, indicesOut=t(S64, BIG)),
         INNER_NULLPTR, "ACLNN-VIEW-002"),
    Case("empty-axis-no-k", kth(shape=(3, 0)), INVALID, "ACLNN-PARAM-105"),
    Case("empty-other-axis", kth(shape=(0, 3))),
    Case("empty-axis", along("aclnnMedianDim", shape=(3, 0), keepDim=False)),
    Case("empty-other-axis", along("aclnnNanMedianDim", shape=(0, 3), keepDim=False)),
    Case("float-out-of-integers", histc(S32), INVALID, "ACLNN-PARAM-012"),
    Case("integer-out-of-floats", histc(out=S8)),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)
