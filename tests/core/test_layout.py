"""Shapes and strides, compared with NumPy where NumPy has the same notion."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.layout import (
    broadcast,
    broadcasts_to,
    contiguous_strides,
    is_contiguous,
    numel,
    view_reach,
)

SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)
ANY_SHAPES = st.lists(st.integers(-3, 5), max_size=5).map(tuple)


@given(SHAPES)
def test_contiguous_as_numpy(shape):
    array = np.empty(shape, np.int8)
    assert numel(shape) == array.size
    assert is_contiguous(shape, contiguous_strides(shape))
    if array.size:
        assert contiguous_strides(shape) == array.strides


@given(SHAPES, st.permutations(range(4)))
def test_transposed_is_contiguous_when_numpy_says_so(shape, order):
    array = np.empty(shape, np.int8).transpose([axis for axis in order if axis < len(shape)])
    assert is_contiguous(array.shape, array.strides) == array.flags.c_contiguous


CONTIGUITY = [
    ((), (), True),
    ((1,), (99,), True),
    ((1, 1), (-5, 7), True),
    ((0, 3), (77, 8), True),
    ((2, 1, 3), (3, 99, 1), True),
    ((2, 3), (3, 1), True),
    ((2, 3), (1, 2), False),
    ((2, 3), (4, 1), False),
    ((2,), (0,), False),
    ((2,), (2,), False),
    ((2,), (-1,), False),
    ((-2, 3), (3, 1), True),
]


@pytest.mark.parametrize(("shape", "strides", "expected"), CONTIGUITY)
def test_is_contiguous(shape, strides, expected):
    assert is_contiguous(shape, strides) is expected


def test_strides_in_front_of_an_empty_size_are_zero():
    assert contiguous_strides((2, 0, 3)) == (0, 3, 1)


@given(SHAPES, SHAPES)
def test_broadcast_as_numpy(a, b):
    try:
        expected = np.broadcast_shapes(a, b)
    except ValueError:
        expected = None
    assert broadcast(a, b) == expected
    assert broadcasts_to(a, b) == (expected == b)


@given(ANY_SHAPES, ANY_SHAPES)
def test_broadcast_is_symmetric(a, b):
    assert broadcast(a, b) == broadcast(b, a)


@given(ANY_SHAPES)
def test_broadcast_with_a_scalar_and_itself(shape):
    assert broadcast(shape, ()) == shape
    assert broadcast(shape, shape) == shape
    assert broadcasts_to((), shape)


REACH = [
    ((), (), 0, (0, 1)),
    ((), (), 7, (7, 8)),
    ((2, 3), (3, 1), 0, (0, 6)),
    ((2, 3), (3, 1), 4, (4, 10)),
    ((2, 3), (10, 2), 1, (1, 16)),
    ((4,), (-1,), 3, (0, 4)),
    ((4,), (-1,), 2, (-1, 3)),
    ((2, 3), (-3, 1), 3, (0, 6)),
    ((5,), (0,), 2, (2, 3)),
    ((0, 5), (1, 1), 9, (9, 9)),
    ((3, 0), (1, 1), -4, (-4, -4)),
]


@pytest.mark.parametrize(("shape", "strides", "offset", "expected"), REACH)
def test_view_reach(shape, strides, offset, expected):
    assert view_reach(shape, strides, offset) == expected


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(-6, 6)), max_size=3),
    st.integers(-10, 10),
)
def test_view_reach_is_the_range_of_touched_elements(dims, offset):
    shape = tuple(size for size, _ in dims)
    strides = tuple(stride for _, stride in dims)
    touched = [
        offset + sum(i * s for i, s in zip(index, strides, strict=True)) for index in np.ndindex(shape)
    ]
    assert view_reach(shape, strides, offset) == (min(touched), max(touched) + 1)
