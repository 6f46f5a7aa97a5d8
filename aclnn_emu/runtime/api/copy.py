"""Copies, synchronous and queued.

The order of the checks follows runtime src/acl/aclrt_impl/memory.cpp (null, kind), then
src/runtime/api/impl/api_error.cc (sizes, context, kind against memory) and api_impl.cc (stream).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aclnn_emu.abi.enums import aclrtMemcpyKind
from aclnn_emu.errors import AclInvalidParam, RtNotSupported, RtParamInvalid
from aclnn_emu.runtime.allocation import Bytes
from aclnn_emu.runtime.checks import is_null, require, require_value
from aclnn_emu.runtime.host import host_address
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.memory import is_device_address
from aclnn_emu.runtime.place import Location, Place, check_peer_access, locate
from aclnn_emu.runtime.registry import api
from aclnn_emu.runtime.stream import Stream, resolve_stream
from aclnn_emu.runtime.task import Layout, TaskKind, Work

__all__: list[str] = []

_MEMCPY = TaskKind.MEMCPY

_K = aclrtMemcpyKind
_H2H, _H2D, _D2H, _D2D = range(4)
_DEFAULT, _H2BUF2D = 4, 5
_KINDS = tuple(range(6))
_KINDS_2D = (_H2D, _D2H, _D2D, _DEFAULT)

# What an asynchronous copy makes of its kind, by where source and destination are: between two pointers
# that the driver knows the kind is corrected; with ordinary memory only some are taken, the first of
# them in place of DEFAULT. Source: api_error.cc, MemcpyKindReviseMap.
_HOST, _DEVICE, _UNREGISTERED = Location.HOST, Location.DEVICE, Location.UNREGISTERED
_FORCED = {
    (_HOST, _DEVICE): _H2D,
    (_DEVICE, _HOST): _D2H,
    (_HOST, _HOST): _H2H,
    (_DEVICE, _DEVICE): _D2D,
}
_TAKEN = {
    (_UNREGISTERED, _DEVICE): (_H2D, _D2D),
    (_DEVICE, _UNREGISTERED): (_D2H, _D2D),
    (_HOST, _UNREGISTERED): (_H2H, _H2D),
    (_UNREGISTERED, _HOST): (_H2H, _D2H),
    (_UNREGISTERED, _UNREGISTERED): (_H2H, _H2D, _D2H, _D2D),
}

_MOST_ROWS = 5 * 1024 * 1024
_MOST_WIDTH = 5_000_000


def _kind_names(kinds: tuple[int, ...]) -> str:
    return ", ".join(f"{_K(kind).name} ({kind})" for kind in kinds)


def _check_pointers(dst: Any, src: Any, kind: int, kinds: tuple[int, ...], *, function: str) -> None:
    if is_null(dst) or is_null(src):
        require(dst, function=function, parameter="dst")
        require(src, function=function, parameter="src")
    if kind not in kinds:
        require_value(kind, kinds, _kind_names(kinds), function=function, parameter="kind")


def _check_count(count: int, most: int, *, function: str, most_name: str = "destMax") -> None:
    if count > most:
        raise RtParamInvalid("ACL-COPY-001", function=function, count=count, most=most, most_name=most_name)


def _is_same(dst: Any, src: Any) -> bool:
    if dst is src:
        return True
    if (type(dst) is int and is_device_address(dst)) or (type(src) is int and is_device_address(src)):
        return type(dst) is type(src) and bool(dst == src)
    address = host_address(dst)
    return address is not None and address == host_address(src)


def _places(dst: Any, src: Any, *, function: str) -> tuple[Place, Place]:
    current = machine()
    source = locate(current, src, function=function, parameter="src")
    target = locate(current, dst, function=function, parameter="dst")
    check_peer_access(current, source, target)
    return source, target


def _copy_now(source: Place, target: Place, count: int) -> None:
    data = source.now(count)
    np.copyto(target.now(count, whole=True), data)
    hooks = source.machine.hooks
    if hooks is not None:
        hooks.access(source.function, source.ranges(count), target.ranges(count), source, target)


@api("aclrtMemcpy")
def memcpy(dst: Any, dest_max: int, src: Any, count: int, kind: int) -> None:
    """Copy now; the direction follows from the pointers, whatever `kind` says. Waits for no stream.

    Args:
        dst: device address, or host memory (array, bytes-like object, pointer).
        dest_max: bytes that `dst` holds.
        src: as `dst`.
        count: bytes to copy; 0 does nothing and checks nothing.
        kind: 0 to 5; its value has no further effect.

    Raises:
        AclInvalidParam: (100000) null, another kind, or a host buffer that cannot be used.
        RtParamInvalid: (107000) more than `dest_max`, or memory that is not allocated.
        RtNoContext: (107002) no current context.
    """
    if count == 0:
        return
    function = "aclrtMemcpy"
    _check_pointers(dst, src, kind, _KINDS, function=function)
    _check_count(count, dest_max, function=function)
    if _is_same(dst, src):
        return
    machine().current_context(function=function)
    source, target = _places(dst, src, function=function)
    _copy_now(source, target, count)


def _check_stream(stream: Any, *, function: str) -> None:
    """Refuse a destroyed or foreign handle (107017), which comes before most other checks."""
    if not is_null(stream):
        machine().handles.resolve(stream, Stream, function=function, parameter="stream")


def _settle_kind(kind: int, source: Place, target: Place, *, function: str) -> int:
    """The kind that an asynchronous copy has after its pointers were looked at."""
    pair = (source.location, target.location)
    if kind == _H2BUF2D:
        if source.location is _DEVICE or target.location is not _DEVICE:
            raise RtParamInvalid(
                "ACL-COPY-003", function=function, source=pair[0].value, target=pair[1].value
            )
        return kind
    forced = _FORCED.get(pair)
    if forced is not None:
        return forced
    taken = _TAKEN[pair]
    if kind == _DEFAULT:
        return taken[0]
    if kind not in taken:
        raise RtParamInvalid(
            "ACL-COPY-002",
            function=function,
            got=_kind_names((kind,)),
            source=pair[0].value,
            target=pair[1].value,
            allowed=_kind_names((*taken, _DEFAULT)),
        )
    return kind


def _is_pageable(kind: int, source: Place, target: Place) -> bool:
    """Whether the copy touches ordinary memory in a way that makes it wait and copy at once."""
    both = (source.location, target.location)
    return _UNREGISTERED in both and kind not in (_H2H, _D2D, _H2BUF2D)


def _opener(place: Place, nbytes: int, *, write: bool = False, whole: bool = False) -> Callable[[], Bytes]:
    """How the task gets at the bytes: known memory is looked up when it runs, ordinary memory now."""
    if place.location is _UNREGISTERED:
        data = place.now(nbytes, write=write, whole=whole)
        return lambda: data
    return lambda: place.later(nbytes, write=write, whole=whole)


@api("aclrtMemcpyAsync")
def memcpy_async(dst: Any, dest_max: int, src: Any, count: int, kind: int, stream: Any) -> None:
    """Queue a copy. With ordinary (not page-locked) host memory it waits for the stream and copies at once.

    Args:
        dst: as aclrtMemcpy.
        dest_max: as aclrtMemcpy.
        src: as aclrtMemcpy.
        count: as aclrtMemcpy.
        kind: corrected silently between pointers that the driver knows; with ordinary host memory it must fit.
        stream: where to queue; null for the default stream.

    Raises:
        AclInvalidParam: (100000) null, another kind, or a host buffer that cannot be used.
        RtInvalidHandle: (107017) a destroyed or foreign stream.
        RtParamInvalid: (107000) more than `dest_max`, a kind that does not fit, memory that is not allocated.
        RtNoContext: (107002) no current context.
        RtNotSupported: (207000) from host to host.
        RtStreamContext: (107003) the stream belongs to another context.
        EmuError: what queued work did wrong, when the copy had to wait for it.
    """
    if count == 0:
        return
    function = "aclrtMemcpyAsync"
    _check_pointers(dst, src, kind, _KINDS, function=function)
    _check_stream(stream, function=function)
    _check_count(count, dest_max, function=function)
    current = machine()
    current.current_context(function=function)
    source, target = _places(dst, src, function=function)
    kind = _settle_kind(kind, source, target, function=function)
    if kind == _H2H:
        raise RtNotSupported("ACL-COPY-004", function=function)
    if _is_same(dst, src):
        return
    found = resolve_stream(stream, function=function, same_context=True)
    for place in (source, target):
        place.require_allocated()
    if _is_pageable(kind, source, target):
        current.scheduler.wait_stream(found, None, function=function)
        _copy_now(source, target, count)
        return
    read = _opener(source, count)
    write = _opener(target, count, whole=True)
    task = Work(
        kind=_MEMCPY,
        name=function,
        body=lambda: np.copyto(write(), read()),
        reads=source.ranges(count),
        writes=target.ranges(count),
    )
    if current.hooks is not None:
        if source.block is not None:
            task.host_reads = source.host_ranges(count)
        if target.block is not None:
            task.host_writes = target.host_ranges(count)
    found.enqueue(task)


def _check_2d(
    dst: Any, dpitch: int, src: Any, spitch: int, width: int, height: int, kind: int, *, function: str
) -> None:
    require(dst, function=function, parameter="dst")
    require(src, function=function, parameter="src")
    if width > spitch or width > dpitch:
        raise AclInvalidParam("ACL-COPY-005", function=function, width=width, dpitch=dpitch, spitch=spitch)
    require_value(kind, _KINDS_2D, _kind_names(_KINDS_2D), function=function, parameter="kind")
    for name, got, most in (("height", height, _MOST_ROWS), ("width", width, _MOST_WIDTH)):
        if got > most:
            raise RtParamInvalid("ACL-COPY-006", function=function, parameter=name, got=got, most=most)


def _reach(pitch: int, width: int, height: int) -> int:
    return (height - 1) * pitch + width


def _rows_layout(pitch: int, width: int, height: int) -> Layout | None:
    """Which bytes of the reach the rows are; None for all."""
    return None if width == pitch or height == 1 else Layout((height, width), (pitch, 1), 0, 1)


def _rows(data: Bytes, pitch: int, width: int, height: int) -> Bytes:
    return np.lib.stride_tricks.as_strided(data, (height, width), (pitch, 1))


def _copy_rows(dst: Bytes, dpitch: int, src: Bytes, spitch: int, width: int, height: int) -> None:
    np.copyto(_rows(dst, dpitch, width, height), _rows(src, spitch, width, height))


def _copy_rows_now(source: Place, spitch: int, target: Place, dpitch: int, width: int, height: int) -> None:
    read, written = _reach(spitch, width, height), _reach(dpitch, width, height)
    data = source.now(read)
    _copy_rows(target.now(written, write=True), dpitch, data, spitch, width, height)
    hooks = source.machine.hooks
    if hooks is not None:
        reads = source.ranges(read, _rows_layout(spitch, width, height))
        writes = target.ranges(written, _rows_layout(dpitch, width, height))
        hooks.access(source.function, reads, writes, source, target)


@api("aclrtMemcpy2d")
def memcpy2d(dst: Any, dpitch: int, src: Any, spitch: int, width: int, height: int, kind: int) -> None:
    """Copy `height` rows of `width` bytes now, between host and device.

    Args:
        dst: device address or host memory.
        dpitch: bytes from one row of `dst` to the next.
        src: as `dst`.
        spitch: bytes from one row of `src` to the next.
        width: bytes of a row; 0 does nothing and checks nothing.
        height: rows; 0 does nothing and checks nothing.
        kind: HOST_TO_DEVICE, DEVICE_TO_HOST or DEFAULT; corrected when the memory is page-locked.

    Raises:
        AclInvalidParam: (100000) null, a row longer than a pitch, another kind.
        RtParamInvalid: (107000) more than 5 Mi rows or 5,000,000 bytes, not between host and device,
            memory that is not allocated.
        RtNotSupported: (207000) DEVICE_TO_DEVICE.
        RtNoContext: (107002) no current context.
    """
    if width == 0 or height == 0:
        return
    function = "aclrtMemcpy2d"
    _check_2d(dst, dpitch, src, spitch, width, height, kind, function=function)
    if kind == _D2D:
        raise RtNotSupported("ACL-COPY-007", function=function)
    machine().current_context(function=function)
    source, target = _places(dst, src, function=function)
    kind = _settle_kind(kind, source, target, function=function)
    if kind not in (_H2D, _D2H):
        raise RtParamInvalid(
            "ACL-COPY-008", function=function, source=source.location.value, target=target.location.value
        )
    _copy_rows_now(source, spitch, target, dpitch, width, height)


@api("aclrtMemcpy2dAsync")
def memcpy2d_async(
    dst: Any, dpitch: int, src: Any, spitch: int, width: int, height: int, kind: int, stream: Any
) -> None:
    """Queue a copy of `height` rows of `width` bytes; with ordinary host memory it waits and copies at once.

    Args:
        dst: as aclrtMemcpy2d.
        dpitch: as aclrtMemcpy2d.
        src: as aclrtMemcpy2d.
        spitch: as aclrtMemcpy2d.
        width: as aclrtMemcpy2d.
        height: as aclrtMemcpy2d.
        kind: HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE or DEFAULT.
        stream: where to queue; null for the default stream.

    Raises:
        AclInvalidParam: (100000) null, a row longer than a pitch, another kind.
        RtInvalidHandle: (107017) a destroyed or foreign stream.
        RtParamInvalid: (107000) more than 5 Mi rows or 5,000,000 bytes, a kind that does not fit.
        RtNoContext: (107002) no current context.
        RtStreamContext: (107003) the stream belongs to another context.
        EmuError: what queued work did wrong, when the copy had to wait for it.
    """
    if width == 0 or height == 0:
        return
    function = "aclrtMemcpy2dAsync"
    _check_2d(dst, dpitch, src, spitch, width, height, kind, function=function)
    _check_stream(stream, function=function)
    current = machine()
    current.current_context(function=function)
    source, target = _places(dst, src, function=function)
    kind = _settle_kind(kind, source, target, function=function)
    if kind == _H2H:
        raise RtParamInvalid(
            "ACL-COPY-008", function=function, source=source.location.value, target=target.location.value
        )
    found = resolve_stream(stream, function=function, same_context=True)
    for place in (source, target):
        place.require_allocated()
    read_bytes, write_bytes = _reach(spitch, width, height), _reach(dpitch, width, height)
    if _is_pageable(kind, source, target):
        current.scheduler.wait_stream(found, None, function=function)
        _copy_rows_now(source, spitch, target, dpitch, width, height)
        return
    read = _opener(source, read_bytes)
    write = _opener(target, write_bytes, write=True)
    task = Work(
        kind=_MEMCPY,
        name=function,
        body=lambda: _copy_rows(write(), dpitch, read(), spitch, width, height),
        reads=source.ranges(read_bytes, _rows_layout(spitch, width, height)),
        writes=target.ranges(write_bytes, _rows_layout(dpitch, width, height)),
    )
    if current.hooks is not None:
        task.host_reads, task.host_writes = source.host_ranges(read_bytes), target.host_ranges(write_bytes)
    found.enqueue(task)
