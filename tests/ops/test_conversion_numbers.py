"""Cast, Cat, InplaceCopy and InplaceZero: the numbers, on both engines, for every layout in memory."""

import numpy as np
import pytest
from _case import DTYPES, call, t
from _draw import SEEDS, broadcastable, layouts, shapes
from _run import np_dtype, run
from hypothesis import given
from hypothesis import strategies as st

MOVED = {
    short: DTYPES[short] for short in ("f32", "f16", "bf16", "f64", "s8", "u8", "s16", "s32", "s64", "bool")
}
DTYPE = st.sampled_from(sorted(MOVED.values()))
UNSIGNED = {short: DTYPES[short] for short in ("u16", "u32", "u64")}
COMPLEX = {short: DTYPES[short] for short in ("c64", "c128")}
CASTABLE = MOVED | UNSIGNED | COMPLEX


def small(seed, shape):
    """Whole numbers that every dtype holds."""
    return np.random.default_rng(seed).integers(0, 2, shape)


def as_float(array):
    return array.real.astype(np.float64)


@given(st.data(), DTYPE, DTYPE, shapes(), SEEDS)
def test_cast_keeps_what_both_dtypes_hold(data, dtype, out, shape, seed):
    made_for = call("aclnnCast", self=data.draw(layouts(dtype, shape)), dtype=out,
                    out=data.draw(layouts(out, shape, writable=True)))  # fmt: skip
    found = run(made_for, {"self": small(seed, shape)})
    np.testing.assert_array_equal(as_float(found.out), as_float(found.inputs["self"]))


@pytest.mark.parametrize("out", CASTABLE)
@pytest.mark.parametrize("dtype", CASTABLE)
def test_every_pair_is_cast(dtype, out):
    made_for = call(
        "aclnnCast", self=t(CASTABLE[dtype], (4,)), dtype=CASTABLE[out], out=t(CASTABLE[out], (4,))
    )
    found = run(made_for, {"self": [0, 1, 1, 0]}, soc="Ascend910B")
    np.testing.assert_array_equal(as_float(found.out), [0, 1, 1, 0])
    assert found.steps == (("TensorMove",) if dtype == out else ("Cast",))


NAN, INF = float("nan"), float("inf")
ROUNDINGS = {
    "f32-s32-truncates": ("f32", "s32", [1.9, -1.9, 2.5, -0.5], [1, -1, 2, 0]),
    "f32-s32-saturates": (
        "f32",
        "s32",
        [3e9, -3e9, INF, -INF, NAN],
        [2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 0],
    ),
    "f32-s8-wraps": ("f32", "s8", [127, 128, 300, -129], [127, -128, 44, 127]),
    "f32-u8-wraps": ("f32", "u8", [-1, 256, 300.7], [255, 0, 44]),
    "f32-f16-to-even": ("f32", "f16", [1 + 2.0**-11, 1 + 3 * 2.0**-11, 7e4], [1, 1 + 2 * 2.0**-10, INF]),
    "f32-bf16-to-even": ("f32", "bf16", [1 + 2.0**-8, 1 + 3 * 2.0**-8], [1, 1 + 2 * 2.0**-7]),
    "f64-bf16-through-f32": ("f64", "bf16", [1 + 2.0**-8 + 2.0**-40], [1]),
    "f32-bool": ("f32", "bool", [0.0, -0.0, 1e-30, NAN, -2], [0, 0, 1, 1, 1]),
    "s32-s8-keeps-the-low-bits": ("s32", "s8", [256 + 7, -1, 128], [7, -1, -128]),
    "s64-u32": ("s64", "u32", [-1, 2**32 + 5], [2**32 - 1, 5]),
    "bool-f16": ("bool", "f16", [True, False], [1, 0]),
    "c64-f32": ("c64", "f32", [1 + 2j, -3j], [1, 0]),
    "c64-bool": ("c64", "bool", [0, 1j], [0, 1]),
    "f32-c64": ("f32", "c64", [1.5], [1.5]),
}


