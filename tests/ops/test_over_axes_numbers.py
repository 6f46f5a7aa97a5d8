"""Extremes, truth, norms, products and logarithms over axes against float64 and exact integers."""

import math

import numpy as np
import pytest
from _case import NEW_SOCS, SOCS, call, ints, s, t
from _draw import BF16, F16, F32, FLOATS, SEEDS, layouts, reductions, shapes, uniform
from _over_axes import BOOL, C64, F64, S8, S16, S32, S64, U8
from _run import check_close, np_dtype, run
from hypothesis import given, settings
from hypothesis import strategies as st

NAN, INF = math.nan, math.inf
few = settings(max_examples=40)  # every example runs several operators, with both engines
REALS = st.sampled_from([F32, F16, BF16, F64, S8, S16, S32, S64, U8, BOOL])
NEW = st.sampled_from(NEW_SOCS)


def drawn_values(seed, shape, dtype, *, nan=True):
    """Few different numbers, so that some are equal; and NaN where there is one."""
    random = np.random.default_rng(seed)
    values = random.integers(0, 2 if dtype == BOOL else 5, shape).astype(np.float64)
    if nan and dtype in (F32, F16, BF16, F64):
        values[random.random(shape) < 0.1] = NAN
    return values


def exact(values, axes, keep, pick):
    """Reduce by Python's own min or max, one row after the other; NaN wins."""
    moved = np.moveaxis(values, axes, range(-len(axes), 0)) if axes else values
    rows = moved.reshape(*moved.shape[: values.ndim - len(axes)], -1)
    found = np.empty(rows.shape[:-1])
    for place in np.ndindex(found.shape):
        row = rows[place].tolist()
        found[place] = next((x for x in row if math.isnan(x)), pick(row))
    return np.expand_dims(found, axes) if keep else found


def held(found):
    """What self held: a layout that repeats elements keeps the last value written to each."""
    return found.inputs["self"].astype(np.float64)


EXTREME = {"Amax": max, "Amin": min, "MaxV2": max, "Max": max, "Min": min}


@pytest.mark.parametrize("name", ["Amax", "Amin", "MaxV2"])
@settings(max_examples=20)
@given(st.data(), reductions(), REALS, SEEDS)
def test_extremes_over_axes(name, data, drawn, dtype, seed):
    """Without axes aclnnMaxV2 reduces all, or nothing."""
    shape, written, axes, keep, rest = drawn
    attributes = {"dim": written, "keepDim": keep}
    if name == "MaxV2":
        noop = data.draw(st.booleans())
        attributes = {"dims": written, "keepDims": keep, "noopWithEmptyDims": noop}
        if noop and not written:
            axes, rest = (), shape
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(dtype, rest, writable=True))
    made_for = call(f"aclnn{name}", self=self, **attributes, out=out)
    found = run(made_for, {"self": drawn_values(seed, shape, dtype)})
    expected = exact(held(found), axes, keep, EXTREME[name]) if axes else held(found)
    np.testing.assert_array_equal(found.out.astype(np.float64), np.reshape(expected, rest))


@pytest.mark.parametrize("name", ["Max", "Min"])
@settings(max_examples=20)
@given(st.data(), shapes(), REALS, REALS, st.sampled_from([(), (1,), (1, 1)]), NEW, SEEDS)
def test_extremes_of_all_are_cast(name, data, shape, dtype, out, rest, soc, seed):
    """Any dtype to any other; out has one element, whatever its rank."""
    made_for = call(f"aclnn{name}", self=data.draw(layouts(dtype, shape)), out=t(out, rest))
    floats = np_dtype(out).kind not in "iub"
    found = run(made_for, {"self": drawn_values(seed, shape, dtype, nan=floats)}, soc=soc)
    every = held(found).reshape(-1)
    expected = exact(every, (0,), False, EXTREME[name])
    np.testing.assert_array_equal(
        found.out.reshape(()).astype(float), bool(expected) if out == BOOL else expected
    )


