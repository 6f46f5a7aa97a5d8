"""One toolkit for the tests that go through the C libraries."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from aclnn_emu.capi.interpreter import ToolkitError
from aclnn_emu.capi.toolkit import build_toolkit, is_toolkit
from aclnn_emu.conformance.backends import Backend, open_backend
from aclnn_emu.plan.spec import REGISTRY, Operator


@pytest.fixture(scope="session")
def toolkit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toolkit folder of tests/capi: all workers of a run share one."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = shared / "toolkit"
    with (shared / "toolkit.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_toolkit(folder):
            try:
                build_toolkit(folder, lambda _step: None)
            except ToolkitError as error:
                pytest.skip(f"the toolkit cannot be built here: {error}")
    return folder


@pytest.fixture
def emulator() -> Backend:
    return open_backend("emulator")


@pytest.fixture
def cabi(toolkit: Path) -> Iterator[Backend]:
    backend = open_backend("cabi", toolkit)
    yield backend
    backend.close()


@pytest.fixture
def redeclared(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put another declaration in an operator's place, as a wrong change would."""

    def change(name: str, **fields: Any) -> None:
        changed = attrs.evolve(REGISTRY[name], **fields)
        original = Operator.compile

        def compile_plan(self: Operator, args: tuple[Any, ...], profile: Any) -> Any:
            return original(changed if self.name == name else self, args, profile)

        monkeypatch.setattr(Operator, "compile", compile_plan)

    return change
