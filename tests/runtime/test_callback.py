"""Callbacks and host functions: checks in order (facts, section 8), and who runs what, when, and where."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from acl_calls import acl, failure_of, launch, started, status_of

from aclnn_emu.abi.enums import aclrtStreamStatus
from aclnn_emu.plan.engine.workers import share
from aclnn_emu.runtime.machine import machine

OK, NULL, INVALID, NO_CONTEXT, OTHER_CONTEXT, HANDLE = 0, 100000, 107000, 107002, 107003, 107017
STREAM, THREAD, NO_CALLBACK, NOTHING, INNER, TIMEOUT = 107011, 107012, 107015, 507012, 507000, 507046
NO_BLOCK, BLOCK = 0, 1
ME = threading.get_ident
SCHEDULES = ["deferred", "seeded:1", "seeded:2", "threaded"]


@attrs.frozen
class Case:
    """A call and its status; `setup` comes before it."""

    id: str
    call: Callable[[SimpleNamespace], Any]
    status: int
    setup: Callable[[SimpleNamespace], Any] = lambda world: None


def subscribed(world: SimpleNamespace) -> None:
    acl.aclrtSubscribeReport(ME(), world.a)


def with_host_function(world: SimpleNamespace) -> None:
    acl.aclrtLaunchHostFunc(world.a, print, "")


def destroyed(world: SimpleNamespace) -> None:
    acl.aclrtDestroyStream(world.a)


def in_other_context(world: SimpleNamespace) -> None:
    subscribed(world)
    acl.aclrtCreateContext(0)


def in_no_context(world: SimpleNamespace) -> None:
    acl.aclrtDestroyContext(acl.aclrtCreateContext(0))


def other_device(world: SimpleNamespace) -> None:
    subscribed(world)
    acl.aclrtSetDevice(1)
    world.far = acl.aclrtCreateStream()


CASES = (
    Case("8-subscribe", lambda w: acl.aclrtSubscribeReport(ME(), w.a), OK),
    Case("8-subscribe-default", lambda w: acl.aclrtSubscribeReport(ME(), None), OK),
    Case("8-subscribe-second-stream", lambda w: acl.aclrtSubscribeReport(ME(), w.b), OK, subscribed),
    Case("8-subscribe-again", lambda w: acl.aclrtSubscribeReport(ME(), w.a), STREAM, subscribed),
    Case("8-subscribe-other-thread", lambda w: acl.aclrtSubscribeReport(ME() + 1, w.a), STREAM, subscribed),
    Case("8-subscribe-other-device", lambda w: acl.aclrtSubscribeReport(ME(), w.far), THREAD, other_device),
    Case(
        "8-subscribe-without-context",
        lambda w: acl.aclrtSubscribeReport(ME(), None),
        NO_CONTEXT,
        in_no_context,
    ),
    Case("8-subscribe-destroyed", lambda w: acl.aclrtSubscribeReport(ME(), w.a), HANDLE, destroyed),
    Case(
        "8-subscribe-host-functions",
        lambda w: acl.aclrtSubscribeReport(ME(), w.a),
        STREAM,
        with_host_function,
    ),
    Case(
        "8-subscribe-host-functions-before-context",
        lambda w: acl.aclrtSubscribeReport(ME(), w.a),
        STREAM,
        lambda w: (with_host_function(w), in_no_context(w)),
    ),
    Case("8-launch", lambda w: acl.aclrtLaunchCallback(print, "", BLOCK, w.a), OK, subscribed),
    Case("8-launch-no-block", lambda w: acl.aclrtLaunchCallback(print, "", NO_BLOCK, w.a), OK, subscribed),
    Case("8-launch-block-type-2", lambda w: acl.aclrtLaunchCallback(print, "", 2, w.a), NULL, subscribed),
    Case("8-launch-block-type-first", lambda w: acl.aclrtLaunchCallback(None, "", 2, w.a), NULL, destroyed),
    Case(
        "8-launch-null-function", lambda w: acl.aclrtLaunchCallback(None, "", BLOCK, w.a), INVALID, subscribed
    ),
    Case(
        "8-launch-handle-before-function",
        lambda w: acl.aclrtLaunchCallback(0, "", BLOCK, w.a),
        HANDLE,
        destroyed,
    ),
    Case(
        "8-launch-function-before-context",
        lambda w: acl.aclrtLaunchCallback(0, "", 1, None),
        INVALID,
        in_no_context,
    ),
    Case("8-launch-not-subscribed", lambda w: acl.aclrtLaunchCallback(print, "", BLOCK, w.a), NO_CALLBACK),
    Case(
        "8-launch-default-not-subscribed",
        lambda w: acl.aclrtLaunchCallback(print, "", BLOCK, None),
        NO_CALLBACK,
    ),
    Case(
        "8-launch-other-context",
        lambda w: acl.aclrtLaunchCallback(print, "", BLOCK, w.a),
        OTHER_CONTEXT,
        in_other_context,
    ),
    Case(
        "8-launch-without-context",
        lambda w: acl.aclrtLaunchCallback(print, "", 1, w.a),
        NO_CONTEXT,
        in_no_context,
    ),
    Case(
        "8-launch-on-host-function-stream",
        lambda w: acl.aclrtLaunchCallback(print, "", BLOCK, w.a),
        STREAM,
        with_host_function,
    ),
    Case("8-process-timeout-0", lambda w: acl.aclrtProcessReport(0), NULL),
    Case("8-process-timeout-minus-2", lambda w: acl.aclrtProcessReport(-2), NULL, subscribed),
    Case("8-process-not-subscribed", lambda w: acl.aclrtProcessReport(1), THREAD),
    Case("8-process-nothing-arrived", lambda w: acl.aclrtProcessReport(1), NOTHING, subscribed),
    Case("8-unsubscribe", lambda w: acl.aclrtUnSubscribeReport(ME(), w.a), OK, subscribed),
    Case("8-unsubscribe-never", lambda w: acl.aclrtUnSubscribeReport(ME(), w.a), STREAM),
    Case(
        "8-unsubscribe-other-thread", lambda w: acl.aclrtUnSubscribeReport(ME() + 1, w.a), THREAD, subscribed
    ),
    Case("8-unsubscribe-destroyed", lambda w: acl.aclrtUnSubscribeReport(ME(), w.a), HANDLE, destroyed),
    Case(
        "8-unsubscribe-host-functions",
        lambda w: acl.aclrtUnSubscribeReport(ME(), w.a),
        STREAM,
        with_host_function,
    ),
    Case("8-host-function", lambda w: acl.aclrtLaunchHostFunc(w.a, print, ""), OK),
    Case("8-host-function-default", lambda w: acl.aclrtLaunchHostFunc(None, print, ""), OK),
    Case("8-host-function-null", lambda w: acl.aclrtLaunchHostFunc(w.a, None, ""), INVALID),
    Case("8-host-function-subscribed", lambda w: acl.aclrtLaunchHostFunc(w.a, print, ""), STREAM, subscribed),
    Case("8-host-function-destroyed", lambda w: acl.aclrtLaunchHostFunc(w.a, None, ""), HANDLE, destroyed),
    Case(
        "8-host-function-subscription-before-context",
        lambda w: acl.aclrtLaunchHostFunc(w.a, print, ""),
        STREAM,
        in_other_context,
    ),
    Case(
        "8-host-function-without-context",
        lambda w: acl.aclrtLaunchHostFunc(w.a, print, ""),
        NO_CONTEXT,
        in_no_context,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_status(case: Case) -> None:
    world = started()
    case.setup(world)
    assert status_of(lambda: case.call(world)) == case.status


@contextmanager
def reporting(streams: list[Any]) -> Iterator[SimpleNamespace]:
    """A thread that processes the streams' callbacks until the block ends."""
    info = SimpleNamespace(stop=False, statuses=[], ident=None)
    ready = threading.Event()

    def loop() -> None:
        info.ident = ME()
        ready.set()
        while not info.stop:
            info.statuses.append(status_of(lambda: acl.aclrtProcessReport(20)))

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        ready.wait()
        for stream in streams:
            acl.aclrtSubscribeReport(info.ident, stream)
        yield info
    finally:
        info.stop = True
        thread.join()


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_8_one_launch_is_one_call_on_the_subscribed_thread(schedule: str) -> None:
    world, calls = started(schedule=schedule), []
    with reporting([world.a, world.b]) as reporter:
        for number in range(5):
            launch(world.a, lambda number=number: calls.append(f"work {number}"))
            acl.aclrtLaunchCallback(lambda data: calls.append((data, ME())), number, BLOCK, world.a)
        acl.aclrtSynchronizeStream(world.a)
        expected: list[object] = []
        for number in range(5):
            expected += [f"work {number}", (number, reporter.ident)]
        assert calls == expected
        acl.aclrtUnSubscribeReport(reporter.ident, world.a)
        acl.aclrtUnSubscribeReport(reporter.ident, world.b)
    assert set(reporter.statuses) <= {OK, NOTHING, THREAD}


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_8_a_single_thread_processes_its_own_callbacks(schedule: str) -> None:
    world, ran = started(schedule=schedule), []
    acl.aclrtSubscribeReport(ME(), world.a)
    launch(world.a, lambda: ran.append("before"))
    acl.aclrtLaunchCallback(ran.append, "callback", BLOCK, world.a)
    launch(world.a, lambda: ran.append("after"))
    acl.aclrtProcessReport(1000)
    assert ran[:2] == ["before", "callback"]
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["before", "callback", "after"]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_8_block_holds_later_work_and_no_block_does_not(schedule: str) -> None:
    world, ran = started(schedule=schedule), []
    acl.aclrtSubscribeReport(ME(), world.a)
    acl.aclrtSubscribeReport(ME(), world.b)
    for stream, block, name in ((world.a, BLOCK, "a"), (world.b, NO_BLOCK, "b")):
        acl.aclrtLaunchCallback(ran.append, f"{name} callback", block, stream)
        launch(stream, lambda name=name: ran.append(f"{name} work"))
    acl.aclrtSynchronizeStream(world.b)
    assert ran == ["b work"]
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert (error.status, error.message_id) == (TIMEOUT, "ACL-SCHED-007")
    while len(ran) < 3:
        acl.aclrtProcessReport(1000)
    acl.aclrtSynchronizeStream(world.a)
    assert sorted(ran[1:3]) == ["a callback", "b callback"]
    assert ran[3:] == ["a work"]


