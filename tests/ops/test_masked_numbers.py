"""Masks, nonzero elements, distinct elements, OneHot: element by element, for every layout."""

import math

import numpy as np
import pytest
from _case import DTYPES, but, t
from _draw import SEEDS, broadcastable
from _index_draws import Base, Draw, Drawn
from _indexing import (
    MASKED_SCATTER,
    MASKED_SELECT,
    NONZERO,
    NONZERO_V2,
    ONE_HOT,
    UNIQUE,
    UNIQUE2,
    UNIQUE_CONSECUTIVE,
    UNIQUE_DIM,
)
from _lists import run_lists
from _run import np_dtype
from _updates import rank_of
from hypothesis import given, settings
from hypothesis import strategies as st

BOOL, S64 = DTYPES["bool"], DTYPES["s64"]


class Sized:
    """A call whose outputs are as large as the data says: they begin with what is expected, flat."""

    def __init__(self, call, soc, values, expected):
        self.call, self.soc, self.values, self.expected = call, soc, values, expected

    def check(self):
        made = run_lists(self.call, self.values, written=set(self.expected), soc=self.soc)
        for name, wanted in self.expected.items():
            kind = np_dtype(self.call.args[name].dtype)
            flat = np.asarray(wanted).astype(kind).ravel()
            np.testing.assert_array_equal(
                made[name].ravel()[: flat.size].astype(complex), flat.astype(complex)
            )


def sparse(d, dtype, shape):
    """Anything, with many zeros of both signs."""
    numbers = np.asarray(d.anything(dtype, shape))
    return np.where(d.rng.random(shape) < 0.5, numbers, d.rng.choice([0, -0.0], shape).astype(numbers.dtype))


def nonzero(base, *, columns):
    bases = Base(base, ("self",))

    def draw(d):
        soc, dtype = d.chip(bases)
        shape = d.shape(1, 7)
        x = sparse(d, dtype, shape)
        kept = x.astype(np_dtype(dtype)) != 0
        rows = np.array([place for place in np.ndindex(*shape) if kept[place]], np.int64).reshape(
            -1, len(shape)
        )
        room = (len(shape), kept.size) if columns else (kept.size, len(shape))
        made_for = but(base, self=d.out(dtype, shape), out=t(S64, room))
        return Sized(made_for, soc, {"self": x}, {"out": rows.T if columns else rows})

    return draw


def masked(d, shape):
    """A mask for a shape, and what it holds; a UINT8 mask is set where it is not 0."""
    picked = d.data.draw(broadcastable(shape))
    spec = d.out(d.one_of(BOOL, DTYPES["u8"]), picked)
    held = d.rng.integers(0, 3, picked)
    return spec, held if spec.dtype != BOOL else held > 0


SELECTED, SELECTED_AS = Base(MASKED_SELECT, ("self",)), Base(MASKED_SELECT, ("out",))


def masked_select(d):
    """Either broadcasts to the other, and the result may have a dtype of its own."""
    soc, dtype = d.chip(SELECTED)
    out, whole = d.one_of(dtype, *SELECTED_AS.dtypes(soc)), d.shape(0, 8)
    shape = d.data.draw(broadcastable(whole))
    spec, mask = masked(d, whole)
    merged = np.broadcast_shapes(shape, mask.shape)
    x = d.anything(dtype, shape) if out == dtype else d.small(dtype, shape, 0)
    made_for = but(MASKED_SELECT, self=d.out(dtype, shape), mask=spec, out=t(out, (math.prod(merged),)))
    chosen, numbers = np.broadcast_to(mask != 0, merged), np.broadcast_to(x, merged)
    picked = [numbers[place] for place in np.ndindex(*merged) if chosen[place]]
    return Sized(made_for, soc, {"self": x, "mask": mask}, {"out": picked})


SCATTERED = Base(MASKED_SCATTER, ("selfRef", "source"))


def masked_scatter(d):
    soc, dtype = d.chip(SCATTERED)
    shape = d.shape(0, 8)
    spec, mask = masked(d, shape)
    count = int(np.broadcast_to(mask != 0, shape).sum())
    source = (count + d.number(0, 2),)
    made_for = but(MASKED_SCATTER, selfRef=d.out(dtype, shape), mask=spec, source=d.tensor(dtype, source))

    def expected(h):
        made, rest = h["selfRef"].copy(), iter(h["source"].tolist())
        for place in np.ndindex(*shape):
            if np.broadcast_to(h["mask"] != 0, shape)[place]:
                made[place] = next(rest)
        return {"selfRef": made}

    values = {"selfRef": d.anything(dtype, shape), "mask": mask, "source": d.anything(dtype, source)}
    return Drawn(made_for, soc, values, expected, outs=("selfRef",))


def one_hot(d):
    soc, dtype = d.chip(Base(ONE_HOT, ("onValue", "offValue", "out")))
    soc, names = d.chip(Base(ONE_HOT, ("self",)), (soc,))
    shape, classes = d.shape(0, 6), d.number(1, 4)
    axis = d.number(-1, len(shape))
    place = len(shape) if axis < 0 else axis
    out = (*shape[:place], classes, *shape[place:])
    made_for = but(
        ONE_HOT, self=d.tensor(names, shape), numClasses=classes, onValue=d.out(dtype, d.one_of((), (1,))),
        offValue=d.out(dtype, (1,)), axis=axis, out=d.out(dtype, out),
    )  # fmt: skip

    def expected(h):
        made = np.empty(out, h["onValue"].dtype)
        for at in np.ndindex(*out):
            hit = h["self"][(*at[:place], *at[place + 1 :])] == at[place]
            made[at] = (h["onValue"] if hit else h["offValue"]).item()
        return {"out": made}

    values = {
        "self": d.small(names, shape, -1, 4),
        "onValue": d.anything(dtype, made_for.args["onValue"].shape),
    }
    return Drawn(made_for, soc, {**values, "offValue": d.anything(dtype, (1,))}, expected)


