"""Repeated runs and what is kept of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import attrs

__all__ = ["FULL", "QUICK", "Effort", "Timing", "interleaved", "pace", "summary", "timed"]

Call = Callable[[], Any]
_PACES, _ADDITIONS = 15, 20_000
_REST, _WHILE = 0.02, 0.01  # seconds


class Timing(NamedTuple):
    """Microseconds for one call."""

    best: float
    median: float


@attrs.frozen(kw_only=True)
class Effort:
    """How much is run.

    Attributes:
        budget: seconds for one set of paired runs, after their least number of rounds.
        rounds: the least number of rounds of paired runs.
        batches: of small calls, 100 calls each.
        starts: fresh interpreters of each kind.
        sizes: elements of the fused operator.
        side: rows and columns of the operands in other layouts.
        streams: how many streams have 100 tasks each.
        live: live allocations.
        elements, streams_to, tasks, allocations: where the curves end; the largest element count of `operators` is
            `elements` too.
        operators: whose conformance cases are run.
        programs: build and run the C++ program.
    """

    budget: float
    rounds: int
    batches: int
    starts: int
    sizes: tuple[int, ...]
    side: int
    streams: int
    live: int
    elements: int
    streams_to: int
    tasks: int
    allocations: int
    operators: int
    programs: bool = True


FULL = Effort(
    budget=2.0, rounds=9, batches=60, starts=15, sizes=(1 << 20, 1 << 24), side=4096, streams=1000, live=100_000,
    elements=1 << 26, streams_to=1000, tasks=1_000_000, allocations=100_000,
    operators=30,
)  # fmt: skip
QUICK = Effort(
    budget=0.3, rounds=3, batches=20, starts=5, sizes=(1 << 20,), side=1024, streams=1000, live=100_000,
    elements=1 << 20, streams_to=100, tasks=10_000, allocations=10_000,
    operators=5,
)  # fmt: skip


def interleaved(calls: Sequence[Call], effort: Effort) -> list[Timing]:
    """Time calls that are run in turn, so that a change of the machine's pace hits them all.

    Each turn begins with a pause and some milliseconds of calls that are not timed: the threads of OpenMP, which torch
    has, look for more work for a while, in which whatever comes next has a core less, and after a pause all threads wake
    slowly and find their operands in no cache. Then as long again is timed, one call at least.
    """
    for call in calls:
        call()
    found: list[list[float]] = [[] for _ in calls]
    started = time.perf_counter()
    while len(found[0]) < effort.rounds or (
        time.perf_counter() - started < effort.budget and len(found[0]) < 300
    ):
        for call, times in zip(calls, found, strict=True):
            time.sleep(_REST)
            _for_a_while(call)
            times.extend(_for_a_while(call))
    return [summary(times) for times in found]


def _for_a_while(call: Call) -> list[float]:
    """Microseconds of each of the calls that a short time takes."""
    found: list[float] = []
    before = began = time.perf_counter()
    while before - began < _WHILE:
        call()
        after = time.perf_counter()
        found.append((after - before) * 1e6)
        before = after
    return found


def summary(microseconds: Sequence[float]) -> Timing:
    """Best and median."""
    return Timing(min(microseconds), statistics.median(microseconds))


def pace() -> float:
    """Microseconds of a fixed loop in Python: how fast the machine is just now, which on a shared one changes."""
    found = []
    for _ in range(_PACES):
        before = time.perf_counter()
        total = 0
        for number in range(_ADDITIONS):
            total += number
        found.append((time.perf_counter() - before) * 1e6)
    return statistics.median(found)


def timed(call: Call, *, calls: int = 100, batches: int = 60, after: Call | None = None) -> Timing:
    """Processor time of one call, from batches of them; `after` runs behind each batch and is not timed."""
    call()
    found = []
    for _ in range(batches):
        before = time.process_time()
        for _ in range(calls):
            call()
        found.append((time.process_time() - before) / calls * 1e6)
        if after is not None:
            after()
    return summary(found)
