"""Losses and their gradients."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.errors import InnerNullptr
from aclnn_emu.kernels import loss
from aclnn_emu.kernels import reduction as reductions
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.plan.checks import (
    broadcasts_to,
    casts_to,
    dtype_in,
    max_rank,
    not_null,
    one_of,
    promotes,
    require_shape,
    same_dtype,
    same_format,
    same_shape,
    unless_empty,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer

# bfloat16 only where the product has it: 910B, 910_93 and 950.
_FLOATS = dtypes(F16, F32, DAV_2201=(F16, F32, BF16), DAV_3510=(F16, F32, BF16))

_NONE, _MEAN, _SUM = 0, 1, 2

RANKS = (
    "All tensors may have at most 8 dimensions, as the document says; the library asks this of out alone and refuses"
    " most of the others without a text."
)


def _scale(self: Tensor, reduction: int) -> float | None:
    """What the reduction mean multiplies each element with."""
    return 1.0 / self.numel if reduction == _MEAN else None


def _or_ones(b: Builder, weight: Tensor | None, like: Buffer) -> Buffer:
    return b.ones_like(like) if weight is None else b.contiguous(weight)


def _of_nothing(reduction: int) -> float:
    """The loss of no elements."""
    return math.nan if reduction == _MEAN else 0.0


# What the kernel of aclnnBinaryCrossEntropy takes; the operator's own checks do not ask for it.
_ONE_DTYPE = same_dtype("self", "target", error=InnerNullptr)
_ONE_SHAPE = same_shape("self", "weight", error=InnerNullptr)

_ONE_KERNEL = (
    "A weight of another shape than self, and without a weight a target of another dtype, answer 561103 on every chip:"
    " the kernel of Ascend950 refuses them, those of the other chips are not public."
)
_FILLED_VIEW = (
    "For an empty self the view of out is filled; the library fills out's whole storage and makes out's view shape the"
    " storage shape."
)


@operator(
    "aclnnBinaryCrossEntropy(const aclTensor *self, const aclTensor *target, const aclTensor *weight,"
    " int64_t reduction, aclTensor *out)",
    checks=(
        not_null("self", "target", "out", error=InnerNullptr),
        dtype_in(_FLOATS, "self", "target", "out", "weight"),
        when_given("weight", same_dtype("self", "target", "weight", "out")),
        same_shape("self", "target"),
        one_of("reduction", _NONE, _MEAN, _SUM),
    ),
    source="ops-nn/loss/binary_cross_entropy/op_api/aclnn_binary_cross_entropy.cpp",
    deviations=(
        "A null pointer answers 561103, as the library and its unit tests do; the document says 161001.",
        _ONE_KERNEL,
        _FILLED_VIEW,
    ),
)
def binary_cross_entropy(
    b: Builder, self: Tensor, target: Tensor, weight: Tensor | None, reduction: int, out: Tensor
) -> None:
    """out = -(target * max(log(self), -100) + (1 - target) * max(log(1 - self), -100)) * weight.

    Mean multiplies each element with 1/N before the sum. Mean of no elements is NaN, sum is 0; both fill out, whatever
    its shape.
    """
    if self.is_empty:
        b.view_copy(b.fill(out.view_shape, _of_nothing(reduction), self.dtype), out)
        return
    inputs = [b.contiguous(tensor) for tensor in (self, target, weight) if tensor is not None]
    _ONE_DTYPE.run(b.call)
    _ONE_SHAPE.run(b.call)
    if reduction == _NONE:
        result = b.kernel(loss.bce, *inputs, shape=self.view_shape)
    else:
        result = b.kernel(loss.bce_total, *inputs, shape=(), scale=_scale(self, reduction))
    require_shape(b.call, result.shape, "out")
    b.view_copy(result, out)


@operator(
    "aclnnBinaryCrossEntropyBackward(const aclTensor *gradOutput, const aclTensor *self,"
    " const aclTensor *target, const aclTensor *weightOptional, int64_t reduction, aclTensor *out)",
    checks=(
        not_null("gradOutput", "self", "target", "out"),
        max_rank(8, "gradOutput", "self", "target", "weightOptional", "out"),
        dtype_in(_FLOATS, "self", "gradOutput", "target", "out", "weightOptional"),
        same_format("self", "target", "weightOptional"),
        unless_empty(
            "self",
            same_shape("self", "out"),
            broadcasts_to("self", "target", "weightOptional", "gradOutput"),
        ),
        one_of("reduction", _NONE, _MEAN, _SUM),
        promotes("self", "target", "gradOutput", "weightOptional"),
        casts_to("out"),
    ),
    source="ops-nn/loss/binary_cross_entropy_grad/op_api/aclnn_binary_cross_entropy_backward.cpp",
    deviations=(RANKS,),
)
def binary_cross_entropy_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight_optional: Tensor | None,
    reduction: int,
    out: Tensor,
) -> None:
    """out = gradOutput * (self - target) / max((1 - self) * self, 1e-12) * weight, times 1/N for mean.

    N is the number of elements of self; the sum does not change the gradient.
    """
    if self.is_empty:
        return
    grad = b.contiguous(grad_output)
    x = b.contiguous(self)
    y = b.contiguous(target)
    casts = [b.cast(source, b.promoted) for source in (grad, x, y, _or_ones(b, weight_optional, x))]
    result = b.kernel(loss.bce_grad, *casts, shape=self.view_shape, scale=_scale(self, reduction))
    b.view_copy(b.reformat(b.cast(result, out.dtype), out), out)


# Asked late, of the kernel's result, which has the shape of self.
_RESULT_IS_OUT = same_shape("self", "out")

_WIDE_WEIGHT = (
    "A weight that would enlarge target is refused with 161002, as the document says; the library's own check lets it"
    " pass to a kernel that cannot store the result."
)


@operator(
    "aclnnBinaryCrossEntropyWithLogits(const aclTensor *self, const aclTensor *target,"
    " const aclTensor *weightOptional, const aclTensor *posWeightOptional, int64_t reduction, aclTensor *out)",
    checks=(
        not_null("self", "target", "out"),
        dtype_in(_FLOATS, "self", "target", "out"),
        same_dtype("target", "out"),
        one_of("reduction", _NONE, _MEAN, _SUM),
        max_rank(8, "self", "target", "weightOptional", "posWeightOptional"),
        same_shape("self", "target"),
        unless_empty("target", broadcasts_to("target", "weightOptional", "posWeightOptional")),
        promotes("self", "target"),
    ),
    source="ops-nn/loss/sigmoid_cross_entropy_with_logits_v2/op_api/aclnn_binary_cross_entropy_with_logits.cpp",
    deviations=(_WIDE_WEIGHT,),
)
def binary_cross_entropy_with_logits(
    b: Builder,
    self: Tensor,
    target: Tensor,
    weight_optional: Tensor | None,
    pos_weight_optional: Tensor | None,
    reduction: int,
    out: Tensor,
) -> None:
    """out = ((1 - target) * self - logSigmoid(self) * ((posWeight - 1) * target + 1)) * weight.

    The kernel answers FLOAT for halves, so that mean and sum add FLOAT values and round once. Of no elements the mean
    is NaN and the sum 0.
    """
    if self.is_empty:
        if reduction != _NONE:
            b.view_copy(b.fill(out.storage_shape, _of_nothing(reduction), out.dtype), out)
        return
    x, y = b.contiguous(self), b.contiguous(target)
    inputs = [b.cast(x, b.promoted), b.cast(y, b.promoted)]
    if weight_optional is not None:
        inputs.append(b.contiguous_cast(weight_optional, b.promoted))
    has_pos_weight = pos_weight_optional is not None or b.profile.npu_arch != REGBASE
    if has_pos_weight:
        inputs.append(b.cast(_or_ones(b, pos_weight_optional, inputs[0]), b.promoted))
    alone = has_pos_weight and weight_optional is None
    kernel = loss.bce_with_pos_weight if alone else loss.bce_with_logits
    result = b.kernel(kernel, *inputs, shape=self.view_shape, dtype=F32)
    if reduction == _NONE:
        _RESULT_IS_OUT.run(b.call)
    else:
        result = _total(b, result, reduction)
    b.view_copy(b.cast(result, out.dtype), out)


def _total(b: Builder, losses: Buffer, reduction: int) -> Buffer:
    """Sum or mean of all elements; ReduceMean hands a scalar back as it is."""
    axes = tuple(range(len(losses.shape)))
    if reduction == _SUM:
        return b.kernel(reductions.reduce_sum, losses, shape=(), axes=axes, keep_dims=False)
    if not axes:
        return losses
    return b.kernel(reductions.reduce_mean, losses, shape=(), axes=axes, keep_dims=False)


@operator(
    "aclnnBinaryCrossEntropyWithLogitsBackward(const aclTensor *gradOutput, const aclTensor *self,"
    " const aclTensor *target, const aclTensor *weightOptional, const aclTensor *posWeightOptional,"
    " int64_t reduction, aclTensor *out)",
    checks=(
        not_null("gradOutput", "self", "target", "out"),
        max_rank(8, "gradOutput", "self", "target", "weightOptional", "posWeightOptional", "out"),
        dtype_in(_FLOATS, "gradOutput", "self", "target", "weightOptional", "posWeightOptional", "out"),
        same_dtype("target", "out"),
        same_format("self", "target", "out"),
        unless_empty(
            "self",
            same_shape("self", "target", "out"),
            broadcasts_to("self", "gradOutput", "weightOptional", "posWeightOptional"),
        ),
        one_of("reduction", _NONE, _MEAN, _SUM),
        promotes("self", "target", "gradOutput", "weightOptional", "posWeightOptional"),
        casts_to("out"),
    ),
    source="ops-nn/loss/sigmoid_cross_entropy_with_logits_grad_v2/op_api/"
    "aclnn_binary_cross_entropy_with_logits_backward.cpp",
    deviations=(RANKS,),
)
def binary_cross_entropy_with_logits_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight_optional: Tensor | None,
    pos_weight_optional: Tensor | None,
    reduction: int,
    out: Tensor,
) -> None:
    """out = ((posWeight * target + 1 - target) * sigmoid(self) - posWeight * target) * gradOutput * weight.

    Mean multiplies with 1/N, N being the number of elements of self; the sum does not change the gradient.
    """
    if self.is_empty:
        return
    grad = b.contiguous(grad_output)
    x = b.contiguous(self)
    y = b.contiguous(target)
    weights = [_or_ones(b, weight, x) for weight in (weight_optional, pos_weight_optional)]
    casts = [b.cast(source, b.promoted) for source in (grad, x, y, *weights)]
    result = b.kernel(loss.bce_with_logits_grad, *casts, shape=self.view_shape, scale=_scale(self, reduction))
    b.view_copy(b.reformat(b.cast(result, out.dtype), out), out)
