"""ACL-LIFE and ACL-EXEC: the lives of objects, from the events that make and end them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.plan.executor import Executor, ExecutorState
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.stream import Stream
from aclnn_emu.runtime.task import TaskState

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call
    from aclnn_emu.checker.world import Work
    from aclnn_emu.runtime.task import Task

__all__ = ["ObjectRules"]

# By names of their own: finding a member in its enum costs as much as several calls.
_FAILED, _ABORTED = TaskState.FAILED, TaskState.ABORTED
_NEW = ExecutorState.NEW


class ObjectRules(RuleGroup):
    """Keeps the things of the world, and judges how they end."""

    ENDS = {  # noqa: RUF012 - never changed
        "aclnn.*GetWorkspaceSize": "phase_one",
        "aclCreate.*": "created",
        "aclDestroy.*": "destroyed",
        "aclrtStreamAbort": "aborted",
    }
    EVENTS = {  # noqa: RUF012 - never changed
        "create": "create",
        "destroy": "destroy",
        "alloc": "alloc",
        "host alloc": "host_alloc",
        "host free": "host_free",
        "free": "free",
    }

    def create(self, fields: Mapping[str, Any]) -> None:
        """A stream, event or context was made."""
        obj = fields["object"]
        kind = "stream" if isinstance(obj, Stream) else "event" if isinstance(obj, Event) else "context"
        self.world.begin(obj, kind, self.world.calls.current(fields["function"]))

    def alloc(self, fields: Mapping[str, Any]) -> None:
        """Device memory was allocated."""
        self.world.allocated(
            fields["allocation"], fields["device"].id, self.world.calls.current(fields["function"])
        )

    def host_alloc(self, fields: Mapping[str, Any]) -> None:
        """Page-locked memory was allocated."""
        self.world.pinned[fields["block"]] = (self.world.calls.current(fields["function"]), [])

    def host_free(self, fields: Mapping[str, Any]) -> None:
        """It was given back."""
        self.world.pinned.pop(fields["block"], None)

    def free(self, fields: Mapping[str, Any]) -> None:
        """Device memory was given back."""
        self.world.free(fields["allocation"], self.world.calls.current(fields["function"]))

    # Ends

    def task_end(self, task: Task, work: Work) -> None:
        """A task that is known is over, and was not done: it failed, or was dropped."""
        if task.state is _FAILED and task.error is not None:
            error = task.error
            rule = "ACL-SYNC-107" if error.message_id == "ACL-SCHED-010" else "ACL-SYNC-109"
            values = {"task": work, "stream": work.stream, "status": error.status, "reason": error.text}
            self.reporter.report(rule, values, call=work.call, about=[work.key])
        elif task.state is _ABORTED and task.cause is None:
            self.world.dropped.setdefault(task.stream, []).append(work)

    def destroy(self, fields: Mapping[str, Any]) -> None:
        """A stream, event or context has ended."""
        obj, function = fields["object"], fields["function"]
        call = self.world.calls.current(function)
        if isinstance(obj, Stream):
            self._stream_ends(obj, function, call)
            self.world.order.gone(obj)
        elif isinstance(obj, Event):
            self._event_ends(obj, call)
            self.world.order.forget_event(obj)
        self.world.end(obj, call, function)

    def _stream_ends(self, stream: Stream, function: str, call: Call) -> None:
        dropped = self.world.dropped.pop(stream, [])
        if dropped:
            values = {"function": function, "count": len(dropped), "stream": stream, "task": dropped[0]}
            self.reporter.report(
                "ACL-LIFE-105",
                values,
                call=call,
                earlier=[("first", dropped[0].call)],
                about=[dropped[0].key],
            )

    def _event_ends(self, event: Event, call: Call) -> None:
        for task in (*event.records, *event.waits):
            work = self.world.work.get(task.id)
            if work is not None:
                values = {"event": event, "task": work, "stream": work.stream}
                self.reporter.report("ACL-LIFE-106", values, call=call, earlier=[("queued", work.call)])
                return

    # aclnn objects and executors

    def phase_one(self, name: str, _args: tuple[Any, ...], result: Any) -> None:
        """Phase 1 makes an executor."""
        made = result[-1] if isinstance(result, tuple) else None
        if isinstance(made, Executor):
            self.world.begin(made, "executor", self.world.calls.current(name))

    def created(self, name: str, _args: tuple[Any, ...], made: Any) -> None:
        """aclCreateTensor and its relatives."""
        if not hasattr(made, "kind"):
            return
        call = self.world.calls.current(name)
        thing = self.world.begin(made, made.kind, call)
        if not isinstance(made, (TensorList, ScalarList)):
            return
        seen: list[Any] = []
        for member in made.items:
            known = self.world.thing(member) if member is not None else None
            if any(member is other for other in seen) and member is not None:
                self._ownership(call, f"an {member.kind} is in the {made.kind} twice", thing.history())
            seen.append(member)
            if known is None:
                continue
            if known.owner is not None and known.owner.ended is None:
                reason = f"an {known.kind} is in two lists"
                self._ownership(call, reason, [("made by", known.call), ("other list", known.owner.call)])
            known.owner = thing

    def destroyed(self, name: str, args: tuple[Any, ...], result: int) -> None:
        """aclDestroyTensor and its relatives."""
        obj = args[0] if args and result == 0 else None
        if obj is None or isinstance(obj, int):
            return
        call = self.world.calls.current(name)
        thing = self.world.end(obj, call, f"{name} ended" if isinstance(obj, Executor) else name)
        if thing is None:
            return
        if thing.owner is not None and thing.owner.ended is None:
            reason = f"the {thing.kind} belongs to an {thing.owner.kind}, which destroys it, too"
            history = [("made by", thing.call), ("list", thing.owner.call)]
            self._ownership(call, reason, history, ("member", id(obj)))
        if isinstance(obj, (TensorList, ScalarList)):
            for member in obj.items:
                if member is not None:
                    self.world.end(member, call, f"{name} of its list")

    def _ownership(self, call: Call, reason: str, history: list[tuple[str, Call]], *about: object) -> None:
        self.reporter.report(
            "ACL-LIFE-103", {"function": call.name, "reason": reason}, call=call, earlier=history, about=about
        )

    def aborted(self, name: str, _args: tuple[Any, ...], _result: int) -> None:
        """aclrtStreamAbort drops what is queued."""
        call = self.world.calls.current(name)
        for stream, dropped in list(self.world.dropped.items()):
            if dropped and dropped[0].over:
                values = {"function": name, "count": len(dropped), "stream": stream, "task": dropped[0]}
                self.reporter.report(
                    "ACL-LIFE-105",
                    values,
                    call=call,
                    earlier=[("first", dropped[0].call)],
                    about=[dropped[0].key],
                )
            del self.world.dropped[stream]

    def launch(self, executor: Executor, call: Call) -> None:
        """Phase 2 uses a one-shot executor up."""
        if executor.state is _NEW:
            self.world.end(executor, call, "an earlier phase 2 used up")
