"""The stream functions.

Order of checks, in all of them: what the acl layer looks at (null pointers), then whether handles live,
then values, then the current context, then whether the stream is of that context.
Source: runtime src/acl/aclrt_impl/stream.cpp, src/runtime/api/impl/api_error.cc and api_impl.cc.
"""

from __future__ import annotations

from typing import Any

from aclnn_emu.abi.constants import (
    ACL_STOP_ON_FAILURE,
    ACL_STREAM_CPU_SCHEDULE,
    ACL_STREAM_DEVICE_USE_ONLY,
    ACL_STREAM_FAST_LAUNCH,
    ACL_STREAM_FAST_SYNC,
    ACL_STREAM_HUGE,
    ACL_STREAM_PERSISTENT,
)
from aclnn_emu.abi.enums import aclrtStreamStatus
from aclnn_emu.errors import (
    AclInvalidParam,
    RtNotSupported,
    RtParamInvalid,
)
from aclnn_emu.runtime.context import Context
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api
from aclnn_emu.runtime.stream import Stream, check_context, create_stream, resolve_stream

_KNOWN_FLAGS = (
    ACL_STREAM_FAST_LAUNCH
    | ACL_STREAM_FAST_SYNC
    | ACL_STREAM_PERSISTENT
    | ACL_STREAM_HUGE
    | ACL_STREAM_CPU_SCHEDULE
    | ACL_STREAM_DEVICE_USE_ONLY
)
_LEAST_PRIORITY = 7

# Chips that lack a feature. Source: runtime src/runtime/config/*/dev_info_reg.cc, docs 06_stream_management.md.
_NO_HUGE = ("Ascend310P",)
_NO_DEVICE_USE_ONLY = ("Ascend910", "Ascend310B")
_NO_AVAILABLE_NUMBER = ("Ascend910",)


@api("aclrtCreateStream")
def create() -> Stream:
    """A new stream of the current context.

    Raises:
        RtNoContext: (107002).
        RtNoStreamResource: (207008) the device has as many streams as the chip takes.
    """
    function = "aclrtCreateStream"
    return create_stream(machine().current_context(function=function), 0, 0, function)


@api("aclrtCreateStreamWithConfig")
def create_with_config(priority: int, flag: int) -> Stream:
    """A new stream with a priority and flags; a priority out of range is clamped, unknown flags are ignored.

    Raises:
        RtNotSupported: (207000) the chip lacks what a flag asks for.
        RtParamInvalid: (107000) ACL_STREAM_DEVICE_USE_ONLY with another flag.
        RtNoContext: (107002).
        RtNoStreamResource: (207008) the device has as many streams as the chip takes.
    """
    function = "aclrtCreateStreamWithConfig"
    flags = flag & _KNOWN_FLAGS
    chip = machine().profile.name
    if flags & ACL_STREAM_HUGE and chip in _NO_HUGE:
        raise RtNotSupported("ACL-STREAM-006", function=function, flag="ACL_STREAM_HUGE", soc=chip)
    if flags & ACL_STREAM_DEVICE_USE_ONLY and flags != ACL_STREAM_DEVICE_USE_ONLY:
        raise RtParamInvalid("ACL-STREAM-005", function=function, flag=f"{flag:#x}")
    context = machine().current_context(function=function)
    if flags & ACL_STREAM_DEVICE_USE_ONLY and chip in _NO_DEVICE_USE_ONLY:
        raise RtNotSupported("ACL-STREAM-006", function=function, flag="ACL_STREAM_DEVICE_USE_ONLY", soc=chip)
    # The C function takes the unsigned number for a signed one, so that a huge one is below the range.
    clamped = 0 if priority >= 1 << 31 else min(priority, _LEAST_PRIORITY)
    return create_stream(context, flags, clamped, function)


def _destroy(value: Any, function: str, *, force: bool) -> None:
    if value is None or value == 0:
        raise AclInvalidParam("ACL-STREAM-001", function=function, parameter="stream")
    stream = resolve_stream(value, function=function, same_context=True)
    if stream is stream.context.default_stream:
        raise RtParamInvalid("ACL-STREAM-007", function=function, stream=stream)
    stream.destroy(force=force, function=function)


@api("aclrtDestroyStream")
def destroy(stream: Any) -> None:
    """Wait for the stream's work, then destroy it.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed already, or not a stream.
        RtNoContext, RtStreamContext: (107002, 107003) not a stream of the current context.
        RtParamInvalid: (107000) a default stream, which goes with its context. Deviation: CANN is silent.
        RtStreamSyncTimeout: (507046) its work can never end; it lives on.
        EmuError: a task failed; the stream is destroyed.
    """
    _destroy(stream, "aclrtDestroyStream", force=False)


@api("aclrtDestroyStreamForce")
def destroy_force(stream: Any) -> None:
    """Drop the stream's work and destroy it.

    Raises:
        AclInvalidParam, RtInvalidHandle, RtNoContext, RtStreamContext, RtParamInvalid: as aclrtDestroyStream.
    """
    _destroy(stream, "aclrtDestroyStreamForce", force=True)


def _resolve_any(value: Any, function: str) -> Stream | None:
    """The stream, of whichever context; None for null, whose meaning needs the context."""
    if isinstance(value, Stream) and value.alive:
        return value
    if value is None or value == 0:
        return None
    return machine().handles.resolve(value, Stream, function=function, parameter="stream")


