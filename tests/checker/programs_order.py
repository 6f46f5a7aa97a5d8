# ruff: noqa: F403, F405 - as short as a user would write them
"""ACL-SYNC, ACL-RACE and ACL-INIT: a wrong and a right program for each rule."""

import numpy as np
from _helpers import *

from aclnn_emu.aclnn import *


def wrong_acl_sync_101():
    stream = start()
    out = malloc()
    negate(tensor(filled()), tensor(out), stream)
    host = np.empty(4, np.float32)
    aclrtMemcpy(host, 16, out, 16, D2H)


def right_acl_sync_101():
    stream = start()
    out = malloc()
    negate(tensor(filled()), tensor(out), stream)
    host = np.empty(4, np.float32)
    aclrtSynchronizeStream(stream)
    aclrtMemcpy(host, 16, out, 16, D2H)


def wrong_acl_sync_102():
    stream = start()
    x = filled()
    negate(tensor(x), tensor(malloc()), stream)
    aclrtMemcpy(x, 16, 2 * ONES, 16, H2D)  # the next batch


def right_acl_sync_102():
    stream = start()
    x = filled()
    negate(tensor(x), tensor(malloc()), stream)
    aclrtSynchronizeStream(stream)
    aclrtMemcpy(x, 16, 2 * ONES, 16, H2D)


def wrong_acl_sync_103():
    stream = start()
    x = filled()
    negate(tensor(x), tensor(malloc()), stream)
    aclrtFree(x)
    aclrtSynchronizeStream(stream)


def right_acl_sync_103():
    stream = start()
    x = filled()
    negate(tensor(x), tensor(malloc()), stream)
    aclrtSynchronizeStream(stream)
    aclrtFree(x)


def wrong_acl_sync_104():
    stream = start()
    x = tensor(filled(np.ones(4, np.int32)), dtype=ACL_INT32)  # mixed dtypes need a workspace
    size, executor = plus(x, tensor(filled()), tensor(malloc()))
    workspace = malloc(size)
    aclnnAdd(workspace, size, executor, stream)
    aclrtFree(workspace)
    aclrtSynchronizeStream(stream)


def right_acl_sync_104():
    stream = start()
    x = tensor(filled(np.ones(4, np.int32)), dtype=ACL_INT32)
    size, executor = plus(x, tensor(filled()), tensor(malloc()))
    workspace = malloc(size)
    aclnnAdd(workspace, size, executor, stream)
    aclrtSynchronizeStream(stream)
    aclrtFree(workspace)


def wrong_acl_sync_105():
    stream = start()
    _, pinned = aclrtMallocHost(16)
    batch = pinned.array(np.float32)
    batch[:] = 1
    aclrtMemcpyAsync(malloc(), 16, pinned, 16, H2D, stream)
    batch[:] = 2  # the next batch, too early
    aclrtSynchronizeStream(stream)


def right_acl_sync_105():
    stream = start()
    _, pinned = aclrtMallocHost(16)
    batch = pinned.array(np.float32)
    batch[:] = 1
    aclrtMemcpyAsync(malloc(), 16, pinned, 16, H2D, stream)
    aclrtSynchronizeStream(stream)
    batch[:] = 2


def wrong_acl_sync_106():
    stream = start()
    _, pinned = aclrtMallocHost(16)
    aclrtMemcpyAsync(malloc(), 16, pinned, 16, H2D, stream)
    aclrtFreeHost(pinned)


def right_acl_sync_106():
    stream = start()
    _, pinned = aclrtMallocHost(16)
    aclrtMemcpyAsync(malloc(), 16, pinned, 16, H2D, stream)
    aclrtSynchronizeStream(stream)
    aclrtFreeHost(pinned)


def wrong_acl_sync_107():
    stream = start()
    _, event = aclrtCreateEventWithFlag(ACL_EVENT_SYNC)
    aclrtStreamWaitEvent(stream, event)
    aclrtSynchronizeStream(stream)  # nobody records the event


def right_acl_sync_107():
    stream = start()
    _, other = aclrtCreateStream()
    _, event = aclrtCreateEventWithFlag(ACL_EVENT_SYNC)
    aclrtStreamWaitEvent(stream, event)
    aclrtRecordEvent(event, other)
    aclrtSynchronizeStream(stream)


