"""Events: what each function checks, in which order (facts, section 5), and what it does."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from acl_calls import acl, failure_of, launch, started, status_of

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.runtime.task import MemoryRange, Task, TaskKind

OK, NULL, INVALID, NO_CONTEXT, OTHER_CONTEXT, HANDLE = 0, 100000, 107000, 107002, 107003, 107017
NO_TIME, UNSUPPORTED, NO_EVENT, INNER, TIMEOUT, NOT_CAPTURED = 107006, 207000, 207007, 507000, 507047, 107029
TASK_TIMEOUT, STREAM_TIMEOUT, ABORTED = 107020, 507046, 107023
SYNC, PROGRESS, INNER_SYNC, TIME_LINE, DEVICE_ONLY, EXTERNAL, IPC = 1, 2, 4, 8, 0x10, 0x20, 0x40
COMPLETE, NOT_READY = 0, 1  # of aclrtQueryEvent and aclrtQueryEventWaitStatus
RECORDED_NOT_READY, RECORDED_COMPLETE = 0, 1  # of aclrtQueryEventStatus: the other way round


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
    *(Case(f"5-flag-{flag:#x}", lambda w, flag=flag: flagged(flag), OK) for flag in (1, 2, 4, 8, 0xF, 0x10, 0x20)),
    *(Case(f"5-flag-{flag:#x}", lambda w, flag=flag: flagged(flag), INVALID) for flag in (0, 0x40, 0x41, 0xFFFF_FFFF)),
    *(Case(f"5-flag-{flag:#x}", lambda w, flag=flag: flagged(flag), INVALID) for flag in (0x11, 0x21, 0x30)),
    Case("5-flag-before-context", lambda w: in_no_context(lambda: flagged(0)), INVALID),
    Case("5-flag-without-context", lambda w: in_no_context(flagged), NO_CONTEXT),
    Case("5-flag-device-only-910", lambda w: flagged(DEVICE_ONLY), UNSUPPORTED, {"soc": "Ascend910"}),
    *(Case(f"5-ex-{flag:#x}", lambda w, flag=flag: ex(flag), OK) for flag in (1, 2, 4, 8, 9, 0xF, 0x40)),
    *(Case(f"5-ex-{flag:#x}", lambda w, flag=flag: ex(flag), INVALID) for flag in (0, 0x10, 0x20, 0x41, 0x80, 0x21)),
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
        "5-record-handle-before-kind", lambda w: acl.aclrtRecordEvent(flagged(DEVICE_ONLY), dead_stream(w)), HANDLE
    ),
    Case(
        "5-record-other-context",
        lambda w: in_other_context(lambda: acl.aclrtRecordEvent(plain(), w.a)),
        OTHER_CONTEXT,
    ),
    Case("5-record-without-context", lambda w: _without(plain(), lambda e: acl.aclrtRecordEvent(e, w.a)), NO_CONTEXT),
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
    Case("5-reset-ex-before-other-context", lambda w: in_other_context(lambda: acl.aclrtResetEvent(ex(), w.a)), UNSUPPORTED),
)

WAITING = (
    Case("5-wait-null-event", lambda w: acl.aclrtStreamWaitEvent(w.a, None), NULL),
    Case("5-wait-null-event-before-handle", lambda w: acl.aclrtStreamWaitEvent(dead_stream(w), 0), NULL),
    Case("5-wait-destroyed-event", lambda w: acl.aclrtStreamWaitEvent(w.a, dead()), HANDLE),
    Case("5-wait-destroyed-stream", lambda w: acl.aclrtStreamWaitEvent(dead_stream(w), plain()), HANDLE),
    Case("5-wait-no-sync-bit", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(TIME_LINE | PROGRESS)), UNSUPPORTED),
    Case("5-wait-ex-no-sync-bit", lambda w: acl.aclrtStreamWaitEvent(w.a, ex(TIME_LINE)), UNSUPPORTED),
    Case("5-wait-device-only", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(DEVICE_ONLY)), INVALID),
    Case(
        "5-wait-other-context",
        lambda w: in_other_context(lambda: acl.aclrtStreamWaitEvent(w.a, flagged())),
        OTHER_CONTEXT,
    ),
    Case("5-wait-without-context", lambda w: _without(flagged(), lambda e: acl.aclrtStreamWaitEvent(w.a, e)), NO_CONTEXT),
    Case("5-wait-never-recorded-ex", lambda w: acl.aclrtStreamWaitEvent(w.a, ex()), OK),
    Case("5-wait-never-recorded-ipc", lambda w: acl.aclrtStreamWaitEvent(w.a, ex(IPC)), OK),
    Case("5-wait-never-recorded-sync", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged()), OK),
    Case("5-wait-never-recorded-external", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(EXTERNAL)), OK),
    Case("5-wait-never-recorded-plain", lambda w: acl.aclrtStreamWaitEvent(w.a, plain()), INVALID),
    Case("5-wait-never-recorded-inner-sync", lambda w: acl.aclrtStreamWaitEvent(w.a, flagged(INNER_SYNC)), INVALID),
    Case("5-wait-recorded-plain", lambda w: acl.aclrtStreamWaitEvent(w.a, recorded(plain(), w.b)), OK),
    Case("5-wait-timeout", lambda w: acl.aclrtStreamWaitEventWithTimeout(w.a, flagged(), 1), OK),
    Case("5-wait-timeout-negative", lambda w: acl.aclrtStreamWaitEventWithTimeout(w.a, flagged(), -1), INVALID),
    Case("5-wait-timeout-null", lambda w: acl.aclrtStreamWaitEventWithTimeout(w.a, None, 1), INVALID),
    Case("5-wait-timeout-null-event-dead-stream", lambda w: acl.aclrtStreamWaitEventWithTimeout(dead_stream(w), 0, 1), HANDLE),
    Case("5-wait-flag-0", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, flagged(), 0, 0), OK),
    Case("5-wait-flag-2", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, flagged(), 0, 2), NULL),
    Case("5-wait-flag-1-with-timeout", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, ex(), 1, 1), NULL),
    Case("5-wait-flag-1", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, ex(), 0, 1), NOT_CAPTURED),
    Case("5-wait-flag-1-old-event", lambda w: acl.aclrtStreamWaitEventWithFlag(w.a, flagged(), 0, 1), UNSUPPORTED),
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
    Case("5-synchronise-timeout-minus-2", lambda w: acl.aclrtSynchronizeEventWithTimeout(plain(), -2), INVALID),
    Case("5-synchronise-timeout-before-null", lambda w: acl.aclrtSynchronizeEventWithTimeout(None, -2), INVALID),
    Case("5-synchronise-null-before-timeout-0", lambda w: acl.aclrtSynchronizeEventWithTimeout(None, 0), NULL),
    Case("5-synchronise-handle-before-timeout-0", lambda w: acl.aclrtSynchronizeEventWithTimeout(dead(), 0), HANDLE),
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
    Case("5-elapsed-one-never-recorded", lambda w: acl.aclrtEventElapsedTime(done(plain(), w.a), plain()), INNER),
    Case("5-elapsed-not-executed", lambda w: acl.aclrtEventElapsedTime(done(plain(), w.a), recorded(plain(), w.a)), NO_TIME),
    Case("5-elapsed-no-time-line", lambda w: acl.aclrtEventElapsedTime(done(ex(SYNC), w.a), done(ex(SYNC), w.a)), NO_TIME),
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
    Case("5-timestamp-not-executed-950", lambda w: acl.aclrtEventGetTimestamp(recorded(plain(), w.a)), NO_TIME, {"soc": "Ascend950"}),
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
    Case("5-op-wait-timeout-needs-no-context", lambda w: in_no_context(lambda: acl.aclrtSetOpWaitTimeout(3)), OK),
)


def _without(event: Any, call: Callable[[Any], Any]) -> Any:
    """Call with an event that was made while there was a context."""
    return in_no_context(lambda: call(event))


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


def order_of(world: SimpleNamespace, *names: str) -> list[str]:
    """Launch tasks named like their streams' letters on those streams; the list fills as they run."""
    ran: list[str] = []
    for name in names:
        launch(getattr(world, name[0]), lambda name=name: ran.append(name), name=name)
    return ran


