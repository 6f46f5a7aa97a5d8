"""Variance and standard deviation along axes.

The sum of squares of what lies between the elements and their mean, divided by their number less the correction. Sums
are pairwise over the elements in row-major order, as those of `reduction`.
"""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.reduction import Axes, reduce_sum

__all__ = ["deviation", "expand", "moments"]


@kernel(name="Expand", widens=False)
def expand(x: Array, *, axes: Axes, target: tuple[int, ...]) -> Array:
    """x in the target's shape; axes that a reduction took away are put back."""
    return np.broadcast_to(x if x.ndim == len(target) else np.expand_dims(x, axes), target)


@kernel(name="ReduceStdV2Update")
def deviation(x: Array, mean: Array, *, axes: Axes, correction: int, root: bool, keep_dims: bool) -> Array:
    """Sum of (x - mean)^2 over axes, divided by their number of elements less the correction; or the root of it."""
    return _spread(x, mean, axes, correction, root=root, keep_dims=keep_dims)


@kernel(name="ReduceVar", outputs=2)
def moments(x: Array, *, axes: Axes, correction: int, root: bool, keep_dims: bool) -> tuple[Array, Array]:
    """Variance over axes, or the root of it, and mean.

    With a correction that is not below the number of elements the sum of squares is multiplied with infinity: NaN
    where it is 0. Source: ops-math math/reduce_var/op_kernel/arch35/reduce_var_sch.h.
    """
    count = _count(x, axes)
    total = reduce_sum.function(x, axes=axes, keep_dims=True)
    mean = np.asarray(total * x.dtype.type(1 / count))
    spread = _spread(x, mean, axes, min(correction, count), root=root, keep_dims=keep_dims)
    return spread, np.asarray(mean if keep_dims else mean.squeeze(axes))


def _count(x: Array, axes: Axes) -> int:
    return math.prod(x.shape[axis] for axis in axes)


def _spread(x: Array, mean: Array, axes: Axes, correction: int, *, root: bool, keep_dims: bool) -> Array:
    away = np.subtract(x, mean)
    squares = np.multiply(away, away)
    total = reduce_sum.function(squares, axes=axes, keep_dims=keep_dims)
    variance = np.divide(total, x.dtype.type(_count(x, axes) - correction))
    return np.asarray(np.sqrt(variance) if root else variance)
