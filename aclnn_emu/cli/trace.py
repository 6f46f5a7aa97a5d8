"""``aclnn-emu trace``: run a program and write its timeline, for Perfetto and as a page."""

from __future__ import annotations

import argparse
from pathlib import Path

from aclnn_emu.cli._output import identity, why_not_writable, why_nothing
from aclnn_emu.cli._text import complain
from aclnn_emu.cli._toolkit import say
from aclnn_emu.cli.run import add_program_arguments, is_executable, launch

HELP = "run a Python program or an executable and write the timeline of its calls, streams and memory"
EXAMPLES = """\
  aclnn-emu trace -o trace.json samples/binary_cross_entropy_backward.py
  aclnn-emu trace --html trace.html ./sample arguments
  aclnn-emu trace -o trace.json --clock wall my_test.py

trace.json opens in https://ui.perfetto.dev and chrome://tracing; the page needs nothing but a browser. The virtual clock
(default) shows streams as a device would run them and is the same on every run; the wall clock shows when the emulator
did the work, which with the deferred schedule is inside the call that waits.

The exit status is the program's; 1 when it is 0 and nothing could be written.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The program, where to write, and the clock."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="the trace, in Chrome's JSON format"
    )
    parser.add_argument("--html", metavar="FILE", type=Path, help="the timeline as a self-contained page")
    parser.add_argument(
        "--clock", choices=("virtual", "wall"), default="virtual", help="time axis (default virtual)"
    )
    add_program_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run the program and write what was asked for."""
    outputs = {"trace": args.output, "page": args.html}
    if not any(outputs.values()):
        complain("trace needs -o FILE, --html FILE or both, before the program")
        return 2
    for path in filter(None, outputs.values()):
        reason = why_not_writable(path.absolute())
        if reason:
            complain(f"{path} cannot be written: {reason}")
            return 1
    if args.script.is_file() and is_executable(args.script):
        return _trace_executable(args)
    from aclnn_emu.errors import EmuError
    from aclnn_emu.timeline import recording, save

    try:
        timeline = recording()
    except EmuError as error:
        complain(str(error))
        return 2
    try:
        status = launch(args, {})
    finally:
        timeline.stop()
    if not timeline.calls:
        complain(f"nothing is written for {args.script}: it made no call of acl or aclnn")
        return status or 1
    for line in save(timeline, args.script.name, args.output, args.html, args.clock):
        say(line)
    return status


def _trace_executable(args: argparse.Namespace) -> int:
    from aclnn_emu.embedded import TRACE, TRACE_CLOCK, TRACE_HTML

    outputs = {TRACE: args.output, TRACE_HTML: args.html}
    given = {name: path.absolute() for name, path in outputs.items() if path is not None}
    before = {path: identity(path) for path in given.values()}
    status = launch(args, {TRACE_CLOCK: args.clock} | {name: str(path) for name, path in given.items()})
    # The program itself has told what it wrote.
    if all(identity(path) == was for path, was in before.items()):
        complain(f"nothing is written for {args.script}: {why_nothing(status)}")
        return status or 1
    return status
