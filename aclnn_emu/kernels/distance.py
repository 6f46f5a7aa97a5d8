"""Distances of points by a p-norm, each with each of two sets and all pairs of one set; the gradient of the nearest."""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.gather import require_indices
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["beside", "cdist", "nearest_grad", "pdist", "row_norms"]


def _norm(difference: Array, p: float) -> Array:
    """The p-norm along the last axis: 0 counts what is not 0, infinity takes the largest size."""
    size = np.abs(difference)
    if p == 0:
        return np.asarray(np.count_nonzero(size, axis=-1)).astype(size.dtype)
    if math.isinf(p):
        return np.asarray(size.max(axis=-1))
    if p == 1:
        return np.asarray(size.sum(axis=-1))
    if p == 2:
        return np.asarray(np.sqrt((size * size).sum(axis=-1)))
    kind = size.dtype.type
    return np.asarray(np.power(np.power(size, kind(p)).sum(axis=-1), kind(1 / p)))


@kernel(name="Cdist")
def cdist(x: Array, y: Array, *, p: float) -> Array:
    """The distance of each point of x, a row, to each of y."""
    return _norm(x[..., :, None, :] - y[..., None, :, :], p)


@kernel(name="BroadcastTo", widens=False)
def beside(x: Array, *, axis: int, pairs: tuple[int, ...]) -> Array:
    """x with a new axis before this one, repeated to the shape of all pairs."""
    return np.broadcast_to(np.expand_dims(x, axis), pairs)


@kernel(name="Cdist")
def row_norms(x: Array, y: Array, *, p: float) -> Array:
    """The distance of the points of x and y in the same places."""
    return _norm(x - y, p)


@kernel(name="Pdist")
def pdist(x: Array, *, p: float) -> Array:
    """The distances of the points of x, its rows: of the first to all after it, of the second to all after it, and so on."""
    first, second = np.triu_indices(len(x), 1)
    return _norm(x[first] - x[second], p)


@kernel(name="ChamferDistanceGrad", outputs=2)
def nearest_grad(
    x: Array, y: Array, nearest_x: Array, nearest_y: Array, grad_x: Array, grad_y: Array
) -> tuple[Array, Array]:
    """2 * grad * (point - its nearest) for the points of both sets, and the opposite for the nearest ones.

    Source: ops-nn loss/chamfer_distance_grad/op_kernel/chamfer_distance_grad.h; there the sums are in no certain order.

    Raises:
        RtDeviceFault (507035): an index is no point of its batch.
    """
    result = np.zeros_like(x), np.zeros_like(y)
    batch = np.arange(len(x))[:, None]
    sides = ((0, x, y, nearest_x, grad_x, "idx1"), (1, y, x, nearest_y, grad_y, "idx2"))
    for side, points, others, nearest, grad, param in sides:
        places = require_indices(nearest, x.shape[1], op="ChamferDistanceGrad", param=param, negative=False)
        slope = (points - others[batch, places]) * (grad * x.dtype.type(2))[..., None]
        result[side][...] += slope
        np.add.at(result[1 - side], (batch, places), -slope)
    return result
