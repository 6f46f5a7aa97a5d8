"""What the groups of rules have in common."""

from __future__ import annotations

from collections.abc import Mapping

from aclnn_emu.checker.report import Reporter
from aclnn_emu.checker.world import World

__all__ = ["RuleGroup"]


class RuleGroup:
    """Rules that look at some events.

    Attributes:
        EVENTS: event -> name of the method that looks at its fields.
        STARTS: pattern of the names of calls -> name of the method that looks at their beginning: name and arguments.
        ENDS: the same for their end: name, arguments and result.
    """

    EVENTS: Mapping[str, str] = {}
    STARTS: Mapping[str, str] = {}
    ENDS: Mapping[str, str] = {}

    def __init__(self, world: World, reporter: Reporter) -> None:
        self.world = world
        self.reporter = reporter

    def finish(self, end: str) -> None:
        """The program, or its use of a device, is over; `end` says how."""
