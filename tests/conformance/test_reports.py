"""Text, JSON, JUnit and the HTML page, and the command that writes them."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from aclnn_emu.cli import main
from aclnn_emu.conformance.cases import load_cases
from aclnn_emu.conformance.generate import generate
from aclnn_emu.conformance.report import as_html, as_json, as_junit, differences, summary
from aclnn_emu.conformance.runner import FAILED, PASSED, SKIPPED, Result, run_cases
from aclnn_emu.conformance.runtime_cases import runtime_cases

# The cases are calls that are refused.
pytestmark = pytest.mark.trips("ACL-LIFE", "ACL-SYNC", "ACL-MEM", "ACL-INIT", "ACL-EXEC", "ACL-THREAD")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture
def results(emulator):
    """Passed, failed and skipped cases; one reason holds what must not end a script or a tag."""
    rows = list(run_cases([*generate(["aclnnSigmoid"], ["Ascend910B"]), *runtime_cases()], emulator))
    rows[3] = Result(rows[3].case, FAILED, "came 0 & expected </script> <b>1</b>")
    rows[-1] = Result(rows[-1].case, SKIPPED, "not here")
    return rows


def test_the_summary_counts_by_operator_and_code(results):
    lines = list(summary(results))
    sigmoid = sum(r.case.subject == "aclnnSigmoid" for r in results)
    row = next(line for line in lines if line.startswith("aclnnSigmoid"))
    assert row.split()[1:] == [str(sigmoid), str(sigmoid - 1), "1", "0"]
    assert any(line.startswith("161002 ACLNN_ERR_PARAM_INVALID") for line in lines)
    assert lines[-1] == f"{len(results)} cases: {len(results) - 2} passed, 1 failed, 1 skipped"


def test_differences_are_cut(results):
    results = [Result(r.case, FAILED, "why") for r in results]
    lines = list(differences(results, 3))
    assert len(lines) == 4
    assert lines[0] == f"{results[0].case.id}: why"
    assert lines[-1].startswith(f"... and {len(results) - 3} more")


def test_json_can_be_replayed(results, tmp_path):
    report = json.loads(json.dumps(as_json(results, "emulator")))
    assert report["totals"] == {PASSED: len(results) - 2, FAILED: 1, SKIPPED: 1}
    assert {row["outcome"] for row in report["results"]} == {PASSED, FAILED, SKIPPED}
    (tmp_path / "report.json").write_text(json.dumps(report), encoding="utf-8")
    assert load_cases(tmp_path / "report.json") == [results[3].case]


def test_junit(results):
    root = ET.fromstring(as_junit(results, "emulator"))  # noqa: S314 - our own text
    suites = {suite.get("name"): suite for suite in root}
    assert suites.keys() == {"aclnnSigmoid", "runtime"}
    assert (suites["aclnnSigmoid"].get("failures"), suites["runtime"].get("skipped")) == ("1", "1")
    (failure,) = root.iter("failure")
    assert failure.get("message") == "came 0 & expected </script> <b>1</b>"
    assert len(list(root.iter("testcase"))) == len(results)


def test_the_page_needs_nothing_else(results):
    page = as_html(results, "emulator")
    assert not re.search(r"(src|href)=|https?://|@import|url\(", page.split("const data")[0])
    assert page.count("</script>") == 1


def shown(page: Path, fragment: str, profile: Path) -> tuple[str, list[list[str]]]:
    """What the page shows in headless Chromium: the count line, and the rows as cells."""
    command = [
        str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom",
        f"--user-data-dir={profile}", "--virtual-time-budget=10000", f"{page.as_uri()}#{fragment}",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    dom = re.sub(r"<script>.*?</script>", "", done.stdout, flags=re.DOTALL)
    count = re.search(r'id="count"[^>]*>([^<]*)<', dom)
    rows = re.findall(r"<tr>(<td.*?)</tr>", dom, re.DOTALL)
    assert count is not None, done.stdout[:2000]
    cells = [
        [html.unescape(re.sub(r"<[^>]*>", " ", cell)).strip() for cell in row.split("</td>")] for row in rows
    ]
    return count[1], cells


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_page_filters_in_a_browser(results, tmp_path):
    page = tmp_path / "report.html"
    page.write_text(as_html(results, "emulator"), encoding="utf-8")

    def look(fragment: str) -> tuple[str, list[list[str]]]:
        return shown(page, fragment, tmp_path / "profile")

    count, rows = look("")
    assert count == f"{len(results)} of {len(results)} cases; the first 500 are shown"
    assert len(rows) == 500
    count, rows = look("outcome=1")
    assert count == f"1 of {len(results)} cases"
    assert rows[0][:2] == [results[3].case.id, "failed"]
    assert rows[0][3].startswith("came 0 & expected </script> <b>1</b>")
    _, rows = look("outcome=2")
    assert [row[1] for row in rows] == ["skipped"]
    _, rows = look("operator=1&code=107002")
    assert rows
    assert all(row[0].startswith("runtime/") and row[2].startswith("107002") for row in rows)
    _, rows = look("text=/view-self-gaps")
    assert {row[0].rpartition("/")[2] for row in rows} == {
        "view-self-gaps", "view-self-gaps_to_the_edge", "view-self-gaps_past_the_edge",
    }  # fmt: skip


def test_the_command_runs_and_reports(tmp_path, capsys):
    files = {kind: tmp_path / f"report.{kind}" for kind in ("json", "junit", "html")}
    options = [text for kind, path in files.items() for text in (f"--{kind}", str(path))]
    assert main(["conformance", "runtime", "sigmoid", "--soc", "310P", *options]) == 0
    out, err = capsys.readouterr()
    assert re.search(r"^aclnnSigmoid +\d+ +\d+ +0 +0$", out, re.MULTILINE)
    assert "runtime" in out
    assert re.search(r"\[\d+/\d+\] 0 differ", err)
    assert all(path.stat().st_size > 1000 for path in files.values())


def test_the_command_through_the_libraries(toolkit, capsys):
    assert (
        main(["conformance", "runtime", "aclnnInplaceZero", "--backend", "cabi", "--home", str(toolkit)]) == 0
    )
    assert "0 failed" in capsys.readouterr().out


def test_cases_written_run_again(tmp_path, capsys):
    path = tmp_path / "cases.json"
    assert main(["conformance", "aclnnInplaceZero", "--write", str(path)]) == 0
    assert main(["conformance", "--replay", str(path)]) == 0
    assert f"{len(load_cases(path))} cases: {len(load_cases(path))} passed" in capsys.readouterr().out


def test_a_difference_ends_with_status_1(tmp_path, capsys):
    path = tmp_path / "cases.json"
    case = {
        "id": "mine",
        "subject": "aclrtGetDevice",
        "calls": [{"call": "aclrtGetDevice", "status": 107002}],
    }
    path.write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    assert main(["conformance", "--replay", str(path)]) == 1
    assert "mine: aclrtGetDevice answers 0, expected 107002" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["aclnnSigmoit"], "no emulated operator is called aclnnSigmoit; names like it: aclnnSigmoid"),
        (["xyzzy"], "`aclnn-emu ops` lists all"),
        (["runtime", "--soc", "386"], "soc is 386; allowed are Ascend910"),
        (["--replay", "/nowhere/cases.json"], "/nowhere/cases.json: "),
        (["runtime", "--backend", "cann", "--home", "/nowhere"], "libascendcl.so is neither /nowhere/lib64"),
    ],
)
def test_what_is_wrong_is_said(args, says, capsys):
    assert main(["conformance", *args]) == 1
    assert says in capsys.readouterr().err
