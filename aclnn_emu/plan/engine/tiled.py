"""Programs on pieces by NumPy: every operation goes into memory that is in a cache and is used again.

A chain whose kernels cannot be traced is run kernel by kernel on the same pieces.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import attrs
import numpy as np

from aclnn_emu.plan.engine.halves import convert
from aclnn_emu.plan.engine.scratch import Scratch
from aclnn_emu.plan.engine.space import Box, Space
from aclnn_emu.plan.engine.steps import apply
from aclnn_emu.plan.engine.trace import Constant, Operation, Program

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array
    from aclnn_emu.plan.graph import Step

__all__ = ["ProgramBody", "StepsBody", "body_of", "width_of"]

# NumPy's loops for these take several times as long with a single number as with a row of it.
_SLOW_WITH_A_NUMBER = frozenset({"maximum", "minimum"})
_MOST_BODIES = 8  # of one program in one thread
_SPARE_BYTES = 8  # of an element: what `halves.convert` wants


@attrs.define(eq=False)
class _Register:
    """Scratch memory of one row, used by one value after the other."""

    itemsize: int
    free: bool = True


@attrs.frozen(eq=False)
class _Instruction:
    operation: Operation
    number: int
    arguments: tuple[int, ...]
    target: Array | None  # a full row of scratch; None where NumPy allocates
    spare: Array


class ProgramBody:
    """Runs a traced program on pieces. One thread's own.

    Args:
        program: what to run.
        single: for each load, whether it is one element for all.
        length: elements of the largest piece.
        scratch: where intermediate rows lie.

    Attributes:
        width: bytes of scratch for each element of a row.
        used: bytes of scratch.
    """

    def __init__(self, program: Program, single: Sequence[bool], length: int, scratch: Scratch) -> None:
        self._length = length
        self._stores = [number for _, number in program.stores]
        self._values: list[Any] = [None] * len(program.operations)
        self._long_constants: list[tuple[int, Array, Any]] = []
        self._loads = len(program.loads)
        self._single = _find_single(program, single)
        self._scratch = scratch
        self.width = 0
        before = scratch.used
        self._instructions = self._allocate(program)
        # What is computed last goes where it belongs at once: nothing is read after it.
        self._last: _Instruction | None = None
        last = self._instructions[-1] if self._instructions else None
        if (
            last
            and last.target is not None
            and self._stores == [last.number]
            and not self._single[last.number]
        ):
            self._last = self._instructions.pop()
        self.used = scratch.used - before

    def _take(self, itemsize: int) -> Array:
        self.width += itemsize
        return self._scratch.take(self._length * itemsize)

    def prepare(self, _: Space) -> None:
        """Fill the rows that do not change."""
        if self._scratch.claim(self):
            return
        for _place, row, value in self._long_constants:
            row.fill(value)

    twins = ()

    def _allocate(self, program: Program) -> list[_Instruction]:
        last_use = _last_uses(program)
        spare = self._take(_SPARE_BYTES if any(map(_converts, program.operations)) else 0)
        memory: list[tuple[_Register, Array]] = []
        owner: dict[int, _Register] = {}
        instructions = []
        for number, operation in enumerate(program.operations):
            if operation.word == "load":
                continue
            arguments = self._resolve(operation, single=self._single[number])
            dying = [a for a in operation.arguments if isinstance(a, int) and last_use[a] == number]
            # An element of a ufunc's result may take the place of its own argument; a conversion's may not.
            early = operation.function is not None
            if early:
                _release(owner, dying)
            target = None
            if operation.word == "where":
                self.width += operation.dtype.itemsize
            else:
                target, register = self._register(operation, number, memory)
                if register is not None:
                    owner[number] = register
            if not early:
                _release(owner, dying)
            instructions.append(_Instruction(operation, number, arguments, target, spare))
        return instructions

    def _register(
        self, operation: Operation, number: int, memory: list[tuple[_Register, Array]]
    ) -> tuple[Array, _Register | None]:
        if self._single[number]:
            return np.empty(1, operation.dtype), None
        size = operation.dtype.itemsize
        found = next((entry for entry in memory if entry[0].free and entry[0].itemsize == size), None)
        if found is None:
            found = _Register(size), self._take(size)
            memory.append(found)
        register, row = found
        register.free = False
        return row.view(operation.dtype), register

    def _resolve(self, operation: Operation, *, single: bool) -> tuple[int, ...]:
        """The places of the arguments among the values; constants get places of their own."""
        places = []
        for argument in operation.arguments:
            if isinstance(argument, int):
                places.append(argument)
                continue
            place = len(self._values)
            places.append(place)
            self._values.append(argument.value)
            if operation.word in _SLOW_WITH_A_NUMBER and operation.loop is not None and not single:
                row = self._take(operation.loop.itemsize).view(operation.loop)
                self._long_constants.append((place, row, argument.value))
        return tuple(places)

    def run(self, pieces: list[Array], _: Box, __: Sequence[bool]) -> None:
        """See `Body.run`."""
        loads = self._loads
        values, outputs = self._values, pieces[loads:]
        values[:loads] = pieces[:loads]
        shape = outputs[0].shape
        whole = shape == (self._length,)
        for place, row, _ in self._long_constants:
            values[place] = row if whole else _shaped(row, shape)
        for instruction in self._instructions:
            target = instruction.target
            if not whole and target is not None and not self._single[instruction.number]:
                target = _shaped(target, shape)
            _perform(instruction, values, target)
        if self._last is not None:
            _perform(self._last, values, outputs[0])
            return
        for number, output in zip(self._stores, outputs, strict=True):
            np.copyto(output, values[number])


def _shaped(row: Array, shape: tuple[int, ...]) -> Array:
    return row[: math.prod(shape)].reshape(shape)


def _perform(instruction: _Instruction, values: list[Any], target: Array | None) -> None:
    operation = instruction.operation
    arguments = [values[place] for place in instruction.arguments]
    if operation.function is not None:
        if operation.forced:
            operation.function(*arguments, out=target, dtype=operation.loop)
        else:
            operation.function(*arguments, out=target)
    elif target is None:
        target = np.where(*arguments)
    elif operation.word == "cast":
        convert(arguments[0], target, instruction.spare)
    else:
        target[...] = arguments[0]
    values[instruction.number] = target


def _release(owner: dict[int, _Register], dying: list[int]) -> None:
    for number in dying:
        register = owner.pop(number, None)
        if register is not None:
            register.free = True


def _converts(operation: Operation) -> bool:
    return operation.word == "cast"


def _find_single(program: Program, single: Sequence[bool]) -> list[bool]:
    """For each value whether it is one element for all."""
    found: list[bool] = []
    for number, operation in enumerate(program.operations):
        if operation.word == "load":
            found.append(single[number])
        else:
            found.append(all(isinstance(a, Constant) or found[a] for a in operation.arguments))
    return found


def _last_uses(program: Program) -> list[int]:
    """For each value the number of the last one that needs it; stored values are needed to the end."""
    last = [0] * len(program.operations)
    for number, operation in enumerate(program.operations):
        for argument in operation.arguments:
            if isinstance(argument, int):
                last[argument] = number
    for _, number in program.stores:
        last[number] = len(program.operations)
    return last


class _Bodies(threading.local):
    """Bodies that a thread has made: their rows lie in its scratch."""

    def __init__(self) -> None:
        self.known: WeakKeyDictionary[Program, dict[tuple[Any, ...], ProgramBody]] = WeakKeyDictionary()


_bodies = _Bodies()


def body_of(program: Program, single: tuple[bool, ...], length: int, scratch: Scratch) -> ProgramBody:
    """The body of a program in this thread; arguments as `ProgramBody`'s. Nothing has been taken from the scratch."""
    known = _bodies.known.setdefault(program, {})
    body = known.get((single, length))
    if body is None:
        if len(known) >= _MOST_BODIES:
            known.clear()
        body = known[single, length] = ProgramBody(program, single, length, scratch)
    else:
        scratch.take(body.used)
    return body


