"""The same cases on every backend; what a backend says when it cannot be used."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter

import pytest

from aclnn_emu.conformance.backends import BackendError, open_backend
from aclnn_emu.conformance.backends.libraries import LIBRARIES, soc_of
from aclnn_emu.conformance.cases import Call, Case, MemorySpec, Ref, TensorSpec
from aclnn_emu.conformance.generate import generate
from aclnn_emu.conformance.readings import READINGS, one_operand, two_operands
from aclnn_emu.conformance.refusals import refusal_cases
from aclnn_emu.conformance.runner import FAILED, PASSED, SKIPPED, run_case, run_cases
from aclnn_emu.conformance.runtime_cases import runtime_cases
from aclnn_emu.runtime.profile import PROFILES

# The cases are calls that are refused.
pytestmark = pytest.mark.trips("ACL-LIFE", "ACL-SYNC", "ACL-MEM", "ACL-INIT", "ACL-EXEC", "ACL-THREAD")


def summary(cases, backend):
    results = list(run_cases(cases, backend))
    assert [f"{r.case.id}: {r.reason}" for r in results if r.outcome == FAILED] == []
    return Counter(result.outcome for result in results)


def test_runtime_cases_hold_on_the_emulator(emulator):
    assert summary(runtime_cases(), emulator).keys() == {PASSED}


def test_runtime_cases_hold_through_the_libraries(cabi):
    assert summary(runtime_cases(), cabi).keys() == {PASSED}


def test_what_is_not_emulated_refuses(emulator, cabi):
    cases = list(refusal_cases())
    assert summary(cases, emulator) == summary(cases, cabi) == {PASSED: len(cases)}
    assert len({case.id for case in cases}) == len(cases) > 250
    assert all(case.emulator_only for case in cases)


def test_generated_cases_hold_through_the_libraries(cabi):
    written = sorted(READINGS.keys() - one_operand.READINGS.keys() - two_operands.READINGS.keys())
    cases = itertools.islice(
        generate([*written, "aclnnAbs", "aclnnTanh"], ["Ascend910B", "Ascend950"]), 0, None, 8
    )
    assert summary(cases, cabi)[PASSED] > 2000


def test_runtime_case_ids_are_unique_and_about_known_functions():
    cases = list(runtime_cases())
    assert len({case.id for case in cases}) == len(cases) > 300
    assert all(case.source.startswith(("R:", "O:")) for case in cases)


def test_what_a_case_ends_itself_is_not_ended_again(emulator, monkeypatch):
    ended = []
    call_as_ever = emulator.call

    def call(function, args, nulls):
        if function.startswith(("aclDestroy", "aclrtFree")):
            ended.append(function)
        return call_as_ever(function, args, nulls)

    monkeypatch.setattr(emulator, "call", call)
    objects = {
        "memory": MemorySpec(64),
        "x": TensorSpec(0, (4,), memory="memory"),
        "y": TensorSpec(0, (4,), memory=True),
    }
    calls = (
        Call("aclGetDataType", (Ref("y"),), 0, outputs=(0,)),
        Call("aclDestroyTensor", (Ref("x"),)),
        Call("aclrtFree", (Ref("memory"),)),
    )
    case = Case("ends", "aclDestroyTensor", "Ascend910B", "ends", calls, objects, "made up")
    result = run_case(case, emulator)
    assert (result.outcome, result.reason) == (PASSED, "")
    assert Counter(ended) == {"aclDestroyTensor": 2, "aclrtFree": 2}


RUN_ON_CANN = """
import sys
from pathlib import Path
from collections import Counter
from aclnn_emu.conformance.backends import open_backend
from aclnn_emu.conformance.generate import generate
from aclnn_emu.conformance.runner import run_cases
from aclnn_emu.conformance.runtime_cases import runtime_cases
backend = open_backend("cann")
cases = [*generate(["aclnnAdd", "aclnnCat"], ["Ascend310P"]), *runtime_cases(), *generate(["aclnnMul"], ["Ascend910"])]
results = list(run_cases(cases, backend))
for result in results:
    if result.outcome == "failed":
        print(result.case.id, result.reason)
