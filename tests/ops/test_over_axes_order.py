"""Running sums, products and extremes, softmax, medians, k-th smallest, histograms and counts: numbers."""

import math

import numpy as np
import pytest
from _case import NEW_SOCS, SOCS, call, outcome, s, t
from _draw import BF16, F16, F32, FLOATS, SEEDS, layouts, shapes, uniform
from _over_axes import BOOL, C64, F64, S8, S16, S32, S64, U8
from _run import check_close, np_dtype, run
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType

NAN, INF = math.nan, math.inf
few = settings(max_examples=40)  # every example runs several operators, with both engines
UNDEFINED = DataType.ACL_DT_UNDEFINED


@st.composite
def along(draw, *, min_rank=1):
    """A shape, an axis of it, and the axis as the caller may write it."""
    shape = draw(shapes(min_rank=min_rank))
    axis = draw(st.integers(0, len(shape) - 1))
    return shape, axis, draw(st.sampled_from([axis, axis - len(shape)]))


# Running sums and products.


@few
@given(st.data(), along(), FLOATS, FLOATS, SEEDS, st.booleans(), st.booleans())
def test_running_sums(data, drawn, dtype, out_dtype, seed, exclusive, reverse):
    shape, axis, dim = drawn
    self, values = data.draw(layouts(dtype, shape)), uniform(seed, shape, 0.5, 2)
    out = data.draw(layouts(out_dtype, shape, writable=True))
    found = run(call("aclnnCumsum", self=self, dim=dim, dtype=out_dtype, out=out), {"self": values})
    coarsest = max(dtype, out_dtype, key=(F32, F16, BF16).index)
    check_close(found.out, np.cumsum(found.inputs["self"], axis), coarsest)
    out = data.draw(layouts(dtype, shape, writable=True))
    made = call("aclnnCumsumV2", self=self, dim=dim, exclusive=exclusive, reverse=reverse, out=out)
    found = run(made, {"self": values})
    rows = np.moveaxis(found.inputs["self"], axis, -1)
    expected = np.empty_like(rows)
    for place in range(rows.shape[-1]):
        if reverse:
            expected[..., place] = rows[..., place + exclusive :].sum(-1)
        else:
            expected[..., place] = rows[..., : place + 1 - exclusive].sum(-1)
    check_close(found.out, np.moveaxis(expected, -1, axis), dtype)


@few
@given(st.data(), along(), FLOATS, SEEDS)
def test_running_products(data, drawn, dtype, seed):
    shape, axis, dim = drawn
    input_, out = data.draw(layouts(dtype, shape)), data.draw(layouts(dtype, shape, writable=True))
    values = uniform(seed, shape, 0.7, 1.4)
    made = call("aclnnCumprod", input=input_, dim=s(S32, dim), dtype=UNDEFINED, out=out)
    found = run(made, {"input": values})
    check_close(found.out, np.cumprod(found.inputs["input"], axis), dtype)
    in_place = run(
        call("aclnnInplaceCumprod", input=out, dim=s(S64, dim)), {"input": found.inputs["input"]}, out="input"
    )
    np.testing.assert_array_equal(in_place.out, found.out)


def test_running_numbers_of_integers_wrap_and_scalars_are_their_own():
    made = call("aclnnCumsum", self=t(F32, (3,)), dim=0, dtype=S8, out=t(S8, (3,)))
    assert run(made, {"self": [100.9, 100.9, 1]}).out.tolist() == [100, -56, -55]
    made = call("aclnnCumprod", input=t(U8, (3,)), dim=s(S32, 0), dtype=U8, out=t(U8, (3,)))
    assert run(made, {"input": [16, 17, 2]}).out.tolist() == [16, 16, 32]
    made = call("aclnnCumsumV2", self=t(C64, ()), dim=-1, exclusive=True, reverse=True, out=t(C64, ()))
    assert run(made, {"self": 2j}).out == 2j
    made = call("aclnnCumprod", input=t(F64, ()), dim=s(S32, 0), dtype=F64, out=t(F64, ()))
    assert run(made, {"input": 2.5}).out == 2.5


def test_the_dtype_of_cumprod_may_be_left_open():
    base = {"input": t(F32, (2,)), "dim": s(S32, 0), "out": t(F16, (2,))}
    assert outcome(call("aclnnCumprod", **base, dtype=UNDEFINED)) == (0, None)
    assert outcome(call("aclnnCumprod", **base, dtype=F16)) == (0, None)


