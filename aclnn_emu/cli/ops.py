"""``aclnn-emu ops``: the emulated operators."""

from __future__ import annotations

import argparse
import json
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from aclnn_emu.cli._text import columns, complain

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Operator

HELP = "list the emulated operators"
EXAMPLES = """\
  aclnn-emu ops
  aclnn-emu ops add             names that contain "add"
  aclnn-emu ops 'aclnnInplace*' names that match
  aclnn-emu ops --json          for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The pattern and the form of the answer."""
    parser.add_argument("pattern", metavar="PATTERN", nargs="?", default="", help="part of a name, or a glob")
    parser.add_argument("--json", action="store_true", help="a JSON list of objects")


def run(args: argparse.Namespace) -> int:
    """Print the list, two lines an operator; 1 when the pattern matches none."""
    from aclnn_emu.ops import operators

    found = [op for _, op in sorted(operators().items()) if _matches(op, args.pattern)]
    if args.json:
        print(json.dumps([_row(op) for op in found], indent=2))
    elif found:
        print(columns([line for op in found for line in _lines(op)], indent=""))
    if not found:
        complain(f"no emulated operator matches {args.pattern!r}; `aclnn-emu ops` lists all")
    return 0 if found else 1


def _matches(op: Operator, pattern: str) -> bool:
    wanted = pattern.lower()
    if not any(sign in wanted for sign in "*?["):
        wanted = f"*{wanted}*"
    return any(fnmatchcase(name.lower(), wanted) for name in (op.name, op.face_name))


def _row(op: Operator) -> dict[str, str]:
    return {
        "name": op.name,
        "face_name": op.face_name,
        "summary": op.summary,
        "prototype": op.prototype,
        "source": op.source,
    }


def _lines(op: Operator) -> tuple[tuple[str, str], ...]:
    """Two lines: C name and what it computes, Python name and where the facts come from."""
    return (op.name, op.summary), (f"  emu.ops.{op.face_name}", op.source)
