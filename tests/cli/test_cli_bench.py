"""aclnn-emu bench: what it says, writes and refuses; how long anything took is not asked."""

from __future__ import annotations

import json

import pytest

from aclnn_emu.bench import bars, report, timing
from aclnn_emu.cli import bench

TINY = timing.Effort(
    budget=0, patience=0, rounds=1, batches=1, starts=1, sizes=(64,), side=8, streams=3, live=20, elements=64, streams_to=3,
    tasks=10, allocations=10, operators=1, programs=False,
)  # fmt: skip


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    monkeypatch.setattr(timing, "FULL", TINY)
    monkeypatch.setattr(timing, "QUICK", TINY)


def test_the_whole_table_with_pages(cli, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    rows = (
        bars.Row("two phases", 20, 19, "us", 25),
        bars.Row("slow", 2, 1, "x", 1.5),
        bars.Row("free", 1, 1, "x", None),
    )
    monkeypatch.setattr(report, "rows", lambda _effort, **_more: iter(rows))  # tests/bench measures them
    folder = tmp_path / "results"
    folder.mkdir()
    status, out, err = cli("bench", "--quick", "--write", str(folder), "--json", str(tmp_path / "all.json"))
    assert status == 0
    assert out.startswith("machine ")
    for part in (
        "versions",
        "numpy",
        "load average",
        "pace: ",
        "1 met, 1 not met, 0 not measured",
        "two phases",
        "RESULTS.md and 4 plots",
    ):
        assert part in out
    assert "... curve of tasks" in err
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["RESULTS.md", "allocations.svg", "elements.svg", "streams.svg", "tasks.svg"]
    page = (folder / "RESULTS.md").read_text(encoding="utf-8")
    assert "`aclnn-emu bench --quick --write results`" in page
    assert str(tmp_path) not in page
    found = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert {"surroundings", "rows", "curves", "seconds", "command", "paces"} == set(found)


def test_operators(cli, tmp_path):
    status, out, _ = cli("bench", "add", "aclnnInplaceMul", "--json", str(tmp_path / "ops.json"))
    assert status == 0
    assert "phase 1 us" in out
    assert "aclnnAdd " in out
    assert "aclnnInplaceMul " in out
    found = json.loads((tmp_path / "ops.json").read_text(encoding="utf-8"))
    assert {row["operator"] for row in found["operators"]} == {"aclnnAdd", "aclnnInplaceMul"}


def test_an_operator_beside_torch(cli):
    pytest.importorskip("torch")
    status, out, _ = cli("bench", "abs", "cat", "--against", "torch")
    assert status == 0
    assert "torch us" in out
    assert "aclnnCat: which function of torch does the same is not known here" in out


def test_what_cannot_be_measured_is_1(cli, monkeypatch):
    from aclnn_emu.bench import operators

    refused = operators.OperatorTime("aclnnAbs", 4, "tiled", {}, "phase 1 answers 161002: why")
    monkeypatch.setattr(operators, "measure", lambda *_args, **_more: iter([refused]))
    status, out, _ = cli("bench", "abs")
    assert status == 1
    assert "aclnnAbs: not measured with 4 elements: phase 1 answers 161002: why" in out


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        (("softmaxx",), 1, "names like it: aclnnSoftmax"),
        (("qqq",), 1, "`aclnn-emu ops` lists all"),
        (("add", "--write", "."), 2, "use --json"),
        (("--json", "no/such/folder/file.json"), 1, "there is no folder"),
    ],
)
def test_refusals(cli, argv, status, said):
    found = cli("bench", *argv)
    assert found.status == status
    assert said in found.err
    assert not found.out


def test_torch_that_is_not_there(cli, monkeypatch):
    monkeypatch.setattr(bench, "find_spec", lambda _name: None)
    found = cli("bench", "--against", "torch")
    assert (found.status, found.out) == (1, "")
    assert "torch is not installed" in found.err


@pytest.mark.parametrize(("make", "said"), [(False, "there is no such folder"), (True, "it is a folder")])
def test_a_page_that_cannot_be_written(cli, tmp_path, monkeypatch, make, said):
    monkeypatch.setattr("aclnn_emu.bench.plots.installed", lambda: True)
    folder = tmp_path / "results"
    if make:
        (folder / "RESULTS.md").mkdir(parents=True)
    found = cli("bench", "--write", str(folder))
    assert (found.status, found.out) == (1, "")
    assert said in found.err


def test_a_page_without_matplotlib(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("aclnn_emu.bench.plots.find_spec", lambda _name: None)
    found = cli("bench", "--write", str(tmp_path))
    assert found.status == 1
    assert 'pip install "aclnn-emu[bench]"' in found.err
