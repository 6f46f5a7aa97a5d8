"""Activations that halve a dimension: one half is multiplied with the other's gate."""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.elementwise import sigmoid
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["glu", "glu_grad", "half"]


@kernel(name="SplitV", widens=False)
def half(x: Array, *, axis: int, second: bool) -> Array:
    """The first or the second half of x along an axis."""
    return np.array(np.split(x, 2, axis=axis)[second])


@kernel(name="GLU")
def glu(x: Array, *, axis: int) -> Array:
    """a * sigmoid(b), a and b being the halves of x."""
    a, b = np.split(x, 2, axis=axis)
    result: Array = a * _gate(b)
    return result


@kernel(name="GLUGrad")
def glu_grad(grad: Array, x: Array, *, axis: int) -> Array:
    """The gradients of both halves: grad * s and grad * s * (a - a * s), s being sigmoid(b)."""
    a, b = np.split(x, 2, axis=axis)
    gate = _gate(b)
    left = grad * gate
    return np.concatenate([left, (a - a * gate) * left], axis=axis)


def _gate(b: Array) -> Array:
    return sigmoid.function(np.ascontiguousarray(b))
