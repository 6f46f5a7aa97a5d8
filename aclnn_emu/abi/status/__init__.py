"""The status codes of the C headers, one enum per family.

    from aclnn_emu.abi.status import AclnnStatus, status_name

A family loads when it is first asked for: 282 members take some 6 ms to make, and a run without
errors names few of them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aclnn_emu.abi.status.acl import AclStatus
    from aclnn_emu.abi.status.aclnn import AclnnStatus
    from aclnn_emu.abi.status.family import FAMILIES, Family, Status, family_of
    from aclnn_emu.abi.status.ge import GeStatus
    from aclnn_emu.abi.status.rt import RtStatus

__all__ = [
    "FAMILIES",
    "AclStatus",
    "AclnnStatus",
    "Family",
    "GeStatus",
    "RtStatus",
    "Status",
    "all_statuses",
    "family_of",
    "status_name",
]

# The enums in the order in which a number is looked up; each is made in the module named.
_ENUMS = {"AclStatus": "acl", "RtStatus": "rt", "GeStatus": "ge", "AclnnStatus": "aclnn"}
# Module of each name that is loaded on demand.
_MODULE_OF = {**_ENUMS, **dict.fromkeys(("FAMILIES", "Family", "Status", "family_of"), "family")}


def _load(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found


if not TYPE_CHECKING:  # a checker would take any name for an enum
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})


@cache
def all_statuses() -> Mapping[str, Status]:
    """Every code by its C name, old spellings included (282 names)."""
    members: dict[str, Status] = {}
    for enum in _ENUMS:
        members.update(_load(enum).__members__)
    return MappingProxyType(members)


@cache
def _names() -> dict[int, str]:
    names: dict[int, str] = {}
    for member in all_statuses().values():
        names.setdefault(int(member), member.name)
    return names


def status_name(code: int) -> str:
    """The C name of a code, for instance ``ACL_ERROR_RT_PARAM_INVALID``; ``unknown`` for a number without one.

    0 is ``ACL_SUCCESS`` in whichever family it was returned.
    """
    return _names().get(code, "unknown")
