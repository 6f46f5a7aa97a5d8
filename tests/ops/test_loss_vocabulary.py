"""Cross entropy of classes on several devices: refusals and their order, plans, numbers against float64."""

import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    INVALID,
    NEW_SOCS,
    NO_KERNEL,
    NULLPTR,
    OLD_SOCS,
    Case,
    accepted_dtypes,
    but,
    declared_in,
    outcome,
    padded,
    phase_1,
    t,
)
from _draw import BF16, F16, F32, FLOATS, SEEDS, layouts, shapes, uniform
from _loss_calls import LOSS_OF_SUMS, SUMS_OF_CLASSES, VOCABULARY
from _loss_calls import ONLY_LOSS_OF_SUMS as ALONE
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

S32, S64 = DTYPES["s32"], DTYPES["s64"]
NULL, RANK, DTYPE, SAME, SHAPES, RESULT, VALUE = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9, 10))
PARTLY, RANKS, LOW, NOTHING, CHIP = (f"ACLNN-PARAM-{n:03}" for n in (47, 62, 103, 190, 208))
A5 = "Ascend950"
INF, NAN = math.inf, math.nan
LOGITS, ALL = "vocabParallelLogits", "vocabParallelLogitsOptional"


def test_dtypes():
    assert accepted_dtypes(SUMS_OF_CLASSES, LOGITS, A5) == {"f32", "bf16"}
    for name in ("target", "targetOffsetOut", "targetMaskOut"):
        assert accepted_dtypes(SUMS_OF_CLASSES, name, A5) == {"s32"}
    for name in ("predictedLogitsOut", "sumExpLogitsOut", "expLogitsOut"):
        assert accepted_dtypes(SUMS_OF_CLASSES, name, A5) == {"f32"}
    for name in ("logitsMax", "sumExpLogits", "predictedLogits", "lossOut", "softMaxOutOptional"):
        assert accepted_dtypes(LOSS_OF_SUMS, name, "Ascend910B") == {"f32"}
    assert accepted_dtypes(LOSS_OF_SUMS, ALL, "Ascend910B") == {"f32", "f16", "bf16"}


def many(rows, classes, dtype=F32, *, end=None):
    """The first operator with as many rows and classes."""
    return but(
        SUMS_OF_CLASSES, vocabParallelLogits=t(dtype, (*rows, classes)), target=t(S32, rows), globalLogitsMax=t(dtype, rows),
        vocabEndIndex=32 + classes if end is None else end, expLogitsOut=t(F32, (*rows, classes)),
        **{name: t(kind, rows) for name, kind in (
            ("predictedLogitsOut", F32), ("sumExpLogitsOut", F32), ("targetOffsetOut", S32), ("targetMaskOut", S32))},
    )  # fmt: skip


def a5(name, made_for, status=0, message=None):
    return Case(name, made_for, status, message, A5)


