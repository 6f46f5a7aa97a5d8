"""A device: platform, memory, policy, numeric options, and what happened on it. One device is the current one.

The operator functions have no device argument, as on the chip, where the code runs on the device itself; they use the
current device of the process.
"""

from __future__ import annotations

import os
from collections import deque
from typing import Any, NamedTuple

import attrs

from aclnn_emu.dsp.diagnostics import Entry, Policy
from aclnn_emu.dsp.memory import Memory
from aclnn_emu.dsp.platform import FT78NE, Platform, platform

__all__ = ["CoreSlice", "Device", "current_device", "open_device", "open_from_environment"]

_REMEMBERED = 4096  # diagnostics and slices; older ones are dropped


class CoreSlice(NamedTuple):
    """What one core did in one call.

    Attributes:
        call: the how manieth call of the device, from 1; the slices of one call have the same number.
        function: the operator function.
        core: the core.
        start: its first element.
        stop: one past its last element; equal to start for a core that got nothing.
    """

    call: int
    function: str
    core: int
    start: int
    stop: int


def _platform(value: str | Platform) -> Platform:
    return value if isinstance(value, Platform) else platform(value)


def _policy(value: str | Policy) -> Policy:
    if isinstance(value, Policy):
        return value
    if value not in {known.value for known in Policy}:
        raise ValueError(
            f"policy is {value!r}; allowed are {', '.join(repr(known.value) for known in Policy)}"
        )
    return Policy(value)


def _one_of(*allowed: str) -> Any:
    def check(_: object, attribute: attrs.Attribute[str], value: str) -> None:
        if value not in allowed:
            raise ValueError(f"{attribute.name} is {value!r}; allowed are {', '.join(map(repr, allowed))}")

    return check


def _log() -> deque[Any]:
    return deque(maxlen=_REMEMBERED)


@attrs.define(eq=False)
class Device:
    """A DSP device. In a ``with`` block it is the current one.

    Args:
        platform: "FT78NE", "MT7004" or a platform of your own.
        policy: what errors do: "raise", "record" or "hardware"; see `diagnostics`.
        denominator: "page" for x * (1 - x) + 1e-12; "max" for max(x * (1 - x), 1e-12), as MindSpore has it.
        half_mode: "fp32" for FLOAT16 computed in FLOAT and rounded once; "native" for a rounding after every step.

    Attributes:
        memory: what its addresses mean.
        diagnostics: the newest findings, oldest first.
        trace: the newest slices, in the order of the work.
        calls: how many calls computed something.
    """

    platform: Platform = attrs.field(
        default=FT78NE, converter=_platform, on_setattr=attrs.setters.frozen, repr=lambda value: value.name
    )
    policy: Policy = attrs.field(
        default=Policy.RAISE, converter=_policy, kw_only=True, repr=lambda value: value.value
    )
    denominator: str = attrs.field(default="page", validator=_one_of("page", "max"), kw_only=True)
    half_mode: str = attrs.field(default="fp32", validator=_one_of("fp32", "native"), kw_only=True)
    memory: Memory = attrs.field(init=False, repr=False)
    diagnostics: deque[Entry] = attrs.field(init=False, repr=False, factory=_log)
    trace: deque[CoreSlice] = attrs.field(init=False, repr=False, factory=_log)
    calls: int = attrs.field(init=False, repr=False, default=0)
    _before: list[Device | None] = attrs.field(init=False, repr=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.memory = Memory(self.platform)

    def __enter__(self) -> Device:  # noqa: PYI034 - Self is not in Python 3.10
        self._before.append(_Current.device)
        _Current.device = self
        return self

    def __exit__(self, *_: object) -> None:
        _Current.device = self._before.pop()


class _Current:
    device: Device | None = None


def current_device(policy: str = "raise") -> Device:
    """The current device; without one, one is opened as the environment says, which becomes it.

    Args:
        policy: see `open_from_environment`.
    """
    return _Current.device or open_from_environment(policy=policy)


def open_from_environment(platform: str | None = None, *, policy: str = "raise") -> Device:
    """Open a device as the environment says.

    Args:
        platform: None for ACLNN_EMU_DSP_PLATFORM (FT78NE by default).
        policy: where ACLNN_EMU_DSP_POLICY says none.
    """
    return open_device(
        platform or os.environ.get("ACLNN_EMU_DSP_PLATFORM") or "FT78NE",
        policy=os.environ.get("ACLNN_EMU_DSP_POLICY") or policy,
    )


def open_device(platform: str | Platform = "FT78NE", **options: Any) -> Device:
    """A new device with fresh memory, which is the current one from now on.

    Args:
        platform: see `Device`.
        **options: see `Device`.
    """
    _Current.device = Device(platform, **options)
    return _Current.device