def test_8_a_query_of_a_stream_that_a_callback_holds_is_not_ready() -> None:
    world = started()
    acl.aclrtSubscribeReport(ME(), world.a)
    acl.aclrtLaunchCallback(lambda data: data, None, BLOCK, world.a)
    for _ in range(3):
        assert acl.aclrtStreamQuery(world.a) == aclrtStreamStatus.ACL_STREAM_STATUS_NOT_READY
    acl.aclrtProcessReport(1)
    assert acl.aclrtStreamQuery(world.a) == aclrtStreamStatus.ACL_STREAM_STATUS_COMPLETE


def test_waiting_for_a_thread_that_does_not_live_is_an_error() -> None:
    world = started()
    thread = threading.Thread(target=lambda: None)
    thread.start()
    ident = thread.ident
    thread.join()
    acl.aclrtSubscribeReport(ident, world.a)
    acl.aclrtLaunchCallback(lambda data: data, None, BLOCK, world.a)
    assert failure_of(lambda: acl.aclrtSynchronizeStream(world.a)).message_id == "ACL-SCHED-008"


@pytest.mark.parametrize("schedule", ["deferred", "threaded"])
def test_a_waiter_hears_of_the_end_of_the_thread_it_waits_for(schedule: str) -> None:
    world, waiting = started(schedule=schedule), threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    acl.aclrtSubscribeReport(thread.ident, world.a)
    acl.aclrtLaunchCallback(lambda data: data, None, BLOCK, world.a)

    class WhenSomebodySleeps(threading.Condition):
        """Lets the thread end once the main thread has gone to sleep."""

        def wait(self, timeout: float | None = None) -> bool:
            if threading.current_thread() is threading.main_thread():
                waiting.set()
            return super().wait(timeout)

    machine().lock.__class__ = WhenSomebodySleeps
    assert failure_of(lambda: acl.aclrtSynchronizeStream(world.a)).message_id == "ACL-SCHED-008"
    thread.join()