def width_of(program: Program, single: tuple[bool, ...]) -> int:
    """Bytes of scratch that the program's body needs for each element of a row."""
    return body_of(program, single, 0, Scratch()).width


class StepsBody:
    """Runs a chain kernel by kernel on pieces.

    Args:
        chain: the steps.
        loads: keys of the buffers that come as inputs.
        stores: keys of the buffers that go out.
        scratch: not for its own rows: the kernels allocate.
    """

    def __init__(
        self, chain: Sequence[Step], loads: Sequence[int], stores: Sequence[int], scratch: Scratch
    ) -> None:
        self._scratch = scratch
        self._loads = loads
        self._stores = stores
        self._steps = [(step, [id(buffer) for buffer in step.inputs], id(step.output)) for step in chain]

    twins = ()

    def prepare(self, _: Space) -> None:
        """Nothing is kept; packed rows may have overwritten what others keep."""
        self._scratch.claim(self)

    def run(self, pieces: list[Array], _: Box, __: Sequence[bool]) -> None:
        """See `Body.run`."""
        outputs = pieces[len(self._loads) :]
        shape = outputs[0].shape
        # Kernels may expect operands of one shape.
        values = {key: np.broadcast_to(piece, shape) for key, piece in zip(self._loads, pieces, strict=False)}
        targets = dict(zip(self._stores, outputs, strict=True))
        for step, sources, key in self._steps:
            values[key] = apply(step, [values[source] for source in sources])
            if key in targets:
                targets[key][...] = values[key]
