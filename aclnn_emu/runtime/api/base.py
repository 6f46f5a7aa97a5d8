"""Functions without a device: data type sizes, half precision, data buffers."""

from __future__ import annotations

import math
from typing import Any

import attrs
import numpy as np

from aclnn_emu.abi.enums import aclDataType
from aclnn_emu.errors import AclInvalidParam
from aclnn_emu.runtime.checks import require
from aclnn_emu.runtime.handles import describe_value
from aclnn_emu.runtime.registry import api

__all__ = ["DataBuffer"]

_T = aclDataType
# Source: runtime src/acl/aclrt_impl/data_buffer.cpp. Types that its switch does not name are 8 bytes.
_SIZES = {_T.ACL_STRING: 0, _T.ACL_DT_UNDEFINED: 0, _T.ACL_COMPLEX128: 16}
_SIZES |= dict.fromkeys((_T.ACL_UINT1, _T.ACL_INT4, _T.ACL_BOOL, _T.ACL_INT8, _T.ACL_UINT8), 1)
_SIZES |= dict.fromkeys((_T.ACL_HIFLOAT8, _T.ACL_FLOAT8_E5M2, _T.ACL_FLOAT8_E4M3FN, _T.ACL_FLOAT8_E8M0), 1)
_SIZES |= dict.fromkeys((_T.ACL_FLOAT16, _T.ACL_INT16, _T.ACL_UINT16, _T.ACL_BF16), 2)
_SIZES |= dict.fromkeys((_T.ACL_FLOAT, _T.ACL_INT32, _T.ACL_UINT32, _T.ACL_COMPLEX32), 4)

_LARGEST_HALF = 0x7BFF  # 65504
_SIGN = 0x8000


@api("aclDataTypeSize", returns_value=True)
def data_type_size(data_type: int) -> int:
    """Bytes of one element; 0 for STRING and UNDEFINED, 8 for whatever the list does not know."""
    return _SIZES.get(data_type, 8)  # type: ignore[call-overload, no-any-return]  # IntEnum keys are ints


@api("aclFloat16ToFloat", returns_value=True)
def float16_to_float(value: int) -> float:
    """The number that 16 bits mean, without infinity and NaN: their exponent counts like any other.

    So +Inf is 65536.0 and the usual NaN 98304.0. Source: runtime src/acl/aclrt_impl/types/fp16_impl.cpp.
    """
    bits = value & 0xFFFF
    if bits & 0x7C00 == 0x7C00:
        return math.copysign(65536.0 * (1 + (bits & 0x3FF) / 1024), -1.0 if bits & _SIGN else 1.0)
    return float(np.array(bits, np.uint16).view(np.float16))


@api("aclFloatToFloat16", returns_value=True)
def float_to_float16(value: float) -> int:
    """The 16 bits nearest to a float, ties to even; what is too large, infinite or NaN becomes 65504 with its sign."""
    with np.errstate(over="ignore"):
        half = np.float32(value).astype(np.float16)
    bits = int(half.view(np.uint16))
    return (bits & _SIGN) | _LARGEST_HALF if bits & 0x7C00 == 0x7C00 else bits


@attrs.define(eq=False)
class DataBuffer:
    """An aclDataBuffer: an address and a size, which nobody checks.

    Attributes:
        data: the address, or the host buffer, that was given.
        size: bytes.
        alive: false once destroyed.
    """

    data: Any
    size: int
    alive: bool = True


def _buffer(value: Any, *, function: str) -> DataBuffer:
    require(value, function=function, parameter="dataBuffer")
    if isinstance(value, DataBuffer) and value.alive:
        return value
    raise AclInvalidParam("ACL-MEM-030", function=function, got=describe_value(value))


@api("aclCreateDataBuffer", returns_value=True)
def create_data_buffer(data: Any, size: int) -> DataBuffer:
    """A data buffer over any address, also a null one."""
    return DataBuffer(data, size)


@api("aclDestroyDataBuffer")
def destroy_data_buffer(data_buffer: Any) -> None:
    """End a data buffer; the memory it names stays. A second time is refused (100000; undefined in C)."""
    _buffer(data_buffer, function="aclDestroyDataBuffer").alive = False


@api("aclUpdateDataBuffer")
def update_data_buffer(data_buffer: Any, data: Any, size: int) -> None:
    """Give a data buffer another address and size."""
    buffer = _buffer(data_buffer, function="aclUpdateDataBuffer")
    buffer.data, buffer.size = data, size


@api("aclGetDataBufferAddr", returns_value=True)
def get_data_buffer_addr(data_buffer: Any) -> Any:
    """The address, None for a null buffer."""
    return None if data_buffer is None else _buffer(data_buffer, function="aclGetDataBufferAddr").data


@api("aclGetDataBufferSize", returns_value=True)
def get_data_buffer_size(data_buffer: Any) -> int:
    """The size in bytes, its low 32 bits (deprecated); 0 for a null buffer."""
    return (
        0 if data_buffer is None else _buffer(data_buffer, function="aclGetDataBufferSize").size & 0xFFFF_FFFF
    )


@api("aclGetDataBufferSizeV2", returns_value=True)
def get_data_buffer_size_v2(data_buffer: Any) -> int:
    """The size in bytes; 0 for a null buffer."""
    return 0 if data_buffer is None else _buffer(data_buffer, function="aclGetDataBufferSizeV2").size
