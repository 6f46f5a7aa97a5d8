"""``aclnn-emu bench``: measure speed and memory, and compare with the bars."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from aclnn_emu.cli._output import why_not_writable
from aclnn_emu.cli._text import close_names, columns, complain
from aclnn_emu.cli.op import emulated_name

if TYPE_CHECKING:
    from aclnn_emu.bench.surroundings import Surroundings
    from aclnn_emu.bench.timing import Effort

HELP = "measure speed and memory beside what one would take instead"
EXAMPLES = """\
  aclnn-emu bench --quick                 the table of bars, under a minute
  aclnn-emu bench --against torch         with torch's CPU operators in the same runs
  aclnn-emu bench add softmax             these operators, over sizes and engines
  aclnn-emu bench --against torch --write benchmarks   RESULTS.md and plots of growth there

Calls that are compared run in turn, and medians count. Measure on a computer that does nothing else. A bar that is
not met does not change the exit status: it is 1 when something cannot be measured at all.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which operators, beside what, how long, and where to."""
    parser.add_argument(
        "names",
        metavar="OP",
        nargs="*",
        help="operators to time instead of the table of bars: add, aclnnAdd, ...",
    )
    parser.add_argument("--against", choices=["torch"], help="run this beside the emulator")
    parser.add_argument(
        "--quick", action="store_true", help="smaller and fewer: for a look, not for a record"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all numbers there")
    parser.add_argument(
        "--write",
        metavar="DIR",
        type=Path,
        help="measure growth too; write RESULTS.md and plots to this folder",
    )


def run(args: argparse.Namespace) -> int:
    """Measure; 1 when the command cannot do what was asked, which it says before it measures."""
    if args.names and args.write:
        complain("--write is for the whole table; with operators use --json")
        return 2
    names = [emulated_name(name) for name in args.names]
    why_not = _why_not(args, names)
    if why_not:
        complain(why_not)
        return 1
    from aclnn_emu.bench.timing import FULL, QUICK

    effort = QUICK if args.quick else FULL
    return _operators(args, names, effort) if names else _everything(args, effort)


def _why_not(args: argparse.Namespace, names: list[str]) -> str:
    """What stands against it; "" for nothing."""
    from aclnn_emu.ops import operators

    for given, name in zip(args.names, names, strict=True):
        if not name:
            close = close_names(given, operators())
            hint = f"; names like it: {', '.join(close)}" if close else "; `aclnn-emu ops` lists all"
            return f"no operator {given} is emulated{hint}"
    if args.against == "torch" and find_spec("torch") is None:
        return "--against torch: torch is not installed (pip install torch)"
    if args.json:
        why = why_not_writable(args.json)
        if why:
            return f"--json {args.json}: {why}"
    return _why_no_page(args.write) if args.write else ""


def _why_no_page(folder: Path) -> str:
    from aclnn_emu.bench import plots

    if not plots.installed():
        return '--write draws with matplotlib, which is not installed (pip install "aclnn-emu[bench]")'
    if not folder.is_dir():
        return f"--write {folder}: there is no such folder"
    why = why_not_writable(folder / "RESULTS.md")
    return f"--write {folder}: {why}" if why else ""


def _operators(args: argparse.Namespace, names: list[str], effort: Effort) -> int:
    from aclnn_emu.bench.operators import measure
    from aclnn_emu.bench.peers import torch_operators
    from aclnn_emu.bench.report import operator_cells, operators_as_json
    from aclnn_emu.bench.surroundings import surroundings

    around = surroundings()
    _show_surroundings(around)
    times = []
    for name in names:
        found = list(measure(name, effort, torch=args.against == "torch"))
        times += found
        print()
        if any(each.parts for each in found):
            print(columns(operator_cells(found), indent=""))
        for each in found:
            if each.why_not:
                print(f"{name}: not measured with {each.size} elements: {each.why_not}")
        if args.against == "torch" and name not in torch_operators():
            print(f"{name}: which function of torch does the same is not known here")
    _write_json(args.json, operators_as_json(around, times))
    return 1 if any(each.why_not for each in times) else 0


def _everything(args: argparse.Namespace, effort: Effort) -> int:
    from aclnn_emu.bench import plots
    from aclnn_emu.bench.report import BAR_HEADS, as_json, bar_cells, measure_all, pace_text, page

    found = measure_all(
        effort,
        torch=args.against == "torch",
        command=_command(args),
        curves=bool(args.write),
        progress=lambda text: print(f"... {text}", file=sys.stderr, flush=True),
    )
    _show_surroundings(found.surroundings)
    print()
    print(columns([BAR_HEADS, *map(bar_cells, found.rows)], indent=""))
    missed = sum(row.met is False for row in found.rows)
    met = sum(row.met is True for row in found.rows)
    open_bars = sum(row.met is None and row.bar is not None for row in found.rows)
    print(f"\npace: {pace_text(found)}")
    print(f"bars: {met} met, {missed} not met, {open_bars} not measured, in {found.seconds:.0f} s")
    _write_json(args.json, as_json(found))
    if args.write:
        pictures = [f"{curve.name}.svg" for curve in found.curves]
        for curve, picture in zip(found.curves, pictures, strict=True):
            plots.write(curve, args.write / picture)
        (args.write / "RESULTS.md").write_text(page(found, pictures), encoding="utf-8")
        print(f"wrote {args.write / 'RESULTS.md'} and {len(pictures)} plots")
    return 0


def _command(args: argparse.Namespace) -> str:
    """The command line that does the same."""
    words = ["aclnn-emu", "bench"]
    words += ["--against", args.against] if args.against else []
    words += ["--quick"] if args.quick else []
    words += ["--write", args.write.name] if args.write else []
    return shlex.join(words)


def _show_surroundings(around: Surroundings) -> None:
    from aclnn_emu.bench.report import where

    print(columns(list(where(around)), indent=""))


def _write_json(path: Path | None, found: object) -> None:
    if path is not None:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
