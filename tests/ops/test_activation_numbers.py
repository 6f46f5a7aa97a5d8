"""What activations with scalars and gradients compute: against float64 formulas and their numerical derivatives."""

import math

import numpy as np
import pytest
from _activations import (
    CELU,
    ELU,
    ELU_GRAD,
    FAST_GELU_GRAD,
    GELU_GRAD,
    GELU_GRAD_V2,
    GELU_V2,
    HARDSHRINK,
    HARDSHRINK_GRAD,
    HARDSIGMOID_GRAD,
    HARDSWISH_GRAD,
    HARDSWISH_GRAD_V2,
    HARDTANH_GRAD,
    INPLACE_CELU,
    INPLACE_ELU,
    INPLACE_LEAKY_RELU,
    INPLACE_THRESHOLD,
    LEAKY_RELU,
    LEAKY_RELU_GRAD,
    LOG_SIGMOID,
    LOG_SIGMOID_GRAD,
    MISH_GRAD,
    SELU_GRAD,
    SHRINK,
    SIGMOID_GRAD,
    SILU_GRAD,
    SOFTPLUS,
    SOFTPLUS_GRAD,
    SOFTSHRINK,
    SOFTSHRINK_GRAD,
    SWISH,
    SWISH_GRAD,
    TANH_GRAD,
    THRESHOLD,
    THRESHOLD_GRAD,
)
from _case import DTYPES, NEW_SOCS, S, T, but, call, s, t
from _draw import (
    BF16,
    F16,
    F32,
    FLOATS,
    SEEDS,
    any_shapes,
    broadcastable,
    layouts,
    shapes,
    uniform,
    with_ends,
)
from _run import check_close, run
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S16, S32, S64, S8 = (DTYPES[name] for name in ("f64", "s16", "s32", "s64", "s8"))
C64 = DTYPES["c64"]
INF, NAN = math.inf, math.nan
COARSENESS = [F32, F16, BF16].index
FEW = settings(max_examples=15)
SCALE, ALPHA = 1.0507009873554805, 1.6732632423543772


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def elu(x, alpha=1.5, scale=1.25, input_scale=0.5):
    return scale * np.where(x > 0, x, alpha * np.expm1(input_scale * x))


def softplus(x):
    return np.where(2 * x > 6, x, np.log1p(np.exp(2 * np.minimum(x, 3))) / 2)


def soft_shrink(x):
    return np.sign(x) * np.maximum(np.abs(x) - 0.5, 0)


def gelu(x):
    return x * (1 + np.vectorize(math.erf, otypes=[float])(x / math.sqrt(2))) / 2


def gelu_tanh(x):
    return x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


FORWARD = [
    (LEAKY_RELU, lambda x: np.where(x > 0, x, x / 4)),
    (CELU, lambda x: np.maximum(x, 0) + np.minimum(1.5 * np.expm1(x / 1.5), 0)),
    (HARDSHRINK, lambda x: np.where(np.abs(x) <= 0.5, 0, x)),
    (SOFTSHRINK, soft_shrink),
    (SHRINK, lambda x: np.where(np.abs(x) > 0.5, x - np.sign(x) / 4, 0)),
    (SOFTPLUS, softplus),
    (SWISH, lambda x: x * sigmoid(1.5 * x)),
    (LOG_SIGMOID, lambda x: np.log(sigmoid(x))),
    (GELU_V2, gelu),
    (but(GELU_V2, approximate=1), gelu_tanh),
    (ELU, elu),
    (THRESHOLD, lambda x: np.where(x <= 0.5, 7, x)),
]


@pytest.mark.parametrize(("base", "reference"), FORWARD, ids=lambda value: getattr(value, "op", ""))
@FEW
@given(st.data(), FLOATS, shapes(), SEEDS)
def test_forward(base, reference, data, dtype, shape, seed):
    dtype = F16 if base is SHRINK and dtype == BF16 else dtype
    names = [name for name, value in base.args.items() if isinstance(value, T)]
    tensors = {
        name: data.draw(layouts(dtype, shape, writable=name != names[0]))
        for name in names
        if name != "buffer"
    }
    made_for = call(base.op, **base.args | tensors)
    found = run(made_for, {names[0]: uniform(seed, shape, -5, 5)}, out=names[1])
    check_close(found.out, reference(found.inputs[names[0]]), dtype)


