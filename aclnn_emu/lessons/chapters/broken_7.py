"""Exercise 7: the program should print [ 3. 12. 27.] with every schedule: x * x on one stream, three times it on another.

Keep both streams, and do not wait on the host before the last line.
"""

from aclnn_emu.aclnn import (
    aclCreateScalar,
    aclnnMul,
    aclnnMulGetWorkspaceSize,
    aclnnMuls,
    aclnnMulsGetWorkspaceSize,
    aclrtCreateEvent,
    aclrtCreateStream,
    aclrtRecordEvent,
    aclrtStreamWaitEvent,
    aclrtSynchronizeStream,
)
from aclnn_emu.lessons.bench import empty, read, start, tensor

first = start()
_, second = aclrtCreateStream()
_, event = aclrtCreateEvent()
x, square, out = tensor([1.0, 2.0, 3.0]), tensor([0.0, 0.0, 0.0]), empty([3])

aclrtRecordEvent(event, first)
_, size, executor = aclnnMulGetWorkspaceSize(x, x, square)
aclnnMul(None, size, executor, first)

aclrtStreamWaitEvent(second, event)
_, size, executor = aclnnMulsGetWorkspaceSize(square, aclCreateScalar(3.0, 0), out)
aclnnMuls(None, size, executor, second)

aclrtSynchronizeStream(second)
print(read(out))
