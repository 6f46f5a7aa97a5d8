"""Elementwise arithmetic and Cast."""

from __future__ import annotations

from typing import Any

import numpy as np

from aclnn_emu.core.dtypes import dtype_info, from_numpy, numpy_dtype
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["accumulate", "add", "adds", "cast", "mul", "muls", "sigmoid"]


@kernel(name="Add", elementwise=True)
def add(x: Array, y: Array, *, alpha: complex | None = None) -> Array:
    """x + alpha * y.

    BOOL adds as a logical or. Integers wrap. The product is rounded before the sum, also where the hardware fuses both.
    Without alpha there is no multiplication.
    """
    if alpha is not None:
        y = y * y.dtype.type(alpha)
    result: Array = np.add(x, y)
    return result


@kernel(name="Adds", elementwise=True)
def adds(x: Array, *, value: complex, alpha: complex | None = None) -> Array:
    """x + alpha * value, with value and alpha rounded to x's dtype."""
    addend = x.dtype.type(value)
    if alpha is not None:
        addend = addend * x.dtype.type(alpha)
    result: Array = np.add(x, addend)
    return result


@kernel(name="AccumulateNV2", elementwise=True)
def accumulate(*arrays: Array) -> Array:
    """The sum of two or more arrays, added one after the other. Integers wrap.

    Source: ops-math math/accumulate_nv2/op_kernel/arch35/accumulate_nv2.h.
    """
    result: Array = np.add(arrays[0], arrays[1])
    for array in arrays[2:]:
        result += array
    return result


@kernel(name="Mul", elementwise=True)
def mul(x: Array, y: Array) -> Array:
    """x * y; BOOL multiplies as a logical and, integers wrap."""
    result: Array = np.multiply(x, y)
    return result


@kernel(name="Muls", elementwise=True)
def muls(x: Array, *, value: complex) -> Array:
    """x * value, with value rounded to x's dtype."""
    result: Array = np.multiply(x, x.dtype.type(value))
    return result


@kernel(name="Sigmoid", elementwise=True)
def sigmoid(x: Array) -> Array:
    """1 / (exp(-x) + 1)."""
    result: Array = np.negative(x)
    np.exp(result, out=result)
    result += 1
    return np.divide(1, result, out=result)


@kernel(name="Cast", elementwise=True, widens=False)
def cast(x: Array, *, dtype: int) -> Array:
    """Convert to another dtype (an aclDataType value).

    Floats round to nearest even. A float becomes an integer by cutting the fraction; NaN becomes 0; values beyond INT32
    (INT64, UINT32, UINT64 for those types) saturate, and what 8 and 16 bits cannot hold wraps from there, as integers do.
    Anything but 0 is true. A complex value loses its imaginary part. A double reaches BF16 through float.
    Source: ops-math math/cast/README.md, math/cast/op_kernel/arch35/cast_struct.h and cast_impl.h.
    """
    target = numpy_dtype(dtype)
    if target is None:
        raise ValueError(f"Cast has no NumPy form of {dtype_info(dtype).name}")
    to, came_from = dtype_info(dtype).kind, dtype_info(from_numpy(x.dtype)).kind
    if to == "bool":
        result: Array = x != 0
        return result
    if came_from == "complex" and to != "complex":
        x, came_from = x.real, "float"
    if came_from == "float" and x.dtype.itemsize < 4:
        x = x.astype(np.float32)
    if came_from == "float" and to in {"int", "uint"}:
        return _truncate(x, target).astype(target)
    return x.astype(target)


def _truncate(x: Array, target: np.dtype[Any]) -> Array:
    wide = np.dtype(np.int32) if target.itemsize < 4 else target
    limits = np.iinfo(wide)
    # The highest integer is no float, but one past it is.
    past = float(limits.max + 1)
    whole = np.trunc(x)
    inside = (whole >= limits.min) & (whole < past)
    result = np.where(inside, whole, 0).astype(wide)
    result[whole >= past] = limits.max
    result[whole < limits.min] = limits.min
    return result
