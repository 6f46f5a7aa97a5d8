"""A schedule with real concurrency: each stream has a worker thread."""

from __future__ import annotations

import threading
from contextlib import suppress
from time import monotonic as _now
from typing import TYPE_CHECKING

from aclnn_emu.runtime.schedule.base import Scheduler
from aclnn_emu.runtime.schedule.stuck import Blocked
from aclnn_emu.runtime.schedule.watch import service_thread
from aclnn_emu.runtime.task import TaskKind

if TYPE_CHECKING:
    from aclnn_emu.runtime.machine import Machine
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["ThreadedScheduler"]


class ThreadedScheduler(Scheduler):
    """Tasks run as soon as they can, on daemon threads; waits use real time.

    A worker is made with a stream's first task and ends with its stream. A wait without limit that can
    never end does not return, as on the device, except where the calling thread itself holds the stream.
    """

    concurrent = True
    eager = True

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._workers: dict[Stream, threading.Thread] = {}
        self._working: dict[Stream, threading.Thread] = {}

    def progress(self, stream: Stream, target: Task, *, expire: bool = True) -> Blocked | None:  # noqa: ARG002
        """The workers do the work; say what `target` waits for."""
        if target.over:
            return None
        return Blocked(stream, stream.running or stream.queue[0], stream.holder)

    def poll(self, stream: Stream, target: Task) -> None:
        """The workers do the work."""

    def may_change(self, blocked: Blocked) -> bool:
        """Workers and other threads of the program can end every wait but that for a dead or the own thread."""
        if blocked.holder is None:
            return not blocked.stream.is_device_side
        return super().may_change(blocked)

    def queued(self, stream: Stream) -> None:
        """See that the stream has a worker."""
        if stream not in self._workers:
            worker = service_thread(f"stream {stream.id}", self._work, stream)
            self._workers[stream] = self._working[stream] = worker
            worker.start()

    def retire(self, stream: Stream) -> None:
        """Tell the stream's worker to end."""
        if self._workers.pop(stream, None) is not None:
            self.machine.lock.notify_all()

    def shutdown(self) -> None:
        """End and join all workers but those that a host function keeps."""
        super().shutdown()
        with self.machine.lock:
            workers = list(self._working.items())
            self._workers.clear()
            self.machine.lock.notify_all()
            while any(_will_end(stream) for stream in self._working):
                self.sleep(None)
        for stream, worker in workers:
            if stream not in self._working:
                worker.join()

    def _work(self, stream: Stream) -> None:
        me = threading.current_thread()
        waiting: Task | None = None
        deadline: float | None = None
        with self.machine.lock:
            while self._workers.get(stream) is me:
                if self.is_runnable(stream):
                    with suppress(SystemExit):  # a host function that exits has failed, no more
                        self.run_head(stream)
                    continue
                head = stream.queue[0] if stream.queue and stream.running is None else None
                if head is not waiting:
                    waiting = head
                    deadline = (
                        None if head is None or head.timeout_ms is None else _now() + head.timeout_ms / 1000
                    )
                left = None if deadline is None else deadline - _now()
                if left is not None and left <= 0:
                    self.expire(stream)
                else:
                    self.sleep(left)
            del self._working[stream]
            self.machine.lock.notify_all()


def _will_end(stream: Stream) -> bool:
    """Its worker is not inside a host function, which may never return."""
    return stream.running is None or stream.running.kind is not TaskKind.HOST_FUNCTION
