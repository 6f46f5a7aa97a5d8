"""What all tests share: a machine that no other test has touched, and the registered runtime functions."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime import config
from aclnn_emu.runtime import machine as machine_module
from aclnn_emu.runtime.api import load
from aclnn_emu.runtime.machine import Machine
from aclnn_emu.runtime.registry import API_FUNCTIONS

LOG_VARIABLES = ("ASCEND_GLOBAL_LOG_LEVEL", "ASCEND_LOG_PRINT_TO_STDOUT", "ASCEND_SLOG_PRINT_TO_STDOUT")


# ``ACLNN_EMU_CHECK=1 pytest ...`` runs the tests with the checker on. A test whose program does wrong on purpose names
# the rules that it trips with the mark `trips`; one that is about listeners or references has the mark `unchecked`.
# Refused parameters are the subject of most tests, and what a test leaves behind is cleared away.
CHECKED = os.environ.get("ACLNN_EMU_CHECK", "0") == "1"
_NEVER = ("ACLNN-PARAM", "ACL-LEAK", "ACL-EXEC-103")


def _settings(node: pytest.Item) -> config.Config:
    """The configuration that a test begins with."""
    if not CHECKED or node.get_closest_marker("unchecked") is not None:
        return config.Config()
    ignored = [*_NEVER, *(rule for mark in node.iter_markers("trips") for rule in mark.args)]
    return config.Config(check=True, check_options=f"--fail-on warning --quiet --ignore {','.join(ignored)}")


def _leave_all_but(kept: object) -> None:
    """No listener stays but this one."""
    current = machine_module.machine()
    for listener in current.listeners:
        if listener is not kept:
            current.leave(listener)


@pytest.fixture(autouse=True)
def fresh_machine(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Machine]:
    """A new machine with the default settings for each test, whatever the environment says."""
    for variable in (*config.VARIABLES, *LOG_VARIABLES):
        monkeypatch.delenv(variable, raising=False)
    made = machine_module._replace(_settings(request.node))
    _leave_all_but(made.checker)
    yield made
    monkeypatch.undo()  # what the test replaced may be what comes now
    if made.checker is not None:
        reports = [found.text() for found in made.checker.reports]
        made.checker.forget()
        assert not reports, "the checker found:\n" + "\n".join(reports)
    _leave_all_but(None)
    machine_module._replace(config.Config())  # for what a module makes before its tests


class RuntimeApi:
    """The registered functions under their C names: `rt.aclrtMalloc(64, 0)`; failures are exceptions."""

    def __init__(self) -> None:
        load()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return API_FUNCTIONS[name].function

    def status(self, call: Callable[[], Any]) -> int:
        """The status of a call: 0, or its error's, which is recorded as the boundary does."""
        try:
            call()
        except EmuError as error:
            machine_module.machine().record_error(error)
            return error.status
        return 0


@pytest.fixture
def rt() -> RuntimeApi:
    """The registered runtime functions."""
    return RuntimeApi()


@pytest.fixture
def device(rt: RuntimeApi) -> RuntimeApi:
    """The registered runtime functions, with device 0 set in this thread."""
    rt.aclrtSetDevice(0)
    return rt


@pytest.fixture(scope="session")
def toolkit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A toolkit folder; all tests of the C interface and all workers of a run share one."""
    from aclnn_emu.capi.interpreter import ToolkitError, c_compiler, cpp_compiler, interpreter
    from aclnn_emu.capi.toolkit import build_toolkit, is_toolkit

    try:
        interpreter(), c_compiler(), cpp_compiler()
    except ToolkitError as error:
        pytest.skip(f"the toolkit cannot be built here: {error}")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = shared / "toolkit"
    with (shared / "toolkit.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_toolkit(folder):
            build_toolkit(folder, lambda _step: None)
    return folder
