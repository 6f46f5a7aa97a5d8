"""How time and memory grow with the number of elements, streams, queued tasks and allocations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import attrs

import aclnn_emu as emu
from aclnn_emu import aclnn
from aclnn_emu.bench.apart import apart
from aclnn_emu.bench.gradient import engine, engines, operands, queued_call
from aclnn_emu.bench.memory import peak_of
from aclnn_emu.bench.timing import Effort, interleaved

__all__ = ["CURVES", "Curve", "Point", "point"]

_TASKS_OF_A_STREAM = 100


@attrs.frozen
class Point:
    """One measurement.

    Attributes:
        count: of what grows.
        seconds: of elements the median of several calls, else processor time of one run.
        peak_bytes: resident memory above what was there before, None where the system cannot tell.
    """

    count: int
    seconds: float
    peak_bytes: int | None


@attrs.frozen
class Curve:
    """A series of measurements.

    Attributes:
        name: short, for a file.
        title: what was done.
        unit: what is counted.
        points: by count, growing.
    """

    name: str
    title: str
    unit: str
    points: tuple[Point, ...]


def elements(effort: Effort) -> Curve:
    """Phase 2 and synchronise of the BCE gradient with the fastest engine; memory with the operands and their making."""
    fastest = engines()[0]
    points = []
    for size in (1, *_up_to(effort.elements, 8)):
        with engine(fastest):
            points.append(_point(size, lambda size=size: _gradient_seconds(size, effort)))  # type: ignore[misc]
    title = f"BCE gradient with weight, float32, {fastest} engine: phase 2 and synchronise"
    return Curve("elements", title, "elements", tuple(points[1:]))  # the first compiles and imports


def _gradient_seconds(size: int, effort: Effort) -> float:
    call = queued_call(operands(size, "float32", 0), 0)
    return interleaved([call], attrs.evolve(effort, budget=effort.budget / 4))[0].median / 1e6


def streams(effort: Effort) -> Curve:
    """100 fills on each stream, queued stream after stream, and a synchronise of the device."""
    return _curve(
        "streams", f"{_TASKS_OF_A_STREAM} tasks on each stream: make, queue, run", effort.streams_to
    )


def _on_streams(count: int) -> float:
    memory = aclnn.aclrtMalloc(4, 0)[1]
    fill = aclnn.aclrtMemsetAsync
    started = time.process_time()
    queues = [aclnn.aclrtCreateStream()[1] for _ in range(count)]
    for _ in range(_TASKS_OF_A_STREAM):
        for stream in queues:
            fill(memory, 4, 0, 4, stream)
    _synchronize()
    return time.process_time() - started


def tasks(effort: Effort) -> Curve:
    """Fills queued on one stream before it runs."""
    return _curve("tasks", "tasks queued on one stream, then run", effort.tasks)


def _queued(count: int) -> float:
    memory = aclnn.aclrtMalloc(4, 0)[1]
    stream = aclnn.aclrtCreateStream()[1]
    fill = aclnn.aclrtMemsetAsync
    started = time.process_time()
    for _ in range(count):
        fill(memory, 4, 0, 4, stream)
    _synchronize()
    return time.process_time() - started


def allocations(effort: Effort) -> Curve:
    """Allocations of 64 bytes, all live at once, then freed in another order."""
    return _curve("allocations", "allocations, all live, then freed", effort.allocations)


def _allocated(count: int) -> float:
    malloc, free = aclnn.aclrtMalloc, aclnn.aclrtFree
    started = time.process_time()
    blocks = [malloc(64, 0)[1] for _ in range(count)]
    for block in (*blocks[::2], *blocks[1::2]):
        free(block)
    return time.process_time() - started


def _synchronize() -> None:
    status = aclnn.aclrtSynchronizeDevice()
    if status:
        raise RuntimeError(f"aclrtSynchronizeDevice answers {status}")


_RUNS: dict[str, Callable[[int], float]] = {
    "streams": _on_streams,
    "tasks": _queued,
    "allocations": _allocated,
}


def point(name: str, count: int) -> Point:
    """One point of the curve of streams, tasks or allocations, in this process on a machine of its own."""
    run = _RUNS[name]
    emu.reset()
    emu.Device(0)
    run(1)  # binds the functions
    found = _point(count, lambda: run(count))
    emu.reset()
    return found


def _curve(name: str, title: str, most: int) -> Curve:
    return Curve(name, title, name, tuple(apart(point, name, count) for count in _up_to(most, 10)))


def _point(count: int, run: Callable[[], float]) -> Point:
    seconds: list[float] = []
    peak = peak_of(lambda: seconds.append(run()))
    return Point(count, seconds[0], peak)


def _up_to(most: int, factor: int) -> Iterator[int]:
    """1, factor, factor squared ... and the largest count itself."""
    count = 1
    while count < most:
        yield count
        count *= factor
    yield most


CURVES: tuple[Callable[[Effort], Curve], ...] = (elements, streams, tasks, allocations)
