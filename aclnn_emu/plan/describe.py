"""How an executor shows itself: a text table, and HTML with the workspace drawn over the steps."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.html import framed, table
from aclnn_emu.core.layout import contiguous_strides
from aclnn_emu.plan.workspace import padded_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aclnn_emu.plan.executor import Executor
    from aclnn_emu.plan.graph import Buffer, Plan

__all__ = ["describe_html", "describe_text"]


_NO_STEPS = (
    "No step: there is nothing to do (no elements, or a tensor onto itself), phase 2 launches nothing."
)


def describe_text(executor: Executor) -> str:
    """Steps, user tensors and intermediates as three tables."""
    plan = executor.plan
    lines = [f"{plan.operator}: {_summary(executor)}"]
    if not plan.steps:
        return "\n".join([*lines, _NO_STEPS])
    lines += ["", "Steps, in execution order:"]
    lines += _table(("#", "L0 step", "reads", "writes", "shape", "dtype"), _step_rows(plan))
    lines += ["", "User tensors (not counted in the workspace):"]
    lines += _table(("name", "shape", "dtype", "strides", "offset"), _user_rows(plan))
    if plan.intermediates:
        lines += ["", "Intermediates in the workspace (bytes):"]
        lines += _table(
            ("name", "shape", "dtype", "bytes", "padded", "offset", "lives from..to step"),
            _workspace_rows(plan),
        )
    return "\n".join(lines)


def _summary(executor: Executor) -> str:
    plan = executor.plan
    count = len(plan.steps)
    text = f"{count} step{'s' * (count != 1)}, workspace {plan.workspace_size} bytes"
    if plan.linear_workspace_size != plan.workspace_size:
        text += f" ({plan.linear_workspace_size} without reuse)"
    return f"{text}, executor {executor.state.value}"


def _labels(plan: Plan) -> dict[int, str]:
    """A name for each buffer: the parameter's, or the step's with its number."""
    labels = {id(buffer): buffer.name for buffer in plan.user_buffers}
    for number, step in enumerate(plan.steps):
        for place, buffer in enumerate(step.outputs):
            if not buffer.is_user:
                labels[id(buffer)] = f"%{number}" if len(step.outputs) == 1 else f"%{number}.{place}"
    return labels


def _step_rows(plan: Plan) -> list[tuple[str, ...]]:
    labels = _labels(plan)
    return [
        (
            str(number),
            step.name,
            ", ".join(labels[id(buffer)] for buffer in step.inputs),
            ", ".join(labels[id(buffer)] for buffer in step.outputs),
            ", ".join(_shape(buffer.shape) for buffer in step.outputs),
            ", ".join(dtype_name(buffer.dtype) for buffer in step.outputs),
        )
        for number, step in enumerate(plan.steps)
    ]


def _user_rows(plan: Plan) -> list[tuple[str, ...]]:
    return [
        (b.name, _shape(b.shape), dtype_name(b.dtype), _strides(b), str(b.view_offset))
        for b in plan.user_buffers
    ]


def _workspace_rows(plan: Plan) -> list[tuple[str, ...]]:
    labels = _labels(plan)
    return [
        (
            f"{labels[id(b)]} {b.name}",
            _shape(b.shape),
            dtype_name(b.dtype),
            str(b.nbytes),
            str(padded_size(b.nbytes)),
            str(b.workspace_offset),
            f"{b.first}..{b.last}",
        )
        for b in plan.intermediates
    ]


def _shape(shape: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, shape))}]"


def _strides(buffer: Buffer) -> str:
    return "contiguous" if buffer.strides == contiguous_strides(buffer.shape) else _shape(buffer.strides)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    rule = "  " + "  ".join("-" * width for width in widths)
    lines = ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
             for row in [head, *rows]]  # fmt: skip
    return [lines[0], rule, *lines[1:]]


_COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#9d755d", "#7f7f7f")


def describe_html(executor: Executor) -> str:
    """The same tables, and a chart: steps from left to right, workspace bytes from top to bottom."""
    plan = executor.plan
    parts = [f"<p><b>{escape(plan.operator)}</b>: {escape(_summary(executor))}</p>"]
    if not plan.steps:
        return framed([*parts, f"<p>{escape(_NO_STEPS)}</p>"])
    parts += [
        table(("#", "L0 step", "reads", "writes", "shape", "dtype"), _step_rows(plan)),
        table(("name", "shape", "dtype", "strides", "offset"), _user_rows(plan)),
    ]
    if plan.intermediates:
        parts += [
            table(("name", "shape", "dtype", "bytes", "padded", "offset", "lives"), _workspace_rows(plan)),
            _chart(plan),
        ]
    return framed(parts)


def _chart(plan: Plan) -> str:
    """The workspace over the steps: a bar for each intermediate, as long as it lives and as high as it is big."""
    column = 24 + 7 * max(len(step.name) + 2 for step in plan.steps)
    height, left, top = 260, 70, 24
    width = left + column * len(plan.steps) + 10
    scale = height / plan.workspace_size
    labels = _labels(plan)
    shapes = []
    for number, step in enumerate(plan.steps):
        x = left + number * column
        shapes.append(f'<text x="{x + 4}" y="14" font-size="11">{number} {escape(step.name)}</text>')
        shapes.append(f'<line x1="{x}" y1="{top}" x2="{x}" y2="{top + height}" stroke="#d0d7de"/>')
    for index, b in enumerate(plan.intermediates):
        x, y = left + b.first * column, top + b.workspace_offset * scale
        wide = (b.last - b.first + 1) * column
        high = max(padded_size(b.nbytes) * scale, 2)
        name = f"{labels[id(b)]} {b.name}, {b.nbytes} bytes at {b.workspace_offset}"
        shapes.append(
            f'<rect x="{x + 1}" y="{y:.1f}" width="{wide - 2}" height="{high:.1f}" rx="3"'
            f' fill="{_COLOURS[index % len(_COLOURS)]}" fill-opacity="0.8"><title>{escape(name)}</title></rect>'
        )
        if high >= 14:
            shapes.append(
                f'<text x="{x + 6}" y="{y + min(high / 2 + 4, 14):.1f}" font-size="11" fill="#fff">'
                f"{escape(labels[id(b)])} {b.nbytes} B</text>"
            )
    shapes.append(
        f'<text x="4" y="{top + 10}" font-size="11">0</text>'
        f'<text x="4" y="{top + height}" font-size="11">{plan.workspace_size} B</text>'
        f'<rect x="{left}" y="{top}" width="{width - left - 10}" height="{height}" fill="none" stroke="#57606a"/>'
    )
    return f'<svg viewBox="0 0 {width} {top + height + 8}" width="{width}">{"".join(shapes)}</svg>'
