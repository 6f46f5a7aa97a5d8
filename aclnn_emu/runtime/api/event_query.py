"""The event functions that ask or wait on the host: status, synchronisation, time, ids.

Order of checks as in `api.event`.
Source: runtime src/acl/aclrt_impl/event.cpp, src/runtime/api/impl/api_error.cc,
src/runtime/core/src/event/event.cc and event_david.cc.
"""

from __future__ import annotations

from typing import Any

from aclnn_emu.abi.enums import aclrtEventRecordedStatus, aclrtEventStatus, aclrtEventWaitStatus
from aclnn_emu.errors import RtInternal, RtParamInvalid, RtTimestampInvalid
from aclnn_emu.runtime.api.event_checks import refuse_kinds, require_not_null, resolve_event
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api

_NO_TIMESTAMP = (1 << 64) - 1


def _poll(event: Event) -> None:
    """Let the device get a little further with the event's newest record."""
    latest = event.latest
    if latest is not None and not latest.over:
        event.device.machine.scheduler.poll(latest.stream, latest)


@api("aclrtQueryEvent")
def query_event(event: Any) -> aclrtEventStatus:
    """Whether the newest record was executed; complete (0) if there is none. Deprecated by CANN.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed, or not an event.
        RtNotSupported: (207000) an Ex, IPC or external event.
    """
    function = "aclrtQueryEvent"
    found = resolve_event(event, function)
    refuse_kinds(found, function, ex=True, external=True)
    with found.device.machine.lock:
        if found.latest is None or found.is_complete:
            found.device.machine.synchronized(found, function)
            return aclrtEventStatus.ACL_EVENT_STATUS_COMPLETE
        _poll(found)
    return aclrtEventStatus.ACL_EVENT_STATUS_NOT_READY


@api("aclrtQueryEventStatus")
def query_event_status(event: Any) -> aclrtEventRecordedStatus:
    """Whether the newest record was executed (1); if there is none, complete for an Ex event only.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed, or not an event.
        RtNotSupported: (207000) an external event.
    """
    function = "aclrtQueryEventStatus"
    found = resolve_event(event, function)
    refuse_kinds(found, function, external=True)
    with found.device.machine.lock:
        complete = found.is_complete if found.latest is not None else found.is_ex
        if not complete:
            _poll(found)
    if complete:
        found.device.machine.synchronized(found, function)
        return aclrtEventRecordedStatus.ACL_EVENT_RECORDED_STATUS_COMPLETE
    return aclrtEventRecordedStatus.ACL_EVENT_RECORDED_STATUS_NOT_READY


@api("aclrtQueryEventWaitStatus")
def query_event_wait_status(event: Any) -> aclrtEventWaitStatus:
    """Whether all waits for the event are over; complete (0) if there are none.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed, or not an event.
        RtNotSupported: (207000) an Ex, IPC or external event.
    """
    function = "aclrtQueryEventWaitStatus"
    found = resolve_event(event, function)
    refuse_kinds(found, function, ex=True, external=True)
    with found.device.machine.lock:
        if not found.waits:
            return aclrtEventWaitStatus.ACL_EVENT_WAIT_STATUS_COMPLETE
        first = min(found.waits, key=lambda task: task.id)
        found.device.machine.scheduler.poll(first.stream, first)
    return aclrtEventWaitStatus.ACL_EVENT_WAIT_STATUS_NOT_READY


@api("aclrtSynchronizeEvent")
def synchronize_event(event: Any) -> None:
    """Wait for the newest record; at once if there is none.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed, or not an event.
        RtNotSupported: (207000) an external event.
        RtEventSyncTimeout: (507047) it can never be executed. Deviation: a device would wait for ever.
        RtStreamAbort: (107023) the record was aborted meanwhile.
        EmuError: a task before the record failed.
    """
    function = "aclrtSynchronizeEvent"
    _synchronize(resolve_event(event, function), -1, function)