BOTH = ("minOut", "maxOut")


@few
@given(st.data(), reductions(min_rank=1), REALS, SEEDS)
def test_both_extremes(data, drawn, dtype, seed):
    shape, written, axes, keep, rest = drawn
    if len(written) != 1:
        written, axes, keep, rest = ints(), (), False, shape
    self = data.draw(layouts(dtype, shape))
    outs = {name: data.draw(layouts(dtype, rest, writable=True)) for name in BOTH}
    values = drawn_values(seed, shape, dtype)
    calls = [call("aclnnAminmax", self=self, dim=written, keepDim=keep, **outs)]
    if written:
        calls.append(call("aclnnAminmaxDim", self=self, dim=written[0], keepDim=keep, **outs))
    for made in calls:
        found = run(made, {"self": values}, out=BOTH)
        for name, pick in zip(BOTH, (min, max), strict=True):
            expected = exact(held(found), axes, keep, pick) if written else held(found)
            np.testing.assert_array_equal(found.outs[name].astype(np.float64), np.reshape(expected, rest))
    everything = call("aclnnAminmaxAll", self=self, **{name: t(dtype, ()) for name in BOTH})
    found = run(everything, {"self": values}, out=BOTH)
    np.testing.assert_array_equal(
        [float(found.outs[name]) for name in BOTH],
        [float(exact(held(found).reshape(-1), (0,), False, pick)) for pick in (min, max)],
    )


def places(values, axis, keep, pick):
    """Where the first extreme, or the first NaN, stands in each row."""
    rows = np.moveaxis(values, axis, -1)
    found = np.empty(rows.shape[:-1], np.int64)
    for place in np.ndindex(found.shape):
        row = rows[place].tolist()
        missing = [index for index, x in enumerate(row) if math.isnan(x)]
        found[place] = missing[0] if missing else row.index(pick(row))
    return np.expand_dims(found, axis) if keep else found


@few
@given(
    st.data(), shapes(min_rank=1), SEEDS, st.booleans(), st.sampled_from([S32, S64]), st.sampled_from(SOCS),
    st.sampled_from(["Max", "Min"]),
)  # fmt: skip
def test_where_the_extremes_are(data, shape, seed, keep, index, soc, name):
    axis = data.draw(st.integers(0, len(shape) - 1))
    pick = max if name == "Max" else min
    dtype = data.draw(st.sampled_from([F32, F16, S64]))
    values = drawn_values(seed, shape, dtype)
    self = data.draw(layouts(dtype, shape))
    dim = axis - len(shape) if data.draw(st.booleans()) else axis
    rest = tuple(1 if place == axis else size for place, size in enumerate(shape) if keep or place != axis)
    out = data.draw(layouts(index, rest, writable=True))
    found = run(call(f"aclnnArg{name}", self=self, dim=dim, keepdim=keep, out=out), {"self": values}, soc=soc)
    expected = places(held(found), axis, keep, pick)
    np.testing.assert_array_equal(found.out, expected)
    both = call(f"aclnn{name}Dim", self=self, dim=dim, keepdim=keep, out=t(dtype, rest), indices=out)
    found = run(both, {"self": values}, soc=soc, out=("out", "indices"))
    np.testing.assert_array_equal(found.outs["indices"], expected)
    reduced = exact(held(found), (axis,), keep, pick)
    np.testing.assert_array_equal(found.outs["out"].astype(np.float64), reduced)


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend310P", "Ascend950"])
def test_where_the_extremes_of_a_scalar_and_of_rank_8_are(soc):
    for name in ("ArgMax", "ArgMin"):
        for shape, dim in (((), -1), ((1,) * 7 + (3,), 7)):
            for keep in (False, True):
                out = (*shape[:-1], 1) if keep else shape[:-1]
                made = call(f"aclnn{name}", self=t(S32, shape), dim=dim, keepdim=keep, out=t(S32, out))
                values = np.reshape([5, 5, 5], shape) if shape else 5
                assert run(made, {"self": values}, soc=soc).out.reshape(-1).tolist() == [0]
    made = call("aclnnMaxDim", self=t(BOOL, ()), dim=0, keepdim=True, out=t(BOOL, ()), indices=t(S64, ()))
    found = run(made, {"self": True}, soc=soc, out=("out", "indices"))
    assert (bool(found.outs["out"]), int(found.outs["indices"])) == (True, 0)