def test_5_a_wait_runs_the_other_stream_only_as_far_as_needed() -> None:
    world, event = started(), plain()
    first = order_of(world, "a1", "a2")
    acl.aclrtRecordEvent(event, world.a)
    behind = order_of(world, "a3")
    acl.aclrtStreamWaitEvent(world.b, event)
    launch(world.b, lambda: first.append("b1"))
    acl.aclrtSynchronizeStream(world.b)
    assert (first, behind) == (["a1", "a2", "b1"], [])


def test_5_never_recorded_ex_event_does_not_hold_the_stream() -> None:
    world = started()
    acl.aclrtStreamWaitEvent(world.a, ex())
    ran = order_of(world, "a1")
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["a1"]


def test_5_never_recorded_sync_event_holds_the_stream_until_it_is_recorded() -> None:
    world, event = started(), flagged()
    acl.aclrtStreamWaitEvent(world.a, event)
    ran = order_of(world, "a1")
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert (error.status, error.message_id, ran) == (STREAM_TIMEOUT, "ACL-SCHED-003", [])
    for named in ("stream 1 of device 0", "aclrtStreamWaitEvent", f"{event.handle:#x}"):
        assert named in str(error)
    acl.aclrtRecordEvent(event, world.b)
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["a1"]


@pytest.mark.parametrize("make", [plain, flagged, ex], ids=["plain", "sync", "ex"])
def test_5_a_wait_means_the_newest_record_before_it(make: Callable[[], Any]) -> None:
    world, event = started(), make()
    ran = order_of(world, "a1")
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtSynchronizeStream(world.a)
    launch(world.a, lambda: ran.append("a2"))
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtStreamWaitEvent(world.b, event)
    launch(world.a, lambda: ran.append("a3"))
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtSynchronizeStream(world.b)
    assert ran == ["a1", "a2"]


