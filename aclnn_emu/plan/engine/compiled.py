"""Programs on pieces by loops that Numba compiles; each form of program once, kept in the user's cache."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from operator import mul
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from aclnn_emu.core.cache import cache_folder
from aclnn_emu.plan.engine.scratch import Scratch
from aclnn_emu.plan.engine.space import Box, Space

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array
    from aclnn_emu.plan.engine.source import Source

__all__ = ["LoopBody", "installed", "is_ready", "works"]

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


class LoopBody:
    """Runs a compiled loop on pieces.

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
        self._tiles = {place: scratch.take(nbytes) for place, nbytes in source.tiles.items()}
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
        loads = len(pieces) - len(self.twins)
        for place, piece in enumerate(pieces):
            if place >= loads and self.twins[place - loads] is not None:
                continue
            if source.layout[place] == "single":
                memory.append(self._starts[place])
                continue
            memory.append(self._copy(place, piece) if packed[place] else self._place(place, starts))
            steps = piece.strides if len(shape) == 2 else (0, piece.strides[-1])
            memory += steps[:1] if source.layout[place] == "held" else steps
            if place in self._tiles:
                memory.append(_address(self._tiles[place]))
        rows, count = shape if len(shape) == 2 else (1, pieces[-1].size)
        self._loop(rows, count, *memory, *source.constants)

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
