"""Padding, its gradients, windows and sequences: the numbers against element-wise formulas."""

import math

import numpy as np
import pytest
from _case import DTYPES, but, ints, s, t
from _draw import F16, F32, SEEDS, layouts, uniform
from _index_draws import Base, Draw, Drawn
from _movement import ARANGE, CONSTANT_PAD, IM2COL, KINDS, LINSPACE, LOGSPACE, PADS, RANGE, UNFOLD_GRAD
from _run import check_close, np_dtype, run
from hypothesis import given, settings
from hypothesis import strategies as st

BF16, F64, S8, S16, S32, S64 = (DTYPES[name] for name in ("bf16", "f64", "s8", "s16", "s32", "s64"))
FEW = settings(max_examples=5)
SHAPES = {1: (2, 3, 4), 2: (2, 1, 4, 3), 3: (1, 2, 3, 3, 4)}


def source(kind, place, size):
    """The place that a padded element is taken from, found step by step."""
    while not 0 <= place < size:
        if kind == "Reflection":
            place = -place if place < 0 else 2 * (size - 1) - place
        elif kind == "Replication":
            place += 1 if place < 0 else -1
        else:
            place += size if place < 0 else -size
    return place


def sources(kind, shape, sides):
    """For each element of the padded tensor the index in the plain one."""
    before = [0] * (len(shape) - len(sides)) + [first for first, _ in sides]
    after = [0] * (len(shape) - len(sides)) + [last for _, last in sides]
    padded = tuple(size + a + b for size, a, b in zip(shape, before, after, strict=True))
    return padded, {
        index: tuple(
            source(kind, place - first, size) for place, first, size in zip(index, before, shape, strict=True)
        )
        for index in np.ndindex(padded)
    }


@st.composite
def padded_calls(draw, kind, dims):
    """Shape (with a batch or without) and the two sides of each padded dimension."""
    shape = SHAPES[dims][draw(st.integers(0, 1)) :]
    low = -1 if kind != "Circular" else 0
    sides = [(draw(st.integers(low, 2)), draw(st.integers(low, 2))) for _ in range(dims)]
    return shape, sides


def flat(sides):
    return ints(*(number for pair in reversed(sides) for number in pair))


@FEW
@given(data=st.data(), dtype=st.sampled_from([F32, F16, BF16, S32, S8]), seed=SEEDS)
@pytest.mark.parametrize("key", KINDS, ids=str)
def test_padding_takes_elements_of_the_tensor(key, data, dtype, seed):
    base, _ = PADS[key]
    shape, sides = data.draw(padded_calls(*key))
    padded, places = sources(key[0], shape, sides)
    made_for = but(
        base,
        self=data.draw(layouts(dtype, shape)),
        padding=flat(sides),
        out=data.draw(layouts(dtype, padded, writable=True)),
    )
    found = run(made_for, {"self": np.random.default_rng(seed).integers(-9, 9, shape)})
    for index, place in places.items():
        assert float(found.out[index]) == found.inputs["self"][place]


@FEW
@given(data=st.data(), dtype=st.sampled_from([F32, F16, BF16]), seed=SEEDS)
@pytest.mark.parametrize("key", KINDS, ids=str)
def test_the_gradient_goes_back_to_the_places(key, data, dtype, seed):
    _, base = PADS[key]
    shape, sides = data.draw(padded_calls(*key))
    if key[1] == 2 and dtype == BF16:  # BF16 takes no negative padding there
        sides = [(abs(a), abs(b)) for a, b in sides]
    padded, places = sources(key[0], shape, sides)
    made_for = but(
        base, gradOutput=data.draw(layouts(dtype, padded)), self=data.draw(layouts(dtype, shape)), padding=flat(sides),
        gradInput=data.draw(layouts(dtype, shape, writable=True)),
    )  # fmt: skip
    soc = data.draw(st.sampled_from(["Ascend910B", "Ascend950"]))
    found = run(made_for, {"gradOutput": uniform(seed, padded, 0.5, 2)}, out="gradInput", soc=soc)
    expected = np.zeros(shape)
    for index, place in places.items():
        expected[place] += found.inputs["gradOutput"][index]
    check_close(found.out, expected, dtype)


PADDED = Base(CONSTANT_PAD, ("self", "out"))


def pads_for(d, shape):
    """Two numbers for each of the last dimensions; where one would end up empty all of them grow."""
    pads, empty = [], False
    for size in shape[d.number(0, len(shape)) :]:
        first = d.number(-size, 2)
        last = d.number(-size - min(first, 0), 2)
        pads.append((first, last))
        empty = empty or size + first + last == 0
    return [(abs(first), abs(last)) for first, last in pads] if empty else pads