backend.close()
print(backend.soc, Counter((result.outcome, result.reason.split(":")[0][:24]) for result in results))
"""


def test_the_cann_backend_runs_on_an_installation(toolkit):
    """Our own toolkit folder stands for CANN; in a process of its own, as on a card."""
    env = {**os.environ, "ASCEND_HOME_PATH": str(toolkit), "ACLNN_EMU_SOC": "Ascend310P"}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", RUN_ON_CANN], capture_output=True, text=True, env=env, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Ascend310P Counter({('passed', '')"), done.stdout
    assert "('skipped', 'for an emulator only')" in done.stdout
    assert "('skipped', 'the device is Ascend310P" in done.stdout
    assert "('skipped', 'needs a process in which" in done.stdout


def test_cann_without_an_installation(monkeypatch):
    monkeypatch.delenv("ASCEND_HOME_PATH", raising=False)
    with pytest.raises(BackendError, match="ASCEND_HOME_PATH is not set; source the set_env"):
        open_backend("cann")


def test_a_missing_library_is_named_with_the_places(tmp_path):
    with pytest.raises(BackendError) as refused:
        open_backend("cann", tmp_path)
    assert str(refused.value) == (
        f"libascendcl.so is neither {tmp_path}/lib64/libascendcl.so nor {tmp_path}/lib/libascendcl.so"
    )


def test_a_library_that_cannot_be_loaded(tmp_path):
    (tmp_path / "lib64").mkdir()
    for name in LIBRARIES:
        (tmp_path / "lib64" / name).write_bytes(b"no library")
    with pytest.raises(BackendError, match=r"libascendcl\.so cannot be loaded: "):
        open_backend("cann", tmp_path)


NO_DEVICE = """
from aclnn_emu.conformance.backends import BackendError, open_backend
try:
    open_backend("cann")
except BackendError as error:
    print(error)
"""


def test_cann_without_a_device(toolkit):
    env = {**os.environ, "ASCEND_HOME_PATH": str(toolkit), "ASCEND_RT_VISIBLE_DEVICES": "99"}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", NO_DEVICE], capture_output=True, text=True, env=env, timeout=60, check=False
    )
    assert done.stdout.startswith("no device answers: aclrtSetDevice gives 107001 with the libraries of"), (
        done.stdout
    )


@pytest.mark.parametrize(
    ("name", "soc"),
    [
        ("Ascend910A", "Ascend910"),
        ("Ascend910ProB", "Ascend910"),
        ("Ascend910B3", "Ascend910B"),
        ("Ascend910B4-1", "Ascend910B"),
        ("Ascend910_9382", "Ascend910_93"),
        ("Ascend310P3", "Ascend310P"),
        ("Ascend310B1", "Ascend310B"),
        ("Ascend950PR_9599", "Ascend950"),
        ("", ""),
        ("Nothing", ""),
    ],
)
def test_a_chip_is_known_by_its_name(name, soc):
    assert soc_of(name) == soc


def test_every_profile_is_known_by_its_own_names():
    for row in PROFILES.values():
        assert soc_of(row.soc_name) == soc_of(row.name) == row.name


def case(*calls, **fields):
    return Case("mine", "aclrtGetDevice", "", "own", calls, **fields)


def test_wrong_expectations_are_differences(emulator):
    wrong = run_case(case(Call("aclrtGetDevice", (), 107002)), emulator)
    assert (wrong.outcome, wrong.reason) == (FAILED, "aclrtGetDevice answers 0, expected 107002")
    wrong = run_case(case(Call("aclrtGetDevice", (), 0, outputs=(3,))), emulator)
    assert wrong.reason == "aclrtGetDevice: output 0 is 0, expected 3"
    wrong = run_case(case(Call("aclrtSetDevice", (-1,), 107001, "ACL-DEV-999")), emulator)
    assert "answers 107001 with ACL-DEV-001, expected ACL-DEV-999" in wrong.reason


@pytest.mark.parametrize("backend_name", ["emulator", "cabi"])
def test_what_no_program_can_do_is_a_difference_not_a_crash(backend_name, request):
    backend = request.getfixturevalue(backend_name)
    for calls in (
        (Call("aclrtNoSuchFunction"),),
        (Call("aclrtSetDevice", (1, 2, 3)),),
        (Call("aclrtSetDevice", (Ref("nothing"),)),),
    ):
        assert run_case(case(*calls), backend).outcome == FAILED


def test_cases_for_an_emulator_only_are_skipped_elsewhere(emulator):
    emulator.emulated = False
    result = run_case(case(Call("aclrtGetDevice"), emulator_only="a reason"), emulator)
    assert (result.outcome, result.reason) == (SKIPPED, "for an emulator only: a reason")


def test_nothing_is_left_behind(emulator, cabi):
    for backend in (emulator, cabi):
        cases = [*generate(["aclnnAdd", "aclnnCat"], [backend.soc]), *runtime_cases()]
        assert summary(cases, backend).keys() == {PASSED}
        assert backend.leaks() == []