def wrong_acl_sync_108():
    stream = start()
    _, event = aclrtCreateEventExWithFlag(ACL_EVENT_SYNC)
    aclrtStreamWaitEvent(stream, event)


def right_acl_sync_108():
    stream = start()
    _, other = aclrtCreateStream()
    _, event = aclrtCreateEventExWithFlag(ACL_EVENT_SYNC)
    aclrtRecordEvent(event, other)
    aclrtStreamWaitEvent(stream, event)


def wrong_acl_sync_109():
    stream = start()

    def fails(_argument):
        raise RuntimeError

    aclrtLaunchHostFunc(stream, fails, None)
    aclrtSynchronizeStream(stream)


def right_acl_sync_109():
    stream = start()
    aclrtLaunchHostFunc(stream, print, "done")
    aclrtSynchronizeStream(stream)


def wrong_acl_sync_110():
    stream = start()
    batch = np.ones(4, np.float32)  # ordinary memory
    aclrtMemcpyAsync(malloc(), 16, batch, 16, H2D, stream)


def right_acl_sync_110():
    stream = start()
    _, batch = aclrtMallocHost(16)
    aclrtMemcpyAsync(malloc(), 16, batch, 16, H2D, stream)


def wrong_acl_race_101():
    one, two = start(), aclrtCreateStream()[1]
    between = tensor(filled())
    negate(tensor(filled()), between, one)
    negate(between, tensor(malloc()), two)


def right_acl_race_101():
    one, two = start(), aclrtCreateStream()[1]
    between = tensor(filled())
    _, event = aclrtCreateEvent()
    negate(tensor(filled()), between, one)
    aclrtRecordEvent(event, one)
    aclrtStreamWaitEvent(two, event)
    negate(between, tensor(malloc()), two)


def wrong_acl_race_102():
    one, two = start(), aclrtCreateStream()[1]
    x, out = tensor(filled()), tensor(malloc())
    negate(x, out, one)
    negate(x, out, two)


def right_acl_race_102():
    one, two = start(), aclrtCreateStream()[1]
    x, out = tensor(filled()), malloc(32)
    negate(x, tensor(out), one)
    half = tensor(out, (4,), offset=4, storage=(8,))
    negate(x, half, two)  # the other half of the buffer


def wrong_acl_race_103():
    one, two = start(), aclrtCreateStream()[1]
    x = filled()
    negate(tensor(x), tensor(malloc()), one)
    aclrtMemsetAsync(x, 16, 0, 16, two)


def right_acl_race_103():
    one = start()
    x = filled()
    negate(tensor(x), tensor(malloc()), one)
    aclrtMemsetAsync(x, 16, 0, 16, one)


def wrong_acl_race_104():
    one, two = start(), aclrtCreateStream()[1]
    x, y = tensor(filled(np.ones(4, np.int32)), dtype=ACL_INT32), tensor(filled())
    workspace = malloc(4096)
    add(x, y, tensor(malloc()), workspace, one)
    add(x, y, tensor(malloc()), workspace, two)


def right_acl_race_104():
    one = start()
    x, y = tensor(filled(np.ones(4, np.int32)), dtype=ACL_INT32), tensor(filled())
    workspace = malloc(4096)
    add(x, y, tensor(malloc()), workspace, one)
    add(x, y, tensor(malloc()), workspace, one)  # on one stream they take turns


def wrong_acl_init_101():
    stream = start()
    x = malloc()
    aclrtMemcpy(x, 16, ONES, 4, H2D)  # 4 elements are 16 bytes
    negate(tensor(x), tensor(malloc()), stream)


def right_acl_init_101():
    stream = start()
    x = malloc()
    aclrtMemcpy(x, 16, ONES, 16, H2D)
    negate(tensor(x), tensor(malloc()), stream)


def wrong_acl_init_102():
    stream = start()
    out = malloc(32)
    negate(tensor(filled()), tensor(out, offset=4, storage=(8,)), stream)
    aclrtSynchronizeStream(stream)
    host = np.empty(4, np.float32)
    aclrtMemcpy(host, 16, out, 16, D2H)  # the result begins 16 bytes later


def right_acl_init_102():
    stream = start()
    out = malloc(32)
    negate(tensor(filled()), tensor(out, offset=4, storage=(8,)), stream)
    aclrtSynchronizeStream(stream)
    host = np.empty(4, np.float32)
    aclrtMemcpy(host, 16, out + 16, 16, D2H)
