"""``aclnn-emu lesson``: the exercises of the course, and whether a program is mended."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

from aclnn_emu.cli._text import complain

HELP = "the course's exercises: print one, or check a mended program"
EXAMPLES = """\
  aclnn-emu lesson                       the chapters
  aclnn-emu lesson 3                     the exercise of chapter 3
  aclnn-emu lesson 3 --write mine.py     its broken program into a file
  aclnn-emu lesson 3 mine.py             is it mended?

The chapters are notebooks in docs/tutorial. Exit status: 0 mended (or printed), 1 not yet.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which lesson, and the learner's file."""
    parser.add_argument("number", metavar="N", type=int, nargs="?", help="number of the chapter")
    parser.add_argument("program", metavar="FILE", type=Path, nargs="?", help="a program to check")
    parser.add_argument("--write", metavar="FILE", type=Path, help="write the broken program")
    parser.add_argument("--text", action="store_true", help="print the whole chapter (Markdown)")


def run(args: argparse.Namespace) -> int:
    """List, print, write or check."""
    from aclnn_emu.lessons import CHAPTERS, chapter

    if args.number is None:
        for found in CHAPTERS:
            print(f"  {found.number}  {found.title}")
        print("\naclnn-emu lesson N prints an exercise; docs/tutorial has the chapters as notebooks.")
        return 0
    try:
        found = chapter(args.number)
    except LookupError as error:
        complain(str(error))
        return 2
    if args.write is not None:
        return _write(args.write, found.program)
    if args.program is not None:
        return _check(args.number, args.program)
    if args.text:
        print(found.text)
        return 0
    print(f"Lesson {found.number}: {found.title}\n\n{textwrap.fill(found.exercise, 100)}\n")
    print(textwrap.indent(found.program, "    "))
    print(f"aclnn-emu lesson {found.number} --write mine.py     to mend it")
    print(f"aclnn-emu lesson {found.number} mine.py             to have it checked")
    return 0


def _write(path: Path, program: str) -> int:
    if path.exists():
        complain(f"{path} is there already; name another file")
        return 1
    try:
        path.write_text(program, encoding="utf-8")
    except OSError as error:
        complain(f"{path} cannot be written: {error.strerror}")
        return 1
    print(f"{path} is written")
    return 0


def _check(number: int, program: Path) -> int:
    from aclnn_emu.lessons import check

    try:
        verdict = check(number, program)
    except OSError as error:
        complain(f"{program} cannot be read: {error.strerror}")
        return 1
    if not verdict.mended and verdict.output:
        print("The program printed:\n" + textwrap.indent(verdict.output, "    "))
    print(verdict)
    return 0 if verdict.mended else 1
