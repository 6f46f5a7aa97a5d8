"""Exercise 5: both statuses should be 0. Change only what `outputs` is made of."""

import numpy as np

from aclnn_emu.aclnn import ACL_INT32, aclCreateScalar, aclnnAddGetWorkspaceSize, aclnnMulGetWorkspaceSize
from aclnn_emu.lessons.bench import empty, start, tensor

start()
prices = tensor(np.array([[3, 5, 7], [2, 4, 6]], np.int32))
factors = tensor(np.array([0.5, 1.5, 2.5], np.float32))
column = tensor(np.array([[1], [2]], np.int32))

outputs = [empty([2, 3], np.int32), empty([2, 1], np.int32)]

print(aclnnMulGetWorkspaceSize(prices, factors, outputs[0])[0])
print(aclnnAddGetWorkspaceSize(prices, column, aclCreateScalar(1, ACL_INT32), outputs[1])[0])
