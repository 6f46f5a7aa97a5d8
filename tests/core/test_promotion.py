"""Promotion and castability against the values of CANN's tables."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.core.dtypes import DataType, dtype_info
from aclnn_emu.core.promotion import (
    can_cast,
    complex_of,
    promote,
    promote_scalar,
    promote_scalar_classic,
    promote_scalar_muls,
)

BY_SHORT = {dtype_info(member).short: member for member in DataType} | {"-": DataType.ACL_DT_UNDEFINED}
UNDEFINED = DataType.ACL_DT_UNDEFINED

# The values of opbase's data_type_utils.h, in the order of the enum; "-" is undefined.
TENSOR_TENSOR = """
      f32  f16  s8   s32  u8   s16  u16  u32  s64  u64  f64  bool c64  c128 bf16 c32
f32   f32  f32  f32  f32  f32  f32  -    -    f32  -    f64  f32  c64  c128 f32  c64
f16   f32  f16  f16  f16  f16  f16  -    -    f16  -    f64  f16  c64  c128 f32  c32
s8    f32  f16  s8   s32  s16  s16  -    -    s64  -    f64  s8   c64  c128 bf16 c32
s32   f32  f16  s32  s32  s32  s32  -    -    s64  -    f64  s32  c64  c128 bf16 c32
u8    f32  f16  s16  s32  u8   s16  -    -    s64  -    f64  u8   c64  c128 bf16 c32
s16   f32  f16  s16  s32  s16  s16  -    -    s64  -    f64  s16  c64  c128 bf16 c32
u16   -    -    -    -    -    -    u16  -    -    -    -    -    c64  c128 -    -
u32   -    -    -    -    -    -    -    u32  -    -    -    -    c64  c128 -    -
s64   f32  f16  s64  s64  s64  s64  -    -    s64  -    f64  s64  c64  c128 bf16 c32
u64   -    -    -    -    -    -    -    -    -    u64  -    -    c128 c128 -    -
f64   f64  f64  f64  f64  f64  f64  -    -    f64  -    f64  f64  c128 c128 f64  c128
bool  f32  f16  s8   s32  u8   s16  -    -    s64  -    f64  bool c64  c128 bf16 c32
c64   c64  c64  c64  c64  c64  c64  -    -    c64  -    c128 c64  c64  c128 c64  c64
c128  c128 c128 c128 c128 c128 c128 -    -    c128 -    c128 c128 c128 c128 c128 c128
bf16  f32  f32  bf16 bf16 bf16 bf16 -    -    bf16 -    f64  bf16 c64  c128 bf16 c64
c32   c64  c32  c32  c32  c32  c32  -    -    c32  -    c128 c32  c64  c128 c64  c32
"""

# The page's table for a tensor (column) with a scalar (row), rows that are equal written once.
# The page says c128 for an f64 scalar with c32 and c64; the code answers the tensor's own type, and so do we.
TENSOR_SCALAR = """
                 f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  bool c32  c64  c128
