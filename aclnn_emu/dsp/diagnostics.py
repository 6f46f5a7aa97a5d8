"""What the emulator says about misuse. The real functions return void and say nothing.

Every finding is an `Entry` with a code, appended to the device's ``diagnostics``. The policy decides what else happens:

    raise      an error raises `DspError`; nothing was written
    record     an error is recorded, the function returns, nothing was written: the void function, seen from outside
    hardware   what has an obvious meaning is done, with a warning; the rest raises as above
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import Any

import attrs

__all__ = ["Code", "DspError", "Entry", "Policy", "Severity", "make_entry"]


class Code(IntEnum):
    """What is wrong, by stable numbers."""

    UNSUPPORTED_DTYPE = 1
    NULL_POINTER = 2
    BAD_SIZE = 3
    BAD_REDUCTION = 4
    BAD_CORE_MASK = 5
    UNMAPPED = 6
    OUT_OF_RANGE = 7
    WRONG_SPACE = 8
    REMOTE_L2 = 9
    ALIAS_IN_SHARED = 10
    MISALIGNED = 11
    OVERLAP = 12
    DOMAIN = 13
    NONFINITE = 14
    BAD_LAUNCH = 15


class Severity(IntEnum):
    """How bad it is."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class Policy(Enum):
    """What an error does."""

    RAISE = "raise"
    RECORD = "record"
    HARDWARE = "hardware"


@attrs.frozen
class Entry:
    """One finding.

    Attributes:
        code: what is wrong.
        severity: an error stops the function; a warning or note does not.
        function: the function that was called.
        core: the core that called it, or the lowest core of a launch; None for the host.
        argument: the argument concerned; empty when it is none.
        address: the argument's value, if it is an address.
        size: how many bytes from there the function uses.
        text: all of it in words, and what to do.
        message_id: which text of the table that is.
    """

    code: Code
    severity: Severity
    function: str
    core: int | None
    argument: str
    address: int | None
    size: int | None
    text: str
    message_id: str

    def __str__(self) -> str:
        return f"[{self.message_id}] {self.code.name}: {self.text}"


class DspError(Exception):
    """A call with errors, under the policy ``raise`` (or where ``hardware`` has nothing to go on with).

    Attributes:
        entries: the errors, in the order in which they were found.
        entry: the first of them.
        code: its code.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        self.entry = self.entries[0]
        self.code = self.entry.code
        super().__init__("\n".join(map(str, self.entries)))


def make_entry(
    message_id: str,
    *,
    function: str,
    core: int | None,
    argument: str = "",
    address: int | None = None,
    size: int | None = None,
    policy: Policy = Policy.RAISE,
    **values: Any,
) -> Entry:
    """Fill in a text of the table.

    Args:
        message_id: which text.
        function: the function that was called.
        core: see `Entry`.
        argument: see `Entry`; a field of the text as well.
        address: see `Entry`; a field as well, in hexadecimal.
        size: see `Entry`; a field as well.
        policy: under ``hardware`` some errors are warnings.
        **values: the other fields.
    """
    from aclnn_emu.dsp.texts import TEXTS

    row = TEXTS[message_id]
    place = function if core is None else f"{function} on core {core}"
    fields = {"argument": argument, "address": _hexadecimal(address), "size": size, **values}
    words = [f"{place}: {row.text.format(**fields)}", row.solution.format(**fields)]
    severity = row.severity
    if policy is Policy.HARDWARE and row.hardware:
        severity = Severity.WARNING
        words.append(row.hardware.format(**fields))
    return Entry(row.code, severity, function, core, argument, address, size, " ".join(words), message_id)


def _hexadecimal(address: int | None) -> str:
    return "" if address is None else f"{address:#010x}"