# In place and out of place by the same formula, over the scalars.
WITH_SCALARS = [
    ((LEAKY_RELU, INPLACE_LEAKY_RELU), lambda x, negativeSlope: np.where(x > 0, x, x * negativeSlope)),
    (
        (CELU, INPLACE_CELU),
        lambda x, alpha: np.maximum(x, 0) + np.minimum(alpha * np.expm1(x / alpha), 0),
    ),
    (
        (ELU, INPLACE_ELU),
        lambda x, alpha, scale, inputScale: scale * np.where(x > 0, x, alpha * np.expm1(inputScale * x)),
    ),
    ((THRESHOLD, INPLACE_THRESHOLD), lambda x, threshold, value: np.where(x <= threshold, value, x)),
]


@pytest.mark.parametrize(("bases", "reference"), WITH_SCALARS, ids=[bases[0].op for bases, _ in WITH_SCALARS])
@FEW
@given(st.data(), FLOATS | st.just(F64), any_shapes(), SEEDS)
def test_scalars_in_place_and_out_of_place(bases, reference, data, dtype, shape, seed):
    base = data.draw(st.sampled_from(bases))
    if dtype == F64 and bases[0] in (CELU, THRESHOLD):
        dtype = F32  # they have no DOUBLE
    numbers = st.sampled_from([-1.5, -0.25, 0.5, 2.0] + [0.0] * ("Celu" not in base.op))
    scalars = {name: data.draw(numbers) for name, value in base.args.items() if isinstance(value, S)}
    kinds = {
        name: s(data.draw(st.sampled_from([F32, F64, BF16])), number) for name, number in scalars.items()
    }
    x, *_, out = base.args if "out" in base.args else (*base.args, next(iter(base.args)))
    tensors = {x: data.draw(layouts(dtype, shape, writable=x == out))}
    tensors[out] = tensors.get(out) or data.draw(layouts(dtype, shape, writable=True))
    soc = data.draw(st.sampled_from(NEW_SOCS))
    made_for = call(base.op, **base.args | kinds | tensors)
    found = run(made_for, {x: with_ends(seed, shape, -2, 2)}, soc=soc, out=out)
    with np.errstate(all="ignore"):
        expected = reference(found.inputs[x], **scalars)
    check_close(found.out, expected, F32 if dtype == F64 else dtype)


def derivative(function):
    """Central differences, whose error is some 1e-10 here."""
    return lambda x: (function(x + 1e-5) - function(x - 1e-5)) / 2e-5


def of_result(function, inverse):
    """A derivative as a function of the result."""
    return lambda y: derivative(function)(inverse(y))


