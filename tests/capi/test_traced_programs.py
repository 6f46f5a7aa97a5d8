"""Timelines of compiled programs: the interpreter in the libraries writes them when the program ends."""

import json
from pathlib import Path

from aclnn_emu.cli import main

SAMPLE = Path(__file__).parents[2] / "samples" / "c" / "binary_cross_entropy_backward.c"


def test_a_compiled_sample(programs, toolkit, tmp_path, capfd):
    program = programs.build(SAMPLE)
    trace, page = tmp_path / "t.json", tmp_path / "t.html"
    argv = ["trace", "--toolkit", str(toolkit), "-o", str(trace), "--html", str(page), str(program)]
    assert main(argv) == 0
    out, err = capfd.readouterr()
    assert "result[0] is: -0.095238" in out
    assert "t.json" in err
    events = json.loads(trace.read_text())["traceEvents"]
    kernels = [e for e in events if e.get("cat") == "kernel"]
    assert [e["name"] for e in kernels] == ["aclnnBinaryCrossEntropyBackward"]
    assert "BinaryCrossEntropyGrad" in kernels[0]["args"]["steps"]
    names = [e["name"] for e in events if e.get("cat") == "call"]
    assert names[0] == "aclInit"
    assert names[-1] == "aclFinalize"
    assert "aclnnBinaryCrossEntropyBackward" in page.read_text(encoding="utf-8")


def test_an_unknown_clock_is_told(programs, tmp_path):
    env = {"ACLNN_EMU_TRACE": str(tmp_path / "t.json"), "ACLNN_EMU_TRACE_CLOCK": "sun"}
    done = programs.run(programs.build(SAMPLE), **env)
    assert "there is no clock 'sun'; it is virtual or wall" in done.stderr
    assert not (tmp_path / "t.json").exists()
