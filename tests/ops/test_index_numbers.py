"""Index, IndexPut and slices along a dimension: each element against the place that the definition names."""

import numpy as np
import pytest
from _case import DTYPES, NEW_SOCS, T, but, s
from _draw import SEEDS
from _index_draws import Base, Draw, Drawn
from _indexing import (
    FILLS,
    INDEX,
    INDEX_ADD,
    INDEX_ADD_V2,
    INDEX_COPY,
    INDEX_PUT,
    INPLACE_INDEX_COPY,
)  # fmt: skip
from _run import np_dtype
from _updates import held, updated
from hypothesis import given, settings
from hypothesis import strategies as st

BOOL, F32, F64, S64 = (DTYPES[name] for name in ("bool", "f32", "f64", "s64"))


def sources(shape, members):
    """For each element at the indices the place that it has in a tensor of this shape.

    Args:
        shape: of the tensor.
        members: for each dimension integers; a mask for several; None for all places of one.
    """
    listed = []
    for member in members:
        masks = member is not None and member.dtype == bool
        listed += (
            list(np.array([p for p in np.ndindex(member.shape) if member[p]], int).reshape(-1, member.ndim).T)
            if masks
            else [member]
        )
    listed += [None] * (len(shape) - len(listed))
    given = [axis for axis, member in enumerate(listed) if member is not None]
    together = np.broadcast_shapes(*(listed[axis].shape for axis in given))
    beside = given[-1] - given[0] + 1 == len(given) if given else True
    first = given[0] if given and beside else 0
    kept = [axis for axis in range(len(shape)) if axis not in given]
    sizes = [shape[axis] for axis in kept]
    made = np.empty((*sizes[:first], *together, *sizes[first:]), object)
    for place in np.ndindex(made.shape):
        common, rest = place[first : first + len(together)], [*place[:first], *place[first + len(together) :]]
        target = dict(zip(kept, rest, strict=True))
        target |= {axis: np.broadcast_to(listed[axis], together)[common] for axis in given}
        made[place] = tuple(int(target[axis]) % shape[axis] for axis in range(len(shape)))
    return made


def members_of(d, shape, *, masks):
    """Indices for a tensor of this shape: integers that broadcast, masks of as many elements, gaps."""
    taken, members = 0, []
    together = d.shape(0, 2) if not masks else (d.number(0, 3),)
    while taken < len(shape):
        kind = d.one_of("ints", "gap", *["mask"] * masks)
        if kind == "gap":
            members.append(None)
            taken += 1
        elif kind == "ints":
            picked = (
                together
                if masks
                else tuple(1 if d.flag() else size for size in together)[
                    len(together) - d.number(0, len(together)) :
                ]
            )
            members.append(d.picks(shape[taken], picked, negative=True))
            taken += 1
        else:
            covered = shape[taken : taken + d.number(1, 3)]
            mask = np.zeros(covered, bool).ravel()
            mask[d.rng.permutation(mask.size)[: together[0]]] = True
            if mask.sum() != together[0]:
                members.append(None)
                taken += 1
                continue
            members.append(mask.reshape(covered))
            taken += len(covered)
    return members[: d.number(0, len(members))]


def tensors_for(d, members):
    """The list of tensors, where one without elements stands for a gap; and what the others hold."""
    made = [
        T(S64, (0,))
        if m is None
        else d.out(BOOL, m.shape)
        if m.dtype == bool
        else d.index(m.shape, shared=False)
        for m in members
    ]
    return made, {f"indices[{place}]": member for place, member in enumerate(members) if member is not None}


def without_empty(members):
    """An index without elements is a gap, whatever its dtype."""
    return [None if member is not None and not member.size else member for member in members]


INDEXED = Base(INDEX, ("self", "out"))


def index(d):
    soc, dtype = d.chip(INDEXED)
    shape = d.shape(1, 5)
    members = without_empty(members_of(d, shape, masks=d.flag() and np_dtype(dtype).kind != "c"))
    from_places = sources(shape, members)
    made, held_by = tensors_for(d, members)
    made_for = but(INDEX, self=d.tensor(dtype, shape), indices=made, out=d.out(dtype, from_places.shape))

    def expected(x):
        taken = [x["self"][place] for place in from_places.ravel()]
        return {"out": np.array(taken, x["self"].dtype).reshape(from_places.shape)}

    return Drawn(made_for, soc, {"self": d.anything(dtype, shape), **held_by}, expected)


PUTS = Base(INDEX_PUT, ("selfRef", "values"))


def index_put(d):
    soc, dtype = d.chip(PUTS)
    shape, accumulate = d.shape(1, 5), d.one_of(True, False)
    masks = d.flag()
    members = without_empty(members_of(d, shape, masks=masks))
    if any(member is not None and member.dtype == bool for member in members):  # no integers beside masks
        members = [None if member is not None and member.dtype != bool else member for member in members]
        if sum(member is not None for member in members) > 1:
            members = members[: next(place for place, m in enumerate(members) if m is not None) + 1]
    to_places = sources(shape, members)
    written = tuple(1 if d.flag() else size for size in to_places.shape)[
        to_places.ndim - d.number(0, to_places.ndim) :
    ]
    made, held_by = tensors_for(d, members)
    make = d.small if accumulate else d.anything
    made_for = but(
        INDEX_PUT,
        selfRef=d.out(dtype, shape),
        indices=made,
        values=d.tensor(dtype, written),
        accumulate=accumulate,
    )

    def expected(x):
        if not held_by:
            return {"selfRef": x["selfRef"]}
        updates = zip(
            to_places.ravel(), np.broadcast_to(x["values"], to_places.shape).ravel().tolist(), strict=True
        )
        return {
            "selfRef": updated(x["selfRef"], dtype, updates, "add" if accumulate else "none", rounds=False)
        }

    values = {"selfRef": make(dtype, shape), "values": make(dtype, written), **held_by}
    return Drawn(made_for, soc, values, expected, outs=("selfRef",))


