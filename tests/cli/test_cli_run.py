"""aclnn-emu run: the script's world is that of `python SCRIPT`, with the emulator as `acl`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest


@pytest.fixture
def script(tmp_path):
    """Write a program and give its path."""

    def write(text: str, name: str = "program.py") -> str:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def test_it_runs_as_main_with_its_arguments(cli, script):
    path = script("import sys\nprint(__name__, sys.argv)\n")
    assert cli("run", path, "--soc", "x", "-h") == (0, f"__main__ {[path, '--soc', 'x', '-h']}\n", "")


def test_modules_beside_it_can_be_imported(cli, script):
    script("VALUE = 42\n", "neighbour_of_program.py")
    before = list(sys.path)
    assert cli("run", script("import neighbour_of_program as n\nprint(n.VALUE)\n")).out == "42\n"
    assert sys.path == before
    del sys.modules["neighbour_of_program"]


def test_acl_is_the_emulator(cli, script):
    status, out, _ = cli(
        "run", script("import acl, acl.rt\nprint(acl.__name__, acl.rt.get_device_count())\n")
    )
    assert (status, out) == (0, "aclnn_emu.acl (2, 0)\n")


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("pass", 0),
        ("raise SystemExit", 0),
        ("raise SystemExit(3)", 3),
        ("raise SystemExit(161002)", 161002 & 0xFF),
        ("raise SystemExit('no card')", 1),
        ("raise KeyboardInterrupt", 130),
        ("1 / 0", 1),
    ],
)
def test_the_exit_status_is_the_scripts(cli, script, end, status):
    assert cli("run", script(end)).status == status


def test_a_message_at_exit_is_printed(cli, script):
    assert cli("run", script("raise SystemExit('no card')")).err == "no card\n"


def test_a_traceback_begins_with_the_script(cli, script):
    path = script("def f():\n    return 1 / 0\nf()\n")
    lines = cli("run", path).err.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1] == f'  File "{path}", line 3, in <module>'
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_syntax_error_is_reported_as_python_does(cli, script):
    status, _, err = cli("run", script("def\n"))
    assert status == 1
    assert "SyntaxError" in err


def test_options_configure_the_machine_and_child_processes(cli, script):
    text = "import acl, os\nprint(acl.get_soc_name(), acl.rt.get_device_count()[0], os.environ['ACLNN_EMU_SCHEDULE'])\n"
    status, out, _ = cli(
        "run", "--soc", "Ascend310P", "--devices", "4", "--schedule", "seeded:3", script(text)
    )
    assert (status, out) == (0, "Ascend310P3 4 seeded:3\n")


def test_without_options_the_environment_stays(cli, script):
    cli("run", script(""))
    assert "ACLNN_EMU_SOC" not in os.environ


@pytest.mark.parametrize(
    "options",
    [("--soc", "Ascend311"), ("--schedule", "sometimes"), ("--devices", "17"), ("--devices", "many")],
)
def test_a_wrong_setting_is_2_and_the_script_does_not_run(cli, script, options):
    status, out, err = cli("run", *options, script("print('ran')"))
    assert status == 2
    assert not out
    assert options[1] in err


def test_a_missing_script_is_1(cli, tmp_path):
    status, _, err = cli("run", str(tmp_path / "missing.py"))
    assert status == 1
    assert "missing.py" in err


def test_the_pyacl_sample(cli):
    sample = Path(__file__).parents[2] / "samples" / "pyacl_bce.py"
    status, out, _ = cli("run", str(sample))
    assert status == 0
    assert out.splitlines()[1:] == [f"result[{i}] is: -0.095238" for i in range(4)]
