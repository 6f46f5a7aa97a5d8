"""What all tests share: a machine that no other test has touched, and the registered runtime functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime import config
from aclnn_emu.runtime import machine as machine_module
from aclnn_emu.runtime.api import load
from aclnn_emu.runtime.registry import API_FUNCTIONS

LOG_VARIABLES = ("ASCEND_GLOBAL_LOG_LEVEL", "ASCEND_LOG_PRINT_TO_STDOUT", "ASCEND_SLOG_PRINT_TO_STDOUT")


@pytest.fixture(autouse=True)
def fresh_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A new machine with the default settings for each test, whatever the environment says."""
    for variable in (*config.VARIABLES, *LOG_VARIABLES):
        monkeypatch.delenv(variable, raising=False)
    machine_module._replace(config.Config()).listeners.clear()
    yield
    machine_module.machine().listeners.clear()
    machine_module.reset()


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
