"""aclTensorList and aclScalarList: pointers to elements that the list owns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from aclnn_emu.core.cvalue import c_sequence
from aclnn_emu.core.lifetime import end_of_life
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.errors import ParamInvalid

__all__ = ["ScalarList", "TensorList", "create_scalar_list", "create_tensor_list"]

_T = TypeVar("_T", Tensor, Scalar)


@attrs.define(eq=False)
class _ObjectList(Generic[_T]):
    """Elements of a list; null ones (None) are kept.

    Attributes:
        items: the elements, not copies.
        alive: false once destroyed.
    """

    kind: ClassVar[str] = "aclList"

    items: tuple[_T | None, ...] = ()
    alive: bool = True

    def __len__(self) -> int:
        return len(self.items)

    def destroy(self) -> None:
        """End the life of the list and of its elements: the list owns them.

        Raises:
            ParamInvalid: the list or an element was destroyed before, or an element is in the list twice; nothing
                changes then.
        """
        members = [item for item in self.items if item is not None]
        for position, item in enumerate(self.items):
            again = item is not None and any(item is other for other in self.items[:position])
            if self.alive and item is not None and (again or not item.alive):
                raise ParamInvalid("ACLNN-TENSOR-009", kind=self.kind, member=item.kind, position=position)
        end_of_life(self)
        for member in members:
            member.destroy()

    def describe(self) -> str:
        """The elements, for messages and tables."""
        return "[" + ", ".join("null" if item is None else item.describe() for item in self.items) + "]"


class TensorList(_ObjectList[Tensor]):
    """aclTensorList."""

    __slots__ = ()
    kind: ClassVar[str] = "aclTensorList"


class ScalarList(_ObjectList[Scalar]):
    """aclScalarList."""

    __slots__ = ()
    kind: ClassVar[str] = "aclScalarList"


def create_tensor_list(items: Sequence[Tensor | None] | None, size: int | None = None) -> TensorList:
    """Create a tensor list (aclCreateTensorList); a null pointer or size 0 makes an empty list.

    Raises:
        ParamInvalid: fewer entries than the size says, or an entry that is neither an aclTensor nor null.
    """
    return TensorList(_members(items, size, Tensor, "aclCreateTensorList"))


def create_scalar_list(items: Sequence[Scalar | None] | None, size: int | None = None) -> ScalarList:
    """Create a scalar list (aclCreateScalarList); a null pointer or size 0 makes an empty list.

    Raises:
        ParamInvalid: fewer entries than the size says, or an entry that is neither an aclScalar nor null.
    """
    return ScalarList(_members(items, size, Scalar, "aclCreateScalarList"))


def _members(items: Any, size: int | None, cls: type[_T], function: str) -> tuple[_T | None, ...]:
    members = c_sequence(items, size, function=function, parameter="value", length_of="size") or ()
    for position, member in enumerate(members):
        if member is not None and not isinstance(member, cls):
            raise ParamInvalid(
                "ACLNN-TENSOR-010", function=function, position=position, got=repr(member), kind=cls.kind
            )
    return members
