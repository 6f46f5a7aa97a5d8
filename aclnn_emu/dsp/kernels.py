"""The library's kernels by name, as a launcher calls them: 64-bit slots in, and the mask that the launcher adds."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import NamedTuple

from aclnn_emu.dsp import bce_grad, elementwise
from aclnn_emu.dsp.device import Device
from aclnn_emu.dsp.platform import Platform

__all__ = ["LibraryKernel", "find_kernel", "float_bits", "kernel_names"]

Run = Callable[[Device, str, Sequence[int], "int | None", int], None]


class LibraryKernel(NamedTuple):
    """An entry of the library.

    Attributes:
        name: as it is launched.
        prefix: its dtype.
        shared: whether the cores of the mask share the work; else each does its own.
        slots: the names of its arguments, without the mask.
        run: device, prefix, slots, mask (None for a private kernel), core.
    """

    name: str
    prefix: str
    shared: bool
    slots: tuple[str, ...]
    run: Run


class _Family(NamedTuple):
    dtypes: tuple[str, ...]  # those that a platform has as well get a kernel
    slots: tuple[str, ...]
    run: Run


def float_bits(value: float) -> int:
    """The slot for a float: the bits of its FLOAT value."""
    return int.from_bytes(struct.pack("<f", value), "little")


def _float(slot: int) -> float:
    """The FLOAT whose bits are the low half of a slot."""
    return float(struct.unpack("<f", struct.pack("<I", slot & 0xFFFFFFFF))[0])


def _signed(slot: int) -> int:
    return slot - (1 << 64) if slot >> 63 else slot


def _bce_grad(on: Device, prefix: str, slots: Sequence[int], mask: int | None, core: int) -> None:
    bce_grad.bce_grad(on, prefix, bce_grad.Arguments(*slots), mask, core)


def _add(on: Device, prefix: str, slots: Sequence[int], mask: int | None, core: int) -> None:
    x, y, out, n = slots
    elementwise.elementwise(on, prefix, elementwise.add(x, y, out, _signed(n)), mask, core)


def _exp(on: Device, prefix: str, slots: Sequence[int], mask: int | None, core: int) -> None:
    x, out, n, in_scale, out_scale, _ = slots
    passed = elementwise.exp(x, out, _signed(n), _float(in_scale), _float(out_scale))
    elementwise.elementwise(on, prefix, passed, mask, core)


_FAMILIES = {
    bce_grad.NAME: _Family(bce_grad.DTYPES, bce_grad.Arguments._fields, _bce_grad),
    "add": _Family(("fp", "hp", "dp", "i8", "i16", "i32", "c64", "c128"), ("x", "y", "out", "n"), _add),
    # The last slot repeats what in_scale has already.
    "exp": _Family(("fp", "hp", "dp"), ("x", "out", "n", "in_scale", "out_scale", "scale"), _exp),
}


def kernel_names(platform: Platform) -> list[str]:
    """Every kernel of a platform's library."""
    return [
        f"{prefix}_{name}_{space}"
        for name, family in _FAMILIES.items()
        for prefix in family.dtypes
        if prefix in platform.dtypes
        for space in "sp"
    ]


def find_kernel(platform: Platform, name: str) -> LibraryKernel | None:
    """The kernel of this name; None where the platform's library has none."""
    if name not in kernel_names(platform):
        return None
    prefix, _, rest = name.partition("_")
    family = _FAMILIES[rest[:-2]]
    return LibraryKernel(name, prefix, name.endswith("_s"), family.slots, family.run)