def test_5_reset_makes_the_event_unrecorded_again() -> None:
    world, event = started(), flagged()
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtStreamWaitEvent(world.b, event)
    acl.aclrtResetEvent(event, world.b)
    acl.aclrtSynchronizeStream(world.b)
    acl.aclrtStreamWaitEvent(world.b, event)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.b)) == STREAM_TIMEOUT
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtSynchronizeStream(world.b)


def test_5_reset_takes_the_record_from_a_third_stream() -> None:
    # The page on aclrtResetEvent warns of this: c waits for the same record as b, but b resets it first.
    world, event = started(), flagged()
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtStreamWaitEvent(world.b, event)
    acl.aclrtResetEvent(event, world.b)
    acl.aclrtStreamWaitEvent(world.c, event)
    acl.aclrtSynchronizeStream(world.b)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.c)) == STREAM_TIMEOUT


def test_5_wait_timeouts_fail_the_stream_at_the_next_synchronisation() -> None:
    world, event = started(), flagged()
    acl.aclrtSetOpWaitTimeout(2)
    acl.aclrtStreamWaitEvent(world.a, event)
    ran = order_of(world, "a1")
    assert acl.aclrtStreamQuery(world.a) == NOT_READY  # asking lets no time pass
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert (error.status, ran) == (TASK_TIMEOUT, [])
    acl.aclrtSynchronizeStream(world.a)
    acl.aclrtSetOpWaitTimeout(0)
    acl.aclrtStreamWaitEvent(world.b, event)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.b)) == STREAM_TIMEOUT
    acl.aclrtStreamWaitEventWithTimeout(world.c, event, 1)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.c)) == TASK_TIMEOUT


def test_a_timed_wait_that_is_satisfied_does_not_fail() -> None:
    world, event = started(), flagged()
    acl.aclrtStreamWaitEventWithTimeout(world.a, event, 1)
    acl.aclrtRecordEvent(event, world.b)
    acl.aclrtSynchronizeStream(world.a)


