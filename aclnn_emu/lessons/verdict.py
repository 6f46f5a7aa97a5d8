"""Whether a learner's program is mended: it runs in a process of its own, once with each schedule."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from html import escape
from pathlib import Path
from typing import Any

import attrs

from aclnn_emu.lessons.chapters import Chapter, chapter

__all__ = ["Verdict", "check"]

_SECONDS = 60


@attrs.frozen
class Verdict:
    """What a check found.

    Attributes:
        lesson: number of the chapter.
        complaints: what is still wrong; empty when the program is mended.
        output: what the program printed.
    """

    lesson: int
    complaints: tuple[str, ...]
    output: str

    @property
    def mended(self) -> bool:
        """Nothing is left to complain about."""
        return not self.complaints

    def __str__(self) -> str:
        if self.mended:
            return f"Lesson {self.lesson}: mended."
        return "\n".join(
            [f"Lesson {self.lesson}: not mended yet.", *(f"  - {text}" for text in self.complaints)]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if self.mended:
            return f"<p style='color:#1a7f37'><b>Lesson {self.lesson}: mended.</b></p>"
        items = "".join(f"<li>{escape(text)}</li>" for text in self.complaints)
        return f"<p style='color:#c62828'><b>Lesson {self.lesson}: not mended yet.</b></p><ul>{items}</ul>"


def check(number: int, program: str | Path) -> Verdict:
    """Run a program and judge it.

    Args:
        number: of the chapter.
        program: its text, or the path of a file.

    Raises:
        LookupError: there is no such chapter.
        OSError: the file cannot be read.
    """
    found = chapter(number)
    text = program.read_text(encoding="utf-8") if isinstance(program, Path) else program
    output = ""
    for schedule in found.schedules:
        run = _run(text, schedule)
        output = output or run["output"]
        complaints = _complaints(found, run)
        if complaints:
            if len(found.schedules) > 1:
                complaints.insert(0, f"With the schedule {schedule} (ACLNN_EMU_SCHEDULE={schedule}):")
            return Verdict(number, tuple(complaints), run["output"])
    return Verdict(number, (), output)


def _run(text: str, schedule: str) -> dict[str, Any]:
    """Exit status, output and calls of a program."""
    with tempfile.TemporaryDirectory() as folder:
        path, result = Path(folder, "program.py"), Path(folder, "calls.json")
        path.write_text(text, encoding="utf-8")
        words = [sys.executable, "-m", "aclnn_emu.lessons.child", str(path), str(result)]
        env = os.environ | {"ACLNN_EMU_SCHEDULE": schedule}
        try:
            done = subprocess.run(  # noqa: S603 - the learner's own program
                words, capture_output=True, text=True, check=False, timeout=_SECONDS, env=env
            )
        except subprocess.TimeoutExpired:
            return {"status": None, "output": "", "errors": "", "calls": [], "workspace": 0}
        calls = (
            json.loads(result.read_text(encoding="utf-8"))
            if result.exists()
            else {"calls": [], "workspace": 0}
        )
        return {"status": done.returncode, "output": done.stdout, "errors": done.stderr, **calls}


def _complaints(found: Chapter, run: dict[str, Any]) -> list[str]:
    if run["status"] is None:
        return [f"The program does not end within {_SECONDS} seconds."]
    if run["status"]:
        lines = run["errors"].strip().splitlines()
        # Of a traceback the last line says what; a text that the program ends with is told as it is.
        last = " ".join(
            line.strip() for line in (lines[-1:] if "Traceback (" in run["errors"] else lines[-3:])
        )
        return [f"The program ends with status {run['status']}: {last or 'no text'}"]
    complaints = []
    printed = run["output"].splitlines()
    if printed != list(found.prints):
        expected, got = (" / ".join(lines) or "nothing" for lines in (found.prints, printed))
        complaints.append(f"It prints {got}; expected is {expected}. {found.hint}")
    succeeded = Counter(name for name, status in run["calls"] if not status)
    made = Counter(name for name, _ in run["calls"])
    for name, least in found.calls.items():
        if succeeded[name] < least:
            complaints.append(
                f"{name} has to succeed{'' if least == 1 else f' {least} times'}, and did {succeeded[name]} times."
            )
    for name, most in found.at_most.items():
        if made[name] > most:
            allowed = "is not part of the answer" if not most else f"may be called {most} times"
            complaints.append(f"{name} {allowed}; it was called {made[name]} times.")
    if found.workspace and not run["workspace"]:
        complaints.append("No phase 2 got a workspace. The tensors stay as they are.")
    return complaints
