"""Gradients of activations: of the upstream gradient and the activation's input (x) or result (y).

Sources: ops-nn activation/*_grad/op_kernel/arch35 (Ascend950), ops-math math/tanh_grad.
"""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.activation import SELU_ALPHA, SELU_SCALE, tanh_of_softplus
from aclnn_emu.kernels.elementwise import sigmoid
from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.special import erf

__all__ = [
    "elu_grad", "fast_gelu_grad", "gelu_erf_grad", "gelu_grad", "hard_shrink_grad", "hard_sigmoid_grad",
    "hard_swish_grad", "hard_swish_grad_v2", "hardtanh_grad", "leaky_relu_grad", "log_sigmoid_grad", "mish_grad",
    "relu_grad", "selu_grad", "sigmoid_grad", "silu_grad", "soft_shrink_grad", "softplus_grad", "swish_grad",
    "tanh_grad", "threshold_grad",
]  # fmt: skip


@kernel(name="ReluGrad", elementwise=True)
def relu_grad(grad: Array, x: Array) -> Array:
    """0 where x <= 0, else grad."""
    return np.where(x <= 0, grad.dtype.type(0), grad)


@kernel(name="ThresholdGradV2D", elementwise=True)
def threshold_grad(grad: Array, x: Array, *, threshold: float) -> Array:
    """0 where x <= threshold, else grad; integers are compared as FLOAT."""
    wide = x.astype(np.float32) if x.dtype.kind in "iu" else x
    return np.where(wide <= wide.dtype.type(threshold), grad.dtype.type(0), grad)


@kernel(name="LeakyReluGrad", elementwise=True)
def leaky_relu_grad(grad: Array, x: Array, *, slope: float) -> Array:
    """Grad where x > 0, else slope * grad."""
    return np.where(x > 0, grad, grad * grad.dtype.type(slope))


@kernel(name="EluGradV2", elementwise=True)
def elu_grad(
    grad: Array, x: Array, *, alpha: float, scale: float, input_scale: float, is_result: bool
) -> Array:
    """Grad * scale above 0; else grad * input_scale * alpha * scale * exp(x * input_scale), or of the result y + alpha * scale."""
    kind = grad.dtype.type
    coefficient = kind(alpha) * kind(scale)
    if is_result:
        below = grad * kind(input_scale) * (x + coefficient)
    else:
        below = grad * kind(input_scale) * coefficient * np.exp(x * kind(input_scale))
    result: Array = np.where(x <= 0, below, grad * kind(scale))
    return result


@kernel(name="SeluGrad", elementwise=True)
def selu_grad(grad: Array, y: Array) -> Array:
    """Grad * (y + scale * alpha) where y <= 0, else grad * scale; integers are rounded to even, INT8 by FLOAT16."""
    wide = np.dtype(np.float32) if grad.dtype.kind == "i" else grad.dtype
    a, b = grad.astype(wide), y.astype(wide)
    result: Array = np.where(b <= 0, a * (b + wide.type(SELU_SCALE * SELU_ALPHA)), a * wide.type(SELU_SCALE))
    if wide == grad.dtype:
        return result
    if grad.dtype.itemsize == 1:
        result = result.astype(np.float16)
    limits = np.iinfo(grad.dtype)
    rounded: Array = np.rint(result.astype(np.float64)).clip(limits.min, limits.max)
    return rounded.astype(grad.dtype)


@kernel(name="HardtanhGrad", elementwise=True)
def hardtanh_grad(grad: Array, x: Array, *, low: float, high: float) -> Array:
    """Grad where low < x < high or x is NaN, else 0."""
    kind = grad.dtype.type
    inside = ((x > kind(low)) & (x < kind(high))) | np.isnan(x)
    return np.where(inside, grad, kind(0))


@kernel(name="LogSigmoidGrad", elementwise=True)
def log_sigmoid_grad(grad: Array, x: Array) -> Array:
    """Grad * sigmoid(-x)."""
    small = np.exp(-np.abs(x))
    result: Array = np.where(x < 0, grad.dtype.type(1), small) / (small + 1)
    result *= grad
    return result


@kernel(name="SigmoidGrad", elementwise=True)
def sigmoid_grad(grad: Array, y: Array) -> Array:
    """Grad * (1 - y) * y, for complex numbers with the conjugate of (1 - y) * y."""
    if grad.dtype.kind == "c":
        return np.array(grad * np.conj((1 - y) * y))
    result: Array = grad * (1 - y)
    result *= y
    return result


@kernel(name="TanhGrad", elementwise=True)
def tanh_grad(grad: Array, y: Array) -> Array:
    """Grad * (1 - y * y)."""
    result: Array = grad * (1 - y * y)
    return result


@kernel(name="SwishGrad", elementwise=True)
def swish_grad(grad: Array, x: Array, *, scale: float = 1.0) -> Array:
    """Grad * sigmoid(scale * x) * (1 + scale * x * (1 - sigmoid(scale * x)))."""
    scaled = x * x.dtype.type(scale)
    gate = sigmoid.function(scaled)
    result: Array = 1 - gate
    result *= scaled
    result += 1
    result *= gate
    return np.multiply(result, grad)


