"""What property tests of operators with indices draw: dtypes of a chip, shapes, layouts, data of every kind, indices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import attrs
import numpy as np
from _case import DTYPES, OK, SOCS, Call, T, but, outcome
from _draw import layouts
from _run import Array, check_close, np_dtype, run
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import numpy_dtype

Shape = tuple[int, ...]

_SPECIAL = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0])


def _retyped(value: Any, dtype: int) -> Any:
    return [_retyped(item, dtype) for item in value] if isinstance(value, list) else T(dtype, value.shape)


@attrs.frozen
class Base:
    """An operator, and the parameters that have the dtype that is drawn."""

    call: Call = attrs.field(hash=False)
    names: tuple[str, ...]
    op: str = attrs.field(default=attrs.Factory(lambda self: self.call.op, takes_self=True))

    @cache  # noqa: B019 - as many as there are rows in tables
    def dtypes(self, soc: str) -> tuple[int, ...]:
        """Those that phase 1 takes on a chip and that NumPy can hold; tables of cases have them literally."""
        taken = []
        for dtype in DTYPES.values():
            changed = {name: _retyped(self.call.args[name], dtype) for name in self.names}
            if numpy_dtype(dtype) is not None and outcome(but(self.call, **changed), soc)[0] == OK:
                taken.append(dtype)
        return tuple(taken)


@attrs.frozen
class Drawn:
    """A call with what its inputs hold, and what must come out.

    Attributes:
        call: of the operator.
        soc: the chip.
        values: of the inputs, by parameter name.
        expected: the outputs by parameter name, from what the inputs hold (halves widened to float64).
        near: the dtype whose thresholds hold; None where every bit is known.
    """

    call: Call
    soc: str
    values: Mapping[str, Any]
    expected: Callable[[Mapping[str, Array]], Mapping[str, Any]]
    outs: tuple[str, ...] = ("out",)
    near: int | None = None

    def check(self) -> None:
        """Compute and compare."""
        found = run(self.call, self.values, soc=self.soc, out=self.outs)
        expected = self.expected(found.inputs)
        for name in self.outs:
            wanted, got = np.asarray(expected[name]), found.outs[name]
            if self.near is not None and wanted.dtype.kind in "fc":
                check_close(got.real, wanted.real, self.near)
                check_close(got.imag, wanted.imag, self.near)
            else:
                same_bits(got, wanted)


def same_bits(found: Array, wanted: Array) -> None:
    """Equal to the last bit, signs of zeros included."""
    wide = np.complex128 if found.dtype.kind == "c" else np.float64
    if found.dtype.kind not in "iub":
        found, wanted = found.astype(wide), wanted.astype(wide)
    np.testing.assert_array_equal(found, wanted)
    np.testing.assert_array_equal(np.signbit(found.real), np.signbit(wanted.real))


@attrs.define
class Draw:
    """Hypothesis decides the structure, a seeded generator makes the bulk.

    Its first example takes what it calls simplest, so what a test must meet in every run is made that: the first of all
    choices, the highest number, False; a shape of [3, 3, 3], its dimension 1, the newest chip.
    """

    data: Any
    rng: np.random.Generator

    def one_of(self, *choices: Any) -> Any:
        """One of the values."""
        return self.data.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        """An integer, both ends included."""
        return high - int(self.data.draw(st.integers(0, high - low)))

    def flag(self) -> bool:
        """True or False."""
        return bool(self.data.draw(st.booleans()))

    def chip(self, base: Base, among: tuple[str, ...] = SOCS[::-1]) -> tuple[str, int]:
        """A chip that has the operator, and a dtype that it takes."""
        soc = self.one_of(*(soc for soc in among if base.dtypes(soc)))
        return soc, self.one_of(*base.dtypes(soc))

    def shape(self, low: int = 0, high: int = 4, *, smallest: int = 1) -> Shape:
        """A shape with so many dimensions; small ones where there are many."""
        rank = self.one_of(*sorted(range(low, high + 1), key=lambda number: abs(number - 3)))
        sizes = (3, 2, 4, 1, 0) if rank <= 4 else (2, 1, 0)
        return tuple(self.one_of(*(size for size in sizes if size >= smallest)) for _ in range(rank))

    def dim(self, shape: Shape) -> tuple[int, int]:
        """A dimension as the caller may write it, and from 0 on."""
        rank = max(len(shape), 1)
        axis = self.one_of(*sorted(range(rank), key=lambda number: abs(number - 1)))
        return (axis - rank if self.flag() else axis), axis

    def tensor(self, dtype: int, shape: Shape) -> T:
        """An input in a drawn layout; elements may share memory."""
        made: T = self.data.draw(layouts(dtype, tuple(shape)))
        return made

    def index(self, shape: Shape, *, shared: bool = True) -> T:
        """A tensor of indices, of one of their two dtypes; elements may share memory, unless told."""
        dtype = self.one_of(DTYPES["s32"], DTYPES["s64"])
        return self.tensor(dtype, shape) if shared else self.out(dtype, shape)

    def out(self, dtype: int, shape: Shape) -> T:
        """A tensor that can be written, in a drawn layout."""
        made: T = self.data.draw(layouts(dtype, tuple(shape), writable=True))
        return made

    def anything(self, dtype: int, shape: Shape) -> Array:
        """What the dtype can hold: extremes, infinities, NaN, negative zero."""
        kind = np_dtype(dtype)
        if kind.kind in "iu":
            info = np.iinfo(kind)
            return self.rng.integers(info.min, info.max, shape, kind, endpoint=True)
        if kind.kind == "b":
            return self.rng.integers(0, 2, shape).astype(bool)
        special = self.rng.choice(_SPECIAL, shape)
        numbers = np.where(self.rng.random(shape) < 0.3, special, 100 * self.rng.normal(size=shape))
        return numbers * (1 - 2j) if kind.kind == "c" else numbers

    def small(self, dtype: int, shape: Shape, low: int = -3, high: int = 3) -> Array:
        """Small whole numbers, exact in every dtype; none is negative where it has no sign."""
        low = max(low, 0) if np_dtype(dtype).kind in "ub" else low
        return self.rng.integers(
            low, min(high, 1) if np_dtype(dtype).kind == "b" else high, shape, endpoint=True
        )

    def picks(self, size: int, shape: Shape, *, negative: bool) -> Array:
        """Places in a dimension, where allowed counted from its end too."""
        return self.rng.integers(-size if negative else 0, size, shape)
