"""Exercise 3: the sum of squares comes too early. It should be [14.] with every schedule."""

from aclnn_emu.aclnn import (
    ACL_FLOAT,
    aclCreateIntArray,
    aclnnMul,
    aclnnMulGetWorkspaceSize,
    aclnnReduceSum,
    aclnnReduceSumGetWorkspaceSize,
)
from aclnn_emu.lessons.bench import empty, read, start, tensor

stream = start()
x, square, total = tensor([1.0, 2.0, 3.0]), empty([3]), empty([1])
_, size, executor = aclnnMulGetWorkspaceSize(x, x, square)
aclnnMul(None, size, executor, stream)
_, size, executor = aclnnReduceSumGetWorkspaceSize(square, aclCreateIntArray([0], 1), True, ACL_FLOAT, total)
aclnnReduceSum(None, size, executor, stream)
print(read(total))
