"""The listener: takes the machine's events to the rules."""

from __future__ import annotations

import atexit
import os
import re
import sys
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aclnn_emu.checker.c_sites import take_c_sites
from aclnn_emu.checker.calls import Call, CallLog
from aclnn_emu.checker.options import parse
from aclnn_emu.checker.order import Order
from aclnn_emu.checker.report import Report, Reporter, summary
from aclnn_emu.checker.rules.accesses import AccessRules
from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.checker.rules.entry import EntryRules
from aclnn_emu.checker.rules.errors import ErrorRules
from aclnn_emu.checker.rules.launches import LaunchRules
from aclnn_emu.checker.rules.leaks import LeakRules
from aclnn_emu.checker.rules.libraries import LibraryRules
from aclnn_emu.checker.rules.objects import ObjectRules
from aclnn_emu.checker.world import Work, World
from aclnn_emu.runtime.device import Device
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.stream import Stream
from aclnn_emu.runtime.task import TaskKind, TaskState

if TYPE_CHECKING:
    from aclnn_emu.errors import EmuError
    from aclnn_emu.plan.executor import Executor
    from aclnn_emu.plan.executor import Launch as LaunchTask
    from aclnn_emu.runtime.place import Place
    from aclnn_emu.runtime.task import MemoryRange, Task

__all__ = ["Checker", "current", "make_listener"]

# By names of their own: finding a member in its enum costs as much as several calls.
_CALLBACK, _HOST_FUNCTION, _MEMCPY = TaskKind.CALLBACK, TaskKind.HOST_FUNCTION, TaskKind.MEMCPY
_DONE = TaskState.DONE

_frame = sys._getframe  # noqa: SLF001 - what inspect uses, but fast

_Handler = Callable[..., None]

# `ObjectRules` ends things, so it comes after those that look at what ends.
_GROUPS: tuple[type[RuleGroup], ...] = (
    AccessRules,
    LaunchRules,
    EntryRules,
    ErrorRules,
    LeakRules,
    LibraryRules,
    ObjectRules,
)


def _is_copy(function: str, call: Call) -> bool:
    """Whether the call copies one range of bytes, and its arguments are known."""
    return function in ("aclrtMemcpy", "aclrtMemcpyAsync") and call.name == function and bool(call.args)


