"""Connectionist temporal classification and its gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import ctc
from aclnn_emu.ops._losses import require_rank, require_view_shape
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S32, S64
from aclnn_emu.plan.checks import Check, custom, dtype_in, not_null, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_A2 = 2201
_ALL = (F32, F16, BF16, F64)
_LOGS = dtypes(F32, F64, DAV_2201=_ALL, DAV_3510=_ALL)
_TARGETS = dtypes(S32, S64, BOOL, F32, F16)
_CLASSES, _LABELS, _SAMPLES, _GRAD_SAMPLES = 200_000, 1000, 8180, 10_000

_FAULT = "A label that is no class and a negative length are a device fault: 507035 at the next wait."
_AI_CPU = "Half types without targets are computed; the library gives them to an AI CPU kernel whose dtypes are not public."


def _longest(lengths: IntArray) -> int:
    return max((0, *lengths.values))


def _require_steps(call: Call) -> None:
    shape = call.args["logProbs"].view_shape
    if shape[:1] == (0,):
        raise ParamInvalid("ACLNN-PARAM-127", op=call.operator.name, param="logProbs")


def _require_blank(call: Call, classes: int) -> None:
    blank = call.args["blank"]
    if not 0 <= blank < classes:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="blank", got=blank, allowed=f"0 to {classes - 1}"
        )


def _require_count(call: Call, param: str, samples: int) -> None:
    lengths = call.args[param].values
    if len(lengths) != samples:
        raise ParamInvalid(
            "ACLNN-PARAM-088", op=call.operator.name, param=param, got=len(lengths), reference="logProbs",
            allowed=samples,
        )  # fmt: skip


def _require_room(call: Call, param: str, reference: str, room: int) -> None:
    longest = _longest(call.args[param])
    if longest > room:
        raise ParamInvalid(
            "ACLNN-PARAM-089", op=call.operator.name, param=param, got=longest, reference=reference,
            shape=list(call.args[reference].view_shape), allowed=room,
        )  # fmt: skip


def _require_targets(call: Call, target_lengths: str, samples: int) -> None:
    """[N, S] with S not below the longest, or all labels one behind the other; the headers spell the lengths differently."""
    targets, lengths = call.args["targets"], call.args[target_lengths]
    if targets.rank == 1:
        require_view_shape(call, "targets", (sum(lengths.values),))
    elif targets.view_shape[0] != samples or targets.view_shape[1] < _longest(lengths):
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param="targets", got=list(targets.view_shape),
            allowed=f"[{samples}, {_longest(lengths)} or more]",
        )  # fmt: skip


def _small_halves(alpha: str) -> Check:
    """The 910B computes half types with one kernel only, which has limits."""

    def run(call: Call) -> None:
        x, width = call.args["logProbs"], call.args[alpha].view_shape[2]
        # The library takes the second size for N and the third for C whatever the rank.
        samples, classes = x.view_shape[1], x.view_shape[2] if x.rank > 2 else 0
        small = classes <= _CLASSES and samples <= _SAMPLES and (width - 1) // 2 <= _LABELS
        if call.profile.npu_arch == _A2 and x.dtype in (F16, BF16) and not small:
            raise ParamInvalid(
                "ACLNN-PARAM-090", op=call.operator.name, param="logProbs", got=dtype_name(x.dtype),
                soc=call.profile.name, classes=_CLASSES, samples=_SAMPLES, labels=_LABELS,
            )  # fmt: skip

    limits = f"{_CLASSES} classes, {_SAMPLES} samples, {_LABELS} labels"
    return Check("small_halves", ("logProbs", alpha), run, f"FLOAT16 and BF16 on the 910B: at most {limits}")


def _width(call: Call) -> int:
    """Places of the longest sample; before Ascend950 rounded up to a multiple of 8."""
    width = 2 * _longest(call.args["targetlengths"]) + 1
    return width if call.profile.npu_arch == REGBASE else -(-width // 8) * 8


@custom(
    "ctc_shapes",
    ("logProbs", "targets", "inputLengths", "targetlengths", "blank", "negLogLikelihoodOut", "logAlphaOut"),
    "logProbs: [T, N, C] or [T, C]; targets: [N, S] or all labels in a row; lengths: one for each sample, those of the"
    " input at most T; blank: a class; negLogLikelihoodOut: [N] or []; logAlphaOut: [N, T, 2 * longest + 1], before"
    " Ascend950 rounded up to a multiple of 8",
)
def _shapes(call: Call) -> None:
    _require_steps(call)
    require_rank(call, "logProbs", 2, 3)
    shape = call.args["logProbs"].view_shape
    samples = shape[1] if len(shape) > 2 else 1
    _require_blank(call, shape[-1])
    _require_count(call, "inputLengths", samples)
    _require_room(call, "inputLengths", "logProbs", shape[0])
    _require_count(call, "targetlengths", samples)
    require_rank(call, "targets", 1, 2)
    _require_targets(call, "targetlengths", samples)
    require_view_shape(call, "negLogLikelihoodOut", shape[1:-1])
    require_view_shape(call, "logAlphaOut", (samples, shape[0], _width(call)))


def _labels(b: Builder, targets: Tensor) -> Buffer:
    x = b.view(targets) if targets.is_empty else b.contiguous(targets)
    return x if x.dtype in (S32, S64) else b.cast(x, S64)


def _is_v3(b: Builder, x: Tensor, targets: Tensor, width: int, most: int) -> bool:
    """The 910B has a kernel of its own for what is not too large."""
    samples, classes = x.view_shape[-2] if x.rank > 2 else 1, x.view_shape[-1]
    small = classes <= _CLASSES and samples <= most and (width - 1) // 2 <= _LABELS
    return b.profile.npu_arch == _A2 and x.dtype != F64 and not targets.is_empty and small


@operator(
    "aclnnCtcLoss(const aclTensor *logProbs, const aclTensor *targets, const aclIntArray *inputLengths,"
    " const aclIntArray *targetlengths, int64_t blank, bool zeroInfinity, aclTensor *negLogLikelihoodOut,"
    " aclTensor *logAlphaOut)",
    checks=(
        not_null(
            "logProbs", "targets", "inputLengths", "targetlengths", "negLogLikelihoodOut", "logAlphaOut"
        ),
        _shapes,
        dtype_in(_LOGS, "logProbs"),
        _small_halves("logAlphaOut"),
        dtype_in(_TARGETS, "targets"),
        same_dtype("logProbs", "negLogLikelihoodOut", "logAlphaOut"),
    ),
    source="ops-nn/loss/ctc_loss_v2/op_api/aclnn_ctc_loss.cpp",
    deviations=(
        _FAULT,
        _AI_CPU,
        "On Ascend950 an infinite loss stays infinite with zeroInfinity, as its kernel has it; the document says 0.",
        "Elements of logAlphaOut that no sample reaches are -inf; the library leaves some of them as they were.",
    ),
)
def ctc_loss(
    b: Builder,
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: IntArray,
    targetlengths: IntArray,
    blank: int,
    zero_infinity: bool,
    neg_log_likelihood_out: Tensor,
    log_alpha_out: Tensor,
) -> None:
    """negLogLikelihoodOut = -log of the probability of all ways to write a sample's targets; logAlphaOut = log alpha."""
    if not log_probs.view_shape[1]:
        return
    x, labels = b.contiguous(log_probs), _labels(b, targets)
    shape, dtype = log_alpha_out.view_shape, log_probs.dtype
    v3 = _is_v3(b, log_probs, targets, shape[2], _SAMPLES)
    loss, alpha = b.kernel_outputs(
        ctc.ctc_loss, x, labels, outputs=((shape[:1], dtype), (shape, dtype)), name="CTCLossV3" if v3 else None,
        input_lengths=input_lengths.values, target_lengths=targetlengths.values, blank=blank,
        zero_infinity=zero_infinity and b.profile.npu_arch != REGBASE, width=shape[2],
    )  # fmt: skip
    b.view_copy(loss, neg_log_likelihood_out)
    b.view_copy(alpha, log_alpha_out)


