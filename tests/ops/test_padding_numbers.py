"""Padding, its gradients, windows and sequences: the numbers against element-wise formulas."""

import math

import numpy as np
import pytest
from _case import DTYPES, but, ints, s, t
from _draw import F16, F32, SEEDS, layouts, uniform
from _movement import ARANGE, CONSTANT_PAD, IM2COL, KINDS, LINSPACE, LOGSPACE, PADS, RANGE, UNFOLD_GRAD
from _run import check_close, run
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


@pytest.mark.parametrize("dtype", sorted({"f32", "f16", "bf16", "s64", "bool", "c64", "f64", "u16"}))
@pytest.mark.parametrize(
    ("pad", "shape"),
    [((1, 2), (2, 6)), ((0, 0, 1, 0), (3, 3)), ((-1, 2, 1, -1), (2, 4)), ((-1, -1), (2, 1)), ((), (2, 3))],
)
def test_a_value_around(dtype, pad, shape):
    kind = DTYPES[dtype]
    made_for = but(
        CONSTANT_PAD,
        self=t(kind, (2, 3), strides=(1, 2), storage=(6,)),
        pad=ints(*pad),
        value=s(kind, 1),
        out=t(kind, shape),
    )
    values = np.array([[0, 1, 0], [1, 0, 0]])
    found = run(made_for, {"self": values})
    left, _, top, _ = (*pad, 0, 0, 0, 0)[:4]
    for i, j in np.ndindex(shape):
        row, column = i - top, j - left
        inside = 0 <= row < 2 and 0 <= column < 3
        assert found.out[i, j] == (values[row, column] if inside else 1), (i, j)


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


@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64, S32, S64])
@pytest.mark.parametrize("base", [ARANGE, RANGE], ids=lambda base: base.op)
def test_sequences(base, dtype):
    whole = dtype in (S32, S64)
    start, step = (s(S64, 7), s(S64, -3)) if whole else (s(F64, 0.5), s(F64, 0.25))
    end = s(S64, -11) if whole else s(F64, 2.0)
    found = run(
        but(base, start=start, end=end, step=step, out=t(dtype, (6,), strides=(2,), storage=(11,))), {}
    )
    assert found.out.astype(float).tolist() == (
        [7, 4, 1, -2, -5, -8] if whole else [0.5, 0.75, 1, 1.25, 1.5, 1.75]
    )


def test_a_long_float_sequence_is_rounded_once():
    found = run(but(ARANGE, start=s(F32, 0.1), end=s(F32, 1000.0), step=s(F32, 0.1), out=t(F32, (9999,))), {})
    start = step = float(np.float32(0.1))
    assert found.out.tolist() == [float(np.float32(math.fsum((start, i * step)))) for i in range(9999)]


def test_whole_sequences_keep_all_bits():
    made_for = but(ARANGE, start=s(S64, 2**60 + 1), end=s(S64, 2**61), step=s(S64, 1), out=t(S64, (3,)))
    assert run(made_for, {}).out.tolist() == [2**60 + 1, 2**60 + 2, 2**60 + 3]


@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64])
@pytest.mark.parametrize(
    ("start", "end", "steps"), [(0, 1, 5), (-3, 7, 11), (2, -2, 2), (5, 5, 4), (0.1, 0.7, 101)]
)
def test_linspace(dtype, start, end, steps):
    made_for = but(
        LINSPACE, start=s(F64, start), end=s(F64, end), steps=steps, out=t(dtype, (steps,), strides=(3,))
    )
    made_for = but(made_for, out=t(dtype, (steps,), strides=(3,), storage=(3 * steps,)))
    found = run(made_for, {}).out.astype(float)
    low, high = (float(np.asarray(x).astype(run(made_for, {}).out.dtype)) for x in (start, end))
    assert (found[0], found[-1]) == (low, high)
    exact = [low + (high - low) * i / (steps - 1) for i in range(steps)]
    np.testing.assert_allclose(
        found, exact, rtol={F32: 1e-6, F64: 1e-12, F16: 1e-3, BF16: 1e-2}[dtype], atol=1e-6
    )


@pytest.mark.parametrize("dtype", [S32, S64, S16, S8, DTYPES["u8"]])
def test_linspace_of_integers_cuts_fractions(dtype):
    found = run(but(LINSPACE, start=s(F32, 0), end=s(F32, 10), steps=5, out=t(dtype, (5,))), {})
    assert found.out.tolist() == [0, 2, 5, 7, 10]
    one = but(LINSPACE, start=s(F32, 3.9), steps=1, out=t(dtype, (1,)))
    assert run(one, {}).out.tolist() == [3]


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
def test_logspace(dtype):
    made_for = but(LOGSPACE, start=s(F32, -1.0), end=s(F32, 3.0), steps=9, base=2.0, result=t(dtype, (9,)))
    found = run(made_for, {}, out="result")
    check_close(found.out, [2.0 ** (-1 + i / 2) for i in range(9)], dtype)
    half_way = but(made_for, start=s(F16, 0.0), end=s(BF16, 4.0), steps=3, result=t(dtype, (3,)))
    assert run(half_way, {}, out="result").out.astype(float).tolist() == [1, 4, 16]