# Running extremes.

RUNNING = ("valuesOut", "indicesOut")


@few
@given(
    st.data(), along(), SEEDS, st.sampled_from([F32, F16, S8, S32, S64, BOOL]), st.sampled_from([S32, S64]),
    st.sampled_from(SOCS), st.sampled_from(["Cummax", "Cummin"]),
)  # fmt: skip
def test_running_extremes(data, drawn, seed, dtype, index, soc, name):
    shape, axis, dim = drawn
    values = np.random.default_rng(seed).integers(0, 2 if dtype == BOOL else 4, shape)
    outs = {
        "valuesOut": data.draw(layouts(dtype, shape, writable=True)),
        "indicesOut": data.draw(layouts(index, shape, writable=True)),
    }
    made = call(f"aclnn{name}", self=data.draw(layouts(dtype, shape)), dim=dim, **outs)
    found = run(made, {"self": values}, soc=soc, out=RUNNING)
    rows = np.moveaxis(found.inputs["self"], axis, -1).astype(int)
    pick = max if name == "Cummax" else min
    for place in np.ndindex(rows.shape):
        head = rows[place[:-1]][: place[-1] + 1].tolist()
        best = pick(head)
        at = (*place[:-1], slice(None)), place[-1]
        assert np.moveaxis(found.outs["valuesOut"], axis, -1)[at[0]][at[1]] == best
        last = len(head) - 1 - head[::-1].index(best)
        assert np.moveaxis(found.outs["indicesOut"], axis, -1)[at[0]][at[1]] == last


@pytest.mark.parametrize(("name", "values"), [("Cummax", [1, NAN, NAN, NAN]), ("Cummin", [1, NAN, NAN, NAN])])
def test_nan_stays_a_running_extreme(name, values):
    made = call(f"aclnn{name}", self=t(F32, (4,)), dim=0, valuesOut=t(F32, (4,)), indicesOut=t(S64, (4,)))
    found = run(made, {"self": [1, NAN, 2, NAN]}, out=RUNNING)
    np.testing.assert_array_equal(found.outs["valuesOut"], values)
    assert found.outs["indicesOut"].tolist() == [0, 1, 1, 3]


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_the_running_minimum_of_a_scalar(soc):
    made = call("aclnnCummin", self=t(F32, ()), dim=-1, valuesOut=t(F32, ()), indicesOut=t(S32, ()))
    found = run(made, {"self": 2.5}, soc=soc, out=RUNNING)
    assert (float(found.outs["valuesOut"]), int(found.outs["indicesOut"])) == (2.5, 0)


def test_the_values_of_running_extremes_are_cast():
    for name in ("Cummax", "Cummin"):
        made = call(f"aclnn{name}", self=t(F32, (2,)), dim=0, valuesOut=t(S16, (2,)), indicesOut=t(S64, (2,)))
        assert run(made, {"self": [2.5, 2.5]}, out=RUNNING).outs["valuesOut"].tolist() == [2, 2]
    assert outcome(made, "Ascend950") == (561103, "ACLNN-VIEW-001")


# Softmax.


def softmax_of(x, axis):
    powers = np.exp(x - x.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


@few
@given(st.data(), along(), FLOATS, FLOATS, SEEDS)
def test_softmax(data, drawn, dtype, out_dtype, seed):
    shape, axis, dim = drawn
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(out_dtype, shape, writable=True))
    values, coarsest = uniform(seed, shape, -6, 6), max(dtype, out_dtype, key=(F32, F16, BF16).index)
    found = run(call("aclnnSoftmax", self=self, dim=dim, out=out), {"self": values})
    expected = softmax_of(found.inputs["self"], axis)
    check_close(found.out, expected, coarsest)
    found = run(call("aclnnLogSoftmax", self=self, dim=dim, out=out), {"self": values})
    if dtype == out_dtype:  # otherwise self is rounded to the dtype of out first
        check_close(found.out, np.log(expected), coarsest, floor=0.25)


