"""Largest and smallest elements along axes, and where they are.

NaN is larger than the largest and smaller than the smallest: it wins. Of equal elements the first is named.
"""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["arg_max", "arg_max_with_value", "arg_min", "arg_min_with_value", "reduce_max", "reduce_min"]

Axes = tuple[int, ...]


@kernel(name="ReduceMax")
def reduce_max(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """The largest element along axes; no axes reduce nothing."""
    return np.asarray(np.max(x, axis=axes, keepdims=keep_dims))


@kernel(name="ReduceMin")
def reduce_min(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """The smallest element along axes; no axes reduce nothing."""
    return np.asarray(np.min(x, axis=axes, keepdims=keep_dims))


@kernel(name="ArgMaxV2")
def arg_max(x: Array, *, axis: int, keep_dims: bool) -> Array:
    """Where the largest element along the axis is."""
    return np.asarray(np.argmax(_with_axis(x), axis=axis, keepdims=keep_dims))


@kernel(name="ArgMin")
def arg_min(x: Array, *, axis: int, keep_dims: bool) -> Array:
    """Where the smallest element along the axis is."""
    return np.asarray(np.argmin(_with_axis(x), axis=axis, keepdims=keep_dims))


@kernel(name="ArgMaxWithValue", outputs=2)
def arg_max_with_value(x: Array, *, axis: int, keep_dims: bool) -> tuple[Array, Array]:
    """Where the largest element along the axis is, and the element."""
    return _with_value(x, np.argmax(_with_axis(x), axis=axis, keepdims=True), axis, keep_dims=keep_dims)


@kernel(name="ArgMinWithValue", outputs=2)
def arg_min_with_value(x: Array, *, axis: int, keep_dims: bool) -> tuple[Array, Array]:
    """Where the smallest element along the axis is, and the element."""
    return _with_value(x, np.argmin(_with_axis(x), axis=axis, keepdims=True), axis, keep_dims=keep_dims)


def _with_axis(x: Array) -> Array:
    return x if x.ndim else x.reshape(1)


def _with_value(x: Array, places: Array, axis: int, *, keep_dims: bool) -> tuple[Array, Array]:
    values = np.take_along_axis(_with_axis(x), places, axis=axis)
    if keep_dims and x.ndim:
        return places, values
    return places.squeeze(axis), values.squeeze(axis)