def test_5_elapsed_time_follows_the_work_and_is_negative_when_swapped() -> None:
    world, start, end = started(), plain(), flagged(TIME_LINE)
    acl.aclrtRecordEvent(start, world.a)
    nbytes = 50_000_000
    world.a.enqueue(
        Task(kind=TaskKind.MEMCPY, name="copy", reads=(MemoryRange(0, nbytes),), writes=(MemoryRange(0, nbytes),))
    )
    acl.aclrtRecordEvent(end, world.a)
    acl.aclrtSynchronizeStream(world.a)
    assert acl.aclrtEventElapsedTime(start, end) == pytest.approx(0.102, abs=0.01)
    assert acl.aclrtEventElapsedTime(end, start) == -acl.aclrtEventElapsedTime(start, end)
    assert acl.aclrtEventGetTimestamp(end) > acl.aclrtEventGetTimestamp(start)


@pytest.mark.parametrize("schedule", ["deferred", "seeded:3", "seeded:4", "threaded"])
def test_the_virtual_time_of_a_program_is_the_same_under_every_schedule(schedule: str) -> None:
    def times(schedule: str) -> list[int]:
        world = started(schedule=schedule)
        events = [ex(SYNC | TIME_LINE) for _ in range(4)]
        launch(world.a)
        acl.aclrtRecordEvent(events[0], world.a)
        launch(world.b)
        acl.aclrtStreamWaitEvent(world.b, events[0])
        acl.aclrtRecordEvent(events[1], world.b)
        acl.aclrtSynchronizeStream(world.b)
        launch(world.c)
        acl.aclrtRecordEvent(events[2], world.c)
        acl.aclrtStreamWaitEvent(world.a, events[2])
        acl.aclrtRecordEvent(events[3], world.a)
        acl.aclrtSynchronizeDevice()
        return [acl.aclrtEventGetTimestamp(event) for event in events]

    assert times(schedule) == times("deferred")


def test_the_virtual_time_line() -> None:
    # Queueing takes the host 1 us, a launch takes the device 2 us and 1 ns for each 1000 bytes; marks are free.
    world, clock = started(), [ex(SYNC | TIME_LINE) for _ in range(4)]
    launch(world.a)  # queued at 1, runs 1 to 3
    launch(world.a)  # queued at 2, runs 3 to 5
    acl.aclrtRecordEvent(clock[0], world.a)  # queued at 3, executed at 5
    acl.aclrtStreamWaitEvent(world.b, clock[0])  # queued at 4, over at 5
    acl.aclrtRecordEvent(clock[1], world.b)
    launch(world.c)  # queued at 6, runs 6 to 8
    acl.aclrtRecordEvent(clock[2], world.c)
    acl.aclrtSynchronizeStream(world.c)  # the host goes on at 8
    acl.aclrtRecordEvent(clock[3], world.a)  # queued at 9
    acl.aclrtSynchronizeDevice()
    assert [acl.aclrtEventGetTimestamp(event) for event in clock] == [5, 5, 8, 9]
    assert acl.aclrtEventElapsedTime(clock[0], clock[3]) == pytest.approx(0.004)


def test_a_circle_of_waits_is_reported() -> None:
    world, one, two = started(), flagged(), flagged()
    acl.aclrtStreamWaitEvent(world.a, one)
    acl.aclrtRecordEvent(two, world.a)
    acl.aclrtStreamWaitEvent(world.b, two)
    acl.aclrtRecordEvent(one, world.b)
    for wait in (lambda: acl.aclrtSynchronizeStream(world.a), acl.aclrtSynchronizeDevice):
        error = failure_of(wait)
        assert (error.status, error.message_id) == (STREAM_TIMEOUT, "ACL-SCHED-005")
    assert status_of(lambda: acl.aclrtSynchronizeEvent(one)) == TIMEOUT
    assert status_of(lambda: acl.aclrtSynchronizeEventWithTimeout(two, 10)) == TIMEOUT
    assert status_of(lambda: acl.aclrtDestroyStream(world.a)) == STREAM_TIMEOUT
    acl.aclrtDestroyStreamForce(world.a)
    assert failure_of(lambda: acl.aclrtSynchronizeStream(world.b)).message_id == "ACL-SCHED-003"


