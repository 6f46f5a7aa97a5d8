"""Activations that halve a dimension: one half is multiplied with the other's gate."""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.kernels.activation import gelu, gelu_erf, swish
from aclnn_emu.kernels.activation_grad import gelu_erf_grad, gelu_grad
from aclnn_emu.kernels.elementwise import sigmoid
from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.reduction import reduce_sum

__all__ = [
    "clipped_swi_glu", "clipped_swi_glu_grad", "fatrelu_mul", "ge_glu", "ge_glu_grad", "gelu_mul", "glu", "glu_grad", "half", "prelu_grad_reduce",
    "prelu_grad_update", "situ_glu", "situ_glu_grad", "swi_glu", "swi_glu_grad", "swiglu_group", "swiglu_group_grad",
    "swiglu_group_rows",
]  # fmt: skip


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


@kernel(name="GeGluV2", outputs=2)
def ge_glu(x: Array, *, axis: int, left: bool, tanh: bool) -> tuple[Array, Array]:
    """One half of x times the gelu of the other; and that gelu. Left says which half goes through it."""
    a, b = np.split(x, 2, axis=axis)
    activated, other = (a, b) if left else (b, a)
    opened = (gelu if tanh else gelu_erf)(np.ascontiguousarray(activated))
    return np.asarray(other * opened), opened


@kernel(name="GeGluGradV2")
def ge_glu_grad(grad: Array, x: Array, opened: Array, *, axis: int, left: bool, tanh: bool) -> Array:
    """The gradients of both halves: grad * opened for the plain one, grad times that half times gelu' for the other."""
    a, b = np.split(x, 2, axis=axis)
    activated, other = (a, b) if left else (b, a)
    slope = (gelu_grad if tanh else gelu_erf_grad)(grad * other, np.ascontiguousarray(activated))
    plain = grad * opened
    return np.concatenate((slope, plain) if left else (plain, slope), axis=axis)


@kernel(name="PReluGradUpdate", outputs=2)
def prelu_grad_update(grad: Array, x: Array, weight: Array) -> tuple[Array, Array]:
    """The gradient of x: grad above 0, else weight * grad; and what each place adds to that of the weight."""
    slope = weight.reshape(()) if weight.size == 1 else weight.reshape(1, -1, *(1,) * (x.ndim - 2))
    grads = np.broadcast_to(grad, x.shape)
    zero = x.dtype.type(0)
    result: Array = np.where(x > 0, grads, grads * slope)
    return result, np.where(x > 0, zero, grads * x)


@kernel(name="PReluGradReduce")
def prelu_grad_reduce(grad: Array, x: Array, weight: Array, update: Array) -> Array:
    """The sum of the updates, by channel (dimension 1) where the weight has several elements. Only shapes count besides."""
    del grad
    if weight.size == 1:
        total: Array = reduce_sum(update, axes=(), keep_dims=False).reshape(weight.shape)
        return total
    return reduce_sum(update, axes=tuple(axis for axis in range(x.ndim) if axis != 1), keep_dims=False)


@kernel(name="SwiGlu")
def swi_glu(x: Array, *, axis: int) -> Array:
    """a / (1 + exp(-a)) * b, a and b being the halves of x.

    Source: ops-nn activation/swi_glu/op_kernel/swi_glu_impl.hpp.
    """
    a, b = np.split(x, 2, axis=axis)
    result: Array = swish(np.ascontiguousarray(a)) * b
    return result


@kernel(name="SwiGluGrad")
def swi_glu_grad(grad: Array, x: Array, *, axis: int) -> Array:
    """The gradients of both halves: grad * (s + s * (1 - s) * a) * b and grad * s * a, s being sigmoid(a)."""
    a, b = np.split(x, 2, axis=axis)
    opened = _gate(a)
    first = grad * (opened + opened * (1 - opened) * a) * b
    return np.concatenate((first, grad * opened * a), axis=axis)


def _situ_halves(x: Array, axis: int, *, left: bool) -> tuple[Array, Array]:
    """The gate and the other half."""
    a, b = np.split(x, 2, axis=axis)
    return (a, b) if left else (b, a)


def _bounded(x: Array, bound: float) -> Array:
    """tanh(x / bound), the reciprocal rounded first."""
    result: Array = np.tanh(x * (x.dtype.type(1) / x.dtype.type(bound)))
    return result


@kernel(name="SituGlu")
def situ_glu(x: Array, *, axis: int, beta: float, linear_beta: float, left: bool) -> Array:
    """beta * tanh(g / beta) * sigmoid(g) * u, g and u being the halves of x; linearBeta above 0 bounds u as beta does g.

    Source: ops-nn activation/situ_glu/op_kernel/situ_glu.hpp.
    """
    gate, up = _situ_halves(x, axis, left=left)
    if linear_beta > 0:
        up = linear_beta * _bounded(up, linear_beta)
    result: Array = beta * _bounded(gate, beta) * _gate(gate) * up
    return result


