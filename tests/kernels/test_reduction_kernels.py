"""Sums and means over axes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.kernels.reduction import reduce_mean, reduce_sum

DTYPES = st.sampled_from([DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16])
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def shapes_and_axes(draw, min_rank=0):
    shape = tuple(draw(st.lists(st.integers(1, 6), min_size=min_rank, max_size=4)))
    axes = draw(st.lists(st.sampled_from(range(len(shape))), unique=True)) if shape else []
    signed = tuple(axis - len(shape) if draw(st.booleans()) else axis for axis in axes)
    return shape, signed


@given(SEEDS, DTYPES, shapes_and_axes(), st.booleans())
def test_sum_and_mean(numerics, seed, dtype, shape_axes, keep):
    shape, axes = shape_axes
    x = numerics.draw(np.random.default_rng(seed), dtype, shape, 0.1, 2)
    over = axes or None
    for function, reference in ((reduce_sum, np.sum), (reduce_mean, np.mean)):
        result = numerics.store(function(x, axes=axes, keep_dims=keep), dtype)
        numerics.check(result, reference(x.astype(np.float64), axis=over, keepdims=keep), dtype)


@given(SEEDS, shapes_and_axes(min_rank=1))
def test_the_layout_does_not_change_a_bit(seed, shape_axes):
    shape, axes = shape_axes
    x = np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)
    strided = np.empty([2 * size for size in shape], np.float32)[tuple(slice(None, None, -2) for _ in shape)]
    strided[...] = x
    for other in (strided, np.asfortranarray(x)):
        for function in (reduce_sum, reduce_mean):
            expected = function(x, axes=axes, keep_dims=True)
            assert function(other, axes=axes, keep_dims=True).tobytes() == expected.tobytes()


@pytest.mark.parametrize("axis", [0, 1])
def test_long_sums_stay_accurate_along_any_axis(axis):
    x = np.full((300_000, 2) if axis == 0 else (2, 300_000), 0.1, np.float32)
    expected = math.fsum([float(np.float32(0.1))] * 300_000)
    result = reduce_sum(x, axes=(axis,), keep_dims=False)
    np.testing.assert_allclose(result, [expected] * 2, rtol=1e-6)


INTEGERS = [
    (np.int8, [100, 100], -56, -28),
    (np.uint8, [200, 100], 44, 22),
    (np.int32, [-7, 0], -7, -3),
    (np.int32, [7, 0], 7, 3),
    (np.int64, [2**62, 2**62], -(2**63), -(2**62)),
    (np.uint64, [2**63, 2**62], 2**63 + 2**62, 2**62 + 2**61),
    (np.int16, [-1, -2, -3, -4], -10, -2),
]


@pytest.mark.parametrize(("dtype", "values", "total", "mean"), INTEGERS)
def test_integers_wrap_and_their_mean_is_cut(dtype, values, total, mean):
    x = np.array(values, dtype)
    assert reduce_sum(x, axes=(0,), keep_dims=False) == dtype(total)
    assert reduce_mean(x, axes=(), keep_dims=False) == dtype(mean)
    assert reduce_mean(x, axes=(), keep_dims=False).dtype == dtype


def test_the_count_may_exceed_the_integer():
    assert reduce_mean(np.full(300, 1, np.int8), axes=(), keep_dims=False) == 0
    assert reduce_mean(np.full(128, -1, np.int8), axes=(), keep_dims=False) == -1


def test_bools_answer_any():
    x = np.array([[True, True], [False, False]])
    np.testing.assert_array_equal(reduce_sum(x, axes=(1,), keep_dims=False), [True, False])
    assert reduce_sum(x, axes=(), keep_dims=False).dtype == np.bool_


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_floating_types_keep_their_dtype(dtype):
    x = np.array([1, 2, 4], dtype)
    assert reduce_sum(x, axes=(), keep_dims=True).dtype == dtype
    assert reduce_mean(x, axes=(), keep_dims=True).dtype == dtype
    np.testing.assert_allclose(reduce_mean(x, axes=(0,), keep_dims=True), [7 / 3], rtol=1e-6)


def test_mean_multiplies_with_the_rounded_reciprocal():
    x = np.random.default_rng(3).uniform(0, 1, 999).astype(np.float32)
    expected = reduce_sum(x, axes=(), keep_dims=False) * np.float32(1 / 999)
    assert reduce_mean(x, axes=(), keep_dims=False) == expected


@pytest.mark.parametrize(
    ("shape", "axes", "out"),
    [((0,), (), ()), ((0, 3), (0,), (3,)), ((3, 0), (0,), (0,)), ((2, 0), (-1,), (2,))],
)
def test_nothing_to_sum(shape, axes, out):
    x = np.ones(shape, np.float32)
    total, mean = reduce_sum(x, axes=axes, keep_dims=False), reduce_mean(x, axes=axes, keep_dims=False)
    assert total.shape == mean.shape == out
    assert (total == 0).all()
    assert np.isnan(mean).all()
    assert (reduce_mean(x.astype(np.int32), axes=axes, keep_dims=False) == 0).all()


def test_a_scalar_is_its_own_sum():
    x = np.array(3, np.float32)
    for axes in ((), (0,), (-1,)):
        assert reduce_sum(x, axes=axes, keep_dims=True).shape == ()
        assert reduce_sum(x, axes=axes, keep_dims=False) == 3
        assert reduce_mean(x, axes=axes, keep_dims=False) == 3
