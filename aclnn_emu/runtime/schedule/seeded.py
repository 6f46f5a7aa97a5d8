"""A schedule that interleaves streams at random, the same way for the same seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from aclnn_emu.runtime.schedule.deferred import DeferredScheduler
from aclnn_emu.runtime.task import TaskKind

if TYPE_CHECKING:
    from aclnn_emu.runtime.machine import Machine
    from aclnn_emu.runtime.schedule.stuck import Blocked
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["SeededScheduler"]


class SeededScheduler(DeferredScheduler):
    """Runs a random runnable stream's next task: some when a task is queued, the rest when the host waits.

    The order inside a stream and the events hold; all else may happen. Host functions run only when the
    host waits, because the thread that queues them may hold a lock that they need.
    """

    eager = True

    def __init__(self, machine: Machine, seed: int) -> None:
        super().__init__(machine)
        self._random = random.Random(seed)  # noqa: S311 - repeatable, not secret
        self._active: dict[Stream, None] = {}

    def queued(self, stream: Stream) -> None:
        """Run none, one or several tasks early."""
        self._active[stream] = None
        while self._random.random() < 0.5:  # on average one task for each that is queued
            if not self._run_any(host_functions=False):
                break

    def progress(
        self, stream: Stream, target: Task, *, expire: bool = True, one_task: bool = False
    ) -> Blocked | None:
        """Run streams at random until `target` is over; when none can be run, say what it waits for.

        With `one_task` run one task of any stream, or one on the way to `target`.
        """
        if one_task:
            if self._run_any(host_functions=True):
                return None
        else:
            while not target.over and stream.running is not target and self._run_any(host_functions=True):
                pass
        return super().progress(stream, target, expire=expire, one_task=one_task)

    def _run_any(self, *, host_functions: bool) -> bool:
        for stream in [stream for stream in self._active if not stream.queue]:
            del self._active[stream]
        candidates = [
            stream for stream in self._active if self._may_run(stream, host_functions=host_functions)
        ]
        if not candidates:
            return False
        self.run_head(self._random.choice(candidates))
        return True

    def _may_run(self, stream: Stream, *, host_functions: bool) -> bool:
        if not self.is_runnable(stream):
            return False
        return host_functions or stream.queue[0].kind is not TaskKind.HOST_FUNCTION
