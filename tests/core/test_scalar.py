"""aclCreateScalar and the C conversions of a scalar's value."""

import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType, dtype_info, numpy_dtype
from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.errors import ParamInvalid

BY_SHORT = {dtype_info(member).short: member for member in DataType}
NAN, INF = math.nan, math.inf


def same(a, b):
    """Equal values of one type; a NaN equals a NaN."""
    return type(a) is type(b) and (a == b or (a != a and b != b))  # noqa: PLR0124


# value, dtype, what the C variable holds
STORED = [
    (0.1, "f32", float(np.float32(0.1))),
    (1e39, "f32", INF),
    (-1e39, "f32", -INF),
    (NAN, "f32", NAN),
    (16777217, "f32", 16777216.0),
    (2**60 + 2**36 + 1, "f32", 2.0**60 + 2.0**37),  # one rounding, not two through double
    (0.1, "f16", float(np.float16(0.1))),
    (65519.99, "f16", 65504.0),
    (65520, "f16", INF),
    (2049.0, "f16", 2048.0),
    (2051.0, "f16", 2052.0),
    (2.0**-25, "f16", 0.0),
    (2.0**-24, "f16", 2.0**-24),
    (1.00390625, "bf16", 1.0),
    (1.01171875, "bf16", 1.015625),
    (3.4e38, "bf16", INF),
    (0.1, "f64", 0.1),
    (10**400, "f64", INF),
    (-(10**400), "f32", -INF),
    (True, "f32", 1.0),
    (300, "s8", 44),
    (-129, "s8", 127),
    (-1, "u8", 255),
    (2**31, "s32", -(2**31)),
    (2**63, "s64", -(2**63)),
    (-1, "u64", 2**64 - 1),
    (1.9, "s32", 1),
    (-1.9, "s32", -1),
    (1e300, "s32", 2**31 - 1),
    (-INF, "s64", -(2**63)),
    (NAN, "s32", 0),
    (-3.5, "u8", 0),
    (2, "bool", True),
    (0.0, "bool", False),
    (1e-30, "bool", True),
    (1 + 2j, "c64", 1 + 2j),
    (0.1 + 0.1j, "c64", complex(np.complex64(0.1 + 0.1j))),
    (2, "c128", 2 + 0j),
    (10**400, "c128", complex(INF, 0)),
    (1.25, "f8e5m2", 1.25),
    (1.125, "f8e4m3fn", 1.125),
    (3, "f8e8m0", 4.0),
]


@pytest.mark.parametrize(("value", "short", "expected"), STORED)
def test_the_value_is_stored_as_c_would(value, short, expected):
    if numpy_dtype(BY_SHORT[short]) is None:
        pytest.skip("this ml_dtypes has no such type")
    scalar = create_scalar(value, BY_SHORT[short])
    assert scalar is not None
    assert same(scalar.value, expected)
    assert scalar.dtype == BY_SHORT[short]
    assert scalar.describe().endswith(dtype_info(BY_SHORT[short]).name)


