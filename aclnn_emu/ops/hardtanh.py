"""Hardtanh, and the gradient of prelu: activations with checks of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import is_floating, is_integral
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import gate, ternary
from aclnn_emu.ops._losses import FLOATS, require_view_shape
from aclnn_emu.ops._types import BF16, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import (
    Check,
    broadcasts_to,
    custom,
    dtype_in,
    max_rank,
    not_null,
    same_dtype,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_LISTED = (F16, F32, S32, S64, S16, S8, U8, F64)
_CLIPPED = dtypes(*_LISTED, DAV_2201=(*_LISTED, BF16), DAV_3510=(*_LISTED, BF16))
_BOUNDS = ("clipValueMin", "clipValueMax")


@custom("bounds_in_order", _BOUNDS, "clipValueMin: not above clipValueMax")
def _in_order(call: Call) -> None:
    """Compared as integers or doubles, as the dtype of the lower bound says; NaN passes."""
    low, high = (call.args[name] for name in _BOUNDS)
    if is_integral(low.dtype):
        least, most = low.as_(S64), high.as_(S64)
    elif is_floating(low.dtype):
        least, most = low.as_(F64), high.as_(F64)
    else:
        return
    if least > most:
        raise ParamInvalid("ACLNN-PARAM-086", op=call.operator.name, param=_BOUNDS[0], got=least, high=most)


def _checks(x: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((x, *_BOUNDS, out))),
        dtype_in(_CLIPPED, x, *_BOUNDS),
        *((same_dtype(x, out),) if x != out else ()),
        max_rank(8, x),
        *((same_shape(x, out),) if x != out else ()),
        _in_order,
    )


def _clip(b: Builder, x: Tensor, low: Scalar, high: Scalar, out: Tensor) -> None:
    if not x.is_empty:
        least, most = low.as_(x.dtype), high.as_(x.dtype)
        b.view_copy(b.kernel(ternary.clip_to, b.contiguous(x), low=least, high=most), out)


_SOURCE = "ops-math/conversion/clip_by_value_v2/op_api/aclnn_hardtanh.cpp"


@operator(
    "aclnnHardtanh(const aclTensor *self, const aclScalar *clipValueMin, const aclScalar *clipValueMax, aclTensor *out)",
    checks=_checks("self", "out"),
    source=_SOURCE,
)
def hardtanh(b: Builder, self: Tensor, clip_value_min: Scalar, clip_value_max: Scalar, out: Tensor) -> None:
    """out = min(max(self, clipValueMin), clipValueMax)."""
    _clip(b, self, clip_value_min, clip_value_max, out)


@operator(
    "aclnnInplaceHardtanh(aclTensor *selfRef, const aclScalar *clipValueMin, const aclScalar *clipValueMax)",
    checks=_checks("selfRef", "selfRef"),
    source=_SOURCE,
)
def inplace_hardtanh(b: Builder, self_ref: Tensor, clip_value_min: Scalar, clip_value_max: Scalar) -> None:
    """selfRef = min(max(selfRef, clipValueMin), clipValueMax)."""
    _clip(b, self_ref, clip_value_min, clip_value_max, self_ref)


# The gradient of prelu.


@custom(
    "one_gradient_a_weight",
    ("self", "weight", "gradWeight"),
    "weight: one element, or one for each channel of self; gradWeight: the shape of weight, or [channels]",
)
def _weights(call: Call) -> None:
    shape, weight = call.args["self"].view_shape, call.args["weight"]
    op = call.operator.name
    if weight.numel == 1:
        require_view_shape(call, "gradWeight", weight.view_shape)
        return
    if not shape:
        raise ParamInvalid("ACLNN-PARAM-045", op=op, param="self", allowed=1)
    channels = shape[1] if len(shape) > 1 else 1
    if weight.numel != channels:
        raise ParamInvalid(
            "ACLNN-PARAM-046", op=op, param="weight", got=list(weight.view_shape), allowed=channels, reference="self",
            shape=list(shape),
        )  # fmt: skip
    require_view_shape(call, "gradWeight", (channels,))


@operator(
    "aclnnPreluBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *weight, aclTensor *gradInput,"
    " aclTensor *gradWeight)",
    checks=(
        not_null("gradOutput", "self", "weight", "gradInput", "gradWeight"),
        dtype_in(FLOATS, "self"),
        same_dtype("self", "gradOutput", "weight", "gradInput", "gradWeight"),
        max_rank(8, "gradOutput", "self", "weight", "gradInput", "gradWeight"),
        same_shape("self", "gradInput"),
        _weights,
        broadcasts_to("self", "gradOutput"),
    ),
    source="ops-nn/activation/p_relu_grad_update/op_api/aclnn_prelu_backward.cpp",
)
def prelu_backward(
    b: Builder, grad_output: Tensor, self: Tensor, weight: Tensor, grad_input: Tensor, grad_weight: Tensor
) -> None:
    """gradInput = gradOutput above 0, else weight * gradOutput; gradWeight = the sum of gradOutput * self at or below 0.

    Dimension 1 of self are the channels.
    """
    if self.is_empty or grad_output.is_empty or weight.is_empty:
        return
    grad, x, slope = (b.contiguous(tensor) for tensor in (grad_output, self, weight))
    outputs = ((self.view_shape, self.dtype), (self.view_shape, self.dtype))
    result, update = b.kernel_outputs(gate.prelu_grad_update, grad, x, slope, outputs=outputs)
    total = b.kernel(
        gate.prelu_grad_reduce, grad, x, slope, update, shape=grad_weight.view_shape, dtype=self.dtype
    )
    b.view_copy(result, grad_input)
    b.view_copy(total, grad_weight)
