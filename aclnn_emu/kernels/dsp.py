"""The arithmetic of the DSP operator functions (FT78NE, MT7004).

The order of the operations is that of the published kernels of the same operator (MindSpore's CPU and GPU kernels), each
step rounded to the dtype that comes in.
"""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["bce_grad", "scaled_exp"]

_EPSILON = 1e-12
"""What the page calls epsilon without giving its value; in FLOAT16 it rounds to 0."""


@kernel(name="BinaryCrossEntropyGrad", elementwise=True)
def bce_grad(x: Array, y: Array, weight: Array | None, dloss: Array, *, denominator: str = "page") -> Array:
    """weight * (x - y) / (x * (1 - x) + 1e-12) * dloss.

    Args:
        x: predictions; its dtype is that of every step.
        y: targets.
        weight: skipped when None.
        dloss: the upstream gradient: as many elements as x, or one.
        denominator: ``page`` as above; ``max`` for max(x * (1 - x), 1e-12), as MindSpore has it.
    """
    epsilon = x.dtype.type(_EPSILON)
    below = np.subtract(1, x)
    below *= x
    if denominator == "max":
        np.maximum(below, epsilon, out=below)
    else:
        below += epsilon
    result: Array = np.subtract(x, y)
    if weight is not None:
        result *= weight
    result /= below
    result *= dloss
    return result


@kernel(name="Exp", elementwise=True)
def scaled_exp(x: Array, *, in_scale: float = 1.0, out_scale: float = 1.0) -> Array:
    """exp(in_scale * x) * out_scale, with both factors rounded to x's dtype."""
    result: Array = np.multiply(x, x.dtype.type(in_scale))
    np.exp(result, out=result)
    result *= x.dtype.type(out_scale)
    return result
