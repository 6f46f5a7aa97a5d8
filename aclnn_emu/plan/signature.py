"""The key of the phase-1 cache: everything that checks and plan may depend on, and no address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.core.tensor import Tensor

if TYPE_CHECKING:
    from aclnn_emu.runtime.profile import Profile

__all__ = ["signature_of"]


def signature_of(args: tuple[Any, ...], profile: Profile) -> tuple[Any, ...] | None:
    """Hashable metadata of a call, or None where an argument is of no known kind or no longer alive.

    Args:
        args: as phase 1 got them; of one operator, which the key does not name.
        profile: the chip.
    """
    parts: list[Any] = [profile.name]
    tensors: list[int] = []
    for arg in args:
        if isinstance(arg, Tensor):
            if not arg.alive:
                return None
            parts.append(arg.metadata)
            tensors.append(id(arg))
        elif arg is None or type(arg) is int:
            parts.append(arg)
        else:
            part = _part(arg, tensors)
            if part is None:
                return None
            parts.append(part)
    if len(set(tensors)) < len(tensors):
        # One tensor passed twice (in-place use) plans differently from two equal ones.
        parts.append(tuple(map(tensors.index, tensors)))
    return tuple(parts)


def _part(arg: Any, tensors: list[int]) -> Any:
    """One argument's part of the key; the identities of a list's tensors go into `tensors`."""
    if isinstance(arg, (bool, int, float, str)):
        # -0.0 == 0.0 and True == 1, so the type and the text keep them apart.
        return (type(arg).__name__, repr(arg))
    if not getattr(arg, "alive", False):
        return None
    if isinstance(arg, Scalar):
        return arg.metadata
    if isinstance(arg, (IntArray, FloatArray, BoolArray)):
        return (type(arg).__name__, tuple(map(repr, arg.values)))
    if isinstance(arg, TensorList):
        tensors.extend(id(item) for item in arg.items if item is not None)
    elif not isinstance(arg, ScalarList):
        return None
    if any(item is not None and not item.alive for item in arg.items):
        return None
    items = (
        item.metadata if isinstance(item, Tensor) else item and _part(item, tensors) for item in arg.items
    )
    return (type(arg).__name__, *items)
