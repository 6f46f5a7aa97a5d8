"""Activations of several tensors or of halves: glu, prelu, a sum with relu behind it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import activation, arithmetic, data, elementwise, gate, logic, random, ternary
from aclnn_emu.ops._pairs import apply
from aclnn_emu.ops._random import DSA, NUMBERS
from aclnn_emu.ops._scalars import REGBASE, alpha_casts, is_half_float_mix, is_one
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    Check,
    broadcasts_to,
    casts_to,
    custom,
    dtype_in,
    max_rank,
    not_null,
    promotes,
    same_dtype,
    same_format,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_FLOATS = with_bf16(F32, F16)
_WITH_DOUBLE = with_bf16(F32, F16, F64)
_GLU_KERNEL = (F32, F16, BF16)


# Glu.


def _require_half(call: Call, param: str) -> None:
    """Self has the dimension, an even size there, and `param` half of it."""
    shape, dim = call.args["self"].view_shape, call.args["dim"]
    op, rank = call.operator.name, len(shape)
    if not rank:
        raise ParamInvalid("ACLNN-PARAM-045", op=op, param="self", allowed=1)
    if not -rank <= dim < rank:
        raise ParamInvalid(
            "ACLNN-PARAM-024", op=op, param="dim", got=dim, rank=rank, low=-rank, high=rank - 1
        )
    if shape[dim] % 2:
        raise ParamInvalid("ACLNN-PARAM-044", op=op, param="self", got=list(shape), dim=dim)
    halved = list(shape)
    halved[dim] //= 2
    if list(call.args[param].view_shape) != halved:
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=op, param=param, got=list(call.args[param].view_shape), allowed=halved
        )


@custom("halves", ("self", "dim", "out"), "dim: a dimension of self, even there; out has half of it")
def _out_is_half(call: Call) -> None:
    _require_half(call, "out")


@custom("halves", ("self", "dim", "gradOut"), "dim: a dimension of self, even there; gradOut has half of it")
def _grad_is_half(call: Call) -> None:
    _require_half(call, "gradOut")


_TWO_SPLITS = ("SplitV is two steps here, one for each half.",)


@operator(
    "aclnnGlu(const aclTensor *self, int64_t dim, const aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_WITH_DOUBLE, "self", "out"),
        max_rank(8, "self", "out"),
        _out_is_half,
    ),
    source="ops-nn/activation/glu/op_host/op_api/aclnn_glu.cpp",
    deviations=_TWO_SPLITS,
)
def glu(b: Builder, self: Tensor, dim: int, out: Tensor) -> None:
    """out = a * sigmoid(b), a and b being the halves of self along dim."""
    if self.is_empty:
        return
    x, axis = b.contiguous(self), dim % self.rank
    if b.profile.npu_arch in (2201, REGBASE) and self.dtype in _GLU_KERNEL:
        result = b.kernel(gate.glu, x, shape=out.view_shape, axis=axis)
    else:
        first, second = _halves(b, x, axis)
        result = b.kernel(elementwise.mul, first, b.kernel(elementwise.sigmoid, second))
    b.view_copy(b.cast(result, out.dtype), out)


def _halves(b: Builder, x: Buffer, axis: int) -> tuple[Buffer, Buffer]:
    shape = (*x.shape[:axis], x.shape[axis] // 2, *x.shape[axis + 1 :])
    first = b.kernel(gate.half, x, shape=shape, axis=axis, second=False)
    return first, b.kernel(gate.half, x, shape=shape, axis=axis, second=True)


@operator(
    "aclnnGluBackward(const aclTensor *gradOut, const aclTensor *self, int64_t dim, const aclTensor *out)",
    checks=(
        not_null("gradOut", "self", "out"),
        dtype_in(_WITH_DOUBLE, "self"),
        same_dtype("self", "gradOut", "out"),
        max_rank(8, "self", "out", "gradOut"),
        _grad_is_half,
        same_shape("self", "out"),
    ),
    source="ops-nn/activation/glu_grad/op_api/aclnn_glu_backward.cpp",
    deviations=_TWO_SPLITS,
)
def glu_backward(b: Builder, grad_out: Tensor, self: Tensor, dim: int, out: Tensor) -> None:
    """out = gradOut * s and gradOut * s * (a - a * s) joined along dim; a, b are the halves of self, s = sigmoid(b)."""
    if self.is_empty:
        return
    x, grad, axis = b.contiguous(self), b.contiguous(grad_out), dim % self.rank
    if b.profile.npu_arch == REGBASE and self.dtype != F64:
        b.view_copy(b.kernel(gate.glu_grad, grad, x, shape=self.view_shape, axis=axis), out)
        return
    computed = F32 if self.dtype == F16 else self.dtype
    first, second = _halves(b, b.cast(x, computed), axis)
    opening = b.kernel(elementwise.sigmoid, second)
    left = b.kernel(elementwise.mul, b.cast(grad, computed), opening)
    rest = b.kernel(arithmetic.sub, first, b.kernel(elementwise.mul, first, opening))
    right = b.kernel(elementwise.mul, rest, left)
    joined = b.kernel(data.concat, left, right, shape=self.view_shape, axis=axis)
    b.view_copy(b.cast(joined, self.dtype), out)


# Prelu.


@custom("one_weight_a_channel", ("self", "weight"), "weight: one element, or one for each channel of self")
def _weights(call: Call) -> None:
    shape, weight = call.args["self"].view_shape, call.args["weight"]
    channels = shape[1] if len(shape) > 1 else 1
    if weight.numel not in (1, channels):
        raise ParamInvalid(
            "ACLNN-PARAM-046", op=call.operator.name, param="weight", got=list(weight.view_shape),
            allowed=channels, reference="self", shape=list(shape),
        )  # fmt: skip


@operator(
    "aclnnPrelu(const aclTensor *self, const aclTensor *weight, aclTensor *out)",
    checks=(
        not_null("self", "weight", "out"),
        dtype_in(_FLOATS, "self", "weight", "out"),
        promotes("self", "weight"),
        casts_to("out"),
        max_rank(8, "self", "weight", "out"),
        same_shape("self", "out"),
        _weights,
    ),
    source="ops-nn/activation/p_relu/op_api/aclnn_prelu.cpp",
)
def prelu(b: Builder, self: Tensor, weight: Tensor, out: Tensor) -> None:
    """out = self above 0, else weight * self; dimension 1 of self are the channels."""
    if self.is_empty or weight.is_empty:
        return
    x = b.cast(b.contiguous(self), b.promoted)
    slope = b.cast(b.contiguous(weight), b.promoted)
    result = b.kernel(activation.prelu, x, slope, shape=self.view_shape)
    b.view_copy(b.cast(result, out.dtype), out)


# A sum with relu behind it.

_SUMMED = with_bf16(F32, F16, S8, U8, S16, S32, S64)
_ADD_RELU_SOURCE = "ops-nn/activation/relu/op_api/aclnn_add_relu.cpp"
_ADD_RELU_DEVIATIONS = (
    "FLOAT products with alpha are rounded before the sum; the hardware may fuse both.",
    "INT32 with alpha is exact; the hardware computes it in FLOAT, which loses bits beyond 2^24.",
)


@operator(
    "aclnnAddRelu(const aclTensor *self, const aclTensor *other, aclScalar *alpha, aclTensor *out)",
    checks=(
        not_null("self", "other", "alpha", "out"),
        dtype_in(_SUMMED, "self", "other"),
        promotes("self", "other"),
        alpha_casts(),
        casts_to("out"),
        max_rank(8, "self", "other"),
        shape_is_broadcast("out", "self", "other"),
    ),
    source=_ADD_RELU_SOURCE,
    deviations=_ADD_RELU_DEVIATIONS,
)
def add_relu(b: Builder, self: Tensor, other: Tensor, alpha: Scalar, out: Tensor) -> None:
    """out = max(self + alpha * other, 0)."""
    _add_relu(b, self, other, alpha, out)


@operator(
    "aclnnInplaceAddRelu(aclTensor *selfRef, const aclTensor *other, aclScalar *alpha)",
    checks=(
        not_null("selfRef", "other"),
        broadcasts_to("selfRef", "other"),
        not_null("alpha"),
        dtype_in(_SUMMED, "selfRef", "other"),
        promotes("selfRef", "other"),
        alpha_casts(),
        casts_to("selfRef"),
        max_rank(8, "selfRef", "other"),
    ),
    source=_ADD_RELU_SOURCE,
    deviations=_ADD_RELU_DEVIATIONS,
)
def inplace_add_relu(b: Builder, self_ref: Tensor, other: Tensor, alpha: Scalar) -> None:
    """selfRef = max(selfRef + alpha * other, 0)."""
    _add_relu(b, self_ref, other, alpha, self_ref)


def _add_relu(b: Builder, self: Tensor, other: Tensor, alpha: Scalar, out: Tensor) -> None:
    if self.is_empty or other.is_empty:
        return
    total = _sum(b, self, other, alpha)
    if total.dtype == S16:
        total = b.cast(total, S32)
    result = total if total.dtype == U8 else b.kernel(activation.relu, total)
    b.view_copy(b.cast(result, out.dtype), out)


def _sum(b: Builder, self: Tensor, other: Tensor, alpha: Scalar) -> Buffer:
    x, y = b.contiguous(self), b.contiguous(other)
    one = is_one(alpha, b.promoted, regbase=False)
    if one and is_half_float_mix(self.dtype, other.dtype):
        return b.kernel(elementwise.add, x, y, dtype=b.promoted)
    computed = F32 if b.promoted in (F32, F16, BF16) else b.promoted
    x, y = b.cast(x, computed), b.cast(y, computed)
    if one:
        return b.kernel(elementwise.add, x, y)
    factor = alpha.as_(computed)
    if computed in (F32, S32):
        return b.kernel(elementwise.add, x, y, name="Axpy", alpha=factor)
    return b.kernel(elementwise.add, x, b.kernel(elementwise.muls, y, name="Mul", value=factor))


# Leaky relu with a random slope.

_NOISY_SOURCE = "ops-nn/activation/leaky_relu/op_api/aclnn_rrelu_with_noise.cpp"
_BOUNDS = dtypes(F32, F16, BF16, F64)
_TRAINED = (NUMBERS,)


def _noise_is_large_enough(x: str) -> Check:
    """In training the noise has an element for each of self."""

    def run(call: Call) -> None:
        noise, source = call.args["noise"], call.args[x]
        if call.args["training"] and noise.numel < source.numel:
            raise ParamInvalid(
                "ACLNN-PARAM-048", op=call.operator.name, param="noise", got=noise.numel, reference=x,
                allowed=source.numel,
            )  # fmt: skip

    return Check(
        "noise_is_large_enough", ("noise", x, "training"), run, f"noise: the size of {x} in training"
    )


def _noisy_checks(x: str, out: str) -> tuple[Check, ...]:
    outputs = () if x == out else (out,)
    return (
        not_null(x, "noise", "lower", "upper", *outputs),
        dtype_in(_FLOATS, x, "noise"),
        dtype_in(_BOUNDS, "lower", "upper"),
        *(dtype_in(_FLOATS, name) for name in outputs),
        *(same_dtype(name, x) for name in outputs),
        same_dtype(out, "noise"),
        *(same_shape(x, name) for name in outputs),
        _noise_is_large_enough(x),
        max_rank(32, x, "noise"),
        same_format(out, *(x for _ in outputs), "noise"),
    )


@operator(
    "aclnnRReluWithNoise(const aclTensor *self, const aclTensor *noise, const aclScalar *lower, const aclScalar *upper,"
    " bool training, int64_t seed, int64_t offset, aclTensor *out)",
    checks=_noisy_checks("self", "out"),
    source=_NOISY_SOURCE,
    deviations=_TRAINED,
    written=("noise",),
)
def rrelu_with_noise(
    b: Builder,
    self: Tensor,
    noise: Tensor,
    lower: Scalar,
    upper: Scalar,
    training: bool,
    seed: int,
    offset: int,
    out: Tensor,
) -> None:
    """out = self above 0, else self * (lower + upper) / 2; in training self * noise, noise being random below 0, else 1."""
    _rrelu(b, self, noise, (lower, upper), out, start=(seed, offset) if training else None)


@operator(
    "aclnnInplaceRReluWithNoise(const aclTensor *self, const aclTensor *noise, const aclScalar *lower,"
    " const aclScalar *upper, bool training, int64_t seed, int64_t offset)",
    checks=_noisy_checks("self", "self"),
    source=_NOISY_SOURCE,
    deviations=_TRAINED,
    written=("noise",),
)
def inplace_rrelu_with_noise(
    b: Builder,
    self: Tensor,
    noise: Tensor,
    lower: Scalar,
    upper: Scalar,
    training: bool,
    seed: int,
    offset: int,
) -> None:
    """self = self above 0, else self * (lower + upper) / 2; in training self * noise, as aclnnRReluWithNoise."""
    _rrelu(b, self, noise, (lower, upper), self, start=(seed, offset) if training else None)


def _rrelu(
    b: Builder,
    self: Tensor,
    noise: Tensor,
    bounds: tuple[Scalar, Scalar],
    out: Tensor,
    *,
    start: tuple[int, int] | None,
) -> None:
    """Seed and offset where the slopes are random, None outside training."""
    if self.is_empty or noise.is_empty:
        return
    x = b.contiguous(self)
    spare = b.contiguous(noise)  # read only where it is larger than self
    low, high = (np.float32(bound.as_(F32)) for bound in bounds)  # type: ignore[arg-type]
    if start is None:
        b.view_copy(b.kernel(activation.leaky_relu, x, slope=float((low + high) / np.float32(2))), out)
        return
    ones = b.ones_like(x)
    below = b.kernel(logic.less, x, b.kernel(data.zeros_like, x), dtype=BOOL)
    drawn = b.cast(_slopes(b, x, (float(low), float(high)), *start), x.dtype)
    slopes = b.kernel(ternary.select, below, drawn, ones, dtype=x.dtype)
    b.view_copy(_with_rest(b, slopes, spare, noise), noise)
    b.view_copy(b.kernel(elementwise.mul, x, slopes), out)


def _with_rest(b: Builder, slopes: Buffer, spare: Buffer, noise: Tensor) -> Buffer:
    """A noise of another shape keeps what lies behind the slopes."""
    size = noise.view_shape
    if slopes.shape == size:
        return slopes
    used = math.prod(slopes.shape)
    rest = b.kernel(data.tail, spare, shape=(noise.numel - used,), start=used)
    return b.kernel(data.concat_flat, slopes, rest, shape=size, size=size)


def _slopes(b: Builder, x: Buffer, bounds: tuple[float, float], seed: int, offset: int) -> Buffer:
    """Uniform numbers between the bounds; before and after the chips with a generator of its own, made of those below 1."""
    low, high = bounds
    shape: Any = {"shape": x.shape, "size": x.shape, "seed": seed, "offset": offset}
    if b.profile.npu_arch == DSA:
        return b.kernel(
            random.uniform, name="DSARandomUniform", dtype=F32, kind=F32, low=low, high=high, **shape
        )
    dtype = F16 if x.dtype == F16 else F32
    unit = b.kernel(random.uniform, name="StatelessRandomUniformV2", dtype=dtype, kind=dtype, **shape)
    rest = apply(b, arithmetic.sub, b.kernel(elementwise.muls, unit, value=low), low)
    return b.kernel(arithmetic.sub, b.kernel(elementwise.muls, unit, value=high), rest)
