"""Make ``import acl`` mean the emulator's pyACL-shaped face."""

from __future__ import annotations

import sys
from importlib import import_module

__all__ = ["install_pyacl"]

_MODULES = ("", ".rt", ".util", ".op")


def install_pyacl() -> None:
    """Register the face as ``acl``, ``acl.rt``, ``acl.util`` and ``acl.op``; doing it again changes nothing.

    Raises:
        RuntimeError: the real pyACL is imported already.
    """
    face = "aclnn_emu.acl"
    present = sys.modules.get("acl")
    if present is not None and present is not import_module(face):
        raise RuntimeError(
            f"a module named acl is imported already, from {getattr(present, '__file__', None) or 'somewhere else'}. "
            "Call install_pyacl() before the first `import acl`, in a process that does not use the real one."
        )
    for part in _MODULES:
        sys.modules[f"acl{part}"] = import_module(f"{face}{part}")
