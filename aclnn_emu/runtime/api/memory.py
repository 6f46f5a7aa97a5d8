"""Device memory and page-locked host memory: allocate, free, ask, fill."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from aclnn_emu.abi.enums import aclrtMallocAttrType, aclrtMemAttr, aclrtMemLocationType, aclrtMemMallocPolicy
from aclnn_emu.errors import (
    AclInvalidParam,
    AclNotSupported,
    RtInvalidMemoryType,
    RtMemoryAllocation,
    RtNotSupported,
    RtParamInvalid,
)
from aclnn_emu.runtime import machine as machines
from aclnn_emu.runtime.checks import require, require_positive
from aclnn_emu.runtime.context import Context
from aclnn_emu.runtime.handles import describe_value
from aclnn_emu.runtime.host import HostPointer
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.memory import AddressSpace
from aclnn_emu.runtime.place import Location, locate
from aclnn_emu.runtime.registry import api

__all__ = ["MemLocation", "PtrAttributes"]

_P = aclrtMemMallocPolicy
_POLICY_BITS = 0xFF  # below the bandwidth and access bits

_NORMAL_PAGE = 4 << 10
_HUGE_PAGE = 2 << 20
_GIANT_PAGE = 1 << 30
_HUGE_FROM = 1 << 20  # HUGE_FIRST takes normal pages at or below this
_SIZE_MAX = (1 << 64) - 1

# What the size of an allocation is rounded up to for the device's limit; nothing, for normal pages.
_PAGES = {
    _P.ACL_MEM_MALLOC_NORMAL_ONLY: 1,
    _P.ACL_MEM_MALLOC_NORMAL_ONLY_P2P: 1,
    _P.ACL_MEM_MALLOC_HUGE_ONLY: _HUGE_PAGE,
    _P.ACL_MEM_MALLOC_HUGE_ONLY_P2P: _HUGE_PAGE,
    _P.ACL_MEM_MALLOC_HUGE1G_ONLY: _GIANT_PAGE,
    _P.ACL_MEM_MALLOC_HUGE1G_ONLY_P2P: _GIANT_PAGE,
}


def _check_size(size: int, padded: int, *, function: str) -> None:
    if size <= 0:
        require_positive(size, function=function)
    if size + 32 + padded > _SIZE_MAX:
        raise AclInvalidParam("ACL-MEM-013", function=function, nbytes=size)


def _reserve_large(space: AddressSpace, size: int, padded: bool, function: str) -> int:
    """Huge pages for what is larger than `_HUGE_FROM`, where there are enough; normal pages else."""
    if space.real_size(size, padded=padded) > _HUGE_FROM:
        with suppress(RtMemoryAllocation):
            return space.allocate(size, padded, function, _HUGE_PAGE)
    return space.allocate(size, padded, function)


@api("aclrtMalloc")
def malloc(
    size: int,
    policy: int,
    padded: bool = True,
    function: str = "aclrtMalloc",
    context: Context | None = None,
) -> int:
    """Device memory of at least `size` bytes: rounded up to 32, and 32 more; filled with 0xFF.

    Args:
        size: bytes.
        policy: pages; a number that is no policy counts as HUGE_FIRST.
        padded: there are 32 more. The other functions end here, too.
        function: the name of the one that does.
        context: whose device; None for the current one.

    Raises:
        AclInvalidParam: (100000) `size` is 0, or too large to be padded.
        RtNoContext: (107002) no current context.
        RtMemoryAllocation: (207001) the device has not that much left.
        RtNotSupported: (207000) 1 GiB pages on a chip without them.
    """
    if not 0 < size < _HUGE_FROM:  # no size below can be wrong
        _check_size(size, 32 if padded else 0, function=function)
    current = machines.current or machine()
    if context is None:
        context = current.threads.state.latest  # `current_context` in place
        if context is None or not context.alive:
            context = current.current_context(function=function)
    space = context.device.memory
    page = _PAGES.get(policy)  # type: ignore[call-overload]  # IntEnum keys are ints
    if page is None:
        small = 2 * size <= _HUGE_FROM
        address = (
            space.allocate(size, padded, function) if small else _reserve_large(space, size, padded, function)
        )
    elif page != _GIANT_PAGE:
        address = space.allocate(size, padded, function, page)
    elif current.profile.has_1g_pages:
        address = space.allocate(size, False, function, page)
    else:
        raise RtNotSupported("ACL-MEM-014", function=function, soc=current.profile.name)
    if current.listeners:
        current.emit(
            "alloc", {"allocation": space.find(address), "device": context.device, "function": function}
        )
    return address


@api("aclrtMallocAlign32")
def malloc_align32(size: int, policy: int) -> int:
    """Like aclrtMalloc, but only rounded up to 32 bytes."""
    return malloc(size, policy, False, "aclrtMallocAlign32")


@api("aclrtMallocCached")
def malloc_cached(size: int, policy: int) -> int:
    """Like aclrtMalloc; the emulated device has no cache that could be stale."""
    return malloc(size, policy, True, "aclrtMallocCached")


def _field(struct: Any, name: str) -> Any:
    """A field of a C struct that is given as a mapping or as an object."""
    return struct.get(name) if isinstance(struct, Mapping) else getattr(struct, name, None)


def _attributes(cfg: Any) -> list[tuple[int, Any]]:
    attributes = _field(cfg, "attrs") or ()
    count = _field(cfg, "numAttrs")
    items = list(attributes)[: len(attributes) if count is None else count]
    return [(_field(item, "attr"), _field(item, "value")) for item in items]


def _refuse_attribute(attribute: int, allowed: str, *, function: str) -> RtParamInvalid:
    return RtParamInvalid("ACL-MEM-015", function=function, got=attribute, allowed=allowed)


_A = aclrtMallocAttrType


@api("aclrtMallocWithCfg")
def malloc_with_cfg(size: int, policy: int, cfg: Any) -> int:
    """Device memory rounded up to 32 bytes, with attributes: a module id (no effect) and the device id.

    Args:
        size: bytes.
        policy: page policy, possibly with a bandwidth bit (no effect).
        cfg: None, or a mapping or object with `attrs` (of `attr` and `value`) and `numAttrs`.

    Raises:
        AclInvalidParam: (100000) attributes announced but null; `size` is 0.
        RtParamInvalid: (107000) an attribute that is not taken, or a device that is not the current one.
        RtNoContext: (107002) no current context.
        RtMemoryAllocation: (207001) the device has not that much left.
        AclNotSupported: (200001) read-only memory, which is not emulated.
    """
    function = "aclrtMallocWithCfg"
    if cfg is not None and _field(cfg, "numAttrs") and _field(cfg, "attrs") is None:
        raise AclInvalidParam("ACL-MEM-016", function=function, got=_field(cfg, "numAttrs"))
    _check_size(size, 0, function=function)
    if policy & _P.ACL_MEM_ACCESS_USER_SPACE_READONLY:
        raise AclNotSupported("ACL-MEM-017", function=function)
    if cfg is not None and _field(cfg, "attrs") is None:
        raise RtParamInvalid("ACL-MEM-018", function=function)
    context = machine().current_context(function=function)
    for attribute, value in _attributes(cfg) if cfg is not None else ():
        if attribute not in (
            _A.ACL_RT_MEM_ATTR_RSV,
            _A.ACL_RT_MEM_ATTR_MODULE_ID,
            _A.ACL_RT_MEM_ATTR_DEVICE_ID,
        ):
            raise _refuse_attribute(attribute, "RSV (0), MODULE_ID (1), DEVICE_ID (2)", function=function)
        if attribute == _A.ACL_RT_MEM_ATTR_DEVICE_ID:
            wanted = value if isinstance(value, int) else _field(value, "deviceId")
            if wanted != context.device.id:
                raise RtParamInvalid("ACL-MEM-019", function=function, got=wanted, device=context.device.id)
    return malloc(size, policy & _POLICY_BITS, False, function, context)


@api("aclrtFree")
def free(dev_ptr: Any, function: str = "aclrtFree") -> None:
    """Give device memory back; needs no context and waits for nothing. Queued work that uses it will fail.

    Args:
        dev_ptr: the address.
        function: the name of aclrtFreeWithDevSync, which ends here.

    Raises:
        AclInvalidParam: (100000) null.
        RtParamInvalid: (107000, our choice) not the address of memory that is allocated.
    """
    if type(dev_ptr) is not int or dev_ptr == 0:
        require(dev_ptr, function=function, parameter="devPtr")
        dev_ptr = int(dev_ptr) if isinstance(dev_ptr, (int, np.integer)) else dev_ptr
    current = machines.current or machine()
    space = current.space_of(dev_ptr) if isinstance(dev_ptr, int) else None
    if space is None:
        if isinstance(dev_ptr, int) and current.host.pinned(dev_ptr) is not None:
            reason = "it is page-locked host memory, which aclrtFreeHost gives back"
        else:
            reason = "it is no address of device memory"
        raise RtParamInvalid("ACL-MEM-020", function=function, address=describe_value(dev_ptr), reason=reason)
    allocation = space.free(dev_ptr, function)
    if current.listeners:
        current.emit(
            "free",
            {"allocation": allocation, "device": current.devices[space.device_id], "function": function},
        )


@api("aclrtFreeWithDevSync")
def free_with_dev_sync(dev_ptr: Any) -> None:
    """Wait for the current device, then give the memory back; not when the wait reports an error.

    Raises:
        AclInvalidParam: (100000) null.
        RtNoContext: (107002) no current context.
        RtParamInvalid: (107000, our choice) not the address of memory that is allocated.
        EmuError: what queued work did wrong.
    """
    require(dev_ptr, function="aclrtFreeWithDevSync", parameter="devPtr")
    _wait_for_device("aclrtFreeWithDevSync")
    free(dev_ptr, "aclrtFreeWithDevSync")


def _wait_for_device(function: str) -> None:
    current = machine()
    current.scheduler.wait_device(current.current_context(function=function).device, None, function=function)


def _malloc_host(size: int, *, function: str) -> HostPointer:
    current = machine()
    context = current.current_context(function=function)
    pointer = current.host.allocate(size, device_id=context.device.id, origin=function)
    current.emit("host alloc", {"block": pointer.block, "function": function})
    return pointer


@api("aclrtMallocHost")
def malloc_host(size: int) -> HostPointer:
    """Page-locked host memory, rounded up to 32 bytes and filled with 0xFF.

    Raises:
        AclInvalidParam: (100000) `size` is 0.
        RtNoContext: (107002) no current context.
        RtMemoryAllocation: (207001) this computer has not that much left.
    """
    _check_size(size, 0, function="aclrtMallocHost")
    return _malloc_host(size, function="aclrtMallocHost")


@api("aclrtMallocHostWithCfg")
def malloc_host_with_cfg(size: int, cfg: Any) -> HostPointer:
    """Like aclrtMallocHost, with attributes: a module id and the VA flag, both without effect.

    Raises:
        AclInvalidParam: (100000) `size` is 0.
        RtParamInvalid: (107000) attributes null, or one that is not taken.
        RtNoContext: (107002) no current context.
        RtMemoryAllocation: (207001) this computer has not that much left.
    """
    function = "aclrtMallocHostWithCfg"
    _check_size(size, 0, function=function)
    if cfg is not None:
        if _field(cfg, "attrs") is None:
            raise RtParamInvalid("ACL-MEM-018", function=function)
        for attribute, _ in _attributes(cfg):
            if attribute not in (_A.ACL_RT_MEM_ATTR_MODULE_ID, _A.ACL_RT_MEM_ATTR_VA_FLAG):
                raise _refuse_attribute(attribute, "MODULE_ID (1), VA_FLAG (3)", function=function)
    return _malloc_host(size, function=function)


def _free_host(pointer: Any, *, function: str) -> None:
    current = machine()
    if not isinstance(pointer, (int, np.integer)):
        raise RtParamInvalid(
            "ACL-MEM-021",
            function=function,
            address=describe_value(pointer),
            reason="it is no pointer but an object",
        )
    block = current.host.free(int(pointer), origin=function)
    current.emit("host free", {"block": block, "function": function})


@api("aclrtFreeHost")
def free_host(host_ptr: Any) -> None:
    """Give page-locked memory back; waits for nothing.

    Raises:
        AclInvalidParam: (100000) null.
        RtParamInvalid: (107000) not what aclrtMallocHost returned, or given back before.
    """
    require(host_ptr, function="aclrtFreeHost", parameter="hostPtr")
    _free_host(host_ptr, function="aclrtFreeHost")


@api("aclrtFreeHostWithDevSync")
def free_host_with_dev_sync(host_ptr: Any) -> None:
    """Wait for the current device, then give page-locked memory back.

    Raises:
        AclInvalidParam: (100000) null.
        RtNoContext: (107002) no current context.
        RtParamInvalid: (107000) not what aclrtMallocHost returned, or given back before.
        EmuError: what queued work did wrong.
    """
    require(host_ptr, function="aclrtFreeHostWithDevSync", parameter="hostPtr")
    _wait_for_device("aclrtFreeHostWithDevSync")
    _free_host(host_ptr, function="aclrtFreeHostWithDevSync")


_M = aclrtMemAttr
_DDR = (_M.ACL_DDR_MEM, _M.ACL_DDR_MEM_HUGE)
_HBM = (_M.ACL_HBM_MEM, _M.ACL_HBM_MEM_HUGE)


@api("aclrtGetMemInfo")
def get_mem_info(attr: int) -> tuple[int, int]:
    """Free and total bytes of a kind of memory of the current device; 0 and 0 for a kind it does not have.

    All emulated memory is huge-page memory, HBM or DDR as the chip has it, so the sum over page kinds and
    the huge pages are the same, and normal, 1 GiB and peer pages have none.

    Raises:
        RtInvalidMemoryType: (107016) not in the list.
        RtNoContext: (107002) no current context.
    """
    if not 0 <= attr <= _M.ACL_MEM_P2P_HUGE1G:
        raise RtInvalidMemoryType("ACL-MEM-022", got=attr, most=int(_M.ACL_MEM_P2P_HUGE1G))
    current = machine()
    space = current.current_context(function="aclrtGetMemInfo").device.memory
    kinds = _HBM if current.profile.has_hbm else (*_DDR, *_HBM)
    if attr in kinds or attr == _M.ACL_MEM_HUGE:
        return space.limit - space.used, space.limit
    return 0, 0


_L = aclrtMemLocationType


class MemLocation(NamedTuple):
    """An aclrtMemLocation: the device's id (0 for host memory) and the kind."""

    id: int
    type: int


