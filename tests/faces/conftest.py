"""A fresh machine for each test of the faces."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aclnn_emu.runtime.machine import Machine, machine, reset


@pytest.fixture(autouse=True)
def fresh_machine() -> Iterator[Machine]:
    """Nothing is in use, nothing is remembered."""
    machine()
    yield reset()
    reset()
