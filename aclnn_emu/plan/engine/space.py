"""The elements of a chain: fewest dimensions, in the order in which most operands lie in memory, and boxes of them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.lib.stride_tricks import as_strided

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array

__all__ = [
    "Box", "Space", "flat_space", "lies_in_rows", "make_space", "move", "padded", "padded_bytes",
    "runs_against",
]  # fmt: skip

Box = tuple["int | slice", ...]

_EDGE = 128
"""Elements of a box along each of two dimensions that run against each other in memory."""

_ENOUGH = 1 << 14
"""Elements of a box of two dimensions to which a third one is not added: a compiled loop takes no more than two."""

_LINE = 64
"""Bytes of a cache line."""


@attrs.frozen(eq=False)
class Space:
    """All elements of a chain, and its operands laid out over them.

    Attributes:
        shape: without dimensions of one element, neighbours merged where every operand allows it; one dimension at
            least.
        operands: views of that shape; a single element where an operand has but one.
        flat: every operand is one contiguous row, or a single element.
    """

    shape: tuple[int, ...]
    operands: tuple[Array, ...]
    flat: bool

    @property
    def size(self) -> int:
        """How many elements there are."""
        return math.prod(self.shape)

    def boxes(self, limit: int) -> list[Box]:
        """Boxes of at most `limit` elements that cover the space. Each is an index of the operands."""
        if len(self.shape) == 1:
            return [(slice(i, min(i + limit, self.size)),) for i in range(0, self.size, limit)]
        cuts: list[list[int | slice]] = []
        for size, step in zip(self.shape, self._lengths(limit), strict=True):
            if step == 1:
                cuts.append(list(range(size)))
            else:
                cuts.append([slice(start, min(start + step, size)) for start in range(0, size, step)])
        return list(itertools.product(*cuts))

    def _lengths(self, limit: int) -> list[int]:
        lengths = [1] * len(self.shape)
        edge = min(_EDGE, math.isqrt(limit))
        for axis in self._against():
            lengths[axis] = min(self.shape[axis], edge)
        for axis in reversed(range(len(self.shape))):
            long = sum(length > 1 for length in lengths)
            if long > 1 and lengths[axis] == 1 and math.prod(lengths) >= _ENOUGH:
                break
            room = limit // math.prod(length for i, length in enumerate(lengths) if i != axis)
            lengths[axis] = max(lengths[axis], min(self.shape[axis], room))
            if lengths[axis] < self.shape[axis]:
                break
        return lengths

    def _against(self) -> list[int]:
        """The last dimension and another one along which some operand is nearest in memory, if there is one."""
        last = len(self.shape) - 1
        for operand in self.operands:
            if operand.size == 1:
                continue
            steps = [abs(stride) or math.inf for stride in operand.strides]
            nearest = min(range(len(steps)), key=steps.__getitem__)
            if nearest != last and steps[nearest] < steps[last] < math.inf:
                return [nearest, last]
        return []

    def layout(self, limit: int) -> tuple[str, ...]:
        """How each operand lies in boxes of at most `limit` elements, in the words of `source.source_of`.

        A space of one or two dimensions is one box. Nothing where boxes have more than two dimensions.
        """
        if self.flat:
            return self.packed_layout()
        axes = list(range(len(self.shape)))
        if len(axes) > 2:
            axes = [axis for axis, length in enumerate(self._lengths(limit)) if length > 1]
        if len(axes) > 2:
            return ()
        return tuple(_lies(operand, axes) for operand in self.operands)

    def packed_layout(self) -> tuple[str, ...]:
        """The same where pieces are made contiguous."""
        return tuple("single" if operand.size == 1 else "row" for operand in self.operands)

    def pieces(self, box: Box) -> list[Array]:
        """Each operand's part of the box; the single element as it is."""
        return [operand if operand.size == 1 else operand[box] for operand in self.operands]


def _lies(operand: Array, axes: list[int]) -> str:
    """The layout of an operand in boxes with these dimensions, at most two; a box of one element lies in a row."""
    if operand.size == 1:
        return "single"
    steps = [operand.strides[axis] for axis in axes]
    if not steps or steps[-1] == operand.itemsize:
        return "row"
    if not steps[-1]:
        return "held"
    if 0 < abs(steps[0]) < abs(steps[-1]):
        return "turned"
    return "second" if steps[-1] == 2 * operand.itemsize else "strided"


