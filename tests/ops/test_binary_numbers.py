"""Additions and multiplications: the numbers, on both engines, for every layout in memory."""

import numpy as np
import pytest
from _binaries import (
    ADD,
    ADDS,
    BF16,
    BOOL,
    C64,
    C128,
    F16,
    F32,
    F64,
    INPLACE_ADD,
    INPLACE_ADDS,
    INPLACE_MUL,
    INPLACE_MULS,
    MUL,
    MULS,
    S8,
    S16,
    S32,
    S64,
    U8,
)
from _case import NEW_SOCS, SOCS, but, call, s, t
from _draw import FLOATS, SEEDS, broadcastable, layouts, shapes, uniform
from _run import check_close, np_dtype, run
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.layout import broadcast

INTEGERS = st.sampled_from([S8, U8, S16, S32, S64])
NEW = st.sampled_from(NEW_SOCS)
ALL = st.sampled_from(SOCS)
FACTORS = st.sampled_from([1.0, 0.25, 1.5, 2.0])


def coarsest(*dtypes):
    return max(dtypes, key=(F32, F16, BF16).index)


def promoted(a, b):
    return a if a == b else F32


@st.composite
def pairs(draw):
    """Two shapes that broadcast with each other."""
    whole = draw(shapes())
    first = draw(broadcastable(whole))
    second = draw(broadcastable(whole))
    return first, second, broadcast(first, second)


@given(st.data(), FLOATS, FLOATS, FLOATS, pairs(), FACTORS, NEW, SEEDS)
def test_sums_and_products_of_floats(data, a, b, out, shape_pair, alpha, soc, seed):
    first, second, shape = shape_pair
    args = {"self": data.draw(layouts(a, first)), "other": data.draw(layouts(b, second))}
    args["out"] = data.draw(layouts(out, shape, writable=True))
    values = {"self": uniform(seed, first, 0.5, 2), "other": uniform(seed + 1, second, 0.5, 2)}
    tolerance = coarsest(promoted(a, b), out)
    found = run(call(ADD.op, **args, alpha=s(F32, alpha)), values, soc=soc)
    check_close(found.out, found.inputs["self"] + alpha * found.inputs["other"], tolerance)
    found = run(call(MUL.op, **args), values, soc=soc)
    check_close(found.out, found.inputs["self"] * found.inputs["other"], tolerance)


@given(st.data(), FLOATS, FLOATS, shapes(), FACTORS, NEW, SEEDS)
def test_in_place_floats(data, a, b, shape, alpha, soc, seed):
    self_ref = data.draw(layouts(a, shape, writable=True))
    second = data.draw(broadcastable(shape))
    other = data.draw(layouts(b, second))
    values = {"selfRef": uniform(seed, shape, 0.5, 2), "other": uniform(seed + 1, second, 0.5, 2)}
    tolerance = coarsest(promoted(a, b), a)
    found = run(
        call(INPLACE_ADD.op, selfRef=self_ref, other=other, alpha=s(F64, alpha)),
        values,
        soc=soc,
        out="selfRef",
    )
    check_close(found.out, found.inputs["selfRef"] + alpha * found.inputs["other"], tolerance)
    found = run(call(INPLACE_MUL.op, selfRef=self_ref, other=other), values, soc=soc, out="selfRef")
    check_close(found.out, found.inputs["selfRef"] * found.inputs["other"], tolerance)


@given(st.data(), FLOATS, shapes(), st.sampled_from([F32, F64, S64, BOOL]), FACTORS, NEW, SEEDS)
def test_a_float_tensor_with_a_scalar(data, dtype, shape, scalar, alpha, soc, seed):
    value = {S64: 3, BOOL: True}.get(scalar, 1.25)
    args = {"self": data.draw(layouts(dtype, shape)), "out": data.draw(layouts(dtype, shape, writable=True))}
    values = {"self": uniform(seed, shape, 0.5, 2)}
    found = run(call(ADDS.op, **args, other=s(scalar, value), alpha=s(F32, alpha)), values, soc=soc)
    check_close(found.out, found.inputs["self"] + alpha * value, dtype)
    found = run(call(MULS.op, **args, other=s(scalar, value)), values, soc=soc)
    check_close(found.out, found.inputs["self"] * value, dtype)
    in_place, values = args["out"], {"selfRef": values["self"]}
    found = run(call(INPLACE_ADDS.op, selfRef=in_place, other=s(scalar, value), alpha=s(F32, alpha)), values, soc=soc,
                out="selfRef")  # fmt: skip
    check_close(found.out, found.inputs["selfRef"] + alpha * value, dtype)
    found = run(
        call(INPLACE_MULS.op, selfRef=in_place, other=s(scalar, value)), values, soc=soc, out="selfRef"
    )
    check_close(found.out, found.inputs["selfRef"] * value, dtype)


