"""CANN's type deduction: promotion of two dtypes, of a tensor with a scalar, and castability.

NumPy's rules are never used: of the pairs that both know two in five differ (FLOAT with INT32 is FLOAT here).
Promotion of three or more dtypes may be folded in any order, unless UINT16, UINT32 or UINT64 meet a complex type.
"""

from __future__ import annotations

from aclnn_emu.core.dtypes import DataType, dtype_info, is_complex, is_floating, is_integral

__all__ = [
    "can_cast",
    "complex_of",
    "promote",
    "promote_by_category",
    "promote_scalar",
    "promote_scalar_classic",
    "promote_scalar_muls",
]

UNDEFINED = DataType.ACL_DT_UNDEFINED

# Rows and columns in the order of the vendor's page; "x": the two do not promote.
# Values: opbase include/nnopbase/opdev/data_type_utils.h (34 x 34 there), which wins over the page
# (ops-nn docs/zh/context/deduction_relationship.md) for bf16 with c32.
_TABLE = """
      f32  f16  f64  bf16 s8   u8   s16  u16  s32  u32  s64  u64  bool c32  c64  c128
f32   f32  f32  f64  f32  f32  f32  f32  x    f32  x    f32  x    f32  c64  c64  c128
f16   f32  f16  f64  f32  f16  f16  f16  x    f16  x    f16  x    f16  c32  c64  c128
f64   f64  f64  f64  f64  f64  f64  f64  x    f64  x    f64  x    f64  c128 c128 c128
bf16  f32  f32  f64  bf16 bf16 bf16 bf16 x    bf16 x    bf16 x    bf16 c64  c64  c128
s8    f32  f16  f64  bf16 s8   s16  s16  x    s32  x    s64  x    s8   c32  c64  c128
u8    f32  f16  f64  bf16 s16  u8   s16  x    s32  x    s64  x    u8   c32  c64  c128
s16   f32  f16  f64  bf16 s16  s16  s16  x    s32  x    s64  x    s16  c32  c64  c128
u16   x    x    x    x    x    x    x    u16  x    x    x    x    x    x    c64  c128
s32   f32  f16  f64  bf16 s32  s32  s32  x    s32  x    s64  x    s32  c32  c64  c128
u32   x    x    x    x    x    x    x    x    x    u32  x    x    x    x    c64  c128
s64   f32  f16  f64  bf16 s64  s64  s64  x    s64  x    s64  x    s64  c32  c64  c128
u64   x    x    x    x    x    x    x    x    x    x    x    u64  x    x    c128 c128
bool  f32  f16  f64  bf16 s8   u8   s16  x    s32  x    s64  x    bool c32  c64  c128
c32   c64  c32  c128 c64  c32  c32  c32  x    c32  x    c32  x    c32  c32  c64  c128
c64   c64  c64  c128 c64  c64  c64  c64  x    c64  x    c64  x    c64  c64  c64  c128
c128  c128 c128 c128 c128 c128 c128 c128 x    c128 x    c128 x    c128 c128 c128 c128
"""


def _read_table() -> dict[tuple[int, int], DataType]:
    by_short = {dtype_info(member).short: member for member in DataType}
    header, *lines = _TABLE.strip("\n").split("\n")
    table = {}
    for line in lines:
        row, *cells = line.split()
        for column, cell in zip(header.split(), cells, strict=True):
            if cell != "x":
                table[int(by_short[row]), int(by_short[column])] = by_short[cell]
    return table


_PROMOTE = _read_table()

# The C table has one row for each type up to COMPLEX32 (33). The rows and columns of the newer types were never
# written, so the compiler filled them with 0, which is FLOAT: HIFLOAT8 with anything else promotes to FLOAT.
_FIRST_UNWRITTEN = int(DataType.ACL_HIFLOAT8)
_TYPE_COUNT = 44  # one past HIFLOAT4_SCALE, the last type the graph engine knows


def promote(a: int, b: int) -> DataType:
    """The dtype in which two tensors are computed, ACL_DT_UNDEFINED when the two do not promote.

    Symmetric but for UINT16, UINT32 and UINT64 with COMPLEX64 and COMPLEX128, which only promote in this order of
    arguments. A dtype promotes with itself.
    """
    found = _PROMOTE.get((a, b))
    if found is not None:
        return found
    # The undefined type has the value 28 inside the table, so it counts as a written row.
    known = (a == UNDEFINED or 0 <= a < _TYPE_COUNT) and (b == UNDEFINED or 0 <= b < _TYPE_COUNT)
    if a == b:
        return DataType(a) if known and dtype_info(a).short != "?" else UNDEFINED
    if known and max(a, b) >= _FIRST_UNWRITTEN:
        return DataType.ACL_FLOAT
    return UNDEFINED


def can_cast(source: int, target: int) -> bool:
    """Whether CANN lets a computed dtype be stored as another.

    Refused are complex to real, floating to integer, and anything but BOOL to BOOL. The predicate looks at kinds only:
    it agrees to types that no kernel can cast (STRING), so the operator's dtype list must come first.
    """
    if is_complex(source) and not is_complex(target):
        return False
    if is_floating(source) and is_integral(target):
        return False
    return source == DataType.ACL_BOOL or target != DataType.ACL_BOOL


