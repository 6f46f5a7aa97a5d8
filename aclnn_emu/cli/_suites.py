"""What the commands that build and run all files of a folder share: their options and their progress."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from aclnn_emu.cli._text import complain
from aclnn_emu.cli._toolkit import add_toolkit_option

__all__ = ["add_suite_options", "progress_line", "wrong_options"]


def add_suite_options(parser: argparse.ArgumentParser, *, what: str) -> None:
    """The folder, which files, and how; `what` the time limit and the chip are for."""
    add_toolkit_option(parser)
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument(
        "--pattern", metavar="GLOB", action="append", default=[], help="only files that match"
    )
    parser.add_argument("--exclude", metavar="GLOB", action="append", default=[], help="leave these out")
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=os.cpu_count() or 1, help="files at a time (all processors)"
    )
    parser.add_argument(
        "--timeout", metavar="S", type=float, default=60.0, help=f"seconds a {what} may run (60)"
    )
    parser.add_argument("--soc", metavar="NAME", default="", help=f"the chip for every {what}")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every outcome there")


def wrong_options(args: argparse.Namespace) -> int:
    """The exit status for options that make no sense, after a word about it; 0 when all do."""
    from aclnn_emu.errors import EmuError
    from aclnn_emu.runtime.profile import profile

    if not args.folder.is_dir():
        complain(f"there is no folder {args.folder}")
        return 1
    if args.jobs < 1 or args.timeout <= 0:
        complain("--jobs and --timeout must be above 0")
        return 2
    try:
        if args.soc:
            profile(args.soc)
    except EmuError as error:
        complain(str(error))
        return 2
    return 0


def progress_line() -> Callable[[int, int, str], None]:
    """A line that renews itself on a terminal, a line for each tenth elsewhere."""
    terminal = sys.stderr.isatty()

    def show(done: int, count: int, name: str) -> None:
        if terminal:
            end = "\n" if done == count else ""
            print(f"\r\x1b[K[{done}/{count}] {name[-70:]}", end=end, file=sys.stderr, flush=True)
        elif done * 10 // count != (done - 1) * 10 // count:
            print(f"[{done}/{count}]", file=sys.stderr, flush=True)

    return show
