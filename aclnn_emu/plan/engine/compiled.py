"""Programs on pieces by loops that Numba compiles; each form of program once, kept in the user's cache."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.util import find_spec
from operator import mul
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.core.cache import cache_folder
from aclnn_emu.plan.engine.scratch import Scratch
from aclnn_emu.plan.engine.space import Box, Space
from aclnn_emu.plan.engine.workers import share

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array
    from aclnn_emu.plan.engine.source import Source

__all__ = ["PIECE", "LoopBody", "WholeLoop", "installed", "is_ready", "works"]

PIECE = 1 << 16
"""Elements of what a thread takes at once: enough that taking is nothing, few enough that all threads end together."""

TILED_PIECE = (128, 2048)
"""Rows and columns of the same where operands are turned around by tiles: threads stay out of each other's cache lines and
pages."""

_lock = threading.Lock()
_loops: dict[str, Callable[..., None]] = {}


@cache
def installed() -> bool:
    """Whether there is a Numba to import."""
    return find_spec("numba") is not None


@cache
def _fingerprint() -> bytes:
    """What a loop's machine code depends on besides its text and Numba, which Numba looks after itself."""
    return Path(__file__).with_name("words.py").read_bytes()


def is_ready(source: Source) -> bool:
    """Whether the loop has been compiled or loaded in this process."""
    return source.text in _loops


def loop_of(source: Source) -> Callable[..., None]:
    """The compiled loop: from this process, from the cache, or compiled now (about half a second)."""
    found = _loops.get(source.text)
    if found is None:
        with _lock:
            found = _loops.get(source.text)
            if found is None:
                found = _loops[source.text] = _compile(source)
    return found


def works(source: Source) -> bool:
    """Whether the loop can be had. A Numba that cannot be used here is no reason for an operator to fail."""
    try:
        loop_of(source)
    except Exception:  # noqa: BLE001 - of a package that we do not know
        return False
    return True


def _compile(source: Source) -> Callable[..., None]:
    path = _file_of(source)
    if path is not None:
        try:
            return _load(path.stem, source.text, str(path), source.names)
        except Exception:  # noqa: BLE001 - whatever lies in the cache, it must not stop an operator
            path.unlink(missing_ok=True)  # a new text makes Numba write its files anew
    return _load("aclnn_emu_loop", source.text.replace(", cache=True", ""), "<loop>", source.names)


def _load(name: str, text: str, path: str, words: Sequence[str]) -> Callable[..., None]:
    """Run the text as a module, by whose name Numba finds it again when it loads machine code."""
    import numba

    from aclnn_emu.plan.engine.words import WORDS

    module: Any = ModuleType(name)
    module.njit = numba.njit
    module.__dict__.update((word, WORDS[word]) for word in words)
    sys.modules[name] = module
    exec(compile(text, path, "exec"), module.__dict__)  # noqa: S102 - our own text
    loop: Callable[..., None] = module.loop
    return loop


def _file_of(source: Source) -> Path | None:
    """The loop's text in the user's cache, beside which Numba keeps its machine code; None where none can be kept."""
    import hashlib
    import tempfile

    key = hashlib.sha256(source.text.encode() + _fingerprint()).hexdigest()[:24]
    folder = cache_folder() / "loops"
    path = folder / f"aclnn_emu_loop_{key}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.is_file():
            # Written beside its place and moved there, so that two processes at once do no harm.
            number, name = tempfile.mkstemp(dir=folder)
            with os.fdopen(number, "w") as file:
                file.write(source.text)
            Path(name).replace(path)
    except OSError:
        return None
    return path if os.access(folder, os.W_OK) else None


_free: list[tuple[Array, int]] = []


def _counter() -> tuple[Array, int]:
    """A number that starts at 0, for loops that share their pieces, and its address; goes back to `_free`."""
    try:
        counter, address = _free.pop()
    except IndexError:
        counter = np.empty(1, np.int64)
        address = _address(counter)
    counter[0] = 0
    return counter, address


