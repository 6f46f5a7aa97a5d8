"""The emulator's own functions in libascendcl: which chip, which settings, start afresh."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from aclnn_emu.capi.declare import CFunctionType
from aclnn_emu.errors import AclInvalidParam
from aclnn_emu.runtime import machine

__all__ = ["CONTROLS", "Control"]


class Control(NamedTuple):
    """One of the emulator's functions.

    Attributes:
        ctype: the C function.
        function: does the work; takes the inputs, raises `EmuError` for a failure.
    """

    ctype: CFunctionType
    function: Callable[..., None]


def set_soc(name: str | None) -> None:
    """Choose the chip (Ascend910B, Ascend310P, ...) while nothing is in use; 100000 unknown, 500001 in use."""
    machine.configure(soc=_text(name, "aclnnEmuSetSoc", "name"))


def configure(settings: str | None) -> None:
    """Change settings while nothing is in use: a JSON object of soc, devices, memory_limit, schedule, engine, check."""
    text = _text(settings, "aclnnEmuConfigure", "json")
    try:
        changes = json.loads(text)
    except ValueError:
        changes = None
    if not isinstance(changes, dict):
        raise _refusal("aclnnEmuConfigure", "json", repr(text))
    machine.configure(**changes)


def reset() -> None:
    """Start afresh with the same settings: every stream, tensor and allocation is gone."""
    machine.reset()


_EXPECTED = {
    "json": 'a JSON object such as {"soc": "Ascend310P", "devices": 1}',
    "name": "the name of a chip",
}


def _text(value: str | None, function: str, parameter: str) -> str:
    if value is None:
        raise _refusal(function, parameter, "null")
    return value


def _refusal(function: str, parameter: str, got: str) -> AclInvalidParam:
    return AclInvalidParam(
        "ACL-FACE-001",
        function=function,
        parameter=parameter,
        got=got,
        ctype="const char*",
        expected=_EXPECTED[parameter],
    )


def _control(name: str, function: Callable[..., None], *inputs: tuple[str, str]) -> Control:
    return Control(CFunctionType(name, "aclError", inputs, (), inputs, 500000), function)


CONTROLS: Mapping[str, Control] = {
    control.ctype.name: control
    for control in (
        _control("aclnnEmuSetSoc", set_soc, ("const char*", "name")),
        _control("aclnnEmuConfigure", configure, ("const char*", "json")),
        _control("aclnnEmuReset", reset),
    )
}
