"""What happens before what: vector clocks over the streams, the events and the host.

The host is one actor: calls of several threads count as ordered as they were seen, because what orders threads (locks,
queues, joins) cannot be seen here. Each stream is an actor. The order is known when a task is queued, long before it
runs, so it does not depend on the schedule:

* a task comes after all that the host knew when it queued it, and after the task before it on its stream;
* a wait comes after the record that it means. A wait for a record that is still to come holds back the judgement of
  what is queued behind it until that record is queued;
* the host knows of what it has waited for, and of what a query told it is over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from aclnn_emu.runtime.task import Task, TaskKind

if TYPE_CHECKING:
    from aclnn_emu.runtime.device import Device
    from aclnn_emu.runtime.event import Event
    from aclnn_emu.runtime.stream import Stream

__all__ = ["HOST", "Clock", "Order"]

# By names of their own: finding a member in its enum costs as much as several calls.
_RECORD, _WAIT = TaskKind.EVENT_RECORD, TaskKind.EVENT_WAIT

HOST = 0
Clock = dict[int, int]
"""For each actor the newest of its steps that is known to be over."""


class _Line:
    """A stream as an actor.

    Attributes:
        actor: its number.
        clock: what comes before the next task of the stream.
        host_version: which state of the host's knowledge is in `clock`.
        foreign: `clock` may have steps of other streams that the host does not know to be over.
        held: tasks that cannot be judged yet, with what the host knew when it queued them.
    """

    __slots__ = ("actor", "clock", "foreign", "held", "host_version")

    def __init__(self, actor: int) -> None:
        self.actor = actor
        self.clock: Clock = {actor: 0}
        self.host_version = -1
        self.foreign = False
        self.held: deque[tuple[Task, Clock]] = deque()


def _join(into: Clock, other: Clock) -> None:
    for actor, step in other.items():
        if step > into.get(actor, 0):
            into[actor] = step


class Order:
    """The clocks of one machine.

    Attributes:
        judge: called for each task, in an order that agrees with what happens before what: with the task, the actor,
            its step and the clock of what comes before it.
    """

    judge: Callable[[Task, int, int, Clock], None]

    def __init__(self) -> None:
        self._lines: dict[Stream, _Line] = {}
        self._records: dict[Event, dict[int, Clock]] = {}
        self._held = 0
        self._actors = HOST
        self.host: Clock = {}
        self.host_step = 1
        self._version = 0

    def _line(self, stream: Stream) -> _Line:
        line = self._lines.get(stream)
        if line is None:
            self._actors += 1
            line = self._lines[stream] = _Line(self._actors)
        return line

    def queued(self, task: Task) -> None:
        """The host queued a task."""
        line = self._lines.get(task.stream) or self._line(task.stream)
        step = self.host_step
        self.host_step = step + 1
        if line.held:
            line.held.append((task, {**self.host, HOST: step}))
            return
        clock = line.clock
        if line.host_version != self._version:
            _join(clock, self.host)
            line.host_version = self._version
        clock[HOST] = step
        kind = task.kind
        if kind is not _RECORD and kind is not _WAIT:  # `_take`, short
            clock[line.actor] = step = clock[line.actor] + 1
            if task.reads or task.writes:
                self.judge(task, line.actor, step, clock)
        elif not self._take(line, task):
            line.held.append((task, {}))
            self._held += 1
        elif self._held and kind is _RECORD:
            self._settle()

    def _take(self, line: _Line, task: Task) -> bool:
        """Judge a task whose predecessors are judged; False when its record is still to come."""
        kind = task.kind
        if kind is _WAIT:
            known = self._record_of(task)
            if known is None:
                return False
            _join(line.clock, known)
            line.foreign = True
        step = line.clock[line.actor] + 1
        line.clock[line.actor] = step
        if kind is _RECORD:
            if task.event is not None:
                # Older records count only for waits that are held back.
                records = self._records.setdefault(task.event, {}) if self._held else {}
                records[task.id] = dict(line.clock)
                self._records[task.event] = records
        elif task.reads or task.writes:
            self.judge(task, line.actor, step, line.clock)
        return True

    def _record_of(self, wait: Task) -> Clock | None:
        """The clock of the record that a wait means; None while it is to come."""
        records = self._records.get(wait.event, {}) if wait.event is not None else {}
        after = wait.after
        if after is None:
            return next((clock for number, clock in records.items() if number > wait.id), None)
        known = records.get(after.id)
        if known is None and not any(task is after for task, _ in self._line(after.stream).held):
            return {}  # over before this checker looked
        return known

    def _settle(self) -> None:
        """Judge what was held back and need not be any more."""
        again = True
        while again:
            again = False
            for line in [line for line in self._lines.values() if line.held]:
                while line.held and self._take_held(line):
                    again = True
        self._held = sum(bool(line.held) for line in self._lines.values())

    def _take_held(self, line: _Line) -> bool:
        task, host = line.held[0]
        if task.kind is _WAIT and self._record_of(task) is None:
            return False
        line.held.popleft()
        _join(line.clock, host)
        return self._take(line, task)

    def _release(self, line: _Line) -> None:
        """The line's queue is over: what was held back was satisfied by something, whatever it was."""
        while line.held:
            task, host = line.held.popleft()
            _join(line.clock, host)
            if task.kind is not _WAIT:
                self._take(line, task)
        self._settle()

    def waited_for_stream(self, stream: Stream) -> None:
        """The host knows that all of the stream's work is over."""
        line = self._lines.get(stream)
        if line is not None:
            if line.held:
                self._release(line)
            actor, step = line.actor, line.clock[line.actor]
            # A stream whose last step is known to the host has nothing new to tell.
            if self.host.get(actor) == step:
                return
            if line.foreign:
                self._learn(line.clock)
                line.foreign = False
            else:  # only its own steps are new; the stream knew what the host knows, and does so now
                self.host[actor] = step
                up_to_date = line.host_version == self._version
                self._version += 1
                if up_to_date:
                    line.host_version = self._version

    def waited_for_device(self, device: Device) -> None:
        """The same for all streams of a device."""
        for stream in [stream for stream in self._lines if stream.device is device]:
            self.waited_for_stream(stream)

    def waited_for_event(self, event: Event) -> None:
        """The host knows that the event's newest record, and all before it, is over."""
        records = self._records.get(event)
        if records:
            self._learn(records[max(records)])

    def reached(self, task: Task) -> None:
        """A function of the program runs on the stream: it may tell the host, so the host counts as told."""
        line = self._lines.get(task.stream)
        if line is not None:
            self._learn(line.clock)

    def gone(self, stream: Stream) -> None:
        """The stream was destroyed, after its work was over or was dropped."""
        self.waited_for_stream(stream)
        self._lines.pop(stream, None)

    def forget_event(self, event: Event) -> None:
        """The event was destroyed; waits that are queued have been judged."""
        self._records.pop(event, None)

    def host_access(self) -> int:
        """The step of something that the host does itself, now."""
        return self.host_step

    def host_knows(self, actor: int, step: int) -> bool:
        """Whether this step is over, as far as the host knows."""
        return actor == HOST or self.host.get(actor, 0) >= step

    def _learn(self, clock: Clock) -> None:
        _join(self.host, clock)
        self._version += 1
