"""What the wrong and right programs of the rules share; docs/checker.md shows it."""

from __future__ import annotations

import numpy as np

from aclnn_emu.aclnn import (
    ACL_FLOAT,
    ACL_FORMAT_ND,
    ACL_MEM_MALLOC_HUGE_FIRST,
    ACL_MEMCPY_DEVICE_TO_HOST,
    ACL_MEMCPY_HOST_TO_DEVICE,
    aclCreateScalar,
    aclCreateTensor,
    aclInit,
    aclnnAdd,
    aclnnAddGetWorkspaceSize,
    aclnnNeg,
    aclnnNegGetWorkspaceSize,
    aclrtCreateStream,
    aclrtMalloc,
    aclrtMemcpy,
    aclrtSetDevice,
)

H2D, D2H = ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST
ONES = np.ones(4, np.float32)


def start():
    """Initialise, choose device 0, make a stream."""
    aclInit(None)
    aclrtSetDevice(0)
    return aclrtCreateStream()[1]


def malloc(nbytes=16):
    """Device memory that nobody has written."""
    return aclrtMalloc(nbytes, ACL_MEM_MALLOC_HUGE_FIRST)[1]


def filled(values=ONES):
    """Device memory with these values."""
    address = malloc(values.nbytes)
    aclrtMemcpy(address, values.nbytes, values, values.nbytes, H2D)
    return address


def tensor(address, shape=(4,), dtype=ACL_FLOAT, strides=None, offset=0, storage=None):
    """A tensor over an address."""
    storage = shape if storage is None else storage
    return aclCreateTensor(
        shape, len(shape), dtype, strides, offset, ACL_FORMAT_ND, storage, len(storage), address
    )


def negate(x, out, stream):
    """out = -x: both phases; no workspace is needed."""
    _, _, executor = aclnnNegGetWorkspaceSize(x, out)
    return aclnnNeg(None, 0, executor, stream)


def plus(x, y, out):
    """Phase 1 of out = x + y: workspaceSize and executor."""
    _, size, executor = aclnnAddGetWorkspaceSize(x, y, aclCreateScalar(1.0, ACL_FLOAT), out)
    return size, executor


def add(x, y, out, workspace, stream):
    """Both phases of out = x + y over a given workspace."""
    size, executor = plus(x, y, out)
    return aclnnAdd(workspace, size, executor, stream)
