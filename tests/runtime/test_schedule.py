"""Schedules: what they keep, what they leave open, and that they can be repeated."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from acl_calls import Recorder, acl, failure_of, launch, started, status_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.runtime.machine import machine, reset
from aclnn_emu.runtime.schedule import make_scheduler
from aclnn_emu.runtime.task import Task

SCHEDULES = ["deferred", "seeded:0", "seeded:1", "seeded:99", "threaded"]
STREAMS = ("a", "b", "c")


def emulator_threads() -> list[threading.Thread]:
    """Those of streams; those that help the engines are the process's and stay."""
    found = [thread for thread in threading.enumerate() if thread.name.startswith("aclnn_emu")]
    return [thread for thread in found if thread.name != "aclnn_emu engine"]


def trace_of_a_program(schedule: str) -> list[str]:
    """Run a program with three streams and two events; the order in which its tasks started."""
    world = started(schedule=schedule)
    recorder = Recorder()
    machine().listen(recorder)
    one, two = acl.aclrtCreateEventExWithFlag(1), acl.aclrtCreateEvent()
    for number in range(4):
        for name in STREAMS:
            launch(getattr(world, name), name=f"{name}{number}")
    acl.aclrtRecordEvent(one, world.b)
    acl.aclrtStreamWaitEvent(world.a, one)
    launch(world.a, name="a after b")
    acl.aclrtRecordEvent(two, world.a)
    acl.aclrtStreamWaitEvent(world.c, two)
    launch(world.c, name="c after a")
    acl.aclrtSynchronizeStream(world.c)
    acl.aclrtStreamQuery(world.b)
    acl.aclrtSynchronizeDevice()
    machine().leave(recorder)
    return [task.name for task in recorder.tasks]


@pytest.mark.parametrize("schedule", ["deferred", "seeded:0", "seeded:7"])
def test_ten_runs_give_one_trace(schedule: str) -> None:
    traces = {tuple(trace_of_a_program(schedule)) for _ in range(10)}
    assert len(traces) == 1


def test_seeds_differ() -> None:
    assert len({tuple(trace_of_a_program(f"seeded:{seed}")) for seed in range(10)}) > 5


def test_the_deferred_trace_is_first_in_first_out_with_detours_for_events() -> None:
    b = ["b0", "b1", "b2", "b3", "aclrtRecordEvent"]
    a = ["a0", "a1", "a2", "a3", *b, "aclrtStreamWaitEvent", "a after b", "aclrtRecordEvent"]
    c = ["c0", "c1", "c2", "c3", *a, "aclrtStreamWaitEvent", "c after a"]
    assert trace_of_a_program("deferred") == c


def test_deferred_runs_nothing_before_the_host_waits_and_seeded_may() -> None:
    def ran_early(schedule: str) -> int:
        world, ran = started(schedule=schedule), []
        for number in range(5):
            launch(world.a, lambda number=number: ran.append(number))
        early = len(ran)
        acl.aclrtSynchronizeStream(world.a)
        assert ran == [0, 1, 2, 3, 4]
        return early

    assert ran_early("deferred") == 0
    assert 0 < sum(ran_early(f"seeded:{seed}") for seed in range(10)) < 50


def test_the_device_is_synchronised_stream_by_stream_in_order_of_creation() -> None:
    world, ran = started(), []
    for name in ("c", "a", "b", "default"):
        launch(getattr(world, name), lambda name=name: ran.append(name))
    acl.aclrtSynchronizeDevice()
    assert ran == ["default", "a", "b", "c"]


def test_a_wait_covers_what_was_queued_before_it_only() -> None:
    world, ran = started(), []
    launch(world.a, lambda: launch(world.a, lambda: ran.append("queued by a task")))
    acl.aclrtSynchronizeStream(world.a)
    assert ran == []
    acl.aclrtSynchronizeStream(world.a)
    assert ran == ["queued by a task"]


