"""Recorded programs: what the file holds, that it replays, and what a change of it is found to be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from aclnn_emu.capi.toolkit import environment, include_flags, link_flags
from aclnn_emu.cli import main
from aclnn_emu.conformance.cases import load_cases
from aclnn_emu.conformance.runner import FAILED, PASSED, run_cases
from aclnn_emu.runtime import machine as machines

# The cases are calls that are refused.
pytestmark = pytest.mark.trips("ACL-LIFE", "ACL-SYNC", "ACL-MEM", "ACL-INIT", "ACL-EXEC", "ACL-THREAD")

SAMPLES = Path(__file__).parents[2] / "samples"
BCE = "aclnnBinaryCrossEntropyBackward"

MIXED = """
import threading
import numpy as np
import aclnn_emu as emu
from aclnn_emu.aclnn import *

def check(got, *expected):
    assert got == (expected if len(expected) > 1 else expected[0]), (got, expected)

check(aclrtMalloc(16, 0), 107002, None)
check(aclrtSetDevice(99), 107001)
check(aclrtSetDevice(0), 0)
memory = aclrtMalloc(64, 0)[1]
check(aclrtMalloc(16, 0, null_outputs="devPtr")[0], 100000)
host = np.arange(16, dtype=np.float32)
check(aclrtMemcpy(memory, 64, host, 64, 1), 0)
check(aclrtMemcpy(memory, 32, host, 64, 1), 107000)
check(aclrtMemcpy(memory + 32, 32, host, 32, 1), 0)
stream, event = aclrtCreateStream()[1], aclrtCreateEvent()[1]
check(aclrtRecordEvent(event, stream), 0)
check(aclrtSynchronizeStream(stream), 0)
check(aclrtDestroyEvent(event), 0)
check(aclrtDestroyEvent(event), 107017)
check(aclrtLaunchHostFunc(stream, lambda _: aclrtGetDevice(), None), 0)
check(aclrtSynchronizeStream(stream), 0)

strided = aclCreateTensor((4, 2), 2, ACL_FLOAT, (1, 4), 0, ACL_FORMAT_ND, (8,), 1, memory)
dense = aclCreateTensor((4, 2), 2, ACL_FLOAT, None, 0, ACL_FORMAT_ND, (4, 2), 2, memory + 32)
nowhere = aclCreateTensor((4, 2), 2, ACL_FLOAT, None, 0, ACL_FORMAT_ND, (4, 2), 2, None)
wrong = aclCreateTensor((4, 2), 2, ACL_INT32, None, 0, ACL_FORMAT_ND, (4, 2), 2, memory)
two = aclCreateScalar(2.0, ACL_FLOAT)

def run(name, *args, times=1):
    status, size, executor = globals()[name + "GetWorkspaceSize"](*args)
    if status:
        return status
    workspace = aclrtMalloc(size, 0)[1] if size else None
    if times > 1:
        aclSetAclOpExecutorRepeatable(executor)
    for _ in range(times):
        globals()[name](workspace, size, executor, stream)
    check(aclDestroyAclOpExecutor(executor), 0 if times > 1 else 561000)
    return aclrtSynchronizeStream(stream)

