"""Negative log likelihood of classes and its gradient, for samples and for images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data
from aclnn_emu.kernels import loss_classes as losses
from aclnn_emu.ops._losses import (
    FLOATS,
    NONE,
    REDUCTIONS,
    fill_one,
    of_nothing,
    reduction_name,
    require_one,
    require_rank,
    require_view_shape,
)
from aclnn_emu.ops._pairs import casts_each, store
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import F16, F32, S32, S64, U8
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    not_null,
    one_of,
    same_dtype,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_TARGETS = dtypes(S64, U8, S32)
NO_CLASS = "A target that is no class, and is not ignoreIndex, is a device fault: 507035 at the next wait."


# Negative log likelihood of [N, C] or [C].


def _rows(call: Call) -> int:
    """The number of classes; self, target and weight go together."""
    shape: tuple[int, ...] = call.args["self"].view_shape
    target = call.args["target"].view_shape
    require_rank(call, "self", 1, 2)
    require_rank(call, "target", 0, 1)
    if target != shape[:-1]:
        raise ParamInvalid(
            "ACLNN-PARAM-084", op=call.operator.name, param="target", got=list(target), reference="self",
            shape=list(shape), allowed=list(shape[:-1]),
        )  # fmt: skip
    require_view_shape(call, "weight", shape[-1:])
    return shape[-1]


@custom(
    "nll_shapes",
    ("self", "target", "weight", "out", "totalWeightOut", "reduction"),
    "self: [N, C] or [C]; target: [N] or []; weight: [C]; out: [N] or one element; totalWeightOut: one element",
)
def _nll_shapes(call: Call) -> None:
    classes = _rows(call)
    self = call.args["self"]
    if call.args["reduction"] == NONE and self.rank == 2:
        require_view_shape(call, "out", self.view_shape[:1])
    else:
        require_one(call, "out", max_rank=1)
    require_one(call, "totalWeightOut")
    if self.is_empty and classes == 0 and call.args["target"].numel:
        raise ParamInvalid("ACLNN-PARAM-085", op=call.operator.name, param="self", got=list(self.view_shape))


def _input_dtype(b: Builder, dtype: int) -> int:
    """Before Ascend950 the kernel takes FLOAT16 as FLOAT."""
    return F32 if dtype == F16 and b.profile.npu_arch != REGBASE else dtype


@operator(
    "aclnnNLLLoss(const aclTensor *self, const aclTensor *target, const aclTensor *weight, int64_t reduction,"
    " int64_t ignoreIndex, aclTensor *out, aclTensor *totalWeightOut)",
    checks=(
        not_null("self", "target", "weight", "out", "totalWeightOut"),
        same_dtype("self", "weight"),
        casts_each("out", "self"),
        casts_each("totalWeightOut", "self"),
        dtype_in(FLOATS, "self"),
        dtype_in(_TARGETS, "target"),
        one_of("reduction", *REDUCTIONS),
        _nll_shapes,
    ),
    source="ops-nn/loss/nll_loss/op_api/aclnn_nll_loss.cpp",
    deviations=(NO_CLASS,),
)
def nll_loss(
    b: Builder,
    self: Tensor,
    target: Tensor,
    weight: Tensor,
    reduction: int,
    ignore_index: int,
    out: Tensor,
    total_weight_out: Tensor,
) -> None:
    """out = -weight[target] * self[target], their sum, or their sum divided by that of the weights, totalWeightOut.

    A target of ignoreIndex counts as no loss and no weight. Without a reduction totalWeightOut is not written. Of no
    elements the mean is NaN, the sum and the total weight are 0.
    """
    if self.is_empty:
        _store_nothing(b, reduction, out, total_weight_out)
        return
    x = b.contiguous_cast(self, _input_dtype(b, self.dtype))
    y = _classes(b, b.contiguous(target))
    weights = b.contiguous_cast(weight, _input_dtype(b, weight.dtype))
    shape = target.view_shape if reduction == NONE else ()
    name, outputs = reduction_name(reduction), ((shape, x.dtype), ((), x.dtype))
    if self.rank == 1 and b.profile.npu_arch == REGBASE:
        loss, total = b.kernel_outputs(
            losses.nll_lone, x, y, weights, outputs=outputs, reduction=name, ignore=ignore_index
        )
    else:
        loss, total = b.kernel_outputs(
            losses.nll, x, y, weights, outputs=outputs, axis=-1, reduction=name, ignore=ignore_index
        )
    _store_both(b, reduction, (loss, out), (total, total_weight_out))


def _classes(b: Builder, target: Buffer) -> Buffer:
    """Before Ascend950 the kernel takes INT64 and INT32."""
    return b.cast(target, S32) if target.dtype == U8 and b.profile.npu_arch != REGBASE else target


def _store_nothing(b: Builder, reduction: int, out: Tensor, total_weight: Tensor) -> None:
    value = of_nothing(reduction)
    fill_one(b, value, out)
    fill_one(b, None if value is None else 0.0, total_weight)


def _store_both(
    b: Builder, reduction: int, loss: tuple[Buffer, Tensor], total_weight: tuple[Buffer, Tensor]
) -> None:
    store(b, *loss)
    if reduction != NONE:
        store(b, *total_weight)


@custom(
    "nll_gradient_shapes",
    ("gradOutput", "self", "target", "weight", "totalWeight", "out", "reduction"),
    "self, out: [N, C] or [C]; target: [N] or []; weight: [C]; gradOutput: [N] or one element; totalWeight: one element",
)
def _nll_gradient_shapes(call: Call) -> None:
    _rows(call)
    self = call.args["self"]
    require_one(call, "totalWeight")
    if call.args["reduction"] == NONE and self.rank == 2:
        require_view_shape(call, "gradOutput", self.view_shape[:1])
    else:
        require_one(call, "gradOutput", max_rank=1)


@operator(
    "aclnnNLLLossBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,"
    " const aclTensor *weight, int64_t reduction, int64_t ignoreIndex, const aclTensor *totalWeight, aclTensor *out)",
    checks=(
        not_null("gradOutput", "self", "target", "weight", "totalWeight", "out"),
        same_dtype("self", "weight", "gradOutput", "totalWeight"),
        casts_each("out", "self"),
        dtype_in(FLOATS, "self"),
        dtype_in(_TARGETS, "target"),
        one_of("reduction", *REDUCTIONS),
        _nll_gradient_shapes,
        same_shape("self", "out"),
    ),
    source="ops-nn/loss/nll_loss_grad/op_api/aclnn_nll_loss_backward.cpp",
    deviations=(
        NO_CLASS,
        "A one-dimensional self with a target of as many elements answers 161002; the library lets the pair pass.",
    ),
)
def nll_loss_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight: Tensor,
    reduction: int,
    ignore_index: int,
    total_weight: Tensor,
    out: Tensor,
) -> None:
    """out = -gradOutput * weight[target] at the target's class, 0 elsewhere; for mean divided by totalWeight."""
    if self.is_empty:
        return
    dtype = _input_dtype(b, self.dtype)
    grad, x, weights = (b.contiguous_cast(tensor, dtype) for tensor in (grad_output, self, weight))
    y = _small_classes(b, b.contiguous(target))
    total = b.contiguous_cast(total_weight, dtype)
    result = b.kernel(
        losses.nll_grad, x, grad, y, weights, total, name=_gradient_name(b), shape=x.shape, axis=-1,
        reduction=reduction_name(reduction), ignore=ignore_index,
    )  # fmt: skip
    store(b, result, out)