# Integers are exact modulo 2^n.


def integers(seed, shape, dtype):
    limits = np.iinfo(np_dtype(dtype))
    return np.random.default_rng(seed).integers(limits.min, limits.max, shape, np_dtype(dtype), endpoint=True)


def wide(array):
    """As INT64, whose sums and products are exact modulo 2^64, so those of every smaller type, too."""
    return array.astype(np.int64)


@given(st.data(), INTEGERS, INTEGERS, INTEGERS, pairs(), st.integers(-(2**40), 2**40), ALL, SEEDS)
@np.errstate(over="ignore")
def test_sums_and_products_of_integers(data, a, b, out, shape_pair, alpha, soc, seed):
    first, second, shape = shape_pair
    args = {"self": data.draw(layouts(a, first)), "other": data.draw(layouts(b, second))}
    args["out"] = data.draw(layouts(out, shape, writable=True))
    values = {"self": integers(seed, first, a), "other": integers(seed + 1, second, b)}
    joint = np.promote_types(np_dtype(a), np_dtype(b))  # of these types as CANN has it
    found = run(call(ADD.op, **args, alpha=s(S64, alpha)), values, soc=soc)
    x, y = wide(found.inputs["self"]), wide(found.inputs["other"])
    np.testing.assert_array_equal(found.out, (x + alpha * y).astype(joint).astype(np_dtype(out)))
    found = run(call(MUL.op, **args), values, soc=soc)
    np.testing.assert_array_equal(found.out, (x * y).astype(joint).astype(np_dtype(out)))


@given(st.data(), INTEGERS, shapes(), st.integers(-300, 300), st.integers(-300, 300), ALL, SEEDS)
@np.errstate(over="ignore")
def test_an_integer_tensor_with_a_scalar(data, dtype, shape, value, alpha, soc, seed):
    self_ref = data.draw(layouts(dtype, shape, writable=True))
    values = {"selfRef": integers(seed, shape, dtype)}
    made_for = call(INPLACE_ADDS.op, selfRef=self_ref, other=s(S64, value), alpha=s(S64, alpha))
    x = wide(values["selfRef"])
    expected = (x + alpha * value).astype(np_dtype(dtype))
    np.testing.assert_array_equal(run(made_for, values, soc=soc, out="selfRef").out, expected)
    made_for = call(INPLACE_MULS.op, selfRef=self_ref, other=s(S64, value))
    expected = (x * value).astype(np_dtype(dtype))
    np.testing.assert_array_equal(run(made_for, values, soc=soc, out="selfRef").out, expected)


@given(st.data(), pairs(), st.sampled_from([0, 1, 2]), ALL, SEEDS)
def test_bools_add_as_or_and_multiply_as_and(data, shape_pair, alpha, soc, seed):
    first, second, shape = shape_pair
    args = {"self": data.draw(layouts(BOOL, first)), "other": data.draw(layouts(BOOL, second))}
    args["out"] = data.draw(layouts(BOOL, shape, writable=True))
    rng = np.random.default_rng(seed)
    values = {"self": rng.integers(0, 2, first) > 0, "other": rng.integers(0, 2, second) > 0}
    found = run(call(ADD.op, **args, alpha=s(S64, alpha)), values, soc=soc)
    x, y = found.inputs["self"], found.inputs["other"]
    np.testing.assert_array_equal(found.out, x | (y & bool(alpha)))
    np.testing.assert_array_equal(run(call(MUL.op, **args), values, soc=soc).out, x & y)


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("dtype", [C64, C128], ids=["c64", "c128"])
def test_complex(dtype, soc):
    args = {name: t(dtype, (3,)) for name in ("self", "other", "out")}
    x, y = np.array([1 + 2j, -1j, 3]), np.array([0.5, 2 - 1j, 1j])
    found = run(call(ADD.op, **args, alpha=s(C64, 2j)), {"self": x, "other": y}, soc=soc)
    np.testing.assert_array_equal(found.out, x + 2j * y)
    found = run(call(MUL.op, **args), {"self": x, "other": y}, soc=soc)
    np.testing.assert_array_equal(found.out, x * y)
    found = run(call(MULS.op, self=args["self"], other=s(C128, 1j), out=args["out"]), {"self": x}, soc=soc)
    np.testing.assert_array_equal(found.out, x * 1j)


