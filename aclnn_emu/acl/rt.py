"""acl.rt: devices, contexts, streams, events, memory, callbacks."""

from __future__ import annotations

from typing import Any

from aclnn_emu.acl import _make


def __getattr__(name: str) -> Any:
    if name == "__all__":
        found: Any = list(_make.names("acl.rt"))
    elif name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        found = _make.resolve("acl.rt", name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_make.names("acl.rt"))
