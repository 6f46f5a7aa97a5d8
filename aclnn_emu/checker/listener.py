"""The listener: takes the machine's events to the rules."""

from __future__ import annotations

import atexit
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from aclnn_emu.checker.c_sites import take_c_sites
from aclnn_emu.checker.calls import CallLog
from aclnn_emu.checker.options import parse
from aclnn_emu.checker.order import Order
from aclnn_emu.checker.report import Report, Reporter, summary
from aclnn_emu.checker.rules.accesses import AccessRules
from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.checker.rules.entry import EntryRules
from aclnn_emu.checker.rules.errors import ErrorRules
from aclnn_emu.checker.rules.launches import LaunchRules
from aclnn_emu.checker.rules.leaks import LeakRules
from aclnn_emu.checker.rules.objects import ObjectRules
from aclnn_emu.checker.world import World
from aclnn_emu.runtime.device import Device
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.stream import Stream

__all__ = ["Checker", "current", "make_listener"]

_Handler = Callable[[Mapping[str, Any]], None]

# `ObjectRules` ends things, so it comes after those that look at what ends.
_GROUPS: tuple[type[RuleGroup], ...] = (
    AccessRules,
    LaunchRules,
    EntryRules,
    ErrorRules,
    LeakRules,
    ObjectRules,
)


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
        order = Order(self._judge)
        self._world = World(self._calls, order)
        groups = [group(self._world, self._reporter) for group in _GROUPS]
        self._groups = groups
        self._accesses = next(group for group in groups if isinstance(group, AccessRules))
        self._launches = next(group for group in groups if isinstance(group, LaunchRules))
        self._errors = next(group for group in groups if isinstance(group, ErrorRules))
        self._entry = next(group for group in groups if isinstance(group, EntryRules))
        handlers: dict[str, list[_Handler]] = {}
        for group in groups:
            for event, method in group.EVENTS.items():
                handlers.setdefault(event, []).append(getattr(group, method))
        self._starts: dict[str, tuple[_Handler, ...]] = {}
        self._ends: dict[str, tuple[_Handler, ...]] = {}
        handlers["machine"] = [self._new_machine]
        handlers["task queued"] = [self._task_queued]
        handlers["synchronize"] = [self._synchronize]
        handlers["free"].insert(0, self._last_look)
        self._handlers = {event: tuple(found) for event, found in handlers.items()}
        self._unlocked: dict[str, _Handler] = {"call start": self._call_start, "call end": self._call_end}

    def _judge(self, *task: Any) -> None:
        self._accesses.judge(*task)

    @property
    def reports(self) -> list[Report]:
        """What was found so far."""
        return self._reporter.reports

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        """The machine did something."""
        unlocked = self._unlocked.get(event)
        if unlocked is not None:
            unlocked(fields)
            return
        handlers = self._handlers.get(event)
        if handlers is not None:
            with self._lock:
                for handler in handlers:
                    handler(fields)

    def _new_machine(self, fields: Mapping[str, Any]) -> None:
        self._begin()
        config = fields["machine"].config
        self._reporter.new_machine({"soc": config.soc, "schedule": config.schedule})

    def _call_start(self, fields: Mapping[str, Any]) -> None:
        name: str = fields["name"]
        self._calls.start(name, fields["args"])
        if self._entry.alert:
            with self._lock:
                self._entry.in_strange_place(name)
        handlers = self._starts.get(name)
        if handlers is None:
            handlers = self._starts[name] = self._interested(name, "STARTS")
        if handlers:
            with self._lock:
                for handler in handlers:
                    handler(fields)

    def _interested(self, name: str, table: str) -> tuple[_Handler, ...]:
        """Who looks at the calls of this name."""
        return tuple(
            getattr(group, method)
            for group in self._groups
            for pattern, method in getattr(group, table).items()
            if re.fullmatch(pattern, name)
        )

    def _call_end(self, fields: Mapping[str, Any]) -> None:
        name: str = fields["name"]
        handlers = self._ends.get(name)
        if handlers is None:
            handlers = self._ends[name] = self._interested(name, "ENDS")
        if handlers:
            with self._lock:
                for handler in handlers:
                    handler(fields)
        if "error" in fields:  # raised to the program, so no text is kept for it
            with self._lock:
                self._errors.error(fields)
        self._calls.end()

    def _task_queued(self, fields: Mapping[str, Any]) -> None:
        self._world.queued_work(fields["task"])
        self._world.order.queued(fields["task"])

    def _synchronize(self, fields: Mapping[str, Any]) -> None:
        waited, order = fields["object"], self._world.order
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
        self._entry.forked = self._world.initialised is not None

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
