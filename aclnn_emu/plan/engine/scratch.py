"""A thread's scratch memory: one piece, small enough to stay in a cache, that every row of every chain is cut from.

It is kept between launches, because fresh memory costs a page fault every 4 KiB. What lies in it holds for one walk.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from aclnn_emu.plan.engine.workers import THREADS

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array

__all__ = ["SCRATCH_BYTES", "Scratch", "row_length"]

SCRATCH_BYTES = (3 << 19) // THREADS
"""Of one thread; all of them together have 1.5 MiB."""

_ALIGNMENT = 64


class _Memory(threading.local):
    owner: object = None

    def __init__(self) -> None:
        self.bytes = np.empty(SCRATCH_BYTES + _ALIGNMENT, np.uint8)
        start = -self.bytes.ctypes.data % _ALIGNMENT
        self.bytes = self.bytes[start : start + SCRATCH_BYTES]


_memory = _Memory()


class Scratch:
    """Cuts rows from the memory of the thread that makes it.

    Attributes:
        used: bytes that have been taken.
    """

    def __init__(self) -> None:
        self._bytes = _memory.bytes
        self.used = 0

    def claim(self, owner: object) -> bool:
        """Use the memory for a walk; whether what the same owner left there is still there."""
        kept = _memory.owner is owner
        _memory.owner = owner
        return kept

    def take(self, nbytes: int) -> Array:
        """So many bytes; memory of their own where the thread's is used up."""
        start = self.used
        self.used += -(-nbytes // _ALIGNMENT) * _ALIGNMENT
        if self.used > SCRATCH_BYTES:
            return np.empty(nbytes, np.uint8)
        return self._bytes[start : start + nbytes]


def row_length(width: int, most: int) -> int:
    """Elements of the longest row, `most` at the most, for which so many bytes an element fit."""
    if not width:
        return most
    fitting = SCRATCH_BYTES // width // _ALIGNMENT * _ALIGNMENT
    return max(1, min(most, fitting))
