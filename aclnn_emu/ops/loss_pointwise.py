"""Losses of an input and a target, element by element or in total, and their gradients."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.core.dtypes import dtype_name, is_floating
from aclnn_emu.core.formats import format_name
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import arithmetic, data, unary
from aclnn_emu.kernels import loss_pointwise as losses
from aclnn_emu.kernels import reduction as reductions
from aclnn_emu.ops._losses import (
    FLOATS,
    MEAN,
    NONE,
    REDUCTIONS,
    broadcast_target,
    fill_one,
    of_nothing,
    one_over,
    result_has_shape,
)
from aclnn_emu.ops._pairs import broadcast_to, store
from aclnn_emu.ops._scalars import REGBASE, promoted_in
from aclnn_emu.ops._types import BF16, F16, F32, S64
from aclnn_emu.plan.checks import (
    Check,
    casts_to,
    custom,
    dtype_in,
    max_rank,
    not_null,
    one_of,
    promotes,
    same_dtype,
    shape_is_broadcast,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

# Chips with the second version of the kernels of mse; they want equal formats without a channel layout.
_MSE_V2 = frozenset({2201, 2002, REGBASE})
_MSE_GRAD_V2 = frozenset({2201, 2002})


def _reduced(
    b: Builder, each: Kernel, total: Kernel, pair: tuple[Buffer, Buffer], reduction: int, **rest: Any
) -> Buffer:
    """The losses of two equally shaped operands, or their sum or mean, which has no dimensions."""
    if reduction == NONE:
        return b.kernel(each, *pair, **rest)
    scale = 1.0 / math.prod(pair[0].shape) if reduction == MEAN else None
    return b.kernel(total, *pair, shape=(), scale=scale, **rest)


# Mean squared error.


def _mse_checks(*shape: Check) -> tuple[Check, ...]:
    return (
        not_null("self", "target", "out"),
        promotes("self", "target"),
        promoted_in(FLOATS, "target"),
        dtype_in(FLOATS, "self", "target", "out"),
        one_of("reduction", *REDUCTIONS),
        max_rank(8, "self", "target"),
        *shape,
    )


def _mse_name(b: Builder, x: Buffer, y: Buffer) -> str:
    plain = x.format == y.format and format_name(x.format) in ("ND", "NCL")
    return "MSELossV2" if b.profile.npu_arch in _MSE_V2 and plain else "MseLoss"


@operator(
    "aclnnMseLoss(const aclTensor *self, const aclTensor *target, int64_t reduction, aclTensor *out)",
    checks=_mse_checks(result_has_shape("out", "self", "target")),
    source="ops-nn/loss/mse_loss/op_api/aclnn_mse_loss.cpp",
)
def mse_loss(b: Builder, self: Tensor, target: Tensor, reduction: int, out: Tensor) -> None:
    """out = (self - target)^2, its mean or its sum; a mean or sum has no dimensions.

    Of no elements the mean is NaN and the sum 0.
    """
    if self.is_empty or target.is_empty:
        fill_one(b, of_nothing(reduction), out)
        return
    shape = broadcast_target(b.call, "self", "target")
    x = b.contiguous_cast(self, b.promoted)
    y = b.contiguous_cast(target, b.promoted)
    x, y = broadcast_to(b, x, shape), broadcast_to(b, y, shape)
    result = _reduced(b, losses.mse, losses.mse_total, (x, y), reduction, name=_mse_name(b, x, y))
    store(b, result, out)


@operator(
    "aclnnMseLossOut(const aclTensor *self, const aclTensor *target, int64_t reduction, aclTensor *out)",
    checks=_mse_checks(result_has_shape("out", "self", "target", reduced=lambda shape: shape[1:])),
    source="ops-nn/loss/mse_loss/op_api/aclnn_mse_loss_out.cpp",
)
def mse_loss_out(b: Builder, self: Tensor, target: Tensor, reduction: int, out: Tensor) -> None:
    """out = (self - target)^2, or its mean or sum over the first dimension."""
    if self.is_empty or target.is_empty:
        return
    shape = broadcast_target(b.call, "self", "target")
    x = b.contiguous_cast(self, b.promoted)
    y = b.contiguous_cast(target, b.promoted)
    x, y = _spread_both(b, x, y, shape)
    result = b.kernel(losses.mse, x, y, name=_mse_name(b, x, y))
    if reduction != NONE and shape:  # a scalar is its own sum and mean
        kernel = reductions.reduce_mean if reduction == MEAN else reductions.reduce_sum
        result = b.kernel(kernel, result, shape=shape[1:], axes=(0,), keep_dims=False)
    store(b, result, out)


def _spread_both(b: Builder, x: Buffer, y: Buffer, shape: tuple[int, ...]) -> tuple[Buffer, Buffer]:
    """BroadcastTo of both as soon as one has another shape; also where it moves nothing."""
    if x.shape == y.shape:
        return x, y
    first, second = (b.kernel(data.copy, operand, name="BroadcastTo", shape=shape) for operand in (x, y))
    return first, second


@operator(
    "aclnnMseLossBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,"
    " int64_t reduction, aclTensor *out)",
    checks=(
        not_null("gradOutput", "self", "target", "out"),
        same_dtype("self", "gradOutput", "target"),
        dtype_in(FLOATS, "self", "out"),
        one_of("reduction", *REDUCTIONS),
        max_rank(8, "gradOutput", "self", "target"),
        shape_is_broadcast("out", "gradOutput", "self", "target"),
    ),
    source="ops-nn/loss/mse_loss_grad_v2/op_host/op_api/aclnn_mse_loss_backward.cpp",
)
def mse_loss_backward(
    b: Builder, grad_output: Tensor, self: Tensor, target: Tensor, reduction: int, out: Tensor
) -> None:
    """out = 2 * (self - target) * gradOutput, times 1/N for mean, N being the number of elements of self."""
    if self.is_empty or grad_output.is_empty or target.is_empty:
        return
    grad, x, y = (b.contiguous(tensor) for tensor in (grad_output, self, target))
    alike = grad.shape == x.shape == y.shape and grad.format == x.format == y.format
    name = "MseLossGradV2" if alike and b.profile.npu_arch in _MSE_GRAD_V2 else "MseLossGrad"
    result = b.kernel(
        losses.mse_grad, x, y, grad, name=name, shape=out.view_shape, scale=2.0 * one_over(self, reduction)
    )
    store(b, result, out)


# Absolute error.

_L1 = dtypes(F32, F16, S64, DAV_2201=(F32, F16, S64, BF16), DAV_3510=(F32, F16, S64, BF16))


@custom(
    "integers",
    ("self", "target", "reduction"),
    "none: an integer self wants an integer target; mean: one is floating",
)
def _integers(call: Call) -> None:
    x, y, reduction = call.args["self"].dtype, call.args["target"].dtype, call.args["reduction"]
    if is_floating(x):
        return
    values = {
        "op": call.operator.name,
        "param": "target",
        "got": dtype_name(y),
        "reference": "self",
        "other": dtype_name(x),
    }
    if reduction == NONE and is_floating(y):
        raise ParamInvalid("ACLNN-PARAM-080", **values)
    if reduction == MEAN and not is_floating(y):
        raise ParamInvalid("ACLNN-PARAM-081", **values)


@operator(
    "aclnnL1Loss(const aclTensor *self, const aclTensor *target, int64_t reduction, aclTensor *out)",
    checks=(
        not_null("self", "target", "out"),
        one_of("reduction", *REDUCTIONS),
        _integers,
        promotes("self", "target"),
        promoted_in(_L1, "target"),
        casts_to("out"),
        max_rank(8, "self", "target"),
        result_has_shape("out", "self", "target"),
    ),
    source="ops-nn/loss/lp_loss/op_api/aclnn_l1_loss.cpp",
)
def l1_loss(b: Builder, self: Tensor, target: Tensor, reduction: int, out: Tensor) -> None:
    """out = |self - target|, its mean or its sum; a mean or sum has no dimensions.

    INT64 is computed in integers. Of no elements the mean is NaN and the sum 0.
    """
    if self.is_empty or target.is_empty:
        fill_one(b, of_nothing(reduction), out)
        return
    shape = broadcast_target(b.call, "self", "target")
    x = b.contiguous_cast(self, b.promoted)
    y = b.contiguous_cast(target, b.promoted)
    x, y = _spread_both(b, x, y, shape)
    if b.promoted == S64:
        result = b.kernel(unary.magnitude, b.kernel(arithmetic.sub, x, y))
        if reduction != NONE and shape:
            ones, axes = (1,) * len(shape), tuple(range(len(shape)))
            result = b.kernel(reductions.reduce_sum, result, shape=ones, axes=axes, keep_dims=True)
    else:
        result = _reduced(b, losses.l1, losses.l1_total, (x, y), reduction)
    store(b, result, out)


@operator(
    "aclnnL1LossBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,"
    " int64_t reduction, aclTensor *gradInput)",
    checks=(
        not_null("gradOutput", "self", "target", "gradInput"),
        one_of("reduction", *REDUCTIONS),
        promotes("gradOutput", "self", "target"),
        casts_to("gradInput"),
        promoted_in(FLOATS, "target"),
        max_rank(8, "self", "target", "gradOutput", "gradInput"),
        shape_is_broadcast("gradInput", "self", "gradOutput", "target"),
    ),
    source="ops-nn/loss/l1_loss_grad/op_api/aclnn_l1_loss_backward.cpp",
)
def l1_loss_backward(
    b: Builder, grad_output: Tensor, self: Tensor, target: Tensor, reduction: int, grad_input: Tensor
) -> None:
    """gradInput = gradOutput * sign(self - target), times 1/N for mean, N being the size of gradInput."""
    if self.is_empty or grad_output.is_empty or target.is_empty:
        return
    grad, x, y = (b.contiguous(tensor) for tensor in (grad_output, self, target))
    shape = grad_input.view_shape
    if b.profile.npu_arch != REGBASE or grad.shape:
        grad = broadcast_to(b, grad, shape)
    x, y = broadcast_to(b, x, shape), broadcast_to(b, y, shape)
    x, grad, y = (b.cast(operand, b.promoted) for operand in (x, grad, y))
    result = b.kernel(losses.l1_grad, grad, x, y, shape=shape, scale=_one_by_one(shape, reduction))
    store(b, result, grad_input)


def _one_by_one(shape: tuple[int, ...], reduction: int) -> float:
    """1/N as this kernel's host code finds it: a FLOAT divided by one size after the other."""
    scale = np.float32(1)
    for size in shape if reduction == MEAN else ():
        scale /= np.float32(size)
    return float(scale)


