"""One toolkit for all tests of the C interface."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest
from _programs import Programs

from aclnn_emu.capi.interpreter import ToolkitError, c_compiler, cpp_compiler, interpreter
from aclnn_emu.capi.toolkit import build_toolkit, is_toolkit


@pytest.fixture(scope="session")
def toolkit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toolkit folder; all workers of a run share one."""
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


@pytest.fixture
def programs(toolkit: Path, tmp_path: Path) -> Programs:
    """Builds and runs programs against the toolkit."""
    return Programs(toolkit, tmp_path)
