"""``aclnn-emu suite``: build and run every C and C++ program under a folder."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from aclnn_emu.cli._suites import add_suite_options, progress_line, wrong_options
from aclnn_emu.cli._text import complain
from aclnn_emu.cli._toolkit import chosen_toolkit, explained

if TYPE_CHECKING:
    from aclnn_emu.capi.suite.programs import Outcome

HELP = "build and run every C and C++ program under a folder"
EXAMPLES = """\
  aclnn-emu suite samples/c
  aclnn-emu suite ops-nn --pattern 'examples/**/test_aclnn_*.cpp' --exclude experimental --json result.json

A glob means the end of a file's path; --exclude also takes folders. Programs in folders named arch35 run on
Ascend950 unless --soc says otherwise. The exit status is 0 when every program ran to its end without a failure.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder, which files, and how."""
    add_suite_options(parser, what="program")


def run(args: argparse.Namespace) -> int:
    """Build, run, report."""
    return wrong_options(args) or explained(lambda: _suite(args))


def _suite(args: argparse.Namespace) -> int:
    from aclnn_emu.capi.suite.programs import find_programs
    from aclnn_emu.capi.suite.report import as_json, kind
    from aclnn_emu.capi.suite.running import Settings, run_suite
    from aclnn_emu.core.cache import cache_folder

    programs = find_programs(args.folder, args.pattern, args.exclude, args.soc)
    if not programs:
        complain(f"no program below {args.folder} has a main function and matches")
        return 1
    toolkit = chosen_toolkit(args.toolkit)
    settings = Settings(toolkit, cache_folder() / "programs", args.jobs, args.timeout, progress_line())
    outcomes = run_suite(programs, settings)
    if args.json:
        args.json.write_text(json.dumps(as_json(outcomes), indent=1) + "\n", encoding="utf-8")
    _print(outcomes)
    return 0 if all(kind(outcome) == "ran" for outcome in outcomes) else 1


def _print(outcomes: list[Outcome]) -> None:
    from aclnn_emu.capi.suite.report import kind, table

    for outcome in outcomes:
        verdict = kind(outcome)
        if verdict not in ("ran", "not emulated"):
            print(f"{verdict}: {outcome.program.name}: {_why(outcome)}")
    print("\n".join(table(outcomes)))


def _why(outcome: Outcome) -> str:
    """One line: the compiler's first error, the signal, the first failed call, or what the program said."""
    from aclnn_emu.capi.suite.report import failure_lines

    if outcome.diagnosis:
        lines = [line for line in outcome.diagnosis.splitlines() if "error" in line or "undefined" in line]
        return (lines or outcome.diagnosis.splitlines())[0][:200]
    if outcome.timed_out:
        return "stopped"
    said = [*([outcome.signal] if outcome.signal else []), *outcome.errors[:1], *failure_lines(outcome)[:1]]
    return "; ".join(said)[:300] or f"exit status {outcome.exit_code}"
