"""Scatter and its kin: update after update, in the order of the indices, in plain Python."""

import numpy as np
import pytest
from _case import DTYPES, but, s
from _draw import SEEDS
from _index_draws import Base, Draw, Drawn
from _indexing import (
    PUT,
    SCATTER_LIST,
    SCATTER_ND,
    SCATTER_ND_UPDATE,
    SCATTER_UPDATE,
    SCATTERS,
    SLICES,
    TF_SCATTER_ADD,
)  # fmt: skip
from _run import np_dtype
from _updates import updated
from hypothesis import given, settings
from hypothesis import strategies as st

F32, U8 = DTYPES["f32"], DTYPES["u8"]
REDUCTIONS = ("none", "add", "mul", "max", "min", "mean")


def along(index, axis, source):
    """For each element of the index its place in the result, and the number of source."""
    for place in np.ndindex(index.shape):
        target = list(place)
        target[axis : axis + 1] = [index[place]] * bool(place)
        yield tuple(int(i) for i in target), source[place].item()


def scatter(base):
    names = tuple(name for name in ("self", "selfRef", "src", "out") if name in base.args)
    x, out = ("selfRef",) * 2 if "selfRef" in base.args else ("self", "out")
    bases = Base(but(base, includeSelf=True) if "includeSelf" in base.args else base, names)

    def draw(d):
        soc, dtype = d.chip(bases)
        kind, shape = np_dtype(dtype).kind, d.shape(0, 8)
        dim, axis = d.dim(shape)
        limited = "includeSelf" in base.args and soc in ("Ascend910B", "Ascend910_93")
        known = [name for name in REDUCTIONS if not (kind == "c" and name in ("max", "min"))]
        known = [name for name in known if not (kind == "b" and name == "mean")]
        reduction = "add" if limited or "reduce" not in base.args else d.one_of(*reversed(known))
        include_self = limited or "includeSelf" not in base.args or d.flag()
        picked = tuple(d.number(0 if d.number(0, 9) == 0 else 1, 5 if place == axis else size)
                       for place, size in enumerate(shape))  # fmt: skip
        make = d.anything if reduction == "none" else d.small
        values = {x: make(dtype, shape), "index": d.picks((shape or (1,))[axis], picked, negative=True)}
        made_for = but(base, dim=dim, index=d.index(picked), **{x: d.out(dtype, shape)})
        if "reduce" in base.args:
            made_for = but(made_for, reduce=REDUCTIONS.index(reduction))
        if "includeSelf" in base.args:
            made_for = but(made_for, includeSelf=include_self)
        if "src" in base.args:
            wider = tuple(size + d.number(0, 1) for size in picked)
            made_for = but(made_for, src=d.tensor(dtype, wider))
            values["src"] = make(dtype, wider)
        else:
            number = d.small(dtype, ()).item()
            made_for = but(made_for, value=s(dtype, number))
        if out == "out":
            made_for = but(made_for, out=d.out(dtype, shape))

        def expected(held_by):
            size = shape[axis] if shape else 1
            index = held_by["index"] % size
            source = held_by["src"] if "src" in base.args else np.full(picked, number)
            made = updated(held_by[x], dtype, along(index, axis, source), reduction, rounds=False,
                           include_self=include_self)  # fmt: skip
            return {out: made}

        divides = reduction == "mean" and kind == "c"  # no definition says how a complex quotient is rounded
        return Drawn(made_for, soc, values, expected, outs=(out,), near=F32 if divides else None)

    return draw


def by_slices(base, reduction, *, least=0):
    """Rows of varRef at indices of any shape, not negative; `least` is the smallest rank of the indices."""
    bases, x, source = Base(base, ("varRef", "updates")), "varRef", "updates"

    def draw(d):
        soc, dtype = d.chip(bases)
        shape, picked = d.shape(1, 4), d.shape(least, 3, smallest=d.number(0, 1))
        made_for = but(base, **{x: d.out(dtype, shape), source: d.tensor(dtype, (*picked, *shape[1:]))},
                       indices=d.index(picked))  # fmt: skip
        values = {x: d.small(dtype, shape), "indices": d.picks(shape[0], picked, negative=False),
                  source: d.small(dtype, (*picked, *shape[1:]), -9, 9)}  # fmt: skip

        def expected(h):
            updates = (
                ((int(h["indices"][place[: len(picked)]]), *place[len(picked) :]), h[source][place].item())
                for place in np.ndindex(h[source].shape)
            )
            return {x: updated(h[x], dtype, updates, reduction, rounds=True)}

        return Drawn(made_for, soc, values, expected, outs=(x,))

    return draw


def by_rows(base, reduction, x, *, out=None, least=0):
    """Slices of x whose first coordinates are the rows of indices; `least` is the smallest rank of the updates."""
    bases = Base(base, tuple(name for name in (x, "updates", out) if name))

    def draw(d):
        soc, dtype = d.chip(bases)
        shape = d.shape(1, 8 if out else 5)
        depth = d.number(1, len(shape))
        lead = d.shape(least if depth == len(shape) else 0, min(depth, 3))
        picked = (*lead, *shape[depth:])
        make = d.anything if reduction == "none" else d.small
        made_for = but(base, indices=d.index((*lead, depth), shared=False), updates=d.tensor(dtype, picked),
                       **{name: d.out(dtype, shape) for name in (x, out) if name})  # fmt: skip
        rows = [d.picks(size, lead, negative=True) for size in shape[:depth]]
        values = {x: make(dtype, shape), "indices": np.stack(rows, -1), "updates": make(dtype, picked)}

        def expected(h):
            rows = h["indices"] % np.array(shape[:depth])
            updates = (
                ((*map(int, rows[place[: len(lead)]]), *place[len(lead) :]), h["updates"][place].item())
                for place in np.ndindex(*picked)
            )
            return {out or x: updated(h[x], dtype, updates, reduction, rounds=True)}

        return Drawn(made_for, soc, values, expected, outs=(out or x,))

    return draw


