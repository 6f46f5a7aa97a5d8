"""The texts of all errors: one table, an id for each, in our own words.

A text says what came, what is allowed and whose turn it is; :attr:`Message.solution` says what to do
next. Templates use ``str.format`` fields; the raising code supplies the values (`errors.EmuError`).
Ids are stable: a test, a suppression list or a lesson may quote them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from aclnn_emu.abi.messages.row import Message

__all__ = ["Message", "all_messages", "message"]

_GROUPS = (
    "calls",
    "device",
    "memory",
    "stream",
    "event",
    "callback",
    "tensor",
    "param",
    "param_families",
    "executor",
    "face",
)


@cache
def all_messages() -> dict[str, Message]:
    """Every message by id. The table is built at the first call: a run without errors never needs it."""
    table: dict[str, Message] = {}  # seen by nobody until it is complete: threads fail at the same time, too
    for group in _GROUPS:
        for row in import_module(f"{__name__}.{group}").MESSAGES:
            if row.id in table:
                raise ValueError(f"message id {row.id} is defined twice")
            table[row.id] = row
    return table


def message(message_id: str) -> Message:
    """The message with this id."""
    return all_messages()[message_id]
