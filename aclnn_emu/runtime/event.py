"""Events: marks in a stream that other streams, and the host, can wait for.

Three kinds behave differently, and so do we:

* aclrtCreateEvent and aclrtCreateEventWithFlag make *old* events. They own a flag on the device: a
  record sets it, aclrtResetEvent clears it.
* aclrtCreateEventExWithFlag makes *Ex* events. Each record is a mark of its own, and there is no reset.

A wait means the newest record that was queued before it. An old event with ACL_EVENT_SYNC may also be
waited for before any record is queued; then the wait means the next record.
Source: runtime core/src/event/event.cc, docs/zh/api_ref/07_event_management.md.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import attrs

from aclnn_emu.abi.constants import (
    ACL_EVENT_DEVICE_USE_ONLY,
    ACL_EVENT_EXTERNAL,
    ACL_EVENT_IPC,
    ACL_EVENT_SYNC,
    ACL_EVENT_TIME_LINE,
)
from aclnn_emu.errors import RtNoEventResource, RtParamInvalid
from aclnn_emu.runtime.marks import Record, Reset, Wait

if TYPE_CHECKING:
    from aclnn_emu.runtime.context import Context
    from aclnn_emu.runtime.device import Device
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["DEFAULT_FLAGS", "INNER_SYNC", "Event", "EventKind", "create_event"]

INNER_SYNC = 0x4
"""A synchronisation bit that the header does not name: aclrtCreateEvent sets it."""

DEFAULT_FLAGS = INNER_SYNC | ACL_EVENT_TIME_LINE | 0x2
"""What aclrtCreateEvent asks for."""

_WAITABLE = ACL_EVENT_SYNC | INNER_SYNC | ACL_EVENT_EXTERNAL | ACL_EVENT_IPC
_WAIT_FIRST = ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL
_ID_AT_CREATION = _WAIT_FIRST | INNER_SYNC | ACL_EVENT_DEVICE_USE_ONLY


class EventKind(enum.Enum):
    """Which call made the event."""

    DEFAULT = "aclrtCreateEvent"
    FLAG = "aclrtCreateEventWithFlag"
    EX = "aclrtCreateEventExWithFlag"


@attrs.define(eq=False, repr=False)
class Event:
    """An event.

    Attributes:
        context: the context it was created in; it may be used from every context.
        kind: the call that made it.
        flags: its flag bits.
        handle: its number.
        alive: false once destroyed; queued tasks may still hold it.
        id: the hardware's number while it has one.
        latest: the newest record task; None before the first one and after that one was dropped.
        timestamp_ns: when the newest record was executed, on the virtual clock; None without a time line.
        flag: the flag on the device (old events).
        flag_ns: when it was set.
        was_reset: a reset was queued after the newest record.
        failed: the failed task because of which the newest executed record was aborted.
        records: record tasks that are queued and not over, oldest first.
        waits: wait tasks that are not over and were not satisfied when they were queued.
        record_flag, wait_flag: the flag of the first record and wait; later ones must say the same.
        is_ex: made by aclrtCreateEventExWithFlag.
        is_device_only: usable by device code only.
        can_be_waited_for: has a bit that lets streams wait for it.
    """

    context: Context
    kind: EventKind
    flags: int
    handle: int = 0
    alive: bool = True
    id: int | None = None
    latest: Record | None = None
    timestamp_ns: int | None = None
    flag: bool = False
    flag_ns: int = 0
    was_reset: bool = False
    failed: Task | None = None
    records: list[Record] = attrs.field(factory=list)
    waits: set[Wait] = attrs.field(factory=set)
    record_flag: int | None = None
    wait_flag: int | None = None
    is_ex: bool = attrs.field(init=False)
    is_device_only: bool = attrs.field(init=False)
    can_be_waited_for: bool = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        # Not properties: every record and wait asks for them.
        self.is_ex = self.kind is EventKind.EX
        self.is_device_only = bool(self.flags & ACL_EVENT_DEVICE_USE_ONLY)
        self.can_be_waited_for = bool(self.flags & _WAITABLE)

    def __str__(self) -> str:
        return f"event {self.handle:#x}"

    @property
    def device(self) -> Device:
        """Where its id lives."""
        return self.context.device

    @property
    def is_ipc(self) -> bool:
        """Meant for other processes."""
        return self.flags == ACL_EVENT_IPC

    @property
    def is_external(self) -> bool:
        """Meant for updates of captured graphs."""
        return self.flags == ACL_EVENT_EXTERNAL

    @property
    def is_complete(self) -> bool:
        """The newest record was executed; false before the first one."""
        return self.latest is not None and self.latest.over

    def record(self, stream: Stream, function: str) -> None:
        """Queue a record on `stream`; it overwrites the earlier one.

        Raises:
            RtNoEventResource: (207007) the device has no event id left.
            RtInvalidHandle, EmuError: as `Stream.enqueue`.
        """
        with stream.machine.mutex:
            if stream.context.failure is not None or not stream.alive:
                stream.refuse(function)  # before anything changes here
            if self.id is None and self.can_be_waited_for and not self.is_ipc:
                self.id = _take_id(self.device, function)
            mark = Record(self, function)
            self.latest = mark
            self.timestamp_ns = None
            self.was_reset = False
            self.records.append(mark)
            stream.enqueue(mark)

    def wait(self, stream: Stream, timeout_ms: int | None, function: str) -> None:
        """Queue a wait on `stream`, unless there is nothing to wait for.

        Raises:
            RtParamInvalid: (107000) never recorded, and not of the kind that may be waited for first.
            RtInvalidHandle, EmuError: as `Stream.enqueue`.
        """
        with stream.machine.mutex:
            latest = self.latest
            if latest is None:
                if self.is_ex:
                    return
                if not self.flags & _WAIT_FIRST:
                    raise RtParamInvalid("ACL-EVENT-009", function=function, event=self)
            if stream.context.failure is not None or not stream.alive:
                stream.refuse(function)
            mark = Wait(self, None if self.was_reset else latest, timeout_ms, function)
            if not mark.is_satisfied():
                self.waits.add(mark)
            stream.enqueue(mark)

    def reset(self, stream: Stream, function: str) -> None:
        """Queue a reset on `stream`.

        Raises:
            RtInvalidHandle, EmuError: as `Stream.enqueue`.
        """
        with stream.machine.mutex:
            if stream.context.failure is not None or not stream.alive:
                stream.refuse(function)
            self.was_reset = True
            stream.enqueue(Reset(self, function))

    def release_id(self) -> None:
        """Give the hardware's number back."""
        if self.id is not None:
            self.device.event_ids.give(self.id)
            self.id = None


def create_event(context: Context, kind: EventKind, flags: int, function: str) -> Event:
    """A new event with its handle.

    Raises:
        RtNoEventResource: (207007) the device has no event id left.
    """
    machine = context.device.machine
    with machine.lock:
        event = Event(context, kind, flags)
        if kind is EventKind.FLAG and flags & _ID_AT_CREATION:
            event.id = _take_id(context.device, function)
        event.handle = machine.handles.register(event)
        if machine.listeners:
            machine.emit("create", {"object": event, "function": function})
    return event


def _take_id(device: Device, function: str) -> int:
    number = device.event_ids.take()
    if number is None:
        raise RtNoEventResource(
            "ACL-EVENT-017", function=function, device=device.id, limit=device.event_ids.limit
        )
    return number
