"""The command ``aclnn-emu``, one module a command.

A command module has ``HELP`` (one line), ``EXAMPLES``, ``add_arguments(parser)`` and ``run(args) -> int``. What a
command needs of the emulator it imports when it runs, so that ``--version`` and ``--help`` answer at once.

Exit status: 0 done, 1 what was asked about failed or does not exist, 2 the command line is wrong. ``run`` passes
on the status of the program.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from aclnn_emu._version import VERSION
from aclnn_emu.cli import (
    bench,
    cc,
    check,
    conformance,
    demo,
    doctor,
    dsp,
    explain,
    lesson,
    op,
    ops,
    record,
    run,
    suite,
    toolkit,
    trace,
    ut,
)

__all__ = ["main"]

_EPILOG = """\
exit status:
  0  done
  1  what was asked about failed or does not exist
  2  the command line is wrong

try first:
  aclnn-emu demo
  aclnn-emu demo two_phase_tour
  aclnn-emu explain 161002
"""

_SIGPIPE_STATUS = 141  # what a shell reports for a program that SIGPIPE ended


class _Command(Protocol):
    HELP: str
    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


_COMMANDS = {
    name: cast("_Command", module)
    for name, module in {
        "demo": demo, "run": run, "record": record, "trace": trace, "check": check, "explain": explain, "ops": ops, "op": op,
        "dsp": dsp, "toolkit": toolkit, "cc": cc, "suite": suite, "ut": ut, "conformance": conformance, "lesson": lesson,
        "bench": bench, "doctor": doctor,
    }.items()
}  # fmt: skip


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="aclnn-emu",
        description="A CPU emulator of Ascend CANN's two-phase operator API (aclnn) and of the AscendCL runtime.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"aclnn-emu {VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in _COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=command.HELP,
            description=f"{command.HELP[0].upper()}{command.HELP[1:]}.",
            epilog=f"examples:\n{command.EXAMPLES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(sub)
        sub.set_defaults(command=command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        argv: the arguments; those of the process by default.

    Returns:
        The exit status.
    """
    try:
        args = _parser().parse_args(argv)
    except SystemExit as stop:  # argparse's way to end: 0 after --help and --version, 2 after a usage error
        return int(stop.code or 0)
    command: _Command = args.command
    try:
        status = command.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader went away: ``aclnn-emu ops | head``
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _SIGPIPE_STATUS
    return status
