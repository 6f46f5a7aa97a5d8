"""Kernels that pick elements by indices, and the check of indices that all kernels with indices share."""

from __future__ import annotations

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "first_column",
    "gather",
    "gather_elements",
    "gather_nd",
    "gather_rows",
    "require_indices",
    "transpose",
]


def require_indices(indices: Array, size: int, *, op: str, param: str, negative: bool) -> Array:
    """The indices as INT64 from 0 on.

    Args:
        indices: integers.
        size: how many there are to choose from.
        op: the operator, for the text.
        param: the parameter that holds them, for the text.
        negative: whether -1 means the last one.

    Raises:
        RtDeviceFault (507035): an index is outside the range. A card reads or writes beside the tensor, skips the
            element or stops, depending on the kernel; here it always stops.
    """
    wide = indices.astype(np.int64)
    low = -size if negative else 0
    outside = (wide < low) | (wide >= size)
    if outside.any():
        flat = int(np.argmax(outside.reshape(-1)))
        position = [int(place) for place in np.unravel_index(flat, outside.shape)]
        raise RtDeviceFault(
            "ACLNN-PARAM-160", op=op, param=param, got=int(wide.reshape(-1)[flat]), position=position,
            size=size, low=low, high=size - 1,
        )  # fmt: skip
    return np.where(wide < 0, wide + size, wide)


@kernel(name="Transpose", widens=False)
def transpose(x: Array, *, axes: tuple[int, ...]) -> Array:
    """x with its dimensions in another order."""
    return np.ascontiguousarray(x.transpose(axes))


@kernel(name="Slice", widens=False)
def first_column(index: Array) -> Array:
    """The first column: all of an index that is one vector, repeated."""
    return np.array(index[:, 0])


@kernel(name="GatherElements", widens=False)
def gather_elements(x: Array, index: Array, *, axis: int, op: str, param: str = "index") -> Array:
    """x at the places of index, in which the coordinate along an axis is replaced by the index itself."""
    if not x.ndim:
        x = x.reshape(1)
    places = index.reshape(1) if not index.ndim else index
    wrapped = require_indices(places, x.shape[axis], op=op, param=param, negative=True)
    inside = tuple(
        slice(None) if place == axis else slice(0, size) for place, size in enumerate(places.shape)
    )
    taken: Array = np.take_along_axis(x[inside], wrapped, axis=axis)
    return np.reshape(taken, index.shape)


@kernel(name="GatherV2", widens=False)
def gather(
    x: Array,
    index: Array,
    *,
    axis: int,
    batch: int = 0,
    negative: bool,
    flat: bool = False,
    column: bool = False,
    op: str,
    param: str = "index",
) -> Array:
    """The slices of x at the indices along an axis; the first `batch` dimensions of both belong together.

    What has no dimensions stays as it is, however many indices there are; all of them must name its one element.
    """
    if flat:
        x = x.reshape(-1)
    if column:
        index = index[:, 0]
    size: int = x.shape[axis] if x.ndim else 1
    picks = require_indices(index, size, op=op, param=param, negative=negative)
    if not x.ndim:
        return np.array(x)
    if not batch:
        return np.take(x, picks, axis=axis)
    lead = x.shape[:batch]
    rows = np.moveaxis(x.reshape(-1, *x.shape[batch:]), axis - batch + 1, 1)
    inner = picks.reshape(rows.shape[0], -1)
    taken = rows[np.arange(rows.shape[0])[:, None], inner]
    middle = x.shape[batch:axis]
    moved = np.moveaxis(taken, 1, len(middle) + 1)
    return np.reshape(moved, (*lead, *middle, *picks.shape[batch:], *x.shape[axis + 1 :]))


@kernel(name="GatherV2", widens=False)
def gather_rows(x: Array, index: Array, *, op: str) -> Array:
    """The rows of x at the indices, taken as one row of them."""
    picks = require_indices(index.reshape(-1), x.shape[0], op=op, param="indices", negative=False)
    return np.asarray(x[picks])


@kernel(name="GatherNd", widens=False)
def gather_nd(x: Array, indices: Array, *, negative: bool, op: str) -> Array:
    """The slices of x whose first coordinates are the rows of indices."""
    depth = indices.shape[-1]
    places = tuple(
        require_indices(indices[..., k], x.shape[k], op=op, param=f"indices[..., {k}]", negative=negative)
        for k in range(depth)
    )
    return np.asarray(x[places])
