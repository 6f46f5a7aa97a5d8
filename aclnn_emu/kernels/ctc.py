"""Connectionist temporal classification: the loss of unaligned label sequences, and its gradient.

A sample's labels are written with a blank before, between and after them: 2 * length + 1 places. The probability of all
ways through the first time steps that end at a place is alpha, that of all ways from it to the end is beta.
"""

from __future__ import annotations

import math

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["ctc_loss", "ctc_loss_grad"]

_NEVER = -math.inf


def _require_lengths(lengths: tuple[int, ...], param: str, name: str, high: int) -> Array:
    """The lengths as an array.

    Raises:
        RtDeviceFault (507035): one is negative.
    """
    if lengths and min(lengths) < 0:
        raise RtDeviceFault("ACLNN-PARAM-091", kernel=name, param=param, got=min(lengths), low=0, high=high)
    return np.array(lengths, np.int64)


def _places(targets: Array, lengths: Array, width: int, blank: int, classes: int, name: str) -> Array:
    """The class at each place of each sample, [N, width]: blank at the even places and behind the end.

    Raises:
        RtDeviceFault (507035): a label is no class.
    """
    column = np.arange(width // 2)
    used = column < lengths[:, None]
    if targets.ndim == 1:
        first = np.cumsum(lengths) - lengths
        rows = targets[np.where(used, first[:, None] + column, 0)] if targets.size else np.zeros(used.shape)
    else:
        rows = np.zeros(used.shape)
        kept = min(targets.shape[1], used.shape[1])
        rows[:, :kept] = targets[:, :kept]
    labels = np.where(used, rows, blank).astype(np.int64)
    wrong = labels[(labels < 0) | (labels >= classes)]
    if wrong.size:
        raise RtDeviceFault(
            "ACLNN-PARAM-091", kernel=name, param="targets", got=int(wrong[0]), low=0, high=classes - 1
        )
    places = np.full((len(lengths), width), blank)
    places[:, 1 : 2 * column.size : 2] = labels
    return places


def _skips(places: Array, used: Array) -> Array:
    """Where a way may come from two places before: past a blank, between labels that differ."""
    skips = np.zeros(places.shape, bool)
    skips[:, 2:] = (places[:, 2:] != places[:, :-2]) & used[:, 2:]
    return skips


def _earlier(x: Array, by: int) -> Array:
    """What lies so many places before each place."""
    moved = np.full_like(x, _NEVER)
    moved[:, by:] = x[:, :-by]
    return moved


def _any_of(*logs: Array) -> Array:
    """The logarithm of the sum of probabilities; -inf where all are."""
    top = np.maximum.reduce(logs)
    top = np.where(top == _NEVER, top.dtype.type(0), top)
    total = np.exp(logs[0] - top)
    for one in logs[1:]:
        total += np.exp(one - top)
    return np.asarray(np.log(total) + top)


@kernel(name="CTCLossV2", outputs=2)
def ctc_loss(
    x: Array,
    targets: Array,
    *,
    input_lengths: tuple[int, ...],
    target_lengths: tuple[int, ...],
    blank: int,
    zero_infinity: bool,
    width: int,
) -> tuple[Array, Array]:
    """-log of the probability of all ways to write the labels, [N]; and log alpha, [N, T, width], -inf where no way is.

    ``x`` holds logarithms of probabilities, [T, N, C] or [T, C]. Of no time steps the loss is 0 without labels, else inf.
    Source: ops-nn loss/ctc_loss_v2/op_kernel/arch35/ctc_loss_v2_fp32.h.
    """
    x = x.reshape(len(x), -1, x.shape[-1])
    steps, samples, classes = x.shape
    ends = _require_lengths(input_lengths, "inputLengths", "CTCLossV2", steps)
    lengths = _require_lengths(target_lengths, "targetLengths", "CTCLossV2", width // 2)
    places = _places(targets, lengths, width, blank, classes, "CTCLossV2")
    place = np.arange(width)
    used = place <= 2 * lengths[:, None]
    skips = _skips(places, used)
    emitted = np.take_along_axis(x, places[None], 2)
    alpha = np.full((samples, steps, width), _NEVER, x.dtype)
    alpha[:, 0] = np.where(used & (place < 2) & (ends > 0)[:, None], emitted[0], _NEVER)
    for step in range(1, steps):
        before = alpha[:, step - 1]
        skipped = np.where(skips, _earlier(before, 2), x.dtype.type(_NEVER))
        reached = _any_of(before, _earlier(before, 1), skipped) + emitted[step]
        alpha[:, step] = np.where(used & (step < ends)[:, None], reached, _NEVER)
    sample = np.arange(samples)
    last = alpha[sample, ends - 1]
    label = np.where(lengths > 0, last[sample, 2 * lengths - 1], x.dtype.type(_NEVER))
    loss = -_any_of(last[sample, 2 * lengths], label)
    loss = np.where(ends > 0, loss, np.where(lengths > 0, math.inf, 0)).astype(x.dtype)
    return np.where(np.isposinf(loss) & zero_infinity, x.dtype.type(0), loss), alpha


@kernel(name="CTCLossV2Grad")
def ctc_loss_grad(
    grad: Array,
    x: Array,
    targets: Array,
    loss: Array,
    alpha: Array,
    *,
    input_lengths: tuple[int, ...],
    target_lengths: tuple[int, ...],
    blank: int,
    zero_infinity: bool,
) -> Array:
    """grad * (exp(x) - exp(log(sum of alpha * beta over the places of the class) + loss - x)), 0 behind a sample's end.

    NaN where no way leads through and zeroInfinity is false, else 0.
    Source: ops-nn loss/ctc_loss_v2_grad/op_kernel/arch35/ctc_loss_v2_grad.h.
    """
    steps, samples, classes = x.shape
    width = alpha.shape[2]
    ends = _require_lengths(input_lengths, "inputLengths", "CTCLossV2Grad", steps)
    lengths = _require_lengths(target_lengths, "targetLengths", "CTCLossV2Grad", width // 2)
    places = _places(targets, lengths, width, blank, classes, "CTCLossV2Grad")
    through = np.swapaxes(alpha, 0, 1) + _log_beta(x, places, ends, lengths)
    where = (np.arange(steps)[:, None, None], np.arange(samples)[:, None], places)
    top = np.full(x.shape, _NEVER, x.dtype)
    np.maximum.at(top, where, through)
    finite = np.where(top == _NEVER, x.dtype.type(0), top)
    total = np.zeros_like(top)
    np.add.at(total, where, np.exp(through - finite[where]))
    result = (np.exp(x) - np.exp(np.log(total) + finite + loss[:, None] - x)) * grad[:, None]
    counts = np.arange(steps)[:, None] < ends
    if zero_infinity:
        counts &= ~np.isposinf(loss)
    return np.asarray(np.where(counts[..., None], result, x.dtype.type(0)))


def _log_beta(x: Array, places: Array, ends: Array, lengths: Array) -> Array:
    """Log beta, [T, N, places]; -inf where no way is."""
    place = np.arange(places.shape[1])
    to_end = 2 * lengths[:, None] - place
    # Seen from the end a way skips forward; turned round it is alpha's rule.
    skips = _skips(places, to_end >= 0)
    emitted = np.take_along_axis(x, places[None], 2)
    beta = np.full(emitted.shape, _NEVER, x.dtype)
    after = np.full(places.shape, _NEVER, x.dtype)
    for step in reversed(range(len(x))):
        forward = np.where(skips, after, x.dtype.type(_NEVER))
        reached = _any_of(after, *(_earlier(y[:, ::-1], by)[:, ::-1] for y, by in ((after, 1), (forward, 2))))
        first = np.where((to_end == 0) | (to_end == 1), x.dtype.type(0), x.dtype.type(_NEVER))
        left = (ends - step)[:, None]
        found = np.where(left == 1, first, np.where((left > 1) & (to_end >= 0), reached, _NEVER))
        after = beta[step] = found + emitted[step]
    return beta
