"""Losses of an input and a target, element by element; their totals; their gradients.

The order of the operations is the hardware kernels' own, so the last bits follow it. A total is a sum that is multiplied
with ``scale`` after it, where there is one (1/N for the reduction "mean"); halves are rounded once, at the end. In a
gradient ``scale`` is rounded to the compute dtype and multiplied where the kernel does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.pieces import total
from aclnn_emu.kernels.reduction import reduce_sum

__all__ = [
    "kl_div",
    "kl_div_grad",
    "kl_div_target_grad",
    "kl_div_total",
    "l1",
    "l1_grad",
    "l1_total",
    "mse",
    "mse_grad",
    "mse_total",
    "smooth_l1",
    "smooth_l1_grad",
    "smooth_l1_total",
    "soft_margin",
    "soft_margin_grad",
    "soft_margin_total",
    "sum_to",
]

_SMALL = np.float32(1e-6)
"""A beta below this has no inverse."""


def _sum_up(loss: Callable[..., Array], x: Array, y: Array, scale: float | None) -> Array:
    added = total(loss, x, y)
    return added if scale is None else np.asarray(added * added.dtype.type(scale))


@kernel(name="MseLoss", elementwise=True)
def mse(x: Array, y: Array) -> Array:
    """(x - y) * (x - y).

    Source: ops-nn loss/mse_loss/op_kernel/arch35/mse_loss_dag.h.
    """
    result: Array = np.subtract(x, y)
    return np.multiply(result, result, out=result)


@kernel(name="MseLoss", pieces=True)
def mse_total(x: Array, y: Array, *, scale: float | None = None) -> Array:
    """Sum over all elements of (x - y) * (x - y), times scale."""
    return _sum_up(mse.compute, x, y, scale)


@kernel(name="MseLossGrad", elementwise=True)
def mse_grad(x: Array, y: Array, grad: Array, *, scale: float) -> Array:
    """(x - y) * scale * grad; the scale is 2, or 2/N.

    Source: ops-nn loss/mse_loss_grad/op_kernel/arch35/mse_loss_grad_dag.h.
    """
    result = np.subtract(x, y)
    result = result * result.dtype.type(scale)
    return np.asarray(result * grad)


@kernel(name="LpLoss", elementwise=True)
def l1(x: Array, y: Array) -> Array:
    """|x - y|.

    Source: ops-nn loss/lp_loss/op_kernel/arch35/lp_loss_dag.h.
    """
    result: Array = np.subtract(x, y)
    return np.abs(result, out=result)


@kernel(name="LpLoss", pieces=True)
def l1_total(x: Array, y: Array, *, scale: float | None = None) -> Array:
    """Sum over all elements of |x - y|, times scale."""
    return _sum_up(l1.compute, x, y, scale)


@kernel(name="L1LossGrad", elementwise=True)
def l1_grad(grad: Array, x: Array, y: Array, *, scale: float) -> Array:
    """grad * scale where x > y, its negative where x < y, else 0 (NaN included).

    Source: ops-nn loss/l1_loss_grad/op_kernel/arch35/l1_loss_grad_dag.h.
    """
    sign = (x > y).astype(x.dtype)
    sign -= x < y
    return np.asarray(sign * (grad * grad.dtype.type(scale)))


@kernel(name="SmoothL1LossV2", elementwise=True)
def smooth_l1(x: Array, y: Array, *, beta: float) -> Array:
    """0.5 * (x - y)^2 / beta where |x - y| < beta, else |x - y| - 0.5 * beta.

    Source: ops-nn loss/smooth_l1_loss_v2/op_kernel/arch35/smooth_l1_loss_v2_dag.h.
    """
    difference: Array = np.subtract(x, y)
    kind = difference.dtype.type
    far = np.abs(difference)
    near = difference * kind(0.5)
    near *= difference
    near *= kind(0 if beta < _SMALL else np.float32(1) / np.float32(beta))
    result: Array = np.where(far < kind(beta), near, far + kind(-0.5 * beta))
    return result


@kernel(name="SmoothL1LossV2", pieces=True)
def smooth_l1_total(x: Array, y: Array, *, beta: float, scale: float | None = None) -> Array:
    """Sum over all elements of the loss, times scale: squares below beta, absolute values from beta on."""
    return _sum_up(partial(smooth_l1.compute, beta=beta), x, y, scale)


@kernel(name="SmoothL1LossGradV2", elementwise=True)
def smooth_l1_grad(x: Array, y: Array, grad: Array, *, beta: float, scale: float, closed: bool) -> Array:
    """grad * scale times 1 above beta, -1 below -beta, (x - y) / beta between.

    A beta below 1e-6 has no inverse: between is NaN. With ``closed`` beta itself belongs to the outside; the kernel
    compares so where grad has one element.
    Source: ops-nn loss/smooth_l1_loss_grad_v2/op_kernel/arch35/smooth_l1_loss_grad_v2_dag.h.
    """
    difference: Array = np.subtract(x, y)
    kind = difference.dtype.type
    above = np.greater_equal if closed else np.greater
    slope = difference * kind(math.nan if beta < _SMALL else np.float32(1) / np.float32(beta))
    slope = np.where(above(np.abs(difference), kind(beta)), kind(0), slope)
    ends = above(difference, kind(beta)).astype(difference.dtype)
    ends -= above(-difference, kind(beta))
    return np.asarray((ends + slope) * grad * kind(scale))


@kernel(name="SoftMarginLoss", elementwise=True)
def soft_margin(x: Array, y: Array) -> Array:
    """max(-x * y, 0) + log(exp(-|x * y|) + 1).

    Source: ops-nn loss/soft_margin_loss/op_kernel/arch35/soft_margin_loss_dag.h.
    """
    product: Array = np.multiply(y, x)
    result = np.abs(product)
    np.negative(result, out=result)
    np.exp(result, out=result)
    result += 1
    np.log(result, out=result)
    np.negative(product, out=product)
    result += np.maximum(product, 0)
    return result


@kernel(name="SoftMarginLoss", pieces=True)
def soft_margin_total(x: Array, y: Array, *, scale: float | None = None) -> Array:
    """Sum over all elements of max(-x * y, 0) + log(exp(-|x * y|) + 1), times scale."""
    return _sum_up(soft_margin.compute, x, y, scale)


@kernel(name="SoftMarginLossGrad", elementwise=True)
def soft_margin_grad(x: Array, y: Array, grad: Array, *, scale: float) -> Array:
    """-y * exp(-x * y) / (1 + exp(-x * y)) * (grad * scale); an exp that overflows makes NaN.

    Source: ops-nn loss/soft_margin_loss_grad/op_kernel/arch35/soft_margin_loss_grad.h.
    """
    power: Array = np.multiply(x, y)
    np.negative(power, out=power)
    np.exp(power, out=power)
    result = -y * power
    power += 1
    result /= power
    return np.asarray(result * (grad * grad.dtype.type(scale)))


@kernel(name="KLDivV2", elementwise=True)
def kl_div(x: Array, y: Array, *, log_target: bool) -> Array:
    """y * (log(y) - x), 0 where y is 0; exp(y) * (y - x) where y is a logarithm.

    Source: ops-math math/kl_div_v2/op_kernel/kl_div_v2_dag.h.
    """
    if log_target:
        return np.asarray(np.exp(y) * np.subtract(y, x))
    logarithm: Array = np.log(np.where(y != 0, y, y.dtype.type(1)))
    return np.asarray(y * (logarithm - x))


@kernel(name="KLDivV2", pieces=True)
def kl_div_total(x: Array, y: Array, *, log_target: bool, scale: float | None = None) -> Array:
    """Sum over all elements of y * (log(y) - x) or, of a logarithm, exp(y) * (y - x); times scale."""
    return _sum_up(partial(kl_div.compute, log_target=log_target), x, y, scale)


@kernel(name="KlDivLossGrad", elementwise=True)
def kl_div_grad(grad: Array, x: Array, y: Array, *, log_target: bool, scale: float) -> Array:
    """-(y * grad) * scale; exp(y) instead of y where y is a logarithm. Of x only the shape counts.

    Source: ops-nn loss/kl_div_loss_grad/op_kernel/arch35/kl_div_loss_grad_dag.h.
    """
    result = (np.exp(y) if log_target else y) * grad
    result = np.broadcast_to(np.negative(result), np.broadcast_shapes(result.shape, x.shape))
    return np.asarray(result * grad.dtype.type(scale))


@kernel(name="KlDivTargetLossGrad", elementwise=True)
def kl_div_target_grad(grad: Array, x: Array, y: Array, *, log_target: bool, scale: float) -> Array:
    """g * log(y) - g * x + g * y / y with g = grad * scale; of a logarithm g * (y - x) * exp(y) + g * exp(y).

    Source: ops-nn loss/kl_div_target_loss_grad/op_kernel/arch35/kl_div_target_loss_grad_dag.h.
    """
    g = grad * grad.dtype.type(scale)
    if log_target:
        power = np.exp(y)
        return np.asarray(g * (y - x) * power + g * power)
    return np.asarray(g * np.log(y) - g * x + g * y / y)


@kernel(name="ReduceSum")
def sum_to(x: Array, *, target: tuple[int, ...]) -> Array:
    """Sum of x over the axes in which the target shape differs, from the right; axes that it lacks are summed, too."""
    extra = x.ndim - len(target)
    differing = tuple(axis for axis in range(x.ndim) if axis < extra or x.shape[axis] != target[axis - extra])
    return reduce_sum(x, axes=differing, keep_dims=True).reshape(target)
