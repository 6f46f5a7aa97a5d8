"""Which backend hand-written cases use; the pytest plugin fills it in. Loads nothing of the emulator."""

from __future__ import annotations

__all__ = ["Options", "chosen"]


class Options:
    """What the command line chose.

    Attributes:
        backend: emulator, cabi or cann.
        soc: the chip; "" for the backend's own.
        home: the toolkit or installation; "" for the default.
    """

    def __init__(self) -> None:
        self.backend = "emulator"
        self.soc = ""
        self.home = ""


chosen = Options()
