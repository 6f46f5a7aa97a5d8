"""The default schedule: work runs when the host waits, and always in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.runtime.schedule.base import Scheduler
from aclnn_emu.runtime.schedule.stuck import Blocked
from aclnn_emu.runtime.task import TaskKind

if TYPE_CHECKING:
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["DeferredScheduler"]


class DeferredScheduler(Scheduler):
    """Nothing runs before the host waits, asks or destroys.

    Waiting for a stream runs its queue first in, first out; where it meets an event wait, the stream that
    records the event is run as far as that record, and so on. A query lets the device do one task.
    """

    def progress(self, stream: Stream, target: Task, *, expire: bool = True) -> Blocked | None:
        """Run what `target` needs, and no more."""
        return self.advance(stream, target, expire=expire)

    def poll(self, stream: Stream, target: Task) -> None:
        """Run one task on the way to `target`."""
        self.advance(stream, target, one_task=True, expire=False)

    def advance(
        self, stream: Stream, target: Task, *, one_task: bool = False, expire: bool = True
    ) -> Blocked | None:
        """Run tasks until `target` is over or blocked. Locked.

        `goals` holds the streams that wait for the next one in the list; the last is the one to run.
        """
        goals = [(stream, target)]
        while goals:
            stream, target = goals[-1]
            if target.over:
                goals.pop()
            elif stream.running is not None:
                return Blocked(stream, stream.running, stream.holder)
            elif self.is_runnable(stream):
                self.run_head(stream)
                if one_task:
                    return None
            else:
                head = stream.queue[0]
                source = _find_source(head, [waiting for waiting, _ in goals])
                if source is not None:
                    goals.append((source.stream, source))
                elif expire and head.timeout_ms is not None:
                    self.expire(stream)
                else:
                    return Blocked(stream, head, None)
        return None


def _find_source(wait: Task, waiting: list[Stream]) -> Task | None:
    """A queued record that ends `wait`, on a stream that can be run."""
    if wait.kind is not TaskKind.EVENT_WAIT or wait.event is None:
        return None
    for source in wait.event.sources(wait):
        if source.stream not in waiting and not source.stream.is_device_side:
            return source
    return None
