"""What each status code means, why it usually comes and what to do: our own words, one table per family."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from aclnn_emu.abi.meanings.row import Meaning

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Meaning", "all_meanings"]

_TABLES = (
    "acl",
    "acl_model",
    "runtime_caller",
    "runtime_resource",
    "runtime_device",
    "runtime_inside",
    "ge",
    "aclnn",
)


@cache
def all_meanings() -> Mapping[int, Meaning]:
    """The meaning of every code; the tables load at the first call."""
    rows: dict[int, Meaning] = {}
    for table in _TABLES:
        for code, meaning in import_module(f"{__name__}.{table}").MEANINGS.items():
            if code in rows:
                raise ValueError(f"code {code} is explained twice")
            rows[code] = meaning
    return MappingProxyType(rows)
