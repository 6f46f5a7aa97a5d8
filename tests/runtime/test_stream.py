"""Streams: what each function checks, in which order (facts, section 4), and what it does."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from acl_calls import acl, failure_of, launch, started, status_of

from aclnn_emu.abi.enums import aclrtStreamStatus
from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.runtime.machine import configure, machine, reset

OK, NULL, INVALID, NO_CONTEXT, OTHER_CONTEXT, HANDLE = 0, 100000, 107000, 107002, 107003, 107017
UNSUPPORTED, NO_STREAM = 207000, 207008


@attrs.frozen
class Case:
    """A call and its status; `setup` gives a prepared world to it."""

    id: str
    call: Callable[[SimpleNamespace], Any]
    status: int
    settings: dict[str, Any] = attrs.field(factory=dict)


def dead(world: SimpleNamespace) -> Any:
    acl.aclrtDestroyStream(world.a)
    return world.a


def foreign(world: SimpleNamespace) -> Any:
    """A stream of a context that is not current."""
    acl.aclrtCreateContext(0)
    return world.a


def without_context(world: SimpleNamespace) -> Any:
    acl.aclrtDestroyContext(acl.aclrtCreateContext(0))
    return world.a


def event_handle() -> int:
    return acl.aclrtCreateEvent().handle


CASES = (
    Case("4-null-stream-synchronises-default", lambda w: acl.aclrtSynchronizeStream(None), OK),
    Case("4-zero-handle-synchronises-default", lambda w: acl.aclrtSynchronizeStream(0), OK),
    Case("4-handle-number-stands-for-the-stream", lambda w: acl.aclrtSynchronizeStream(w.a.handle), OK),
    Case("4-null-stream-query", lambda w: acl.aclrtStreamQuery(None), OK),
    Case(
        "4-null-stream-without-context",
        lambda w: (without_context(w), acl.aclrtSynchronizeStream(None)),
        NO_CONTEXT,
    ),
    Case(
        "4-null-stream-query-without-context",
        lambda w: (without_context(w), acl.aclrtStreamQuery(0)),
        NO_CONTEXT,
    ),
    Case("4-create", lambda w: acl.aclrtCreateStream(), OK),
    Case("4-create-without-context", lambda w: (without_context(w), acl.aclrtCreateStream()), NO_CONTEXT),
    Case("4-config", lambda w: acl.aclrtCreateStreamWithConfig(0, 3), OK),
    Case("4-config-priority-out-of-range", lambda w: acl.aclrtCreateStreamWithConfig(99, 0), OK),
    Case("4-config-unknown-flag-bits", lambda w: acl.aclrtCreateStreamWithConfig(0, 0xFFFF_FF00), OK),
    Case(
        "4-config-without-context",
        lambda w: (without_context(w), acl.aclrtCreateStreamWithConfig(0, 0)),
        NO_CONTEXT,
    ),
    Case("4-config-device-use-only", lambda w: acl.aclrtCreateStreamWithConfig(0, 0x20), OK),
    Case("4-config-device-use-only-combined", lambda w: acl.aclrtCreateStreamWithConfig(0, 0x21), INVALID),
    Case(
        "4-config-device-use-only-310b",
        lambda w: acl.aclrtCreateStreamWithConfig(0, 0x20),
        UNSUPPORTED,
        {"soc": "Ascend310B"},
    ),
    Case(
        "4-config-huge-310p",
        lambda w: acl.aclrtCreateStreamWithConfig(0, 0x8),
        UNSUPPORTED,
        {"soc": "Ascend310P"},
    ),
    Case("4-config-huge-910b", lambda w: acl.aclrtCreateStreamWithConfig(0, 0x8), OK),
    Case("4-destroy", lambda w: acl.aclrtDestroyStream(w.a), OK),
    Case("4-destroy-null", lambda w: acl.aclrtDestroyStream(None), NULL),
    Case("4-destroy-null-before-context", lambda w: (without_context(w), acl.aclrtDestroyStream(0)), NULL),
    Case("4-destroy-destroyed", lambda w: acl.aclrtDestroyStream(dead(w)), HANDLE),
    Case("4-destroy-event", lambda w: acl.aclrtDestroyStream(event_handle()), HANDLE),
    Case("4-destroy-other-context", lambda w: acl.aclrtDestroyStream(foreign(w)), OTHER_CONTEXT),
    Case("4-destroy-without-context", lambda w: acl.aclrtDestroyStream(without_context(w)), NO_CONTEXT),
    Case("4-destroy-default", lambda w: acl.aclrtDestroyStream(w.default), INVALID),
    Case("4-destroy-force", lambda w: acl.aclrtDestroyStreamForce(w.a), OK),
    Case("4-destroy-force-null", lambda w: acl.aclrtDestroyStreamForce(0), NULL),
    Case("4-destroy-force-destroyed", lambda w: acl.aclrtDestroyStreamForce(dead(w)), HANDLE),
    Case("4-destroy-force-other-context", lambda w: acl.aclrtDestroyStreamForce(foreign(w)), OTHER_CONTEXT),
    Case("4-synchronise-destroyed", lambda w: acl.aclrtSynchronizeStream(dead(w)), HANDLE),
    Case("4-synchronise-event", lambda w: acl.aclrtSynchronizeStream(event_handle()), HANDLE),
    Case("4-synchronise-other-context", lambda w: acl.aclrtSynchronizeStream(foreign(w)), OK),
    Case("4-timeout", lambda w: acl.aclrtSynchronizeStreamWithTimeout(w.a, 1), OK),
    Case("4-timeout-minus-1", lambda w: acl.aclrtSynchronizeStreamWithTimeout(w.a, -1), OK),
    Case("4-timeout-0", lambda w: acl.aclrtSynchronizeStreamWithTimeout(w.a, 0), INVALID),
    Case("4-timeout-below-minus-1", lambda w: acl.aclrtSynchronizeStreamWithTimeout(w.a, -2), INVALID),
    Case(
        "4-timeout-below-minus-1-before-handle",
        lambda w: acl.aclrtSynchronizeStreamWithTimeout(dead(w), -2),
        INVALID,
    ),
    Case("4-handle-before-timeout-0", lambda w: acl.aclrtSynchronizeStreamWithTimeout(dead(w), 0), HANDLE),
    Case(
        "4-timeout-0-before-context",
        lambda w: acl.aclrtSynchronizeStreamWithTimeout(without_context(w), 0),
        INVALID,
    ),
    Case("4-query-destroyed", lambda w: acl.aclrtStreamQuery(dead(w)), HANDLE),
    Case("4-query-other-context", lambda w: acl.aclrtStreamQuery(foreign(w)), OK),
    Case("4-failure-mode", lambda w: acl.aclrtSetStreamFailureMode(w.a, 1), OK),
    Case("4-failure-mode-null", lambda w: acl.aclrtSetStreamFailureMode(None, 1), OK),
    Case("4-failure-mode-destroyed", lambda w: acl.aclrtSetStreamFailureMode(dead(w), 1), HANDLE),
    Case(
        "4-failure-mode-other-context", lambda w: acl.aclrtSetStreamFailureMode(foreign(w), 1), OTHER_CONTEXT
    ),
    Case(
        "4-failure-mode-back",
        lambda w: [acl.aclrtSetStreamFailureMode(w.a, mode) for mode in (0, 1, 1, 0)],
        207000,
    ),
    Case("4-abort", lambda w: acl.aclrtStreamAbort(w.a), OK),
    Case("4-abort-null", lambda w: acl.aclrtStreamAbort(None), OK),
    Case("4-abort-destroyed", lambda w: acl.aclrtStreamAbort(dead(w)), HANDLE),
    Case("4-abort-other-context", lambda w: acl.aclrtStreamAbort(foreign(w)), OTHER_CONTEXT),
    Case("4-abort-null-without-context", lambda w: (without_context(w), acl.aclrtStreamAbort(None)), INVALID),
    Case("4-get-id-destroyed", lambda w: acl.aclrtStreamGetId(dead(w)), HANDLE),
    Case("4-get-id-needs-no-context", lambda w: acl.aclrtStreamGetId(without_context(w)), OK),
    Case(
        "4-get-id-null-without-context", lambda w: (without_context(w), acl.aclrtStreamGetId(0)), NO_CONTEXT
    ),
    Case(
        "4-get-priority-without-context", lambda w: acl.aclrtStreamGetPriority(without_context(w)), NO_CONTEXT
    ),
    Case("4-get-flags-destroyed", lambda w: acl.aclrtStreamGetFlags(dead(w)), HANDLE),
    Case("4-available-number", lambda w: acl.aclrtGetStreamAvailableNum(), OK),
    Case(
        "4-available-number-910",
        lambda w: acl.aclrtGetStreamAvailableNum(),
        UNSUPPORTED,
        {"soc": "Ascend910"},
    ),
    Case(
        "4-available-number-without-context",
        lambda w: (without_context(w), acl.aclrtGetStreamAvailableNum()),
        NO_CONTEXT,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_status(case: Case) -> None:
    world = started(**case.settings)
    assert status_of(lambda: case.call(world)) == case.status


@pytest.mark.parametrize(
    ("soc", "limit"),
    [
        ("Ascend950", 1984),
        ("Ascend910_93", 1984),
        ("Ascend910B", 1984),
        ("Ascend910", 2048),
        ("Ascend310P", 1024),
        ("Ascend310B", 512),
    ],
)
def test_4_number_of_streams(soc: str, limit: int) -> None:
    reset()
    configure(soc=soc)
    acl.aclrtSetDevice(0)  # brings the default stream
    streams = [acl.aclrtCreateStream() for _ in range(limit - 1)]
    assert status_of(acl.aclrtCreateStream) == NO_STREAM
    acl.aclrtDestroyStream(streams[7])
    assert acl.aclrtStreamGetId(acl.aclrtCreateStream()) == 8
    assert status_of(acl.aclrtCreateStream) == NO_STREAM


def test_4_priority_is_clamped_and_flags_are_kept() -> None:
    started()
    assert acl.aclrtStreamGetPriority(None) == 0
    for given, kept in ((0, 0), (5, 5), (7, 7), (8, 7), (0xFFFF_FFFF, 0)):
        assert acl.aclrtStreamGetPriority(acl.aclrtCreateStreamWithConfig(given, 0)) == kept
    assert acl.aclrtStreamGetFlags(acl.aclrtCreateStreamWithConfig(0, 0x103)) == 3


def test_4_available_number_counts_down() -> None:
    started()
    assert acl.aclrtGetStreamAvailableNum() == 1984 - 4
    stream = acl.aclrtCreateStream()
    assert acl.aclrtGetStreamAvailableNum() == 1984 - 5
    acl.aclrtDestroyStream(stream)
    assert acl.aclrtGetStreamAvailableNum() == 1984 - 4


@pytest.mark.trips("ACL-LIFE-105")
def test_4_destroy_waits_for_queued_work_and_force_drops_it() -> None:
    world, done = started(), []
    launch(world.a, lambda: done.append("a"))
    launch(world.b, lambda: done.append("b"))
    acl.aclrtDestroyStream(world.a)
    acl.aclrtDestroyStreamForce(world.b)
    assert done == ["a"]


@pytest.mark.parametrize("flag", [0x4, 0x10, 0x20])
def test_4_device_side_streams_are_never_waited_for(flag: int) -> None:
    started()
    done: list[int] = []
    stream = acl.aclrtCreateStreamWithConfig(0, flag)
    launch(stream, lambda: done.append(1))
    acl.aclrtSynchronizeStream(stream)
    acl.aclrtSynchronizeDevice()
    assert acl.aclrtStreamQuery(stream) == aclrtStreamStatus.ACL_STREAM_STATUS_COMPLETE
    without_context(SimpleNamespace(a=stream))
    acl.aclrtSynchronizeStream(stream)  # not even a context is needed
    assert done == []


def test_4_query_says_not_ready_with_status_0_and_lets_the_device_go_on() -> None:
    world, done = started(), []
    for number in range(3):
        launch(world.a, lambda number=number: done.append(number))
    seen = []
    while acl.aclrtStreamQuery(world.a) == aclrtStreamStatus.ACL_STREAM_STATUS_NOT_READY:
        seen.append(list(done))
    assert seen == [[0], [0, 1], [0, 1, 2]]


def test_a_read_before_the_synchronise_is_stale() -> None:
    world, memory = started(), [0]
    launch(world.a, lambda: memory.append(1))
    assert memory == [0]
    acl.aclrtSynchronizeStream(world.a)
    assert memory == [0, 1]


def fault() -> None:
    raise RtDeviceFault("ACL-STREAM-001", function="a kernel", parameter="x")


@pytest.mark.trips("ACL-SYNC-109")
def test_work_behind_a_failed_task_goes_on_and_the_next_wait_reports_it_once() -> None:
    world, done = started(), []
    launch(world.a, fault, name="aclnnBroken")
    launch(world.a, lambda: done.append("behind"))
    launch(world.a, fault, name="aclnnSecond")
    launch(world.b, lambda: done.append("other stream"))
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert (error.status, done) == (507035, ["behind"])
    assert "aclnnBroken" in str(error)
    assert "ACL-STREAM-001" in str(error)
    acl.aclrtSynchronizeDevice()
    assert done == ["behind", "other stream"]


@pytest.mark.trips("ACL-SYNC-109")
def test_a_failure_that_a_query_ran_into_waits_for_the_next_wait() -> None:
    world, done = started(), []
    launch(world.a, fault)
    acl.aclrtStreamQuery(world.a)  # the device runs into it
    assert world.a.error is not None
    launch(world.a, lambda: done.append("late"))
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.a)) == 507035
    assert done == ["late"]


@pytest.mark.trips("ACL-SYNC-109")
def test_stop_on_failure_ends_the_work_of_the_context() -> None:
    world, done = started(), []
    acl.aclrtSetStreamFailureMode(world.a, 1)
    launch(world.b, fault, name="aclnnBroken")
    launch(world.b, lambda: done.append("behind"))
    launch(world.a, lambda: done.append("queued before"))
    for wait in (
        lambda: acl.aclrtSynchronizeStream(world.b),
        lambda: acl.aclrtSynchronizeStream(world.a),
        acl.aclrtSynchronizeDevice,
        lambda: launch(world.c),
    ):
        error = failure_of(wait)
        assert error.status == 507035
        assert "aclnnBroken" in str(error)
    assert done == []
    acl.aclrtCreateContext(0)  # another context works
    stream = acl.aclrtCreateStream()
    launch(stream, lambda: done.append("elsewhere"))
    acl.aclrtSynchronizeStream(stream)
    assert done == ["elsewhere"]


@pytest.mark.trips("ACL-SYNC-109")
def test_the_device_reports_one_failed_stream_after_the_other() -> None:
    world = started()
    launch(world.b, fault, name="aclnnB")
    launch(world.c, fault, name="aclnnC")
    assert "aclnnB" in str(failure_of(acl.aclrtSynchronizeDevice))
    assert "aclnnC" in str(failure_of(acl.aclrtSynchronizeDevice))
    acl.aclrtSynchronizeDevice()


@pytest.mark.trips("ACL-SYNC-109")
def test_destroy_reports_a_failure_and_destroys_all_the_same() -> None:
    world = started()
    launch(world.a, fault)
    assert status_of(lambda: acl.aclrtDestroyStream(world.a)) == 507035
    assert status_of(lambda: acl.aclrtDestroyStream(world.a)) == HANDLE


@pytest.mark.trips("ACL-SYNC-109")
def test_an_error_that_is_no_emulator_error_becomes_an_inner_one() -> None:
    world = started()
    launch(world.a, lambda: 1 // 0)
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert error.status == 507000
    assert "ZeroDivisionError" in str(error)


@pytest.mark.trips("ACL-SYNC-109")
def test_an_interrupt_fails_the_task_and_goes_on() -> None:
    world = started()

    def interrupt() -> None:
        raise KeyboardInterrupt

    launch(world.a, interrupt)
    with pytest.raises(KeyboardInterrupt):
        acl.aclrtSynchronizeStream(world.a)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.a)) == 507000
    acl.aclrtSynchronizeStream(world.a)


def test_abort_drops_the_queue_and_the_stream_works_again() -> None:
    world, done = started(), []
    launch(world.a, fault)
    launch(world.a, lambda: done.append("dropped"))
    acl.aclrtStreamAbort(world.a)
    acl.aclrtSynchronizeStream(world.a)
    launch(world.a, lambda: done.append("kept"))
    acl.aclrtSynchronizeStream(world.a)
    assert done == ["kept"]


@pytest.mark.trips("ACL-SYNC-109")
def test_launch_blocking_waits_for_each_launch() -> None:
    world, done = started(launch_blocking=True), []
    launch(world.a, lambda: done.append(1))
    assert done == [1]
    assert status_of(lambda: launch(world.a, fault)) == 507035
    event = acl.aclrtCreateEventWithFlag(1)
    acl.aclrtStreamWaitEvent(world.a, event)  # a mark is not waited for
    launch(world.b, lambda: acl)
    acl.aclrtRecordEvent(event, world.b)
    acl.aclrtSynchronizeStream(world.a)


def test_work_for_a_destroyed_stream_is_refused() -> None:
    world = started()
    acl.aclrtDestroyStream(world.a)
    assert failure_of(lambda: launch(world.a)).message_id == "ACL-STREAM-011"


def test_the_ends_of_host_waits_are_observed() -> None:
    world, seen = started(), []

    class Listener:
        def notify(self, event: str, fields: Any) -> None:
            if event == "synchronize":
                seen.append((fields["object"], fields["function"]))

    event = acl.aclrtCreateEvent()
    acl.aclrtRecordEvent(event, world.a)
    machine().listen(Listener())
    acl.aclrtSynchronizeEvent(event)
    acl.aclrtSynchronizeStreamWithTimeout(world.a, 1)
    acl.aclrtSynchronizeDevice()
    assert seen == [
        (event, "aclrtSynchronizeEvent"),
        (world.a, "aclrtSynchronizeStreamWithTimeout"),
        (world.a.device, "aclrtSynchronizeDevice"),
    ]


def test_stream_ids_are_per_device_and_reused() -> None:
    world = started()
    assert [acl.aclrtStreamGetId(stream) for stream in (None, world.a, world.b, world.c)] == [0, 1, 2, 3]
    acl.aclrtDestroyStream(world.b)
    assert acl.aclrtStreamGetId(acl.aclrtCreateStream()) == 2
    acl.aclrtSetDevice(1)
    assert acl.aclrtStreamGetId(None) == 0


def test_creation_and_destruction_are_observed() -> None:
    started()
    seen: list[tuple[str, object]] = []

    class Listener:
        def notify(self, event: str, fields: Any) -> None:
            if event in ("create", "destroy"):
                seen.append((event, fields["object"]))

    machine().listen(Listener())
    stream = acl.aclrtCreateStream()
    acl.aclrtDestroyStream(stream)
    assert seen == [("create", stream), ("destroy", stream)]
