"""The sample programs, run as a reader runs them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
SEED = ROOT.parent / "shared" / "seeds" / "aclnnBinaryCrossEntropyBackward.txt"
RESULT = [f"result[{i}] is: -0.095238" for i in range(4)]

_C_CALL = re.compile(r"\b(aclrt[A-Z]\w*|acl[A-Z]\w*|aclnn[A-Z]\w*)\(")


def _run(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("ACLNN_EMU", "ASCEND"))
    }
    return subprocess.run(  # noqa: S603 - our own programs
        [sys.executable, *argv],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=ROOT,
        env=clean | environment,
    )


@pytest.fixture(scope="module")
def tour() -> str:
    done = _run("samples/two_phase_tour.py")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_sample_is_named_in_the_readme():
    readme = (SAMPLES / "README.md").read_text(encoding="utf-8")
    for path in SAMPLES.glob("*.py"):
        assert path.name == "__init__.py" or f"({path.name})" in readme


def test_the_port_prints_what_the_c_program_prints():
    done = _run("samples/binary_cross_entropy_backward.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == RESULT


@pytest.mark.parametrize("schedule", ["seeded:1", "threaded"])
def test_the_port_does_not_depend_on_the_schedule(schedule):
    done = _run("samples/binary_cross_entropy_backward.py", ACLNN_EMU_SCHEDULE=schedule)
    assert done.stdout.splitlines() == RESULT


def test_the_port_checks_every_return_value():
    done = _run("samples/binary_cross_entropy_backward.py", ACLNN_EMU_MEMORY="64")
    assert done.stdout == "aclrtMalloc failed. ERROR: 207001\n"
    assert done.returncode == 207001 & 0xFF


def test_the_port_makes_the_calls_of_the_c_program_in_their_order():
    if not SEED.is_file():
        pytest.skip("the document with the C program is not beside the repository")
    text = SEED.read_text(encoding="utf-8")
    program = text[text.index("#include <iostream>") :]
    port = (SAMPLES / "binary_cross_entropy_backward.py").read_text(encoding="utf-8")
    port = port[port.index("\ndef init(") :]
    assert _calls(port) == _calls(re.sub(r"//.*", "", program))
    printed = re.findall(r'LOG_PRINT\("(.*?)\\n"', program)
    assert _messages(re.findall(r'print\(f"(.*?)"\)', port)) == _messages(printed)
    assert re.findall(r"^    # (\d)\. ", port, re.MULTILINE) == list("1234567")


def _calls(program: str) -> list[str]:
    return _C_CALL.findall(program)


def _messages(texts: list[str]) -> list[str]:
    return [re.sub(r"%ld|%d|%f|\{.*?\}", "?", text) for text in texts]


def test_the_pyacl_sample():
    done = _run("-m", "aclnn_emu", "run", "samples/pyacl_bce.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["device 0 of Ascend910B3", *RESULT]


def test_the_pyacl_sample_explains_a_failure():
    done = _run("-m", "aclnn_emu", "run", "samples/pyacl_bce.py", ACLNN_EMU_MEMORY="64")
    assert done.returncode == 1
    assert done.stderr.startswith("acl.rt.malloc failed. ERROR: 207001\n")


def test_the_dsp_sample_is_right_within_some_roundings():
    done = _run("samples/dsp_bce_grad.py")
    assert (done.returncode, done.stderr) == (0, "")
    differences = re.findall(r"largest relative difference of 1024: (\S+)", done.stdout)
    assert len(differences) == 2
    assert max(map(float, differences)) < 1e-6
    assert done.stdout.count("core") > 8
    assert "WRONG_SPACE" in done.stdout


SHOWN = (
    "1. Phase 1 sees metadata only",
    "good arguments    status 0, workspaceSize 0, executor True",
    "reduction 7       status 161002, workspaceSize 0, executor False",
    "parameter reduction is 7; allowed: 0, 1, 2.",
    "2. The executor holds the compiled plan",
    "1 step, workspace 0 bytes, executor new",
    "3. Phase 2 queues, it does not compute",
    "phase 2 returns status 0 at once.",
    "a stale read:\n    [[nan nan]\n     [nan nan]]",
    "out after aclrtSynchronizeStream:\n    [[-0.095238 -0.095238]\n     [-0.095238 -0.095238]]",
    "4. An executor serves one phase 2",
    "the executor is now: consumed",
    "a second phase 2 with it: status 561000",
    "5. Broadcast, promotion, strides",
    "Contiguous",
    "OnesLike",
    "Cast ",
    "BinaryCrossEntropyGrad",
    "Cast ",
    "Intermediates in the workspace (bytes):",
    "6. The workspace is the caller's",
    "phase 2: status 0",
    "largest relative difference",
)


def test_the_tour_shows_what_a_learner_should_see(tour):
    place = 0
    for text in SHOWN:
        found = tour.find(text, place)
        assert found >= 0, f"{text!r} does not come after {tour[:place][-60:]!r}"
        place = found


def test_the_tours_workspace_is_smaller_than_its_parts(tour):
    size, linear = map(int, re.findall(r"workspace (\d+) bytes \((\d+) without reuse\)", tour)[0])
    assert 0 < size < linear


def test_the_tours_result_is_right_within_one_rounding(tour):
    difference, rounding = map(float, re.findall(r"difference (\S+); .* up to (\S+)", tour)[0])
    assert difference <= rounding


def test_the_tour_computes_what_it_prints():
    done = _run("samples/two_phase_tour.py", ACLNN_EMU_SOC="Ascend310P", ACLNN_EMU_SCHEDULE="seeded:2")
    assert done.returncode == 0
    assert "<Device 0, Ascend310P>, schedule seeded:2" in done.stdout.splitlines()[0]
