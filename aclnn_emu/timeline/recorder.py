"""The listener that keeps what happened, in the order in which it happened."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from aclnn_emu.plan.executor import Executor
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.task import Task, TaskKind
from aclnn_emu.timeline.values import shown_call

if TYPE_CHECKING:
    from aclnn_emu.errors import EmuError
    from aclnn_emu.plan.graph import Plan

__all__ = ["HostCall", "Memory", "Span", "TaskSpan", "Timeline", "recording"]


@attrs.define(eq=False)
class Span:
    """From when to when: nanoseconds of the virtual clock, and of the computer's since recording began."""

    virtual: tuple[int, int] = (0, 0)
    wall: tuple[int, int] = (0, 0)


@attrs.define(eq=False)
class HostCall(Span):
    """One call of the API.

    Attributes:
        number: counts up over the calls of all threads, from 0.
        name: in C.
        thread: number of the calling thread, from 0.
        args: the inputs as text.
        status: what it returned; None while it runs, or where it returns no status.
        error: text of what was refused.
        plan: number of the plan whose executor is among its arguments or results.
        begun: how many calls had begun when it ended.
    """

    number: int = 0
    name: str = ""
    thread: int = 0
    args: str = ""
    status: int | None = None
    error: str = ""
    plan: int | None = None
    begun: int = 0


@attrs.define(eq=False)
class TaskSpan(Span):
    """One task of a stream.

    Attributes:
        task: the task.
        call: number of the call that queued it; None where none did.
        plan: number of its plan, for kernels.
        device, stream: where it ran.
        queued: when it was queued, on the virtual clock.
        after: id of the task whose event record it waited for.
    """

    task: Task | None = None
    call: int | None = None
    plan: int | None = None
    device: int = 0
    stream: int = 0
    queued: int = 0
    after: int | None = None


@attrs.frozen
class Memory:
    """Bytes in use on a device after an allocation or a free.

    Attributes:
        virtual, wall: when; see `Span`.
        call: number of the call that did it.
        device: which one.
        used: bytes.
    """

    virtual: int
    wall: int
    call: int | None
    device: int
    used: int


class Timeline:
    """Keeps calls, tasks and memory of a run (a listener of the machine)."""

    def __init__(self) -> None:
        self.calls: list[HostCall] = []
        self.tasks: dict[int, TaskSpan] = {}
        self.memory: list[Memory] = []
        self.plans: list[Plan] = []
        self.describe: list[str] = []
        self.soc = machine().profile.name
        self._lock = threading.RLock()
        self._open = threading.local()
        self._threads: dict[int, int] = {}
        self._plan_numbers: dict[int, int] = {}
        self._used: dict[int, int] = {}
        self._began = time.monotonic_ns()
        self._base = 0
        self._latest = 0

    def stop(self) -> None:
        """Listen no more."""
        machine().leave(self)

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        """One event of the machine."""
        handler = self._HANDLERS.get(event)
        if handler is not None:
            with self._lock:
                handler(self, fields)

    # Clocks

    def _now(self) -> tuple[int, int]:
        """Host time, virtual and of the computer; a machine that was reset goes on where the old one stopped."""
        host = self._base + machine().scheduler.host_ns
        if host < self._latest:
            self._base = self._latest
            host = self._base + machine().scheduler.host_ns
        self._latest = host
        return host, time.monotonic_ns() - self._began

    # Calls

    def _stack(self) -> list[HostCall]:
        if not hasattr(self._open, "calls"):
            self._open.calls = []
        found: list[HostCall] = self._open.calls
        return found

    def _call_start(self, fields: Mapping[str, Any]) -> None:
        virtual, wall = self._now()
        thread = self._threads.setdefault(threading.get_ident(), len(self._threads))
        call = HostCall(
            number=len(self.calls),
            name=fields["name"],
            thread=thread,
            args=shown_call(fields["name"], fields["args"]),
        )
        call.virtual, call.wall = (virtual, virtual), (wall, wall)
        call.plan = self._plan_among(fields["args"])
        self.calls.append(call)
        self._stack().append(call)

    def _call_end(self, fields: Mapping[str, Any]) -> None:
        stack = self._stack()
        if not stack:  # it began before the recording did
            return
        call = stack.pop()
        result = fields["result"]
        parts = result if isinstance(result, tuple) else (result,)
        if isinstance(parts[0], int):
            call.status = int(parts[0])
        if call.plan is None:
            call.plan = self._plan_among(parts[1:])
        virtual, wall = self._now()
        call.virtual, call.wall = (call.virtual[0], virtual), (call.wall[0], wall)
        call.begun = len(self.calls)

    def _plan_among(self, values: tuple[Any, ...]) -> int | None:
        for value in values:
            found = machine().handles.lookup(value, Executor) if type(value) is int and value else value
            if isinstance(found, Executor):
                return self._number_of(found)
        return None

    def _number_of(self, executor: Executor) -> int:
        key = id(executor.plan)
        if key not in self._plan_numbers:
            self._plan_numbers[key] = len(self.plans)
            self.plans.append(executor.plan)  # kept, so that the id stays its own
            self.describe.append(executor.describe())
        return self._plan_numbers[key]

    def _error(self, fields: Mapping[str, Any]) -> None:
        stack = self._stack()
        if stack:
            error: EmuError = fields["error"]
            stack[-1].error = str(error)

    # Tasks

    def _task_queued(self, fields: Mapping[str, Any]) -> None:
        task: Task = fields["task"]
        stack = self._stack()
        span = TaskSpan(
            task=task,
            call=stack[-1].number if stack else None,
            plan=stack[-1].plan if stack and task.kind is TaskKind.KERNEL else None,
            device=task.stream.device.id,
            stream=task.stream.id,
            queued=self._base + task.queued_ns,
        )
        self.tasks[task.id] = span

    def _task_start(self, fields: Mapping[str, Any]) -> None:
        span = self.tasks.get(fields["task"].id)
        if span is not None:
            now = time.monotonic_ns() - self._began
            span.wall = (now, now)

    def _task_end(self, fields: Mapping[str, Any]) -> None:
        task: Task = fields["task"]
        span = self.tasks.get(task.id)
        if span is None:  # queued before the recording began
            return
        end = self._base + task.end_ns if task.end_ns else span.queued
        span.virtual = (end - (task.device_ns if task.end_ns else 0), end)
        span.wall = (span.wall[0], time.monotonic_ns() - self._began) if span.wall[0] else span.wall
        if task.kind is TaskKind.EVENT_WAIT and task.after is not None:
            span.after = task.after.id

    # Memory

    def _alloc(self, fields: Mapping[str, Any]) -> None:
        self._changed(fields["device"].id, fields["allocation"].nbytes)

    def _free(self, fields: Mapping[str, Any]) -> None:
        self._changed(fields["device"].id, -fields["allocation"].nbytes)

    def _changed(self, device: int, nbytes: int) -> None:
        self._used[device] = max(self._used.get(device, 0) + nbytes, 0)
        virtual, wall = self._now()
        stack = self._stack()
        number = stack[-1].number if stack else None
        self.memory.append(Memory(virtual, wall, number, device, self._used[device]))

    _HANDLERS: ClassVar[dict[str, Any]] = {
        "call start": _call_start,
        "call end": _call_end,
        "error": _error,
        "task queued": _task_queued,
        "task start": _task_start,
        "task end": _task_end,
        "alloc": _alloc,
        "free": _free,
    }


def recording() -> Timeline:
    """A timeline that listens to the machine from now on."""
    made = Timeline()
    machine().listen(made)
    return made
