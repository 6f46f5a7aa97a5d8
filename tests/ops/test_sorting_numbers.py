"""Sorting, with NaN as the largest number, and searching, against sorted() and bisect."""

import bisect
import math

import attrs
import numpy as np
import pytest
from _case import DTYPES, but, s
from _draw import SEEDS
from _index_draws import Base, Draw, Drawn
from _indexing import ARGSORT, BUCKETIZE, SEARCH, SEARCH_SCALAR, SORT, TOPK
from _run import np_dtype
from _updates import rank_of
from hypothesis import given, settings
from hypothesis import strategies as st

S32, S64, F16, F32, F64 = (DTYPES[name] for name in ("s32", "s64", "f16", "f32", "f64"))


def in_order(row, *, descending):
    """Places of a list in order; equal ones stay as they stand."""
    order = sorted(range(len(row)), key=lambda place: rank_of(row[place]))
    if not descending:
        return order
    groups = {}
    for place in order:
        groups.setdefault(rank_of(row[place]), []).append(place)
    return [place for group in reversed(groups.values()) for place in group]


def ordered(x, axis, *, descending, count=None):
    """Values and places in order along an axis."""
    if not x.ndim:
        return x, np.zeros((), np.int64)
    rows = np.moveaxis(x, axis, -1)
    places = np.empty((*rows.shape[:-1], rows.shape[-1] if count is None else count), np.int64)
    for row in np.ndindex(*rows.shape[:-1]):
        places[row] = in_order(rows[row].tolist(), descending=descending)[:count]
    places = np.moveaxis(places, -1, axis)
    return np.take_along_axis(x, places, axis), places


def as_half(x, dtype, soc):
    """Ascend910 sorts FLOAT as FLOAT16."""
    if dtype != F32 or soc != "Ascend910":
        return x
    with np.errstate(over="ignore"):
        return x.astype(np.float16).astype(np.float64)


SORTED = Base(SORT, ("self", "valuesOut"))


def sort(d):
    soc, dtype = d.chip(SORTED)
    shape, descending = d.shape(0, 8, smallest=d.number(0, 1)), d.one_of(True, False)
    dim, axis = d.dim(shape)
    made_for = but(
        SORT, self=d.tensor(dtype, shape), stable=d.flag(), dim=dim, descending=descending,
        valuesOut=d.out(dtype, shape), indicesOut=d.out(S64, shape),
    )  # fmt: skip

    def expected(x):
        single = bool(shape) and shape[axis] == 1  # nothing to sort, and no cast
        values, places = ordered(
            x["self"] if single or not shape else as_half(x["self"], dtype, soc), axis, descending=descending
        )
        return {"valuesOut": values, "indicesOut": places}

    return Drawn(made_for, soc, {"self": tied(d, dtype, shape)}, expected, outs=("valuesOut", "indicesOut"))


def tied(d, dtype, shape):
    """Anything, or small numbers, of which many are equal."""
    return d.small(dtype, shape) if d.flag() else d.anything(dtype, shape)


ARGSORTED = Base(ARGSORT, ("self",))


def argsort(d):
    soc, dtype = d.chip(ARGSORTED)
    shape, descending = d.shape(0, 8, smallest=2 if np_dtype(dtype).name == "bfloat16" else 1), d.flag()
    dim, axis = d.dim(shape)
    made_for = but(
        ARGSORT, self=d.tensor(dtype, shape), dim=dim, descending=descending, out=d.out(S64, shape)
    )
    return Drawn(made_for, soc, {"self": tied(d, dtype, shape)},
                 lambda x: {"out": ordered(x["self"], axis, descending=descending)[1]})  # fmt: skip


TOPS = Base(TOPK, ("self", "valuesOut"))


def topk(d):
    soc, dtype = d.chip(TOPS)
    shape, largest = d.shape(0, 8), d.one_of(True, False)
    dim, axis = d.dim(shape)
    k = d.number(1, (shape or (1,))[axis])
    out = (*shape[:axis], k, *shape[axis + 1 :]) if shape else ()
    made_for = but(
        TOPK, self=d.tensor(dtype, shape), k=k, dim=dim, largest=largest, sorted=d.flag(), valuesOut=d.out(dtype, out),
        indicesOut=d.out(S64, out),
    )  # fmt: skip

    def expected(x):
        values, places = ordered(as_half(x["self"], dtype, soc), axis, descending=largest, count=k)
        return {"valuesOut": values, "indicesOut": places}

    return Drawn(made_for, soc, {"self": tied(d, dtype, shape)}, expected, outs=("valuesOut", "indicesOut"))


@attrs.frozen
class Halved:
    """A number as the kernels compare it on the left: below another is whatever is not equal or above."""

    value: float

    def __lt__(self, other):
        return not self.value >= other.value


def found(number, sequence, *, right):
    """Where a number would stand, by halves: what does not compare counts as below."""
    if right:
        return bisect.bisect_right(sequence, number)
    return bisect.bisect_left([Halved(one) for one in sequence], Halved(number))