@api("aclrtSynchronizeEventWithTimeout")
def synchronize_event_with_timeout(event: Any, timeout: int) -> None:
    """Wait at most `timeout` ms; -1 is no limit.

    Raises:
        RtParamInvalid: (107000) timeout is 0 or below -1.
        AclInvalidParam, RtInvalidHandle, RtNotSupported, RtStreamAbort, EmuError: as aclrtSynchronizeEvent.
        RtEventSyncTimeout: (507047) not in time.
    """
    function = "aclrtSynchronizeEventWithTimeout"
    if timeout < -1:
        raise RtParamInvalid(
            "ACL-EVENT-014", function=function, timeout=timeout, allowed="-1 (no limit) or above 0"
        )
    _synchronize(resolve_event(event, function), timeout, function)


def _synchronize(event: Event, timeout: int, function: str) -> None:
    if timeout == 0:
        raise RtParamInvalid(
            "ACL-EVENT-014", function=function, timeout=timeout, allowed="-1 (no limit) or above 0"
        )
    refuse_kinds(event, function, external=True)
    limit = None if timeout == -1 else timeout
    event.device.machine.scheduler.wait_event(event, limit, function=function)


def _recorded(event: Event, function: str) -> None:
    if event.latest is None:
        raise RtInternal("ACL-EVENT-015", function=function, event=event)


@api("aclrtEventElapsedTime")
def elapsed_time(startEvent: Any, endEvent: Any) -> float:
    """Milliseconds on the virtual clock from one record to the other; negative when they are swapped.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed, or not an event.
        RtNotSupported: (207000) an IPC or external event.
        RtInternal: (507000) one was never recorded.
        RtTimestampInvalid: (107006) one has no timestamp: not executed yet, or no ACL_EVENT_TIME_LINE.
    """
    function = "aclrtEventElapsedTime"
    require_not_null(startEvent, function, "startEvent")
    require_not_null(endEvent, function, "endEvent")
    start, end = (
        resolve_event(startEvent, function, "startEvent"),
        resolve_event(endEvent, function, "endEvent"),
    )
    for event in (start, end):
        refuse_kinds(event, function, external=True, ipc=True)
    for event in (end, start):
        _recorded(event, function)
    if machine().profile.name == "Ascend950":
        # That chip's path does not look whether there is a timestamp, and subtracts unsigned numbers.
        begin_ns, end_ns = (_NO_TIMESTAMP if e.timestamp_ns is None else e.timestamp_ns for e in (start, end))
        return ((end_ns - begin_ns) & _NO_TIMESTAMP) / 1e6
    return (_timestamp(end, function) - _timestamp(start, function)) / 1e6


def _timestamp(event: Event, function: str) -> int:
    if event.timestamp_ns is None:
        raise RtTimestampInvalid("ACL-EVENT-016", function=function, event=event, flags=f"{event.flags:#x}")
    return event.timestamp_ns


@api("aclrtEventGetTimestamp")
def get_timestamp(event: Any) -> int:
    """When the newest record was executed, in microseconds on the virtual clock.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed, or not an event.
        RtNotSupported: (207000) an IPC or external event.
        RtInternal: (507000) never recorded.
        RtTimestampInvalid: (107006) no timestamp: not executed yet, or no ACL_EVENT_TIME_LINE.
    """
    function = "aclrtEventGetTimestamp"
    found = resolve_event(event, function)
    refuse_kinds(found, function, external=True, ipc=True)
    _recorded(found, function)
    return _timestamp(found, function) // 1000


@api("aclrtGetEventId")
def get_event_id(event: Any) -> int:
    """The hardware's number of the event, while it has one.

    An event made by aclrtCreateEventWithFlag for synchronisation has one from the start, one made by
    aclrtCreateEvent from its first record, an Ex event from a record until that was executed.

    Raises:
        AclInvalidParam: (100000) null.
        RtInvalidHandle: (107017) destroyed, or not an event.
        RtNotSupported: (207000) an IPC event.
        RtInternal: (507000) it has none.
    """
    function = "aclrtGetEventId"
    found = resolve_event(event, function)
    refuse_kinds(found, function, ipc=True)
    if found.id is None:
        raise RtInternal("ACL-EVENT-018", function=function, event=found)
    return found.id


@api("aclrtGetEventAvailNum")
def get_event_available_number() -> int:
    """How many event ids are free on the current device.

    Raises:
        RtNoContext: (107002).
    """
    return machine().current_context(function="aclrtGetEventAvailNum").device.event_ids.available
