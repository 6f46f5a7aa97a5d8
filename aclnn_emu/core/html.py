"""What objects share that show themselves in a notebook."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from aclnn_emu.core.layout import contiguous_strides, numel

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor

__all__ = ["STYLE", "framed", "stream_html", "table", "tensor_html"]

STYLE = (
    "<style>.aclnn-plan{font:13px/1.4 system-ui,sans-serif;color:#1b1f24;background:#fff;padding:8px}"
    ".aclnn-plan table{border-collapse:collapse;margin:4px 0 12px}"
    ".aclnn-plan th,.aclnn-plan td{border:1px solid #d0d7de;padding:2px 8px;text-align:left}"
    ".aclnn-plan th{background:#f0f3f6}.aclnn-plan code{font:12px ui-monospace,monospace}"
    ".aclnn-plan td.cell{text-align:center;min-width:2.2em}.aclnn-plan td.in{background:#dbeafe}</style>"
)

_MOST_CELLS = 64


def framed(parts: Sequence[str]) -> str:
    """The parts in a box of their own."""
    return "".join([STYLE, '<div class="aclnn-plan">', *parts, "</div>"])


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts."""
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{body}</table>"


def tensor_html(tensor: Tensor) -> str:
    """The description as a table; of a small tensor also the memory, with the index that reads each element."""
    strides = tensor.view_strides
    note = " (contiguous)" if strides == contiguous_strides(tensor.view_shape) else ""
    address = "none" if tensor.address is None else hex(tensor.address)
    rows = [
        ("view shape", str(list(tensor.view_shape))),
        ("strides, in elements", f"{list(strides)}{note}"),
        ("offset, in elements", str(tensor.view_offset)),
        ("storage shape", str(list(tensor.storage_shape))),
        ("address", address),
    ]
    parts = [f"<p><b>aclTensor</b> {escape(tensor.describe())}</p>", table(("what", "value"), rows)]
    cells = _memory(tensor)
    return framed([*parts, *cells])


def _memory(tensor: Tensor) -> list[str]:
    size, low, high = numel(tensor.storage_shape), *tensor.reach
    if not 0 < size <= _MOST_CELLS or not 0 < tensor.numel <= _MOST_CELLS or low < 0 or high > size:
        return []
    readers: dict[int, list[str]] = {}
    for index in itertools.product(*map(range, tensor.view_shape)):
        steps = (i * stride for i, stride in zip(index, tensor.view_strides, strict=True))
        readers.setdefault(tensor.view_offset + sum(steps), []).append(",".join(map(str, index)) or "()")
    numbers = "".join(f"<th>{place}</th>" for place in range(size))
    marks = "".join(
        f'<td class="cell{" in" if place in readers else ""}">{" ".join(readers.get(place, []))}</td>'
        for place in range(size)
    )
    return [
        "<p>The storage, element by element, and the index of the view that reads each:</p>",
        f"<table><tr>{numbers}</tr><tr>{marks}</tr></table>",
    ]


def stream_html(name: str, state: str, tasks: Sequence[Sequence[str]]) -> str:
    """A stream and its queue: number, call, kind and state of each task."""
    parts = [f"<p><b>{escape(name)}</b>: {escape(state)}</p>"]
    if tasks:
        parts.append(table(("task", "queued by", "kind", "state"), tasks))
    return framed(parts)
