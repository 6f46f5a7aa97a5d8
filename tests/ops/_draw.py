"""Hypothesis strategies: shapes, shapes that broadcast to another, and layouts in memory."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from _case import T, t
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType, numpy_dtype
from aclnn_emu.core.layout import contiguous_strides, view_reach

F32, F16, BF16 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16

FLOATS = st.sampled_from([F32, F16, BF16])
SEEDS = st.integers(0, 2**32 - 1)


def shapes(*, min_rank: int = 0, max_rank: int = 4) -> st.SearchStrategy[tuple[int, ...]]:
    """Small shapes with elements."""
    return st.lists(st.integers(1, 5), min_size=min_rank, max_size=max_rank).map(tuple)


@st.composite
def any_shapes(draw: Any, *, min_rank: int = 0) -> tuple[int, ...]:
    """Up to 8 dimensions; one in ten has no elements."""
    shape = draw(st.lists(st.integers(1, 3), min_size=min_rank, max_size=8))
    if shape and draw(st.integers(0, 9)) == 9:
        shape[draw(st.integers(0, len(shape) - 1))] = 0
    return tuple(shape)


@st.composite
def broadcastable(draw: Any, target: tuple[int, ...]) -> tuple[int, ...]:
    """A shape that broadcasts to the target without enlarging it."""
    kept = target[draw(st.integers(0, len(target))) :]
    return tuple(1 if draw(st.booleans()) else size for size in kept)


@st.composite
def reductions(draw: Any, *, min_rank: int = 0) -> Any:
    """A shape, axes of it as the caller may write them, keepDims, and the reduced shape."""
    shape = draw(shapes(min_rank=min_rank))
    rank = len(shape)
    axes = draw(st.lists(st.integers(0, max(rank, 1) - 1), unique=True, max_size=max(rank, 1)))
    keep = draw(st.booleans())
    written = tuple(axis - max(rank, 1) if draw(st.booleans()) else axis for axis in axes)
    reduced = {axis for axis in axes if rank} or set(range(rank))
    rest = tuple(
        1 if axis in reduced else size for axis, size in enumerate(shape) if keep or axis not in reduced
    )
    return shape, written, tuple(sorted(reduced)), keep, rest


@st.composite
def layouts(draw: Any, dtype: int, shape: tuple[int, ...], *, writable: bool = False) -> T:
    """A tensor of this view shape: contiguous, behind an offset, permuted, sliced, reversed or repeated.

    Args:
        draw: Hypothesis.
        dtype: of the tensor.
        shape: of the view.
        writable: every element has memory of its own.
    """
    kinds = ["contiguous", "offset", "permuted", "sliced", "reversed"] + ["repeated"] * (not writable)
    kind = draw(st.sampled_from(kinds))
    strides = list(contiguous_strides(shape))
    if kind == "contiguous" or not shape:
        return t(dtype, shape)
    if kind == "permuted":
        order = draw(st.permutations(range(len(shape))))
        inner = contiguous_strides(tuple(shape[axis] for axis in order))
        strides = [inner[order.index(axis)] for axis in range(len(shape))]
    if kind == "sliced":
        padded = tuple(size + draw(st.integers(0, 2)) for size in shape)
        step = draw(st.integers(1, 2))
        strides = [stride * step for stride in contiguous_strides(padded)]
    axis = draw(st.integers(0, len(shape) - 1))
    if kind == "reversed":
        strides[axis] = -strides[axis]
    if kind == "repeated":
        strides[axis] = 0
    low, end = view_reach(shape, tuple(strides), 0)
    offset = draw(st.integers(0 if kind != "offset" else 1, 3)) - low
    tail = draw(st.integers(0, 3))
    return t(dtype, shape, strides=tuple(strides), offset=offset, storage=(end + offset + tail,))


def uniform(seed: int, shape: tuple[int, ...], low: float, high: float) -> np.ndarray[Any, Any]:
    """Random numbers, the same for the same seed."""
    return np.random.default_rng(seed).uniform(low, high, math.prod(shape)).reshape(shape)


SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0)


def with_ends(seed: int, shape: tuple[int, ...], low: float, high: float) -> np.ndarray[Any, Any]:
    """Random numbers of which about one in three is NaN, an infinity, or a zero of either sign."""
    rng = np.random.default_rng(seed)
    special = rng.choice(SPECIAL, shape)
    return np.where(rng.random(shape) < 1 / 3, special, rng.uniform(low, high, shape))


def any_numbers(seed: int, shape: tuple[int, ...], dtype: int) -> np.ndarray[Any, Any]:
    """Numbers of any magnitude in the dtype's NumPy type, with what is particular about it.

    That is NaN, infinities and zeros of both signs, in both parts of a complex number; both limits of an integer type.
    """
    kind, rng = numpy_dtype(dtype), np.random.default_rng(seed)
    assert kind is not None
    if kind.kind == "b":
        return rng.integers(0, 2, shape) > 0
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        numbers = rng.integers(limits.min, limits.max, shape, kind, endpoint=True)
        special = rng.choice(np.array([limits.min, limits.max, 0, 1], kind), shape)
        return np.where(rng.random(shape) < 1 / 2, special, numbers)
    found = np.zeros(shape, kind)
    if kind.kind == "c":
        found.real, found.imag = (with_ends(seed + part, shape, -1e3, 1e3) for part in (0, 1))
        return found
    found[...] = with_ends(seed, shape, -1e3, 1e3)
    return found
