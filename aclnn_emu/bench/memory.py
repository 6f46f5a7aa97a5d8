"""Resident memory of this process, from Linux's /proc."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from pathlib import Path

__all__ = ["peak_of"]

_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET_PEAK = "5"  # proc(5): the peak becomes what is resident now


def peak_of(call: Callable[[], object]) -> int | None:
    """Call it once; by how many bytes the peak was above what was resident before, None where the system cannot tell."""
    _give_back()
    try:
        _CLEAR.write_text(_RESET_PEAK, encoding="ascii")
    except OSError:
        call()
        return None
    before = _kilobytes("VmRSS")
    call()
    return max(0, _kilobytes("VmHWM") - before) * 1024


def _give_back() -> None:
    """What was freed goes back to the system, so that a later allocation shows (glibc keeps it otherwise)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _kilobytes(name: str) -> int:
    found = re.search(rf"^{name}:\s*(\d+)", _STATUS.read_text(encoding="ascii"), re.MULTILINE)
    return int(found[1]) if found else 0
