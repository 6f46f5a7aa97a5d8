"""What a stream stands at when it cannot go on, and the errors that say so."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from aclnn_emu.errors import EmuError, RtInternal
from aclnn_emu.runtime.marks import Wait
from aclnn_emu.runtime.task import TaskKind, TaskState

if TYPE_CHECKING:
    from aclnn_emu.errors import RtError
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["Blocked", "body_error", "failed_error", "stuck_error", "timeout_error"]

_R = TypeVar("_R", bound="RtError")


class Blocked(NamedTuple):
    """A stream that cannot go on.

    Attributes:
        stream: which one; not always the one that is waited for, but one that this one needs.
        task: what it stands at.
        holder: the thread that runs that task or must run it; None when it is an event wait.
    """

    stream: Stream
    task: Task
    holder: int | None


def stuck_error(blocked: Blocked, error: type[_R], function: str) -> _R:
    """`function` would wait for ever: nothing that is queued, and no other thread, can end the wait."""
    stream, task, holder = blocked
    values: dict[str, Any] = {"function": function, "stream": stream, "task": task}
    if stream.is_device_side:
        return error("ACL-SCHED-011", **values)
    if isinstance(task, Wait):
        event, after = task.event, task.after
        if after is not None and after.over and after.cause is None and event.is_ex:
            return error("ACL-SCHED-004", event=event, record=after, **values)
        for (
            behind
        ) in task.sources():  # a record that the wait needs, which therefore stands behind another wait
            return error("ACL-SCHED-005", event=event, record=behind, other=behind.stream, **values)
        return error("ACL-SCHED-003", event=event, **values)
    if task.kind is not TaskKind.CALLBACK or task.state is TaskState.RUNNING:
        return error("ACL-SCHED-006", **values)
    if holder == threading.get_ident():
        return error("ACL-SCHED-007", **values)
    return error("ACL-SCHED-008", thread=holder, **values)


def timeout_error(blocked: Blocked, error: type[_R], function: str, timeout_ms: int) -> _R:
    """`function` waited as long as it was told to."""
    return error(
        "ACL-SCHED-009", function=function, timeout=timeout_ms, stream=blocked.stream, task=blocked.task
    )


def failed_error(task: Task) -> EmuError:
    """The error of a failed task as a wait reports it: same class and code, with the call that queued it."""
    cause = task.error
    if cause is None:
        raise ValueError(f"{task} did not fail")
    error = type(cause)("ACL-SCHED-001", call=task.name, task=task.id, stream=task.stream, cause=cause)
    error.__cause__ = cause
    return error


def body_error(task: Task, raised: BaseException) -> EmuError:
    """What a task's body raised, as an error with a status."""
    if (
        isinstance(raised, EmuError)
        and task.kind is not TaskKind.HOST_FUNCTION
        and task.kind is not TaskKind.CALLBACK
    ):
        return raised
    error = RtInternal(
        "ACL-SCHED-002", call=task.name, task=task.id, kind=type(raised).__name__, detail=str(raised)
    )
    error.__cause__ = raised
    return error
