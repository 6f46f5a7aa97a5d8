"""aclnn-emu demo and aclnn-emu doctor."""

from __future__ import annotations

from pathlib import Path

import pytest

from aclnn_emu.cli import doctor
from aclnn_emu.errors import AclInvalidParam

SAMPLES = Path(__file__).parents[2] / "samples"
RESULT = [f"result[{i}] is: -0.095238" for i in range(4)]


def test_the_demo_prints_the_samples_answer(cli):
    status, out, err = cli("demo")
    assert status == 0
    assert out.splitlines() == RESULT
    assert "binary_cross_entropy_backward.py" in err


def test_the_samples_are_those_of_the_repository(cli):
    names = sorted(path.stem for path in SAMPLES.glob("*.py") if path.stem != "__init__")
    assert cli("demo", "--list") == (0, "".join(f"{name}\n" for name in names), "")


def test_source_prints_the_program(cli):
    status, out, _ = cli("demo", "pyacl_bce", "--source")
    assert (status, out) == (0, (SAMPLES / "pyacl_bce.py").read_text(encoding="utf-8"))


def test_an_unknown_sample_is_1(cli):
    status, out, err = cli("demo", "two_phase_tower")
    assert status == 1
    assert not out
    assert "two_phase_tour" in err


def test_the_doctor_finds_a_good_installation(cli):
    status, out, _ = cli("doctor")
    assert status == 0
    for word in (
        "aclnn_emu",
        "Python",
        "numpy",
        "attrs",
        "ml_dtypes",
        "numba",
        "cffi",
        "matplotlib",
        "Ascend910B",
        "deferred",
    ):
        assert word in out
    assert out.splitlines()[-1].endswith("-0.095238 ok")


def test_a_missing_package_is_broken(cli, monkeypatch):
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    status, out, _ = cli("doctor")
    assert status == 1
    assert "numpy        MISSING" in out
    assert "BROKEN       numpy, attrs, ml_dtypes missing" in out


def test_a_refused_setting_is_broken(cli, monkeypatch):
    def refuses():
        raise AclInvalidParam("ACL-INIT-008", setting="soc", got="'x'", allowed="y")

    with monkeypatch.context() as patch:
        patch.setattr("aclnn_emu.runtime.machine.machine", refuses)
        status, out, _ = cli("doctor")
    assert status == 1
    assert "BROKEN       the settings are refused: [ACL-INIT-008]" in out


def test_a_wrong_answer_is_broken(cli, monkeypatch):
    monkeypatch.setattr(doctor, "_gradient", lambda: [0.0])
    status, out, _ = cli("doctor")
    assert status == 1
    assert "WRONG" in out


def test_an_exception_is_broken(cli, monkeypatch):
    def fails():
        raise RuntimeError("no device")

    monkeypatch.setattr(doctor, "_gradient", fails)
    status, out, _ = cli("doctor")
    assert status == 1
    assert "FAILED: RuntimeError: no device" in out


@pytest.mark.parametrize(("there", "word"), [(True, "looked up"), (False, "only pointers to known buffers")])
def test_host_pointers_depend_on_the_process_map(cli, monkeypatch, tmp_path, there, word):
    maps = tmp_path / "maps"
    if there:
        maps.touch()
    monkeypatch.setattr(doctor, "_MAPS", maps)
    assert word in cli("doctor").out


def test_the_settings_that_count_are_shown(cli, monkeypatch):
    monkeypatch.setenv("ACLNN_EMU_ENGINE", "reference")
    assert "ACLNN_EMU_ENGINE=reference" in cli("doctor").out