def slices(d, base, names, *, additions, rows=None):
    """x, source and index for slices along a dimension, and their updates: what IndexAdd and IndexCopy share.

    `rows` are chip and dtype of a matrix whose rows are named.
    """
    soc, dtype = rows or d.chip(Base(base, names))
    shape = d.shape(2, 2) if rows else d.shape(1, 8)
    dim, axis = (d.one_of(0, -2), 0) if rows else d.dim(shape)
    count = d.number(1, 4)
    source = (*shape[:axis], count, *shape[axis + 1 :])
    make = d.small if additions else d.anything
    made_for = but(base, **{name: d.out(dtype, shape) for name in names if name != "source"}, dim=dim, index=d.index((count,)),
                   source=d.tensor(dtype, source))  # fmt: skip
    values = {
        names[0]: make(dtype, shape),
        "source": make(dtype, source),
        "index": d.picks(shape[axis], (count,), negative=False),
    }

    def updates(x, factor=None):
        for place in np.ndindex(source):
            number = x["source"][place].item()
            yield (
                (*place[:axis], int(x["index"][place[axis]]), *place[axis + 1 :]),
                number if factor is None else number * factor,
            )

    return soc, dtype, made_for, values, updates


def index_add(base):
    def draw(d):
        soc, dtype, made_for, values, updates = slices(d, base, ("self", "source", "out"), additions=True)
        fraction = np_dtype(dtype).kind not in "iub"
        alpha = held(d.one_of(-1, 0, 1, 2, *[0.5] * fraction), np_dtype(dtype))
        made_for = but(made_for, alpha=s(d.one_of(dtype, F64) if base is INDEX_ADD else dtype, alpha))

        def expected(x):
            return {"out": updated(x["self"], dtype, updates(x, alpha), "add", rounds=False)}

        return Drawn(made_for, soc, values, expected)

    return draw


def first_mode(d):
    """The fast way: rows of a matrix, without alpha."""
    rows = d.one_of(*NEW_SOCS), DTYPES[d.one_of("f32", "f16", "s32", "s16", "bf16")]
    soc, dtype, made_for, values, updates = slices(
        d, INDEX_ADD_V2, ("self", "source", "out"), additions=True, rows=rows
    )
    made_for = but(made_for, mode=0, alpha=s(dtype, 3))
    return Drawn(
        made_for, soc, values, lambda x: {"out": updated(x["self"], dtype, updates(x), "add", rounds=False)}
    )


def index_copy(base):
    out = "outRef" if "outRef" in base.args else "selfRef"

    def draw(d):
        names = tuple(dict.fromkeys(("selfRef", "source", out)))
        soc, dtype, made_for, values, updates = slices(d, base, names, additions=False)
        return Drawn(made_for, soc, values, lambda x: {out: updated(x["selfRef"], dtype, updates(x), "none", rounds=False)},
                     outs=(out,))  # fmt: skip

    return draw


def index_fill(base):
    x, out = ("self", "out") if "out" in base.args else ("selfRef", "selfRef")
    bases, by_list = Base(base, tuple(dict.fromkeys((x, out)))), "Tensor" in base.op

    def draw(d):
        soc, dtype = d.chip(bases)
        shape = d.shape(0, 8)
        dim, axis = d.dim(shape)
        size = shape[axis] if shape else 1
        beyond = 0 if by_list else 2  # what is no index is passed over
        picks = d.rng.integers(-size - beyond, size + beyond, d.number(0, 3) if d.flag() or by_list else ())
        kind, number = d.one_of((F32, 2.5), (F32, -1.0), (S64, 3), (BOOL, 1), (S64, 2**24 + 1))
        number = abs(number) if np_dtype(dtype).kind == "u" else number
        number = number % 100 if np_dtype(dtype).itemsize == 1 else number
        made_for = but(base, dim=dim, value=s(kind, number), index=tuple(map(int, picks)) if by_list else d.index(picks.shape),
                       **{name: d.out(dtype, shape) for name in bases.names})  # fmt: skip
        values = {x: d.anything(dtype, shape)} | ({} if by_list else {"index": picks})
        through = np.float32(number) if by_list and soc != "Ascend950" else number

        def expected(h):
            made = h[x].copy()
            for pick in np.ravel(picks if by_list else h["index"]):
                if -size <= pick < size:
                    np.moveaxis(made.reshape(shape or (1,)), axis, 0)[pick] = held(
                        int(through) if made.dtype.kind in "iu" else through, np_dtype(dtype)
                    )
            return {out: made}

        return Drawn(made_for, soc, values, expected, outs=(out,))

    return draw


ROWS = {
    "Index": index,
    "IndexPutImpl": index_put,
    "IndexAdd": index_add(INDEX_ADD),
    "IndexAddV2": index_add(INDEX_ADD_V2),
    "IndexAddV2-mode-0": first_mode,
    **{base.op[5:]: index_copy(base) for base in (INDEX_COPY, INPLACE_INDEX_COPY)},
    **{base.op[5:]: index_fill(base) for base in FILLS},
}


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("row", ROWS)
def test_what_the_indices_name(row, data, seed):
    ROWS[row](Draw(data, np.random.default_rng(seed))).check()