class Checker:
    """Watches a machine, and every machine that takes its place.

    Args:
        options: as on the command line of ``aclnn-emu check``.
    """

    def __init__(self, options: str = "") -> None:
        self._lock = threading.RLock()
        self._reporter = Reporter(parse(options))
        self._ended = False
        self._begin()

    def _begin(self) -> None:
        """A machine that nothing is known of."""
        self._calls = CallLog()
        order = Order()
        self._world = World(self._calls, order)
        groups = [group(self._world, self._reporter) for group in _GROUPS]
        self._groups = groups
        self._accesses = next(group for group in groups if isinstance(group, AccessRules))
        self._launches = next(group for group in groups if isinstance(group, LaunchRules))
        self._errors = next(group for group in groups if isinstance(group, ErrorRules))
        self._entry = next(group for group in groups if isinstance(group, EntryRules))
        self._objects = next(group for group in groups if isinstance(group, ObjectRules))
        order.judge = self._accesses.judge
        found: dict[str, list[_Handler]] = {"machine": [self._new_machine], "free": [self._last_look]}
        for group in groups:
            for event, method in group.EVENTS.items():
                found.setdefault(event, []).append(getattr(group, method))
        self._starts: dict[str, _Handler | None] = {}
        self._ends: dict[str, _Handler | None] = {}
        self._handlers = {event: self._locked(handlers) for event, handlers in found.items()}

    def _locked(self, handlers: Sequence[_Handler]) -> _Handler:
        """One handler for all of these, under the lock."""
        if len(handlers) == 1:
            only = handlers[0]

            def handle(*values: Any) -> None:
                with self._lock:
                    only(*values)

        else:

            def handle(*values: Any) -> None:
                with self._lock:
                    for handler in handlers:
                        handler(*values)

        return handle

    @property
    def reports(self) -> list[Report]:
        """What was found so far."""
        return self._reporter.reports

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        """The machine did something that it does seldom."""
        handler = self._handlers.get(event)
        if handler is not None:
            handler(fields)

    def _new_machine(self, fields: Mapping[str, Any]) -> None:
        self._begin()
        config = fields["machine"].config
        self._reporter.new_machine({"soc": config.soc, "schedule": config.schedule})

    # What every call and every task goes through; see `observe.Hooks`

    def on_call_start(self, name: str, args: tuple[Any, ...], _nulls: Collection[str]) -> None:
        """A call begins."""
        try:
            frame = _frame(2)  # above this one and that of the callable
        except ValueError:  # a C program has none there
            frame = None
        log = self._calls
        log.local.thread.calls.append((log.next_number(), name, args, frame))
        if self._entry.alert:
            with self._lock:
                self._entry.in_strange_place(name)
        try:
            handler = self._starts[name]
        except KeyError:
            handler = self._starts[name] = self._interested(name, "STARTS")
        if handler is not None:
            handler(name, args)

    def _interested(self, name: str, table: str) -> _Handler | None:
        """What looks at the calls of this name."""
        found = [
            getattr(group, method)
            for group in self._groups
            for pattern, method in getattr(group, table).items()
            if re.fullmatch(pattern, name)
        ]
        return self._locked(found) if found else None

    def on_call_end(self, name: str, result: Any, error: EmuError | None = None) -> None:
        """A call ends."""
        calls = self._calls.local.thread.calls
        try:
            handler = self._ends[name]
        except KeyError:
            handler = self._ends[name] = self._interested(name, "ENDS")
        if handler is not None:
            call = calls[-1] if calls else None  # none is left of a call that made a new machine
            args = () if call is None else call.args if isinstance(call, Call) else call[2]
            handler(name, args, result)
        if error is not None:  # raised to the program, so no text is kept for it
            with self._lock:
                self._errors.error({"error": error})
        if calls and isinstance(call := calls.pop(), Call):
            call.args = ()  # they may be large, and the call is remembered

    def on_access(
        self,
        function: str,
        reads: tuple[MemoryRange, ...],
        writes: tuple[MemoryRange, ...],
        source: Place | None,
        _target: Place,
    ) -> None:
        """A call touched device memory."""
        call = self._calls.current(function)
        copies = self._accesses.copies
        # Without the lock: where another thread touches the same bytes meanwhile, this copy counts as before that.
        known = copies.host.get(id(writes or reads)) if function == "aclrtMemcpy" else None
        if known is not None and known.again(source, call, self._world.order):
            return
        with self._lock:
            self._accesses.host_access(function, reads, writes, source, call)
            right = _is_copy(function, call) and self._entry.copied(function, call.args)
            if right and function == "aclrtMemcpy":
                copies.keep_host(reads, writes, source, call)

    def on_launch(
        self, executor: Executor, workspace_size: int, function: str, task: LaunchTask | None
    ) -> None:
        """Phase 2 is about to queue its task."""
        call = self._calls.current(function)
        with self._lock:
            self._launches.launch(executor, workspace_size, task, call)
            self._objects.launch(executor, call)

    def on_task_queued(self, task: Task) -> None:
        """A task is in its stream's queue."""
        with self._lock:
            world = self._world
            work = world.work.get(task.id)  # of a phase 2 it is known already
            if work is None:
                call = self._calls.current(task.name)
                work = world.work[task.id] = Work(task.name, call, task.stream, task.id)
            world.order.queued(task)
            if task.kind is _MEMCPY and not work.known:
                self._new_copy(task, work)

    def _new_copy(self, task: Task, work: Work) -> None:
        """A copy was queued that is not as one before."""
        if _is_copy(task.name, work.call) and self._entry.copied(task.name, work.call.args):
            self._accesses.copies.keep_queued(task, work)

    def on_task_start(self, task: Task) -> None:
        """The device, or a thread of the program, begins a task."""
        if task.host_reads:
            changed = self._accesses.changed_since_queued(task)
            if changed:
                with self._lock:
                    self._accesses.host_changed(task, changed)
        elif task.kind is _CALLBACK or task.kind is _HOST_FUNCTION:
            with self._lock:
                self._entry.function_starts(task)

    def on_task_end(self, task: Task) -> None:
        """A task is over, whatever came of it."""
        work = self._world.work.pop(task.id, None)
        if work is not None:
            work.over = True
            if task.state is not _DONE:
                with self._lock:
                    self._objects.task_end(task, work)
        if task.kind is _CALLBACK or task.kind is _HOST_FUNCTION:
            with self._lock:
                self._entry.function_ends(task)

    def on_synchronize(self, waited: object, _function: str) -> None:
        """The host knows the work of a stream, an event or a device to be over."""
        order = self._world.order
        with self._lock:
            if isinstance(waited, Stream):
                order.waited_for_stream(waited)
            elif isinstance(waited, Event):
                order.waited_for_event(waited)
            elif isinstance(waited, Device):
                order.waited_for_device(waited)

    def _last_look(self, fields: Mapping[str, Any]) -> None:
        memory = self._world.memory.get(fields["allocation"])
        if memory is not None and memory.suspects:
            self._launches.judge_suspects(memory)

    def after_fork(self) -> None:
        """This is a child process now."""
        self._lock = threading.RLock()
        self._entry.forked()

    def finish(self, end: str = "the end of the program") -> int:
        """The program is over: judge what is left, once.

        Returns:
            How many reports make the program fail.
        """
        with self._lock:
            if not self._ended:
                self._ended = True
                for memory in list(self._world.memory.values()):
                    self._launches.judge_suspects(memory)
                for group in self._groups:
                    group.finish(end)
                self._reporter.write()
            return self._reporter.failures()

    def end_of_process(self) -> None:
        """Judge what is left, and print the last lines if something was found."""
        if not self._ended:
            self.finish()
            if self.reports and not self._reporter.options.quiet:
                sys.stderr.write(summary([found.as_json() for found in self.reports]) + "\n")

    def forget(self) -> None:
        """Forget all reports, for the next test."""
        self._reporter.forget()


_checker: Checker | None = None


def current() -> Checker | None:
    """The checker that was made last."""
    return _checker


def _after_fork() -> None:
    if _checker is not None:
        _checker.after_fork()


def make_listener(options: str) -> Checker:
    """The checker of a configuration; its last word comes at the end of the process.

    Raises:
        AclInvalidParam: (100000) an option that it does not have.
    """
    global _checker  # noqa: PLW0603 - one machine a process, one checker of it
    made = Checker(options)
    if _checker is not None:
        atexit.unregister(_checker.end_of_process)
    else:
        os.register_at_fork(after_in_child=_after_fork)
    _checker = made
    atexit.register(made.end_of_process)  # of a C program as well: its libraries see to that
    take_c_sites()
    return made