class PtrAttributes(NamedTuple):
    """An aclrtPtrAttributes: where the memory is, and its page size in bytes."""

    location: MemLocation
    pageSize: int


@api("aclrtPointerGetAttributes")
def pointer_get_attributes(ptr: Any) -> PtrAttributes:
    """Where memory is: on a device, page-locked on the host, or unknown to the runtime.

    Raises:
        AclInvalidParam: (100000) null.
        RtParamInvalid: (107000) no memory.
    """
    function = "aclrtPointerGetAttributes"
    require(ptr, function=function, parameter="ptr")
    place = locate(machine(), ptr, function=function, parameter="ptr")
    if place.location is Location.HOST:
        return PtrAttributes(MemLocation(0, _L.ACL_MEM_LOCATION_TYPE_HOST), _NORMAL_PAGE)
    if place.space is None or place.address is None:
        place.now(1)
        return PtrAttributes(MemLocation(0, _L.ACL_MEM_LOCATION_TYPE_UNREGISTERED), _NORMAL_PAGE)
    allocation = place.space.find(place.address)
    if allocation is None:
        fault = place.space.fault(place.address, 1, write=False)
        raise RtParamInvalid("ACL-COPY-015", function=function, parameter="ptr", **fault)
    page = max(_NORMAL_PAGE, allocation.page)
    return PtrAttributes(MemLocation(place.space.device_id, _L.ACL_MEM_LOCATION_TYPE_DEVICE), page)
