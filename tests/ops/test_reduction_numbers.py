"""Sums and means against float64 and exact integers, through whole plans."""

import math

import numpy as np
import pytest
from _case import NEW_SOCS, but, call, ints, t
from _draw import BF16, F16, F32, FLOATS, SEEDS, broadcastable, layouts, reductions, shapes, uniform
from _reductions import (
    ADD_N,
    BOOL,
    C64,
    C128,
    F64,
    MEAN,
    MEAN_V2,
    OVER_AXES,
    S8,
    S16,
    S32,
    S64,
    SHAPE,
    SUM,
    U8,
    name_of,
    typed,
)
from _run import check_close, np_dtype, run
from hypothesis import given
from hypothesis import strategies as st


def coarsest(*dtypes):
    return max(dtypes, key=(F32, F16, BF16).index)


@given(st.data(), reductions(), FLOATS, FLOATS, SEEDS, st.sampled_from(NEW_SOCS))
def test_sums_are_right(data, drawn, self_dtype, dtype, seed, soc):
    shape, written, axes, keep, rest = drawn
    self, out = data.draw(layouts(self_dtype, shape)), data.draw(layouts(dtype, rest, writable=True))
    made_for = call(SUM.op, self=self, dims=written, keepDims=keep, dtype=dtype, out=out)
    found = run(made_for, {"self": uniform(seed, shape, 0.5, 2)}, soc=soc)
    expected = found.inputs["self"].sum(axis=axes, keepdims=keep)
    check_close(found.out, np.reshape(expected, rest), coarsest(self_dtype, dtype))


@given(st.data(), reductions(), FLOATS, FLOATS, FLOATS, SEEDS, st.sampled_from(NEW_SOCS))
def test_means_are_right(data, drawn, self_dtype, dtype, out_dtype, seed, soc):
    shape, written, axes, keep, rest = drawn
    self, out = data.draw(layouts(self_dtype, shape)), data.draw(layouts(out_dtype, rest, writable=True))
    made_for = call(MEAN.op, self=self, dim=written, keepDim=keep, dtype=dtype, out=out)
    found = run(made_for, {"self": uniform(seed, shape, 0.5, 2)}, soc=soc)
    expected = found.inputs["self"].mean(axis=axes, keepdims=keep)
    check_close(found.out, np.reshape(expected, rest), coarsest(self_dtype, dtype, out_dtype))


@given(st.data(), reductions(), FLOATS, SEEDS, st.booleans())
def test_means_v2_are_right(data, drawn, dtype, seed, noop):
    shape, written, axes, keep, rest = drawn
    if noop and not written:
        axes, rest = (), shape
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(dtype, rest, writable=True))
    made_for = call(MEAN_V2.op, self=self, dim=written, keepDim=keep, noopWithEmptyAxes=noop, out=out)
    found = run(made_for, {"self": uniform(seed, shape, 0.5, 2)})
    expected = found.inputs["self"].mean(axis=axes, keepdims=keep)
    check_close(found.out, np.reshape(expected, rest), dtype)


INTEGERS = st.sampled_from([S8, S16, S32, S64, U8])


@given(st.data(), reductions(min_rank=1), INTEGERS, SEEDS)
def test_integer_sums_wrap(data, drawn, dtype, seed):
    shape, written, axes, keep, rest = drawn
    info = np.iinfo(np_dtype(dtype))
    values = np.random.default_rng(seed).integers(info.min, info.max, shape, np_dtype(dtype), endpoint=True)
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(dtype, rest, writable=True))
    made_for = call(SUM.op, self=self, dims=written, keepDims=keep, dtype=dtype, out=out)
    found = run(made_for, {"self": values})
    expected = found.inputs["self"].astype(object).sum(axis=axes, keepdims=keep)
    bits = info.bits
    wrapped = np.vectorize(lambda number: (number - info.min) % 2**bits + info.min, otypes=[object])(expected)
    np.testing.assert_array_equal(found.out, np.reshape(wrapped, rest).astype(np_dtype(dtype)))


@given(st.data(), reductions(min_rank=1), SEEDS, st.sampled_from([S64, BOOL, F32, F16]))
def test_bools_are_counted_or_joined(data, drawn, seed, dtype):
    shape, written, axes, keep, rest = drawn
    values = np.random.default_rng(seed).integers(0, 2, shape).astype(bool)
    self, out = data.draw(layouts(BOOL, shape)), data.draw(layouts(dtype, rest, writable=True))
    found = run(call(SUM.op, self=self, dims=written, keepDims=keep, dtype=dtype, out=out), {"self": values})
    count = found.inputs["self"].sum(axis=axes, keepdims=keep)
    np.testing.assert_array_equal(found.out, np.reshape(count, rest).astype(np_dtype(dtype)))


