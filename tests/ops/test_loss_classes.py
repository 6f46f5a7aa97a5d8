"""Multilabel margin and cross entropy of logits: refusals and their order, plans, numbers."""

import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    INNER_NULLPTR,
    INVALID,
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
from _draw import F16, F32, FLOATS, SEEDS, layouts, uniform
from _loss_calls import CLASSES, MEAN, MULTILABEL, NONE, SHAPE, SOFTMAX_CE, SUM
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S32, S64 = (DTYPES[name] for name in ("f64", "s32", "s64"))
NULL, RANK, DTYPE, SAME, SHAPES, RESULT = (f"ACLNN-PARAM-{n:03}" for n in (1, 2, 3, 4, 6, 9))
RANKS, ONE, FITS, NO_CLASSES = (f"ACLNN-PARAM-{n:03}" for n in (62, 83, 84, 85))
VIEW = "ACLNN-VIEW-001"
FEW = settings(max_examples=15)
SCALAR, PAIR, RANK_9 = t(F32, ()), t(F32, (2,)), t(F32, (1,) * 9)


@pytest.mark.parametrize("soc", SOCS)
def test_dtypes(soc):
    expected = {"f32", "f16"} | ({"bf16"} if soc in NEW_SOCS else set())
    for name in ("features", "labels", "loss", "backprop"):
        assert accepted_dtypes(SOFTMAX_CE, name, soc) == expected
    assert accepted_dtypes(MULTILABEL, "self", soc) == expected
    assert accepted_dtypes(MULTILABEL, "target", soc) == {"s64", "s32"}
    for short in expected:
        assert outcome(with_dtypes(SOFTMAX_CE, DTYPES[short]), soc) == (0, None)
        made_for = but(with_dtypes(MULTILABEL, DTYPES[short]), target=t(S32, (4, 3)))
        assert outcome(made_for, soc) == (0, None)


