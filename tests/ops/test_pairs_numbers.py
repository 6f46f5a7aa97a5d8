"""Operators of two and three operands: the numbers, on both engines, for random shapes, layouts and dtypes."""

import math

import attrs
import numpy as np
import pytest
from _case import DTYPES, NEW_SOCS, SOCS, but, s, t
from _draw import BF16, F16, F32, FLOATS, SEEDS
from _pair_runs import CALLS, computed, drawn, operands, typed, values_of, vector, whole_numbers, written
from _run import check_close, np_dtype, run
from hypothesis import assume, given, settings
from hypothesis import strategies as st

NEW = st.sampled_from(NEW_SOCS)
S8, S16, S32, S64, U8 = (DTYPES[name] for name in ("s8", "s16", "s32", "s64", "u8"))
F64, BOOL, C64, C128 = (DTYPES[name] for name in ("f64", "bool", "c64", "c128"))
few = settings(max_examples=15)  # there are some 150 forms, which share kernels and plans


def tolerance(dtype):
    return dtype if dtype in (F16, BF16) else F32


# name -> reference over float64, domain, whether the operands broadcast, changes of the call
def _lerp(x, y, w=2.0):
    return x + w * (y - x)


TWO = s(F32, 2)
FLOAT_ROWS = {
    "Sub": (lambda x, y: x - 2 * y, (0.5, 2), {"alpha": TWO}),
    "Subs": (lambda x: x - 4, (0.5, 2), {"alpha": TWO}),
    "Rsub": (lambda x, y: y - 2 * x, (0.5, 2), {"alpha": TWO}),
    "Rsubs": (lambda x: 2 - 2 * x, (2, 4), {"alpha": TWO}),
    "AddV3": (lambda x: 2 + 2 * x, (0.5, 2), {"alpha": TWO}),
    "Div": (lambda x, y: x / y, (0.5, 2), {}),
    "Divs": (lambda x: x / 2, (0.5, 2), {}),
    "DivMod": (lambda x, y: np.floor(x / y), "grid", {}),
    "DivMods": (lambda x: np.floor(x / 2), "grid", {}),
    "FloorDivide": (lambda x, y: np.floor(x / y), "grid", {}),
    "FloorDivides": (lambda x: np.floor(x / 2), "grid", {}),
    "FmodTensor": (np.fmod, "grid", {}),
    "FmodScalar": (lambda x: np.fmod(x, 2), "grid", {}),
    "RemainderTensorTensor": (np.mod, "grid", {}),
    "RemainderTensorScalar": (lambda x: np.mod(x, 2), "grid", {}),
    "RemainderScalarTensor": (lambda y: np.mod(7, y), (1, 2), {}),
    "PowTensorTensor": (np.power, (0.5, 2), {}),
    "PowTensorScalar": (lambda x: x**3, (0.5, 2), {}),
    "PowScalarTensor": (lambda y: 2**y, (0.5, 2), {}),
    "Maximum": (np.maximum, (-2, 2), {}),
    "Minimum": (np.minimum, (-2, 2), {}),
    "Atan2": (np.arctan2, (-2, 2), {}),
    "XLogYTensor": (lambda x, y: x * np.log(y), (1.5, 4), {}),
    "XLogYScalarOther": (lambda x: x * math.log(2), (0.5, 2), {}),
    "XLogYScalarSelf": (lambda y: 2 * np.log(y), (1.5, 4), {}),
    "Xlog1py": (lambda x, y: x * np.log1p(y), (0.5, 2), {}),
    "LogAddExp": (np.logaddexp, (0.5, 4), {}),
    "LogAddExp2": (np.logaddexp2, (0.5, 4), {}),
    "Heaviside": (np.heaviside, "few", {}),
    "Lerp": (_lerp, (1, 2), {}),
    "Lerps": (_lerp, (1, 1.25), {}),
    "Addcmul": (lambda x, a, b: x + 2 * a * b, (0.5, 2), {}),
    "Addcdiv": (lambda x, a, b: x + 2 * a / b, (0.5, 2), {}),
    "Clamp": (lambda x: np.clip(x, -1, 1), (-3, 3), {"clipValueMin": s(F32, -1), "clipValueMax": s(F32, 1)}),
    "ClampMin": (lambda x: np.maximum(x, 2), (-3, 3), {}),
    "ClampMax": (lambda x: np.minimum(x, 2), (-3, 3), {}),
    "ClampTensor": (lambda x, a, b: np.minimum(np.maximum(x, a), b), (-3, 3), {}),
    "ClampMinTensor": (np.maximum, (-3, 3), {}),
    "ClampMaxTensor": (np.minimum, (-3, 3), {}),
    "SWhere": (np.where, (-3, 3), {}),
    "MaskedFillScalar": (lambda x, m: np.where(m, 2, x), (-3, 3), {}),
    "MaskedFillTensor": (lambda x, m, v: np.where(m, v, x), (-3, 3), {}),
}  # fmt: skip
ONE_SHAPE = {"Clamp", "ClampMin", "ClampMax"}


