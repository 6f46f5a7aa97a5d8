"""Exercise 1: this prints NaN. It should print [ 5. 12. 21. 32.]."""

from aclnn_emu.aclnn import aclnnMulGetWorkspaceSize, aclrtSynchronizeStream
from aclnn_emu.lessons.bench import empty, read, start, tensor

stream = start()
a = tensor([1.0, 2.0, 3.0, 4.0])
b = tensor([5.0, 6.0, 7.0, 8.0])
out = empty([4])
status, workspace_size, executor = aclnnMulGetWorkspaceSize(a, b, out)
aclrtSynchronizeStream(stream)
print(read(out))
