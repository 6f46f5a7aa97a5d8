"""The binary cross entropy family against float64."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels.loss import (
    bce,
    bce_grad,
    bce_total,
    bce_with_logits,
    bce_with_logits_grad,
    bce_with_pos_weight,
)

DTYPES = st.sampled_from([DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16])
SEEDS = st.integers(0, 2**32 - 1)
SHAPES = st.lists(st.integers(1, 9), max_size=3).map(tuple)
F64 = np.float64


def wide(array, default=1.0):
    return default if array is None else array.astype(F64)


def test_the_documents_sample():
    grad, x, y, weight = (np.full((2, 2), value, np.float32) for value in (0.1, 0.3, 0.5, 1))
    result = bce_grad(grad, x, y, weight, scale=None)
    assert [f"{value:f}" for value in result.ravel()] == ["-0.095238"] * 4
    np.testing.assert_array_equal(bce_grad(grad, x, y, None), result)


@given(SEEDS, DTYPES, SHAPES, st.booleans(), st.booleans())
def test_bce_grad(numerics, seed, dtype, shape, weighted, mean):
    rng = np.random.default_rng(seed)
    grad = numerics.draw(rng, dtype, shape, 0.1, 2)
    x, y = numerics.draw(rng, dtype, shape, 0.01, 0.99), numerics.draw(rng, dtype, shape, 0, 1)
    weight = numerics.draw(rng, dtype, shape, 0.5, 2) if weighted else None
    scale = 1 / x.size if mean else None
    result = numerics.store(bce_grad(grad, x, y, weight, scale=scale), dtype)
    reference = wide(grad) * (wide(x) - wide(y)) / (wide(x) * (1 - wide(x))) * wide(weight) * (scale or 1)
    numerics.check(result, reference, dtype)


def test_bce_grad_in_exactly_this_order():
    rng = np.random.default_rng(1)
    grad, x, y, weight = rng.uniform(0.01, 0.99, (4, 5000)).astype(np.float32)
    scale = 1 / 5000
    expected = grad * (x - y)
    expected = expected / np.maximum((1 - x) * x, np.float32(1e-12))
    expected = expected * weight * np.float32(scale)
    np.testing.assert_array_equal(bce_grad(grad, x, y, weight, scale=scale), expected)
    np.testing.assert_array_equal(bce_grad(grad, x, y, weight, scale=1.0), bce_grad(grad, x, y, weight))


# x, y -> gradient for grad_output 1: the denominator is held at 1e-12
GRAD_EDGES = [
    (0.0, 0.0, 0.0),
    (1.0, 1.0, 0.0),
    (0.0, 1.0, -1e12),
    (1.0, 0.0, 1e12),
    (2.0, 1.0, 1e12),
    (-1.0, 0.0, -1e12),
]


@pytest.mark.parametrize(("x", "y", "expected"), GRAD_EDGES)
def test_bce_grad_at_the_edges(x, y, expected):
    one = np.ones(1, np.float32)
    assert bce_grad(one, one * np.float32(x), one * np.float32(y))[0] == np.float32(expected)


def reference_bce(x, y, weight):
    return -(wide(y) * np.log(wide(x)) + (1 - wide(y)) * np.log(1 - wide(x))) * wide(weight)


@given(SEEDS, DTYPES, SHAPES, st.booleans())
def test_bce(numerics, seed, dtype, shape, weighted):
    rng = np.random.default_rng(seed)
    x, y = numerics.draw(rng, dtype, shape, 0.01, 0.98), numerics.draw(rng, dtype, shape, 0, 1)
    weight = numerics.draw(rng, dtype, shape, 0.5, 2) if weighted else None
    numerics.check(numerics.store(bce(x, y, weight), dtype), reference_bce(x, y, weight), dtype)


@given(SEEDS, DTYPES, SHAPES, st.booleans(), st.booleans())
def test_bce_total(numerics, seed, dtype, shape, weighted, mean):
    rng = np.random.default_rng(seed)
    x, y = numerics.draw(rng, dtype, shape, 0.01, 0.98), numerics.draw(rng, dtype, shape, 0, 1)
    weight = numerics.draw(rng, dtype, shape, 0.5, 2) if weighted else None
    scale = 1 / x.size if mean else None
    result = numerics.store(bce_total(x, y, weight, scale=scale), dtype)
    numerics.check(result, reference_bce(x, y, weight).sum() * (scale or 1), dtype)


# x, y -> loss: the logarithm is held at -100
BCE_EDGES = [(0.0, 1.0, 100.0), (1.0, 0.0, 100.0), (0.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 0.5, 50.0)]


@pytest.mark.parametrize(("x", "y", "expected"), BCE_EDGES)
def test_bce_at_the_edges(x, y, expected):
    assert bce(np.array(x, np.float32), np.array(y, np.float32)) == np.float32(expected)


@pytest.mark.parametrize("x", [-0.5, 1.5, np.nan])
def test_bce_outside_the_unit_interval_is_nan(x):
    assert np.isnan(bce(np.array(x, np.float32), np.array(0.5, np.float32)))


def logistic(x):
    return 1 / (1 + np.exp(-wide(x)))


@given(SEEDS, DTYPES, SHAPES, st.booleans(), st.booleans())
def test_bce_with_logits(numerics, seed, dtype, shape, weighted, pos_weighted):
    rng = np.random.default_rng(seed)
    x, y = numerics.draw(rng, dtype, shape, -4, 4), numerics.draw(rng, dtype, shape, 0, 1)
    weight = numerics.draw(rng, dtype, shape, 0.5, 2) if weighted else None
    pos_weight = numerics.draw(rng, dtype, shape, 0.5, 3) if pos_weighted else None
    result = numerics.store(bce_with_logits(x, y, weight, pos_weight), dtype)
    p = logistic(x)
    reference = -(wide(pos_weight) * wide(y) * np.log(p) + (1 - wide(y)) * np.log(1 - p)) * wide(weight)
    numerics.check(result, reference, dtype)


@given(SEEDS, DTYPES, SHAPES, st.booleans(), st.booleans(), st.booleans())
def test_bce_with_logits_grad(numerics, seed, dtype, shape, weighted, pos_weighted, mean):
    rng = np.random.default_rng(seed)
    grad, x = numerics.draw(rng, dtype, shape, 0.1, 2), numerics.draw(rng, dtype, shape, -4, 4)
    y = rng.integers(0, 2, shape).astype(np.float32)
    weight = numerics.draw(rng, dtype, shape, 0.5, 2) if weighted else None
    pos_weight = numerics.draw(rng, dtype, shape, 0.5, 3) if pos_weighted else None
    scale = 1 / x.size if mean else None
    result = numerics.store(bce_with_logits_grad(grad, x, y, weight, pos_weight, scale=scale), dtype)
    p = logistic(x)
    slope = (1 - wide(y)) * p - wide(pos_weight) * wide(y) * (1 - p)
    numerics.check(result, slope * wide(grad) * wide(weight) * (scale or 1), dtype)


def test_logits_far_out_stay_finite():
    x = np.array([-1000, -100, 0, 100, 1000], np.float32)
    zero, one = np.zeros_like(x), np.ones_like(x)
    np.testing.assert_allclose(bce_with_logits(x, one), [1000, 100, np.log(2), 0, 0], rtol=1e-6)
    np.testing.assert_allclose(bce_with_logits(x, zero), [0, 0, np.log(2), 100, 1000], rtol=1e-6)
    np.testing.assert_allclose(bce_with_logits_grad(one, x, one), [-1, -1, -0.5, 0, 0])


def test_smaller_operands_are_repeated():
    rng = np.random.default_rng(2)
    x, y = rng.uniform(0.1, 0.9, (2, 4, 3)).astype(np.float32)
    row = rng.uniform(0.5, 2, (1, 3)).astype(np.float32)
    full = np.broadcast_to(row, x.shape)
    np.testing.assert_array_equal(bce(x, y, row), bce(x, y, full))
    np.testing.assert_array_equal(bce_grad(row, x, row, row), bce_grad(full, x, full, full))
    np.testing.assert_array_equal(bce_with_logits(x, y, row, row), bce_with_logits(x, y, full, full))
    np.testing.assert_array_equal(
        bce_with_logits_grad(row, x, row, row, row), bce_with_logits_grad(full, x, full, full, full)
    )


def test_pos_weight_without_weight():
    x, y, pos_weight = np.random.default_rng(5).uniform(0.1, 2, (3, 20)).astype(np.float32)
    expected = bce_with_logits(x, y, None, pos_weight)
    np.testing.assert_array_equal(bce_with_pos_weight(x, y, pos_weight), expected)
