"""Repeated runs and what is kept of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import attrs

from aclnn_emu.bench.steady import Counted, at_full_pace

__all__ = ["FULL", "QUICK", "Effort", "Share", "Timing", "interleaved", "of_counted", "summary", "timed"]

Call = Callable[[], Any]
T = TypeVar("T")
_REST, _WHILE = 0.02, 0.01  # seconds


class Share(NamedTuple):
    """How many measurements count of those that were made, and the median of all."""

    counted: int
    made: int
    median: float


class Timing(NamedTuple):
    """Microseconds for one call; `share` where not all measurements count (see `steady`)."""

    best: float
    median: float
    share: Share | None = None


@attrs.frozen(kw_only=True)
class Effort:
    """How much is run.

    Attributes:
        budget: seconds for one set of paired runs, after their least number of rounds.
        patience: seconds that a measurement of small things may wait for the machine's full pace.
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
    patience: float
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
    budget=2.0, patience=12.0, rounds=9, batches=60, starts=15, sizes=(1 << 20, 1 << 24), side=4096, streams=1000, live=100_000,
    elements=1 << 26, streams_to=1000, tasks=1_000_000, allocations=100_000,
    operators=30,
)  # fmt: skip
QUICK = Effort(
    budget=0.3, patience=0.5, rounds=3, batches=20, starts=5, sizes=(1 << 20,), side=1024, streams=1000, live=100_000,
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


def of_counted(found: Counted[T], time_of: Callable[[T], float]) -> Timing:
    """Best and median of what counts, and what all would give.

    Args:
        found: the measurements.
        time_of: gives the microseconds of one.
    """
    times = [time_of(result) for result in found.results]
    share = Share(len(times), len(found.all), statistics.median(map(time_of, found.all)))
    return Timing(min(times), statistics.median(times), share)


def timed(
    call: Call, *, calls: int = 100, batches: int = 60, patience: float = 0, after: Call | None = None
) -> Timing:
    """Processor time of one call, from batches of them; `after` runs behind each batch and is not timed."""
    call()

    def batch() -> float:
        before = time.process_time()
        for _ in range(calls):
            call()
        found = (time.process_time() - before) / calls * 1e6
        if after is not None:
            after()
        return found

    return of_counted(at_full_pace(batch, batches, patience), float)