# Smooth absolute error.

_NO_BETA = (
    "The numbers are those of Ascend950's kernel on every chip: with beta below 1e-6 NaN where |self - target| does not"
    " exceed beta and gradOut has more than one element."
)


def _not_negative(param: str) -> Check:
    def run(call: Call) -> None:
        if not call.args[param] >= 0:
            raise ParamInvalid(
                "ACLNN-PARAM-042", op=call.operator.name, param=param, got=call.args[param], low=0
            )

    return Check("not_negative", (param,), run, f"{param}: 0 or more")


@operator(
    "aclnnSmoothL1Loss(const aclTensor *self, const aclTensor *target, int64_t reduction, float beta, aclTensor *result)",
    checks=(
        not_null("self", "target", "result"),
        dtype_in(FLOATS, "self", "target"),
        promotes("self", "target"),
        casts_to("result"),
        one_of("reduction", *REDUCTIONS),
        max_rank(8, "self", "target"),
        result_has_shape("result", "self", "target", reduced=lambda _: None),
        _not_negative("beta"),
    ),
    source="ops-nn/loss/smooth_l1_loss_v2/op_api/aclnn_smooth_l1_loss.cpp",
    deviations=(
        "The TransData steps, which the library takes for NCHW and NHWC on all chips but Ascend950, are left out.",
    ),
)
def smooth_l1_loss(
    b: Builder, self: Tensor, target: Tensor, reduction: int, beta: float, result: Tensor
) -> None:
    """result = 0.5 * d^2 / beta where |d| < beta, else |d| - 0.5 * beta; d = self - target. Its mean or its sum.

    Of no elements the mean is NaN and the sum 0.
    """
    if self.is_empty or target.is_empty:
        fill_one(b, of_nothing(reduction), result)
        return
    shape = broadcast_target(b.call, "self", "target")
    x, y = _spread_both(b, b.contiguous(self), b.contiguous(target), shape)
    x, y = b.cast(x, b.promoted), b.cast(y, b.promoted)
    loss = _reduced(b, losses.smooth_l1, losses.smooth_l1_total, (x, y), reduction, beta=beta)
    store(b, b.reformat(loss, result), result)


