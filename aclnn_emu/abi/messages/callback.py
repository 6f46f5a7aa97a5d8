"""Texts of the group ``callback``."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        "ACL-CB-001",
        "EE9999",
        "{function}: the callbacks of {stream} are processed by thread {thread} already.",
        "One thread processes all callbacks of a stream; call aclrtUnSubscribeReport before choosing another.",
    ),
    Message(
        "ACL-CB-002",
        "EE9999",
        "{function}: thread {thread} processes callbacks of device {device} and cannot take {stream} as well.",
        "Use a thread of its own for each device.",
    ),
    Message(
        "ACL-CB-003",
        "EE1016",
        "{function}: {stream} has functions of aclrtLaunchHostFunc, which excludes aclrtSubscribeReport and its "
        "relatives.",
        "Use one of the two ways on a stream, not both.",
    ),
    Message(
        "ACL-CB-004",
        "EE9999",
        "{function}: no thread is subscribed for {stream}.",
        "Call aclrtSubscribeReport first.",
    ),
    Message(
        "ACL-CB-005",
        "EE9999",
        "{function}: the callbacks of {stream} are processed by thread {subscriber}, not by thread {thread}.",
        "Pass the thread id that was given to aclrtSubscribeReport.",
    ),
    Message(
        "ACL-CB-006",
        "EE9999",
        "{function}: this thread ({thread}) is not subscribed for any stream.",
        "Call aclrtSubscribeReport with this thread's id: threading.get_ident() in Python, pthread_self() in C.",
    ),
    Message(
        "ACL-CB-007",
        "EE9999",
        "aclrtProcessReport: no callback arrived for thread {thread} (timeout {timeout} ms).",
        "Queue aclrtLaunchCallback on a stream of this thread. With a single thread there is nobody to do so "
        "during the call, so it does not wait.",
    ),
    Message(
        "ACL-CB-008",
        "EH0009",
        "{function}: timeout is {timeout}; allowed are -1 (no limit) and numbers above 0, in milliseconds.",
        "Pass 1 for the shortest wait.",
    ),
    Message(
        "ACL-CB-009",
        "EE1004",
        "{function}: fn must be a function; it is {got}.",
        "Pass a function of one argument.",
    ),
    Message(
        "ACL-CB-010",
        "EH0007",
        "{function}: blockType is {got}; allowed are ACL_CALLBACK_NO_BLOCK (0) and ACL_CALLBACK_BLOCK (1).",
        "Pass 1 if later work of the stream needs what the function does.",
    ),
    Message(
        "ACL-CB-011",
        "EE1018",
        "{function}: no thread is subscribed for {stream}, so nobody would call the function.",
        "Call aclrtSubscribeReport first, or use aclrtLaunchHostFunc, which needs no subscription.",
    ),
    Message(
        "ACL-CB-012",
        "EE1016",
        "{function}: thread {thread} is subscribed for {stream}, which excludes aclrtLaunchHostFunc.",
        "Use aclrtLaunchCallback, or call aclrtUnSubscribeReport first.",
    ),
)
