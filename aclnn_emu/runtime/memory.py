"""Device memory: one address space for each device, apart from host memory and from each other."""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from aclnn_emu.errors import RtDeviceFault, RtMemoryAllocation, RtParamInvalid

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ALIGNMENT",
    "FILL",
    "AddressSpace",
    "Allocation",
    "Bytes",
    "device_address_range",
    "device_of_address",
    "is_device_address",
]

Bytes: TypeAlias = "NDArray[np.uint8]"

_T = TypeVar("_T")

# 47-bit numbers as the NPU's driver hands out; 4 TiB for each of 16 devices.
_FIRST = 0x1240_0000_0000
_SPAN_BITS = 42
_MAX_DEVICES = 16
_END = _FIRST + (_MAX_DEVICES << _SPAN_BITS)

ALIGNMENT = 512  # the driver is asked for 2 ** 9; documents promise 64
_GUARD = 512  # at least as many unmapped bytes lie between two allocations
_STEP = _GUARD + ALIGNMENT - 1
FILL = 0xFF  # fresh memory: NaN in every float type, never zeros
_GRANULE = 1 << 20  # larger allocations are filled in pieces of this size, when one is first looked at
_CACHE_LINE = 64
_REMEMBERED = 4096  # freed allocations that error texts can still name
_NOTHING = np.empty(0, np.uint8)
_MOST_PREPARED = 1024


def is_device_address(number: int) -> bool:
    """Whether the number lies in the range of device addresses, allocated or not."""
    return _FIRST <= number < _END


def device_address_range() -> tuple[int, int]:
    """First number of the range of all devices, and its size in bytes."""
    return _FIRST, _END - _FIRST


def device_of_address(number: int) -> int:
    """The id of the device in whose range the number lies; -1 for a number outside all ranges."""
    return (number - _FIRST) >> _SPAN_BITS if _FIRST <= number < _END else -1


