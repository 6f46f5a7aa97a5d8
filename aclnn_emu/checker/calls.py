"""The calls of the program: numbered, with the place in the program that made each."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

__all__ = ["Call", "CallLog", "Site", "set_c_sites"]

_PACKAGE = str(Path(__file__).resolve().parents[1])

Site = tuple[tuple[CodeType, int], ...]
"""Frames of the program, innermost first: code and the place in it."""


class _Ours(dict[str, bool]):
    """Whether the code of a file is the emulator's, by the name of the file.

    By name because a string keeps its hash; a code object works it out from all its constants each time.
    """

    def __missing__(self, name: str) -> bool:
        known = self[name] = name.startswith((_PACKAGE, "<attrs", "<frozen runpy"))
        return known


_ours = _Ours()


def python_site(frame: FrameType | None) -> Site:
    """The program's frames above the emulator's own, at most three, `frame` being one of those or of these."""
    ours = _ours
    while frame is not None and ours[(code := frame.f_code).co_filename]:
        frame = frame.f_back
    if frame is None:
        return ()
    first = (code, frame.f_lasti)  # one after the other, which is faster than a loop
    frame = frame.f_back
    if frame is None or ours[(code := frame.f_code).co_filename]:
        return (first,)
    second = (code, frame.f_lasti)
    frame = frame.f_back
    if frame is None or ours[(code := frame.f_code).co_filename]:
        return (first, second)
    return (first, second, (code, frame.f_lasti))


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
            f"{_short(code.co_filename)}:{_line(code, lasti)} in {code.co_name}" for code, lasti in self._site
        ]

    @property
    def place(self) -> tuple[object, ...]:
        """What two calls from the same line have in common."""
        return (self.name, self._site[:1], self._c_site)

    def __str__(self) -> str:
        return f"{self.name} (call {self.number})"


def _short(path: str) -> str:
    """A path relative to the working directory where it lies below it."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path


_Begun = tuple[int, str, tuple[Any, ...], FrameType | None]
"""A call that nobody has asked for: number, name, arguments and the frame that it came from."""


class _Stack(threading.local):
    """The calls that have not returned, of each thread."""

    def __init__(self) -> None:
        self.calls: list[Call | _Begun] = []
        self.name = threading.current_thread().name


class CallLog:
    """Numbers the calls.

    A call's place in the program is worked out when somebody asks for the call, which is before it returns: most calls
    that only wait or ask are remembered by nobody.
    """

    def __init__(self) -> None:
        self._stack = _Stack()
        self._next = itertools.count(1).__next__  # one step, whichever threads call

    def start(self, name: str, args: tuple[Any, ...], above: int) -> None:
        """A call begins; so many frames `above` this one are ours in any case. Needs no lock."""
        try:
            frame = sys._getframe(above)  # noqa: SLF001 - what inspect uses, but fast
        except ValueError:  # a C program has none above them
            frame = None
        self._stack.calls.append((self._next(), name, args, frame))

    def end(self) -> None:
        """The thread's newest call is over. Needs no lock."""
        calls = self._stack.calls
        if calls and isinstance(call := calls.pop(), Call):
            call.args = ()  # they may be large, and the call is remembered

    def current(self, function: str) -> Call:
        """The call that is being made: the innermost one of this thread, or one that was made without an event."""
        stack = self._stack
        calls = stack.calls
        if not calls:
            return Call(self._next(), function, (), stack.name, sys._getframe(1))  # noqa: SLF001 - what inspect uses, but fast
        call = calls[-1]
        if isinstance(call, Call):
            return call
        number, name, args, frame = call
        calls[-1] = made = Call(number, name, args, stack.name, frame)
        return made
