"""What a C variable holds after a Python number was assigned to it, and C's conversions between such variables.

Integers wrap to their width. Floats round to nearest even, overflow to infinity. A float becomes an integer by
cutting its fraction; out of range C leaves the result open, here it saturates (what the ARM hosts of the cards do)
and NaN becomes 0.
"""

from __future__ import annotations

import math
from numbers import Complex, Real
from operator import index
from typing import Any

import numpy as np

from aclnn_emu.core.dtypes import DataType, dtype_info, numpy_dtype
from aclnn_emu.errors import ParamInvalid

__all__ = ["CNumber", "c_int64", "c_sequence", "c_value", "convert"]

CNumber = int | float | complex

_FLOAT_EPSILON = 2.0**-23
_DOUBLE_EPSILON = 2.0**-52


def c_value(value: Any, dtype: int, *, function: str, parameter: str) -> CNumber:
    """Assign a Python or NumPy number to a C variable of this dtype.

    Raises:
        ParamInvalid: the value is no number, or a complex one for a real type.
    """
    number = _number(value)
    kind = dtype_info(dtype).kind
    if number is None or (isinstance(number, complex) and kind != "complex"):
        raise ParamInvalid(
            "ACLNN-TENSOR-001",
            function=function,
            parameter=parameter,
            got=repr(value),
            dtype=dtype_info(dtype).name,
        )
    if kind == "bool":
        return number != 0
    return _store(number, dtype)


def convert(value: CNumber, source: int, target: int) -> CNumber:
    """C's conversion of a value of one dtype to another, as aclScalar's getters do it.

    A float is true when it is at least an epsilon away from 0 (FLOAT's, or DOUBLE's for a DOUBLE), so 1e-8 is false.
    A complex value has no real or logical reading: the answer is 0.
    Source: opbase src/nnopbase/common/utils/common_types.cpp.
    """
    info = dtype_info(target)
    if isinstance(value, complex):
        if info.kind != "complex":
            return False if info.kind == "bool" else _store(0, target)
        return _store(value, target)
    if info.kind == "bool":
        if dtype_info(source).kind != "float":
            return value != 0
        return abs(value) >= (_DOUBLE_EPSILON if source == DataType.ACL_DOUBLE else _FLOAT_EPSILON)
    if target == DataType.ACL_BF16:  # reached through FLOAT: a DOUBLE is rounded twice
        value = _store(value, DataType.ACL_FLOAT)
    return _store(value, target)


def c_int64(value: Any, *, function: str, parameter: str) -> int:
    """An int64_t; numbers beyond 64 bits wrap."""
    try:
        return _wrap(index(value), 64, signed=True)
    except TypeError:
        raise ParamInvalid(
            "ACLNN-TENSOR-001", function=function, parameter=parameter, got=repr(value), dtype="INT64"
        ) from None


def c_sequence(
    values: Any, count: int | None, *, function: str, parameter: str, length_of: str
) -> tuple[Any, ...] | None:
    """The first ``count`` entries of a C array (all of them when count is None); None for a null pointer.

    Raises:
        ParamInvalid: not a sequence, or one with fewer entries than the count says; C would read past its end.
    """
    if values is None:
        return None
    try:
        items = tuple(values)
    except TypeError:
        raise ParamInvalid(
            "ACLNN-TENSOR-002", function=function, parameter=parameter, got=repr(values)
        ) from None
    if count is None or count == len(items):
        return items
    if not 0 <= count <= len(items):
        raise ParamInvalid(
            "ACLNN-TENSOR-003",
            function=function,
            parameter=parameter,
            length=len(items),
            count=count,
            length_of=length_of,
        )
    return items[:count]


def _number(value: Any) -> CNumber | None:
    if isinstance(value, (bool, int, float, complex)):
        return value
    if isinstance(value, np.ndarray):
        return _number(value.item()) if value.size == 1 else None
    if isinstance(value, np.generic):
        number = value.item()
        if isinstance(number, (int, float, complex)):
            return number
        value = number  # an ml_dtypes scalar is its own item()
    if isinstance(value, Real) or hasattr(value, "__float__"):
        return None if isinstance(value, (str, bytes)) else float(value)
    return complex(value) if isinstance(value, Complex) else None


def _store(value: CNumber, dtype: int) -> CNumber:
    info = dtype_info(dtype)
    if isinstance(value, complex):
        return _store_complex(value, dtype)
    if info.kind in {"int", "uint"}:
        signed = info.kind == "int"
        return _wrap(_truncate(value, info.bits, signed=signed), info.bits, signed=signed)
    if info.kind == "complex":
        return _store_complex(complex(float(_array(value))), dtype)
    target = numpy_dtype(dtype)
    if target is None:
        raise ValueError(f"a value of {info.name} has no Python form")
    with np.errstate(all="ignore"):
        return float(_array(value).astype(target).astype(np.float64))


def _array(value: float) -> np.ndarray[Any, Any]:
    # An int64_t goes to FLOAT in one rounding, so it must not pass through Python's float.
    if isinstance(value, int):
        for dtype in (np.int64, np.uint64):
            if np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
                return np.array(value, dtype)
    try:
        return np.array(float(value), np.float64)
    except OverflowError:
        return np.array(math.inf if value > 0 else -math.inf, np.float64)


def _store_complex(value: complex, dtype: int) -> complex:
    if dtype != DataType.ACL_COMPLEX64:
        return value
    with np.errstate(all="ignore"):
        return complex(np.complex64(value))


def _truncate(value: float, bits: int, *, signed: bool) -> int:
    if isinstance(value, int):
        return value
    high = (1 << (bits - signed)) - 1
    low = ~high if signed else 0
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return high if value > 0 else low
    return min(max(math.trunc(value), low), high)


def _wrap(value: int, bits: int, *, signed: bool) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value
