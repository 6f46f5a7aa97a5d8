"""Handles: numbers that stand for runtime objects on the far side of a C interface."""

from __future__ import annotations

import itertools
from contextlib import suppress
from typing import Any, TypeVar

from aclnn_emu.errors import RtInvalidHandle

__all__ = ["HandleTable", "describe_value"]

# Above the 47 bits of a user-space pointer, so that no handle can be mistaken for host or device memory.
# The counter is the process's, so a handle of an earlier machine is dead.
_FIRST = 0xAC1E_0000_0000
_STEP = 0x40
_REMEMBERED = 1 << 16  # dead handles that error texts can still name
_numbers = itertools.count(_FIRST, _STEP)

_T = TypeVar("_T")


class HandleTable:
    """All live handles of a machine, and of what kind the dead ones were."""

    def __init__(self) -> None:
        self._live: dict[int, Any] = {}
        self._dead: dict[int, str] = {}

    def register(self, obj: Any) -> int:
        """A new number for `obj`; numbers are never used again."""
        handle = next(_numbers)
        self._live[handle] = obj
        return handle

    def release(self, handle: int) -> None:
        """Forget the object of this handle but remember its kind, for error texts."""
        obj = self._live.pop(handle, None)
        if obj is not None:
            self._dead[handle] = type(obj).__name__.lower()
            if len(self._dead) > _REMEMBERED:
                del self._dead[next(iter(self._dead))]

    def objects(self) -> list[Any]:
        """The objects of all live handles, oldest first."""
        return list(self._live.values())

    def release_all(self) -> None:
        """The machine ends: every object is dead."""
        for obj in self._live.values():
            with suppress(AttributeError):  # some have no life of their own
                obj.alive = False
        self._live.clear()

    def lookup(self, value: Any, cls: type[_T]) -> _T | None:
        """The live object that `value` (object or handle) stands for, or None."""
        if isinstance(value, int):
            obj = self._live.get(value)
            return obj if isinstance(obj, cls) else None
        if isinstance(value, cls):
            return value if value.alive else None  # type: ignore[attr-defined]
        return None

    def resolve(self, value: Any, cls: type[_T], *, function: str, parameter: str) -> _T:
        """The live object that `value` stands for.

        Raises:
            RtInvalidHandle: (107017) destroyed, of another kind, or no handle at all.
        """
        found = self._live.get(value) if type(value) is int else None  # what C passes, without a call
        if not isinstance(found, cls):
            found = self.lookup(value, cls)
        if found is None:
            raise RtInvalidHandle(
                "ACL-CALL-002",
                function=function,
                parameter=parameter,
                expected=cls.__name__.lower(),
                got=self.describe(value),
            )
        return found

    def describe(self, value: Any) -> str:
        """What `value` is, for an error text."""
        number = value if isinstance(value, int) else getattr(value, "handle", None)
        if number in self._dead:
            return f"{describe_value(value)}, a {self._dead[number]} that was destroyed"
        if number in self._live:
            return f"{describe_value(value)}, a {type(self._live[number]).__name__.lower()}"
        return f"{describe_value(value)}, which no create call returned"


def describe_value(value: Any) -> str:
    """A short text for any argument: pointers in hex, objects by type."""
    if value is None:
        return "null"
    if isinstance(value, int):
        return hex(value) if value > 0xFFFF else str(int(value))
    return f"<{type(value).__name__}>"