def complex_of(dtype: int) -> DataType:
    """The complex type whose parts hold a floating dtype, ACL_DT_UNDEFINED for others."""
    return _COMPLEX_OF.get(dtype, UNDEFINED)


_COMPLEX_OF: dict[int, DataType] = {
    DataType.ACL_BF16: DataType.ACL_COMPLEX64,  # the half with FLOAT's range
    DataType.ACL_FLOAT16: DataType.ACL_COMPLEX32,
    DataType.ACL_FLOAT: DataType.ACL_COMPLEX64,
    DataType.ACL_DOUBLE: DataType.ACL_COMPLEX128,
    DataType.ACL_COMPLEX32: DataType.ACL_COMPLEX32,
    DataType.ACL_COMPLEX64: DataType.ACL_COMPLEX64,
    DataType.ACL_COMPLEX128: DataType.ACL_COMPLEX128,
}


def promote_scalar(tensor_dtype: int, scalar_dtype: int) -> DataType:
    """The dtype in which a tensor and a scalar are computed, by categories: the rule of Ascend950 and of the page.

    The categories are complex, floating, integral, BOOL. A scalar of a higher category than the tensor's lifts it, to
    the category's default (COMPLEX64, FLOAT) where the scalar is floating or complex; otherwise the tensor's dtype stays.

    aclnnAdds, aclnnSubs and aclnnMuls add a step on the result: FLOAT16 and BF16 become FLOAT when a scalar's value does
    not survive the half type (`Scalar.survives`), COMPLEX32 becomes COMPLEX64.
    Source: ops-math common/inc/op_api/data_type_utils.h, math/add/op_api/aclnn_add.cpp.
    """
    return promote_by_category(tensor_dtype, _scalar_default(scalar_dtype))


def promote_by_category(higher: int, lower: int) -> DataType:
    """The dtype of a tensor with an operand that counts less: a scalar, or on Ascend950 a tensor of rank 0.

    As `promote_scalar`, but the lower operand keeps its own dtype within its category.
    Source: ops-math common/inc/op_api/data_type_utils.h.
    """
    if is_complex(higher):
        return DataType(higher)
    if is_complex(lower):
        return complex_of(higher) if is_floating(higher) else DataType(lower)
    if is_floating(higher):
        return DataType(higher)
    if higher == DataType.ACL_BOOL or is_floating(lower):
        return promote(higher, lower)
    return promote(higher, higher) if higher != UNDEFINED else promote(lower, lower)


def _scalar_default(dtype: int) -> int:
    if is_complex(dtype):
        return DataType.ACL_COMPLEX64
    return DataType.ACL_FLOAT if is_floating(dtype) else dtype


def promote_scalar_classic(tensor_dtype: int, scalar_dtype: int, out_dtype: int) -> DataType:
    """The rule of aclnnAdds and aclnnSubs on every chip before Ascend950; it looks at the output's dtype too.

    A complex operand goes through `promote`; a floating tensor keeps its dtype; a DOUBLE scalar counts as FLOAT when
    the output is FLOAT; a floating scalar or a BOOL tensor goes through `promote`; else the tensor's dtype stays.
    Source: ops-math math/add/op_api/aclnn_add.cpp, math/sub/op_api/aclnn_sub.cpp.
    """
    if is_complex(tensor_dtype) or is_complex(scalar_dtype):
        return promote(tensor_dtype, scalar_dtype)
    if is_floating(tensor_dtype):
        return promote(tensor_dtype, tensor_dtype)
    if scalar_dtype == DataType.ACL_DOUBLE and out_dtype == DataType.ACL_FLOAT:
        return DataType.ACL_FLOAT
    if is_floating(scalar_dtype) or tensor_dtype == DataType.ACL_BOOL:
        return promote(tensor_dtype, scalar_dtype)
    return promote(tensor_dtype, tensor_dtype)


def promote_scalar_muls(tensor_dtype: int, scalar_dtype: int, out_dtype: int) -> DataType:
    """The rule of aclnnMuls and aclnnInplaceMuls before Ascend950.

    As `promote_scalar_classic`, but a BF16 tensor is computed in FLOAT, a BOOL tensor with a DOUBLE scalar too, and an
    8-bit or smaller floating scalar does not lift an integer tensor.
    Source: ops-math math/mul/op_api/aclnn_mul.cpp.
    """
    if not is_complex(scalar_dtype) and tensor_dtype == DataType.ACL_BF16:
        return DataType.ACL_FLOAT
    if tensor_dtype == DataType.ACL_BOOL and scalar_dtype == DataType.ACL_DOUBLE:
        return DataType.ACL_FLOAT
    if is_integral(tensor_dtype) and is_floating(scalar_dtype) and dtype_info(scalar_dtype).bits <= 8:
        return promote(tensor_dtype, tensor_dtype)
    return promote_scalar_classic(tensor_dtype, scalar_dtype, out_dtype)
