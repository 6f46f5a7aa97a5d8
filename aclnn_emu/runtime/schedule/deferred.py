"""The default schedule: work runs when the host waits, and always in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.runtime.marks import Wait
from aclnn_emu.runtime.schedule.base import Scheduler
from aclnn_emu.runtime.schedule.stuck import Blocked

if TYPE_CHECKING:
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["DeferredScheduler"]


class DeferredScheduler(Scheduler):
    """Nothing runs before the host waits, asks or destroys.

    Waiting for a stream runs its queue first in, first out; where it meets an event wait, the stream that
    records the event is run as far as that record, and so on. A query lets the device do one task.
    """

    def progress(
        self, stream: Stream, target: Task, *, expire: bool = True, one_task: bool = False
    ) -> Blocked | None:
        """Run what `target` needs, and no more, or the first task of that. Locked."""
        goals: list[tuple[Stream, Task]] = []  # what waits for `stream`, in turn
        waiting: set[Stream] | None = None  # `stream` and what waits for it, as soon as something does
        while True:
            if target.over:
                if not goals or waiting is None:
                    return None
                waiting.remove(stream)
                stream, target = goals.pop()
            elif stream.running is not None:
                return Blocked(stream, stream.running, stream.holder)
            # What most tasks are is looked at in place, before `is_runnable`.
            elif not stream.is_device_side and (
                not isinstance(head := stream.queue[0], Wait)
                or head.is_satisfied()
                or self.is_runnable(stream)
            ):
                self.run_head(stream)
                if one_task:
                    return None
            else:
                head = stream.queue[0]
                if waiting is None:
                    waiting = {stream}
                source = _find_source(head, waiting)
                if source is not None:
                    goals.append((stream, target))
                    stream, target = source.stream, source
                    waiting.add(stream)
                elif expire and head.timeout_ms is not None:
                    self.expire(stream)
                else:
                    return Blocked(stream, head, None)

    def poll(self, stream: Stream, target: Task) -> None:
        """Run one task on the way to `target`."""
        self.progress(stream, target, expire=False, one_task=True)


def _find_source(wait: Task, waiting: set[Stream]) -> Task | None:
    """A queued record that ends `wait`, on a stream that can be run."""
    if not isinstance(wait, Wait):
        return None
    for source in wait.sources():
        if source.stream not in waiting and not source.stream.is_device_side:
            return source
    return None
