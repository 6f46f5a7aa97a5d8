"""Running sums, products and extremes along an axis.

A scalar is its own running sum. Sums and products are taken from the first element to the last, one after the other.
"""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["cummax", "cummin", "cumprod", "cumsum"]


@kernel(name="Cumsum")
def cumsum(x: Array, *, axis: int, exclusive: bool, reverse: bool) -> Array:
    """Sum of the elements up to each place; from the other end with `reverse`, without the place with `exclusive`.

    A scalar is handed back whatever the attributes say.
    Source: ops-math math/cumsum/op_kernel_aicpu/cumsum_aicpu.cpp.
    """
    if not x.ndim:
        return np.array(x)
    source = np.flip(x, axis) if reverse else x
    total: Array = np.add.accumulate(source, axis=axis, dtype=x.dtype)
    if exclusive:
        total = np.roll(total, 1, axis)
        total[(slice(None),) * (axis % x.ndim) + (0,)] = 0
    return np.flip(total, axis) if reverse else total


@kernel(name="Cumprod")
def cumprod(x: Array, *, axis: int) -> Array:
    """Product of the elements up to each place, in x's dtype; integers wrap."""
    return np.multiply.accumulate(x, axis=axis, dtype=x.dtype) if x.ndim else np.array(x)


@kernel(name="Cummax", outputs=2)
def cummax(x: Array, *, axis: int) -> tuple[Array, Array]:
    """The largest element up to each place, and where it is: of equal ones the last. NaN stays once it is met."""
    return _running(x, np.maximum, axis)


@kernel(name="Cummin", outputs=2)
def cummin(x: Array, *, axis: int) -> tuple[Array, Array]:
    """The smallest element up to each place, and where it is: of equal ones the last. NaN stays once it is met.

    Source: ops-math math/cummin/op_kernel/arch35/cummin.h (which takes the later of equal elements).
    """
    return _running(x, np.minimum, axis)


def _running(x: Array, extreme: np.ufunc, axis: int) -> tuple[Array, Array]:
    if not x.ndim:
        return np.array(x), np.zeros((), np.int64)
    values = extreme.accumulate(x, axis=axis)
    here = (x == values) | (_is_nan(x) & _is_nan(values))
    along = [1] * x.ndim
    along[axis] = x.shape[axis]
    places = np.where(here, np.arange(x.shape[axis]).reshape(along), 0)
    return values, np.maximum.accumulate(places, axis=axis)


def _is_nan(x: Array) -> Array:
    return np.not_equal(x, x)
