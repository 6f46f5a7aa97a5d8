"""Cross entropy whose classes lie on several devices: what each computes of its part, and the loss from the sums."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.errors import FindKernel, ParamInvalid
from aclnn_emu.kernels import loss_classes as losses
from aclnn_emu.ops._losses import require_view_shape
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32, S32
from aclnn_emu.ops.generated import GENERATED, kernel_on
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    min_rank,
    not_null,
    same_dtype,
    same_shape,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_FLOAT = dtypes(F32)
_LOGITS, _TARGET, _LARGEST = "vocabParallelLogits", "target", "globalLogitsMax"
_MOST_ROWS, _FEWEST_CLASSES, _MOST_CLASSES = 32768, 16, 204800
_ALIGNED = {F32: 8, BF16: 16}


def _require_between(call: Call, what: str, got: int, low: int, high: int) -> None:
    if not low <= got <= high:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param=what, got=got, allowed=f"{low} to {high}"
        )


@custom("an_interval", ("vocabStartIndex", "vocabEndIndex"), "vocabEndIndex: above vocabStartIndex")
def _an_interval(call: Call) -> None:
    start, end = call.args["vocabStartIndex"], call.args["vocabEndIndex"]
    if end <= start:
        raise ParamInvalid(
            "ACLNN-PARAM-010",
            op=call.operator.name,
            param="vocabEndIndex",
            got=end,
            allowed=f"above {start}",
        )


@custom(
    "rows_of_classes", (_LOGITS, "vocabStartIndex", "vocabEndIndex"),
    f"{_LOGITS}: 2 or 3 dimensions, at most {_MOST_ROWS} rows of {_FEWEST_CLASSES} to {_MOST_CLASSES} classes, which fill"
    " 32-byte blocks and are as many as vocabEndIndex - vocabStartIndex",
)  # fmt: skip
def _rows_of_classes(call: Call) -> None:
    op, logits = call.operator.name, call.args[_LOGITS]
    *rows, classes = logits.view_shape or (0,)
    if len(rows) not in (1, 2):
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=op, param=_LOGITS, got=logits.rank, shape=list(logits.view_shape), allowed="2 or 3"
        )  # fmt: skip
    if logits.is_empty:
        shape = logits.view_shape
        raise ParamInvalid("ACLNN-PARAM-190", op=op, param=_LOGITS, got=list(shape), axis=shape.index(0))
    _require_between(call, f"the number of rows of {_LOGITS}", math.prod(rows), 1, _MOST_ROWS)
    _require_between(call, f"the number of classes of {_LOGITS}", classes, _FEWEST_CLASSES, _MOST_CLASSES)
    step = _ALIGNED[logits.dtype]
    if classes % step:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=op, param=f"the number of classes of {_LOGITS}", got=classes,
            allowed=f"multiples of {step}",
        )  # fmt: skip
    if call.args["vocabEndIndex"] - call.args["vocabStartIndex"] != classes:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=op, param="vocabEndIndex", got=call.args["vocabEndIndex"],
            allowed=call.args["vocabStartIndex"] + classes,
        )  # fmt: skip


@custom("one_a_row", (_LOGITS, _TARGET, _LARGEST), f"{_TARGET}, {_LARGEST}: an element for each row")
def _one_a_row(call: Call) -> None:
    rows = math.prod(call.args[_LOGITS].view_shape[:-1])
    for name in (_TARGET, _LARGEST):
        if call.args[name].numel != rows:
            raise ParamInvalid(
                "ACLNN-PARAM-010", op=call.operator.name, param=f"the size of {name}", got=call.args[name].numel,
                allowed=rows,
            )  # fmt: skip


_OF_ROWS = ("predictedLogitsOut", "sumExpLogitsOut", "targetOffsetOut", "targetMaskOut")


@custom(
    "results", (*_OF_ROWS, "expLogitsOut"), f"expLogitsOut: the shape of {_LOGITS}; the other results: that of {_TARGET}"
)  # fmt: skip
def _results(call: Call) -> None:
    for name in _OF_ROWS:
        require_view_shape(call, name, call.args[_TARGET].view_shape)
    require_view_shape(call, "expLogitsOut", call.args[_LOGITS].view_shape)


@operator(
    "aclnnCrossEntropySumExpAndIndexLogit(const aclTensor *vocabParallelLogits, const aclTensor *target,"
    " const aclTensor *globalLogitsMax, int64_t vocabStartIndex, int64_t vocabEndIndex,"
    " const aclTensor *predictedLogitsOut, const aclTensor *sumExpLogitsOut, const aclTensor *expLogitsOut,"
    " const aclTensor *targetOffsetOut, const aclTensor *targetMaskOut)",
    checks=(
        not_null(_LOGITS, _TARGET, _LARGEST, *_OF_ROWS[:2], "expLogitsOut", *_OF_ROWS[2:]),
        kernel_on(_LOGITS, REGBASE),
        dtype_in(dtypes(F32, BF16), _LOGITS),
        dtype_in(dtypes(S32), _TARGET),
        same_dtype(_LOGITS, _LARGEST),
        dtype_in(_FLOAT, *_OF_ROWS[:2], "expLogitsOut"),
        dtype_in(dtypes(S32), *_OF_ROWS[2:]),
        _an_interval,
        _rows_of_classes,
        _one_a_row,
        _results,
    ),
    source="ops-nn/loss/cross_entropy_sum_exp_and_index_logit/op_host/arch35/cross_entropy_sum_exp_and_index_logit_tiling_arch35.cpp",
    deviations=(
        GENERATED,
        "target and globalLogitsMax need an element for each row, as in the tiling; the document asks for its shape too.",
        "Strided inputs are made contiguous; the document leaves open whether they may be strided.",
    ),
    written=(*_OF_ROWS, "expLogitsOut"),
)
def cross_entropy_sum_exp_and_index_logit(
    b: Builder,
    vocab_parallel_logits: Tensor,
    target: Tensor,
    global_logits_max: Tensor,
    vocab_start_index: int,
    vocab_end_index: int,
    predicted_logits_out: Tensor,
    sum_exp_logits_out: Tensor,
    exp_logits_out: Tensor,
    target_offset_out: Tensor,
    target_mask_out: Tensor,
) -> None:
    """expLogits = exp(logits - max) and its sum by row; of a target from start to end - 1 the place and logit - max, else 0, mask 1."""
    inputs = (b.contiguous(tensor) for tensor in (vocab_parallel_logits, target, global_logits_max))
    rows = target.view_shape
    results = b.kernel_outputs(
        losses.sums_and_logits, *inputs,
        outputs=((rows, F32), (rows, F32), (vocab_parallel_logits.view_shape, F32), (rows, S32), (rows, S32)),
        start=vocab_start_index, end=vocab_end_index,
    )  # fmt: skip
    outs = (predicted_logits_out, sum_exp_logits_out, exp_logits_out, target_offset_out, target_mask_out)
    for result, out in zip(results, outs, strict=True):
        b.view_copy(result, out)


# aclnnFusedCrossEntropyLossWithMaxSum.

_SUMS = ("logitsMax", "sumExpLogits", "predictedLogits")
_ALL_LOGITS = "vocabParallelLogitsOptional"


_FITTING = (
    f"Without elements, and with another number of rows of {_ALL_LOGITS} than logitsMax has elements, phase 1 answers"
    " 561003: the source looks at neither."
)


@custom("no_smoothing", ("labelSmoothing",), "labelSmoothing: 0")
def _no_smoothing(call: Call) -> None:
    if call.args["labelSmoothing"] != 0:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="labelSmoothing", got=call.args["labelSmoothing"],
            allowed=0,
        )  # fmt: skip


@custom(
    "fitting_rows", ("logitsMax", _ALL_LOGITS), f"logitsMax: elements; {_ALL_LOGITS}: as many rows (561003)"
)
def _fitting_rows(call: Call) -> None:
    rows, logits = call.args["logitsMax"].numel, call.args[_ALL_LOGITS]
    checked = {"logitsMax": call.args["logitsMax"]} | ({} if logits is None else {_ALL_LOGITS: logits})
    for name, tensor in checked.items():
        if tensor.is_empty or tensor.view_shape[0] != rows:
            raise FindKernel(
                "ACLNN-PARAM-047", op=call.operator.name, param=name, got=f"of view shape {list(tensor.view_shape)}"
            )  # fmt: skip


@operator(
    "aclnnFusedCrossEntropyLossWithMaxSum(const aclTensor *logitsMax, const aclTensor *sumExpLogits,"
    " const aclTensor *predictedLogits, float labelSmoothing, const aclTensor *inputOptional,"
    " const aclTensor *weightOptional, const aclTensor *vocabParallelLogitsOptional, aclTensor *lossOut,"
    " aclTensor *softMaxOutOptional)",
    checks=(
        not_null(*_SUMS, "lossOut"),
        when_given(_ALL_LOGITS, not_null("softMaxOutOptional")),
        dtype_in(_FLOAT, *_SUMS, "lossOut"),
        when_given(
            _ALL_LOGITS,
            dtype_in(dtypes(F32, F16, BF16), _ALL_LOGITS),
            dtype_in(_FLOAT, "softMaxOutOptional"),
        ),
        max_rank(1, "logitsMax"),
        min_rank(1, "logitsMax"),
        same_shape("logitsMax", "sumExpLogits", "predictedLogits", "lossOut"),
        when_given(
            _ALL_LOGITS,
            max_rank(2, _ALL_LOGITS),
            min_rank(2, _ALL_LOGITS),
            same_shape(_ALL_LOGITS, "softMaxOutOptional"),
        ),
        _no_smoothing,
        kernel_on("logitsMax", 2201, REGBASE),
        _fitting_rows,
    ),
    source="ops-nn/loss/fused_cross_entropy_loss_with_max_sum/op_api/aclnn_fused_cross_entropy_loss_with_max_sum.cpp",
    deviations=(
        "inputOptional and weightOptional have no effect, as in the kernel; their dtypes and shapes are not looked at.",
        _FITTING,
    ),
)
def fused_cross_entropy_loss_with_max_sum(
    b: Builder,
    logits_max: Tensor,
    sum_exp_logits: Tensor,
    predicted_logits: Tensor,
    label_smoothing: float,
    input_optional: Tensor | None,
    weight_optional: Tensor | None,
    vocab_parallel_logits_optional: Tensor | None,
    loss_out: Tensor,
    soft_max_out_optional: Tensor | None,
) -> None:
    """lossOut = log(sumExpLogits) - predictedLogits; softMaxOutOptional = exp(logits - logitsMax) / sumExpLogits by row."""
    del label_smoothing, input_optional, weight_optional  # refused, or without effect
    sums = [b.contiguous(tensor) for tensor in (logits_max, sum_exp_logits, predicted_logits)]
    if vocab_parallel_logits_optional is None or soft_max_out_optional is None:
        b.view_copy(b.kernel(losses.loss_of_sums, *sums), loss_out)
        return
    logits = b.contiguous(vocab_parallel_logits_optional)
    loss, shares = b.kernel_outputs(
        losses.losses_of_sums, *sums, logits, outputs=((loss_out.view_shape, F32), (logits.shape, F32))
    )
    b.view_copy(loss, loss_out)
    b.view_copy(shares, soft_max_out_optional)