@kernel(name="SituGluGrad")
def situ_glu_grad(grad: Array, x: Array, *, axis: int, beta: float, linear_beta: float, left: bool) -> Array:
    """The gradients of both halves: grad * u * s * (1 - t^2 + beta * t * (1 - s)) and grad * beta * t * s.

    t is tanh(g / beta), s is sigmoid(g). With linearBeta above 0 u is the bounded half, and its gradient is multiplied
    with 1 - tanh(u / linearBeta)^2. Source: ops-nn activation/situ_glu_grad/op_kernel/situ_glu_grad.hpp; in its order, for
    1 - t^2 loses digits where t is near 1.
    """
    gate, up = _situ_halves(x, axis, left=left)
    bent, opened = _bounded(gate, beta), _gate(gate)
    of_up = grad * (beta * bent * opened)
    if linear_beta > 0:
        bounded = _bounded(up, linear_beta)
        up, of_up = linear_beta * bounded, of_up * (1 - bounded * bounded)
    of_gate = grad * up * opened * (1 - bent * bent + beta * bent * (1 - opened))
    return np.concatenate((of_gate, of_up) if left else (of_up, of_gate), axis=axis)


@kernel(name="GeluMul")
def gelu_mul(x: Array, *, tanh: bool) -> Array:
    """The gelu of the first half of the last dimension times the second half."""
    a, b = np.split(x, 2, axis=-1)
    result: Array = (gelu if tanh else gelu_erf)(np.ascontiguousarray(a)) * b
    return result


@kernel(name="FatreluMul")
def fatrelu_mul(x: Array, threshold: Array) -> Array:
    """The first half of the last dimension where it exceeds the threshold, else 0, times the second half.

    Source: ops-nn activation/fatrelu_mul/op_kernel/fatrelu_mul.h.
    """
    a, b = np.split(x, 2, axis=-1)
    result: Array = np.where(a > threshold.reshape(()), a, x.dtype.type(0)) * b
    return result


def _clipped_halves(rows: Array, *, interleaved: bool) -> tuple[Array, Array]:
    """The gate and the other half of each row: every other element, or the front and the back."""
    if interleaved:
        return rows[:, ::2], rows[:, 1::2]
    width = rows.shape[1] // 2
    return rows[:, :width], rows[:, width:]


def _rows(x: Array, axis: int, grouped: tuple[Array, ...]) -> tuple[Array, int]:
    """All from an axis on as a row; and how many rows the groups have together, at most all."""
    rows = math.prod(x.shape[:axis])
    count = min(max(int(grouped[0].sum()), 0), rows) if grouped else rows
    return x.reshape(rows, -1), count


@kernel(name="ClippedSwiglu", keeps=True)
def clipped_swi_glu(
    x: Array,
    *grouped: Array,
    axis: int,
    alpha: float,
    limit: float,
    bias: float,
    interleaved: bool,
    late: bool,
) -> Array:
    """a / (1 + exp(-alpha * a)) * (b + bias), the halves of a row bounded by limit first: a from above, b on both sides.

    Late: the gate is bounded behind its sigmoid, in which alpha is 1, and bias is 0. With groups, followed by what the
    output held, only the rows that they have together are computed.
    Source: ops-nn activation/clipped_swiglu/op_kernel/clipped_swiglu.hpp and arch35/clipped_swiglu_kernel.h.
    """
    kind, folded, count = x.dtype.type, *_rows(x, axis, grouped)
    a, b = _clipped_halves(folded[:count], interleaved=interleaved)
    bound = kind(limit)
    other = np.maximum(np.minimum(b, bound), -bound)
    if late:
        result = np.minimum(a / (1 + np.exp(-a)), bound) * other
    else:
        low = np.minimum(a, bound)
        result = low / (1 + np.exp(low * -kind(alpha))) * (other + kind(bias))
    if grouped:
        result = np.concatenate((result, grouped[1].reshape(len(folded), -1)[count:]))
    made: Array = result.reshape(*x.shape[:axis], -1, *x.shape[axis + 1 :])
    return made


