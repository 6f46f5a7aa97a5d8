"""Cuts a plan into chains of elementwise steps that one walk over the elements can take, and other steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.plan.engine.source import Source, source_of
from aclnn_emu.plan.engine.space import Space, flat_space, make_space
from aclnn_emu.plan.engine.trace import Program, trace

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array
    from aclnn_emu.plan.graph import Buffer, Plan, Step

    Arrays = dict[int, Array]

__all__ = ["Chain", "cut"]


class Chain:
    """Steps that are taken together; one that is not elementwise stands alone.

    Attributes:
        steps: in their order.
        shape: of the walk: that of the results, broadcast.
        stored: keys (``id``) of the buffers whose values must reach memory.
        size: elements of the walk.
        walkable: whether the walk writes each stored element once, whatever the addresses are.
    """

    def __init__(self, steps: Sequence[Step], stored: Sequence[int]) -> None:
        self.steps = tuple(steps)
        self.stored = tuple(stored)
        elementwise = all(step.kernel.elementwise for step in steps)
        shapes = [step.output.shape for step in steps]
        self.shape = np.broadcast_shapes(*shapes) if elementwise else shapes[0]
        kept = (step.output.shape for step in steps if id(step.output) in stored)
        self.size = math.prod(self.shape)
        self.walkable = elementwise and all(shape == self.shape for shape in kept)
        self._sources: dict[tuple[Any, ...], Source | None] = {}

    @cached_property
    def program(self) -> Program | None:
        """What the chain does to one element, where that can be found out."""
        return trace(self.steps, self.stored)

    def source(self, layout: tuple[str, ...], shared: tuple[int | None, ...]) -> Source | None:
        """The source of the chain's loop, where it has one; arguments as of `source_of`."""
        if self.program is None:
            return None
        if (layout, shared) not in self._sources:
            self._sources[layout, shared] = source_of(self.program, layout, shared)
        return self._sources[layout, shared]

    def shared(self, arrays: Arrays) -> tuple[int | None, ...]:
        """For each stored buffer the place of the load that is the same memory, or None; one element is no matter."""
        if self.size == 1:
            return (None,) * len(self.stored)
        return tuple(
            next((i for i, load in enumerate(self.loads) if _same_view(arrays[load], arrays[store])), None)
            for store in self.stored
        )

    @cached_property
    def loads(self) -> tuple[int, ...]:
        """Keys of the buffers that a step reads before any step makes them; an in-place operator's output is one.

        Of those only what the program needs, where there is one.
        """
        if self.program is not None:
            return self.program.loads
        return tuple(self._read)

    @cached_property
    def _read(self) -> dict[int, Buffer]:
        read: dict[int, Buffer] = {}
        made: set[int] = set()
        for step in self.steps:
            read.update((id(buffer), buffer) for buffer in step.inputs if id(buffer) not in made)
            made.add(id(step.output))
        return read

    def space(self, arrays: Arrays) -> Space:
        """The elements of the walk: what is read, then what is written."""
        operands = [arrays[key] for key in (*self.loads, *self.stored)]
        return flat_space(self.size, operands) if self._flat else make_space(self.shape, operands)

    @cached_property
    def _flat(self) -> bool:
        """Whether every buffer is one row by its metadata, or a single element."""
        outputs = {id(step.output): step.output for step in self.steps}
        buffers = [(self._read | outputs)[key] for key in (*self.loads, *self.stored)]
        return all(b.dense and (b.shape == self.shape or math.prod(b.shape) == 1) for b in buffers)

    @cached_property
    def _encounters(self) -> tuple[tuple[int, int, bool], ...]:
        """Stored buffers, with each that is read from memory, and whether both may be the same elements.

        A step may read what it or a later one overwrites, element by element.
        """
        found: dict[tuple[int, int, bool], None] = {}
        for place, step in enumerate(self.steps):
            if id(step.output) not in self.stored:
                continue
            made: set[int] = set()
            for position, reader in enumerate(self.steps):
                for buffer in reader.inputs:
                    if id(buffer) not in made:
                        found[id(step.output), id(buffer), position <= place] = None
                made.add(id(reader.output))
        return tuple(found)

    @cached_property
    def _loose(self) -> tuple[int, ...]:
        """Stored buffers whose elements may lie on each other."""
        return tuple(
            id(step.output) for step in self.steps if id(step.output) in self.stored and not step.output.dense
        )

    def disturbs(self, arrays: Arrays) -> bool:
        """Whether a result may land on bytes that a later tile, or a later step, still reads.

        Reading and writing the very same elements (in-place operators) is fine: each tile reads before it writes.
        Shifted, reshaped and repeated views need whole steps.
        """
        if any(_repeats(arrays[key]) for key in self._loose):
            return True
        for target, source, may_be_same in self._encounters:
            a, b = arrays[source], arrays[target]
            if np.may_share_memory(a, b) and not (may_be_same and _same_view(a, b)):
                return True
        return False


def cut(plan: Plan) -> list[Chain]:
    """The plan as chains, in its order."""
    return [Chain(steps, _stored(plan, steps)) for steps in _runs(plan.steps)]


def _runs(steps: Sequence[Step]) -> Iterator[list[Step]]:
    chain: list[Step] = []
    for step in steps:
        if chain and not (
            step.kernel.elementwise and chain[-1].kernel.elementwise and _same_space(chain, step)
        ):
            yield chain
            chain = []
        chain.append(step)
    if chain:
        yield chain


def _same_space(chain: list[Step], step: Step) -> bool:
    """Whether the step's results and the chain's can be walked together.

    A smaller result inside the chain (a Cast of an input that broadcasts later) is walked in the larger space: every
    element is computed as often as it is used, which gives the same bits.
    """
    shape = step.output.shape
    return all(
        _broadcasts(other.output.shape, shape) or _broadcasts(shape, other.output.shape) for other in chain
    )


def _broadcasts(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    if len(shape) > len(target):
        return False
    return all(a in (1, b) for a, b in zip(reversed(shape), reversed(target), strict=False))


def _stored(plan: Plan, chain: list[Step]) -> list[int]:
    """Results of the chain that must reach memory: user outputs, and what other steps read."""
    inside = set(map(id, chain))
    read = {id(b) for step in plan.steps if id(step) not in inside for b in step.inputs}
    outputs = (step.output for step in chain)
    return list(dict.fromkeys(id(b) for b in outputs if b.is_user or id(b) in read))


def _same_view(a: Array, b: Array) -> bool:
    """Whether two arrays are the same elements of memory in the same order."""
    return a is b or (
        np.may_share_memory(a, b)  # quickly answered, and seldom yes
        and a.shape == b.shape
        and a.strides == b.strides
        and a.dtype == b.dtype
        and bool(a.__array_interface__["data"][0] == b.__array_interface__["data"][0])
    )


def _repeats(array: Array) -> bool:
    """Whether elements of the array may share memory with each other."""
    reach = array.itemsize
    for stride, size in sorted(zip(map(abs, array.strides), array.shape, strict=True)):
        if size > 1:
            if stride < reach:
                return True
            reach += stride * (size - 1)
    return False
