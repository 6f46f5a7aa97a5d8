"""Small numbers that hardware hands out: stream and event ids."""

from __future__ import annotations

import heapq

__all__ = ["IdPool"]


class IdPool:
    """The ids 0 .. limit-1; the lowest free one is given next."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._next = 0
        self._freed: list[int] = []

    def take(self) -> int | None:
        """A free id; None when all are in use."""
        if self._freed:
            return heapq.heappop(self._freed)
        if self._next == self._limit:
            return None
        self._next += 1
        return self._next - 1

    def give(self, number: int) -> None:
        """This id is free again."""
        heapq.heappush(self._freed, number)

    @property
    def limit(self) -> int:
        """How many ids there are."""
        return self._limit

    @property
    def available(self) -> int:
        """How many ids are free."""
        return self._limit - self._next + len(self._freed)
