"""A program with two streams, an event and a refusal."""

import numpy as np

from aclnn_emu import aclnn

N = 1 << 12


def two_streams() -> None:
    """Add on one stream, Sigmoid on another behind an event, Mul on the first again; one call that is refused."""
    aclnn.aclrtSetDevice(0)
    first, second = aclnn.aclrtCreateStream()[1], aclnn.aclrtCreateStream()[1]
    event = aclnn.aclrtCreateEvent()[1]
    values = np.ones(N, np.float32)
    memory = [aclnn.aclrtMalloc(values.nbytes, 0)[1] for _ in range(3)]
    for address in memory:
        aclnn.aclrtMemcpy(address, values.nbytes, values, values.nbytes, 1)
    x, y, z = (aclnn.aclCreateTensor([N], 1, 0, None, 0, 2, [N], 1, address) for address in memory)
    one = aclnn.aclCreateScalar(1.0, 0)
    run("Add", first, x, y, one, z)
    aclnn.aclrtRecordEvent(event, first)
    aclnn.aclrtStreamWaitEvent(second, event)
    run("Sigmoid", second, z, z)
    run("Mul", first, x, y, x)
    assert aclnn.aclnnAddGetWorkspaceSize(None, y, one, z)[0] == 161001
    aclnn.aclrtSynchronizeStream(first)
    aclnn.aclrtSynchronizeStream(second)
    aclnn.aclrtFree(memory[0])


def run(name, stream, *args):
    status, size, executor = getattr(aclnn, f"aclnn{name}GetWorkspaceSize")(*args)
    assert (status, size) == (0, 0)
    assert getattr(aclnn, f"aclnn{name}")(None, size, executor, stream) == 0