@pytest.mark.parametrize("base", OVER_AXES, ids=name_of)
@pytest.mark.parametrize("dtype", [C64, C128, F64])
def test_wide_dtypes(base, dtype):
    values = uniform(1, SHAPE, 1, 2) + (1j * uniform(2, SHAPE, 1, 2) if dtype != F64 else 0)
    found = run(typed(base, dtype), {"self": values})
    expected = values.sum(axis=1) if base is SUM else values.mean(axis=1)
    np.testing.assert_allclose(found.out, expected, rtol=1e-6 if dtype == C64 else 1e-15)


def test_a_float_is_cut_before_it_is_summed():
    made_for = call(SUM.op, self=t(F32, (3,)), dims=ints(), keepDims=False, dtype=S64, out=t(S64, ()))
    assert run(made_for, {"self": [1.9, 1.9, -1.9]}).out == 1


def test_halves_are_summed_in_float():
    made_for = call(SUM.op, self=t(F16, (4096,)), dims=ints(0), keepDims=False, dtype=F16, out=t(F16, ()))
    assert run(made_for, {"self": 1.0}).out == 4096  # adding in FLOAT16 would stop at 2048


def test_integer_means_cut_the_fraction():
    for dtype, values, expected in ((S32, [3, 4], 3), (S32, [-3, -4], -3), (U8, [200, 100], 22)):
        made_for = call(MEAN_V2.op, self=t(dtype, (2,)), dim=ints(0), keepDim=False, noopWithEmptyAxes=False,
                        out=t(dtype, ()))  # fmt: skip
        assert run(made_for, {"self": values}).out == expected


@pytest.mark.parametrize("base", OVER_AXES, ids=name_of)
@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64, S32, U8])
def test_of_nothing(base, dtype):
    out = t(dtype, (3, 2), strides=(1, 4), offset=1, storage=(9,))
    found = run(but(typed(base, dtype), self=t(dtype, (2, 0, 4)), out=out), {})
    nothing = math.nan if base is not SUM and dtype in (F32, F16, BF16, F64) else 0
    np.testing.assert_array_equal(found.out.astype(np.float64), np.full((3, 2), nothing))


ADDED = st.sampled_from([F32, F16, S8, S32, U8])


@given(st.data(), shapes(), ADDED, st.integers(1, 34), SEEDS)
def test_lists_are_added(data, shape, dtype, count, seed):
    parts = [shape] + [data.draw(broadcastable(shape)) for _ in range(count - 1)]
    tensors = [data.draw(layouts(dtype, part)) for part in parts]
    out = data.draw(layouts(dtype, shape, writable=True))
    values = {f"tensors[{place}]": uniform(seed + place, part, 0, 9) for place, part in enumerate(parts)}
    found = run(call(ADD_N.op, tensors=tensors, out=out), values)
    if dtype in (F32, F16):
        check_close(found.out, np.reshape(sum(found.inputs.values()), shape), dtype)
    else:
        exact = sum(value.astype(np.int64) for value in found.inputs.values())
        np.testing.assert_array_equal(found.out, np.reshape(exact, shape).astype(np_dtype(dtype)))


def test_a_list_of_halves_is_added_in_float():
    tensors = [t(F16, (2,)) for _ in range(3)]
    values = {"tensors[0]": 2048.0, "tensors[1]": 1.0, "tensors[2]": 1.0}
    found = run(call(ADD_N.op, tensors=tensors, out=t(F16, (2,))), values)
    np.testing.assert_array_equal(found.out, [2050, 2050])


def test_a_half_first_takes_other_dtypes_along():
    tensors = [t(F16, (2,)), t(S32, (2,)), t(F32, ())]
    values = {"tensors[0]": 0.5, "tensors[1]": [1, 2], "tensors[2]": 0.25}
    found = run(call(ADD_N.op, tensors=tensors, out=t(F16, (2,))), values)
    np.testing.assert_array_equal(found.out, [1.75, 2.75])


def test_more_than_a_tile():
    shape = (3, 8192 + 5)
    tensors = [t(F32, shape), t(F32, (shape[1],)), t(F32, shape, strides=(1, 3))]
    values = {f"tensors[{place}]": uniform(place, tensor.shape, 0, 1) for place, tensor in enumerate(tensors)}
    found = run(call(ADD_N.op, tensors=tensors, out=t(F32, shape)), values)
    check_close(found.out, sum(found.inputs.values()), F32)
