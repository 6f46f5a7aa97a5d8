"""Losses of an input and a target, element by element: refusals and their order, plans, numbers."""

import math
from functools import partial

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NCHW,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32, FLOATS, SEEDS, broadcastable, layouts, shapes, uniform
from _loss_calls import (
    L1,
    L1_GRAD,
    MARGIN,
    MARGIN_GRAD,
    MEAN,
    MSE,
    MSE_GRAD,
    MSE_OUT,
    NONE,
    POINTWISE,
    SHAPE,
    SMOOTH,
    SMOOTH_GRAD,
    SUM,
)
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S8, S32, S64 = (DTYPES[name] for name in ("f64", "s8", "s32", "s64"))
NULL, RANK, DTYPE, SAME, _, SHAPES, _, MERGE, RESULT = (f"ACLNN-PARAM-{n:03}" for n in range(1, 10))
VALUE, CAST, PROMOTED, NEGATIVE, FLOATING, MEAN_INT = (
    f"ACLNN-PARAM-{n:03}" for n in (10, 12, 21, 42, 80, 81)
)
FEW = settings(max_examples=20)

RANK_9 = t(F32, (1,) * 9)
EMPTY, SCALAR, OTHER = t(F32, (0, 3)), t(F32, ()), t(F32, (2, 4))
LOSSES = (MSE, MSE_OUT, L1, SMOOTH, MARGIN)
GRADIENTS = (MSE_GRAD, L1_GRAD, SMOOTH_GRAD, MARGIN_GRAD)


def name_of(base):
    return base.op.removeprefix("aclnn")


def out_of(base):
    """The name of the output, the last parameter."""
    return list(base.args)[-1]


# Dtypes: the literal lists, by chip.


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", POINTWISE, ids=name_of)
def test_each_float_is_computed(base, soc):
    expected = {"f32", "f16"} | ({"bf16"} if soc in NEW_SOCS else set())
    if base is L1:
        expected |= {"s64"}
    passed = {short for short, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[0] == 0}
    assert passed == expected


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(
    ("base", "params"),
    [
        (SMOOTH, ("self", "target")),
        (SMOOTH_GRAD, ("gradOut", "self", "target", "gradInput")),
        (MARGIN, ("self", "target", "out")),
        (MARGIN_GRAD, ("gradOutput", "self", "target", "out")),
    ],
    ids=lambda value: name_of(value) if hasattr(value, "op") else "",
)
def test_each_tensor_takes_the_listed_dtypes_only(base, params, soc):
    expected = {"f32", "f16"} | ({"bf16"} if soc in NEW_SOCS else set())
    assert {name: accepted_dtypes(base, name, soc) for name in params} == dict.fromkeys(params, expected)


# Single faults.


def single_faults(base):
    out = out_of(base)
    tensors = [name for name, value in base.args.items() if hasattr(value, "shape")]
    for name in tensors:
        yield Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
        yield Case(f"strided-{name}", but(base, **{name: t(F32, SHAPE, strides=(1, 2))}))
    for name in tensors[:-1]:
        yield Case(f"rank-9-{name}", but(base, **{name: RANK_9}), INVALID, RANK)
        yield Case(f"other-shape-{name}", but(base, **{name: OTHER}), INVALID, MERGE)
        yield Case(f"broadcast-{name}", but(base, **{name: t(F32, (3,))}))
    yield Case("enlarging", but(base, target=t(F32, (4, 2, 3))), INVALID, RESULT)
    yield Case("all-larger", but(base, target=t(F32, (4, 2, 3)), **{out: t(F32, (4, 2, 3))}))
    yield Case("out-shape", but(base, **{out: t(F32, (3, 2))}), INVALID, RESULT)
    yield Case("half-out", but(base, **{out: t(F16, SHAPE)}))
    for reduction in (-1, 3, 2**40):
        if base is not MARGIN:
            yield Case(f"reduction{reduction}", but(base, reduction=reduction), INVALID, VALUE)
    if "beta" in base.args:
        yield Case("beta-nan", but(base, beta=math.nan), INVALID, NEGATIVE)
        yield Case("beta-negative", but(base, beta=-0.5), INVALID, NEGATIVE)
        yield Case("beta-0", but(base, beta=0.0))


