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
    """Hashable metadata of a call, or None where an argument is of no known kind.

    Args:
        args: as phase 1 got them; of one operator, which the key does not name.
        profile: the chip.
    """
    parts: list[Any] = [profile.name]
    seen: dict[int, int] = {}
    for arg in args:
        part = _part(arg, seen)
        if part is None:
            return None
        parts.append(part)
    return tuple(parts)


def _part(arg: Any, seen: dict[int, int]) -> Any:
    if isinstance(arg, Tensor):
        # One tensor passed twice (in-place use) plans differently from two equal ones.
        place = seen.setdefault(id(arg), len(seen))
        return (
            arg.view_shape, arg.view_strides, arg.view_offset, arg.storage_shape, arg.format, arg.dtype, place
        )  # fmt: skip
    if arg is None:
        return "null"
    if isinstance(arg, (bool, int, float, str)):
        # -0.0 == 0.0 and True == 1, so the type and the text keep them apart.
        return (type(arg).__name__, repr(arg))
    if isinstance(arg, Scalar):
        return ("scalar", int(arg.dtype), repr(arg.value))
    if isinstance(arg, (IntArray, FloatArray, BoolArray)):
        return (type(arg).__name__, tuple(map(repr, arg.values)))
    if isinstance(arg, (TensorList, ScalarList)):
        return (type(arg).__name__, tuple(_part(item, seen) for item in arg.items))
    return None
