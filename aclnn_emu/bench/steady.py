"""The pace of a machine that is shared with others, and which measurements count on one.

Half a core that somebody else takes makes everything here up to twice as slow, for milliseconds or minutes, and no load
average tells. A fixed loop in Python does. So it runs between measurements: those count that stand between two loops
at full pace, and more are made until there are enough of them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Generic, TypeVar

import attrs

__all__ = ["Counted", "at_full_pace", "know_least", "least", "pace"]

T = TypeVar("T")

_ADDITIONS = 20_000
_FULL = 1.4  # times the least: the loop takes 1.0 to 1.35 where nobody disturbs, and 1.7 and more where somebody does
_LOOK_AGAIN = 0.02  # seconds
_SHORT = 3  # loops

_least = float("inf")


def pace(loops: int = 15) -> float:
    """Microseconds of a fixed loop in Python: how fast the machine is just now."""
    global _least  # noqa: PLW0603 - the best that this machine was seen to do
    found = []
    for _ in range(loops):
        before = time.perf_counter()
        total = 0
        for number in range(_ADDITIONS):
            total += number
        found.append((time.perf_counter() - before) * 1e6)
    _least = min(_least, *found)
    return statistics.median(found)


def least() -> float:
    """The least that the loop ever took."""
    return _least


def know_least(microseconds: float) -> None:
    """What another process found."""
    global _least  # noqa: PLW0603 - as above
    _least = min(_least, microseconds)


@attrs.frozen
class Counted(Generic[T]):
    """Measurements.

    Attributes:
        results: those that count: the ones at full pace, or all where those were too few.
        all: all that were made.
    """

    results: list[T]
    all: list[T]


def at_full_pace(measure: Callable[[], T], wanted: int, patience: float) -> Counted[T]:
    """Measure until as many as are wanted were made at full pace, between two loops that took it.

    Args:
        measure: makes one measurement.
        wanted: how many are made at least; half of that must have been at full pace, or all count.
        patience: seconds for which the full pace may be waited for, the measurements included.
    """
    end = time.perf_counter() + patience
    found: list[tuple[T, float]] = []
    while len(found) < wanted or (len(_counted(found)) < wanted and time.perf_counter() < end):
        before = _wait_for_full_pace(end)
        result = measure()
        found.append((result, max(before, pace(_SHORT))))
    counted, everything = _counted(found), [result for result, _ in found]
    return Counted(counted if 2 * len(counted) >= wanted else everything, everything)


def _counted(found: list[tuple[T, float]]) -> list[T]:
    """Those of which the slower loop was at full pace, by what is known of it now."""
    return [result for result, slower in found if slower <= _FULL * _least]


def _wait_for_full_pace(end: float) -> float:
    """The pace when it is full, or the time is over."""
    now = pace(_SHORT)
    while now > _FULL * _least and time.perf_counter() < end:
        time.sleep(_LOOK_AGAIN)
        now = pace(_SHORT)
    return now