def put(d):
    accumulate = d.one_of(True, False)
    soc, dtype = d.chip(Base(but(PUT, accumulate=accumulate), ("selfRef", "source")))
    shape, picked = d.shape(0, 8), d.shape(0, 8)
    count, size = int(np.prod(picked)), int(np.prod(shape))
    given = (count,) if d.flag() else picked
    make = d.small if accumulate else d.anything
    made_for = but(PUT, selfRef=d.out(dtype, shape), index=d.index(picked), source=d.tensor(dtype, given),
                   accumulate=accumulate)  # fmt: skip
    values = {
        "selfRef": make(dtype, shape),
        "index": d.picks(size, picked, negative=True),
        "source": make(dtype, given),
    }

    def expected(h):
        places = [np.unravel_index(int(place), shape) if shape else () for place in h["index"].ravel() % size]
        updates = zip(places, h["source"].ravel().tolist(), strict=True)
        return {
            "selfRef": updated(h["selfRef"], dtype, updates, "add" if accumulate else "none", rounds=True)
        }

    return Drawn(made_for, soc, values, expected, outs=("selfRef",))


def block(data, updates, batch, start, axis):
    """One block of updates written along an axis."""
    for place in np.ndindex(updates.shape):
        target = [batch, *place]
        target[axis] += start
        data[tuple(target)] = updates[place]


BLOCKS = Base(SCATTER_UPDATE, ("data", "updates"))


def blocks(d):
    soc, dtype = d.chip(BLOCKS)
    shape = d.shape(2, 6)
    axis, kind = d.number(1, len(shape) - 1), d.one_of("one", "starts", "pairs")
    count = 1 if kind == "one" else d.number(1, shape[0] if kind == "starts" else 4)
    size = d.number(1, shape[axis])
    picked = {"one": (), "starts": (count,), "pairs": (count, 2)}[kind]
    put = (count, *shape[1:axis], size, *shape[axis + 1 :])
    starts = d.picks(shape[axis] - size + 1, (count,), negative=False)
    batches = d.picks(shape[0], (count,), negative=False) if kind == "pairs" else np.arange(count)
    indices = np.stack([batches, starts], -1) if kind == "pairs" else starts.reshape(picked)
    made_for = but(SCATTER_UPDATE, data=d.out(dtype, shape), indices=d.index(picked, shared=False),
                   updates=d.tensor(dtype, put), axis=d.one_of(axis, axis - len(shape)))  # fmt: skip

    def expected(h):
        made = h["data"].copy()
        for place, (batch, start) in enumerate(zip(batches, starts, strict=True)):
            block(made, h["updates"][place], batch, start, axis)
        return {"data": made}

    values = {"data": d.anything(dtype, shape), "indices": indices, "updates": d.anything(dtype, put)}
    return Drawn(made_for, soc, values, expected, outs=("data",))


LISTS = Base(SCATTER_LIST, ("varRef", "updates"))


def lists(d):
    soc, dtype = d.chip(LISTS)
    count, shape = d.number(1, 3), d.shape(1, 4)
    axis, pairs = d.number(1, len(shape)), d.flag()
    size = d.number(1, shape[axis - 1])
    put = (count, *shape[: axis - 1], size, *shape[axis:])
    lengths = d.rng.integers(0, size, (count,), endpoint=True) if pairs else np.full(count, size)
    starts = np.array([d.number(0, shape[axis - 1] - length) for length in lengths])
    mask = d.rng.integers(0, 2, count) if d.flag() else None
    names = [f"varRef[{place}]" for place in range(count)]
    made_for = but(
        SCATTER_LIST, varRef=[d.out(dtype, shape) for _ in names], updates=d.tensor(dtype, put),
        indice=d.index((count, 2) if pairs else (count,), shared=False), axis=d.one_of(axis, axis - len(put)),
        maskOptional=None if mask is None else d.out(U8, (count,)), reduceOptional=d.one_of("update", None),
    )  # fmt: skip
    values = {name: d.anything(dtype, shape) for name in names} | {"updates": d.anything(dtype, put)}
    values["indice"] = np.stack([starts, lengths], -1) if pairs else starts
    if mask is not None:
        values["maskOptional"] = mask

    def expected(h):
        made = {name: h[name].copy() for name in names}
        for place, name in enumerate(names):
            part = np.moveaxis(h["updates"][place], axis - 1, 0)[: lengths[place]]
            if mask is None or mask[place]:
                block(made[name][None], np.moveaxis(part, 0, axis - 1), 0, starts[place], axis)
        return made

    return Drawn(made_for, soc, values, expected, outs=tuple(names))


ROWS = {
    **{base.op[5:]: scatter(base) for base in SCATTERS},
    **{base.op[5:]: by_slices(base, base.op[-3:].lower()) for base in SLICES},
    "TfScatterAdd": by_slices(TF_SCATTER_ADD, "add", least=1),
    "TfScatterAdd-rows": by_rows(TF_SCATTER_ADD, "add", "varRef", least=1),
    "ScatterNd": by_rows(SCATTER_ND, "none", "data", out="out", least=1),
    "ScatterNdUpdate": by_rows(SCATTER_ND_UPDATE, "none", "varRef"),
    "InplacePut": put,
    "InplaceScatterUpdate": blocks,
    "ScatterList": lists,
}


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("row", ROWS)
def test_update_after_update(row, data, seed):
    ROWS[row](Draw(data, np.random.default_rng(seed))).check()
