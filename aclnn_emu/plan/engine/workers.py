"""Threads that help with one large piece of work; NumPy's loops and the compiled ones release the GIL.

The threads are started when the first large tensor comes, wait without cost, and are the process's, not a stream's:
any number of streams may ask at once, and whoever asks works too, so nobody waits for a thread that is busy elsewhere.
A pool of `concurrent.futures` takes longer to wake a thread than a quarter of a million elements take.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue

from aclnn_emu.runtime.schedule.watch import service_thread

__all__ = ["THREADS", "share"]


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


THREADS = min(_usable_cores(), 4)
"""How many threads work on one tensor. Memory bandwidth, not arithmetic, limits most operators beyond."""


class _Helper:
    """A thread that waits for what it is asked."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[_Help] = SimpleQueue()
        service_thread("engine", self._run).start()

    def _run(self) -> None:
        while True:
            self.asked.get().give()


class _Help:
    """What a helper is asked to do, unless whoever asks has done it all before the helper wakes.

    Whoever takes it, the helper is free again then: for the next one to ask, who may come before the helper looks.
    """

    __slots__ = ("_answer", "_helper", "_open", "_work")

    def __init__(self, helper: _Helper, work: Callable[[], None]) -> None:
        self._helper = helper
        self._work = work
        self._open = [True]  # taking the last element of a list is atomic
        self._answer: SimpleQueue[BaseException | None] = SimpleQueue()
        helper.asked.put(self)

    def _take(self) -> bool:
        try:
            return self._open.pop()
        except IndexError:
            return False

    def give(self) -> None:
        """Do it, in the helper."""
        if not self._take():
            return
        error: BaseException | None = None
        try:
            self._work()
        except BaseException as raised:  # noqa: BLE001 - goes to whoever asked
            error = raised
        _idle.append(self._helper)
        self._answer.put(error)

    def end(self) -> BaseException | None:
        """Wait until it is done, or take it back; what it raised."""
        if self._take():
            _idle.append(self._helper)
            return None
        return self._answer.get()


_idle: list[_Helper] = []
_started = 0
_lock = threading.Lock()


def _helper() -> _Helper | None:
    """A helper that has nothing to do; None where all are busy."""
    global _started  # noqa: PLW0603 - of the process
    try:
        return _idle.pop()
    except IndexError:
        with _lock:
            if _started >= THREADS - 1:
                return None
            _started += 1
        return _Helper()


def _after_fork() -> None:
    """A child has none of its parent's threads."""
    global _idle, _started, _lock
    _idle, _started, _lock = [], 0, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def share(work: Callable[[], None], threads: int) -> None:
    """Call `work` in up to so many threads, this one among them, until all calls have returned.

    Args:
        work: takes pieces until there is none left; it must do all of them when nobody else helps.
        threads: at most `THREADS`.

    Raises:
        Exception: what one of the calls raised.
    """
    helps: list[_Help] = []
    for _ in range(threads - 1):
        helper = _helper()
        if helper is None:
            break
        helps.append(_Help(helper, work))
    try:
        work()
    finally:
        errors = [help_.end() for help_ in helps]
    for error in errors:
        if error is not None:
            raise error
