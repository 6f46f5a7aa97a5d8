"""The memory of a device: regions of bytes behind addresses, made page by page when they are first touched."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from aclnn_emu.dsp.cores import current_core
from aclnn_emu.dsp.diagnostics import DspError, make_entry
from aclnn_emu.dsp.platform import Place, Platform, Region

__all__ = ["PAGE", "POISON", "Array", "Bytes", "Memory", "named", "outside"]

Bytes = NDArray[np.uint8]
Array = NDArray[Any]

PAGE = 1 << 16
"""Bytes that become real, and are filled with the pattern, at a time."""

POISON = 0xFF
"""What memory holds before anybody writes: NaN in every float type, -1 in every integer type."""

_PAGE_BITS = 16
_BLOCK = 1 << 22  # contiguous bytes; of a new block the operating system backs only what is touched


class _Block:
    """A contiguous part of a region."""

    __slots__ = ("data", "missing")

    def __init__(self, nbytes: int) -> None:
        self.data: Bytes = np.empty(nbytes, np.uint8)
        self.missing = (1 << -(-nbytes // PAGE)) - 1  # a bit for each page that nobody touched

    def untouched(self, start: int, stop: int) -> int:
        """A bit for each untouched page among these bytes, of which there is at least one."""
        return self.missing & ((2 << (stop - 1 >> _PAGE_BITS)) - (1 << (start >> _PAGE_BITS)))

    def make(self, start: int, stop: int) -> None:
        """Fill the untouched pages among these bytes with the pattern."""
        while wanted := self.untouched(start, stop):
            page = wanted.bit_length() - 1
            self.data[page * PAGE : (page + 1) * PAGE] = POISON
            self.missing &= ~(1 << page)


class _Store:
    """The bytes of one region."""

    def __init__(self, nbytes: int) -> None:
        self._nbytes = nbytes
        self._blocks: dict[int, _Block] = {}
        self._lock = threading.Lock()

    @property
    def touched(self) -> int:
        """Pages that are real."""
        return sum(
            -(-block.data.nbytes // PAGE) - block.missing.bit_count() for block in self._blocks.values()
        )

    def view(self, offset: int, nbytes: int) -> Bytes:
        """These bytes: a live view where they are contiguous here, a copy where they are not. For reading."""
        start = offset % _BLOCK
        if start + nbytes <= _BLOCK:
            return self._piece(offset // _BLOCK, start, start + nbytes)
        gathered: Bytes = np.empty(nbytes, np.uint8)
        done = 0
        for piece in self.pieces(offset, nbytes):
            gathered[done : done + piece.size] = piece
            done += piece.size
        return gathered

    def pieces(self, offset: int, nbytes: int) -> Iterator[Bytes]:
        """Live views of these bytes, in order."""
        end = offset + nbytes
        while offset < end:
            number, start = divmod(offset, _BLOCK)
            stop = min(_BLOCK, start + end - offset)
            yield self._piece(number, start, stop)
            offset += stop - start

    def _piece(self, number: int, start: int, stop: int) -> Bytes:
        block = self._blocks.get(number)
        if block is None or block.untouched(start, stop):
            with self._lock:
                if number not in self._blocks:
                    self._blocks[number] = _Block(min(_BLOCK, self._nbytes - number * _BLOCK))
                block = self._blocks[number]
                block.make(start, stop)
        return block.data[start:stop]


class Memory:
    """All memory of a device, by address.

    The own-L2 alias means the L2 of the core that `core` has selected, for the host's accesses too.
    """

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self._stores = {region.base: _Store(region.nbytes) for region in platform.regions}

    def write(self, address: int, data: Array | bytes | bytearray | memoryview) -> None:
        """Copy host data to the device.

        Args:
            address: where its first byte goes.
            data: an array, stored in row-major order and little-endian, or bytes.

        Raises:
            DspError: UNMAPPED or OUT_OF_RANGE, whatever the policy is.
        """
        source = _as_bytes(data)
        self.put(self._check("memory.write", address, source.size), 0, source)

    def read(self, address: int, dtype: DTypeLike, count: int) -> Array:
        """Copy from the device to a new host array.

        Args:
            address: the first byte.
            dtype: of the elements.
            count: how many elements.

        Raises:
            DspError: UNMAPPED or OUT_OF_RANGE, whatever the policy is.
        """
        if count < 0:
            raise ValueError(f"count is {count}; a number of elements is 0 or more")
        stored = np.dtype(dtype).newbyteorder("<")
        nbytes = count * stored.itemsize
        place = self._check("memory.read", address, nbytes)
        result = np.empty(nbytes, np.uint8)
        done = 0
        for piece in self._stores[place.region.base].pieces(place.offset, nbytes):
            result[done : done + piece.size] = piece
            done += piece.size
        values: Array = result.view(stored).astype(dtype, copy=False)
        return values

    def fill(self, address: int, nbytes: int, value: int = 0) -> None:
        """Set bytes.

        Args:
            address: the first byte.
            nbytes: how many.
            value: 0 to 255.

        Raises:
            DspError: UNMAPPED or OUT_OF_RANGE, whatever the policy is.
        """
        if nbytes < 0 or not 0 <= value <= 0xFF:
            raise ValueError(
                f"nbytes is {nbytes} and value {value}; allowed are 0 or more, and one byte (0 to 255)"
            )
        place = self._check("memory.fill", address, nbytes)
        for piece in self._stores[place.region.base].pieces(place.offset, nbytes):
            piece[:] = value

    def map(self) -> str:
        """The regions as a table, to print."""
        platform = self.platform
        rows = [("region", "first", "last", "size", "functions", "in use", "evidence")]
        for region in platform.regions:
            touched = self._stores[region.base].touched * (PAGE >> 10)
            space = "_s" if region.core is None else f"_p on core {region.core}"
            rows.append(
                (*_bounds(region.name, region.base, region.nbytes), space, f"{touched} KiB", region.evidence)
            )
        alias = _bounds("own L2 (alias)", platform.alias, platform.own_l2(0).nbytes)
        rows.insert(1, (*alias, "_p", "", platform.own_l2(platform.cores - 1).evidence))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)) for row in rows]
        head = f"{platform.name}: {platform.cores} cores (masks 0x1 to {platform.all_cores:#x})"
        foot = "evidence: sample = used in the page's samples, C6678 = as TI's C6678, assumed = as the other platform"
        return "\n".join(
            [f"{head}, functions for {', '.join(platform.dtypes)}", "", *map(str.rstrip, lines), "", foot]
        )

    def load(self, place: Place, start: int, nbytes: int) -> Bytes:
        """Bytes from `start` behind a place on, to read at once: the array may be the memory itself."""
        return self._stores[place.region.base].view(place.offset + start, nbytes)

    def put(self, place: Place, start: int, data: Bytes) -> None:
        """Write bytes from `start` behind a place on."""
        done = 0
        for piece in self._stores[place.region.base].pieces(place.offset + start, data.size):
            piece[:] = data[done : done + piece.size]
            done += piece.size

    def _check(self, function: str, address: int, nbytes: int) -> Place:
        platform = self.platform
        place = platform.place(address, current_core(platform))
        if place is not None and place.offset + nbytes <= place.region.nbytes:
            return place
        message_id, values = outside(platform, place, address, nbytes, platform.regions)
        entry = make_entry(
            message_id,
            function=function,
            core=None,
            argument="address",
            address=address,
            size=nbytes,
            **values,
        )
        raise DspError([entry])


def outside(
    platform: Platform, place: Place | None, address: int, nbytes: int, allowed: Iterable[Region]
) -> tuple[str, dict[str, Any]]:
    """The text for bytes that no region has, and its fields.

    Args:
        platform: whose addresses they are.
        place: what the first address means.
        address: the first address.
        nbytes: how many bytes.
        allowed: the regions to name as the right ones.
    """
    if place is None:
        region = platform.nearest(address).describe()
        return "DSP-ADDRESS-001", {"platform": platform.name, "region": region, "allowed": named(allowed)}
    beyond = place.offset + nbytes - place.region.nbytes
    return "DSP-ADDRESS-002", {"region": place.region.describe(), "beyond": beyond}


def named(regions: Iterable[Region]) -> str:
    """Regions in words; the L2s of several cores are taken together."""
    listed = list(regions)
    together = sum(region.core is not None for region in listed) > 1
    names = ("L2" if together and region.core is not None else region.describe() for region in listed)
    return " or ".join(dict.fromkeys(names))


def _as_bytes(data: Array | bytes | bytearray | memoryview) -> Bytes:
    if isinstance(data, np.ndarray):
        if data.dtype.hasobject:
            raise TypeError("an array of Python objects has no bytes to copy; pass an array of numbers")
        stored = np.ascontiguousarray(data, data.dtype.newbyteorder("<"))
        return stored.reshape(-1).view(np.uint8)
    if isinstance(data, (bytes, bytearray, memoryview)):
        return np.frombuffer(data, np.uint8)
    raise TypeError(
        f"data is a {type(data).__name__}; pass a NumPy array, whose dtype says what to store, or bytes"
    )


def _bounds(name: str, base: int, nbytes: int) -> tuple[str, str, str, str]:
    size = f"{nbytes >> 20} MiB" if nbytes >> 20 else f"{nbytes >> 10} KiB"
    return name, f"{base:#010x}", f"{base + nbytes - 1:#010x}", size
