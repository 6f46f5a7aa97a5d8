"""The gradient of the binary cross-entropy: the C++ program of the operator's page, call for call.

Every name, every call and every check of the original is here in the same order; the differences are those of
the languages. A function returns the status first and what C writes through pointers after it, and the host side
of a copy is a NumPy array.

    aclnn-emu demo
    python samples/binary_cross_entropy_backward.py
"""

import sys
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from aclnn_emu.aclnn import (
    ACL_FLOAT,
    ACL_FORMAT_ND,
    ACL_MEM_MALLOC_HUGE_FIRST,
    ACL_MEMCPY_DEVICE_TO_HOST,
    ACL_MEMCPY_HOST_TO_DEVICE,
    ACL_SUCCESS,
    aclCreateTensor,
    aclDestroyTensor,
    aclFinalize,
    aclInit,
    aclnnBinaryCrossEntropyBackward,
    aclnnBinaryCrossEntropyBackwardGetWorkspaceSize,
    aclrtCreateStream,
    aclrtDestroyStream,
    aclrtFree,
    aclrtMalloc,
    aclrtMemcpy,
    aclrtResetDevice,
    aclrtSetDevice,
    aclrtSynchronizeStream,
)


def init(device_id: int) -> tuple[int, Any]:
    """Bring up AscendCL, the device and a stream; returns the status and the stream."""
    ret = aclInit(None)
    if ret != ACL_SUCCESS:
        print(f"aclInit failed. ERROR: {ret}")
        return ret, None
    ret = aclrtSetDevice(device_id)
    if ret != ACL_SUCCESS:
        print(f"aclrtSetDevice failed. ERROR: {ret}")
        return ret, None
    ret, stream = aclrtCreateStream()
    if ret != ACL_SUCCESS:
        print(f"aclrtCreateStream failed. ERROR: {ret}")
        return ret, None
    return ACL_SUCCESS, stream


def create_acl_tensor(
    host_data: np.ndarray[Any, Any], shape: Sequence[int], data_type: int
) -> tuple[int, Any, Any]:
    """Copy host data to new device memory and describe it; returns status, device address and tensor."""
    size = prod(shape) * host_data.itemsize
    # Device memory: a number for the host, no more.
    ret, device_addr = aclrtMalloc(size, ACL_MEM_MALLOC_HUGE_FIRST)
    if ret != ACL_SUCCESS:
        print(f"aclrtMalloc failed. ERROR: {ret}")
        return ret, None, None

    # Destination, how much fits there, source, how much to copy, direction. Sizes are bytes.
    ret = aclrtMemcpy(device_addr, size, host_data, size, ACL_MEMCPY_HOST_TO_DEVICE)
    if ret != ACL_SUCCESS:
        print(f"aclrtMemcpy failed. ERROR: {ret}")
        return ret, None, None

    # Contiguous strides, in elements: the last dimension moves by one, each other by all that lies inside it.
    strides = [1] * len(shape)
    for i in reversed(range(len(shape) - 1)):
        strides[i] = shape[i + 1] * strides[i + 1]

    # The tensor describes the memory, it does not own it. View and storage have the same shape here.
    tensor = aclCreateTensor(
        shape, len(shape), data_type, strides, 0, ACL_FORMAT_ND, shape, len(shape), device_addr
    )
    return ACL_SUCCESS, device_addr, tensor


def main() -> int:
    """The seven stages; returns the status of the call that failed, 0 when none did."""
    # 1. Device and stream.
    device_id = 0
    ret, stream = init(device_id)
    if ret != ACL_SUCCESS:
        print(f"Init acl failed. ERROR: {ret}")
        return ret

    # 2. Inputs and output.
    grad_output_shape = self_shape = target_shape = weight_shape = out_shape = (2, 2)
    grad_output_host_data = np.array([0.1, 0.1, 0.1, 0.1], np.float32)
    self_host_data = np.array([0.3, 0.3, 0.3, 0.3], np.float32)
    target_host_data = np.array([0.5, 0.5, 0.5, 0.5], np.float32)
    weight_host_data = np.array([1, 1, 1, 1], np.float32)
    out_host_data = np.array([0, 0, 0, 0], np.float32)
    reduction = 0
    ret, grad_output_device_addr, grad_output = create_acl_tensor(
        grad_output_host_data, grad_output_shape, ACL_FLOAT
    )
    if ret != ACL_SUCCESS:
        return ret
    ret, self_device_addr, self = create_acl_tensor(self_host_data, self_shape, ACL_FLOAT)
    if ret != ACL_SUCCESS:
        return ret
    ret, target_device_addr, target = create_acl_tensor(target_host_data, target_shape, ACL_FLOAT)
    if ret != ACL_SUCCESS:
        return ret
    ret, weight_device_addr, weight = create_acl_tensor(weight_host_data, weight_shape, ACL_FLOAT)
    if ret != ACL_SUCCESS:
        return ret
    ret, out_device_addr, out = create_acl_tensor(out_host_data, out_shape, ACL_FLOAT)
    if ret != ACL_SUCCESS:
        return ret

    # 3. The operator. Phase 1 checks the arguments and says how much workspace the computation needs.
    ret, workspace_size, executor = aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(
        grad_output, self, target, weight, reduction, out
    )
    if ret != ACL_SUCCESS:
        print(f"aclnnBinaryCrossEntropyBackwardGetWorkspaceSize failed. ERROR: {ret}")
        return ret
    # The workspace is the caller's to provide.
    workspace_addr = None
    if workspace_size > 0:
        ret, workspace_addr = aclrtMalloc(workspace_size, ACL_MEM_MALLOC_HUGE_FIRST)
        if ret != ACL_SUCCESS:
            print(f"allocate workspace failed. ERROR: {ret}")
            return ret
    # Phase 2 queues the computation on the stream and returns at once.
    ret = aclnnBinaryCrossEntropyBackward(workspace_addr, workspace_size, executor, stream)
    if ret != ACL_SUCCESS:
        print(f"aclnnBinaryCrossEntropyBackward failed. ERROR: {ret}")
        return ret

    # 4. Wait for the stream. What failed on the device is told here.
    ret = aclrtSynchronizeStream(stream)
    if ret != ACL_SUCCESS:
        print(f"aclrtSynchronizeStream failed. ERROR: {ret}")
        return ret

    # 5. Copy the result to the host and print it.
    size = prod(out_shape)
    result_data = np.zeros(size, np.float32)
    ret = aclrtMemcpy(
        result_data,
        result_data.size * result_data.itemsize,
        out_device_addr,
        size * result_data.itemsize,
        ACL_MEMCPY_DEVICE_TO_HOST,
    )
    if ret != ACL_SUCCESS:
        print(f"copy result from device to host failed. ERROR: {ret}")
        return ret
    for i in range(size):
        print(f"result[{i}] is: {result_data[i]:f}")

    # 6. The tensors, which are descriptions only.
    aclDestroyTensor(grad_output)
    aclDestroyTensor(self)
    aclDestroyTensor(target)
    aclDestroyTensor(weight)
    aclDestroyTensor(out)

    # 7. Device memory, stream, device, AscendCL: in the reverse order of their making.
    aclrtFree(grad_output_device_addr)
    aclrtFree(self_device_addr)
    aclrtFree(target_device_addr)
    aclrtFree(weight_device_addr)
    aclrtFree(out_device_addr)
    if workspace_size > 0:
        aclrtFree(workspace_addr)
    aclrtDestroyStream(stream)
    aclrtResetDevice(device_id)
    aclFinalize()
    return 0


if __name__ == "__main__":
    sys.exit(main())
