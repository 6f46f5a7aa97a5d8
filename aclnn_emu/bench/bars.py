"""What was promised of the emulator's speed, measured: the table of bars.

Each bar is a number that a measurement must not pass. A measurement that cannot be made here says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import attrs

from aclnn_emu.bench import gradient, small
from aclnn_emu.bench.apart import apart
from aclnn_emu.bench.timing import Effort, Timing
from aclnn_emu.capi.interpreter import ToolkitError

__all__ = ["Row", "count_text", "rows"]

_REDUCTIONS = ("none", "mean")
_MIB = 1 << 20


@attrs.frozen
class Row:
    """One line of the table.

    Attributes:
        what: was measured.
        median: in `unit`; None where nothing was measured.
        best: the least of times, the ratio of the least times.
        unit: x, us, ms, %, MiB.
        bar: the number; `least` says on which side of it the median must be. None where nothing was promised.
        least: the median must be at least the bar; else at most.
        note: the times behind a ratio, or why nothing was measured.
    """

    what: str
    median: float | None
    best: float | None
    unit: str
    bar: float | None
    least: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bar is met; None where nothing was measured or promised."""
        if self.median is None or self.bar is None:
            return None
        return self.median >= self.bar if self.least else self.median <= self.bar


def rows(
    effort: Effort, *, torch: bool, progress: Callable[[str], None] = lambda _text: None
) -> Iterator[Row]:
    """Measure everything that has a bar, then what has none.

    Args:
        effort: how much.
        torch: run torch beside the emulator; it is installed.
        progress: is told what comes next.
    """
    parts: dict[str, Callable[[], Iterator[Row]]] = {
        "BCE gradient, compiled loop": lambda: _numba(effort, torch=torch),
        "BCE gradient, tiles": lambda: _tiled(effort),
        "layouts": lambda: _layouts(effort),
        "small calls": lambda: _calls(effort),
        "small calls from C": lambda: _c_calls(effort),
        "tasks": lambda: _tasks(effort),
        "allocations": lambda: _allocations(effort),
        "start": lambda: _start(effort),
        "memory": lambda: _memory(effort),
        "DSP": lambda: _dsp(effort),
        "conformance": lambda: _conformance(effort),
    }
    for text, part in parts.items():
        progress(text)
        yield from part()


def _numba(effort: Effort, *, torch: bool) -> Iterator[Row]:
    """The compiled loop beside torch, and beside the triad for float32."""
    installed = "numba" in gradient.engines()
    for dtype in gradient.DTYPES:
        for size in effort.sizes:
            for reduction, label in enumerate(_REDUCTIONS):
                what = f"BCE gradient, {dtype}, {label}, {count_text(size)}, numba"
                if not installed:
                    yield Row(what, None, None, "x", 1.5, least=True, note=_NO_NUMBA)
                    continue
                found = gradient.paired(size, dtype, reduction, "numba", effort, torch=torch)
                yield _beside(f"{what}: torch's time / ours", found.torch, found.ours, 1.5, "torch")
                if dtype == "float32":
                    yield _bandwidth(what, found)


_NO_NUMBA = 'not measured: Numba is not installed (pip install "aclnn-emu[fast]")'


def _beside(what: str, theirs: Timing | None, ours: Timing, bar: float, name: str) -> Row:
    if theirs is None:
        note = f"{_ms(ours)}; {name} was not asked for (--against {name})"
        return Row(what, None, None, "x", bar, least=True, note=note)
    note = f"{_ms(ours)}; {name} {_ms(theirs)}"
    return Row(what, theirs.median / ours.median, theirs.best / ours.best, "x", bar, least=True, note=note)


def _counted(timing: Timing) -> str:
    """How many measurements count, and what all of them would say, where not all do."""
    share = timing.share
    if share is None or share.counted == share.made:
        return ""
    return f"; {share.counted} of {share.made} counted, all {share.median:.2f}"


def _bandwidth(what: str, found: gradient.Paired) -> Row:
    share = found.bandwidth
    note = f"triad {_ms(found.triad)}"
    return Row(
        f"{what}: bandwidth / triad's", share.median * 100, share.best * 100, "%", 75, least=True, note=note
    )


def _tiled(effort: Effort) -> Iterator[Row]:
    size = effort.sizes[-1]
    for reduction, label in enumerate(_REDUCTIONS):
        found = gradient.paired(size, "float32", reduction, "tiled", effort, torch=False)
        what = f"BCE gradient, float32, {label}, {count_text(size)}, tiled: plain NumPy's time / ours"
        yield _beside(what, found.plain, found.ours, 1.3, "plain")


def _layouts(effort: Effort) -> Iterator[Row]:
    """Other layouts as multiples of the contiguous call, by the fastest engine."""
    name = gradient.engines()[0]
    (_, contiguous), *others = gradient.layouts(name, effort).items()
    for label, found in others:
        what = f"target {label}, {effort.side} x {effort.side}, {name}: time / contiguous"
        note = f"{_ms(found)}; contiguous {_ms(contiguous)}"
        yield Row(what, found.median / contiguous.median, found.best / contiguous.best, "x", 1.5, note=note)


