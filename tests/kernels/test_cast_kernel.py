"""Cast: every half value, every rounding tie, and the conversions between kinds."""

import ml_dtypes
import numpy as np
import pytest

from aclnn_emu.core.dtypes import DataType, dtype_info, numpy_dtype
from aclnn_emu.kernels.elementwise import cast

BY_SHORT = {dtype_info(member).short: member for member in DataType}
ALL_BITS = np.arange(65536, dtype=np.uint16)
FLOAT, FLOAT16, BF16 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_BF16
NAN, INF = np.nan, np.inf

HALVES = [
    pytest.param(FLOAT16, 5, 10, id="float16"),
    pytest.param(BF16, 8, 7, id="bfloat16"),
]


def decode(bits, exponent_bits, fraction_bits):
    """The values of half bits by the definition of the format, in float64."""
    bits = bits.astype(np.int64)
    fraction = (bits & ((1 << fraction_bits) - 1)).astype(np.float64) / (1 << fraction_bits)
    exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1)
    bias, top = (1 << (exponent_bits - 1)) - 1, (1 << exponent_bits) - 1
    magnitude = np.where(
        exponent == 0, fraction * 2.0 ** (1 - bias), (1 + fraction) * 2.0 ** (exponent - bias)
    )
    magnitude = np.where(exponent == top, np.where(fraction == 0, INF, NAN), magnitude)
    return np.where(bits >> 15, -magnitude, magnitude)


@pytest.mark.parametrize(("dtype", "exponent_bits", "fraction_bits"), HALVES)
def test_each_of_65536_values_widens_exactly(dtype, exponent_bits, fraction_bits):
    wide = cast(ALL_BITS.view(numpy_dtype(dtype)), dtype=FLOAT)
    assert wide.dtype == np.float32
    expected = decode(ALL_BITS, exponent_bits, fraction_bits)
    with np.errstate(invalid="ignore"):  # half of the NaN values are signalling ones
        np.testing.assert_array_equal(wide.astype(np.float64), expected)
    signed = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(wide)[signed], np.signbit(expected)[signed])


@pytest.mark.parametrize(("dtype", "exponent_bits", "fraction_bits"), HALVES)
def test_each_of_65536_values_comes_back(dtype, exponent_bits, fraction_bits):
    halves = ALL_BITS.view(numpy_dtype(dtype))
    back = cast(cast(halves, dtype=FLOAT), dtype=dtype)
    numbers = ~np.isnan(decode(ALL_BITS, exponent_bits, fraction_bits))
    np.testing.assert_array_equal(back.view(np.uint16)[numbers], ALL_BITS[numbers])
    assert np.isnan(back[~numbers].astype(np.float32)).all()


@pytest.mark.parametrize(("dtype", "exponent_bits", "fraction_bits"), HALVES)
def test_between_each_two_neighbours_the_tie_goes_to_even(dtype, exponent_bits, fraction_bits):
    infinity = ((1 << exponent_bits) - 1) << fraction_bits
    low_bits = np.arange(infinity, dtype=np.uint16)
    high_bits = low_bits + 1
    low, high = (decode(bits, exponent_bits, fraction_bits) for bits in (low_bits, high_bits))
    # One step past the largest number stands where infinity is.
    high[-1] = 2 * low[-1] - low[-2]
    tie = ((low + high) / 2).astype(np.float32)
    assert (tie.astype(np.float64) == (low + high) / 2).all()
    even = np.where(low_bits % 2 == 0, low_bits, high_bits)
    for sign, sign_bit in ((1, 0), (-1, 0x8000)):
        for value, expected in (
            (tie, even),
            (np.nextafter(tie, np.float32(0)), low_bits),
            (np.nextafter(tie, np.float32(INF)), high_bits),
        ):
            got = cast(np.float32(sign) * value, dtype=dtype).view(np.uint16)
            np.testing.assert_array_equal(got, expected | sign_bit)


