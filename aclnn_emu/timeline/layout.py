"""Where everything lies on one time axis."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import attrs

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.runtime.task import TaskKind, TaskState
from aclnn_emu.timeline.recorder import HostCall, Memory, TaskSpan, Timeline

__all__ = ["CLOCKS", "Axis", "Lane", "edges", "facts_of_call", "facts_of_task", "lanes"]

CLOCKS = ("virtual", "wall")
"""``virtual``: as on a device with the emulator's virtual clock, the same on every run. ``wall``: when the emulator
really did it; with the deferred schedule that is inside the call that waits."""

_CALL_NS = 1_000


class Axis:
    """Times of spans in nanoseconds.

    On the virtual clock only queueing and waiting take time. So that the other calls can be seen, each is given a
    microsecond, by which everything after it moves on; order and overlap stay as they are.
    """

    def __init__(self, timeline: Timeline, clock: str) -> None:
        self._wall = clock == "wall"
        self._starts = [call.virtual[0] for call in timeline.calls]

    def call(self, call: HostCall) -> tuple[int, int]:
        """Begin and end of a host call."""
        if self._wall:
            return call.wall
        begin, end = call.virtual
        return begin + _CALL_NS * call.number, end + _CALL_NS * max(call.begun, call.number + 1)

    def task(self, span: TaskSpan) -> tuple[int, int]:
        """Begin and end of a task."""
        if self._wall:
            return span.wall
        begin, end = span.virtual
        return self._moved(begin), self._moved(end)

    def memory(self, change: Memory) -> int:
        """When memory was allocated or freed: at the end of the call that did it."""
        if self._wall:
            return change.wall
        if change.call is None:
            return self._moved(change.virtual)
        return change.virtual + _CALL_NS * (change.call + 1)

    def _moved(self, moment: int) -> int:
        return moment + _CALL_NS * bisect_left(self._starts, moment)


@attrs.frozen
class Lane:
    """A row of the timeline.

    Attributes:
        name: for people.
        device: None for a host thread.
        number: of the thread or the stream.
    """

    name: str
    device: int | None
    number: int


def lanes(timeline: Timeline) -> list[Lane]:
    """Host threads, then the streams of each device."""
    threads = sorted({call.thread for call in timeline.calls})
    streams = sorted({(span.device, span.stream) for span in timeline.tasks.values()})
    return [
        *(Lane("host" if not number else f"host thread {number}", None, number) for number in threads),
        *(Lane(f"device {device} stream {number}", device, number) for device, number in streams),
    ]


def facts_of_call(call: HostCall) -> dict[str, Any]:
    """What to say of a call."""
    facts: dict[str, Any] = {"call": call.number, "arguments": call.args}
    if call.status is not None:
        facts["status"] = call.status
    if call.error:
        facts["error"] = call.error
    return facts


def facts_of_task(timeline: Timeline, span: TaskSpan) -> dict[str, Any]:
    """What to say of a task: steps, shapes, bytes, workspace."""
    task = span.task
    if task is None:
        return {}
    facts: dict[str, Any] = {"task": task.id, "kind": task.kind.value}
    if span.plan is not None:
        plan = timeline.plans[span.plan]
        facts["steps"] = ", ".join(step.name for step in plan.steps)
        facts["tensors"] = "; ".join(
            f"{b.name} {dtype_name(b.dtype)} {list(b.shape)}" for b in plan.user_buffers
        )
        facts["workspace bytes"] = plan.workspace_size
        facts["bytes moved"] = plan.moved_bytes
    elif task.kind in (TaskKind.MEMCPY, TaskKind.MEMSET):
        facts["bytes read on device"] = sum(touched.nbytes for touched in task.reads)
        facts["bytes written on device"] = sum(touched.nbytes for touched in task.writes)
    if task.event is not None:
        facts["event"] = str(task.event)
    if task.state is not TaskState.DONE:
        facts["state"] = task.state.value
    if task.error is not None:
        facts["error"] = str(task.error)
    return facts


def edges(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """Ids of record and wait tasks: what an event makes wait for what."""
    for task_id, span in timeline.tasks.items():
        if span.after in timeline.tasks:
            yield span.after, task_id
