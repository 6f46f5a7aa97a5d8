"""Which threads of the program live: who waits for one of them must hear of its end."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aclnn_emu.runtime.machine import Machine

__all__ = ["ThreadWatch", "service_thread"]

_services: set[threading.Thread] = set()
"""Threads that the emulator made itself."""


def service_thread(name: str, target: object, *args: object) -> threading.Thread:
    """A daemon thread of the emulator, not started."""

    def run() -> None:
        try:
            target(*args)  # type: ignore[operator]
        finally:
            _services.discard(thread)

    thread = threading.Thread(target=run, name=f"aclnn_emu {name}", daemon=True)
    _services.add(thread)
    return thread


class ThreadWatch:
    """Knows which threads live, and wakes the machine's sleepers when a watched one ends."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._watched: set[int] = set()

    def lives(self, ident: int) -> bool:
        """Whether this thread lives; if so, its end will wake the sleepers. Called under the lock."""
        thread = next((thread for thread in threading.enumerate() if thread.ident == ident), None)
        if thread is None:
            return False
        if ident not in self._watched and _can_be_joined(thread):
            self._watched.add(ident)
            service_thread("watch", self._wait_for_end, thread, ident).start()
        return True

    def _wait_for_end(self, thread: threading.Thread, ident: int) -> None:
        thread.join()
        with self._machine.lock:
            self._watched.discard(ident)
            self._machine.lock.notify_all()

    def others_live(self, *, daemons: bool) -> bool:
        """Whether the program has a thread beside the calling one; daemon threads count if `daemons`."""
        me = threading.get_ident()
        others = [
            thread for thread in threading.enumerate() if thread.ident != me and thread not in _services
        ]
        return any(daemons or not thread.daemon for thread in others)


def _can_be_joined(thread: threading.Thread) -> bool:
    # A thread that C code started has only a stand-in here, which cannot be waited for.
    stand_in = isinstance(thread, threading._DummyThread)  # noqa: SLF001 - there is no public way to ask
    return not stand_in and thread not in _services and thread is not threading.main_thread()
