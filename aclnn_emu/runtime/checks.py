"""The checks that many runtime functions share."""

from __future__ import annotations

from typing import Any

from aclnn_emu.errors import AclInvalidParam

__all__ = ["is_null", "require", "require_positive", "require_value"]


def is_null(value: Any) -> bool:
    """Whether an argument is a null pointer: None or the number 0."""
    return value is None or (isinstance(value, int) and value == 0)


def require(value: Any, *, function: str, parameter: str) -> None:
    """Refuse a null pointer.

    Raises:
        AclInvalidParam: (100000) it is null.
    """
    if value is None or (isinstance(value, int) and value == 0):  # is_null in place: most calls come here
        raise AclInvalidParam("ACL-CALL-001", function=function, parameter=parameter)


def require_positive(size: int, *, function: str, parameter: str = "size") -> None:
    """Refuse a size of 0.

    Raises:
        AclInvalidParam: (100000) it is 0.
    """
    if size <= 0:
        raise AclInvalidParam("ACL-CALL-004", function=function, parameter=parameter, got=size)


def require_value(value: int, allowed: tuple[int, ...], names: str, *, function: str, parameter: str) -> None:
    """Refuse a value outside a list; `names` says the list in CANN's words.

    Raises:
        AclInvalidParam: (100000) it is none of them.
    """
    if value not in allowed:
        raise AclInvalidParam(
            "ACL-CALL-003", function=function, parameter=parameter, got=int(value), allowed=names
        )
