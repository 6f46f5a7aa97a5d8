"""Elementwise functions of one operand: exponents, logarithms, roots, angles, rounding, signs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aclnn_emu.kernels.kernel import Array, Kernel, kernel

__all__ = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "complex_abs", "cos", "cosh", "exp", "exp2", "expm1",
    "floor", "invert", "log", "log1p", "magnitude", "nan_to_num", "neg", "real", "reciprocal", "round_to", "rsqrt", "sign", "sin",
    "sinc", "sinh", "sqrt", "tan", "tanh",
]  # fmt: skip


def _of(name: str, function: Callable[[Array], Any], formula: str) -> Kernel:
    """A kernel that is one NumPy function."""
    return Kernel(name, function, elementwise=True, widens=True, formula=formula)


exp = _of("Exp", np.exp, "e to the power of x.")
exp2 = _of("Pow", np.exp2, "2 to the power of x.")
expm1 = _of("Expm1", np.expm1, "e to the power of x, minus 1.")
log1p = _of("Log1p", np.log1p, "Natural logarithm of 1 + x.")
sqrt = _of("Sqrt", np.sqrt, "Square root of x.")
reciprocal = _of("Reciprocal", lambda x: np.divide(1, x), "1 / x.")

sin = _of("Sin", np.sin, "Sine of x.")
cos = _of("Cos", np.cos, "Cosine of x.")
tan = _of("Tan", np.tan, "Tangent of x.")
asin = _of("Asin", np.arcsin, "Inverse sine of x; NaN outside -1 to 1.")
acos = _of("Acos", np.arccos, "Inverse cosine of x; NaN outside -1 to 1.")
atan = _of("Atan", np.arctan, "Inverse tangent of x.")
sinh = _of("Sinh", np.sinh, "Hyperbolic sine of x.")
cosh = _of("Cosh", np.cosh, "Hyperbolic cosine of x.")
tanh = _of("Tanh", np.tanh, "Hyperbolic tangent of x.")
asinh = _of("Asinh", np.arcsinh, "Inverse hyperbolic sine of x.")
acosh = _of("Acosh", np.arccosh, "Inverse hyperbolic cosine of x; NaN below 1.")
atanh = _of("Atanh", np.arctanh, "Inverse hyperbolic tangent of x; NaN beyond -1 and 1.")

ceil = _of("Ceil", np.ceil, "The smallest whole number that is not below x.")
floor = _of("Floor", np.floor, "The largest whole number that is not above x.")
magnitude = _of("Abs", np.abs, "x without its sign; the lowest integer stays.")
neg = _of("Neg", np.negative, "-x; integers wrap.")
complex_abs = _of("ComplexAbs", np.abs, "Length of the complex number x.")
invert = _of("Invert", np.invert, "All bits of x turned over.")


@kernel(name="Rsqrt", elementwise=True)
def rsqrt(x: Array) -> Array:
    """1 / sqrt(x)."""
    result: Array = np.sqrt(x)
    return np.divide(1, result, out=result)


@kernel(name="Log", elementwise=True)
def log(x: Array, *, base: int | None = None) -> Array:
    """Logarithm of x to the base 2, to the base 10, or the natural one; of integers in double."""
    if x.dtype.kind in "biu":
        x = x.astype(np.float64)
    result: Array = {None: np.log, 2: np.log2, 10: np.log10}[base](x)
    return result


_LARGEST_POWER = 38
_LARGEST_INTEGER_POWER = 308


@kernel(name="Round", elementwise=True)
def round_to(x: Array, *, decimals: int = 0) -> Array:
    """x rounded to so many decimals, ties to even: rint(x * 10^d) / 10^d, or rint(x / 10^-d) * 10^-d below 0.

    The power is a number of x's dtype. Beyond 38 decimals it is infinite, and everything becomes NaN. Integers change
    for negative decimals only: INT32 as described, and what does not fit becomes the lowest number; INT64 is cut, and
    the quotient 1 counts as 2.
    Source: ops-math math/round/op_kernel/arch35/round_dag.h, op_host/arch35/round_tiling_arch35.cpp, and for DOUBLE and
    INT64 op_kernel_aicpu/round_aicpu.cpp.
    """
    if x.dtype.kind in "iu":
        return x.copy() if decimals >= 0 else _round_integer(x, -decimals)
    result: Array
    if not decimals:
        result = np.rint(x)
        return result
    power = x.dtype.type(10.0 ** abs(decimals) if abs(decimals) <= _LARGEST_POWER else np.inf)
    if np.isinf(power):
        return np.full_like(x, np.nan)
    result = np.rint(x * power if decimals > 0 else x / power)
    scale = np.divide if decimals > 0 else np.multiply
    scale(result, power, out=result)
    return result


def _round_integer(x: Array, digits: int) -> Array:
    limits = np.iinfo(x.dtype)
    if x.dtype.itemsize < 8 and digits > _LARGEST_INTEGER_POWER:
        return np.full_like(x, limits.min)
    if 10**digits > limits.max:
        return np.zeros_like(x)
    power = np.int64(10**digits)
    wide = x.astype(np.int64)
    if x.dtype.itemsize == 8:
        quotient = np.where(wide < 0, -(-wide // power), wide // power)
        cut: Array = np.where(quotient == 1, 2, quotient) * power
        return cut
    quotient, rest = np.divmod(wide, power)
    up = (2 * rest > power) | ((2 * rest == power) & (quotient % 2 == 1))
    result = (quotient + up) * power
    return np.where((result < limits.min) | (result > limits.max), limits.min, result).astype(x.dtype)


@kernel(name="Sign", elementwise=True)
def sign(x: Array) -> Array:
    """1 above zero, -1 below, else 0, NaN included; a complex number divided by its length.

    Source: ops-math math/sign/op_kernel/arch35/sign.h.
    """
    if x.dtype.kind == "c":
        length = np.abs(x)
        direction: Array = np.divide(x, length, out=np.zeros_like(x), where=length != 0)
        return direction
    result: Array = np.subtract(x > 0, x < 0, dtype=np.int8).astype(x.dtype)
    return result


@kernel(name="NanToNum", elementwise=True)
def nan_to_num(x: Array, *, nan: float, posinf: float, neginf: float) -> Array:
    """x, with NaN and the infinities replaced by numbers.

    Source: ops-math math/nan_to_num/op_kernel/arch35/nan_to_num_dag.h.
    """
    kind = x.dtype.type
    result: Array = np.where(np.isnan(x), kind(nan), x)
    result[np.isposinf(x)] = kind(posinf)
    result[np.isneginf(x)] = kind(neginf)
    return result


@kernel(name="Real", elementwise=True)
def real(x: Array) -> Array:
    """The real part of x."""
    return np.array(x.real)


@kernel(name="Sinc", elementwise=True)
def sinc(x: Array) -> Array:
    """sin(pi * x) / (pi * x); 1 at 0."""
    scaled: Array = x * x.dtype.type(np.pi)
    result: Array = np.sin(scaled)
    result /= scaled
    result[x == 0] = 1
    return result