def _small_classes(b: Builder, target: Buffer) -> Buffer:
    """Before Ascend950 the gradient's kernel takes INT32."""
    return target if b.profile.npu_arch == REGBASE else b.cast(target, S32)


def _gradient_name(b: Builder) -> str:
    return "NLLLossGrad310p" if b.profile.name == "Ascend310P" else "NLLLossGrad"


# Negative log likelihood of [N, C, H, W].


def _require_images(call: Call) -> None:
    """Target is self without dimension 1, the classes."""
    shape = call.args["self"].view_shape
    target = call.args["target"].view_shape
    allowed = (shape[0], *shape[2:])
    if target != allowed:
        raise ParamInvalid(
            "ACLNN-PARAM-084", op=call.operator.name, param="target", got=list(target), reference="self",
            shape=list(shape), allowed=list(allowed),
        )  # fmt: skip


@custom(
    "nll2d_shapes",
    ("self", "weight", "target", "out", "totalWeightOut", "reduction"),
    "self: [N, C, H, W]; weight: C; target: [N, H, W]; out: as target or one element; totalWeightOut: one element",
)
def _nll2d_shapes(call: Call) -> None:
    require_rank(call, "self", 4)
    classes, weight = call.args["self"].view_shape[1], call.args["weight"].view_shape
    if weight[:1] != (classes,):
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param="weight", got=list(weight), allowed=[classes]
        )
    require_rank(call, "target", 3)
    _require_images(call)
    if call.args["reduction"] == NONE:
        require_view_shape(call, "out", call.args["target"].view_shape)
    else:
        require_one(call, "out")
    require_one(call, "totalWeightOut")


# How NCHW becomes NHWC and back.
_LAST, _FIRST = (0, 2, 3, 1), (0, 3, 1, 2)


def _transpose(b: Builder, x: Buffer, order: tuple[int, ...]) -> Buffer:
    return b.kernel(data.transpose, x, shape=tuple(x.shape[axis] for axis in order), order=order)


