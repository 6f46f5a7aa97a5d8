"""The pytest plugin, in pytest runs of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from aclnn_emu.conformance import expect, floats, ints, scalar, tensor
from aclnn_emu.conformance.active import active

THREE_LINES = """
from aclnn_emu.conformance import expect, tensor

def test_null():
    out = tensor("FLOAT", (2, 3))
    expect("aclnnSigmoid", {"self": None, "out": out}, status=161001, message="ACLNN-PARAM-001")
"""
FIXTURES = """
import pytest
from aclnn_emu.conformance import expect, scalar, tensor

def test_device(acl_device):
    assert acl_device.call("aclrtGetDevice").outputs == (0,)
    acl_device.free(acl_device.malloc(64))

@pytest.mark.npu_verified
def test_stream(acl_stream, acl_device):
    assert acl_device.call("aclrtSynchronizeStream", acl_stream).status == 0

def test_backend(aclnn_backend):
    assert (aclnn_backend.name, aclnn_backend.soc) == BACKEND

def test_by_position():
    x = tensor("FLOAT", (2,))
    expect("aclnnAdd", (x, x, scalar("FLOAT", 1), tensor("FLOAT", (3,))), status=161002, message="view shape [3]")
"""
LEAKY = """
def test_leaky(acl_device):
    acl_device.malloc(100)
    acl_device.call("aclrtCreateStream")
    acl_device.call("aclrtCreateEvent")

def test_clean(acl_device):
    acl_device.free(acl_device.malloc(100))

def test_after(acl_device):
    assert acl_device.backend.leaks() == []
"""
UNRELATED = """
import sys
def test_nothing_is_loaded():
    assert "numpy" not in sys.modules
    assert "aclnn_emu.aclnn" not in sys.modules
"""


@pytest.fixture(scope="module", autouse=True)
def entry_point(tmp_path_factory):
    """The installed package must have the plugin; one that was installed before the plugin was there has not."""
    folder = tmp_path_factory.mktemp("probe")
    if "--aclnn-backend" not in run(folder, "", "--help").stdout:
        pytest.skip("the installed aclnn_emu has no pytest plugin; install it again: pip install -e .")


def run(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A pytest run on one file, in a process of its own."""
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "ACLNN_EMU_"))}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-W",
        "error",
        *options,
        "test_it.py",
    ]
    return subprocess.run(  # noqa: S603 - our own command
        command, capture_output=True, text=True, cwd=folder, env=env, timeout=120, check=False
    )


def test_three_lines(tmp_path):
    done = run(tmp_path, THREE_LINES)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_the_fixtures(tmp_path, workers):
    source = FIXTURES.replace("BACKEND", '("emulator", "Ascend310P")')
    done = run(tmp_path, source, "--aclnn-soc=310P", *workers)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_fixtures_through_the_libraries(tmp_path, toolkit):
    source = FIXTURES.replace("BACKEND", '("cabi", "Ascend950")')
    done = run(tmp_path, source, "--aclnn-backend=cabi", f"--aclnn-home={toolkit}", "--aclnn-soc=Ascend950")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_fixtures_on_an_installation(tmp_path, toolkit):
    source = FIXTURES.replace("BACKEND", '("cann", "Ascend910B")')
    done = run(tmp_path, source, "--aclnn-backend=cann", f"--aclnn-home={toolkit}")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_leaks_are_listed(tmp_path, workers):
    done = run(tmp_path, LEAKY, *workers)
    assert done.returncode == 0, done.stdout
    _, _, said = done.stdout.partition("aclnn leaks")
    assert "test_it.py::test_leaky" in said
    assert "100 bytes of device 0 at 0x" in said
    assert "aclrtDestroyStream is missing" in said
    assert "aclrtDestroyEvent is missing" in said
    assert "test_clean" not in said


def test_leaks_can_fail_a_test(tmp_path):
    done = run(tmp_path, LEAKY, "--aclnn-leaks=fail")
    assert "3 passed, 1 error" in done.stdout
    assert "left on the device:" in done.stdout


def test_leaks_can_be_left_unsaid(tmp_path):
    assert "aclnn leaks" not in run(tmp_path, LEAKY, "--aclnn-leaks=off").stdout


def test_unrelated_tests_are_not_disturbed(tmp_path):
    done = run(tmp_path, UNRELATED, "-p", "no:xdist", "-p", "no:randomly", "-p", "no:hypothesispytest")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ("--aclnn-backend=cann", "--aclnn-home=/nowhere"),
            "--aclnn-backend=cann: libascendcl.so is neither",
        ),
        (("--aclnn-soc=386",), "soc is 386; allowed are Ascend910"),
    ],
)
def test_a_backend_that_cannot_be_used_says_why(tmp_path, options, says):
    done = run(tmp_path, FIXTURES.replace("BACKEND", "None"), *options)
    assert done.returncode == 1
    assert says in done.stdout


@pytest.fixture
def released():
    yield
    active.release()


def test_expect_says_what_differs(released):
    x = tensor("FLOAT", (2,))
    with pytest.raises(AssertionError, match=r"answers 0, expected 161001"):
        expect("aclnnSigmoid", (x, x), status=161001)
    with pytest.raises(
        AssertionError, match=r"answers 161001 with ACLNN-PARAM-001, expected 'ACLNN-PARAM-002'"
    ):
        expect("aclnnSigmoid", (None, x), status=161001, message="ACLNN-PARAM-002")
    with pytest.raises(AssertionError, match=r"expected 'dimensions'"):
        expect("aclnnSigmoid", (None, x), status=161001, message="dimensions")


def test_expect_wants_every_parameter_and_a_known_operator(released):
    x = tensor("FLOAT", (2,))
    with pytest.raises(TypeError, match="aclnnSigmoid takes self, out; got self"):
        expect("aclnnSigmoid", {"self": x})
    with pytest.raises(TypeError, match="aclnnSigmoid takes self, out"):
        expect("aclnnSigmoid", (x, x, x))
    with pytest.raises(LookupError, match="no operator aclnnSigmoit; names like it: aclnnSigmoid"):
        expect("aclnnSigmoit", (x, x))


def test_expect_takes_every_kind_of_argument(released):
    x = tensor("FLOAT16", (2, 3))
    expect("aclnnCat", ([x, x], 0, tensor("FLOAT16", (4, 3))))
    expect("aclnnMeanV2", (x, ints(0), True, False, tensor(1, (1, 3))))
    expect("aclnnMuls", (x, scalar("FLOAT", 2.0), x))
    assert floats(1.0, 2.0).values == (1.0, 2.0)
    with pytest.raises(ValueError, match="'FLOAT99' is no dtype"):
        tensor("FLOAT99", ())


def test_expect_of_an_operator_that_is_not_emulated(released):
    answer = expect(
        "aclnnInplaceAddRmsNorm", (None, None, None, 0.0, None), status=561003, message="not emulated"
    )
    assert "aclnnInplaceAddRmsNorm" in answer.text
