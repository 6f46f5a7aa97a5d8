"""Make aclnn_emu/ops/index.json, which says in which family each operator is declared.

    python tools/make_index.py [--check]

With ``--check`` nothing is written; the exit status is 1 when the file is not what would be written. An index that is
behind the families costs only time: what it does not know is found by loading every family.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from aclnn_emu.plan import spec

PATH = Path(__file__).resolve().parents[1] / "aclnn_emu" / "ops" / "index.json"
_PACKAGE = "aclnn_emu.ops."


class _Origins(dict[str, Any]):
    """A registry that remembers which family's module was being loaded when an operator was declared."""

    def __init__(self) -> None:
        super().__init__()
        self.families: dict[str, str] = {}

    def __setitem__(self, name: str, declared: spec.Operator) -> None:
        super().__setitem__(name, declared)
        frame = sys._getframe(1)  # noqa: SLF001 - there is no public way to ask
        while not _is_family(frame.f_globals["__name__"]) or frame.f_code.co_name != "<module>":
            frame = frame.f_back
        self.families[declared.face_name] = frame.f_globals["__name__"].removeprefix(_PACKAGE)


def _is_family(module: str) -> bool:
    return module.startswith(_PACKAGE) and not module.startswith(f"{_PACKAGE}_")


def index() -> str:
    """The text of the file: one line for each operator, by its face's name."""
    spec.REGISTRY = origins = _Origins()
    import_module("aclnn_emu.ops").operators()
    return json.dumps(origins.families, indent=0, sort_keys=True) + "\n"


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    text = index()
    if check:
        same = PATH.is_file() and PATH.read_text(encoding="utf-8") == text
        if not same:
            print(f"{PATH.name} is behind the families: python tools/make_index.py")
        return 0 if same else 1
    PATH.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
