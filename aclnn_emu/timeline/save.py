"""Timelines as files."""

from __future__ import annotations

import json
from pathlib import Path

from aclnn_emu.timeline.chrome import as_chrome
from aclnn_emu.timeline.page import as_page
from aclnn_emu.timeline.recorder import Timeline

__all__ = ["save"]


def save(timeline: Timeline, title: str, trace: Path | None, page: Path | None, clock: str) -> list[str]:
    """Write the trace, the page or both.

    Args:
        timeline: what was recorded.
        title: of the page.
        trace: file for Chrome's JSON format.
        page: file for HTML.
        clock: ``virtual`` or ``wall``, see `layout.CLOCKS`.

    Returns:
        A line for each file written.

    Raises:
        OSError: a file cannot be written.
    """
    what = f"{len(timeline.calls)} calls and {len(timeline.tasks)} tasks"
    lines = []
    if trace is not None:
        trace.write_text(json.dumps(as_chrome(timeline, clock)), encoding="utf-8")
        lines.append(f"{trace}: {what}; open it in https://ui.perfetto.dev")
    if page is not None:
        page.write_text(as_page(timeline, title, clock), encoding="utf-8")
        lines.append(f"{page}: {what}; open it in a browser")
    return lines