def _round_up(nbytes: int, step: int) -> int:
    return -(-nbytes // step) * step


def _new_bytes(size: int, requested: int, function: str, device: int) -> Bytes:
    """Memory that begins with a cache line, where there is more than a granule: malloc's own begins 16 bytes later."""
    try:
        if size <= _GRANULE:
            return np.empty(size, np.uint8)
        room = np.empty(size + _CACHE_LINE, np.uint8)
        start = -room.__array_interface__["data"][0] % _CACHE_LINE
        return room[start : start + size]
    except (MemoryError, ValueError):
        raise RtMemoryAllocation("ACL-MEM-011", function=function, nbytes=requested, device=device) from None


_NOTHING_PREPARED: set[Hashable] = set()  # of all allocations that nothing was made of
_NO_GRANULES = bytearray()  # of all allocations of one granule


class Allocation:
    """A block of device memory.

    Attributes:
        address: its first byte.
        nbytes: bytes that may be touched: the request rounded up and padded, as on the device.
        spare: how many of them are more than the caller asked for.
        page: the page size that this was rounded up to, in bytes; 1 for ordinary pages.
        origin: the function that made it.
        number: the how manieth allocation of its device, from 1.
        data: the bytes; empty once freed, and for one granule or less until somebody looks at it.
        fresh: how many of its granules are not filled with the pattern yet, because nobody looked at them.
        unfilled: one byte for each granule, 1 while it is not filled; empty for one granule or less.
        freed_by: the function that freed it; None while it is alive.
        prepared: keys in `AddressSpace.prepared` of what was made of this allocation.
    """

    # Of a hundred thousand of them none is in a cache when it is looked at: so what can be computed is not kept.
    __slots__ = (
        "address", "data", "freed_by", "fresh", "nbytes", "number", "origin", "page", "prepared", "spare", "unfilled",
    )  # fmt: skip

    def __init__(
        self, address: int, nbytes: int, spare: int, page: int, origin: str, number: int, data: Bytes
    ) -> None:
        self.address = address
        self.nbytes = nbytes
        self.spare = spare
        self.page = page
        self.origin = origin
        self.number = number
        self.data = data
        self.fresh = 1
        self.unfilled = _NO_GRANULES
        self.freed_by: str | None = None
        self.prepared: set[Hashable] = _NOTHING_PREPARED

    @property
    def requested(self) -> int:
        """Bytes that the caller asked for."""
        return self.nbytes - self.spare

    @property
    def charged(self) -> int:
        """Bytes that count against the device's limit."""
        return _round_up(self.nbytes, self.page)

    @property
    def alive(self) -> bool:
        """Not freed yet."""
        return self.freed_by is None

    def fill(self, start: int, stop: int, *, keep: bool) -> None:
        """Fill the fresh granules that the range touches, without the range itself unless `keep`.

        Raises:
            RtMemoryAllocation: (207001) this computer has not that much left.
        """
        if self.nbytes <= _GRANULE:
            self.data = _new_bytes(self.nbytes, self.requested, self.origin, device_of_address(self.address))
            self.data.fill(FILL)
            self.fresh = 0
            return
        last = -(-stop // _GRANULE)
        index = self.unfilled.find(1, start // _GRANULE, last)
        while index >= 0:
            low, high = index * _GRANULE, (index + 1) * _GRANULE
            if keep:
                self.data[low:high].fill(FILL)
            else:
                self.data[low : max(low, start)].fill(FILL)
                self.data[min(high, stop) : high].fill(FILL)
            self.unfilled[index] = 0
            self.fresh -= 1
            index = self.unfilled.find(1, index + 1, last)

    def describe(self) -> str:
        """The allocation in words, for error texts."""
        freed = "" if self.freed_by is None else f", freed by {self.freed_by}"
        return f"{self.requested} bytes at {self.address:#x} (allocation {self.number}, {self.origin}{freed})"


class AddressSpace:
    """The memory of one device.

    Args:
        device_id: which range of numbers its addresses come from.
        limit: bytes that can be allocated at a time.
        padding: bytes that a padded allocation gets behind the rounded request.

    Attributes:
        live: the live allocations, by their address.
        lowest, end: the range of its addresses; the end is outside.
        used: bytes that count against the limit.
        prepared: what callers of `prepare` made of live allocations, by their key.
    """

    def __init__(self, device_id: int, limit: int, padding: int = 32) -> None:
        self.device_id = device_id
        self.limit = limit
        self.used = 0
        self._padding = padding
        self.lowest = self._next = _FIRST + (device_id << _SPAN_BITS)
        self.end = self.lowest + (1 << _SPAN_BITS)
        self._count = 0
        self.live: dict[int, Allocation] = {}
        # Ascending: the live allocations, and freed ones, which go when there are many or addresses are used again.
        self._starts: list[int] = []
        self._most_starts = _REMEMBERED
        self._reuses = False
        self._freed: deque[Allocation] = deque(maxlen=_REMEMBERED)  # oldest first
        self.prepared: dict[Hashable, Any] = {}
        self._lock = threading.RLock()

    @property
    def allocations(self) -> tuple[Allocation, ...]:
        """The live allocations, in order of their addresses."""
        with self._lock:
            return tuple(self.live[start] for start in self._starts if start in self.live)

    def real_size(self, nbytes: int, *, padded: bool) -> int:
        """What a request becomes: rounded up to 32 bytes, and the chip's padding behind it."""
        return -(-nbytes // 32) * 32 + (self._padding if padded else 0)

    def allocate(self, nbytes: int, padded: bool = True, origin: str = "aclrtMalloc", page: int = 1) -> int:
        """Reserve memory and return its address.

        Args:
            nbytes: bytes that the caller asked for, at least 1.
            padded: add the chip's padding behind the request, as aclrtMalloc does.
            origin: the function that asks, for records and texts.
            page: page size in bytes; what counts against the limit is rounded up to it.

        Raises:
            RtMemoryAllocation: (207001) the device, or this computer, has not that much left.
        """
        size = (nbytes + 31 & -32) + (self._padding if padded else 0)  # real_size in place
        charged = size if page == 1 else _round_up(size, page)
        step = size + _STEP & -ALIGNMENT
        with self._lock:
            used = self.used + charged
            if used > self.limit:
                raise self._exhausted(nbytes, charged)
            # Small ones get theirs when first looked at: making an array costs as much as all the rest here.
            data = _NOTHING if size <= _GRANULE else _new_bytes(size, nbytes, origin, self.device_id)
            # Behind the last one while the range lasts, then in the first gap from its start.
            address = self._next
            self._next = address + step
            if self._reuses or self._next > self.end:
                address = self._place_again(address, step, nbytes, charged)
            else:
                if len(self._starts) > self._most_starts:
                    self._drop_freed_starts()
                self._starts.append(address)
            self._count = number = self._count + 1
            self.used = used
            made = Allocation(address, size, size - nbytes, page, origin, number, data)
            if size > _GRANULE:
                made.fresh = -(-size // _GRANULE)
                made.unfilled = bytearray(b"\1" * made.fresh)
            self.live[address] = made
        return address

    def _exhausted(self, nbytes: int, charged: int) -> RtMemoryAllocation:
        return RtMemoryAllocation(
            "ACL-MEM-010",
            device=self.device_id,
            nbytes=nbytes,
            charged=charged,
            used=self.used,
            limit=self.limit,
            count=len(self.live),
        )

    def _place_again(self, address: int, step: int, nbytes: int, charged: int) -> int:
        """The first gap from `address` on, or from the start, when the range has been used up once."""
        if not self._reuses:
            self._reuses = True
            self._drop_freed_starts()
        found = self._gap(address, step)
        if found is None:
            found = self._gap(self.lowest, step)
        if found is None:
            self._next = address
            raise self._exhausted(nbytes, charged)
        insort(self._starts, found)
        self._next = found + step
        return found

    def _drop_freed_starts(self) -> None:
        self._starts = [start for start in self._starts if start in self.live]
        self._most_starts = 2 * len(self._starts) + _REMEMBERED

    def _gap(self, address: int, step: int) -> int | None:
        """The first place from `address` on where `step` bytes are unused; None when the range ends before."""
        starts = self._starts
        for index in range(bisect_left(starts, address), len(starts)):
            if starts[index] >= address + step:
                break
            block = self.live[starts[index]]
            address = _round_up(block.address + block.nbytes + _GUARD, ALIGNMENT)
        return address if address + step <= self.end else None

    def free(self, address: int, origin: str = "aclrtFree") -> Allocation:
        """Give an allocation back; its address works no more, also in work queued earlier.

        Raises:
            RtParamInvalid: (107000, our choice: the closed driver decides) not the address of a live allocation.
        """
        with self._lock:
            allocation = self.live.pop(address, None)
            if allocation is None:
                raise RtParamInvalid(
                    "ACL-MEM-020", function=origin, address=hex(address), reason=self._why_not_free(address)
                )
            if self._reuses:
                del self._starts[bisect_left(self._starts, address)]
            self.used -= allocation.nbytes if allocation.page == 1 else allocation.charged
            allocation.freed_by = origin
            allocation.data = _NOTHING
            if allocation.prepared:
                for key in allocation.prepared:
                    self.prepared.pop(key, None)
                allocation.prepared = _NOTHING_PREPARED
            self._freed.append(allocation)
        return allocation

    def free_all(self, *, origin: str) -> list[Allocation]:
        """Give everything back, when the device is reset."""
        with self._lock:
            gone = [self.free(address, origin) for address in list(self.live)]
            self._starts.clear()
        return gone

    def find(self, address: int) -> Allocation | None:
        """The live allocation that holds this byte."""
        found = self.live.get(address)
        if found is not None:
            return found
        found = self.live.get(
            address & -ALIGNMENT
        )  # where an allocation begins of which it is one of the first bytes
        if found is None:
            with self._lock:
                index = bisect_right(self._starts, address) - 1
                # Where a freed one stands next before it, nothing lives: none reaches over the start of another.
                found = self.live.get(self._starts[index]) if index >= 0 else None
        return found if found is not None and address < found.address + found.nbytes else None

    def view(self, address: int, nbytes: int, *, write: bool = False) -> Bytes:
        """A live view of bytes: writing to it writes device memory.

        Raises:
            RtDeviceFault: (507035) the range is not wholly inside one live allocation.
        """
        found = self.live.get(address)
        if found is not None and not found.fresh:
            data = found.data  # empty when another thread frees it just now
            if nbytes <= data.size:
                return data[:nbytes]
        return self._view_slowly(address, nbytes, write=write, keep=True)

    def prepare(self, key: Hashable, make: Callable[[], _T], addresses: Iterable[int]) -> _T:
        """Make something of live memory and keep it in `prepared` until one of the allocations is freed.

        Args:
            key: where it is kept.
            make: makes it.
            addresses: a byte of each allocation that it is made of.
        """
        with self._lock:  # nobody frees one of them meanwhile
            made = make()
            if len(self.prepared) >= _MOST_PREPARED:
                self.prepared.clear()
            self.prepared[key] = made
            for allocation in filter(None, map(self.find, addresses)):
                if not allocation.prepared:
                    allocation.prepared = set()
                elif len(allocation.prepared) >= 2 * _MOST_PREPARED:
                    allocation.prepared &= self.prepared.keys()
                allocation.prepared.add(key)
        return made

    def view_to_overwrite(self, address: int, nbytes: int) -> Bytes:
        """Like `view`, for a caller that will write every byte: those are not filled first."""
        found = self.live.get(address)
        if found is not None and not found.fresh:
            data = found.data  # as above
            if nbytes <= data.size:
                return data[:nbytes]
        return self._view_slowly(address, nbytes, write=True, keep=False)

    def _view_slowly(self, address: int, nbytes: int, *, write: bool, keep: bool) -> Bytes:
        if nbytes == 0:
            return _NOTHING
        with self._lock:
            found = self.find(address)
            if found is None or address + nbytes > found.address + found.nbytes:
                raise RtDeviceFault("ACL-MEM-001", **self.fault(address, nbytes, write=write))
            offset = address - found.address
            stop = offset + nbytes
            if found.fresh:
                found.fill(offset, stop, keep=keep)
            return found.data[offset:stop]

    def fault(self, address: int, nbytes: int, *, write: bool) -> dict[str, Any]:
        """What an error text says about a range that cannot be touched."""
        return {
            "access": "write" if write else "read",
            "nbytes": nbytes,
            "address": hex(address),
            "device": self.device_id,
            "reason": self._why_not(address, nbytes),
        }

    def _why_not(self, address: int, nbytes: int) -> str:
        found = self.find(address)
        if found is not None:
            beyond = address + nbytes - found.address - found.nbytes
            return f"the last {beyond} bytes lie behind {found.describe()}"
        freed = self._find_freed(address)
        if freed is not None:
            return f"the memory was given back: {freed.describe()}"
        owner = device_of_address(address)
        if owner != self.device_id:
            return "the number is no device memory" if owner < 0 else f"the memory belongs to device {owner}"
        nearest = self._nearest(address)
        return "nothing is allocated there" + (f"; the nearest is {nearest.describe()}" if nearest else "")

    def _why_not_free(self, address: int) -> str:
        inside = self.find(address)
        if inside is not None:
            return f"it points {address - inside.address} bytes into {inside.describe()}"
        freed = self._find_freed(address)
        if freed is not None and freed.address == address:
            return f"it was given back before: {freed.describe()}"
        return self._why_not(address, 1)

    def _find_freed(self, address: int) -> Allocation | None:
        with self._lock:
            remembered = list(self._freed)
        for old in reversed(remembered):
            if old.address <= address < old.address + old.nbytes:
                return old
        return None

    def _nearest(self, address: int) -> Allocation | None:
        with self._lock:
            self._drop_freed_starts()
            index = bisect_left(self._starts, address)
            around = [self.live[start] for start in self._starts[max(index - 1, 0) : index + 1]]
        return min(around, key=lambda block: abs(block.address - address), default=None)
