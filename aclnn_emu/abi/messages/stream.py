"""Texts of the group ``stream``: the stream functions, and how queued work goes on and ends."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

_FUNCTIONS = (
    Message(
        "ACL-STREAM-001",
        "EH0008",
        "{function}: {parameter} is a null pointer.",
        "Pass a stream that aclrtCreateStream returned. The default stream is ended with its context.",
    ),
    Message(
        "ACL-STREAM-002",
        "EE1010",
        "{function}: {stream} belongs to context {owner}, but context {current} is current in this thread.",
        "Make {owner} current with aclrtSetCurrentContext first, or use a stream of {current}.",
    ),
    Message(
        "ACL-STREAM-003",
        "EE1003",
        "{function}: timeout is {timeout}; allowed are -1 (no limit) and numbers above 0, in milliseconds.",
        "Use aclrtStreamQuery to ask without waiting.",
    ),
    Message(
        "ACL-STREAM-004",
        "EE1023",
        "A stream cannot be created: device {device} has {limit} streams, default streams included, and an "
        "{soc} takes no more.",
        "Destroy streams that are no longer needed; aclrtGetStreamAvailableNum says how many are free.",
    ),
    Message(
        "ACL-STREAM-005",
        "EE1006",
        "{function}: flag is {flag}; ACL_STREAM_DEVICE_USE_ONLY (0x20) allows no other flag beside it.",
        "Pass 0x20 alone, or leave it out.",
    ),
    Message(
        "ACL-STREAM-006",
        "EE1006",
        "{function}: flag {flag} is not supported on {soc}.",
        "Leave the flag out, or choose another chip with ACLNN_EMU_SOC.",
    ),
    Message(
        "ACL-STREAM-007",
        "EE1017",
        "{function}: {stream} is the default stream of its context, which only the context can end.",
        "Destroy streams that aclrtCreateStream returned; reset the device or destroy the context for this one.",
    ),
    Message(
        "ACL-STREAM-008",
        "EE1016",
        "{function}: the context stops on failure already, and cannot go back to continuing.",
        "Set the mode once, or use streams of another context for work that must go on.",
    ),
    Message(
        "ACL-STREAM-009",
        "EE1004",
        "{function}: stream is a null pointer, and this thread has no context whose default stream it could mean.",
        "Call aclrtSetDevice first, or pass a stream.",
    ),
    Message(
        "ACL-STREAM-010",
        "EE1016",
        "{function}: while this thread waited, the work of {stream} was dropped; {task} did not run.",
        "Whoever called aclrtStreamAbort or aclrtDestroyStreamForce has ended the work; queue it again if needed.",
    ),
    Message(
        "ACL-STREAM-011",
        "EE1017",
        "{function}: {stream} was destroyed by another thread during the call.",
        "Destroy a stream only when no other thread uses it.",
    ),
    Message(
        "ACL-STREAM-012",
        "EE1005",
        "{function} is not supported on {soc}.",
        "Choose another chip with ACLNN_EMU_SOC, or keep count yourself.",
    ),
)

_SCHEDULE = (
    Message(
        "ACL-SCHED-001",
        "EE1019",
        "{call}, queued on {stream} as task {task}, failed when the device ran it: {cause}",
        "Look at the arguments of that call. Work queued behind it ran all the same, unless "
        "aclrtSetStreamFailureMode says that a failure stops the context; do not trust what it computed.",
    ),
    Message(
        "ACL-SCHED-002",
        "EE9999",
        "The function of {call} (task {task}) raised {kind}: {detail}",
        "Correct the function, or let it catch what it raises: a stream has nobody to hand an exception to.",
    ),
    Message(
        "ACL-SCHED-003",
        "EE1002",
        "{function} would wait for ever: {stream} stands at {task}, which waits for {event}, and no queued task "
        "records that event.",
        "Queue aclrtRecordEvent for the event before the host waits. If another thread does so later, use the "
        "schedule threaded.",
    ),
    Message(
        "ACL-SCHED-004",
        "EE1002",
        "{function} would wait for ever: {stream} stands at {task}, which waits for {event} as {record} would have "
        "recorded it, but that task was dropped when its stream was aborted or destroyed by force.",
        "Abort the waiting stream as well (aclrtStreamAbort), and queue record and wait again.",
    ),
    Message(
        "ACL-SCHED-005",
        "EE1002",
        "{function} would wait for ever: {stream} stands at {task}, which waits for {event}; {record} would record "
        "it, but stands on {other} behind a wait that needs {stream} first.",
        "Break the circle: record an event before, not behind, the wait on which it depends.",
    ),
    Message(
        "ACL-SCHED-006",
        "EE1002",
        "{function} would wait for ever: it was called from inside {task}, which {stream} is running.",
        "Do not wait for a stream inside a function that the stream calls.",
    ),
    Message(
        "ACL-SCHED-007",
        "EE1002",
        "{function} would wait for ever: {stream} stands at {task}, whose function this very thread is to call in "
        "aclrtProcessReport.",
        "Call aclrtProcessReport before waiting, or subscribe another thread for the stream.",
    ),
    Message(
        "ACL-SCHED-008",
        "EE1002",
        "{function} would wait for ever: {stream} stands at {task}, whose function thread {thread} is to call in "
        "aclrtProcessReport, but that thread does not live.",
        "Subscribe a thread that lives (threading.get_ident() in Python, pthread_self() in C) and keeps calling "
        "aclrtProcessReport.",
    ),
    Message(
        "ACL-SCHED-009",
        "EE1002",
        "{function} waited {timeout} ms; {stream} stands at {task}.",
        "Wait longer, or find out why that task does not end.",
    ),
    Message(
        "ACL-SCHED-010",
        "EE1019",
        "{call} waited for {event} for the {seconds} s that it was given, and nothing recorded the event.",
        "Record the event in time, or give the wait more time.",
    ),
    Message(
        "ACL-SCHED-011",
        "EE1002",
        "{function} would wait for ever: it needs {task} on {stream}, which was created with ACL_STREAM_PERSISTENT, "
        "ACL_STREAM_CPU_SCHEDULE or ACL_STREAM_DEVICE_USE_ONLY; work on such a stream is not run for the host.",
        "Queue the work on an ordinary stream. Binding a persistent stream to a model is not emulated.",
    ),
)

MESSAGES: tuple[Message, ...] = _FUNCTIONS + _SCHEDULE
