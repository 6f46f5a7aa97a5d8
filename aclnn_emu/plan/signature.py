"""The key of the phase-1 cache: everything that checks and plan may depend on, and no address."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any

from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.core.tensor import Tensor

if TYPE_CHECKING:
    from aclnn_emu.runtime.profile import Profile

__all__ = ["is_quick", "quick_signature", "signature_of"]

_TOKEN = repeat("token")
_WITH_TOKEN = (Tensor, Scalar, IntArray, FloatArray, BoolArray)


def quick_signature(args: tuple[Any, ...], tensors: int, profile: str) -> tuple[Any, ...]:
    """A key that is made without looking at the arguments one by one; it may stand for less than it seems to.

    Nobody finds anything under the keys of calls for which `is_quick` is false: objects that are gone or were never
    looked at have no token, and what has no token stands for itself.

    Args:
        args: as phase 1 got them.
        tensors: how many different tensors are among them; fewer where one is passed twice.
        profile: name of the chip.

    Raises:
        TypeError: an argument that cannot be part of a key.
    """
    return (profile, tensors, *map(getattr, args, _TOKEN, args), *map(type, args))


def is_quick(args: tuple[Any, ...]) -> bool:
    """Whether calls that have the quick signature of this one in common are the same, but for addresses."""
    return all(
        arg.token is not None
        if isinstance(arg, _WITH_TOKEN)
        else arg is None or type(arg) in (int, bool, str) or (type(arg) is float and arg * arg > 0)
        for arg in args
    )


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
    if isinstance(arg, (Scalar, IntArray, FloatArray, BoolArray)):
        return arg.metadata
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
