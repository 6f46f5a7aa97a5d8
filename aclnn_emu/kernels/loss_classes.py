"""Losses whose target is a class: negative log likelihood, multilabel margin, cross entropy of logits; gradients.

A target that is no class is a fault of the device, as the kernels of Ascend950 assert; the others read what lies there.
"""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.pieces import row_blocks
from aclnn_emu.kernels.reduction import reduce_sum

__all__ = [
    "cross_entropy",
    "cross_entropy_grad",
    "loss_of_sums",
    "losses_of_sums",
    "multilabel_margin",
    "nll",
    "nll_grad",
    "nll_lone",
    "softmax_cross_entropy",
    "sums_and_logits",
]

_NONE, _MEAN = "none", "mean"


def _choose(target: Array, ignore: int, classes: int, name: str) -> tuple[Array, Array]:
    """Which targets count, and the class of each: 0 in the place of one that is ignored.

    Raises:
        RtDeviceFault (507035): a target that counts is no class.
    """
    index = target.astype(np.int64)
    counts = index != ignore
    wrong = index[counts & ((index < 0) | (index >= classes))]
    if wrong.size:
        raise RtDeviceFault("ACLNN-PARAM-082", kernel=name, got=int(wrong[0]), high=classes - 1)
    return counts, np.where(counts, index, 0)


def _pick(x: Array, chosen: Array, axis: int) -> Array:
    return np.take_along_axis(x, np.expand_dims(chosen, axis), axis).squeeze(axis)


@kernel(name="NLLLoss", outputs=2)
def nll(
    x: Array, target: Array, weight: Array, *, axis: int, reduction: str, ignore: int
) -> tuple[Array, Array]:
    """-weight[target] * x[target], or the sum, or the sum divided by that of the weights; and the sum of the weights.

    ``axis`` holds the classes. A target that is ``ignore`` counts as no loss and no weight.
    Source: ops-nn loss/nll_loss/op_kernel/arch35/nll_loss_simt.h.
    """
    counts, chosen = _choose(target, ignore, x.shape[axis], "NLLLoss")
    weights = np.where(counts, weight[chosen], weight.dtype.type(0))
    losses = np.where(counts, -(weights * _pick(x, chosen, axis)), x.dtype.type(0))
    total_weight = reduce_sum(weights, axes=(), keep_dims=False)
    if reduction == _NONE:
        return losses, total_weight
    total = reduce_sum(losses, axes=(), keep_dims=False)
    return np.asarray(total / total_weight if reduction == _MEAN else total), total_weight


@kernel(name="NLLLoss", outputs=2)
def nll_lone(x: Array, target: Array, weight: Array, *, reduction: str, ignore: int) -> tuple[Array, Array]:
    """The same of one sample, as Ascend950 has it: the mean is -x[target], NaN for a weight of 0, 0 where ignored."""
    counts, chosen = _choose(target, ignore, x.shape[0], "NLLLoss")
    if not counts:
        return np.zeros((), x.dtype), np.zeros((), x.dtype)
    own, value = weight[chosen], x[chosen]
    if reduction == _MEAN:
        return np.asarray(-value if own else x.dtype.type(math.nan)), np.asarray(own)
    return np.asarray(-(own * value)), np.asarray(own)


@kernel(name="NLLLossGrad")
def nll_grad(
    x: Array,
    grad: Array,
    target: Array,
    weight: Array,
    total_weight: Array,
    *,
    axis: int,
    reduction: str,
    ignore: int,
) -> Array:
    """-grad * weight[target] at the target's class and 0 elsewhere; for a mean grad is divided by the total weight.

    Source: ops-nn loss/nll_loss_grad/op_kernel/arch35/nll_loss_grad.h.
    """
    counts, chosen = _choose(target, ignore, x.shape[axis], "NLLLossGrad")
    scaled = grad.reshape(()) if grad.size == 1 else grad
    if reduction == _MEAN:
        scaled = scaled / total_weight.reshape(())
    values = np.where(counts, -(scaled * weight[chosen]), x.dtype.type(0))
    result = np.zeros_like(x, order="C")
    np.put_along_axis(result, np.expand_dims(chosen, axis), np.expand_dims(values, axis), axis)
    return result


