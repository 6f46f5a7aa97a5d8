"""Sums of the rows that indices name: bags, the gradient, and rows that are shortened, in float64."""

import numpy as np
import pytest
from _case import DTYPES, but
from _draw import BF16, F16, F32, SEEDS, uniform
from _index_draws import Base, Draw, Drawn
from _indexing import BAG, DENSE_BACKWARD, RENORM
from hypothesis import given, settings
from hypothesis import strategies as st

S32, S64 = DTYPES["s32"], DTYPES["s64"]
INTS = tuple(DTYPES[name] for name in ("s8", "u8", "s16", "s32", "s64"))
COARSE = (BF16, F16, F32)


def positive(d, shape):
    """Numbers whose sums lose nothing to cancellation."""
    return uniform(d.number(0, 2**32 - 1), shape, 0.5, 2)


GRADS = Base(DENSE_BACKWARD, ("grad", "out"))


def dense_backward(d):
    soc, dtype = d.chip(GRADS)
    out = d.one_of(*GRADS.dtypes(soc))
    kind = d.one_of(*INTS, *(DTYPES[name] for name in ("f16", "f32", "f64", "bool")))
    picked, width = d.shape(0, 6), d.number(1, 4)
    rows = d.number(2, 4)
    padding, by_count = d.one_of(0, 1, 99, 2**64 - 1), d.flag()
    made_for = but(
        DENSE_BACKWARD, grad=d.tensor(dtype, (*picked, width)), indices=d.tensor(kind, picked), numWeights=rows,
        paddingIdx=padding, scaleGradByFreq=by_count, out=d.out(out, (rows, width)),
    )  # fmt: skip

    def expected(x):
        index = np.asarray(x["indices"]).astype(int)
        made = np.zeros((rows, width))
        for place in np.ndindex(*picked):
            if index[place] != padding:
                made[index[place]] += x["grad"][place] / ((index == index[place]).sum() if by_count else 1)
        return {"out": made}

    top = 2 if kind == DTYPES["bool"] else rows
    values = {"grad": positive(d, (*picked, width)), "indices": d.picks(top, picked, negative=False)}
    return Drawn(made_for, soc, values, expected, near=min((dtype, out), key=COARSE.index))


BAGS = Base(but(BAG, perSampleWeights=None), ("weight", "output"))


def bags(d):
    soc, dtype = d.chip(BAGS)
    on_950, (rows, width) = soc == "Ascend950", d.shape(2, 2)
    count, starts, last, padding = d.number(1, 6), d.number(1, 4), d.flag(), d.number(-1, 2)
    mode = d.one_of(0, 1, 2, 7)
    scaled = d.flag() and (on_950 or mode == 0)
    maxima = mode > 1
    offsets = np.array(
        [0, *sorted(d.picks(count + 1, (starts - 1,), negative=False).tolist()), *[count] * last]
    )
    wide = d.one_of("indices", "offsets")
    kinds = {name: d.one_of(*((S32, S64) if name == wide else INTS)) for name in ("indices", "offsets")}
    sizes = starts + (last and on_950)
    made_for = but(
        BAG, weight=d.tensor(dtype, (rows, width)), indices=d.out(kinds["indices"], (count,)), mode=mode,
        offsets=d.out(kinds["offsets"], offsets.shape), perSampleWeights=d.tensor(dtype, (count,)) if scaled else None,
        includeLastOffset=last, paddingIdx=padding, output=d.out(dtype, (starts, width)),
        offset2bag=d.out(d.one_of(S32, S64), (count,)), bagSize=d.out(d.one_of(S32, S64), (sizes,)),
        maxIndices=d.out(d.one_of(S32, S64), (starts, width) if maxima else (starts,)),
    )  # fmt: skip
    index = d.picks(rows, (count,), negative=False)

    def expected(x):
        made, chosen = np.zeros((starts, width)), np.zeros((starts, width), int)
        owner, counts = np.zeros(count, int), np.zeros(sizes, int)
        for bag in range(starts):
            end = offsets[bag + 1] if bag + 1 < starts else count
            owner[offsets[bag] : end] = bag
            kept = [place for place in range(offsets[bag], end) if index[place] != padding]
            counts[bag] = len(kept)
            if not kept:
                continue
            taken = np.array(
                [
                    x["weight"][index[place]] * (x["perSampleWeights"][place] if scaled else 1)
                    for place in kept
                ]
            )
            if maxima:
                made[bag] = taken.max(0)
                chosen[bag] = index[kept][taken.argmax(0)]
            else:
                made[bag] = taken.sum(0) / (len(kept) if mode == 1 else 1)
        return {
            "output": made,
            "offset2bag": owner,
            "bagSize": counts,
            "maxIndices": chosen if maxima else counts[:starts],
        }

    values = {"weight": positive(d, (rows, width)), "indices": index, "offsets": offsets}
    if scaled:
        values["perSampleWeights"] = positive(d, (count,))
    outs = ("output", "offset2bag", "bagSize", "maxIndices")[: 3 if on_950 and not maxima else 4]
    return Drawn(made_for, soc, values, expected, outs=outs, near=dtype)


NORMED = Base(RENORM, ("selfRef",))


def renorm(d):
    soc, dtype = d.chip(NORMED)
    rows, width = d.shape(2, 2)
    picked, power, limit = (
        d.shape(0, 6),
        d.one_of(np.inf, 3.0, 2.0, 1.0, 0.5, 0.0),
        d.one_of(1.7, 0.3, 2.6, 0.0),
    )
    made_for = but(
        RENORM, selfRef=d.out(dtype, (rows, width)), indices=d.index(picked), maxNorm=limit, normType=power
    )

    def expected(x):
        made = x["selfRef"].copy()
        for row in set(x["indices"].ravel().tolist()):
            numbers = np.abs(made[row])
            if power == 0:
                norm = np.count_nonzero(numbers)
            else:
                norm = numbers.max() if power == np.inf else (numbers**power).sum() ** (1 / power)
            made[row] *= limit / (norm + 1e-7) if norm > limit else 1
        return {"selfRef": made}

    signs = d.rng.choice([-1, 1], (rows, width))
    values = {"selfRef": positive(d, (rows, width)) * signs, "indices": d.picks(rows, picked, negative=False)}
    return Drawn(made_for, soc, values, expected, outs=("selfRef",), near=dtype)


ROWS = {"EmbeddingDenseBackward": dense_backward, "EmbeddingBag": bags, "EmbeddingRenorm": renorm}


@settings(max_examples=5)
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("row", ROWS)
def test_sums_of_rows(row, data, seed):
    ROWS[row](Draw(data, np.random.default_rng(seed))).check()