ROW = {"self": t(F32, (3,)), "target": t(S64, (3,)), "out": SCALAR, "isTarget": t(F32, (3,))}
ONE_LABEL = {"self": SCALAR, "target": t(S64, ()), "out": t(F32, (1,)), "isTarget": SCALAR}
CASES = (
    *(Case(f"null-{name}", but(base, **{name: None}), NULLPTR, NULL)
      for base in CLASSES for name, value in base.args.items() if hasattr(value, "shape")),
    # lists, one dtype, shapes; a reduction is not asked for
    Case("dtype<same", but(MULTILABEL, out=t(F16, (4,)), target=t(F32, (4, 3))), INVALID, DTYPE),
    Case("same<shape", but(MULTILABEL, isTarget=t(F16, (4, 3)), self=RANK_9), INVALID, SAME),
    Case("rank-3", but(MULTILABEL, self=t(F32, (4, 3, 1))), INVALID, RANKS),
    Case("no-classes", but(MULTILABEL, self=t(F32, (4, 0))), INVALID, NO_CLASSES),
    Case("no-classes-of-a-row", but(MULTILABEL, self=t(F32, (0,))), INVALID, NO_CLASSES),
    Case("target<out", but(MULTILABEL, target=t(S64, (3, 4)), out=PAIR), INVALID, FITS),
    Case("target-of-a-row", but(MULTILABEL, **ROW | {"target": t(S64, (1, 3))}), INVALID, FITS),
    Case("out<marks", but(MULTILABEL, out=PAIR, isTarget=PAIR), INVALID, RESULT),
    Case("marks", but(MULTILABEL, isTarget=PAIR), INVALID, RESULT),
    Case("total", but(MULTILABEL, reduction=MEAN), INVALID, ONE),
    Case("total-of-2-dimensions", but(MULTILABEL, reduction=MEAN, out=t(F32, (1, 1))), INVALID, ONE),
    Case("row", but(MULTILABEL, **ROW)),
    Case("one-label", but(MULTILABEL, **ONE_LABEL)),
    Case("one-label-as-a-row", but(MULTILABEL, **ONE_LABEL | {"target": t(S64, (1,)), "isTarget": t(F32, (1,))})),
    *(Case(f"reduction{r}", but(MULTILABEL, reduction=r, out=SCALAR)) for r in (MEAN, SUM, 7, -1)),
    Case("no-rows", but(MULTILABEL, self=t(F32, (0, 3)), target=t(S64, (0, 3)), out=t(F32, (0,)), isTarget=t(F32, (0,)))),
    Case("no-rows-marks", but(MULTILABEL, self=t(F32, (0, 3)), target=t(S64, (0, 3)), out=t(F32, (0,)),
                              isTarget=t(F32, (1, 3))), INVALID, RESULT),
    # lists, one dtype, ranks, matrices; late: labels, outputs
    Case("dtype<same", but(SOFTMAX_CE, loss=t(F16, (2,)), backprop=t(F64, SHAPE)), INVALID, DTYPE),
    Case("same<rank", but(SOFTMAX_CE, loss=t(F16, (2,)), labels=RANK_9), INVALID, SAME),
    Case("same-backprop", but(SOFTMAX_CE, backprop=t(F16, SHAPE)), INVALID, SAME),
    Case("rank<matrix", but(SOFTMAX_CE, features=PAIR, loss=RANK_9), INVALID, RANK),
    Case("matrix", but(SOFTMAX_CE, features=PAIR), INVALID, RANKS),
    Case("matrix-of-labels", but(SOFTMAX_CE, labels=PAIR), INVALID, RANKS),
    Case("labels-dtype", but(SOFTMAX_CE, labels=t(F16, SHAPE)), INNER_NULLPTR, SAME),
    Case("labels-shape", but(SOFTMAX_CE, labels=t(F32, (1, 3))), INNER_NULLPTR, SHAPES),
    Case("loss-shape", but(SOFTMAX_CE, loss=t(F32, (3,))), INNER_NULLPTR, VIEW),
    Case("backprop-shape", but(SOFTMAX_CE, backprop=PAIR), INNER_NULLPTR, VIEW),
    Case("no-rows", but(SOFTMAX_CE, features=t(F32, (0, 3)), loss=PAIR)),
    Case("no-labels", but(SOFTMAX_CE, labels=t(F32, (0, 3)))),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_phase_1(case):
    assert outcome(case.call, case.soc) == (case.status, case.message)


ONE_BLOCK = padded(4)
PLANS = (
    (MULTILABEL, "Ascend910B", "Cast MultilabelMarginLoss Cast", 2 * ONE_BLOCK),
    (MULTILABEL, "Ascend950", "Cast MultilabelMarginLoss", ONE_BLOCK),
    (but(MULTILABEL, target=t(S32, (4, 3))), "Ascend950", "MultilabelMarginLoss", 0),
    (SOFTMAX_CE, "Ascend910B", "SoftmaxCrossEntropyWithLogits", 0),
    (but(SOFTMAX_CE, features=t(F32, SHAPE, strides=(1, 2))), "Ascend910B",
     "Contiguous SoftmaxCrossEntropyWithLogits", ONE_BLOCK),
    (but(SOFTMAX_CE, labels=t(F32, (0, 3))), "Ascend910B", "", 0),
    (but(MULTILABEL, self=t(F32, (0, 3)), target=t(S64, (0, 3)), out=t(F32, (0,)), isTarget=t(F32, (0, 3))),
     "Ascend910B", "", 0),
)  # fmt: skip


@pytest.mark.parametrize(("made_for", "soc", "steps", "workspace"), PLANS)
def test_plan(made_for, soc, steps, workspace):
    plan = phase_1(made_for, soc).plan
    assert " ".join(step.name for step in plan.steps) == steps
    assert plan.workspace_size == workspace


# Numbers.


def margins(x, target):
    """The definition, label by label."""
    rows, marks = [], np.zeros(x.shape)
    for place, (row, labels) in enumerate(zip(x, target, strict=True)):
        end = list(labels).index(-1) if -1 in labels else len(labels)
        chosen = list(labels[:end])
        marks[place, chosen] = 1
        others = [row[i] for i in range(len(row)) if i not in chosen]
        rows.append(sum(max(0.0, 1 - row[k] + other) for k in chosen for other in others) / len(row))
    return np.array(rows), marks


@FEW
@given(st.data(), FLOATS, st.integers(1, 4), st.integers(1, 5), st.sampled_from([NONE, MEAN, SUM]), SEEDS)
def test_multilabel_margin(data, dtype, samples, classes, reduction, seed):
    shape = (samples, classes)
    made_for = but(
        MULTILABEL, self=data.draw(layouts(dtype, shape)), target=data.draw(layouts(data.draw(st.sampled_from([S64, S32])), shape)),
        reduction=reduction, out=data.draw(layouts(dtype, (samples,) if reduction == NONE else (), writable=True)),
        isTarget=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    target = np.random.default_rng(seed).integers(-1, classes, shape)
    soc = data.draw(st.sampled_from(NEW_SOCS))
    found = run(
        made_for, {"self": uniform(seed, shape, -2, 2), "target": target}, soc=soc, out=("out", "isTarget")
    )
    losses, marks = margins(found.inputs["self"], found.inputs["target"].astype(int))
    expected = {NONE: losses, MEAN: losses.mean(), SUM: losses.sum()}[reduction]
    check_close(found.out, expected, dtype, floor=2.0**-4)
    np.testing.assert_array_equal(found.outs["isTarget"].astype(float), marks)


def test_multilabel_margin_of_a_row_with_a_label_twice_and_one_that_is_no_class():
    made_for = but(
        MULTILABEL, self=t(F32, (4,)), target=t(S64, (4,)), out=t(F32, (1,)), isTarget=t(F32, (4,))
    )
    values = {"self": [0.5, 2, -math.inf, 0.25], "target": [0, 7, 0, -1]}
    found = run(made_for, values, out=("out", "isTarget"))
    np.testing.assert_array_equal(found.out, [2 * (2.5 + 0.75) / 4])
    np.testing.assert_array_equal(found.outs["isTarget"], [1, 0, 0, 0])


@FEW
@given(st.data(), FLOATS, st.integers(1, 4), st.integers(1, 5), SEEDS)
def test_softmax_cross_entropy(data, dtype, samples, classes, seed):
    shape = (samples, classes)
    made_for = but(
        SOFTMAX_CE, features=data.draw(layouts(dtype, shape)), labels=data.draw(layouts(dtype, shape)),
        loss=data.draw(layouts(dtype, (samples,), writable=True)), backprop=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    values = {"features": uniform(seed, shape, -4, 4), "labels": uniform(seed + 1, shape, 0, 1)}
    found = run(made_for, values, out=("loss", "backprop"))
    x, y = found.inputs["features"], found.inputs["labels"]
    powers = np.exp(x)
    softmax = powers / powers.sum(axis=1, keepdims=True)
    check_close(found.out, -(y * np.log(softmax)).sum(axis=1), dtype, floor=2.0**-4)
    check_close(found.outs["backprop"], softmax - y, dtype, floor=2.0**-2)


def test_softmax_cross_entropy_of_large_numbers():
    values = {"features": [[1000, 0, -1000], [math.inf, 0, 0]], "labels": [[1, 0, 0], [1, 0, 0]]}
    found = run(SOFTMAX_CE, values, out=("loss", "backprop"))
    np.testing.assert_array_equal(found.out, [0, math.nan])
    np.testing.assert_array_equal(found.outs["backprop"][0], [0, 0, 0])


def test_the_table_is_complete():
    assert declared_in("aclnn_emu.ops.loss_classes") == {base.op for base in CLASSES}
