"""Where and when a measurement was made."""

from __future__ import annotations

import os
import platform
import re
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import attrs

from aclnn_emu._version import VERSION
from aclnn_emu.runtime.config import VARIABLES

__all__ = ["Surroundings", "load_average", "surroundings"]

_PACKAGES = ("numpy", "numba", "torch")
_IDLE = 0.5
"""Load average under which a machine counts as idle."""


@attrs.frozen
class Surroundings:
    """The machine, the versions, the time.

    Attributes:
        machine: processor, how many of it this process may use, memory, system.
        versions: by package; "none" for one that is not installed.
        date: when the run began, in UTC.
        settings: variables of the environment that change the emulator.
        load: load average of the last minute when the run began; None where the system does not say.
    """

    machine: str
    versions: dict[str, str]
    date: str
    settings: dict[str, str]
    load: float | None

    @property
    def warning(self) -> str:
        """What speaks against the numbers; "" for nothing."""
        if self.load is None or self.load < _IDLE:
            return ""
        return f"the machine was not idle (load average {self.load:.1f} at the start): times are too long and ratios uncertain"


def surroundings() -> Surroundings:
    """What is there now."""
    found = {"aclnn_emu": VERSION, "python": platform.python_version()}
    found |= {name: _installed(name) for name in _PACKAGES}
    date = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    settings = {key: value for key, value in sorted(os.environ.items()) if key in VARIABLES}
    return Surroundings(_machine(), found, date, settings, load_average())


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def load_average() -> float | None:
    """Of the last minute; None where the system does not say."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _machine() -> str:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parts = [
        f"{_processor()}, {usable} core{'s' if usable > 1 else ''}",
        f"{platform.system()} {platform.machine()}",
    ]
    memory = _first(Path("/proc/meminfo"), r"MemTotal:\s*(\d+)")
    if memory:
        parts.insert(1, f"{int(memory) / (1 << 20):.0f} GiB")
    return ", ".join(parts)


def _processor() -> str:
    return (
        _first(Path("/proc/cpuinfo"), r"model name\s*:\s*(.+)") or platform.processor() or "processor unknown"
    )


def _first(path: Path, pattern: str) -> str:
    found = re.search(pattern, path.read_text(encoding="utf-8")) if path.is_file() else None
    return found[1].strip() if found else ""
