"""Calls that fail: the status is right, and the history of what they were given says whose fault it is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.checker.world import Thing
from aclnn_emu.plan.executor import Executor

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call
    from aclnn_emu.errors import EmuError

__all__ = ["ErrorRules"]

_RESETS = ("aclrtResetDevice", "aclrtResetDeviceForce")
_QUESTIONS = ("aclrtGetDevice", "aclrtGetCurrentContext")  # also a way to ask whether there is a context
_OLDEST = 3  # live handles that are named when there are no more

_Handler = Callable[["ErrorRules", "EmuError", "Call"], None]


class ErrorRules(RuleGroup):
    """Looks up what is known of the things that a failing call was given."""

    EVENTS = {"error": "error"}  # noqa: RUF012 - never changed
    STARTS = {"aclrtSetDevice": "set_device"}  # noqa: RUF012 - never changed

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._device_set: dict[str, Call] = {}

    def set_device(self, _name: str, _args: tuple[Any, ...]) -> None:
        """Which threads have chosen a device."""
        call = self.world.calls.current("aclrtSetDevice")
        self._device_set[call.thread] = call

    def error(self, fields: Mapping[str, Any]) -> None:
        """A call has failed."""
        error: EmuError = fields["error"]
        handler = _HANDLERS.get(error.message_id)
        if handler is None and error.__cause__ is not None:  # crossed into the operator API
            error = error.__cause__  # type: ignore[assignment]
            handler = _HANDLERS.get(getattr(error, "message_id", ""))
        if handler is not None:
            handler(self, error, self.world.calls.current(_function(error)))

    def _report(
        self,
        rule: str,
        call: Call,
        values: Mapping[str, Any],
        history: list[tuple[str, Call]],
        *about: object,
    ) -> None:
        values = {"function": call.name, **values}
        self.reporter.report(rule, values, call=call, earlier=history, about=about)

    def _thing(self, call: Call, *, ended: bool) -> Thing | None:
        """The thing that the call was given; the first one that has ended, if `ended`."""
        found = [thing for value in call.args if (thing := self.world.thing(value)) is not None]
        if ended:
            found = [thing for thing in found if thing.ended is not None]
        return found[0] if found else None

    # aclnn objects

    def destroyed_twice(self, _error: EmuError, call: Call) -> None:
        """An aclnn object was destroyed before."""
        thing = self._thing(call, ended=True)
        history = thing.history() if thing is not None else []
        if thing is not None and thing.how.endswith("of its list"):
            reason = f"the {thing.kind} was destroyed with its list"
            self._report("ACL-LIFE-103", call, {"reason": reason}, history)
        else:
            kind = thing.kind if thing is not None else "object"
            self._report("ACL-LIFE-102", call, {"kind": kind}, history)

    def destroyed_object(self, error: EmuError, call: Call) -> None:
        """An object that was destroyed is used."""
        thing = self._thing(call, ended=True)
        values = {"parameter": error.values["parameter"], "kind": error.values["kind"]}
        self._report("ACL-LIFE-101", call, values, thing.history() if thing is not None else [])

    def list_with_dead(self, error: EmuError, call: Call) -> None:
        """A list whose member is gone."""
        items = getattr(call.args[0], "items", ()) if call.args else ()
        dead = [
            thing
            for item in items
            if (thing := self.world.thing(item)) is not None and thing.ended is not None
        ]
        member, position = error.values["member"], error.values["position"]
        reason = (
            f"member {position} of the list, an {member}, was destroyed on its own or is in the list twice"
        )
        self._report("ACL-LIFE-103", call, {"reason": reason}, dead[0].history() if dead else [])

    def tensor_gone(self, error: EmuError, call: Call) -> None:
        """Phase 2 needs a tensor that is gone."""
        executor = self._executor(call)
        history = []
        for tensor in executor.tensors if executor is not None else ():
            thing = self.world.thing(tensor) if tensor is not None else None
            if thing is not None and thing.ended is not None:
                history = thing.history()
        if executor is not None and not executor.alive:
            self.world.end(executor, call, "an earlier phase 2 used up")
        self._report("ACL-LIFE-104", call, {"parameter": error.values["param"]}, history)

    def small_storage(self, error: EmuError, call: Call) -> None:
        """A view leaves its storage."""
        thing = self._thing(call, ended=False)
        self._report(
            "ACL-MEM-105", call, {"reason": error.text}, [("tensor", thing.call)] if thing is not None else []
        )

    # Executors

    @staticmethod
    def _executor(call: Call) -> Executor | None:
        return next((value for value in call.args if isinstance(value, Executor)), None)

    def executor_gone(self, _error: EmuError, call: Call) -> None:
        """An executor that was used up or destroyed."""
        executor = self._executor(call)
        thing = self.world.thing(executor) if executor is not None else None
        how = thing.how if thing is not None and thing.how else "was used up or destroyed before"
        history = thing.history() if thing is not None else []
        rule = "ACL-EXEC-102" if call.name.startswith("aclDestroy") else "ACL-EXEC-101"
        about = [("executor", id(executor))] if executor is not None else []
        self._report(rule, call, {"how": how}, history, *about)

    def null_workspace(self, error: EmuError, call: Call) -> None:
        """161001, and the executor is gone."""
        executor = self._executor(call)
        about = [("executor", id(executor))] if executor is not None else []
        thing = (
            self.world.end(executor, call, f"{call.name} with a null workspace ended")
            if executor is not None
            else None
        )
        history = [("phase 1", thing.call)] if thing is not None else []
        self._report("ACL-EXEC-104", call, {"size": error.values["size"]}, history, *about)

    def other_operator(self, error: EmuError, call: Call) -> None:
        """The executor of another operator."""
        executor = self._executor(call)
        thing = self.world.thing(executor) if executor is not None else None
        history = [("phase 1", thing.call)] if thing is not None else []
        self._report("ACL-EXEC-109", call, {"owner": error.values["owner"]}, history)

    # Memory

    def not_free(self, error: EmuError, call: Call) -> None:
        """What is given back is not there."""
        address = call.args[0] if call.args and isinstance(call.args[0], int) else 0
        gone = self.world.freed_at(address)
        history = [("memory", gone[0].call), ("freed by", gone[1])] if gone is not None else []
        values = {"address": error.values["address"], "reason": error.values["reason"]}
        if gone is not None and gone[1].name in _RESETS:
            what = {"what": f"memory at {values['address']}", "reset": gone[1]}
            self._report("ACL-LIFE-107", call, what, history, ("reset", gone[1].number))
        else:
            self._report("ACL-LIFE-108", call, values, history)

    def no_memory(self, error: EmuError, call: Call) -> None:
        """A copy or fill of device memory that is not there."""
        values = error.values
        number = int(values["address"], 16)
        reason, history, about = self.world.why_not(number, values.get("nbytes", 1))
        given = {"parameter": values["parameter"], "address": values["address"], "reason": reason}
        self._report("ACL-MEM-103", call, given, history, *about)

    def no_host_memory(self, error: EmuError, call: Call) -> None:
        """A copy of host memory that is not there."""
        self._report("ACL-MEM-112", call, {"reason": error.text}, [])

    def wrong_kind(self, error: EmuError, call: Call) -> None:
        """The kind of a copy was refused."""
        values = error.values
        given = {
            "got": values.get("got", "ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE (5)"),
            "source": values["source"],
            "target": values["target"],
            "wanted": values.get("allowed", "the kind that names both"),
        }
        self._report("ACL-MEM-107", call, given, [])

    # Handles, threads, contexts

    def dead_handle(self, _error: EmuError, call: Call) -> None:
        """A stream, event or context that was destroyed."""
        thing = self._thing(call, ended=True)
        if thing is None:
            return
        if thing.ended is not None and thing.how in _RESETS:
            what = {"what": f"a {thing.kind}", "reset": thing.ended}
            self._report("ACL-LIFE-107", call, what, thing.history(), ("reset", thing.ended.number))
        else:
            self._report("ACL-LIFE-112", call, {"kind": thing.kind}, thing.history())

    def no_context(self, _error: EmuError, call: Call) -> None:
        """The thread has no context."""
        if call.name in _QUESTIONS:
            return
        thread = threading.current_thread().name
        history = [(f"device of {name}", made) for name, made in self._device_set.items() if name != thread]
        self._report("ACL-THREAD-101", call, {"thread": thread}, history[-_OLDEST:])

    def foreign_stream(self, error: EmuError, call: Call) -> None:
        """A stream of another context."""
        thing = self.world.thing(error.values["stream"])
        history = [("stream", thing.call)] if thing is not None else []
        thread = threading.current_thread().name
        self._report("ACL-THREAD-102", call, {"stream": error.values["stream"], "thread": thread}, history)

    def stuck(self, error: EmuError, call: Call) -> None:
        """A wait that never ends."""
        task = error.values.get("task")
        work = self.world.work.get(getattr(task, "id", 0))
        history = [("waits", work.call)] if work is not None else []
        self._report("ACL-SYNC-107", call, {"reason": error.text}, history)

    def never_recorded(self, error: EmuError, call: Call) -> None:
        """A wait for an event without a record."""
        thing = self.world.thing(error.values["event"])
        values = {"stream": "the stream", "event": error.values["event"]}
        self._report("ACL-SYNC-108", call, values, [("event", thing.call)] if thing is not None else [])

    def exhausted(self, error: EmuError, call: Call) -> None:
        """No stream, event or memory is left."""
        kind = {"ACL-STREAM-004": "stream", "ACL-EVENT-017": "event"}.get(error.message_id)
        if kind is None:
            calls = [memory.call for memory in self.world.memory.values()]
        else:
            calls = [thing.call for thing in self.world.things.values() if thing.kind == kind]
        history = [("still alive", made) for made in calls[:_OLDEST]]
        self._report("ACL-LEAK-107", call, {"status": error.status, "reason": error.text}, history)

    def again(self, error: EmuError, call: Call) -> None:
        """aclInit of an initialised process."""
        history = [("first", self.world.initialised)] if self.world.initialised is not None else []
        self._report("ACL-LIFE-109", call, {"count": error.values["count"]}, history)


def _function(error: EmuError) -> str:
    """The function that failed, where no call is known."""
    return str(error.values.get("function") or error.values.get("op") or "the call")


def _param(rule: str) -> _Handler:
    def refused(self: ErrorRules, error: EmuError, call: Call) -> None:
        thing = self._thing(call, ended=False)
        history = [("made by", thing.call)] if thing is not None else []
        values = {"reason": error.text, "solution": error.solution}
        self._report(rule, call, values, history)

    return refused


def _numbered(prefix: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{prefix}-{number:03d}" for number in numbers)


_HANDLERS: dict[str, _Handler] = {
    "ACLNN-TENSOR-004": ErrorRules.destroyed_twice,
    "ACLNN-TENSOR-005": ErrorRules.destroyed_object,
    "ACLNN-TENSOR-006": ErrorRules.small_storage,
    "ACLNN-TENSOR-007": ErrorRules.small_storage,
    "ACLNN-TENSOR-009": ErrorRules.list_with_dead,
    "ACLNN-EXEC-002": ErrorRules.null_workspace,
    "ACLNN-EXEC-003": ErrorRules.executor_gone,
    "ACLNN-EXEC-004": ErrorRules.executor_gone,
    "ACLNN-EXEC-005": ErrorRules.tensor_gone,
    "ACLNN-EXEC-006": ErrorRules.other_operator,
    "ACL-MEM-020": ErrorRules.not_free,
    "ACL-MEM-021": ErrorRules.not_free,
    "ACL-COPY-014": ErrorRules.no_host_memory,
    "ACL-COPY-015": ErrorRules.no_memory,
    "ACL-COPY-002": ErrorRules.wrong_kind,
    "ACL-COPY-003": ErrorRules.wrong_kind,
    "ACL-CALL-002": ErrorRules.dead_handle,
    "ACL-CTX-001": ErrorRules.no_context,
    "ACL-STREAM-009": ErrorRules.no_context,
    "ACL-STREAM-002": ErrorRules.foreign_stream,
    "ACL-STREAM-004": ErrorRules.exhausted,
    "ACL-EVENT-017": ErrorRules.exhausted,
    "ACL-MEM-010": ErrorRules.exhausted,
    "ACL-EVENT-009": ErrorRules.never_recorded,
    "ACL-INIT-001": ErrorRules.again,
    **dict.fromkeys(_numbered("ACL-SCHED", 3, 4, 5, 6, 7, 8, 9, 11), ErrorRules.stuck),
    **dict.fromkeys(_numbered("ACLNN-PARAM", 1, 65), _param("ACLNN-PARAM-101")),
    **dict.fromkeys(_numbered("ACLNN-PARAM", 3, 4, 17, 22, 41, 60, 63, 64, 68), _param("ACLNN-PARAM-102")),
    **dict.fromkeys(_numbered("ACLNN-PARAM", 6, 7, 8, 9, 25, 44, 46, 48, 69), _param("ACLNN-PARAM-103")),
    **dict.fromkeys(_numbered("ACLNN-PARAM", 2, 45, 62), _param("ACLNN-PARAM-104")),
    **dict.fromkeys(_numbered("ACLNN-PARAM", 11, 12, 20, 21, 26, 61, 67, 70), _param("ACLNN-PARAM-105")),
    **dict.fromkeys(_numbered("ACLNN-PARAM", 10, 15, 16, 24, 42, 43, 66), _param("ACLNN-PARAM-106")),
}
