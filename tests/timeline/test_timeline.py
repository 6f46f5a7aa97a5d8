"""What a timeline holds: calls, tasks, flows, memory; on both clocks and under every schedule."""

import itertools
import json

import pytest
from _two_streams import two_streams

from aclnn_emu import aclnn
from aclnn_emu.runtime.machine import machine, reset
from aclnn_emu.timeline.chrome import as_chrome
from aclnn_emu.timeline.values import shown

SCHEDULES = ["deferred", "seeded:3", "threaded"]


def events_of(timeline, clock="virtual"):
    return json.loads(json.dumps(as_chrome(timeline, clock)))["traceEvents"]


def slices(events, category=None):
    return [e for e in events if e["ph"] == "X" and (category is None or e["cat"] == category)]


def named(events, name):
    return next(e for e in slices(events) if e["name"] == name)


def end(event):
    return event["ts"] + event["dur"]


@pytest.mark.parametrize("clock", ["virtual", "wall"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_tasks_follow_the_calls_that_queue_them(traced, schedule, clock):
    events = events_of(traced(schedule=schedule), clock)
    begins = {(e["cat"], e["id"]): e for e in events if e["ph"] == "s"}
    ends = {(e["cat"], e["id"]): e for e in events if e["ph"] == "f"}
    assert begins.keys() == ends.keys()
    assert sum(key[0] == "queue" for key in begins) == 5
    assert all(begins[key]["ts"] <= ends[key]["ts"] for key in begins)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_tasks_of_a_stream_do_not_overlap(traced, schedule):
    rows = {}
    for task in slices(events_of(traced(schedule=schedule))):
        rows.setdefault((task["pid"], task["tid"]), []).append(task)
    assert len(rows) == 3
    for row in rows.values():
        row.sort(key=lambda e: (e["ts"], end(e)))
        assert all(end(a) <= b["ts"] + 1e-9 for a, b in itertools.pairwise(row))


def test_an_event_orders_two_streams(traced):
    events = events_of(traced())
    add, sigmoid, multiply = (
        next(e for e in slices(events, "kernel") if e["name"] == f"aclnn{name}")
        for name in ("Add", "Sigmoid", "Mul")
    )
    assert end(add) <= sigmoid["ts"]
    assert add["tid"] == multiply["tid"] != sigmoid["tid"]
    begin, finish = (next(e for e in events if e["ph"] == phase and e["cat"] == "event") for phase in "sf")
    assert (begin["tid"], finish["tid"]) == (add["tid"], sigmoid["tid"])


def test_a_wait_ends_when_what_it_waited_for_does(traced):
    events = events_of(traced())
    wait = named(events, "aclrtSynchronizeStream")
    multiply = next(e for e in slices(events, "kernel") if e["name"] == "aclnnMul")
    assert wait["ts"] <= multiply["ts"] + multiply["dur"] <= end(wait)


def test_kernels_say_what_they_are(traced):
    add = next(e for e in slices(events_of(traced()), "kernel") if e["name"] == "aclnnAdd")
    assert add["args"]["steps"] == "Add"
    assert add["args"]["tensors"] == "self FLOAT [4096]; other FLOAT [4096]; out FLOAT [4096]"
    assert add["args"]["workspace bytes"] == 0
    assert add["args"]["bytes moved"] == 3 * 4096 * 4
    assert add["args"]["plan"].startswith("aclnnAdd: 1 step")


def test_calls_have_arguments_status_and_error(traced):
    events = events_of(traced())
    refused = next(e for e in slices(events, "call") if e["args"].get("status") == 161001)
    assert refused["name"] == "aclnnAddGetWorkspaceSize"
    assert refused["args"]["arguments"].startswith(
        "self=null, other=aclTensor FLOAT ND [4096], alpha=aclScalar 1.0"
    )
    assert "self" in refused["args"]["error"]
    malloc = named(events, "aclrtMalloc")
    assert malloc["args"]["arguments"] == "size=16384, policy=0"
    copy = named(events, "aclrtMemcpy")
    assert copy["args"]["arguments"].startswith("dst=0x1240")
    assert "src=float32[4096]" in copy["args"]["arguments"]


def test_memory_goes_up_and_down(traced):
    used = [e["args"]["bytes"] for e in events_of(traced()) if e["ph"] == "C"]
    step = used[0]
    assert step >= 4096 * 4
    assert used == [step, 2 * step, 3 * step, 2 * step]


def test_every_row_has_a_name(traced):
    events = events_of(traced())
    names = {(e["pid"], e["tid"]) for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    assert {(e["pid"], e["tid"]) for e in slices(events)} == names


def test_the_virtual_clock_gives_the_same_trace_again(traced):
    first = events_of(traced())
    again = events_of(traced())
    assert [(e["name"], e["cat"]) for e in slices(first)] == [(e["name"], e["cat"]) for e in slices(again)]
    assert [e["dur"] for e in slices(first, "kernel")] == pytest.approx(
        [e["dur"] for e in slices(again, "kernel")]
    )


def test_work_that_nobody_waits_for_is_not_in_the_trace(traced):
    def program():
        aclnn.aclrtSetDevice(0)
        stream = aclnn.aclrtCreateStream()[1]
        event = aclnn.aclrtCreateEvent()[1]
        aclnn.aclrtRecordEvent(event, stream)

    events = events_of(traced(program))
    assert [e["cat"] for e in slices(events)] == ["call"] * 4
    assert not [e for e in events if e["ph"] in "sf"]


@pytest.mark.trips("ACL-MEM-103", "ACL-SYNC-109")
def test_a_failed_task_says_why(traced):
    def program():
        aclnn.aclrtSetDevice(0)
        x = aclnn.aclCreateTensor([4], 1, 0, None, 0, 2, [4], 1, 0x1240_0000_0000)
        _, size, executor = aclnn.aclnnSigmoidGetWorkspaceSize(x, x)
        aclnn.aclnnSigmoid(None, size, executor, None)
        assert aclnn.aclrtSynchronizeStream(None) == 507035

    (kernel,) = slices(events_of(traced(program)), "kernel")
    assert kernel["args"]["state"] == "failed"
    assert "0x124000000000" in kernel["args"]["error"]


def test_a_reset_goes_on_in_time(traced):
    def program():
        two_streams()
        reset()
        two_streams()

    kernels = slices(events_of(traced(program)), "kernel")
    assert len(kernels) == 6
    assert max(end(e) for e in kernels[:3]) <= min(e["ts"] for e in kernels[3:])


@pytest.mark.unchecked
def test_stop(traced):
    timeline = traced()
    count = len(timeline.calls)
    aclnn.aclrtSetDevice(0)
    assert len(timeline.calls) == count
    assert machine().listeners == ()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "True"),
        (7, "7"),
        (0x1240_0000_0000, "0x124000000000"),
        (b"abc", "3 bytes"),
        (1.5, "1.5"),
        ("x" * 100, repr("x" * 80 + "...")),
        ([1, 2], "[1, 2]"),
        (list(range(9)), "[0, 1, 2, 3, 4, 5, 6, 7, ...]"),
        (aclnn.aclCreateIntArray([1, 2], 2), "aclIntArray [1, 2]"),
    ],
)
def test_values(value, text):
    assert shown(value) == text
