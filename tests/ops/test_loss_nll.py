"""Negative log likelihood of samples and of images: refusals and their order, plans, numbers."""

import math

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    OLD_SOCS,
    SOCS,
    Case,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    t,
)
from _draw import BF16, F16, F32, FLOATS, SEEDS, layouts, uniform
from _loss_calls import LIKELIHOOD, MEAN, NLL, NLL2D, NLL2D_GRAD, NLL_GRAD, NONE, SUM
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import RtDeviceFault

F64, S32, S64, U8 = (DTYPES[name] for name in ("f64", "s32", "s64", "u8"))
NULL, DTYPE, SAME, SHAPES, RESULT = (f"ACLNN-PARAM-{n:03}" for n in (1, 3, 4, 6, 9))
VALUE, CAST, RANKS, ONE, FITS, NO_CLASSES = (f"ACLNN-PARAM-{n:03}" for n in (10, 12, 62, 83, 84, 85))
FEW = settings(max_examples=15)
SCALAR, PAIR = t(F32, ()), t(F32, (2,))


def name_of(base):
    return base.op.removeprefix("aclnn")


def floats(base, dtype):
    """The same call with every tensor but the target of one dtype."""
    return but(base, **{
        name: attrs.evolve(value, dtype=dtype)
        for name, value in base.args.items()
        if hasattr(value, "shape") and name != "target"
    })  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", LIKELIHOOD, ids=name_of)
def test_dtypes(base, soc):
    expected = {"f32", "f16"} | ({"bf16"} if soc in NEW_SOCS else set())
    assert {short for short, dtype in DTYPES.items() if outcome(floats(base, dtype), soc)[0] == 0} == expected
    shape = base.args["target"].shape
    passed = {
        short for short, dtype in DTYPES.items() if outcome(but(base, target=t(dtype, shape)), soc)[0] == 0
    }
    assert passed == {"s64", "s32", "u8"}


def single_faults(base):
    for name, value in base.args.items():
        if not hasattr(value, "shape"):
            continue
        yield Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
        if len(value.shape) > 1:
            permuted = tuple(math.prod(value.shape[:axis]) for axis in range(len(value.shape)))
            yield Case(f"strided-{name}", but(base, **{name: attrs.evolve(value, strides=permuted)}))
    for reduction in (-1, 3):
        # What the gradient of an image reduces to is asked after its shapes.
        one = {"gradOutput": t(F32, (1,))} if base is NLL2D_GRAD else {}
        yield Case(f"reduction{reduction}", but(base, reduction=reduction, **one), INVALID, VALUE)