def test_the_real_part_reaches_a_real_output_of_a_product():
    made_for = but(MULS, self=t(F32, (2,)), other=s(C64, 2 + 1j), out=t(F32, (2,)))
    np.testing.assert_array_equal(run(made_for, {"self": [1.0, -3.0]}).out, [2, -6])


# Where the value is rounded.


@pytest.mark.parametrize(("soc", "expected"), [("Ascend910B", 2050.0), ("Ascend950", 2052.0)])
def test_muls_keeps_the_scalar_in_float_and_mul_rounds_it_to_the_half(soc, expected):
    made_for = call(MULS.op, self=t(F16, (1,)), other=s(F32, 1 + 2.0**-11), out=t(F16, (1,)))
    assert run(made_for, {"self": [2050.0]}, soc=soc).out[0] == expected


@pytest.mark.parametrize(("soc", "expected"), [("Ascend910B", 3.03125), ("Ascend950", 3.015625)])
def test_bf16_with_alpha_is_rounded_twice_on_910b_and_once_on_950(soc, expected):
    made_for = call(
        ADD.op, **{name: t(BF16, (1,)) for name in ("self", "other", "out")}, alpha=s(F32, 1 + 1.5 / 256)
    )
    assert float(run(made_for, {"self": [0.0], "other": [3.0]}, soc=soc).out[0]) == expected


def test_int32_with_alpha_is_exact_beyond_what_float_holds():
    made_for = call(ADD.op, **{name: t(S32, (1,)) for name in ("self", "other", "out")}, alpha=s(S64, 3))
    found = run(made_for, {"self": [2**24 + 1], "other": [2**24 + 3]})
    assert found.out[0] == 2**24 + 1 + 3 * (2**24 + 3)


def test_sum_of_halves_and_floats_is_float():
    made_for = call(ADD.op, self=t(F16, (1,)), other=t(F32, (1,)), alpha=s(F32, 1), out=t(F32, (1,)))
    assert run(made_for, {"self": [1.0], "other": [2.0**-20]}).out[0] == np.float32(1 + 2.0**-20)


def test_overflow_of_a_half_is_infinite():
    made_for = call(MUL.op, **{name: t(F16, (2,)) for name in ("self", "other", "out")})
    np.testing.assert_array_equal(run(made_for, {"self": [6e4, 1], "other": [2, 1]}).out, [np.inf, 1])


def test_true_and_true_is_one():
    for out in (BOOL, F16, S32):
        made_for = call(
            ADDS.op, self=t(BOOL, (2,)), other=s(BOOL, True), alpha=s(BOOL, True), out=t(out, (2,))
        )
        np.testing.assert_array_equal(run(made_for, {"self": [True, False]}).out.astype(int), [1, 1])


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize("dtype", [F32, F16, BF16, S32, U8])
def test_more_than_a_tile(dtype, soc):
    shape = (3, 32768 + 5)
    args = {"self": t(dtype, shape), "other": t(dtype, shape, strides=(1, 3)), "out": t(dtype, shape)}
    values = {name: uniform(place, shape, 0, 9) for place, name in enumerate(("self", "other"))}
    found = run(call(ADD.op, **args, alpha=s(BOOL, True)), values, soc=soc)
    expected = (found.inputs["self"] + found.inputs["other"]).astype(np_dtype(dtype))
    np.testing.assert_array_equal(found.out, expected)
    cast = run(call(MUL.op, **{**args, "self": t(S16, shape)}), values, soc=soc)
    assert cast.steps[0] in ("Cast", "Contiguous", "Mul")


def test_self_is_out_and_other_is_self():
    shared = t(F32, (5,))
    made_for = call(ADD.op, self=shared, other=shared, alpha=s(F32, 2), out=shared)
    np.testing.assert_array_equal(run(made_for, {"self": [1, 2, 3, 4, 5]}).out, [3, 6, 9, 12, 15])
