"""The C-named face: every function, constant and type of the acl and aclnn headers under its C name.

    from aclnn_emu.aclnn import *

    ret = aclInit(None)
    ret, workspace_size, executor = aclnnAddGetWorkspaceSize(self, other, alpha, out)
    ret = aclnnAdd(workspace, workspace_size, executor, stream)

The status comes first, outputs follow in the C order; a function without outputs returns the status alone,
a function that returns a value in C returns that value (None for a null pointer). Names are made when they
are first used. `aclnn_emu.boundary` says how arguments are taken.
"""

from __future__ import annotations

from typing import Any

from aclnn_emu.aclnn import _namespace


def __getattr__(name: str) -> Any:
    if name == "__all__":
        found: Any = _namespace.all_names()
    elif name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        found = _namespace.resolve(name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return _namespace.all_names()
