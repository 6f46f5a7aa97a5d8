"""What a chain of kernels does to one element, found by running the kernels on stand-ins for arrays.

A kernel's Python function is its only definition. Here it is called once with `Traced` objects, which NumPy's own
protocols hand every ufunc to; what the function does is written down as a `Program`, and NumPy itself decides every
dtype on one-element samples. A function that looks at values, shapes or bytes is not followed: the engines then call
it on tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array
    from aclnn_emu.plan.graph import Step

    DType = np.dtype[Any]

__all__ = ["Constant", "Operation", "Program", "trace"]

_KEYWORDS = frozenset({"out", "dtype"})
# NumPy functions that are no ufuncs and are made of ufuncs.
_MADE_OF_UFUNCS = (np.isposinf, np.isneginf)


class _UntraceableError(Exception):
    """The function does something that depends on more than one element's own values."""


@attrs.frozen(eq=False)
class Constant:
    """A number in an expression: a Python number, which takes the dtype of what it meets, or a NumPy scalar."""

    value: Any


@attrs.frozen(eq=False)
class Operation:
    """One value of a program.

    Attributes:
        word: ``load``, ``cast``, ``where``, ``constant``, or the name of a ufunc.
        arguments: numbers of earlier values, and constants.
        dtype: of the value.
        function: the ufunc.
        loop: the dtype in which a ufunc with inputs of one dtype computes; None where they differ.
        forced: the kernel asked for that dtype.
    """

    word: str
    arguments: tuple[int | Constant, ...]
    dtype: DType
    function: np.ufunc | None = None
    loop: DType | None = None
    forced: bool = False


@attrs.frozen(eq=False)
class Program:
    """A chain of elementwise steps as one expression with any number of results.

    Attributes:
        operations: values by their numbers; loads first.
        loads: the key of the buffer that each load reads.
        stores: the key of each buffer that is written, and the number of the value it gets.
    """

    operations: tuple[Operation, ...]
    loads: tuple[int, ...]
    stores: tuple[tuple[int, int], ...]


class _Recorder:
    def __init__(self) -> None:
        self.operations: list[Operation] = []

    def add(self, operation: Operation) -> Traced:
        self.operations.append(operation)
        return Traced(self, len(self.operations) - 1)


class Traced(NDArrayOperatorsMixin):
    """Stands for a row of elements while a kernel's function runs."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, recorder: _Recorder, number: int) -> None:
        self._recorder = recorder
        self._number = number

    @property
    def number(self) -> int:
        """Place of the present value in the program; in-place operations change it."""
        return self._number

    @property
    def dtype(self) -> DType:
        """As of an array."""
        return self._recorder.operations[self._number].dtype

    @property
    def ndim(self) -> int:
        """Kernels see rows."""
        return 1

    def astype(self, dtype: Any) -> Traced:
        """A converted copy."""
        target = np.dtype(dtype)
        if target == self.dtype:
            return Traced(self._recorder, self._number)
        return self._recorder.add(Operation("cast", (self._number,), target))

    def copy(self) -> Traced:
        """The same values, which may then be changed in place."""
        return Traced(self._recorder, self._number)

    def __setitem__(self, where: Any, value: Any) -> None:
        if not isinstance(where, Traced) or where.dtype != np.bool_:
            raise _UntraceableError
        self._replace(self._where(where, self._fitting(value), self))

    def __bool__(self) -> bool:
        raise _UntraceableError

    def __array__(self, *_: Any, **__: Any) -> Array:
        raise _UntraceableError

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        if method != "__call__" or ufunc.nout != 1 or not keywords.keys() <= _KEYWORDS:
            raise _UntraceableError
        targets = keywords.pop("out", (None,))
        samples = [_sample(value) for value in inputs]
        dtype = ufunc(*samples, **keywords).dtype
        forced = bool(keywords)
        if forced and dtype != np.dtype(keywords["dtype"]):
            raise _UntraceableError
        loop = dtype if forced else _loop(samples, dtype)
        result = self._recorder.add(
            Operation(ufunc.__name__, tuple(map(_argument, inputs)), dtype, ufunc, loop, forced)
        )
        (target,) = targets
        if target is None:
            return result
        if not isinstance(target, Traced) or not np.can_cast(dtype, target.dtype, "same_kind"):
            raise _UntraceableError
        target._replace(result.astype(target.dtype))
        return target

    def __array_function__(self, function: Callable[..., Any], _: Any, args: Any, keywords: Any) -> Any:
        if function is np.where and len(args) == 3 and not keywords:
            return self._where(*args)
        if function in (np.zeros_like, np.ones_like) and len(args) == 1 and not keywords:
            return self._constant(args[0], 0 if function is np.zeros_like else 1)
        if function is np.full_like and len(args) == 2 and not keywords:
            return self._constant(*args)
        if function in _MADE_OF_UFUNCS:
            return function._implementation(*args, **keywords)  # type: ignore[attr-defined]  # noqa: SLF001 - NumPy's own way
        raise _UntraceableError

    def _replace(self, value: Traced) -> None:
        self._number = value.number

    def _fitting(self, value: Any) -> Any:
        """A value as an assignment stores it."""
        return (
            value.astype(self.dtype)
            if isinstance(value, Traced)
            else np.asarray(value).astype(self.dtype)[()]
        )

    def _where(self, condition: Any, x: Any, y: Any) -> Traced:
        samples = [_sample(value) for value in (condition, x, y)]
        dtype = np.where(*samples).dtype
        if isinstance(condition, (bool, np.bool_)):  # one answer for all elements
            chosen = x if condition else y
            if not isinstance(chosen, Traced):
                raise _UntraceableError
            return chosen.astype(dtype)
        if not isinstance(condition, Traced) or condition.dtype != np.bool_:
            raise _UntraceableError
        arguments = (_argument(condition), _cast(x, dtype), _cast(y, dtype))
        return self._recorder.add(Operation("where", arguments, dtype))

    def _constant(self, like: Any, value: Any) -> Traced:
        if isinstance(value, Traced) or not isinstance(like, Traced):
            raise _UntraceableError
        number = Constant(np.asarray(value).astype(like.dtype)[()])
        return self._recorder.add(Operation("constant", (number,), like.dtype))


def _sample(value: Any) -> Any:
    return np.ones(1, value.dtype) if isinstance(value, Traced) else value


def _argument(value: Any) -> int | Constant:
    if isinstance(value, Traced):
        return value.number
    if np.ndim(value):
        raise _UntraceableError
    return Constant(value)


def _cast(value: Any, dtype: DType) -> int | Constant:
    """A branch of np.where, in the dtype of the result."""
    if isinstance(value, Traced):
        return value.astype(dtype).number
    if np.ndim(value):
        raise _UntraceableError
    return Constant(np.asarray(value).astype(dtype)[()])


def _loop(samples: Sequence[Any], dtype: DType) -> DType | None:
    """The dtype in which NumPy computes, where all inputs have it and Python's numbers become it."""
    arrays = {sample.dtype for sample in samples if isinstance(sample, np.ndarray)}
    if len(arrays) != 1:
        return None
    (found,) = arrays
    if dtype not in (found, np.bool_):
        return None
    # A constant that is wider than the arrays would widen the computation of a comparison as well.
    fits = all(np.result_type(found, sample) == found for sample in samples)
    return found if fits else None


