"""What small things cost: a call, a task, an allocation, the start. Every function measures and returns numbers.

Times are microseconds of processor time unless a name says otherwise: of many short batches the best and the median.
Waiting for other programs does not count, but sharing the caches with them does: a busy computer shows in the median.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

import aclnn_emu as emu
from aclnn_emu import aclnn
from aclnn_emu.bench.steady import at_full_pace
from aclnn_emu.bench.timing import Timing, of_counted, summary, timed
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.memory import AddressSpace

__all__ = [
    "START_UPS",
    "allocation_growth",
    "allocations",
    "c_calls",
    "conformance",
    "start_up",
    "streams",
    "two_phase_call",
]

_PROGRAM = Path(__file__).parent / "data" / "c_calls.cpp"
ACL_FLOAT, ND = 0, 2


def two_phase_call(batches: int = 60, patience: float = 0) -> dict[str, Timing]:
    """BCE gradient of four elements through the C-named face, whole and in parts, and through the objects."""
    with emu.Device(0), emu.Stream() as stream:
        device_memory, tensors = [], []
        for value in (0.1, 0.3, 0.5, 1.0, 0.0):
            host = np.full((2, 2), value, np.float32)
            address = aclnn.aclrtMalloc(host.nbytes, 0)[1]
            aclnn.aclrtMemcpy(address, host.nbytes, host, host.nbytes, 1)
            device_memory.append(address)
            tensors.append(aclnn.aclCreateTensor((2, 2), 2, ACL_FLOAT, None, 0, ND, (2, 2), 2, address))
        raw = stream.raw
        phase_1 = aclnn.aclnnBinaryCrossEntropyBackwardGetWorkspaceSize
        phase_2 = aclnn.aclnnBinaryCrossEntropyBackward
        synchronize = aclnn.aclrtSynchronizeStream
        grad, x, target, weight, out = tensors

        def queue() -> None:
            _, size, executor = phase_1(grad, x, target, weight, 0, out)
            phase_2(None, size, executor, raw)

        def whole() -> None:
            queue()
            synchronize(raw)

        def objects() -> None:
            _, executor = emu.ops.binary_cross_entropy_backward.get_workspace_size(
                grad, x, target, weight, 0, out
            )
            emu.run(None, executor, stream)
            stream.synchronize()

        found = {
            "whole call": timed(whole, batches=batches, patience=patience),
            "phase 1": timed(
                lambda: phase_1(grad, x, target, weight, 0, out), batches=batches, patience=patience
            ),
            "both phases, queued": timed(
                queue, batches=batches, patience=patience, after=lambda: synchronize(raw)
            ),
            "synchronise, nothing queued": timed(
                lambda: synchronize(raw), batches=batches, patience=patience
            ),
            "whole call, objects": timed(objects, batches=batches, patience=patience),
        }
        for address in device_memory:
            aclnn.aclrtFree(address)
    return found


def c_calls(runs: int = 5, patience: float = 0) -> dict[str, Timing]:
    """Calls from C++ through the toolkit (c_calls.cpp), from short runs of the program; "start and init" as well.

    Raises:
        ToolkitError: there is no compiler, or the program cannot be built.
    """
    from aclnn_emu.capi.interpreter import ToolkitError
    from aclnn_emu.capi.toolkit import cached_toolkit, environment

    toolkit = cached_toolkit(lambda _text: None)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "c_calls")
        command = [sys.executable, "-m", "aclnn_emu", "cc", str(_PROGRAM), "-o", str(program), "-O2"]
        try:
            subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own
            found = at_full_pace(
                lambda: _printed([str(program), "1"], environment(toolkit, {})), runs, patience
            )
        except subprocess.CalledProcessError as error:
            raise ToolkitError(f"c_calls.cpp: {error}: {error.stderr!r}") from error
    return {name: of_counted(found, itemgetter(name)) for name in found.all[0]}


def _printed(command: list[str], env: dict[str, str]) -> dict[str, float]:
    """The numbers that the program prints, by name; of one round best and median are the same."""
    text = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own
    rows = (line.rsplit(maxsplit=2) for line in text.splitlines())
    return {name.strip(): float(median) for name, _, median in rows}


START_UPS = {
    "import numpy": "import numpy",
    "import aclnn_emu": "import aclnn_emu",
    "first operator": "import aclnn_emu; aclnn_emu.ops.add",
    "C-named face, one operator": "from aclnn_emu.aclnn import aclInit, aclnnAdd, aclnnAddGetWorkspaceSize",
}


def start_up(rounds: int = 15) -> dict[str, Timing]:
    """Wall time of a fresh interpreter above an empty one that was started right before it."""
    found: dict[str, list[float]] = {name: [] for name in START_UPS}
    for _ in range(rounds):
        empty = _started("pass")
        for name, code in START_UPS.items():
            found[name].append(_started(code) - empty)
    return {name: summary(times) for name, times in found.items()}


def _started(code: str) -> float:
    """Microseconds of an interpreter that runs this."""
    before = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own
    return (time.perf_counter() - before) * 1e6


def streams(count: int = 1000, tasks: int = 100, rounds: int = 3, patience: float = 0) -> dict[str, Timing]:
    """Fills on `count` streams, each of which waits for an event of the one before: time a task.

    Half of the tasks fill four bytes, a quarter records an event and a quarter waits for one.
    """
    with emu.Device(0):
        queues = [aclnn.aclrtCreateStream()[1] for _ in range(count)]
        events = [aclnn.aclrtCreateEventWithFlag(1)[1] for _ in range(count)]
        memory = aclnn.aclrtMalloc(4, 0)[1]
        found = at_full_pace(lambda: _tasks(queues, events, memory, tasks // 4), rounds, patience)
        for stream in queues:
            aclnn.aclrtDestroyStream(stream)
        for event in events:
            aclnn.aclrtDestroyEvent(event)
        aclnn.aclrtFree(memory)
    return {
        "total": of_counted(found, sum),
        "queue": of_counted(found, itemgetter(0)),
        "run": of_counted(found, itemgetter(1)),
    }


def _tasks(queues: list[Any], events: list[Any], memory: Any, fours: int) -> tuple[float, float]:
    """What it takes to queue a task, and to run one: as often as told two fills, a record and a wait on each stream."""
    fill, record, wait = aclnn.aclrtMemsetAsync, aclnn.aclrtRecordEvent, aclnn.aclrtStreamWaitEvent
    start = time.process_time()
    for place, (stream, event) in enumerate(zip(queues, events, strict=True)):
        following = queues[(place + 1) % len(queues)]
        for _ in range(fours):
            fill(memory, 4, 0, 4, stream)
            record(event, stream)
            wait(following, event)
            fill(memory, 4, 0, 4, stream)
    middle = time.process_time()
    status = aclnn.aclrtSynchronizeDevice()
    end = time.process_time()
    if status:
        raise RuntimeError(f"aclrtSynchronizeDevice answered {status}")
    each = len(queues) * fours * 4 / 1e6
    return (middle - start) / each, (end - middle) / each


def allocations(
    live: int = 100_000, calls: int = 2000, batches: int = 20, patience: float = 0
) -> dict[str, Timing]:
    """Random frees and mallocs among `live` allocations of up to 4 KiB, and look-ups of the last byte of one."""
    chosen = random.Random(0)  # noqa: S311 - repeatable, not secret

    with emu.Device(0):
        find = machine().devices[0].memory.find
        blocks: list[Any] = [aclnn.aclrtMalloc(chosen.randrange(1, 4096), 0)[1] for _ in range(live)]

        def batch() -> tuple[float, float]:
            return _changes(blocks, chosen.choices(range(live), k=calls), _through_the_api, find)

        found = at_full_pace(batch, batches, patience)
        for block in blocks:
            aclnn.aclrtFree(block)
    return {
        "malloc or free": of_counted(found, itemgetter(0)),
        "look-up": of_counted(found, itemgetter(1)),
    }


def allocation_growth(
    live: int = 100_000, fewer: int = 1000, calls: int = 2000, batches: int = 20, among: int = 200
) -> dict[str, tuple[Timing, Timing]]:
    """The same in two address spaces in turn, one with `live` and one with `fewer` allocations.

    Chosen is among `among` allocations only, so that the caches hold what is touched, in both: what those of the larger
    space cost more is the growth of its structures, not of the caches' misses, which even a dictionary has.
    """
    chosen = random.Random(0)  # noqa: S311 - repeatable, not secret
    boards: list[tuple[AddressSpace, list[int], list[int], list[tuple[float, float]]]] = []
    for count in (live, fewer):
        space = AddressSpace(0, 1 << 40)
        blocks = [space.allocate(chosen.randrange(1, 4096)) for _ in range(count)]
        boards.append((space, blocks, chosen.sample(range(count), min(count, among)), []))
    for _ in range(batches):
        for space, blocks, few, times in boards:
            times.append(
                _changes(blocks, chosen.choices(few, k=calls), partial(_in_the_space, space), space.find)
            )
    (changed, looked), (changed_few, looked_few) = (zip(*board[-1], strict=True) for board in boards)
    return {
        "malloc or free": (summary(changed), summary(changed_few)),
        "look-up": (summary(looked), summary(looked_few)),
    }


def _through_the_api(blocks: list[Any], places: list[int], sizes: list[int]) -> None:
    free, malloc = aclnn.aclrtFree, aclnn.aclrtMalloc
    for place, size in zip(places, sizes, strict=True):
        free(blocks[place])
        blocks[place] = malloc(size, 0)[1]


def _in_the_space(space: AddressSpace, blocks: list[Any], places: list[int], sizes: list[int]) -> None:
    free, allocate = space.free, space.allocate
    for place, size in zip(places, sizes, strict=True):
        free(blocks[place])
        blocks[place] = allocate(size)


def _changes(
    blocks: list[Any],
    places: list[int],
    change: Callable[[list[Any], list[int], list[int]], None],
    find: Callable[[int], object],
) -> tuple[float, float]:
    """What it takes to free or make a block at some places, and to look the last byte of one up."""
    sizes = random.Random(len(blocks)).choices(range(1, 4096), k=len(places))  # noqa: S311 - as above
    start = time.process_time()
    change(blocks, places, sizes)
    middle = time.process_time()
    newest = dict(zip(places, sizes, strict=True))
    last = [blocks[place] + newest[place] - 1 for place in places]
    begin = time.process_time()
    for address in last:
        find(address)
    end = time.process_time()
    return (middle - start) / len(places) / 2 * 1e6, (end - begin) / len(places) * 1e6


def conformance(operators: int, rounds: int) -> tuple[Timing, int]:
    """Wall time of a conformance case in process, and how many cases there were, of some of the operators.

    Args:
        operators: how many, spread over all that were read.
        rounds: how often all are run.
    """
    from aclnn_emu.conformance.backends import open_backend
    from aclnn_emu.conformance.generate import generate
    from aclnn_emu.conformance.readings import READINGS
    from aclnn_emu.conformance.runner import run_cases

    names = sorted(READINGS)[:: max(1, len(READINGS) // operators)]
    cases = list(generate(names, ["Ascend910B"]))
    backend = open_backend("emulator")
    times = []
    for _ in range(rounds):
        before = time.perf_counter()
        for _ in run_cases(cases, backend):
            pass
        times.append((time.perf_counter() - before) / len(cases) * 1e6)
    backend.close()
    return summary(times), len(cases)
