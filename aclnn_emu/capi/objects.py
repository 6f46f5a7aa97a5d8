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
    """The live objects by number, and the latest dead ones."""

    def __init__(self) -> None:
        self._live: dict[int, Any] = {0: None}
        self._dead: dict[int, Any] = {}
        self._order: deque[int] = deque()  # of the dead; threads may retire at the same time
        self._members: dict[int, tuple[int, ...]] = {}

    def add(self, thing: Any, members: tuple[int, ...] = ()) -> int:
        """A number for an object; `members` are the numbers of what dies with it."""
        number = next(_numbers)
        self._live[number] = thing
        if members:
            self._members[number] = members
        return number

    def find(self, number: int) -> Any:
        """The object, None for 0; a number that never stood for one comes back as it is, to be refused."""
        try:
            return self._live[number]
        except KeyError:
            return self._dead.get(number, number)

    def retire(self, number: int) -> None:
        """The object's life has ended."""
        for gone in (number, *self._members.pop(number, ())):
            thing = self._live.pop(gone, None) if gone else None
            if thing is not None:
                self._dead[gone] = thing
                self._order.append(gone)
                if len(self._order) > _REMEMBERED:
                    self._dead.pop(self._order.popleft(), None)

    def clear(self) -> None:
        """Everything is gone: the machine was reset."""
        self._live = {0: None}
        self._dead.clear()
        self._order.clear()
        self._members.clear()
