"""The checker: a listener that says what real hardware would let pass, or punish later.

``configure(check=True)``, ``ACLNN_EMU_CHECK=1`` or ``aclnn-emu check PROGRAM`` put it to work; `current` is the one
that watches. What it looks for is in `aclnn_emu.abi.rules`; docs/checker.md tells how to read what it says.

Layout: `listener` takes the events to the groups in `rules`, which look at the `world` (what is alive, who made it),
at the `order` of accesses, and tell the `report`er. `calls` knows where in the program a call was made.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aclnn_emu.checker.listener import Checker, current, make_listener
    from aclnn_emu.checker.report import Report

__all__ = ["Checker", "Report", "current", "make_listener"]


def __getattr__(name: str) -> Any:
    # The command line looks at `options` alone, and must answer at once.
    if name in __all__:
        return getattr(import_module("aclnn_emu.checker.listener"), name)
    raise AttributeError(f"aclnn_emu.checker has no {name}")
