"""The backend on which hand-written cases run: opened at its first use, fresh for each test."""

from __future__ import annotations

from pathlib import Path

import attrs

from aclnn_emu.conformance.backends import Backend, BackendError, open_backend
from aclnn_emu.conformance.options import chosen
from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.profile import profile

__all__ = ["Active", "active"]


@attrs.define
class Active:
    """Holds the backend.

    Attributes:
        touched: it was used since the last `release`.
    """

    touched: bool = False
    _backend: Backend | None = None

    def backend(self) -> Backend:
        """The backend of `options.chosen`, fresh at its first use after `release`.

        Raises:
            BackendError: it cannot be opened, or has another chip.
        """
        if self._backend is None:
            self._backend = open_backend(chosen.backend, Path(chosen.home) if chosen.home else None)
        if not self.touched:
            self._begin(self._backend)
            self.touched = True
        return self._backend

    def _begin(self, backend: Backend) -> None:
        try:
            soc = profile(chosen.soc).name if chosen.soc else backend.soc
        except EmuError as error:
            raise BackendError(str(error)) from error
        if soc == backend.soc:
            backend.reset()
        elif not backend.choose(soc):
            raise BackendError(f"the device is {backend.soc or 'of an unknown chip'}, not {soc}")

    def release(self) -> list[str]:
        """End a use: what it left behind. The next use starts afresh where the backend can."""
        if not self.touched or self._backend is None:
            return []
        self.touched = False
        leaks = self._backend.leaks()
        self._backend.reset()
        return leaks

    def close(self) -> None:
        """Close the backend, if it was opened."""
        if self._backend is not None:
            self._backend.close()
            self._backend = None
        self.touched = False


active = Active()
