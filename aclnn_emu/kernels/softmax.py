"""Softmax and its logarithm along an axis, with gradients.

Sums are pairwise over the axis in its order, whatever the layout.
"""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "log_softmax",
    "log_softmax_grad",
    "scaled_masked_softmax",
    "scaled_masked_softmax_grad",
    "softmax",
    "softmax_grad",
]

# What a masked element counts as. Source: ops-nn vfusion/scaled_masked_softmax_v2/op_kernel/scaled_masked_softmax_v2.h.
_MASKED = -10000.0


@kernel(name="SoftmaxV2", rows=True)
def softmax(x: Array, *, axis: int) -> Array:
    """exp(x - max) / sum of that, over the axis."""
    powers = np.exp(_from_largest(x, axis))
    return np.asarray(np.divide(powers, _sum(powers, axis)))


@kernel(name="LogSoftmaxV2", rows=True)
def log_softmax(x: Array, *, axis: int) -> Array:
    """(x - max) - log(sum of exp(x - max)), over the axis."""
    away = _from_largest(x, axis)
    return np.asarray(np.subtract(away, np.log(_sum(np.exp(away), axis))))


@kernel(name="SoftmaxGrad", rows=True)
def softmax_grad(y: Array, grad: Array, *, axis: int) -> Array:
    """(grad - sum of grad * y) * y, over the axis."""
    return np.asarray((grad - _sum(grad * y, axis)) * y)


@kernel(name="LogSoftmaxGrad", rows=True)
def log_softmax_grad(grad: Array, y: Array, *, axis: int) -> Array:
    """grad - exp(y) * sum of grad, over the axis."""
    return np.asarray(grad - np.exp(y) * _sum(grad, axis))


@kernel(name="ScaledMaskedSoftmaxV2")
def scaled_masked_softmax(x: Array, mask: Array, *, scale: float) -> Array:
    """Softmax over the last axis of x * scale, with -10000 where the mask is set."""
    scaled = np.where(mask, x.dtype.type(_MASKED), x * x.dtype.type(scale))
    return softmax.function(scaled, axis=-1)


@kernel(name="ScaledMaskedSoftmaxGradV2")
def scaled_masked_softmax_grad(grad: Array, y: Array, mask: Array, *, scale: float) -> Array:
    """(grad - sum of grad * y) * y * scale over the last axis, with 0 where the mask is set."""
    inner = softmax_grad.function(y, grad, axis=-1)
    result: Array = np.where(mask, inner.dtype.type(0), inner * inner.dtype.type(scale))
    return result


def _from_largest(x: Array, axis: int) -> Array:
    return np.subtract(x, np.max(x, axis=axis, keepdims=True) if x.ndim else x)


def _sum(x: Array, axis: int) -> Array:
    if not x.ndim:
        return x
    rows = np.ascontiguousarray(np.moveaxis(x, axis, -1))
    return np.expand_dims(np.add.reduce(rows, axis=-1, dtype=x.dtype), axis)