# Truth.


@few
@given(
    st.data(), reductions(), REALS, SEEDS, st.sampled_from([BOOL, U8]), NEW, st.sampled_from(["All", "Any"])
)
def test_all_and_any(data, drawn, dtype, seed, out_dtype, soc, name):
    shape, written, axes, keep, rest = drawn
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(out_dtype, rest, writable=True))
    values = np.minimum(drawn_values(seed, shape, dtype), 1)
    found = run(
        call(f"aclnn{name}", self=self, dim=written, keepdim=keep, out=out), {"self": values}, soc=soc
    )
    zeros = (held(found) == 0).sum(axis=axes, keepdims=keep)
    count = math.prod(shape[axis] for axis in axes)
    expected = zeros == 0 if name == "All" else zeros < count
    np.testing.assert_array_equal(found.out, np.reshape(expected, rest))


@pytest.mark.parametrize(("name", "nothing"), [("All", 1), ("Any", 0)])
def test_truth_of_nothing(name, nothing):
    made = call(f"aclnn{name}", self=t(F32, (3, 0)), dim=ints(1), keepdim=False, out=t(U8, (3,)))
    assert run(made, {}).out.tolist() == [nothing] * 3


# Norms.

ORDERS = st.sampled_from([0.0, 1.0, 2.0, 3.0, INF, -INF, 0.5, -1.0, 2.0**31])


def norm_of(x, p, axes, keep):
    size = np.abs(x)
    if p == 0:
        return (x != 0).sum(axis=axes, keepdims=keep)
    if p in (INF, 2.0**31):
        return size.max(axis=axes, keepdims=keep)
    if p == -INF:
        return size.min(axis=axes, keepdims=keep)
    return (size**p).sum(axis=axes, keepdims=keep) ** (1 / p)


@few
@given(
    st.data(),
    reductions(),
    FLOATS,
    FLOATS,
    SEEDS,
    ORDERS,
    st.sampled_from(["Ascend910B", "Ascend910", "Ascend950"]),
)
def test_norms(data, drawn, dtype, out_dtype, seed, p, soc):
    shape, written, axes, keep, rest = drawn
    if soc == "Ascend950":
        out_dtype = F32 if out_dtype != dtype else dtype
        p = INF if p == 2.0**31 else p
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(out_dtype, rest, writable=True))
    values = {"self": uniform(seed, shape, 0.25, 2) * np.where(uniform(seed + 1, shape, 0, 1) < 0.5, -1, 1)}
    made = call("aclnnNorm", self=self, pScalar=s(F32, p), dim=written, keepdim=keep, out=out)
    found = run(made, values, soc=soc)
    coarsest = max(dtype, out_dtype, key=(F32, F16, BF16).index)
    check_close(found.out, np.reshape(norm_of(found.inputs["self"], p, axes, keep), rest), coarsest)
    other = call(
        "aclnnLinalgVectorNorm",
        self=self,
        ord=s(F32, p),
        dims=written,
        keepDims=keep,
        dtype=out_dtype,
        out=out,
    )
    np.testing.assert_array_equal(run(other, values, soc=soc).out, found.out)


def test_norms_of_nothing_are_zero():
    for dtype in (F32, F16, S32):
        made = call(
            "aclnnNorm",
            self=t(F32, (0, 2)),
            pScalar=s(F32, 2),
            dim=ints(0),
            keepdim=False,
            out=t(dtype, (2,)),
        )
        assert run(made, {}).out.tolist() == [0, 0]
        made = call(
            "aclnnLinalgVectorNorm", self=t(F32, (0, 2)), ord=s(F32, 2), dims=ints(0), keepDims=False, dtype=dtype,
            out=t(dtype, (2,)),
        )  # fmt: skip
        assert run(made, {}).out.tolist() == [0, 0]