def totals(base):
    out = out_of(base)
    for reduction in (MEAN, SUM):
        yield Case(f"total{reduction}", but(base, reduction=reduction, **{out: SCALAR}))
        message, status = (RESULT, INVALID) if base is not SMOOTH else ("ACLNN-VIEW-001", INNER_NULLPTR)
        yield Case(f"total{reduction}-as-self", but(base, reduction=reduction), status, message)
        one = but(base, reduction=reduction, **{out: t(F32, (1,))})
        yield Case(f"total{reduction}-one", one, *((0, None) if base is SMOOTH else (INVALID, RESULT)))


ORDER = (
    Case("null<dtype", but(MSE, out=None, self=t(F64, SHAPE)), NULLPTR, NULL),
    Case("promoted", but(MSE, self=t(F64, SHAPE)), INVALID, PROMOTED),
    Case("self-not-listed", but(MSE, self=t(S8, SHAPE)), INVALID, DTYPE),
    Case("promoted<dtype", but(MSE, self=t(F64, SHAPE), out=t(S8, SHAPE)), INVALID, PROMOTED),
    Case("dtype<reduction", but(MSE, out=t(F64, SHAPE), reduction=7), INVALID, DTYPE),
    Case("reduction<rank", but(MSE, self=RANK_9, reduction=7), INVALID, VALUE),
    Case("rank<shape", but(MSE, target=RANK_9, out=OTHER), INVALID, RANK),
    Case("mixed", but(MSE, target=t(F16, SHAPE), out=t(BF16, SHAPE))),
    Case("over-the-first", but(MSE_OUT, reduction=SUM, out=t(F32, (3,)))),
    Case("over-the-first-of-self", but(MSE_OUT, reduction=SUM), INVALID, RESULT),
    Case("of-a-scalar", but(MSE_OUT, reduction=SUM, self=SCALAR, target=SCALAR, out=SCALAR)),
    Case("same<dtype", but(MSE_GRAD, self=t(F64, SHAPE)), INVALID, SAME),
    Case("same", but(MSE_GRAD, target=t(F16, SHAPE)), INVALID, SAME),
    Case("dtype<reduction", but(MSE_GRAD, out=t(F64, SHAPE), reduction=7), INVALID, DTYPE),
    Case("reduction<rank", but(MSE_GRAD, self=RANK_9, reduction=7), INVALID, VALUE),
    Case("rank<shape", but(MSE_GRAD, gradOutput=RANK_9, target=OTHER), INVALID, RANK),

    Case("null<reduction", but(L1, self=None, reduction=7), NULLPTR, NULL),
    Case("reduction<integers", but(L1, self=t(S64, SHAPE), reduction=7), INVALID, VALUE),
    Case("integers<promotion", but(L1, self=t(S64, SHAPE), target=t(F64, SHAPE)), INVALID, FLOATING),
    Case("floats<promotion", but(L1, self=t(F64, SHAPE)), INVALID, PROMOTED),
    Case("mean-of-integers", but(with_dtypes(L1, S64), reduction=MEAN, out=t(S64, ())), INVALID, MEAN_INT),
    Case("sum-of-integers", but(with_dtypes(L1, S64), reduction=SUM, out=t(S64, ()))),
    Case("sum-of-integers-as-float", but(with_dtypes(L1, S64), reduction=SUM, out=SCALAR)),
    Case("integers-and-floats", but(L1, self=t(S64, SHAPE), reduction=MEAN, out=SCALAR)),
    Case("float-less-integer", but(L1, target=t(S8, SHAPE))),
    Case("small-integers", with_dtypes(L1, S8), INVALID, PROMOTED),
    Case("integers-of-two-sizes", but(with_dtypes(L1, S64), target=t(S8, SHAPE))),
    Case("promoted<cast", but(with_dtypes(L1, F64), out=t(S64, SHAPE)), INVALID, PROMOTED),
    Case("cast<rank", but(L1, target=RANK_9, out=t(S32, SHAPE)), INVALID, CAST),
    Case("reduction<cast", but(L1_GRAD, reduction=7, gradInput=t(S64, SHAPE)), INVALID, VALUE),
    Case("cast<promoted", but(L1_GRAD, self=t(F64, SHAPE), gradInput=t(S64, SHAPE)), INVALID, CAST),
    Case("promoted<rank", but(L1_GRAD, self=t(F64, SHAPE), target=RANK_9), INVALID, PROMOTED),
    Case("rank-of-out", but(L1_GRAD, gradInput=RANK_9), INVALID, RANK),

    Case("dtype<cast", but(SMOOTH, self=t(F64, SHAPE), result=t(S32, SHAPE)), INVALID, DTYPE),
    Case("cast<reduction", but(SMOOTH, result=t(S32, SHAPE), reduction=7), INVALID, CAST),
    Case("reduction<rank", but(SMOOTH, target=RANK_9, reduction=7), INVALID, VALUE),
    Case("shape<beta", but(SMOOTH, target=OTHER, beta=-1.0), INVALID, MERGE),
    Case("double-out", but(SMOOTH, result=t(F64, SHAPE))),
    Case("format", but(SMOOTH, result=t(F32, SHAPE, format=NCHW)), INNER_NULLPTR, "ACLNN-VIEW-003"),
    Case("dtype<rank", but(SMOOTH_GRAD, gradInput=t(F64, SHAPE), self=RANK_9), INVALID, DTYPE),
    Case("rank<reduction", but(SMOOTH_GRAD, self=RANK_9, reduction=7), INVALID, RANK),
    Case("reduction<beta", but(SMOOTH_GRAD, reduction=7, beta=-1.0), INVALID, VALUE),
    Case("beta<shape", but(SMOOTH_GRAD, target=OTHER, beta=-1.0), INVALID, NEGATIVE),

    Case("dtype<rank", but(MARGIN, out=t(F64, SHAPE), self=RANK_9), INVALID, DTYPE),
    Case("any-reduction-is-a-sum", but(MARGIN, reduction=7, out=SCALAR)),
    Case("dtype<rank", but(MARGIN_GRAD, out=t(F64, SHAPE), self=RANK_9), INVALID, DTYPE),
    Case("shape<reduction", but(MARGIN_GRAD, target=OTHER, reduction=7), INVALID, MERGE),
    Case("empty-has-any-reduction", but(with_dtypes(MARGIN_GRAD, F32), **dict.fromkeys(
        ("gradOutput", "self", "target", "out"), EMPTY), reduction=7)),
)  # fmt: skip


