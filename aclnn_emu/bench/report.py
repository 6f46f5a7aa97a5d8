"""A whole run, and how it is shown: text for a terminal, JSON, and the page RESULTS.md."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from aclnn_emu.bench.bars import Row, count_text, rows
from aclnn_emu.bench.curves import CURVES, Curve, Point
from aclnn_emu.bench.operators import OperatorTime
from aclnn_emu.bench.steady import pace
from aclnn_emu.bench.surroundings import Surroundings, surroundings
from aclnn_emu.bench.timing import Effort

__all__ = [
    "BAR_HEADS",
    "Run",
    "as_json",
    "bar_cells",
    "measure_all",
    "operator_cells",
    "operators_as_json",
    "pace_text",
    "page",
    "where",
]

BAR_HEADS = ("met", "median", "min", "bar", "what")


@attrs.frozen
class Run:
    """One run of everything.

    Attributes:
        surroundings: where and when.
        command: that made it.
        rows: the table of bars.
        curves: growth; empty where it was not asked for.
        seconds: it took.
        paces: by part what a fixed loop took around it, as a multiple of its least in the run.
    """

    surroundings: Surroundings
    command: str
    rows: tuple[Row, ...]
    curves: tuple[Curve, ...]
    seconds: float
    paces: dict[str, float]


_STEADY = 1.2
"""Up to which multiple of its least the fixed loop says nothing against a part."""


def pace_text(run: Run) -> str:
    """How steady the machine was, and where it was not."""
    slow = [f"{part} {found:.1f}" for part, found in run.paces.items() if found > _STEADY]
    if slow:
        return f"the machine was slower, by a fixed loop in Python beside its least in the run, at: {', '.join(slow)}"
    most = max(run.paces.values(), default=1)
    return f"steady: a fixed loop in Python took at most {most:.2f} times its least"


def measure_all(
    effort: Effort,
    *,
    torch: bool,
    command: str,
    curves: bool,
    progress: Callable[[str], None] = lambda _text: None,
) -> Run:
    """Measure the bars, and the curves where they are asked for.

    Args:
        effort: how much.
        torch: beside torch, which is installed.
        command: the command line, for the report.
        curves: measure them too.
        progress: is told what comes next.
    """
    started = time.perf_counter()
    around = surroundings()
    parts: list[str] = []
    loops: list[float] = []

    def next_part(text: str) -> None:
        progress(text)
        parts.append(text)
        loops.append(pace())

    table = tuple(rows(effort, torch=torch, progress=next_part))
    grown = []
    for make in CURVES if curves else ():
        next_part(f"curve of {make.__name__}")
        grown.append(make(effort))
    loops.append(pace())
    least = min(loops)
    around_each = zip(parts, loops[:-1], loops[1:], strict=True)
    paces = {part: max(before, after) / least for part, before, after in around_each}
    return Run(around, command, table, tuple(grown), time.perf_counter() - started, paces)


def where(around: Surroundings) -> Iterator[tuple[str, str]]:
    """Label and value of each line about the surroundings."""
    yield "machine", around.machine
    yield "versions", ", ".join(f"{name} {version}" for name, version in around.versions.items())
    if around.settings:
        yield "settings", "  ".join(f"{name}={value}" for name, value in around.settings.items())
    load = "unknown" if around.load is None else f"{around.load:.2f}"
    yield "date", f"{around.date}, load average {load}"
    if around.warning:
        yield "warning", around.warning


def bar_cells(row: Row) -> tuple[str, ...]:
    """The cells of a line of the table of bars."""
    met = {True: "met", False: "NOT MET", None: "no bar" if row.bar is None else "-"}[row.met]
    bar = "" if row.bar is None else f"{'>=' if row.least else '<='} {row.bar:g} {row.unit}"
    what = f"{row.what} ({row.note})" if row.note else row.what
    return met, _number(row.median, row.unit), _number(row.best, row.unit), bar, what


def _number(value: float | None, unit: str) -> str:
    return "-" if value is None else f"{value:.2f} {unit}" if abs(value) < 100 else f"{value:.0f} {unit}"


def operator_cells(times: Iterable[OperatorTime]) -> list[tuple[str, ...]]:
    """A line for each size and engine under a head; microseconds, median and (best)."""
    found = list(times)
    parts = list(dict.fromkeys(part for each in found for part in each.parts))
    lines: list[tuple[str, ...]] = [("operator", "elements", "engine", *(f"{part} us" for part in parts))]
    for each in found:
        if each.parts:
            cells = (
                f"{t.median:.1f} ({t.best:.1f})" if (t := each.parts.get(part)) else "-" for part in parts
            )
            lines.append((each.operator, count_text(each.size), each.engine, *cells))
    return lines


def as_json(run: Run) -> dict[str, Any]:
    """The run as plain values."""
    found = attrs.asdict(run)
    for plain, row in zip(found["rows"], run.rows, strict=True):
        plain["met"] = row.met
    return found


def operators_as_json(around: Surroundings, times: Iterable[OperatorTime]) -> dict[str, Any]:
    """Times of operators as plain values."""
    plain = (
        {
            "operator": each.operator,
            "size": each.size,
            "engine": each.engine,
            "microseconds": {part: timing._asdict() for part, timing in each.parts.items()},
            "why_not": each.why_not,
        }
        for each in times
    )
    return {"surroundings": attrs.asdict(around), "operators": list(plain)}


def page(run: Run, pictures: Sequence[str]) -> str:
    """RESULTS.md.

    Args:
        run: what was measured.
        pictures: file names of the plots beside it, in the order of the curves.
    """
    lines = [
        "# Results of the last run",
        "",
        f"Written by `{run.command}` in {run.seconds:.0f} s; [README.md](README.md) says how to read it.",
        "",
        *_table(("", ""), (*where(run.surroundings), ("pace", pace_text(run)))),
        "",
        "## Bars",
        "",
        *_table(BAR_HEADS, map(bar_cells, run.rows)),
    ]
    for curve, picture in zip(run.curves, pictures, strict=True):
        head = (curve.unit, "seconds", f"microseconds / {curve.unit.removesuffix('s')}", "peak MiB")
        lines += ["", f"## {curve.title[0].upper()}{curve.title[1:]}", "", f"![{curve.title}]({picture})", ""]
        lines += _table(head, map(_point_cells, curve.points))
    return "\n".join(lines) + "\n"


def _point_cells(point: Point) -> tuple[str, ...]:
    memory = "-" if point.peak_bytes is None else f"{point.peak_bytes / (1 << 20):,.1f}"
    each = point.seconds / point.count * 1e6
    return f"{point.count:,}", f"{point.seconds:.3g}", f"{each:.3g}", memory


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> list[str]:
    return [_line(head), _line(["---"] * len(head)), *map(_line, lines)]


def _line(cells: Sequence[str]) -> str:
    escaped = (cell.replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"
