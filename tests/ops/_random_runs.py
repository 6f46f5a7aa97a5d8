"""Random calls of the random operators: where they start in the stream, and comparison with what it says."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np
from _case import DTYPES, Call, but
from _draw import layouts
from _foreach_runs import SHAPES
from _lists import held
from _random_stream import units
from _run import Array, np_dtype, run
from hypothesis import strategies as st

F32, F16, BF16, F64, BOOL = (DTYPES[name] for name in ("f32", "f16", "bf16", "f64", "bool"))
S8, S16, S32, S64, U8, U64 = (DTYPES[name] for name in ("s8", "s16", "s32", "s64", "u8", "u64"))
HALVES, WHOLE = (F16, BF16), (S8, S16, S32, S64, U8)
NEWEST, DSA = "Ascend950", ("Ascend910B", "Ascend910_93")
NEW = (*DSA, NEWEST)
_BITS_64 = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(0, 9))

# Of keeping, or of a trial.
PROBS = (0.0, 2.0**-52, 1e-9, 0.1, 0.25, 0.5, 0.75, 1 - 2.0**-30, 1.0)

# What rounding on the way may cost, as a part of the largest number on it.
SLACK = {F16: 2.0**-9, BF16: 2.0**-8}


@attrs.frozen
class Start:
    """Where the numbers of a call start: arguments for it, what its tensors hold, and seed and offset themselves."""

    args: Mapping[str, Any]
    values: Mapping[str, Array]
    seed: int
    offset: int

    @property
    def place(self) -> tuple[int, int]:
        return self.seed, self.offset


def draw_start(data: Any, base: Call, *, kinds: Sequence[int] = (S64,)) -> Start:
    """Seed and offset as the operator takes them: numbers, or tensors and a number that is added to one."""
    unsigned = base.op.startswith("aclnnInplaceUniform")
    seed, offset, more = (data.draw(_BITS_64) for _ in range(3))
    attribute = {"offset": offset % 2**64 if unsigned else offset}
    if "seed" in base.args:
        return Start({**attribute, "seed": seed % 2**64 if unsigned else seed}, {}, seed, offset)
    kind = data.draw(st.sampled_from(kinds))
    specs = {name: data.draw(layouts(kind, (1,))) for name in ("seedTensor", "offsetTensor")}
    given = {"seedTensor": seed, "offsetTensor": more}
    values = {
        name: held(specs[name], np.asarray(value).astype(np_dtype(kind))) for name, value in given.items()
    }
    return Start({**attribute, **specs}, values, seed, offset + more)


def filled(
    data: Any, base: Call, start: Start, soc: str, dtype: int, shape: tuple[int, ...], **changes: Any
) -> Array:
    """What a call leaves in its selfRef, which held something else."""
    spec = data.draw(layouts(dtype, shape, writable=True))
    call = but(base, selfRef=spec, **start.args, **changes)
    return run(call, {"selfRef": np.full(shape, 3), **start.values}, soc=soc, out="selfRef").out


def draw_shape(data: Any) -> tuple[tuple[int, ...], int]:
    """A shape and its elements."""
    shape = data.draw(SHAPES)
    return shape, math.prod(shape)


def draw_probability(data: Any, start: Start, *others: float) -> float:
    """A probability; among them numbers that the stream has, which must count as not below."""
    own = (*units(*start.place, 1), *units(*start.place, 1, 53))
    drawn: float = data.draw(st.sampled_from((*PROBS, *others, *own)))
    return drawn


def check_drawn(found: Array, exact: Sequence[float], slack: float, *, whole: bool = False) -> None:
    """Compare with numbers that a kernel may round on the way.

    Args:
        found: the output; integers are cut, or it holds numbers that were.
        exact: the numbers, flat.
        slack: how far they may be away.
        whole: floating numbers are cut to whole ones, too.
    """
    wanted = np.asarray(exact, np.float64).reshape(found.shape)
    if found.dtype.kind == "b":
        sure = (np.abs(wanted) > slack) | (wanted == 0)
        np.testing.assert_array_equal(found[sure], wanted[sure] != 0)
        return
    numbers = found.real.astype(np.float64)
    if whole or found.dtype.kind in "iu":
        assert (numbers >= np.trunc(wanted - slack)).all(), (found, wanted)
        assert (numbers <= np.trunc(wanted + slack)).all(), (found, wanted)
        return
    assert (np.abs(numbers - wanted) <= slack).all(), (found, wanted)
