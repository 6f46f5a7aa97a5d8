"""What the interpreter inside the C libraries does at its start and at the program's end.

``ACLNN_EMU_RECORD=FILE`` records the calls of the program as cases (see docs/conformance.md);
``ACLNN_EMU_RECORD_BYTES`` is the limit for the data of one operator call.
"""

from __future__ import annotations

import atexit
import os
import sys
from pathlib import Path
from typing import Any

from aclnn_emu.capi.bridge import install
from aclnn_emu.errors import EmuError

__all__ = ["RECORD", "RECORD_BYTES", "ended", "start"]

RECORD, RECORD_BYTES = "ACLNN_EMU_RECORD", "ACLNN_EMU_RECORD_BYTES"


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

    def save() -> None:
        if not recorder.calls:
            _say(f"{RECORD}: nothing is written: the program made no call of acl or aclnn")
            return
        try:
            lines = recorder.save(path)
        except OSError as error:
            lines = [f"{RECORD}: the calls cannot be written: {error}"]
        for line in lines:
            _say(line)

    atexit.register(save)


def _program() -> str:
    """The name of the executable, or of the Python script that loaded the libraries."""
    script = sys.argv[0] if sys.argv else ""
    return Path(script).name or Path("/proc/self/exe").resolve().name


def _say(line: str) -> None:
    sys.stderr.write(f"aclnn-emu: {line}\n")
