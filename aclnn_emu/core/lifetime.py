"""Life of the objects that the C interface hands out as pointers: alive from creation to destruction."""

from __future__ import annotations

from typing import Protocol

from aclnn_emu.errors import ParamInvalid

__all__ = ["Destroyable", "end_of_life", "require_alive"]


class Destroyable(Protocol):
    """An object with a life: tensor, scalar, array, list."""

    alive: bool

    @property
    def kind(self) -> str:
        """The C type's name, for instance "aclTensor"."""

    def destroy(self) -> None:
        """End the object's life."""


def end_of_life(thing: Destroyable) -> None:
    """Mark a thing as destroyed.

    Raises:
        ParamInvalid: it was destroyed before. In C that is undefined; here it is a clear error and nothing changes.
    """
    if not thing.alive:
        raise ParamInvalid("ACLNN-TENSOR-004", kind=thing.kind)
    thing.alive = False


def require_alive(thing: Destroyable | None, *, function: str, parameter: str) -> None:
    """Refuse an object that was destroyed; a null one (None) is for the caller's own checks.

    Raises:
        ParamInvalid: the object was destroyed. In C that is a read of freed memory.
    """
    if thing is not None and not thing.alive:
        raise ParamInvalid("ACLNN-TENSOR-005", function=function, parameter=parameter, kind=thing.kind)
