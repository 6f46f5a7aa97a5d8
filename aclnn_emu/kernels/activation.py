"""Activations. The order of the operations is that of the hardware kernels, so NaN and the last bits follow them.

Attributes are plain numbers and are rounded to x's dtype. Sources: ops-nn activation/*/op_kernel/arch35 (Ascend950).
"""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.special import erf

__all__ = [
    "celu", "elu", "fast_gelu", "gelu", "gelu_erf", "hard_shrink", "hard_sigmoid", "hard_swish", "leaky_relu",
    "log_sigmoid", "mish", "prelu", "relu", "selu", "shrink", "soft_shrink", "softplus", "swish", "threshold",
]  # fmt: skip

SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946

_GELU_CUBE = 0.044715
_GELU_SLOPE = 1.595769121  # sqrt(8 / pi)


@kernel(name="Relu", elementwise=True)
def relu(x: Array) -> Array:
    """The larger of x and 0."""
    result: Array = np.maximum(x, x.dtype.type(0))
    return result


@kernel(name="LeakyRelu", elementwise=True)
def leaky_relu(x: Array, *, slope: float) -> Array:
    """x above 0, else slope * x."""
    return np.where(x > 0, x, x * x.dtype.type(slope))


@kernel(name="PRelu")
def prelu(x: Array, weight: Array) -> Array:
    """x above 0, else weight * x; weight has one element, or one for each index along dimension 1 of x."""
    slope = weight.reshape(()) if weight.size == 1 else weight.reshape(1, -1, *(1,) * (x.ndim - 2))
    return np.where(x > 0, x, x * slope)


@kernel(name="Elu", elementwise=True)
def elu(x: Array, *, alpha: float, scale: float, input_scale: float) -> Array:
    """scale * x above 0, else scale * alpha * (exp(input_scale * x) - 1)."""
    kind = x.dtype.type
    below = np.expm1(x * kind(input_scale)) * kind(alpha)
    result: Array = np.where(x > 0, x, below) * kind(scale)
    return result


@kernel(name="CeluV2", elementwise=True)
def celu(x: Array, *, alpha: float) -> Array:
    """max(x, 0) + min(alpha * (exp(x / alpha) - 1), 0)."""
    kind = x.dtype.type
    below = np.expm1(x * (kind(1) / kind(alpha))) * kind(alpha)
    result: Array = np.minimum(below, 0)
    result += np.maximum(x, 0)
    return result


@kernel(name="Selu", elementwise=True)
def selu(x: Array) -> Array:
    """scale * (max(x, 0) + min(alpha * (exp(x) - 1), 0)); a result for an integer loses its fraction, INT8 wraps."""
    if x.dtype.kind == "i":
        # Below 0 an integer's result lies between -1.76 and -1.11. INT8 has the scale as FLOAT16 holds it.
        scale = 1.05078125 if x.dtype.itemsize == 1 else SELU_SCALE
        above = np.trunc(np.float32(scale) * x.astype(np.float32)).astype(np.int64)
        return np.where(x < 0, -1, above).astype(x.dtype)
    kind = x.dtype.type
    result: Array = np.exp(np.minimum(x, 0))
    result -= 1
    result *= kind(SELU_ALPHA)
    np.minimum(result, 0, out=result)
    result += np.maximum(x, 0)
    result *= kind(SELU_SCALE)
    return result


@kernel(name="Gelu", elementwise=True)
def gelu(x: Array) -> Array:
    """x / (1 + exp(-sqrt(8 / pi) * (x + 0.044715 * x^3))), the approximation by tanh."""
    kind = x.dtype.type
    result: Array = x * x * x
    result += x * kind(1 / _GELU_CUBE)
    result *= kind(-_GELU_SLOPE * _GELU_CUBE)
    np.exp(result, out=result)
    result += 1
    return np.divide(x, result, out=result)


@kernel(name="GeluV2", elementwise=True)
def gelu_erf(x: Array) -> Array:
    """(erf(x / sqrt(2)) + 1) * 0.5 * x."""
    kind = x.dtype.type
    result: Array = erf.function(x * kind(math.sqrt(0.5)))
    result += 1
    result *= x * kind(0.5)
    return result


