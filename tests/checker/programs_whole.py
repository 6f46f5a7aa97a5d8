# ruff: noqa: F403, F405 - as short as a user would write them
"""ACL-THREAD and ACL-LEAK: a wrong and a right program for each rule."""

import _ctypes
import contextlib
import ctypes
import os
import shutil
import tempfile
import threading
from pathlib import Path

import numpy as np
from _helpers import *

from aclnn_emu.aclnn import *
from aclnn_emu.checker import current


def in_thread(function):
    """Run in a thread of its own."""
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def in_fork(function):
    """Run in a forked child; how many reports its checker had."""
    child = os.fork()
    if child == 0:
        function()
        os._exit(len(current().reports))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@contextlib.contextmanager
def loaded(*names):
    """Libraries of several toolkits are in the process; any library does, under a name that theirs may have.

    Not under one that they do have: another test may have brought that into this process, for good.
    """
    with tempfile.TemporaryDirectory() as folder:
        handles = []
        for number, name in enumerate(names):
            path = Path(folder, f"toolkit{number}", name)
            path.parent.mkdir()
            shutil.copy(_ctypes.__file__, path)
            handles.append(ctypes.CDLL(str(path))._handle)
        yield
        for handle in handles:
            _ctypes.dlclose(handle)


def wrong_acl_thread_101():
    start()
    in_thread(malloc)


def right_acl_thread_101():
    start()

    def work():
        aclrtSetDevice(0)
        malloc()

    in_thread(work)


def wrong_acl_thread_102():
    stream = start()  # on device 0
    aclrtSetDevice(1)
    aclrtDestroyStream(stream)


def right_acl_thread_102():
    stream = start()
    aclrtSetDevice(1)
    aclrtSetDevice(0)
    aclrtDestroyStream(stream)


def wrong_acl_thread_103():
    aclInit(None)
    return in_fork(aclrtGetDeviceCount)


def right_acl_thread_103():
    works = in_fork(aclrtGetDeviceCount)
    aclInit(None)
    return works


def wrong_acl_thread_104():
    stream = start()
    memory = malloc()
    aclrtLaunchHostFunc(stream, aclrtFree, memory)
    aclrtSynchronizeStream(stream)


def right_acl_thread_104():
    stream = start()
    memory = malloc()
    done = threading.Event()
    aclrtLaunchHostFunc(stream, lambda _: done.set(), None)
    aclrtSynchronizeStream(stream)
    aclrtFree(memory)


def wrong_acl_thread_105():
    with loaded("libopapi_own.so", "libopapi_own.so"):
        aclInit(None)


def right_acl_thread_105():
    with loaded("libopapi_own.so", "libopapi_other.so"):
        aclInit(None)


def wrong_acl_leak_101():
    aclInit(None)
    aclrtSetDevice(0)
    malloc()
    aclrtResetDevice(0)


def right_acl_leak_101():
    aclInit(None)
    aclrtSetDevice(0)
    aclrtFree(malloc())
    aclrtResetDevice(0)


def wrong_acl_leak_102():
    aclInit(None)
    aclrtSetDevice(0)
    aclrtMallocHost(16)


def right_acl_leak_102():
    aclInit(None)
    aclrtSetDevice(0)
    _, pinned = aclrtMallocHost(16)
    aclrtFreeHost(pinned)


def wrong_acl_leak_103():
    start()
    aclrtResetDevice(0)
    aclFinalize()


def right_acl_leak_103():
    stream = start()
    aclrtDestroyStream(stream)
    aclrtResetDevice(0)
    aclFinalize()


def wrong_acl_leak_104():
    aclInit(None)
    aclrtSetDevice(0)
    aclrtCreateEvent()


def right_acl_leak_104():
    aclInit(None)
    aclrtSetDevice(0)
    _, event = aclrtCreateEvent()
    aclrtDestroyEvent(event)


def wrong_acl_leak_105():
    aclInit(None)
    aclrtCreateContext(0)


def right_acl_leak_105():
    aclInit(None)
    _, context = aclrtCreateContext(0)
    aclrtDestroyContext(context)


def wrong_acl_leak_106():
    aclInit(None)
    aclrtSetDevice(0)
    tensor(None)


def right_acl_leak_106():
    aclInit(None)
    aclrtSetDevice(0)
    aclDestroyTensor(tensor(None))


def wrong_acl_leak_107():
    aclInit(None)
    aclrtSetDevice(0)
    while aclrtCreateStream()[0] == 0:
        pass


def right_acl_leak_107():
    aclInit(None)
    aclrtSetDevice(0)
    for _ in range(3000):
        _, stream = aclrtCreateStream()
        aclrtDestroyStream(stream)


def wrong_acl_leak_108():
    stream = start()
    x, y = tensor(filled(np.ones(4, np.int32)), dtype=ACL_INT32), tensor(filled())
    for _ in range(20):
        add(x, y, tensor(malloc()), malloc(4096), stream)
        aclrtSynchronizeStream(stream)


def right_acl_leak_108():
    stream = start()
    x, y = tensor(filled(np.ones(4, np.int32)), dtype=ACL_INT32), tensor(filled())
    workspace = malloc(4096)
    for _ in range(20):
        add(x, y, tensor(malloc()), workspace, stream)
        aclrtSynchronizeStream(stream)
