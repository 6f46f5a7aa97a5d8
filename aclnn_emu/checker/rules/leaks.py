"""ACL-LEAK and ACL-EXEC-103: what is left at the end, grouped by kind, with the calls that made it."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.plan.executor import ExecutorState
from aclnn_emu.runtime.machine import machine

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call
    from aclnn_emu.checker.world import Thing
    from aclnn_emu.runtime.device import Device

__all__ = ["LeakRules"]

_MOST_SITES = 5


class LeakRules(RuleGroup):
    """Judges what is alive when a device is reset for the last time, at aclFinalize, and at the end."""

    EVENTS = {"finalize": "finalize"}  # noqa: RUF012 - never changed
    STARTS = {"aclrtResetDevice.*": "reset"}  # noqa: RUF012 - never changed

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._told: set[object] = set()

    def reset(self, name: str, args: tuple[Any, ...]) -> None:
        """A device is about to be closed."""
        devices = machine().devices
        number = args[0] if args and isinstance(args[0], int) else -1
        device = devices[number] if 0 <= number < len(devices) else None
        if device is None or len(device.contexts) != 1 or device.primary is None:
            return
        if device.primary_references == 1 or name.endswith("Force"):
            self._device(device, f"{name}({device.id})", self.world.calls.current(name))

    def _device(self, device: Device, end: str, call: Call | None) -> None:
        self._memory(
            [memory for memory in self.world.memory.values() if memory.key[1] == device.id], end, call
        )
        kept = [thing for thing in self.world.things.values() if thing.kind in ("stream", "event")]
        self._handles([thing for thing in kept if thing.obj.context.device is device], end, call)

    def finalize(self, _fields: Mapping[str, Any]) -> None:
        """aclFinalize, or the last aclFinalizeReference."""
        self._all("aclFinalize", self.world.calls.current("aclFinalize"))

    def finish(self, end: str) -> None:
        """The end of the program."""
        self._all(end, None)

    def _all(self, end: str, call: Call | None) -> None:
        self._memory(self.world.memory.values(), end, call)
        self._pinned(end, call)
        self._handles(list(self.world.things.values()), end, call)
        self._objects(end, call)
        self._executors(call)

    def _new(self, things: Iterable[Any]) -> list[Any]:
        """Those that were not told before."""
        fresh = [thing for thing in things if thing not in self._told]
        self._told.update(fresh)
        return fresh

    def _report(
        self, rule: str, values: dict[str, Any], calls: list[Call], call: Call | None, what: object
    ) -> None:
        by_place: dict[object, list[Call]] = defaultdict(list)
        for made in calls:
            by_place[made.place].append(made)
        sites = sorted(by_place.values(), key=len, reverse=True)[:_MOST_SITES]
        earlier = [(f"{len(made)} made by" if len(made) > 1 else "made by", made[0]) for made in sites]
        self.reporter.report(rule, values, call=call, earlier=earlier, what=what)

    def _memory(self, memories: Iterable[Any], end: str, call: Call | None) -> None:
        kept = self._new(list(memories))
        if kept:
            nbytes = sum(memory.allocation.requested for memory in kept)
            values = {"count": len(kept), "nbytes": nbytes, "end": end}
            self._report("ACL-LEAK-101", values, [memory.call for memory in kept], call, end)

    def _pinned(self, end: str, call: Call | None) -> None:
        kept = self._new(self.world.pinned)
        if kept:
            values = {"count": len(kept), "nbytes": sum(block.requested for block in kept), "end": end}
            self._report("ACL-LEAK-102", values, [self.world.pinned[block][0] for block in kept], call, end)

    def _handles(self, things: list[Thing], end: str, call: Call | None) -> None:
        groups = {"stream": "ACL-LEAK-103", "event": "ACL-LEAK-104", "context": "ACL-LEAK-105"}
        for kind, rule in groups.items():
            kept = self._new(thing for thing in things if thing.kind == kind and not _default(thing.obj))
            if kept:
                values = {"count": len(kept), "end": end, "threads": _ended_threads(kept)}
                self._report(rule, values, [thing.call for thing in kept], call, end)

    def _objects(self, end: str, call: Call | None) -> None:
        kept: dict[str, list[Thing]] = defaultdict(list)
        for thing in self.world.things.values():
            if thing.kind.startswith("acl") and (thing.owner is None or thing.owner.ended is not None):
                kept[thing.kind].append(thing)
        for kind, things in kept.items():
            fresh = self._new(things)
            if fresh:
                values = {"count": len(fresh), "kind": kind, "end": end}
                self._report("ACL-LEAK-106", values, [thing.call for thing in fresh], call, kind)

    def _executors(self, call: Call | None) -> None:
        kept: dict[str, list[Thing]] = defaultdict(list)
        for thing in self.world.things.values():
            if thing.kind == "executor" and thing.obj.state in (ExecutorState.NEW, ExecutorState.REPEATABLE):
                kept[thing.obj.operator].append(thing)
        for operator, things in kept.items():
            fresh = self._new(things)
            if fresh:
                values = {"count": len(fresh), "operator": operator}
                self._report("ACL-EXEC-103", values, [thing.call for thing in fresh], call, operator)


def _default(obj: Any) -> bool:
    """Whether the program did not make the object itself: default streams and primary contexts."""
    return (
        getattr(obj, "primary", False)
        or getattr(getattr(obj, "context", None), "default_stream", None) is obj
    )


def _ended_threads(things: list[Thing]) -> str:
    living = {thread.name for thread in threading.enumerate()}
    gone = sorted({thing.call.thread for thing in things} - living)
    return f"; the threads that made some of them ({', '.join(gone)}) have ended" if gone else ""
