"""Takes a chain over all elements, box after box, by as many threads as pay.

Bodies get pieces that are contiguous, or rows that are, or single elements. Operands that lie otherwise in memory are
packed, and results unpacked.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from aclnn_emu.plan.engine.scratch import Scratch
from aclnn_emu.plan.engine.space import Box, Space, lies_in_rows, move, padded, padded_bytes
from aclnn_emu.plan.engine.workers import share

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array

__all__ = ["Body", "packed_bytes", "run_walk"]


class Body(Protocol):
    """The arithmetic of a chain on pieces of one shape, and single elements. One thread's own."""

    @property
    def twins(self) -> Sequence[int | None]:
        """For each output the input whose memory it writes instead of its own, or None."""

    def prepare(self, space: Space) -> None:
        """Called before the first run of a walk over that space."""

    def run(self, pieces: list[Array], box: Box, packed: Sequence[bool]) -> None:
        """Compute the outputs from the inputs; an output may be an input's own memory.

        Args:
            pieces: of the inputs, then of the outputs.
            box: which elements they are.
            packed: for each piece whether it is a copy.
        """


def run_walk(
    space: Space, loads: int, make_body: Callable[[Scratch], Body], *, row: int, threads: int, pack: bool
) -> None:
    """Run a body over the whole space.

    Args:
        space: the elements; its operands are the inputs, then the outputs.
        loads: how many of the operands are inputs.
        make_body: gives each thread its own body, with rows in that scratch.
        row: most elements of a piece.
        threads: how many threads share the work.
        pack: the body takes rows only.
    """
    boxes = space.boxes(row)
    nothing_packed = (False,) * len(space.operands)
    if space.flat and len(boxes) == 1:  # what there is to share out costs more than a small tensor
        body = make_body(Scratch())
        body.prepare(space)
        body.run(list(space.operands), boxes[0], nothing_packed)
        return
    turns = itertools.count()  # taking a number is atomic

    def work() -> None:
        scratch = Scratch()
        body = make_body(scratch)
        packer = _Packer(space, boxes[0], loads, scratch, body) if pack and not space.flat else None
        body.prepare(space)
        with np.errstate(all="ignore"):
            while (turn := next(turns)) < len(boxes):
                box = boxes[turn]
                pieces = space.pieces(box)
                if packer is None:
                    body.run(pieces, box, nothing_packed)
                else:
                    packer.run(pieces, box)

    share(work, min(threads, len(boxes)))


class _Packer:
    """Makes pieces contiguous. One thread's own."""

    def __init__(self, space: Space, box: Box, loads: int, scratch: Scratch, body: Body) -> None:
        self._loads = loads
        self._body = body
        longest = max(piece.size for piece in space.pieces(box))
        self._memory = [
            None if _never_packed(operand) else scratch.take(padded_bytes(longest, operand.itemsize))
            for operand in space.operands
        ]
        widest = max((o.itemsize for o in space.operands if not _never_packed(o)), default=0)
        self._spare = scratch.take(padded_bytes(longest, widest) if widest else 0)

    def run(self, pieces: list[Array], box: Box) -> None:
        """Run the body with copies of the pieces that lie in no rows."""
        taken = list(pieces)
        packed = [False] * len(pieces)
        for place, memory in enumerate(self._memory):
            if memory is not None and not lies_in_rows(pieces[place]):
                packed[place] = True
                taken[place] = padded(memory, pieces[place].shape, pieces[place].dtype)
                if place < self._loads:
                    move(pieces[place], taken[place], self._spare)
        for place, twin in enumerate(self._body.twins, self._loads):
            if twin is not None:
                taken[place] = taken[twin]
        self._body.run(taken, box, packed)
        for place in range(self._loads, len(pieces)):
            if packed[place]:
                move(taken[place], pieces[place], self._spare)


def _never_packed(operand: Array) -> bool:
    """Whether every piece is used as it is, whatever the boxes are."""
    return operand.ndim <= 2 and (operand.size == 1 or lies_in_rows(operand))


def packed_bytes(space: Space) -> int:
    """Scratch for each element of a piece that packing needs, about: copies, the spare piece, and what pads both."""
    if space.flat:
        return 0
    packed = [operand.itemsize for operand in space.operands if not _never_packed(operand)]
    return (sum(packed) + max(packed, default=0)) * 3 // 2
