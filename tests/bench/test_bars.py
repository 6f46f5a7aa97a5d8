"""The table of bars: what is in it, and when a bar is met. Times are never asked for."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import attrs
import pytest
from _efforts import TINY

from aclnn_emu.bench import bars, gradient, small
from aclnn_emu.bench.apart import apart
from aclnn_emu.bench.bars import Row
from aclnn_emu.bench.timing import Timing
from aclnn_emu.capi.interpreter import ToolkitError
from aclnn_emu.runtime.machine import machine


@pytest.fixture(scope="module")
def table():
    said = []
    with (
        pytest.MonkeyPatch.context() as patch
    ):  # no process for each: `test_memory_in_a_process_of_its_own` has one
        patch.setattr(bars, "apart", lambda function, *args, **kwargs: function(*args, **kwargs))
        return list(bars.rows(TINY, torch=False, progress=said.append)), said


def test_every_row_is_measured_or_says_why_not(table):
    rows, _ = table
    assert len({row.what for row in rows}) == len(rows)
    for row in rows:
        assert (row.median is None) == (row.best is None)
        if row.median is None:
            assert row.met is None
            assert "not measured" in row.note or "not asked for" in row.note, row.what


@pytest.mark.parametrize(
    "part",
    [
        "float32, none, 64, numba: bandwidth", "bfloat16, mean, 64, numba", "float16, none, 64, numba", "tiled: plain NumPy",
        "target transposed, 8 x 8", "target one column", "Python's C-named face", "from C", "3 streams with 100 tasks",
        "20 live allocations: malloc or free", "look-up among 200 blocks: time with 20 / with 2 live", "import aclnn_emu: time above",
        "tiled: peak memory beyond", "DSP function's", "conformance cases of 1",
    ],
)  # fmt: skip
def test_what_is_in_the_table(table, part):
    rows, _ = table
    if "numba" in part and find_spec("numba") is None:
        part = part.split(":")[0]
    assert any(part in row.what for row in rows), [row.what for row in rows]


def test_progress_names_the_parts(table):
    _, said = table
    assert said[0] == "BCE gradient, compiled loop"
    assert len(set(said)) == len(said)


def test_without_torch_its_rows_say_how_to_ask(table):
    rows = [row for row in table[0] if "torch's time" in row.what]
    assert all(row.median is None and "--against torch" in row.note for row in rows)
    assert bool(rows) == ("numba" in gradient.engines())


@pytest.mark.parametrize(
    ("median", "bar", "least", "met"),
    [
        (2.0, 1.5, True, True), (1.5, 1.5, True, True), (1.4, 1.5, True, False),
        (2.0, 1.5, False, False), (1.5, 1.5, False, True), (None, 1.5, True, None), (1.0, None, False, None),
    ],
)  # fmt: skip
def test_when_a_bar_is_met(median, bar, least, met):
    assert Row("what", median, median, "x", bar, least=least).met is met


def test_programs_that_cannot_be_built_are_not_measured(monkeypatch):
    def fail(**_options):
        raise ToolkitError("there is no compiler")

    monkeypatch.setattr(small, "c_calls", fail)
    (row,) = bars._c_calls(attrs.evolve(TINY, programs=True))
    assert row.median is None
    assert "there is no compiler" in row.note


def test_ratios_are_of_the_same_kind_of_time(monkeypatch):
    found = {"contiguous": Timing(best=10, median=20), "transposed": Timing(best=15, median=50)}
    monkeypatch.setattr(gradient, "layouts", lambda _name, _effort: found)
    (row,) = bars._layouts(TINY)
    assert (row.median, row.best, row.met) == (2.5, 1.5, False)


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the peak")
def test_memory_in_a_process_of_its_own():
    reference = apart(gradient.extra_memory, 1 << 20, "float16", "reference")
    tiled = apart(gradient.extra_memory, 1 << 20, "float16", "tiled")
    assert 0 <= tiled < 1 << 21 < reference  # the reference widens whole operands


def test_the_engine_of_before_comes_back():
    before = machine().config.engine
    with gradient.engine("tiled"):
        assert machine().config.engine == "tiled"
    assert machine().config.engine == before


def test_counts():
    assert [bars.count_text(n) for n in (4, 1 << 16, 1 << 20, 1 << 24, 3000)] == [
        "4",
        "64 Ki",
        "1 Mi",
        "16 Mi",
        "3000",
    ]
