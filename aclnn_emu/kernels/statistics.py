"""Order and frequency: sorting, what stands at a place of the order, histograms, counts."""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "bincount",
    "count",
    "half",
    "histogram",
    "kth_value",
    "median_dim",
    "sort",
    "take",
    "take_along",
    "transpose",
]


@kernel(name="Sort", outputs=2)
def sort(x: Array, *, axis: int | None) -> tuple[Array, Array]:
    """The elements along the axis in ascending order, and where they stood; equal ones in their old order.

    NaN stands behind all numbers. No axis is the whole tensor as a row.
    """
    row = x.reshape(-1) if axis is None or not x.ndim else x
    along = 0 if axis is None else axis
    places = np.argsort(row, axis=along, kind="stable")
    return np.take_along_axis(row, places, axis=along), places


@kernel(name="GatherV2", widens=False)
def take(x: Array, *, place: int, axis: int | None, target: tuple[int, ...]) -> Array:
    """The elements at one place of the axis, in the shape given. No axis is the whole tensor as a row."""
    return np.asarray(np.take(x, place, axis=axis)).reshape(target)


@kernel(name="GatherElements", widens=False)
def take_along(x: Array, places: Array, *, axis: int | None, target: tuple[int, ...]) -> Array:
    """The elements at places of the axis that differ from row to row, in the shape given; -1 is the last.

    No axis is the whole tensor as a row.
    """
    places = places.astype(np.int64)
    if axis is None:
        return np.take(x, places).reshape(target)
    return np.take_along_axis(x, places, axis=axis).reshape(target)


@kernel(name="KthValue", outputs=2)
def kth_value(x: Array, *, k: int, axis: int, target: tuple[int, ...]) -> tuple[Array, Array]:
    """The k-th smallest element along the axis, and where it stands, in the shape given. NaN is the largest."""
    values, places = sort.function(x, axis=axis)
    return (
        take.function(values, place=k - 1, axis=axis, target=target),
        take.function(places, place=k - 1, axis=axis, target=target),
    )


@kernel(name="MedianDim", outputs=2)
def median_dim(x: Array, *, axis: int, target: tuple[int, ...]) -> tuple[Array, Array]:
    """The element at place (n - 1) / 2 of the ascending order along the axis, and where it stands.

    Where there is NaN it is the first NaN.
    """
    values, places = kth_value.function(x, k=(x.shape[axis] - 1) // 2 + 1, axis=axis, target=target)
    missing = np.not_equal(x, x)
    some = missing.any(axis=axis).reshape(target)
    return (
        np.where(some, x.dtype.type(np.nan), values),
        np.where(some, missing.argmax(axis=axis).reshape(target), places),
    )


@kernel(name="Div", elementwise=True)
def half(x: Array) -> Array:
    """x / 2 for integers, cut."""
    result: Array = np.where(x < 0, -(-x // 2), x // 2)
    return result


@kernel(name="Transpose", widens=False)
def transpose(x: Array, *, order: tuple[int, ...], target: tuple[int, ...]) -> Array:
    """The axes in another order, in the shape given."""
    result: Array = x.transpose(order).reshape(target)
    return result


@kernel(name="HistogramV2")
def histogram(x: Array, *limits: Array, bins: int, low: float, high: float, of_data: bool) -> Array:
    """How many elements lie in each of `bins` parts of low .. high, both ends counted in; NaN is nowhere.

    Two tensors of one element take the place of low and high; so do the data's own ends with `of_data`. Equal limits are moved apart by 1 on each side. Integers
    are told apart by integer division. Source: ops-math math/histogram_v2/op_kernel/arch35.
    """
    work = x.astype(np.int64) if x.dtype.kind in "iu" else x
    ends = (work.min(), work.max()) if of_data else limits or (low, high)
    least, most = (work.dtype.type(np.asarray(end).reshape(-1)[0]) for end in ends)
    if least == most:
        least, most = work.dtype.type(least - 1), work.dtype.type(most + 1)
    inside = work[(work >= least) & (work <= most)]
    scaled = (inside - least) * work.dtype.type(bins)
    width = work.dtype.type(most - least)
    parts = scaled // width if work.dtype.kind == "i" else scaled / width
    return np.bincount(np.clip(parts.astype(np.int64), 0, bins - 1), minlength=bins)


@kernel(name="Bincount")
def bincount(x: Array, weights: Array, *, size: int) -> Array:
    """Sum of the weights of each number from 0 to size - 1, in the order of the elements; other numbers are left out."""
    inside = (x >= 0) & (x < size)
    total = np.zeros(size, weights.dtype)
    np.add.at(total, x[inside], weights[inside])
    return total


@kernel(name="Bincount")
def count(x: Array, *, size: int) -> Array:
    """How often each number from 0 to size - 1 occurs; other numbers are left out."""
    return np.bincount(x[(x >= 0) & (x < size)], minlength=size)
