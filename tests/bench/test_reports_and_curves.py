"""Curves, pictures, pages and surroundings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import attrs
import numpy as np
import pytest
from _efforts import TINY

from aclnn_emu.bench import curves, memory, report, small, steady, surroundings, timing
from aclnn_emu.bench.bars import Row
from aclnn_emu.bench.curves import Curve, Point
from aclnn_emu.bench.surroundings import Surroundings

AROUND = Surroundings("a machine", {"python": "3.10"}, "2026-01-01 00:00 UTC", {}, 0.1)
CURVE = Curve(
    "tasks", "tasks queued", "tasks", (Point(1, 1e-5, None), Point(10, 1e-4, 1 << 20), Point(100, 1e-3, 0))
)
ROWS = (
    Row("fast | enough", 2.0, 1.9, "x", 1.5, least=True, note="1 ms"),
    Row("slow", 200.0, 190.0, "us", 25),
    Row("unknown", None, None, "us", 25, note="not measured: no compiler"),
    Row("other", 1.0, 1.0, "x", None),
)
RUN = report.Run(AROUND, "aclnn-emu bench", ROWS, (CURVE,), 12.0, {"tasks": 1.05})


@pytest.mark.parametrize(
    ("make", "counts"),
    [
        (curves.elements, [1, 8, 64]), (curves.streams, [1, 3]), (curves.tasks, [1, 10]),
        (curves.allocations, [1, 10]),
    ],
)  # fmt: skip
def test_curves_have_their_points(make, counts):
    curve = make(TINY)
    assert curve.name == make.__name__
    assert [point.count for point in curve.points] == counts
    assert all(point.seconds > 0 for point in curve.points)


def test_every_curve_is_listed():
    assert [make.__name__ for make in curves.CURVES] == ["elements", "streams", "tasks", "allocations"]


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the peak")
def test_the_peak_is_seen():
    assert memory.peak_of(lambda: np.ones(1 << 23, np.uint64)) >= 1 << 25


def test_where_the_peak_is_not_told(monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "_CLEAR", tmp_path / "missing" / "clear_refs")
    called = []
    assert memory.peak_of(lambda: called.append(1)) is None
    assert called == [1]


def test_a_page():
    page = report.page(RUN, ["tasks.svg"])
    assert "![tasks queued](tasks.svg)" in page
    assert r"| met | 2.00 x | 1.90 x | >= 1.5 x | fast \| enough (1 ms) |" in page
    assert "| NOT MET | 200 us | 190 us | <= 25 us | slow |" in page
    assert "| - | - | - | <= 25 us | unknown (not measured: no compiler) |" in page
    assert "| no bar | 1.00 x | 1.00 x |  | other |" in page
    assert "| 10 | 0.0001 | 10 | 1.0 |" in page
    assert "| 1 | 1e-05 | 10 | - |" in page
    assert "warning" not in page


def test_a_machine_that_slows_down_is_told_of(monkeypatch):
    assert "at most 1.05 times" in report.pace_text(RUN)
    slower = attrs.evolve(RUN, paces={"start": 1.0, "tasks": 1.84})
    assert report.pace_text(slower).endswith("at: tasks 1.8")
    assert report.pace_text(slower) in report.page(slower, ["tasks.svg"])
    loops = iter([20.0, 30.0, 10.0])  # before the first part, before the second, at the end
    monkeypatch.setattr(report, "pace", lambda: next(loops))

    def rows(_effort, *, torch, progress):
        progress("one")
        progress("two")
        yield from ROWS[: int(not torch)]

    monkeypatch.setattr(report, "rows", rows)
    told = []
    found = report.measure_all(TINY, torch=False, command="bench", curves=False, progress=told.append)
    assert (told, found.rows) == (["one", "two"], ROWS[:1])
    assert found.paces == {"one": 3.0, "two": 3.0}  # the slower of both sides counts
    assert steady.pace() > 0


def test_json_is_plain():
    found = json.loads(json.dumps(report.as_json(RUN)))
    assert [row["met"] for row in found["rows"]] == [True, False, None, None]
    assert found["curves"][0]["points"][1] == {"count": 10, "seconds": 1e-4, "peak_bytes": 1 << 20}


def test_a_busy_machine_is_warned_of():
    busy = attrs.evolve(AROUND, load=3.0)
    assert "not idle" in busy.warning
    assert ("warning", busy.warning) in report.where(busy)
    assert not attrs.evolve(AROUND, load=None).warning


def test_settings_are_told(monkeypatch):
    monkeypatch.setenv("ACLNN_EMU_CHECK", "1")
    found = surroundings.surroundings()
    assert found.settings == {"ACLNN_EMU_CHECK": "1"}
    assert ("settings", "ACLNN_EMU_CHECK=1") in report.where(found)
    assert found.versions["numpy"] == np.__version__


def test_what_is_not_installed_is_none(monkeypatch):
    monkeypatch.setattr(surroundings, "_PACKAGES", ("numpy", "no_such_package"))
    assert surroundings.surroundings().versions["no_such_package"] == "none"


def test_pictures_are_the_same_each_time(tmp_path):
    pytest.importorskip("matplotlib")
    from aclnn_emu.bench import plots

    for name in ("a.svg", "b.svg"):
        plots.write(CURVE, tmp_path / name)
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert text == (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert "linear growth" in text
    assert "<svg" in text


def test_a_picture_without_memory(tmp_path):
    pytest.importorskip("matplotlib")
    from aclnn_emu.bench import plots

    bare = attrs.evolve(CURVE, points=tuple(attrs.evolve(point, peak_bytes=None) for point in CURVE.points))
    plots.write(bare, tmp_path / "bare.svg")
    assert "too little to be seen" in (tmp_path / "bare.svg").read_text(encoding="utf-8")


def test_timings_are_of_the_calls_in_turn(monkeypatch):
    monkeypatch.setattr(timing, "_WHILE", 1e-9)
    order = []
    effort = attrs.evolve(TINY, rounds=3)
    found = timing.interleaved([lambda: order.append("a"), lambda: order.append("b")], effort)
    assert order == [*"ab", *"aabb" * 3]  # once each, then in turn, each behind a call of its own
    assert len(found) == 2
    assert timing.summary([3, 1, 2]) == timing.Timing(best=1, median=2)


def test_the_c_program_lies_in_the_package():
    assert small._PROGRAM.is_file()


def test_torch_and_matplotlib_are_not_imported_unasked():
    code = (
        "import sys\n"
        "from aclnn_emu.bench import bars, curves, operators, plots, report\n"
        "sys.exit(' '.join(name for name in ('torch', 'matplotlib', 'numba') if name in sys.modules))"
    )
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, env=dict(os.environ)
    )
    assert done.stderr.strip() == ""