@kernel(name="ClippedSwigluGrad")
def clipped_swi_glu_grad(
    grad: Array,
    x: Array,
    *grouped: Array,
    axis: int,
    alpha: float,
    limit: float,
    bias: float,
    interleaved: bool,
) -> Array:
    """The gradients of both halves: grad * (b + bias) * s * (1 + alpha * a * (1 - s)) and grad * a * s; 0 beyond the bounds.

    s is sigmoid(alpha * a); a and b are bounded as in the forward formula. Rows that no group has become 0.
    Source: ops-nn activation/clipped_swiglu_grad/op_kernel/clipped_swiglu_grad.h.
    """
    kind, folded, count = x.dtype.type, *_rows(x, axis, grouped)
    a, b = _clipped_halves(folded[:count], interleaved=interleaved)
    bound, factor = kind(limit), kind(alpha)
    low, other = np.minimum(a, bound), np.maximum(np.minimum(b, bound), -bound) + kind(bias)
    opened = 1 / (1 + np.exp(low * -factor))
    above = grad.reshape(len(folded), -1)[:count]
    result = np.zeros_like(x)
    first, second = _clipped_halves(result.reshape(folded.shape)[:count], interleaved=interleaved)
    slope = (1 + (1 - opened) * low * factor) * opened * other * above
    first[...] = np.where(a <= bound, slope, kind(0))
    second[...] = np.where((b <= bound) & (b >= -bound), low * opened * above, kind(0))
    return result


@kernel(name="SwigluGroup")
def swiglu_group(x: Array, *weight: Array, limit: float | None) -> Array:
    """a / (1 + exp(-a)) * b, times the weight of the row: the halves of a row, bounded by limit as in clipped_swi_glu.

    Source: ops-nn activation/swiglu_group/op_kernel/arch35/swiglu_group_base.h.
    """
    a, b = _clipped_halves(x.reshape(-1, x.shape[-1]), interleaved=False)
    if limit is not None:
        bound = x.dtype.type(limit)
        a, b = np.minimum(a, bound), np.minimum(np.maximum(b, -bound), bound)
    result = a / (1 + np.exp(-a)) * b
    for factor in weight:
        result = result * factor.reshape(-1, 1)
    made: Array = result.reshape(*x.shape[:-1], x.shape[-1] // 2)
    return made


@kernel(name="SwigluGroup", keeps=True)
def swiglu_group_rows(x: Array, groups: Array, *others: Array, limit: float | None) -> Array:
    """The same of the first rows, as many as the groups have together; the others keep what the output held.

    A weight comes before what the output held.
    """
    *weight, held = others
    folded, count = _rows(x, x.ndim - 1, (groups,))
    opened = swiglu_group.function(
        folded[:count], *(factor.reshape(-1)[:count] for factor in weight), limit=limit
    )
    made: Array = np.concatenate((opened, held.reshape(len(folded), -1)[count:])).reshape(held.shape)
    return made


@kernel(name="SwigluGroupGrad", outputs=2)
def swiglu_group_grad(
    grad: Array, x: Array, *optional: Array, limit: float, weighted: bool
) -> tuple[Array, Array]:
    """The gradients of both halves: grad * s * (1 + a * (1 - s)) * b and grad * a * s, times the weight of the row; and its own.

    s is sigmoid(a). At and beyond a limit above 0, and in rows that no group has, they are multiplied with 0. The gradient
    of a weight is the sum of grad * yOrigin over its row, in every row; without weights it is one number that nobody reads.
    Optional inputs: the weight and yOrigin, where weighted; the groups.
    Source: ops-nn quant/swiglu_group_grad/op_kernel/arch35/swiglu_group_grad_regbase.h; in its order, and at infinities of
    a it chooses 0 and 1 for what the formula leaves open.
    """
    weights, groups = (optional[:2], optional[2:]) if weighted else ((), optional)
    kind, folded, count = x.dtype.type, *_rows(x, x.ndim - 1, groups)
    above = grad.reshape(len(folded), -1)
    a, b = _clipped_halves(folded, interleaved=False)
    inside_a = inside_b = kind(1)
    if limit > 0:
        bound = kind(limit)
        inside_a, inside_b = (a < bound).astype(kind), ((b < bound) & (-b < bound)).astype(kind)
        a, b = np.minimum(a, bound), np.maximum(np.minimum(b, bound), -bound)
    opened = 1 / (1 + np.exp(-a))
    passed = np.where(a == -np.inf, kind(0), a * opened)
    passed = np.where(np.abs(passed) < np.finfo(kind).tiny, kind(0), passed)
    slope = np.where(passed == np.inf, kind(1), opened + passed - passed * opened)
    first, second, of_weight = above * slope * b, above * passed, np.zeros(1, kind)
    if weighted:
        weight, origin = weights
        first, second = first * weight.reshape(-1, 1), second * weight.reshape(-1, 1)
        of_weight = (above * origin.reshape(above.shape)).sum(axis=-1).reshape(weight.shape)
    counts = (np.arange(len(folded)) < count).astype(kind)[:, None]
    both = np.concatenate((first * inside_a * counts, second * inside_b * counts), axis=-1)
    return both.reshape(x.shape), of_weight
