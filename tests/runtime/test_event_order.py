"""Events at work: what waits for what, what a failure or a reset does, and the time line (facts, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from acl_calls import acl, failure_of, launch, started, status_of

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.runtime.task import MemoryRange, TaskKind, Work

NO_EVENT, TASK_TIMEOUT, STREAM_TIMEOUT, TIMEOUT = 207007, 107020, 507046, 507047
SYNC, TIME_LINE = 1, 8
COMPLETE, NOT_READY = 0, 1  # of aclrtQueryEventWaitStatus and aclrtStreamQuery
RECORDED_NOT_READY, RECORDED_COMPLETE = 0, 1  # of aclrtQueryEventStatus: the other way round


def plain() -> Any:
    return acl.aclrtCreateEvent()


def flagged(flag: int = SYNC) -> Any:
    return acl.aclrtCreateEventWithFlag(flag)


def ex(flag: int = SYNC) -> Any:
    return acl.aclrtCreateEventExWithFlag(flag)


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


@pytest.mark.trips("ACL-SYNC-107")
def test_5_wait_timeouts_fail_the_stream_at_the_next_synchronisation() -> None:
    world, event = started(), flagged()
    acl.aclrtSetOpWaitTimeout(2)
    acl.aclrtStreamWaitEvent(world.a, event)
    ran = order_of(world, "a1")
    assert acl.aclrtStreamQuery(world.a) == NOT_READY  # asking lets no time pass
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert (error.status, ran) == (TASK_TIMEOUT, ["a1"])
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
        Work(
            kind=TaskKind.MEMCPY,
            name="copy",
            reads=(MemoryRange(0, nbytes),),
            writes=(MemoryRange(0, nbytes),),
        )
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
    launch(world.a)  # queued at 3, runs 5 to 7
    acl.aclrtRecordEvent(clock[0], world.a)  # queued at 4, executed at 7
    acl.aclrtStreamWaitEvent(world.b, clock[0])  # queued at 5, over at 7
    acl.aclrtRecordEvent(clock[1], world.b)
    launch(world.c)  # queued at 7, runs 7 to 9
    acl.aclrtRecordEvent(clock[2], world.c)
    acl.aclrtSynchronizeStream(world.c)  # the host goes on at 9
    acl.aclrtRecordEvent(clock[3], world.a)  # queued at 10
    acl.aclrtSynchronizeDevice()
    assert [acl.aclrtEventGetTimestamp(event) for event in clock] == [7, 7, 9, 10]
    assert acl.aclrtEventElapsedTime(clock[0], clock[3]) == pytest.approx(0.003)


@pytest.mark.trips("ACL-LIFE-105")
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


@pytest.mark.trips("ACL-SYNC-109")
@pytest.mark.parametrize("make", [plain, flagged, ex], ids=["plain", "sync", "ex"])
@pytest.mark.parametrize("schedule", ["deferred", "seeded:1", "seeded:2", "threaded"])
def test_a_failure_does_not_hold_back_the_record_behind_it(make: Callable[[], Any], schedule: str) -> None:
    world, event = started(schedule=schedule), make()
    launch(world.a, fault, name="aclnnBroken")
    acl.aclrtRecordEvent(event, world.a)
    acl.aclrtStreamWaitEvent(world.b, event)
    ran = order_of(world, "b1")
    acl.aclrtSynchronizeEvent(event)
    acl.aclrtSynchronizeStream(world.b)
    assert ran == ["b1"]
    assert "aclnnBroken" in str(failure_of(lambda: acl.aclrtSynchronizeStream(world.a)))


@pytest.mark.trips("ACL-SYNC-109")
@pytest.mark.parametrize("make", [plain, flagged, ex], ids=["plain", "sync", "ex"])
def test_a_stopping_failure_reaches_the_streams_that_wait_for_what_failed(make: Callable[[], Any]) -> None:
    world, event = started(), make()
    acl.aclrtSetStreamFailureMode(world.a, 1)
    launch(world.b, lambda: None)
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


@pytest.mark.trips("ACL-SYNC-109")
def test_a_reset_event_has_forgotten_the_failure() -> None:
    world, event = started(), flagged()
    primary = acl.aclrtGetCurrentContext()
    acl.aclrtCreateContext(0)
    stopping = acl.aclrtCreateStream()
    acl.aclrtSetStreamFailureMode(stopping, 1)
    launch(stopping, fault)
    acl.aclrtRecordEvent(event, stopping)
    assert status_of(lambda: acl.aclrtSynchronizeStream(stopping)) == 507035
    acl.aclrtSetCurrentContext(primary)
    acl.aclrtResetEvent(event, world.b)
    acl.aclrtStreamWaitEvent(world.b, event)
    acl.aclrtRecordEvent(event, world.c)
    acl.aclrtSynchronizeStream(world.b)


@pytest.mark.parametrize("schedule", ["deferred", "seeded:1", "threaded"])
def test_a_record_on_a_persistent_stream_never_comes(schedule: str) -> None:
    world, event = started(schedule=schedule), ex()
    acl.aclrtRecordEvent(event, acl.aclrtCreateStreamWithConfig(0, 4))
    error = failure_of(lambda: acl.aclrtSynchronizeEvent(event))
    assert (error.status, error.message_id) == (TIMEOUT, "ACL-SCHED-011")
    assert acl.aclrtQueryEventStatus(event) == RECORDED_NOT_READY
    if schedule != "threaded":  # there a wait between streams may last for ever
        acl.aclrtStreamWaitEvent(world.a, event)
        assert status_of(lambda: acl.aclrtSynchronizeStream(world.a)) == STREAM_TIMEOUT


@pytest.mark.trips("ACL-LIFE-106")
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


@pytest.mark.trips("ACL-SYNC-109")
@pytest.mark.parametrize(
    ("make", "refused"),
    [
        (make, refused)
        for make in (plain, flagged, ex)
        for refused in ("record", "wait", "reset")
        if (make, refused) != (ex, "reset")  # an Ex event has none
    ],
)
def test_what_a_stopped_context_refuses_leaves_the_event_as_it_was(
    make: Callable[[], Any], refused: str
) -> None:
    world, event = started(), make()
    acl.aclrtSetStreamFailureMode(world.a, 1)
    acl.aclrtRecordEvent(event, world.b)
    acl.aclrtSynchronizeStream(world.b)
    launch(world.a, fault)
    failure = status_of(lambda: acl.aclrtSynchronizeStream(world.a))
    calls = {
        "record": lambda: acl.aclrtRecordEvent(event, world.b),
        "wait": lambda: acl.aclrtStreamWaitEvent(world.b, event),
        "reset": lambda: acl.aclrtResetEvent(event, world.b),
    }
    assert status_of(calls[refused]) == failure != 0
    assert acl.aclrtQueryEventStatus(event) == RECORDED_COMPLETE
    assert (event.records, event.waits, event.was_reset) == ([], set(), False)
    acl.aclrtSynchronizeEvent(event)