@operator(
    "aclnnSmoothL1LossBackward(const aclTensor *gradOut, const aclTensor *self, const aclTensor *target,"
    " int64_t reduction, float beta, aclTensor *gradInput)",
    checks=(
        not_null("gradOut", "self", "target", "gradInput"),
        dtype_in(FLOATS, "gradOut", "self", "target", "gradInput"),
        max_rank(8, "gradOut", "self", "target"),
        one_of("reduction", *REDUCTIONS),
        _not_negative("beta"),
        promotes("gradOut", "self", "target"),
        promoted_in(FLOATS, "target"),
        casts_to("gradInput"),
        shape_is_broadcast("gradInput", "gradOut", "self", "target"),
    ),
    source="ops-nn/loss/smooth_l1_loss_grad_v2/op_api/aclnn_smooth_l1_loss_backward.cpp",
    deviations=(_NO_BETA,),
)
def smooth_l1_loss_backward(
    b: Builder,
    grad_out: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    beta: float,
    grad_input: Tensor,
) -> None:
    """gradInput = gradOut * d / beta where |d| < beta, else gradOut * sign(d); d = self - target. Times 1/N for mean.

    N is the number of elements of self.
    """
    if self.is_empty or grad_out.is_empty or target.is_empty:
        return
    tensors = [b.contiguous(tensor) for tensor in (grad_out, self, target)]
    grad, x, y = (b.cast(operand, b.promoted) for operand in tensors)
    result = b.kernel(
        losses.smooth_l1_grad, x, y, grad, shape=grad_input.view_shape, beta=beta, scale=one_over(self, reduction),
        closed=grad_out.numel == 1,
    )  # fmt: skip
    store(b, result, grad_input)


