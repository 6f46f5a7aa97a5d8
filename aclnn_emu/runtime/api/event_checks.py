"""Checks that the event functions share."""

from __future__ import annotations

from typing import Any

from aclnn_emu.errors import AclInvalidParam, RtNotSupported
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.machine import machine

__all__ = ["refuse_kinds", "require_not_null", "resolve_event"]


def resolve_event(value: Any, function: str, parameter: str = "event") -> Event:
    """The live event that an argument means (null: 100000; destroyed or no event: 107017)."""
    if isinstance(value, Event) and value.alive:
        return value
    require_not_null(value, function, parameter)
    return machine().handles.resolve(value, Event, function=function, parameter=parameter)


def require_not_null(value: Any, function: str, parameter: str) -> None:
    """Refuse a null pointer as the acl layer does (100000)."""
    if value is None or value == 0:
        raise AclInvalidParam("ACL-EVENT-001", function=function, parameter=parameter)


def refuse_kinds(
    event: Event, function: str, *, ex: bool = False, external: bool = False, ipc: bool = False
) -> None:
    """The kinds named here do not work with `function` (207000)."""
    if (ex and event.is_ex) or (ipc and event.is_ipc) or (external and event.is_external):
        kind = "ACL_EVENT_IPC" if event.is_ipc else "ACL_EVENT_EXTERNAL" if event.is_external else ""
        if kind:
            raise RtNotSupported("ACL-EVENT-008", function=function, event=event, flag=kind)
        raise RtNotSupported("ACL-EVENT-007", function=function, event=event)
