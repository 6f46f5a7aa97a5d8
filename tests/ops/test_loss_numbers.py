"""The binary cross entropy family against float64, through whole plans."""

import math

import numpy as np
import pytest
from _case import NEW_SOCS, but, call, t
from _draw import BF16, F16, F32, FLOATS, SEEDS, broadcastable, layouts, shapes, uniform
from _losses import BCE, FAMILY, GRAD, LOGITS, LOGITS_GRAD, MEAN, NONE, SHAPE, SUM, name_of
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

EMPTY = t(F32, (0, 3))


def coarsest(*dtypes):
    return max(dtypes, key=(F32, F16, BF16).index)


def promoted(*dtypes):
    return dtypes[0] if len(set(dtypes)) == 1 else F32


def factor(reduction, self):
    return 1 / self.size if reduction == MEAN else 1.0


def bce_loss(x, y, weight):
    return -(y * np.maximum(np.log(x), -100) + (1 - y) * np.maximum(np.log(1 - x), -100)) * weight


def logits_loss(x, y, weight, pos):
    log_sigmoid = -np.logaddexp(0, -x)
    return ((1 - y) * x - log_sigmoid * ((pos - 1) * y + 1)) * weight


def reduced(values, reduction):
    return {NONE: values, MEAN: values.mean(), SUM: values.sum()}[reduction]


class Draw:
    """Draws the tensors of a call and their values."""

    def __init__(self, data):
        self.data = data
        self.args = {}
        self.values = {}

    def __call__(self, strategy):
        return self.data.draw(strategy)

    def tensor(self, name, dtype, shape, low, high):
        self.args[name] = self(layouts(dtype, shape))
        self.values[name] = uniform(self(SEEDS), shape, low, high)

    def optional(self, name, dtype, shape, low, high):
        if self(st.booleans()):
            self.tensor(name, dtype, shape, low, high)
        else:
            self.args[name] = None

    def run(self, op, dtype, shape, reduction):
        self.args["out"] = self(layouts(dtype, shape, writable=True))
        soc = self(st.sampled_from(NEW_SOCS))
        return run(call(op, **self.args, reduction=reduction), self.values, soc=soc)


REDUCTIONS = st.sampled_from([NONE, MEAN, SUM])
FEW = settings(max_examples=40)
ONE_ELEMENT = st.sampled_from([(), (1,), (1, 1)])


@FEW
@given(st.data(), FLOATS, shapes(), REDUCTIONS)
def test_bce_is_right(data, dtype, shape, reduction):
    draw = Draw(data)
    draw.tensor("self", dtype, shape, 0.05, 0.95)
    draw.tensor("target", dtype, shape, 0, 1)
    draw.optional("weight", dtype, shape, 0.5, 2)
    found = draw.run(BCE.op, dtype, shape if reduction == NONE else draw(ONE_ELEMENT), reduction)
    inputs = found.inputs
    expected = reduced(bce_loss(inputs["self"], inputs["target"], inputs.get("weight", 1.0)), reduction)
    check_close(found.out, np.reshape(expected, found.out.shape), dtype)


@FEW
@given(st.data(), shapes(), REDUCTIONS)
def test_bce_gradient_is_right(data, shape, reduction):
    draw = Draw(data)
    types = [draw(FLOATS) for _ in range(5)]
    draw.tensor("gradOutput", types[0], draw(broadcastable(shape)), 0.5, 2)
    draw.tensor("self", types[1], shape, 0.05, 0.95)
    draw.tensor("target", types[2], draw(broadcastable(shape)), 0, 1)
    draw.optional("weightOptional", types[3], draw(broadcastable(shape)), 0.5, 2)
    found = draw.run(GRAD.op, types[4], shape, reduction)
    grad, x, y = (found.inputs[name] for name in ("gradOutput", "self", "target"))
    expected = grad * (x - y) / np.maximum((1 - x) * x, 1e-12) * found.inputs.get("weightOptional", 1.0)
    used = types[:4] if draw.args["weightOptional"] is not None else types[:3]
    tolerance = coarsest(promoted(*used), types[4])
    check_close(found.out, expected * factor(reduction, x), tolerance)


@FEW
@given(st.data(), FLOATS, FLOATS, shapes(), REDUCTIONS)
def test_bce_with_logits_is_right(data, self_dtype, target_dtype, shape, reduction):
    draw = Draw(data)
    draw.tensor("self", self_dtype, shape, -4, 4)
    draw.tensor("target", target_dtype, shape, 0, 1)
    weights = FLOATS.filter(lambda dtype: dtype == promoted(self_dtype, target_dtype))
    draw.optional("weightOptional", draw(weights), draw(broadcastable(shape)), 0.5, 2)
    draw.optional("posWeightOptional", draw(weights), draw(broadcastable(shape)), 0.5, 2)
    found = draw.run(LOGITS.op, target_dtype, shape if reduction == NONE else draw(ONE_ELEMENT), reduction)
    inputs = found.inputs
    losses = logits_loss(
        inputs["self"],
        inputs["target"],
        inputs.get("weightOptional", 1.0),
        inputs.get("posWeightOptional", 1.0),
    )
    check_close(found.out, np.reshape(reduced(losses, reduction), found.out.shape), target_dtype)


