"""Whether all or any elements along axes are not 0. NaN is not 0."""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["reduce_all", "reduce_any"]

Axes = tuple[int, ...]


@kernel(name="ReduceAll", widens=False)
def reduce_all(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """Whether no element along axes is 0; no axes reduce nothing. In floating dtypes the answer is 1 or 0."""
    return np.asarray(np.all(x != 0, axis=axes, keepdims=keep_dims))


@kernel(name="ReduceAny", widens=False)
def reduce_any(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """Whether some element along axes is not 0; no axes reduce nothing. In floating dtypes the answer is 1 or 0."""
    return np.asarray(np.any(x != 0, axis=axes, keepdims=keep_dims))
