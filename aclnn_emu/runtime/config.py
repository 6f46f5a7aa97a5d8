"""How the simulated machine is built."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

import attrs

from aclnn_emu.errors import AclInvalidParam, AclNotSupported
from aclnn_emu.runtime.profile import profile

__all__ = ["MAX_DEVICES", "VARIABLES", "Config"]

MAX_DEVICES = 16
_SCHEDULE = re.compile(r"deferred|threaded|seeded:\d+")
_ENGINES = ("auto", "reference", "tiled", "numba")
_FALSE = ("", "0", "false", "no")


def _refuse(setting: str, got: object, allowed: str) -> AclInvalidParam:
    return AclInvalidParam("ACL-INIT-008", setting=setting, got=repr(got), allowed=allowed)


@attrs.frozen(kw_only=True)
class Config:
    """The settings of a machine; a wrong one is refused when the Config is made (100000).

    Attributes:
        soc: the chip, see `profile.PROFILES`.
        devices: how many devices the machine has, 1 to 16.
        memory_limit: bytes of each device; None for what the chip has.
        schedule: ``deferred``, ``seeded:N`` or ``threaded``.
        engine: ``auto``, ``reference``, ``tiled`` or ``numba``.
        launch_blocking: every launch waits for its task.
        check: the checker watches the machine.
        check_options: how it does, as words of a command line; see `checker.options`.
        visible_devices: ASCEND_RT_VISIBLE_DEVICES as it was written; None when it is not set.
    """

    soc: str = "Ascend910B"
    devices: int = 2
    memory_limit: int | None = None
    schedule: str = "deferred"
    engine: str = "auto"
    launch_blocking: bool = False
    check: bool = False
    check_options: str = ""
    visible_devices: str | None = None

    def __attrs_post_init__(self) -> None:
        profile(self.soc)
        if not _is_int(self.devices) or not 1 <= self.devices <= MAX_DEVICES:
            raise _refuse("devices", self.devices, f"a whole number from 1 to {MAX_DEVICES}")
        if self.memory_limit is not None and (not _is_int(self.memory_limit) or self.memory_limit < 0):
            raise _refuse("memory_limit", self.memory_limit, "a number of bytes, or None for the chip's own")
        if not _SCHEDULE.fullmatch(self.schedule):
            raise _refuse("schedule", self.schedule, "deferred, seeded:N (N a whole number), threaded")
        if self.engine not in _ENGINES:
            raise _refuse("engine", self.engine, ", ".join(_ENGINES))
        if self.engine == "numba" and find_spec("numba") is None:
            raise AclNotSupported("ACL-INIT-012")

    @classmethod
    def from_environment(cls, env: Mapping[str, str] | None = None) -> Config:
        """The defaults, changed by the variables that are set (`env` or the process's own)."""
        env = os.environ if env is None else env
        values: dict[str, Any] = {}
        for variable, (name, convert) in VARIABLES.items():
            text = env.get(variable)
            if text is None:
                continue
            try:
                values[name] = convert(text)
            except ValueError:
                raise _refuse(variable, text, "a whole number") from None
        return cls(**values)

    def changed(self, changes: Mapping[str, Any]) -> Config:
        """This configuration with other values for the named fields."""
        names = [field.name for field in attrs.fields(Config)]
        for name in changes:
            if name not in names:
                raise _refuse("name", name, ", ".join(names))
        return attrs.evolve(self, **changes)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _flag(text: str) -> bool:
    return text.lower() not in _FALSE


# Environment variable -> the field that it sets, and how its text becomes a value.
VARIABLES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "ACLNN_EMU_SOC": ("soc", str),
    "ACLNN_EMU_DEVICES": ("devices", int),
    "ACLNN_EMU_MEMORY": ("memory_limit", int),
    "ACLNN_EMU_SCHEDULE": ("schedule", str),
    "ACLNN_EMU_ENGINE": ("engine", str),
    "ACLNN_EMU_CHECK": ("check", _flag),
    "ACLNN_EMU_CHECK_OPTIONS": ("check_options", str),
    "ASCEND_LAUNCH_BLOCKING": ("launch_blocking", _flag),
    "ASCEND_RT_VISIBLE_DEVICES": ("visible_devices", str),
}