@pytest.mark.parametrize(("dtype", "out", "values", "expected"), ROUNDINGS.values(), ids=ROUNDINGS)
def test_cast_rounds(dtype, out, values, expected):
    shape = (len(values),)
    made_for = call(
        "aclnnCast", self=t(CASTABLE[dtype], shape), dtype=CASTABLE[out], out=t(CASTABLE[out], shape)
    )
    np.testing.assert_array_equal(
        as_float(run(made_for, {"self": values}).out), np.asarray(expected, np.float64)
    )


@given(st.data(), DTYPE, shapes(min_rank=1), st.integers(1, 4), SEEDS)
def test_cat_joins(data, dtype, shape, count, seed):
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    place = axis % len(shape)
    sizes = [data.draw(st.integers(0, 3)) for _ in range(count)]
    members = [data.draw(layouts(dtype, (*shape[:place], size, *shape[place + 1 :]))) for size in sizes]
    out = data.draw(layouts(dtype, (*shape[:place], sum(sizes), *shape[place + 1 :]), writable=True))
    values = {f"tensors[{i}]": small(seed + i, member.shape) for i, member in enumerate(members)}
    found = run(call("aclnnCat", tensors=members, dim=axis, out=out), values)
    if sum(sizes):
        parts = [found.inputs[name] for name in values]
        joined = np.concatenate([part for part in parts if part.ndim == len(shape)], axis=axis)
        np.testing.assert_array_equal(as_float(found.out), as_float(joined))


@given(st.lists(DTYPE, min_size=2, max_size=5), SEEDS)
def test_cat_promotes(dtypes, seed):
    members = [t(dtype, (2, 3)) for dtype in dtypes]
    values = {f"tensors[{i}]": small(seed + i, (2, 3)) for i in range(len(dtypes))}
    made_for = call("aclnnCat", tensors=members, dim=0, out=t(MOVED["f64"], (2 * len(dtypes), 3)))
    np.testing.assert_array_equal(run(made_for, values).out, np.concatenate(list(values.values())))


@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
@pytest.mark.parametrize(("count", "row"), [(33, 5), (34, 8), (66, 5), (200, 8)])
def test_cat_of_many(count, row, soc):
    dtype = MOVED["s32"]
    members = [t(dtype, (1, row)) for _ in range(count)]
    made_for = call("aclnnCat", tensors=members, dim=0, out=t(dtype, (count, row)))
    values = {f"tensors[{i}]": np.full((1, row), i) for i in range(count)}
    np.testing.assert_array_equal(
        run(made_for, values, soc=soc).out, np.repeat(np.arange(count), row).reshape(count, row)
    )


@given(st.data(), DTYPE, DTYPE, shapes(), SEEDS)
def test_copy_casts_and_broadcasts(data, dtype, source_dtype, shape, seed):
    self_ref = data.draw(layouts(dtype, shape, writable=True))
    source = data.draw(layouts(source_dtype, data.draw(broadcastable(shape))))
    made_for = call("aclnnInplaceCopy", selfRef=self_ref, src=source)
    found = run(made_for, {"src": small(seed, source.shape)}, out="selfRef")
    np.testing.assert_array_equal(as_float(found.out), np.broadcast_to(as_float(found.inputs["src"]), shape))


@pytest.mark.parametrize("short", ["f8e5m2", "f8e4m3fn", "f8e8m0"])
def test_eight_bit_floats_are_moved(short):
    dtype = DTYPES[short]
    made_for = call("aclnnInplaceCopy", selfRef=t(dtype, (2, 2)), src=t(dtype, (2,)))
    found = run(made_for, {"src": [1.0, 2.0]}, out="selfRef")
    np.testing.assert_array_equal(found.out.astype(np.float64), [[1, 2], [1, 2]])


@given(st.data(), st.sampled_from(sorted({*MOVED.values(), DTYPES["u16"], *COMPLEX.values()})), shapes())
def test_zero(data, dtype, shape):
    made_for = call("aclnnInplaceZero", selfRef=data.draw(layouts(dtype, shape, writable=True)))
    found = run(made_for, {}, out="selfRef")
    np.testing.assert_array_equal(found.out, np.zeros(shape, np_dtype(dtype)))
    assert found.out.tobytes() == bytes(found.out.nbytes)
