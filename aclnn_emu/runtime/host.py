"""Host memory as the runtime sees it: arrays, bytes-like objects, page-locked blocks and plain pointers."""

from __future__ import annotations

import os
import sys
import threading
import weakref
from bisect import bisect_right, insort
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from aclnn_emu.errors import AclInvalidParam, RtDeviceFault, RtMemoryAllocation, RtParamInvalid
from aclnn_emu.runtime.allocation import FILL, Bytes
from aclnn_emu.runtime.handles import describe_value
from aclnn_emu.runtime.memory import is_device_address

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HostMemory", "HostPointer", "PinnedBlock", "host_address"]

_ALIGNMENT = 64
_REMEMBERED_BYTES = 16 << 20  # freed blocks whose memory is kept, so that nothing else gets their addresses
_PLAIN = frozenset(np.typecodes["AllInteger"] + np.typecodes["AllFloat"] + "?")


@attrs.define(eq=False)
class PinnedBlock:
    """Page-locked host memory made by aclrtMallocHost.

    Attributes:
        address: its first byte, a real address of this process.
        nbytes: bytes, the request rounded up to 32.
        requested: bytes that the caller asked for.
        device_id: the device whose context made it.
        origin, freed_by: the functions that made it and gave it back (None while it is alive).
        data: the bytes. Arrays that a caller keeps stay valid memory after the free.
    """

    address: int
    nbytes: int
    requested: int
    device_id: int
    origin: str
    data: Bytes
    freed_by: str | None = None

    @property
    def alive(self) -> bool:
        """Not freed yet."""
        return self.freed_by is None

    def describe(self) -> str:
        """The block in words, for error texts."""
        freed = "" if self.freed_by is None else f", freed by {self.freed_by}"
        return f"{self.requested} bytes at {self.address:#x} ({self.origin}{freed})"


class HostPointer(int):
    """The address of page-locked memory; a plain int with a way to look at the memory."""

    block: PinnedBlock

    @classmethod
    def of(cls, block: PinnedBlock) -> HostPointer:
        """A pointer to the start of the block."""
        pointer = cls(block.address)
        pointer.block = block
        return pointer

    def array(self, dtype: Any = np.uint8, count: int | None = None) -> NDArray[Any]:
        """A live array over the memory: `count` elements of `dtype`, by default all that fit.

        Raises:
            RtParamInvalid: (107000) the memory was given back, or has not so many elements.
        """
        dtype = np.dtype(dtype)
        if count is None:
            count = self.block.requested // dtype.itemsize
        if not self.block.alive or count * dtype.itemsize > self.block.nbytes:
            raise RtParamInvalid("ACL-MEM-023", count=count, dtype=dtype, block=self.block.describe())
        return self.block.data[: count * dtype.itemsize].view(dtype)


