"""Device memory: one address space for each device, apart from host memory and from each other."""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from aclnn_emu.errors import RtDeviceFault, RtMemoryAllocation, RtParamInvalid
from aclnn_emu.runtime.allocation import GRANULE, NOTHING, Allocation, Bytes, Content, new_content, round_up

__all__ = [
    "ALIGNMENT",
    "AddressSpace",
    "device_address_range",
    "device_of_address",
    "is_device_address",
]

_T = TypeVar("_T")

# 47-bit numbers as the NPU's driver hands out; 4 TiB for each of 16 devices.
_FIRST = 0x1240_0000_0000
_SPAN_BITS = 42
_MAX_DEVICES = 16
_END = _FIRST + (_MAX_DEVICES << _SPAN_BITS)

ALIGNMENT = 512  # the driver is asked for 2 ** 9; documents promise 64
_GUARD = 512  # at least as many unmapped bytes lie between two allocations
_STEP = _GUARD + ALIGNMENT - 1
_REMEMBERED = 4096  # freed allocations that error texts can still name
_MOST_PREPARED = 1024
# What a named tuple's own constructor calls, at a third of its price.
_tuple: Callable[..., Allocation] = tuple.__new__


def is_device_address(number: int) -> bool:
    """Whether the number lies in the range of device addresses, allocated or not."""
    return _FIRST <= number < _END


def device_address_range() -> tuple[int, int]:
    """First number of the range of all devices, and its size in bytes."""
    return _FIRST, _END - _FIRST


def device_of_address(number: int) -> int:
    """The id of the device in whose range the number lies; -1 for a number outside all ranges."""
    return (number - _FIRST) >> _SPAN_BITS if _FIRST <= number < _END else -1


class AddressSpace:
    """The memory of one device.

    Args:
        device_id: which range of numbers its addresses come from.
        limit: bytes that can be allocated at a time.
        padding: bytes that a padded allocation gets behind the rounded request.

    Attributes:
        live: the live allocations, by their address.
        contents: their bytes, where there are any.
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
        self.contents: dict[int, Content] = {}
        # Ascending: the live allocations, and freed ones, which go when there are many or addresses are used again.
        self._starts: list[int] = []
        self._most_starts = _REMEMBERED
        self._reuses = False
        self._freed: deque[tuple[Allocation, str]] = deque(maxlen=_REMEMBERED)  # and by whom; oldest first
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
        charged = size if page == 1 else round_up(size, page)
        step = size + _STEP & -ALIGNMENT
        with self._lock:
            used = self.used + charged
            if used > self.limit:
                raise self._exhausted(nbytes, charged)
            # Small ones get their bytes when first looked at: making an array costs as much as all the rest here.
            content = None if size <= GRANULE else new_content(size, nbytes, origin, self.device_id)
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
            self.live[address] = _tuple(Allocation, (address, size, nbytes, page, origin, number))
            if content is not None:
                self.contents[address] = content
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
            address = round_up(block.address + block.nbytes + _GUARD, ALIGNMENT)
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
            content = self.contents.pop(address, None)
            if content is not None:
                content.data = NOTHING
                for key in content.prepared:
                    self.prepared.pop(key, None)
            self._freed.append((allocation, origin))
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
        found = self.live.get(address & -ALIGNMENT)  # it may be one of the first bytes of an allocation
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
        content = self.contents.get(address)
        if content is not None and not content.fresh:
            data = content.data  # empty when another thread frees it just now
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
                prepared = self._content(allocation).prepared
                if len(prepared) >= 2 * _MOST_PREPARED:
                    prepared &= self.prepared.keys()
                prepared.add(key)
        return made

    def view_to_overwrite(self, address: int, nbytes: int) -> Bytes:
        """Like `view`, for a caller that will write every byte: those are not filled first."""
        content = self.contents.get(address)
        if content is not None and not content.fresh:
            data = content.data  # as above
            if nbytes <= data.size:
                return data[:nbytes]
        return self._view_slowly(address, nbytes, write=True, keep=False)

    def _view_slowly(self, address: int, nbytes: int, *, write: bool, keep: bool) -> Bytes:
        if nbytes == 0:
            return NOTHING
        with self._lock:
            found = self.find(address)
            if found is None or address + nbytes > found.address + found.nbytes:
                raise RtDeviceFault("ACL-MEM-001", **self.fault(address, nbytes, write=write))
            offset = address - found.address
            stop = offset + nbytes
            content = self._content(found)
            if content.fresh:
                content.fill(offset, stop, keep=keep)
            return content.data[offset:stop]

    def _content(self, allocation: Allocation) -> Content:
        """The bytes of a live allocation, which get memory of this computer now if they have none."""
        found = self.contents.get(allocation.address)
        if found is None:
            _, nbytes, requested, _, origin, _ = allocation
            found = self.contents[allocation.address] = new_content(nbytes, requested, origin, self.device_id)
        return found

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
            return f"the memory was given back: {freed[0].describe(freed[1])}"
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
        if freed is not None and freed[0].address == address:
            return f"it was given back before: {freed[0].describe(freed[1])}"
        return self._why_not(address, 1)

    def _find_freed(self, address: int) -> tuple[Allocation, str] | None:
        """The newest freed allocation with this byte, of those that are remembered, and who freed it."""
        with self._lock:
            remembered = list(self._freed)
        for old, origin in reversed(remembered):
            if old.address <= address < old.address + old.nbytes:
                return old, origin
        return None

    def _nearest(self, address: int) -> Allocation | None:
        with self._lock:
            self._drop_freed_starts()
            index = bisect_left(self._starts, address)
            around = [self.live[start] for start in self._starts[max(index - 1, 0) : index + 1]]
        return min(around, key=lambda block: abs(block.address - address), default=None)
