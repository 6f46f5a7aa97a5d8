"""What all tests share: a machine that no other test has touched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aclnn_emu.runtime import machine as machine_module
from aclnn_emu.runtime.config import Config


@pytest.fixture(autouse=True)
def fresh_machine() -> Iterator[None]:
    """A new machine, built as the environment says, before each test; nothing of it works afterwards."""
    machine_module._replace(Config.from_environment()).listeners.clear()
    yield
    machine_module.machine().listeners.clear()
    machine_module.reset()