@kernel(name="FastGelu", elementwise=True)
def fast_gelu(x: Array) -> Array:
    """x / (1 + exp(-1.702 * x))."""
    result: Array = np.exp(x * x.dtype.type(-1.702))
    result += 1
    return np.divide(x, result, out=result)


@kernel(name="Swish", elementwise=True)
def swish(x: Array, *, scale: float = 1.0) -> Array:
    """x / (1 + exp(-scale * x))."""
    result: Array = np.exp(-x * x.dtype.type(scale))
    result += 1
    return np.divide(x, result, out=result)


@kernel(name="Mish", elementwise=True)
def mish(x: Array) -> Array:
    """x * tanh(log(1 + exp(x)))."""
    result: Array = x * tanh_of_softplus(x)
    return result


def tanh_of_softplus(x: Array) -> Array:
    """tanh(log(1 + exp(x))) without overflow: by exp(-x) for x >= 0, by exp(x) below."""
    small = np.exp(-np.abs(x))
    square = small * small
    right = (1 + 2 * small) / (1 + 2 * small + 2 * square)
    left = (square + 2 * small) / (square + 2 * small + 2)
    result: Array = np.where(x < 0, left, right)
    return result


@kernel(name="LogSigmoid", elementwise=True)
def log_sigmoid(x: Array) -> Array:
    """min(x, 0) - log(1 + exp(-|x|))."""
    result: Array = np.log1p(np.exp(-np.abs(x)))
    return np.subtract(np.minimum(x, 0), result, out=result)


@kernel(name="HardSigmoid", elementwise=True)
def hard_sigmoid(x: Array) -> Array:
    """x / 6 + 0.5, at least 0 and at most 1; of an integer without its fraction."""
    if x.dtype.kind == "i":
        return hard_sigmoid.function(x.astype(np.float32)).astype(x.dtype)
    kind = x.dtype.type
    result: Array = x * kind(np.float32(1 / 6))
    result += kind(0.5)
    np.minimum(result, 1, out=result)
    return np.maximum(result, 0, out=result)


@kernel(name="HardSwish", elementwise=True)
def hard_swish(x: Array) -> Array:
    """max(x, -3) * min(max(x + 3, 0), 6) / 6."""
    kind = x.dtype.type
    result: Array = np.minimum(x + kind(3), 6)
    np.maximum(result, 0, out=result)
    result *= np.maximum(x, -3)
    result *= kind(1 / 6)
    return result


@kernel(name="HardShrink", elementwise=True)
def hard_shrink(x: Array, *, lambd: float) -> Array:
    """0 where |x| <= lambd, else x."""
    return np.where(np.abs(x) <= x.dtype.type(lambd), x.dtype.type(0), x)


@kernel(name="SoftShrink", elementwise=True)
def soft_shrink(x: Array, *, lambd: float) -> Array:
    """x - lambd above lambd, x + lambd below -lambd, else 0; NaN becomes 0."""
    limit = x.dtype.type(lambd)
    result: Array = np.where(x < -limit, x + limit, np.where(x > limit, x - limit, x.dtype.type(0)))
    return result


@kernel(name="Shrink", elementwise=True)
def shrink(x: Array, *, lambd: float, bias: float) -> Array:
    """x - bias above lambd, x + bias below -lambd, else 0; NaN becomes 0."""
    limit, shift = x.dtype.type(lambd), x.dtype.type(bias)
    result: Array = np.where(x < -limit, x + shift, np.where(x > limit, x - shift, x.dtype.type(0)))
    return result


@kernel(name="SoftplusV2", elementwise=True)
def softplus(x: Array, *, beta: float, threshold: float) -> Array:
    """log(1 + exp(beta * x)) / beta; x where beta * x exceeds the threshold."""
    kind = x.dtype.type
    scaled = x * kind(beta)
    linear = scaled > kind(threshold)
    result: Array = np.log1p(np.exp(np.where(linear, kind(0), scaled)))
    result *= kind(1) / kind(beta)
    return np.where(linear, x, result)


@kernel(name="ThresholdV2", elementwise=True)
def threshold(x: Array, *, limit: complex, value: complex) -> Array:
    """The value where x <= limit, else x."""
    kind = x.dtype.type
    return np.where(x <= kind(limit), kind(value), x)
