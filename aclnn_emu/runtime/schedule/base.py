"""What every schedule shares: how a task runs, fails and ends, and how the host waits.

Locking. The machine's lock guards all state here. Methods whose docstring says *locked* are called with
it held. Kernels, copies and event marks run under the lock where one thread does everything; host
functions, and every body under the threaded schedule, run without it, so they may call the API. While
a body runs, `Stream.running` keeps others from going on with that stream.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from functools import partial
from threading import get_ident
from typing import TYPE_CHECKING

from aclnn_emu.errors import EmuError, RtEventSyncTimeout, RtStreamAbort, RtStreamSyncTimeout, RtTaskTimeout
from aclnn_emu.runtime.marks import Mark, Wait
from aclnn_emu.runtime.schedule.stuck import Blocked, body_error, failed_error, stuck_error, timeout_error
from aclnn_emu.runtime.schedule.subscriptions import CallbackTable
from aclnn_emu.runtime.schedule.watch import ThreadWatch
from aclnn_emu.runtime.task import TaskKind, TaskState

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.errors import RtError
    from aclnn_emu.runtime.device import Device
    from aclnn_emu.runtime.event import Event
    from aclnn_emu.runtime.machine import Machine
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["Scheduler"]

# By names of their own: finding a member in its enum costs as much as several calls.
_CALLBACK, _HOST_FUNCTION = TaskKind.CALLBACK, TaskKind.HOST_FUNCTION
_RUNNING, _DONE, _FAILED, _ABORTED = TaskState.RUNNING, TaskState.DONE, TaskState.FAILED, TaskState.ABORTED


class Scheduler(ABC):
    """Runs the tasks of all streams of a machine.

    Attributes:
        callbacks: who processes which stream's callbacks, and the callbacks that have arrived.
        op_wait_timeout_ms: set by aclrtSetOpWaitTimeout; None for no limit.
        host_ns: the host's virtual clock, see `clock`.
        is_watchful: `notice` has something to do with tasks that are queued, even where no listener is told: tasks run
            eagerly, or a thread sleeps until something changes.
    """

    concurrent = False
    eager = False  # tasks may run as soon as they are queued: `queued` is told of each

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.callbacks = CallbackTable()
        self.op_wait_timeout_ms: int | None = None
        self.host_ns = 0
        self.is_watchful = self.eager
        self._sleepers = 0
        self._watch = ThreadWatch(machine)

    # What a schedule decides

    @abstractmethod
    def progress(self, stream: Stream, target: Task, *, expire: bool = True) -> Blocked | None:
        """Go on until `target`, a task of `stream`, is over; None when it is. Locked.

        With `expire` the host gives the device all the time there is, so an event wait with a time limit
        that nothing can end is over, too.
        """

    @abstractmethod
    def poll(self, stream: Stream, target: Task) -> None:
        """The host asked how far `target` is: the device gets a little further. Locked."""

    def queued(self, stream: Stream) -> None:  # noqa: B027 - only of eager schedules
        """A task was queued on `stream`. Locked."""

    def retire(self, stream: Stream) -> None:  # noqa: B027 - a schedule may do nothing about it
        """`stream` is destroyed. Locked."""

    def shutdown(self) -> None:
        """The machine ends: drop all queued work and end all threads. Not locked."""
        with self.machine.lock:
            for device in self.machine.devices:
                for stream in device.streams():
                    self.drop(stream)

    def may_change(self, blocked: Blocked) -> bool:
        """Whether another thread can end what a stream stands at. Locked."""
        holder = blocked.holder
        return holder is not None and holder != get_ident() and self._watch.lives(holder)

    # Queueing and running

    def notice(self, task: Task) -> None:
        """`task` was queued on its stream, and somebody may have to hear of it. Locked."""
        hooks = self.machine.hooks
        if hooks is not None:
            hooks.task_queued(task)
        if self.eager and not task.stream.is_device_side:
            self.queued(task.stream)
        if self._sleepers:
            self.wake()

    def is_runnable(self, stream: Stream) -> bool:
        """Whether the head of the stream's queue can be run now. Locked."""
        if stream.running is not None or not stream.queue or stream.is_device_side:
            return False
        head = stream.queue[0]
        return not isinstance(head, Wait) or head.is_satisfied() or stream.context.failure is not None

    def run_head(self, stream: Stream) -> None:
        """Run the head of the queue, which is runnable. Locked; the lock is released while host code runs."""
        task = stream.queue.popleft()
        stopped_by = stream.context.failure
        if isinstance(task, Mark):
            stopped_by = stopped_by or task.culprit()
            if stopped_by is None:
                self._pass(task, stream)
                return
        if stopped_by is not None:
            stream.failed = stream.failed or stopped_by
            self._abort(task, stopped_by)
            return
        kind = task.kind
        if kind is _CALLBACK:
            self._post(task)
            return
        hooks = self.machine.hooks
        task.state = _RUNNING
        stream.running = task
        stream.holder = get_ident()
        if hooks is not None:
            hooks.task_start(task)
        error: EmuError | None = None
        try:
            if kind is _HOST_FUNCTION or self.concurrent:
                self._run_unlocked(task)
            else:
                task.run()
        except Exception as raised:  # noqa: BLE001 - whatever it is, it is the stream's error now
            error = body_error(task, raised)
        except BaseException as raised:  # an interrupt ends the task and the program's call
            self._finish(task, body_error(task, raised))
            raise
        self._finish(task, error)

    def _run_unlocked(self, task: Task) -> None:
        # However often this thread holds the lock, none of it may stay: the body may wait for a thread that
        # calls the API. In public only `Condition.wait` does that.
        lock = self.machine.lock
        saved = lock._release_save()  # type: ignore[attr-defined]  # noqa: SLF001
        try:
            task.run()
        finally:
            lock._acquire_restore(saved)  # type: ignore[attr-defined]  # noqa: SLF001

    def _pass(self, mark: Mark, stream: Stream) -> None:
        hooks = self.machine.hooks
        if hooks is not None:
            hooks.task_start(mark)
        stream.time_ns = mark.passed(stream.time_ns)
        if hooks is not None:
            hooks.task_end(mark)
        if self._sleepers:
            self.wake()

    def _finish(self, task: Task, error: EmuError | None) -> None:
        stream = task.stream
        stream.running = stream.holder = None
        begin = stream.time_ns
        if begin < task.queued_ns:  # noqa: PLR1730 - every task comes here, and a call of max costs more
            begin = task.queued_ns
        task.end_ns = stream.time_ns = begin + task.device_ns
        if error is None:
            task.state = _DONE
        else:
            task.state = _FAILED
            task.error = error
            stream.failed = stream.failed or task
            if stream.context.stop_on_failure:
                stream.context.failure = stream.context.failure or task
        if self.machine.hooks is None and not self.is_watchful:
            task.over = True  # `_end` in place, where nobody has to hear of it
        else:
            self._end(task)

    def _abort(self, task: Task, cause: Task | None) -> None:
        task.state = _ABORTED
        task.cause = cause
        if isinstance(task, Mark):
            task.dropped()
        self._end(task)

    def _end(self, task: Task) -> None:
        task.over = True
        hooks = self.machine.hooks
        if hooks is not None:
            hooks.task_end(task)
        if self._sleepers:
            self.wake()

    def expire(self, stream: Stream) -> None:
        """The wait at the head of the queue has waited as long as it may (107020). Locked."""
        task = stream.queue.popleft()
        limit = task.timeout_ms or 0
        error = RtTaskTimeout("ACL-SCHED-010", call=task.name, event=task.event, seconds=limit / 1000)
        if isinstance(task, Mark):
            task.dropped()
        self._finish(task, error)

    # Callbacks

    def _post(self, task: Task) -> None:
        """A callback task reached the head of its stream: its thread is told."""
        stream = task.stream
        self.callbacks.arrive(task)
        if task.block:
            stream.running = task
            stream.holder = task.thread_id
        else:
            task.end_ns = stream.time_ns = max(task.queued_ns, stream.time_ns)
            task.over = True
        self.wake()

    def begin_callback(self, task: Task) -> None:
        """The thread is about to call the function. Locked."""
        task.state = _RUNNING
        hooks = self.machine.hooks
        if hooks is not None:
            hooks.task_start(task)

    def end_callback(self, task: Task, error: EmuError | None) -> None:
        """The function returned or raised; a blocking one lets its stream go on, or fails it. Locked."""
        if task.block:
            self._finish(task, error)
            return
        task.state = _DONE if error is None else _FAILED
        task.error = error
        self._end(task)

    # Waiting on the host

    def wait_stream(
        self, stream: Stream, timeout_ms: int | None = None, *, function: str = "aclrtSynchronizeStream"
    ) -> None:
        """Wait for all that is queued on `stream` now.

        Raises:
            EmuError: a task failed; the class and code of its error. The stream works again afterwards.
            RtStreamSyncTimeout: (507046) not in time, or never.
            RtStreamAbort: (107023) aclrtStreamAbort dropped the work meanwhile.
        """
        machine = self.machine
        with machine.mutex:
            if stream.queue or stream.running is not None:
                self.drain(stream, timeout_ms, function)
            failed = stream.failed or stream.context.failure
            if failed is not None:
                stream.failed = None
            if self.host_ns < stream.time_ns:  # noqa: PLR1730 - `_synchronized` in place, without a call
                self.host_ns = stream.time_ns
            if machine.hooks is not None:
                machine.synchronized(stream, function)
        if failed is not None:
            raise failed_error(failed)

    def drain(self, stream: Stream, timeout_ms: int | None, function: str) -> None:
        """As `wait_stream`, but leave a failure on the stream. Locked."""
        queue = stream.queue
        target = queue[-1] if queue else stream.running  # `newest` in place
        if target is None or stream.is_device_side:
            return
        blocked = self.progress(stream, target)
        if blocked is not None:
            self._sleep_until(
                partial(self.progress, stream, target), blocked, timeout_ms, RtStreamSyncTimeout, function
            )
        if target.state is _ABORTED:
            _check_dropped(target, stream, function)

    def wait_device(
        self, device: Device, timeout_ms: int | None = None, *, function: str = "aclrtSynchronizeDevice"
    ) -> None:
        """Wait for all that is queued on the device's streams now, in order of their creation.

        Raises:
            EmuError, RtStreamSyncTimeout, RtStreamAbort: as `wait_stream`. Of several streams with failed
                tasks the first reports its failure; the others keep theirs.
        """
        with self.machine.lock:
            streams = [stream for stream in device.streams() if not stream.is_device_side]
            try:
                self._drain_all(streams, timeout_ms, function)
            except (RtStreamSyncTimeout, RtStreamAbort):
                failed = _take_failure(streams)
                if failed is None:
                    raise
            else:
                failed = _take_failure(streams)
                self._synchronized(device, max((stream.time_ns for stream in streams), default=0), function)
        if failed is not None:
            raise failed_error(failed)

    def _drain_all(self, streams: list[Stream], timeout_ms: int | None, function: str) -> None:
        targets = [(stream, target) for stream in streams if (target := stream.newest()) is not None]

        def go_on() -> Blocked | None:
            found = [self.progress(stream, target) for stream, target in targets]
            return next((blocked for blocked in found if blocked is not None), None)

        self._sleep_until(go_on, go_on(), timeout_ms, RtStreamSyncTimeout, function)
        for stream, target in targets:
            _check_dropped(target, stream, function)

    def wait_event(
        self, event: Event, timeout_ms: int | None = None, *, function: str = "aclrtSynchronizeEvent"
    ) -> None:
        """Wait for the newest record of `event`; at once when there is none.

        Raises:
            EmuError: a task before the record failed; the stream still reports it as well.
            RtEventSyncTimeout: (507047) not in time, or never.
            RtStreamAbort: (107023) aclrtStreamAbort dropped the record meanwhile.
        """
        with self.machine.lock:
            target = event.latest
            if target is None:
                return
            stream = target.stream

            def go_on() -> Blocked | None:
                return self.progress(stream, target)

            if not target.over:
                self._sleep_until(go_on, go_on(), timeout_ms, RtEventSyncTimeout, function)
            _check_dropped(target, stream, function)
            self._synchronized(event, target.end_ns, function)
        if target.cause is not None:
            raise failed_error(target.cause)

    def run_until(self, predicate: Callable[[], bool], timeout_ms: int | None = None) -> bool:
        """Go on with all streams until `predicate` is true; False when it cannot become so (in time)."""

        def go_on() -> Blocked | None:
            blocked: Blocked | None = None
            for stream in [stream for device in self.machine.devices for stream in device.streams()]:
                target = None if stream.is_device_side else stream.newest()
                if predicate():
                    return None
                if target is not None:
                    blocked = self.progress(stream, target) or blocked
            return None if predicate() else blocked

        with self.machine.lock:
            try:
                self._sleep_until(go_on, go_on(), timeout_ms, RtStreamSyncTimeout, "run_until")
            except RtStreamSyncTimeout:
                return False
            return predicate()

    def _synchronized(self, waited: object, time_ns: int, function: str) -> None:
        self.host_ns = max(self.host_ns, time_ns)
        self.machine.synchronized(waited, function)

    def _sleep_until(
        self,
        go_on: Callable[[], Blocked | None],
        blocked: Blocked | None,
        timeout_ms: int | None,
        error: type[RtError],
        function: str,
    ) -> None:
        """Sleep until `go_on` meets no block, as long as another thread can remove it. Locked."""
        deadline = None if timeout_ms is None else time.monotonic() + timeout_ms / 1000
        while blocked is not None:
            if not self.may_change(blocked):
                raise stuck_error(blocked, error, function)
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise timeout_error(blocked, error, function, timeout_ms or 0)
            self.sleep(left)
            blocked = go_on()

    def wake(self) -> None:
        """Let those who sleep look again. Locked."""
        if self._sleepers:
            self.machine.lock.notify_all()

    def sleep(self, seconds: float | None) -> None:
        """Sleep until something changes. Locked; the lock is released meanwhile."""
        self._sleepers += 1
        self.is_watchful = True
        try:
            self.machine.lock.wait(seconds)
        finally:
            self._sleepers -= 1
            self.is_watchful = self.eager or self._sleepers > 0

    def others_live(self, *, daemons: bool) -> bool:
        """Whether the program has another thread; daemon threads count if `daemons`."""
        return self._watch.others_live(daemons=daemons)

    # Dropping work

    def drop(self, stream: Stream) -> None:
        """Abort all that is queued and let what runs come to its end. Locked."""
        while stream.queue:
            self._abort(stream.queue.popleft(), None)
        running = stream.running
        if running is not None and self.callbacks.withdraw(running):
            stream.running = stream.holder = None
            self._abort(running, None)
        while stream.running is not None and _ends_by_itself(stream):
            self.sleep(None)
        stream.failed = None


def _take_failure(streams: list[Stream]) -> Task | None:
    """The failed task of the first stream that has one; it is reported once, unless it stopped the context."""
    for stream in streams:
        failed = stream.failed or stream.context.failure
        if failed is not None:
            stream.failed = None
            return failed
    return None


def _check_dropped(target: Task, stream: Stream, function: str) -> None:
    if target.state is _ABORTED and target.cause is None:
        raise RtStreamAbort("ACL-STREAM-010", function=function, stream=stream, task=target)


def _ends_by_itself(stream: Stream) -> bool:
    """The body that runs is the emulator's own, on another thread; user code may never return."""
    kind = stream.running.kind if stream.running is not None else None
    user = kind is _HOST_FUNCTION or kind is _CALLBACK
    return not user and stream.holder != get_ident()
