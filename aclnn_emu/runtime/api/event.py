"""The event functions that create, destroy, record, reset and make streams wait.

Order of checks, in all of them: null pointers (acl layer), live handles, values and flags, what this kind
of event can do, the current context, whether the stream is of that context.
Source: runtime src/acl/aclrt_impl/event.cpp and stream.cpp, src/runtime/api/impl/api_error.cc and
api_impl.cc, src/runtime/core/src/event/event.cc.
"""

from __future__ import annotations

from typing import Any

from aclnn_emu.abi.constants import (
    ACL_EVENT_DEVICE_USE_ONLY,
    ACL_EVENT_EXTERNAL,
    ACL_EVENT_IPC,
    ACL_EVENT_RECORD_EXTERNAL,
    ACL_EVENT_SYNC,
    ACL_EVENT_WAIT_DEFAULT,
)
from aclnn_emu.errors import (
    AclInvalidParam,
    RtNotSupported,
    RtParamInvalid,
    RtStreamNotCaptured,
)
from aclnn_emu.runtime.api.event_checks import refuse_kinds, require_not_null, resolve_event
from aclnn_emu.runtime.event import DEFAULT_FLAGS, Event, EventKind, create_event
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api
from aclnn_emu.runtime.stream import Stream, check_context, resolve_stream

_EXTERNAL = ACL_EVENT_RECORD_EXTERNAL  # and ACL_EVENT_WAIT_EXTERNAL, of waits
_AS_SET = -1  # a time limit: what aclrtSetOpWaitTimeout said
_FLAG_MASK = 0x3F
_EX_MASK = 0x4F

# Chips that have a feature. Source: runtime src/runtime/config/*/dev_info_reg.cc, docs 07_event_management.md.
_WITH_IPC = ("Ascend910B", "Ascend910_93", "Ascend950")
_WITH_DEVICE_USE_ONLY = ("Ascend910B", "Ascend910_93", "Ascend950", "Ascend310P")


@api("aclrtCreateEvent")
def create() -> Event:
    """An event for synchronisation and time measurement.

    Raises:
        RtNoContext: (107002).
    """
    function = "aclrtCreateEvent"
    return create_event(
        machine().current_context(function=function), EventKind.DEFAULT, DEFAULT_FLAGS, function
    )


@api("aclrtCreateEventWithFlag")
def create_with_flag(flag: int) -> Event:
    """An event with the given flag bits.

    Raises:
        RtParamInvalid: (107000) no known bit, a bit above 0x3f, or 0x10 or 0x20 with another bit.
        RtNoContext: (107002).
        RtNotSupported: (207000) ACL_EVENT_DEVICE_USE_ONLY on a chip without it.
        RtNoEventResource: (207007) no event id is left.
    """
    function = "aclrtCreateEventWithFlag"
    if not 0 < flag <= _FLAG_MASK:
        raise RtParamInvalid(
            "ACL-EVENT-002",
            function=function,
            flag=f"{flag:#x}",
            allowed="bits 1, 2, 4 and 8, or 0x10 or 0x20 alone",
        )
    _check_alone(flag, (ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL), function)
    context = machine().current_context(function=function)
    chip = machine().profile.name
    if flag == ACL_EVENT_DEVICE_USE_ONLY and chip not in _WITH_DEVICE_USE_ONLY:
        raise RtNotSupported("ACL-EVENT-004", function=function, flag="ACL_EVENT_DEVICE_USE_ONLY", soc=chip)
    return create_event(context, EventKind.FLAG, flag, function)


@api("aclrtCreateEventExWithFlag")
def create_ex_with_flag(flag: int) -> Event:
    """An event whose records are marks of their own: it may be recorded again and needs no reset.

    Raises:
        RtParamInvalid: (107000) anything but bits 1, 2, 4 and 8, or 0x40 alone.
        RtNotSupported: (207000) ACL_EVENT_IPC on a chip without it.
        RtNoContext: (107002).
    """
    function = "aclrtCreateEventExWithFlag"
    _check_alone(flag, (ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL, ACL_EVENT_IPC), function)
    chip = machine().profile.name
    if flag == ACL_EVENT_IPC and chip not in _WITH_IPC:
        raise RtNotSupported("ACL-EVENT-004", function=function, flag="ACL_EVENT_IPC", soc=chip)
    if not flag & _EX_MASK or flag > _EX_MASK:
        raise RtParamInvalid(
            "ACL-EVENT-002", function=function, flag=f"{flag:#x}", allowed="bits 1, 2, 4 and 8, or 0x40 alone"
        )
    return create_event(machine().current_context(function=function), EventKind.EX, flag, function)


def _check_alone(flag: int, bits: tuple[int, ...], function: str) -> None:
    for bit in bits:
        if flag & bit and flag != bit:
            raise RtParamInvalid("ACL-EVENT-003", function=function, flag=f"{flag:#x}", bit=f"{bit:#x}")


