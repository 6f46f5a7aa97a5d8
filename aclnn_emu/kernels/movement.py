"""Kernels that put elements in other places: expand, stack, split, slice, flip, roll, tile, repeat."""

from __future__ import annotations

from functools import cache

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.kernel import Array, Kernel, kernel

__all__ = [
    "chunk_cat", "confuse", "flip", "pack", "place_slice", "repeat", "roll", "shuffle", "slice_shape", "split_into",
    "sum_repeats", "take_slice", "tile",
]  # fmt: skip

Shape = tuple[int, ...]
Index = tuple[slice | int | None, ...]
"""What an array is indexed with: None makes a dimension, a number takes one away."""


@kernel(name="Pack", widens=False)
def pack(*arrays: Array, axis: int) -> Array:
    """The arrays one after the other along a new axis."""
    return np.stack(arrays, axis=axis)


@cache
def split_into(count: int) -> Kernel:
    """The kernel that cuts an array into so many parts along an axis."""

    def split(x: Array, *, sizes: Shape, axis: int) -> tuple[Array, ...] | Array:
        """Parts of x of these sizes along an axis, one after the other."""
        parts = tuple(np.split(x, np.cumsum(sizes[:-1]), axis=axis))
        return parts if count > 1 else parts[0]

    made: Kernel = kernel(name="SplitV", widens=False, outputs=count)(split)
    return made


@kernel(name="StridedSlice", widens=False)
def take_slice(x: Array, *, index: Index) -> Array:
    """The elements of x at an index."""
    return np.array(x[index])


def slice_shape(shape: Shape, index: Index) -> Shape:
    """The shape of what `take_slice` gives for an array of this shape.

    Raises:
        IndexError: a number is outside its dimension.
    """
    return np.broadcast_to(np.int8(0), shape)[index].shape


@kernel(name="StridedSliceAssignV2", widens=False)
def place_slice(x: Array, value: Array, *, index: Index) -> Array:
    """x with value at an index."""
    result = np.array(x)
    result[index] = value
    return result


@kernel(name="ReverseV2", widens=False)
def flip(x: Array, *, axes: Shape) -> Array:
    """x with some axes in the opposite order."""
    return np.array(np.flip(x, axes)) if x.ndim else np.array(x)


@kernel(name="Roll", widens=False)
def roll(x: Array, *, shifts: Shape, axes: Shape) -> Array:
    """x shifted along axes, what leaves at an end entering at the other; without axes along all elements in a row."""
    return np.roll(x, shifts, axes) if axes else np.roll(x, shifts[0])


@kernel(name="Tile", widens=False)
def tile(x: Array, *, repeats: Shape) -> Array:
    """x as often as the repeats say, along each axis."""
    return np.tile(x, repeats)


@kernel(name="Transpose", widens=False)
def shuffle(x: Array, *, split: Shape, order: Shape, size: Shape) -> Array:
    """x in the shape `split`, with its axes in another order, in the shape `size`."""
    return np.array(x.reshape(split).transpose(order)).reshape(size)


@kernel(name="ConfusionTransposeD", widens=False)
def confuse(x: Array, *, order: Shape, size: Shape, transpose_first: bool) -> Array:
    """x with its axes in another order, then in another shape; or the shape first."""
    if transpose_first:
        return np.array(x.transpose(order)).reshape(size)
    return np.array(x.reshape(size).transpose(order))


@kernel(name="ChunkCat")
def chunk_cat(*arrays: Array, chunks: int) -> Array:
    """The rows of each array in so many chunks, zeros where they do not come out even; the chunks side by side."""
    parts = []
    for array in arrays:
        rows = -(-array.shape[0] // chunks) * chunks
        padded = np.zeros((rows, *array.shape[1:]), array.dtype)
        padded[: array.shape[0]] = array
        parts.append(padded.reshape(chunks, -1))
    return np.concatenate(parts, axis=1)


@kernel(name="RepeatInterleave", widens=False)
def repeat(x: Array, *counts: Array, axis: int | None, size: int, times: int) -> Array:
    """Each element of x along an axis (of all elements in a row without one) as often as the repeats say.

    The repeats are an array or, without one, the number of times. They add up to `size`; one for all adds up to as many
    times the number of elements.
    """
    repeats = counts[0] if counts else np.array([times])
    length = x.size if axis is None else x.shape[axis]
    _check_repeats("RepeatInterleave", repeats, length, size)
    return np.repeat(x, repeats.reshape(-1), axis)


def _check_repeats(name: str, repeats: Array, length: int, size: int) -> None:
    lowest = int(repeats.min())
    if lowest < 0:
        raise RtDeviceFault("ACLNN-PARAM-152", kernel=name, got=lowest)
    total = int(repeats.sum()) * (length if repeats.size == 1 else 1)
    if total != size:
        raise RtDeviceFault("ACLNN-PARAM-151", kernel=name, got=total, allowed=size)


@kernel(name="RepeatInterleaveGrad")
def sum_repeats(grad: Array, repeats: Array, *, axis: int, length: int) -> Array:
    """The sum of the gradients of all copies that each of `length` elements got."""
    _check_repeats("RepeatInterleaveGrad", repeats, length, grad.shape[axis])
    counts = np.broadcast_to(repeats.reshape(-1), (length,))
    rows = np.moveaxis(grad, axis, 0)
    total = np.zeros((length, *rows.shape[1:]), grad.dtype)
    np.add.at(total, np.repeat(np.arange(length), counts), rows)
    return np.moveaxis(total, 0, axis)
