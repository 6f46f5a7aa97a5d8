"""The timeline in Chrome's trace format, which Perfetto and chrome://tracing open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aclnn_emu._version import VERSION
from aclnn_emu.timeline.layout import Axis, edges, facts_of_call, facts_of_task, lanes
from aclnn_emu.timeline.recorder import Timeline

__all__ = ["as_chrome"]

_HOST = 1
_FIRST_DEVICE = 100


def as_chrome(timeline: Timeline, clock: str = "virtual") -> dict[str, Any]:
    """The whole trace as a JSON object; times in microseconds.

    Host threads are threads of process 1, the streams of device d threads of process 100 + d. Flow arrows go from
    the call that queued a task to the task, and from an event's record to what waited for it.
    """
    axis = Axis(timeline, clock)
    events = [
        *_names(timeline), *_calls(timeline, axis), *_tasks(timeline, axis), *_flows(timeline, axis),
        *_memory(timeline, axis),
    ]  # fmt: skip
    return {
        "traceEvents": events,
        "displayTimeUnit": "ns",
        "otherData": {"made by": f"aclnn_emu {VERSION}", "soc": timeline.soc, "clock": clock},
    }


def _names(timeline: Timeline) -> Iterator[dict[str, Any]]:
    processes = {}
    for lane in lanes(timeline):
        pid = _pid(lane.device)
        processes[pid] = "host" if lane.device is None else f"device {lane.device} ({timeline.soc})"
        name = lane.name if lane.device is None else f"stream {lane.number}"
        yield _meta("thread_name", pid, lane.number, name)
    for pid, name in processes.items():
        yield _meta("process_name", pid, 0, name)


def _meta(kind: str, pid: int, tid: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": kind, "pid": pid, "tid": tid, "args": {"name": name}}


def _pid(device: int | None) -> int:
    return _HOST if device is None else _FIRST_DEVICE + device


def _calls(timeline: Timeline, axis: Axis) -> Iterator[dict[str, Any]]:
    for call in timeline.calls:
        begin, end = axis.call(call)
        yield _slice(call.name, "call", _HOST, call.thread, begin, end, facts_of_call(call))


def _tasks(timeline: Timeline, axis: Axis) -> Iterator[dict[str, Any]]:
    for span in timeline.tasks.values():
        if span.task is None or not span.task.over:
            continue
        begin, end = axis.task(span)
        facts = facts_of_task(timeline, span)
        if span.plan is not None:
            facts["plan"] = timeline.describe[span.plan]
        yield _slice(span.task.name, span.task.kind.value, _pid(span.device), span.stream, begin, end, facts)


def _slice(
    name: str, category: str, pid: int, tid: int, begin: int, end: int, args: dict[str, Any]
) -> dict[str, Any]:
    return {
        "ph": "X", "name": name, "cat": category, "pid": pid, "tid": tid, "ts": begin / 1000,
        "dur": (end - begin) / 1000, "args": args,
    }  # fmt: skip


def _flows(timeline: Timeline, axis: Axis) -> Iterator[dict[str, Any]]:
    for task_id, span in timeline.tasks.items():
        if span.call is not None and span.task is not None and span.task.over:
            call = timeline.calls[span.call]
            yield _flow("s", "queue", task_id, _HOST, call.thread, axis.call(call)[0])
            yield _flow("f", "queue", task_id, _pid(span.device), span.stream, axis.task(span)[0])
    for record, wait in edges(timeline):
        source, target = timeline.tasks[record], timeline.tasks[wait]
        yield _flow("s", "event", wait, _pid(source.device), source.stream, axis.task(source)[1])
        yield _flow("f", "event", wait, _pid(target.device), target.stream, axis.task(target)[0])


def _flow(phase: str, name: str, number: int, pid: int, tid: int, moment: int) -> dict[str, Any]:
    made = {
        "ph": phase, "name": name, "cat": name, "id": number, "pid": pid, "tid": tid, "ts": moment / 1000,
    }  # fmt: skip
    return made | {"bp": "e"} if phase == "f" else made


def _memory(timeline: Timeline, axis: Axis) -> Iterator[dict[str, Any]]:
    for change in timeline.memory:
        yield {
            "ph": "C", "name": "device memory", "pid": _pid(change.device), "tid": 0,
            "ts": axis.memory(change) / 1000, "args": {"bytes": change.used},
        }  # fmt: skip
