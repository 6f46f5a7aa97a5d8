"""Cross entropy of logits and classes, and its gradient: refusals, plans, numbers."""

import math

import attrs
import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    OLD_SOCS,
    SOCS,
    TILING,
    Case,
    but,
    declared_in,
    outcome,
    phase_1,
    t,
)
from _draw import F16, F32, FLOATS, SEEDS, layouts, uniform
from _loss_calls import CROSS, CROSS_ENTROPY, CROSS_GRAD
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import RtDeviceFault

F64, S32, S64 = (DTYPES[name] for name in ("f64", "s32", "s64"))

NULL, DTYPE, SAME, RESULT, VALUE = (f"ACLNN-PARAM-{n:03}" for n in (1, 3, 4, 9, 10))
REFUSED, RANKS, NO_CLASSES, RANGE, CHIP = (f"ACLNN-PARAM-{n:03}" for n in (47, 62, 85, 200, 208))
FEW = settings(max_examples=15)
X, PAIR, ONE = t(F32, (4, 3)), t(F32, (2,)), t(F32, (1,))


def typed(base, dtype):
    """The same call with all tensors but target and weight of one dtype."""
    return but(base, **{
        name: attrs.evolve(value, dtype=dtype)
        for name, value in base.args.items()
        if hasattr(value, "shape") and name not in ("target", "weightOptional")
    })  # fmt: skip


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("base", CROSS_ENTROPY, ids=lambda base: base.op)
def test_dtypes(base, soc):
    expected = {"f32", "f16", "bf16"} if soc in NEW_SOCS else set()
    assert {k for k, dtype in DTYPES.items() if outcome(typed(base, dtype), soc)[0] == 0} == expected
    for name, listed in (
        ("target", {"s64", "s32"} if soc == "Ascend950" else {"s64"}),
        ("weightOptional", {"f32"}),
    ):
        shape = base.args[name].shape
        passed = {
            k for k, dtype in DTYPES.items() if outcome(but(base, **{name: t(dtype, shape)}), soc)[0] == 0
        }
        assert passed == (listed if soc in NEW_SOCS else set())