# call, derivative as a function of the second tensor, domain (kinks lie outside or in between)
GRADS = [
    (SIGMOID_GRAD, of_result(sigmoid, lambda y: np.log(y / (1 - y))), (0.05, 0.95)),
    (TANH_GRAD, of_result(np.tanh, np.arctanh), (-0.95, 0.95)),
    (LEAKY_RELU_GRAD, lambda x: np.where(x > 0, 1, 0.25), (-4, 4)),
    (ELU_GRAD, derivative(elu), (-4, -0.1)),
    (ELU_GRAD, derivative(elu), (0.1, 4)),
    (but(ELU_GRAD, isResult=True), of_result(elu, lambda y: 2 * np.log1p(y / 1.875)), (-1.8, -0.1)),
    (SELU_GRAD, lambda y: np.where(y > 0, SCALE, y + SCALE * ALPHA), (-1.7, 4)),
    (FAST_GELU_GRAD, derivative(lambda x: x * sigmoid(1.702 * x)), (-4, 4)),
    (MISH_GRAD, derivative(lambda x: x * np.tanh(np.log1p(np.exp(x)))), (-6, 6)),
    (SILU_GRAD, derivative(lambda x: x * sigmoid(x)), (-6, 6)),
    (SWISH_GRAD, derivative(lambda x: x * sigmoid(1.5 * x)), (-4, 4)),
    (HARDSHRINK_GRAD, lambda x: np.abs(x) > 0.5, (-2, 2)),
    (SOFTSHRINK_GRAD, lambda x: np.abs(x) > 0.5, (-2, 2)),
    (HARDSIGMOID_GRAD, derivative(lambda x: np.clip(x / 6 + 0.5, 0, 1)), (-2.9, 2.9)),
    (HARDSWISH_GRAD, derivative(lambda x: x * np.clip(x + 3, 0, 6) / 6), (-2.9, 2.9)),
    (HARDSWISH_GRAD_V2, derivative(lambda x: x * np.clip(x + 3, 0, 6) / 6), (3.1, 5)),
    (LOG_SIGMOID_GRAD, derivative(lambda x: -np.log1p(np.exp(-x))), (-6, 6)),
    (HARDTANH_GRAD, lambda x: (x > -1) & (x < 2), (-3, 3)),
    (SOFTPLUS_GRAD, derivative(softplus), (-4, 2.9)),
    (SOFTPLUS_GRAD, derivative(softplus), (3.1, 5)),
    (THRESHOLD_GRAD, lambda x: x > 0.5, (-2, 2)),
    (but(THRESHOLD_GRAD, threshold=s(F32, 0.0)), lambda x: x > 0, (-2, 2)),
    (GELU_GRAD, derivative(gelu_tanh), (-4, 4)),
    (GELU_GRAD_V2, derivative(gelu), (-4, 4)),
    (but(GELU_GRAD_V2, approximate="tanh"), derivative(gelu_tanh), (-4, 4)),
]


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize(("base", "reference", "domain"), GRADS, ids=lambda value: getattr(value, "op", ""))
@FEW
@given(st.data(), FLOATS, shapes(), SEEDS)
def test_gradients(base, reference, domain, soc, data, dtype, shape, seed):
    names = [name for name, value in base.args.items() if isinstance(value, T) and name != "buffer"]
    tensors = {name: data.draw(layouts(dtype, shape, writable=name == names[-1])) for name in names}
    made_for = call(base.op, **base.args | tensors)
    values = {names[0]: uniform(seed, shape, 0.5, 2), names[1]: uniform(seed + 1, shape, *domain)}
    found = run(made_for, values, soc=soc, out=names[-1])
    expected = found.inputs[names[0]] * reference(found.inputs[names[1]])
    check_close(found.out, expected, dtype, floor=2.0**-4)


BROADCAST = [SIGMOID_GRAD, TANH_GRAD, LEAKY_RELU_GRAD, MISH_GRAD, HARDSHRINK_GRAD, SOFTSHRINK_GRAD, GELU_GRAD]


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize("base", BROADCAST, ids=lambda base: base.op)
@FEW
@given(st.data(), shapes(), SEEDS)
def test_gradients_of_broadcast_tensors(base, soc, data, shape, seed):
    """The same as with tensors that were made equal before."""
    names = [name for name, value in base.args.items() if isinstance(value, T)]
    small = data.draw(broadcastable(shape))
    grad, x = uniform(seed, small, 0.5, 2), uniform(seed + 1, shape, 0.1, 0.9)
    equal = but(base, **{name: t(F32, shape) for name in names})
    expected = run(equal, {names[0]: np.broadcast_to(grad, shape), names[1]: x}, soc=soc, out=names[-1]).out
    found = run(
        but(equal, **{names[0]: t(F32, small)}), {names[0]: grad, names[1]: x}, soc=soc, out=names[-1]
    ).out
    np.testing.assert_array_equal(found, expected)


def computed(base, dtype, *values, soc="Ascend910B", **others):
    names = [name for name, value in base.args.items() if isinstance(value, T) and name != "buffer"]
    shape = np.shape(values[-1])
    made = but(base, **{name: t(dtype, shape) for name in names}, **others)
    return run(made, dict(zip(names, values, strict=False)), soc=soc, out=names[-1]).out.tolist()


