"""Kernels that write elements to places given by indices.

Where an index comes more than once, updates are applied in row-major order of the indices; a card promises no order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from aclnn_emu.kernels.gather import require_indices
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "index_fill",
    "linear_index",
    "scatter_elements",
    "scatter_flat_rows",
    "scatter_list",
    "scatter_nd",
    "scatter_rows",
    "scatter_slices",
]


def _divide(x: Array, y: Array) -> Array:
    """Division; that of integers drops the fraction, and by 0 gives 0."""
    if x.dtype.kind == "f":
        return np.divide(x, y)
    wide, by = x.astype(np.int64), y.astype(np.int64)
    safe = np.where(by == 0, 1, by)
    quotient = np.sign(wide) * np.sign(safe) * (np.abs(wide) // np.abs(safe))
    return np.where(by == 0, 0, quotient).astype(x.dtype)


_UFUNCS: dict[str, Any] = {
    "add": np.add,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "mean": np.add,
}


def _identity(reduction: str, dtype: np.dtype[Any]) -> Any:
    if reduction in ("add", "mean"):
        return 0
    if reduction == "mul":
        return 1
    if dtype.kind == "b":
        return reduction == "min"
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return info.min if reduction == "max" else info.max
    return -np.inf if reduction == "max" else np.inf


def _combine(out: Array, places: Any, updates: Array, reduction: str) -> None:
    """Write or combine, in the order of the places; a place may come again."""
    if reduction in ("none", "update"):
        out[places] = updates
    elif reduction == "div":
        _divide_at(out, places, updates)
    else:
        _UFUNCS[reduction].at(out, places, updates)


def _divide_at(out: Array, places: Any, updates: Array) -> None:
    """Divide once for each time that a place comes: first all first times, then all second times, and so on."""
    rows = np.asarray(places[0]).reshape(-1)
    values = np.broadcast_to(updates, (*np.shape(places[0]), *out.shape[1:])).reshape(-1, *out.shape[1:])
    order = np.argsort(rows, kind="stable")
    starts = np.searchsorted(rows[order], rows[order])
    turns = np.empty(rows.size, np.int64)
    turns[order] = np.arange(rows.size) - starts
    for turn in range(int(turns.max(initial=-1)) + 1):
        now = turns == turn
        out[rows[now]] = _divide(out[rows[now]], values[now])


@kernel(name="LinearIndex", widens=False)
def linear_index(index: Array, *, size: int, op: str, param: str = "index") -> Array:
    """The indices from 0 on, as INT32."""
    return require_indices(index, size, op=op, param=param, negative=True).astype(np.int32)


@kernel(name="ScatterElements")
def scatter_elements(
    x: Array, index: Array, updates: Array, *, axis: int, reduction: str, include_self: bool = True, op: str
) -> Array:
    """x with updates at the places of index, in which the coordinate along an axis is the index itself."""
    out = np.array(x).reshape(x.shape or (1,))
    places = index.reshape(index.shape or (1,))
    picks = require_indices(places, out.shape[axis], op=op, param="index", negative=True)
    coordinates: list[Array] = list(np.indices(picks.shape, sparse=True))
    coordinates[axis] = picks
    where = tuple(coordinates)
    sizes: tuple[int, ...] = places.shape
    values = updates.reshape(updates.shape or (1,))[tuple(slice(0, size) for size in sizes)]
    if not include_self and reduction not in ("none", "update"):
        out[where] = _identity(reduction, out.dtype)
    _combine(out, where, values, reduction)
    if reduction == "mean":
        counts = np.full(out.shape, int(include_self), np.int64)
        np.add.at(counts, where, 1)
        counts = np.where(counts == 0, 1, counts)
        out = out // counts if out.dtype.kind in "iu" else out / counts
    return np.reshape(out, x.shape)


@kernel(name="ScatterUpdate", widens=False)
def scatter_rows(
    x: Array,
    index: Array,
    updates: Array,
    *,
    reduction: str = "update",
    axis: int = 0,
    negative: bool = True,
    op: str,
    param: str = "indices",
) -> Array:
    """x with its slices at the indices along an axis replaced by, or combined with, the slices of updates."""
    out = np.array(x).reshape(x.shape or (1,))
    picks: Array = require_indices(index, out.shape[axis], op=op, param=param, negative=negative)
    turned = np.moveaxis(out, axis, 0)
    values: Array = updates.reshape(updates.shape or (1,))
    if axis:
        values = np.moveaxis(values, axis, 0)
    if not index.ndim:
        picks, values = picks.reshape(1), values.reshape(1, *turned.shape[1:])
    _combine(turned, (picks,), values, reduction)
    return np.reshape(out, x.shape)


@kernel(name="ScatterUpdate", widens=False)
def scatter_flat_rows(x: Array, index: Array, updates: Array, *, op: str) -> Array:
    """x with its rows at the indices, taken as one row of them, replaced by updates."""
    out = np.array(x)
    out[require_indices(index.reshape(-1), x.shape[0], op=op, param="indices", negative=False)] = updates
    return out


@kernel(name="ScatterNdUpdate", widens=False)
def scatter_nd(
    x: Array,
    indices: Array,
    updates: Array,
    *,
    reduction: str = "update",
    flat: bool = False,
    op: str,
    param: str = "indices",
) -> Array:
    """x with the slices whose first coordinates are the rows of indices replaced by, or combined with, updates."""
    out = np.array(x)
    target = out.reshape(-1) if flat else out
    rows = indices.reshape(-1, 1) if flat else indices
    depth = rows.shape[-1]
    places = tuple(
        require_indices(
            rows[..., k],
            target.shape[k],
            op=op,
            param=f"{param}[..., {k}]" if depth > 1 else param,
            negative=True,
        )
        for k in range(depth)
    )
    _combine(target, places, updates.reshape(-1) if flat else updates, reduction)
    return out


@kernel(name="Scatter", widens=False)
def scatter_slices(x: Array, indices: Array, updates: Array, *, axis: int, op: str) -> Array:
    """x with a block of updates for each batch, put along an axis from the place that indices say."""
    out = np.array(x)
    rows = indices.reshape(-1)
    if indices.ndim == 2:
        batches, starts = np.asarray(indices[:, 0]), np.asarray(indices[:, 1])
        batches = require_indices(batches, out.shape[0], op=op, param="indices[:, 0]", negative=False)
    else:
        batches, starts = np.arange(rows.size), rows
    length = updates.shape[axis]
    starts = require_indices(starts, out.shape[axis] - length + 1, op=op, param="indices", negative=False)
    turned, values = np.moveaxis(out, axis, 1), np.moveaxis(updates, axis, 1)
    count = min(starts.size, values.shape[0])
    along = starts[:count, None] + np.arange(length)
    turned[batches[:count, None], along] = values[:count]
    return out


@kernel(name="ScatterList", widens=False)
def scatter_list(
    x: Array, indice: Array, update: Array, mask: Array | None = None, *, member: int, axis: int, op: str
) -> Array:
    """One tensor of a list with its block of updates, put along an axis from the place that indice says."""
    out = np.array(x)
    if mask is not None and not mask.reshape(-1)[member]:
        return out
    block = update[member]
    row = np.asarray(indice[member])
    start, length = (int(row), block.shape[axis]) if indice.ndim == 1 else (int(row[0]), int(row[1]))
    room = out.shape[axis] - length + 1
    require_indices(np.asarray([start]), room, op=op, param=f"indice[{member}]", negative=False)
    where: list[Any] = [slice(None)] * out.ndim
    where[axis] = slice(start, start + length)
    source: list[Any] = [slice(None)] * out.ndim
    source[axis] = slice(0, length)
    out[tuple(where)] = block[tuple(source)]
    return out


@kernel(name="IndexFill", widens=False)
def index_fill(
    x: Array, index: Array | None = None, *, value: Any, axis: int, picks: tuple[int, ...] = ()
) -> Array:
    """x with its slices at the indices along an axis filled with a value; an index that names none is passed over."""
    out = np.array(x).reshape(x.shape or (1,))
    size: int = out.shape[axis]
    places = np.asarray(picks, np.int64) if index is None else index.reshape(-1).astype(np.int64)
    inside = places[(places >= -size) & (places < size)]
    np.moveaxis(out, axis, 0)[inside] = value
    return np.reshape(out, x.shape)
