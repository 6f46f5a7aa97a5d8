"""Kernels that sort, and kernels that search what is sorted. NaN counts as the largest number."""

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


@kernel(name="SearchSorted")
def search_sorted(sequence: Array, x: Array, sorter: Array | None = None, *, right: bool, op: str) -> Array:
    """Where each element of x would stand in the sequence of its row."""
    side = "right" if right else "left"
    if sorter is not None:
        places = require_indices(sorter, sequence.shape[-1], op=op, param="sorter", negative=False)
        sequence = np.take_along_axis(sequence, places, -1)
    if sequence.ndim == 1:
        return np.asarray(np.searchsorted(sequence, x, side=side))  # type: ignore[call-overload]
    rows = sequence.reshape(-1, sequence.shape[-1])
    wanted = x.reshape(rows.shape[0], -1)
    found = [np.searchsorted(row, values, side=side) for row, values in zip(rows, wanted, strict=True)]  # type: ignore[call-overload]
    return np.reshape(np.stack(found), x.shape)


@kernel(name="BucketizeV2")
def bucketize(x: Array, boundaries: Array, *, right: bool) -> Array:
    """Between which boundaries each element of x lies."""
    return np.asarray(np.searchsorted(boundaries, x, side="right" if right else "left"))
