"""``aclnn-emu ut``: build and run operator authors' unit tests against the emulator."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from aclnn_emu.cli._suites import add_suite_options, progress_line, wrong_options
from aclnn_emu.cli._text import complain
from aclnn_emu.cli._toolkit import chosen_toolkit, explained, say

if TYPE_CHECKING:
    from aclnn_emu.capi.ut.outcomes import FileOutcome

HELP = "build and run operator authors' unit tests (op_api_ut.h over GoogleTest)"
EXAMPLES = """\
  aclnn-emu ut my_op/tests/ut/op_api
  aclnn-emu ut ops-math --pattern 'tests/ut/op_api/**/test_*.cpp' --exclude experimental --json result.json
  aclnn-emu ut ops-math/math/abs --filter '*invalid*' --soc Ascend310P

--filter takes a glob for the name of a case, Suite.Case; --pattern and --exclude globs for the end of a file's
path, --exclude also for folders. A test file includes op_api_ut_common/op_api_ut.h and has cases of GoogleTest.
The exit status is 0 when every case that could run passed, not counting operators that are not emulated.
"""
_BAD = ("failed", "crashed", "timed out", "not built")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder, which files and cases, and how."""
    add_suite_options(parser, what="case")
    parser.add_argument("--filter", metavar="GLOB", default="*", help="only cases that match")
    parser.add_argument(
        "--gtest", metavar="DIR", type=Path, help="GoogleTest: its sources, or an installation"
    )


def run(args: argparse.Namespace) -> int:
    """Build, run, report."""
    return wrong_options(args) or explained(lambda: _unit_tests(args))


def _unit_tests(args: argparse.Namespace) -> int:
    from aclnn_emu.capi.suite.running import Settings
    from aclnn_emu.capi.ut.googletest import find_googletest, unit_test_recipe
    from aclnn_emu.capi.ut.report import as_json, cases_of, tables
    from aclnn_emu.capi.ut.running import run_unit_tests
    from aclnn_emu.capi.ut.sources import find_sources
    from aclnn_emu.core.cache import cache_folder

    google = find_googletest(args.gtest)
    toolkit = chosen_toolkit(args.toolkit)
    sources = find_sources(args.folder, args.pattern, args.exclude, toolkit)
    if not sources:
        complain(f"no file below {args.folder} includes a header of op_api_ut_common, has cases and matches")
        return 1
    cache = cache_folder() / "unit_tests"
    recipe = unit_test_recipe(toolkit, google, cache, say)
    settings = Settings(toolkit, cache, args.jobs, args.timeout, progress_line())
    outcomes = run_unit_tests(sources, recipe, settings, soc=args.soc, pattern=args.filter)
    cases = cases_of(outcomes)
    if not cases:
        complain(f"no case of {len(sources)} files matches {args.filter}")
        return 1
    if args.json:
        args.json.write_text(json.dumps(as_json(outcomes), indent=1) + "\n", encoding="utf-8")
    _print_bad(outcomes)
    print("\n".join(tables(outcomes)))
    return 1 if any(case.kind in _BAD for case in cases) else 0


def _print_bad(outcomes: list[FileOutcome]) -> None:
    for outcome in outcomes:
        for case in outcome.cases:
            if case.kind in _BAD:
                reason = " ".join(case.reason.split())[:300]
                print(f"{case.kind}: {outcome.source.name}: {case.name}: {reason}")
