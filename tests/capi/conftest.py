"""Programs for the tests of the C interface."""

from __future__ import annotations

from pathlib import Path

import pytest
from _programs import Programs


@pytest.fixture
def programs(toolkit: Path, tmp_path: Path) -> Programs:
    """Builds and runs programs against the toolkit."""
    return Programs(toolkit, tmp_path)
