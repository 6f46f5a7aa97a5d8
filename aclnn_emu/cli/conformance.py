"""``aclnn-emu conformance``: the status-code tests, on the emulator, through the C libraries, or on a card."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from aclnn_emu.cli._text import complain

if TYPE_CHECKING:
    from aclnn_emu.conformance.cases import Case
    from aclnn_emu.conformance.runner import Result

HELP = "run the status-code tests on the emulator, through the C libraries, or on a card"
EXAMPLES = """\
  aclnn-emu conformance                          everything, on the emulator
  aclnn-emu conformance aclnnAdd --soc 310P
  aclnn-emu conformance runtime 'inplace_*' --backend cabi --html report.html
  aclnn-emu conformance --backend cann --junit result.xml     on a card; ASCEND_HOME_PATH says where CANN is
  aclnn-emu conformance --replay cases.json      cases from a file instead of generated ones
  aclnn-emu conformance aclnnAdd --write cases.json           the cases, without running them

The exit status is 1 when a case differs or the backend cannot be used.
"""
_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to run, where, and which reports."""
    parser.add_argument(
        "operators",
        metavar="OP",
        nargs="*",
        help="aclnnAdd, inplace_add, a glob, or 'runtime' (default: all of these)",
    )
    parser.add_argument("--backend", choices=("emulator", "cabi", "cann"), default="emulator")
    parser.add_argument(
        "--soc",
        metavar="NAME",
        action="append",
        default=[],
        help="a chip; can be repeated (default: all; for cann the card's own)",
    )
    parser.add_argument(
        "--home", metavar="DIR", type=Path, help="the toolkit of cabi, the installation of cann"
    )
    parser.add_argument("--replay", metavar="FILE", type=Path, help="run the cases of this file")
    parser.add_argument("--write", metavar="FILE", type=Path, help="write the cases there and run nothing")
    for kind in ("junit", "html", "json"):
        parser.add_argument(f"--{kind}", metavar="FILE", type=Path, help=f"write a {kind} report")


def run(args: argparse.Namespace) -> int:
    """Collect the cases, run them, report."""
    from aclnn_emu.conformance.backends import BackendError
    from aclnn_emu.conformance.cases import CaseFileError, dump_cases
    from aclnn_emu.conformance.select import SelectionError

    try:
        if args.write:
            cases = _cases(args, [])
            dump_cases(cases, args.write)
            print(f"{len(cases)} cases in {args.write}")
            return 0
        return _run(args)
    except (BackendError, CaseFileError, SelectionError, OSError) as error:
        complain(str(error))
        return 1


def _cases(args: argparse.Namespace, own: list[str]) -> list[Case]:
    """The cases that are meant; `own` is the chip of a backend that has only one."""
    from aclnn_emu.conformance.cases import load_cases
    from aclnn_emu.conformance.select import chosen_cases, chosen_operators, chosen_socs

    if args.replay:
        return load_cases(args.replay)
    return list(chosen_cases(chosen_operators(args.operators), chosen_socs(args.soc or own)))


def _run(args: argparse.Namespace) -> int:
    from aclnn_emu.conformance.backends import open_backend
    from aclnn_emu.conformance.report import as_html, as_json, as_junit, differences, summary
    from aclnn_emu.conformance.runner import FAILED, run_cases

    # Names are looked up before a backend is opened: a typing error should not wait for a card.
    cases = _cases(args, []) if args.backend != "cann" else None
    backend = open_backend(args.backend, args.home)
    try:
        if cases is None:
            cases = _cases(args, [backend.soc] if backend.soc else [])
        results = list(_shown(run_cases(cases, backend), len(cases)))
    finally:
        backend.close()
    for line in differences(results, _SHOWN):
        print(line)
    print("\n".join(summary(results)))
    _write(args.json, lambda: json.dumps(as_json(results, args.backend), indent=1) + "\n")
    _write(args.junit, lambda: as_junit(results, args.backend))
    _write(args.html, lambda: as_html(results, args.backend))
    return 1 if any(result.outcome == FAILED for result in results) else 0


def _write(path: Path | None, text: Callable[[], str]) -> None:
    if path is not None:
        path.write_text(text(), encoding="utf-8")


def _shown(results: Iterable[Result], count: int) -> Iterator[Result]:
    """Pass the results on and show how far they are: a line that renews itself, or one for each tenth."""
    terminal = sys.stderr.isatty()
    step = max(count // 200, 1) if terminal else max(count // 10, 1)
    failed = 0
    for done, result in enumerate(results, 1):
        failed += result.outcome == "failed"
        if done % step == 0 or done == count:
            text = f"[{done}/{count}] {failed} differ, at {result.case.id}"
            if terminal:
                print(f"\r\x1b[K{text[:100]}", end="\n" if done == count else "", file=sys.stderr, flush=True)
            else:
                print(f"[{done}/{count}] {failed} differ", file=sys.stderr, flush=True)
        yield result
