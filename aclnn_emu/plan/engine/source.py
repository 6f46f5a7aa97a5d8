"""A program as the source of one loop, in the words of `words`.

The loop takes memory addresses, strides of rows in bytes, and numbers, so that one compiled loop serves every tensor and every value of a
constant. A program that has an operation without a word, or whose result could differ from NumPy's, has no source.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from aclnn_emu.plan.engine.trace import Constant, Operation, Program

if TYPE_CHECKING:
    DType = np.dtype[Any]

__all__ = ["Source", "move_source", "source_of"]

_F16, _F32 = np.dtype(np.float16), np.dtype(np.float32)

_UFUNCS = frozenset(
    {
        "absolute", "add", "bitwise_and", "bitwise_or", "bitwise_xor", "ceil", "copysign", "divide", "equal", "fabs",
        "floor", "greater", "greater_equal", "invert", "isfinite", "isinf", "isnan", "less", "less_equal", "logical_and",
        "logical_not", "logical_or", "logical_xor", "maximum", "minimum", "multiply", "negative", "not_equal", "positive",
        "reciprocal", "rint", "signbit", "sqrt", "square", "subtract", "trunc",
    }
)  # fmt: skip
_OF_FLOATS = frozenset(
    {"ceil", "copysign", "divide", "fabs", "floor", "reciprocal", "rint", "signbit", "sqrt", "trunc"}
)
_ON_BITS = frozenset({"bitwise_and", "bitwise_or", "bitwise_xor", "invert"})
_OF_BOOL = {"add": "logical_or", "multiply": "logical_and", "maximum": "logical_or", "minimum": "logical_and"}
_ANSWERS = frozenset(
    {"equal", "greater", "greater_equal", "isfinite", "isinf", "isnan", "less", "less_equal", "logical_and", "logical_not",
     "logical_or", "logical_xor", "not_equal"}
)  # fmt: skip
_NUMBERS = frozenset("?bhilqBHILQfd")


@attrs.frozen(eq=False)
class Source:
    """The text of a loop and what to call it with.

    Attributes:
        text: of the module; the same for every program of the same form.
        names: the words that it uses.
        constants: numbers, in the order of the loop's last parameters.
        single: for each load, whether it is one element for all.
        shared: for each store the load whose memory it writes, or None.
    """

    text: str
    names: tuple[str, ...]
    constants: tuple[Any, ...]
    single: tuple[bool, ...]
    shared: tuple[int | None, ...]


_STRIP = 8
"""Columns that are moved together: as many streams of memory at once."""


def move_source(itemsize: int) -> Source:
    """A loop that copies rows x count elements of 1, 2, 4 or 8 bytes between any two layouts, a strip after the other."""
    kind = f"uint{8 * itemsize}"
    load, store = f"load_{kind}_read", f"store_{kind}_written"
    strip = [
        f"            {store}(q + {i} * to_column, 0, {load}(p + {i} * from_column, 0))"
        for i in range(_STRIP)
    ]
    lines = [
        f'@njit("void({", ".join(["int64"] * 8)})", nogil=True, error_model="numpy", cache=True)',
        "def loop(rows, count, source, from_row, from_column, target, to_row, to_column):",
        f"    whole = count - count % {_STRIP}",
        f"    for column in range(0, whole, {_STRIP}):",
        "        for row in range(rows):",
        "            p = source + row * from_row + column * from_column",
        "            q = target + row * to_row + column * to_column",
        *strip,
        "    for column in range(whole, count):",
        "        for row in range(rows):",
        "            p = source + row * from_row + column * from_column",
        f"            {store}(target + row * to_row + column * to_column, 0, {load}(p, 0))",
    ]
    return Source("\n".join(lines) + "\n", (load, store), (), (), ())


class _UnspeakableError(Exception):
    """There is no word for it."""


def _is_half(dtype: DType) -> bool:
    return dtype == _F16 or dtype.name == "bfloat16"


def storage(dtype: DType) -> DType:
    """How a dtype looks to the loop in memory: halves are 16-bit numbers."""
    if _is_half(dtype):
        return np.dtype(np.uint16)
    if dtype.char not in _NUMBERS:
        raise _UnspeakableError
    return dtype


def source_of(program: Program, single: Sequence[bool], shared: Sequence[int | None]) -> Source | None:
    """The loop of a program.

    Args:
        program: what to compute.
        single: for each load, whether it is one element for all.
        shared: for each store the load whose memory it is, or None.
    """
    try:
        return _Writer(program, single, shared).source()
    except _UnspeakableError:
        return None


class _Writer:
    def __init__(self, program: Program, single: Sequence[bool], shared: Sequence[int | None]) -> None:
        self._program = program
        self._single = single
        self._shared = tuple(shared)
        self._names: dict[str, None] = {}
        self._constants: list[Any] = []
        self._kinds: list[str] = []

    def source(self) -> Source:
        before: list[str] = []
        rows: list[str] = []
        inside: list[str] = []
        parameters: dict[str, str] = {"rows": "int64", "count": "int64"}
        for number, operation in enumerate(self._program.operations):
            alone = operation.word == "load" and self._single[number]
            if operation.word == "load":
                parameters[f"a{number}"] = "int64"
                if not alone:
                    parameters[f"s{number}"] = "int64"
                    rows.append(f"p{number} = a{number} + row * s{number}")
            text = self._load(number, operation) if operation.word == "load" else self._value(operation)
            (before if alone else inside).append(f"v{number} = {text}")
        for place, (_, number) in enumerate(self._program.stores):
            twin = self._shared[place]
            if twin is None:
                parameters |= {f"o{place}": "int64", f"t{place}": "int64"}
                rows.append(f"q{place} = o{place} + row * t{place}")
            kind = storage(self._program.operations[number].dtype).name
            word = self._word(f"store_{kind}_{'written' if twin is None else 'both'}")
            inside.append(f"{word}({f'q{place}' if twin is None else f'p{twin}'}, i, v{number})")
        parameters |= {f"c{number}": kind for number, kind in enumerate(self._kinds)}
        kinds = ", ".join(parameters.values())
        lines = [
            f'@njit("void({kinds})", nogil=True, error_model="numpy", cache=True)',
            f"def loop({', '.join(parameters)}):",
            *(f"    {line}" for line in before),
            "    for row in range(rows):",
            *(f"        {line}" for line in rows),
            "        for i in range(count):",
            *(f"            {line}" for line in inside),
        ]
        return Source(
            "\n".join(lines) + "\n",
            tuple(self._names),
            tuple(self._constants),
            tuple(self._single),
            self._shared,
        )

    def _word(self, name: str) -> str:
        self._names[name] = None
        return name

    def _load(self, number: int, operation: Operation) -> str:
        scope = "both" if number in self._shared else "read"
        word = self._word(f"load_{storage(operation.dtype).name}_{scope}")
        return f"{word}(a{number}, 0)" if self._single[number] else f"{word}(p{number}, i)"

    def _value(self, operation: Operation) -> str:
        if operation.word == "constant":
            return self._argument(operation.arguments[0], operation.dtype)
        if operation.word == "cast":
            (number,) = operation.arguments
            if not isinstance(number, int):
                raise _UnspeakableError
            return self._cast(f"v{number}", self._program.operations[number].dtype, operation.dtype)
        if operation.word == "where":
            condition, *branches = operation.arguments
            texts = [self._argument(branch, operation.dtype) for branch in branches]
            return f"{self._word('where')}(v{condition}, {', '.join(texts)})"
        return self._ufunc(operation)

    def _ufunc(self, operation: Operation) -> str:
        word, loop = operation.word, operation.loop
        if loop is None or word not in _UFUNCS:
            raise _UnspeakableError
        if loop == np.bool_ and word not in _ANSWERS | _ON_BITS:
            if word not in _OF_BOOL:
                raise _UnspeakableError
            word = _OF_BOOL[word]
        half = _is_half(loop)
        if half and word not in _ANSWERS:
            raise _UnspeakableError
        if word in _OF_FLOATS and loop.kind != "f":
            raise _UnspeakableError
        if word in ("maximum", "minimum") and not _ZEROS_KNOWN:
            raise _UnspeakableError
        texts = [self._argument(argument, loop) for argument in operation.arguments]
        if half:
            widen = self._word(f"from_{loop.name}")
            texts = [f"{widen}({text})" for text in texts]
        return f"{self._word(word)}({', '.join(texts)})"

    def _argument(self, argument: int | Constant, dtype: DType) -> str:
        """A value in a dtype; constants become parameters of the loop."""
        if isinstance(argument, int):
            return self._cast(f"v{argument}", self._program.operations[argument].dtype, dtype)
        kind = storage(dtype)
        number = np.asarray(argument.value).astype(dtype).reshape(1).view(kind)[0]
        self._constants.append(number)
        self._kinds.append("boolean" if kind == np.bool_ else kind.name)
        return f"c{len(self._constants) - 1}"

    def _cast(self, text: str, came_from: DType, to: DType) -> str:
        storage(came_from)
        storage(to)
        if came_from == to:
            return text
        if _is_half(came_from):
            if to not in (_F32, np.float64):
                raise _UnspeakableError
            text = f"{self._word(f'from_{came_from.name}')}({text})"
            return text if to == _F32 else f"{self._word('to_float64')}({text})"
        if _is_half(to):
            if came_from != _F32:  # may round twice on the way, or not as NumPy does
                raise _UnspeakableError
            return f"{self._word(f'to_{to.name}')}({text})"
        return f"{self._word(f'to_{to.name}')}({text})"


def _zeros_known() -> bool:
    """Whether NumPy's extremes of two zeros are the second one here, as the words have it; processors differ."""
    zeros = np.array([0.0, -0.0], np.float32).repeat(16)
    other = -zeros
    return all(
        np.array_equal(np.signbit(function(zeros, other)), np.signbit(other))
        for function in (np.maximum, np.minimum)
    )


_ZEROS_KNOWN = _zeros_known()
