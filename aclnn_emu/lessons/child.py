"""Runs a learner's program and writes its calls: ``python -m aclnn_emu.lessons.child PROGRAM RESULT``."""

from __future__ import annotations

import json
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aclnn_emu.runtime.machine import machine

__all__ = ["main"]


class _Calls:
    """The listener: names and statuses, and the largest workspace that a phase 2 was given."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int]] = []
        self.workspace = 0

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        if event == "call start":
            args = fields["args"]
            if fields["name"].startswith("aclnn") and len(args) == 4 and args[0] and isinstance(args[1], int):
                self.workspace = max(self.workspace, args[1])
        elif event == "call end":
            result = fields["result"]
            status = result[0] if isinstance(result, tuple) else result
            self.calls.append((fields["name"], status if isinstance(status, int) else 0))


def main(program: str, result: str) -> None:
    """Run the program; its exit status is this process's."""
    calls = _Calls()
    machine().listen(calls)
    try:
        runpy.run_path(program, run_name="__main__")
    finally:
        text = json.dumps({"calls": calls.calls, "workspace": calls.workspace})
        Path(result).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
