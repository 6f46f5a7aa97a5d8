"""Binary cross entropy, with and without logits, and the gradients.

The order of the operations is the hardware kernels' own, so the last bits follow it. The optional weights are skipped
when they are None. ``scale`` is 1/N for the reduction "mean" (None otherwise) and is rounded to the compute dtype.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from aclnn_emu.kernels.elementwise import sigmoid
from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.pieces import total

__all__ = ["bce", "bce_grad", "bce_total", "bce_with_logits", "bce_with_logits_grad", "bce_with_pos_weight"]

_LOG_MINIMUM = -100.0
_DENOMINATOR_MINIMUM = 1e-12


@kernel(name="BinaryCrossEntropy", elementwise=True)
def bce(x: Array, y: Array, weight: Array | None = None, *, scale: float | None = None) -> Array:
    """-(y * max(log(x), -100) + (1 - y) * max(log(1 - x), -100)) * weight * scale.

    Source: ops-nn loss/binary_cross_entropy/op_kernel/arch35/binary_cross_entropy_dag.h.
    """
    result = _clipped_log(x)
    result *= y
    rest = _clipped_log(1 - x)
    rest *= 1 - y
    result += rest
    np.negative(result, out=result)
    return _weigh(result, weight, scale)


@kernel(name="BinaryCrossEntropy", pieces=True)
def bce_total(x: Array, y: Array, weight: Array | None = None, *, scale: float | None = None) -> Array:
    """Sum over all elements of -(y * max(log(x), -100) + (1 - y) * max(log(1 - x), -100)) * weight * scale.

    The reductions "sum" and "mean" of the same kernel: halves are rounded once, after the sum. The scale is multiplied
    to each element before the sum.
    """
    return total(partial(bce.compute, scale=scale), x, y, weight)


@kernel(name="BinaryCrossEntropyGrad", elementwise=True)
def bce_grad(
    grad_output: Array, x: Array, y: Array, weight: Array | None = None, *, scale: float | None = None
) -> Array:
    """grad_output * (x - y) / max((1 - x) * x, 1e-12) * weight * scale.

    Source: ops-nn loss/binary_cross_entropy_grad/op_kernel/arch35/binary_cross_entropy_grad_dag.h.
    """
    result: Array = np.subtract(x, y)
    result *= grad_output
    denominator = 1 - x
    denominator *= x
    np.maximum(denominator, _DENOMINATOR_MINIMUM, out=denominator)
    result /= denominator
    return _weigh(result, weight, scale)


@kernel(name="SigmoidCrossEntropyWithLogitsV2", elementwise=True)
def bce_with_logits(
    x: Array, y: Array, weight: Array | None = None, pos_weight: Array | None = None
) -> Array:
    """((1 - y) * x - (min(x, 0) - log(exp(-|x|) + 1)) * ((pos_weight - 1) * y + 1)) * weight.

    Source: ops-nn loss/sigmoid_cross_entropy_with_logits_v2/op_kernel/arch35/sigmoid_cross_entropy_with_logits_v2_dag.h.
    """
    log_sigmoid: Array = np.abs(x)
    np.negative(log_sigmoid, out=log_sigmoid)
    np.exp(log_sigmoid, out=log_sigmoid)
    log_sigmoid += 1
    np.log(log_sigmoid, out=log_sigmoid)
    np.subtract(np.minimum(x, 0), log_sigmoid, out=log_sigmoid)
    if pos_weight is not None:
        factor = pos_weight - 1
        factor = factor * y
        factor += 1
        log_sigmoid *= factor
    result = 1 - y
    result = result * x
    result -= log_sigmoid
    return _weigh(result, weight, None)


@kernel(name="SigmoidCrossEntropyWithLogitsV2", elementwise=True)
def bce_with_pos_weight(x: Array, y: Array, pos_weight: Array) -> Array:
    """((1 - y) * x - (min(x, 0) - log(exp(-|x|) + 1)) * ((pos_weight - 1) * y + 1)).

    The same kernel when weight, the input before pos_weight, is left out.
    """
    return bce_with_logits(x, y, None, pos_weight)


@kernel(name="SigmoidCrossEntropyWithLogitsGradV2", elementwise=True)
def bce_with_logits_grad(
    grad_output: Array,
    x: Array,
    y: Array,
    weight: Array | None = None,
    pos_weight: Array | None = None,
    *,
    scale: float | None = None,
) -> Array:
    """((pos_weight * y + 1 - y) * sigmoid(x) - pos_weight * y) * grad_output * weight * scale.

    Without pos_weight: (sigmoid(x) - y) * grad_output * weight * scale.
    Source: ops-nn loss/sigmoid_cross_entropy_with_logits_grad_v2/op_kernel/arch35/
    sigmoid_cross_entropy_with_logits_grad_v2_dag.h.
    """
    result = sigmoid(x)
    if pos_weight is None:
        result -= y
    else:
        target = pos_weight * y
        factor = target + 1
        factor -= y
        result *= factor
        result -= target
    result *= grad_output
    return _weigh(result, weight, scale)


def _clipped_log(x: Array) -> Array:
    result: Array = np.log(x)
    return np.maximum(result, _LOG_MINIMUM, out=result)


def _weigh(result: Array, weight: Array | None, scale: float | None) -> Array:
    if weight is not None:
        result *= weight
    if scale is not None:
        result *= scale
    return result