ENDS = [INF, -INF, NAN]


def same(found, expected):
    np.testing.assert_array_equal(found, expected)


def test_forward_at_the_ends():
    same(computed(LEAKY_RELU, F32, ENDS), [INF, -INF, NAN])
    same(computed(CELU, F32, ENDS), [INF, -1.5, NAN])
    same(computed(ELU, F32, ENDS), [INF, -1.875, NAN])
    same(computed(HARDSHRINK, F32, ENDS), [INF, -INF, NAN])
    same(computed(SOFTSHRINK, F32, ENDS), [INF, -INF, 0])
    same(computed(SHRINK, F32, ENDS), [INF, -INF, 0])
    same(computed(SOFTPLUS, F32, ENDS), [INF, 0, NAN])
    same(computed(THRESHOLD, F32, ENDS), [INF, 7, NAN])
    same(computed(HARDSHRINK, F32, [-0.5, 0.25], lambd=s(F32, -1.0)), [-0.5, 0.25])


def test_elu_with_infinite_scalars():
    """-alpha below 0, as the library has it, and nothing but the scale above."""
    same(computed(ELU, F32, [-2.0, 0.0, 2.0], inputScale=s(F32, INF)), [-1.875, -1.875, 2.5])
    same(computed(ELU, F16, [-2.0, 2.0], alpha=s(F32, INF)), [-INF, 2.5])
    assert computed(ELU, F64, [-2.0, 2.0]) == pytest.approx([1.25 * 1.5 * math.expm1(-1), 2.5], rel=1e-15)


def test_integers():
    assert computed(THRESHOLD, S32, [-5, 0, 1, 9]) == [7, 7, 1, 9]
    assert computed(THRESHOLD, S16, [-5, 9]) == [7, 9]
    assert computed(THRESHOLD_GRAD, S32, [5, 6, 7], [0, 1, -1]) == [0, 6, 0]
    assert computed(THRESHOLD_GRAD, S64, [5, 6], [0, 1], threshold=s(F32, 0.0), soc="Ascend950") == [0, 6]
    assert computed(SELU_GRAD, S32, [10, 10], [5, -1]) == [11, 8]
    assert computed(SELU_GRAD, S8, [10, 127], [5, 3]) == [11, 127]


def test_gradients_at_the_edges():
    ones = [1.0, 1.0, 1.0]
    edges = [-3.0, 3.0, NAN]
    assert computed(HARDSWISH_GRAD, F32, ones, edges) == [-0.5, 1.5, 1]
    assert computed(HARDSWISH_GRAD_V2, F32, ones, edges) == [0, 1, 1]
    assert computed(HARDTANH_GRAD, F32, ones, [-1.0, 2.0, NAN]) == [0, 0, 1]
    assert computed(HARDSIGMOID_GRAD, F32, ones, edges) == [0, 0, 0]
    assert computed(HARDSHRINK_GRAD, F32, ones, [0.5, -0.75, NAN]) == [0, 1, 1]
    assert computed(HARDSHRINK_GRAD, F32, ones, [0.0, -0.75, NAN], lambd=s(F32, -2.0)) == [0, 1, 1]
    assert computed(SOFTSHRINK_GRAD, F32, ones, [0.5, -0.75, NAN]) == [0, 1, 1]
    assert computed(THRESHOLD_GRAD, F32, ones, [0.5, 0.75, NAN]) == [0, 1, 1]
    assert computed(GELU_GRAD, F32, ones, [INF, 100.0, -100.0]) == [1, 1, 0]
    assert computed(MISH_GRAD, F32, ones, [100.0, -100.0, 0.0]) == pytest.approx([1, 0, 0.6], abs=1e-7)


def test_sigmoid_gradient_of_complex_numbers():
    grad, y = np.array([1 + 2j], np.complex64), np.array([0.5 - 1j], np.complex64)
    found = computed(SIGMOID_GRAD, C64, grad, y)
    np.testing.assert_allclose(found, grad * np.conj((1 - y) * y), rtol=1e-6)
