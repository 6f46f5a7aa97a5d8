"""What the interpreter inside the C libraries does at its start and at the program's end.

``ACLNN_EMU_RECORD=FILE`` records the calls of the program as cases (see docs/conformance.md);
``ACLNN_EMU_RECORD_BYTES`` is the limit for the data of one operator call. ``ACLNN_EMU_TRACE=FILE`` writes the program's
timeline as a trace, ``ACLNN_EMU_TRACE_HTML=FILE`` as a page, by the clock that ``ACLNN_EMU_TRACE_CLOCK`` names.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aclnn_emu.capi.bridge import install
from aclnn_emu.errors import EmuError

__all__ = ["RECORD", "RECORD_BYTES", "TRACE", "TRACE_CLOCK", "TRACE_HTML", "ended", "start"]

RECORD, RECORD_BYTES = "ACLNN_EMU_RECORD", "ACLNN_EMU_RECORD_BYTES"
TRACE, TRACE_HTML, TRACE_CLOCK = "ACLNN_EMU_TRACE", "ACLNN_EMU_TRACE_HTML", "ACLNN_EMU_TRACE_CLOCK"


def start(ffi: Any, lib: Any) -> None:
    """Connect the libraries; called once, before the program's first call.

    Args:
        ffi: cffi's, of the embedding library.
        lib: its C functions.
    """
    install(ffi, lib)
    # Taken out, so that programs which this one starts do not write over its file.
    path, limit = os.environ.pop(RECORD, ""), os.environ.pop(RECORD_BYTES, "")
    if path:
        _record(Path(path), limit)
    trace, page = os.environ.pop(TRACE, ""), os.environ.pop(TRACE_HTML, "")
    clock = os.environ.pop(TRACE_CLOCK, "virtual")
    if trace or page:
        _trace(Path(trace) if trace else None, Path(page) if page else None, clock)


def ended() -> None:
    """The program ends: called by the libraries, whose interpreter nobody finalises."""
    atexit._run_exitfuncs()  # noqa: SLF001 - what finalising would begin with; the rest would stop threads


def _record(path: Path, limit: str) -> None:
    from aclnn_emu.conformance.record.recorder import DEFAULT_BYTES, recording

    try:
        recorder = recording(_program(), int(limit or DEFAULT_BYTES))
    except (EmuError, ValueError) as error:
        _say(f"{RECORD}: nothing is recorded: {error}")
        return

    _at_exit(RECORD, lambda: recorder.save(path) if recorder.calls else [])


def _trace(trace: Path | None, page: Path | None, clock: str) -> None:
    from aclnn_emu.timeline import recording, save
    from aclnn_emu.timeline.layout import CLOCKS

    if clock not in CLOCKS:
        _say(f"{TRACE_CLOCK}: there is no clock {clock!r}; it is {' or '.join(CLOCKS)}. Nothing is traced.")
        return
    try:
        timeline = recording()
    except EmuError as error:
        _say(f"{TRACE}: nothing is traced: {error}")
        return
    title = _program()
    _at_exit(TRACE, lambda: save(timeline, title, trace, page, clock) if timeline.calls else [])


def _at_exit(variable: str, save: Callable[[], list[str]]) -> None:
    """Write at the program's end, and tell what was written or why not; no lines are no calls."""

    def write() -> None:
        try:
            lines = save() or [f"{variable}: nothing is written: the program made no call of acl or aclnn"]
        except OSError as error:
            lines = [f"{variable}: the calls cannot be written: {error}"]
        for line in lines:
            _say(line)

    atexit.register(write)


def _program() -> str:
    """The name of the executable, or of the Python script that loaded the libraries."""
    script = sys.argv[0] if sys.argv else ""
    return Path(script).name or Path("/proc/self/exe").resolve().name


def _say(line: str) -> None:
    sys.stderr.write(f"aclnn-emu: {line}\n")
