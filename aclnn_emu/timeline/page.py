"""The timeline as one self-contained page."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from aclnn_emu._version import VERSION
from aclnn_emu.timeline.layout import Axis, edges, facts_of_call, facts_of_task, lanes
from aclnn_emu.timeline.recorder import Timeline

__all__ = ["as_page"]


def as_page(timeline: Timeline, title: str, clock: str = "virtual") -> str:
    """HTML with lanes for host and streams, memory over time, details on hover, plans on click."""
    template = (
        files("aclnn_emu.timeline").joinpath("data").joinpath("timeline.html").read_text(encoding="utf-8")
    )
    data = json.dumps(_data(timeline, title, clock), separators=(",", ":")).replace("</", "<\\/")
    return template.replace("/*DATA*/null", data)


def _data(timeline: Timeline, title: str, clock: str) -> dict[str, Any]:
    axis = Axis(timeline, clock)
    rows = lanes(timeline)
    place = {(lane.device, lane.number): row for row, lane in enumerate(rows)}
    spans: list[dict[str, Any]] = []
    of_task: dict[int, int] = {}
    for call in timeline.calls:
        begin, end = axis.call(call)
        spans.append(
            _span(call.name, "call", place[None, call.thread], begin, end, facts_of_call(call), call.plan)
            | {"bad": bool(call.error)}
        )
    for task_id, span in timeline.tasks.items():
        if span.task is None or not span.task.over:
            continue
        begin, end = axis.task(span)
        of_task[task_id] = len(spans)
        spans.append(
            _span(
                span.task.name, span.task.kind.value, place[span.device, span.stream], begin, end,
                facts_of_task(timeline, span), span.plan,
            )
            | {"from": span.call, "bad": span.task.error is not None}
        )  # fmt: skip
    return {
        "title": title,
        "about": f"{timeline.soc}, {clock} clock, aclnn_emu {VERSION}",
        "lanes": [lane.name for lane in rows],
        "spans": spans,
        "events": [[of_task[a], of_task[b]] for a, b in edges(timeline) if a in of_task and b in of_task],
        "memory": _memory(timeline, axis),
        "plans": timeline.describe,
    }


def _span(
    name: str, kind: str, lane: int, begin: int, end: int, facts: dict[str, Any], plan: int | None
) -> dict[str, Any]:
    return {
        "name": name, "kind": kind, "lane": lane, "begin": begin, "end": end, "plan": plan,
        "facts": [[key, str(value)] for key, value in facts.items()],
    }  # fmt: skip


def _memory(timeline: Timeline, axis: Axis) -> dict[str, list[list[int]]]:
    series: dict[str, list[list[int]]] = {}
    for change in timeline.memory:
        series.setdefault(f"device {change.device}", []).append([axis.memory(change), change.used])
    return series
