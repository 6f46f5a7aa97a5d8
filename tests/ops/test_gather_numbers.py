"""Gather and its kin move elements: each one of the result against the place that the definition names."""

import numpy as np
import pytest
from _case import T, but
from _draw import SEEDS
from _index_draws import Base, Draw, Drawn
from _indexing import EMBEDDING, GATHER, GATHER_ND, GATHER_V2, GATHER_V3, SELECT, TAKE
from hypothesis import given, settings
from hypothesis import strategies as st

MOVED = ("self", "out")


def places(shape, pick, like):
    """An array whose element at each place is what `pick` says."""
    made = np.empty(shape, like.dtype)
    for place in np.ndindex(*shape):
        made[place] = pick(place)
    return made


BY_COORDINATES = Base(GATHER, MOVED)


def gather(d):
    soc, dtype = d.chip(BY_COORDINATES)
    shape = d.shape(0, 8)
    dim, axis = d.dim(shape)
    picked = tuple(d.number(0, 5) if place == axis else d.number(1, size) for place, size in enumerate(shape))

    def expected(x):
        def one(place):
            source = list(place)
            source[axis : axis + 1] = [x["index"][place]] * bool(shape)
            return x["self"][tuple(source)]

        return {"out": places(picked, one, x["self"])}

    made_for = but(
        GATHER, self=d.tensor(dtype, shape), dim=dim, index=d.index(picked), out=d.out(dtype, picked)
    )
    values = {
        "self": d.anything(dtype, shape),
        "index": d.picks((shape or (1,))[axis], picked, negative=True),
    }
    return Drawn(made_for, soc, values, expected)


def whole_rows(d):
    """An index that is a vector, expanded to the columns of self."""
    soc, dtype = d.chip(BY_COORDINATES)
    rows, columns, count = d.number(1, 4), d.number(1, 4), d.number(1, 5)
    index = T(d.index((count,)).dtype, (count, columns), (1, 0), storage=(count,))
    made_for = but(GATHER, self=d.tensor(dtype, (rows, columns)), dim=d.one_of(0, -2), index=index,
                   out=d.out(dtype, (count, columns)))  # fmt: skip
    picks = np.repeat(d.picks(rows, (count, 1), negative=True), columns, 1)
    values = {"self": d.anything(dtype, (rows, columns)), "index": picks}
    return Drawn(made_for, soc, values, lambda x: {"out": places(
        (count, columns), lambda place: x["self"][x["index"][place], place[1]], x["self"])})  # fmt: skip


def along(x, index, axis, batch=0):
    """The slices of x at the indices along an axis; the first dimensions of both belong together."""
    between = x.shape[batch:axis]
    shape = (*x.shape[:axis], *index.shape[batch:], *x.shape[axis + 1 :])

    def one(place):
        head, rest = place[:batch], place[batch:]
        middle, rest = rest[: len(between)], rest[len(between) :]
        picked, tail = rest[: index.ndim - batch], rest[index.ndim - batch :]
        return x[(*head, *middle, index[(*head, *picked)], *tail)]

    return places(shape, one, x)


def slices(base, *, batched=False, negative=False, flat_index=False):
    """Slices along an axis; an index without dimensions counts as one of one."""
    bases = Base(base, MOVED)

    def draw(d):
        soc, dtype = d.chip(bases)
        on_950 = soc == "Ascend950"
        shape = d.shape(1 if batched else 0, 8)
        axis, batch = 0, 0
        dim = d.one_of(0, -1) if not shape else 0
        if shape and not batched:
            dim, axis = d.dim(shape)
        if batched and on_950:
            axis = d.one_of(*reversed(range(len(shape))))
            dim = d.one_of(axis, axis - len(shape))
            batch = d.one_of(*sorted(range(axis + 1), key=lambda number: abs(number - 1)))
        rest = d.shape(0, 1 if flat_index else 9 - max(len(shape), 1) if len(shape) > 4 else 3, smallest=0)
        if not shape and flat_index:
            rest = (1,)
        elif not shape:  # stays without dimensions, whatever the index
            rest = d.shape(0, 3)
        picked = (*shape[:batch], *rest)
        size = shape[axis] if shape else 1
        index = d.index(picked)

        def expected(x):
            if not shape:
                return {"out": x["self"]}
            places_of = x["index"] if batched or x["index"].ndim else x["index"].reshape(1)
            return {"out": along(x["self"], places_of, axis, batch)}

        raised = rest if batched or rest else (1,)
        out = (*shape[:axis], *raised, *shape[axis + 1 :]) if shape else ()
        made_for = but(base, self=d.tensor(dtype, shape), dim=dim, index=index, out=d.out(dtype, out))
        made_for = but(made_for, batchDims=batch, mode=1) if batched else made_for
        held = {"self": d.anything(dtype, shape), "index": d.picks(size, picked, negative=negative)}
        return Drawn(made_for, soc, held, expected)

    return draw


ND = Base(GATHER_ND, MOVED)


def gather_nd(d):
    soc, dtype = d.chip(ND)
    shape = d.shape(1, 8)
    depth = d.number(1, len(shape))
    lead = d.shape(0, min(depth, 3), smallest=0)
    negative = d.flag()
    made_for = but(
        GATHER_ND, self=d.tensor(dtype, shape), indices=d.index((*lead, depth), shared=False), negativeIndexSupport=negative,
        out=d.out(dtype, (*lead, *shape[depth:])),
    )  # fmt: skip
    rows = [d.picks(size, lead, negative=negative) for size in shape[:depth]]
    values = {"self": d.anything(dtype, shape), "indices": np.stack(rows, -1)}
    return Drawn(made_for, soc, values, lambda x: {"out": places(
        (*lead, *shape[depth:]), lambda place: x["self"][(*x["indices"][place[: len(lead)]], *place[len(lead) :])], x["self"],
    )})  # fmt: skip


TAKES = Base(TAKE, MOVED)


def take(d):
    soc, dtype = d.chip(TAKES)
    shape, picked = d.shape(0, 8), d.shape(0, 8, smallest=0)
    made_for = but(TAKE, self=d.tensor(dtype, shape), index=d.index(picked), out=d.out(dtype, picked))
    count = int(np.prod(shape))
    values = {"self": d.anything(dtype, shape), "index": d.picks(count, picked, negative=True)}
    return Drawn(made_for, soc, values, lambda x: {"out": places(
        picked, lambda place: x["self"].ravel()[x["index"][place]], x["self"])})  # fmt: skip


WEIGHTS = Base(EMBEDDING, ("weight", "out"))


def embedding(d):
    soc, dtype = d.chip(WEIGHTS)
    shape, picked = d.shape(2, 2), d.shape(0, 7, smallest=0)
    made_for = but(
        EMBEDDING,
        weight=d.tensor(dtype, shape),
        indices=d.index(picked),
        out=d.out(dtype, (*picked, shape[1])),
    )
    values = {"weight": d.anything(dtype, shape), "indices": d.picks(shape[0], picked, negative=False)}
    return Drawn(made_for, soc, values, lambda x: {"out": along(x["weight"], x["indices"], 0)})


ROWS = {
    "Gather": gather,
    "Gather-rows": whole_rows,
    "GatherV2": slices(GATHER_V2, negative=True),
    "GatherV3": slices(GATHER_V3, batched=True),
    "IndexSelect": slices(SELECT, flat_index=True),
    "GatherNd": gather_nd,
    "Take": take,
    "Embedding": embedding,
}


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("row", ROWS)
def test_each_element_comes_from_its_place(row, data, seed):
    ROWS[row](Draw(data, np.random.default_rng(seed))).check()
