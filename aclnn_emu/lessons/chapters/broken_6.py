"""Exercise 6: the program should print done, 161001 and 161002 in three lines.

It must never print "done" for a call that was refused.
"""

from aclnn_emu.aclnn import aclnnDiv, aclnnDivGetWorkspaceSize, aclrtSynchronizeStream
from aclnn_emu.lessons.bench import empty, start, tensor

stream = start()


def divide(x, y, out):
    """Queue x / y and wait for it."""
    status, size, executor = aclnnDivGetWorkspaceSize(x, y, out)
    aclnnDiv(None, size, executor, stream)
    aclrtSynchronizeStream(stream)
    print("done")


one, two = tensor([1.0, 1.0]), tensor([2.0, 2.0])
divide(one, two, empty([2]))
divide(one, None, empty([2]))
divide(one, two, empty([3]))