def test_a_timed_wait_for_another_thread_ends_in_time() -> None:
    world, end = started(), threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    acl.aclrtSubscribeReport(thread.ident, world.a)
    acl.aclrtLaunchCallback(lambda data: data, None, BLOCK, world.a)
    error = failure_of(lambda: acl.aclrtSynchronizeStreamWithTimeout(world.a, 5))
    assert (error.status, error.message_id) == (TIMEOUT, "ACL-SCHED-009")
    end.set()
    thread.join()


def test_process_report_without_limit_ends_when_nobody_could_deliver() -> None:
    world = started()
    acl.aclrtSubscribeReport(ME(), world.a)
    assert status_of(lambda: acl.aclrtProcessReport(-1)) == NOTHING
    event = acl.aclrtCreateEventWithFlag(1)
    acl.aclrtStreamWaitEvent(world.a, event)
    acl.aclrtLaunchCallback(lambda data: data, None, BLOCK, world.a)
    assert status_of(lambda: acl.aclrtProcessReport(-1)) == NOTHING
    acl.aclrtRecordEvent(event, world.b)
    acl.aclrtProcessReport(-1)


def test_threads_that_help_with_large_tensors_are_nobody_who_could_deliver() -> None:
    world = started()
    acl.aclrtSubscribeReport(ME(), world.a)
    share(lambda: None, 2)  # they live on
    assert status_of(lambda: acl.aclrtProcessReport(-1)) == NOTHING


