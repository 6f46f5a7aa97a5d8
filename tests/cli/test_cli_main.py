"""The command line as a whole: help, version, usage errors, start-up."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from aclnn_emu._version import VERSION

COMMANDS = ("demo", "run", "explain", "ops", "op", "dsp", "conformance", "bench", "doctor")
HEAVY = ("numpy", "attrs", "attr", "ml_dtypes", "aclnn_emu.runtime", "aclnn_emu.ops")


def test_version(cli):
    assert cli("--version") == (0, f"aclnn-emu {VERSION}\n", "")


def test_help_names_every_command_and_the_exit_statuses(cli):
    status, out, _ = cli("--help")
    assert status == 0
    for command in COMMANDS:
        assert f"\n    {command}" in out
    assert "exit status:" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_examples(cli, command):
    status, out, _ = cli(command, "--help")
    assert status == 0
    assert f"examples:\n  aclnn-emu {command}" in out


@pytest.mark.parametrize(
    "argv", [(), ("nonsense",), ("ops", "--nonsense"), ("op",), ("demo", "--list", "--source")]
)
def test_a_wrong_command_line_is_2(cli, argv):
    status, out, err = cli(*argv)
    assert status == 2
    assert not out
    assert err.startswith("usage: aclnn-emu")


def _run(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 - our own


def test_python_m(tmp_path):
    done = _run(sys.executable, "-m", "aclnn_emu", "explain", "no_such_name")
    assert done.returncode == 1
    assert "no_such_name" in done.stderr


def test_console_script():
    script = Path(sysconfig.get_path("scripts")) / "aclnn-emu"
    if not script.is_file():
        pytest.skip("the package is not installed in this environment: there is no console script")
    done = _run(str(script), "--version")
    assert (done.returncode, done.stdout) == (0, f"aclnn-emu {VERSION}\n")


def test_version_and_import_load_nothing_heavy():
    program = (
        "import sys, aclnn_emu, aclnn_emu.cli as cli\n"
        "assert cli.main(['--version']) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = _run(sys.executable, "-c", program)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name != "posix", reason="pipes that close early are a matter of POSIX")
def test_a_reader_that_goes_away_is_no_traceback():
    pipeline = f"'{sys.executable}' -m aclnn_emu ops | true; exit ${{PIPESTATUS[0]}}"
    done = _run("bash", "-c", pipeline)
    assert done.returncode in (0, 141)  # 0 when all was written before the reader went
    assert "Traceback" not in done.stderr