@FEW
@given(st.data(), shapes(), REDUCTIONS)
def test_bce_with_logits_gradient_is_right(data, shape, reduction):
    draw = Draw(data)
    types = [draw(FLOATS) for _ in range(5)]
    draw.tensor("gradOutput", types[0], draw(broadcastable(shape)), 0.5, 2)
    draw.tensor("self", types[1], shape, -4, 4)
    draw.tensor("target", types[2], shape, 0, 1)
    draw.optional("weightOptional", types[3], draw(broadcastable(shape)), 0.5, 2)
    draw.optional("posWeightOptional", types[4], draw(broadcastable(shape)), 0.5, 2)
    found = draw.run(LOGITS_GRAD.op, types[2], shape, reduction)
    grad, x, y = (found.inputs[name] for name in ("gradOutput", "self", "target"))
    pos, weight = (found.inputs.get(name, 1.0) for name in ("posWeightOptional", "weightOptional"))
    expected = ((pos * y + 1 - y) / (1 + np.exp(-x)) - pos * y) * grad * weight
    given_types = [
        dtype
        for name, dtype in zip(
            ("gradOutput", "self", "target", "weightOptional", "posWeightOptional"), types, strict=True
        )
        if draw.args[name] is not None
    ]
    tolerance = coarsest(promoted(*given_types), types[2])
    check_close(found.out, expected * factor(reduction, x), tolerance)


def test_the_documents_sample():
    shape = (2, 2)
    args = {name: t(F32, shape) for name in ("gradOutput", "self", "target", "weightOptional", "out")}
    values = {"gradOutput": 0.1, "self": 0.3, "target": 0.5, "weightOptional": 1.0}
    found = run(call(GRAD.op, **args, reduction=NONE), values)
    assert [f"{value:f}" for value in found.out.ravel()] == ["-0.095238"] * 4


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
@pytest.mark.parametrize("base", FAMILY, ids=name_of)
def test_more_than_a_tile(base, dtype):
    shape = (3, 8192 + 5)
    names = [name for name in base.args if name != "reduction"]
    args = {name: t(dtype, shape) for name in names}
    args[names[-2]] = t(dtype, shape, strides=(1, 3))
    inputs = {name: uniform(place, shape, 0.1, 0.9) for place, name in enumerate(names[:-1])}
    assert np.isfinite(run(call(base.op, **args, reduction=NONE), inputs).out.astype(np.float64)).all()


@pytest.mark.parametrize(
    ("base", "reduction", "expected"),
    [(BCE, MEAN, math.nan), (BCE, SUM, 0), (LOGITS, MEAN, math.nan), (LOGITS, SUM, 0)],
)
@pytest.mark.parametrize("dtype", [F32, F16, BF16])
def test_the_loss_of_nothing(base, reduction, expected, dtype):
    empty = {name: t(dtype, (0, 3)) for name in ("self", "target")}
    rest = {name: None for name in base.args if name.lower().startswith(("weight", "pos"))}
    found = run(but(base, **empty, **rest, reduction=reduction, out=t(dtype, (1,))), {})
    np.testing.assert_array_equal(found.out.astype(np.float64), [expected])


def test_bce_of_nothing_fills_the_view():
    out = t(F32, (2, 2), strides=(3, 1), offset=1, storage=(8,))
    found = run(but(BCE, self=EMPTY, target=EMPTY, weight=None, reduction=SUM, out=out), {})
    np.testing.assert_array_equal(found.out, np.zeros((2, 2)))


def test_exact_hits_cost_nothing_and_misses_100():
    shape = (4,)
    args = {name: t(F32, shape) for name in ("self", "target", "out")}
    values = {"self": [0, 1, 0, 1], "target": [0, 1, 1, 0]}
    found = run(call(BCE.op, **args, weight=None, reduction=NONE), values)
    np.testing.assert_array_equal(found.out, [0, 0, 100, 100])


def test_in_place_gradient():
    shared = t(F32, SHAPE)
    made_for = but(GRAD, gradOutput=shared, out=shared, weightOptional=None)
    values = {"gradOutput": 2.0, "self": 0.5, "target": 0.0}
    np.testing.assert_array_equal(run(made_for, values).out, np.full(SHAPE, 4.0))
