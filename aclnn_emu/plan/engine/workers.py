"""Threads that help with one large piece of work; NumPy's loops and the compiled ones release the GIL.

The threads are started when the first large tensor comes, wait without cost, and are the process's, not a stream's:
any number of streams may ask at once, and whoever asks works too, so nobody waits for a thread that is busy elsewhere.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from aclnn_emu.runtime.schedule.watch import count_as_service

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = ["THREADS", "share"]


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


THREADS = min(_usable_cores(), 4)
"""How many threads work on one tensor. Memory bandwidth, not arithmetic, limits most operators beyond."""

_lock = threading.Lock()
_pool: ThreadPoolExecutor | None = None


def _helpers() -> ThreadPoolExecutor:
    global _pool  # noqa: PLW0603 - one pool a process
    with _lock:
        if _pool is None:
            from concurrent.futures import ThreadPoolExecutor

            _pool = ThreadPoolExecutor(
                THREADS - 1, thread_name_prefix="aclnn_emu-engine", initializer=count_as_service
            )
        return _pool


def _after_fork() -> None:
    """A child has none of its parent's threads."""
    global _pool, _lock
    _pool, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def share(work: Callable[[], None], threads: int) -> None:
    """Call `work` in so many threads, this one among them, until all calls have returned.

    Args:
        work: takes pieces until there is none left; it must do all of them when nobody else helps.
        threads: at most `THREADS`.

    Raises:
        Exception: what one of the calls raised.
    """
    if threads <= 1:
        work()
        return
    pool = _helpers()
    calls: list[Future[None]] = [pool.submit(work) for _ in range(threads - 1)]
    try:
        work()
    finally:
        for call in calls:
            if not call.cancel():
                call.exception()  # waits
    for call in calls:
        if not call.cancelled():
            call.result()
