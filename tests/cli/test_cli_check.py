"""``aclnn-emu check``: a program's reports, its exit status, the seeds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from aclnn_emu.cli import main

START = """\
import os, sys
import numpy as np
from aclnn_emu.aclnn import *

aclInit(None)
aclrtSetDevice(0)
stream, other = aclrtCreateStream()[1], aclrtCreateStream()[1]
memory = aclrtMalloc(64, 0)[1]
host = np.zeros(64, np.uint8)
"""
END = """\
aclrtFree(memory)
aclrtDestroyStream(stream)
aclrtDestroyStream(other)
aclrtResetDevice(0)
aclFinalize()
"""
STALE = """\
aclrtMemsetAsync(memory, 64, 1, 64, stream)
aclrtMemcpy(host, 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST)
aclrtSynchronizeStream(stream)
"""
CLEAN = """\
aclrtMemsetAsync(memory, 64, 1, 64, stream)
aclrtSynchronizeStream(stream)
"""


@pytest.fixture
def check(tmp_path):
    """Run the command on a program in a process of its own: status, standard output, standard error."""

    def run(middle: str, *options: str, end: str = END) -> tuple[int, str, str]:
        program = tmp_path / "program.py"
        program.write_text(START + middle + end, encoding="utf-8")
        command = [sys.executable, "-m", "aclnn_emu", "check", *options, str(program)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)  # noqa: S603
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_report_names_calls_places_and_the_cure(check) -> None:
    status, _, text = check(STALE)
    assert status == 1
    assert "ERROR ACL-SYNC-101: aclrtMemcpy reads 64 bytes at" in text
    assert "here:   aclrtMemcpy (call 7) at program.py:11 in <module>" in text
    assert "queued: aclrtMemsetAsync (call 6) at program.py:10 in <module>" in text
    assert "memory: aclrtMalloc (call 5) at program.py:8 in <module>" in text
    assert "fix: Call aclrtSynchronizeStream(stream 1 of device 0)" in text.replace("\n    ", " ")
    assert "aclnn_emu check: 1 error\n  ACL-SYNC-101  a result is read before it is there\n" in text


def test_a_clean_program(check) -> None:
    assert check(CLEAN) == (0, "", "aclnn-emu: the checker found nothing\n")
    assert check(CLEAN, end=END + "sys.exit(7)\n")[0] == 7


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((), 0),
        (("--fail-on", "warning"), 1),
        (("--fail-on", "warning", "--ignore", "ACL-LEAK-101,ACL-LEAK-103"), 0),
        (("--fail-on", "warning", "--only", "ACL-RACE"), 0),
        (("--only", "acl-leak-101", "--fail-on", "warning"), 1),
    ],
    ids=lambda value: " ".join(value) or "default" if isinstance(value, tuple) else None,
)
def test_levels_and_switches(check, options, status) -> None:
    assert check(CLEAN, *options, end="")[0] == status


def test_what_follows_is_folded(check) -> None:
    too_early = (
        "aclrtMemsetAsync(memory, 64, 1, 64, stream)\naclrtFree(memory)\naclrtSynchronizeStream(stream)\n"
    )
    _, _, text = check(too_early, "--ignore", "ACL-LEAK", end="")
    assert text.count("ERROR") == 1
    assert "follows from it: ACL-SYNC-109: aclrtMemsetAsync (call 6)" in text
    many = "for _ in range(3):\n    aclrtMemcpy(host, 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST)\n"
    _, _, text = check("aclrtMemsetAsync(memory, 64, 1, 64, stream)\n" + many, "--ignore", "ACL-LEAK", end="")
    assert "ACL-SYNC-101  a result is read before it is there, 3 times" in text


def test_json_and_a_child_process(check, tmp_path) -> None:
    child = f"import subprocess\nif len(sys.argv) == 1:\n    subprocess.run([sys.executable, '-c', {START + STALE!r}])\n"
    target = tmp_path / "found.json"
    status, _, text = check(child, "--json", str(target), "--quiet", "--ignore", "ACL-LEAK")
    (found,) = json.loads(target.read_text(encoding="utf-8"))["reports"]
    assert (status, text) == (1, "")
    assert (found["id"], found["level"], found["schedule"], found["soc"]) == (
        "ACL-SYNC-101",
        "error",
        "deferred",
        "Ascend910B",
    )
    assert found["call"]["frames"] == ["<string>:11 in <module>"]
    assert [one["part"] for one in found["earlier"]] == ["queued", "memory"]


# Fails when the copy on the other stream runs between the two fills.
LUCK = """\
aclrtMemset(memory, 64, 0, 64)
aclrtMemsetAsync(memory, 32, 1, 32, stream)
aclrtMemsetAsync(memory, 32, 2, 32, other)
aclrtSynchronizeDevice()
aclrtMemcpy(host, 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST)
print(int(host[0]))
"""


def test_seeds_find_the_interleaving_and_it_comes_again(check) -> None:
    checked = LUCK + END + "sys.exit(int(host[0] == 1))\n"
    status, out, text = check(checked, "--seeds", "20", "--ignore", "ACL-RACE", end="")
    assert (status, out) == (1, "1\n")
    seed = int(text.partition("seed ")[2].split()[0])
    assert f"--schedule seeded:{seed}" in text
    for _ in range(2):
        assert check(checked, "--schedule", f"seeded:{seed}", "--ignore", "ACL-RACE", end="")[:2] == (
            1,
            "1\n",
        )


def test_no_seed_fails(check) -> None:
    status, _, text = check(CLEAN, "--seeds", "2")
    assert (status, text) == (0, "aclnn-emu: 2 interleavings, and none fails\n")


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        (["check", "no_such_file.py"], 1),
        (["check", "--seeds", "-1", __file__], 2),
        (["check", "--seeds", "2", "--schedule", "deferred", __file__], 2),
        (["check", "--ignore", "ACL-NOTHING", __file__], 2),
    ],
    ids=lambda value: " ".join(map(str, value[1:-1])) if isinstance(value, list) else None,
)
def test_wrong_command_lines(argv, status, capsys) -> None:
    assert main(argv) == status
    assert capsys.readouterr().err


def test_the_tour_does_wrong_where_it_says_so() -> None:
    tour = Path(__file__).parents[2] / "samples" / "two_phase_tour.py"
    command = [sys.executable, "-m", "aclnn_emu", "check", "--quiet", "--json", "/dev/stdout", str(tour)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own sample
    reports = json.loads(done.stdout[done.stdout.index('{\n "reports"') :])["reports"]
    assert {found["id"] for found in reports} == {
        "ACLNN-PARAM-106",
        "ACL-INIT-102",
        "ACL-SYNC-101",
        "ACL-EXEC-101",
        "ACL-EXEC-103",
    }
