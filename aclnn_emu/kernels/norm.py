"""p-norms of vectors along axes, and factors that bring sub-tensors under a norm."""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.reduction import Axes, reduce_sum

__all__ = ["lp_norm", "lp_norm_reduce", "lp_norm_update", "renorm"]

# What CANN's older operators pass for the norms of infinite order.
_LARGEST, _SMALLEST = float(2**31), float(-(2**31))


def _order(p: float) -> float:
    return {_LARGEST: math.inf, _SMALLEST: -math.inf}.get(p, p)


@kernel(name="LpNormV2")
def lp_norm(x: Array, *, p: float, axes: Axes, keep_dims: bool) -> Array:
    """(sum of |x|^p over axes)^(1/p).

    Order infinity is the largest |x|, -infinity the smallest, 0 the number of elements that are not 0.
    Source: ops-nn norm/lp_norm_v2/op_kernel/arch35/lp_norm_v2_dag.h.
    """
    return _root(_powers(x, _order(p), axes, keep_dims=keep_dims), _order(p))


@kernel(name="LpNormReduceV2")
def lp_norm_reduce(x: Array, *, p: float, axes: Axes, keep_dims: bool) -> Array:
    """Sum of |x|^p over axes; for an infinite p the largest or smallest |x|, for 0 how many are not 0."""
    return _powers(x, _order(p), axes, keep_dims=keep_dims)


@kernel(name="LpNormUpdateV3", elementwise=True)
def lp_norm_update(x: Array, *, p: float) -> Array:
    """x^(1/p); x itself for p of 0, 1 and infinity."""
    return _root(x, _order(p))


@kernel(name="Renorm")
def renorm(x: Array, *, p: float, axis: int, limit: float, epsilon: float) -> Array:
    """min(n, limit) / n with n = max(p-norm, epsilon), for each sub-tensor at a place of the axis.

    Source: ops-nn norm/renorm/op_kernel/arch35/renorm_dag.h.
    """
    axes = tuple(other for other in range(x.ndim) if other != axis)
    norm = _root(_powers(x, _order(p), axes, keep_dims=True), _order(p))
    held = np.maximum(norm, x.dtype.type(epsilon))
    return np.asarray(np.divide(np.minimum(held, x.dtype.type(limit)), held))


def _powers(x: Array, p: float, axes: Axes, *, keep_dims: bool) -> Array:
    if p == 0:
        return reduce_sum.function((x != 0).astype(x.dtype), axes=axes, keep_dims=keep_dims)
    size = np.abs(x)
    if math.isinf(p):
        extreme = np.max if p > 0 else np.min
        return np.asarray(extreme(size, axis=axes, keepdims=keep_dims))
    if p == 2:
        size = np.multiply(x, x)
    elif p == 3:
        size = np.multiply(np.multiply(size, size), size)
    elif p != 1:
        size = np.power(size, x.dtype.type(p))
    return reduce_sum.function(size, axes=axes, keep_dims=keep_dims)


def _root(total: Array, p: float) -> Array:
    if p in (0, 1) or math.isinf(p):
        return total
    return np.asarray(np.sqrt(total) if p == 2 else np.power(total, total.dtype.type(1 / p)))
