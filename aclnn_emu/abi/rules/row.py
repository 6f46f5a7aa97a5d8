"""One row of the table of the checker's rules."""

from __future__ import annotations

import attrs

__all__ = ["LEVELS", "Rule"]

LEVELS = ("error", "warning", "note")
"""Severe first. A note is not shown unless asked for, and never fails a program."""


@attrs.frozen(kw_only=True)
class Rule:
    """Something that a program must not do.

    Attributes:
        id: stable id, ``GROUP-NNN``. Rules count from 101, so that they differ from the ids of error texts.
        level: ``error``, ``warning`` or ``note``.
        title: what is wrong, in a few words.
        text: one sentence about one case, a ``str.format`` template over the values that the checker knows.
        why: what a real device does, and why it is wrong.
        fix: what to do, as a template over the same values.
        seen: how people met it: the symptom that brought them.
        family: the family of problems that it belongs to, as this project counts them.
    """

    id: str
    level: str
    title: str
    text: str
    why: str
    fix: str
    seen: str
    family: str

    @property
    def group(self) -> str:
        """The id without its number."""
        return self.id.rpartition("-")[0]
