"""Random calls of the operators over tensor lists, and what their members must become."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np
from _case import DTYPES, Call, T, but, s, t
from _draw import layouts, shapes
from _foreach import Row
from _lists import held
from _run import FILL, Array, check_numbers, np_dtype
from hypothesis import strategies as st

F32, F16, BF16, S32, S64 = (DTYPES[name] for name in ("f32", "f16", "bf16", "s32", "s64"))
FLOATS = (F32, F16, BF16)
COPIED_TO = {F32: FLOATS, F16: (F16, F32), BF16: (BF16, F32)}

SPECIAL = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1.0, -1.0, 0.5, -2.5])
WHOLE_SCALARS = (-3, -1, 0, 1, 2, 7, 2**31 - 1, -(2**31))
BEYOND_INT32 = (2**40 + 5, -(2**33) - 1, 2**32 + 1, 2**32 - 1)

SHAPES = st.one_of(
    shapes(), st.lists(st.integers(0, 3), max_size=3).map(tuple), st.lists(st.integers(1, 2), max_size=8).map(tuple)
)  # fmt: skip


@attrs.frozen
class Drawn:
    """A call, what its tensors hold, and the scalar of each member as the kernel gets it."""

    row: Row
    soc: str
    call: Call
    values: Mapping[str, Array]
    scalars: tuple[Any, ...]


def draw_call(data: Any, row: Row, seed: int) -> Drawn:
    """A chip that has the operator, dtypes that go together, one to three members, layouts, scalars, values."""
    soc = data.draw(st.sampled_from(row.chips))
    pair = data.draw(st.sampled_from(sorted(row.pairs(soc)))).split("/")
    dtype, scalar_dtype = DTYPES[pair[0]], DTYPES[pair[-1]]
    sizes = tuple(data.draw(st.lists(SHAPES, min_size=1, max_size=3)))
    plain = row.call(dtype, scalar_dtype, sizes)
    made = but(plain, **{name: _laid_out(data, row, name, plain.args[name]) for name in row.lists})
    if row.out:
        target = data.draw(st.sampled_from(COPIED_TO.get(dtype, (dtype,)))) if row.name == "Copy" else dtype
        out = [attrs.evolve(spec, dtype=target) for spec in made.args["out"]]
        made = but(made, out=_laid_out(data, row, "out", out))
    rng = np.random.default_rng(seed)
    special = data.draw(st.booleans())
    values = {
        f"{name}[{place}]": held(spec, _elements(rng, row, spec, special=special))
        for name in row.lists
        for place, spec in enumerate(made.args[name])
    }
    if not row.scalar:
        return Drawn(row, soc, made, values, ())
    argument, given = _scalars(data, row, made, scalar_dtype)
    if isinstance(argument, T):
        values[row.scalar] = held(argument, given)
        given = values[row.scalar].tolist()
    cut = dtype == S32 and soc != "Ascend950"
    scalars = [_as_kernel_gets_it(value, scalar_dtype, cut=cut) for value in given]
    several = row.kind in ("tensors", "list")
    return Drawn(
        row,
        soc,
        but(made, **{row.scalar: argument}),
        values,
        tuple(scalars if several else scalars * len(sizes)),
    )


def _laid_out(data: Any, row: Row, name: str, members: list[T]) -> list[T]:
    """Members in memory: any way for what is read; for what is written as the operator takes it."""
    writes = name == row.written
    if writes and row.out and not row.own and row.name != "Norm" and data.draw(st.booleans()):
        return [t(spec.dtype, (math.prod(spec.shape) + data.draw(st.integers(0, 2)),)) for spec in members]
    if writes and not row.strided:
        return [t(spec.dtype, spec.shape, offset=data.draw(st.integers(0, 3))) for spec in members]
    return [data.draw(layouts(spec.dtype, spec.shape, writable=writes)) for spec in members]


def _elements(rng: np.random.Generator, row: Row, spec: T, *, special: bool) -> Array:
    """Random elements of a member; integers of the whole range among small ones."""
    kind = np_dtype(spec.dtype)
    if kind.kind == "b":
        return rng.integers(0, 2, spec.shape) > 0
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        far = rng.integers(limits.min, limits.max, spec.shape, kind, endpoint=True)
        near = rng.integers(max(limits.min, -4), 8, spec.shape, kind, endpoint=True)
        return np.where(rng.integers(0, 2, spec.shape) > 0, far, near)
    numbers = rng.uniform(*row.domain, spec.shape)
    if special:
        numbers = np.where(rng.integers(0, 2, spec.shape) > 0, rng.choice(SPECIAL, spec.shape), numbers)
    return numbers.astype(kind)


def _scalars(data: Any, row: Row, made: Call, dtype: int) -> tuple[Any, list[Any]]:
    """The argument, and the numbers in it."""
    members = made.args[row.lists[0]]
    choice = tuple(row.scalars)
    if (
        np_dtype(dtype).kind in "iu"
        and members[0].dtype not in FLOATS
        and not row.name.startswith("RoundOff")
    ):
        choice = WHOLE_SCALARS + (BEYOND_INT32 if row.kind == "list" else ())
    elif np_dtype(dtype).kind in "iu":
        choice = tuple(int(value) for value in choice if np.isfinite(value))
    count = len(members) if row.kind in ("tensors", "list") else 1
    given = [data.draw(st.sampled_from(choice)) for _ in range(count)]
    if row.kind in ("tensor", "tensors"):
        return data.draw(layouts(dtype, (count,))), given
    return s(dtype, given[0]) if row.kind == "scalar" else [s(dtype, value) for value in given], given


def _as_kernel_gets_it(value: Any, dtype: int, *, cut: bool) -> Any:
    """In double, rounded to its dtype; an integer as it is, or on 910B as INT32."""
    if np_dtype(dtype).kind in "iu":
        return (value + 2**31) % 2**32 - 2**31 if cut else value
    return float(np.asarray(value).astype(np_dtype(dtype)))


def check_members(drawn: Drawn, found: Mapping[str, Array]) -> None:
    """Compare what was written with the reference."""
    row = drawn.row
    for place, spec in enumerate(drawn.call.args[row.lists[0]]):
        extra = drawn.scalars[place : place + 1]
        operands = [drawn.values[f"{name}[{place}]"] for name in row.lists]
        # The library asks for room only: an output may have another shape and a rest, which stays.
        flat = found[f"{row.written}[{place}]"].reshape(-1)
        count = 1 if row.name == "Norm" else operands[0].size
        target, rest = flat[:count], flat[count:]
        assert rest.tobytes() == bytes([FILL]) * rest.nbytes
        if spec.dtype in FLOATS:
            with np.errstate(all="ignore"):
                doubles = [operand.astype(np.float64) for operand in operands]
                wanted = row.computes(drawn.soc, whole=False)(*doubles, *extra)
            dtype = drawn.call.args[row.written][place].dtype
            check_numbers(target, np.reshape(wanted, -1), dtype)
        else:
            numbers = [operand.astype(object) for operand in operands]
            with np.errstate(all="ignore"):
                exact = row.computes(drawn.soc, whole=True)(*numbers, *extra)
            np.testing.assert_array_equal(target, _stored(row, np.reshape(exact, -1), target.dtype))


def _stored(row: Row, exact: Array, kind: np.dtype[Any]) -> Array:
    """Integers in the dtype of the output: sums and exponentials of small ones saturate, everything else wraps."""
    if kind.kind not in "iu":
        return exact.astype(kind)
    limits = np.iinfo(kind)
    if kind.itemsize < 4 and row.name.startswith(("Add", "Sub", "Exp")):
        return np.rint(np.clip(exact.astype(np.float64), limits.min, limits.max)).astype(kind)
    return ((exact.astype(object) - limits.min) % 2 ** (8 * kind.itemsize) + limits.min).astype(kind)
