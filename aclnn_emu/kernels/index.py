"""Kernels of Index, IndexPut and IndexAdd: several index tensors at once, masks among them."""

from __future__ import annotations

from typing import Any

import numpy as np

from aclnn_emu.core.layout import broadcast, broadcasts_to
from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.gather import require_indices
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["index", "index_add", "index_put", "index_put_adding"]


def _places(x: Array, indices: tuple[Array, ...], given: tuple[bool, ...], op: str) -> tuple[Any, ...]:
    """What NumPy takes between brackets; dimensions without an index are taken whole."""
    places: list[Any] = []
    rest = iter(indices)
    axis = 0
    _require_together(indices, given, op)
    for place, has_index in enumerate(given):
        picks = next(rest) if has_index else None
        if picks is not None and picks.dtype == bool:
            _require_mask(x, picks, axis, op, place)
            places.append(picks)
            axis += picks.ndim
            continue
        if axis >= x.ndim:  # masks before it cover several dimensions each
            raise RtDeviceFault(
                "ACLNN-PARAM-166",
                op=op,
                param="indices",
                got=len(given),
                reference="the tensor",
                allowed=x.ndim,
            )
        if picks is None:
            places.append(slice(None))
        else:
            param = f"indices[{place}]"
            places.append(require_indices(picks, x.shape[axis], op=op, param=param, negative=True))
        axis += 1
    return tuple(places)


def _require_together(indices: tuple[Array, ...], given: tuple[bool, ...], op: str) -> None:
    """Indices broadcast with one another; a mask counts as a row of as many as it has set."""
    merged: tuple[int, ...] = ()
    numbers = (place for place, has_index in enumerate(given) if has_index)
    for place, picks in zip(numbers, indices, strict=True):
        shape = (int(np.count_nonzero(picks)),) if picks.dtype == bool else picks.shape
        together = broadcast(merged, shape)
        if together is None:
            raise RtDeviceFault(
                "ACLNN-PARAM-008", op=op, param=f"indices[{place}]", got=list(shape), other=list(merged),
                reference="the indices before it, masks as the places they set",
            )  # fmt: skip
        merged = together


def _require_mask(x: Array, mask: Array, axis: int, op: str, place: int) -> None:
    covered = x.shape[axis : axis + mask.ndim]
    if covered != mask.shape:
        raise RtDeviceFault(
            "ACLNN-PARAM-167", op=op, param=f"indices[{place}]", got=list(mask.shape), reference="the tensor",
            allowed=list(covered),
        )  # fmt: skip


@kernel(name="Index", widens=False)
def index(x: Array, *indices: Array, given: tuple[bool, ...], out_shape: tuple[int, ...], op: str) -> Array:
    """x at the indices: where they stand side by side in their place, else in front."""
    raised = x.reshape(x.shape or (1,))
    result = np.asarray(raised[_places(raised, indices, given, op)])
    if result.shape != out_shape and (result.size != 1 or int(np.prod(out_shape)) != 1):
        raise RtDeviceFault("ACLNN-EXEC-011", step="Index", count=result.size, room=int(np.prod(out_shape)))
    return result.reshape(out_shape)


def _put(
    x: Array, values: Array, indices: tuple[Array, ...], given: tuple[bool, ...], op: str, *, add: bool
) -> Array:
    out = np.array(x).reshape(x.shape or (1,))
    places = _places(out, indices, given, op)
    target = out[places].shape
    if not broadcasts_to(values.shape, target):
        raise RtDeviceFault("ACLNN-EXEC-011", step="IndexPut", count=values.size, room=int(np.prod(target)))
    if add:
        np.add.at(out, places, values)
    else:
        out[places] = values
    return np.reshape(out, x.shape)


@kernel(name="IndexPut", widens=False)
def index_put(x: Array, values: Array, *indices: Array, given: tuple[bool, ...], op: str) -> Array:
    """x with values written to the indices, which they are repeated for."""
    return _put(x, values, indices, given, op, add=False)


@kernel(name="IndexPut")
def index_put_adding(x: Array, values: Array, *indices: Array, given: tuple[bool, ...], op: str) -> Array:
    """x with values added at the indices, which they are repeated for."""
    return _put(x, values, indices, given, op, add=True)


@kernel(name="InplaceIndexAdd")
def index_add(x: Array, picks: Array, source: Array, *, axis: int, alpha: Any, op: str) -> Array:
    """x with alpha times the slices of source added at the indices along an axis."""
    out = np.array(x).reshape(x.shape or (1,))
    rows = require_indices(picks.reshape(-1), out.shape[axis], op=op, param="index", negative=False)
    values = source.reshape(source.shape or (1,))
    factor = np.asarray(alpha).astype(values.dtype)
    scaled = np.logical_and(values, factor) if values.dtype == bool else values * factor
    np.add.at(np.moveaxis(out, axis, 0), (rows,), np.moveaxis(scaled, axis, 0))
    return np.reshape(out, x.shape)