f32,f16,f64,bf16 f32  f16  f64  bf16 f32  f32  f32  -    f32  -    f32  -    f32  c32  c64  c128
s8               f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s8   c32  c64  c128
u8               f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  u8   c32  c64  c128
s16              f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s16  c32  c64  c128
u16,u32,u64      f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  -    c32  c64  c128
s32              f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s32  c32  c64  c128
s64              f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  s64  c32  c64  c128
bool             f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  bool c32  c64  c128
c32,c64,c128     c64  c32  c128 c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c32  c64  c128
"""

# tensor, scalar, out -> Adds, Muls on the chips before Ascend950
CLASSIC = [
    ("f32", "f64", "f32", "f32", "f32"),
    ("f16", "f32", "f16", "f16", "f16"),
    ("f64", "s32", "f64", "f64", "f64"),
    ("bf16", "f32", "bf16", "bf16", "f32"),
    ("bf16", "f64", "bf16", "bf16", "f32"),
    ("bf16", "c64", "c64", "c64", "c64"),
    ("s32", "f32", "f32", "f32", "f32"),
    ("s32", "f64", "f32", "f32", "f32"),
    ("s32", "f64", "f64", "f64", "f64"),
    ("s32", "f16", "f16", "f16", "f16"),
    ("s32", "s64", "s32", "s32", "s32"),
    ("s8", "s64", "s64", "s8", "s8"),
    ("s32", "bool", "s32", "s32", "s32"),
    ("bool", "bool", "bool", "bool", "bool"),
    ("bool", "s64", "s64", "s64", "s64"),
    ("bool", "f32", "f32", "f32", "f32"),
    ("bool", "f64", "f32", "f32", "f32"),
    ("bool", "f64", "f64", "f64", "f32"),
    ("s32", "c64", "c64", "c64", "c64"),
    ("c64", "f64", "c64", "c128", "c128"),
    ("c64", "c128", "c64", "c128", "c128"),
    ("u8", "u16", "u8", "u8", "u8"),
    ("bool", "u16", "u16", "-", "-"),
    ("s32", "f8e5m2", "f32", "f32", "s32"),
    ("bool", "f8e5m2", "f32", "f32", "f32"),
]


def rows(text):
    header, *lines = text.strip("\n").split("\n")
    for line in lines:
        names, *cells = line.split()
        for name in names.split(","):
            for column, cell in zip(header.split(), cells, strict=True):
                yield name, column, cell


@pytest.mark.parametrize(("a", "b", "expected"), list(rows(TENSOR_TENSOR)))
def test_promote(a, b, expected):
    assert promote(BY_SHORT[a], BY_SHORT[b]) is BY_SHORT[expected]


@pytest.mark.parametrize(("scalar", "tensor", "expected"), list(rows(TENSOR_SCALAR)))
def test_promote_scalar(scalar, tensor, expected):
    assert promote_scalar(BY_SHORT[tensor], BY_SHORT[scalar]) is BY_SHORT[expected]


@pytest.mark.parametrize("row", CLASSIC, ids="+".join)
def test_promote_scalar_before_ascend950(row):
    tensor, scalar, out, adds, muls = (BY_SHORT[name] for name in row)
    assert promote_scalar_classic(tensor, scalar, out) is adds
    assert promote_scalar_muls(tensor, scalar, out) is muls


ONE_WAY = set(itertools.product(("u16", "u32", "u64"), ("c64", "c128")))


@given(st.sampled_from(DataType), st.sampled_from(DataType))
def test_promotion_is_symmetric_but_for_unsigned_with_complex(a, b):
    pair = (dtype_info(a).short, dtype_info(b).short)
    if pair in ONE_WAY or pair[::-1] in ONE_WAY:
        assert UNDEFINED in {promote(a, b), promote(b, a)}
        assert {promote(a, b), promote(b, a)} != {UNDEFINED}
    else:
        assert promote(a, b) is promote(b, a)


@given(st.sampled_from(DataType))
def test_promotion_is_idempotent(dtype):
    assert promote(dtype, dtype) is dtype


WRITTEN = [member for member in DataType if member < DataType.ACL_HIFLOAT8]


@given(st.sampled_from(WRITTEN), st.sampled_from(WRITTEN))
def test_promoting_again_changes_nothing(a, b):
    both = promote(a, b)
    if both is not UNDEFINED:
        assert promote(both, promote(a, both)) is both


SIGNED = [
    BY_SHORT[name] for name in TENSOR_TENSOR.split("\n")[1].split() if name not in {"u16", "u32", "u64"}
]


def test_the_order_of_three_does_not_matter():
    # It would with the page's value for bf16 and c32.
    for a, b, c in itertools.product(SIGNED, repeat=3):
        assert promote(promote(a, b), c) is promote(a, promote(b, c))


@pytest.mark.parametrize("newer", [m for m in DataType if m >= DataType.ACL_HIFLOAT8], ids=lambda m: m.name)
def test_newer_types_promote_to_float_with_anything_else(newer):
    for other in DataType:
        expected = newer if other is newer else DataType.ACL_FLOAT
        assert promote(newer, other) is expected
        assert promote(other, newer) is expected


@pytest.mark.parametrize("nonsense", [-2, 44, 99, 2**31])
def test_numbers_outside_the_table_do_not_promote(nonsense):
    assert promote(nonsense, DataType.ACL_FLOAT) is UNDEFINED
    assert promote(DataType.ACL_FLOAT, nonsense) is UNDEFINED
    assert promote(nonsense, nonsense) is UNDEFINED
    assert promote(nonsense, DataType.ACL_HIFLOAT8) is UNDEFINED


@given(st.integers(-3, 60), st.integers(-3, 60), st.integers(-3, 60))
def test_any_numbers_are_answered(a, b, c):
    for answer in (
        promote(a, b),
        promote_scalar(a, b),
        promote_scalar_classic(a, b, c),
        promote_scalar_muls(a, b, c),
        complex_of(a),
    ):
        assert isinstance(answer, DataType)
    assert can_cast(a, b) in {True, False}


CASTS = [
    ("s32", "f32", True),
    ("f32", "s32", False),
    ("f32", "f16", True),
    ("f16", "bf16", True),
    ("f64", "c64", True),
    ("c64", "f32", False),
    ("c64", "s32", False),
    ("c64", "bool", False),
    ("c128", "c64", True),
    ("c64", "c32", True),
    ("f32", "bool", False),
    ("s8", "bool", False),
    ("bool", "bool", True),
    ("bool", "u8", True),
    ("bool", "c64", True),
    ("s64", "u8", True),
    ("u64", "s8", True),
    ("f8e5m2", "s8", False),
    ("f4e2m1", "f32", True),
    ("f32", "s4", True),
    ("string", "f32", True),
]


@pytest.mark.parametrize(("source", "target", "expected"), CASTS)
def test_can_cast(source, target, expected):
    assert can_cast(BY_SHORT[source], BY_SHORT[target]) is expected
