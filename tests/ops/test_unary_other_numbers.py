"""What operators with one operand that are no rows compute, and predicates."""

import math

import numpy as np
import pytest
from _case import (
    DTYPES,
    NEW_SOCS,
    SOCS,
    T,
    but,
    call,
    t,
)
from _draw import BF16, F16, F32, FLOATS, SEEDS, any_numbers, any_shapes, layouts, shapes, uniform, with_ends
from _run import check_close, np_dtype, run
from _unary_others import (
    ABS,
    BITWISE_NOT,
    FRAC,
    INPLACE_FRAC,
    INPLACE_NAN_TO_NUM,
    INPLACE_ROUND,
    INPLACE_SINC,
    IS_FINITE,
    IS_NEG_INF,
    IS_POS_INF,
    NAN_TO_NUM,
    REAL,
    ROUND,
    SIGN,
    SIGNBIT,
    SINC,
)
from hypothesis import given, settings
from hypothesis import strategies as st

F64, S8, S16, S32, S64, U8 = (DTYPES[name] for name in ("f64", "s8", "s16", "s32", "s64", "u8"))
U16, U32, U64, BOOL = (DTYPES[name] for name in ("u16", "u32", "u64", "bool"))
C32, C64, C128, F8 = (DTYPES[name] for name in ("c32", "c64", "c128", "f8e5m2"))
INF, NAN = math.inf, math.nan
FEW = settings(max_examples=15)
PRIVATE = 29

INTS = {"s8", "s16", "s32", "s64", "u8", "bool"}


def computed(base, dtype, values, *, out=None, soc="Ascend910B", **attributes):
    first, *_, last = base.args
    shape = np.shape(values)
    made = but(base, **{first: t(dtype, shape), last: t(dtype if out is None else out, shape)}, **attributes)
    return run(made, {first: values}, soc=soc, out=last).out


@given(st.data(), st.sampled_from([ABS, SIGN, FRAC, SINC, ROUND]), FLOATS, shapes(), SEEDS)
@settings(max_examples=100)
def test_floats(data, base, dtype, shape, seed):
    first, *_, last = base.args
    made = call(
        base.op,
        **base.args
        | {first: data.draw(layouts(dtype, shape)), last: data.draw(layouts(dtype, shape, writable=True))},
    )
    # On the other chips a half aclnnSinc is rounded after each of its steps.
    found = run(made, {first: uniform(seed, shape, -4, 4)}, out=last, soc="Ascend950")
    x = found.inputs[first]
    power = np.float32(10)
    expected = {
        ABS.op: np.abs(x), SIGN.op: np.sign(x), FRAC.op: x - np.trunc(x), SINC.op: np.sinc(x),
        ROUND.op: np.rint(x.astype(np.float32) * power) / power,
    }  # fmt: skip
    check_close(found.out, expected[base.op], dtype, floor=2.0**-5)


def rounded(x, decimals):
    """In float32, as the kernel: what lies near a tie depends on it."""
    power = np.float32(10.0 ** abs(decimals))
    x = x.astype(np.float32)
    return np.rint(x * power) / power if decimals >= 0 else np.rint(x / power) * power


def replaced(x, nan, posinf, neginf):
    return np.where(np.isnan(x), nan, np.where(x == INF, posinf, np.where(x == -INF, neginf, x)))


ATTRIBUTES = {
    "decimals": st.integers(-2, 3),
    **dict.fromkeys(("nan", "posinf", "neginf"), st.sampled_from([0.0, -2.5, 100.0, INF, -INF, NAN])),
}
PAIRS = (
    ((ROUND, INPLACE_ROUND), rounded),
    ((FRAC, INPLACE_FRAC), lambda x: x - np.trunc(x)),
    ((NAN_TO_NUM, INPLACE_NAN_TO_NUM), replaced),
    ((SINC, INPLACE_SINC), np.sinc),
)