def flat_space(size: int, arrays: Sequence[Array]) -> Space:
    """A space whose arrays are contiguous with so many elements, or have one."""
    return Space((size,), tuple(array.reshape(-1) for array in arrays), flat=True)


def make_space(shape: tuple[int, ...], arrays: Sequence[Array]) -> Space:
    """Lay out arrays, which broadcast to the shape, with the fewest dimensions."""
    strides = [_strides_in(array, shape) for array in arrays]
    axes = _common_order(shape, strides)
    sizes: list[int] = []
    steps: list[list[int]] = [[] for _ in arrays]
    for axis in axes:
        size = shape[axis]
        if sizes and all(s[-1] == new[axis] * size for s, new in zip(steps, strides, strict=True)):
            sizes[-1] *= size
            for s, new in zip(steps, strides, strict=True):
                s[-1] = new[axis]
            continue
        sizes.append(size)
        for s, new in zip(steps, strides, strict=True):
            s.append(new[axis])
    if not sizes:
        sizes = [1]
        steps = [[array.itemsize] for array in arrays]
    operands = tuple(_laid(array, sizes, s) for array, s in zip(arrays, steps, strict=True))
    flat = len(sizes) == 1 and all(o.size == 1 or o.flags.c_contiguous for o in operands)
    return Space(tuple(sizes), operands, flat)


def _common_order(shape: tuple[int, ...], strides: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The dimensions of more than one element from the farthest to the nearest in memory, as most operands have it."""
    axes = [axis for axis, size in enumerate(shape) if size > 1]
    orders: Counter[tuple[int, ...]] = Counter()
    for steps in reversed(strides):  # of two orders that are as common the output's wins
        if all(steps[axis] for axis in axes):
            orders[tuple(sorted(axes, key=lambda axis: -abs(steps[axis])))] += 1
    return orders.most_common(1)[0][0] if orders else tuple(axes)


def _strides_in(array: Array, shape: tuple[int, ...]) -> list[int]:
    """Byte strides in the larger shape; 0 where the array repeats."""
    missing = len(shape) - array.ndim
    own = (0 if size == 1 else stride for size, stride in zip(array.shape, array.strides, strict=True))
    return [0] * missing + list(own)


def _laid(array: Array, sizes: list[int], strides: list[int]) -> Array:
    if not any(strides):
        sizes, strides = [1], [array.itemsize]
    if array.dtype.isbuiltin == 1:
        return as_strided(array, sizes, strides)
    # NumPy's array interface has no word for the types of ml_dtypes.
    return as_strided(array.view(f"u{array.itemsize}"), sizes, strides).view(array.dtype)


def lies_in_rows(piece: Array) -> bool:
    """Whether a piece can be used as it is: contiguous, or rows that are."""
    return bool(piece.flags.c_contiguous or (piece.ndim == 2 and piece.strides[1] == piece.itemsize))


def padded_bytes(longest: int, itemsize: int) -> int:
    """What `padded` needs for a box of so many elements."""
    return longest * itemsize + _LINE * (longest // _EDGE + 2 * _EDGE)


def padded(memory: Array, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """An array in memory whose rows are a cache line longer than they need to be.

    Elements that lie under each other, which are read together when it is turned around, then do not fall on the same
    places of a cache. Other than two dimensions, or where the memory does not suffice: without.
    """
    if len(shape) == 2:
        rows, count = shape
        length = count + _LINE // dtype.itemsize
        if rows * length * dtype.itemsize <= memory.size:
            return memory[: rows * length * dtype.itemsize].view(dtype).reshape(rows, length)[:, :count]
    return memory[: math.prod(shape) * dtype.itemsize].view(dtype).reshape(shape)


def runs_against(piece: Array) -> bool:
    """Whether the elements of a column, not those of a row, are neighbours in memory."""
    return piece.ndim == 2 and 0 < abs(piece.strides[0]) < abs(piece.strides[1])


def move(source: Array, target: Array, spare: Array) -> None:
    """Copy a piece of a box into another of its shape.

    Args:
        source: what to copy.
        target: where to.
        spare: `padded_bytes`, to turn around in a cache what runs against the other in memory.
    """
    if runs_against(source) == runs_against(target):
        np.copyto(target, source)
        return
    between = padded(spare, source.T.shape, source.dtype)
    np.copyto(between, source.T)
    np.copyto(target, between.T)
