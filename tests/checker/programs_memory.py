# ruff: noqa: F403, F405 - as short as a user would write them
"""ACL-MEM: a wrong and a right program for each rule."""

import numpy as np
from _helpers import *

from aclnn_emu.aclnn import *


def wrong_acl_mem_101():
    stream = start()
    out = malloc(1024)
    negate(tensor(filled(np.ones(1024, np.float32)), (1024,)), tensor(out, (1024,)), stream)


def right_acl_mem_101():
    stream = start()
    out = malloc(4096)
    negate(tensor(filled(np.ones(1024, np.float32)), (1024,)), tensor(out, (1024,)), stream)


def wrong_acl_mem_102():
    stream = start()
    host = np.ones(4, np.float32)
    negate(tensor(host.ctypes.data), tensor(malloc()), stream)


def right_acl_mem_102():
    stream = start()
    host = np.ones(4, np.float32)
    negate(tensor(filled(host)), tensor(malloc()), stream)


def wrong_acl_mem_103():
    stream = start()
    x = filled()
    aclrtFree(x)
    negate(tensor(x), tensor(malloc()), stream)


def right_acl_mem_103():
    stream = start()
    x = filled()
    negate(tensor(x), tensor(malloc()), stream)
    aclrtSynchronizeStream(stream)
    aclrtFree(x)


def wrong_acl_mem_104():
    start()
    x = filled()  # on device 0
    aclrtSetDevice(1)
    _, stream = aclrtCreateStream()
    negate(tensor(x), tensor(malloc()), stream)


def right_acl_mem_104():
    start()
    aclrtSetDevice(1)
    _, stream = aclrtCreateStream()
    negate(tensor(filled()), tensor(malloc()), stream)


def wrong_acl_mem_105():
    start()
    x = filled(np.ones(10, np.float32))
    every_second = tensor(x, (5,), strides=(2,), storage=(5,))
    aclnnNegGetWorkspaceSize(every_second, tensor(malloc(20), (5,)))


def right_acl_mem_105():
    start()
    x = filled(np.ones(10, np.float32))
    every_second = tensor(x, (5,), strides=(2,), storage=(10,))
    aclnnNegGetWorkspaceSize(every_second, tensor(malloc(20), (5,)))


def wrong_acl_mem_106():
    start()
    x = malloc(16)
    aclrtMemcpy(x, 1024, ONES, 16, H2D)


def right_acl_mem_106():
    start()
    x = malloc(16)
    aclrtMemcpy(x, 16, ONES, 16, H2D)


def wrong_acl_mem_107():
    start()
    aclrtMemcpy(malloc(), 16, ONES, 16, ACL_MEMCPY_DEVICE_TO_HOST)


def right_acl_mem_107():
    start()
    aclrtMemcpy(malloc(), 16, ONES, 16, ACL_MEMCPY_HOST_TO_DEVICE)


def wrong_acl_mem_108():
    stream = start()
    x = filled(np.ones(4, np.float32))  # 16 bytes
    negate(tensor(x, dtype=ACL_FLOAT16), tensor(malloc(), dtype=ACL_FLOAT16), stream)


def right_acl_mem_108():
    stream = start()
    x = filled(np.ones(4, np.float16))
    negate(tensor(x, dtype=ACL_FLOAT16), tensor(malloc(), dtype=ACL_FLOAT16), stream)


def wrong_acl_mem_109():
    stream = start()
    x = filled(np.ones(8, np.float32))
    negate(tensor(x + 4), tensor(malloc()), stream)


def right_acl_mem_109():
    stream = start()
    x = filled(np.ones(8, np.float32))
    negate(tensor(x, offset=1, storage=(8,)), tensor(malloc()), stream)


def wrong_acl_mem_110():
    stream = start()
    x = filled(np.ones(8, np.float32))
    negate(tensor(x, storage=(8,)), tensor(x, offset=1, storage=(8,)), stream)


def right_acl_mem_110():
    stream = start()
    x = filled(np.ones(8, np.float32))
    negate(tensor(x, storage=(8,)), tensor(x, storage=(8,)), stream)  # in place


def wrong_acl_mem_111():
    stream = start()
    negate(tensor(None), tensor(malloc()), stream)


def right_acl_mem_111():
    stream = start()
    negate(tensor(filled()), tensor(malloc()), stream)


def wrong_acl_mem_112():
    stream = start()
    _, pinned = aclrtMallocHost(16)
    aclrtFreeHost(pinned)
    aclrtMemcpyAsync(malloc(), 16, pinned, 16, H2D, stream)


def right_acl_mem_112():
    stream = start()
    _, pinned = aclrtMallocHost(16)
    aclrtMemcpyAsync(malloc(), 16, pinned, 16, H2D, stream)
    aclrtSynchronizeStream(stream)
    aclrtFreeHost(pinned)
