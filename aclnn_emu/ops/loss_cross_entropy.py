"""Cross entropy of logits and classes, and its gradient; the vendor generates their first phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import FindKernel, TilingError
from aclnn_emu.kernels import loss_classes as losses
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32, S32, S64
from aclnn_emu.ops.generated import GENERATED, kernel_on
from aclnn_emu.ops.loss_nll import NO_CLASS
from aclnn_emu.plan.checks import Check, custom, dtype_in, not_null, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_FLOATS = dtypes(F16, F32, BF16)
_TARGETS = dtypes(S64, DAV_3510=(S64, S32))
_REDUCTIONS = (None, "mean", "sum", "none")


def _require(call: Call, param: str, *allowed: tuple[int, ...]) -> None:
    """The kernel's tiling takes these shapes only (561002)."""
    tensor = call.args[param]
    if tensor is not None and tensor.view_shape not in allowed:
        raise TilingError(
            "ACLNN-PARAM-009", op=call.operator.name, param=param, got=list(tensor.view_shape),
            allowed=" or ".join(str(list(shape)) for shape in allowed),
        )  # fmt: skip


def _matrix(call: Call, param: str) -> tuple[int, int]:
    shape = call.args[param].view_shape
    if len(shape) != 2:
        raise TilingError(
            "ACLNN-PARAM-062",
            op=call.operator.name,
            param=param,
            got=len(shape),
            shape=list(shape),
            allowed=2,
        )
    if shape[0] and not shape[1]:
        raise TilingError("ACLNN-PARAM-085", op=call.operator.name, param=param, got=list(shape))
    return shape[0], shape[1]


@custom(
    "shapes_of_classes",
    ("input", "target", "weightOptional"),
    "input: [N, C]; target: [N]; weightOptional: [C] (561002)",
)
def _shapes(call: Call) -> None:
    samples, classes = _matrix(call, "input")
    _require(call, "target", (samples,))
    _require(call, "weightOptional", (classes,))


def _one_of_words(param: str) -> Check:
    """A reduction that the kernel knows; null is mean."""

    def run(call: Call) -> None:
        if call.args[param] not in _REDUCTIONS:
            raise TilingError(
                "ACLNN-PARAM-010",
                op=call.operator.name,
                param=param,
                got=call.args[param],
                allowed="mean, sum, none",
            )

    return Check("one_of_words", (param,), run, f"{param}: mean, sum or none; null is mean (561002)")


@custom("a_share", ("labelSmoothing",), "labelSmoothing: 0 to 1 (561002)")
def _a_share(call: Call) -> None:
    value = call.args["labelSmoothing"]
    if value < 0 or value > 1:
        raise TilingError(
            "ACLNN-PARAM-200", op=call.operator.name, param="labelSmoothing", got=value, low=0, high=1
        )


_NO_ZLOSS = (
    "lseSquareScaleForZloss and returnZloss have no effect, as the document says; zlossOut and lseForZlossOut are not"
    " written."
)
_NOT_YET = "A labelSmoothing other than 0 and the inputs of the zloss, which the document calls not supported yet, answer 561003."
_NO_ROWS = "Without samples phase 1 answers 561003: what the kernels make of them is not emulated."


def _require_rows(b: Builder, tensor: Tensor, param: str) -> None:
    if tensor.is_empty:
        raise FindKernel(
            "ACLNN-PARAM-047", op=b.call.operator.name, param=param, got=str(list(tensor.view_shape))
        )


@operator(
    "aclnnCrossEntropyLoss(const aclTensor *input, const aclTensor *target, const aclTensor *weightOptional,"
    " char *reductionOptional, int64_t ignoreIndex, double labelSmoothing, double lseSquareScaleForZloss,"
    " bool returnZloss, const aclTensor *lossOut, const aclTensor *logProbOut, const aclTensor *zlossOut,"
    " const aclTensor *lseForZlossOut)",
    checks=(
        not_null("input", "target", "lossOut", "logProbOut", "zlossOut", "lseForZlossOut"),
        kernel_on("input", 2201, REGBASE),
        dtype_in(_FLOATS, "input"),
        dtype_in(_TARGETS, "target"),
        dtype_in(dtypes(F32), "weightOptional"),
        same_dtype("input", "lossOut", "logProbOut", "zlossOut", "lseForZlossOut"),
        _shapes,
        _one_of_words("reductionOptional"),
        _a_share,
    ),
    source="ops-nn/loss/cross_entropy_loss/op_host/cross_entropy_loss_tiling.cpp",
    deviations=(
        GENERATED,
        NO_CLASS,
        _NO_ROWS,
        _NO_ZLOSS,
    ),
    written=("lossOut", "logProbOut"),
)
def cross_entropy_loss(
    b: Builder,
    input: Tensor,  # noqa: A002 - the interface's word
    target: Tensor,
    weight_optional: Tensor | None,
    reduction_optional: str | None,
    ignore_index: int,
    label_smoothing: float,
    lse_square_scale_for_zloss: float,
    return_zloss: bool,
    loss_out: Tensor,
    log_prob_out: Tensor,
    zloss_out: Tensor,
    lse_for_zloss_out: Tensor,
) -> None:
    """lossOut = -weight[target] * logProbOut[target], its mean by weight or its sum; logProbOut = input - log(sum(exp)).

    labelSmoothing takes that share of the loss from the mean over all classes. A target of ignoreIndex counts as nothing.
    """
    del lse_square_scale_for_zloss, return_zloss, zloss_out, lse_for_zloss_out
    _require_rows(b, input, "input")
    reduction = reduction_optional or "mean"
    inputs = [b.contiguous(tensor) for tensor in (input, target, weight_optional) if tensor is not None]
    shape = input.view_shape[:1] if reduction == "none" else (1,)
    loss, log_prob = b.kernel_outputs(
        losses.cross_entropy, *inputs, outputs=((shape, input.dtype), (input.view_shape, input.dtype)),
        reduction=reduction, ignore=ignore_index, smoothing=label_smoothing,
    )  # fmt: skip
    b.view_copy(loss, loss_out)
    b.view_copy(log_prob, log_prob_out)