def takes_the_shape_of_input(made_for):
    """Heaviside with a single value has the shape of input; a value of more dimensions is refused (test_pairs_plans)."""
    x, values = made_for.args["input"], made_for.args["values"]
    return math.prod(values.shape) > 1 or len(values.shape) <= len(x.shape)


FORMS = [
    pytest.param(name, form, id=form)
    for name in FLOAT_ROWS
    for form in (name, f"Inplace{name}")
    if form in CALLS
]  # fmt: skip


@pytest.mark.parametrize(("name", "form"), FORMS)
@few
@given(st.data(), FLOATS, NEW, SEEDS)
def test_floats(name, form, data, dtype, soc, seed):
    reference, domain, changes = FLOAT_ROWS[name]
    base = typed(CALLS[form], dtype)
    base = attrs.evolve(base, args={**base.args, **changes})
    made_for = drawn(data, base, broadcasts=name not in ONE_SHAPE)
    assume(name != "Heaviside" or takes_the_shape_of_input(made_for))
    names = operands(base)
    found = run(made_for, values_of(made_for, names, seed, domain), soc=soc, out=written(base))
    expected = reference(*(found.inputs[key].astype(np.float64) for key in names))
    check_close(found.out, np.broadcast_to(expected, found.out.shape), tolerance(dtype))


@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("form", ["DivMod", "InplaceDivMod", "DivMods", "InplaceDivMods"])
@few
@given(st.data(), FLOATS, st.sampled_from(SOCS), SEEDS)
def test_rounding_modes_of_quotients(form, mode, data, dtype, soc, seed):
    if dtype == BF16 and soc not in NEW_SOCS:
        dtype = F16
    made_for = drawn(data, but(typed(CALLS[form], dtype), mode=mode), broadcasts=True)
    names = operands(made_for)
    found = run(made_for, values_of(made_for, names, seed, "grid"), soc=soc, out=written(made_for))
    x = found.inputs[names[0]]
    quotient = x / (found.inputs["other"] if "other" in names else 2)
    np.testing.assert_array_equal(
        found.out.astype(np.float64), (np.array, np.trunc, np.floor)[mode](quotient) + 0
    )


COMPARED = {
    "Eq": np.equal,
    "Ne": np.not_equal,
    "Gt": np.greater,
    "Ge": np.greater_equal,
    "Lt": np.less,
    "Le": np.less_equal,
}
COMPARED_FORMS = [
    f"{prefix}{name}{kind}" for name in COMPARED for kind in ("Tensor", "Scalar") for prefix in ("", "Inplace")
]  # fmt: skip


@pytest.mark.parametrize("form", COMPARED_FORMS)
@few
@given(st.data(), st.sampled_from([F32, F16, F64, S8, S16, S32, S64, U8]), st.sampled_from(SOCS), SEEDS)
def test_comparisons(form, data, dtype, soc, seed):
    base = typed(CALLS[form], dtype, **({"other": s(dtype, 1)} if form.endswith("Scalar") else {}))
    made_for = drawn(data, base, broadcasts=form.endswith("Tensor"))
    names = operands(made_for)
    values = {
        name: np.abs(value) if dtype == U8 else value
        for name, value in values_of(made_for, names, seed, "few").items()
    }
    found = run(made_for, values, soc=soc, out=written(made_for))
    other = found.inputs["other"] if "other" in names else 1
    expected = COMPARED[form.removeprefix("Inplace")[:2]](found.inputs[names[0]], other)
    np.testing.assert_array_equal(found.out.astype(np.float64), np.broadcast_to(expected, found.out.shape))


