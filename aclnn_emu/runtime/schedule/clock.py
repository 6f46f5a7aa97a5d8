"""The virtual clock that event timestamps come from.

Times are whole nanoseconds. The host's clock goes on by one microsecond with each queued task and, at a
wait, to the end of what it waited for. A task starts when it was queued, when the task before it ended
and when the record that it waits for was executed, whichever is latest; it takes a launch overhead and
the time to move its bytes. So a program's timestamps depend on the program alone: they are the same
under every schedule and on every computer, and say nothing about how fast a real device is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.runtime.task import TaskKind

if TYPE_CHECKING:
    from aclnn_emu.runtime.task import Task

__all__ = ["HOST_CALL_NS", "duration_ns", "end_ns"]

HOST_CALL_NS = 1_000
"""What queueing a task takes on the host."""

_LAUNCH_NS = 2_000
_BYTES_PER_NS = 1_000

# By names of their own: finding a member in its enum, or in a tuple of members, costs as much as several calls.
_KERNEL, _MEMCPY, _MEMSET = TaskKind.KERNEL, TaskKind.MEMCPY, TaskKind.MEMSET
_EVENT_WAIT = TaskKind.EVENT_WAIT


def duration_ns(task: Task) -> int:
    """How long the device is busy with `task`; marks and host functions take no device time."""
    kind = task.kind
    if kind is not _KERNEL and kind is not _MEMCPY and kind is not _MEMSET:
        return 0
    nbytes = task.moved_bytes
    if nbytes is None:
        nbytes = sum(touched.nbytes for touched in (*task.reads, *task.writes))
    return _LAUNCH_NS + nbytes // _BYTES_PER_NS


def end_ns(task: Task, free_ns: int) -> int:
    """When `task` ends on a stream that is free from `free_ns` on."""
    begin = task.queued_ns
    if begin < free_ns:  # noqa: PLR1730 - every task comes here, and a call of max costs more
        begin = free_ns
    event = task.event
    if event is None:
        nbytes = task.moved_bytes  # `duration_ns` in place, for what most tasks are
        return begin + (duration_ns(task) if nbytes is None else _LAUNCH_NS + nbytes // _BYTES_PER_NS)
    return max(begin, event.time_of(task)) if task.kind is _EVENT_WAIT else begin
