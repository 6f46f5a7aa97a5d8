"""Functions on the host that streams call.

A callback queued by aclrtLaunchCallback *arrives* when its stream gets to it. The thread that was
subscribed for the stream calls the function inside aclrtProcessReport. A blocking one holds its stream
until then. What the function raises is that call's error (507000); a blocking one fails its stream as
well, because the work behind it was meant to see what the function did.

A function queued by aclrtLaunchHostFunc is run by the stream itself: by the thread that makes the stream
go on, or by the stream's worker. What it raises fails the stream (507000).
Source: runtime core/src/utils/subscribe.cc, docs/zh/api_ref/12_execution_control.md.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from aclnn_emu.errors import RtReportTimeout, RtThreadSubscribe
from aclnn_emu.runtime.schedule.stuck import body_error
from aclnn_emu.runtime.task import TaskKind, Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.errors import EmuError
    from aclnn_emu.runtime.schedule import Scheduler
    from aclnn_emu.runtime.stream import Stream

__all__ = ["launch_callback", "launch_host_function", "process_report"]


def launch_callback(stream: Stream, body: Callable[[], object], *, block: bool) -> None:
    """Queue a callback for the thread that is subscribed for `stream`."""
    name = "aclrtLaunchCallback"
    stream.enqueue(
        Work(kind=TaskKind.CALLBACK, name=name, body=body, thread_id=stream.subscriber, block=block)
    )


def launch_host_function(stream: Stream, body: Callable[[], object]) -> None:
    """Queue a function that the stream runs itself; the stream takes no subscription from now on."""
    with stream.machine.lock:
        stream.has_host_functions = True
        stream.enqueue(Work(kind=TaskKind.HOST_FUNCTION, name="aclrtLaunchHostFunc", body=body))


def process_report(scheduler: Scheduler, timeout_ms: int | None) -> None:
    """Call the functions of all callbacks that have arrived for this thread; wait for the first one.

    Raises:
        RtThreadSubscribe: (107012) this thread is not subscribed for any stream.
        RtReportTimeout: (507012) none arrived in time, or none ever can.
        RtInternal: (507000) a function raised; the others were called all the same.
    """
    error: EmuError | None = None
    me = threading.current_thread().ident or 0  # asking so makes a thread of C code known to Python
    for _ in range(_await_callbacks(scheduler, me, timeout_ms)):
        error = _call_next(scheduler, me) or error
    if error is not None:
        raise error


def _await_callbacks(scheduler: Scheduler, me: int, timeout_ms: int | None) -> int:
    """Wait until a callback has arrived; how many have."""
    table = scheduler.callbacks
    deadline = None if timeout_ms is None else time.monotonic() + timeout_ms / 1000
    with scheduler.machine.lock:
        if not table.streams_of(me):
            raise RtThreadSubscribe("ACL-CB-006", function="aclrtProcessReport", thread=me)
        while True:
            for stream in list(table.streams_of(me)):
                if table.count(me) == 0:
                    _bring(scheduler, stream)
            if count := table.count(me):
                return count
            left = None if deadline is None else deadline - time.monotonic()
            if not _can_arrive(scheduler, me, deadline) or (left is not None and left <= 0):
                raise RtReportTimeout(
                    "ACL-CB-007", thread=me, timeout=-1 if timeout_ms is None else timeout_ms
                )
            scheduler.sleep(left)


def _bring(scheduler: Scheduler, stream: Stream) -> None:
    """Let the stream run up to its next callback."""
    target = next((task for task in stream.queue if task.kind is TaskKind.CALLBACK), None)
    if target is not None and stream.running is None:
        scheduler.progress(stream, target, expire=False)


def _can_arrive(scheduler: Scheduler, me: int, deadline: float | None) -> bool:
    """Whether anything but this thread could make a callback arrive.

    Any thread might, within a time limit. To wait for ever takes better reason: daemon threads are often
    a tool's, not the program's.
    """
    streams = scheduler.callbacks.streams_of(me)
    if scheduler.others_live(daemons=deadline is not None):
        return bool(streams)  # none left: another thread has ended the last subscription
    return scheduler.concurrent and any(stream.newest() is not None for stream in streams)


def _call_next(scheduler: Scheduler, me: int) -> EmuError | None:
    """Call the function of the callback that arrived first; what it raised."""
    lock = scheduler.machine.lock
    with lock:
        task = scheduler.callbacks.take(me)
        if task is None:  # its stream was destroyed by an earlier function
            return None
        scheduler.begin_callback(task)
    error: EmuError | None = None
    try:
        task.run()
    except Exception as raised:  # noqa: BLE001 - whatever it is, it must not leave the callback pending
        error = body_error(task, raised)
    except BaseException as raised:  # an interrupt ends the callback and the program's call
        error = body_error(task, raised)
        raise
    finally:
        with lock:
            scheduler.end_callback(task, error)
    return error
