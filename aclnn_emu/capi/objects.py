"""What the pointers of opaque C types stand for: numbers that no program can dereference.

Tensors, scalars, arrays, lists, data buffers and executors live here. Streams, events and contexts have handles of
the machine. A number is never used again, so a pointer to something destroyed cannot come to mean something else.
"""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any

__all__ = ["ObjectTable"]

# Above the 47 bits of a user-space pointer and apart from the machine's handles; a step as malloc would make.
_FIRST = 0xA100_0000_0000
_STEP = 0x40
_numbers = itertools.count(_FIRST, _STEP)
_REMEMBERED = 1024  # dead objects that an error text can still name


class ObjectTable:
    """The live objects by number, and the latest dead ones.

    Attributes:
        live: the live ones; `find` knows the others.
    """

    def __init__(self) -> None:
        self.live: dict[int, Any] = {0: None}
        self._dead: deque[tuple[int, Any]] = deque(maxlen=_REMEMBERED)
        self._members: dict[int, tuple[int, ...]] = {}

    def add(self, thing: Any, members: tuple[int, ...] = ()) -> int:
        """A number for an object; `members` are the numbers of what dies with it."""
        number = next(_numbers)
        self.live[number] = thing
        if members:
            self._members[number] = members
        return number

    def find(self, number: int) -> Any:
        """The object, None for 0; a number that never stood for one comes back as it is, to be refused."""
        try:
            return self.live[number]
        except KeyError:
            return next((thing for gone, thing in tuple(self._dead) if gone == number), number)

    def retire(self, number: int) -> None:
        """The object's life has ended."""
        thing = self.live.pop(number, None) if number else None
        if thing is not None:
            self._dead.append((number, thing))
        if number in self._members:
            for member in self._members.pop(number):
                self.retire(member)

    def clear(self) -> None:
        """Everything is gone: the machine was reset."""
        self.live.clear()
        self.live[0] = None
        self._dead.clear()
        self._members.clear()