@pytest.mark.parametrize(("bases", "reference"), PAIRS, ids=[bases[0].op for bases, _ in PAIRS])
@settings(max_examples=25)
@given(st.data(), FLOATS, any_shapes(), SEEDS)
def test_in_place_and_out_of_place(bases, reference, data, dtype, shape, seed):
    base = data.draw(st.sampled_from(bases))
    attributes = {name: data.draw(ATTRIBUTES[name]) for name in base.args if name in ATTRIBUTES}
    names = [name for name, value in base.args.items() if isinstance(value, T)]
    tensors = {name: data.draw(layouts(dtype, shape, writable=name == names[-1])) for name in names}
    # On the other chips a half aclnnSinc is rounded after each of its steps.
    soc = "Ascend950" if SINC in bases and dtype != F32 else data.draw(st.sampled_from(NEW_SOCS))
    found = run(
        but(base, **tensors, **attributes),
        {names[0]: with_ends(seed, shape, -20, 20)},
        soc=soc,
        out=names[-1],
    )
    with np.errstate(all="ignore"):
        expected = reference(found.inputs[names[0]], **attributes)
    check_close(found.out, expected, dtype, floor=2.0**-5)


def test_sign():
    assert computed(SIGN, F32, [-3, -0.0, 0, 5, INF, -INF, NAN]).tolist() == [-1, 0, 0, 1, 1, -1, 0]
    assert computed(SIGN, S64, [-(2**62), 0, 7]).tolist() == [-1, 0, 1]
    assert computed(SIGN, BOOL, [True, False]).tolist() == [True, False]
    np.testing.assert_allclose(computed(SIGN, C64, [3 + 4j, 0, -2j]), [0.6 + 0.8j, 0, -1j])


def test_abs():
    assert computed(ABS, S8, [-128, -5, 5]).tolist() == [-128, 5, 5]
    assert computed(ABS, U8, [200, 5]).tolist() == [200, 5]
    assert computed(ABS, C64, [3 + 4j, -5], out=F32).tolist() == [5, 5]
    assert computed(ABS, C64, [3 + 4j, -5], out=F32, soc="Ascend950").tolist() == [5, 5]


@pytest.mark.parametrize(
    ("dtype", "decimals", "values", "expected"),
    [
        (F32, 2, [1.235, -1.225, NAN, INF], [1.24, -1.22, NAN, INF]),
        (F32, -1, [15, 25, -35, 4.9], [20, 20, -40, 0]),
        (F32, 39, [1, 2], [NAN, NAN]),
        (F32, -39, [1, 2], [NAN, NAN]),
        (F32, 0, [0.5, 1.5, -2.5], [0, 2, -2]),
        (F64, 3, [1.0005, 2.71828], [1.0, 2.718]),
        (S32, 3, [12345], [12345]),
        (S32, -1, [15, 25, -15, -25, 2147483646], [20, 20, -20, -20, -2147483648]),
        (S32, -2, [2147483647, -2147483648], [2147483600, -2147483600]),
        (S32, -9, [500000000, 1500000000, 499999999], [0, 2000000000, 0]),
        (S32, -10, [2147483647], [0]),
        (S32, -309, [5], [-2147483648]),
        (S64, 2, [12345], [12345]),
        (S64, -1, [15, 29, -29, 39, 5], [20, 20, -20, 30, 0]),
        (S64, -19, [5], [0]),
    ],
)
def test_round_to_decimals(dtype, decimals, values, expected):
    found = computed(ROUND, dtype, np.array(values, np_dtype(dtype)), decimals=decimals)
    np.testing.assert_allclose(found, np.array(expected, np_dtype(dtype)), rtol=1e-6)


def test_frac_of_integers_and_infinities():
    assert computed(FRAC, S16, [-7, 5]).tolist() == [0, 0]
    np.testing.assert_array_equal(computed(FRAC, F32, [-1.5, INF, NAN]), [-0.5, NAN, NAN])


@pytest.mark.parametrize("dtype", [F32, F16, BF16], ids=["f32", "f16", "bf16"])
def test_nan_to_num(dtype):
    found = computed(NAN_TO_NUM, dtype, [NAN, INF, -INF, 2.5], nan=7.0, posinf=8.0, neginf=-9.0)
    assert found.astype(np.float64).tolist() == [7, 8, -9, 2.5]
    assert computed(NAN_TO_NUM, S32, [5, -6]).tolist() == [5, -6]
    assert np.isposinf(float(computed(NAN_TO_NUM, F16, [NAN], nan=1e6)[0])), "rounded to the dtype"


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_sinc(soc):
    np.testing.assert_allclose(
        computed(SINC, F32, [0, 0.5, -2.5, -0.0], soc=soc), np.sinc([0, 0.5, -2.5, 0]), rtol=1e-6
    )
    np.testing.assert_allclose(computed(SINC, S32, [0, 1], out=F32, soc=soc), [1, 0], atol=1e-7)
    assert np.isnan(computed(SINC, F32, [INF, NAN], soc=soc)).all()