def host_address(value: Any) -> int | None:
    """The address of a host buffer or pointer; None when it cannot be known cheaply."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, np.ndarray):
        address: int = value.__array_interface__["data"][0]
        return address
    return None


def _bytes_of(value: Any, *, function: str, parameter: str) -> Bytes:
    """All bytes of a host buffer as an array over the same memory."""
    if isinstance(value, np.ndarray):
        if type(value) is np.ndarray and value.flags.c_contiguous and value.dtype.char in _PLAIN:
            return value.reshape(-1).view(np.uint8)  # the usual case, short
        if not value.flags.c_contiguous or value.dtype.hasobject:
            raise AclInvalidParam(
                "ACL-COPY-010",
                function=function,
                parameter=parameter,
                got=f"an array of {value.dtype} with shape {value.shape} and strides {value.strides}",
            )
        return np.asarray(value).reshape(-1).view(np.uint8)
    try:
        return np.frombuffer(value, np.uint8)
    except (TypeError, ValueError, BufferError):
        raise AclInvalidParam(
            "ACL-COPY-011", function=function, parameter=parameter, got=describe_value(value)
        ) from None


class HostMemory:
    """The host memory that the machine knows about: page-locked blocks and registered ranges."""

    def __init__(self) -> None:
        self._blocks: dict[int, PinnedBlock] = {}
        self._starts: list[int] = []
        self._freed: dict[int, PinnedBlock] = {}  # oldest first
        self._freed_bytes = 0
        self._ranges: dict[int, tuple[int, weakref.ref[NDArray[Any]]]] = {}
        self._lock = threading.RLock()

    @property
    def blocks(self) -> tuple[PinnedBlock, ...]:
        """The live page-locked blocks."""
        with self._lock:
            return tuple(self._blocks.values())

    @property
    def has_blocks(self) -> bool:
        """Whether there is any page-locked memory."""
        return bool(self._starts)

    def allocate(self, nbytes: int, *, device_id: int, origin: str) -> HostPointer:
        """Page-locked memory of at least `nbytes` bytes, rounded up to 32 and filled with the pattern.

        Raises:
            RtMemoryAllocation: (207001) this computer has not that much left.
        """
        size = -(-nbytes // 32) * 32
        try:
            raw = np.empty(size + _ALIGNMENT, np.uint8)
        except (MemoryError, ValueError):
            raise RtMemoryAllocation("ACL-MEM-012", function=origin, nbytes=nbytes) from None
        skip = -raw.__array_interface__["data"][0] % _ALIGNMENT
        data = raw[skip : skip + size]
        data.fill(FILL)
        block = PinnedBlock(data.__array_interface__["data"][0], size, nbytes, device_id, origin, data)
        with self._lock:
            self._blocks[block.address] = block
            insort(self._starts, block.address)
        return HostPointer.of(block)

    def free(self, address: int, *, origin: str) -> PinnedBlock:
        """Give a block back.

        Raises:
            RtParamInvalid: (107000) not the start of a live page-locked block.
        """
        with self._lock:
            block = self._blocks.pop(address, None)
            if block is not None:
                self._starts.remove(address)
                self._retire(block, origin)
                return block
        raise RtParamInvalid(
            "ACL-MEM-021", function=origin, address=hex(address), reason=self._why_not_free(address)
        )

    def _retire(self, block: PinnedBlock, origin: str) -> None:
        block.freed_by = origin
        self._freed[block.address] = block
        self._freed_bytes += block.nbytes
        while self._freed_bytes > _REMEMBERED_BYTES:
            oldest = self._freed.pop(next(iter(self._freed)))
            self._freed_bytes -= oldest.nbytes
            oldest.data = oldest.data[:0].copy()  # lets the memory go

    def _why_not_free(self, address: int) -> str:
        if is_device_address(address):
            return "it is device memory, which aclrtFree gives back"
        inside = self.pinned(address)
        if inside is not None:
            return f"it points {address - inside.address} bytes into {inside.describe()}"
        freed = self._freed.get(address)
        if freed is not None:
            return f"it was given back before: {freed.describe()}"
        return "aclrtMallocHost did not return it"

    def pinned(self, address: int | None) -> PinnedBlock | None:
        """The live page-locked block that holds this byte."""
        if address is None or not self._starts:
            return None
        with self._lock:
            index = bisect_right(self._starts, address) - 1
            if index < 0:
                return None
            block = self._blocks[self._starts[index]]
        return block if address < block.address + block.nbytes else None

    def register_range(self, array: NDArray[Any]) -> int:
        """Make the memory of an array usable by its address, for as long as the array lives; the address."""
        address = host_address(array)
        if address is None:
            raise TypeError("register_range takes an ndarray")
        self._ranges[address] = (array.nbytes, weakref.ref(array, lambda _: self._ranges.pop(address, None)))
        return address

    def view(self, value: Any, nbytes: int, *, write: bool, function: str, parameter: str) -> Bytes:
        """The first `nbytes` bytes of host memory as an array over the same memory.

        Args:
            value: a C-contiguous ndarray, a bytes-like object, a `HostPointer` or the number of a pointer.
            nbytes: bytes that will be touched.
            write: the bytes will be written.
            function: who asks, for error texts.
            parameter: for which argument.

        Raises:
            AclInvalidParam: (100000) no host memory by its type, not contiguous, read-only or too small.
            RtParamInvalid: (107000) a number that is no memory of this process.
        """
        if isinstance(value, int):
            return self._view_pointer(int(value), nbytes, write=write, function=function, parameter=parameter)
        data = _bytes_of(value, function=function, parameter=parameter)
        if nbytes > data.nbytes:
            raise AclInvalidParam(
                "ACL-COPY-012", function=function, parameter=parameter, size=data.nbytes, nbytes=nbytes
            )
        if write and not data.flags.writeable:
            raise AclInvalidParam(
                "ACL-COPY-013", function=function, parameter=parameter, got=describe_value(value)
            )
        return data[:nbytes]

    def view_block(self, block: PinnedBlock, address: int, nbytes: int, *, write: bool) -> Bytes:
        """Bytes of a page-locked block, when a task runs.

        Raises:
            RtDeviceFault: (507035) the block was freed, or the range leaves it.
        """
        offset = address - block.address
        if not block.alive or offset + nbytes > block.nbytes:
            raise RtDeviceFault(
                "ACL-MEM-002",
                access="write" if write else "read",
                nbytes=nbytes,
                address=hex(address),
                block=block.describe(),
            )
        return block.data[offset : offset + nbytes]

    def _view_pointer(
        self, address: int, nbytes: int, *, write: bool, function: str, parameter: str
    ) -> Bytes:
        block = self.pinned(address)
        if block is not None and address + nbytes <= block.address + block.nbytes:
            return block.data[address - block.address :][:nbytes]
        array = self._registered(address)
        if array is not None and nbytes <= array.nbytes and (array.flags.writeable or not write):
            return array.reshape(-1).view(np.uint8)[:nbytes]
        reason = self._why_no_pointer(address, nbytes, block, write=write)
        if reason is not None:
            raise RtParamInvalid(
                "ACL-COPY-014",
                function=function,
                parameter=parameter,
                access="write" if write else "read",
                nbytes=nbytes,
                address=hex(address),
                reason=reason,
            )
        return _raw_bytes(address, nbytes)

    def _registered(self, address: int) -> NDArray[Any] | None:
        entry = self._ranges.get(address)
        array = None if entry is None else entry[1]()
        return array if array is not None and array.flags.c_contiguous else None

    def _why_no_pointer(
        self, address: int, nbytes: int, block: PinnedBlock | None, *, write: bool
    ) -> str | None:
        if is_device_address(address):
            return "it is a number of device memory, which the host cannot touch"
        if block is not None:
            return f"the range leaves {block.describe()}"
        for freed in tuple(self._freed.values()):
            if freed.address <= address < freed.address + freed.nbytes:
                return f"the memory was given back: {freed.describe()}"
        if not sys.platform.startswith("linux"):
            return "only memory made by aclrtMallocHost or registered can be checked on this system"
        return None if _is_mapped(address, nbytes, write=write) else "it is not mapped in this process"


_MS_ASYNC = 1
_HIGHEST = 1 << 64
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

# The mappings at the time of the latest look, sorted: first address, end, permissions. Only permissions are taken
# from here; whether the range is mapped now the kernel says.
_latest_maps: list[tuple[int, int, str]] = []


def _is_mapped(address: int, nbytes: int, *, write: bool) -> bool:
    """Whether the whole range is mapped with the right permission, by msync and /proc/self/maps."""
    if not _kernel_knows(address, nbytes):
        return False
    wanted = "w" if write else "r"
    if _permitted(address, address + nbytes, wanted):
        return True
    _latest_maps[:] = _read_maps()
    return _permitted(address, address + nbytes, wanted)


def _kernel_knows(address: int, nbytes: int) -> bool:
    start = address & -_PAGE
    done: int = _libc().msync(start, address + nbytes - start, _MS_ASYNC)  # checks and does nothing else
    return done == 0


def _permitted(address: int, end: int, wanted: str) -> bool:
    maps = _latest_maps
    index = bisect_right(maps, (address, _HIGHEST, "")) - 1
    while 0 <= index < len(maps) and address < end:
        low, high, permissions = maps[index]
        if not low <= address < high or wanted not in permissions:
            return False
        address = high
        index += 1
    return address >= end


def _read_maps() -> list[tuple[int, int, str]]:
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:  # noqa: PTH123 - no Path needed
        rows = [line.split(" ", 2)[:2] for line in maps]
    spans = [(span.split("-"), permissions) for span, permissions in rows]
    return [(int(low, 16), int(high, 16), permissions) for (low, high), permissions in spans]


@cache
def _libc() -> Any:
    import ctypes  # only programs with raw pointers need it

    libc = ctypes.CDLL(None)
    libc.msync.argtypes = (ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int)
    return libc


def _raw_bytes(address: int, nbytes: int) -> Bytes:
    import ctypes

    return np.frombuffer(memoryview((ctypes.c_uint8 * nbytes).from_address(address)), np.uint8)
