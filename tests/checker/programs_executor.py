# ruff: noqa: F403, F405 - as short as a user would write them
"""ACL-EXEC and ACLNN-PARAM: a wrong and a right program for each rule."""

import numpy as np
from _helpers import *

from aclnn_emu.aclnn import *


def mixed():
    """x INT32 and y FLOAT: their sum needs a workspace for the cast."""
    return tensor(filled(np.ones(4, np.int32)), dtype=ACL_INT32), tensor(filled())


def wrong_acl_exec_101():
    stream = start()
    _, _, executor = aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))
    aclnnNeg(None, 0, executor, stream)
    aclnnNeg(None, 0, executor, stream)


def right_acl_exec_101():
    stream = start()
    _, _, executor = aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))
    aclSetAclOpExecutorRepeatable(executor)
    aclnnNeg(None, 0, executor, stream)
    aclnnNeg(None, 0, executor, stream)
    aclDestroyAclOpExecutor(executor)


def wrong_acl_exec_102():
    stream = start()
    _, _, executor = aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))
    aclnnNeg(None, 0, executor, stream)
    aclDestroyAclOpExecutor(executor)


def right_acl_exec_102():
    stream = start()
    _, _, executor = aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))
    aclnnNeg(None, 0, executor, stream)


def wrong_acl_exec_103():
    start()
    aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))


def right_acl_exec_103():
    start()
    _, _, executor = aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))
    aclDestroyAclOpExecutor(executor)


def wrong_acl_exec_104():
    stream = start()
    size, executor = plus(*mixed(), tensor(malloc()))
    aclnnAdd(None, size, executor, stream)


def right_acl_exec_104():
    stream = start()
    size, executor = plus(*mixed(), tensor(malloc()))
    aclnnAdd(malloc(size), size, executor, stream)


def wrong_acl_exec_105():
    stream = start()
    x = filled()
    _, _, executor = aclnnNegGetWorkspaceSize(tensor(x), tensor(malloc()))
    aclSetAclOpExecutorRepeatable(executor)
    aclnnNeg(None, 0, executor, stream)
    aclrtSynchronizeStream(stream)
    aclrtFree(x)
    aclnnNeg(None, 0, executor, stream)


def right_acl_exec_105():
    stream = start()
    x = filled()
    first = tensor(x)
    _, _, executor = aclnnNegGetWorkspaceSize(first, tensor(malloc()))
    aclSetAclOpExecutorRepeatable(executor)
    aclnnNeg(None, 0, executor, stream)
    aclrtSynchronizeStream(stream)
    aclrtFree(x)
    aclSetInputTensorAddr(executor, 0, first, filled())
    aclnnNeg(None, 0, executor, stream)
    aclDestroyAclOpExecutor(executor)


def wrong_acl_exec_106():
    start()
    x = tensor(filled())
    _, _, executor = aclnnNegGetWorkspaceSize(x, tensor(malloc()))
    aclSetAclOpExecutorRepeatable(executor)
    aclSetInputTensorAddr(executor, 0, x, ONES.ctypes.data)


def right_acl_exec_106():
    start()
    x = tensor(filled())
    _, _, executor = aclnnNegGetWorkspaceSize(x, tensor(malloc()))
    aclSetAclOpExecutorRepeatable(executor)
    aclSetInputTensorAddr(executor, 0, x, filled())
    aclDestroyAclOpExecutor(executor)


def wrong_acl_exec_107():
    stream = start()
    size, executor = plus(*mixed(), tensor(malloc()))
    aclnnAdd(malloc(size), size - 512, executor, stream)


def right_acl_exec_107():
    stream = start()
    size, executor = plus(*mixed(), tensor(malloc()))
    aclnnAdd(malloc(size), size, executor, stream)


def wrong_acl_exec_108():
    stream = start()
    size, executor = plus(*mixed(), tensor(malloc()))
    aclnnAdd(malloc(16), size, executor, stream)


def right_acl_exec_108():
    stream = start()
    size, executor = plus(*mixed(), tensor(malloc()))
    aclnnAdd(malloc(size), size, executor, stream)


def wrong_acl_exec_109():
    stream = start()
    _, _, executor = aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))
    aclnnAbs(None, 0, executor, stream)


def right_acl_exec_109():
    stream = start()
    _, _, executor = aclnnAbsGetWorkspaceSize(tensor(filled()), tensor(malloc()))
    aclnnAbs(None, 0, executor, stream)


def wrong_acl_exec_110():
    stream = start()
    block = malloc(4096)
    add(*mixed(), tensor(block), block, stream)


def right_acl_exec_110():
    stream = start()
    block = malloc(4096)
    add(*mixed(), tensor(block), block + 1024, stream)


def wrong_aclnn_param_101():
    start()
    aclnnNegGetWorkspaceSize(None, tensor(malloc()))


def right_aclnn_param_101():
    start()
    aclnnNegGetWorkspaceSize(tensor(filled()), tensor(malloc()))


def wrong_aclnn_param_102():
    start()
    x = filled(np.ones(4, np.uint64))
    aclnnNegGetWorkspaceSize(tensor(x, dtype=ACL_UINT64), tensor(malloc(32), dtype=ACL_UINT64))


def right_aclnn_param_102():
    start()
    x = filled(np.ones(4, np.int64))
    aclnnNegGetWorkspaceSize(tensor(x, dtype=ACL_INT64), tensor(malloc(32), dtype=ACL_INT64))


def wrong_aclnn_param_103():
    start()
    plus(tensor(filled(), (2, 2)), tensor(filled(), (4,)), tensor(malloc(), (2, 2)))


def right_aclnn_param_103():
    start()
    plus(tensor(filled(), (2, 2)), tensor(filled(), (2,)), tensor(malloc(), (2, 2)))


def wrong_aclnn_param_104():
    start()
    nine = (1, 1, 1, 1, 1, 1, 1, 1, 4)
    aclnnNegGetWorkspaceSize(tensor(filled(), nine), tensor(malloc(), nine))


def right_aclnn_param_104():
    start()
    eight = (1, 1, 1, 1, 1, 1, 1, 4)
    aclnnNegGetWorkspaceSize(tensor(filled(), eight), tensor(malloc(), eight))


def wrong_aclnn_param_105():
    start()
    plus(tensor(filled()), tensor(filled()), tensor(malloc(), dtype=ACL_INT32))


def right_aclnn_param_105():
    start()
    plus(tensor(filled()), tensor(filled()), tensor(malloc(), dtype=ACL_FLOAT16))


def wrong_aclnn_param_106():
    start()
    x = tensor(filled())
    aclnnBinaryCrossEntropyGetWorkspaceSize(x, x, x, 3, tensor(malloc()))


def right_aclnn_param_106():
    start()
    x = tensor(filled())
    aclnnBinaryCrossEntropyGetWorkspaceSize(x, x, x, 0, tensor(malloc()))


def wrong_aclnn_param_107():
    stream = start()
    negate(tensor(None, (0,)), tensor(None, (0,)), stream)


def right_aclnn_param_107():
    stream = start()
    negate(tensor(filled()), tensor(malloc()), stream)