@kernel(name="SiluGrad", elementwise=True)
def silu_grad(grad: Array, x: Array) -> Array:
    """Grad * sigmoid(x) * (1 + x * (1 - sigmoid(x))); FLOAT with a half type is FLOAT."""
    result: Array = swish_grad.function(grad, x)
    return result


@kernel(name="MishGrad", elementwise=True)
def mish_grad(grad: Array, x: Array) -> Array:
    """Grad * (t + x * sigmoid(x) * (1 - t * t)) with t = tanh(log(1 + exp(x)))."""
    t = tanh_of_softplus(x)
    result: Array = grad * (t - (t * t - 1) * x * sigmoid.function(x))
    return result


@kernel(name="SoftplusV2Grad", elementwise=True)
def softplus_grad(grad: Array, x: Array, *, beta: float, threshold: float) -> Array:
    """Grad where beta * x exceeds the threshold, else grad / (1 + exp(-beta * x))."""
    kind = grad.dtype.type
    scaled = x * kind(beta)
    return np.where(scaled > kind(threshold), grad, grad / (np.exp(-scaled) + 1))


@kernel(name="HardShrinkGrad", elementwise=True)
def hard_shrink_grad(grad: Array, x: Array, *, lambd: float) -> Array:
    """0 where |x| <= lambd, else grad."""
    return np.where(np.abs(x) <= x.dtype.type(lambd), grad.dtype.type(0), grad)


@kernel(name="SoftShrinkGrad", elementwise=True)
def soft_shrink_grad(grad: Array, x: Array, *, lambd: float) -> Array:
    """Grad where |x| > lambd or x is NaN, else 0."""
    return np.where((np.abs(x) > x.dtype.type(lambd)) | np.isnan(x), grad, grad.dtype.type(0))


@kernel(name="HardSigmoidGrad", elementwise=True)
def hard_sigmoid_grad(grad: Array, x: Array) -> Array:
    """Grad / 6 where 0 < x / 6 + 0.5 < 1, else 0."""
    kind = grad.dtype.type
    slope = kind(np.float32(1 / 6))
    inside = x * slope + kind(0.5)
    result: Array = np.where((inside > 0) & (inside < 1), grad * slope, kind(0))
    return result


@kernel(name="HardSwishGrad", elementwise=True)
def hard_swish_grad(grad: Array, x: Array) -> Array:
    """Grad * (x / 3 + 0.5) where -3 <= x <= 3; below 0, above grad."""
    return _hard_swish_grad(grad, x, x >= -3, x <= 3)


@kernel(name="HardSwishGradV2", elementwise=True)
def hard_swish_grad_v2(grad: Array, x: Array) -> Array:
    """Grad * (x / 3 + 0.5) where -3 < x < 3; below and at -3 0, above and at 3 grad."""
    return _hard_swish_grad(grad, x, x > -3, x < 3)


def _hard_swish_grad(grad: Array, x: Array, above: Array, below: Array) -> Array:
    kind = grad.dtype.type
    slope = np.where(above, x * kind(1 / 3) + kind(0.5), kind(0))
    result: Array = grad * np.where(below, slope, kind(1))
    return result


@kernel(name="FastGeluGrad", elementwise=True)
def fast_gelu_grad(grad: Array, x: Array) -> Array:
    """Grad * d * (1 + 1.702 * x * (1 - d)) with d = 1 / (1 + exp(-1.702 * x))."""
    scaled = x * x.dtype.type(-1.702)
    gate = 1 / (np.exp(scaled) + 1)
    result: Array = grad * (((gate - 1) * scaled + 1) * gate)
    return result


@kernel(name="GeluGrad", elementwise=True)
def gelu_grad(grad: Array, x: Array) -> Array:
    """Grad times the derivative of the gelu by tanh."""
    kind = x.dtype.type
    square = x * x
    power = np.exp((kind(-1.595769121605730711759) + kind(-0.0713548162726002527220) * square) * x)
    slope = (kind(1.595769121605730711759) + kind(0.2140644488178007) * square) * x
    gate = 1 / (power + 1)
    rest = power * gate * slope * gate
    result: Array = grad * (np.where(np.isnan(rest), kind(0), rest) + gate)
    return result


@kernel(name="GeluGradV2", elementwise=True)
def gelu_erf_grad(grad: Array, x: Array) -> Array:
    """Grad * (0.5 * (1 + erf(x / sqrt(2))) + x * exp(-x * x / 2) / sqrt(2 * pi))."""
    kind = x.dtype.type
    below = erf.function(x * kind(math.sqrt(0.5))) * kind(0.5) + kind(0.5)
    density = np.exp(x * x * kind(-0.5)) * kind(1 / math.sqrt(2 * math.pi))
    result: Array = grad * (below + x * density)
    return result
