"""What the checker costs: the same calls with it off and on, in turns, as processor time of this process.

    python benchmarks/check.py

The least of several rounds counts for each; a figure for "on" and one for "off" from one round belong together.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from aclnn_emu import aclnn
from aclnn_emu.runtime.machine import configure, reset

ROUNDS = 25
H2D = aclnn.ACL_MEMCPY_HOST_TO_DEVICE


def measure(function: Callable[[], object], repeats: int) -> float:
    """Microseconds of processor time for one call."""
    for _ in range(3):  # the first ones are remembered, the others recognised
        function()
    before = time.process_time()
    for _ in range(repeats):
        function()
    return (time.process_time() - before) / repeats * 1e6


def filled(nbytes: int) -> int:
    """Device memory of ones."""
    ones = np.ones(nbytes // 4, np.float32)
    _, address = aclnn.aclrtMalloc(nbytes, aclnn.ACL_MEM_MALLOC_HUGE_FIRST)
    aclnn.aclrtMemcpy(address, nbytes, ones, nbytes, H2D)
    return address


def two_phases(stream, n: int) -> Callable[[], object]:
    """aclnnAdd of n floats: both phases and a synchronise."""
    x, y, out = (
        aclnn.aclCreateTensor([n], 1, aclnn.ACL_FLOAT, None, 0, aclnn.ACL_FORMAT_ND, [n], 1, filled(4 * n))
        for _ in range(3)
    )
    alpha = aclnn.aclCreateScalar(1.0, aclnn.ACL_FLOAT)

    def call() -> None:
        _, size, executor = aclnn.aclnnAddGetWorkspaceSize(x, y, alpha, out)
        aclnn.aclnnAdd(None, size, executor, stream)
        aclnn.aclrtSynchronizeStream(stream)

    return call


def copy(nbytes: int) -> Callable[[], object]:
    """aclrtMemcpy to the device."""
    host, address = np.ones(nbytes, np.uint8), filled(nbytes)
    return lambda: aclnn.aclrtMemcpy(address, nbytes, host, nbytes, H2D)


def copy_async(stream, nbytes: int) -> Callable[[], object]:
    """aclrtMemcpyAsync from page-locked memory, and a synchronise."""
    _, host = aclnn.aclrtMallocHost(nbytes)
    address = filled(nbytes)

    def call() -> None:
        aclnn.aclrtMemcpyAsync(address, nbytes, host, nbytes, H2D, stream)
        aclnn.aclrtSynchronizeStream(stream)

    return call


def one_round(*, check: bool) -> dict[str, float]:
    """Every figure, on a fresh machine."""
    reset()
    configure(check=check, check_options="--quiet --ignore ACL-LEAK")
    aclnn.aclrtSetDevice(0)
    _, stream = aclnn.aclrtCreateStream()
    figures = {
        "two phases, 256 elements": measure(two_phases(stream, 256), 200),
        "two phases, 1 Mi elements": measure(two_phases(stream, 1 << 20), 5),
    }
    for name, nbytes, repeats in (("1 KiB", 1 << 10, 300), ("1 MiB", 1 << 20, 20), ("16 MiB", 1 << 24, 2)):
        figures[f"copy, {name}"] = measure(copy(nbytes), repeats)
        pinned = copy_async(stream, nbytes)
        figures[f"queued copy, {name}"] = measure(pinned, repeats)
    return figures


def main() -> None:
    """Print the table."""
    off, on = [], []
    for _ in range(ROUNDS):
        off.append(one_round(check=False))
        on.append(one_round(check=True))
    print(f"{'us of processor time':28} {'off':>9} {'on':>9} {'on/off':>7} {'bar':>5}")
    for name in off[0]:
        least = [min(figures[name] for figures in rounds) for rounds in (off, on)]
        bar = 3 if name.startswith("two phases") else 2
        print(f"{name:28} {least[0]:9.1f} {least[1]:9.1f} {least[1] / least[0]:7.2f} {bar:5}")


if __name__ == "__main__":
    main()