@kernel(name="MultilabelMarginLoss", outputs=2)
def multilabel_margin(x: Array, target: Array, *, reduction: str) -> tuple[Array, Array]:
    """For each label the sum of max(0, 1 - x[label] + x[i]) over the classes i that are no label, divided by C.

    A row of the target lists labels, up to a -1; other numbers that are no class are left out. The second output marks
    the labels. The sum of the rows is divided by C, their mean by C * N.
    Source: ops-nn loss/multilabel_margin_loss/op_kernel/arch35/multilabel_margin_loss_impl.h.
    """
    rows, labels = np.atleast_2d(x), np.atleast_2d(target)
    samples, classes = rows.shape
    valid = np.logical_and.accumulate(labels != -1, axis=1) & (labels >= 0) & (labels < classes)
    chosen = np.where(valid, labels, 0)
    marks = np.zeros((samples, classes), bool)
    marks[np.nonzero(valid)[0], labels[valid]] = True
    margins = np.zeros_like(rows, order="C")
    for place in np.flatnonzero(valid.any(axis=0)):
        label = chosen[:, place : place + 1]
        margin = (1 - np.take_along_axis(rows, label, 1)) + rows
        counted = (margin > 0) & ~marks & valid[:, place : place + 1]
        margins += np.where(counted, margin, rows.dtype.type(0))
    by_row = reduce_sum(margins, axes=(1,), keep_dims=False)
    is_target = marks.reshape(target.shape)
    if reduction == _NONE:
        losses = by_row / by_row.dtype.type(classes)
        return (losses if x.ndim > 1 else losses.reshape(())), is_target
    divisor = classes * samples if reduction == _MEAN else classes
    return np.asarray(reduce_sum(by_row, axes=(), keep_dims=False) / rows.dtype.type(divisor)), is_target


@kernel(name="SoftmaxCrossEntropyWithLogits", outputs=2)
def softmax_cross_entropy(x: Array, y: Array) -> tuple[Array, Array]:
    """The sum of y * (log(sum(exp(x))) - x) by row, and softmax(x) - y; the largest x of a row is subtracted first.

    Source: ops-nn activation/softmax_cross_entropy_with_logits/op_kernel/arch35/
    softmax_cross_entropy_with_logits_full_load.h.
    """
    loss, gradient = np.empty(len(x), x.dtype), np.empty(x.shape, x.dtype)
    for block in row_blocks(x):
        shifted = x[block] - x[block].max(axis=1, keepdims=True)
        powers = np.exp(shifted)
        total = reduce_sum(powers, axes=(1,), keep_dims=True)
        loss[block] = reduce_sum((np.log(total) - shifted) * y[block], axes=(1,), keep_dims=False)
        gradient[block] = powers / total - y[block]
    return loss, gradient


@kernel(name="CrossEntropyLoss", outputs=2)
def cross_entropy(
    x: Array, target: Array, weight: Array | None = None, *, reduction: str, ignore: int, smoothing: float
) -> tuple[Array, Array]:
    """-(1 - smoothing) * weight[target] * p[target] - smoothing / C * sum(weight * p), p = x - log(sum(exp(x))); and p.

    The loss is that of each row, their sum, or their sum divided by the sum of the weights of the targets. A target that
    is ``ignore`` counts as no loss and no weight.
    Source: ops-nn loss/cross_entropy_loss/op_kernel/cross_entropy_loss_fp32.h.
    """
    classes = x.shape[1]
    counts, chosen = _choose(target, ignore, classes, "CrossEntropyLoss")
    log_prob, every = np.empty(x.shape, x.dtype), np.empty(len(x), x.dtype)
    for block in row_blocks(x):
        shifted = x[block] - x[block].max(axis=1, keepdims=True)
        log_prob[block] = shifted - np.log(reduce_sum(np.exp(shifted), axes=(1,), keep_dims=True))
        if smoothing > 0:
            terms = log_prob[block] if weight is None else log_prob[block] * weight
            every[block] = reduce_sum(terms, axes=(1,), keep_dims=False)
    weights = _weights(counts, chosen, weight, x)
    zero = x.dtype.type(0)
    losses = np.where(counts, weights * _pick(log_prob, chosen, 1), zero)
    losses *= x.dtype.type(smoothing - 1)
    if smoothing > 0:
        losses -= np.where(counts, every, zero) * x.dtype.type(smoothing / classes)
    if reduction == _NONE:
        return losses, log_prob
    total = reduce_sum(losses, axes=(), keep_dims=False)
    if reduction == _MEAN:
        total = np.asarray(total / reduce_sum(weights, axes=(), keep_dims=False))
    return total.reshape(1), log_prob


