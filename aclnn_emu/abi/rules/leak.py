"""Rules about what is never given back. They are judged at aclFinalize, at a device's last reset and at the end."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

RULES = (
    Rule(
        id="ACL-LEAK-101",
        level="warning",
        title="device memory is not freed",
        text="Allocations of device memory that were not freed before {end}: {count}, of {nbytes} bytes together.",
        why="Memory of a device that is still set stays taken; a reset takes it away under whoever still uses it.",
        fix="Call aclrtFree for each, after the work that uses it is over.",
        seen="Device memory grows with the number of calls.",
        family="P20, P31",
    ),
    Rule(
        id="ACL-LEAK-102",
        level="warning",
        title="page-locked host memory is not freed",
        text="Blocks of page-locked host memory that were not freed before {end}: {count}, of {nbytes} bytes together.",
        why="Page-locked memory is limited, and taken from every other process until this one ends.",
        fix="Call aclrtFreeHost for each.",
        seen="aclrtMallocHost fails after a while.",
        family="P32",
    ),
    Rule(
        id="ACL-LEAK-103",
        level="warning",
        title="streams are not destroyed",
        text="Streams that were not destroyed before {end}: {count}{threads}.",
        why="Chips have a small, fixed number of streams; a stream of a thread that has ended can only be destroyed "
        "with its context made current.",
        fix="Call aclrtDestroyStream for each, in the context in which it was created.",
        seen="207008 after some thousand calls.",
        family="P09, P46",
    ),
    Rule(
        id="ACL-LEAK-104",
        level="warning",
        title="events are not destroyed",
        text="Events that were not destroyed before {end}: {count}.",
        why="Events take hardware numbers, of which a device has some ten thousands at most.",
        fix="Call aclrtDestroyEvent for each, or record one event again and again.",
        seen="207007 after a while.",
        family="P09",
    ),
    Rule(
        id="ACL-LEAK-105",
        level="warning",
        title="contexts are not destroyed",
        text="Contexts of aclrtCreateContext that were not destroyed before {end}: {count}.",
        why="A context keeps its default stream and its device.",
        fix="Call aclrtDestroyContext for each.",
        seen="Devices that stay busy.",
        family="P46",
    ),
    Rule(
        id="ACL-LEAK-106",
        level="warning",
        title="aclnn objects are not destroyed",
        text="Objects of type {kind} that were not destroyed before {end}: {count}.",
        why="They live in host memory until they are destroyed; nothing else gives them back. (The members of a list go "
        "with the list.)",
        fix="Call the destroy function for each, also on the paths that leave early.",
        seen="Host memory grows slowly over many calls.",
        family="P20",
    ),
    Rule(
        id="ACL-LEAK-107",
        level="error",
        title="the device has no more streams, events or memory",
        text="{function} fails with {status}: {reason}",
        why="The pools of the hardware are small. The call that fails is rarely the one that took what is missing.",
        fix="Give back what the earlier calls named here took, or create it once and use it again.",
        seen="207008, 207007 or 207001 in the middle of a long run.",
        family="P09",
    ),
    Rule(
        id="ACL-LEAK-108",
        level="note",
        title="workspaces are kept that no queued work uses",
        text="{count} workspaces, {nbytes} bytes, are alive whose work is over.",
        why="Keeping workspaces to be safe costs device memory; they may be freed, or used again, as soon as the host "
        "has waited for the stream.",
        fix="Free workspaces after the synchronise, or use one for all calls of a stream.",
        seen="Device memory grows although every operator is correct.",
        family="P31",
    ),
)