def few(d, dtype, shape):
    """Few different numbers, NaN and both zeros among them."""
    x = np.asarray(d.small(dtype, shape, -2, 2))
    if np_dtype(dtype).kind in "iub":
        return x
    special = d.rng.choice([np.nan, -0.0, np.inf], shape)
    return np.where(d.rng.random(shape) < 0.2, special, x) * (1 + 1j if np_dtype(dtype).kind == "c" else 1)


def distinct(rows, *, ordered):
    """The first of each group of equal rows, the group of each row, the sizes; NaN is equal to nothing."""
    groups = []
    for place, row in enumerate(rows):
        group = next((g for g in groups if rows[g[0]] == row), None)
        if group is None:
            groups.append([place])
        else:
            group.append(place)
    if ordered:
        groups.sort(key=lambda group: [rank_of(number) for number in rows[group[0]]])
    inverse = {place: number for number, group in enumerate(groups) for place in group}
    return (
        [group[0] for group in groups],
        [inverse[place] for place in range(len(rows))],
        [len(g) for g in groups],
    )


def runs(rows):
    """The first of every run of equal neighbours, the run of each, the lengths."""
    firsts, inverse = [], []
    for place, row in enumerate(rows):
        if not place or rows[place - 1] != row:
            firsts.append(place)
        inverse.append(len(firsts) - 1)
    return firsts, inverse, [inverse.count(number) for number in range(len(firsts))]


def rows_of(x, axis):
    """What is compared, as lists that compare NaN as different also with itself."""
    flat = x.reshape(-1, 1) if axis is None else np.moveaxis(x, axis, 0).reshape(x.shape[axis], -1)
    return [list(map(complex if x.dtype.kind == "c" else float, row)) for row in flat]


def unique(base):
    counted = base is not UNIQUE
    bases = Base(base, ("self", "valueOut"))

    def draw(d):
        soc, dtype = d.chip(bases)
        shape, ordered, inverse, counts = d.shape(0, 6), d.flag(), d.flag(), counted and d.flag()
        x = few(d, dtype, shape)
        size = (int(np.prod(shape)),)
        made_for = but(
            base, self=d.out(dtype, shape), sorted=ordered, returnInverse=inverse, valueOut=t(dtype, size),
            inverseOut=t(S64, shape),
        )  # fmt: skip
        if counted:
            made_for = but(made_for, returnCounts=counts, countsOut=t(S64, size))
        always = soc == "Ascend950" and np_dtype(dtype).name not in ("bool", "float64")
        held = x.astype(np_dtype(dtype))
        firsts, groups, sizes = distinct(rows_of(held, None), ordered=ordered or always)
        outs = {"valueOut": held.ravel()[firsts]}
        outs |= {"inverseOut": groups} if inverse else {}
        outs |= {"countsOut": sizes} if counts else {}
        return Sized(made_for, soc, {"self": x}, outs)

    return draw


def along(base, grouped):
    """Slices along a dimension, or elements where there is none."""
    bases = Base(base, ("self", "valueOut"))

    def draw(d):
        soc, dtype = d.chip(bases)
        shape, inverse = d.shape(1, 6), d.flag()
        dim, axis = d.dim(shape)
        if base is UNIQUE_CONSECUTIVE and d.flag():
            dim, axis = 1000, None
        x = few(d, dtype, shape)
        for _ in range(d.number(0, 2) if axis is not None else 0):  # some slices are equal
            source, target = d.picks(shape[axis], (2,), negative=False)
            np.moveaxis(x, axis, 0)[target] = np.moveaxis(x, axis, 0)[source]
        size = int(np.prod(shape)) if axis is None else shape[axis]
        made_for = but(
            base, self=d.out(dtype, shape), dim=dim, returnInverse=inverse,
            valueOut=t(dtype, (size,) if axis is None else shape),
            inverseOut=t(S64, shape if axis is None else (size,)), countsOut=t(S64, (size,)),
        )  # fmt: skip
        counts = base is UNIQUE_DIM or d.flag()
        if base is UNIQUE_CONSECUTIVE:
            made_for = but(made_for, returnCounts=counts)
        held = x.astype(np_dtype(dtype))
        firsts, groups, sizes = grouped(rows_of(held, axis))
        outs = {"valueOut": held.ravel()[firsts] if axis is None else np.take(held, firsts, axis)}
        outs |= {"inverseOut": groups} if inverse else {}
        outs |= {"countsOut": sizes} if counts else {}
        return Sized(made_for, soc, {"self": x}, outs)

    return draw


ROWS = {
    "Nonzero": nonzero(NONZERO, columns=False),
    "NonzeroV2": nonzero(NONZERO_V2, columns=True),
    "MaskedSelect": masked_select,
    "InplaceMaskedScatter": masked_scatter,
    "OneHot": one_hot,
    "Unique": unique(UNIQUE),
    "Unique2": unique(UNIQUE2),
    "UniqueConsecutive": along(UNIQUE_CONSECUTIVE, runs),
    "UniqueDim": along(UNIQUE_DIM, lambda rows: distinct(rows, ordered=True)),
}


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("row", ROWS)
def test_what_is_chosen(row, data, seed):
    ROWS[row](Draw(data, np.random.default_rng(seed))).check()
