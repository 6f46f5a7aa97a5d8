"""Kullback-Leibler divergence and the gradients of its two operands; the target's gradient of binary cross entropy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import activation, arithmetic, data, elementwise, unary
from aclnn_emu.kernels import loss_pointwise as losses
from aclnn_emu.ops._losses import (
    BATCH_MEAN,
    FLOATS,
    MEAN,
    NONE,
    REDUCTIONS,
    SUM,
    broadcast_target,
    fill_one,
    of_nothing,
)
from aclnn_emu.ops._pairs import apply, broadcast_to, casts_each, store
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.ops.loss import RANKS
from aclnn_emu.plan.checks import (
    Check,
    broadcasts_to,
    casts_to,
    custom,
    dtype_in,
    max_rank,
    not_null,
    one_of,
    promotes,
    public_format,
    require_shape,
    same_dtype,
    same_format,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call


def _count(shape: tuple[int, ...], reduction: int) -> int | None:
    """What a mean divides by, over all elements or over the batch, dimension 0; None for the other reductions."""
    counted = {MEAN: shape, BATCH_MEAN: shape[:1]}.get(reduction)
    return None if counted is None else math.prod(counted) or 1


@operator(
    "aclnnKlDiv(const aclTensor *self, const aclTensor *target, int64_t reduction, bool logTarget, aclTensor *out)",
    checks=(
        not_null("self", "target", "out"),
        dtype_in(FLOATS, "self", "target", "out"),
        promotes("self", "target"),
        casts_to("out"),
        max_rank(8, "self", "target"),
        one_of("reduction", NONE, MEAN, SUM, BATCH_MEAN),
    ),
    source="ops-math/math/kl_div_v2/op_api/aclnn_kl_div.cpp",
)
def kl_div(b: Builder, self: Tensor, target: Tensor, reduction: int, log_target: bool, out: Tensor) -> None:
    """out = target * (log(target) - self), or exp(target) * (target - self) with logTarget; its mean or its sum.

    Reduction 3 divides the sum by the first dimension. Of no elements a mean is NaN and the sum 0; a batch mean is NaN
    where the first dimension of self is 0, else 0.
    """
    if self.is_empty or target.is_empty:
        fill_one(b, _of_no_batch(self) if reduction == BATCH_MEAN else of_nothing(reduction), out)
        return
    x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(target, b.promoted)
    shape = broadcast_target(b.call, "self", "target")
    if reduction == NONE and out.view_shape != shape:
        raise ParamInvalid(
            "ACLNN-PARAM-009",
            op=b.call.operator.name,
            param="out",
            got=list(out.view_shape),
            allowed=list(shape),
        )
    # A BroadcastTo of each, also where it moves nothing.
    x, y = (b.kernel(data.copy, operand, name="BroadcastTo", shape=shape) for operand in (x, y))
    if reduction == NONE:
        result = b.kernel(losses.kl_div, x, y, log_target=log_target)
    else:
        count = _count(shape, reduction)
        scale = None if count is None else 1.0 / count
        result = b.kernel(losses.kl_div_total, x, y, shape=(), log_target=log_target, scale=scale)
    require_shape(b.call, result.shape, "out")
    store(b, result, out)


def _of_no_batch(self: Tensor) -> float:
    return math.nan if self.view_shape[:1] == (0,) else 0.0


@custom(
    "grad_broadcasts",
    ("self", "target", "gradOutput"),
    "self, target: broadcast; gradOutput: broadcasts to that",
)
def _grad_broadcasts(call: Call) -> None:
    shape = broadcast_target(call, "self", "target")
    if broadcast_target(call, "self", "target", "gradOutput") != shape:
        raise ParamInvalid(
            "ACLNN-PARAM-007", op=call.operator.name, param="gradOutput", target="self with target",
            got=list(call.args["gradOutput"].view_shape), allowed=list(shape),
        )  # fmt: skip


def _gradient_checks(out: str, floats: Check, like: str) -> tuple[Check, ...]:
    return (
        not_null("gradOutput", "self", "target", out),
        casts_each(out, "self"),
        floats,
        *((same_dtype("target", out),) if like == "target" else ()),
        max_rank(8, "gradOutput", "self", "target", out),
        _grad_broadcasts,
        same_shape(like, out),
    )


# No list at all on some chips, so that every dtype is refused there.
_ALL = (F32, F16, BF16)
_GRAD = dtypes(F32, F16, DAV_2201=_ALL, DAV_3510=_ALL, DAV_3002=())
_TARGET_GRAD = dtypes(DAV_2201=_ALL, DAV_3510=_ALL)


@operator(
    "aclnnKlDivBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target, int64_t reduction,"
    " bool logTarget, aclTensor *out)",
    checks=_gradient_checks("out", dtype_in(_GRAD, "gradOutput", "self", "target", "out"), "self"),
    source="ops-nn/loss/kl_div_loss_grad/op_api/aclnn_kl_div_backward.cpp",
)
def kl_div_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    log_target: bool,
    out: Tensor,
) -> None:
    """out = -target * gradOutput, or -exp(target) * gradOutput with logTarget; times 1/N for the means.

    N is the number of losses, or their first dimension for reduction 3. A broadcast self gets the sum of the gradients
    of its copies. A reduction beyond 0 to 3 is none.
    """
    if self.is_empty:
        return
    operands = [b.contiguous(tensor) for tensor in (grad_output, self, target)]
    if not grad_output.dtype == self.dtype == target.dtype == F16:
        operands = [b.cast(operand, F32) for operand in operands]
    grad, x, y = operands
    shape = broadcast_target(b.call, "self", "target")
    x = broadcast_to(b, x, shape)
    scale = 1.0 / (_count(shape, reduction) or 1)
    result = b.kernel(losses.kl_div_grad, grad, x, y, shape=shape, log_target=log_target, scale=scale)
    store(b, _sum_to(b, result, out.view_shape), out)


def _sum_to(b: Builder, grad: Buffer, shape: tuple[int, ...]) -> Buffer:
    """ReduceSum over what was broadcast, where anything was."""
    return grad if grad.shape == shape else b.kernel(losses.sum_to, grad, shape=shape, target=shape)


@operator(
    "aclnnKlDivTargetBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,"
    " int64_t reduction, bool logTarget, aclTensor *gradTarget)",
    checks=(
        *_gradient_checks(
            "gradTarget", dtype_in(_TARGET_GRAD, "gradOutput", "self", "target", "gradTarget"), "target"
        ),
        public_format("gradOutput", "self", "target", "gradTarget"),
    ),
    source="ops-nn/loss/kl_div_target_loss_grad/op_api/aclnn_kl_div_target_backward.cpp",
)
def kl_div_target_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    log_target: bool,
    grad_target: Tensor,
) -> None:
    """gradTarget = gradOutput * (log(target) - self + 1), or gradOutput * exp(target) * (target - self + 1) with logTarget.

    Times 1/N for the means; N is the number of losses, or their first dimension for reduction 3. A broadcast target gets
    the sum of the gradients of its copies. A reduction beyond 0 to 3 is none.
    """
    if self.is_empty:
        return
    operands = [b.contiguous(tensor) for tensor in (grad_output, self, target)]
    regbase = b.profile.npu_arch == REGBASE
    if not (regbase and grad_output.dtype == self.dtype == target.dtype):
        operands = [b.cast(operand, F32) for operand in operands]
    grad, x, y = operands
    shape = broadcast_target(b.call, "self", "target")
    y = broadcast_to(b, y, shape)
    count = _count(shape, reduction)
    if regbase:
        scale = 1.0 / (count or 1)
        result = b.kernel(
            losses.kl_div_target_grad, grad, x, y, shape=shape, log_target=log_target, scale=scale
        )
    else:
        if count is not None:
            grad = apply(b, arithmetic.real_div, grad, float(count))
        result = _target_gradient(b, grad, x, y, log_target=log_target)
    store(b, _sum_to(b, result, grad_target.view_shape), grad_target)


def _target_gradient(b: Builder, grad: Buffer, x: Buffer, y: Buffer, *, log_target: bool) -> Buffer:
    """The gradient by steps, as the chips before Ascend950 take it."""
    if log_target:
        power = b.kernel(unary.exp, y)
        inner = b.kernel(elementwise.mul, grad, b.kernel(arithmetic.sub, y, x))
        inner = b.kernel(elementwise.mul, inner, power)
        return b.kernel(elementwise.add, inner, b.kernel(elementwise.mul, grad, power))
    own = b.kernel(elementwise.mul, grad, x)
    logarithm = b.kernel(elementwise.mul, grad, b.kernel(unary.log, y))
    difference = b.kernel(arithmetic.sub, logarithm, own)
    one = b.kernel(arithmetic.real_div, b.kernel(elementwise.mul, grad, y), y)
    return b.kernel(elementwise.add, difference, one)


# Binary cross entropy with logits: the gradient of the target.

# The library asks for a chip from 910B on *or* up to 910E, which each of them is: BF16 passes everywhere.
_WITH_BF16 = dtypes(F16, F32, BF16)


@custom("computed_in_float", ("self",), "halves: computed in FLOAT")
def _computed_in_float(call: Call) -> None:
    if call.promoted in (F16, BF16):
        call.promoted = F32


@operator(
    "aclnnBinaryCrossEntropyWithLogitsTargetBackward(const aclTensor *gradOutput, const aclTensor *self,"
    " const aclTensor *target, const aclTensor *weightOptional, const aclTensor *posWeightOptional, int64_t reduction,"
    " aclTensor *gradTarget)",
    checks=(
        not_null("gradOutput", "self", "target", "gradTarget"),
        max_rank(8, "gradOutput", "self", "target", "weightOptional", "posWeightOptional", "gradTarget"),
        dtype_in(
            _WITH_BF16, "gradOutput", "self", "target", "weightOptional", "posWeightOptional", "gradTarget"
        ),
        same_dtype("target", "gradTarget"),
        same_format("self", "target", "gradTarget"),
        unless_empty(
            "self",
            same_shape("self", "target", "gradTarget"),
            broadcasts_to("self", "gradOutput", "weightOptional", "posWeightOptional"),
        ),
        one_of("reduction", *REDUCTIONS),
        promotes("self", "target", "gradOutput", "weightOptional", "posWeightOptional"),
        _computed_in_float,
        casts_to("gradTarget"),
    ),
    source="ops-nn/activation/log_sigmoid/op_api/aclnn_binary_cross_entropy_with_logits_target_backward.cpp",
    deviations=(RANKS,),
)
def binary_cross_entropy_with_logits_target_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight_optional: Tensor | None,
    pos_weight_optional: Tensor | None,
    reduction: int,
    grad_target: Tensor,
) -> None:
    """gradTarget = gradOutput * (logSigmoid(-self) - posWeight * logSigmoid(self)) * weight, times 1/N for mean.

    N is the number of elements of target.
    """
    if self.is_empty:
        return
    grad, x = b.contiguous_cast(grad_output, b.promoted), b.contiguous_cast(self, b.promoted)
    b.contiguous_cast(target, b.promoted)  # cast like the others, and then not read
    weight, positive = (
        b.ones_like(x) if given is None else b.contiguous_cast(given, b.promoted)
        for given in (weight_optional, pos_weight_optional)
    )
    negative = b.kernel(arithmetic.sub, b.kernel(data.zeros_like, x), x)
    other = b.kernel(activation.log_sigmoid, negative)
    own = b.kernel(elementwise.mul, b.kernel(activation.log_sigmoid, x), positive)
    result = b.kernel(elementwise.mul, grad, b.kernel(arithmetic.sub, other, own))
    result = b.kernel(elementwise.mul, result, weight)
    if reduction == MEAN:
        result = b.kernel(elementwise.muls, result, value=1.0 / target.numel)
    store(b, result, grad_target)