# Soft margin.


@operator(
    "aclnnSoftMarginLoss(const aclTensor *self, const aclTensor *target, int64_t reduction, aclTensor *out)",
    checks=(
        not_null("self", "target", "out"),
        dtype_in(FLOATS, "self", "target", "out"),
        promotes("self", "target"),
        max_rank(8, "self", "target"),
        result_has_shape("out", "self", "target"),
    ),
    source="ops-nn/loss/soft_margin_loss/op_api/aclnn_soft_margin_loss.cpp",
)
def soft_margin_loss(b: Builder, self: Tensor, target: Tensor, reduction: int, out: Tensor) -> None:
    """out = log(1 + exp(-target * self)), its mean or its sum; a mean or sum has no dimensions.

    A reduction beyond 2 is the sum, which no check refuses. Of no elements the mean is NaN and the sum 0.
    """
    if self.is_empty or target.is_empty:
        fill_one(b, of_nothing(reduction), out)
        return
    shape = broadcast_target(b.call, "self", "target")
    x, y = b.contiguous(self), b.contiguous(target)
    x, y = _spread_both(b, b.cast(x, b.promoted), b.cast(y, b.promoted), shape)
    store(b, _reduced(b, losses.soft_margin, losses.soft_margin_total, (x, y), reduction), out)


@operator(
    "aclnnSoftMarginLossBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,"
    " int64_t reduction, aclTensor *out)",
    checks=(
        not_null("gradOutput", "self", "target", "out"),
        dtype_in(FLOATS, "gradOutput", "self", "target", "out"),
        promotes("gradOutput", "self", "target"),
        max_rank(8, "gradOutput", "self", "target"),
        shape_is_broadcast("out", "gradOutput", "self", "target"),
        unless_empty("self", one_of("reduction", *REDUCTIONS)),
    ),
    source="ops-nn/loss/soft_margin_loss_grad/op_api/aclnn_soft_margin_loss_backward.cpp",
    deviations=("A reduction beyond 0 to 2 answers 161002; the library reads beyond its table of names.",),
)
def soft_margin_loss_backward(
    b: Builder, grad_output: Tensor, self: Tensor, target: Tensor, reduction: int, out: Tensor
) -> None:
    """out = -target * exp(-target * self) / (1 + exp(-target * self)) * gradOutput, times 1/N for mean.

    N is the number of elements of out.
    """
    if self.is_empty:
        return
    tensors = [b.contiguous(tensor) for tensor in (grad_output, self, target)]
    casts = [b.cast(operand, b.promoted) for operand in tensors]
    grad, x, y = (broadcast_to(b, operand, out.view_shape) for operand in casts)
    scale = 1.0 / max(out.numel, 1) if reduction == MEAN else 1.0
    store(b, b.kernel(losses.soft_margin_grad, x, y, grad, scale=scale), out)
