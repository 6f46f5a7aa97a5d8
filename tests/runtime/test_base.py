"""runtime_behaviour.md sections 6 (aclDataTypeSize) and 14 (half precision); data buffers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aclnn_emu.abi.enums import aclDataType
from aclnn_emu.runtime.api.base import DataBuffer, float16_to_float, float_to_float16

SIZES = {
    0: ("ACL_STRING", "ACL_DT_UNDEFINED"),
    1: (
        "ACL_INT4", "ACL_UINT1", "ACL_BOOL", "ACL_INT8", "ACL_UINT8", "ACL_HIFLOAT8", "ACL_FLOAT8_E5M2",
        "ACL_FLOAT8_E4M3FN", "ACL_FLOAT8_E8M0",
    ),
    2: ("ACL_FLOAT16", "ACL_BF16", "ACL_INT16", "ACL_UINT16"),
    4: ("ACL_FLOAT", "ACL_INT32", "ACL_UINT32", "ACL_COMPLEX32"),
    8: (
        "ACL_DOUBLE", "ACL_INT64", "ACL_UINT64", "ACL_COMPLEX64", "ACL_FLOAT6_E3M2", "ACL_FLOAT6_E2M3",
        "ACL_FLOAT4_E2M1", "ACL_FLOAT4_E1M2",
    ),
    16: ("ACL_COMPLEX128",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "size"),
    [(name, size) for size, names in SIZES.items() for name in names],
    ids=lambda it: f"6-{it}",
)
def test_data_type_size(name: str, size: int, rt: Any) -> None:
    assert rt.aclDataTypeSize(aclDataType[name]) == size
    assert rt.aclDataTypeSize(int(aclDataType[name])) == size


def test_every_data_type_has_a_case() -> None:
    assert {name for names in SIZES.values() for name in names} == set(aclDataType.__members__)


@pytest.mark.parametrize("value", [5, 14, 99, -7], ids=lambda it: f"6-nonsense-{it}")
def test_nonsense_is_8_bytes(value: int, rt: Any) -> None:
    assert rt.aclDataTypeSize(value) == 8


TO_FLOAT = {
    "14-plus-inf": (0x7C00, 65536.0),
    "14-minus-inf": (0xFC00, -65536.0),
    "14-nan": (0x7E00, 98304.0),
    "14-minus-nan": (0xFE00, -98304.0),
    "14-largest": (0x7BFF, 65504.0),
    "14-one": (0x3C00, 1.0),
    "14-smallest": (0x0001, 2.0**-24),
    "14-zero": (0x0000, 0.0),
}


@pytest.mark.parametrize(("bits", "value"), TO_FLOAT.values(), ids=TO_FLOAT)
def test_float16_to_float(bits: int, value: float, rt: Any) -> None:
    assert rt.aclFloat16ToFloat(bits) == value


def test_minus_zero(rt: Any) -> None:
    assert math.copysign(1, rt.aclFloat16ToFloat(0x8000)) == -1
    assert rt.aclFloatToFloat16(-0.0) == 0x8000


TO_HALF = {
    "14-plus-inf": (math.inf, 0x7BFF),
    "14-nan": (math.nan, 0x7BFF),
    "14-minus-inf": (-math.inf, 0xFBFF),
    "14-too-large": (1e10, 0x7BFF),
    "14-rounds-to-too-large": (65520.0, 0x7BFF),
    "14-largest": (65504.0, 0x7BFF),
    "14-tie-to-even-down": (1 + 2.0**-11, 0x3C00),
    "14-tie-to-even-up": (1 + 3 * 2.0**-11, 0x3C02),
    "14-half-of-the-smallest": (2.0**-25, 0x0000),
    "14-above-half-of-the-smallest": (2.0**-25 * 1.001, 0x0001),
    "14-tiny": (1e-30, 0x0000),
}


@pytest.mark.parametrize(("value", "bits"), TO_HALF.values(), ids=TO_HALF)
def test_float_to_float16(value: float, bits: int, rt: Any) -> None:
    assert rt.aclFloatToFloat16(value) == bits


@given(bits=st.integers(0, 0xFFFF))
def test_finite_halves_come_back(bits: int) -> None:
    value = float16_to_float(bits)
    if bits & 0x7C00 != 0x7C00:
        assert value == float(np.array(bits, np.uint16).view(np.float16))
        assert float_to_float16(value) == bits
    else:
        assert abs(value) >= 65536
        assert float_to_float16(value) == 0x7BFF | bits & 0x8000


@given(value=st.floats(width=32, allow_nan=False))
def test_rounds_to_the_nearest(value: float) -> None:
    back = float16_to_float(float_to_float16(value))
    clipped = min(max(value, -65504.0), 65504.0)
    neighbours = [float16_to_float((float_to_float16(value) + step) & 0xFFFF) for step in (-1, 1)]
    assert abs(back - clipped) <= min(abs(other - clipped) for other in neighbours)


class TestDataBuffers:
    def test_getters(self, rt: Any) -> None:
        buffer = rt.aclCreateDataBuffer(0x1000, (1 << 32) + 5)
        assert rt.aclGetDataBufferAddr(buffer) == 0x1000
        assert rt.aclGetDataBufferSizeV2(buffer) == (1 << 32) + 5
        assert rt.aclGetDataBufferSize(buffer) == 5

    def test_null_data_is_taken(self, rt: Any) -> None:
        buffer = rt.aclCreateDataBuffer(None, 0)
        assert rt.aclGetDataBufferAddr(buffer) is None
        assert rt.aclGetDataBufferSize(buffer) == 0

    def test_null_buffer(self, rt: Any) -> None:
        assert rt.aclGetDataBufferAddr(None) is None
        assert rt.aclGetDataBufferSize(None) == 0
        assert rt.aclGetDataBufferSizeV2(None) == 0
        assert rt.status(lambda: rt.aclDestroyDataBuffer(None)) == 100000
        assert rt.status(lambda: rt.aclUpdateDataBuffer(None, 1, 1)) == 100000

    def test_update(self, rt: Any) -> None:
        buffer = rt.aclCreateDataBuffer(0x1000, 4)
        rt.aclUpdateDataBuffer(buffer, 0x2000, 8)
        assert (rt.aclGetDataBufferAddr(buffer), rt.aclGetDataBufferSizeV2(buffer)) == (0x2000, 8)

    def test_destroyed(self, rt: Any) -> None:
        buffer = rt.aclCreateDataBuffer(0x1000, 4)
        rt.aclDestroyDataBuffer(buffer)
        assert rt.status(lambda: rt.aclDestroyDataBuffer(buffer)) == 100000
        assert rt.status(lambda: rt.aclGetDataBufferAddr(buffer)) == 100000
        assert rt.status(lambda: rt.aclUpdateDataBuffer(buffer, 1, 1)) == 100000

    def test_something_else(self, rt: Any) -> None:
        assert rt.status(lambda: rt.aclDestroyDataBuffer(object())) == 100000
        assert rt.status(lambda: rt.aclDestroyDataBuffer(12)) == 100000

    def test_memory_is_the_callers(self, device: Any) -> None:
        address = device.aclrtMalloc(8, 0)
        device.aclDestroyDataBuffer(device.aclCreateDataBuffer(address, 8))
        device.aclrtFree(address)

    def test_keeps_what_it_was_given(self, rt: Any) -> None:
        array = np.zeros(4)
        buffer = rt.aclCreateDataBuffer(array, 32)
        assert isinstance(buffer, DataBuffer)
        assert rt.aclGetDataBufferAddr(buffer) is array
