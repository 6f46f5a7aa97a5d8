"""The calls of the program: numbered, with the place in the program that made each."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

__all__ = ["Begun", "Call", "CallLog", "Site", "set_c_sites"]

_PACKAGE = str(Path(__file__).resolve().parents[1])

Site = tuple[Any, ...]
"""Frames of the program, innermost first: of each its code and the place in it."""

# Whether the code of a file is the emulator's, by the name of the file: a string keeps its hash, and a code object
# works it out from all its constants each time.
_ours: dict[str, bool] = {}


def python_site(innermost: FrameType | None) -> Site:
    """The program's frames above the emulator's own, at most three, `innermost` being one of those or of these."""
    ours, frame = _ours, innermost
    try:  # written out, because every call that is remembered comes here
        while frame is not None and ours[(code := frame.f_code).co_filename]:
            frame = frame.f_back
        if frame is None:
            return ()
        at = frame.f_lasti
        frame = frame.f_back
        if frame is None or ours[(second := frame.f_code).co_filename]:
            return (code, at)
        second_at = frame.f_lasti
        frame = frame.f_back
        if frame is None or ours[(third := frame.f_code).co_filename]:
            return (code, at, second, second_at)
        return (code, at, second, second_at, third, frame.f_lasti)  # noqa: TRY300 - as above
    except KeyError as unknown:
        name: str = unknown.args[0]
        ours[name] = name.startswith((_PACKAGE, "<attrs", "<frozen runpy"))
        return python_site(innermost)


_c_site: Callable[[], Any] | None = None
_c_names: Callable[[Any], list[str]] = list


def set_c_sites(take: Callable[[], Any], names: Callable[[Any], list[str]]) -> None:
    """Calls come from C: how a site is taken, and how it is told to a reader."""
    global _c_site, _c_names  # the process is a C program or is not
    _c_site, _c_names = take, names


def _line(code: CodeType, lasti: int) -> int:
    return next(
        (line or 0 for start, end, line in code.co_lines() if start <= lasti < end), code.co_firstlineno
    )


class Call:
    """A call of a function of the C interface.

    Attributes:
        number: counts up over the process, from 1.
        name: C name.
        thread: name of the thread that made it.
        args: what it was given, while it lasts.
    """

    __slots__ = ("_c_site", "_site", "args", "name", "number", "thread")

    def __init__(
        self, number: int, name: str, args: tuple[Any, ...], thread: str, frame: FrameType | None
    ) -> None:
        self.number = number
        self.name = name
        self.args = args
        self.thread = thread
        self._site = site = python_site(frame)
        self._c_site = _c_site() if _c_site is not None and not site else None

    def frames(self) -> list[str]:
        """The places in the program, innermost first: ``file:line in function``."""
        if self._c_site is not None:
            return _c_names(self._c_site)
        return [
            f"{_short(code.co_filename)}:{_line(code, lasti)} in {code.co_name}"
            for code, lasti in zip(self._site[::2], self._site[1::2], strict=True)
        ]

    @property
    def place(self) -> tuple[object, ...]:
        """What two calls from the same line have in common."""
        return (self.name, self._site[:2], self._c_site)

    def __str__(self) -> str:
        return f"{self.name} (call {self.number})"


def _short(path: str) -> str:
    """A path relative to the working directory where it lies below it."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path


Begun = tuple[int, str, tuple[Any, ...], FrameType | None]
"""A call that nobody has asked for: number, name, arguments and the frame that it came from."""


class _Thread:
    """The calls of a thread that have not returned, and its name."""

    __slots__ = ("calls", "name")

    def __init__(self) -> None:
        self.calls: list[Call | Begun] = []
        self.name = threading.current_thread().name


class _Local(threading.local):
    def __init__(self) -> None:
        self.thread = _Thread()


class CallLog:
    """Numbers the calls.

    A call's place in the program is worked out when somebody asks for the call, which is before it returns: most calls
    that only wait or ask are remembered by nobody.

    Attributes:
        local: the calls of the thread; whoever sees one begin or end puts it there or takes it away, which needs no lock.
        next_number: gives the number of the next call.
    """

    def __init__(self) -> None:
        self.local = _Local()
        self.next_number = itertools.count(1).__next__  # one step, whichever threads call

    def current(self, function: str) -> Call:
        """The call that is being made: the innermost one of this thread, or one that was made without an event."""
        thread = self.local.thread
        calls = thread.calls
        if not calls:
            return Call(self.next_number(), function, (), thread.name, sys._getframe(1))  # noqa: SLF001 - what inspect uses, but fast
        call = calls[-1]
        if isinstance(call, Call):
            return call
        number, name, args, frame = call
        calls[-1] = made = Call(number, name, args, thread.name, frame)
        return made