@pytest.mark.parametrize(
    "value",
    [
        np.float32(1.5), np.float16(1.5), np.array(1.5), np.array([1.5]), ml_dtypes.bfloat16(1.5),
        np.longdouble(1.5), Fraction(3, 2),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_numbers_of_other_libraries(value):
    scalar = create_scalar(value, DataType.ACL_FLOAT)
    assert scalar is not None
    assert same(scalar.value, 1.5)


@pytest.mark.parametrize("short", ["string", "s4", "u1", "c32", "undefined"])
def test_types_without_scalars(short):
    assert create_scalar(1, BY_SHORT[short]) is None


@pytest.mark.parametrize("dtype", [5, 28, 99, -2])
def test_unknown_types_have_no_scalars(dtype):
    assert create_scalar(1, dtype) is None


def test_null_value():
    assert create_scalar(None, DataType.ACL_FLOAT) is None


@pytest.mark.parametrize("short", ["hif8", "f6e3m2", "f6e2m3", "f4e2m1", "f4e1m2"])
def test_types_that_are_not_emulated_say_so(short):
    with pytest.raises(ParamInvalid) as caught:
        create_scalar(1.0, BY_SHORT[short])
    assert caught.value.message_id == "ACLNN-TENSOR-008"
    assert "not emulated" in str(caught.value)


@pytest.mark.parametrize(
    ("value", "short"),
    [
        ("1", "f32"),
        (b"1", "s32"),
        ([1], "s32"),
        (1j, "f32"),
        (1j, "s8"),
        (np.array([1, 2]), "f32"),
        (object(), "f32"),
    ],
)
def test_what_is_no_number_is_refused(value, short):
    with pytest.raises(ParamInvalid) as caught:
        create_scalar(value, BY_SHORT[short])
    assert caught.value.message_id == "ACLNN-TENSOR-001"
    assert dtype_info(BY_SHORT[short]).name in str(caught.value)


# value, its dtype, read as, answer
READ = [
    (1.5, "f32", "f64", 1.5),
    (0.1, "f64", "f32", float(np.float32(0.1))),
    (300.7, "f32", "s8", 127),
    (300, "s32", "s8", 44),
    (-1, "s8", "u8", 255),
    (-1, "s8", "u64", 2**64 - 1),
    (-1.7, "f64", "s64", -1),
    (True, "bool", "f32", 1.0),
    (3, "s32", "bool", True),
    (1e-8, "f32", "bool", False),
    (2.0**-23, "f32", "bool", True),
    (1e-8, "f64", "bool", True),
    (1e-17, "f64", "bool", False),
    (NAN, "f32", "bool", False),
    (2.0**-23, "f16", "bool", True),
    (2, "s64", "c64", 2 + 0j),
    (0.1, "f64", "c64", complex(np.complex64(0.1))),
    (1 + 2j, "c64", "f32", 0.0),
    (1 + 2j, "c64", "s32", 0),
    (1 + 2j, "c64", "bool", False),
    (0.1 + 0.1j, "c128", "c64", complex(np.complex64(0.1 + 0.1j))),
    (1 + 2j, "c64", "c128", 1 + 2j),
    (1.00390625 + 2.0**-40, "f64", "bf16", 1.0),  # through float, so the tie is seen after a first rounding
    (2049.0, "f32", "f16", 2048.0),
    (2**31, "s64", "f16", INF),
]


@pytest.mark.parametrize(("value", "source", "target", "expected"), READ)
def test_reading_as_another_dtype(value, source, target, expected):
    scalar = create_scalar(value, BY_SHORT[source])
    assert scalar is not None
    assert same(scalar.as_(BY_SHORT[target]), expected)
    assert same(scalar.as_(BY_SHORT[source]), scalar.value)


INTEGERS = [BY_SHORT[name] for name in ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64")]


@given(st.integers(-(2**70), 2**70), st.sampled_from(INTEGERS), st.sampled_from(INTEGERS))
def test_integers_wrap_as_numpy_casts(value, source, target):
    scalar = create_scalar(value, source)
    assert scalar is not None
    expected = np.array(value & (2**64 - 1), np.uint64).astype(numpy_dtype(source))
    assert scalar.value == int(expected)
    assert scalar.as_(target) == int(expected.astype(numpy_dtype(target)))


@given(st.floats(), st.sampled_from(["f32", "f16", "bf16", "f64"]))
def test_storing_twice_changes_nothing(value, short):
    scalar = create_scalar(value, BY_SHORT[short])
    assert scalar is not None
    again = create_scalar(scalar.value, BY_SHORT[short])
    assert again is not None
    assert same(scalar.value, again.value)


@pytest.mark.parametrize(
    ("value", "dtype", "half", "expected"),
    [
        (1.5, "f32", "f16", True),
        (0.1, "f32", "f16", False),
        (0.1, "f32", "bf16", False),
        (1e-8, "f32", "f16", True),
        (70000.0, "f32", "f16", False),
        (70000.0, "f32", "bf16", False),
        (65536.0, "f32", "bf16", True),
        (2, "s32", "f16", True),
        (NAN, "f32", "f16", False),
    ],
)
def test_survives(value, dtype, half, expected):
    scalar = create_scalar(value, BY_SHORT[dtype])
    assert scalar is not None
    assert scalar.survives(BY_SHORT[half]) is expected


def test_destroy_once():
    scalar = create_scalar(1, DataType.ACL_FLOAT)
    assert scalar is not None
    scalar.destroy()
    with pytest.raises(ParamInvalid) as caught:
        scalar.destroy()
    assert "aclScalar" in str(caught.value)
