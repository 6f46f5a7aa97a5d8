"""What is checked before anything is written. Every check notes all it finds; `Call.checked` decides afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aclnn_emu.dsp.call import Call, Operand
from aclnn_emu.dsp.memory import named, outside
from aclnn_emu.dsp.platform import PLATFORMS, MemoryKind, Place, Region

__all__ = ["check_cores", "check_count", "check_dtype", "check_null", "check_operands", "check_place"]

_ADDRESS_SPACE = 1 << 32


def check_dtype(call: Call, known: Sequence[str]) -> None:
    """The platform's library has the function, which exists for the `known` dtypes, for this one."""
    platform = call.device.platform
    if call.prefix not in platform.dtypes:
        others = [other.name for other in PLATFORMS.values() if call.prefix in other.dtypes]
        call.note(
            "DSP-DTYPE-001",
            platform=platform.name,
            prefix=call.prefix,
            allowed=", ".join(f"{prefix}_" for prefix in known if prefix in platform.dtypes),
            others=", ".join(others),
        )


def check_null(call: Call, pointers: Mapping[str, int]) -> None:
    """None of these, by argument, is 0."""
    for argument, address in pointers.items():
        if address == 0:
            call.note("DSP-NULL-001", argument=argument, address=0, allowed=named(_homes(call)))


def check_count(call: Call, name: str, count: int) -> int:
    """How many elements there are to compute: `count`, or 0 where it is no good."""
    itemsize = call.dtype.itemsize
    if count < 0:
        call.note("DSP-SIZE-001", name=name, count=count)
    elif count * itemsize >= _ADDRESS_SPACE:
        call.note("DSP-SIZE-002", name=name, count=count, itemsize=itemsize)
    elif count == 0:
        call.note("DSP-SIZE-003", name=name)
    else:
        return count
    return 0


def check_cores(call: Call, mask: int | None, output: str) -> tuple[int, ...]:
    """The cores that work: those of the mask, or without a mask the calling core."""
    if mask is None:
        return (call.core,)
    platform = call.device.platform
    if mask & ~platform.all_cores:
        call.note(
            "DSP-MASK-001", mask=mask, platform=platform.name, last=platform.cores - 1,
            all_cores=platform.all_cores,
        )  # fmt: skip
    elif mask == 0:
        call.note("DSP-MASK-002", argument=output, platform=platform.name, all_cores=platform.all_cores)
    return tuple(core for core in range(platform.cores) if mask >> core & 1)


def check_operands(call: Call, inputs: Sequence[Operand], output: Operand) -> dict[str, Place]:
    """Every operand is where the function may use it, and the output does not spoil an input.

    Args:
        call: the call.
        inputs: what is read; null pointers are left to `check_null`.
        output: what is written.

    Returns:
        The places of those whose bytes can be used, by argument.
    """
    places: dict[str, Place] = {}
    for operand in (*inputs, output):
        place = check_place(call, operand) if operand.address else None
        if place is not None:
            places[operand.argument] = place
    if output.argument in places:
        for operand in inputs:
            if operand.argument in places:
                _check_overlap(call, operand, places[operand.argument], output, places[output.argument])
    return places


def check_place(call: Call, operand: Operand) -> Place | None:
    """Where an operand lies: aligned, inside one region, of a kind that the function may use.

    Returns:
        None where its bytes cannot be used.
    """
    argument, address, size = operand.argument, operand.address, operand.nbytes
    platform = call.device.platform
    place = platform.place(address, call.core)
    aligned = address % operand.itemsize == 0
    if not aligned:
        call.note("DSP-ALIGN-001", argument=argument, address=address, size=size, itemsize=operand.itemsize)
    homes = _homes(call) if operand.tensor else platform.regions
    if place is None or place.offset + size > place.region.nbytes:
        message, values = outside(platform, place, address, size, homes)
        call.note(message, argument=argument, address=address, size=size, **values)
        return None
    wrong = _wrong_space(call, place) if operand.tensor or (place.alias and call.shared) else None
    if wrong is not None:
        call.note(
            wrong, argument=argument, address=address, size=size, region=place.region.describe(),
            allowed=named(homes), owner=place.region.core,
        )  # fmt: skip
    return place if aligned else None


def _wrong_space(call: Call, place: Place) -> str | None:
    region = place.region
    if call.shared:
        if place.alias:
            return "DSP-SPACE-004"
        return "DSP-SPACE-001" if region.kind is MemoryKind.L2 else None
    if region.kind is not MemoryKind.L2:
        return "DSP-SPACE-002"
    return None if region.core == call.core else "DSP-SPACE-003"


def _homes(call: Call) -> list[Region]:
    """The regions that the function is made for."""
    platform = call.device.platform
    if call.shared:
        return [region for region in platform.regions if region.kind is not MemoryKind.L2]
    return [platform.own_l2(call.core)]


def _check_overlap(call: Call, source: Operand, read: Place, output: Operand, written: Place) -> None:
    """Apart, or exactly the same bytes of an input that is read element by element."""
    shared = min(read.offset + source.nbytes, written.offset + output.nbytes) - max(
        read.offset, written.offset
    )
    if read.region is not written.region or shared <= 0:
        return
    if source.each and read.offset == written.offset:
        return
    call.note(
        "DSP-OVERLAP-001" if source.each else "DSP-OVERLAP-002",
        argument=output.argument,
        address=output.address,
        size=output.nbytes,
        other=source.argument,
        region=written.region.describe(),
        shared=shared,
    )