def test_an_integer_has_a_norm_before_ascend950():
    made = call("aclnnNorm", self=t(S32, (2,)), pScalar=s(F32, 2), dim=ints(), keepdim=False, out=t(F32, ()))
    assert run(made, {"self": [3, -4]}).out == 5


@few
@given(st.data(), shapes(min_rank=2), FLOATS, SEEDS, st.sampled_from([0.0, 1.0, 2.0, 3.0, INF, 1.5]), NEW)
def test_renorm(data, shape, dtype, seed, p, soc):
    axis = data.draw(st.integers(0, len(shape) - 1))
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(dtype, shape, writable=True))
    rest = {"p": s(F32, p), "dim": axis - len(shape), "maxNorm": s(F32, 1.5)}
    values = uniform(seed, shape, 0.25, 2)
    found = run(call("aclnnRenorm", self=self, **rest, out=out), {"self": values}, soc=soc)
    x = found.inputs["self"]
    others = tuple(other for other in range(len(shape)) if other != axis)
    norm = np.maximum(norm_of(x, p, others, True), 1e-12)
    check_close(found.out, x * np.minimum(norm, 1.5) / norm, dtype)
    in_place = run(call("aclnnInplaceRenorm", selfRef=out, **rest), {"selfRef": x}, soc=soc, out="selfRef")
    np.testing.assert_array_equal(in_place.out, found.out)


# Products, sums without NaN, logarithms.


@few
@given(st.data(), reductions(), FLOATS, FLOATS, SEEDS, NEW)
def test_products(data, drawn, self_dtype, dtype, seed, soc):
    shape, written, axes, keep, rest = drawn
    self = data.draw(layouts(self_dtype, shape))
    values = uniform(seed, shape, 0.7, 1.4)
    made = call("aclnnProd", self=self, dtype=dtype, out=data.draw(layouts(dtype, (), writable=True)))
    found = run(made, {"self": values}, soc=soc)
    coarsest = max(self_dtype, dtype, key=(F32, F16, BF16).index)
    factors = (
        found.inputs["self"].astype(np_dtype(dtype)).astype(np.float64)
    )  # cast before they are multiplied
    check_close(found.out, np.prod(factors), coarsest)
    if len(written) == 1:
        out = data.draw(layouts(dtype, rest, writable=True))
        made = call("aclnnProdDim", self=self, dim=written[0], keepDim=keep, dtype=dtype, out=out)
        expected = np.prod(factors, axis=axes, keepdims=keep)
        check_close(run(made, {"self": values}, soc=soc).out, np.reshape(expected, rest), coarsest)


def test_products_of_integers_and_truths():
    for dtype, values, expected in ((S8, [100, 3], 44), (S64, [2**40, 2**30], 0), (U8, [16, 17], 16)):
        made = call("aclnnProd", self=t(dtype, (2,)), dtype=dtype, out=t(dtype, ()))
        assert run(made, {"self": np.array(values)}).out == expected
    for soc in ("Ascend910B", "Ascend950"):
        for values, expected in (([2, 0], False), ([3, 1], True)):
            made = call("aclnnProd", self=t(U8, (2,)), dtype=BOOL, out=t(BOOL, ()))
            assert bool(run(made, {"self": values}, soc=soc).out) is expected
    made = call("aclnnProd", self=t(C64, (2,)), dtype=C64, out=t(C64, ()))
    assert run(made, {"self": [1j, 2j]}).out == -2
    made = call("aclnnProd", self=t(F32, (0, 3)), dtype=S32, out=t(S32, (2,)))
    assert run(made, {}).out.tolist() == [1, 1]


