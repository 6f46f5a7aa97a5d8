"""A program as the source of one loop, in the words of `words`.

The loop takes memory addresses, strides of rows in bytes, and numbers, so that one compiled loop serves every tensor and
every value of a constant. It works on pieces, whose numbers it takes from a counter: threads that run it with one
counter share the pieces, and none of them comes back to Python before all are taken. A program that has an operation
without a word, or whose result could differ from NumPy's, has no source.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from aclnn_emu.plan.engine.trace import Constant, Operation, Program

if TYPE_CHECKING:
    DType = np.dtype[Any]

__all__ = ["SQUARE", "Source", "source_of"]

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
        constants: numbers, in the order of the loop's parameters behind the operands.
        layout: how each load and then each store lies, see `source_of`.
        shared: for each store the load whose memory it writes, or None.
        tiles: bytes of scratch for a tile of each operand that is turned around, in the order of the loop's last
            parameters; each thread needs its own.
    """

    text: str
    names: tuple[str, ...]
    constants: tuple[Any, ...]
    layout: tuple[str, ...]
    shared: tuple[int | None, ...]
    tiles: tuple[int, ...]


SQUARE = 8
"""Rows and columns that a ``turn`` word moves at once."""

_TILE_ROWS, _TILE_COLUMNS = 64, 256
"""Of what is turned around at once: whole cache lines of a column, long pieces of rows, and both stay in a cache."""

_AHEAD = 32
"""Columns ahead of those that are turned around, which are asked for already: the processor itself sees no order in pieces
of columns."""

_LINE = 64
"""Bytes by which the rows of a tile are longer than they need to be: elements under each other then do not fall on the
same places of a cache."""


def _move(kind: str, itemsize: int, *, inside: bool) -> tuple[list[str], tuple[str, ...]]:
    """A function that copies a tile between an operand's memory, where columns are near, and scratch; its words.

    By squares where the elements of a column are neighbours, the rest one by one.
    """
    load = f"load_{kind}_{'read' if inside else 'both'}"
    store = f"store_{kind}_{'both' if inside else 'written'}"
    turn = f"turn_{kind}_{'in' if inside else 'out'}"
    near, apart, beside = (
        ("from_row", "from_column", "to_row") if inside else ("to_row", "from_row", "to_column")
    )
    ahead = [
        f"        for near in range(column + {_AHEAD}, column + {_AHEAD + SQUARE}):",
        f"            for row in range(0, high, {_LINE // itemsize}):",
        "                fetch(source + row * from_row + near * from_column)",
    ]
    lines = [
        f'@njit("void({", ".join(["int64"] * 8)})", nogil=True, error_model="numpy", cache=True)',
        f"def {_move_name(kind, inside=inside)}(rows, count, source, from_row, from_column, target, to_row, to_column):",
        f"    high = rows - rows % {SQUARE} if {near} == {itemsize} else 0",
        f"    wide = count - count % {SQUARE}",
        f"    for column in range(0, wide, {SQUARE}):",
        *(ahead if inside else ()),
        f"        for row in range(0, high, {SQUARE}):",
        "            p = source + row * from_row + column * from_column",
        f"            {turn}(p, {apart}, target + row * to_row + column * to_column, {beside})",
        "    for column in range(count):",
        "        for row in range(high if column < wide else 0, rows):",
        "            p = source + row * from_row + column * from_column",
        f"            {store}(target + row * to_row + column * to_column, 0, {load}(p, 0))",
    ]
    return lines, (load, store, turn, *(("fetch",) if inside else ()))


def _move_name(kind: str, *, inside: bool) -> str:
    return f"move_{kind}_{'in' if inside else 'out'}"


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


def source_of(program: Program, layout: Sequence[str], shared: Sequence[int | None]) -> Source | None:
    """The loop of a program.

    Args:
        program: what to compute.
        layout: of each load and then of each store: ``single`` for one element for all; ``held`` for one for each row;
            ``row`` where neighbours in a row are neighbours in memory; ``strided``; ``turned`` where the elements of a
            column are nearer to each other than those of a row.
        shared: for each store the load whose memory it is, or None.
    """
    try:
        return _Writer(program, layout, shared).source()
    except _UnspeakableError:
        return None


