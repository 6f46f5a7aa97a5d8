"""Losses whose target is a class: multilabel margin, cross entropy of logits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import loss_classes as losses
from aclnn_emu.ops._losses import (
    FLOATS,
    NONE,
    reduction_name,
    require_one,
    require_rank,
    require_view_shape,
)
from aclnn_emu.ops._pairs import store
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import S32, S64
from aclnn_emu.plan.checks import (
    Check,
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
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call


# Multilabel margin.


@custom(
    "multilabel_shapes",
    ("self", "target", "out", "isTarget", "reduction"),
    "self: [N, C], [C] or [], C not 0; target: as self; out: [N] or one element; isTarget: as target",
)
def _multilabel_shapes(call: Call) -> None:
    self, target = call.args["self"], call.args["target"]
    require_rank(call, "self", 0, 1, 2)
    if self.rank and self.view_shape[-1] == 0:
        raise ParamInvalid("ACLNN-PARAM-085", op=call.operator.name, param="self", got=list(self.view_shape))
    batch = self.rank == 2
    fits = target.view_shape == self.view_shape if batch else target.rank <= 1 and target.numel == self.numel
    if not fits:
        raise ParamInvalid(
            "ACLNN-PARAM-084", op=call.operator.name, param="target", got=list(target.view_shape), reference="self",
            shape=list(self.view_shape), allowed=list(self.view_shape),
        )  # fmt: skip
    if batch and call.args["reduction"] == NONE:
        require_view_shape(call, "out", self.view_shape[:1])
    else:
        require_one(call, "out", max_rank=1)
    marks = call.args["isTarget"]
    if not (self.is_empty and marks.is_empty and marks.rank <= 2):
        require_view_shape(call, "isTarget", target.view_shape)


@operator(
    "aclnnMultilabelMarginLoss(const aclTensor *self, const aclTensor *target, int64_t reduction, aclTensor *out,"
    " aclTensor *isTarget)",
    checks=(
        not_null("self", "target", "out", "isTarget"),
        dtype_in(FLOATS, "self"),
        dtype_in(dtypes(S64, S32), "target"),
        same_dtype("self", "out", "isTarget"),
        _multilabel_shapes,
    ),
    source="ops-nn/loss/multilabel_margin_loss/op_api/aclnn_multilabel_margin_loss.cpp",
)
def multilabel_margin_loss(
    b: Builder, self: Tensor, target: Tensor, reduction: int, out: Tensor, is_target: Tensor
) -> None:
    """out = the sum of max(0, 1 - self[label] + self[i]) over labels and other classes, / C; its mean or its sum.

    A row of target lists the labels, up to a -1. isTarget marks them. Every reduction but none and mean is the sum.
    """
    if self.is_empty:
        return
    x, y = b.contiguous(self), b.contiguous_cast(target, S32)
    marked = self.dtype if b.profile.npu_arch == REGBASE else S32
    loss, marks = b.kernel_outputs(
        losses.multilabel_margin, x, y, outputs=((out.view_shape, self.dtype), (target.view_shape, marked)),
        reduction=reduction_name(reduction),
    )  # fmt: skip
    b.view_copy(loss, out)
    store(b, marks, is_target)


# Cross entropy of logits and probabilities.

_ONE_DTYPE = same_dtype("features", "labels", error=InnerNullptr)
_ONE_SHAPE = same_shape("features", "labels", error=InnerNullptr)


def _matrices(*params: str) -> Check:
    def run(call: Call) -> None:
        for name in params:
            require_rank(call, name, 2)

    return Check("matrices", params, run, f"{', '.join(params)}: 2 dimensions")


@operator(
    "aclnnSoftmaxCrossEntropyWithLogits(const aclTensor *features, aclTensor *labels, aclTensor *loss,"
    " aclTensor *backprop)",
    checks=(
        not_null("features", "labels", "loss", "backprop"),
        dtype_in(FLOATS, "features", "labels", "loss", "backprop"),
        same_dtype("features", "loss", "backprop"),
        max_rank(8, "features", "labels", "loss", "backprop"),
        _matrices("features", "labels"),
    ),
    source="ops-nn/activation/softmax_cross_entropy_with_logits/op_api/aclnn_softmax_cross_entropy_with_logits.cpp",
    deviations=(
        "Labels of another dtype or shape than features answer 561103; no check of the library asks for it.",
    ),
    read=("labels",),
)
def softmax_cross_entropy_with_logits(
    b: Builder, features: Tensor, labels: Tensor, loss: Tensor, backprop: Tensor
) -> None:
    """loss = -sum(labels * log(softmax(features))) by row; backprop = softmax(features) - labels."""
    if features.is_empty or labels.is_empty:
        return
    x, y = b.contiguous(features), b.contiguous(labels)
    _ONE_DTYPE.run(b.call)
    _ONE_SHAPE.run(b.call)
    outputs = ((features.view_shape[:1], features.dtype), (features.view_shape, features.dtype))
    result, gradient = b.kernel_outputs(losses.softmax_cross_entropy, x, y, outputs=outputs)
    b.view_copy(result, loss)
    b.view_copy(gradient, backprop)
