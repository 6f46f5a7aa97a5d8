"""Events: what each function checks, in which order (facts, section 5), and how the queries answer."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from acl_calls import acl, launch, started, status_of

OK, NULL, INVALID, NO_CONTEXT, OTHER_CONTEXT, HANDLE = 0, 100000, 107000, 107002, 107003, 107017
NO_TIME, UNSUPPORTED, INNER, NOT_CAPTURED = 107006, 207000, 507000, 107029
SYNC, PROGRESS, INNER_SYNC, TIME_LINE, DEVICE_ONLY, EXTERNAL, IPC = 1, 2, 4, 8, 0x10, 0x20, 0x40
COMPLETE, NOT_READY = 0, 1  # of aclrtQueryEvent and aclrtQueryEventWaitStatus


@attrs.frozen
class Case:
    """A call and its status, in the world of `started`."""

    id: str
    call: Callable[[SimpleNamespace], Any]
    status: int
    settings: dict[str, Any] = attrs.field(factory=dict)


def plain() -> Any:
    return acl.aclrtCreateEvent()


def flagged(flag: int = SYNC) -> Any:
    return acl.aclrtCreateEventWithFlag(flag)


def ex(flag: int = SYNC) -> Any:
    return acl.aclrtCreateEventExWithFlag(flag)


def dead() -> Any:
    event = plain()
    acl.aclrtDestroyEvent(event)
    return event


def recorded(event: Any, stream: Any) -> Any:
    acl.aclrtRecordEvent(event, stream)
    return event


def done(event: Any, stream: Any) -> Any:
    acl.aclrtRecordEvent(event, stream)
    acl.aclrtSynchronizeStream(stream)
    return event


def leave_context() -> None:
    acl.aclrtDestroyContext(acl.aclrtCreateContext(0))


def in_other_context(call: Callable[[], Any]) -> Any:
    acl.aclrtCreateContext(0)
    return call()


def in_no_context(call: Callable[[], Any]) -> Any:
    leave_context()
    return call()


def dead_stream(world: SimpleNamespace) -> Any:
    acl.aclrtDestroyStream(world.a)
    return world.a


CREATION = (
    Case("5-create", lambda w: plain(), OK),
    Case("5-create-without-context", lambda w: in_no_context(plain), NO_CONTEXT),
    *(
        Case(f"5-flag-{flag:#x}", lambda w, flag=flag: flagged(flag), OK)
        for flag in (1, 2, 4, 8, 0xF, 0x10, 0x20)
    ),
    *(
        Case(f"5-flag-{flag:#x}", lambda w, flag=flag: flagged(flag), INVALID)
        for flag in (0, 0x40, 0x41, 0xFFFF_FFFF)
    ),
    *(Case(f"5-flag-{flag:#x}", lambda w, flag=flag: flagged(flag), INVALID) for flag in (0x11, 0x21, 0x30)),
    Case("5-flag-before-context", lambda w: in_no_context(lambda: flagged(0)), INVALID),
    Case("5-flag-without-context", lambda w: in_no_context(flagged), NO_CONTEXT),
    Case("5-flag-device-only-910", lambda w: flagged(DEVICE_ONLY), UNSUPPORTED, {"soc": "Ascend910"}),
    *(Case(f"5-ex-{flag:#x}", lambda w, flag=flag: ex(flag), OK) for flag in (1, 2, 4, 8, 9, 0xF, 0x40)),
    *(
        Case(f"5-ex-{flag:#x}", lambda w, flag=flag: ex(flag), INVALID)
        for flag in (0, 0x10, 0x20, 0x41, 0x80, 0x21)
    ),
    Case("5-ex-ipc-on-a-chip-without", lambda w: ex(IPC), UNSUPPORTED, {"soc": "Ascend310P"}),
    Case("5-ex-combination-before-chip", lambda w: ex(IPC | SYNC), INVALID, {"soc": "Ascend310P"}),
    Case("5-ex-without-context", lambda w: in_no_context(ex), NO_CONTEXT),
    Case("5-destroy", lambda w: acl.aclrtDestroyEvent(plain()), OK),
    Case("5-destroy-null", lambda w: acl.aclrtDestroyEvent(None), NULL),
    Case("5-destroy-zero", lambda w: acl.aclrtDestroyEvent(0), NULL),
    Case("5-destroy-destroyed", lambda w: acl.aclrtDestroyEvent(dead()), HANDLE),
    Case("5-destroy-stream", lambda w: acl.aclrtDestroyEvent(w.a), HANDLE),
    Case("5-destroy-does-not-wait", lambda w: acl.aclrtDestroyEvent(recorded(plain(), w.a)), OK),
)

RECORDING = (
    Case("5-record", lambda w: acl.aclrtRecordEvent(plain(), w.a), OK),
    Case("5-record-default-stream", lambda w: acl.aclrtRecordEvent(plain(), None), OK),
    Case("5-record-null", lambda w: acl.aclrtRecordEvent(None, w.a), NULL),
    Case("5-record-destroyed", lambda w: acl.aclrtRecordEvent(dead(), w.a), HANDLE),
    Case("5-record-stream-destroyed", lambda w: acl.aclrtRecordEvent(plain(), dead_stream(w)), HANDLE),
    Case("5-record-device-only", lambda w: acl.aclrtRecordEvent(flagged(DEVICE_ONLY), w.a), INVALID),
    Case(
        "5-record-handle-before-kind",
        lambda w: acl.aclrtRecordEvent(flagged(DEVICE_ONLY), dead_stream(w)),
        HANDLE,
    ),
    Case(
        "5-record-other-context",
        lambda w: in_other_context(lambda: acl.aclrtRecordEvent(plain(), w.a)),
        OTHER_CONTEXT,
    ),
    Case(
        "5-record-without-context",
        lambda w: _without(plain(), lambda e: acl.aclrtRecordEvent(e, w.a)),
        NO_CONTEXT,
    ),
    Case("5-record-again", lambda w: acl.aclrtRecordEvent(recorded(plain(), w.a), w.b), OK),
    Case("5-record-flag-0", lambda w: acl.aclrtRecordEventWithFlag(plain(), w.a, 0), OK),
    Case("5-record-flag-2", lambda w: acl.aclrtRecordEventWithFlag(plain(), w.a, 2), NULL),
    Case("5-record-flag-2-before-handle", lambda w: acl.aclrtRecordEventWithFlag(dead(), w.a, 2), NULL),
    Case("5-record-flag-null", lambda w: acl.aclrtRecordEventWithFlag(None, w.a, 2), NULL),
    Case("5-record-flag-1", lambda w: acl.aclrtRecordEventWithFlag(ex(), w.a, 1), NOT_CAPTURED),
    Case("5-record-flag-1-old-event", lambda w: acl.aclrtRecordEventWithFlag(flagged(), w.a, 1), UNSUPPORTED),
    Case(
        "5-record-flag-must-stay",
        lambda w: acl.aclrtRecordEventWithFlag(recorded(ex(), w.a), w.a, 1),
        INVALID,
    ),
    Case("5-reset", lambda w: acl.aclrtResetEvent(flagged(), w.a), OK),
    Case("5-reset-null", lambda w: acl.aclrtResetEvent(None, w.a), NULL),
    Case("5-reset-destroyed", lambda w: acl.aclrtResetEvent(dead(), w.a), HANDLE),
    Case("5-reset-ex", lambda w: acl.aclrtResetEvent(ex(), w.a), UNSUPPORTED),
    Case("5-reset-ipc", lambda w: acl.aclrtResetEvent(ex(IPC), w.a), UNSUPPORTED),
    Case("5-reset-no-sync-bit", lambda w: acl.aclrtResetEvent(flagged(TIME_LINE), w.a), UNSUPPORTED),
    Case("5-reset-device-only", lambda w: acl.aclrtResetEvent(flagged(DEVICE_ONLY), w.a), INVALID),
    Case("5-reset-plain-is-accepted", lambda w: acl.aclrtResetEvent(plain(), w.a), OK),
    Case(
        "5-reset-other-context",
        lambda w: in_other_context(lambda: acl.aclrtResetEvent(flagged(), w.a)),
        OTHER_CONTEXT,
    ),
    Case(
        "5-reset-ex-before-other-context",
        lambda w: in_other_context(lambda: acl.aclrtResetEvent(ex(), w.a)),
        UNSUPPORTED,
    ),
)

WAITING = (
    Case("5-wait-null-event", lambda w: acl.aclrtStreamWaitEvent(w.a, None), NULL),
    Case("5-wait-null-event-before-handle", lambda w: acl.aclrtStreamWaitEvent(dead_stream(w), 0), NULL),
    Case("5-wait-destroyed-event", lambda w: acl.aclrtStreamWaitEvent(w.a, dead()), HANDLE),
    Case("5-wait-destroyed-stream", lambda w: acl.aclrtStreamWaitEvent(dead_stream(w), plain()), HANDLE),
    Case(
        "5-wait-no-sync-bit",
        lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(TIME_LINE | PROGRESS)),
        UNSUPPORTED,
    ),
    Case("5-wait-ex-no-sync-bit", lambda w: acl.aclrtStreamWaitEvent(w.a, ex(TIME_LINE)), UNSUPPORTED),
    Case("5-wait-device-only", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(DEVICE_ONLY)), INVALID),
    Case(
        "5-wait-other-context",
        lambda w: in_other_context(lambda: acl.aclrtStreamWaitEvent(w.a, flagged())),
        OTHER_CONTEXT,
    ),
    Case(
        "5-wait-without-context",
        lambda w: _without(flagged(), lambda e: acl.aclrtStreamWaitEvent(w.a, e)),
        NO_CONTEXT,
    ),
    Case("5-wait-never-recorded-ex", lambda w: acl.aclrtStreamWaitEvent(w.a, ex()), OK),
    Case("5-wait-never-recorded-ipc", lambda w: acl.aclrtStreamWaitEvent(w.a, ex(IPC)), OK),
    Case("5-wait-never-recorded-sync", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged()), OK),
    Case("5-wait-never-recorded-external", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(EXTERNAL)), OK),
    Case("5-wait-never-recorded-plain", lambda w: acl.aclrtStreamWaitEvent(w.a, plain()), INVALID),
    Case(
        "5-wait-never-recorded-inner-sync",
        lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(INNER_SYNC)),
        INVALID,
    ),
    Case("5-wait-recorded-plain", lambda w: acl.aclrtStreamWaitEvent(w.a, recorded(plain(), w.b)), OK),
    Case("5-wait-timeout", lambda w: acl.aclrtStreamWaitEventWithTimeout(w.a, flagged(), 1), OK),
    Case(
        "5-wait-timeout-negative", lambda w: acl.aclrtStreamWaitEventWithTimeout(w.a, flagged(), -1), INVALID
    ),
    Case("5-wait-timeout-null", lambda w: acl.aclrtStreamWaitEventWithTimeout(w.a, None, 1), INVALID),
    Case(
        "5-wait-timeout-null-event-dead-stream",
        lambda w: acl.aclrtStreamWaitEventWithTimeout(dead_stream(w), 0, 1),
        HANDLE,
    ),
    Case("5-wait-flag-0", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, flagged(), 0, 0), OK),
    Case("5-wait-flag-2", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, flagged(), 0, 2), NULL),
    Case("5-wait-flag-1-with-timeout", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, ex(), 1, 1), NULL),
    Case("5-wait-flag-1", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, ex(), 0, 1), NOT_CAPTURED),
    Case(
        "5-wait-flag-1-old-event",
        lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, flagged(), 0, 1),
        UNSUPPORTED,
    ),
)

ASKING = (
    Case("5-synchronise-null", lambda w: acl.aclrtSynchronizeEvent(None), NULL),
    Case("5-synchronise-destroyed", lambda w: acl.aclrtSynchronizeEvent(dead()), HANDLE),
    Case("5-synchronise-never-recorded", lambda w: acl.aclrtSynchronizeEvent(plain()), OK),
    Case("5-synchronise-never-recorded-sync", lambda w: acl.aclrtSynchronizeEvent(flagged()), OK),
    Case("5-synchronise-recorded", lambda w: acl.aclrtSynchronizeEvent(recorded(plain(), w.a)), OK),
    Case("5-synchronise-external", lambda w: acl.aclrtSynchronizeEvent(flagged(EXTERNAL)), UNSUPPORTED),
    Case("5-synchronise-needs-no-context", lambda w: _without(plain(), acl.aclrtSynchronizeEvent), OK),
    Case("5-synchronise-timeout", lambda w: acl.aclrtSynchronizeEventWithTimeout(plain(), 5), OK),
    Case("5-synchronise-timeout-minus-1", lambda w: acl.aclrtSynchronizeEventWithTimeout(plain(), -1), OK),
    Case("5-synchronise-timeout-0", lambda w: acl.aclrtSynchronizeEventWithTimeout(plain(), 0), INVALID),
    Case(
        "5-synchronise-timeout-minus-2", lambda w: acl.aclrtSynchronizeEventWithTimeout(plain(), -2), INVALID
    ),
    Case(
        "5-synchronise-timeout-before-null", lambda w: acl.aclrtSynchronizeEventWithTimeout(None, -2), INVALID
    ),
    Case(
        "5-synchronise-null-before-timeout-0", lambda w: acl.aclrtSynchronizeEventWithTimeout(None, 0), NULL
    ),
    Case(
        "5-synchronise-handle-before-timeout-0",
        lambda w: acl.aclrtSynchronizeEventWithTimeout(dead(), 0),
        HANDLE,
    ),
    Case("5-query-null", lambda w: acl.aclrtQueryEvent(None), NULL),
    Case("5-query-destroyed", lambda w: acl.aclrtQueryEvent(dead()), HANDLE),
    Case("5-query-ex", lambda w: acl.aclrtQueryEvent(ex()), UNSUPPORTED),
    Case("5-query-ipc", lambda w: acl.aclrtQueryEvent(ex(IPC)), UNSUPPORTED),
    Case("5-query-external", lambda w: acl.aclrtQueryEvent(flagged(EXTERNAL)), UNSUPPORTED),
    Case("5-query-status-null", lambda w: acl.aclrtQueryEventStatus(0), NULL),
    Case("5-query-status-ex", lambda w: acl.aclrtQueryEventStatus(ex()), OK),
    Case("5-query-status-external", lambda w: acl.aclrtQueryEventStatus(flagged(EXTERNAL)), UNSUPPORTED),
    Case("5-query-wait-null", lambda w: acl.aclrtQueryEventWaitStatus(None), NULL),
    Case("5-query-wait-ex", lambda w: acl.aclrtQueryEventWaitStatus(ex()), UNSUPPORTED),
    Case("5-query-wait-external", lambda w: acl.aclrtQueryEventWaitStatus(flagged(EXTERNAL)), UNSUPPORTED),
    Case("5-elapsed-null-start", lambda w: acl.aclrtEventElapsedTime(None, plain()), NULL),
    Case("5-elapsed-null-end", lambda w: acl.aclrtEventElapsedTime(plain(), None), NULL),
    Case("5-elapsed-destroyed", lambda w: acl.aclrtEventElapsedTime(plain(), dead()), HANDLE),
    Case("5-elapsed-never-recorded", lambda w: acl.aclrtEventElapsedTime(plain(), plain()), INNER),
    Case(
        "5-elapsed-one-never-recorded",
        lambda w: acl.aclrtEventElapsedTime(done(plain(), w.a), plain()),
        INNER,
    ),
    Case(
        "5-elapsed-not-executed",
        lambda w: acl.aclrtEventElapsedTime(done(plain(), w.a), recorded(plain(), w.a)),
        NO_TIME,
    ),
    Case(
        "5-elapsed-no-time-line",
        lambda w: acl.aclrtEventElapsedTime(done(ex(SYNC), w.a), done(ex(SYNC), w.a)),
        NO_TIME,
    ),
    Case("5-elapsed-external", lambda w: acl.aclrtEventElapsedTime(flagged(EXTERNAL), plain()), UNSUPPORTED),
    Case("5-elapsed-ipc", lambda w: acl.aclrtEventElapsedTime(plain(), ex(IPC)), UNSUPPORTED),
    Case(
        "5-elapsed-not-executed-950",
        lambda w: acl.aclrtEventElapsedTime(done(plain(), w.a), recorded(plain(), w.a)),
        OK,
        {"soc": "Ascend950"},
    ),
    Case("5-timestamp-null", lambda w: acl.aclrtEventGetTimestamp(None), NULL),
    Case("5-timestamp-never-recorded", lambda w: acl.aclrtEventGetTimestamp(plain()), INNER),
    Case("5-timestamp-not-executed", lambda w: acl.aclrtEventGetTimestamp(recorded(plain(), w.a)), NO_TIME),
    Case(
        "5-timestamp-not-executed-950",
        lambda w: acl.aclrtEventGetTimestamp(recorded(plain(), w.a)),
        NO_TIME,
        {"soc": "Ascend950"},
    ),
    Case("5-timestamp-external", lambda w: acl.aclrtEventGetTimestamp(flagged(EXTERNAL)), UNSUPPORTED),
    Case("5-timestamp", lambda w: acl.aclrtEventGetTimestamp(done(plain(), w.a)), OK),
    Case("5-id-null", lambda w: acl.aclrtGetEventId(None), NULL),
    Case("5-id-sync", lambda w: acl.aclrtGetEventId(flagged()), OK),
    Case("5-id-ipc", lambda w: acl.aclrtGetEventId(ex(IPC)), UNSUPPORTED),
    Case("5-id-time-line-only", lambda w: acl.aclrtGetEventId(flagged(TIME_LINE)), INNER),
    Case("5-id-plain-before-record", lambda w: acl.aclrtGetEventId(plain()), INNER),
    Case("5-id-plain-after-record", lambda w: acl.aclrtGetEventId(recorded(plain(), w.a)), OK),
    Case("5-id-ex-while-recording", lambda w: acl.aclrtGetEventId(recorded(ex(), w.a)), OK),
    Case("5-id-ex-after-record", lambda w: acl.aclrtGetEventId(done(ex(), w.a)), INNER),
    Case("5-available-without-context", lambda w: in_no_context(acl.aclrtGetEventAvailNum), NO_CONTEXT),
    Case(
        "5-op-wait-timeout-needs-no-context",
        lambda w: in_no_context(lambda: acl.aclrtSetOpWaitTimeout(3)),
        OK,
    ),
)


def _without(event: Any, call: Callable[[Any], Any]) -> Any:
    """Call with an event that was made while there was a context."""
    return in_no_context(lambda: call(event))


@pytest.mark.trips("ACL-LIFE-106")
@pytest.mark.parametrize("case", CREATION + RECORDING + WAITING + ASKING, ids=lambda case: case.id)
def test_status(case: Case) -> None:
    world = started(**case.settings)
    assert status_of(lambda: case.call(world)) == case.status


@attrs.frozen
class Polarity:
    """What the three queries say of an event in four situations; None where the query refuses it."""

    id: str
    make: Callable[[], Any]
    never: tuple[int | None, int | None, int | None]
    queued: tuple[int | None, int | None, int | None]
    executed: tuple[int | None, int | None, int | None]


@pytest.mark.parametrize(
    "row",
    [
        Polarity("plain", plain, (COMPLETE, 0, COMPLETE), (NOT_READY, 0, COMPLETE), (COMPLETE, 1, COMPLETE)),
        Polarity("sync", flagged, (COMPLETE, 0, COMPLETE), (NOT_READY, 0, COMPLETE), (COMPLETE, 1, COMPLETE)),
        Polarity("ex", ex, (None, 1, None), (None, 0, None), (None, 1, None)),
    ],
    ids=lambda row: row.id,
)
def test_5_polarity_of_the_queries(row: Polarity) -> None:
    world = started()

    def ask(event: Any) -> tuple[int | None, int | None, int | None]:
        def one(call: Callable[[Any], int]) -> int | None:
            return None if status_of(lambda: call(event)) else int(call(event))

        return one(acl.aclrtQueryEvent), one(acl.aclrtQueryEventStatus), one(acl.aclrtQueryEventWaitStatus)

    event = row.make()
    assert ask(event) == row.never
    for _ in range(9):  # each question lets the device do one task
        launch(world.a)
    acl.aclrtRecordEvent(event, world.a)
    assert ask(event) == row.queued
    acl.aclrtSynchronizeEvent(event)
    assert ask(event) == row.executed


def test_5_wait_status_is_about_waits() -> None:
    world, event = started(), flagged()
    acl.aclrtStreamWaitEvent(world.b, event)
    assert acl.aclrtQueryEventWaitStatus(event) == NOT_READY
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtSynchronizeStream(world.b)
    assert acl.aclrtQueryEventWaitStatus(event) == COMPLETE
