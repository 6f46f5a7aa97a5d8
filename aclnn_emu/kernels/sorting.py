"""Kernels that sort, with NaN as the largest number, and kernels that search what is sorted."""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.gather import require_indices
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["bucketize", "search_sorted", "sort", "topk"]


def _order(x: Array, axis: int, *, descending: bool) -> Array:
    """The stable order along an axis: equal elements stay as they stand."""
    if not descending:
        return np.argsort(x, axis=axis, kind="stable")
    backwards = np.argsort(np.flip(x, axis), axis=axis, kind="stable")
    return np.asarray(x.shape[axis] - 1 - np.flip(backwards, axis))


@kernel(name="Sort", outputs=2)
def sort(x: Array, *, axis: int, descending: bool) -> tuple[Array, Array]:
    """x in order along an axis, and where each element stood."""
    order = _order(x, axis, descending=descending)
    return np.take_along_axis(x, order, axis), order


@kernel(name="TopKV2", outputs=2)
def topk(x: Array, *, k: int, axis: int, largest: bool) -> tuple[Array, Array]:
    """The k largest or smallest elements along an axis in order, and where each stood."""
    raised = x.reshape(x.shape or (1,))
    order = np.take(_order(raised, axis, descending=largest), np.arange(k), axis=axis)
    values = np.take_along_axis(raised, order, axis)
    shape = () if not x.ndim else values.shape
    return values.reshape(shape), order.reshape(shape)


def _by_halves(sequence: Array, x: Array, *, right: bool) -> Array:
    """Where elements would stand in a sequence, or each row of them in its own, when intervals are halved.

    The vendor's kernels step to the right of whatever is not above the element (with `right`) or not equal or above; of
    that kind is all that does not compare. NumPy's search takes NaN for the largest number.
    """
    length: int = sequence.shape[-1]
    rows: Array = sequence.reshape(-1, length)
    wanted = x.reshape(len(rows), -1)
    low = np.zeros(wanted.shape, np.int64)
    high = np.full(wanted.shape, length, np.int64)
    for _ in range(length.bit_length()):
        middle = (low + high) // 2
        found = np.take_along_axis(rows, np.minimum(middle, length - 1), -1)
        stays = found > wanted if right else found >= wanted
        unsettled = low < high
        high = np.where(unsettled & stays, middle, high)
        low = np.where(unsettled & ~stays, middle + 1, low)
    return np.reshape(low, x.shape)


@kernel(name="SearchSorted")
def search_sorted(sequence: Array, x: Array, sorter: Array | None = None, *, right: bool, op: str) -> Array:
    """Where each element of x would stand in the sequence of its row."""
    sequence = np.atleast_1d(sequence)
    if sorter is not None:
        size = sequence.shape[-1]
        places = require_indices(np.atleast_1d(sorter), size, op=op, param="sorter", negative=False)
        sequence = np.take_along_axis(sequence, places, -1)
    return _by_halves(sequence, x, right=right)


@kernel(name="BucketizeV2")
def bucketize(x: Array, boundaries: Array, *, right: bool) -> Array:
    """Between which boundaries each element of x lies."""
    return _by_halves(boundaries, x, right=right)
