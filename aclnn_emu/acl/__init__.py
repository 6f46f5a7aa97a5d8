"""The pyACL-shaped face: `acl`, `acl.rt`, `acl.util`, `acl.op`.

    from aclnn_emu import acl            # or, after aclnn_emu.install_pyacl(): import acl

    ret = acl.init()
    device_pointer, ret = acl.rt.malloc(size, ACL_MEM_MALLOC_HUGE_FIRST)

pyACL's own conventions: positional arguments, outputs first and the status last, a single result bare,
pointers and handles as ints (0 for null), arguments of the wrong type raise before the C function is called.
pyACL has no constants; programs define their own.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from aclnn_emu.acl import _make

_SUBMODULES = ("op", "rt", "util")


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"{__name__}.{name}")
    if f"acl.{name}" in _make.table()["not_emulated"]:
        raise AttributeError(f"acl.{name} is a part of pyACL that is not emulated")
    if name == "__all__":
        found: Any = [*_make.names("acl"), *_SUBMODULES]
    elif name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        found = _make.resolve("acl", name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*_make.names("acl"), *_SUBMODULES])
