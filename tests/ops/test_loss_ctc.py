"""Connectionist temporal classification: refusals and their order, plans, numbers against all ways written out."""

import itertools
import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NULLPTR,
    SOCS,
    Case,
    but,
    ints,
    outcome,
    padded,
    phase_1,
    t,
    with_dtypes,
)
from _draw import BF16, F16, F32, FLOATS, SEEDS, layouts
from _loss_calls import CTC, CTC_GRAD
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import RtDeviceFault

F64, S8, S32, S64, BOOL = (DTYPES[name] for name in ("f64", "s8", "s32", "s64", "bool"))
NULL, DTYPE, SAME, SHAPE, VALUE, RANKS, STEPS = (f"ACLNN-PARAM-{n:03}" for n in (1, 3, 4, 9, 10, 62, 127))
COUNT, ROOM, SMALL = "ACLNN-PARAM-088", "ACLNN-PARAM-089", "ACLNN-PARAM-090"
BOTH = pytest.mark.parametrize("base", [CTC, CTC_GRAD], ids=["forward", "backward"])


def floats(base, dtype):
    """All floating tensors of one dtype; the targets stay."""
    return but(with_dtypes(base, dtype), targets=base.args["targets"])


@BOTH
@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(base, soc):
    base = on_950(base) if soc == "Ascend950" else base
    taken = {short for short, dtype in DTYPES.items() if outcome(floats(base, dtype), soc)[0] == 0}
    assert taken == {"f32", "f64"} | ({"f16", "bf16"} if soc in NEW_SOCS else set())
    targets = {
        short for short, dtype in DTYPES.items() if outcome(but(base, targets=t(dtype, (2, 3))), soc)[0] == 0
    }
    assert targets == {"s32", "s64", "bool", "f32", "f16"}


def on_950(base):
    """There logAlpha is as wide as the longest sample needs."""
    return but(base, logAlphaOut=t(F32, (2, 4, 7))) if "logAlphaOut" in base.args else base


def refused(name, message, base=CTC, soc="Ascend910B", /, **changes):
    return Case(name, but(base, **changes), INVALID, message, soc)


