"""Arithmetic of two operands: differences, divisions, remainders, powers, extremes."""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "atan2",
    "floor_div",
    "floor_mod",
    "fmod",
    "gcd",
    "log_add_exp",
    "maximum",
    "minimum",
    "power",
    "real_div",
    "square",
    "sub",
    "trunc",
    "trunc_div",
    "xlog1py",
    "xlogy",
]


def _is_integer(x: Array) -> bool:
    return x.dtype.kind in "iu"


@kernel(name="Sub", elementwise=True)
def sub(x: Array, y: Array) -> Array:
    """x - y; the difference of BOOLs is 1 where they differ, integers wrap.

    Source: ops-math math/sub/op_kernel/arch35/sub_dag.h.
    """
    result: Array = np.not_equal(x, y) if x.dtype.kind == "b" else np.subtract(x, y)
    return result


@kernel(name="RealDiv", elementwise=True)
def real_div(x: Array, y: Array) -> Array:
    """x / y; integers and BOOL are divided as FLOAT."""
    if x.dtype.kind in "iub":
        x, y = x.astype(np.float32), y.astype(np.float32)
    result: Array = np.true_divide(x, y)
    return result


@kernel(name="Trunc", elementwise=True)
def trunc(x: Array) -> Array:
    """The integer part of x, nearer to 0."""
    result: Array = x.copy() if x.dtype.kind in "iub" else np.trunc(x)
    return result


@kernel(name="TruncateDiv", elementwise=True)
def trunc_div(x: Array, y: Array) -> Array:
    """x / y without its fraction; an integer divided by 0 gives -1, an INT64 that is not negative 2^32 - 1.

    Source: ops-math math/truncate_div/op_kernel/arch35/truncate_div_dag.h.
    """
    if not (_is_integer(x) and _is_integer(y)):
        if x.dtype != y.dtype:
            x, y = x.astype(np.float32), y.astype(np.float32)
        result: Array = np.trunc(np.true_divide(x, y))
        return result
    result = np.floor_divide(x, y)
    result = result + ((result < 0) & (result * y != x)).astype(result.dtype)
    at_zero = np.full_like(result, -1 if result.dtype.kind == "i" else np.iinfo(result.dtype).max)
    if result.dtype == np.int64:
        at_zero[x >= 0] = 2**32 - 1
    return np.where(y == 0, at_zero, result)


@kernel(name="FloorDiv", elementwise=True)
def floor_div(x: Array, y: Array) -> Array:
    """floor(x / y), the quotient being rounded first; an integer divided by 0 gives -1.

    Source: ops-math math/floor_div/op_kernel/arch35/floor_div_dag.h.
    """
    if not _is_integer(x):
        result: Array = np.floor(np.true_divide(x, y))
        return result
    result = np.floor_divide(x, y)
    return np.where(y == 0, ~np.zeros_like(result), result)


@kernel(name="Mod", elementwise=True)
def fmod(x: Array, y: Array) -> Array:
    """The remainder of x / y with the sign of x; that of an integer divided by 0 is -1.

    Source: ops-math math/mod/op_kernel/arch35/mod_dag.h.
    """
    result: Array = np.fmod(x, y)
    return np.where(y == 0, ~np.zeros_like(result), result) if _is_integer(result) else result


@kernel(name="FloorMod", elementwise=True)
def floor_mod(x: Array, y: Array) -> Array:
    """The remainder of x / y with the sign of y; that of an integer divided by 0 is x.

    Source: ops-math math/floor_mod/op_kernel/arch35/floor_mod_dag.h and the operator's document.
    """
    result: Array = np.fmod(x, y)
    moved = (result != 0) & (np.signbit(result) != np.signbit(y))
    if _is_integer(result):
        moved = (result != 0) & ((result < 0) != (y < 0))
        result = np.where(y == 0, x, result)
    return np.where(moved, result + y, result)


@kernel(name="Pow", elementwise=True)
def power(x: Array, y: Array) -> Array:
    """x to the power of y; of integers a negative exponent leaves 1, -1 or 0.

    Source: ops-math math/pow/op_kernel_aicpu/pow_aicpu.cpp.
    """
    if not (_is_integer(x) and _is_integer(y)):
        return _of_numbers(x, y)
    negative = y < 0
    result = np.power(x, np.where(negative, y.dtype.type(0), y))
    inverse = np.where(x == 1, 1, np.where(x == -1, np.where(y % 2 == 0, 1, -1), 0)).astype(result.dtype)
    return np.where(negative, inverse, result)


def _of_numbers(x: Array, y: Array) -> Array:
    """C's pow. For one exponent of 0.5 NumPy takes the root, which has another zero of -0 and none of -inf."""
    result: Array = np.power(x, y)
    if result.dtype.kind != "f" or not (y == 0.5).any():
        return result
    limits = np.where(np.isneginf(x), -x, result + result.dtype.type(0))
    return np.where(y == 0.5, limits, result).astype(result.dtype, copy=False)


@kernel(name="Square", elementwise=True)
def square(x: Array) -> Array:
    """x * x."""
    result: Array = np.multiply(x, x)
    return result


@kernel(name="Maximum", elementwise=True)
def maximum(x: Array, y: Array) -> Array:
    """The larger one; NaN where one is."""
    result: Array = np.maximum(x, y)
    return result


@kernel(name="Minimum", elementwise=True)
def minimum(x: Array, y: Array) -> Array:
    """The smaller one; NaN where one is."""
    result: Array = np.minimum(x, y)
    return result


@kernel(name="Atan2", elementwise=True)
def atan2(x: Array, y: Array) -> Array:
    """The angle of the point (y, x), from -pi to pi."""
    result: Array = np.arctan2(x, y)
    return result


@kernel(name="Xlogy", elementwise=True)
def xlogy(x: Array, y: Array) -> Array:
    """x * log(y), 0 where x is 0, NaN where y is.

    Source: ops-math math/xlogy/op_kernel/arch35/xlogy_kernel.h.
    """
    product = np.multiply(x, np.log(y))
    return _zero_where_x_is(x, y, product)


@kernel(name="Xlog1py", elementwise=True)
def xlog1py(x: Array, y: Array) -> Array:
    """x * log(1 + y), 0 where x is 0, NaN where y is."""
    product = np.multiply(x, np.log1p(y))
    return _zero_where_x_is(x, y, product)


def _zero_where_x_is(x: Array, y: Array, product: Array) -> Array:
    result = np.where(x == 0, product.dtype.type(0), product)
    return np.where(np.isnan(y), y, result)


@kernel(name="LogAddExp", elementwise=True)
def log_add_exp(x: Array, y: Array, *, base: float | None = None) -> Array:
    """log(b^x + b^y) to the base b, e by default.

    Source: ops-math math/log_add_exp/op_kernel/arch35/log_add_exp_dag.h.
    """
    largest = np.maximum(x, y)
    distance = np.where(np.isinf(x) & (x == y), x.dtype.type(0), np.abs(x - y))
    if base is None:
        result: Array = largest + np.log1p(np.exp(-distance))
        return result
    scale = x.dtype.type(math.log(base))
    scaled: Array = largest + np.log1p(np.exp(-distance * scale)) / scale
    return scaled


@kernel(name="Gcd", elementwise=True)
def gcd(x: Array, y: Array) -> Array:
    """The greatest common divisor, not negative; that of 0 and y is the size of y."""
    result: Array = np.gcd(x, y)
    return result
