"""Help for the runtime tests: call registered functions by name and look at their status."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime import api
from aclnn_emu.runtime.machine import configure, machine, reset
from aclnn_emu.runtime.registry import API_FUNCTIONS
from aclnn_emu.runtime.task import Task, TaskKind, Work

api.load()


class Acl:
    """``acl.aclrtCreateStream()`` calls the registered function, which raises for a failure."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return API_FUNCTIONS[name].function


acl = Acl()


def status_of(call: Callable[[], Any]) -> int:
    """0, or the status of what the call raised."""
    try:
        call()
    except EmuError as error:
        return error.status
    return 0


def failure_of(call: Callable[[], Any]) -> EmuError:
    """What the call raised."""
    try:
        call()
    except EmuError as error:
        return error
    raise AssertionError("the call succeeded")


def started(**settings: Any) -> SimpleNamespace:
    """A machine with these settings, device 0 set, and three streams a, b, c."""
    reset()
    configure(**settings)
    acl.aclrtSetDevice(0)
    return SimpleNamespace(
        a=acl.aclrtCreateStream(),
        b=acl.aclrtCreateStream(),
        c=acl.aclrtCreateStream(),
        default=machine().current_context().default_stream,
    )


def launch(stream: Any, body: Callable[[], object] = lambda: None, name: str = "aclnnWork") -> Task:
    """Queue a kernel."""
    task = Work(kind=TaskKind.KERNEL, name=name, body=body)
    stream.enqueue(task)
    return task


class Recorder:
    """A listener that keeps the tasks of one event."""

    def __init__(self, event: str = "task start") -> None:
        self.event = event
        self.tasks: list[Task] = []

    def notify(self, event: str, fields: Any) -> None:
        """Keep the task."""
        if event == self.event:
            self.tasks.append(fields["task"])
