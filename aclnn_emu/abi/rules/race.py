"""Rules about two streams that touch the same bytes with nothing that orders them."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

_WHY = (
    "Streams are ordered only inside themselves. Which of the two comes first, or whether they mix, differs from run "
    "to run."
)
_FIX = (
    "After {other}: aclrtRecordEvent(event, {other_stream}); before {task}: aclrtStreamWaitEvent({stream}, event). "
    "Or queue both on one stream."
)

RULES = (
    Rule(
        id="ACL-RACE-101",
        level="error",
        title="a stream reads what another one writes",
        text="{task} on {stream} reads {nbytes} bytes at {address} that {other} on {other_stream} writes, and nothing "
        "orders the two.",
        why=_WHY,
        fix=_FIX,
        seen="Occasional wrong values when two streams share a tensor.",
        family="P08",
    ),
    Rule(
        id="ACL-RACE-102",
        level="error",
        title="two streams write the same bytes",
        text="{task} on {stream} writes {nbytes} bytes at {address} that {other} on {other_stream} writes, too, and "
        "nothing orders the two.",
        why=_WHY,
        fix=_FIX,
        seen="Occasional wrong values when two streams share a tensor.",
        family="P08",
    ),
    Rule(
        id="ACL-RACE-103",
        level="error",
        title="a stream overwrites what another one still reads",
        text="{task} on {stream} writes {nbytes} bytes at {address} that {other} on {other_stream} reads, and nothing "
        "orders the two.",
        why=_WHY,
        fix=_FIX,
        seen="A buffer is used again while the other stream still reads it.",
        family="P08",
    ),
    Rule(
        id="ACL-RACE-104",
        level="error",
        title="two queued operators share a workspace",
        text="{task} on {stream} and {other} on {other_stream} use {nbytes} bytes of the same workspace at {address}, and "
        "nothing orders the two.",
        why="Each operator keeps its intermediates there while it runs. On one stream they take turns; on two they "
        "overwrite each other.",
        fix="Give each stream a workspace of its own, or order the two with an event.",
        seen="Wrong results, only under load.",
        family="P05",
    ),
)
