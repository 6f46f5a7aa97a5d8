"""Marks: the tasks of an event, which do nothing but stand somewhere in a stream.

Many streams with many events have more marks than anything else queued. So each kind is a class of its own that keeps
no more than it needs, and says itself what its end means to the event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.abi.constants import ACL_EVENT_TIME_LINE
from aclnn_emu.runtime.task import Task, TaskKind, TaskState, next_task_id

if TYPE_CHECKING:
    from aclnn_emu.runtime.event import Event

__all__ = ["Mark", "Record", "Reset", "Wait"]

# By names of their own: finding a member in its enum costs as much as several calls.
_QUEUED, _DONE = TaskState.QUEUED, TaskState.DONE


class Mark(Task):
    """A task that does nothing: where it stands in its stream is what matters."""

    __slots__ = ()

    event: Event

    def run(self) -> None:
        """Nothing."""

    def culprit(self) -> Task | None:
        """The failed task because of which this one is aborted when its turn comes."""
        return None

    def passed(self, free_ns: int) -> int:
        """It is executed on a stream that is free from `free_ns` on: when it ends, on the virtual clock. Locked."""
        raise NotImplementedError

    def dropped(self) -> None:
        """It was aborted, or failed, in place of being executed. Locked."""
        raise NotImplementedError


class Record(Mark):
    """A record of an event."""

    __slots__ = ("event",)

    kind = TaskKind.EVENT_RECORD

    def __init__(self, event: Event, name: str) -> None:
        self.event = event
        # Without super, which costs a call.
        self.name = name
        self.id = next_task_id()
        self.state = _QUEUED
        self.over = False
        self.error = self.cause = None
        self.end_ns = 0

    def passed(self, free_ns: int) -> int:
        """See `Mark`: the event's flag is set and its timestamp taken."""
        end = self.queued_ns
        if end < free_ns:  # noqa: PLR1730 - every mark comes here, and a call of max costs more
            end = free_ns
        self.end_ns = end
        self.state = _DONE
        self.over = True
        event = self.event
        event.records.remove(self)
        event.flag = True
        event.flag_ns = end
        event.failed = None
        if event.latest is self and event.flags & ACL_EVENT_TIME_LINE:
            event.timestamp_ns = end
        if event.is_ex and not event.records:
            event.release_id()
        return end

    def dropped(self) -> None:
        """See `Mark`.

        A record that an earlier failure kept back also sets the flag: who waits for it is to hear of the failure, not
        to wait for ever.
        """
        event = self.event
        event.records.remove(self)
        if self.cause is not None:
            event.flag = True
            event.flag_ns = self.end_ns
            event.failed = self.cause
        elif event.latest is self:
            event.latest = None
        if event.is_ex and not event.records:
            event.release_id()


class Wait(Mark):
    """A wait for an event.

    Attributes:
        after: the record that it waits for; None waits for the next one.
        timeout_ms: how long it may stand at the head of its stream; None for ever.
    """

    __slots__ = ("after", "event", "timeout_ms")

    kind = TaskKind.EVENT_WAIT
    after: Record | None

    def __init__(self, event: Event, after: Record | None, timeout_ms: int | None, name: str) -> None:
        self.event = event
        self.after = after
        self.timeout_ms = timeout_ms
        # Without super, as above.
        self.name = name
        self.id = next_task_id()
        self.state = _QUEUED
        self.over = False
        self.error = self.cause = None
        self.end_ns = 0

    def is_satisfied(self) -> bool:
        """It need not wait any longer."""
        after = self.after
        if after is not None and not after.over:
            return False
        event = self.event
        if event.is_ex:
            return after is None or after.state is _DONE or after.cause is not None
        return event.flag

    def sources(self) -> list[Record]:
        """The queued records that can satisfy it, which is not satisfied; oldest first."""
        if self.after is not None and not self.after.over:
            return [self.after]
        return [] if self.event.is_ex else self.event.records

    def culprit(self) -> Task | None:
        """See `Mark`: what kept back the record that it means."""
        return self.event.failed if self.after is None else self.after.cause

    def passed(self, free_ns: int) -> int:
        """See `Mark`: not before the record that it means was executed."""
        end = self.queued_ns
        if end < free_ns:  # noqa: PLR1730 - every mark comes here, and a call of max costs more
            end = free_ns
        event, after = self.event, self.after
        released = event.flag_ns if after is None else after.end_ns
        if end < released:  # noqa: PLR1730 - as above
            end = released
        self.end_ns = end
        self.state = _DONE
        self.over = True
        event.waits.discard(self)
        return end

    def dropped(self) -> None:
        """See `Mark`."""
        self.event.waits.discard(self)


class Reset(Mark):
    """A reset of an event."""

    __slots__ = ("event",)

    kind = TaskKind.EVENT_RESET

    def __init__(self, event: Event, name: str) -> None:
        super().__init__(name)
        self.event = event

    def passed(self, free_ns: int) -> int:
        """See `Mark`: the event's flag is cleared."""
        self.end_ns = max(self.queued_ns, free_ns)
        self.state = _DONE
        self.over = True
        self.event.flag = False
        self.event.failed = None
        return self.end_ns

    def dropped(self) -> None:
        """See `Mark`: the flag stays as it is."""
