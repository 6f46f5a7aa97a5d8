"""Arguments as short text."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from aclnn_emu.abi.prototypes import operator, runtime_function
from aclnn_emu.runtime.memory import is_device_address

__all__ = ["shown", "shown_call"]

_MOST = 80


@cache
def _input_names(function: str) -> tuple[str, ...]:
    """The inputs of a function in C order, as its prototype names them."""
    found = runtime_function(function)
    if found is not None:
        return tuple(param.name for param in found.params if not param.is_output)
    name = function.removesuffix("GetWorkspaceSize")
    known = operator(name)
    if known is None:
        return ()
    return tuple(p.name for p in known.params) if name != function else _PHASE_TWO


_PHASE_TWO = ("workspace", "workspaceSize", "executor", "stream")


def shown_call(function: str, args: tuple[Any, ...]) -> str:
    """The inputs of a call with their names."""
    names = _input_names(function)
    if len(names) != len(args):
        return ", ".join(map(shown, args))
    return ", ".join(f"{name}={shown(value)}" for name, value in zip(names, args, strict=True))


def shown(value: Any) -> str:
    """One argument: what it is and how large, never its data."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return hex(value) if is_device_address(value) else str(int(value))
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"{len(value)} bytes"
    if isinstance(value, (float, complex)):
        return repr(value)
    if isinstance(value, str):
        return repr(value if len(value) <= _MOST else value[:_MOST] + "...")
    if isinstance(value, (tuple, list)):
        text = f"[{', '.join(map(shown, value[:8]))}{', ...' if len(value) > 8 else ''}]"
        return text if len(text) <= 2 * _MOST else text[: 2 * _MOST] + "..."
    return _object(value)


def _object(value: Any) -> str:
    describe = getattr(value, "describe", None)
    kind = getattr(value, "kind", type(value).__name__)
    if isinstance(kind, str) and describe is not None and hasattr(value, "dtype"):
        return f"{kind} {describe()}"
    if hasattr(value, "plan") and hasattr(value, "operator"):
        return f"executor of {value.operator}"
    if hasattr(value, "items") and hasattr(value, "alive"):
        return f"{kind} of {len(value.items)}"
    if hasattr(value, "values") and hasattr(value, "alive"):
        return f"{kind} {shown(value.values)}"
    if hasattr(value, "id") and hasattr(value, "handle"):
        return f"{type(value).__name__.lower()} {value.id}"
    return kind if isinstance(kind, str) else type(value).__name__
