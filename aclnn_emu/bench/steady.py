"""The pace of a machine that is shared with others, and which measurements count on one.

Half a core that somebody else takes makes everything here up to twice as slow, for milliseconds or minutes, and no load
average tells. A fixed loop in Python does. So it runs between measurements: those count that stand between two loops
at full pace, and more are made until there are enough of them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Counted", "Paces", "Patience", "at_full_pace", "pace"]

T = TypeVar("T")

_ADDITIONS = 20_000
_FULL = 1.4  # times the least: the loop takes 1.0 to 1.35 where nobody disturbs, and 1.7 and more where somebody does
_LOOK_AGAIN = 0.02  # seconds

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


class Counted(NamedTuple, Generic[T]):
    """Measurements.

    Attributes:
        results: those that count: the ones at full pace, or all where those were too few.
        all: all that were made.
    """

    results: list[T]
    all: list[T]


class Paces(Generic[T]):
    """Measurements, each with the slower of the paces before and behind it."""

    def __init__(self) -> None:
        self._found: list[tuple[T, float]] = []
        self.restart()

    def restart(self) -> None:
        """The next measurement begins now."""
        self._before = pace(3)

    def add(self, result: T) -> None:
        """A measurement that has just ended, and began when the one before was added."""
        after = pace(3)
        self._found.append((result, max(self._before, after)))
        self._before = after

    def at_full_pace(self) -> list[T]:
        """The measurements between two loops at full pace, by what is known of it now."""
        return [result for result, slower in self._found if slower <= _FULL * _least]

    def are_enough(self, wanted: int) -> bool:
        """Whether half as many as were wanted at least were made at full pace."""
        return 2 * len(self.at_full_pace()) >= wanted

    def count(self, wanted: int | None) -> Counted[T]:
        """What counts: all of them where too few were made at full pace, or where None asks for all."""
        everything = [result for result, _ in self._found]
        enough = wanted is not None and self.are_enough(wanted)
        return Counted(self.at_full_pace() if enough else everything, everything)


class Patience:
    """How long the full pace is waited for, in all."""

    def __init__(self, seconds: float) -> None:
        self._end = time.perf_counter() + seconds

    @property
    def is_over(self) -> bool:
        """Nothing is waited for any more."""
        return time.perf_counter() >= self._end

    def wait_for_full_pace(self) -> None:
        """Wait until the machine is at full pace."""
        while not self.is_over and pace(3) > _FULL * _least:
            time.sleep(_LOOK_AGAIN)


def at_full_pace(measure: Callable[[], T], wanted: int, seconds: float) -> Counted[T]:
    """Measure until as many as are wanted were made at full pace.

    Args:
        measure: makes one measurement.
        wanted: how many are made at least.
        seconds: how long the full pace may be waited for, the measurements included; then what is there has to do.
    """
    paces: Paces[T] = Paces()
    patience = Patience(seconds)
    made = 0
    while made < wanted or not (len(paces.at_full_pace()) >= wanted or patience.is_over):
        patience.wait_for_full_pace()
        paces.restart()
        paces.add(measure())
        made += 1
    return paces.count(wanted)