def test_process_report_ends_when_another_thread_ends_the_subscription() -> None:
    world, context, me = started(), acl.aclrtGetCurrentContext(), ME()
    acl.aclrtSubscribeReport(me, world.a)

    def unsubscribe() -> None:
        acl.aclrtSetCurrentContext(context)
        acl.aclrtUnSubscribeReport(me, world.a)
        end.wait()

    end = threading.Event()
    thread = threading.Thread(target=unsubscribe)
    thread.start()
    assert status_of(lambda: acl.aclrtProcessReport(-1)) in (NOTHING, THREAD)
    end.set()
    thread.join()


def test_process_report_is_woken_by_a_launch_of_another_thread() -> None:
    world, calls = started(), []
    context = acl.aclrtGetCurrentContext()
    acl.aclrtSubscribeReport(ME(), world.a)

    def launcher() -> None:
        acl.aclrtSetCurrentContext(context)
        acl.aclrtLaunchCallback(calls.append, "called", BLOCK, world.a)

    thread = threading.Thread(target=launcher)
    thread.start()
    while status_of(lambda: acl.aclrtProcessReport(1000)) == NOTHING:
        pass
    thread.join()
    assert calls == ["called"]


@pytest.mark.trips("ACL-SYNC-109")
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_what_a_callback_raises_is_the_error_of_process_report(schedule: str) -> None:
    world, ran = started(schedule=schedule), []
    acl.aclrtSubscribeReport(ME(), world.a)
    acl.aclrtLaunchCallback(lambda data: 1 // data, 0, NO_BLOCK, world.a)
    launch(world.a, lambda: ran.append("behind no block"))
    error = failure_of(lambda: acl.aclrtProcessReport(1000))
    assert error.status == INNER
    assert "ZeroDivisionError" in str(error)
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["behind no block"]
    acl.aclrtLaunchCallback(lambda data: 1 // data, 0, BLOCK, world.a)
    launch(world.a, lambda: ran.append("behind block"))
    assert status_of(lambda: acl.aclrtProcessReport(1000)) == INNER
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.a)) == INNER  # what is behind it needs it
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["behind no block", "behind block"]


@pytest.mark.trips("ACL-SYNC-109")
def test_an_interrupt_in_a_callback_releases_the_stream() -> None:
    world = started()
    acl.aclrtSubscribeReport(ME(), world.a)

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    acl.aclrtLaunchCallback(interrupt, None, BLOCK, world.a)
    with pytest.raises(KeyboardInterrupt):
        acl.aclrtProcessReport(1)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.a)) == INNER


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_8_host_functions_run_in_order_and_hold_the_stream(schedule: str) -> None:
    world, ran = started(schedule=schedule), []
    launch(world.a, lambda: ran.append("before"))
    acl.aclrtLaunchHostFunc(world.a, ran.append, "function")
    launch(world.a, lambda: ran.append("after"))
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["before", "function", "after"]


