"""The gradient of the binary cross-entropy once more, with the runtime calls written in pyACL's style.

pyACL returns the outputs first and the status last, and every pointer and handle is a Python int. It has no
operator calls of its own; those come from the C-named face, status first. Both work on the same device.

    aclnn-emu run samples/pyacl_bce.py        (`import acl` then means the emulator)
"""

import sys
from typing import Any

import acl
import numpy as np

from aclnn_emu import aclnn

ACL_MEM_MALLOC_HUGE_FIRST = 0  # pyACL has no names for the header's constants
ACL_MEMCPY_HOST_TO_DEVICE = 1
ACL_MEMCPY_DEVICE_TO_HOST = 2
DEVICE_ID = 0
SHAPE = (2, 2)


def check(what: str, ret: int) -> None:
    """End the program when a call failed, with the explanation that the library keeps."""
    if ret != 0:
        sys.exit(f"{what} failed. ERROR: {ret}\n{acl.get_recent_err_msg()}")


def tensor_on_device(values: list[float]) -> tuple[int, Any]:
    """FLOAT values in new device memory: the device address and the aclTensor over it."""
    data = np.array(values, np.float32).tobytes()
    device_addr, ret = acl.rt.malloc(len(data), ACL_MEM_MALLOC_HUGE_FIRST)
    check("acl.rt.malloc", ret)
    host_ptr = acl.util.bytes_to_ptr(data)  # valid as long as `data` is
    ret = acl.rt.memcpy(device_addr, len(data), host_ptr, len(data), ACL_MEMCPY_HOST_TO_DEVICE)
    check("acl.rt.memcpy", ret)
    tensor = aclnn.aclCreateTensor(
        SHAPE, 2, aclnn.ACL_FLOAT, None, 0, aclnn.ACL_FORMAT_ND, SHAPE, 2, device_addr
    )
    return device_addr, tensor


def to_host(device_addr: int, count: int) -> list[float]:
    """Copy FLOAT values through page-locked host memory."""
    nbytes = count * 4
    host_ptr, ret = acl.rt.malloc_host(nbytes)
    check("acl.rt.malloc_host", ret)
    ret = acl.rt.memcpy(host_ptr, nbytes, device_addr, nbytes, ACL_MEMCPY_DEVICE_TO_HOST)
    check("acl.rt.memcpy", ret)
    values = [float(value) for value in np.frombuffer(acl.util.ptr_to_bytes(host_ptr, nbytes), np.float32)]
    check("acl.rt.free_host", acl.rt.free_host(host_ptr))
    return values


def main() -> None:
    """The same seven stages as in binary_cross_entropy_backward.py."""
    check("acl.init", acl.init())
    check("acl.rt.set_device", acl.rt.set_device(DEVICE_ID))
    stream, ret = acl.rt.create_stream()
    check("acl.rt.create_stream", ret)
    print(f"device {DEVICE_ID} of {acl.get_soc_name()}")

    addresses, tensors = zip(
        *(tensor_on_device([value] * 4) for value in (0.1, 0.3, 0.5, 1.0, 0.0)), strict=True
    )
    grad_output, self, target, weight, out = tensors

    ret, workspace_size, executor = aclnn.aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(
        grad_output, self, target, weight, 0, out
    )
    check("aclnnBinaryCrossEntropyBackwardGetWorkspaceSize", ret)
    workspace = 0  # pyACL's null pointer
    if workspace_size > 0:
        workspace, ret = acl.rt.malloc(workspace_size, ACL_MEM_MALLOC_HUGE_FIRST)
        check("acl.rt.malloc", ret)
    ret = aclnn.aclnnBinaryCrossEntropyBackward(workspace, workspace_size, executor, stream)
    check("aclnnBinaryCrossEntropyBackward", ret)

    check("acl.rt.synchronize_stream", acl.rt.synchronize_stream(stream))
    for i, value in enumerate(to_host(addresses[-1], 4)):
        print(f"result[{i}] is: {value:f}")

    for tensor in tensors:
        check("aclDestroyTensor", aclnn.aclDestroyTensor(tensor))
    for address in addresses:
        check("acl.rt.free", acl.rt.free(address))
    if workspace:
        check("acl.rt.free", acl.rt.free(workspace))
    check("acl.rt.destroy_stream", acl.rt.destroy_stream(stream))
    check("acl.rt.reset_device", acl.rt.reset_device(DEVICE_ID))
    check("acl.finalize", acl.finalize())


if __name__ == "__main__":
    main()
