"""Blocks of device memory: what is known of one, and the bytes behind it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from aclnn_emu.errors import RtMemoryAllocation

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FILL", "GRANULE", "NOTHING", "Allocation", "Bytes", "Content", "new_content", "round_up"]

Bytes: TypeAlias = "NDArray[np.uint8]"

FILL = 0xFF  # fresh memory: NaN in every float type, never zeros
GRANULE = 1 << 20  # larger allocations are filled in pieces of this size, when one is first looked at
NOTHING = np.empty(0, np.uint8)
_CACHE_LINE = 64


def round_up(nbytes: int, step: int) -> int:
    """The next multiple of `step`."""
    return -(-nbytes // step) * step


class Allocation(NamedTuple):
    """A block of device memory, alive or not.

    A tuple, because programs make them by the hundred thousand: one takes a third of the time and half of the memory of
    an object.

    Attributes:
        address: its first byte.
        nbytes: bytes that may be touched: the request rounded up and padded, as on the device.
        requested: bytes that the caller asked for.
        page: the page size that its size is rounded up to for the device's limit, in bytes; 1 for ordinary pages.
        origin: the function that made it.
        number: the how manieth allocation of its device, from 1.
    """

    address: int
    nbytes: int
    requested: int
    page: int
    origin: str
    number: int

    @property
    def charged(self) -> int:
        """Bytes that count against the device's limit."""
        return round_up(self.nbytes, self.page)

    def describe(self, freed_by: str | None = None) -> str:
        """The allocation in words, for error texts."""
        freed = "" if freed_by is None else f", freed by {freed_by}"
        return f"{self.requested} bytes at {self.address:#x} (allocation {self.number}, {self.origin}{freed})"


class Content:
    """The bytes of an allocation that somebody has looked at, or that is larger than a granule.

    Attributes:
        data: the bytes; none once the allocation is freed.
        fresh: how many of its granules are not filled with the pattern yet, because nobody looked at them.
        unfilled: one byte for each granule, 1 while it is not filled.
        prepared: keys in `AddressSpace.prepared` of what was made of these bytes.
    """

    __slots__ = ("data", "fresh", "prepared", "unfilled")

    def __init__(self, data: Bytes) -> None:
        self.data = data
        self.fresh = -(-data.size // GRANULE)
        self.unfilled = bytearray(b"\1" * self.fresh)
        self.prepared: set[Hashable] = set()

    def fill(self, start: int, stop: int, *, keep: bool) -> None:
        """Fill the fresh granules that the range touches, without the range itself unless `keep`."""
        last = -(-stop // GRANULE)
        index = self.unfilled.find(1, start // GRANULE, last)
        while index >= 0:
            low, high = index * GRANULE, (index + 1) * GRANULE
            if keep:
                self.data[low:high].fill(FILL)
            else:
                self.data[low : max(low, start)].fill(FILL)
                self.data[min(high, stop) : high].fill(FILL)
            self.unfilled[index] = 0
            self.fresh -= 1
            index = self.unfilled.find(1, index + 1, last)


def new_content(size: int, requested: int, function: str, device: int) -> Content:
    """Memory that begins with a cache line, where there is more than a granule: malloc's own begins 16 bytes later.

    Raises:
        RtMemoryAllocation: (207001) this computer has not that much left.
    """
    try:
        if size <= GRANULE:
            return Content(np.empty(size, np.uint8))
        room = np.empty(size + _CACHE_LINE, np.uint8)
        start = -room.__array_interface__["data"][0] % _CACHE_LINE
        return Content(room[start : start + size])
    except (MemoryError, ValueError):
        raise RtMemoryAllocation("ACL-MEM-011", function=function, nbytes=requested, device=device) from None