CASES = (
    *(Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
      for base in CROSS_ENTROPY for name, value in base.args.items()
      if hasattr(value, "shape") and name != "weightOptional"),
    *(Case("without-weight", but(base, weightOptional=None)) for base in CROSS_ENTROPY),
    *(Case("null-is-mean", but(base, reductionOptional=None, **{name: ONE}))
      for base, name in ((CROSS, "lossOut"), (CROSS_GRAD, "gradLoss"))),
    *(Case("chip<dtype", typed(base, F64), NO_KERNEL, CHIP, soc) for base in CROSS_ENTROPY for soc in OLD_SOCS),
    # dtypes, one dtype, shapes, reduction, smoothing
    Case("dtype<same", but(CROSS, target=t(F32, (4,)), lossOut=t(F16, (4,))), INVALID, DTYPE),
    *(Case(f"same-{name}", but(CROSS, **{name: attrs.evolve(CROSS.args[name], dtype=F16)}, input=X), INVALID, SAME)
      for name in ("lossOut", "logProbOut", "zlossOut", "lseForZlossOut")),
    Case("same<shape", but(CROSS, lossOut=t(F16, (4,)), input=PAIR), INVALID, SAME),
    Case("rank<target", but(CROSS, input=PAIR, target=t(S64, (3,))), TILING, RANKS),
    Case("no-classes", but(CROSS, input=t(F32, (4, 0)), weightOptional=None), TILING, NO_CLASSES),
    Case("target<weight", but(CROSS, target=t(S64, (3,)), weightOptional=PAIR), TILING, RESULT),
    Case("weight<reduction", but(CROSS, weightOptional=PAIR, reductionOptional="all"), TILING, RESULT),
    Case("reduction<smoothing", but(CROSS, reductionOptional="all", labelSmoothing=2.0), TILING, VALUE),
    *(Case(f"smoothing{value}", but(CROSS, labelSmoothing=value), TILING, RANGE) for value in (-0.5, 1.5)),
    Case("no-samples", but(CROSS, input=t(F32, (0, 3)), target=t(S64, (0,))), NO_KERNEL, REFUSED),
    Case("loss-shape", but(CROSS, lossOut=ONE), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("log-prob-shape", but(CROSS, logProbOut=t(F32, (3, 4))), INNER_NULLPTR, "ACLNN-VIEW-001"),
    Case("scale-has-no-effect", but(CROSS, lseSquareScaleForZloss=0.5, returnZloss=True)),
    # dtypes, one dtype, reduction, shapes; what is not there yet
    Case("dtype<same", but(CROSS_GRAD, target=t(F32, (4,)), out=t(F16, (4, 3))), INVALID, DTYPE),
    Case("same<reduction", but(CROSS_GRAD, gradZlossOptional=t(F16, (4,)), reductionOptional="all"), INVALID, SAME),
    Case("reduction<rank", but(CROSS_GRAD, reductionOptional="all", logProb=PAIR), TILING, VALUE),
    Case("rank<grad", but(CROSS_GRAD, logProb=PAIR, gradLoss=PAIR), TILING, RANKS),
    Case("grad<target", but(CROSS_GRAD, gradLoss=PAIR, target=t(S64, (3,))), TILING, RESULT),
    Case("grad-of-a-mean", but(CROSS_GRAD, reductionOptional="mean"), TILING, RESULT),
    Case("grad-of-a-sum", but(CROSS_GRAD, reductionOptional="sum", gradLoss=t(F32, ()))),
    Case("weight", but(CROSS_GRAD, weightOptional=PAIR), TILING, RESULT),
    Case("out-shape", but(CROSS_GRAD, out=PAIR), INNER_NULLPTR, "ACLNN-VIEW-001"),
    *(Case(f"with-{name}", but(CROSS_GRAD, **{name: t(F32, (4,))}), NO_KERNEL, REFUSED)
      for name in ("gradZlossOptional", "lseForZlossOptional")),
    *(Case(f"with-{name}", but(CROSS_GRAD, **{name: 0.5}), NO_KERNEL, REFUSED)
      for name in ("labelSmoothing", "lseSquareScaleForZloss")),
    Case("no-samples", but(CROSS_GRAD, gradLoss=t(F32, (0,)), logProb=t(F32, (0, 3)), target=t(S64, (0,))),
         NO_KERNEL, REFUSED),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


@pytest.mark.parametrize("base", CROSS_ENTROPY, ids=lambda base: base.op)
def test_plan(base):
    plan = phase_1(base).plan
    assert [step.name for step in plan.steps] == [base.op.removeprefix("aclnn")]
    assert plan.workspace_size == 0


# Numbers.

IGNORED = 1
REDUCTIONS = st.sampled_from(["none", "mean", "sum"])


@FEW
@given(
    st.data(),
    FLOATS,
    st.integers(2, 5),
    st.integers(1, 6),
    REDUCTIONS,
    st.sampled_from([0.0, 0.25, 1.0]),
    SEEDS,
)
def test_cross_entropy(data, dtype, classes, samples, reduction, smoothing, seed):
    shape = (samples, classes)
    target = np.random.default_rng(seed).integers(0, classes, samples)
    target[target == target[0]] = 0
    made_for = but(
        CROSS, input=data.draw(layouts(dtype, shape)), target=t(S64, (samples,)),
        weightOptional=data.draw(layouts(F32, (classes,))) if data.draw(st.booleans()) else None,
        reductionOptional=reduction, ignoreIndex=IGNORED, labelSmoothing=smoothing,
        lossOut=data.draw(layouts(dtype, (samples,) if reduction == "none" else (1,), writable=True)),
        logProbOut=data.draw(layouts(dtype, shape, writable=True)), zlossOut=t(dtype, (samples,)),
        lseForZlossOut=t(dtype, (samples,)),
    )  # fmt: skip
    values = {"input": uniform(seed, shape, -3, 3), "target": target}
    if made_for.args["weightOptional"] is not None:
        values["weightOptional"] = uniform(seed + 1, (classes,), 0.5, 2)
    found = run(made_for, values, out=("lossOut", "logProbOut"))
    x, weight = found.inputs["input"], found.inputs.get("weightOptional", np.ones(classes))
    log_prob = x - np.log(np.exp(x).sum(axis=1, keepdims=True))
    counts = target != IGNORED
    plain = -weight[target] * log_prob[np.arange(samples), target]
    spread = -(weight * log_prob).sum(axis=1) / classes
    losses = ((1 - smoothing) * plain + smoothing * spread) * counts
    total = {"mean": losses.sum() / (weight[target] * counts).sum(), "sum": losses.sum()}
    check_close(found.out, losses if reduction == "none" else [total[reduction]], dtype, floor=2.0**-4)
    check_close(found.outs["logProbOut"], log_prob, dtype, floor=2.0**-4)


@FEW
@given(st.data(), FLOATS, st.integers(2, 5), st.integers(1, 6), REDUCTIONS, st.booleans(), SEEDS)
def test_cross_entropy_gradient(data, dtype, classes, samples, reduction, weighted, seed):
    shape, rows = (samples, classes), (samples,) if reduction == "none" else (1,)
    target = np.random.default_rng(seed).integers(0, classes, samples)
    target[target == target[0]] = 0
    made_for = but(
        CROSS_GRAD, gradLoss=data.draw(layouts(dtype, rows)), logProb=data.draw(layouts(dtype, shape)), target=t(S64, (samples,)),
        weightOptional=data.draw(layouts(F32, (classes,))) if weighted else None, reductionOptional=reduction,
        ignoreIndex=IGNORED, out=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    values = {
        "gradLoss": uniform(seed, rows, 0.5, 2),
        "logProb": uniform(seed + 1, shape, -3, -0.1),
        "target": target,
    }
    if weighted:
        values["weightOptional"] = uniform(seed + 2, (classes,), 0.5, 2)
    found = run(made_for, values)
    weight = found.inputs.get("weightOptional", np.ones(classes))[target] * (target != IGNORED)
    scale = found.inputs["gradLoss"] * weight / (weight.sum() if reduction == "mean" else 1)
    expected = (np.exp(found.inputs["logProb"]) - (np.arange(classes) == target[:, None])) * scale[:, None]
    check_close(found.out, expected, dtype, floor=2.0**-4)


def test_a_target_that_is_no_class_is_a_fault_of_the_device():
    for base, out in ((CROSS, "lossOut"), (CROSS_GRAD, "out")):
        with pytest.raises(RtDeviceFault, match="target holds 3"):
            run(base, {"target": [0, 1, 2, 3]}, out=(out, "logProbOut") if base is CROSS else out)


def test_all_ignored():
    made_for = but(CROSS, reductionOptional="mean", ignoreIndex=0, lossOut=ONE)
    found = run(
        made_for,
        {"input": np.zeros((4, 3)), "target": [0] * 4, "weightOptional": 1},
        out=("lossOut", "logProbOut"),
    )
    np.testing.assert_array_equal(found.out, [math.nan])
    np.testing.assert_allclose(found.outs["logProbOut"], -math.log(3), rtol=1e-6)


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.loss_cross_entropy") == {base.op for base in CROSS_ENTROPY}


def test_the_documents_samples():
    x = [[5, 0, 3, 3, 7], [9, 3, 5, 2, 4]]
    wide, rows = t(F32, (2, 5)), t(F32, (2,))
    made_for = but(
        CROSS, input=wide, target=t(S64, (2,)), weightOptional=None, reductionOptional="mean", lossOut=ONE,
        logProbOut=t(F32, (2, 5)), zlossOut=ONE, lseForZlossOut=rows,
    )  # fmt: skip
    found = run(made_for, {"input": x, "target": [0, 0]}, out=("lossOut", "logProbOut"))
    np.testing.assert_allclose(found.out, [1.0937543], rtol=1e-6)
    np.testing.assert_allclose(
        found.outs["logProbOut"][0], [-2.159461, -7.159461, -4.159461, -4.159461, -0.159461], rtol=1e-5
    )
    made_for = but(
        CROSS_GRAD, gradLoss=t(F32, ()), logProb=t(F32, (2, 3)), target=t(S64, (2,)), reductionOptional="mean",
        out=t(F32, (2, 3)),
    )  # fmt: skip
    found = run(made_for, {"gradLoss": 0.1, "logProb": -0.2, "target": [0, 0], "weightOptional": 1})
    np.testing.assert_allclose(found.out, [[-0.0091, 0.0409, 0.0409]] * 2, atol=5e-5)