def _calls(effort: Effort) -> Iterator[Row]:
    found = apart(small.two_phase_call, effort.batches, effort.patience)
    whole = found["whole call"]
    note = ", ".join(f"{name} {found[name].median:.1f}" for name in ("phase 1", "both phases, queued"))
    what = "two phases and synchronise, 4 elements, Python's C-named face"
    yield Row(what, whole.median, whole.best, "us", 25, note=note + _counted(whole))


def _c_calls(effort: Effort) -> Iterator[Row]:
    what = "two phases and synchronise, 4 elements, from C"
    if not effort.programs:
        yield Row(what, None, None, "us", 25, note="not measured: C programs were left out")
        return
    try:
        found = small.c_calls(patience=effort.patience)
    except ToolkitError as error:
        yield Row(what, None, None, "us", 25, note=f"not measured: {error}")
        return
    whole, both = found["the same and a synchronise"], found["aclnnAdd of 4 elements, both phases"]
    note = f"aclnnAdd; both phases {both.median:.1f}{_counted(whole)}"
    yield Row(what, whole.median, whole.best, "us", 25, note=note)


def _tasks(effort: Effort) -> Iterator[Row]:
    found = apart(small.streams, effort.streams, rounds=min(3, effort.rounds), patience=effort.patience)
    total, queue, run = found["total"], found["queue"], found["run"]
    note = f"queue {queue.median:.1f}, run {run.median:.1f}{_counted(total)}"
    what = f"{effort.streams:,} streams with 100 tasks each, events between them: a task"
    yield Row(what, total.median, total.best, "us", 6, note=note)


def _allocations(effort: Effort) -> Iterator[Row]:
    """At the full number, and the growth from a hundredth of it beside that of the logarithm."""
    live, fewer = effort.live, max(2, effort.live // 100)
    batches = max(1, effort.batches // 3)
    for name, found in apart(small.allocations, live, batches=batches, patience=effort.patience).items():
        note = _counted(found).lstrip("; ")
        yield Row(f"{live:,} live allocations: {name}", found.median, found.best, "us", 3, note=note)
    logarithm = math.log(live) / math.log(fewer)
    for name, (many, few) in apart(small.allocation_growth, live, fewer, batches=batches).items():
        yield Row(
            f"{name} among 200 blocks: time with {live:,} / with {fewer:,} live", many.median / few.median,
            many.best / few.best, "x", round(logarithm, 2),
            note=f"{many.median:.2f} and {few.median:.2f} us; the bar is the logarithm's growth",
        )  # fmt: skip


def _start(effort: Effort) -> Iterator[Row]:
    found = small.start_up(effort.starts)
    numpy = found["import numpy"]
    for what, bar in (("import aclnn_emu", 60), ("first operator", None)):
        ours = found[what]
        yield Row(
            f"{what}: time above that of import numpy", (ours.median - numpy.median) / 1e3,
            (ours.best - numpy.best) / 1e3, "ms", bar, note=f"{_ms(ours)}; numpy {_ms(numpy)}",
        )  # fmt: skip


def _memory(effort: Effort) -> Iterator[Row]:
    size = effort.sizes[-1]
    for name in gradient.engines():
        if name == "reference":  # it keeps every intermediate, which is what it is for
            continue
        for dtype in gradient.DTYPES:
            extra = apart(gradient.extra_memory, size, dtype, name)
            what = f"BCE gradient, {dtype}, {count_text(size)}, {name}: peak memory beyond operands and workspace"
            if extra is None:
                yield Row(what, None, None, "MiB", 2, note="not measured: the system does not tell the peak")
            else:
                yield Row(what, extra / _MIB, extra / _MIB, "MiB", 2)


def _dsp(effort: Effort) -> Iterator[Row]:
    """The DSP function, which computes the same, beside the tiled engine."""
    size = effort.sizes[-1]
    for reduction, label in enumerate(_REDUCTIONS):
        dsp, ours = gradient.dsp_beside(size, reduction, effort)
        what = f"BCE gradient, float32, {label}, {count_text(size)}: DSP function's time / tiled"
        yield Row(
            what,
            dsp.median / ours.median,
            dsp.best / ours.best,
            "x",
            None,
            note=f"{_ms(dsp)}; tiled {_ms(ours)}",
        )


def _conformance(effort: Effort) -> Iterator[Row]:
    found, cases = small.conformance(effort.operators, min(3, effort.rounds))
    what = f"conformance cases of {effort.operators} operators: a case"
    yield Row(
        what,
        found.median,
        found.best,
        "us",
        None,
        note=f"{cases:,} cases, {1e6 / found.median:,.0f} a second",
    )


def count_text(number: int) -> str:
    """1 Mi, 64 Ki, 12."""
    for unit, name in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if number >= unit and number % unit == 0:
            return f"{number // unit} {name}"
    return str(number)


def _ms(timing: Timing) -> str:
    return f"{timing.median / 1e3:.3g} ms"
