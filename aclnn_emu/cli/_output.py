"""Files that a command is to write, or that a program writes for it."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["identity", "why_not_writable", "why_nothing"]


def why_not_writable(path: Path) -> str:
    """Why a file cannot be written, known before a program runs for it; "" when it can."""
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    writable = os.access(path if path.exists() else path.parent, os.W_OK) and os.access(path.parent, os.W_OK)
    return "" if writable else "no permission"


def identity(path: Path) -> tuple[int, int] | None:
    """What changes when a file is written; None where there is none."""
    if not path.exists():
        return None
    found = path.stat()
    return found.st_ino, found.st_mtime_ns


def why_nothing(status: int) -> str:
    """Why a program that ended with this status wrote nothing."""
    why = "it made no call of acl or aclnn"
    if status > 128:
        return why + f", or died of signal {status - 128} before its calls could be written"
    return why + (f" before it ended with status {status}" if status else "")
