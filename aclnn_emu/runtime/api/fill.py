"""Fills, synchronous and queued.

The order of the checks follows runtime src/acl/aclrt_impl/memory.cpp, then src/runtime/api/impl/api_error.cc.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Any

import numpy as np

from aclnn_emu.errors import AclInvalidParam, RtParamInvalid
from aclnn_emu.runtime.allocation import Bytes
from aclnn_emu.runtime.checks import is_null, require
from aclnn_emu.runtime.clock import BYTES_PER_NS, device_ns
from aclnn_emu.runtime.host import host_address
from aclnn_emu.runtime.machine import Machine, machine
from aclnn_emu.runtime.place import Location, Place, locate
from aclnn_emu.runtime.registry import api
from aclnn_emu.runtime.stream import Stream, resolve_stream
from aclnn_emu.runtime.task import Task, TaskKind, TaskState, next_task_id

__all__: list[str] = []

_UNREGISTERED = Location.UNREGISTERED
_QUEUED = TaskState.QUEUED
_LAUNCH_NS = device_ns(0)


def _check_count(count: int, most: int, *, function: str) -> None:
    if count > most:
        raise RtParamInvalid("ACL-COPY-001", function=function, count=count, most=most, most_name="maxCount")


def _check_stream(stream: Any, *, function: str) -> None:
    if not is_null(stream):
        machine().handles.resolve(stream, Stream, function=function, parameter="stream")


def _known_place(owner: Machine, ptr: Any, *, function: str, parameter: str) -> Place:
    """The place of memory that this runtime made; ordinary host memory is undefined by the pages and refused."""
    place = locate(owner, ptr, function=function, parameter=parameter)
    if place.location is _UNREGISTERED:
        raise RtParamInvalid("ACL-COPY-020", function=function, parameter=parameter)
    return place


class _Fill(Task):
    """A queued fill of `nbytes` bytes of a place."""

    __slots__ = ("_fill", "_nbytes", "_place", "device_ns", "writes")

    kind = TaskKind.MEMSET

    def __init__(self, place: Place, nbytes: int, fill: Callable[[Bytes], object], name: str) -> None:
        self.device_ns = _LAUNCH_NS if nbytes < BYTES_PER_NS or place.space is None else device_ns(nbytes)
        self._place = place
        self._nbytes = nbytes
        self._fill = fill
        # Without super, which costs a call.
        self.name = name
        self.id = next_task_id()
        self.state = _QUEUED
        self.over = False
        self.error = self.cause = None
        self.end_ns = 0
        self.writes = () if place.machine.hooks is None else place.ranges(nbytes)

    def run(self) -> None:
        """Fill the bytes, which must still be there."""
        place = self._place
        space, address = place.space, place.address
        if space is not None and address is not None:  # `Place.later` in place
            self._fill(space.view_to_overwrite(address, self._nbytes))
        else:
            self._fill(place.later(self._nbytes, whole=True))


def _queue(place: Place, nbytes: int, fill: Callable[[Bytes], object], stream: Any, *, function: str) -> None:
    found = resolve_stream(stream, function=function, same_context=True)
    place.require_allocated()
    found.enqueue(_Fill(place, nbytes, fill, function))


def _fill_now(place: Place, nbytes: int, fill: Callable[[Bytes], object]) -> None:
    fill(place.now(nbytes, whole=True))
    hooks = place.machine.hooks
    if hooks is not None:
        hooks.access(place.function, (), place.ranges(nbytes), None, place)


# Made once: queued fills by the hundred thousand would each keep one.
_BYTE_FILLERS = tuple(methodcaller("fill", value) for value in range(256))


@api("aclrtMemset")
def memset(dev_ptr: Any, max_count: int, value: int, count: int) -> None:
    """Fill device or page-locked memory with the low byte of `value` now; waits for no stream.

    Args:
        dev_ptr: device address or page-locked host memory.
        max_count: bytes that are there.
        value: its low byte is used.
        count: bytes to fill; 0 does nothing and checks nothing.

    Raises:
        AclInvalidParam: (100000) null.
        RtNoContext: (107002) no current context.
        RtParamInvalid: (107000, our choice: left to the closed driver) more than `max_count`, memory that
            is not allocated or not made by this runtime.
    """
    if count == 0:
        return
    function = "aclrtMemset"
    require(dev_ptr, function=function, parameter="devPtr")
    machine().current_context(function=function)
    _check_count(count, max_count, function=function)
    place = _known_place(machine(), dev_ptr, function=function, parameter="devPtr")
    _fill_now(place, count, _BYTE_FILLERS[value & 0xFF])


@api("aclrtMemsetAsync")
def memset_async(dev_ptr: Any, max_count: int, value: int, count: int, stream: Any) -> None:
    """Queue a fill of device or page-locked memory with the low byte of `value`.

    Args:
        dev_ptr: as aclrtMemset.
        max_count: as aclrtMemset.
        value: as aclrtMemset.
        count: as aclrtMemset.
        stream: where to queue; null for the default stream.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) a destroyed or foreign stream.
        RtParamInvalid: (107000) more than `max_count`, memory that is not allocated or not made by this runtime.
        RtNoContext: (107002) no current context.
        RtStreamContext: (107003) the stream belongs to another context.
    """
    if count == 0:
        return
    function = "aclrtMemsetAsync"
    if type(dev_ptr) is not int or dev_ptr == 0:
        require(dev_ptr, function=function, parameter="devPtr")
    fill = _BYTE_FILLERS[value & 0xFF]
    # A stream of the current context, as most are, and memory that was looked up before need no closer look.
    if (
        type(dev_ptr) is int
        and count <= max_count
        and isinstance(stream, Stream)
        and stream.alive
        and stream.context is stream.machine.threads.state.latest
    ):
        known = stream.machine.places.get((dev_ptr, function, "devPtr"))
        if known is not None:
            if known.space is None or dev_ptr not in known.space.live:
                known.require_allocated()
            stream.enqueue(_Fill(known, count, fill, function))
            return
    _check_stream(stream, function=function)
    _check_count(count, max_count, function=function)
    owner = machine()
    owner.current_context(function=function)
    place = _known_place(owner, dev_ptr, function=function, parameter="devPtr")
    _queue(place, count, fill, stream, function=function)


def _words_place(ptr: Any, mem_size: int, number: int, *, function: str) -> Place:
    require(ptr, function=function, parameter="ptr")
    address = host_address(ptr)
    if address is not None and address % 4:
        raise AclInvalidParam("ACL-COPY-021", function=function, address=hex(address))
    if number * 4 > mem_size:
        raise AclInvalidParam(
            "ACL-COPY-022", function=function, number=number, needed=number * 4, size=mem_size
        )
    place = locate(machine(), ptr, function=function, parameter="ptr")
    if place.location is _UNREGISTERED:
        place.now(1)
        raise AclInvalidParam("ACL-COPY-023", function=function)
    place.require_allocated()
    return place


def _word_filler(value: int) -> Callable[[Bytes], None]:
    word = np.array(value & 0xFFFF_FFFF, np.uint32)
    return lambda data: np.copyto(data.view(np.uint32), word)


@api("aclrtMemsetD32")
def memset_d32(ptr: Any, mem_size: int, value: int, number: int) -> None:
    """Fill device or page-locked memory with `number` 32-bit words now.

    Args:
        ptr: address, a multiple of 4.
        mem_size: bytes that are there.
        value: the word.
        number: words to fill; 0 does nothing and checks nothing.

    Raises:
        AclInvalidParam: (100000) null, not a multiple of 4, more than `mem_size`, not made by this runtime.
        RtNoContext: (107002) no current context.
        RtParamInvalid: (107000) memory that is not allocated.
    """
    if number == 0:
        return
    function = "aclrtMemsetD32"
    place = _words_place(ptr, mem_size, number, function=function)
    machine().current_context(function=function)
    _fill_now(place, number * 4, _word_filler(value))


@api("aclrtMemsetD32Async")
def memset_d32_async(ptr: Any, mem_size: int, value: int, number: int, stream: Any) -> None:
    """Queue a fill with `number` 32-bit words; arguments as aclrtMemsetD32, null stream for the default one.

    Raises:
        AclInvalidParam: (100000) null, not a multiple of 4, more than `mem_size`, not made by this runtime.
        RtInvalidHandle: (107017) a destroyed or foreign stream.
        RtNoContext: (107002) no current context.
        RtParamInvalid: (107000) memory that is not allocated.
        RtStreamContext: (107003) the stream belongs to another context.
    """
    if number == 0:
        return
    function = "aclrtMemsetD32Async"
    place = _words_place(ptr, mem_size, number, function=function)
    _check_stream(stream, function=function)
    machine().current_context(function=function)
    _queue(place, number * 4, _word_filler(value), stream, function=function)
