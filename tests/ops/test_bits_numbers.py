"""Logic on truth values, logic on bits, and shifts: the numbers."""

import attrs
import numpy as np
import pytest
from _case import DTYPES, NEW_SOCS, SOCS, T, but, s
from _draw import SEEDS, any_numbers
from _pair_runs import CALLS, drawn, operands, whole_numbers, written
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


SHORTS = ["s8", "s16", "s32", "s64", "u8"]
SHIFTS = [("LeftShift", "self"), ("LeftShifts", "self"), ("RightShift", "input")]


def promoted(first, second):
    """INT16 for the two of 8 bits, else the wider one."""
    if {first, second} == {"s8", "u8"}:
        return "s16"
    return max(first, second, key=lambda short: int(short[1:]))


def shifted(name, number, bits, width):
    """By Python's unbounded integers; what lies beyond the width is lost."""
    if name == "RightShift":
        return number >> min(max(bits, 0), width - 1)
    return number << bits if 0 <= bits < width else 0


def wrapped(number, short):
    width = int(short[1:])
    low = 2 ** (width - 1) if short[0] == "s" else 0
    return (number + low) % 2**width - low


@pytest.mark.parametrize(("name", "first"), SHIFTS, ids=[name for name, _ in SHIFTS])
@settings(max_examples=25)
@given(st.data(), st.sampled_from(SHORTS), st.sampled_from(SHORTS), st.sampled_from(SOCS), SEEDS)
def test_shifts(name, first, data, short, other, soc, seed):
    """Of a pair of dtypes in their promoted type, by any number of bits; the result is cut to the type of out."""
    computed_in = promoted(short, other)
    width, out = int(computed_in[1:]), data.draw(st.sampled_from(SHORTS))
    base, counts = CALLS[name], np.array([0, 1, 2, width // 2, width - 2, width - 1, width, width + 8])
    if other[0] == "s":
        counts = np.append(counts, [-1, -width])
    args = {
        first: attrs.evolve(base.args[first], dtype=DTYPES[short]),
        "out": attrs.evolve(base.args["out"], dtype=DTYPES[out]),
    }
    args["shiftBits"] = (
        s(DTYPES[other], int(data.draw(st.sampled_from(counts.tolist()))))
        if name == "LeftShifts"
        else attrs.evolve(base.args["shiftBits"], dtype=DTYPES[other])
    )
    made_for = drawn(data, but(base, **args), broadcasts=True)
    values = {first: any_numbers(seed, made_for.args[first].shape, DTYPES[short])}
    if name != "LeftShifts":
        values["shiftBits"] = np.random.default_rng(seed).choice(counts, made_for.args["shiftBits"].shape)
    found = run(made_for, values, soc=soc)
    bits = found.inputs.get("shiftBits", getattr(args["shiftBits"], "value", None))
    exact = [
        wrapped(wrapped(shifted(name, int(x), int(y), width), computed_in), out)
        for x, y in np.broadcast(found.inputs[first], bits)
    ]
    assert found.out.ravel().tolist() == exact


TRUTH = {
    "LogicalAnd": np.logical_and,
    "LogicalOr": np.logical_or,
    "LogicalXor": np.logical_xor,
    "InplaceLogicalAnd": np.logical_and,
    "InplaceLogicalOr": np.logical_or,
}
ANY = ["bool", "f32", "f16", "bf16", "f64", "s8", "u8", "s16", "s32", "s64", "c64", "c128"]


@pytest.mark.parametrize("form", TRUTH)
@settings(max_examples=25)
@given(st.data(), st.sampled_from(ANY), st.sampled_from(ANY), st.sampled_from(ANY), SEEDS)
def test_logic_of_any_two_dtypes(form, data, short, other, out, seed):
    """NaN is true, and so is a complex number with one part. The truth values are stored in the dtype that is written."""
    base = CALLS[form]
    first = next(iter(base.args))
    shorts = {first: short, "other": other, "out": out}
    tensors = {name: attrs.evolve(value, dtype=DTYPES[shorts[name]]) for name, value in base.args.items()}
    made_for = drawn(data, but(base, **tensors), broadcasts=True)
    values = {
        name: any_numbers(seed + place, made_for.args[name].shape, made_for.args[name].dtype)
        for place, name in enumerate((first, "other"))
    }
    found = run(made_for, values, soc=data.draw(st.sampled_from(NEW_SOCS)), out=written(made_for))
    expected = TRUTH[form](found.inputs[first] != 0, found.inputs["other"] != 0)
    np.testing.assert_array_equal(found.out.astype(complex), expected)