ONE = {
    "logProbs": t(F32, (4, 3)),
    "targets": t(S64, (1, 3)),
    "inputLengths": ints(4),
    "targetlengths": ints(3),
}
WIDE_F16 = floats(but(CTC, logProbs=t(F32, (4, 2, 200_001))), F16)
CASES = (
    *(Case(f"null-{base.op}-{name}", but(base, **{name: None}), NULLPTR, NULL)
      for base in (CTC, CTC_GRAD) for name in base.args if name not in ("blank", "zeroInfinity")),
    # steps, rank, blank, lengths of the input, number of targets, targets, loss, alpha, dtypes
    refused("steps<rank", STEPS, logProbs=t(F32, (0,))),
    refused("rank<blank", RANKS, logProbs=t(F32, (4, 2, 3, 1)), blank=9),
    refused("blank<lengths", VALUE, blank=3, inputLengths=ints(4)),
    refused("negative-blank", VALUE, blank=-1),
    refused("lengths<room", COUNT, inputLengths=ints(5)),
    refused("room<targets", ROOM, inputLengths=ints(5, 1), targetlengths=ints(3)),
    refused("target-lengths<rank", COUNT, targetlengths=ints(3), targets=t(S64, (2, 3, 1))),
    refused("rank<targets", RANKS, targets=t(S64, ())),
    refused("targets<loss", SHAPE, targets=t(S64, (2, 2)), negLogLikelihoodOut=t(F32, (3,))),
    refused("targets-in-a-row", SHAPE, targets=t(S64, (6,))),
    refused("targets-of-others", SHAPE, targets=t(S64, (1, 3))),
    refused("loss", SHAPE, negLogLikelihoodOut=t(F32, (1,))),
    refused("alpha-is-padded", SHAPE, logAlphaOut=t(F32, (2, 4, 7))),
    refused("alpha-is-not-padded", SHAPE, CTC, "Ascend950"),
    refused("alpha<dtype", SHAPE, logProbs=t(S8, (4, 2, 3)), logAlphaOut=t(F32, (2, 4, 7))),
    refused("dtype<targets", DTYPE, logProbs=t(S8, (4, 2, 3)), targets=t(S8, (2, 3))),
    refused("targets<same", DTYPE, targets=t(S8, (2, 3)), logAlphaOut=t(F16, (2, 4, 8))),
    refused("same", SAME, negLogLikelihoodOut=t(F64, (2,))),
    refused("many-classes-in-halves", SMALL, WIDE_F16),
    Case("many-classes-in-floats", floats(WIDE_F16, F32)),
    Case("many-classes-in-halves", but(WIDE_F16, logAlphaOut=t(F16, (2, 4, 7))), soc="Ascend950"),
    Case("in-a-row", but(CTC, targets=t(S64, (5,)))),
    Case("wider-targets", but(CTC, targets=t(S64, (2, 9)))),
    Case("one-sample", but(CTC, **ONE, negLogLikelihoodOut=t(F32, ()), logAlphaOut=t(F32, (1, 4, 8)))),
    refused("one-sample-has-no-dimension", SHAPE, CTC, **ONE, negLogLikelihoodOut=t(F32, (1,)),
            logAlphaOut=t(F32, (1, 4, 8))),
    # steps, ranks, blank, alpha, targets, samples, steps, classes, dtypes
    refused("steps<rank", STEPS, CTC_GRAD, logProbs=t(F32, (0, 2, 3)), gradOut=t(F32, ())),
    refused("rank<blank", RANKS, CTC_GRAD, out=t(F32, (4, 6)), blank=3),
    refused("rank-2", RANKS, CTC_GRAD, logProbs=t(F32, (4, 3))),
    refused("blank<alpha", VALUE, CTC_GRAD, blank=3, logAlpha=t(F32, (2, 4, 5))),
    refused("alpha<targets", ROOM, CTC_GRAD, logAlpha=t(F32, (2, 4, 6)), targets=t(S64, (2, 2))),
    refused("targets<samples", ROOM, CTC_GRAD, targets=t(S64, (2, 2)), gradOut=t(F32, (3,))),
    refused("grad", SHAPE, CTC_GRAD, gradOut=t(F32, (3,))),
    refused("loss", SHAPE, CTC_GRAD, negLogLikelihood=t(F32, (3,))),
    refused("alpha", SHAPE, CTC_GRAD, logAlpha=t(F32, (2, 5, 8))),
    refused("lengths<room", COUNT, CTC_GRAD, inputLengths=ints(4)),
    refused("room<targets", ROOM, CTC_GRAD, inputLengths=ints(4, 5), targets=t(S64, (4,))),
    refused("out", SHAPE, CTC_GRAD, out=t(F32, (4, 2, 4))),
    refused("out<dtype", SHAPE, CTC_GRAD, out=t(F32, (4, 2, 4)), logProbs=t(S8, (4, 2, 3))),
    refused("dtype<same", DTYPE, CTC_GRAD, logProbs=t(S8, (4, 2, 3)), out=t(F16, (4, 2, 3))),
    refused("same<targets", SAME, CTC_GRAD, logAlpha=t(F64, (2, 4, 8)), targets=t(S8, (2, 3))),
    Case("wider-alpha", but(CTC_GRAD, logAlpha=t(F32, (2, 4, 31)))),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


STRIDED = {"logProbs": t(F32, (4, 2, 3), strides=(12, 6, 2))}
PLANS = (
    (CTC, "Ascend910B", "CTCLossV3", 0),
    (CTC, "Ascend310P", "CTCLossV2", 0),
    (on_950(CTC), "Ascend950", "CTCLossV2", 0),
    (floats(CTC, F64), "Ascend910B", "CTCLossV2", 0),
    (but(CTC, targets=t(BOOL, (2, 3))), "Ascend910B", "Cast CTCLossV3", padded(48)),
    (but(CTC, **STRIDED), "Ascend910B", "Contiguous CTCLossV3", padded(96)),
    (but(CTC, targets=t(S64, (2, 0)), targetlengths=ints(0, 0)), "Ascend910B", "CTCLossV2", 0),
    (but(CTC, logProbs=t(F32, (4, 8181, 3)), targets=t(S64, (8181, 3)), inputLengths=ints(*[4] * 8181),
         targetlengths=ints(*[3] * 8181), negLogLikelihoodOut=t(F32, (8181,)), logAlphaOut=t(F32, (8181, 4, 8))),
     "Ascend910B", "CTCLossV2", 0),
    (but(CTC, logProbs=t(F32, (4, 0, 3)), targets=t(S64, (0, 0)), inputLengths=ints(), targetlengths=ints(),
         negLogLikelihoodOut=t(F32, (0,)), logAlphaOut=t(F32, (0, 4, 8))), "Ascend910B", "", 0),
    (CTC_GRAD, "Ascend910B", "CTCLossV3Grad", 0),
    (CTC_GRAD, "Ascend950", "CTCLossV2Grad", 0),
    (but(CTC_GRAD, **STRIDED, targets=t(F32, (2, 3))), "Ascend910", "Contiguous Cast CTCLossV2Grad",
     padded(96) + padded(48)),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert (" ".join(step.name for step in plan.steps), plan.workspace_size) == (steps, workspace)


# Numbers.


def written(way, blank):
    """What a way writes: neighbours that are equal count once, blanks do not."""
    return [symbol for symbol, _ in itertools.groupby(way) if symbol != blank]


def all_ways(x, labels, blank):
    """The probability that a way writes the labels, and how much of it passes each class at each step."""
    steps, classes = x.shape
    passed = np.zeros(x.shape)
    for way in itertools.product(range(classes), repeat=steps):
        if written(way, blank) == labels:
            passed[np.arange(steps), way] += math.exp(x[np.arange(steps), way].sum())
    total = passed.sum(1)[0] if steps else float(not labels)
    return total, passed / total if total else passed * np.nan


def sample_of(targets, lengths, n):
    if targets.ndim == 1:
        first = sum(lengths[:n])
        return targets[first : first + lengths[n]].astype(int).tolist()
    return targets[n, : lengths[n]].astype(int).tolist()


STEPS_OF, CLASSES = 4, 3


@settings(max_examples=20)
@given(st.data(), FLOATS, st.booleans(), st.booleans(), SEEDS)
def test_numbers(data, dtype, in_a_row, zero, seed):
    rng = np.random.default_rng(seed)
    soc = data.draw(st.sampled_from(["Ascend910B", "Ascend950"]))
    samples, blank = data.draw(st.integers(1, 3)), data.draw(st.integers(0, CLASSES - 1))
    ends, lengths = (
        [data.draw(st.integers(low, high)) for _ in range(samples)] for low, high in ((0, 4), (0, 3))
    )
    longest = max(lengths)
    labels = rng.choice([c for c in range(CLASSES) if c != blank], (samples, longest + 1))
    targets = (
        np.concatenate([row[:n] for row, n in zip(labels, lengths, strict=True)]) if in_a_row else labels
    )
    width = 2 * longest + 1
    full = (STEPS_OF, samples, CLASSES)
    alpha = (samples, STEPS_OF, width if soc == "Ascend950" else -(-width // 8) * 8)
    common = {
        "logProbs": data.draw(layouts(dtype, full)), "targets": data.draw(layouts(data.draw(st.sampled_from([S32, S64, F32])), targets.shape)) if targets.size else t(S64, targets.shape),
        "inputLengths": ints(*ends), "blank": blank, "zeroInfinity": zero,
    }  # fmt: skip
    forward = but(
        CTC, **common, targetlengths=ints(*lengths), negLogLikelihoodOut=data.draw(layouts(dtype, (samples,), writable=True)),
        logAlphaOut=data.draw(layouts(dtype, alpha, writable=True)),
    )  # fmt: skip
    values = {"logProbs": np.log(rng.dirichlet(np.ones(CLASSES), full[:2]).clip(0.05)), "targets": targets}
    found = run(forward, values, soc=soc, out=("negLogLikelihoodOut", "logAlphaOut"))
    x, targets = found.inputs["logProbs"], found.inputs["targets"]
    truth = [all_ways(x[: ends[n], n], sample_of(targets, lengths, n), blank) for n in range(samples)]
    losses = np.array([-math.log(total) if total else math.inf for total, _ in truth])
    shown = np.where(np.isinf(losses) & (zero and soc == "Ascend910B"), 0, losses)
    np.testing.assert_array_equal(np.isinf(found.out), np.isinf(shown))
    check_close(np.where(np.isinf(shown), 0, found.out), np.where(np.isinf(shown), 0, shown), dtype)

    if dtype != F32:  # log alpha in a half type is too coarse for its exponential
        return
    grad = rng.uniform(0.5, 2, samples)
    backward = but(
        CTC_GRAD, **common, targetLengths=ints(*lengths), gradOut=data.draw(layouts(dtype, (samples,))), negLogLikelihood=t(dtype, (samples,)),
        logAlpha=t(dtype, alpha), out=data.draw(layouts(dtype, full, writable=True)),
    )  # fmt: skip
    kept = {"gradOut": grad, "negLogLikelihood": losses, "logAlpha": found.outs["logAlphaOut"]}
    made = run(backward, values | kept, soc=soc)
    expected = np.zeros(full)
    for n, (total, passed) in enumerate(truth):
        if total or not zero:
            expected[: ends[n], n] = (np.exp(x[: ends[n], n]) - passed) * made.inputs["gradOut"][n]
    lost = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(made.out), lost)
    np.testing.assert_allclose(made.out[~lost], expected[~lost], atol=2e-5)


def test_log_alpha_holds_the_ways_to_each_place():
    """One label in two steps: blank or the label first; then all that may follow. The rest is -inf."""
    x = np.log([[[0.5, 0.3, 0.2]], [[0.1, 0.6, 0.3]]])
    made_for = but(
        CTC, logProbs=t(F32, (2, 1, 3)), targets=t(S64, (1,)), inputLengths=ints(2), targetlengths=ints(1),
        negLogLikelihoodOut=t(F32, (1,)), logAlphaOut=t(F32, (1, 2, 8)),
    )  # fmt: skip
    alpha = run(made_for, {"logProbs": x, "targets": [1]}, out=("negLogLikelihoodOut", "logAlphaOut")).outs[
        "logAlphaOut"
    ]
    np.testing.assert_allclose(np.exp(alpha[0, :, :3]), [[0.5, 0.3, 0], [0.05, 0.48, 0.03]], rtol=1e-5)
    assert np.isneginf(alpha[..., 3:]).all()


@pytest.mark.parametrize("dtype", [F16, BF16], ids=["f16", "bf16"])
def test_gradient_in_halves_rounds_once(dtype):
    x = t(dtype, (1, 1, 2))
    made_for = but(
        CTC_GRAD, gradOut=t(dtype, (1,)), logProbs=x, targets=t(S64, (1, 1)), inputLengths=ints(1), targetLengths=ints(1),
        negLogLikelihood=t(dtype, (1,)), logAlpha=t(dtype, (1, 1, 8)), out=t(dtype, (1, 1, 2)),
    )  # fmt: skip
    values = {"gradOut": [3], "logProbs": [[[-1, -2]]], "targets": [[1]], "negLogLikelihood": [2],
              "logAlpha": [[[-1, -2, *[-math.inf] * 6]]]}  # fmt: skip
    found = run(made_for, values).out
    expected = 3 * np.array([[[math.exp(-1), math.exp(-2) - 1]]], np.float32)
    np.testing.assert_array_equal(found, expected.astype(found.dtype))


FAULTS = {
    "label": {"values": {"targets": [[1, 2, 3], [1, 1, 1]]}},
    "negative-label": {"values": {"targets": [[1, -1, 2], [1, 1, 1]]}},
    "negative-target-length": {"targetLengths": ints(3, -1)},
    "negative-input-length": {"inputLengths": ints(3, -1)},
}


@BOTH
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_what_lies_outside_is_a_fault(base, fault):
    changes = {name: value for name, value in fault.items() if name != "values"}
    if base is CTC and "targetLengths" in changes:  # the header spells it in two ways
        changes["targetlengths"] = changes.pop("targetLengths")
    outs = ("negLogLikelihoodOut", "logAlphaOut") if base is CTC else ("out",)
    values = {"targets": np.ones((2, 3))} | fault.get("values", {})
    with pytest.raises(RtDeviceFault, match="ACLNN-PARAM-091"):
        run(but(base, **changes), values, out=outs)


def test_labels_behind_a_sample_are_not_read():
    values = {"logProbs": np.full((4, 2, 3), -1.0), "targets": [[1, 2, 1], [1, 2, 99]]}
    found = run(CTC, values, out=("negLogLikelihoodOut", "logAlphaOut")).out
    assert np.isfinite(found).all()