def test_a_dropped_record_leaves_the_event_unrecorded_and_waiters_blocked() -> None:
    world, event = started(), ex()
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtStreamWaitEvent(world.b, event)
    acl.aclrtStreamAbort(world.a)
    acl.aclrtSynchronizeEvent(event)
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.b))
    assert (error.status, error.message_id) == (STREAM_TIMEOUT, "ACL-SCHED-004")
    acl.aclrtStreamAbort(world.b)
    acl.aclrtSynchronizeStream(world.b)


def fault() -> None:
    raise RtDeviceFault("ACL-STREAM-001", function="a kernel", parameter="x")


@pytest.mark.parametrize("make", [plain, flagged, ex], ids=["plain", "sync", "ex"])
@pytest.mark.parametrize("schedule", ["deferred", "seeded:1", "seeded:2", "threaded"])
def test_a_failure_reaches_the_streams_that_wait_for_what_failed(make: Callable[[], Any], schedule: str) -> None:
    world, event = started(schedule=schedule), make()
    launch(world.a, fault, name="aclnnBroken")
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtStreamWaitEvent(world.b, event)
    ran = order_of(world, "b1")
    for wait in (
        lambda: acl.aclrtSynchronizeEvent(event),
        lambda: acl.aclrtSynchronizeStream(world.b),
        lambda: acl.aclrtSynchronizeStream(world.a),
    ):
        error = failure_of(wait)
        assert error.status == 507035
        assert "aclnnBroken" in str(error)
    assert ran == []
    assert acl.aclrtQueryEventStatus(event) == RECORDED_COMPLETE
    acl.aclrtSynchronizeDevice()
    acl.aclrtRecordEvent(event, world.c)
    acl.aclrtStreamWaitEvent(world.b, event)
    acl.aclrtSynchronizeStream(world.b)


def test_a_reset_event_has_forgotten_the_failure() -> None:
    world, event = started(), flagged()
    launch(world.a, fault)
    acl.aclrtRecordEvent(event, world.a)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.a)) == 507035
    acl.aclrtResetEvent(event, world.b)
    acl.aclrtStreamWaitEvent(world.b, event)
    acl.aclrtRecordEvent(event, world.c)
    acl.aclrtSynchronizeStream(world.b)


def test_a_destroyed_event_still_works_in_queued_tasks() -> None:
    world, event = started(), ex()
    ran = order_of(world, "a1")
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtStreamWaitEvent(world.b, event)
    acl.aclrtDestroyEvent(event)
    launch(world.b, lambda: ran.append("b1"))
    acl.aclrtSynchronizeStream(world.b)
    assert ran == ["a1", "b1"]


def test_events_work_across_devices() -> None:
    world, event = started(), ex()
    ran = order_of(world, "a1")
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtSetDevice(1)
    stream = acl.aclrtCreateStream()
    acl.aclrtStreamWaitEvent(stream, event)
    launch(stream, lambda: ran.append("other device"))
    acl.aclrtSynchronizeDevice()
    assert ran == ["a1", "other device"]


def test_event_ids_run_out() -> None:
    started(soc="Ascend310P")
    assert acl.aclrtGetEventAvailNum() == 1023
    events = [flagged() for _ in range(1023)]
    assert acl.aclrtGetEventAvailNum() == 0
    assert status_of(flagged) == NO_EVENT
    assert status_of(lambda: acl.aclrtRecordEvent(plain(), None)) == NO_EVENT
    acl.aclrtRecordEvent(ex(TIME_LINE), None)  # needs no id
    acl.aclrtDestroyEvent(events[5])
    assert acl.aclrtGetEventId(flagged()) == 5


def test_5_elapsed_time_on_950_is_unsigned() -> None:
    world, start, end = started(soc="Ascend950"), plain(), plain()
    acl.aclrtRecordEvent(start, world.a)
    launch(world.a)
    acl.aclrtRecordEvent(end, world.a)
    acl.aclrtSynchronizeStream(world.a)
    assert acl.aclrtEventElapsedTime(start, end) > 0
    assert acl.aclrtEventElapsedTime(end, start) > 1e12