@kernel(name="CrossEntropyLossGrad")
def cross_entropy_grad(
    grad: Array, log_prob: Array, target: Array, weight: Array | None = None, *, reduction: str, ignore: int
) -> Array:
    """(exp(log_prob) - 1 at the target) * grad * weight[target], 0 where ignored; a mean divides by the sum of the weights."""
    counts, chosen = _choose(target, ignore, log_prob.shape[1], "CrossEntropyLossGrad")
    weights = _weights(counts, chosen, weight, log_prob)
    scaled = weights * (grad.reshape(()) if grad.size == 1 else grad)
    if reduction == _MEAN:
        scaled = scaled / reduce_sum(weights, axes=(), keep_dims=False)
    scaled = np.where(counts, scaled, log_prob.dtype.type(0))[:, np.newaxis]
    result: Array = np.exp(log_prob) * scaled
    place = chosen[:, np.newaxis]
    np.put_along_axis(result, place, np.take_along_axis(result, place, 1) - scaled, 1)
    return result


def _weights(counts: Array, chosen: Array, weight: Array | None, x: Array) -> Array:
    """The weight of each row's target; 0 where it is ignored."""
    if weight is None:
        return counts.astype(x.dtype)
    result: Array = np.where(counts, weight[chosen], x.dtype.type(0))
    return result


# The classes lie on several devices: each computes on its part of them.


@kernel(name="CrossEntropySumExpAndIndexLogit", outputs=5)
def sums_and_logits(
    x: Array, target: Array, largest: Array, *, start: int, end: int
) -> tuple[Array, Array, Array, Array, Array]:
    """The logit of the target less the largest, the sum of exp(x - largest), these, the target's place, and whether it is elsewhere.

    Source: ops-nn loss/cross_entropy_sum_exp_and_index_logit/op_kernel/arch35/cross_entropy_sum_exp_and_index_logit.h.
    """
    rows, wide = x.reshape(-1, x.shape[-1]), target.reshape(-1).astype(np.int64)
    elsewhere = (wide < start) | (wide >= end)
    place = np.where(elsewhere, 0, wide - start)
    shifted = rows - largest.reshape(-1, 1)
    chosen = np.where(elsewhere, x.dtype.type(0), shifted[np.arange(len(rows)), place])
    powers = np.exp(shifted)
    sums: Array = powers.sum(axis=-1)
    found = (chosen, sums, place.astype(np.int32), elsewhere.astype(np.int32))
    predicted, total, offset, mask = (one.reshape(target.shape) for one in found)
    return predicted, total, powers.reshape(x.shape), offset, mask


@kernel(name="FusedCrossEntropyLossWithMaxSum")
def loss_of_sums(largest: Array, sums: Array, predicted: Array) -> Array:
    """log(sum) - the logit of the target, both less the largest."""
    del largest
    result: Array = np.log(sums) - predicted
    return result


@kernel(name="FusedCrossEntropyLossWithMaxSum", outputs=2)
def losses_of_sums(largest: Array, sums: Array, predicted: Array, x: Array) -> tuple[Array, Array]:
    """The loss as above; and exp(x - the largest) * (1 / sum), the share of each class.

    Source: ops-nn loss/fused_cross_entropy_loss_with_max_sum/op_kernel/fused_cross_entropy_loss_with_max_sum.h.
    """
    shares: Array = np.exp(x - largest[:, None]) * (1 / sums)[:, None]
    return loss_of_sums.function(largest, sums, predicted), shares
