"""Kernels that move or make data."""

from __future__ import annotations

import numpy as np

from aclnn_emu.core.dtypes import dtype_info, numpy_dtype
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["concat", "concat_flat", "copy", "fill", "ones_like", "reshape", "tail", "transpose", "zeros_like"]


@kernel(name="ConcatD", widens=False)
def concat(*arrays: Array, axis: int) -> Array:
    """The arrays one after the other along an axis."""
    return np.concatenate(arrays, axis=axis)


@kernel(name="ConcatD", widens=False)
def concat_flat(*arrays: Array, size: tuple[int, ...]) -> Array:
    """The elements of all arrays one after the other, in a shape."""
    return np.concatenate([array.reshape(-1) for array in arrays]).reshape(size)


@kernel(name="Slice", widens=False)
def tail(x: Array, *, start: int) -> Array:
    """The elements of x from one on, in a row."""
    return x.reshape(-1)[start:]


@kernel(name="TensorMove", elementwise=True, widens=False)
def copy(x: Array) -> Array:
    """The same values."""
    result: Array = x.copy()
    return result


@kernel(name="TensorMove", widens=False)
def reshape(x: Array, *, size: tuple[int, ...]) -> Array:
    """The same values, in row-major order, in another shape."""
    return np.array(x).reshape(size)


@kernel(name="Transpose", widens=False)
def transpose(x: Array, *, order: tuple[int, ...]) -> Array:
    """x with its axes in another order."""
    result: Array = x.transpose(order)
    return result


@kernel(name="OnesLike", elementwise=True, widens=False)
def ones_like(x: Array) -> Array:
    """1 in x's shape and dtype."""
    return np.ones_like(x)


@kernel(name="ZerosLike", elementwise=True, widens=False)
def zeros_like(x: Array) -> Array:
    """0 in x's shape and dtype."""
    return np.zeros_like(x)


@kernel(name="Fill", widens=False)
def fill(*, shape: tuple[int, ...], value: complex, dtype: int) -> Array:
    """One value in a shape and dtype (an aclDataType value)."""
    target = numpy_dtype(dtype)
    if target is None:
        raise ValueError(f"Fill has no NumPy form of {dtype_info(dtype).name}")
    return np.full(shape, value, target)