TENSORS = [name for name, value in SUMS_OF_CLASSES.args.items() if hasattr(value, "shape")]
CASES = (
    *(a5(f"null-{name}", but(SUMS_OF_CLASSES, **{name: None}), NULLPTR, NULL) for name in TENSORS),
    Case("null<chip", but(SUMS_OF_CLASSES, targetMaskOut=None), NULLPTR, NULL),
    *(Case("chip<list", but(SUMS_OF_CLASSES, vocabParallelLogits=t(F16, (4, 16))), NO_KERNEL, CHIP, soc)
      for soc in ("Ascend910B", *OLD_SOCS)),
    # dtypes, the interval, rank, elements, rows, classes, blocks, the interval's size, one a row, results
    a5("list<same", but(SUMS_OF_CLASSES, target=t(S64, (4,)), globalLogitsMax=t(BF16, (4,))), INVALID, DTYPE),
    a5("same<results", but(SUMS_OF_CLASSES, globalLogitsMax=t(BF16, (4,)), expLogitsOut=t(F16, (4, 16))), INVALID, SAME),
    a5("list<interval", but(SUMS_OF_CLASSES, targetMaskOut=t(S64, (4,)), vocabEndIndex=0), INVALID, DTYPE),
    a5("interval<rank", but(many((), 16), vocabEndIndex=32), INVALID, VALUE),
    a5("rank-1", many((), 16), INVALID, RANKS),
    a5("rank-0", but(SUMS_OF_CLASSES, vocabParallelLogits=t(F32, ())), INVALID, RANKS),
    a5("rank-4", many((1, 1, 1), 16), INVALID, RANKS),
    a5("no-rows<classes", many((0,), 8), INVALID, NOTHING),
    a5("most-rows", many((32768,), 16)),
    a5("rows", many((2, 16385), 16), INVALID, VALUE),
    a5("few-classes", many((4,), 8), INVALID, VALUE),
    a5("most-classes", many((4,), 204800)),
    a5("many-classes", many((4,), 204808), INVALID, VALUE),
    a5("blocks-f32", many((4,), 24)),
    a5("no-block-f32", many((4,), 20), INVALID, VALUE),
    a5("blocks-bf16", many((4,), 32, BF16)),
    a5("no-block-bf16", many((4,), 24, BF16), INVALID, VALUE),
    a5("interval-size<rows", but(many((4,), 16, end=49), target=t(S32, (3,))), INVALID, VALUE),
    a5("target-size", but(SUMS_OF_CLASSES, target=t(S32, (3,))), INVALID, VALUE),
    a5("largest-size<results", but(SUMS_OF_CLASSES, globalLogitsMax=t(F32, (5,)), expLogitsOut=t(F32, (4,))), INVALID, VALUE),
    a5("another-shape-of-the-largest", but(SUMS_OF_CLASSES, globalLogitsMax=t(F32, (2, 2)))),
    *(a5(f"result-{name}", but(SUMS_OF_CLASSES, **{name: t(SUMS_OF_CLASSES.args[name].dtype, (2, 2))}), INVALID, RESULT)
      for name in TENSORS if name.endswith("Out")),
    # null, null of the shares, dtypes, rank, shapes, smoothing
    *(Case(f"null-{name}", but(LOSS_OF_SUMS, **{name: None}), NULLPTR, NULL)
      for name in ("logitsMax", "sumExpLogits", "predictedLogits", "lossOut", "softMaxOutOptional")),
    Case("alone", ALONE),
    Case("shares-of-nothing", but(ALONE, softMaxOutOptional=t(S32, (9,)))),
    Case("without-effect", but(ALONE, inputOptional=t(S32, (7,)), weightOptional=t(S64, (1, 2)))),
    Case("null-of-shares<list", but(LOSS_OF_SUMS, softMaxOutOptional=None, logitsMax=t(F16, (4,))), NULLPTR, NULL),
    Case("list<rank", but(LOSS_OF_SUMS, vocabParallelLogitsOptional=t(S32, (4, 5)), logitsMax=t(F32, (4, 1))), INVALID, DTYPE),
    Case("high", but(LOSS_OF_SUMS, logitsMax=t(F32, (4, 1))), INVALID, RANK),
    Case("low", but(LOSS_OF_SUMS, logitsMax=t(F32, ())), INVALID, LOW),
    *(Case(f"shape-{name}<rank", but(LOSS_OF_SUMS, **{name: t(F32, (3,)), ALL: t(F32, (4,))}), INVALID, SHAPES)
      for name in ("sumExpLogits", "predictedLogits", "lossOut")),
    Case("logits-high", but(LOSS_OF_SUMS, vocabParallelLogitsOptional=t(F32, (4, 5, 1))), INVALID, RANK),
    Case("logits-low", but(LOSS_OF_SUMS, vocabParallelLogitsOptional=t(F32, (4,))), INVALID, LOW),
    Case("shares<smoothing", but(LOSS_OF_SUMS, softMaxOutOptional=t(F32, (5, 4)), labelSmoothing=0.5), INVALID, SHAPES),
    *(Case("smoothing<chip", but(LOSS_OF_SUMS, labelSmoothing=value), INVALID, VALUE, "Ascend910") for value in (0.1, -1.0, NAN)),
    *(Case("chip", ALONE, NO_KERNEL, CHIP, soc) for soc in OLD_SOCS),
    Case("other-rows", but(LOSS_OF_SUMS, vocabParallelLogitsOptional=t(F32, (3, 5)), softMaxOutOptional=t(F32, (3, 5))),
         NO_KERNEL, PARTLY),
    Case("no-classes", but(LOSS_OF_SUMS, vocabParallelLogitsOptional=t(F32, (4, 0)), softMaxOutOptional=t(F32, (4, 0))),
         NO_KERNEL, PARTLY),
    Case("no-rows", but(ALONE, **{name: t(F32, (0,)) for name in ("logitsMax", "sumExpLogits", "predictedLogits", "lossOut")}),
         NO_KERNEL, PARTLY),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{case.soc}")
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


EVERY_SECOND = t(F32, (4,), strides=(2,))
PLANS = (
    (SUMS_OF_CLASSES, "CrossEntropySumExpAndIndexLogit", 0),
    (
        but(SUMS_OF_CLASSES, sumExpLogitsOut=EVERY_SECOND),
        "CrossEntropySumExpAndIndexLogit ViewCopy",
        padded(16),
    ),
    (LOSS_OF_SUMS, "FusedCrossEntropyLossWithMaxSum", 0),
    (ALONE, "FusedCrossEntropyLossWithMaxSum", 0),
    (but(ALONE, logitsMax=EVERY_SECOND), "Contiguous FusedCrossEntropyLossWithMaxSum", padded(16)),
)


@pytest.mark.parametrize(("made_for", "steps", "workspace"), PLANS)
def test_plan(made_for, steps, workspace):
    plan = phase_1(made_for, A5).plan
    assert " ".join(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


# Numbers.


@settings(max_examples=25)
@given(
    st.data(), st.sampled_from([F32, BF16]), shapes(min_rank=1, max_rank=2), st.integers(1, 3), st.integers(-50, 50), SEEDS
)  # fmt: skip
def test_sums_and_logits(data, dtype, rows, blocks, start, seed):
    """Row by row; about half of the targets are on another device."""
    classes = 16 * blocks
    made_for = many(rows, classes, dtype)
    outs = [name for name in TENSORS if name.endswith("Out")]
    drawn = {
        name: data.draw(layouts(made_for.args[name].dtype, made_for.args[name].shape, writable=name in outs))
        for name in TENSORS
    }
    made_for = but(made_for, **drawn, vocabStartIndex=start, vocabEndIndex=start + classes)
    rng = np.random.default_rng(seed)
    values = {
        LOGITS: uniform(seed, (*rows, classes), -4, 4), "globalLogitsMax": uniform(seed + 1, rows, 3, 5),
        "target": rng.integers(start - classes // 2, start + classes + classes // 2, rows),
    }  # fmt: skip
    found = run(made_for, values, soc=A5, out=tuple(outs))
    predicted, sums, powers, offsets, masks = (found.outs[name] for name in outs)
    for row in np.ndindex(rows):
        shifted = found.inputs[LOGITS][row] - found.inputs["globalLogitsMax"][row]
        target = int(found.inputs["target"][row])
        here = start <= target < start + classes
        assert (masks[row], offsets[row]) == (not here, target - start if here else 0)
        assert predicted[row] == (np.float32(shifted[target - start]) if here else 0)
        check_close(powers[row], np.exp(shifted), F32)
        check_close(sums[row], np.exp(shifted).sum(), F32)


def test_targets_at_the_ends_of_the_interval_and_of_int32():
    limits = np.iinfo(np.int32)
    targets = [31, 32, 47, 48, limits.min, limits.max]
    outs = ("predictedLogitsOut", "targetOffsetOut", "targetMaskOut", "sumExpLogitsOut", "expLogitsOut")
    logits = np.arange(96.0).reshape(6, 16)
    logits[0] = logits[3] = NAN  # their targets are elsewhere: nothing is taken from them
    found = run(
        many((6,), 16), {LOGITS: logits, "target": targets, "globalLogitsMax": 96}, soc=A5, out=outs
    ).outs
    assert found["targetMaskOut"].tolist() == [1, 0, 0, 1, 1, 1]
    assert found["targetOffsetOut"].tolist() == [0, 0, 15, 0, 0, 0]
    assert found["predictedLogitsOut"].tolist() == [0, 16 - 96, 47 - 96, 0, 0, 0]


@settings(max_examples=25)
@given(st.data(), FLOATS, st.integers(1, 5), st.integers(1, 6), st.booleans(), SEEDS)
def test_loss_of_sums(data, dtype, rows, classes, alone, seed):
    made_for = ALONE if alone else LOSS_OF_SUMS
    drawn = {
        name: data.draw(layouts(F32, (rows,))) for name in ("logitsMax", "sumExpLogits", "predictedLogits")
    }
    drawn["lossOut"] = data.draw(layouts(F32, (rows,), writable=True))
    values = {
        name: uniform(seed + place, (rows,), 0.5, 4) for place, name in enumerate(drawn) if name != "lossOut"
    }
    if not alone:
        drawn[ALL] = data.draw(layouts(dtype, (rows, classes)))
        drawn["softMaxOutOptional"] = data.draw(layouts(F32, (rows, classes), writable=True))
        values[ALL] = uniform(seed + 9, (rows, classes), -4, 0.5)
    outs = ("lossOut",) if alone else ("lossOut", "softMaxOutOptional")
    found = run(but(made_for, **drawn), values, soc=data.draw(st.sampled_from(NEW_SOCS)), out=outs)
    largest, sums, predicted, *logits = found.inputs.values()
    check_close(found.outs["lossOut"], np.log(sums) - predicted, F32, floor=2.0**-4)
    if logits:
        shares = np.exp(logits[0] - largest[:, None]) / sums[:, None]
        check_close(found.outs["softMaxOutOptional"], shares, F32)


def test_loss_at_the_ends():
    values = {"logitsMax": 0, "sumExpLogits": [0, -1, INF, NAN], "predictedLogits": [1, 1, 1, 1]}
    np.testing.assert_array_equal(run(ALONE, values, out="lossOut").out, [-INF, NAN, INF, NAN])


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.loss_vocabulary") == {base.op for base in VOCABULARY}