@pytest.mark.parametrize(
    "case",
    [
        *(case for base in POINTWISE for case in single_faults(base)),
        *(case for base in LOSSES if base is not MSE_OUT for case in totals(base)),
        *ORDER,
    ],
    ids=lambda case: case.id,
)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


# Plans and workspace.


def sized(base, dtype=F32, **changes):
    tensors = {name: t(dtype, (1000,)) for name, value in base.args.items() if hasattr(value, "shape")}
    return but(base, **(tensors | changes))


FOUR, SMALL = padded(4000), padded(4)
TWO_SIZES = {"self": t(F32, (10, 100)), "target": t(F32, (1, 100)), "out": t(F32, (10, 100))}
PLANS = (
    (sized(MSE), "Ascend910B", "MSELossV2", 0),
    (sized(MSE), "Ascend910", "MseLoss", 0),
    (sized(MSE), "Ascend310B", "MseLoss", 0),
    (sized(MSE, self=t(F32, (1000,), format=NCHW)), "Ascend910B", "MseLoss", 0),
    (but(MSE, **TWO_SIZES), "Ascend910B", "BroadcastTo MSELossV2", FOUR),
    (sized(MSE, F16, self=t(F32, (1000,)), reduction=SUM, out=t(F16, ())), "Ascend910B",
     "Cast MSELossV2 Cast", FOUR + SMALL),
    (but(MSE_OUT, **TWO_SIZES), "Ascend910B", "BroadcastTo BroadcastTo MSELossV2", 2 * FOUR),
    (but(MSE_OUT, reduction=MEAN, out=t(F32, (3,))), "Ascend910B", "MSELossV2 ReduceMean", padded(24)),
    (but(MSE_OUT, reduction=SUM, out=t(F32, (3,))), "Ascend910", "MseLoss ReduceSum", padded(24)),
    (sized(MSE_GRAD), "Ascend910B", "MseLossGradV2", 0),
    (sized(MSE_GRAD), "Ascend950", "MseLossGrad", 0),
    (sized(MSE_GRAD, gradOutput=t(F32, (1,))), "Ascend910B", "MseLossGrad", 0),
    (sized(L1), "Ascend910B", "LpLoss", 0),
    (sized(L1, S64), "Ascend910B", "Sub Abs", padded(8000)),
    (sized(L1, S64, reduction=SUM, out=t(S64, ())), "Ascend910B", "Sub Abs ReduceSum", 2 * padded(8000)),
    (but(L1, **TWO_SIZES), "Ascend910B", "BroadcastTo BroadcastTo LpLoss", 2 * FOUR),
    (sized(L1_GRAD), "Ascend910B", "L1LossGrad", 0),
    (sized(L1_GRAD, gradOutput=SCALAR), "Ascend910B", "BroadcastTo L1LossGrad", FOUR),
    (sized(L1_GRAD, gradOutput=SCALAR), "Ascend950", "L1LossGrad", 0),
    (sized(L1_GRAD, F16, self=t(F32, (1000,))), "Ascend910B", "Cast Cast L1LossGrad Cast", 3 * FOUR),
    (sized(SMOOTH), "Ascend910B", "SmoothL1LossV2", 0),
    (sized(SMOOTH_GRAD, F16), "Ascend910B", "SmoothL1LossGradV2", 0),
    (sized(MARGIN), "Ascend910B", "SoftMarginLoss", 0),
    (sized(MARGIN, F16, target=t(F32, (1,))), "Ascend910B", "Cast BroadcastTo BroadcastTo SoftMarginLoss Cast", None),
    (sized(MARGIN_GRAD, gradOutput=SCALAR), "Ascend950", "BroadcastTo SoftMarginLossGrad", FOUR),
    *(
        (but(base, self=EMPTY, target=EMPTY, reduction=MEAN, **{out_of(base): SCALAR}), "Ascend910B", "Fill", 0)
        for base in LOSSES
        if base is not MSE_OUT
    ),
    (but(MSE_OUT, self=EMPTY, target=EMPTY, reduction=MEAN, out=t(F32, (3,))), "Ascend910B", "", 0),
    *(
        (but(base, **{name: EMPTY for name, value in base.args.items() if hasattr(value, "shape")}), "Ascend910B", "", 0)
        for base in POINTWISE
    ),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert " ".join(step.name for step in plan.steps) == steps
    if workspace is not None:
        assert plan.workspace_size == workspace


# Numbers.


def promoted(*dtypes):
    return dtypes[0] if len(set(dtypes)) == 1 else F32


def smooth(x, y, beta):
    far = np.abs(x - y)
    return np.where(far < beta, 0.5 * (x - y) ** 2 / beta, far - 0.5 * beta)


FORMULAS = {
    "aclnnMseLoss": lambda x, y, _: (x - y) ** 2,
    "aclnnL1Loss": lambda x, y, _: np.abs(x - y),
    "aclnnSmoothL1Loss": smooth,
    "aclnnSoftMarginLoss": lambda x, y, _: np.log1p(np.exp(-x * y)),
}
SLOPES = {
    "aclnnMseLossBackward": lambda x, y, _: 2 * (x - y),
    "aclnnL1LossBackward": lambda x, y, _: np.sign(x - y),
    "aclnnSmoothL1LossBackward": lambda x, y, beta: np.clip((x - y) / beta, -1, 1),
    "aclnnSoftMarginLossBackward": lambda x, y, _: -y / (1 + np.exp(x * y)),
}


@pytest.mark.parametrize("base", [MSE, L1, SMOOTH, MARGIN], ids=name_of)
@FEW
@given(st.data(), FLOATS, FLOATS, shapes(), st.sampled_from([NONE, MEAN, SUM]), SEEDS)
def test_losses(base, data, x_dtype, y_dtype, shape, reduction, seed):
    other = data.draw(broadcastable(shape))
    out_dtype = data.draw(FLOATS)
    out_shape = shape if reduction == NONE else ()
    made_for = but(
        base, self=data.draw(layouts(x_dtype, shape)), target=data.draw(layouts(y_dtype, other)), reduction=reduction,
        **{out_of(base): data.draw(layouts(out_dtype, out_shape, writable=True))},
    )  # fmt: skip
    if "beta" in base.args:
        made_for = but(made_for, beta=data.draw(st.sampled_from([0.5, 1.0, 3.0])))
    values = {"self": uniform(seed, shape, 0, 3), "target": uniform(seed + 1, other, -3, 0)}
    found = run(made_for, values, out=out_of(base), soc=data.draw(st.sampled_from(NEW_SOCS)))
    x, y = np.broadcast_arrays(found.inputs["self"], found.inputs["target"])
    expected = FORMULAS[base.op](x, y, made_for.args.get("beta"))
    expected = {NONE: expected, MEAN: expected.mean(), SUM: expected.sum()}[reduction]
    tolerance = max(promoted(x_dtype, y_dtype), out_dtype, key=(F32, F16, BF16).index)
    check_close(found.out, expected, tolerance, floor=2.0**-6)


@pytest.mark.parametrize("base", GRADIENTS, ids=name_of)
@FEW
@given(st.data(), FLOATS, shapes(), st.sampled_from([NONE, MEAN, SUM]), SEEDS)
def test_gradients(base, data, dtype, shape, reduction, seed):
    grad, out = next(iter(base.args)), out_of(base)
    grad_shape = data.draw(broadcastable(shape))
    made_for = but(
        base, self=data.draw(layouts(dtype, shape)), target=data.draw(layouts(dtype, shape)), reduction=reduction,
        **{
            grad: data.draw(layouts(dtype, grad_shape)),
            out: data.draw(layouts(data.draw(FLOATS), shape, writable=True)),
        },
    )  # fmt: skip
    values = {
        "self": uniform(seed, shape, -3, 3), "target": uniform(seed + 1, shape, -3, 3), grad: uniform(seed + 2, grad_shape, 0.5, 2)
    }  # fmt: skip
    found = run(made_for, values, out=out, soc=data.draw(st.sampled_from(NEW_SOCS)))
    slope = SLOPES[base.op](found.inputs["self"], found.inputs["target"], made_for.args.get("beta"))
    expected = slope * found.inputs[grad] * (1 / math.prod(shape) if reduction == MEAN else 1)
    tolerance = max(dtype, made_for.args[out].dtype, key=(F32, F16, BF16).index)
    check_close(found.out, expected, tolerance, floor=2.0**-6)


@settings(max_examples=40)
@given(st.data(), FLOATS, FLOATS, FLOATS, shapes(), st.sampled_from([NONE, MEAN, SUM]), SEEDS)
def test_mse_over_the_first_dimension(data, x_dtype, y_dtype, out_dtype, shape, reduction, seed):
    """The first dimension only; a scalar has none, and stays."""
    sizes = data.draw(st.permutations([shape, data.draw(broadcastable(shape))]))
    made_for = but(
        MSE_OUT, self=data.draw(layouts(x_dtype, sizes[0])), target=data.draw(layouts(y_dtype, sizes[1])),
        out=data.draw(layouts(out_dtype, shape if reduction == NONE else shape[1:], writable=True)), reduction=reduction,
    )  # fmt: skip
    values = {"self": uniform(seed, sizes[0], 0, 3), "target": uniform(seed + 1, sizes[1], -3, 0)}
    found = run(made_for, values, soc=data.draw(st.sampled_from(NEW_SOCS)))
    squares = np.broadcast_to((found.inputs["self"] - found.inputs["target"]) ** 2, shape)
    over = {NONE: np.asarray, MEAN: partial(np.mean, axis=0), SUM: partial(np.sum, axis=0)}[reduction]
    tolerance = max(promoted(x_dtype, y_dtype), out_dtype, key=(F32, F16, BF16).index)
    check_close(found.out, over(squares) if shape else squares, tolerance, floor=2.0**-6)


@pytest.mark.parametrize(("reduction", "expected"), [(NONE, [2**60, 3]), (SUM, 2**60 + 3)])
def test_l1_of_integers_is_exact(reduction, expected):
    made_for = but(
        with_dtypes(L1, S64), self=t(S64, (2,)), target=t(S64, (2,)), reduction=reduction,
        out=t(S64, np.shape(expected)),
    )  # fmt: skip
    found = run(made_for, {"self": np.array([2**61, -1]), "target": np.array([2**60, 2])})
    np.testing.assert_array_equal(found.out, expected)


@pytest.mark.parametrize("base", [MSE, L1, SMOOTH, MARGIN], ids=name_of)
@pytest.mark.parametrize(("reduction", "expected"), [(MEAN, math.nan), (SUM, 0)])
@pytest.mark.parametrize("dtype", [F32, F16, BF16])
def test_the_loss_of_nothing(base, reduction, expected, dtype):
    empty = {"self": t(dtype, (0, 3)), "target": t(dtype, (3,))}
    found = run(but(base, **empty, reduction=reduction, **{out_of(base): t(dtype, ())}), {}, out=out_of(base))
    np.testing.assert_array_equal(found.out.astype(np.float64), expected)


NAN, INF = math.nan, math.inf
ENDS = (
    (MSE, {"self": [NAN, INF, -INF, 2e20], "target": [0, 1, -INF, 0]}, [NAN, INF, NAN, INF]),
    (L1, {"self": [NAN, INF, -INF, 2e20], "target": [0, 1, -INF, 0]}, [NAN, INF, NAN, np.float32(2e20)]),
    (SMOOTH, {"self": [NAN, INF, 1, 0], "target": [0, 1, 0, 1]}, [NAN, INF, 0.5, 0.5]),
    (but(SMOOTH, beta=0.0), {"self": [2, 0, -1, INF], "target": 0}, [2, 0, 1, INF]),
    (MARGIN, {"self": [200, -200, 0, NAN], "target": 1}, [0, 200, np.log(np.float32(2)), NAN]),
    (MSE_GRAD, {"gradOutput": [1, 1, 0, 1], "self": [NAN, INF, INF, 3], "target": 1}, [NAN, INF, NAN, 4]),
    (L1_GRAD, {"gradOutput": [1, 1, INF, 1], "self": [NAN, INF, 2, 1], "target": 1}, [0, 1, INF, 0]),
    (SMOOTH_GRAD, {"gradOutput": 1, "self": [NAN, INF, -INF, 1], "target": 0}, [NAN, 1, -1, 1]),
    (but(SMOOTH_GRAD, beta=0.0), {"gradOut": 1, "self": [2, -2, 0, INF], "target": 0}, [1, -1, NAN, 1]),
    (MARGIN_GRAD, {"gradOutput": 1, "self": [200, -50, 0, -200], "target": 1}, [0, -1, -0.5, NAN]),
)


@pytest.mark.parametrize(("base", "values", "expected"), ENDS)
def test_ends(base, values, expected):
    if base is SMOOTH_GRAD:
        values = {"gradOut" if name == "gradOutput" else name: value for name, value in values.items()}
    made_for = but(
        base, **{name: t(F32, (4,)) for name, value in base.args.items() if hasattr(value, "shape")}
    )
    np.testing.assert_array_equal(run(made_for, values, out=out_of(base)).out, np.float32(expected))


def test_a_single_gradient_has_no_slope_at_beta_0():
    made_for = but(SMOOTH_GRAD, gradOut=t(F32, (1,)), beta=0.0, self=t(F32, (3,)), target=t(F32, (3,)),
                   gradInput=t(F32, (3,)))  # fmt: skip
    found = run(made_for, {"gradOut": 4, "self": [1, 0, -1], "target": 0}, out="gradInput")
    np.testing.assert_array_equal(found.out, [4, 0, -4])


@pytest.mark.parametrize("base", POINTWISE, ids=name_of)
def test_more_than_a_tile(base):
    shape = (3, 8192 + 5)
    tensors = [name for name, value in base.args.items() if hasattr(value, "shape")]
    made_for = but(
        but(base, **{name: t(F32, shape) for name in tensors}), target=t(F32, shape, strides=(1, 3))
    )
    inputs = {name: uniform(place, shape, -2, 2) for place, name in enumerate(tensors[:-1])}
    assert np.isfinite(run(made_for, inputs, out=tensors[-1]).out).all()


@pytest.mark.parametrize("base", GRADIENTS, ids=name_of)
def test_in_place(base):
    shared = t(F32, (2,))
    grad, out = next(iter(base.args)), out_of(base)
    made_for = but(base, **{grad: shared, out: shared}, self=t(F32, (2,)), target=t(F32, (2,)))
    found = run(made_for, {grad: [2, 4], "self": [4, 0], "target": [0, 4]}, out=out)
    expected = {"Mse": [16, -32], "L1": [2, -4], "Smo": [2, -4], "Sof": [0, -8]}
    np.testing.assert_array_equal(found.out, next(v for k, v in expected.items() if k in base.op[:8]))


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.loss_pointwise") == {base.op for base in POINTWISE}