@pytest.mark.trips("ACL-SYNC-109")
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_what_a_host_function_raises_fails_the_stream(schedule: str) -> None:
    world, ran = started(schedule=schedule), []
    acl.aclrtLaunchHostFunc(world.a, lambda data: 1 // data, 0)
    launch(world.a, lambda: ran.append("after"))
    error = failure_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert error.status == INNER
    assert "aclrtLaunchHostFunc" in str(error)
    assert "ZeroDivisionError" in str(error)
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["after"]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_host_function_may_call_the_api(schedule: str) -> None:
    world, ran = started(schedule=schedule), []
    context = acl.aclrtGetCurrentContext()

    def function(_: object) -> None:
        acl.aclrtSetCurrentContext(context)
        launch(world.b, lambda: ran.append("b"))
        acl.aclrtSynchronizeStream(world.b)
        ran.append(failure_of(lambda: acl.aclrtSynchronizeStream(world.a)).message_id)
        helper = threading.Thread(target=lambda: launch(world.c, lambda: ran.append("c")))
        helper.start()
        helper.join()

    acl.aclrtLaunchHostFunc(world.a, function, None)
    acl.aclrtSynchronizeStream(world.a)
    acl.aclrtSynchronizeStream(world.c)
    assert ran == ["b", "ACL-SCHED-006", "c"]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_callback_may_call_the_api(schedule: str) -> None:
    world, ran = started(schedule=schedule), []

    def function(_: object) -> None:
        launch(world.b, lambda: ran.append("b"))
        acl.aclrtSynchronizeStream(world.b)
        ran.append(failure_of(lambda: acl.aclrtSynchronizeStream(world.a)).message_id)

    acl.aclrtSubscribeReport(ME(), world.a)
    acl.aclrtLaunchCallback(function, None, BLOCK, world.a)
    acl.aclrtProcessReport(1000)
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["b", "ACL-SCHED-006"]


def test_host_functions_do_not_run_early_under_the_seeded_schedule() -> None:
    for seed in range(20):
        world, ran = started(schedule=f"seeded:{seed}"), []
        acl.aclrtLaunchHostFunc(world.a, ran.append, "function")
        launch(world.b)
        assert ran == []
        acl.aclrtSynchronizeStream(world.a)
        assert ran == ["function"]


def test_abort_withdraws_a_callback_that_has_arrived() -> None:
    world, ran = started(), []
    acl.aclrtSubscribeReport(ME(), world.a)
    acl.aclrtLaunchCallback(ran.append, "withdrawn", BLOCK, world.a)
    acl.aclrtStreamQuery(world.a)
    acl.aclrtStreamAbort(world.a)
    acl.aclrtSynchronizeStream(world.a)
    assert status_of(lambda: acl.aclrtProcessReport(1)) == NOTHING
    assert ran == []


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_thread_that_waits_for_aborted_work_is_told(schedule: str) -> None:
    world, statuses = started(schedule=schedule), []
    context = acl.aclrtGetCurrentContext()
    acl.aclrtSubscribeReport(ME(), world.a)  # the main thread never processes it
    acl.aclrtLaunchCallback(lambda data: data, None, BLOCK, world.a)
    sleeping = threading.Event()

    class Telling(threading.Condition):
        def wait(self, timeout: float | None = None) -> bool:
            if threading.current_thread() is waiter:
                sleeping.set()
            return super().wait(timeout)

    def wait() -> None:
        acl.aclrtSetCurrentContext(context)
        statuses.append(status_of(lambda: acl.aclrtSynchronizeStream(world.a)))

    waiter = threading.Thread(target=wait)
    machine().lock.__class__ = Telling
    waiter.start()
    sleeping.wait()
    acl.aclrtStreamAbort(world.a)
    waiter.join()
    assert statuses == [107023]


def test_destroying_a_stream_ends_its_subscription() -> None:
    world = started()
    acl.aclrtSubscribeReport(ME(), world.a)
    acl.aclrtDestroyStream(world.a)
    assert status_of(lambda: acl.aclrtProcessReport(1)) == THREAD