@attrs.frozen
class Step:
    """One call of a random program."""

    kind: str
    stream: str
    event: int = 0


def steps() -> st.SearchStrategy[list[Step]]:
    stream = st.sampled_from(STREAMS)
    event = st.integers(0, 3)
    return st.lists(
        st.one_of(
            st.builds(Step, st.just("launch"), stream),
            st.builds(Step, st.sampled_from(["record", "wait"]), stream, event),
            st.builds(Step, st.sampled_from(["synchronise", "query", "host function"]), stream),
            st.builds(Step, st.just("synchronise event"), stream, event),
        ),
        max_size=30,
    )


class Program:
    """Runs steps and knows, for each launch, which launches must have run before it."""

    def __init__(self, world: SimpleNamespace, make: Any) -> None:
        self.world = world
        self.events = [make() for _ in range(4)]
        self.ran: list[int] = []
        self.needs: list[frozenset[int]] = []
        self.before = dict.fromkeys(STREAMS, frozenset())  # what a stream's next task comes after
        self.recorded: list[frozenset[int] | None] = [None] * 4

    def run(self, step: Step) -> None:
        stream = getattr(self.world, step.stream)
        event = self.events[step.event]
        if step.kind in ("launch", "host function"):
            number = len(self.needs)
            self.needs.append(self.before[step.stream])
            self.before[step.stream] |= {number}
            if step.kind == "launch":
                launch(stream, lambda: self.ran.append(number))
            else:
                acl.aclrtLaunchHostFunc(stream, self.ran.append, number)
        elif step.kind == "record":
            acl.aclrtRecordEvent(event, stream)
            self.recorded[step.event] = self.before[step.stream]
        elif step.kind == "wait":
            recorded = self.recorded[step.event]
            if recorded is not None:  # else some kinds would wait for ever
                acl.aclrtStreamWaitEvent(stream, event)
                self.before[step.stream] |= recorded
        elif step.kind == "query":
            acl.aclrtStreamQuery(stream)
        elif step.kind == "synchronise":
            acl.aclrtSynchronizeStream(stream)
            assert self.before[step.stream] <= set(self.ran)
        else:
            acl.aclrtSynchronizeEvent(event)
            assert (self.recorded[step.event] or frozenset()) <= set(self.ran)


