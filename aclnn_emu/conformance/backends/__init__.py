"""Where cases run: in process, through the toolkit's libraries, on a CANN installation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from aclnn_emu.conformance.backends.base import Answer, Backend, BackendError

__all__ = ["BACKENDS", "Answer", "Backend", "BackendError", "open_backend"]


def _emulator(_home: Path | None) -> Backend:
    from aclnn_emu.conformance.backends.emulator import EmulatorBackend

    return EmulatorBackend()


def _cabi(home: Path | None) -> Backend:
    from aclnn_emu.conformance.backends.libraries import open_toolkit

    return open_toolkit(home)


def _cann(home: Path | None) -> Backend:
    from aclnn_emu.conformance.backends.libraries import open_installation

    return open_installation(home)


_OPEN: dict[str, Callable[[Path | None], Backend]] = {"emulator": _emulator, "cabi": _cabi, "cann": _cann}
BACKENDS = tuple(_OPEN)


def open_backend(name: str, home: Path | None = None) -> Backend:
    """The backend of this name.

    Args:
        name: one of `BACKENDS`.
        home: a toolkit folder for cabi, an installation for cann; by default the cached toolkit, or ASCEND_HOME_PATH.

    Raises:
        BackendError: it cannot be loaded, or no device answers.
    """
    return _OPEN[name](home)
