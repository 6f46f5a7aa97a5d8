"""aclIntArray, aclFloatArray and aclBoolArray: host values, copied at creation."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import attrs

from aclnn_emu.core.cvalue import c_int64, c_sequence, c_value
from aclnn_emu.core.dtypes import DataType
from aclnn_emu.core.lifetime import end_of_life

__all__ = [
    "BoolArray",
    "FloatArray",
    "IntArray",
    "create_bool_array",
    "create_float_array",
    "create_int_array",
]

_T = TypeVar("_T", int, float, bool)


@attrs.define(eq=False)
class _Array(Generic[_T]):
    """Host values.

    Attributes:
        values: the copy.
        alive: false once destroyed.
        token: `metadata`, once somebody asked for it and while the array lives.
    """

    kind: ClassVar[str] = "aclArray"

    values: tuple[_T, ...] = ()
    alive: bool = True
    token: tuple[str, ...] | None = attrs.field(default=None, init=False, repr=False)

    @property
    def metadata(self) -> tuple[str, ...]:
        """What two arrays have in common that stand for the same: -0.0 is not 0.0, and True is not 1."""
        found = self.token
        if found is None:
            found = (self.kind, *map(repr, self.values))
            if self.alive:
                self.token = found
        return found

    def __len__(self) -> int:
        return len(self.values)

    def destroy(self) -> None:
        """End the array's life.

        Raises:
            ParamInvalid: destroyed before.
        """
        end_of_life(self)
        self.token = None

    def describe(self) -> str:
        """The values, for messages and tables."""
        return str(list(self.values))


class IntArray(_Array[int]):
    """aclIntArray: int64_t values."""

    __slots__ = ()
    kind: ClassVar[str] = "aclIntArray"


class FloatArray(_Array[float]):
    """aclFloatArray: float values, rounded to single precision."""

    __slots__ = ()
    kind: ClassVar[str] = "aclFloatArray"


class BoolArray(_Array[bool]):
    """aclBoolArray: bool values."""

    __slots__ = ()
    kind: ClassVar[str] = "aclBoolArray"


def create_int_array(values: Any, size: int | None = None) -> IntArray:
    """Create an integer array (aclCreateIntArray); a null pointer or size 0 makes a valid empty array.

    Raises:
        ParamInvalid: fewer entries than the size says, or entries that are no integers.
    """
    function = "aclCreateIntArray"
    items = c_sequence(values, size, function=function, parameter="value", length_of="size") or ()
    return IntArray(tuple(c_int64(item, function=function, parameter="value") for item in items))


def create_float_array(values: Any, size: int | None = None) -> FloatArray:
    """Create a float array (aclCreateFloatArray); a null pointer or size 0 makes a valid empty array.

    Raises:
        ParamInvalid: fewer entries than the size says, or entries that are no numbers.
    """
    function = "aclCreateFloatArray"
    items = c_sequence(values, size, function=function, parameter="value", length_of="size") or ()
    stored = (c_value(item, DataType.ACL_FLOAT, function=function, parameter="value") for item in items)
    return FloatArray(tuple(float(item.real) for item in stored))


def create_bool_array(values: Any, size: int | None = None) -> BoolArray:
    """Create a bool array (aclCreateBoolArray); a null pointer or size 0 makes a valid empty array.

    Raises:
        ParamInvalid: fewer entries than the size says, or entries that are no numbers.
    """
    function = "aclCreateBoolArray"
    items = c_sequence(values, size, function=function, parameter="value", length_of="size") or ()
    return BoolArray(
        tuple(bool(c_value(item, DataType.ACL_BOOL, function=function, parameter="value")) for item in items)
    )
