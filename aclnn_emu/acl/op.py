"""acl.op: single operators by name (aclop). Nothing of it is emulated: each function answers 200001."""

from __future__ import annotations

from typing import Any

from aclnn_emu.acl import _make


def __getattr__(name: str) -> Any:
    if name == "__all__":
        found: Any = list(_make.names("acl.op"))
    elif name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        found = _make.resolve("acl.op", name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_make.names("acl.op"))