@custom(
    "shapes_of_gradient",
    ("gradLoss", "logProb", "target", "weightOptional", "reductionOptional"),
    "logProb: [N, C]; gradLoss: [N] or one element; target: [N]; weightOptional: [C] (561002)",
)
def _gradient_shapes(call: Call) -> None:
    samples, classes = _matrix(call, "logProb")
    rows = ((samples,),) if call.args["reductionOptional"] == "none" else ((), (1,))
    _require(call, "gradLoss", *rows)
    _require(call, "target", (samples,))
    _require(call, "weightOptional", (classes,))


@operator(
    "aclnnCrossEntropyLossGrad(const aclTensor *gradLoss, const aclTensor *logProb, const aclTensor *target,"
    " const aclTensor *weightOptional, const aclTensor *gradZlossOptional, const aclTensor *lseForZlossOptional,"
    " char *reductionOptional, int64_t ignoreIndex, double labelSmoothing, double lseSquareScaleForZloss,"
    " const aclTensor *out)",
    checks=(
        not_null("gradLoss", "logProb", "target", "out"),
        kernel_on("gradLoss", 2201, REGBASE),
        dtype_in(_FLOATS, "gradLoss"),
        dtype_in(_TARGETS, "target"),
        dtype_in(dtypes(F32), "weightOptional"),
        same_dtype("gradLoss", "logProb", "gradZlossOptional", "lseForZlossOptional", "out"),
        _one_of_words("reductionOptional"),
        _gradient_shapes,
    ),
    source="ops-nn/loss/cross_entropy_loss_grad/op_host/cross_entropy_loss_grad_tiling.cpp",
    deviations=(
        GENERATED,
        NO_CLASS,
        _NO_ROWS,
        _NOT_YET,
    ),
)
def cross_entropy_loss_grad(
    b: Builder,
    grad_loss: Tensor,
    log_prob: Tensor,
    target: Tensor,
    weight_optional: Tensor | None,
    grad_zloss_optional: Tensor | None,
    lse_for_zloss_optional: Tensor | None,
    reduction_optional: str | None,
    ignore_index: int,
    label_smoothing: float,
    lse_square_scale_for_zloss: float,
    out: Tensor,
) -> None:
    """out = (exp(logProb) - 1 at the target) * gradLoss * weight[target]; a mean divides by the sum of the weights."""
    _refuse_zloss(b, grad_zloss_optional, lse_for_zloss_optional, lse_square_scale_for_zloss)
    if label_smoothing:
        raise FindKernel(
            "ACLNN-PARAM-047", op=b.call.operator.name, param="labelSmoothing", got=label_smoothing
        )
    _require_rows(b, log_prob, "logProb")
    inputs = [
        b.contiguous(tensor)
        for tensor in (grad_loss, log_prob, target, weight_optional)
        if tensor is not None
    ]
    result = b.kernel(
        losses.cross_entropy_grad, *inputs, shape=log_prob.view_shape, reduction=reduction_optional or "mean",
        ignore=ignore_index,
    )  # fmt: skip
    b.view_copy(result, out)


def _refuse_zloss(b: Builder, grad: Tensor | None, lse: Tensor | None, scale: float) -> None:
    given = {"gradZlossOptional": grad, "lseForZlossOptional": lse}
    for name, tensor in given.items():
        if tensor is not None:
            raise FindKernel("ACLNN-PARAM-047", op=b.call.operator.name, param=name, got="given")
    if scale:
        raise FindKernel(
            "ACLNN-PARAM-047", op=b.call.operator.name, param="lseSquareScaleForZloss", got=scale
        )
