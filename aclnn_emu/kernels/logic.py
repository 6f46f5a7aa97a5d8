"""Comparisons, and logic on truth values and on bits."""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "equal",
    "greater",
    "greater_equal",
    "is_close",
    "left_shift",
    "less",
    "less_equal",
    "logical_and",
    "logical_or",
    "nonzero_parts",
    "not_equal",
    "right_shift",
    "tensor_equal",
]


@kernel(name="Equal", elementwise=True)
def equal(x: Array, y: Array) -> Array:
    """x == y."""
    result: Array = np.equal(x, y)
    return result


@kernel(name="NotEqual", elementwise=True)
def not_equal(x: Array, y: Array) -> Array:
    """x != y."""
    result: Array = np.not_equal(x, y)
    return result


@kernel(name="Less", elementwise=True)
def less(x: Array, y: Array) -> Array:
    """x < y."""
    result: Array = np.less(x, y)
    return result


@kernel(name="LessEqual", elementwise=True)
def less_equal(x: Array, y: Array) -> Array:
    """x <= y."""
    result: Array = np.less_equal(x, y)
    return result


@kernel(name="Greater", elementwise=True)
def greater(x: Array, y: Array) -> Array:
    """x > y."""
    result: Array = np.greater(x, y)
    return result


@kernel(name="GreaterEqual", elementwise=True)
def greater_equal(x: Array, y: Array) -> Array:
    """x >= y."""
    result: Array = np.greater_equal(x, y)
    return result


@kernel(name="TensorEqual")
def tensor_equal(x: Array, y: Array) -> Array:
    """Whether every element of x equals that of y: one BOOL."""
    return np.array([np.equal(x, y).all()])


@kernel(name="IsClose", elementwise=True)
def is_close(x: Array, y: Array, *, rtol: float, atol: float, equal_nan: bool) -> Array:
    """abs(x - y) <= atol + rtol * abs(y) with y finite, or x == y, or both NaN where that counts.

    Source: ops-math math/is_close/op_kernel/arch35/is_close_dag.h.
    """
    if x.dtype.kind in "iub":
        x, y = x.astype(np.float64), y.astype(np.float64)
    size = np.abs(y)
    bound = size * size.dtype.type(rtol) + size.dtype.type(atol)
    near = (np.abs(x - y) <= bound) & (size < math.inf)
    result: Array = near | (x == y)
    return result | (np.isnan(x) & np.isnan(y)) if equal_nan else result


@kernel(name="LogicalAnd", elementwise=True)
def logical_and(x: Array, y: Array) -> Array:
    """Both x and y are not 0."""
    result: Array = np.logical_and(x, y)
    return result


@kernel(name="LogicalOr", elementwise=True)
def logical_or(x: Array, y: Array) -> Array:
    """X or y is not 0."""
    result: Array = np.logical_or(x, y)
    return result


@kernel(name="BitwiseAnd", elementwise=True)
def bitwise_and(x: Array, y: Array) -> Array:
    """x & y."""
    result: Array = np.bitwise_and(x, y)
    return result


@kernel(name="BitwiseOr", elementwise=True)
def bitwise_or(x: Array, y: Array) -> Array:
    """x | y."""
    result: Array = np.bitwise_or(x, y)
    return result


@kernel(name="BitwiseXor", elementwise=True)
def bitwise_xor(x: Array, y: Array) -> Array:
    """x ^ y."""
    result: Array = np.bitwise_xor(x, y)
    return result


@kernel(name="LeftShift", elementwise=True)
def left_shift(x: Array, y: Array) -> Array:
    """x << y; nothing is left of x where y is its width or more, or negative."""
    width = x.dtype.itemsize * 8
    inside = (y >= 0) & (y < width)
    shifted = np.left_shift(x, np.where(inside, y, y.dtype.type(0)))
    return np.where(inside, shifted, x.dtype.type(0))


@kernel(name="RightShift", elementwise=True)
def right_shift(x: Array, y: Array) -> Array:
    """x >> y, with y held between 0 and the width of x less 1.

    Source: ops-math math/right_shift/op_kernel/arch35/right_shift_dag.h.
    """
    last = x.dtype.itemsize * 8 - 1
    result: Array = np.right_shift(x, np.minimum(np.maximum(y, y.dtype.type(0)), y.dtype.type(last)))
    return result


@kernel(name="Cast")
def nonzero_parts(x: Array) -> Array:
    """Whether the real and the imaginary part are not 0, side by side in a last axis of 2."""
    return np.stack([x.real != 0, x.imag != 0], axis=-1)
