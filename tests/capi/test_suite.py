"""Suites: which programs are found, what is made of each, and what a second run does not do again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from _programs import SETTINGS

from aclnn_emu.abi.messages import all_messages
from aclnn_emu.capi.suite.programs import Outcome, Program, find_programs
from aclnn_emu.capi.suite.report import failure_lines, is_refusal, kind, numbers, table
from aclnn_emu.cli import main

RAN = '#include "acl/acl.h"\n#include <stdio.h>\nint main(void) { printf("result[%d] is: %f\\n", 0, 1.5); return aclInit(0); }\n'
SOURCES = {
    "good/ran.c": RAN,
    "good/arch35/chip.cpp": '#include <cstdio>\n#include "acl/acl.h"\nint main() { std::puts(aclrtGetSocName()); }\n',
    "good/silent.c": "int main(void) { return 0; }\n",
    "bad/compile.cpp": "int main() { return nothing; }\n",
    "bad/link.cpp": "void nothing(); int main() { nothing(); }\n",
    "bad/crash.cpp": "#include <cstdlib>\nint main() { std::abort(); }\n",
    "bad/endless.c": "int main(void) { for (;;) { } }\n",
    "bad/status.c": "int main(void) { return 3; }\n",
    "bad/said.c": '#include <stdio.h>\nint main(void) { puts("copy failed. ERROR: 5"); return 0; }\n',
    "bad/operator.cpp": '#include "aclnnop/aclnn_sleep.h"\n'
    "int main() { uint64_t n; aclOpExecutor *e; aclnnSleepGetWorkspaceSize(0, &n, &e); }\n",
    "helper.c": "int helper(void) { return 1; }\n",
    "left_out/ran.c": RAN,
}
KINDS = {
    "good/ran.c": "ran",
    "good/arch35/chip.cpp": "ran",
    "good/silent.c": "ran",
    "bad/compile.cpp": "not compiled",
    "bad/link.cpp": "not linked",
    "bad/crash.cpp": "crashed",
    "bad/endless.c": "timed out",
    "bad/status.c": "failed",
    "bad/said.c": "failed",
    "bad/operator.cpp": "not emulated",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        path = tmp_path / "suite" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "suite"


def test_suite(
    toolkit: Path,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for variable in SETTINGS:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("ACLNN_EMU_CACHE", str(tmp_path / "cache"))
    result = tmp_path / "result.json"
    command = ["suite", str(folder), "--toolkit", str(toolkit), "--exclude", "left_out", "--timeout", "2"]
    assert main([*command, "--json", str(result)]) == 1
    found = json.loads(result.read_text())
    programs = {program["name"]: program for program in found["programs"]}
    assert {name: program["kind"] for name, program in programs.items()} == KINDS
    assert programs["bad/crash.cpp"]["signal"] == "SIGABRT"
    assert programs["bad/status.c"]["exit_code"] == 3
    assert programs["bad/said.c"]["failure_lines"] == ["copy failed. ERROR: 5"]
    assert programs["good/ran.c"]["numbers"] == ["1.500000"]
    assert programs["good/silent.c"]["silent"]
    assert "nothing" in programs["bad/compile.cpp"]["diagnosis"]
    assert "nothing" in programs["bad/link.cpp"]["diagnosis"]
    assert found["totals"]["compiled"] == 9
    assert found["totals"]["linked"] == 8
    out = capsys.readouterr().out
    assert "crashed: bad/crash.cpp: SIGABRT" in out
    assert out.splitlines()[-1].split()[:4] == ["all", "10", "9", "8"]

    stamps = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("verdict.json")}
    assert len(stamps) == 10
    assert main([*command, "--pattern", "good/*.c"]) == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("verdict.json")} == stamps


@pytest.mark.parametrize(
    ("patterns", "excludes", "names"),
    [
        ([], ["bad", "left_out"], ["good/arch35/chip.cpp", "good/ran.c", "good/silent.c"]),
        (["good/**/*.cpp"], [], ["good/arch35/chip.cpp"]),
        (["ran.c"], ["left_out"], ["good/ran.c"]),
        (["*.cpp"], ["arch35", "bad/c*"], ["bad/link.cpp", "bad/operator.cpp"]),
        (["r?n.c"], ["left_*"], ["good/ran.c"]),
    ],
)
def test_globs(folder: Path, patterns: list[str], excludes: list[str], names: list[str]) -> None:
    assert [program.name for program in find_programs(folder, patterns, excludes, "")] == names


def test_chip_comes_from_the_folder_or_the_option(folder: Path) -> None:
    chips = {p.name: p.soc for p in find_programs(folder, ["chip.cpp", "good/ran.c"], [], "")}
    assert chips == {"good/arch35/chip.cpp": "Ascend950", "good/ran.c": ""}
    assert {p.soc for p in find_programs(folder, [], [], "Ascend910")} == {"Ascend910"}


def outcome(**fields: object) -> Outcome:
    made = Outcome(Program(Path("x.c"), "x.c", ""), compiled=True, linked=True, exit_code=0)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def test_numbers_and_failures_are_read_from_the_output() -> None:
    made = outcome(
        output="result[0] is: -0.5\nmean = 1e-3, nan\nshape: 2 3\ndone 7\nphase 1 failed. ERROR: 161002\n"
    )
    assert numbers(made) == ["-0.5", "1e-3", "nan", "2", "3"]
    assert failure_lines(made) == ["phase 1 failed. ERROR: 161002"]
    assert kind(made) == "failed"


SUMMARIES = {
    "Total: 8 PASS, 0 FAIL": False,
    "fail=0, pass=3": False,
    "0 errors": False,
    "8 PASS, 10 FAIL": True,
    "fail=1": True,
    "FAIL": True,
}


@pytest.mark.parametrize(("line", "fails"), SUMMARIES.items(), ids=SUMMARIES)
def test_a_summary_that_counts_no_failure_speaks_of_none(line: str, fails: bool) -> None:
    assert failure_lines(outcome(output=line)) == ([line] if fails else [])


def test_a_text_that_says_not_emulated_is_a_refusal() -> None:
    said = {row.id for row in all_messages().values() if "not emulated" in row.text}
    # This one is of a flag; that capture is not emulated is said by the way.
    assert {row for row in said if not is_refusal(f"[{row}] ...")} == {"ACL-EVENT-013"}
    assert not is_refusal("[ACLNN-PARAM-001] ...")


def test_refusals_count_as_not_emulated() -> None:
    made = outcome(exit_code=1, errors=["[ACLNN-CALL-003] aclnnX: not emulated"])
    assert kind(made) == "not emulated"
    assert table([made])[-1].split()[:6] == ["all", "1", "1", "1", "0", "1"]