@few
@given(st.data(), along(), FLOATS, SEEDS)
def test_gradients_of_softmax(data, drawn, dtype, seed):
    shape, axis, dim = drawn
    y = softmax_of(uniform(seed, shape, -3, 3), axis)
    values = {"gradOutput": uniform(seed + 1, shape, -2, 2), "output": y}
    tensors = {name: data.draw(layouts(dtype, shape)) for name in values}
    out = data.draw(layouts(dtype, shape, writable=True))
    found = run(call("aclnnSoftmaxBackward", **tensors, dim=dim, out=out), values)
    grad, y = found.inputs["gradOutput"], found.inputs["output"]
    check_close(found.out, (grad - (grad * y).sum(axis=axis, keepdims=True)) * y, dtype, floor=0.25)
    values["output"] = np.log(np.maximum(values["output"], 1e-4))
    found = run(call("aclnnLogSoftmaxBackward", **tensors, dim=dim, out=out), values)
    grad, y = found.inputs["gradOutput"], found.inputs["output"]
    check_close(found.out, grad - np.exp(y) * grad.sum(axis=axis, keepdims=True), dtype, floor=0.25)


def test_softmax_at_the_ends():
    made = call("aclnnSoftmax", self=t(F32, (4, 2)), dim=1, out=t(F32, (4, 2)))
    values = [[1000, 1000], [-INF, 0], [INF, 0], [NAN, 0]]
    np.testing.assert_array_equal(
        run(made, {"self": values}).out, [[0.5, 0.5], [0, 1], [NAN, NAN], [NAN, NAN]]
    )
    for op, expected in (("aclnnSoftmax", 1), ("aclnnLogSoftmax", 0)):
        assert run(call(op, self=t(F32, ()), dim=0, out=t(F32, ())), {"self": 7.0}).out == expected
    made = call("aclnnSoftmaxBackward", gradOutput=t(F32, ()), output=t(F32, ()), dim=0, out=t(F32, ()))
    assert run(made, {"gradOutput": 3.0, "output": 1.0}).out == 0


@few
@given(st.data(), FLOATS, SEEDS, st.sampled_from([(1, 1), (2, 1), (1, 3), (2, 3)]))
def test_scaled_masked_softmax(data, dtype, seed, batches):
    shape, wide = (2, 3, 2, 5), (*batches, 2, 5)
    mask = uniform(seed, wide, 0, 1) < 0.4
    x, hidden = data.draw(layouts(dtype, shape)), data.draw(layouts(BOOL, wide))
    y = data.draw(layouts(dtype, shape, writable=True))
    made = call("aclnnScaledMaskedSoftmax", x=x, mask=hidden, scale=0.5, fixedTriuMask=False, y=y)
    found = run(made, {"x": uniform(seed, shape, -4, 4), "mask": mask}, out="y")
    covered = np.broadcast_to(found.inputs["mask"], shape)
    check_close(found.out, softmax_of(np.where(covered, -10000, found.inputs["x"] * 0.5), -1), dtype)
    grad = data.draw(layouts(dtype, shape))
    made = call(
        "aclnnScaledMaskedSoftmaxBackward", gradOutput=grad, y=t(dtype, shape), mask=hidden, scale=0.5,
        fixTriuMask=False, out=y,
    )  # fmt: skip
    values = {"gradOutput": uniform(seed + 1, shape, -2, 2), "y": found.out.astype(np.float64), "mask": mask}
    found = run(made, values)
    g, p = found.inputs["gradOutput"], found.inputs["y"]
    covered = np.broadcast_to(found.inputs["mask"], shape)
    expected = np.where(covered, 0, (g - (g * p).sum(-1, keepdims=True)) * p * 0.5)
    check_close(found.out, expected, dtype, floor=0.25)


# Medians and k-th smallest elements.


def ordered(row):
    """Places of a row in ascending order, NaN last, equal elements in their old order."""
    return sorted(
        range(len(row)),
        key=lambda place: (math.isnan(row[place]), row[place] if row[place] == row[place] else 0),
    )


def by_row(x, axis, keep, pick):
    """Value and place that `pick` names in each row."""
    rows = np.moveaxis(x, axis, -1)
    places = np.empty(rows.shape[:-1], np.int64)
    for place in np.ndindex(places.shape):
        places[place] = pick(rows[place].tolist())
    places = np.expand_dims(places, axis)
    values = np.take_along_axis(x, places, axis)
    return (values, places) if keep else (values.squeeze(axis), places.squeeze(axis))