@few
@given(st.data(), reductions(min_rank=1), FLOATS, SEEDS, NEW)
def test_sums_without_nan(data, drawn, dtype, seed, soc):
    shape, written, axes, keep, rest = drawn
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(dtype, rest, writable=True))
    values = uniform(seed, shape, 0.5, 2)
    values[uniform(seed + 1, shape, 0, 1) < 0.3] = NAN
    made = call("aclnnReduceNansum", self=self, dim=written, keepDim=keep, dtype=dtype, out=out)
    found = run(made, {"self": values}, soc=soc)
    check_close(found.out, np.reshape(np.nansum(found.inputs["self"], axis=axes, keepdims=keep), rest), dtype)


def test_sums_without_nan_of_integers_scalars_and_nothing():
    def made(dtype, shape, out_dtype, out=()):
        return call(
            "aclnnReduceNansum",
            self=t(dtype, shape),
            dim=ints(),
            keepDim=False,
            dtype=out_dtype,
            out=t(out_dtype, out),
        )

    assert run(made(S8, (3,), S8), {"self": [100, 100, 3]}).out == -53
    assert run(made(S8, (3,), F32), {"self": [100, 100, 3]}).out == 203
    assert bool(run(made(BOOL, (3,), BOOL), {"self": [False, True, False]}).out)
    assert np.isnan(run(made(F32, (), F32), {"self": NAN}).out)
    assert run(made(F32, (0,), F16, (2,)), {}).out.tolist() == [0, 0]


@few
@given(st.data(), reductions(), FLOATS, FLOATS, SEEDS)
def test_logarithms_of_sums(data, drawn, dtype, out_dtype, seed):
    shape, written, axes, keep, rest = drawn
    self, out = data.draw(layouts(dtype, shape)), data.draw(layouts(out_dtype, rest, writable=True))
    found = run(
        call("aclnnLogSumExp", self=self, dim=written, keepDim=keep, out=out),
        {"self": uniform(seed, shape, -30, 30)},
    )
    x = found.inputs["self"]
    top = x.max(axis=axes, keepdims=True)
    expected = np.log(np.exp(x - top).sum(axis=axes, keepdims=keep)) + top.reshape(rest if axes else ())
    check_close(
        found.out, np.reshape(expected, rest), max(dtype, out_dtype, key=(F32, F16, BF16).index), floor=0.25
    )
    out = data.draw(layouts(dtype, rest, writable=True))
    made = call(
        "aclnnReduceLogSum", data=self, axes=written, keepDims=keep, noopWithEmptyAxes=False, reduce=out
    )
    found = run(made, {"data": uniform(seed, shape, 2, 3)}, soc="Ascend950", out="reduce")
    expected = np.log(found.inputs["data"].sum(axis=axes, keepdims=keep))
    check_close(found.out, np.reshape(expected, rest), dtype)


def test_logarithms_at_the_ends():
    made = call("aclnnLogSumExp", self=t(F32, (4, 2)), dim=ints(1), keepDim=False, out=t(F32, (4,)))
    values = [[-INF, -INF], [INF, 1], [NAN, 1], [1000, 1000]]
    np.testing.assert_allclose(
        run(made, {"self": values}).out, [-INF, INF, NAN, 1000 + math.log(2)], rtol=1e-6
    )
    made = call("aclnnLogSumExp", self=t(S32, (2,)), dim=ints(), keepDim=True, out=t(F32, (1,)))
    np.testing.assert_allclose(run(made, {"self": [3, 3]}).out, [3 + math.log(2)], rtol=1e-6)
    made = call("aclnnLogSumExp", self=t(F32, (0,)), dim=ints(), keepDim=False, out=t(F32, ()))
    assert run(made, {}).out == -INF
    base = call(
        "aclnnReduceLogSum",
        data=t(F32, (2,)),
        axes=ints(),
        keepDims=False,
        noopWithEmptyAxes=True,
        reduce=t(F32, (2,)),
    )
    assert run(base, {"data": [2, 3]}, out="reduce").out.tolist() == [2, 3]
