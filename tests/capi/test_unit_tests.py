"""``aclnn-emu ut``: what becomes of each kind of case, and what the command says when it cannot work."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from _programs import SETTINGS
from _unit_tests import ENDLESS, EXPECTED, SOURCES

from aclnn_emu.capi.headers import own_headers
from aclnn_emu.capi.interpreter import ToolkitError, cpp_compiler
from aclnn_emu.capi.ut.googletest import GoogleTest, find_googletest
from aclnn_emu.capi.ut.outcomes import CaseOutcome, FileOutcome
from aclnn_emu.capi.ut.report import tables
from aclnn_emu.capi.ut.sources import find_sources, read_source
from aclnn_emu.cli import main

# Templates are looked at only where they are used. Something follows OUTPUT, as pedantic C++17 wants of a macro.
USE_ALL = """
#include "aclnnop/aclnn_stack.h"
TEST(all, of_it)
{
    op::NpuArchManager manager(NpuArch::DAV_2201);
    const auto tensor = TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND).ValueRange(0, 1).Value(vector<bool>{true, false});
    auto ut = OP_API_UT(aclnnStack, INPUT(TensorListDesc(2, tensor), int64_t(0)), OUTPUT(), (aclTensor*)nullptr);
    uint64_t size = 0;
    EXPECT_EQ(ut.TestGetWorkspaceSizeWithNNopbaseInner(&size, nullptr), 0) << String(ACL_FLOAT);
    ut.TestPrecision();
    ScalarListDesc({ScalarDesc(1.5), ScalarDesc(true)}).ToAclType();
    IntArrayDesc(vector<int64_t>{1, 2}).ToAclType();
    BoolArrayDesc(2, true).ToAclType();
    op::SetCubeCoreNum(32);
    EXPECT_EQ(aclDestroyTensor(DescToAclContainer(tensor)), 0);
    EXPECT_EQ(aclDestroyTensorList(DescToAclContainer(TensorListDesc(1, tensor))), 0);
    EXPECT_EQ(aclDestroyScalar(DescToAclContainer(ScalarDesc(1.5))), 0);
    EXPECT_EQ(aclDestroyScalarList(DescToAclContainer(ScalarListDesc(2, 1.5))), 0);
    EXPECT_EQ(aclDestroyIntArray(DescToAclContainer(IntArrayDesc(2, 1))), 0);
    EXPECT_EQ(aclDestroyFloatArray(DescToAclContainer(FloatArrayDesc(2, 1))), 0);
    EXPECT_EQ(aclDestroyBoolArray(DescToAclContainer(BoolArrayDesc(2, true))), 0);
}
"""


@pytest.fixture(scope="session")
def google() -> GoogleTest:
    """GoogleTest, as the command finds it."""
    try:
        return find_googletest(None)
    except ToolkitError as error:
        pytest.skip(str(error))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "tests"


def test_every_kind_of_case(
    google: GoogleTest,
    toolkit: Path,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert google.includes or google.libraries or google.sources
    for variable in SETTINGS:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("ACLNN_EMU_CACHE", str(tmp_path / "cache"))
    result = tmp_path / "result.json"
    command = ["ut", str(folder), "--toolkit", str(toolkit), "--json", str(result), "--soc", "Ascend310P"]
    assert main(command) == 1
    found = json.loads(result.read_text())
    cases = {case["name"]: case for file in found["files"] for case in file["cases"]}
    assert {name: case["kind"] for name, case in cases.items()} == {
        n: kind for n, (kind, _) in EXPECTED.items()
    }
    for name, (_, reason) in EXPECTED.items():
        assert reason in cases[name]["reason"], name
    _check_details(found, cases)
    out = capsys.readouterr().out
    assert "crashed: abs/tests/ut/op_api/test_aclnn_abs.cpp: l2_abs_test.crash: SIGABRT" in out
    assert out.splitlines()[-1] == "7 files, 6 built"

    # A second run builds nothing, and a filter takes some of the cases.
    stamps = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("verdict.json")}
    assert main([*command, "--filter", "golden.*_wrong", "--pattern", "numbers.cpp"]) == 1
    cases = {c["name"]: c["kind"] for file in json.loads(result.read_text())["files"] for c in file["cases"]}
    assert cases == {"golden.one_is_wrong": "failed", "golden.a_third_may_be_wrong": "passed"}
    assert main([*command, "--filter", "l2_abs_test.success"]) == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("verdict.json")} == stamps
    assert main([*command, "--filter", "nothing.*"]) == 1
    assert "no case of 7 files matches nothing.*" in capsys.readouterr().err

    (folder / "endless.cpp").write_text(ENDLESS)
    assert main([*command, "--pattern", "endless.cpp", "--timeout", "1"]) == 1
    assert "timed out: endless.cpp: endless.loop: stopped" in capsys.readouterr().out
    (file,) = json.loads(result.read_text())["files"]
    assert {case["name"]: case["kind"] for case in file["cases"]} == {
        "endless.loop": "timed out",
        "endless.loop_after_a_refusal": "not emulated",
    }


def _check_details(found: dict[str, Any], cases: dict[str, dict[str, Any]]) -> None:
    wrong = cases["l2_abs_test.null_and_wrong_type"]
    assert wrong["expected"] == [161001, 161002]
    assert [call["status"] for call in wrong["calls"]] == [161001, 161002]
    assert {call["operator"] for call in wrong["calls"]} == {"aclnnAbs"}
    assert wrong["line"] == ABS_LINE
    assert cases["l2_abs_test.crash"]["operator"] == "none"
    assert cases["outside.not_emulated"]["operator"] == "aclnnSleep"
    assert cases["broken.file"]["expected"] == [0]
    kinds = [kind for kind, _ in EXPECTED.values()]
    assert found["totals"]["cases"] == len(EXPECTED)
    assert found["totals"]["ran"] == sum(k in ("passed", "failed", "crashed", "timed out") for k in kinds)
    assert found["totals"]["passed"] == kinds.count("passed")


ABS_LINE = (
    SOURCES["abs/tests/ut/op_api/test_aclnn_abs.cpp"]
    .split("\n")
    .index("TEST_F(l2_abs_test, null_and_wrong_type)")
    + 1
)


def test_a_source_is_read_as_the_compiler_sees_it(toolkit: Path, folder: Path) -> None:
    found = {source.name: source for source in find_sources(folder, [], [], toolkit)}
    assert sorted(found) == sorted(SOURCES.keys() - {"no_test.cpp"})
    inside = found["inside.cpp"]
    assert [case.internal for case in inside.cases] == ["CREATE_EXECUTOR", "l0op::", "", "", "", ""]
    assert '#include "aclnnop/aclnn_sleep.h"' in inside.text
    assert '#include "aclnnop/acl_stft.h"' in inside.text
    for header in ("../../../op_api/inside.h", "op_api_ut_common/inner/rts_interface.h"):
        assert header not in inside.text.replace(f"/* {header} */", "")
    assert inside.text.count("\n") == SOURCES["inside.cpp"].count("\n") + 1
    # Emptied, a case leaves the lines of the others where they are.
    emptied = inside.without(frozenset({"outside.does_not_compile"})).split("\n")
    assert "no_such_function" not in "\n".join(emptied)
    case = next(case for case in inside.cases if case.name == "outside.not_emulated")
    assert emptied[case.line] == "TEST(outside, not_emulated)"


def test_braces_in_literals_and_comments_do_not_count(toolkit: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(
        "TEST(a, b) { '{'; \"}\\\"{\"; /* { */ // {\n 1'000; EXPECT_EQ(1, ACL_SUCCESS); }\nTEST_P(c, d)\n{\n}\n"
    )
    cases = read_source(path, "a.cpp", toolkit).cases
    assert [(case.name, case.line, case.last) for case in cases] == [("a.b", 1, 2), ("c.d", 3, 5)]
    assert [case.expected for case in cases] == [(0,), ()]


def test_headers_are_free_of_warnings(google: GoogleTest, toolkit: Path, tmp_path: Path) -> None:
    source = tmp_path / "probe.cpp"
    names = [
        name
        for name in own_headers()
        if name.startswith(("op_api_ut_common/", "opdev/", "platform/", "op_api/"))
    ]
    source.write_text("".join(f'#include "{name}"\n' for name in names) + USE_ALL)
    command = [cpp_compiler(), "-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
    command += [*google.includes, "-I", str(toolkit / "include"), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


WRONG: dict[str, tuple[list[str], int, str]] = {
    "no folder": (["{}/nowhere"], 1, "there is no folder"),
    "nothing matches": (["{}", "--pattern", "nothing*.cpp"], 1, "no file below"),
    "no such chip": (["{}", "--soc", "Ascend311"], 2, "Ascend311"),
    "no job": (["{}", "--jobs", "0"], 2, "--jobs and --timeout must be above 0"),
    "no GoogleTest": (["{}", "--gtest", "{}"], 1, "apt install libgtest-dev libgmock-dev"),
}


@pytest.mark.parametrize("case", WRONG)
def test_the_command_says_what_is_wrong(
    google: GoogleTest, toolkit: Path, folder: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    assert google.stamp is not None
    words, status, text = WRONG[case]
    command = ["ut", "--toolkit", str(toolkit), *(word.format(folder) for word in words)]
    assert main(command) == status
    assert text in capsys.readouterr().err


def test_without_googletest_the_package_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ACLNN_EMU_GTEST", str(folder))
    assert main(["ut", str(folder)]) == 1
    assert f"there is no GoogleTest in {folder}. Install it" in capsys.readouterr().err


def test_expectations_are_counted(toolkit: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.cpp"
    path.write_text(
        "TEST(a, b) { OP_API_UT(aclnnAbs, x); EXPECT_EQ(r, ACLNN_ERR_PARAM_NULLPTR); EXPECT_EQ(r, 0); }\n"
        "TEST(a, c) { EXPECT_EQ(r, ACL_SUCCESS); }\nTEST(a, d) { }\n"
    )
    source = read_source(path, "a.cpp", toolkit)
    cases = [CaseOutcome(case.name, case, kind="passed") for case in source.cases]
    cases[2].calls = [("aclnnAdd", 161002)]
    lines = tables([FileOutcome(source, built=True, cases=cases)])
    assert [line.split()[:3] for line in lines if line and line.split()[0] in ("0", "161001", "161002")] == [
        ["0", "1", "1"],
        ["161001", "1", "1"],
        ["161002", "1", "1"],
    ]
    assert [line.split()[0] for line in lines[1:5]] == ["aclnnAbs", "aclnnAdd", "none", "all"]
