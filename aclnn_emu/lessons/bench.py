"""What the chapters do over and over: a device and a stream, arrays to the device and back.

Chapter 1 shows these calls one by one; the later chapters and the exercises take them from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from aclnn_emu.aclnn import (
    ACL_FORMAT_ND,
    ACL_MEM_MALLOC_HUGE_FIRST,
    ACL_MEMCPY_DEVICE_TO_HOST,
    ACL_MEMCPY_HOST_TO_DEVICE,
    aclCreateTensor,
    aclGetRecentErrMsg,
    aclInit,
    aclrtCreateStream,
    aclrtMalloc,
    aclrtMemcpy,
    aclrtSetDevice,
)
from aclnn_emu.core.dtypes import from_numpy, numpy_dtype

__all__ = ["empty", "read", "start", "tensor", "why"]


def start() -> Any:
    """aclInit, device 0, a stream: the stream."""
    aclInit(None)
    _check("aclrtSetDevice", aclrtSetDevice(0))
    status, stream = aclrtCreateStream()
    _check("aclrtCreateStream", status)
    return stream


def tensor(
    values: npt.ArrayLike,
    *,
    shape: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
    offset: int = 0,
) -> Any:
    """An aclTensor over new device memory that holds the values.

    Args:
        values: an array; Python floats become FLOAT, integers INT64.
        shape: of the view; by default that of the values.
        strides: of the view, in elements; by default the contiguous ones.
        offset: of the view's first element, in elements.
    """
    array = np.ascontiguousarray(values)
    if array.dtype == np.float64 and not isinstance(values, np.ndarray):
        array = array.astype(np.float32)
    address = _malloc(array.nbytes)
    _check(
        "aclrtMemcpy",
        aclrtMemcpy(address, array.nbytes, array, array.nbytes, ACL_MEMCPY_HOST_TO_DEVICE),
    )
    return _describe(
        array.dtype, address, array.shape if shape is None else shape, strides, offset, array.shape
    )


def empty(shape: Sequence[int], dtype: npt.DTypeLike = np.float32) -> Any:
    """An aclTensor over new device memory that nobody has written to."""
    kind = np.dtype(dtype)
    count = int(np.prod(shape, dtype=np.int64))
    return _describe(kind, _malloc(max(count * kind.itemsize, 1)), shape, None, 0, shape)


def read(source: Any) -> npt.NDArray[Any]:
    """The memory behind a contiguous tensor as an array; waits for nothing, as aclrtMemcpy."""
    kind = numpy_dtype(source.dtype)
    if kind is None:
        raise TypeError(f"{source.describe()} has no NumPy type")
    array = np.empty(source.view_shape, kind)
    address = source.address + source.view_offset * kind.itemsize
    _check(
        "aclrtMemcpy",
        aclrtMemcpy(array, array.nbytes, address, array.nbytes, ACL_MEMCPY_DEVICE_TO_HOST),
    )
    return array


def why() -> str:
    """The text to the newest failure in this thread, from its id on, without process number and time."""
    text = (aclGetRecentErrMsg() or "nothing failed").partition("TraceBack")[0]
    return text[max(text.find("[ACL"), 0) :].strip()


def _malloc(nbytes: int) -> int:
    status, address = aclrtMalloc(nbytes, ACL_MEM_MALLOC_HUGE_FIRST)
    _check("aclrtMalloc", status)
    if address is None:
        raise RuntimeError("aclrtMalloc gave no address")
    return int(address)


def _describe(
    dtype: np.dtype[Any],
    address: int,
    shape: Sequence[int],
    strides: Sequence[int] | None,
    offset: int,
    storage: Sequence[int],
) -> Any:
    return aclCreateTensor(
        shape, len(shape), from_numpy(dtype), strides, offset, ACL_FORMAT_ND, storage, len(storage), address
    )


def _check(call: str, status: int) -> None:
    if status:
        raise RuntimeError(f"{call} answered {status}")
