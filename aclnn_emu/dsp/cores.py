"""Which core a call comes from: private functions work on its L2, and the alias of the own L2 means its L2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from aclnn_emu.dsp.platform import Platform

__all__ = ["core", "current_core", "set_core"]

_core: ContextVar[int] = ContextVar("dsp_core", default=0)


def set_core(number: int) -> None:
    """Calls of this thread come from this core from now on; at first it is core 0."""
    if number < 0:
        raise ValueError(f"a core has a number from 0 on, not {number}")
    _core.set(number)


@contextmanager
def core(number: int) -> Iterator[int]:
    """Calls inside the block come from this core.

    with dsp.core(3):
        dsp.fp_binary_cross_entropy_grad_p(0x00810000, ...)  # the L2 of core 3
    """
    before = _core.get()
    set_core(number)
    try:
        yield number
    finally:
        _core.set(before)


def current_core(platform: Platform) -> int:
    """The calling core.

    Raises:
        ValueError: the platform has no such core.
    """
    number = _core.get()
    if number >= platform.cores:
        raise ValueError(
            f"core {number} is selected, but {platform.name} has cores 0 to {platform.cores - 1}; "
            "select one of them with dsp.core(n)"
        )
    return number
