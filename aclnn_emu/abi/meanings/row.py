"""One row of the tables of meanings."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Meaning"]


class Meaning(NamedTuple):
    """What a status code says.

    Attributes:
        text: what it means, in a sentence or two.
        causes: what usually lies behind it, the most frequent first.
        actions: what to do; empty where only the general advice of the code's first digit applies.
    """

    text: str
    causes: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
