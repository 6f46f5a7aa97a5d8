"""``aclnn-emu check``: run a program with the checker watching."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from aclnn_emu.checker.options import FAILING, add_options
from aclnn_emu.cli._text import complain
from aclnn_emu.cli._toolkit import say
from aclnn_emu.cli.run import add_program_arguments, is_executable, launch

HELP = "run a program and report what real hardware would let pass, or punish later"
EXAMPLES = """\
  aclnn-emu check my_program.py
  aclnn-emu check --ignore ACL-LEAK ./sample        an executable; compiled with -g, file and line are known
  aclnn-emu check --seeds 50 my_program.py          50 interleavings of the streams; prints the seed that fails
  aclnn-emu check --schedule seeded:7 my_program.py that one again, exactly
  aclnn-emu check --fail-on warning --json found.json my_program.py
  aclnn-emu explain ACL-RACE-101                    what a report means

Reports go to standard error. The exit status is 1 when something was found that --fail-on names, else the program's.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is looked for, under which schedules, in which program."""
    add_options(parser)
    parser.add_argument(
        "--seeds", metavar="N", type=int, default=0, help="try the schedules seeded:0 to seeded:N-1"
    )
    add_program_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run the program once, or once for each seed."""
    if args.seeds < 0 or (args.seeds and args.schedule):
        complain("--seeds takes a number above 0, and chooses the schedule itself")
        return 2
    if not args.script.is_file():
        complain(f"there is no file {args.script}")
        return 1
    with tempfile.TemporaryDirectory(prefix="aclnn_emu_") as folder:
        return _explore(args, Path(folder)) if args.seeds else _once(args, Path(folder))


def _options(args: argparse.Namespace, target: Path) -> list[str]:
    """The checker's options as words."""
    words = ["--fail-on", args.fail_on, "--json", str(target)]
    for flag, names in (("--only", args.only), ("--ignore", args.ignore)):
        words += [flag, ",".join(names)] if names else []
    return [*words, *(["--notes"] if args.notes else []), *(["--quiet"] if args.quiet else [])]


def _once(args: argparse.Namespace, folder: Path) -> int:
    options = shlex.join(_options(args, folder / "%p.json"))
    # Child processes are watched as well, and so is a compiled program.
    os.environ |= {"ACLNN_EMU_CHECK": "1", "ACLNN_EMU_CHECK_OPTIONS": options}
    if not is_executable(args.script):
        from aclnn_emu.runtime.machine import configure

        configure(check=True, check_options=options)
    status = launch(args, {})
    reports = [*_own_reports(), *_collect(folder)]
    if args.json is not None:
        args.json.write_text(json.dumps({"reports": reports}, indent=1) + "\n", encoding="utf-8")
    if not reports and not args.quiet:
        say("the checker found nothing")
    return 1 if _failures(args, reports) else status


def _own_reports() -> list[dict[str, Any]]:
    """Those of this process, whatever options the program gave its checker; judges what is left first."""
    from aclnn_emu.checker import current

    checker = current()
    if checker is not None:
        checker.end_of_process()
    return [] if checker is None else [found.as_json() for found in checker.reports]


def _collect(folder: Path) -> list[dict[str, Any]]:
    """The reports of child processes."""
    found: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.json")):
        if path.stem != str(os.getpid()):
            found += json.loads(path.read_text(encoding="utf-8"))["reports"]
    return found


def _failures(args: argparse.Namespace, reports: list[dict[str, Any]]) -> bool:
    return any(found["level"] in FAILING[args.fail_on] for found in reports)


def _explore(args: argparse.Namespace, folder: Path) -> int:
    """A process for each seed; the first one that fails is shown."""
    for seed in range(args.seeds):
        target = folder / f"{seed}.json"
        again = ["--schedule", f"seeded:{seed}"]
        for name in ("soc", "devices", "toolkit"):
            value = getattr(args, name)
            again += [f"--{name}", str(value)] if value is not None else []
        program = [str(args.script), *args.args]
        command = [sys.executable, "-m", "aclnn_emu", "check", *_options(args, target), *again, *program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.stdout.write(done.stdout)
            sys.stderr.write(done.stderr)
            say(f"seed {seed} fails with exit status {done.returncode}; the same again:")
            say(shlex.join(["aclnn-emu", "check", *again, *program]))
            if args.json is not None and target.is_file():
                args.json.write_bytes(target.read_bytes())
            return done.returncode
    say(f"{args.seeds} interleavings, and none fails")
    return 0
