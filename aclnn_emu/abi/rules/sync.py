"""Rules about the host and work that is queued."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

RULES = (
    Rule(
        id="ACL-SYNC-101",
        level="error",
        title="a result is read before it is there",
        text="{function} reads {nbytes} bytes at {address} that {writer} on {stream} writes, and the host has not waited "
        "for it.",
        why="aclrtMemcpy waits for no stream. The host gets the old bytes, a mixture, or on a lucky day the result; no "
        "call reports anything.",
        fix="Call aclrtSynchronizeStream({stream}) before the copy, or copy with aclrtMemcpyAsync on that stream and "
        "synchronise then.",
        seen="Old or partial values, different from run to run, without an error code.",
        family="P07",
    ),
    Rule(
        id="ACL-SYNC-102",
        level="error",
        title="the host overwrites memory that queued work uses",
        text="{function} writes {nbytes} bytes at {address} that {other} on {stream} {access}, and the host has not "
        "waited for it.",
        why="The copy does not wait for the stream: the queued work sees the new bytes, the old ones, or a mixture.",
        fix="Synchronise {stream} first, copy with aclrtMemcpyAsync on that stream, or use a second buffer.",
        seen="The device computes with the data of the next step.",
        family="P13",
    ),
    Rule(
        id="ACL-SYNC-103",
        level="error",
        title="memory is freed while queued work uses it",
        text="{function} frees memory that {other} on {stream} {access}, and the host has not waited for it.",
        why="aclrtFree waits for nothing. The work runs on memory that another allocation may own by then: wrong "
        "results, overwritten data or 507035 from a later, innocent call.",
        fix="Synchronise {stream} before the free, or use aclrtFreeWithDevSync.",
        seen="Wrong results or 507015/507035 reported by a later operator.",
        family="P05",
    ),
    Rule(
        id="ACL-SYNC-104",
        level="error",
        title="a workspace is freed while its operator is queued",
        text="{function} frees the workspace of {other} on {stream}, and the host has not waited for it.",
        why="Phase 2 only queues. When the operator runs, its intermediates lie in memory that is not its own any more.",
        fix="Free the workspace after aclrtSynchronizeStream({stream}), or use aclrtFreeWithDevSync.",
        seen="Wrong results, or a failure that is reported by a later operator.",
        family="P05",
    ),
    Rule(
        id="ACL-SYNC-105",
        level="error",
        title="a host buffer changes before its queued copy has read it",
        text="The {nbytes} bytes of host memory at {address} were changed after {function} was queued on {stream} and "
        "before it ran.",
        why="An asynchronous copy from page-locked memory reads it when the stream gets there. The device receives the "
        "bytes of that moment.",
        fix="Wait for {stream} (or for an event behind the copy) before the buffer is filled again, or take turns "
        "with two buffers.",
        seen="The device gets the data of the next batch; no error code.",
        family="P13",
    ),
    Rule(
        id="ACL-SYNC-106",
        level="error",
        title="host memory is freed while a queued copy uses it",
        text="{function} frees host memory that {other} on {stream} {access}, and the host has not waited for it.",
        why="aclrtFreeHost waits for nothing. The copy reads or writes memory that is not mapped any more.",
        fix="Synchronise {stream} before the free.",
        seen="A fault in the copy engine, or data of another buffer.",
        family="P13",
    ),
    Rule(
        id="ACL-SYNC-107",
        level="error",
        title="a wait that never ends",
        text="{reason}",
        why="A real device hangs until a time limit (507046, 507047, 507048) ends the wait, or for ever.",
        fix="Queue the record before the wait is needed, break the circle of waits, or record the event on the stream "
        "that does the work.",
        seen="A hang, then 507048 or 507046 from the synchronise.",
        family="P19",
    ),
    Rule(
        id="ACL-SYNC-108",
        level="warning",
        title="a wait for an event that was never recorded",
        text="{function} makes {stream} wait for {event}, which was never recorded: it orders nothing.",
        why="A wait means the newest record that was queued before it. Without one there is nothing to wait for, and "
        "the call answers 0 (or 107000, by the kind of the event).",
        fix="Call aclrtRecordEvent on the producer's stream first, then aclrtStreamWaitEvent on the consumer's.",
        seen="The wait is there, and the values are wrong all the same.",
        family="P08",
    ),
    Rule(
        id="ACL-SYNC-109",
        level="error",
        title="queued work failed on the device",
        text="{task} on {stream} failed with {status}: {reason}",
        why="Launches are asynchronous. The status comes out of the next call that looks at the stream, which is "
        "innocent; the call named here is the one to mend.",
        fix="Look at the named call: its tensors, its workspace, and who freed or overwrote them before it ran.",
        seen="A copy, a synchronise or the next operator fails long after the culprit.",
        family="P06",
    ),
    Rule(
        id="ACL-SYNC-110",
        level="note",
        title="an asynchronous copy that is not",
        text="{function} copies ordinary host memory: it waits for {stream} and copies before it returns.",
        why="Only page-locked memory is copied asynchronously. With ordinary memory the result is right and the time "
        "is lost; older runtimes call it unpredictable.",
        fix="Allocate the host buffer with aclrtMallocHost.",
        seen="Slower than expected after a failed aclrtMallocHost was replaced by malloc.",
        family="P32",
    ),
)