# value, from, to, answer
CONVERSIONS = [
    (1.9, "f32", "s32", 1),
    (-1.9, "f32", "s32", -1),
    (-0.5, "f32", "s32", 0),
    (NAN, "f32", "s32", 0),
    (NAN, "f16", "s8", 0),
    (NAN, "bf16", "u8", 0),
    (NAN, "f64", "s64", 0),
    (INF, "f32", "s32", 2**31 - 1),
    (-INF, "f32", "s32", -(2**31)),
    (3e9, "f32", "s32", 2**31 - 1),
    (-3e9, "f32", "s32", -(2**31)),
    (2147483520.0, "f32", "s32", 2147483520),
    (1e19, "f32", "s64", 2**63 - 1),
    (-1e19, "f64", "s64", -(2**63)),
    (2.0**63, "f64", "s64", 2**63 - 1),
    (2.0**62, "f64", "s64", 2**62),
    (2.0**53 + 2, "f64", "s64", 2**53 + 2),
    (300.7, "f32", "s8", 44),
    (-129.0, "f32", "s8", 127),
    (-1.0, "f32", "u8", 255),
    (256.0, "f16", "u8", 0),
    (40000.0, "f32", "s16", -25536),
    (-5.0, "f32", "u32", 0),
    (5e9, "f32", "u32", 2**32 - 1),
    (1e20, "f32", "u64", 2**64 - 1),
    (-1.0, "f64", "u64", 0),
    (1.5, "bf16", "s64", 1),
    (300, "s32", "s8", 44),
    (-1, "s32", "u8", 255),
    (2**32 + 5, "s64", "s32", 5),
    (-1, "s8", "u64", 2**64 - 1),
    (200, "u8", "s8", -56),
    (16777217, "s32", "f32", 16777216.0),
    (2**60 + 2**36 + 1, "s64", "f32", 2.0**60 + 2.0**37),
    (70000, "s32", "f16", INF),
    (257, "s32", "bf16", 256.0),
    (0.1, "f64", "f32", float(np.float32(0.1))),
    (1e39, "f64", "f32", INF),
    (1.00390625 + 2.0**-40, "f64", "bf16", 1.0),
    (65519.0, "f32", "f16", 65504.0),
    (65520.0, "f32", "f16", INF),
    (1.00390625, "f16", "bf16", 1.0),
    (3.0, "bf16", "f16", 3.0),
    (0.0, "f32", "bool", False),
    (-0.0, "f16", "bool", False),
    (1e-30, "f32", "bool", True),
    (NAN, "f32", "bool", True),
    (2, "u8", "bool", True),
    (0.25, "bf16", "bool", True),
    (True, "bool", "f32", 1.0),
    (True, "bool", "s8", 1),
    (True, "bool", "bf16", 1.0),
    (True, "bool", "c64", 1 + 0j),
    (1.5 + 2j, "c64", "f32", 1.5),
    (1.5 + 2j, "c128", "s32", 1),
    (0 + 2j, "c64", "bool", True),
    (0j, "c64", "bool", False),
    (1.5, "f16", "c64", 1.5 + 0j),
    (3, "s32", "c128", 3 + 0j),
    (0.1 + 0.2j, "c128", "c64", complex(np.complex64(0.1 + 0.2j))),
]


@pytest.mark.parametrize(("value", "source", "target", "expected"), CONVERSIONS)
def test_conversion(value, source, target, expected):
    form = numpy_dtype(BY_SHORT[target])
    for shape in ((), (3,), (2, 2)):
        array = np.full(shape, value).astype(numpy_dtype(BY_SHORT[source]))
        result = cast(array, dtype=BY_SHORT[target])
        assert (result.dtype, result.shape) == (form, shape)
        np.testing.assert_array_equal(result, np.full(shape, expected).astype(form))


def test_all_integers_saturate_and_none_is_lost():
    values = np.linspace(-3e9, 3e9, 100_001, dtype=np.float32)
    expected = [min(max(int(value), -(2**31)), 2**31 - 1) for value in values]
    np.testing.assert_array_equal(cast(values, dtype=DataType.ACL_INT32), np.array(expected, np.int32))


@pytest.mark.parametrize("short", ["c32", "s4", "hif8", "string", "undefined"])
def test_a_type_without_numpy_form_is_the_plans_mistake(short):
    with pytest.raises(ValueError, match=dtype_info(BY_SHORT[short]).name):
        cast(np.ones(2, np.float32), dtype=BY_SHORT[short])


def test_bfloat16_nan_stays_nan():
    assert np.isnan(cast(np.array([NAN], np.float32), dtype=BF16).astype(np.float32)).all()
    assert cast(np.ones(1, np.float32), dtype=BF16).dtype == ml_dtypes.bfloat16
