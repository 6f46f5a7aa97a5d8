"""The aclTensor: how a piece of device memory is to be read. It owns no memory and never looks at any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from aclnn_emu.core.cvalue import c_int64, c_sequence
from aclnn_emu.core.dtypes import dtype_name, itemsize_bytes
from aclnn_emu.core.formats import format_name, is_private_format
from aclnn_emu.core.layout import Shape, contiguous_strides, is_contiguous, numel, view_reach
from aclnn_emu.core.lifetime import end_of_life
from aclnn_emu.errors import InnerNullptr

__all__ = ["Tensor", "check_reach", "check_view_offset", "create_tensor"]


_MOST_TOKENS = 4096
_tokens: dict[tuple[Any, ...], object] = {}


def _token(metadata: tuple[Any, ...]) -> object:
    """One object for equal metadata, so that a call's signature is compared by identity."""
    if len(_tokens) >= _MOST_TOKENS:
        _tokens.clear()
    return _tokens.setdefault(metadata, object())


@attrs.define(eq=False, slots=True, repr=False)
class Tensor:
    """A view of device memory; every number is kept as it came.

    Attributes:
        view_shape, view_strides: the logical sizes, and the steps between elements (elements).
        view_offset: first element of the view, counted from the address (elements).
        storage_shape: sizes of the memory behind the view.
        format: aclFormat value, or any other number.
        dtype: aclDataType value, or any other number.
        address: device address of storage element 0, None when there is none yet.
        alive: false once destroyed.
        token: `metadata`, once somebody asked for it and while the tensor lives.
    """

    kind: ClassVar[str] = "aclTensor"

    view_shape: Shape
    view_strides: Shape
    view_offset: int
    storage_shape: Shape
    format: int
    dtype: int
    address: int | None
    alive: bool = True
    token: object | None = attrs.field(default=None, init=False)

    @property
    def metadata(self) -> object:
        """What stands for shapes, strides, offset, format and dtype: the same object for the same, not for ever."""
        found = self.token
        if found is None:
            found = _token(
                (
                    self.view_shape,
                    self.view_strides,
                    self.view_offset,
                    self.storage_shape,
                    self.format,
                    self.dtype,
                )
            )
            if self.alive:
                self.token = found
        return found

    def change(self, **fields: Any) -> None:
        """Give attributes new values; all but `address` and `alive` change in no other way."""
        for name, value in fields.items():
            setattr(self, name, value)
        self.token = None

    def __repr__(self) -> str:
        return f"<{self.kind} {self.describe()}>"

    def _repr_html_(self) -> str:
        from aclnn_emu.core.html import tensor_html

        return tensor_html(self)

    @property
    def rank(self) -> int:
        """Number of dimensions of the view; 0 for a scalar."""
        return len(self.view_shape)

    @property
    def numel(self) -> int:
        """Elements of the view; below 0 when a size is negative."""
        return numel(self.view_shape)

    @property
    def is_empty(self) -> bool:
        """Whether a size of the view is 0."""
        return 0 in self.view_shape

    @property
    def is_contiguous(self) -> bool:
        """As CANN judges: private formats always are, and views of at most one element."""
        return is_contiguous(self.view_shape, self.view_strides) or is_private_format(self.format)

    @property
    def nbytes(self) -> int:
        """Bytes of the view's elements laid out densely."""
        return itemsize_bytes(self.dtype, max(self.numel, 0))

    @property
    def storage_nbytes(self) -> int:
        """Bytes of the storage that the descriptor claims; the memory may really be smaller."""
        return itemsize_bytes(self.dtype, max(numel(self.storage_shape), 0))

    @property
    def reach(self) -> tuple[int, int]:
        """Lowest storage element that the view touches, and one past the highest."""
        return view_reach(self.view_shape, self.view_strides, self.view_offset)

    def destroy(self) -> None:
        """End the tensor's life; the device memory stays.

        Raises:
            ParamInvalid: destroyed before.
        """
        end_of_life(self)
        self.token = None

    def describe(self) -> str:
        """One line for messages and tables: dtype, format, view shape, and what is unusual about the layout."""
        parts = [dtype_name(self.dtype), format_name(self.format), str(list(self.view_shape))]
        if self.view_strides != contiguous_strides(self.view_shape):
            parts.append(f"strides {list(self.view_strides)}")
        if self.view_offset:
            parts.append(f"offset {self.view_offset}")
        if self.storage_shape != self.view_shape:
            parts.append(f"storage {list(self.storage_shape)}")
        return " ".join(parts)