ONE_SAMPLE = {"self": t(F32, (3,)), "target": t(S64, ())}
CASES = (
    *(case for base in LIKELIHOOD for case in single_faults(base)),
    # weight, casts, lists, reduction, shapes
    Case("null<same", but(NLL, totalWeightOut=None, weight=t(F16, (3,))), NULLPTR, NULL),
    Case("same<cast", but(NLL, weight=t(F16, (3,)), out=t(S32, (4,))), INVALID, SAME),
    Case("cast<dtype", but(floats(NLL, F64), out=t(S32, (4,))), INVALID, CAST),
    Case("cast-of-total", but(floats(NLL, F64), totalWeightOut=t(S32, (1,))), INVALID, CAST),
    Case("dtype<target", but(floats(NLL, F64), target=t(F32, (4,))), INVALID, DTYPE),
    Case("target<reduction", but(NLL, target=t(F32, (4,)), reduction=7), INVALID, DTYPE),
    Case("reduction<shape", but(NLL, self=t(F32, (4, 3, 1)), reduction=7), INVALID, VALUE),
    Case("other-out", but(NLL, out=t(F64, (4,)), totalWeightOut=t(F16, ()))),
    Case("self-of-3", but(NLL, self=t(F32, (4, 3, 1)), target=t(S64, (4, 3))), INVALID, RANKS),
    Case("self-of-0", but(NLL, self=SCALAR), INVALID, RANKS),
    Case("target-of-2", but(NLL, target=t(S64, (4, 1)), weight=PAIR), INVALID, RANKS),
    Case("target<weight", but(NLL, target=t(S64, (3,)), weight=PAIR), INVALID, FITS),
    Case("a-batch-of-one-target", but(NLL, target=t(S64, ())), INVALID, FITS),
    Case("weight<out", but(NLL, weight=PAIR, out=PAIR), INVALID, RESULT),
    Case("out<total", but(NLL, out=PAIR, totalWeightOut=PAIR), INVALID, RESULT),
    Case("total", but(NLL, totalWeightOut=PAIR), INVALID, ONE),
    Case("total-of-4-dimensions", but(NLL, totalWeightOut=t(F32, (1, 1, 1, 1)))),
    Case("mean-out", but(NLL, reduction=MEAN), INVALID, ONE),
    Case("mean-out-of-2-dimensions", but(NLL, reduction=MEAN, out=t(F32, (1, 1))), INVALID, ONE),
    Case("mean", but(NLL, reduction=MEAN, out=SCALAR)),
    Case("one-sample", but(NLL, **ONE_SAMPLE, out=SCALAR)),
    Case("one-sample-out-of-one", but(NLL, **ONE_SAMPLE, out=t(F32, (1,)))),
    Case("one-sample-many-targets", but(NLL, **ONE_SAMPLE | {"target": t(S64, (3,))}), INVALID, FITS),
    Case("no-classes", but(NLL, self=t(F32, (4, 0)), weight=t(F32, (0,))), INVALID, NO_CLASSES),
    Case("no-samples", but(NLL, self=t(F32, (0, 3)), target=t(S64, (0,)), out=t(F32, (0,)))),
    # weight, grad and total, cast, lists, reduction, shapes
    Case("same<cast", but(NLL_GRAD, gradOutput=t(F16, (4,)), out=t(S32, (4, 3))), INVALID, SAME),
    Case("same-total", but(NLL_GRAD, totalWeight=t(F16, (1,))), INVALID, SAME),
    Case("cast<dtype", but(floats(NLL_GRAD, F64), out=t(S32, (4, 3))), INVALID, CAST),
    Case("target<reduction", but(NLL_GRAD, target=t(F32, (4,)), reduction=7), INVALID, DTYPE),
    Case("reduction<shape", but(NLL_GRAD, target=t(S64, (3,)), reduction=7), INVALID, VALUE),
    Case("weight<total", but(NLL_GRAD, weight=PAIR, totalWeight=PAIR), INVALID, RESULT),
    Case("total<grad", but(NLL_GRAD, totalWeight=PAIR, gradOutput=PAIR), INVALID, ONE),
    Case("grad<out", but(NLL_GRAD, gradOutput=PAIR, out=PAIR), INVALID, RESULT),
    Case("grad-of-a-mean", but(NLL_GRAD, reduction=MEAN), INVALID, ONE),
    Case("out", but(NLL_GRAD, out=t(F32, (3, 4))), INVALID, SHAPES),
    Case("one-sample", but(NLL_GRAD, **ONE_SAMPLE, gradOutput=t(F32, (1,)), out=t(F32, (3,)))),
    # lists, weight, casts, target, reduction, shapes
    Case("dtype<same", but(NLL2D, self=t(F64, (2, 3, 2, 4))), INVALID, DTYPE),
    Case("same<cast", but(NLL2D, weight=t(F16, (3,)), out=t(S32, (2, 2, 4))), INVALID, SAME),
    Case("cast<target", but(NLL2D, target=t(F32, (2, 2, 4)), out=t(S32, (2, 2, 4))), INVALID, CAST),
    Case("target<reduction", but(NLL2D, target=t(F32, (2, 2, 4)), reduction=7), INVALID, DTYPE),
    Case("reduction<rank", but(NLL2D, self=PAIR, reduction=7), INVALID, VALUE),
    Case("rank<weight", but(NLL2D, self=PAIR, weight=PAIR), INVALID, RANKS),
    Case("weight<rank", but(NLL2D, weight=PAIR, target=t(S64, (2, 8))), INVALID, RESULT),
    Case("weight-of-a-column", but(NLL2D, weight=t(F32, (3, 1)))),
    Case("rank<size", but(NLL2D, target=t(S64, (2, 8))), INVALID, RANKS),
    Case("size<out", but(NLL2D, target=t(S64, (2, 4, 2)), out=PAIR), INVALID, FITS),
    Case("out<total", but(NLL2D, out=PAIR, totalWeightOut=PAIR), INVALID, RESULT),
    Case("total", but(NLL2D, totalWeightOut=PAIR), INVALID, ONE),
    Case("sum-out", but(NLL2D, reduction=SUM), INVALID, ONE),
    Case("sum", but(NLL2D, reduction=SUM, out=t(F32, (1, 1, 1)))),
    # list, one dtype, target, shapes, reduction
    Case("dtype<same", but(NLL2D_GRAD, self=t(F64, (2, 3, 2, 4))), INVALID, DTYPE),
    Case("same<target", but(NLL2D_GRAD, out=t(F16, (2, 3, 2, 4)), target=t(F32, (2, 2, 4))), INVALID, SAME),
    Case("target<grad", but(NLL2D_GRAD, target=t(F32, (2, 2, 4)), gradOutput=PAIR), INVALID, DTYPE),
    Case("grad<rank", but(NLL2D_GRAD, gradOutput=PAIR, self=PAIR), INVALID, RESULT),
    Case("rank<size", but(NLL2D_GRAD, reduction=MEAN, gradOutput=SCALAR, target=t(S64, (2, 8))), INVALID, RANKS),
    Case("size<weight", but(NLL2D_GRAD, reduction=MEAN, gradOutput=SCALAR, target=t(S64, (2, 4, 2)), weight=PAIR),
         INVALID, FITS),
    Case("weight<out", but(NLL2D_GRAD, weight=PAIR, out=PAIR), INVALID, RESULT),
    Case("weight-of-rank-2", but(NLL2D_GRAD, weight=t(F32, (1, 3)))),
    Case("out<total", but(NLL2D_GRAD, out=PAIR, totalWeight=PAIR), INVALID, RESULT),
    Case("total<reduction", but(NLL2D_GRAD, totalWeight=PAIR, gradOutput=SCALAR, reduction=7), INVALID, ONE),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


ONE_BLOCK = padded(4)
PLANS = (
    (NLL, "Ascend910B", "NLLLoss", ONE_BLOCK),
    (but(NLL, reduction=MEAN, out=SCALAR), "Ascend910B", "NLLLoss", 0),
    (floats(NLL, F16), "Ascend910B", "Cast Cast NLLLoss Cast", 4 * ONE_BLOCK),
    (floats(NLL, F16), "Ascend950", "NLLLoss", ONE_BLOCK),
    (floats(NLL, BF16), "Ascend910B", "NLLLoss", ONE_BLOCK),
    (but(NLL, target=t(U8, (4,))), "Ascend910B", "Cast NLLLoss", 2 * ONE_BLOCK),
    (but(NLL, target=t(U8, (4,))), "Ascend950", "NLLLoss", ONE_BLOCK),
    (NLL_GRAD, "Ascend910B", "Cast NLLLossGrad", ONE_BLOCK),
    (NLL_GRAD, "Ascend310P", "Cast NLLLossGrad310p", ONE_BLOCK),
    (NLL_GRAD, "Ascend950", "NLLLossGrad", 0),
    (floats(NLL_GRAD, F16), "Ascend910", "Cast Cast Cast Cast Cast NLLLossGrad Cast", None),
    (NLL2D, "Ascend910B", "Transpose NLLLoss", 2 * ONE_BLOCK),
    (NLL2D, "Ascend950", "NLLLoss", ONE_BLOCK),
    (but(NLL2D, self=t(F32, (2, 1, 2, 4)), weight=t(F32, (1,))), "Ascend910B", "NLLLoss", ONE_BLOCK),
    (NLL2D_GRAD, "Ascend910B", "Transpose Cast NLLLossGrad Transpose", None),
    (NLL2D_GRAD, "Ascend950", "NLLLossGrad", 0),
    (but(NLL, self=t(F32, (0, 3)), target=t(S64, (0,)), reduction=SUM, out=SCALAR), "Ascend910B", "Fill Fill", 0),
    (but(NLL, self=t(F32, (0, 3)), target=t(S64, (0,)), out=t(F32, (0,))), "Ascend910B", "", 0),
    (but(NLL_GRAD, self=t(F32, (0, 3)), target=t(S64, (0,)), gradOutput=t(F32, (0,)), out=t(F32, (0, 3))),
     "Ascend910B", "", 0),
    (but(NLL2D, self=t(F32, (0, 3, 2, 4)), target=t(S64, (0, 2, 4)), reduction=MEAN, out=SCALAR), "Ascend910B",
     "Fill Fill", 0),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert " ".join(step.name for step in plan.steps) == steps
    if workspace is not None:
        assert plan.workspace_size == workspace


# Numbers.

IGNORED = 1


def reference(x, target, weight, reduction):
    """Losses, or their total, and the total weight; the classes are in the last dimension."""
    counts = target != IGNORED
    weights = weight[target] * counts
    losses = -weights * np.take_along_axis(x, target[..., None], -1)[..., 0]
    if reduction == NONE:
        return losses, weights.sum()
    return losses.sum() / (weights.sum() if reduction == MEAN else 1), weights.sum()


@pytest.mark.parametrize("base", [NLL, NLL2D], ids=name_of)
@FEW
@given(st.data(), FLOATS, st.integers(2, 5), st.integers(1, 6), st.sampled_from([NONE, MEAN, SUM]), SEEDS)
def test_likelihood(base, data, dtype, classes, samples, reduction, seed):
    shape = (samples,) if base is NLL else (2, samples, 3)
    full = (samples, classes) if base is NLL else (2, classes, samples, 3)
    target = np.random.default_rng(seed).integers(0, classes, shape)
    target[...] = np.where(target == target.flat[0], 0, target)
    out_dtype = data.draw(FLOATS)
    made_for = but(
        base, self=data.draw(layouts(dtype, full)), target=data.draw(layouts(data.draw(st.sampled_from([S64, S32, U8])), shape)),
        weight=data.draw(layouts(dtype, (classes,))), reduction=reduction, ignoreIndex=IGNORED,
        out=data.draw(layouts(out_dtype, shape if reduction == NONE else (1,), writable=True)),
        totalWeightOut=data.draw(layouts(out_dtype, (1,), writable=True)),
    )  # fmt: skip
    values = {
        "self": uniform(seed, full, -4, -0.5),
        "target": target,
        "weight": uniform(seed + 1, (classes,), 0.5, 2),
    }
    both = reduction != NONE
    outs = ("out", "totalWeightOut") if both else "out"
    found = run(made_for, values, soc=data.draw(st.sampled_from(NEW_SOCS)), out=outs)
    x = found.inputs["self"] if base is NLL else np.moveaxis(found.inputs["self"], 1, -1)
    loss, total = reference(x, found.inputs["target"].astype(int), found.inputs["weight"], reduction)
    tolerance = max(dtype, out_dtype, key=(F32, F16, BF16).index)
    check_close(found.out, np.reshape(loss, found.out.shape), tolerance)
    if both:
        check_close(found.outs["totalWeightOut"], [total], tolerance)


@pytest.mark.parametrize("base", [NLL_GRAD, NLL2D_GRAD], ids=name_of)
@FEW
@given(st.data(), FLOATS, st.integers(2, 5), st.integers(1, 6), st.sampled_from([NONE, MEAN, SUM]), SEEDS)
def test_likelihood_gradients(base, data, dtype, classes, samples, reduction, seed):
    shape = (samples,) if base is NLL_GRAD else (2, samples, 3)
    full = (samples, classes) if base is NLL_GRAD else (2, classes, samples, 3)
    grad_shape = shape if reduction == NONE else (1,)
    target = np.random.default_rng(seed).integers(0, classes, shape)
    made_for = but(
        base, gradOutput=data.draw(layouts(dtype, grad_shape)), self=data.draw(layouts(dtype, full)),
        target=data.draw(layouts(S64, shape)), weight=data.draw(layouts(dtype, (classes,))), reduction=reduction,
        ignoreIndex=IGNORED, totalWeight=t(dtype, (1,)), out=data.draw(layouts(dtype, full, writable=True)),
    )  # fmt: skip
    values = {
        "gradOutput": uniform(seed, grad_shape, 0.5, 2), "target": target, "weight": uniform(seed + 1, (classes,), 0.5, 2),
        "totalWeight": uniform(seed + 2, (1,), 1, 9),
    }  # fmt: skip
    found = run(
        made_for,
        values,
        soc=data.draw(st.sampled_from((*NEW_SOCS, *OLD_SOCS) if dtype != BF16 else NEW_SOCS)),
    )
    target = found.inputs["target"]  # a repeated layout keeps what was stored last
    chosen = np.arange(classes) == target[..., None]
    grad = np.broadcast_to(found.inputs["gradOutput"], shape)[..., None]
    scale = found.inputs["totalWeight"] if reduction == MEAN else 1
    expected = -1.0 * chosen * (target != IGNORED)[..., None] * found.inputs["weight"] * grad / scale
    check_close(found.out, expected if base is NLL_GRAD else np.moveaxis(expected, -1, 1), dtype)


@pytest.mark.parametrize(
    ("soc", "reduction", "target", "expected", "total"),
    [
        ("Ascend910B", NONE, 2, [6], None), ("Ascend910B", MEAN, 2, [3], 2), ("Ascend910B", SUM, 2, [6], 2),
        ("Ascend910B", MEAN, IGNORED, [math.nan], 0), ("Ascend910B", MEAN, 0, [math.nan], 0),
        ("Ascend950", NONE, 2, [6], None), ("Ascend950", MEAN, 2, [3], 2), ("Ascend950", SUM, 2, [6], 2),
        ("Ascend950", MEAN, IGNORED, [0], 0), ("Ascend950", MEAN, 0, [math.nan], 0),
    ],
)  # fmt: skip
def test_one_sample(soc, reduction, target, expected, total):
    made_for = but(NLL, **ONE_SAMPLE, reduction=reduction, ignoreIndex=IGNORED, out=t(F32, (1,)))
    values = {"self": [-1, -2, -3], "target": target, "weight": [0, 1, 2]}
    found = run(made_for, values, soc=soc, out="out" if total is None else ("out", "totalWeightOut"))
    np.testing.assert_array_equal(found.out, expected)
    if total is not None:
        np.testing.assert_array_equal(found.outs["totalWeightOut"], [total])


@pytest.mark.parametrize("base", LIKELIHOOD, ids=name_of)
@pytest.mark.parametrize("wrong", [-1, 3])
def test_a_target_that_is_no_class_is_a_fault_of_the_device(base, wrong):
    target = np.zeros(base.args["target"].shape, np.int64)
    target.flat[-1] = wrong
    with pytest.raises(RtDeviceFault, match=f"target holds {wrong}"):
        run(base, {"target": target}, out="out")


@pytest.mark.parametrize(("reduction", "expected"), [(MEAN, math.nan), (SUM, 0)])
@pytest.mark.parametrize("base", [NLL, NLL2D], ids=name_of)
def test_the_loss_of_nothing(base, reduction, expected):
    empty = {name: t(base.args[name].dtype, (0, *base.args[name].shape[1:])) for name in ("self", "target")}
    found = run(but(base, **empty, reduction=reduction, out=t(F32, (1,))), {}, out=("out", "totalWeightOut"))
    np.testing.assert_array_equal(found.out, [expected])
    np.testing.assert_array_equal(found.outs["totalWeightOut"], [0])


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.loss_nll") == {base.op for base in LIKELIHOOD}
