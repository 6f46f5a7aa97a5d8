"""Which stretches of a region the host has allocated."""

from __future__ import annotations

from aclnn_emu.dsp.platform import Region

__all__ = ["ALIGNMENT", "Heap"]

ALIGNMENT = 64
"""Bytes; the vector unit and the cache line of these chips' relatives."""


class Heap:
    """Allocations of one region, first fit from behind its reserved start."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self._used: dict[int, int] = {}  # address -> end

    def allocate(self, nbytes: int) -> int:
        """The address of a new allocation; 0 where no free stretch is large enough."""
        size = max(-(-nbytes // ALIGNMENT), 1) * ALIGNMENT
        for start, end in self._gaps():
            if end - start >= size:
                self._used[start] = start + size
                return start
        return 0

    def largest(self) -> int:
        """Bytes of the largest free stretch."""
        return max((end - start for start, end in self._gaps()), default=0)

    def free(self, address: int) -> bool:
        """Give an allocation back; whether there was one."""
        return self._used.pop(address, None) is not None

    def _gaps(self) -> list[tuple[int, int]]:
        starts = sorted(self._used)
        edges = [self.region.base + self.region.reserved, *(self._used[start] for start in starts)]
        return list(zip(edges, [*starts, self.region.end], strict=True))
