"""Data types: names, sizes, kinds and the NumPy type that holds them.

A tensor may carry any number as its dtype (aclCreateTensor does not look), so every function here takes
a plain int and none of them fails on a number that is no `aclDataType`.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from aclnn_emu.abi.enums import aclDataType

__all__ = [
    "DataType",
    "DtypeInfo",
    "dtype_info",
    "dtype_name",
    "dtype_names",
    "from_numpy",
    "is_complex",
    "is_floating",
    "is_integral",
    "itemsize_bytes",
    "listed_dtype",
    "numpy_dtype",
]

DataType = aclDataType

# CANN's TypeSize answers 16 bytes for a type without a size (string, undefined, a number it does not know).
# Source: opbase include/nnopbase/opdev/data_type_utils.h.
_UNSIZED_BITS = 128


@attrs.frozen
class DtypeInfo:
    """What is known about one data type.

    Attributes:
        dtype: the value in the C interface.
        name: the header's name without ``ACL_``, as the documents print it ("FLOAT"); the number for an unknown one.
        short: the name in CANN's promotion table ("f32").
        bits: size of one element; below 8 the elements are packed.
        kind: "float", "int", "uint", "bool", "complex" or "other".
        numpy_name: name of the NumPy (or ml_dtypes) scalar type with the same bytes, "" when there is none.
    """

    dtype: int
    name: str
    short: str
    bits: int
    kind: str
    numpy_name: str = ""

    @property
    def numpy(self) -> np.dtype[Any] | None:
        """The NumPy type with the same bytes, None when NumPy has no such layout."""
        return numpy_dtype(self.dtype)


def _row(dtype: DataType, short: str, bits: int, kind: str, numpy_name: str = "") -> DtypeInfo:
    return DtypeInfo(int(dtype), dtype.name.removeprefix("ACL_"), short, bits, kind, numpy_name)


_ROWS = (
    _row(DataType.ACL_FLOAT, "f32", 32, "float", "float32"),
    _row(DataType.ACL_FLOAT16, "f16", 16, "float", "float16"),
    _row(DataType.ACL_DOUBLE, "f64", 64, "float", "float64"),
    _row(DataType.ACL_BF16, "bf16", 16, "float", "bfloat16"),
    _row(DataType.ACL_INT8, "s8", 8, "int", "int8"),
    _row(DataType.ACL_UINT8, "u8", 8, "uint", "uint8"),
    _row(DataType.ACL_INT16, "s16", 16, "int", "int16"),
    _row(DataType.ACL_UINT16, "u16", 16, "uint", "uint16"),
    _row(DataType.ACL_INT32, "s32", 32, "int", "int32"),
    _row(DataType.ACL_UINT32, "u32", 32, "uint", "uint32"),
    _row(DataType.ACL_INT64, "s64", 64, "int", "int64"),
    _row(DataType.ACL_UINT64, "u64", 64, "uint", "uint64"),
    _row(DataType.ACL_BOOL, "bool", 8, "bool", "bool"),
    _row(DataType.ACL_COMPLEX32, "c32", 32, "complex"),
    _row(DataType.ACL_COMPLEX64, "c64", 64, "complex", "complex64"),
    _row(DataType.ACL_COMPLEX128, "c128", 128, "complex", "complex128"),
    _row(DataType.ACL_HIFLOAT8, "hif8", 8, "float"),
    _row(DataType.ACL_FLOAT8_E5M2, "f8e5m2", 8, "float", "float8_e5m2"),
    _row(DataType.ACL_FLOAT8_E4M3FN, "f8e4m3fn", 8, "float", "float8_e4m3fn"),
    _row(DataType.ACL_FLOAT8_E8M0, "f8e8m0", 8, "float", "float8_e8m0fnu"),
    _row(DataType.ACL_FLOAT6_E3M2, "f6e3m2", 6, "float"),
    _row(DataType.ACL_FLOAT6_E2M3, "f6e2m3", 6, "float"),
    _row(DataType.ACL_FLOAT4_E2M1, "f4e2m1", 4, "float"),
    _row(DataType.ACL_FLOAT4_E1M2, "f4e1m2", 4, "float"),
    # INT4 and UINT1 are neither integral nor floating for CANN's own predicates.
    _row(DataType.ACL_INT4, "s4", 4, "other"),
    _row(DataType.ACL_UINT1, "u1", 1, "other"),
    _row(DataType.ACL_STRING, "string", _UNSIZED_BITS, "other"),
    _row(DataType.ACL_DT_UNDEFINED, "undefined", _UNSIZED_BITS, "other"),
)
_INFO = {row.dtype: row for row in _ROWS}
_NUMPY: dict[int, np.dtype[Any] | None] = {}


def dtype_info(dtype: int) -> DtypeInfo:
    """Facts of a data type; a number that is no data type gets the number as its name and 16 bytes."""
    info = _INFO.get(dtype)
    return info if info is not None else DtypeInfo(int(dtype), str(int(dtype)), "?", _UNSIZED_BITS, "other")


def dtype_name(dtype: int) -> str:
    """The name that the documents use, for instance "FLOAT16"."""
    return dtype_info(dtype).name


def dtype_names(dtypes: tuple[int, ...] | frozenset[int] | list[int]) -> str:
    """Names in the order of the header's values, for a message that lists what is allowed."""
    return ", ".join(dtype_name(dtype) for dtype in sorted(dtypes))


def listed_dtype(dtype: int) -> DataType:
    """What aclGetDataType answers: the type itself, or ACL_DT_UNDEFINED for a number outside the list."""
    return DataType(dtype) if dtype in _INFO else DataType.ACL_DT_UNDEFINED


def itemsize_bytes(dtype: int, count: int = 1) -> int:
    """Bytes of ``count`` elements; packed types (4 bits, 1 bit) round up to whole bytes."""
    return (dtype_info(dtype).bits * count + 7) // 8


def numpy_dtype(dtype: int) -> np.dtype[Any] | None:
    """The NumPy type with the same bytes, None when there is none (packed types, COMPLEX32, HIFLOAT8)."""
    if dtype not in _NUMPY:
        _NUMPY[int(dtype)] = _load_numpy(dtype_info(dtype).numpy_name)
    return _NUMPY[dtype]


def _load_numpy(name: str) -> np.dtype[Any] | None:
    if not name:
        return None
    if name.startswith(("bfloat", "float8")):
        import ml_dtypes

        scalar_type = getattr(ml_dtypes, name, None)  # older releases lack some of the float8 types
        return None if scalar_type is None else np.dtype(scalar_type)
    return np.dtype(name)


def from_numpy(dtype: np.dtype[Any]) -> DataType:
    """The data type with the same bytes as a NumPy type, ACL_DT_UNDEFINED when there is none."""
    for row in _ROWS:
        if row.numpy_name == dtype.name:
            return DataType(row.dtype)
    return DataType.ACL_DT_UNDEFINED


def is_complex(dtype: int) -> bool:
    """COMPLEX32, COMPLEX64 or COMPLEX128."""
    return dtype_info(dtype).kind == "complex"


def is_floating(dtype: int) -> bool:
    """A real floating-point type, the 8-, 6- and 4-bit ones included."""
    return dtype_info(dtype).kind == "float"


def is_integral(dtype: int, *, include_bool: bool = False) -> bool:
    """An integer of 8 to 64 bits; BOOL only on request."""
    kind = dtype_info(dtype).kind
    return kind in {"int", "uint"} or (include_bool and kind == "bool")