check(run("aclnnInplaceAdd", strided, strided, two), 0)
check(run("aclnnInplaceMuls", strided, two, times=3), 0)
check(run("aclnnSigmoid", strided, dense), 0)
check(run("aclnnSigmoid", strided, wrong), 161002)
check(run("aclnnSigmoid", None, dense), 161001)
check(run("aclnnSigmoid", strided, nowhere), 507035)
check(aclnnSigmoid(None, 0, None, stream), 161001)
parts = [aclCreateTensor((2, 2), 2, ACL_FLOAT, None, 0, ACL_FORMAT_ND, (2, 2), 2, memory + 16 * i) for i in (0, 1)]
check(run("aclnnCat", aclCreateTensorList(parts, 2), 0, dense), 0)
worker = threading.Thread(target=lambda: (aclrtSetDevice(0), run("aclnnTanh", strided, dense)))
worker.start()
worker.join()
x = emu.Tensor.from_numpy(np.float32([1, -2]))
y = emu.Tensor.empty((2,), np.float32)
check(emu.ops.neg.get_workspace_size(x, None)[0], 161001)
status, executor = emu.ops.neg.get_workspace_size(x, y)
check(emu.run(None, executor), 0)
aclrtSynchronizeDevice()
check(list(y.numpy()), [-1, 2])
check(aclrtFree(memory), 0)
check(aclrtFree(memory), 107000)
"""


@pytest.fixture
def record(tmp_path, capfd, monkeypatch):
    """Record a program, given as a path or a text: exit status, what was told, and the cases."""
    machines.reset()
    fresh = attrs.asdict(machines.machine().config)
    for variable in ("ACLNN_EMU_SOC", "ACLNN_EMU_SCHEDULE", "ACLNN_EMU_DEVICES"):
        monkeypatch.setenv(variable, "")  # so that it is put back afterwards, whatever the command does
        monkeypatch.delenv(variable)
    machines.configure(**fresh)

    def run(program, *options, args=(), name="program.py"):
        if isinstance(program, str):
            path = tmp_path / name
            path.write_text(program, encoding="utf-8")
        else:
            path = program
        machines.reset()
        output = tmp_path / "cases.json"
        status = main(["record", "-o", str(output), *options, str(path), *args])
        told = capfd.readouterr().err
        return status, told, load_cases(output) if output.exists() else None

    yield run
    for module in [name for name in sys.modules if name.partition(".")[0] == "acl"]:
        del sys.modules[module]
    machines.reset()
    machines.configure(**fresh)


def outcomes(cases, backend):
    """What a replay finds wrong."""
    backend.reset()
    return [f"{r.case.id}: {r.reason}" for r in run_cases(cases, backend) if r.outcome != PASSED]


@pytest.mark.parametrize("sample", ["binary_cross_entropy_backward.py", "pyacl_bce.py", "two_phase_tour.py"])
def test_samples_replay(sample, record, emulator, cabi):
    status, told, cases = record(SAMPLES / sample)
    assert (status, "left out" in told) == (0, False), told
    assert outcomes(cases, emulator) == outcomes(cases, cabi) == []


def test_the_case_of_an_operator_holds_the_whole_call(record):
    _, told, cases = record(SAMPLES / "binary_cross_entropy_backward.py")
    assert told.startswith("aclnn-emu: 3 cases from 35 calls in "), told
    case = cases[0]
    assert (case.id, case.subject, case.soc) == (
        f"binary_cross_entropy_backward.py/001-{BCE}",
        BCE,
        "Ascend910B",
    )
    first, second, wait = case.calls
    assert (first.function, first.status, first.workspace) == (f"{BCE}GetWorkspaceSize", 0, 0)
    assert (second.function, wait.function) == (BCE, "aclrtSynchronizeStream")
    ((name, data),) = wait.contents
    assert case.objects["out"].memory == name
    assert data.hex() == "300cc3bd" * 4  # -0.095238 as FLOAT
    assert case.objects[case.objects["gradOutput"].memory].data.hex() == "cdcccc3d" * 4  # 0.1


def test_all_calls_in_order_are_a_case_and_the_initialisation_one(record):
    cases = record(SAMPLES / "binary_cross_entropy_backward.py")[2]
    start, calls = cases[1:]
    assert [call.function for call in start.calls] == ["aclInit", "aclFinalize"]
    assert (start.fresh, calls.fresh) == (True, False)  # so that a card can run the second
    names = [call.function for call in calls.calls]
    assert names[1:5] == ["aclrtSetDevice", "aclrtCreateStream", "aclrtMalloc", "aclrtMemcpy"]
    assert names[-3:] == ["aclrtDestroyStream", "aclrtResetDevice", "aclrtSetDevice"]


def test_a_program_with_every_kind_of_call_replays(record, emulator, cabi):
    status, told, cases = record(MIXED)
    assert status == 0, told
    assert outcomes(cases, emulator) == outcomes(cases, cabi) == []
    by_operator = [case.id.split("-", 1)[1] for case in cases if case.subject != "runtime"]
    assert by_operator == [
        "aclnnInplaceAdd", "aclnnInplaceMuls", "aclnnInplaceMuls-run2", "aclnnInplaceMuls-run3", "aclnnSigmoid",
        "aclnnSigmoid", "aclnnSigmoid", "aclnnSigmoid", "aclnnCat", "aclnnTanh", "aclnnNeg", "aclnnNeg",
    ]  # fmt: skip
    expected = {call.status for call in cases[-1].calls}
    assert expected == {0, 100000, 107000, 107001, 107002, 107017, 161001, 161002, 507035, 561000}


def test_what_is_left_out_is_counted_with_the_reason(record):
    told = record(MIXED)[1]
    assert "1 calls (aclrtLaunchHostFunc x1): functions of the program cannot be recorded" in told
    assert "1 calls (aclrtGetDevice x1): made by a host function, while another call ran" in told
    assert "made in another thread than the first call; operator calls have their cases all the same" in told
    assert told.count("left out") == 3, told


def test_memory_that_tensors_share_is_shared_in_the_replay(record):
    case = next(case for case in record(MIXED)[2] if case.subject == "aclnnInplaceAdd")
    assert case.objects["selfRef"].memory == case.objects["other"].memory
    cat = next(case for case in record(MIXED)[2] if case.subject == "aclnnCat")
    assert [cat.objects[f"tensors[{i}]"].place for i in (0, 1)] == [0, 0]


def test_the_same_program_gives_the_same_file(record, tmp_path):
    record(MIXED)
    first = (tmp_path / "cases.json").read_bytes()
    record(MIXED)
    assert (tmp_path / "cases.json").read_bytes() == first


REPEATS = """
import numpy as np
import aclnn_emu as emu
with emu.Device(0):
    x, y = emu.Tensor.from_numpy(np.ones(4, np.float32)), emu.Tensor.empty((4,), np.float32)
    for _ in range(3):
        executor = emu.ops.neg.get_workspace_size(x, y)[1]
        emu.run(None, executor)
