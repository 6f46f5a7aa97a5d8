"""Exercise 4: the sum of the columns of [[1, 2], [3, 4], [5, 6]] should be [ 3.  7. 11.]."""

import numpy as np

from aclnn_emu.aclnn import (
    ACL_FLOAT,
    ACL_FORMAT_ND,
    ACL_MEM_MALLOC_HUGE_FIRST,
    aclCreateScalar,
    aclCreateTensor,
    aclnnAdd,
    aclnnAddGetWorkspaceSize,
    aclrtMalloc,
    aclrtSynchronizeStream,
)
from aclnn_emu.lessons.bench import empty, read, start, tensor, why

stream = start()
matrix = tensor(np.array([[1, 2], [3, 4], [5, 6]], np.float32))


def column(offset, stride):
    """Three elements of the matrix's memory."""
    return aclCreateTensor([3], 1, ACL_FLOAT, [stride], offset, ACL_FORMAT_ND, [6], 1, matrix.address)


out = empty([3])
status, size, executor = aclnnAddGetWorkspaceSize(
    column(0, 2), column(1, 3), aclCreateScalar(1.0, ACL_FLOAT), out
)
if status:
    raise SystemExit(f"phase 1: {status}\n{why()}")
_, workspace = aclrtMalloc(size, ACL_MEM_MALLOC_HUGE_FIRST)
aclnnAdd(workspace, size, executor, stream)
aclrtSynchronizeStream(stream)
print(read(out))
