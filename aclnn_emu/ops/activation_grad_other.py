"""Gradients of activations that are no rows: dtypes or steps of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import activation_grad as grads
from aclnn_emu.ops._scalars import REGBASE, promoted_in
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.ops.activation_grad import spread
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    not_null,
    promotes,
    same_dtype,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_FLOATS = with_bf16(F32, F16)
_WITH_DOUBLE = with_bf16(F32, F16, F64)


@operator(
    "aclnnHardtanhBackward(const aclTensor *gradOutput, const aclTensor *self, const aclScalar *min,"
    " const aclScalar *max, aclTensor *out)",
    checks=(
        not_null("gradOutput", "self", "min", "max", "out"),
        dtype_in(_FLOATS, "gradOutput", "self", "out"),
        same_dtype("self", "gradOutput"),
        max_rank(8, "gradOutput", "self"),
        same_shape("self", "gradOutput"),
    ),
    source="ops-nn/activation/hardtanh_grad/op_api/aclnn_hardtanh_backward.cpp",
    deviations=(
        "An out of another shape or dtype than self answers 561103; the library hands it to its kernel.",
    ),
)
def hardtanh_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    min: Scalar,  # noqa: A002 - the interface's word
    max: Scalar,  # noqa: A002 - the interface's word
    out: Tensor,
) -> None:
    """out = gradOutput where min < self < max or self is NaN, else 0."""
    if self.is_empty:
        return
    grad, x = b.contiguous(grad_output), b.contiguous(self)
    b.contiguous(out)  # the library makes it the kernel's output, and so reads a strided one first
    result = b.kernel(grads.hardtanh_grad, grad, x, low=min.as_(F32), high=max.as_(F32))
    b.view_copy(result, out)


_KERNEL = (F32, F16, BF16)


@operator(
    "aclnnSoftplusBackward(const aclTensor *gradOutput, const aclTensor *self, const aclScalar *beta,"
    " const aclScalar *threshold, aclTensor *gradInput)",
    checks=(
        not_null("gradOutput", "self", "gradInput"),
        dtype_in(_WITH_DOUBLE, "gradOutput"),
        dtype_in(with_bf16(S8, S16, S32, S64, U8, F16, F32, F64, BOOL), "self"),
        dtype_in(_WITH_DOUBLE, "gradInput"),
        max_rank(8, "gradOutput", "self", "gradInput"),
        same_shape("self", "gradOutput", "gradInput"),
        not_null("beta", "threshold"),
    ),
    source="ops-nn/activation/softplus_v2_grad/op_api/aclnn_softplus_backward.cpp",
    deviations=("A null beta or threshold answers 161001; the library reads through it.",),
)
def softplus_backward(
    b: Builder, grad_output: Tensor, self: Tensor, beta: Scalar, threshold: Scalar, grad_input: Tensor
) -> None:
    """gradInput = gradOutput where beta * self exceeds threshold, else gradOutput / (1 + exp(-beta * self))."""
    if self.is_empty:
        return
    grad, x = b.contiguous(grad_output), b.contiguous(self)
    if grad.dtype != x.dtype or x.dtype not in _KERNEL:
        grad, x = b.cast(grad, F32), b.cast(x, F32)
    result = b.kernel(grads.softplus_grad, grad, x, beta=beta.as_(F32), threshold=threshold.as_(F32))
    b.view_copy(b.cast(result, grad_input.dtype), grad_input)


_EPSILON = 2.0**-23
_STEPPED = (F32, S32, F16, S8, U8)


@custom("threshold_dtypes", ("gradOutput", "self", "threshold"), "gradOutput, self: dtype on the list")
def _threshold_dtypes(call: Call) -> None:
    """Ascend950 takes INT64, too, where the threshold is 0."""
    regbase = (*_STEPPED, BF16, S64) if _is_zero(call.args["threshold"]) else (*_STEPPED, BF16)
    dtype_in(dtypes(*_STEPPED, DAV_2201=(*_STEPPED, BF16), DAV_3510=regbase), "gradOutput", "self").run(call)


def _is_zero(threshold: Scalar) -> bool:
    return bool(abs(threshold.as_(F32)) <= _EPSILON)


@operator(
    "aclnnThresholdBackward(const aclTensor *gradOutput, const aclTensor *self, const aclScalar *threshold,"
    " aclTensor *out)",
    checks=(
        not_null("threshold", "out", "gradOutput", "self"),
        _threshold_dtypes,
        same_dtype("self", "gradOutput", "out"),
        max_rank(8, "gradOutput", "self"),
        shape_is_broadcast("out", "self", "gradOutput"),
    ),
    source="ops-nn/activation/threshold_grad_v2_d/op_api/aclnn_threshold_backward.cpp",
)
def threshold_backward(b: Builder, grad_output: Tensor, self: Tensor, threshold: Scalar, out: Tensor) -> None:
    """out = 0 where self <= threshold, else gradOutput."""
    if self.is_empty or grad_output.is_empty:
        return
    grad, x = b.contiguous(grad_output), b.contiguous(self)
    if _is_zero(threshold):
        result = b.kernel(grads.relu_grad, grad, x)
    else:
        result = b.kernel(grads.threshold_grad, grad, x, threshold=threshold.as_(F32))
    b.view_copy(result, out)


# Gelu.

_GELU = promoted_in(_FLOATS, "self")


@operator(
    "aclnnGeluBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *gradInput)",
    checks=(
        not_null("gradOutput", "self", "gradInput"),
        promotes("gradOutput", "self"),
        _GELU,
        max_rank(8, "gradOutput", "self"),
        shape_is_broadcast("gradInput", "gradOutput", "self"),
    ),
    source="ops-nn/activation/gelu_grad/op_api/aclnn_gelu_backward.cpp",
    deviations=(
        "The library first reads gradInput into the kernel's output; this step is left out.",
        "The derivative is that of the gelu by tanh, as in the kernel's source; the document shows the one by erf.",
    ),
)
def gelu_backward(b: Builder, grad_output: Tensor, self: Tensor, grad_input: Tensor) -> None:
    """gradInput = gradOutput times the derivative of the gelu by tanh."""
    if self.is_empty or grad_output.is_empty:
        return
    grad, x = b.contiguous(grad_output), b.contiguous(self)
    if b.profile.npu_arch != REGBASE:
        grad, x = spread(b, grad, grad_input.view_shape), spread(b, x, grad_input.view_shape)
    casted = b.cast(x, b.promoted)
    result = b.kernel(grads.gelu_grad, b.cast(grad, b.promoted), casted)
    b.view_copy(b.cast(result, grad_input.dtype), grad_input)


@custom("gelu_dtype", ("gradInput",), "gradInput: the promoted dtype")
def _gelu_dtype(call: Call) -> None:
    got = call.args["gradInput"].dtype
    if got != call.promoted:
        raise ParamInvalid(
            "ACLNN-PARAM-041", op=call.operator.name, param="gradInput", got=dtype_name(got), reference="self",
            dtype=dtype_name(call.args["self"].dtype), allowed=dtype_name(call.promoted),
        )  # fmt: skip


@custom("approximate", ("approximate",), "approximate: tanh or none")
def _approximate(call: Call) -> None:
    if call.args["approximate"] not in ("tanh", "none"):
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="approximate", got=call.args["approximate"],
            allowed="tanh, none",
        )  # fmt: skip


@operator(
    "aclnnGeluBackwardV2(const aclTensor *gradOutput, const aclTensor *self, char *approximate, aclTensor *gradInput)",
    checks=(
        not_null("gradOutput", "self", "gradInput", "approximate"),
        promotes("gradOutput", "self"),
        _GELU,
        _gelu_dtype,
        shape_is_broadcast("gradInput", "gradOutput", "self"),
        _approximate,
    ),
    source="ops-nn/activation/gelu_grad_v2/op_api/aclnn_gelu_backward_v2.cpp",
)
def gelu_backward_v2(
    b: Builder, grad_output: Tensor, self: Tensor, approximate: str, grad_input: Tensor
) -> None:
    """gradInput = gradOutput times the derivative of the gelu, exact (none) or approximate (tanh)."""
    if self.is_empty or grad_output.is_empty:
        return
    shape = grad_input.view_shape
    grad, x = spread(b, b.contiguous(grad_output), shape), spread(b, b.contiguous(self), shape)
    casted = b.cast(x, b.promoted)
    kernel = grads.gelu_grad if approximate == "tanh" else grads.gelu_erf_grad
    b.view_copy(b.kernel(kernel, b.cast(grad, b.promoted), casted, name="GeluGradV2"), grad_input)