"""


def test_calls_that_are_the_same_are_written_once(record):
    _, told, cases = record(f"{REPEATS}\n    emu.Device(0).synchronize()\n")
    assert sum(case.subject == "aclnnNeg" for case in cases) == 1
    assert "2 calls (aclnnNeg x2): the same as an earlier call of the operator, data and all" in told


def test_work_that_was_never_waited_for_has_its_codes(record, emulator):
    cases = record(REPEATS.replace("with emu.Device(0):", "device = emu.Device(0)\nif device:"))[2]
    assert [len(case.calls) for case in cases if case.subject == "aclnnNeg"] == [1]
    assert outcomes(cases, emulator) == []


@pytest.mark.parametrize(("limit", "kept"), [(0, False), (31, False), (32, True)])
def test_data_above_the_limit_is_left_out_and_the_codes_stay(limit, kept, record, emulator):
    _, _, cases = record(f"{REPEATS}\n    emu.Device(0).synchronize()\n", "--max-bytes", str(limit))
    case = cases[0]
    assert bool(case.calls[-1].contents) is kept
    assert case.source == (
        "recorded from program.py" if kept else "recorded from program.py; data left out (32 bytes)"
    )
    assert [call.status for call in case.calls] == [0, 0, 0]
    assert outcomes(cases, emulator) == []


@pytest.mark.parametrize("schedule", ["seeded:3", "threaded"])
def test_every_schedule_gives_the_same_data(schedule, record, emulator):
    _, _, cases = record(f"{REPEATS}\n    emu.Device(0).synchronize()\n", "--schedule", schedule)
    assert cases[0].calls[-1].contents[0][1].hex() == "000080bf" * 4
    assert outcomes(cases, emulator) == []


def tampered(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_cases(path)


def difference(cases, backend):
    backend.reset()
    return next(result.reason for result in run_cases(cases, backend) if result.outcome == FAILED)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"status": 0, "keep"', '"status": 161002, "keep"', "GetWorkspaceSize answers 0, expected 161002"),
        ('"workspace": 0', '"workspace": 512', "workspaceSize is 0, expected 512"),
        ("MAzDvTAMw70wDMO9MAzDvQ==", "MAzDvTAMw70wDMO9MQzDvQ==",
         "after aclrtSynchronizeStream out: 1 of 4 elements (FLOAT) differ, the first at 3: -0.095238"),
        ('"aclrtMalloc", "args": [16, 0], "status": 0', '"aclrtMalloc", "args": [0, 0], "status": 0', "expected 0"),
    ],
)  # fmt: skip
def test_a_change_of_the_file_is_a_difference(old, new, says, record, tmp_path, emulator, cabi):
    record(SAMPLES / "binary_cross_entropy_backward.py")
    cases = tampered(tmp_path / "cases.json", old, new)
    assert says in difference(cases, emulator)
    assert says in difference(cases, cabi)


def test_a_card_compares_numbers_within_the_threshold(record, tmp_path, emulator, monkeypatch):
    monkeypatch.setattr(emulator, "emulated", False)
    record(SAMPLES / "binary_cross_entropy_backward.py")
    path = tmp_path / "cases.json"
    assert outcomes(tampered(path, "MAzDvTAMw70wDMO9MAzDvQ==", "MAzDvTAMw70wDMO9MQzDvQ=="), emulator) == []
    assert outcomes(tampered(path, '"workspace": 0', '"workspace": 512'), emulator) == []
    cases = tampered(path, "MAzDvTAMw70wDMO9MQzDvQ==", "MAzDvTAMw70wDMO9MAzEvQ==")
    assert "1 of 4 elements (FLOAT) differ" in difference(cases, emulator)
    assert "mean relative error < 1.22e-04" in difference(cases, emulator)


def test_a_script_that_fails_half_way_is_written_up_to_there(record, emulator):
    status, told, cases = record(f"{REPEATS}\n    raise SystemExit(7)\n")
    assert status == 7
    assert "the program ended with status 7; its calls up to there are written" in told
    assert outcomes(cases, emulator) == []
    status, told, cases = record(f"{REPEATS}\n    1 / 0\n")
    assert (status, "ZeroDivisionError" in told, bool(cases)) == (1, True, True)


def test_a_program_without_calls(record):
    status, told, cases = record("print(1)")
    assert (status, cases) == (1, None)
    assert told.endswith("program.py: it made no call of acl or aclnn\n")
    assert record("raise SystemExit(9)")[0] == 9


def test_a_reset_of_the_machine_begins_a_new_sequence(record, emulator):
    _, _, cases = record(
        "from aclnn_emu.aclnn import *\nfrom aclnn_emu.runtime.machine import reset\n"
        "aclrtSetDevice(0)\nreset()\nprint(aclrtMalloc(8, 0))\n"
    )
    assert [case.id for case in cases] == ["program.py/calls", "program.py/calls-2"]
    assert outcomes(cases, emulator) == []


def test_not_emulated_is_no_expectation(record):
    _, told, cases = record(
        "import acl\nfrom aclnn_emu.aclnn import *\naclrtSetDevice(0)\naclrtCreateNotify(0)\nacl.rt.create_notify(0)\n"
    )
    assert [call.function for call in cases[0].calls] == [
        "aclrtResetDeviceForce",
        "aclrtSetDevice",
        "aclrtSetDevice",
    ]
    assert "2 calls (aclrtCreateNotify x2): not emulated" in told


@pytest.mark.parametrize(
    ("argv", "status", "says"),
    [
        (["none.py", "-o", "{tmp}/c.json"], 1, "there is no file none.py"),
        (["none.py"], 2, "record needs -o FILE"),
        (["{me}", "-o", "{tmp}"], 1, "cannot be written: it is a folder"),
        (["{me}", "-o", "{tmp}/no/c.json"], 1, "cannot be written: there is no folder"),
        (["{me}", "-o", "{tmp}/c.json", "--max-bytes", "x"], 2, "--max-bytes takes a number of bytes, not x"),
    ],
)
def test_bad_command_lines(argv, status, says, tmp_path, capsys):
    given = [word.format(tmp=tmp_path, me=__file__) for word in argv]
    assert main(["record", *given]) == status
    assert says in capsys.readouterr().err


def test_options_at_the_end_are_ours_and_those_between_the_programs(record, tmp_path, capfd):
    path = tmp_path / "words.py"
    path.write_text("import sys\nfrom aclnn_emu.aclnn import *\naclrtSetDevice(0)\nprint(sys.argv[1:])\n")
    output = tmp_path / "c.json"
    assert main(["record", str(path), "-o", "mine", "x", "--max-bytes", "9", "-o", str(output)]) == 0
    assert capfd.readouterr().out == "['-o', 'mine', 'x']\n"
    assert output.exists()


# Compiled programs


EXITS = """
#include <stdlib.h>
#include <unistd.h>
#include "acl/acl.h"
int main(int argc, char **argv)
{
    void *memory;
    aclrtSetDevice(0);
    aclrtMalloc(&memory, 32, 0);
    aclrtMalloc(NULL, 32, 0);
    if (argc > 1) _exit(5);
    exit(3);
}
"""


@pytest.fixture
def build(toolkit, tmp_path):
    from aclnn_emu.capi.interpreter import c_compiler, cpp_compiler

    def compiled(source):
        path = source
        if isinstance(source, str):
            path = tmp_path / "program.c"
            path.write_text(source, encoding="utf-8")
        program = tmp_path / "program"
        compiler = c_compiler() if path.suffix == ".c" else cpp_compiler()
        words = [compiler, str(path), "-o", str(program), *include_flags(toolkit), *link_flags(toolkit)]
        subprocess.run(words, check=True, capture_output=True)  # noqa: S603
        return program

    return compiled


@pytest.mark.parametrize("suffix", ["c", "cpp"])
def test_compiled_samples_replay(suffix, build, toolkit, record, emulator, cabi):
    program = build(SAMPLES / f"c/binary_cross_entropy_backward.{suffix}")
    status, told, cases = record(program, "--toolkit", str(toolkit))
    assert (status, "3 cases from 35 calls" in told) == (0, True), told
    assert outcomes(cases, emulator) == outcomes(cases, cabi) == []


def test_a_compiled_program_and_its_port_make_the_same_calls(build, toolkit, record):
    compiled = record(build(SAMPLES / "c/binary_cross_entropy_backward.c"), "--toolkit", str(toolkit))[2]
    port = record(SAMPLES / "binary_cross_entropy_backward.py")[2]
    assert [case.objects for case in compiled] == [case.objects for case in port]
    assert [case.calls for case in compiled[:2]] == [case.calls for case in port[:2]]
    # The C program gives back tensor and memory in pairs.
    assert sorted(map(str, compiled[2].calls)) == sorted(map(str, port[2].calls))


def test_a_compiled_program_that_exits_without_cleaning_up(build, toolkit, record, emulator):
    program = build(EXITS)
    status, told, cases = record(program, "--toolkit", str(toolkit))
    assert status == 3
    assert "the program ended with status 3" in told
    assert [call.status for call in cases[0].calls] == [0, 0, 0, 100000, 0]
    assert outcomes(cases, emulator) == []


def test_a_compiled_program_of_the_other_world(build, toolkit, record):
    status, told, cases = record(build(SAMPLES / "c/dsp_bce_grad.c"), "--toolkit", str(toolkit))
    assert (status, cases) == (1, None)
    assert "it made no call of acl or aclnn" in told


def test_a_compiled_program_that_stops_at_once(build, toolkit, record):
    status, told, cases = record(build(EXITS), "--toolkit", str(toolkit), args=("now",))
    assert (status, cases) == (5, None)
    assert "it made no call of acl or aclnn before it ended with status 5" in told


def test_the_variable_alone_records(build, toolkit, tmp_path):
    env = environment(toolkit, {"PATH": "/usr/bin:/bin", "ACLNN_EMU_RECORD": str(tmp_path / "c.json")})
    done = subprocess.run([str(build(EXITS))], env=env, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (3, f"aclnn-emu: 1 cases from 3 calls in {tmp_path}/c.json\n")
    assert json.loads((tmp_path / "c.json").read_text())["recorded"]["program"] == "program"
    env["ACLNN_EMU_RECORD"] = str(tmp_path / "no/c.json")
    done = subprocess.run([str(build(EXITS))], env=env, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 3
    assert "the calls cannot be written: " in done.stderr


def test_a_card_replays(toolkit, record, tmp_path):
    """Our own toolkit folder stands for CANN; in a process of its own, as on a card."""
    record(SAMPLES / "binary_cross_entropy_backward.py")
    words = ["-m", "aclnn_emu", "conformance", "--backend", "cann", "--home", str(toolkit)]
    done = subprocess.run(  # noqa: S603
        [sys.executable, *words, "--replay", str(tmp_path / "cases.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 cases: 2 passed, 0 failed, 1 skipped" in done.stdout
