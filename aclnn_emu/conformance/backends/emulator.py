"""The emulator in this process, through its C-named face."""

from __future__ import annotations

from typing import Any

from aclnn_emu import aclnn
from aclnn_emu.conformance.backends.base import Answer, Backend
from aclnn_emu.conformance.backends.functions import returns_status
from aclnn_emu.conformance.backends.leaks import machine_leaks
from aclnn_emu.runtime import machine as machines

__all__ = ["EmulatorBackend"]


class EmulatorBackend(Backend):
    """In process; a chip is a new machine."""

    name = "emulator"

    def __init__(self) -> None:
        self._calls: dict[str, tuple[Any, bool]] = {}
        self.reset()

    @property
    def soc(self) -> str:
        """The chip of the machine."""
        return machines.machine().profile.name

    def choose(self, soc: str) -> bool:
        """A new machine for another chip, with device 0 set."""
        machines.reset()
        machines.configure(soc=soc)
        return self._begin()

    def reset(self) -> bool:
        """A new machine of the same chip."""
        machines.reset()
        return self._begin()

    def _begin(self) -> bool:
        return bool(aclnn.aclrtSetDevice(0) == 0)

    def call(self, function: str, args: tuple[Any, ...], nulls: tuple[str, ...]) -> Answer:
        """Call the function of the face."""
        found = self._calls.get(function)
        if found is None:
            with_status = returns_status(function)  # says what is unknown
            found = self._calls[function] = (getattr(aclnn, function), with_status)
        c_function, with_status = found
        result = c_function(*args, null_outputs=nulls) if nulls else c_function(*args)
        if not with_status:
            return Answer(result, "", "", ())
        status, outputs = (result[0], result[1:]) if type(result) is tuple else (result, ())
        if not status:
            return Answer(0, "", "", outputs)
        failure = machines.machine().thread().last_failure
        if failure is None:
            return Answer(status, "", "", outputs)
        return Answer(status, failure.message_id, failure.text, outputs)

    def leaks(self) -> list[str]:
        """Memory, streams, events and contexts."""
        return machine_leaks()

    def scalar(self, value: Any, dtype: int) -> Any:
        """A scalar from a Python value."""
        return aclnn.aclCreateScalar(value, dtype)
