"""Which rules find what lies behind a status code, the most frequent cause first.

The order is that of 154 public reports of users, counted by the family of their causes.
"""

from __future__ import annotations

__all__ = ["PHRASES", "RELATED"]

_FAULT = (
    "ACL-MEM-101", "ACL-SYNC-104", "ACL-SYNC-103", "ACL-EXEC-107", "ACL-EXEC-108", "ACL-MEM-102", "ACL-MEM-103",
    "ACL-MEM-111", "ACL-SYNC-109",
)  # fmt: skip
_HANG = ("ACL-SYNC-107", "ACL-SYNC-108", "ACL-THREAD-104")

RELATED: dict[int, tuple[str, ...]] = {
    100002: ("ACL-LIFE-109",),
    100037: ("ACL-LIFE-110",),
    107000: ("ACL-MEM-107", "ACL-MEM-106", "ACL-LIFE-108", "ACL-MEM-112", "ACL-SYNC-108"),
    107002: ("ACL-THREAD-101",),
    107003: ("ACL-THREAD-102",),
    107017: ("ACL-LIFE-112", "ACL-LIFE-107", "ACL-MEM-103"),
    107020: _HANG,
    161001: ("ACLNN-PARAM-101", "ACL-EXEC-104"),
    161002: (
        "ACLNN-PARAM-102", "ACLNN-PARAM-103", "ACLNN-PARAM-104", "ACLNN-PARAM-105", "ACLNN-PARAM-106", "ACL-LIFE-101",
    ),
    207001: ("ACL-LEAK-107", "ACL-LEAK-101", "ACL-LEAK-108"),
    207005: ("ACL-LEAK-107", "ACL-LEAK-103"),
    207007: ("ACL-LEAK-107", "ACL-LEAK-104"),
    207008: ("ACL-LEAK-107", "ACL-LEAK-103"),
    361001: ("ACL-THREAD-101", "ACL-THREAD-102"),
    507011: _FAULT,
    507015: _FAULT,
    507035: _FAULT,
    507046: _HANG,
    507047: _HANG,
    507048: _HANG,
    507899: ("ACL-LIFE-107",),
    561000: ("ACL-EXEC-102", "ACLNN-PARAM-103", "ACL-EXEC-101", "ACL-EXEC-109", "ACL-LIFE-104", "ACL-THREAD-105"),
    561103: ("ACL-MEM-105", "ACL-EXEC-102", "ACL-EXEC-101"),
}  # fmt: skip
"""Status -> ids of rules."""

PHRASES: tuple[tuple[str, int | str], ...] = (
    (r"vector[ _]?core", 507035),
    (r"\b(mte|mpu)\b.*(address|range)", 507035),
    (r"ai[ _]?core", 507015),
    (r"(context.*(empty|null))|(no (current )?context)", 107002),
    (r"stream.*not in (the )?current (context|ctx)", 107003),
    (r"stream.*(resource|exhaust)", 207008),
    (r"out of (device )?memory", 207001),
    (r"(repeat|already).*initiali[sz]", 100002),
    (r"\bfork", "ACL-THREAD-103"),
    (r"double free|invalid pointer|heap corruption", "ACL-LIFE-103"),
    (r"(wait|synchroni[sz]e).*(time ?out|for ever)|hang", 507046),
    (r"nan|garbage|stale|wrong (values|result)", "ACL-SYNC-101"),
)
"""What people paste when it has no number: pattern of the words -> status or rule, the first that fits."""
