# ruff: noqa: F403, F405 - as short as a user would write them
"""ACL-LIFE: a wrong and a right program for each rule."""

from _helpers import *

from aclnn_emu.aclnn import *


def wrong_acl_life_101():
    stream = start()
    x, out = tensor(filled()), tensor(malloc())
    aclDestroyTensor(x)
    negate(x, out, stream)


def right_acl_life_101():
    stream = start()
    x, out = tensor(filled()), tensor(malloc())
    negate(x, out, stream)
    aclDestroyTensor(x)


def wrong_acl_life_102():
    start()
    x = tensor(filled())
    aclDestroyTensor(x)
    aclDestroyTensor(x)


def right_acl_life_102():
    start()
    x = tensor(filled())
    aclDestroyTensor(x)
    x = None
    aclDestroyTensor(x)


def wrong_acl_life_103():
    start()
    x, y = tensor(filled()), tensor(filled())
    both = aclCreateTensorList([x, y], 2)
    aclDestroyTensorList(both)
    aclDestroyTensor(x)


def right_acl_life_103():
    start()
    x, y = tensor(filled()), tensor(filled())
    both = aclCreateTensorList([x, y], 2)
    aclDestroyTensorList(both)


def wrong_acl_life_104():
    stream = start()
    x, out = tensor(filled()), tensor(malloc())
    _, _, executor = aclnnNegGetWorkspaceSize(x, out)
    aclDestroyTensor(x)
    aclnnNeg(None, 0, executor, stream)


def right_acl_life_104():
    stream = start()
    x, out = tensor(filled()), tensor(malloc())
    _, _, executor = aclnnNegGetWorkspaceSize(x, out)
    aclnnNeg(None, 0, executor, stream)
    aclDestroyTensor(x)


def wrong_acl_life_105():
    stream = start()
    negate(tensor(filled()), tensor(malloc()), stream)
    aclrtDestroyStreamForce(stream)


def right_acl_life_105():
    stream = start()
    negate(tensor(filled()), tensor(malloc()), stream)
    aclrtDestroyStream(stream)


def wrong_acl_life_106():
    stream = start()
    _, event = aclrtCreateEvent()
    aclrtRecordEvent(event, stream)
    aclrtDestroyEvent(event)
    aclrtSynchronizeStream(stream)


def right_acl_life_106():
    stream = start()
    _, event = aclrtCreateEvent()
    aclrtRecordEvent(event, stream)
    aclrtSynchronizeStream(stream)
    aclrtDestroyEvent(event)


def wrong_acl_life_107():
    start()
    memory = malloc()
    aclrtResetDevice(0)
    aclrtFree(memory)


def right_acl_life_107():
    start()
    memory = malloc()
    aclrtFree(memory)
    aclrtResetDevice(0)


def wrong_acl_life_108():
    start()
    memory = malloc()
    aclrtFree(memory)
    aclrtFree(memory)


def right_acl_life_108():
    start()
    memory = malloc()
    aclrtFree(memory)


def wrong_acl_life_109():
    aclInit(None)
    status = aclInit(None)
    assert status == 100002
    aclFinalizeReference()
    aclFinalizeReference()


def right_acl_life_109():
    aclInit(None)
    aclFinalizeReference()


def wrong_acl_life_110():
    aclInit(None)  # library A
    aclInit(None)  # library B
    aclFinalize()  # library B ends what A still uses


def right_acl_life_110():
    aclInit(None)
    aclFinalize()


def wrong_acl_life_111():
    start()
    memory = malloc()
    aclFinalize()
    aclrtFree(memory)


def right_acl_life_111():
    start()
    memory = malloc()
    aclrtFree(memory)
    aclFinalize()


def wrong_acl_life_112():
    stream = start()
    aclrtDestroyStream(stream)
    aclrtSynchronizeStream(stream)


def right_acl_life_112():
    stream = start()
    aclrtSynchronizeStream(stream)
    aclrtDestroyStream(stream)


def wrong_acl_life_113():
    stream = start()
    negate(tensor(filled()), tensor(malloc()), stream)
    aclrtResetDevice(0)


def right_acl_life_113():
    stream = start()
    negate(tensor(filled()), tensor(malloc()), stream)
    aclrtSynchronizeStream(stream)
    aclrtResetDevice(0)
