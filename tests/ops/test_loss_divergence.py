"""Kullback-Leibler divergence, its gradients, and the target's gradient of binary cross entropy with logits."""

import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NC1HWC0,
    NCHW,
    NEW_SOCS,
    NULLPTR,
    OLD_SOCS,
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
from _loss_calls import BATCH_MEAN, DIVERGENCE, KL, KL_GRAD, KL_TARGET, LOGITS_TARGET, MEAN, NONE, SHAPE, SUM
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S32 = DTYPES["f64"], DTYPES["s32"]
NULL, RANK, DTYPE, SAME, FORMAT, SHAPES, SPREAD, MERGE, RESULT = (f"ACLNN-PARAM-{n:03}" for n in range(1, 10))
VALUE, CAST, PRIVATE = (f"ACLNN-PARAM-{n:03}" for n in (10, 12, 23))
FEW = settings(max_examples=20)

RANK_9 = t(F32, (1,) * 9)
SCALAR, OTHER, ROW = t(F32, ()), t(F32, (2, 4)), t(F32, (3,))
BEYOND = t(F32, SHAPE, strides=(4, 2), storage=SHAPE)  # reaches element 8 of 6


def name_of(base):
    return base.op.removeprefix("aclnn")


def out_of(base):
    return list(base.args)[-1]


LISTED = {soc: {"f32", "f16"} for soc in OLD_SOCS} | {soc: {"f32", "f16", "bf16"} for soc in NEW_SOCS}
LISTS = (
    (KL, ("self", "target", "out"), LISTED),
    (KL_GRAD, ("gradOutput", "self", "target", "out"), LISTED | {"Ascend310B": set()}),
    (KL_TARGET, ("gradOutput", "self", "target"), LISTED | {soc: set() for soc in OLD_SOCS}),
    (LOGITS_TARGET, ("gradOutput", "self", "target", "weightOptional", "posWeightOptional"),
     {soc: {"f16", "f32", "bf16"} for soc in SOCS}),
)  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(
    ("base", "params", "listed"), LISTS, ids=lambda value: name_of(value) if hasattr(value, "op") else ""
)
def test_each_tensor_takes_the_listed_dtypes_only(base, params, listed, soc):
    passed = {short for short, dtype in DTYPES.items() if outcome(with_dtypes(base, dtype), soc)[0] == 0}
    assert passed == listed[soc]
    if passed and soc == "Ascend950":
        # A self that is listed casts to every float; another is refused by its cast or by the list.
        found = {name: accepted_dtypes(base, name, soc) & {"f32", "f16", "bf16", "f64"} for name in params}
        assert found == dict.fromkeys(params, listed[soc])


def single_faults(base):
    out = out_of(base)
    tensors = [name for name, value in base.args.items() if hasattr(value, "shape")]
    for name in tensors:
        if name.endswith("Optional"):
            yield Case(f"without-{name}", but(base, **{name: None}))
        else:
            yield Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
        yield Case(f"strided-{name}", but(base, **{name: t(F32, SHAPE, strides=(1, 2))}))
        if name != out:
            yield Case(f"beyond-{name}", but(base, **{name: BEYOND}), INNER_NULLPTR, "ACLNN-TENSOR-006")
        if name != out or base is not KL:
            yield Case(f"rank-9-{name}", but(base, **{name: RANK_9}), INVALID, RANK)


