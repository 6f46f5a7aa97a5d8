"""Kernels of three operands, and those that choose between values."""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "addcdiv",
    "addcmul",
    "clip",
    "clip_high",
    "clip_low",
    "clip_to",
    "heaviside",
    "lerp",
    "lerp_to",
    "masked_fill",
    "masked_fill_with",
    "masked_scale",
    "select",
]


@kernel(name="Lerp", elementwise=True)
def lerp(start: Array, end: Array, weight: Array) -> Array:
    """start + weight * (end - start), from the nearer end.

    Source: ops-math math/lerp/op_kernel/arch35/lerp_f32_nddma_without_loops.h.
    """
    distance = np.subtract(end, start)
    result: Array = np.where(weight < 0.5, start + weight * distance, end + (weight - 1) * distance)
    return result


@kernel(name="Lerp", elementwise=True)
def lerp_to(start: Array, end: Array, *, weight: float) -> Array:
    """The same with one weight for all elements."""
    return lerp.function(start, end, start.dtype.type(weight))


@kernel(name="Addcmul", elementwise=True)
def addcmul(x: Array, a: Array, b: Array, *, value: complex) -> Array:
    """x + a * b * value; integers wrap.

    Source: ops-math math/addcmul/op_kernel/arch35/addcmul_dag.h.
    """
    product = np.multiply(a, b)
    result: Array = np.add(x, np.multiply(product, product.dtype.type(value)))
    return result


@kernel(name="Addcdiv", elementwise=True)
def addcdiv(x: Array, a: Array, b: Array, *, value: complex) -> Array:
    """x + a / b * value; integers divide towards 0, by 0 to 0.

    Source: ops-math math/addcdiv/op_kernel/arch35/addcdiv_dag.h.
    """
    if x.dtype.kind in "iu":
        quotient = np.floor_divide(a, b)
        quotient = quotient + ((quotient < 0) & (quotient * b != a)).astype(quotient.dtype)
        quotient = np.where(b == 0, quotient.dtype.type(0), quotient)
    else:
        quotient = np.true_divide(a, b)
    result: Array = np.add(x, np.multiply(quotient, quotient.dtype.type(value)))
    return result


@kernel(name="ClipByValueV2", elementwise=True)
def clip(x: Array, low: Array, high: Array) -> Array:
    """min(max(x, low), high); NaN where one is.

    Source: ops-math conversion/clip_by_value_v2/op_kernel/arch35/clip_by_value_v2_dag.h.
    """
    result: Array = np.minimum(np.maximum(x, low), high)
    return result


@kernel(name="ClipByValueV2", elementwise=True)
def clip_to(x: Array, *, low: float, high: float) -> Array:
    """The same with two scalars."""
    return clip.function(x, x.dtype.type(low), x.dtype.type(high))


@kernel(name="ClipByValueV2", elementwise=True)
def clip_low(x: Array, low: Array, *, high: float) -> Array:
    """The same with a scalar above."""
    return clip.function(x, low, x.dtype.type(high))


@kernel(name="ClipByValueV2", elementwise=True)
def clip_high(x: Array, high: Array, *, low: float) -> Array:
    """The same with a scalar below."""
    return clip.function(x, x.dtype.type(low), high)


@kernel(name="SelectV2", elementwise=True, widens=False)
def select(condition: Array, x: Array, y: Array) -> Array:
    """x where the condition holds, else y."""
    return np.where(condition, x, y)


@kernel(name="MaskedFill", elementwise=True, widens=False)
def masked_fill(x: Array, mask: Array, value: Array) -> Array:
    """The value where the mask is set, else x."""
    return np.where(mask, value, x)


@kernel(name="MaskedFill", elementwise=True, widens=False)
def masked_fill_with(x: Array, mask: Array, *, value: complex) -> Array:
    """The same with a scalar."""
    return np.where(mask, x.dtype.type(value), x)


@kernel(name="MaskedScale", elementwise=True)
def masked_scale(x: Array, mask: Array, *, scale: float) -> Array:
    """x * mask * scale.

    Source: ops-math math/masked_scale/op_kernel/arch35/masked_scale_dag.h.
    """
    product = x * mask.astype(x.dtype)
    result: Array = np.multiply(product, product.dtype.type(scale))
    return result


@kernel(name="Heaviside", elementwise=True)
def heaviside(x: Array, values: Array) -> Array:
    """0 where x is negative or NaN, 1 where it is positive, else the value.

    Source: ops-nn activation/heaviside/op_kernel/heaviside.h.
    """
    step = (x > 0).astype(x.dtype)
    return np.where(x == 0, values, step)