@api("aclrtDestroyEvent")
def destroy(event: Any) -> None:
    """End the event at once; queued tasks that use it still run.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed already, or not an event.
    """
    found = resolve_event(event, "aclrtDestroyEvent")
    owner = found.device.machine
    with owner.lock:
        found.alive = False
        owner.handles.release(found.handle)
        found.release_id()
        if owner.listeners:
            owner.emit("destroy", {"object": found, "function": "aclrtDestroyEvent"})


def _checked_flag(event: Event, current: int | None, flag: int, function: str) -> int:
    """The flag of an event's records or waits, and whether it may have any: what holds of the first holds of all.

    A graph may record or wait for an event externally or not, but not both.
    """
    if event.is_device_only:
        raise RtParamInvalid("ACL-EVENT-005", function=function, event=event)
    if flag == _EXTERNAL and not (event.is_ex and event.flags == ACL_EVENT_SYNC):
        raise RtNotSupported("ACL-EVENT-012", function=function, event=event)
    if current is not None and current != flag:
        raise RtParamInvalid("ACL-EVENT-011", function=function, flag=flag, current=current)
    return flag


def _resolve_stream(value: Any, function: str) -> Stream | None:
    """The stream, live; None for null, whose meaning needs the context that is looked at later."""
    if value is None or value == 0:
        return None
    return resolve_stream(value, function=function, same_context=False)


def _in_context(stream: Stream | None, function: str) -> Stream:
    if stream is None:
        return machine().current_context(function=function).default_stream
    check_context(stream, function)
    return stream


@api("aclrtRecordEvent")
def record(event: Any, stream: Any, flag: int = 0, function: str = "aclrtRecordEvent") -> None:
    """Queue a mark on the stream; an earlier record of the event is overwritten.

    Args:
        event: the event.
        stream: where to queue; null for the default stream.
        flag: of aclrtRecordEventWithFlag, which ends here.
        function: that one's name.

    Raises:
        AclInvalidParam: (100000) the event is null.
        RtInvalidHandle: (107017) event or stream destroyed, or no such thing.
        RtParamInvalid: (107000) device-only event, or recorded with another flag before.
        RtNoContext, RtStreamContext: (107002, 107003) not a stream of the current context.
        RtNoEventResource: (207007) no event id is left.
    """
    # What most arguments are is looked at in place, here and in `stream_wait_event`.
    found = event if isinstance(event, Event) and event.alive else resolve_event(event, function)
    target = stream if isinstance(stream, Stream) and stream.alive else _resolve_stream(stream, function)
    if found.record_flag != flag:  # the first record
        found.record_flag = _checked_flag(found, found.record_flag, flag, function)
    if target is None or target.context is not target.machine.threads.state.latest:
        target = _in_context(target, function)
    if flag == _EXTERNAL:
        raise RtStreamNotCaptured("ACL-EVENT-013", function=function, stream=target)
    found.record(target, function)


@api("aclrtRecordEventWithFlag")
def record_with_flag(event: Any, stream: Any, flag: int) -> None:
    """As aclrtRecordEvent for flag 0; flag 1 belongs to graph capture, which is not emulated.

    Raises:
        AclInvalidParam: (100000) the event is null, or another flag.
        RtInvalidHandle, RtParamInvalid, RtNoContext, RtStreamContext, RtNoEventResource: as aclrtRecordEvent.
        RtNotSupported: (207000) flag 1 and not an Ex event with exactly ACL_EVENT_SYNC.
        RtStreamNotCaptured: (107029) flag 1: the stream is not being captured.
    """
    function = "aclrtRecordEventWithFlag"
    require_not_null(event, function, "event")
    if flag not in (0, _EXTERNAL):
        raise AclInvalidParam("ACL-EVENT-010", function=function, flag=flag)
    record(event, stream, flag, function)


@api("aclrtResetEvent")
def reset(event: Any, stream: Any) -> None:
    """Queue a reset: the event's flag is cleared when the stream gets there.

    Raises:
        AclInvalidParam: (100000) the event is null.
        RtInvalidHandle: (107017) event or stream destroyed, or no such thing.
        RtParamInvalid: (107000) device-only event.
        RtNotSupported: (207000) an Ex event, or one without a synchronisation bit.
        RtNoContext, RtStreamContext: (107002, 107003) not a stream of the current context.
    """
    function = "aclrtResetEvent"
    found = resolve_event(event, function)
    target = _resolve_stream(stream, function)
    if found.is_device_only:
        raise RtParamInvalid("ACL-EVENT-005", function=function, event=found)
    refuse_kinds(found, function, ipc=True)
    if not found.can_be_waited_for:
        raise RtNotSupported("ACL-EVENT-006", function=function, event=found, flags=f"{found.flags:#x}")
    machine().current_context(function=function)
    refuse_kinds(found, function, ex=True)
    found.reset(_in_context(target, function), function)


