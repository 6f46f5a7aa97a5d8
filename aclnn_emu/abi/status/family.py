"""The four families of status codes and what their numbers have in common."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["FAMILIES", "Family", "Status", "family_of"]


class Family(NamedTuple):
    """One family of codes.

    Attributes:
        name: short name, ``acl``, ``rt``, ``ge`` or ``aclnn``.
        enum: name of its enum in `abi.status`.
        header: header that defines the codes.
        layer: the layer that returns them, in words.
        ranges: the thousands that its codes start with (107 for 107xxx).
    """

    name: str
    enum: str
    header: str
    layer: str
    ranges: tuple[int, ...]


FAMILIES = {
    "acl": Family(
        "acl", "AclStatus", "acl/acl_base_rt.h", "the acl layer (AscendCL itself)", (100, 148, 200, 300, 500)
    ),
    "rt": Family("rt", "RtStatus", "acl/error_codes/rt_error_codes.h", "the runtime", (107, 207, 507)),
    "ge": Family(
        "ge", "GeStatus", "acl/error_codes/ge_error_codes.h", "the graph engine", (145, 245, 345, 545)
    ),
    "aclnn": Family("aclnn", "AclnnStatus", "opdev/op_errno.h", "the operator API (aclnn)", (161, 361, 561)),
}
_BY_ENUM = {family.enum: family for family in FAMILIES.values()}
_BY_RANGE = {start: family for family in FAMILIES.values() for start in family.ranges}


class Status(IntEnum):
    """Base of the status enums: a member is the number that the C function returns."""

    @property
    def family(self) -> str:
        """Short name of the family."""
        return _BY_ENUM[type(self).__name__].name

    @property
    def header(self) -> str:
        """Header that defines the code."""
        return _BY_ENUM[type(self).__name__].header


def family_of(code: int) -> Family | None:
    """The family that a number belongs to by its range, also when no such code is defined."""
    return _BY_RANGE.get(code // 1000)
