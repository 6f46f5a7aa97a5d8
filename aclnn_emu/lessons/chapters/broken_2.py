"""Exercise 2: phase 2 answers 161001. It should answer 0, and the program print [11. 22. 33.]."""

import numpy as np

from aclnn_emu.aclnn import (
    ACL_FLOAT,
    aclCreateScalar,
    aclnnAdd,
    aclnnAddGetWorkspaceSize,
    aclrtSynchronizeStream,
)
from aclnn_emu.lessons.bench import empty, read, start, tensor

stream = start()
x, y = tensor([1.0, 2.0, 3.0]), tensor([10.0, 20.0, 30.0])
out = empty([3], np.float16)
status, workspace_size, executor = aclnnAddGetWorkspaceSize(x, y, aclCreateScalar(1.0, ACL_FLOAT), out)
print("phase 2:", aclnnAdd(None, workspace_size, executor, stream))
aclrtSynchronizeStream(stream)
print(read(out))
