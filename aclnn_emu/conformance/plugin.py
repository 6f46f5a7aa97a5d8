"""The pytest plugin: fixtures for tests of host code, on the emulator, the C libraries or a card.

    def test_null(aclnn_backend):
        expect("aclnnSigmoid", {"self": None, "out": tensor("FLOAT", (2,))}, status=161001, message="ACLNN-PARAM-001")

A test that uses neither a fixture nor `expect` is not touched. One that does gets a machine that nobody has used, and
what it leaves behind is listed in the summary (``--aclnn-leaks=fail`` makes it an error).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from aclnn_emu.conformance.options import chosen

if TYPE_CHECKING:
    from aclnn_emu.conformance.active import Active
    from aclnn_emu.conformance.backends import Answer, Backend

__all__ = ["AclDevice"]

_PROPERTY = "aclnn_leaks"
_BACKENDS = ("emulator", "cabi", "cann")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("aclnn", "aclnn_emu")
    group.addoption(
        "--aclnn-backend",
        choices=_BACKENDS,
        default="emulator",
        help="where aclnn tests run (default: emulator)",
    )
    group.addoption("--aclnn-soc", metavar="NAME", default="", help="the chip (default: the backend's own)")
    group.addoption(
        "--aclnn-home", metavar="DIR", default="", help="the toolkit of cabi, the installation of cann"
    )
    group.addoption(
        "--aclnn-leaks",
        choices=("report", "fail", "off"),
        default="report",
        help="what a test leaves on the device: list it, fail the test, or say nothing (default: report)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Pass the options on; nothing of the emulator is loaded for a run that does not use it."""
    config.addinivalue_line("markers", "npu_verified: runs unchanged on a real NPU (--aclnn-backend=cann)")
    config.pluginmanager.register(_Leaks(), "aclnn_leaks")
    chosen.backend = config.getoption("--aclnn-backend")
    chosen.soc = config.getoption("--aclnn-soc")
    chosen.home = config.getoption("--aclnn-home")


def _active() -> Active | None:
    """The backend's holder, if anything has loaded it."""
    module = sys.modules.get("aclnn_emu.conformance.active")
    found: Active | None = getattr(module, "active", None)
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """After the fixtures are gone: what is left, and a fresh start for the next test."""
    result = yield
    found = _active()
    if found is not None and found.touched:
        leaks = found.release()
        choice = item.config.getoption("--aclnn-leaks")
        if leaks and choice == "fail":
            pytest.fail("left on the device:\n" + "\n".join(leaks), pytrace=False)
        if leaks and choice == "report":
            item.user_properties.append((_PROPERTY, "\n".join(leaks)))
    return result


def pytest_unconfigure() -> None:
    """Give the device back."""
    found = _active()
    if found is not None:
        found.close()


@pytest.fixture
def aclnn_backend() -> Backend:
    """The backend of ``--aclnn-backend``, fresh: `call` makes a C call, `soc` is the chip."""
    from aclnn_emu.conformance.active import active
    from aclnn_emu.conformance.backends import BackendError

    try:
        return active.backend()
    except BackendError as error:
        pytest.fail(f"--aclnn-backend={chosen.backend}: {error}", pytrace=False)


class AclDevice:
    """Device 0, set in this thread.

    Attributes:
        id: its number.
        backend: where calls go.
    """

    def __init__(self, backend: Backend) -> None:
        self.id = 0
        self.backend = backend

    def call(self, function: str, *args: Any, null_outputs: tuple[str, ...] = ()) -> Answer:
        """Call a C function with its inputs in C order; the answer has status, text and outputs."""
        return self.backend.call(function, args, null_outputs)

    def malloc(self, nbytes: int) -> Any:
        """An address of device memory, which the test must free with `free`."""
        answer = self.call("aclrtMalloc", nbytes, 0)
        assert answer.status == 0, answer.text  # noqa: S101 - the caller is a test
        return answer.outputs[0]

    def free(self, address: Any) -> None:
        """aclrtFree."""
        answer = self.call("aclrtFree", address)
        assert answer.status == 0, answer.text  # noqa: S101 - the caller is a test


@pytest.fixture
def acl_device(aclnn_backend: Backend) -> AclDevice:
    """Device 0 of the backend."""
    return AclDevice(aclnn_backend)


@pytest.fixture
def acl_stream(acl_device: AclDevice) -> Iterator[Any]:
    """A stream of device 0, destroyed after the test."""
    answer = acl_device.call("aclrtCreateStream")
    assert answer.status == 0, answer.text  # noqa: S101 - the caller is a test
    yield answer.outputs[0]
    acl_device.call("aclrtDestroyStream", answer.outputs[0])


class _Leaks:
    """What tests left behind; with xdist it is collected in the controller."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Teardown knows what is left."""
        if report.when == "teardown":
            self._found += [
                (report.nodeid, str(text)) for name, text in report.user_properties if name == _PROPERTY
            ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List it."""
        if self._found:
            terminalreporter.section("aclnn leaks")
        for nodeid, text in self._found:
            terminalreporter.write_line(nodeid)
            for line in text.splitlines():
                terminalreporter.write_line(f"    {line}")
