"""Texts of the group ``event``."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        "ACL-EVENT-001",
        "EH0008",
        "{function}: {parameter} is a null pointer.",
        "Pass an event that one of the aclrtCreateEvent functions returned.",
    ),
    Message(
        "ACL-EVENT-002",
        "EE1003",
        "{function}: flag is {flag}; allowed are {allowed}.",
        "Use ACL_EVENT_SYNC (0x1) for streams that wait, ACL_EVENT_TIME_LINE (0x8) for time, 0x9 for both.",
    ),
    Message(
        "ACL-EVENT-003",
        "EE1006",
        "{function}: flag is {flag}; bit {bit} allows no other bit beside it.",
        "Create two events, or leave the bit out.",
    ),
    Message(
        "ACL-EVENT-004",
        "EE1006",
        "{function}: flag {flag} is not supported on {soc}.",
        "Leave the flag out, or choose another chip with ACLNN_EMU_SOC.",
    ),
    Message(
        "ACL-EVENT-005",
        "EE1006",
        "{function}: {event} was created with ACL_EVENT_DEVICE_USE_ONLY and can be used by device code only.",
        "Use an event without that flag on the host.",
    ),
    Message(
        "ACL-EVENT-006",
        "EE1006",
        "{function}: {event} has the flags {flags}, none of which is for synchronisation (0x1, 0x4, 0x20, 0x40).",
        "Create the event with ACL_EVENT_SYNC (0x1).",
    ),
    Message(
        "ACL-EVENT-007",
        "EE1006",
        "{function} does not take {event}, which aclrtCreateEventExWithFlag created.",
        "Ask with aclrtQueryEventStatus; an Ex event needs no reset, it may just be recorded again.",
    ),
    Message(
        "ACL-EVENT-008",
        "EE1006",
        "{function} does not take {event}, which was created with {flag}.",
        "Use an event without that flag.",
    ),
    Message(
        "ACL-EVENT-009",
        "EE1018",
        "{function}: {event} was never recorded, so there is nothing to wait for.",
        "Call aclrtRecordEvent first. Only events of aclrtCreateEventWithFlag with ACL_EVENT_SYNC can be waited "
        "for before they are recorded.",
    ),
    Message(
        "ACL-EVENT-010",
        "EH0007",
        "{function}: flag is {flag}; allowed are 0 (default) and 1 (external, for graph capture).",
        "Pass 0.",
    ),
    Message(
        "ACL-EVENT-011",
        "EE1018",
        "{function}: flag is {flag}, but the event was used with flag {current} before and must stay with it.",
        "Use one event for each flag.",
    ),
    Message(
        "ACL-EVENT-012",
        "EE1006",
        "{function}: flag 1 needs an event of aclrtCreateEventExWithFlag with exactly ACL_EVENT_SYNC; {event} is none.",
        "Pass flag 0: graph capture is not emulated.",
    ),
    Message(
        "ACL-EVENT-013",
        "EE1016",
        "{function}: flag 1 needs a stream under graph capture, and {stream} is not (capture is not emulated).",
        "Pass flag 0.",
    ),
    Message(
        "ACL-EVENT-014",
        "EE1003",
        "{function}: timeout is {timeout}; allowed is {allowed}.",
        "Use a query function to ask without waiting.",
    ),
    Message(
        "ACL-EVENT-015",
        "EE9999",
        "{function}: {event} was never recorded.",
        "Call aclrtRecordEvent for it and synchronise its stream first.",
    ),
    Message(
        "ACL-EVENT-016",
        "EE9999",
        "{function}: {event} (flags {flags}) has no timestamp: either its record was not executed yet, or it was "
        "created without ACL_EVENT_TIME_LINE (0x8).",
        "Synchronise the stream of the record first, and create the event with aclrtCreateEvent or with bit 0x8.",
    ),
    Message(
        "ACL-EVENT-017",
        "EE1023",
        "{function}: no event id is left; device {device} has {limit}.",
        "Destroy events that are no longer needed; aclrtGetEventAvailNum says how many ids are free.",
    ),
    Message(
        "ACL-EVENT-018",
        "EE9999",
        "{function}: {event} has no hardware id now.",
        "Record it first. Events without a synchronisation bit never have one, Ex events only until their record "
        "was executed.",
    ),
)