@api("aclrtStreamWaitEvent")
def stream_wait_event(
    stream: Any,
    event: Any,
    timeout_ms: int | None = _AS_SET,
    flag: int = ACL_EVENT_WAIT_DEFAULT,
    function: str = "aclrtStreamWaitEvent",
) -> None:
    """Later work of the stream waits for the event's newest record.

    Never recorded: an Ex event is not waited for; one with ACL_EVENT_SYNC or ACL_EVENT_EXTERNAL made by
    aclrtCreateEventWithFlag is waited for until it is recorded; another is refused.

    Args:
        stream: which stream; null for the default stream.
        event: the event.
        timeout_ms: of the functions below, which end here; without, what aclrtSetOpWaitTimeout said.
        flag: as well.
        function: the name of that one.

    Raises:
        AclInvalidParam: (100000) the event is null.
        RtInvalidHandle: (107017) stream or event destroyed, or no such thing.
        RtParamInvalid: (107000) device-only event, or never recorded (see above).
        RtNotSupported: (207000) an event without a synchronisation bit.
        RtNoContext, RtStreamContext: (107002, 107003) not a stream of the current context.
    """
    if not isinstance(event, Event):
        require_not_null(event, function, "event")
    target = stream if isinstance(stream, Stream) and stream.alive else _resolve_stream(stream, function)
    found = event if isinstance(event, Event) and event.alive else resolve_event(event, function)
    if found.wait_flag != flag:  # the first wait
        if not found.is_device_only and not found.can_be_waited_for:
            raise RtNotSupported("ACL-EVENT-006", function=function, event=found, flags=f"{found.flags:#x}")
        found.wait_flag = _checked_flag(found, found.wait_flag, flag, function)
    if target is None or target.context is not target.machine.threads.state.latest:
        target = _in_context(target, function)
    if flag == _EXTERNAL:
        raise RtStreamNotCaptured("ACL-EVENT-013", function=function, stream=target)
    if timeout_ms == _AS_SET:
        timeout_ms = target.machine.scheduler.op_wait_timeout_ms
    found.wait(target, timeout_ms, function)


@api("aclrtStreamWaitEventWithTimeout")
def stream_wait_event_with_timeout(stream: Any, event: Any, timeout: int) -> None:
    """As aclrtStreamWaitEvent, at most `timeout` s (0: no limit); then the stream fails with 107020.

    Raises:
        RtParamInvalid: (107000) timeout below 0; a null event; else as aclrtStreamWaitEvent.
        RtInvalidHandle, RtNotSupported, RtNoContext, RtStreamContext: as aclrtStreamWaitEvent.
    """
    function = "aclrtStreamWaitEventWithTimeout"
    if timeout < 0:
        raise RtParamInvalid(
            "ACL-EVENT-014", function=function, timeout=timeout, allowed="0 (no limit) or more"
        )
    _wait_for(stream, event, timeout, function)


def _wait_for(stream: Any, event: Any, seconds: int, function: str) -> None:
    if event is None or event == 0:  # the acl layer does not look at it here, so the code is the runtime's
        _resolve_stream(stream, function)
        raise RtParamInvalid("ACL-EVENT-001", function=function, parameter="event")
    stream_wait_event(stream, event, seconds * 1000 or None, ACL_EVENT_WAIT_DEFAULT, function)


@api("aclrtStreamWaitEventWithFlag")
def stream_wait_event_with_flag(stream: Any, event: Any, timeout: int, flag: int) -> None:
    """As aclrtStreamWaitEventWithTimeout for flag 0; flag 1 belongs to graph capture, which is not emulated.

    Raises:
        AclInvalidParam: (100000) a null event, another flag, or flag 1 with a time limit.
        RtStreamNotCaptured: (107029) flag 1: the stream is not being captured.
        RtInvalidHandle, RtParamInvalid, RtNotSupported, RtNoContext, RtStreamContext: as aclrtStreamWaitEvent.
    """
    function = "aclrtStreamWaitEventWithFlag"
    require_not_null(event, function, "event")
    if flag not in (ACL_EVENT_WAIT_DEFAULT, _EXTERNAL):
        raise AclInvalidParam("ACL-EVENT-010", function=function, flag=flag)
    if flag == _EXTERNAL and timeout != 0:
        raise AclInvalidParam("ACL-EVENT-014", function=function, timeout=timeout, allowed="0 with flag 1")
    stream_wait_event(stream, event, timeout * 1000 or None, flag, function)


@api("aclrtSetOpWaitTimeout")
def set_op_wait_timeout(timeout: int) -> None:
    """Bound the waits that later aclrtStreamWaitEvent calls queue to `timeout` s; 0 is no limit.

    A wait that exceeds it fails its stream (107020), which the next synchronisation reports.
    """
    machine().scheduler.op_wait_timeout_ms = timeout * 1000 or None
