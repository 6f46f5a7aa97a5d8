"""``aclnn-emu record``: run a program and write its calls as cases that `conformance --replay` runs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from aclnn_emu.cli._output import identity, why_not_writable, why_nothing
from aclnn_emu.cli._text import complain
from aclnn_emu.cli._toolkit import say
from aclnn_emu.cli.run import add_program_arguments, is_executable, launch

HELP = "run a Python program or an executable and write its calls as cases for `conformance --replay`"
EXAMPLES = """\
  aclnn-emu record samples/binary_cross_entropy_backward.py -o cases.json
  aclnn-emu record -o cases.json --max-bytes 1000000 ./sample arguments
  aclnn-emu conformance --replay cases.json --backend cabi

The options stand before the program, or -o and --max-bytes at the very end. Written are codes, message ids, tensors, and
the data of each operator call whose inputs and outputs together have at most --max-bytes bytes. What cannot be written
is counted and told.

The exit status is the program's; 1 when it is 0 and nothing could be written.
"""
_DEFAULT_BYTES = 1 << 16
_AT_THE_END = ("-o", "--output", "--max-bytes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The program, where to write, and how much data."""
    parser.add_argument("-o", "--output", metavar="FILE", help="the file of cases")
    parser.add_argument(
        "--max-bytes",
        metavar="N",
        help=f"most bytes of data of one operator call (default {_DEFAULT_BYTES}); 0 for codes only",
    )
    add_program_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run the program and write the file."""
    _take_from_the_end(args)
    if args.output is None:
        complain("record needs -o FILE, before the program or at the very end")
        return 2
    limit = str(_DEFAULT_BYTES if args.max_bytes is None else args.max_bytes)
    if not limit.isdecimal():
        complain(f"--max-bytes takes a number of bytes, not {limit}")
        return 2
    output = Path(args.output).absolute()
    reason = why_not_writable(output)
    if reason:
        complain(f"{args.output} cannot be written: {reason}")
        return 1
    if args.script.is_file() and is_executable(args.script):
        return _record_executable(args, output, limit)
    return _record_script(args, output, int(limit))


def _take_from_the_end(args: argparse.Namespace) -> None:
    rest: list[str] = args.args
    while len(rest) >= 2 and rest[-2] in _AT_THE_END:
        name = "max_bytes" if rest[-2] == "--max-bytes" else "output"
        if getattr(args, name) is not None:
            return
        setattr(args, name, rest[-1])
        del rest[-2:]


def _record_script(args: argparse.Namespace, output: Path, limit: int) -> int:
    from aclnn_emu.conformance.record.recorder import recording
    from aclnn_emu.errors import EmuError

    try:
        recorder = recording(args.script.name, limit)
    except EmuError as error:
        complain(str(error))
        return 2
    try:
        status = launch(args, {})
    finally:
        recorder.stop()
    if not recorder.calls:
        return _nothing(args.script, status)
    try:
        lines = recorder.save(output)
    except OSError as error:
        complain(f"{output} cannot be written: {error}")
        return status or 1
    return _told(lines, status)


def _record_executable(args: argparse.Namespace, output: Path, limit: str) -> int:
    from aclnn_emu.embedded import RECORD, RECORD_BYTES

    before = identity(output)
    env: Mapping[str, str] = {RECORD: str(output), RECORD_BYTES: limit}
    status = launch(args, env)
    # The program itself has told what it wrote.
    return _nothing(args.script, status) if identity(output) == before else _told([], status)


def _nothing(program: Path, status: int) -> int:
    complain(f"nothing is written for {program}: {why_nothing(status)}")
    return status or 1


def _told(lines: list[str], status: int) -> int:
    for line in lines:
        say(line)
    if status:
        say(f"the program ended with status {status}; its calls up to there are written")
    return status
