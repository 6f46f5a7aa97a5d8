"""Where things are kept that are costly to make again."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder"]


def cache_folder() -> Path:
    """The user's cache: ``ACLNN_EMU_CACHE``, or aclnn_emu below XDG_CACHE_HOME or ~/.cache."""
    given = os.environ.get("ACLNN_EMU_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "aclnn_emu"
