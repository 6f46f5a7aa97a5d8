"""The two platforms as data: cores, dtypes, and the regions of their address maps.

The page gives the platforms' names, dtypes, and the addresses of two samples for FT78NE. The rest follows from these:
the samples' addresses fit the map of TI's C6678, and MT7004 is assumed to have the same map, so that a program for one
runs on the other. `docs/dsp.md` says which fact has which evidence.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import attrs
import numpy as np

__all__ = ["DTYPES", "FT78NE", "MT7004", "PLATFORMS", "MemoryKind", "Place", "Platform", "Region", "platform"]

DTYPES: dict[str, np.dtype[Any]] = {
    prefix: np.dtype(code)
    for prefix, code in {
        "hp": "<f2", "fp": "<f4", "dp": "<f8", "i8": "i1", "i16": "<i2", "i32": "<i4", "c64": "<c8", "c128": "<c16",
    }.items()
}  # fmt: skip
"""What the first part of a function's name says about its elements. Memory is little-endian."""


class MemoryKind(IntEnum):
    """Kinds of memory, numbered as the host library does (dsp_allocator.h of MindSpore Lite)."""

    SMC = 0
    DDR = 1
    DDR36BIT = 2
    L2 = 3


@attrs.frozen
class Region:
    """A stretch of addresses with memory behind it.

    Attributes:
        name: for texts.
        kind: what memory it is.
        base: its first address.
        nbytes: its size.
        core: whose it is (L2); None for what all cores share.
        reserved: bytes at its start that the host's malloc leaves to code and system (an assumption).
        evidence: where its addresses are from: "sample" (the page's samples use it; its bounds are those of the C6678),
            "C6678", or "assumed".
    """

    name: str
    kind: MemoryKind
    base: int
    nbytes: int
    core: int | None = None
    reserved: int = 0
    evidence: str = "assumed"

    @property
    def end(self) -> int:
        """One past its last address."""
        return self.base + self.nbytes

    def describe(self) -> str:
        """Name and bounds, for texts."""
        return f"{self.name} ({self.base:#010x}-{self.end - 1:#010x})"


class Place(NamedTuple):
    """What an address means: a byte of a region, and whether it was reached by the alias of the core's own L2."""

    region: Region
    offset: int
    alias: bool


@attrs.frozen
class Platform:
    """A chip.

    Attributes:
        name: as the page writes it.
        cores: how many DSP cores it has.
        dtypes: the prefixes of `DTYPES` for which its library has functions.
        regions: its memory, lowest address first.
        alias: where each core sees its own L2; the core decides which L2 that is.
    """

    name: str
    cores: int
    dtypes: tuple[str, ...]
    regions: tuple[Region, ...]
    alias: int

    @property
    def documented(self) -> bool:
        """Whether the page says anything of its addresses."""
        return any(region.evidence == "sample" for region in self.regions)

    @property
    def all_cores(self) -> int:
        """The mask of all cores."""
        return (1 << self.cores) - 1

    def own_l2(self, core: int) -> Region:
        """The L2 of a core."""
        return next(region for region in self.regions if region.core == core)

    def place(self, address: int, core: int) -> Place | None:
        """What an address means for a core; None where there is no memory."""
        for region in self.regions:
            if region.base <= address < region.end:
                return Place(region, address - region.base, alias=False)
        own = self.own_l2(core)
        if self.alias <= address < self.alias + own.nbytes:
            return Place(own, address - self.alias, alias=True)
        return None

    def nearest(self, address: int) -> Region:
        """The region that begins or ends next to an address, for texts."""
        return min(self.regions, key=lambda region: max(region.base - address, address - region.end + 1))


_MIB = 1 << 20


def _c6678_map(cores: int) -> tuple[Region, ...]:
    """The samples' addresses lie in the L2 of core 0 and in DDR."""
    l2 = (
        Region(
            name=f"L2 of core {core}",
            kind=MemoryKind.L2,
            base=0x10800000 + core * 0x01000000,
            nbytes=512 << 10,
            core=core,
            reserved=64 << 10,
            evidence="C6678" if core else "sample",
        )
        for core in range(cores)
    )
    smc = Region("SMC", MemoryKind.SMC, 0x0C000000, 4 * _MIB, evidence="C6678")
    ddr = Region("DDR", MemoryKind.DDR, 0x80000000, 2048 * _MIB, reserved=512 * _MIB, evidence="sample")
    return (smc, *l2, ddr)


FT78NE = Platform(
    name="FT78NE",
    cores=8,
    dtypes=("fp", "dp", "i8", "i16", "i32", "c64", "c128"),
    regions=_c6678_map(8),
    alias=0x00800000,
)
MT7004 = Platform(
    name="MT7004",
    cores=4,
    dtypes=("hp", "fp", "i16", "i32", "c64"),
    regions=tuple(attrs.evolve(region, evidence="assumed") for region in _c6678_map(4)),
    alias=0x00800000,
)
PLATFORMS = {known.name: known for known in (FT78NE, MT7004)}


def platform(name: str) -> Platform:
    """The platform of this name.

    Raises:
        ValueError: there is none.
    """
    if name not in PLATFORMS:
        raise ValueError(f"there is no platform {name!r}; there are {', '.join(PLATFORMS)}")
    return PLATFORMS[name]