class _Writer:
    def __init__(self, program: Program, layout: Sequence[str], shared: Sequence[int | None]) -> None:
        self._program = program
        loads = len(program.loads)
        # Of one element there is no row, and a store needs none.
        self._layout = (*layout[:loads], *("row" if lies == "single" else lies for lies in layout[loads:]))
        self._shared = tuple(shared)
        self._names: dict[str, None] = {}
        self._constants: list[Any] = []
        self._kinds: list[str] = []
        self._moves: dict[str, list[str]] = {}
        self._tiles: dict[int, int] = {}
        # Lines of the loop, by where they stand.
        self._before: list[str] = []
        self._come: list[str] = []
        self._go: list[str] = []
        self._rows: list[str] = []
        self._inside: list[str] = []

    def source(self) -> Source:
        loads = len(self._program.loads)
        parameters = dict.fromkeys(("turn", "high", "wide", "rows", "count"), "int64")
        for number, operation in enumerate(self._program.operations):
            if operation.word == "load":
                parameters |= self._operand(number, storage(operation.dtype))
            text = self._load(number, operation) if operation.word == "load" else self._value(operation)
            where = self._inside
            if operation.word == "load":
                where = {"single": self._before, "held": self._rows}.get(self._layout[number], where)
            where.append(f"v{number} = {text}")
        for place, (_, number) in enumerate(self._program.stores, loads):
            kind = storage(self._program.operations[number].dtype)
            twin = self._shared[place - loads]
            if twin is None:
                parameters |= self._operand(place, kind)
            self._store(place if twin is None else twin, kind, number, own=twin is None)
        parameters |= {f"c{number}": kind for number, kind in enumerate(self._kinds)}
        parameters |= {f"w{place}": "int64" for place in self._tiles}
        lines = [
            *(line for move in self._moves.values() for line in move),
            f'@njit("void({", ".join(parameters.values())})", nogil=True, error_model="numpy", cache=True)',
            f"def loop({', '.join(parameters)}):",
            *_indented(self._body()),
        ]
        return Source(
            "\n".join(lines) + "\n",
            tuple(self._names),
            tuple(self._constants),
            self._layout,
            self._shared,
            tuple(self._tiles.values()),
        )

    def _body(self) -> list[str]:
        """The lines of the loop; what is turned around comes into its tile first, and goes from there at the end."""
        take = f"piece = {self._word('take')}(turn)"
        every = ["for i in range(width):", *_indented(self._inside)]
        walk = ["for row in range(height):", *_indented([*self._rows, *every])]
        if self._tiles:
            columns = [f"width = min({_TILE_COLUMNS}, end - left)", *self._come, *walk, *self._go]
            walk = [
                f"for top in range(first, last, {_TILE_ROWS}):",
                f"    height = min({_TILE_ROWS}, last - top)",
                f"    for left in range(begin, end, {_TILE_COLUMNS}):",
                *_indented(_indented(columns)),
            ]
        else:
            walk = ["top, left, height, width = first, begin, last - first, end - begin", *walk]
        piece = [
            "first, begin = piece // across * high, piece % across * wide",
            "last, end = min(first + high, rows), min(begin + wide, count)",
            *walk,
            take,
        ]
        return [
            *self._before,
            "across = (count + wide - 1) // wide",
            "pieces = (rows + high - 1) // high * across",
            take,
            "while piece < pieces:",
            *_indented(piece),
        ]

    def _operand(self, place: int, kind: DType) -> dict[str, str]:
        """The parameters of an operand: address, strides of rows and columns; says where a row begins."""
        layout = self._layout[place]
        if layout == "single":
            return {f"a{place}": "int64"}
        if layout == "held":
            self._rows.append(f"p{place} = a{place} + (top + row) * s{place}")
            return {f"a{place}": "int64", f"s{place}": "int64"}
        parameters = {f"{letter}{place}": "int64" for letter in "asu"}
        if layout != "turned":
            step = self._step(place, kind)
            self._rows.append(f"p{place} = a{place} + (top + row) * s{place} + left * {step}")
            return parameters
        length = _TILE_COLUMNS * kind.itemsize + _LINE
        self._tiles[place] = _TILE_ROWS * length
        self._rows.append(f"p{place} = w{place} + row * {length}")
        outside = f"a{place} + top * s{place} + left * u{place}, s{place}, u{place}"
        tile = f"w{place}, {length}, {kind.itemsize}"
        if place < len(self._program.loads):
            self._come.append(f"{self._mover(kind, inside=True)}(height, width, {outside}, {tile})")
        if place >= len(self._program.loads) or place in self._shared:
            self._go.append(f"{self._mover(kind, inside=False)}(height, width, {tile}, {outside})")
        return parameters

    def _mover(self, kind: DType, *, inside: bool) -> str:
        """The name of the function that moves tiles of this kind."""
        bits = f"uint{8 * kind.itemsize}"
        name = _move_name(bits, inside=inside)
        if name not in self._moves:
            self._moves[name], words = _move(bits, kind.itemsize, inside=inside)
            for word in words:
                self._word(word)
        return name

    def _step(self, place: int, kind: DType) -> str:
        if self._layout[place] == "strided":
            return f"u{place}"
        return str(kind.itemsize * (2 if self._layout[place] == "second" else 1))

    def _at(self, place: int, kind: DType) -> str:
        """Where the loop finds an element."""
        return f"p{place}, i * {self._step(place, kind)}"

    def _scope(self, place: int, alone: str) -> str:
        """Of memory: tiles, and what is read and written, are apart from what is only read or only written."""
        return "both" if place in self._shared or self._layout[place] == "turned" else alone

    def _word(self, name: str) -> str:
        self._names[name] = None
        return name

    def _load(self, number: int, operation: Operation) -> str:
        kind = storage(operation.dtype)
        word = self._word(f"load_{kind.name}_{self._scope(number, 'read')}")
        where = {"single": f"a{number}, 0", "held": f"p{number}, 0"}.get(self._layout[number])
        return f"{word}({where or self._at(number, kind)})"

    def _store(self, place: int, kind: DType, number: int, *, own: bool) -> None:
        word = self._word(f"store_{kind.name}_{self._scope(place, 'written') if own else 'both'}")
        self._inside.append(f"{word}({self._at(place, kind)}, v{number})")

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


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _zeros_known() -> bool:
    """Whether NumPy's extremes of two zeros are the second one here, as the words have it; processors differ."""
    zeros = np.array([0.0, -0.0], np.float32).repeat(16)
    other = -zeros
    return all(
        np.array_equal(np.signbit(function(zeros, other)), np.signbit(other))
        for function in (np.maximum, np.minimum)
    )


_ZEROS_KNOWN = _zeros_known()
