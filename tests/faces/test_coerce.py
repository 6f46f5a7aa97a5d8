"""Python values as C values."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from aclnn_emu.abi.enums import aclrtMemcpyKind
from aclnn_emu.boundary.coerce import Refused, coercer, pointee
from aclnn_emu.core.arrays import IntArray


class Case(NamedTuple):
    """`value` given for a parameter of type `ctype` arrives as `result`."""

    ctype: str
    value: Any
    result: Any


CASES = (
    Case("size_t", 5, 5),
    Case("size_t", -1, 2**64 - 1),
    Case("size_t", 2**64 + 3, 3),
    Case("int32_t", 2**31, -(2**31)),
    Case("int32_t", np.int64(7), 7),
    Case("int8_t", 200, -56),
    Case("uint32_t", -1, 2**32 - 1),
    Case("const int64_t", 2**63, -(2**63)),
    Case("aclFloat16", 0x13C00, 0x3C00),
    Case("aclrtMemcpyKind", aclrtMemcpyKind.ACL_MEMCPY_DEVICE_TO_HOST, 2),
    Case("aclDataType", -1, -1),
    Case("int64_t", True, 1),
    Case("double", 3, 3.0),
    Case("double", np.float32(0.5), 0.5),
    Case("float", 0.1, float(np.float32(0.1))),
    Case("float", 1e300, math.inf),
    Case("float", -1e300, -math.inf),
    Case("bool", 2, True),
    Case("bool", np.bool_(False), False),
    Case("const char*", "a", "a"),
    Case("const char*", b"a", "a"),
    Case("const char*", Path("a"), "a"),
    Case("char*", None, None),
    Case("void*", 0x1240_0000_0000, 0x1240_0000_0000),
    Case("void*", 0, None),
    Case("void*", np.uint64(16), 16),
    Case("void*", -1, 2**64 - 1),
    Case("aclrtStream", 0, None),
    Case("aclrtStream", None, None),
    Case("aclrtCallback", len, len),
    Case("aclrtHostFunc", None, None),
    Case("const aclTensor*", None, None),
)

REFUSED = (
    ("size_t", 1.5),
    ("size_t", None),
    ("int32_t", "1"),
    ("aclDataType", 1.0),
    ("double", "1"),
    ("double", 1j),
    ("float", None),
    ("bool", "yes"),
    ("const char*", 5),
    ("void*", 1.5),
    ("void*", "abc"),
    ("aclrtStream", "abc"),
    ("aclrtEvent", 1.5),
    ("aclrtCallback", 5),
    ("const aclTensor*", 5),
    ("const aclTensor*", IntArray((1,))),
    ("const aclIntArray*", [1, 2]),
)


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.ctype}-{c.value!r}".replace(" ", ""))
def test_a_value_arrives_as_its_c_type(case: Case) -> None:
    convert = coercer(case.ctype)
    assert convert is not None
    result = convert(case.value)
    assert result == case.result
    assert type(result) is type(case.result)


@pytest.mark.parametrize(("ctype", "value"), REFUSED, ids=lambda v: repr(v)[:20])
def test_what_no_c_program_could_pass_is_refused(ctype: str, value: Any) -> None:
    convert = coercer(ctype)
    assert convert is not None
    with pytest.raises(Refused) as caught:
        convert(value)
    assert caught.value.got
    assert caught.value.expected


def test_buffers_pass_as_pointers() -> None:
    convert = coercer("const void*")
    assert convert is not None
    for buffer in (np.zeros(2), b"ab", bytearray(2), memoryview(b"ab")):
        assert convert(buffer) is buffer


@pytest.mark.parametrize("ctype", ["const int64_t*", "aclrtMallocConfig*", "void**", "dim3", "..."])
def test_arrays_and_structures_pass_as_they_are(ctype: str) -> None:
    assert coercer(ctype) is None


@pytest.mark.parametrize(
    ("ctype", "parts"),
    [
        ("const aclTensor* const*", ("aclTensor", 2)),
        ("int32_t* const", ("int32_t", 1)),
        ("void**", ("void", 2)),
        ("const aclTensor *", ("aclTensor", 1)),
        ("size_t", ("size_t", 0)),
    ],
)
def test_pointee(ctype: str, parts: tuple[str, int]) -> None:
    assert pointee(ctype) == parts
