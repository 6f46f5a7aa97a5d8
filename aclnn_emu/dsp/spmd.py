"""The computation: each core of the mask takes its slice, and walks it in tiles that fit the host's cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from aclnn_emu.dsp.call import Call
from aclnn_emu.dsp.device import CoreSlice
from aclnn_emu.dsp.memory import Array
from aclnn_emu.dsp.platform import Place
from aclnn_emu.kernels.kernel import Kernel

__all__ = ["LINE", "TILE", "Job", "compute", "slices"]

TILE = 32768
"""Elements of a tile."""

LINE = 64
"""Bytes; slices begin at multiples of it, so that no two cores write the same cache line of an aligned output."""


class Job(NamedTuple):
    """What to compute.

    Attributes:
        kernel: elementwise.
        arguments: the kernel's arrays: a place of that many elements, an array in compute dtype, or None.
        attributes: the kernel's keywords.
        target: where the result goes.
        elements: how many there are.
        output: the name of the argument for the result.
        domain: the name of the first argument, if its values are to lie in [0, 1].
    """

    kernel: Kernel
    arguments: Sequence[Place | Array | None]
    attributes: Mapping[str, Any]
    target: Place
    elements: int
    output: str
    domain: str = ""


class _Watch:
    """Counts odd elements over all slices of a call."""

    def __init__(self) -> None:
        self.count = 0
        self.index = 0
        self.value: Any = None

    def add(self, odd: Array, values: Array, start: int) -> None:
        found = int(np.count_nonzero(odd))
        if found and not self.count:
            first = int(np.argmax(odd))
            self.index, self.value = start + first, values[first]
        self.count += found


def slices(count: int, cores: Sequence[int], itemsize: int) -> list[tuple[int, int, int]]:
    """Core, start and stop of each core's share: equal shares, rounded up to whole cache lines."""
    line = max(LINE // itemsize, 1)
    share = -(-count // len(cores))
    share = -(-share // line) * line
    return [
        (core, min(rank * share, count), min((rank + 1) * share, count)) for rank, core in enumerate(cores)
    ]


def compute(call: Call, job: Job, cores: Sequence[int]) -> None:
    """Run a checked call: write the result, keep the trace, note odd values."""
    device = call.device
    device.calls += 1
    outside, nonfinite = _Watch(), _Watch()
    run = _on_tiles(call, job, outside, nonfinite)
    with np.errstate(all="ignore"):
        for core, first, last in slices(job.elements, cores, call.dtype.itemsize):
            device.trace.append(CoreSlice(device.calls, call.function, core, first, last))
            for start in range(first, last, TILE):
                run(start, min(start + TILE, last))
    for message, argument, watch in (
        ("DSP-VALUE-001", job.domain, outside),
        ("DSP-VALUE-002", job.output, nonfinite),
    ):
        if watch.count:
            call.note(
                message, argument=argument, count=watch.count, total=job.elements, index=watch.index,
                value=watch.value,
            )  # fmt: skip
    call.checked()


def compute_dtype(call: Call) -> np.dtype[Any]:
    """The dtype of the kernel's steps."""
    if call.prefix == "hp" and call.device.half_mode == "fp32":
        return np.dtype(np.float32)
    native: np.dtype[Any] = call.dtype.newbyteorder("=")
    return native


def _on_tiles(call: Call, job: Job, outside: _Watch, nonfinite: _Watch) -> Callable[[int, int], None]:
    memory, stored, steps = call.device.memory, call.dtype, compute_dtype(call)
    itemsize, function = stored.itemsize, job.kernel.function
    inexact = steps.kind in "fc"

    def load(argument: Place | Array | None, start: int, stop: int) -> Array | None:
        if not isinstance(argument, Place):
            return argument
        tile = memory.load(argument, start * itemsize, (stop - start) * itemsize)
        return tile.view(stored).astype(steps, copy=False)

    def run(start: int, stop: int) -> None:
        arrays = [load(argument, start, stop) for argument in job.arguments]
        first = arrays[0]
        if job.domain and first is not None and not (first.min() >= 0 and first.max() <= 1):
            outside.add((first < 0) | (first > 1), first, start)
        result = function(*arrays, **job.attributes).astype(stored, copy=False)
        if inexact and not (finite := np.isfinite(result)).all():
            nonfinite.add(~finite, result, start)
        memory.put(job.target, start * itemsize, result.view(np.uint8))

    return run