CASES = (
    *(case for base in DIVERGENCE for case in single_faults(base)),
    # dtypes, cast, ranks, reduction, late: broadcast, shape
    Case("null<dtype", but(KL, out=None, self=t(F64, SHAPE)), NULLPTR, NULL),
    Case("dtype<rank", but(KL, out=t(F64, SHAPE), target=RANK_9), INVALID, DTYPE),
    Case("rank<reduction", but(KL, target=RANK_9, reduction=4), INVALID, RANK),
    Case("reduction<shape", but(KL, target=OTHER, reduction=4), INVALID, VALUE),
    Case("reduction-below", but(KL, reduction=-1), INVALID, VALUE),
    Case("storage<broadcast", but(KL, self=BEYOND, target=OTHER), INNER_NULLPTR, "ACLNN-TENSOR-006"),
    Case("broadcast", but(KL, target=OTHER), INVALID, MERGE),
    Case("out-shape", but(KL, out=ROW), INVALID, RESULT),
    Case("out-of-one-element", but(KL, self=SCALAR, target=SCALAR, out=t(F32, (1,))), INVALID, RESULT),
    Case("scalars", but(KL, self=SCALAR, target=SCALAR, out=SCALAR)),
    Case("target-broadcasts", but(KL, target=ROW)),
    Case("enlarging", but(KL, target=t(F32, (4, 2, 3)), out=t(F32, (4, 2, 3)))),
    *(Case(f"total{r}", but(KL, reduction=r, out=t(F32, (1, 1)))) for r in (MEAN, SUM, BATCH_MEAN)),
    Case("total-shape", but(KL, reduction=SUM), INVALID, RESULT),
    Case("mixed", but(KL, self=t(F16, SHAPE), target=t(BF16, SHAPE), out=t(BF16, SHAPE))),
    # cast, dtypes, ranks, broadcast, shape; a reduction is not asked for
    Case("cast<dtype", but(KL_GRAD, gradOutput=t(F64, SHAPE), out=t(S32, SHAPE)), INVALID, CAST),
    Case("dtype<rank", but(KL_GRAD, gradOutput=t(F64, SHAPE), self=RANK_9), INVALID, DTYPE),
    Case("rank<broadcast", but(KL_GRAD, out=RANK_9, target=OTHER), INVALID, RANK),
    Case("broadcast<grad", but(KL_GRAD, target=OTHER, gradOutput=t(F32, (7,))), INVALID, MERGE),
    Case("grad-merges-not", but(KL_GRAD, gradOutput=t(F32, (7,)), out=ROW), INVALID, MERGE),
    Case("grad-enlarges", but(KL_GRAD, gradOutput=t(F32, (4, 2, 3)), out=ROW), INVALID, SPREAD),
    Case("shape", but(KL_GRAD, out=ROW), INVALID, SHAPES),
    Case("self-broadcasts", but(KL_GRAD, self=ROW, out=ROW)),
    *(Case(f"reduction{r}", but(KL_GRAD, reduction=r)) for r in (-1, 4)),
    Case("same<rank", but(KL_TARGET, gradTarget=t(F16, SHAPE), self=RANK_9), INVALID, SAME),
    Case("dtype<same", but(KL_TARGET, gradTarget=t(F64, SHAPE)), INVALID, DTYPE),
    Case("shape", but(KL_TARGET, target=ROW), INVALID, SHAPES),
    Case("shape<format", but(KL_TARGET, target=ROW, self=t(F32, SHAPE, format=NC1HWC0)), INVALID, SHAPES),
    *(Case(f"private-{name}", but(KL_TARGET, **{name: t(F32, SHAPE, format=NC1HWC0)}), INVALID, PRIVATE)
      for name in ("gradOutput", "self", "target", "gradTarget")),
    Case("public", but(KL_TARGET, self=t(F32, SHAPE, format=NCHW))),
    Case("target-broadcasts", but(KL_TARGET, target=ROW, gradTarget=ROW)),
    # ranks, dtypes, one dtype, formats, shapes, broadcast, reduction
    Case("rank<dtype", but(LOGITS_TARGET, self=RANK_9, gradOutput=t(F64, SHAPE)), INVALID, RANK),
    Case("dtype<same", but(LOGITS_TARGET, self=t(F64, SHAPE), gradTarget=t(F16, SHAPE)), INVALID, DTYPE),
    Case("same<format", but(LOGITS_TARGET, gradTarget=t(F16, SHAPE), target=t(F32, SHAPE, format=NCHW)), INVALID, SAME),
    Case("format<shape", but(LOGITS_TARGET, target=t(F32, (3,), format=NCHW)), INVALID, FORMAT),
    Case("shape<broadcast", but(LOGITS_TARGET, target=ROW, gradOutput=OTHER), INVALID, SHAPES),
    Case("broadcast<reduction", but(LOGITS_TARGET, weightOptional=OTHER, reduction=3), INVALID, SPREAD),
    Case("reduction", but(LOGITS_TARGET, reduction=3), INVALID, VALUE),
    Case("broadcasts", but(LOGITS_TARGET, gradOutput=SCALAR, weightOptional=ROW, posWeightOptional=ROW)),
    Case("halves", but(with_dtypes(LOGITS_TARGET, F16), self=t(BF16, SHAPE))),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


def sized(base, dtype=F32, **changes):
    tensors = {name: t(dtype, (1000,)) for name, value in base.args.items() if hasattr(value, "shape")}
    return but(base, **(tensors | changes))


FOUR = padded(4000)
EMPTY = t(F32, (0, 3))
NO_WEIGHTS = {"weightOptional": None, "posWeightOptional": None}
CHAIN = "OnesLike OnesLike ZerosLike Sub LogSigmoid LogSigmoid Mul Sub Mul Mul"
PLANS = (
    (sized(KL), "Ascend910B", "BroadcastTo BroadcastTo KLDivV2", 2 * FOUR),
    (sized(KL, F16, target=t(F32, (1000,)), reduction=SUM, out=t(F16, (1,))), "Ascend910B",
     "Cast BroadcastTo BroadcastTo KLDivV2 Cast", None),
    (sized(KL_GRAD), "Ascend910B", "KlDivLossGrad", 0),
    (sized(KL_GRAD, F16), "Ascend910B", "KlDivLossGrad", 0),
    (sized(KL_GRAD, BF16), "Ascend910B", "Cast Cast Cast KlDivLossGrad Cast", 4 * FOUR),
    (but(KL_GRAD, self=ROW, out=ROW), "Ascend910B", "BroadcastTo KlDivLossGrad ReduceSum", 2 * padded(24)),
    (sized(KL_TARGET), "Ascend950", "KlDivTargetLossGrad", 0),
    (sized(KL_TARGET, BF16), "Ascend950", "KlDivTargetLossGrad", 0),
    (sized(KL_TARGET, BF16, self=t(F32, (1000,))), "Ascend950", "Cast Cast KlDivTargetLossGrad Cast", 3 * FOUR),
    (sized(KL_TARGET), "Ascend910B", "Mul Log Mul Sub Mul RealDiv Add", None),
    (sized(KL_TARGET, logTarget=True), "Ascend910B", "Exp Sub Mul Mul Mul Add", None),
    (sized(KL_TARGET, reduction=MEAN), "Ascend910B", "RealDiv Mul Log Mul Sub Mul RealDiv Add", None),
    (but(KL_TARGET, target=ROW, gradTarget=ROW), "Ascend950", "BroadcastTo KlDivTargetLossGrad ReduceSum", None),
    (sized(LOGITS_TARGET, **NO_WEIGHTS), "Ascend910B", CHAIN, None),
    (sized(LOGITS_TARGET, **NO_WEIGHTS, reduction=MEAN), "Ascend910B", f"{CHAIN} Muls", None),
    (sized(LOGITS_TARGET), "Ascend910B", CHAIN.removeprefix("OnesLike OnesLike "), None),
    (sized(LOGITS_TARGET, target=t(F16, (1000,)), gradTarget=t(F16, (1000,))), "Ascend910B",
     f"Cast {CHAIN.removeprefix('OnesLike OnesLike ')} Cast", None),
    *(
        (but(KL, self=EMPTY, target=EMPTY, reduction=reduction, out=SCALAR), "Ascend910B", "Fill", 0)
        for reduction in (MEAN, SUM, BATCH_MEAN)
    ),
    *(
        (but(base, **{name: EMPTY for name, value in base.args.items() if hasattr(value, "shape")}), "Ascend910B", "", 0)
        for base in DIVERGENCE
    ),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert sorted(step.name for step in plan.steps) == sorted(steps.split())
    if workspace is not None:
        assert plan.workspace_size == workspace


# Numbers.


def count(shape, reduction):
    return {MEAN: math.prod(shape), BATCH_MEAN: shape[0] if shape else 1}.get(reduction, 1)


REDUCTIONS = st.sampled_from([NONE, MEAN, SUM, BATCH_MEAN])


@FEW
@given(st.data(), FLOATS, shapes(), REDUCTIONS, st.booleans(), SEEDS)
def test_divergence(data, dtype, shape, reduction, log_target, seed):
    other, out_dtype = data.draw(broadcastable(shape)), data.draw(FLOATS)
    made_for = but(
        KL, self=data.draw(layouts(dtype, shape)), target=data.draw(layouts(dtype, other)), reduction=reduction,
        logTarget=log_target,
        out=data.draw(layouts(out_dtype, shape if reduction == NONE else (), writable=True)),
    )  # fmt: skip
    values = {"self": uniform(seed, shape, -4, -2), "target": uniform(seed + 1, other, 0.1, 1)}
    found = run(made_for, values, soc=data.draw(st.sampled_from(NEW_SOCS)))
    x, y = np.broadcast_arrays(found.inputs["self"], found.inputs["target"])
    expected = np.exp(y) * (y - x) if log_target else y * (np.log(y) - x)
    if reduction != NONE:
        expected = expected.sum() / count(shape, reduction)
    check_close(found.out, expected, max(dtype, out_dtype, key=(F32, F16, BF16).index))


def summed(grad, shape):
    """What NumPy broadcast, added up again."""
    extra = grad.ndim - len(shape)
    axes = tuple(axis for axis in range(grad.ndim) if axis < extra or shape[axis - extra] != grad.shape[axis])
    return grad.sum(axis=axes).reshape(shape)


@pytest.mark.parametrize("base", [KL_GRAD, KL_TARGET], ids=name_of)
@FEW
@given(st.data(), st.sampled_from([F32, F16]), shapes(), REDUCTIONS, st.booleans(), SEEDS)
def test_gradients(base, data, dtype, shape, reduction, log_target, seed):
    other, grad_shape = data.draw(broadcastable(shape)), data.draw(broadcastable(shape))
    x_shape, y_shape = (other, shape) if base is KL_GRAD else (shape, other)
    out_shape = other
    made_for = but(
        base, gradOutput=data.draw(layouts(dtype, grad_shape)), self=data.draw(layouts(dtype, x_shape)),
        target=data.draw(layouts(dtype, y_shape)), reduction=reduction, logTarget=log_target,
        **{out_of(base): data.draw(layouts(dtype, out_shape, writable=True))},
    )  # fmt: skip
    values = {
        "gradOutput": uniform(seed, grad_shape, 0.5, 2), "self": uniform(seed + 1, x_shape, -4, -2),
        "target": uniform(seed + 2, y_shape, 0.2, 1),
    }  # fmt: skip
    found = run(made_for, values, out=out_of(base), soc=data.draw(st.sampled_from(NEW_SOCS)))
    grad, x, y = (np.broadcast_to(found.inputs[name], shape) for name in ("gradOutput", "self", "target"))
    if base is KL_GRAD:
        slope = -np.exp(y) if log_target else -y
    else:
        slope = np.exp(y) * (y - x + 1) if log_target else np.log(y) - x + 1
    expected = summed(grad * slope / count(shape, reduction), out_shape)
    check_close(found.out, expected, dtype)


@FEW
@given(st.data(), FLOATS, shapes(), st.sampled_from([NONE, MEAN, SUM]), SEEDS)
def test_the_gradient_of_a_target_of_logits(data, dtype, shape, reduction, seed):
    spread = {
        name: data.draw(broadcastable(shape))
        for name in ("gradOutput", "weightOptional", "posWeightOptional")
    }
    kinds = {
        "self": (-4, 4),
        "target": (0, 1),
        "gradOutput": (0.5, 2),
        "weightOptional": (0.5, 2),
        "posWeightOptional": (0.5, 2),
    }
    tensors = {name: data.draw(layouts(dtype, spread.get(name, shape))) for name in kinds}
    if data.draw(st.booleans()):
        tensors |= NO_WEIGHTS
    made_for = but(
        LOGITS_TARGET,
        **tensors,
        reduction=reduction,
        gradTarget=data.draw(layouts(dtype, shape, writable=True)),
    )
    values = {
        name: uniform(seed + place, spread.get(name, shape), *kinds[name])
        for place, name in enumerate(kinds)
        if tensors[name] is not None
    }
    found = run(made_for, values, out="gradTarget", soc=data.draw(st.sampled_from(SOCS)))
    x, grad = found.inputs["self"], found.inputs["gradOutput"]
    weight, positive = (found.inputs.get(name, 1.0) for name in ("weightOptional", "posWeightOptional"))
    expected = grad * (positive * np.logaddexp(0, -x) - np.logaddexp(0, x)) * weight
    check_close(found.out, expected / (math.prod(shape) if reduction == MEAN else 1), dtype, floor=2.0**-4)


@pytest.mark.parametrize(
    ("x", "reduction", "expected"),
    [((0, 3), MEAN, math.nan), ((0, 3), SUM, 0), ((0, 3), BATCH_MEAN, math.nan), ((3, 0), BATCH_MEAN, 0)],
)
def test_the_divergence_of_nothing(x, reduction, expected):
    found = run(but(KL, self=t(F32, x), target=t(F32, x), reduction=reduction, out=t(F32, (1,))), {})
    np.testing.assert_array_equal(found.out, [expected])


def test_a_target_of_0_costs_nothing():
    made_for = but(KL, self=t(F32, (4,)), target=t(F32, (4,)), out=t(F32, (4,)))
    values = {"self": [-1, np.inf, -1, -1], "target": [0, 0, -1, np.nan]}
    np.testing.assert_array_equal(run(made_for, values).out, [0, np.nan, np.nan, np.nan])


@pytest.mark.parametrize("base", DIVERGENCE, ids=name_of)
def test_more_than_a_tile(base):
    shape = (3, 8192 + 5)
    tensors = [name for name, value in base.args.items() if hasattr(value, "shape")]
    made_for = but(
        but(base, **{name: t(F32, shape) for name in tensors}), target=t(F32, shape, strides=(1, 3))
    )
    inputs = {name: uniform(place, shape, 0.1, 2) for place, name in enumerate(tensors[:-1])}
    assert np.isfinite(run(made_for, inputs, out=tensors[-1]).out).all()


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.loss_divergence") == {base.op for base in DIVERGENCE}