def numbers_for(d, dtype, sequence, other, shape):
    """A sequence and what is looked for; small whole numbers where the dtypes differ, so that both hold them.

    Each row is in order with NaN at the end, or in no order.
    """
    make = tied if other == dtype else Draw.small
    kind = np_dtype(dtype)
    numbers = np.asarray(make(d, dtype, sequence)).astype(kind)
    numbers = numbers if kind.kind in "iu" else numbers.astype(np.float64)
    if d.number(0, 3):
        numbers = ordered(numbers, len(sequence) - 1, descending=False)[0]
    return numbers, make(d, other, shape)


SEARCHED = Base(but(SEARCH, sorter=None), ("sortedSequence", "self"))
SEARCHED_FOR = Base(but(SEARCH, sorter=None), ("self",))


def search(d):
    soc, dtype = d.chip(SEARCHED)
    other = d.one_of(dtype, *SEARCHED_FOR.dtypes(soc))
    rows, right, narrow = d.flag(), d.flag(), d.flag()
    shape, length = d.shape(1 if rows else 0, 5, smallest=d.number(0, 1)), d.number(0, 9)
    if rows and shape == (1,):
        shape = (2,)
    sequence = (*shape[:-1], length) if rows else (length,) if shape or d.flag() else ()
    length = length if sequence else 1
    numbers, wanted = numbers_for(d, dtype, sequence, other, shape)
    made_for = but(
        SEARCH, sortedSequence=d.out(dtype, sequence), self=d.tensor(other, shape), outInt32=narrow, right=right, sorter=None,
        out=d.out(S32 if narrow else S64, shape),
    )  # fmt: skip
    values = {"sortedSequence": numbers, "self": wanted}
    if d.flag() and length:
        order = np.argsort(d.rng.random((*sequence[:-1], length)), -1)  # numbers[k] will stand at order[k]
        shuffled = np.take_along_axis(numbers.reshape(order.shape), np.argsort(order, -1), -1)
        values |= {"sortedSequence": shuffled.reshape(sequence), "sorter": order.reshape(sequence)}
        made_for = but(made_for, sorter=d.out(S64, sequence))

    def expected(x):
        made = np.zeros(shape, np.int64)
        for place in np.ndindex(*shape):
            row = numbers[place[:-1]] if rows else numbers.reshape(-1)
            made[place] = found(x["self"][place].item(), row.tolist(), right=right)
        return {"out": made}

    return Drawn(made_for, soc, values, expected)


SEARCHED_SCALAR = Base(but(SEARCH_SCALAR, sorter=None), ("sortedSequence",))


def search_scalar(d):
    """The number passes through float32."""
    soc, dtype = d.chip(SEARCHED_SCALAR)
    right, narrow, length = d.flag(), d.flag(), d.number(0, 6)
    numbers = ordered(d.small(dtype, (length,)).astype(np_dtype(dtype)), 0, descending=False)[0]
    number = d.one_of(-2.0, 0.0, 0.3, 1.5, 2.0, 3.0)
    if np_dtype(dtype).kind in "iu":
        number = abs(math.trunc(number))
    made_for = but(
        SEARCH_SCALAR, sortedSequence=d.out(dtype, (length,)), self=s(d.one_of(F32, F64), number), outInt32=narrow,
        right=right, sorter=None, out=d.out(S32 if narrow else S64, d.one_of((), (1,))),
    )  # fmt: skip
    wanted = float(np.float32(number).astype(np_dtype(dtype)))
    place = found(wanted, numbers.astype(float).tolist(), right=right)
    return Drawn(made_for, soc, {"sortedSequence": numbers},
                 lambda x: {"out": np.full(made_for.args["out"].shape, place)})  # fmt: skip


BUCKETS, BUCKETS_FOR = Base(BUCKETIZE, ("boundaries",)), Base(BUCKETIZE, ("self",))


def bucketize(d):
    dtype = d.one_of(*BUCKETS.dtypes("Ascend950"))
    other = d.one_of(dtype, *BUCKETS_FOR.dtypes("Ascend950"))
    shape, length, right, narrow = d.shape(0, 8), d.number(0, 17), d.flag(), d.flag()
    numbers, wanted = numbers_for(d, dtype, (length,), other, shape)
    made_for = but(
        BUCKETIZE, self=d.tensor(other, shape), boundaries=d.out(dtype, (length,)), outInt32=narrow, right=right,
        out=d.out(S32 if narrow else S64, shape),
    )  # fmt: skip

    def expected(x):
        places = [found(number, numbers.tolist(), right=right) for number in x["self"].ravel().tolist()]
        return {"out": np.array(places, np.int64).reshape(shape)}

    return Drawn(made_for, "Ascend950", {"self": wanted, "boundaries": numbers}, expected)


ROWS = {
    "Sort": sort,
    "Argsort": argsort,
    "Topk": topk,
    "SearchSorted": search,
    "SearchSorteds": search_scalar,
    "Bucketize": bucketize,
}


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("row", ROWS)
def test_order(row, data, seed):
    ROWS[row](Draw(data, np.random.default_rng(seed))).check()
