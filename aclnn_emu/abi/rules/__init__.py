"""What the checker looks for: a table with an id for each rule, in our own words.

Texts only; `aclnn_emu.checker` applies them. Ids are stable: a suppression list, a test or a lesson may quote them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from aclnn_emu.abi.rules.row import LEVELS, Rule

__all__ = ["GROUPS", "LEVELS", "Rule", "all_rules"]

GROUPS = {
    "ACL-LIFE": ("life", "who owns what, and for how long"),
    "ACL-SYNC": ("sync", "the host and queued work"),
    "ACL-RACE": ("race", "two streams and the same bytes"),
    "ACL-MEM": ("memory", "addresses, sizes and descriptors"),
    "ACL-INIT": ("initial", "bytes that nobody wrote"),
    "ACL-EXEC": ("executor", "executors and workspaces"),
    "ACL-THREAD": ("thread", "threads, contexts, devices and processes"),
    "ACL-LEAK": ("leak", "what is never given back"),
    "ACLNN-PARAM": ("param", "refused parameters"),
}
"""Group -> its module here, and what it is about."""


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by id, in the order of the groups."""
    table: dict[str, Rule] = {}
    for group, (module, _) in GROUPS.items():
        for row in import_module(f"{__name__}.{module}").RULES:
            if row.id in table or row.group != group or row.level not in LEVELS:
                raise ValueError(f"rule {row.id} is wrong or defined twice")
            table[row.id] = row
    return table