@api("aclrtSynchronizeStream")
def synchronize(stream: Any, timeout: int = -1, function: str = "aclrtSynchronizeStream") -> None:
    """Wait for all that is queued on the stream, which may be one of another context.

    Args:
        stream: which stream; null for the default stream.
        timeout: of aclrtSynchronizeStreamWithTimeout, which ends here.
        function: that one's name.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtNoContext: (107002).
        RtStreamSyncTimeout: (507046) the work can never end. Deviation: a device would wait for ever.
        RtStreamAbort: (107023) the work was aborted meanwhile.
        EmuError: a task failed; the class and code of its error.
    """
    found = stream if isinstance(stream, Stream) and stream.alive else _resolve_any(stream, function)
    if timeout == 0:
        raise RtParamInvalid("ACL-STREAM-003", function=function, timeout=timeout)
    if found is not None and found.is_device_side:
        return
    if found is None:
        found = machine().current_context(function=function).default_stream
    elif found.context is not found.machine.threads.state.latest:
        machine().current_context(function=function)  # there must be one
    found.machine.scheduler.wait_stream(found, None if timeout == -1 else timeout, function=function)


@api("aclrtSynchronizeStreamWithTimeout")
def synchronize_with_timeout(stream: Any, timeout: int) -> None:
    """Wait at most `timeout` ms; -1 is no limit.

    Under the deferred and seeded schedules no time passes: a wait that cannot end is over at once.

    Raises:
        RtParamInvalid: (107000) timeout is 0 or below -1.
        RtInvalidHandle, RtNoContext, RtStreamAbort, EmuError: as aclrtSynchronizeStream.
        RtStreamSyncTimeout: (507046) not in time.
    """
    function = "aclrtSynchronizeStreamWithTimeout"
    if timeout < -1:
        raise RtParamInvalid("ACL-STREAM-003", function=function, timeout=timeout)
    synchronize(stream, timeout, function)


@api("aclrtStreamQuery")
def query(stream: Any) -> aclrtStreamStatus:
    """Whether the stream's work is done. Under the deferred schedule each query lets the device do one task.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtNoContext: (107002).
    """
    function = "aclrtStreamQuery"
    found = _resolve_any(stream, function)
    if found is not None and found.is_device_side:
        return aclrtStreamStatus.ACL_STREAM_STATUS_COMPLETE
    context = machine().current_context(function=function)
    found = found or context.default_stream
    with found.machine.lock:
        target = found.newest()
        if target is None:
            found.machine.synchronized(found, function)
            return aclrtStreamStatus.ACL_STREAM_STATUS_COMPLETE
        found.machine.scheduler.poll(found, target)
    return aclrtStreamStatus.ACL_STREAM_STATUS_NOT_READY


@api("aclrtStreamAbort")
def abort(stream: Any) -> None:
    """Drop the stream's queued work; threads that wait for it return 107023. The stream works again afterwards.

    A dropped record leaves its event as if never recorded; streams that already wait for it stay blocked.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtParamInvalid: (107000) null, and the thread has no context.
        RtNoContext, RtStreamContext: (107002, 107003) not a stream of the current context.
    """
    function = "aclrtStreamAbort"
    found = _resolve_any(stream, function)
    if found is None:
        context: Context | None = machine().thread().context
        if context is None:
            raise RtParamInvalid("ACL-STREAM-009", function=function)
        found = context.default_stream
    check_context(found, function)
    with found.machine.lock:
        found.machine.scheduler.drop(found)


@api("aclrtStreamGetId")
def get_id(stream: Any) -> int:
    """The hardware's number of the stream.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtNoContext: (107002) null, and the thread has no context.
    """
    return resolve_stream(stream, function="aclrtStreamGetId", same_context=False).id


def _of_any_context(value: Any, function: str) -> Stream:
    found = _resolve_any(value, function)
    context = machine().current_context(function=function)
    return found or context.default_stream


@api("aclrtStreamGetPriority")
def get_priority(stream: Any) -> int:
    """The stream's priority, 0 (highest) to 7.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtNoContext: (107002).
    """
    return _of_any_context(stream, "aclrtStreamGetPriority").priority


@api("aclrtStreamGetFlags")
def get_flags(stream: Any) -> int:
    """The flags the stream was created with.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtNoContext: (107002).
    """
    return _of_any_context(stream, "aclrtStreamGetFlags").flags


@api("aclrtGetStreamAvailableNum")
def get_available_number() -> int:
    """How many streams can still be created on the current device.

    Raises:
        RtNotSupported: (207000) the chip cannot say.
        RtNoContext: (107002).
    """
    function = "aclrtGetStreamAvailableNum"
    chip = machine().profile.name
    if chip in _NO_AVAILABLE_NUMBER:
        raise RtNotSupported("ACL-STREAM-012", function=function, soc=chip)
    return machine().current_context(function=function).device.stream_ids.available


@api("aclrtSetStreamFailureMode")
def set_failure_mode(stream: Any, mode: int) -> None:
    """What a failed task does to the work behind it: nothing (0, the default), or stop all streams of its context (1).

    Only the lowest bit of the mode counts. After a stop, queued work is dropped, further launches and every wait
    answer with the failed task's error, until the context is destroyed.

    Args:
        stream: a stream of the current context, null for its default stream.
        mode: ACL_CONTINUE_ON_FAILURE or ACL_STOP_ON_FAILURE.

    Raises:
        RtNotSupported: (207000) from stop back to continue.
        RtInvalidHandle, RtNoContext, RtStreamContext: (107017, 107002, 107003) not a stream of the current context.

    Source: runtime src/runtime/api/impl/api_impl.cc (StreamSetMode), core/src/stream/stream.cc (EnterFailureAbort).
    """
    function = "aclrtSetStreamFailureMode"
    context = resolve_stream(stream, function=function, same_context=True).context
    stop = bool(mode & ACL_STOP_ON_FAILURE)
    if context.stop_on_failure and not stop:
        raise RtNotSupported("ACL-STREAM-008", function=function)
    context.stop_on_failure = stop
