"""Elementwise functions of one operand whose operators have no public first phase: odds, angles, relu squared."""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["angle", "is_inf", "logit", "logit_grad", "squared_relu"]


@kernel(name="SquaredRelu", elementwise=True)
def squared_relu(x: Array) -> Array:
    """max(x, 0) * max(x, 0)."""
    result: Array = np.maximum(x, x.dtype.type(0))
    return np.multiply(result, result, out=result)


@kernel(name="Logit", elementwise=True)
def logit(x: Array, *, eps: float) -> Array:
    """log(z / (1 - z)), z being x between eps and 1 - eps; an eps below 0 bounds nothing.

    Source: ops-nn loss/logit/op_kernel/logit.h.
    """
    z = x
    if eps >= 0:
        low = x.dtype.type(eps)
        high = x.dtype.type(1) - low
        z = np.where(x < low, low, np.where(x > high, high, x))
    result: Array = z / (1 - z)
    return np.log(result, out=result)


@kernel(name="LogitGrad", elementwise=True)
def logit_grad(x: Array, grad: Array, *, eps: float) -> Array:
    """Grad / (x * (1 - x)) for x between eps and 1 - eps, else 0; below 0 eps counts as 0, and outside is NaN.

    Source: ops-nn loss/logit_grad/op_kernel/logit_grad.h.
    """
    kind = x.dtype.type
    low, outside = (kind(eps), kind(0)) if eps >= 0 else (kind(0), kind(math.nan))
    inside = (x >= low) & (x <= kind(1) - low)
    result: Array = np.where(inside, grad / (x * (1 - x)), outside)
    return result


@kernel(name="IsInf", elementwise=True)
def is_inf(x: Array) -> Array:
    """Whether x is an infinity."""
    result: Array = np.isinf(x)
    return result


@kernel(name="AngleV2", elementwise=True)
def angle(x: Array) -> Array:
    """The angle of a complex number; of a real one pi below 0, 0 from 0 on, and NaN for NaN. Integers answer FLOAT."""
    if x.dtype.kind == "c":
        result: Array = np.arctan2(x.imag, x.real)
        return result
    kind = x.dtype.type if x.dtype.kind == "f" else np.float32
    turned = np.where(x < 0, kind(math.pi), kind(0)) if x.dtype.kind != "b" else np.zeros(x.shape, kind)
    return np.where(np.isnan(x), x, turned) if x.dtype.kind == "f" else np.asarray(turned)
