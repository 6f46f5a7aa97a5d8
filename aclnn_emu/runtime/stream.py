"""Streams: first-in-first-out queues of work for a device."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NoReturn

from aclnn_emu.abi.constants import (
    ACL_STREAM_CPU_SCHEDULE,
    ACL_STREAM_DEVICE_USE_ONLY,
    ACL_STREAM_PERSISTENT,
)
from aclnn_emu.errors import EmuError, RtInvalidHandle, RtNoStreamResource, RtStreamContext
from aclnn_emu.runtime.clock import HOST_CALL_NS
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.schedule.stuck import failed_error
from aclnn_emu.runtime.task import TaskKind

if TYPE_CHECKING:
    from aclnn_emu.runtime.context import Context
    from aclnn_emu.runtime.task import Task

__all__ = ["Stream", "check_context", "create_stream", "resolve_stream"]

_DEVICE_SIDE = ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY
_LAUNCHES = (TaskKind.KERNEL, TaskKind.MEMCPY, TaskKind.MEMSET)


class Stream:
    """A stream.

    Attributes:
        context, device, machine: where it lives.
        flags, priority: as it was created; 0 is the highest priority, 7 the lowest. Neither changes how it runs.
        id: the hardware's number, unique on the device while the stream lives.
        handle: its number for the host program.
        alive: false once destroyed.
        queue: tasks that have not started.
        running: the task that has started and is not over: a body that some thread runs, or a blocking
            callback that has arrived.
        holder: the thread that runs or must run it.
        failed: the first failed task that no wait has reported. Work behind it goes on, unless
            aclrtSetStreamFailureMode made failures stop the context.
        subscriber: the thread that processes its callbacks.
        has_host_functions: aclrtLaunchHostFunc was used on it.
        time_ns: when its newest executed task ended, on the virtual clock.

    Raises:
        RtNoStreamResource: (207008) the device has as many streams as the chip takes.
    """

    __slots__ = (
        "__weakref__", "alive", "context", "device", "failed", "flags", "handle", "has_host_functions", "holder",
        "id", "is_device_side", "machine", "priority", "queue", "running", "subscriber", "time_ns",
    )  # fmt: skip

    def __init__(self, context: Context, flags: int = 0, priority: int = 0) -> None:
        self.context = context
        self.device = context.device
        self.machine = context.device.machine
        number = self.device.stream_ids.take()
        if number is None:
            raise RtNoStreamResource(
                "ACL-STREAM-004",
                device=self.device.id,
                limit=self.device.stream_ids.limit,
                soc=self.machine.profile.name,
            )
        self.id = number
        self.flags = flags
        self.priority = priority
        self.is_device_side = bool(flags & _DEVICE_SIDE)
        self.queue: deque[Task] = deque()
        self.running: Task | None = None
        self.holder: int | None = None
        self.failed: Task | None = None
        self.subscriber: int | None = None
        self.has_host_functions = False
        self.time_ns = 0
        self.alive = True
        self.handle = self.machine.handles.register(self)

    def __str__(self) -> str:
        return f"stream {self.id} of device {self.device.id}"

    def __repr__(self) -> str:
        return f"<{self}, {self._state()}>"

    def _repr_html_(self) -> str:
        from aclnn_emu.core.html import stream_html

        tasks = [self.running] if self.running is not None else []
        rows = [(str(t.id), t.name, t.kind.value, t.state.value) for t in (*tasks, *self.queue)]
        return stream_html(str(self), self._state(), rows)

    def _state(self) -> str:
        if not self.alive:
            return "destroyed"
        waiting = len(self.queue) + (self.running is not None)
        return f"{waiting} tasks queued" if waiting else "nothing queued"

    @property
    def error(self) -> EmuError | None:
        """What the next wait will report."""
        return None if self.failed is None else self.failed.error

    def newest(self) -> Task | None:
        """The last task that is not over; None when the stream has nothing to do."""
        return self.queue[-1] if self.queue else self.running

    def enqueue(self, task: Task) -> None:
        """Queue `task`; with ASCEND_LAUNCH_BLOCKING wait for it, if it is a launch and not a mark.

        Raises:
            RtInvalidHandle: (107017) another thread destroyed the stream meanwhile.
            EmuError: a failure stopped the context (then its error), or, with launch blocking, what
                `Scheduler.wait_stream` raises.
        """
        task.stream = self
        owner = self.machine
        scheduler = owner.scheduler
        with owner.mutex:
            if self.context.failure is not None or not self.alive:
                self.refuse(task.name)
            scheduler.host_ns = task.queued_ns = scheduler.host_ns + HOST_CALL_NS
            self.queue.append(task)
            if owner.hooks is not None or scheduler.is_watchful:
                scheduler.notice(task)
        if owner.launch_blocking and task.kind in _LAUNCHES:
            scheduler.wait_stream(self, function=task.name)

    def refuse(self, function: str) -> NoReturn:
        """Why nothing can be queued any more.

        Raises:
            RtInvalidHandle: (107017) the stream is destroyed.
            EmuError: a failure stopped the context; its error.
        """
        failure = self.context.failure
        if self.alive and failure is not None:
            raise failed_error(failure)
        raise RtInvalidHandle("ACL-STREAM-011", function=function, stream=self)

    def destroy(self, *, force: bool, function: str = "aclrtDestroyStream") -> None:
        """Wait for the queued work, or drop it if `force`, and end the stream.

        A failed task's error is raised after the stream has been destroyed.

        Raises:
            RtStreamSyncTimeout: (507046) the work can never end; the stream lives on.
            EmuError: a task failed.
        """
        owner = self.machine
        scheduler = owner.scheduler
        with owner.lock:
            if not force:
                scheduler.drain(self, None, function)
            failed = None if force else self.failed
            scheduler.drop(self)
            self.alive = False
            scheduler.callbacks.forget(self)
            scheduler.retire(self)
            scheduler.wake()
            owner.handles.release(self.handle)
            if self in self.context.streams:
                self.context.streams.remove(self)
            self.device.stream_ids.give(self.id)
            if owner.listeners:
                owner.emit("destroy", {"object": self, "function": function})
        if failed is not None:
            raise failed_error(failed)


def create_stream(context: Context, flags: int, priority: int, function: str) -> Stream:
    """A new stream of `context`.

    Raises:
        RtNoStreamResource: (207008) the device has as many streams as the chip takes.
    """
    owner = context.device.machine
    with owner.lock:
        stream = Stream(context, flags, priority)
        context.streams.append(stream)
        if owner.listeners:
            owner.emit("create", {"object": stream, "function": function})
    return stream


def resolve_stream(value: Any, *, function: str, same_context: bool) -> Stream:
    """The stream that an argument means: null is the current context's default stream.

    Raises:
        RtNoContext: (107002) null, or `same_context`, and the thread has no context.
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtStreamContext: (107003) of another context, if `same_context`.
    """
    if isinstance(value, Stream) and value.alive:
        stream = value
    else:
        owner = machine()
        if value is None or value == 0:
            return owner.current_context(function=function).default_stream
        stream = owner.handles.resolve(value, Stream, function=function, parameter="stream")
    if same_context and stream.context is not stream.machine.threads.state.latest:
        check_context(stream, function)
    return stream


def check_context(stream: Stream, function: str) -> None:
    """The stream must be one of the current context.

    Raises:
        RtNoContext: (107002) the thread has no context.
        RtStreamContext: (107003) it belongs to another one.
    """
    current = stream.machine.current_context(function=function)
    if stream.context is not current:
        raise RtStreamContext(
            "ACL-STREAM-002",
            function=function,
            stream=stream,
            owner=f"{stream.context.handle:#x}",
            current=f"{current.handle:#x}",
        )