QUESTIONS = [
    (IS_FINITE, np.isfinite, f"f32 f16 bf16 f64 {' '.join(sorted(INTS))}"),
    (IS_POS_INF, np.isposinf, f"f32 f16 bf16 {' '.join(sorted(INTS))}"),
    (IS_NEG_INF, np.isneginf, f"f32 f16 bf16 {' '.join(sorted(INTS))}"),
    (SIGNBIT, np.signbit, f"f32 f16 bf16 f64 u16 u32 u64 {' '.join(sorted(INTS))}"),
]


@pytest.mark.parametrize(("base", "question", "listed"), QUESTIONS, ids=[row[0].op for row in QUESTIONS])
@settings(max_examples=30)
@given(st.data(), st.sampled_from(SOCS), any_shapes(), SEEDS)
def test_predicates(base, question, listed, data, soc, shape, seed):
    """Of NaN, infinities, zeros with a sign, and the limits of integers. Only Ascend950 sees the sign of -0 and NaN."""
    if base in (IS_POS_INF, IS_NEG_INF) and soc not in (*NEW_SOCS, "Ascend310P"):
        soc = "Ascend310P"
    short = data.draw(st.sampled_from([name for name in listed.split() if name != "bf16" or soc in NEW_SOCS]))
    dtype, out = DTYPES[short], BOOL
    if base is SIGNBIT:
        out = data.draw(st.sampled_from([BOOL, F32, U8, S64]))
    made_for = but(
        base, self=data.draw(layouts(dtype, shape)), out=data.draw(layouts(out, shape, writable=True))
    )
    found = run(made_for, {"self": any_numbers(seed, shape, dtype)}, soc=soc)
    x = found.inputs["self"]
    expected = (
        question(x) if x.dtype.kind == "f" else (x < 0 if base is SIGNBIT else question(x.astype(float)))
    )
    if base is SIGNBIT and soc != "Ascend950":
        expected = x < 0
    np.testing.assert_array_equal(found.out.astype(float), expected)


@FEW
@given(st.data(), st.sampled_from([S8, S16, S32, S64, U8, U16, U32, U64, BOOL]), any_shapes(), SEEDS)
def test_bitwise_not(data, dtype, shape, seed):
    """The distance to the other end of the range; of BOOL the other value."""
    made_for = but(
        BITWISE_NOT,
        self=data.draw(layouts(dtype, shape)),
        out=data.draw(layouts(dtype, shape, writable=True)),
    )
    found = run(made_for, {"self": any_numbers(seed, shape, dtype)}, soc="Ascend950")
    x = found.inputs["self"]
    if dtype == BOOL:
        expected = ~x
    else:
        limits = np.iinfo(x.dtype)
        expected = x.dtype.type(limits.min + limits.max) - x
    np.testing.assert_array_equal(found.out, expected)


@FEW
@given(st.data(), st.sampled_from([(C64, F32), (C128, F64), (F32, F32), (F16, F16)]), any_shapes(), SEEDS)
def test_real(data, dtypes, shape, seed):
    """The real part moves as it is, signs of zeros and NaN included."""
    dtype, part = dtypes
    made_for = but(
        REAL, self=data.draw(layouts(dtype, shape)), out=data.draw(layouts(part, shape, writable=True))
    )
    values = np.zeros(shape, np_dtype(dtype))
    values.real = with_ends(seed, shape, -5, 5)
    if dtype != part:
        values.imag = with_ends(seed + 1, shape, -5, 5)
    found = run(made_for, {"self": values}, soc="Ascend910B")
    expected = found.inputs["self"].real
    np.testing.assert_array_equal(found.out.astype(float), expected)
    np.testing.assert_array_equal(np.signbit(found.out), np.signbit(expected))
