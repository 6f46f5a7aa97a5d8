"""Kernels that find equal elements or slices. NaN equals nothing, itself included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aclnn_emu.kernels.kernel import Array, Kernel, kernel

__all__ = ["DISTINCT", "RUNS"]


def _rows(x: Array, axis: int | None) -> Array:
    """What is compared, as the rows of a matrix."""
    if axis is None:
        return x.reshape(-1, 1)
    return np.moveaxis(x, axis, 0).reshape(x.shape[axis], -1)


def _starts(rows: Array) -> Array:
    """Where a row differs from the one before it."""
    first = np.ones(rows.shape[0], bool)
    first[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return first


def _chosen(x: Array, places: Array, axis: int | None) -> Array:
    return x.reshape(-1)[places] if axis is None else np.take(x, places, axis=axis)


def _results(values: Array, inverse: Array, counts: Array, wanted: tuple[bool, bool]) -> Any:
    extras = [part for part, asked in zip((inverse, counts), wanted, strict=True) if asked]
    return (values, *extras) if extras else values


def _runs(x: Array, *, axis: int | None, wanted: tuple[bool, bool]) -> Any:
    """The first of every run of equal neighbours; which run each is in; how long the runs are."""
    starts = _starts(_rows(x, axis))
    places = np.flatnonzero(starts)
    inverse = np.cumsum(starts) - 1
    counts = np.diff(np.append(places, starts.size))
    shaped = inverse.reshape(x.shape) if axis is None else inverse
    return _results(_chosen(x, places, axis), shaped, counts, wanted)


def _distinct(x: Array, *, axis: int | None, ordered: bool, wanted: tuple[bool, bool]) -> Any:
    """The distinct elements or slices; which of them each is; how often they come."""
    rows = _rows(x, axis)
    order = np.lexsort(rows.T[::-1]) if rows.shape[1] else np.arange(rows.shape[0])
    starts = _starts(rows[order])
    group = np.empty(rows.shape[0], np.int64)
    group[order] = np.cumsum(starts) - 1
    places = order[starts]
    if not ordered:
        appearance = np.argsort(places, kind="stable")
        rank = np.empty_like(appearance)
        rank[appearance] = np.arange(appearance.size)
        places, group = places[appearance], rank[group]
    counts = np.bincount(group, minlength=places.size)
    shaped = group.reshape(x.shape) if axis is None else group
    return _results(_chosen(x, places, axis), shaped, counts, wanted)


def _by_outputs(name: str, function: Callable[..., Any]) -> dict[int, Kernel]:
    """The kernel with one, two and three outputs: what is not asked for is not written."""
    return {count: kernel(name=name, outputs=count)(function) for count in (1, 2, 3)}


RUNS = _by_outputs("UniqueConsecutive", _runs)
DISTINCT = _by_outputs("UniqueWithCountsAndSorting", _distinct)
