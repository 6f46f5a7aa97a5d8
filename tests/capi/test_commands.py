"""The commands about C programs: toolkit, cc, run; and what they say when something is missing."""

from __future__ import annotations

import json
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from aclnn_emu.capi import interpreter as building
from aclnn_emu.capi import toolkit as toolkits
from aclnn_emu.cli import main

SAMPLE = Path(__file__).parents[2] / "samples/c/binary_cross_entropy_backward.c"
ARGUMENTS = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc == 1) {
        abort();
    }
    printf("%s %s\\n", argv[1], getenv("ACLNN_EMU_SOC"));
    return fflush(stdout) + 7;
}
"""


def test_build_refuses_a_folder_of_something_else(
    toolkit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del toolkit  # it can be built here
    (tmp_path / "precious").write_text("")
    assert main(["toolkit", "build", str(tmp_path)]) == 1
    assert "neither empty nor a toolkit" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


def test_toolkit_says_what_it_was_made_for(toolkit: Path) -> None:
    stamp = json.loads((toolkit / "aclnn_emu_toolkit.json").read_text())
    assert Path(stamp["python"]).is_file()
    assert stamp["headers"] == len(list((toolkit / "include").rglob("*.h")))
    assert not list(toolkit.rglob("*.o"))


def test_path_builds_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built = []

    def build(folder: Path, progress: Callable[[str], None]) -> None:
        progress("building")
        built.append(folder)
        (folder / "set_env.sh").write_text(str(folder.resolve()))
        (folder / "aclnn_emu_toolkit.json").write_text("{}")

    monkeypatch.setenv("ACLNN_EMU_CACHE", str(tmp_path))
    monkeypatch.setattr(toolkits, "build_toolkit", build)
    assert main(["toolkit", "path"]) == 0
    first = capsys.readouterr()
    assert first.err == "aclnn-emu: building\n"
    assert main(["toolkit", "path"]) == 0
    second = capsys.readouterr()
    assert (second.out, second.err) == (first.out, "")
    folder = Path(first.out.strip())
    assert (folder / "set_env.sh").read_text() == str(folder.resolve())
    assert list(tmp_path.iterdir()) == [folder]
    assert len(built) == 1


def test_toolkit_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cc", "--toolkit", str(tmp_path), "x.c"]) == 1
    assert "is no toolkit; make one: aclnn-emu toolkit build" in capsys.readouterr().err


class TestSomethingIsMissing:
    """Each text names the package to install."""

    @pytest.fixture(autouse=True)
    def _no_cache(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ACLNN_EMU_CACHE", str(tmp_path))

    def fails_with(self, capsys: pytest.CaptureFixture[str], *parts: str) -> None:
        assert main(["toolkit", "path"]) == 1
        said = capsys.readouterr().err
        assert [part for part in parts if part not in said] == []

    def test_compiler(
        self, toolkit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        del toolkit
        monkeypatch.delenv("CC", raising=False)
        monkeypatch.setenv("PATH", "/nonexistent")
        self.fails_with(capsys, "none of cc, gcc, clang is on the PATH", "apt install gcc")

    def test_compiler_of_the_environment(
        self, toolkit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        del toolkit
        monkeypatch.setenv("CC", "no-such-compiler")
        self.fails_with(capsys, "CC=no-such-compiler, which is not there")

    def test_shared_library(
        self, toolkit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        del toolkit
        monkeypatch.setattr(building, "_build_settings", lambda *_names: [])
        monkeypatch.setattr("sys.base_prefix", "/nonexistent")
        self.fails_with(capsys, "no shared library of Python", "apt install libpython3.", "--enable-shared")

    def test_headers(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr(sysconfig, "get_path", lambda _name: "/nonexistent")
        self.fails_with(capsys, "no Python.h in /nonexistent", "apt install python3.")

    def test_cffi(
        self, toolkit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        del toolkit
        monkeypatch.setattr(building, "find_spec", lambda _name: None)
        self.fails_with(capsys, 'pip install "aclnn-emu[capi]"')

    def test_system(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr("sys.platform", "darwin")
        self.fails_with(capsys, "needs Linux; this is darwin")


def test_cc_and_run(
    toolkit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ACLNN_EMU_SOC", raising=False)
    program = str(tmp_path / "program")
    assert main(["cc", "--toolkit", str(toolkit), str(SAMPLE), "-o", program, "-Wall", "-Werror"]) == 0
    assert main(["run", "--toolkit", str(toolkit), program]) == 0
    assert capfd.readouterr().out.splitlines()[0] == "result[0] is: -0.095238"


def test_run_passes_on_arguments_settings_and_the_end(
    toolkit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ACLNN_EMU_SOC", "")  # put back afterwards
    source, program = tmp_path / "arguments.c", str(tmp_path / "program")
    source.write_text(ARGUMENTS)
    common = ["--toolkit", str(toolkit)]
    assert main(["cc", *common, str(source), "-o", program]) == 0
    assert main(["run", "--soc", "Ascend310P", *common, program, "--verbose"]) == 7
    assert capfd.readouterr().out == "--verbose Ascend310P\n"
    assert main(["run", *common, program]) == 128 + 6


def test_cc_leaves_what_the_system_offers_visible(toolkit: Path, tmp_path: Path) -> None:
    source = tmp_path / "clock.c"
    source.write_text(
        "#include <time.h>\nint main(void) { struct timespec t; return clock_gettime(CLOCK_MONOTONIC, &t); }\n"
    )
    assert main(["cc", "--toolkit", str(toolkit), str(source), "-o", str(tmp_path / "program")]) == 0


def test_cc_gives_the_compilers_status(
    toolkit: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "wrong.cpp"
    source.write_text("int main() { return nothing; }\n")
    assert main(["cc", "--toolkit", str(toolkit), str(source), "-o", str(tmp_path / "program")]) == 1
    assert "nothing" in capfd.readouterr().err


def test_suite_without_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", str(tmp_path)]) == 1
    assert "no program below" in capsys.readouterr().err
    assert main(["suite", str(tmp_path / "nowhere")]) == 1
    assert main(["suite", str(tmp_path), "--jobs", "0"]) == 2
