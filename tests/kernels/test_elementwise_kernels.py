"""Add, Mul, Muls, Sigmoid, and the moves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels import arithmetic
from aclnn_emu.kernels.data import concat, copy, fill, ones_like, zeros_like
from aclnn_emu.kernels.elementwise import accumulate, add, adds, mul, muls, sigmoid

DTYPES = st.sampled_from([DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16])
SEEDS = st.integers(0, 2**32 - 1)
SHAPES = st.lists(st.integers(1, 9), max_size=3).map(tuple)


@given(SEEDS, DTYPES, SHAPES, st.sampled_from([None, 1, 2.5, -0.75]))
def test_add(numerics, seed, dtype, shape, alpha):
    rng = np.random.default_rng(seed)
    x, y = (numerics.draw(rng, dtype, shape, 0.5, 4) for _ in range(2))
    y = np.copysign(y, -1 if alpha and alpha < 0 else 1)
    result = numerics.store(add(x, y, alpha=alpha), dtype)
    numerics.check(
        result, x.astype(np.float64) + (1 if alpha is None else alpha) * y.astype(np.float64), dtype
    )


@given(SEEDS, DTYPES, SHAPES)
def test_mul_and_muls(numerics, seed, dtype, shape):
    rng = np.random.default_rng(seed)
    x, y = (numerics.draw(rng, dtype, shape, -4, 4) for _ in range(2))
    numerics.check(numerics.store(mul(x, y), dtype), x.astype(np.float64) * y.astype(np.float64), dtype)
    numerics.check(numerics.store(muls(x, value=-1.5), dtype), x.astype(np.float64) * -1.5, dtype)


@given(SEEDS, DTYPES, SHAPES)
def test_sigmoid(numerics, seed, dtype, shape):
    x = numerics.draw(np.random.default_rng(seed), dtype, shape, -8, 8)
    numerics.check(numerics.store(sigmoid(x), dtype), 1 / (1 + np.exp(-x.astype(np.float64))), dtype)


def test_sigmoid_at_the_ends():
    x = np.array([-np.inf, -200, -0.0, 0.0, 200, np.inf, np.nan], np.float32)
    np.testing.assert_array_equal(sigmoid(x), np.array([0, 0, 0.5, 0.5, 1, 1, np.nan], np.float32))


def test_sigmoid_of_complex():
    x = np.array([0, 1 + 1j], np.complex64)
    np.testing.assert_allclose(sigmoid(x), 1 / (1 + np.exp(-x)), rtol=1e-6)
    assert sigmoid(x).dtype == np.complex64


INTEGER_SUMS = [
    (np.int8, 100, 100, None, -56),
    (np.uint8, 200, 100, None, 44),
    (np.int32, 2**31 - 1, 1, None, -(2**31)),
    (np.int32, 1, 3, -2, -5),
    (np.int8, 0, 100, 3, 44),
    (np.int64, 2**62, 2**62, None, -(2**63)),
    (np.bool_, True, True, None, True),
    (np.bool_, False, True, None, True),
    (np.bool_, False, False, None, False),
    (np.bool_, False, True, False, False),
    (np.bool_, False, True, True, True),
]


@pytest.mark.parametrize(("dtype", "x", "y", "alpha", "expected"), INTEGER_SUMS)
def test_integers_wrap_and_bools_or(dtype, x, y, alpha, expected):
    result = add(np.array([x], dtype), np.array([y], dtype), alpha=alpha)
    assert result.dtype == dtype
    assert result[0] == expected


def test_adds_rounds_the_scalars_first():
    x = np.array([1, 2], np.float32)
    expected = x + np.float32(0.1) * np.float32(3)
    np.testing.assert_array_equal(adds(x, value=0.1, alpha=3), expected)
    np.testing.assert_array_equal(adds(np.array([127], np.int8), value=1), [-128])
    np.testing.assert_array_equal(adds(np.array([False, True]), value=True, alpha=False), [False, True])


def test_accumulate_adds_in_order():
    arrays = np.random.default_rng(4).uniform(-1, 1, (4, 50)).astype(np.float32)
    expected = ((arrays[0] + arrays[1]) + arrays[2]) + arrays[3]
    np.testing.assert_array_equal(accumulate(*arrays), expected)
    np.testing.assert_array_equal(accumulate(*[np.array([100], np.int8)] * 3), [44])


def test_bools_multiply_as_and():
    x, y = np.array([True, True, False]), np.array([True, False, False])
    np.testing.assert_array_equal(mul(x, y), [True, False, False])
    assert muls(np.array([3], np.int32), value=2).dtype == np.int32


def test_operands_broadcast():
    x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.float32(10) * np.ones((2, 1), np.float32)
    assert add(x, y).shape == (2, 3)
    assert mul(np.array(2, np.float32), x).shape == (2, 3)
    assert add(np.array(2, np.float32), np.array(3, np.float32)).shape == ()


def test_moves():
    x = np.arange(6, dtype=np.int16).reshape(2, 3)
    moved = copy(x.T)
    np.testing.assert_array_equal(moved, x.T)
    assert not np.shares_memory(moved, x)
    np.testing.assert_array_equal(ones_like(x), np.ones((2, 3), np.int16))
    np.testing.assert_array_equal(zeros_like(x), np.zeros((2, 3), np.int16))
    np.testing.assert_array_equal(concat(x, x[:1], axis=0), np.vstack([x, x[:1]]))
    np.testing.assert_array_equal(concat(x, axis=-1), x)


def test_fill():
    filled = fill(shape=(2, 0, 3), value=1, dtype=DataType.ACL_FLOAT16)
    assert (filled.shape, filled.dtype) == ((2, 0, 3), np.float16)
    assert np.isnan(fill(shape=(), value=float("nan"), dtype=DataType.ACL_FLOAT))
    with pytest.raises(ValueError, match="INT4"):
        fill(shape=(1,), value=1, dtype=DataType.ACL_INT4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("size", [1, 3, 40])
def test_a_half_power_is_that_of_c_for_one_exponent_and_for_many(dtype, size):
    x = np.resize(np.array([-np.inf, -0.0, 4.0], dtype), size)
    expected = np.resize(np.array([np.inf, 0.0, 2.0], dtype), size)
    for y in (np.full(size, 0.5, dtype), np.array([0.5], dtype), np.array(0.5, dtype)):
        result = arithmetic.power(x, y)
        assert result.dtype == dtype
        assert result.tobytes() == expected.tobytes()