@custom(
    "ctc_gradient_shapes",
    (
        "gradOut",
        "logProbs",
        "targets",
        "inputLengths",
        "targetLengths",
        "negLogLikelihood",
        "logAlpha",
        "blank",
        "out",
    ),
    "logProbs, out: [T, N, C]; gradOut, negLogLikelihood: [N]; logAlpha: [N, T, 2 * longest + 1 or more]; targets: [N, S]"
    " or all labels in a row; lengths: one for each sample, those of the input at most T; blank: a class",
)
def _gradient_shapes(call: Call) -> None:
    _require_steps(call)
    for param, rank in (("gradOut", 1), ("negLogLikelihood", 1), ("logProbs", 3), ("logAlpha", 3)):
        require_rank(call, param, rank)
    require_rank(call, "targets", 1, 2)
    require_rank(call, "out", 3)
    shape, targets, alpha = (call.args[name].view_shape for name in ("logProbs", "targets", "logAlpha"))
    steps, samples, classes = shape
    _require_blank(call, classes)
    _require_room(call, "targetLengths", "logAlpha", max(alpha[2] - 1, 0) // 2)
    if len(targets) > 1:
        _require_room(call, "targetLengths", "targets", targets[1])
    for param in ("gradOut", "negLogLikelihood"):
        require_view_shape(call, param, (samples,))
    require_view_shape(call, "logAlpha", (samples, steps, alpha[2]))
    require_view_shape(call, "out", shape)
    for param in ("inputLengths", "targetLengths"):
        _require_count(call, param, samples)
    _require_room(call, "inputLengths", "logProbs", steps)
    _require_targets(call, "targetLengths", samples)


@operator(
    "aclnnCtcLossBackward(const aclTensor *gradOut, const aclTensor *logProbs, const aclTensor *targets,"
    " const aclIntArray *inputLengths, const aclIntArray *targetLengths, const aclTensor *negLogLikelihood,"
    " const aclTensor *logAlpha, int64_t blank, bool zeroInfinity, aclTensor *out)",
    checks=(
        not_null(
            "gradOut",
            "logProbs",
            "targets",
            "inputLengths",
            "targetLengths",
            "negLogLikelihood",
            "logAlpha",
            "out",
        ),
        _gradient_shapes,
        dtype_in(_LOGS, "logProbs"),
        _small_halves("logAlpha"),
        same_dtype("logProbs", "gradOut", "negLogLikelihood", "logAlpha", "out"),
        dtype_in(_TARGETS, "targets"),
    ),
    source="ops-nn/loss/ctc_loss_v2_grad/op_api/aclnn_ctc_loss_backward.cpp",
    deviations=(_FAULT, _AI_CPU),
)
def ctc_loss_backward(
    b: Builder,
    grad_out: Tensor,
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: IntArray,
    target_lengths: IntArray,
    neg_log_likelihood: Tensor,
    log_alpha: Tensor,
    blank: int,
    zero_infinity: bool,
    out: Tensor,
) -> None:
    """out = gradOut * the derivative of the loss by logProbs, from the loss and log alpha of the forward operator."""
    if not log_probs.view_shape[1]:
        return
    grad, x, loss, alpha = map(b.contiguous, (grad_out, log_probs, neg_log_likelihood, log_alpha))
    v3 = _is_v3(b, log_probs, targets, log_alpha.view_shape[2], _GRAD_SAMPLES)
    result = b.kernel(
        ctc.ctc_loss_grad, grad, x, _labels(b, targets), loss, alpha, name="CTCLossV3Grad" if v3 else None,
        shape=out.view_shape, dtype=x.dtype, input_lengths=input_lengths.values,
        target_lengths=target_lengths.values, blank=blank, zero_infinity=zero_infinity,
    )  # fmt: skip
    b.view_copy(result, out)