def middle(row):
    missing = [place for place, x in enumerate(row) if math.isnan(x)]
    return missing[0] if missing else ordered(row)[(len(row) - 1) // 2]


def middle_on_950(row):
    return ordered(row)[(len(row) - 1) // 2]


def middle_of_numbers(row):
    numbers = sum(not math.isnan(x) for x in row)
    return ordered(row)[max(numbers - 1, 0) // 2]


def some_numbers(seed, shape, dtype):
    random = np.random.default_rng(seed)
    values = random.integers(0, 6, shape).astype(np.float64)
    if dtype in (F32, F16):
        values[random.random(shape) < 0.2] = NAN
    return values


@few
@given(
    st.data(), along(), SEEDS, st.sampled_from([F32, F16, S8, S64, U8]), st.booleans(), st.sampled_from(SOCS)
)
def test_along_an_axis(data, drawn, seed, dtype, keep, soc):
    shape, axis, dim = drawn
    values = some_numbers(seed, shape, dtype)
    rest = tuple(1 if place == axis else size for place, size in enumerate(shape) if keep or place != axis)
    tensors = {
        "self": data.draw(layouts(dtype, shape)), "valuesOut": data.draw(layouts(dtype, rest, writable=True)),
        "indicesOut": data.draw(layouts(S64, rest, writable=True)),
    }  # fmt: skip
    k = data.draw(st.integers(1, shape[axis]))
    calls = [
        (
            call("aclnnMedianDim", **tensors, dim=dim, keepDim=keep),
            middle_on_950 if soc == "Ascend950" else middle,
        ),
        (call("aclnnNanMedianDim", **tensors, dim=dim, keepDim=keep), middle_of_numbers),
        (call("aclnnKthvalue", **tensors, k=k, dim=dim, keepdim=keep), lambda row: ordered(row)[k - 1]),
    ]
    for made, pick in calls:
        found = run(made, {"self": values}, soc=soc, out=RUNNING)
        expected, places = by_row(found.inputs["self"].astype(np.float64), axis, keep, pick)
        np.testing.assert_array_equal(found.outs["valuesOut"].astype(np.float64), expected)
        np.testing.assert_array_equal(found.outs["indicesOut"], places)


@few
@given(st.data(), shapes(), SEEDS, st.sampled_from([F32, F16, S8, S64, U8]))
def test_of_the_whole(data, shape, seed, dtype):
    self, values = data.draw(layouts(dtype, shape)), some_numbers(seed, shape, dtype)
    for op, out, pick in (("Median", "valuesOut", middle), ("NanMedian", "out", middle_of_numbers)):
        found = run(call(f"aclnn{op}", self=self, **{out: t(dtype, (1,))}), {"self": values}, out=out)
        row = found.inputs["self"].astype(np.float64).reshape(-1)
        np.testing.assert_array_equal(found.out.astype(np.float64), [row[pick(row.tolist())]])


@pytest.mark.parametrize(
    ("dtype", "nothing"), [(F32, NAN), (F16, NAN), (S64, -(2**63)), (S32, -(2**31)), (S8, 0), (U8, 0)]
)
def test_the_median_of_nothing(dtype, nothing):
    found = run(call("aclnnMedian", self=t(dtype, (0, 2)), valuesOut=t(dtype, ())), {}, out="valuesOut")
    np.testing.assert_array_equal(found.out, np.array(nothing, np_dtype(dtype)))
    found = run(call("aclnnNanMedian", self=t(dtype, (0, 2)), out=t(dtype, (2,))), {})
    np.testing.assert_array_equal(found.out, [NAN] * 2 if dtype in (F32, F16) else [0, 0])


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_medians_of_a_scalar(soc):
    outs = {"valuesOut": t(F32, ()), "indicesOut": t(S64, ())}
    for made in (
        call("aclnnMedianDim", self=t(F32, ()), dim=0, keepDim=True, **outs),
        call("aclnnNanMedianDim", self=t(F32, ()), dim=-1, keepDim=False, **outs),
        call("aclnnKthvalue", self=t(F32, ()), k=1, dim=0, keepdim=False, **outs),
    ):
        found = run(made, {"self": 2.5}, soc=soc, out=RUNNING)
        assert (float(found.outs["valuesOut"]), int(found.outs["indicesOut"])) == (2.5, 0)


def test_a_bf16_of_one_element_has_no_median():
    one = {"self": t(BF16, (3, 1)), "valuesOut": t(BF16, (3,)), "indicesOut": t(S64, (3,))}
    for op in ("aclnnMedianDim", "aclnnNanMedianDim"):
        assert outcome(call(op, **one, dim=-1, keepDim=False)) == (161002, "ACLNN-PARAM-106")
        assert outcome(call(op, **one, dim=0, keepDim=False))[1] != "ACLNN-PARAM-106"
    assert outcome(call("aclnnMedian", self=one["self"], valuesOut=t(BF16, ()))) == (
        161002,
        "ACLNN-PARAM-106",
    )
    assert outcome(call("aclnnMedian", self=t(BF16, (1, 3)), valuesOut=t(BF16, ()))) == (0, None)


# Histograms and counts.


def histogram_of(x, bins, low, high):
    """Count one element after the other."""
    if low == high:
        low, high = low - 1, high + 1
    found = [0] * bins
    for value in x.reshape(-1).tolist():
        if low <= value <= high:
            found[min(int((value - low) * bins / (high - low)), bins - 1)] += 1
    return found


@few
@given(
    st.data(), shapes(), SEEDS, st.integers(1, 6), st.sampled_from([(F32, F32), (F16, F32), (S32, S32), (U8, U8), (F32, S64)]),
    st.sampled_from(SOCS), st.sampled_from([(0, 4), (1, 7), (2, 2)]),
)  # fmt: skip
def test_histograms(data, shape, seed, bins, dtypes, soc, limits):
    dtype, out_dtype = dtypes
    values = np.random.default_rng(seed).integers(0, 9, shape)
    out = data.draw(layouts(out_dtype, (bins,), writable=True))
    made = call(
        "aclnnHistc", self=data.draw(layouts(dtype, shape)), bins=bins, min=s(F32, limits[0]), max=s(F32, limits[1]),
        out=out,
    )  # fmt: skip
    found = run(made, {"self": values}, soc=soc)
    x = found.inputs["self"]
    low, high = limits
    if low == high and soc != "Ascend310P":
        low, high = float(x.min()), float(x.max())
    assert found.out.tolist() == histogram_of(x, bins, low, high)


def test_histograms_at_the_ends():
    def made(low, high, shape=(5,)):
        return call(
            "aclnnHistc", self=t(F32, shape), bins=2, min=s(F32, low), max=s(F32, high), out=t(F32, (2,))
        )

    assert run(made(0, 1), {"self": [0, 1, NAN, INF, -1]}).out.tolist() == [1, 1]
    assert run(made(INF, INF), {"self": [0, 1, 2, 3, 4]}).out.tolist() == [2, 3]
    assert run(made(0, 1, (0,)), {}).out.tolist() == [0, 0]
    assert outcome(made(-INF, INF)) == (161002, "ACLNN-PARAM-107")


@few
@given(
    st.data(), SEEDS, st.integers(1, 9), st.sampled_from([F32, F16, S32, BOOL, None]), st.sampled_from([F32, F64, S64]),
    st.sampled_from(NEW_SOCS),
)  # fmt: skip
def test_counts(data, seed, length, weight, out_dtype, soc):
    random = np.random.default_rng(seed)
    numbers, beside = random.integers(0, 7, length), random.integers(0, 2 if weight == BOOL else 5, length)
    minlength = data.draw(st.integers(-1, 5))
    size = max(minlength, 5)
    weights = None if weight is None else data.draw(layouts(weight, (length,)))
    made = call(
        "aclnnBincount", self=data.draw(layouts(S16, (length,))), weights=weights, minlength=minlength,
        out=data.draw(layouts(out_dtype, (size,), writable=True)),
    )  # fmt: skip
    values = {"self": numbers} if weight is None else {"self": numbers, "weights": beside}
    found = run(made, values, soc=soc)
    expected = [0] * size
    held = [1] * length if weight is None else found.inputs["weights"].tolist()
    for number, one in zip(found.inputs["self"].tolist(), held, strict=True):
        if number < size:
            expected[number] += one
    assert found.out.tolist() == expected


def test_counts_of_nothing_and_of_negative_numbers():
    made = call("aclnnBincount", self=t(S8, (0,)), weights=None, minlength=2, out=t(S64, (3,)))
    assert run(made, {}).out.tolist() == [0, 0, 0]
    made = call("aclnnBincount", self=t(S8, (3,)), weights=None, minlength=0, out=t(S32, (2,)))
    assert run(made, {"self": [-1, 1, 7]}).out.tolist() == [0, 1]
