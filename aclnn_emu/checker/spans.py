"""Which bytes: ranges with holes, sets of bytes, and a map from bytes to what touched them last."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from aclnn_emu.runtime.task import MemoryRange

__all__ = ["ByteMap", "ByteSet", "common_bytes", "runs", "touched"]

Mask = npt.NDArray[np.bool_]

_MOST_BYTES = 256 << 20  # views whose holes are looked at; in larger ones strided accesses count as disjoint
_MOST_RUNS = 4096  # pieces of a strided view that a byte set keeps apart; more are kept as one


def touched(span: MemoryRange, low: int, high: int) -> Mask:
    """For each byte of [low, high), which lies inside the span: does an access to the span touch it?"""
    layout = span.layout
    if layout is None:
        return np.ones(high - low, np.bool_)
    mask = np.zeros(span.nbytes, np.bool_)
    view: Any = np.lib.stride_tricks.as_strided(
        mask[layout.lead :], (*layout.shape, layout.itemsize), (*layout.strides, 1)
    )
    view[...] = True
    return mask[low - span.address : high - span.address]


def common_bytes(one: MemoryRange, other: MemoryRange) -> tuple[int, int] | None:
    """The first byte that both touch and how many there are; None when there is none."""
    low = max(one.address, other.address)
    high = min(one.address + one.nbytes, other.address + other.nbytes)
    if low >= high:
        return None
    if one.layout is None and other.layout is None:
        return low, high - low
    if max(one.nbytes, other.nbytes) > _MOST_BYTES:
        return None
    both = touched(one, low, high) & touched(other, low, high)
    count = int(np.count_nonzero(both))
    return (low + int(both.argmax()), count) if count else None


def runs(span: MemoryRange) -> list[tuple[int, int]]:
    """The pieces of a span that are touched without a hole: begin and end."""
    end = span.address + span.nbytes
    if span.layout is None or span.nbytes > _MOST_BYTES:
        return [(span.address, end)]
    mask = touched(span, span.address, end)
    edges = np.flatnonzero(np.diff(mask, prepend=False, append=False))
    if len(edges) > 2 * _MOST_RUNS:
        return [(span.address, end)]
    return [(int(low), int(high)) for low, high in edges.reshape(-1, 2) + span.address]


class ByteSet:
    """A set of addresses, kept as pieces that neither touch nor overlap.

    Nothing is ever taken out, so the range that `has` found last stays in.
    """

    __slots__ = ("_ends", "_known_high", "_known_low", "_starts")

    def __init__(self) -> None:
        self._known_low = self._known_high = -1
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, low: int, high: int) -> None:
        """Put [low, high) in."""
        starts, ends = self._starts, self._ends
        first = bisect_left(ends, low)
        last = bisect_right(starts, high)
        if first < last:
            low = min(low, starts[first])
            high = max(high, ends[last - 1])
        starts[first:last] = [low]
        ends[first:last] = [high]

    def has(self, low: int, high: int) -> bool:
        """Whether all of [low, high) is in."""
        if low >= self._known_low and high <= self._known_high:
            return True
        index = bisect_right(self._starts, low) - 1
        if index < 0 or high > self._ends[index]:
            return low >= high
        self._known_low, self._known_high = self._starts[index], self._ends[index]
        return True

    def pieces(self, low: int, high: int) -> Iterator[tuple[int, int]]:
        """What of [low, high) is in."""
        index = bisect_right(self._ends, low)
        while index < len(self._starts) and self._starts[index] < high:
            yield max(low, self._starts[index]), min(high, self._ends[index])
            index += 1

    def missing(self, span: MemoryRange) -> int:
        """How many of the bytes that an access to the span touches are not in."""
        low, high = span.address, span.address + span.nbytes
        if self.has(low, high):
            return 0
        if span.layout is None:
            return high - low - sum(end - start for start, end in self.pieces(low, high))
        if span.nbytes > _MOST_BYTES:
            return 0
        mask = touched(span, low, high).copy()
        for start, end in self.pieces(low, high):
            mask[start - low : end - low] = False
        return int(np.count_nonzero(mask))


_V = TypeVar("_V")


class ByteMap(Generic[_V]):
    """A list of values for each byte of [low, high); neighbours with one list share a cell.

    Cells are split where a range begins or ends; `replace` joins them again. The cell that `exact` found last is kept
    until cells change: programs use the same bytes again and again.
    """

    __slots__ = ("_end", "_last", "_last_high", "_last_low", "_starts", "_values")

    def __init__(self, low: int, high: int) -> None:
        self._starts = [low]
        self._values: list[list[_V]] = [[]]
        self._end = high
        self._last_low = self._last_high = -1
        self._last: list[_V] = []

    def cells(self, low: int, high: int) -> list[list[_V]]:
        """The lists of the cells that touch [low, high), to be looked at."""
        first = max(bisect_right(self._starts, low) - 1, 0)
        return self._values[first : bisect_left(self._starts, min(high, self._end), first)]

    def exact(self, low: int, high: int) -> list[_V] | None:
        """The list of the cell that is [low, high), if one is."""
        if low == self._last_low and high == self._last_high:
            return self._last
        starts = self._starts
        index = bisect_left(starts, low)
        if index == len(starts) or starts[index] != low:
            return None
        end = starts[index + 1] if index + 1 < len(starts) else self._end
        if end != high:
            return None
        self._last_low, self._last_high, self._last = low, high, self._values[index]
        return self._last

    def replace(self, low: int, high: int, value: _V) -> None:
        """Nothing but this value is on [low, high) now."""
        first, last = self._cut(low), self._cut(high)
        self._last_low = -1
        self._starts[first:last] = [low]
        self._values[first:last] = [[value]]

    def cut(self, low: int, high: int) -> list[list[_V]]:
        """The lists of the cells that make up [low, high), to be changed."""
        first, last = self._cut(low), self._cut(high)
        return self._values[first:last]

    def _cut(self, at: int) -> int:
        """Make a cell begin at this address; its place."""
        starts = self._starts
        if at >= self._end:
            return len(starts)
        index = bisect_left(starts, at)
        if index == len(starts) or starts[index] != at:
            self._last_low = -1
            insort(starts, at)
            self._values.insert(index, list(self._values[index - 1]))
        return index
