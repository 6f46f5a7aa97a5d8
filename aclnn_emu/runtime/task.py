"""A unit of work on a stream."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.clock import device_ns

if TYPE_CHECKING:
    from aclnn_emu.runtime.event import Event
    from aclnn_emu.runtime.host import PinnedBlock
    from aclnn_emu.runtime.stream import Stream

__all__ = ["HostRange", "Layout", "MemoryRange", "Task", "TaskKind", "TaskState", "Work", "next_task_id"]

next_task_id = itertools.count(1).__next__


class TaskKind(enum.Enum):
    """What a task does; the scheduler treats waits and callbacks, the observers name the rest."""

    KERNEL = "kernel"
    MEMCPY = "memcpy"
    MEMSET = "memset"
    EVENT_RECORD = "event record"
    EVENT_WAIT = "event wait"
    EVENT_RESET = "event reset"
    CALLBACK = "callback"  # aclrtLaunchCallback: aclrtProcessReport runs it on the subscribed thread
    HOST_FUNCTION = "host function"  # aclrtLaunchHostFunc: the stream runs it itself


class TaskState(enum.Enum):
    """Where a task is in its life.

    A task is aborted when an earlier one of its stream failed (then `Task.cause` is that one) or when
    its stream was aborted or destroyed by force (then `Task.cause` is None).
    """

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    ABORTED = "aborted"


# By a name of its own: finding a member in its enum costs as much as several calls.
_QUEUED = TaskState.QUEUED


class Layout(NamedTuple):
    """Which bytes of a range a strided view touches: sizes, strides in bytes, where element 0 lies, its bytes."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    lead: int
    itemsize: int


class MemoryRange(NamedTuple):
    """Bytes that a task reads or writes: device address and size in bytes; all of them, or those of a `layout`."""

    address: int
    nbytes: int
    layout: Layout | None = None


class HostRange(NamedTuple):
    """Bytes of page-locked host memory that a task reads or writes: the block, first address, size in bytes."""

    block: PinnedBlock
    address: int
    nbytes: int


def _nothing() -> None:
    """The body of work that only takes its place in the stream."""


class Task:
    """One entry of a stream's queue: `Work`, a mark of an event, or another kind with a `run` of its own.

    Attributes:
        kind: what it does.
        name: the call that queued it, for instance ``aclnnAdd`` or ``aclrtMemcpyAsync``.
        event: the event that a record, wait or reset task is about.
        reads, writes: device memory that the task touches, for observers and the virtual clock.
        host_reads, host_writes: page-locked host memory that it touches, for observers.
        device_ns: how long the device is busy with it, on the virtual clock; 0 for marks and host functions.
        after: of a wait task, the record task that it waits for; None waits for the next one.
        timeout_ms: of a wait task, how long it may stand at the head of its stream; None for ever.
        thread_id: of a callback task, the thread whose aclrtProcessReport runs it.
        block: of a callback task, whether it holds its stream until the function returned.
        id: counts up over the process, in the order of the calls that queued the tasks.
        stream: where it is queued; set by `Stream.enqueue`.
        state: where it is in its life.
        over: its stream has got past it; true for done, failed and aborted tasks.
        error: what the body raised.
        cause: the failed task because of which this one was aborted.
        queued_ns, end_ns: when the host queued it and the device ended it, on the virtual clock.
    """

    __slots__ = ("cause", "end_ns", "error", "id", "name", "over", "queued_ns", "state", "stream")

    # Class attributes: a kind of which there are many at a time has just those as its own that it needs.
    kind: TaskKind
    event: Event | None = None
    reads: tuple[MemoryRange, ...] = ()
    writes: tuple[MemoryRange, ...] = ()
    host_reads: tuple[HostRange, ...] = ()
    host_writes: tuple[HostRange, ...] = ()
    device_ns: int = 0
    after: Task | None = None
    timeout_ms: int | None = None
    thread_id: int | None = None
    block: bool = False

    # Its own, which the kinds that programs queue most of set without a call of `__init__`.
    name: str
    id: int
    stream: Stream
    state: TaskState
    over: bool
    error: EmuError | None
    cause: Task | None
    queued_ns: int
    end_ns: int

    def __init__(self, name: str) -> None:
        self.name = name
        self.id = next_task_id()
        self.state = _QUEUED
        self.over = False
        self.error = self.cause = None
        self.end_ns = 0

    def __str__(self) -> str:
        return f"{self.name} (task {self.id})"

    def run(self) -> None:
        """Do the work.

        Raises:
            EmuError: the device would fault.
        """
        raise NotImplementedError


class Work(Task):
    """A task whose work is a function."""

    def __init__(
        self,
        *,
        kind: TaskKind,
        name: str,
        body: Callable[[], object] = _nothing,
        reads: tuple[MemoryRange, ...] = (),
        writes: tuple[MemoryRange, ...] = (),
        thread_id: int | None = None,
        block: bool = False,
    ) -> None:
        """A task; `body` does the work and raises an `EmuError` when the device would fault."""
        super().__init__(name)
        self.kind = kind
        self._body = body
        self.reads = reads
        self.writes = writes
        self.thread_id = thread_id
        self.block = block
        if kind is not TaskKind.CALLBACK and kind is not TaskKind.HOST_FUNCTION:
            self.device_ns = device_ns(sum(touched.nbytes for touched in (*reads, *writes)))

    def run(self) -> None:
        """Do the work: call the function."""
        self._body()