class WholeLoop:
    """A compiled loop over all of a space of one or two dimensions, ready to run again and again.

    Args:
        source: of the loop, for the layout of the space.
        space: the elements.
        threads: how many share them.
    """

    def __init__(self, source: Source, space: Space, threads: int) -> None:
        self._source = source
        self._threads = threads
        rows, count = space.shape if len(space.shape) == 2 else (1, space.size)
        high, wide = _piece(rows, count, tiles=bool(source.tiles))
        memory: list[int] = []
        for place, operand in enumerate(space.operands):
            if not _is_twin(source, len(space.operands), place):
                memory.append(_address(operand))
                memory += _steps(source.layout[place], operand)
        self._loop = loop_of(source)
        self._given = (high, wide, rows, count, *memory, *source.constants)

    def run(self) -> None:
        """Compute all elements."""
        counter = _counter()
        if self._source.tiles:
            share(partial(self._with_tiles, counter[1]), self._threads)
        else:
            share(partial(self._loop, counter[1], *self._given), self._threads)
        _free.append(counter)

    def _with_tiles(self, turn: int) -> None:
        scratch = Scratch()
        scratch.claim(self)
        self._loop(turn, *self._given, *(_address(scratch.take(nbytes)) for nbytes in self._source.tiles))


def _piece(rows: int, count: int, *, tiles: bool) -> tuple[int, int]:
    """Rows and columns of the pieces."""
    if tiles:
        return TILED_PIECE
    return (1, PIECE) if count >= PIECE else (max(1, min(rows, PIECE // count)), count)


def _is_twin(source: Source, operands: int, place: int) -> bool:
    """Whether an operand is the memory of another one, which the loop knows already."""
    loads = operands - len(source.shared)
    return place >= loads and source.shared[place - loads] is not None


def _steps(layout: str, piece: Array) -> Sequence[int]:
    """The strides of an operand that the loop takes behind its address."""
    if layout == "single":
        return ()
    steps = piece.strides if piece.ndim == 2 else (0, piece.strides[-1])
    return steps[:1] if layout == "held" else steps


class LoopBody:
    """Runs a compiled loop on pieces that are packed, or of more than two dimensions. One thread's own.

    Args:
        source: of the loop.
        scratch: for tiles of what is turned around; the loop needs no rows.

    Attributes:
        twins: for each output the input whose memory the loop writes, or None.
    """

    def __init__(self, source: Source, scratch: Scratch) -> None:
        self._scratch = scratch
        self._loop = loop_of(source)
        self._source = source
        self._tiles = [_address(scratch.take(nbytes)) for nbytes in source.tiles]
        self._counter = np.empty(1, np.int64)
        self._turn = _address(self._counter)
        self.twins = source.shared

    def prepare(self, space: Space) -> None:
        """Look up where the operands lie; tiles and packed pieces may overwrite what others keep in the scratch."""
        self._scratch.claim(self)
        self._starts = [_address(operand) for operand in space.operands]
        self._strides = [operand.strides for operand in space.operands]
        self._copies: dict[int, int] = {}

    def run(self, pieces: list[Array], box: Box, packed: Sequence[bool]) -> None:
        """See `Body.run`."""
        source, shape = self._source, pieces[-1].shape
        starts = [cut if isinstance(cut, int) else cut.start for cut in box]
        memory: list[int] = []
        for place, piece in enumerate(pieces):
            if _is_twin(source, len(pieces), place):
                continue
            if source.layout[place] == "single":
                memory.append(self._starts[place])
            else:
                memory.append(self._copy(place, piece) if packed[place] else self._place(place, starts))
                memory += _steps(source.layout[place], piece)
        rows, count = shape if len(shape) == 2 else (1, pieces[-1].size)
        self._counter[0] = 0
        self._loop(self._turn, rows, count, rows, count, *memory, *source.constants, *self._tiles)

    def _place(self, place: int, starts: list[int]) -> int:
        """Where a piece begins. Asking the array would take longer than a small loop."""
        distance: int = sum(map(mul, starts, self._strides[place]))
        return self._starts[place] + distance

    def _copy(self, place: int, piece: Array) -> int:
        """Where the copies of an operand's pieces begin: always at the same address."""
        if place not in self._copies:
            self._copies[place] = _address(piece)
        return self._copies[place]


def _address(array: Array) -> int:
    address: int = array.__array_interface__["data"][0]
    return address
