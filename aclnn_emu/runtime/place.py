"""Where a pointer points: device memory, page-locked host memory, or ordinary host memory."""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

import numpy as np

from aclnn_emu.errors import RtDeviceFault, RtNotSupported, RtParamInvalid
from aclnn_emu.runtime.allocation import Bytes
from aclnn_emu.runtime.host import PinnedBlock, host_address
from aclnn_emu.runtime.machine import Machine
from aclnn_emu.runtime.memory import AddressSpace, device_of_address
from aclnn_emu.runtime.task import HostRange, Layout, MemoryRange

__all__ = ["Location", "Place", "check_peer_access", "locate"]

_MOST_PLACES = 1024


class Location(enum.Enum):
    """What the driver knows about a pointer."""

    HOST = "page-locked host memory"
    DEVICE = "device memory"
    UNREGISTERED = "ordinary host memory"


# By names of their own: finding a member in its enum costs as much as several calls.
_HOST, _DEVICE, _UNREGISTERED = Location.HOST, Location.DEVICE, Location.UNREGISTERED


@lru_cache(maxsize=1024)
def _one_range(address: int, nbytes: int, layout: Layout | None) -> tuple[MemoryRange]:
    """The same object for the same bytes, which the next copy mostly touches again."""
    return (MemoryRange(address, nbytes, layout),)


class Place(NamedTuple):
    """One side of a copy.

    Attributes:
        location: the kind of memory.
        value: what the caller passed; a plain int for every number.
        address: the number of device and page-locked memory, None for what has no cheap one.
        space: the address space of device memory.
        block: the block of page-locked memory.
        machine: where the memory is.
        function, parameter: who passed it, for error texts.
    """

    location: Location
    value: Any
    address: int | None
    space: AddressSpace | None
    block: PinnedBlock | None
    machine: Machine
    function: str
    parameter: str

    def ranges(self, nbytes: int, layout: Layout | None = None) -> tuple[MemoryRange, ...]:
        """What observers hear of a touch: device memory only."""
        if self.space is None or self.address is None:
            return ()
        return _one_range(self.address, nbytes, layout)

    def host_ranges(self, nbytes: int) -> tuple[HostRange, ...]:
        """What observers hear of a queued touch of page-locked memory."""
        return (
            ()
            if self.block is None or self.address is None
            else (HostRange(self.block, self.address, nbytes),)
        )

    def require_allocated(self) -> None:
        """Refuse device memory that is not allocated, when a task is queued.

        Raises:
            RtParamInvalid: (107000) nothing is allocated there.
        """
        space, address = self.space, self.address
        if space is not None and address is not None and space.find(address) is None:
            self._refuse(space.fault(address, 1, write=self.parameter != "src"))

    def now(self, nbytes: int, *, write: bool = False, whole: bool = False) -> Bytes:
        """The bytes, for a call that touches them before it returns.

        Args:
            nbytes: bytes that will be touched.
            write: they will be written.
            whole: every one of them will be written.

        Raises:
            RtParamInvalid: (107000) device memory that is not allocated, or a number that is no memory.
            AclInvalidParam: (100000) a host buffer that does not fit.
        """
        if self.space is None or self.address is None:
            return self.machine.host.view(
                self.value, nbytes, write=write or whole, function=self.function, parameter=self.parameter
            )
        try:
            return self._device_bytes(self.space, self.address, nbytes, write=write, whole=whole)
        except RtDeviceFault as fault:
            self._refuse(fault.values)

    def later(self, nbytes: int, *, write: bool = False, whole: bool = False) -> Bytes:
        """The bytes of device or page-locked memory, when a task runs; arguments as `now`.

        Raises:
            RtDeviceFault: (507035) the memory is not, or no more, there.
        """
        space, address = self.space, self.address
        if space is not None and address is not None:
            if whole:  # `_device_bytes` in place
                return space.view_to_overwrite(address, nbytes)
            return space.view(address, nbytes, write=write)
        if self.block is None or self.address is None:
            raise ValueError("only memory that the driver knows can be looked up later")
        return self.machine.host.view_block(self.block, self.address, nbytes, write=write or whole)

    @staticmethod
    def _device_bytes(space: AddressSpace, address: int, nbytes: int, *, write: bool, whole: bool) -> Bytes:
        return space.view_to_overwrite(address, nbytes) if whole else space.view(address, nbytes, write=write)

    def _refuse(self, fault: dict[str, Any]) -> NoReturn:
        raise RtParamInvalid(
            "ACL-COPY-015", function=self.function, parameter=self.parameter, **fault
        ) from None


def locate(machine: Machine, value: Any, *, function: str, parameter: str) -> Place:
    """What a pointer or host buffer is.

    Device memory need not be allocated; numbers that are no memory count as ordinary host memory until
    someone touches them.

    Raises:
        RtParamInvalid: (107000) in the range of a device that the machine does not have.
    """
    key = (value, function, parameter) if type(value) is int else None
    known = machine.places.get(key)
    if known is not None:
        return known
    if isinstance(value, (int, np.integer)):
        value = int(value)
        index = device_of_address(value)
        if index >= 0:
            space = machine.devices[index].memory if index < len(machine.devices) else None
            if space is None:
                raise RtParamInvalid(
                    "ACL-COPY-016",
                    function=function,
                    parameter=parameter,
                    address=hex(value),
                    count=len(machine.devices),
                )
            place = Place(_DEVICE, value, value, space, None, machine, function, parameter)
            if key is not None:
                _remember(machine.places, key, place)
            return place
    address = host_address(value) if machine.host.has_blocks else None
    block = machine.host.pinned(address)
    location = _UNREGISTERED if block is None else _HOST
    return Place(location, value, address, None, block, machine, function, parameter)


def _remember(places: dict[Any, Place], key: tuple[int, str, str], place: Place) -> None:
    if len(places) >= _MOST_PLACES:
        places.clear()
    places[key] = place


def check_peer_access(machine: Machine, source: Place, target: Place) -> None:
    """Refuse a copy between two devices of which neither may reach the other.

    The pages ask for aclrtDeviceEnablePeerAccess before such a copy and leave open which side calls it;
    what the driver does without it is not public.

    Raises:
        RtNotSupported: (207000) the chip has no peer access.
        RtParamInvalid: (107000, our choice) neither device was told to reach the other.
    """
    if source.space is None or target.space is None or source.space is target.space:
        return
    one, other = source.space.device_id, target.space.device_id
    profile = machine.profile
    if not profile.has_peer_access:
        raise RtNotSupported("ACL-DEV-006", function=source.function, soc=profile.name)
    if (
        profile.needs_peer_enable
        and other not in machine.devices[one].peers
        and one not in machine.devices[other].peers
    ):
        raise RtParamInvalid("ACL-COPY-017", function=source.function, source=one, target=other)