@FEW
@given(data=st.data(), seed=SEEDS)
def test_a_value_around(data, seed):
    d = Draw(data, np.random.default_rng(seed))
    soc, dtype = d.chip(PADDED)
    shape = d.shape(0, 8)
    pads = pads_for(d, shape)
    plain = len(shape) - len(pads)
    firsts = [0] * plain + [first for first, _ in pads]
    padded = (*shape[:plain], *(size + sum(pair) for size, pair in zip(shape[plain:], pads, strict=True)))
    filler = d.small(dtype, ()).item()
    made_for = but(CONSTANT_PAD, self=d.tensor(dtype, shape), pad=flat(pads), value=s(dtype, filler),
                   out=d.out(dtype, padded))  # fmt: skip

    def expected(x):
        made = np.full(padded, filler, x["self"].dtype)
        for index in np.ndindex(*padded):
            place = tuple(at - first for at, first in zip(index, firsts, strict=True))
            if all(0 <= at < size for at, size in zip(place, shape, strict=True)):
                made[index] = x["self"][place]
        return {"out": made}

    Drawn(made_for, soc, {"self": d.anything(dtype, shape)}, expected).check()


def test_a_value_around_nothing():
    for dtype in (F32, DTYPES["bool"]):
        made_for = but(
            CONSTANT_PAD, self=t(dtype, (0, 3)), pad=ints(0, 0, 1, 1), value=s(dtype, 1), out=t(dtype, (2, 3))
        )
        assert run(made_for, {}).out.tolist() == [[1, 1, 1]] * 2