# Over int64; by 0 is tested apart.
INTEGER_ROWS = {
    "Sub": (lambda x, y: x - y, "s8 u8 s16 s32 s64"),
    "FloorDivide": (lambda x, y: x // y, "s8 u8 s16 s32 s64"),
    "FmodTensor": (np.fmod, "s8 u8 s32 s64"),
    "RemainderTensorTensor": (lambda x, y: x % y, "s32 s64"),
    "Maximum": (np.maximum, "s8 u8 s16 s32 s64"),
    "Minimum": (np.minimum, "s8 u8 s16 s32 s64"),
    "BitwiseAndTensor": (np.bitwise_and, "s8 u8 s16 u16 s32 s64"),
    "BitwiseAndTensorOut": (np.bitwise_and, "s8 u8 s16 u16 s32 s64"),
    "BitwiseOrTensor": (np.bitwise_or, "s8 u8 s16 u16 s32 s64 u32"),
    "BitwiseXorTensor": (np.bitwise_xor, "s8 u8 s16 s32 s64"),
    "Gcd": (np.gcd, "s32"),
    "Addcmul": (lambda x, a, b: x + 2 * a * b, "s8 u8 s32 s64"),
    "ClampTensor": (lambda x, a, b: np.minimum(np.maximum(x, a), b), "s8 u8 s16 s32 s64"),
    "SWhere": (np.where, "s8 u8 s16 u16 s32 u32 s64"),
}
INTEGER_FORMS = [
    pytest.param(name, form, id=form)
    for name in INTEGER_ROWS
    for form in (name, f"Inplace{name}")
    if form in CALLS
]  # fmt: skip


@pytest.mark.parametrize(("name", "form"), INTEGER_FORMS)
@few
@given(st.data(), st.sampled_from(["Ascend910", "Ascend910B", "Ascend950"]), SEEDS)
def test_integers_are_exact(name, form, data, soc, seed):
    reference, shorts = INTEGER_ROWS[name]
    dtype = DTYPES[data.draw(st.sampled_from(shorts.split()))]
    whole = {
        key: attrs.evolve(value, dtype=F32)
        for key, value in CALLS[form].args.items()
        if getattr(value, "dtype", None) == S32
    }
    base = typed(attrs.evolve(CALLS[form], args={**CALLS[form].args, **whole}), dtype)
    if "alpha" in base.args:
        base = but(base, alpha=s(S64, 1))
    made_for = drawn(data, base, broadcasts=True)
    names = operands(made_for)
    values = {
        key: value
        if made_for.args[key].dtype == BOOL
        else whole_numbers(seed + place, made_for.args[key].shape, dtype)
        for place, (key, value) in enumerate(values_of(made_for, names, seed, "few").items())
    }
    if "other" in values:
        values["other"] = np.where(values["other"] == 0, 1, values["other"])
    found = run(made_for, values, soc=soc, out=written(made_for))
    with np.errstate(all="ignore"):
        inputs = [
            found.inputs[key] if found.inputs[key].dtype == bool else found.inputs[key].astype(np.int64)
            for key in names
        ]
        expected = np.broadcast_to(reference(*inputs), found.out.shape).astype(np_dtype(dtype))
    np.testing.assert_array_equal(found.out, expected)


# What is particular.


INF, NAN = np.inf, np.nan


def test_division_of_floats_by_zero():
    np.testing.assert_array_equal(computed("Div", "f32", self=[1, -1, 0], other=[0, 0, 0]), [INF, -INF, NAN])
    np.testing.assert_array_equal(
        computed("FloorDivide", "f32", self=[1, -1, 0], other=[0, 0, 0]), [INF, -INF, NAN]
    )
    np.testing.assert_array_equal(computed("FmodTensor", "f32", self=[1, 1], other=[0, INF]), [NAN, 1])
    np.testing.assert_array_equal(
        computed("RemainderTensorTensor", "f32", self=[1, -1], other=[0, INF]), [NAN, INF]
    )


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_division_of_integers_by_zero(soc):
    assert computed("FloorDivide", "s32", soc, self=[5, -5, 0], other=[0, 0, 0]).tolist() == [-1, -1, -1]
    assert computed("FmodTensor", "s32", soc, self=[5, -5, 0], other=[0, 0, 0]).tolist() == [-1, -1, -1]
    assert computed("FmodTensor", "u8", soc, self=[5], other=[0]).tolist() == [255]
    assert computed("RemainderTensorTensor", "s32", soc, self=[5, -5, 0], other=[0, 0, 0]).tolist() == [
        5,
        -5,
        0,
    ]


def test_truncation_of_integers_on_950():
    args = {"self": [7, -7, 5, -5], "other": [2, 2, 0, 0], "mode": 1}
    assert computed("DivMod", "s32", "Ascend950", **args).tolist() == [3, -3, -1, -1]
    assert computed("DivMod", "s64", "Ascend950", **args).tolist() == [3, -3, 2**32 - 1, -1]
    assert computed("DivMod", "s8", "Ascend950", **args).tolist() == [3, -3, -1, -1]


def test_the_quotient_is_rounded_before_the_floor():
    """0.1 fits ten times into 1 in FLOAT, although its FLOAT is more than 0.1; Python's floor division says 9."""
    assert computed("FloorDivide", "f32", self=[1.0], other=[0.1]).tolist() == [10]


def test_int32_is_divided_in_float_and_cut_exactly_on_the_910b():
    assert computed("Div", "s32", self=[7, -7], other=[2, 2], out="f32").tolist() == [3.5, -3.5]
    assert computed("DivMod", "s32", self=[2**30 + 1], other=[1], mode=1).tolist() == [2**30 + 1]


def test_mixed_floats_of_the_910b():
    """Only there FLOAT16 is divided by FLOAT without a Cast, into FLOAT; in place into FLOAT16."""
    made_for = but(CALLS["Div"], self=vector("f16", 1), other=vector("f32", 1), out=vector("f32", 1))
    values = {"self": [1], "other": [3]}
    for soc, steps in (("Ascend910B", ("RealDiv",)), ("Ascend950", ("Cast", "RealDiv"))):
        found = run(made_for, values, soc=soc)
        assert (found.steps, found.out[0]) == (steps, np.float32(1) / np.float32(3))
    in_place = but(CALLS["InplaceDiv"], selfRef=vector("f16", 1), other=vector("f32", 1))
    assert run(in_place, {"selfRef": [1], "other": [3]}, out="selfRef").steps == ("RealDiv",)


def test_signs_of_remainders():
    args = {"self": [5.5, -5.5, 5.5, -5.5], "other": [3, 3, -3, -3]}
    assert computed("FmodTensor", "f32", **args).tolist() == [2.5, -2.5, 2.5, -2.5]
    assert computed("RemainderTensorTensor", "f32", **args).tolist() == [2.5, 0.5, -0.5, -2.5]


def test_powers_of_integers():
    args = {"self": [2, -1, -1, 1, 0, 3], "exponent": [-1, -3, -2, -5, -1, 4]}
    assert computed("PowTensorTensor", "s32", **args).tolist() == [0, -1, 1, 1, 0, 81]
    assert computed("PowTensorTensor", "s8", self=[3, 2], exponent=[5, 8]).tolist() == [-13, 0]


def test_squares_of_small_integers_are_made_in_int32():
    made_for = but(CALLS["PowTensorScalar"], self=vector("s8", 2), exponent=s(S64, 2), out=vector("s32", 2))
    found = run(made_for, {"self": [100, -100]})
    assert (found.out.tolist(), found.steps) == ([10000, 10000], ("Cast", "Square"))


def test_nan_of_extremes_and_clamps():
    for name in ("Maximum", "Minimum"):
        np.testing.assert_array_equal(computed(name, "f32", self=[NAN, 1], other=[1, NAN]), [NAN, NAN])
    found = computed("Clamp", "f32", self=[NAN, -9, 9], clipValueMin=s(F32, 1), clipValueMax=s(F32, -1))
    np.testing.assert_array_equal(found, [NAN, -1, -1])


def test_xlogy_at_its_edges():
    args = {"self": [0, 0, 0, 1], "other": [0, INF, NAN, 0]}
    np.testing.assert_array_equal(computed("XLogYTensor", "f32", **args), [0, 0, NAN, -INF])


@pytest.mark.parametrize("name", ["LogAddExp", "LogAddExp2"])
def test_logaddexp_of_infinities(name):
    args = {"self": [INF, -INF, INF, NAN], "other": [INF, -INF, -INF, 0]}
    np.testing.assert_array_equal(computed(name, "f32", **args), [INF, -INF, INF, NAN])


def test_heaviside_of_nan_is_zero():
    found = computed("Heaviside", "f32", input=[NAN, 0, 2, -2], values=[5, 5, 5, 5])
    np.testing.assert_array_equal(found, [0, 5, 1, 0])
    scalar = but(CALLS["Heaviside"], input=vector("f32"), values=t(F32, (1, 1)), out=vector("f32"))
    np.testing.assert_array_equal(run(scalar, {"input": [0, 1, -1], "values": [[7]]}).out, [7, 1, 0])


def test_bools_differ_or_not():
    args = {"self": [True, True, False, False], "other": [True, False, True, False]}
    assert computed("Sub", "bool", alpha=s(S64, 1), **args).tolist() == [False, True, True, False]
    assert computed("Maximum", "bool", **args).tolist() == [True, True, True, False]


def test_complex():
    x, y = [1 + 2j, -1j], [2 - 1j, 3]
    np.testing.assert_array_equal(computed("Sub", "c64", self=x, other=y), np.subtract(x, y))
    np.testing.assert_allclose(computed("Div", "c128", self=x, other=y), np.divide(x, y))
    np.testing.assert_array_equal(
        computed("EqTensor", "c64", self=x, other=[1 + 2j, 0], out="bool"), [True, False]
    )
    np.testing.assert_allclose(computed("PowTensorTensor", "c128", self=x, exponent=y), np.power(x, y))
    # The exponent goes to the AI CPU as it is.
    made_for = but(CALLS["PowScalarTensor"], self=s(C64, 2j), exponent=vector("f32", 2), out=vector("c64", 2))
    found = run(made_for, {"exponent": [2, 3]})
    assert found.steps == ("Pow",)
    np.testing.assert_allclose(found.out, [-4, -8j], atol=1e-5)