def create_tensor(
    view_dims: Sequence[int] | None,
    dtype: int,
    strides: Sequence[int] | None,
    offset: int,
    format: int,  # noqa: A002 - the C interface's word
    storage_dims: Sequence[int] | None,
    address: int | None,
    *,
    view_dims_num: int | None = None,
    storage_dims_num: int | None = None,
) -> Tensor | None:
    """Create a tensor (aclCreateTensor).

    Refused (None) is only a null array of sizes with a count above 0. Not looked at: the values of dtype and format,
    negative sizes, the rank, strides and offset against the storage, the view against the storage, the address.

    Args:
        view_dims: sizes of the view; None is a null pointer.
        dtype: any number.
        strides: one for each size of the view; None means contiguous.
        offset: elements.
        format: any number.
        storage_dims: sizes of the storage; None is a null pointer.
        address: device address; None or 0 for none.
        view_dims_num: the C call's count; left out, the sequence's own length.
        storage_dims_num: likewise.

    Raises:
        ParamInvalid: an array with fewer entries than its count, or entries that are no integers. C cannot see the
            first and would read past the end.
    Source: opbase src/nnopbase/common/api/acl_op_api.cpp.
    """
    if (view_dims is None and view_dims_num) or (storage_dims is None and storage_dims_num):
        return None
    shape = _int64s(view_dims, view_dims_num, "viewDims", "viewDimsNum") or ()
    given_strides = _int64s(strides, len(shape), "stride", "viewDimsNum")
    return Tensor(
        view_shape=shape,
        view_strides=contiguous_strides(shape) if given_strides is None else given_strides,
        view_offset=c_int64(offset, function="aclCreateTensor", parameter="offset"),
        storage_shape=_int64s(storage_dims, storage_dims_num, "storageDims", "storageDimsNum") or (),
        format=int(format),
        dtype=int(dtype),
        address=address or None,
    )


def _int64s(values: Sequence[int] | None, count: int | None, parameter: str, length_of: str) -> Shape | None:
    items = c_sequence(values, count, function="aclCreateTensor", parameter=parameter, length_of=length_of)
    if items is None:
        return None
    return tuple([c_int64(item, function="aclCreateTensor", parameter=parameter) for item in items])


def check_reach(tensor: Tensor, *, op: str, parameter: str) -> None:
    """What the Contiguous step asks of its input: a strided view must lie inside its storage.

    A contiguous view is not looked at, however far it reaches; neither is an output (ViewCopy asks nothing).

    Args:
        tensor: the input.
        op: the operator's C name, for the text.
        parameter: the parameter's name, for the text.

    Raises:
        InnerNullptr: the view touches an element before the storage's first or after its last.
    Source: opbase src/nnopbase/common/utils/tensor_view_utils.cpp (Validate),
        ops-math conversion/contiguous/op_host/op_api/contiguous.cpp.
    """
    if tensor.is_contiguous:
        return
    low, end = tensor.reach
    elements = numel(tensor.storage_shape)
    if low < 0 or end > elements:
        raise InnerNullptr(
            "ACLNN-TENSOR-006",
            op=op,
            parameter=parameter,
            shape=list(tensor.view_shape),
            strides=list(tensor.view_strides),
            offset=tensor.view_offset,
            low=low,
            high=end - 1,
            last=elements - 1,
            storage=list(tensor.storage_shape),
        )


def check_view_offset(tensor: Tensor, *, op: str, parameter: str) -> None:
    """What CreateView asks where an operator keeps the strides (aclnnAdd, aclnnMul): 0 <= offset <= storage elements.

    Raises:
        InnerNullptr: the offset lies outside.
    Source: opbase src/nnopbase/composite_op/aclnn_engine/op_executor.cpp.
    """
    elements = numel(tensor.storage_shape)
    if not 0 <= tensor.view_offset <= elements:
        raise InnerNullptr(
            "ACLNN-TENSOR-007",
            op=op,
            parameter=parameter,
            offset=tensor.view_offset,
            elements=elements,
            storage=list(tensor.storage_shape),
        )
