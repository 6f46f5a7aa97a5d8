"""Logic on truth values, logic on bits, and shifts: the numbers."""

import attrs
import numpy as np
import pytest
from _case import DTYPES, SOCS, T, but, s
from _draw import SEEDS
from _pair_runs import CALLS, computed, drawn, operands, whole_numbers, written
from _run import np_dtype, run
from hypothesis import given, settings
from hypothesis import strategies as st

S8, S32, U8 = (DTYPES[name] for name in ("s8", "s32", "u8"))
few = settings(max_examples=15)

BITS = {"And": np.bitwise_and, "Or": np.bitwise_or, "Xor": np.bitwise_xor}


@pytest.mark.parametrize(
    "form", [f"{prefix}Bitwise{name}Scalar" for prefix in ("", "Inplace") for name in BITS]
)
@few
@given(st.data(), st.sampled_from(["s8", "u8", "s16", "s32", "s64", "bool"]), st.sampled_from(SOCS), SEEDS)
def test_bits_of_a_scalar(form, data, short, soc, seed):
    dtype = DTYPES[short]
    values = np.array([0, 1]) if short == "bool" else whole_numbers(seed, (8,), dtype)
    number = data.draw(st.sampled_from(values.tolist()))
    base = CALLS[form]
    tensors = {
        name: attrs.evolve(value, dtype=dtype) for name, value in base.args.items() if isinstance(value, T)
    }
    made_for = drawn(data, but(base, **tensors, other=s(dtype, number)), broadcasts=False)
    (name,) = operands(made_for)
    spread = np.random.default_rng(seed).choice(values, made_for.args[name].shape)
    found = run(made_for, {name: spread}, soc=soc, out=written(made_for))
    function = BITS[form.partition("Bitwise")[2].removesuffix("Scalar")]
    np.testing.assert_array_equal(found.out, function(found.inputs[name], np_dtype(dtype).type(number)))


def test_shifts_at_the_width():
    args = {"self": [1, -8, 5], "shiftBits": [31, 2, 40]}
    assert computed("LeftShift", "s32", **args).tolist() == [-(2**31), -32, 0]
    args = {"input": [-8, 7, -1], "shiftBits": [1, 40, -3]}
    assert computed("RightShift", "s32", **args).tolist() == [-4, 0, -1]
    assert computed("RightShift", "u8", input=[128, 128], shiftBits=[9, 7]).tolist() == [1, 1]


def test_left_shifts_at_the_width():
    for bits, expected in (
        (0, [1, -8, 5]),
        (3, [8, -64, 40]),
        (31, [-(2**31), 0, -(2**31)]),
        (32, [0, 0, 0]),
    ):
        found = computed("LeftShifts", "s32", self=[1, -8, 5], shiftBits=s(S32, bits))
        assert found.tolist() == expected
    # The pair's type decides the width: UINT8 by INT8 is shifted as INT16, and cut to out's type afterwards.
    assert computed("LeftShifts", "u8", self=[3], shiftBits=s(S8, 7), out="s16").tolist() == [384]
    assert computed("LeftShifts", "u8", self=[3], shiftBits=s(U8, 7)).tolist() == [128]


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize(
    ("name", "function"), [("And", np.logical_and), ("Or", np.logical_or), ("Xor", np.logical_xor)]
)
@pytest.mark.parametrize("short", ["bool", "f32", "bf16", "s64", "c64"])
def test_logic_of_any_dtype(name, function, short, soc):
    x, y = [0, 0, 2, 1], [0, 1, 0, 3]
    if short == "c64":
        x, y = [0, 0, 2j, 1], [0, 1, 0, 3j]
    found = computed(f"Logical{name}", short, soc, self=x, other=y, out="bool")
    np.testing.assert_array_equal(found, function(x, y))


@pytest.mark.parametrize(("name", "function"), [("And", np.logical_and), ("Or", np.logical_or)])
@pytest.mark.parametrize("short", ["bool", "f32", "bf16", "s64"])
def test_logic_in_place(name, function, short):
    """The truth values are stored in the dtype that is written."""
    x, y = [0, 0, 2, 1], [0, 1, 0, 3]
    found = computed(f"InplaceLogical{name}", short, selfRef=x, other=y)
    np.testing.assert_array_equal(found.astype(float), function(x, y))