def trace(chain: Sequence[Step], stored: Sequence[int]) -> Program | None:
    """The program of a chain of elementwise steps with one output each.

    Args:
        chain: the steps.
        stored: keys (``id``) of the buffers whose values must reach memory.

    Returns:
        The program, or None where some step's function cannot be followed.
    """
    recorder = _Recorder()
    loads: list[int] = []
    made: dict[int, Traced] = {}

    def read(buffer: Any) -> Traced:
        key = id(buffer)
        if key not in made:
            loads.append(key)
            made[key] = recorder.add(Operation("load", (), buffer.np_dtype))
        return made[key].copy()

    for step in chain:
        inputs: list[Traced] = [read(buffer) for buffer in step.inputs]
        for place in step.halves:
            inputs[place] = inputs[place].astype(np.float32)
        try:
            result: Any = step.kernel.function(*inputs, **step.attributes)
        except (
            _UntraceableError,
            AttributeError,
            TypeError,
            ValueError,
            OverflowError,
        ):  # what only arrays can
            return None
        if not isinstance(result, Traced):
            return None
        made[id(step.output)] = result.astype(step.output.np_dtype)
    return _pruned(recorder.operations, loads, [(key, made[key].number) for key in stored])


def _pruned(operations: list[Operation], loads: list[int], stores: list[tuple[int, int]]) -> Program:
    """The program without products with 1 and without values that nobody uses, loads in front."""
    same = _products_with_one(operations)
    needed: set[int] = set()
    waiting = [same[number] for _, number in stores]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += [same[a] for a in operations[number].arguments if isinstance(a, int)]
    load_places = [i for i, operation in enumerate(operations) if operation.word == "load"]
    keys = dict(zip(load_places, loads, strict=True))
    order = sorted(needed, key=lambda number: (operations[number].word != "load", number))
    place = {number: index for index, number in enumerate(order)}
    moved = tuple(
        attrs.evolve(
            operations[number],
            arguments=tuple(
                place[same[a]] if isinstance(a, int) else a for a in operations[number].arguments
            ),
        )
        for number in order
    )
    return Program(
        moved,
        tuple(keys[number] for number in order if number in keys),
        tuple((key, place[same[number]]) for key, number in stores),
    )


def _products_with_one(operations: list[Operation]) -> list[int]:
    """For each value the earlier value that it equals: a weight of ones costs nothing."""
    same: list[int] = []
    for number, operation in enumerate(operations):
        found = number
        if (
            operation.word == "multiply"
            and operation.loop == operation.dtype
            and operation.dtype.kind in "fiu"
        ):
            for factor, other in (operation.arguments, operation.arguments[::-1]):
                if isinstance(other, int) and _is_one(operations, factor):
                    found = same[other]
        same.append(found)
    return same


def _is_one(operations: list[Operation], argument: int | Constant) -> bool:
    if isinstance(argument, int):
        operation = operations[argument]
        return operation.word == "constant" and _is_one(operations, operation.arguments[0])
    return bool(argument.value == 1)