@pytest.mark.parametrize("kind", ["plain", "sync", "ex"])
@pytest.mark.parametrize("schedule", SCHEDULES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(program=steps())
def test_every_schedule_keeps_program_order_and_event_order(
    schedule: str, kind: str, program: list[Step]
) -> None:
    make = {
        "plain": acl.aclrtCreateEvent,
        "sync": lambda: acl.aclrtCreateEventWithFlag(1),
        "ex": lambda: acl.aclrtCreateEventExWithFlag(1),
    }[kind]
    run = Program(started(schedule=schedule), make)
    for step in program:
        run.run(step)
    acl.aclrtSynchronizeDevice()
    assert sorted(run.ran) == list(range(len(run.needs)))
    position = {number: place for place, number in enumerate(run.ran)}
    for number, needed in enumerate(run.needs):
        assert all(position[other] < position[number] for other in needed)


@pytest.mark.parametrize("schedule", ["deferred", "seeded:5"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(program=steps())
def test_programs_that_block_end_with_a_documented_code(schedule: str, program: list[Step]) -> None:
    world = started(schedule=schedule)
    events = [acl.aclrtCreateEventWithFlag(1) for _ in range(4)]
    calls = {
        "launch": lambda step, stream: launch(stream),
        "host function": lambda step, stream: acl.aclrtLaunchHostFunc(stream, lambda data: data, None),
        "record": lambda step, stream: acl.aclrtRecordEvent(events[step.event], stream),
        "wait": lambda step, stream: acl.aclrtStreamWaitEvent(stream, events[step.event]),
        "query": lambda step, stream: acl.aclrtStreamQuery(stream),
        "synchronise": lambda step, stream: acl.aclrtSynchronizeStream(stream),
        "synchronise event": lambda step, stream: acl.aclrtSynchronizeEvent(events[step.event]),
    }
    for step in program:
        stream = getattr(world, step.stream)
        assert status_of(lambda step=step, stream=stream: calls[step.kind](step, stream)) in (
            0,
            507046,
            507047,
        )
    assert status_of(acl.aclrtSynchronizeDevice) in (0, 507046)
    for name in STREAMS:
        assert status_of(lambda name=name: acl.aclrtDestroyStream(getattr(world, name))) in (0, 507046)


def test_threaded_streams_run_at_the_same_time() -> None:
    world = started(schedule="threaded")
    meeting = threading.Barrier(3)
    for name in STREAMS:
        launch(getattr(world, name), meeting.wait)
    acl.aclrtSynchronizeDevice()
    assert meeting.n_waiting == 0


def test_threaded_a_wait_for_a_later_record_of_another_thread_works() -> None:
    world = started(schedule="threaded")
    context = acl.aclrtGetCurrentContext()
    event = acl.aclrtCreateEventWithFlag(1)
    acl.aclrtStreamWaitEvent(world.a, event)

    def record() -> None:
        acl.aclrtSetCurrentContext(context)
        acl.aclrtRecordEvent(event, world.b)

    thread = threading.Thread(target=record)
    thread.start()
    acl.aclrtSynchronizeStream(world.a)
    thread.join()


@pytest.mark.trips("ACL-SYNC-107")
def test_threaded_time_limits_are_real() -> None:
    world = started(schedule="threaded")
    event = acl.aclrtCreateEventWithFlag(1)
    acl.aclrtStreamWaitEvent(world.a, event)
    acl.aclrtRecordEvent(acl.aclrtCreateEvent(), world.a)
    error = failure_of(lambda: acl.aclrtSynchronizeStreamWithTimeout(world.a, 5))
    assert (error.status, error.message_id) == (507046, "ACL-SCHED-009")
    assert status_of(lambda: acl.aclrtSynchronizeDeviceWithTimeout(5)) == 507046
    late = acl.aclrtCreateEvent()
    acl.aclrtRecordEvent(late, world.a)
    assert status_of(lambda: acl.aclrtSynchronizeEventWithTimeout(late, 5)) == 507047
    machine().scheduler.op_wait_timeout_ms = 5  # aclrtSetOpWaitTimeout counts in seconds
    acl.aclrtStreamWaitEvent(world.b, event)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.b)) == 107020


@pytest.mark.trips("ACL-LIFE-105")
def test_threaded_destruction_by_force_lets_the_running_task_end() -> None:
    world, inside, leave, ran = started(schedule="threaded"), threading.Event(), threading.Event(), []

    def slow() -> None:
        inside.set()
        leave.wait()
        ran.append("running")

    class LeaveWhenAsleep(threading.Condition):
        def wait(self, timeout: float | None = None) -> bool:
            if threading.current_thread() is threading.main_thread():
                leave.set()
            return super().wait(timeout)

    launch(world.a, slow)
    launch(world.a, lambda: ran.append("queued"))
    inside.wait()
    machine().lock.__class__ = LeaveWhenAsleep
    acl.aclrtDestroyStreamForce(world.a)
    assert ran == ["running"]


def test_threaded_shutdown_leaves_no_threads() -> None:
    world = started(schedule="threaded")
    event = acl.aclrtCreateEventWithFlag(1)
    for name in STREAMS:
        launch(getattr(world, name))
    acl.aclrtStreamWaitEvent(world.a, event)
    acl.aclrtDestroyStream(world.b)
    assert emulator_threads()
    reset()
    assert emulator_threads() == []


def test_threaded_shutdown_does_not_wait_for_a_host_function_that_never_returns() -> None:
    world, inside, leave = started(schedule="threaded"), threading.Event(), threading.Event()

    def stay(_: object) -> None:
        inside.set()
        leave.wait()

    acl.aclrtLaunchHostFunc(world.a, stay, None)
    inside.wait()
    reset()
    (worker,) = emulator_threads()
    leave.set()
    worker.join()


@pytest.mark.trips("ACL-SYNC-109")
def test_threaded_a_host_function_that_exits_fails_its_stream_only() -> None:
    world = started(schedule="threaded")

    def leave(_: object) -> None:
        raise SystemExit

    acl.aclrtLaunchHostFunc(world.a, leave, None)
    assert status_of(lambda: acl.aclrtSynchronizeStream(world.a)) == 507000
    launch(world.a)
    acl.aclrtSynchronizeStream(world.a)


def test_deep_chains_of_events_do_not_exhaust_the_stack() -> None:
    started(soc="Ascend910B")
    streams = [acl.aclrtCreateStream() for _ in range(1500)]
    ran: list[int] = []
    previous = None
    for number, stream in enumerate(streams):
        if previous is not None:
            acl.aclrtStreamWaitEvent(stream, previous)
        launch(stream, lambda number=number: ran.append(number))
        previous = acl.aclrtCreateEventExWithFlag(1)
        acl.aclrtRecordEvent(previous, stream)
    acl.aclrtSynchronizeStream(streams[-1])
    assert ran == list(range(1500))


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_many_host_threads_may_use_the_machine_at_once(schedule: str) -> None:
    started(schedule=schedule)
    context = acl.aclrtGetCurrentContext()
    shared = acl.aclrtCreateStream()
    counts = [0] * 4

    def work(index: int) -> None:
        acl.aclrtSetCurrentContext(context)
        own = acl.aclrtCreateStream()

        def count() -> None:
            counts[index] += 1

        for _ in range(50):
            launch(own, count)
            acl.aclrtLaunchHostFunc(shared, lambda data: data, None)
            acl.aclrtSynchronizeStream(own)
            acl.aclrtSynchronizeStream(shared)
        acl.aclrtDestroyStream(own)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [50] * 4


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_run_until(schedule: str) -> None:
    world, ran = started(schedule=schedule), []
    launch(world.a, lambda: ran.append(1))
    event = acl.aclrtCreateEventWithFlag(1)
    acl.aclrtStreamWaitEvent(world.b, event)
    scheduler = machine().scheduler
    assert scheduler.run_until(lambda: bool(ran), 1000)
    assert not scheduler.run_until(lambda: len(ran) > 1, 5)


@pytest.mark.trips("ACL-SYNC-109")
def test_tasks_are_observed_in_every_state() -> None:
    world = started()
    recorder = {name: Recorder(name) for name in ("task queued", "task start", "task end")}
    for each in recorder.values():
        machine().listen(each)

    def fault() -> None:
        raise RtDeviceFault("ACL-STREAM-001", function="a kernel", parameter="x")

    acl.aclrtSetStreamFailureMode(world.a, 1)
    tasks = [launch(world.a), launch(world.a, fault), launch(world.a)]
    status_of(lambda: acl.aclrtSynchronizeStream(world.a))
    assert recorder["task queued"].tasks == tasks
    assert recorder["task start"].tasks == tasks[:2]
    assert recorder["task end"].tasks == tasks
    assert [task.state.value for task in tasks] == ["done", "failed", "aborted"]
    assert tasks[2].cause is tasks[1]
    assert all(task.over for task in tasks)
    assert [task.id for task in tasks] == sorted(task.id for task in tasks)


@pytest.mark.parametrize("text", ["", "eager", "seeded", "seeded:", "seeded:x", "threaded:1"])
def test_an_unknown_schedule_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no schedule"):
        make_scheduler(text, machine())


def test_a_task_names_its_call() -> None:
    task: Task = launch(started().a, name="aclnnAdd")
    assert str(task) == f"aclnnAdd (task {task.id})"
