"""Rules that look at a call when it begins or ends: copies, threads, the beginning and end of everything."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aclnn_emu.abi.enums import aclrtMemcpyKind
from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.memory import is_device_address
from aclnn_emu.runtime.stream import Stream

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call
    from aclnn_emu.runtime.device import Device
    from aclnn_emu.runtime.task import Task

__all__ = ["EntryRules"]

# What the pages forbid inside a callback, by the beginnings of the names.
_FORBIDDEN = (
    "aclrtMalloc",
    "aclrtFree",
    "aclrtSynchronize",
    "aclrtLaunch",
    "aclrtMemcpy",
    "aclrtMemset",
    "aclnn",
)

_KINDS = range(4)
_PLACE = {False: "host memory", True: "device memory"}


class EntryRules(RuleGroup):
    """Looks at calls by their names."""

    STARTS = {  # noqa: RUF012 - never changed
        "aclFinalize": "finalize_starts",
        "aclrtResetDevice.*": "reset",
    }
    ENDS = {  # noqa: RUF012 - never changed
        "aclrtStreamWaitEvent.*": "wait_ends",
    }
    EVENTS = {  # noqa: RUF012 - never changed
        "initialize": "initialize",
        "finalize": "finalize",
    }

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._forked = False
        self._functions: dict[int, Task] = {}
        self._finalized: Call | None = None
        self.alert = False
        """Whether any call may be one in a strange place."""

    def _changed(self) -> None:
        self.alert = self._finalized is not None or self._forked or bool(self._functions)

    def forked(self) -> None:
        """This is a child process now."""
        self._forked = self.world.initialised is not None
        self._changed()

    def finalize_starts(self, name: str, _args: tuple[Any, ...]) -> None:
        """aclFinalize ends everything, whoever still counts."""
        count = machine().init.count
        if count > 1:
            call = self.world.calls.current(name)
            history = (
                [("first aclInit", self.world.initialised)] if self.world.initialised is not None else []
            )
            self.reporter.report("ACL-LIFE-110", {"count": count}, call=call, earlier=history)

    def in_strange_place(self, name: str) -> None:
        """A call in a forked child, inside a callback, or after the end."""
        call = self.world.calls.current(name)
        history = [("aclInit", self.world.initialised)] if self.world.initialised is not None else []
        if self._forked and name.startswith("acl"):
            self._forked = False  # once is enough
            self._changed()
            self.reporter.report("ACL-THREAD-103", {"function": name}, call=call, earlier=history)
        task = self._functions.get(threading.get_ident())
        if task is not None and name.startswith(_FORBIDDEN):
            work = self.world.work.get(task.id)
            earlier = [("callback", work.call)] if work is not None else []
            self.reporter.report(
                "ACL-THREAD-104", {"function": name, "task": task.name}, call=call, earlier=earlier
            )
        if self._finalized is not None and name.startswith("aclrt") and not name.startswith("aclrtGet"):
            earlier = [("end", self._finalized)]
            self.reporter.report(
                "ACL-LIFE-111", {"function": name}, call=call, earlier=earlier, about=[("finalized",)]
            )

    def initialize(self, _fields: Mapping[str, Any]) -> None:
        """aclInit."""
        self.world.initialised = self.world.calls.current("aclInit")
        self._finalized = None
        self._changed()

    def finalize(self, _fields: Mapping[str, Any]) -> None:
        """The end of the process's initialisation."""
        self._finalized = self.world.calls.current("aclFinalize")
        self._changed()

    # Copies

    def copied(self, name: str, args: tuple[Any, ...]) -> bool:
        """A copy was made or queued: are its kind and its destMax what they should be?"""
        right = True
        dst, dest_max, src, _, kind = args[:5]
        source = isinstance(src, int) and is_device_address(src)
        target = isinstance(dst, int) and is_device_address(dst)
        memory = (self.world.starts.get(dst) or self.world.memory_at(dst)) if target else None
        if memory is not None:
            left = memory.end - dst
            if dest_max > left:
                values = {"function": name, "got": dest_max, "left": left, "address": hex(dst)}
                self.reporter.report(
                    "ACL-MEM-106",
                    values,
                    call=self.world.calls.current(name),
                    earlier=[("memory", memory.call)],
                    about=[memory.key],
                )
                right = False
        fitting = 2 * source + target  # host to host, host to device, device to host, device to device
        if kind != fitting and kind in _KINDS:
            wanted = aclrtMemcpyKind(fitting)
            values = {
                "function": name,
                "got": f"{aclrtMemcpyKind(kind).name} ({int(kind)})",
                "source": _PLACE[source],
                "target": _PLACE[target],
                "wanted": f"{wanted.name} ({int(wanted)})",
            }
            self.reporter.report("ACL-MEM-107", values, call=self.world.calls.current(name))
            right = False
        return right

    def wait_ends(self, name: str, args: tuple[Any, ...], result: int) -> None:
        """A stream was told to wait: is there something to wait for?"""
        if result != 0 or len(args) < 2:
            return
        handles = machine().handles
        event, stream = handles.lookup(args[1], Event), handles.lookup(args[0], Stream)
        if event is not None and event.latest is None and event.is_ex:
            thing = self.world.thing(event)
            values = {"function": name, "stream": stream or "the default stream", "event": event}
            earlier = [("event", thing.call)] if thing is not None else []
            call = self.world.calls.current(name)
            self.reporter.report("ACL-SYNC-108", values, call=call, earlier=earlier)

    # Callbacks

    def function_starts(self, task: Task) -> None:
        """A function of the program begins."""
        self._functions[threading.get_ident()] = task
        self.world.order.reached(task)
        self._changed()

    def function_ends(self, task: Task) -> None:
        """It is over."""
        for thread in [thread for thread, known in self._functions.items() if known is task]:
            del self._functions[thread]
        self._changed()

    # Resets

    def reset(self, name: str, args: tuple[Any, ...]) -> None:
        """A device is about to be closed: is there work on it?"""
        devices = machine().devices
        number = args[0] if args and isinstance(args[0], int) else -1
        device: Device | None = devices[number] if 0 <= number < len(devices) else None
        if device is None or device.primary is None:
            return
        if device.primary_references > 1 and not name.endswith("Force"):
            return
        for stream in device.primary.streams:
            queued = self.world.pending(stream)
            if queued:
                values = {"function": name, "stream": stream, "count": len(queued), "task": queued[0]}
                self.reporter.report(
                    "ACL-LIFE-113",
                    values,
                    call=self.world.calls.current(name),
                    earlier=[("first", queued[0].call)],
                    about=[queued[0].key],
                )