@given(
    data=st.data(), window=st.tuples(st.integers(1, 3), st.integers(1, 3)), dilation=st.tuples(st.integers(1, 2), st.integers(1, 2)),
    padding=st.tuples(st.integers(0, 2), st.integers(0, 2)), stride=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    batch=st.booleans(), dtype=st.sampled_from([F32, F16]), seed=SEEDS,
)  # fmt: skip
@settings(max_examples=20)
def test_windows_are_columns(data, window, dilation, padding, stride, batch, dtype, seed):
    shape = (2, 2, 5, 6) if batch else (2, 5, 6)
    heights, widths = (
        (size + 2 * pad - step * (long - 1) - 1) // move + 1
        for size, pad, step, long, move in zip((5, 6), padding, dilation, window, stride, strict=True)
    )
    rows = 2 * window[0] * window[1]
    out = (*shape[:-3], rows, heights * widths)
    made_for = but(
        IM2COL, self=data.draw(layouts(dtype, shape)), kernelSize=window, dilation=dilation, padding=padding, stride=stride,
        out=data.draw(layouts(F32, out, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"self": np.random.default_rng(seed).integers(1, 9, shape)})
    images = found.inputs["self"].reshape(-1, 2, 5, 6)
    columns = found.out.reshape(-1, rows, heights * widths)
    for n, r, c in np.ndindex(columns.shape):
        channel, inside = divmod(r, window[0] * window[1])
        y = c // widths * stride[0] + inside // window[1] * dilation[0] - padding[0]
        x = c % widths * stride[1] + inside % window[1] * dilation[1] - padding[1]
        expected = images[n, channel, y, x] if 0 <= y < 5 and 0 <= x < 6 else 0
        assert columns[n, r, c] == expected


@FEW
@given(data=st.data(), dim=st.integers(0, 1), size=st.integers(1, 4), step=st.integers(1, 3), seed=SEEDS,
       dtype=st.sampled_from([F32, F16, BF16]))  # fmt: skip
def test_windows_give_their_gradients_back(data, dim, size, step, seed, dtype):
    sizes = (5, 6)
    windows = list(sizes)
    windows[dim] = (sizes[dim] - size) // step + 1
    made_for = but(
        UNFOLD_GRAD, gradOut=data.draw(layouts(dtype, (*windows, size))), inputSizes=sizes, dim=dim, size=size, step=step,
        gradIn=data.draw(layouts(dtype, sizes, writable=True)),
    )  # fmt: skip
    found = run(made_for, {"gradOut": uniform(seed, (*windows, size), 0.5, 2)}, out="gradIn")
    expected = np.zeros(sizes)
    for i, j, k in np.ndindex(*windows, size):
        place = (i * step + k, j) if dim == 0 else (i, j * step + k)
        expected[place] += found.inputs["gradOut"][i, j, k]
    check_close(found.out, expected, dtype)


@FEW
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("base", [ARANGE, RANGE], ids=lambda base: base.op)
def test_sequences(base, data, seed):
    d = Draw(data, np.random.default_rng(seed))
    soc, dtype = d.chip(Base(base, ("out",)))
    whole = dtype in (S32, S64)
    shape = d.shape(1, 3)
    start = d.number(-(2**60), 2**60) if dtype == S64 else d.number(-9, 9) + (0 if whole else 0.25)
    step = d.one_of(-3, -1, 1, 2) / (1 if whole else 4)
    count = math.prod(shape)
    end = start + int(step * (count if base is ARANGE else count - 1)) if whole else start + step * count
    kinds = (S64,) if dtype == S64 else (S32, S64) if whole else (F32, F64)
    bounds = {name: s(d.one_of(*kinds), int(number) if whole else number)
              for name, number in (("start", start), ("end", end), ("step", step))}  # fmt: skip
    numbers = [start + (int(step) if whole else step) * place for place in range(count)]
    made_for = but(base, **bounds, out=d.out(dtype, shape))
    near = None if whole else dtype if dtype != F64 else F32
    Drawn(made_for, soc, {}, lambda _: {"out": np.array(numbers).reshape(shape)}, near=near).check()


def test_a_long_float_sequence_is_rounded_once():
    found = run(but(ARANGE, start=s(F32, 0.1), end=s(F32, 1000.0), step=s(F32, 0.1), out=t(F32, (9999,))), {})
    start = step = float(np.float32(0.1))
    assert found.out.tolist() == [float(np.float32(math.fsum((start, i * step)))) for i in range(9999)]


def test_whole_sequences_keep_all_bits():
    made_for = but(ARANGE, start=s(S64, 2**60 + 1), end=s(S64, 2**61), step=s(S64, 1), out=t(S64, (3,)))
    assert run(made_for, {}).out.tolist() == [2**60 + 1, 2**60 + 2, 2**60 + 3]


EVEN = Base(LINSPACE, ("out",))


def even(start, end, steps):
    """Numbers at equal distances."""
    return [start + (end - start) * place / max(steps - 1, 1) for place in range(steps)]


@settings(max_examples=15)
@given(data=st.data(), seed=SEEDS)
def test_linspace(data, seed):
    d = Draw(data, np.random.default_rng(seed))
    soc, dtype = d.chip(EVEN)
    kind, steps = np_dtype(dtype), d.number(0, 40)
    low = 0 if kind.kind == "u" else -8
    start, end = (float(np.float32(low + (8 - low) * d.rng.random()).astype(kind)) for _ in range(2))
    bounds = {name: s(d.one_of(F32, F64), number) for name, number in (("start", start), ("end", end))}
    found = run(but(LINSPACE, **bounds, steps=steps, out=d.out(dtype, (steps,))), {}, soc=soc).out
    exact = np.array(even(start, end, steps))
    if (
        kind.kind in "iu"
    ):  # fractions are cut in FLOAT, in which a whole number may come out just below itself
        assert (np.abs(found - exact) <= 1).all()
    else:
        check_close(found, exact, dtype if dtype != F64 else F32)
    if steps:
        assert (float(found[0]), steps == 1 or float(found[-1])) == (start, steps == 1 or end)


@pytest.mark.parametrize("dtype", [S32, S64, S16, S8, DTYPES["u8"]])
def test_linspace_of_integers_cuts_fractions(dtype):
    found = run(but(LINSPACE, start=s(F32, 0), end=s(F32, 10), steps=5, out=t(dtype, (5,))), {})
    assert found.out.tolist() == [0, 2, 5, 7, 10]
    one = but(LINSPACE, start=s(F32, 3.9), steps=1, out=t(dtype, (1,)))
    assert run(one, {}).out.tolist() == [3]


@FEW
@given(data=st.data(), seed=SEEDS)
def test_logspace(data, seed):
    d = Draw(data, np.random.default_rng(seed))
    soc, dtype = d.chip(Base(LOGSPACE, ("result",)))
    steps, base = d.number(0, 20), d.one_of(0.5, 2.0, 3.0)
    start, end = d.number(-8, 8) / 4, d.number(-8, 8) / 4
    kinds = (F32, F64, F16, BF16)
    bounds = {"start": s(d.one_of(*kinds), start), "end": s(d.one_of(*kinds), end)}
    made_for = but(LOGSPACE, **bounds, steps=steps, base=base, result=d.out(dtype, (steps,)))
    wanted = [base**exponent for exponent in even(start, end, steps)]
    Drawn(
        made_for, soc, {}, lambda _: {"result": np.array(wanted, float)}, outs=("result",), near=dtype
    ).check()