@operator(
    "aclnnNLLLoss2d(const aclTensor *self, const aclTensor *target, const aclTensor *weight, int64_t reduction,"
    " int64_t ignoreIndex, aclTensor *out, aclTensor *totalWeightOut)",
    checks=(
        not_null("self", "target", "weight", "out", "totalWeightOut"),
        dtype_in(FLOATS, "self"),
        same_dtype("self", "weight"),
        casts_each("out", "self"),
        casts_each("totalWeightOut", "self"),
        dtype_in(_TARGETS, "target"),
        one_of("reduction", *REDUCTIONS),
        _nll2d_shapes,
    ),
    source="ops-nn/loss/nll_loss/op_api/aclnn_nll_loss2d.cpp",
    deviations=(NO_CLASS, "Of a weight with more dimensions than one the first column counts."),
)
def nll_loss2d(
    b: Builder,
    self: Tensor,
    target: Tensor,
    weight: Tensor,
    reduction: int,
    ignore_index: int,
    out: Tensor,
    total_weight_out: Tensor,
) -> None:
    """The loss of aclnnNLLLoss at each pixel; dimension 1 of self are the classes."""
    if self.is_empty or target.is_empty or weight.is_empty:
        _store_nothing(b, reduction, out, total_weight_out)
        return
    regbase = b.profile.npu_arch == REGBASE
    x = b.contiguous_cast(self, _input_dtype(b, self.dtype))
    y = b.contiguous(target)
    weights = b.contiguous_cast(weight, _input_dtype(b, weight.dtype))
    axis = 1 if regbase or x.shape[1] == 1 else -1
    if axis == -1:
        x = _transpose(b, x, _LAST)
    y = _classes(b, y)
    loss, total = b.kernel_outputs(
        losses.nll, x, y, weights, outputs=((target.view_shape if reduction == NONE else (), x.dtype), ((), x.dtype)),
        axis=axis, reduction=reduction_name(reduction), ignore=ignore_index,
    )  # fmt: skip
    _store_both(b, reduction, (loss, out), (total, total_weight_out))


@custom(
    "nll2d_gradient_shapes",
    ("gradOutput", "self", "target", "weight", "out", "totalWeight", "reduction"),
    "gradOutput: as target or one element; self, out: [N, C, H, W]; target: [N, H, W]; weight: C; totalWeight: one element",
)
def _nll2d_gradient_shapes(call: Call) -> None:
    target, weight = call.args["target"], call.args["weight"]
    if call.args["reduction"] == NONE:
        require_view_shape(call, "gradOutput", target.view_shape)
    else:
        require_one(call, "gradOutput", max_rank=1)
    require_rank(call, "self", 4)
    require_rank(call, "target", 3)
    _require_images(call)
    shape = call.args["self"].view_shape
    if weight.numel != shape[1]:
        raise ParamInvalid(
            "ACLNN-PARAM-009",
            op=call.operator.name,
            param="weight",
            got=list(weight.view_shape),
            allowed=[shape[1]],
        )
    require_view_shape(call, "out", shape)
    require_one(call, "totalWeight")


@operator(
    "aclnnNLLLoss2dBackward(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,"
    " const aclTensor *weight, int64_t reduction, int64_t ignoreIndex, aclTensor *totalWeight, aclTensor *out)",
    checks=(
        not_null("gradOutput", "self", "target", "weight", "out", "totalWeight"),
        dtype_in(FLOATS, "self"),
        same_dtype("self", "gradOutput", "weight", "out", "totalWeight"),
        dtype_in(_TARGETS, "target"),
        _nll2d_gradient_shapes,
        one_of("reduction", *REDUCTIONS),
    ),
    source="ops-nn/loss/nll_loss_grad/op_api/aclnn_nll_loss2d_backward.cpp",
    deviations=(NO_CLASS,),
    read=("totalWeight",),
)
def nll_loss2d_backward(
    b: Builder,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight: Tensor,
    reduction: int,
    ignore_index: int,
    total_weight: Tensor,
    out: Tensor,
) -> None:
    """The gradient of aclnnNLLLoss2d: -gradOutput * weight[target] at the target's class, for mean / totalWeight."""
    if self.is_empty:
        return
    regbase, dtype = b.profile.npu_arch == REGBASE, _input_dtype(b, self.dtype)
    grad, x = (b.contiguous_cast(tensor, dtype) for tensor in (grad_output, self))
    y = b.contiguous(target)
    weights = b.contiguous_cast(weight, dtype)
    total = b.cast(total_weight, dtype)
    if not regbase:
        x = _transpose(b, x, _LAST)
    y = _small_classes(b, y)
    result = b.kernel(
        losses.nll_grad, x, grad, y, weights, total, name=_gradient_name(b), shape=x.shape, axis=1 if regbase else -1,
        reduction=reduction_name(reduction), ignore=ignore_index,
    )  # fmt: skip
    store(b, result if regbase else _transpose(b, result, _FIRST), out)
