"""The functions of acl_meta.h: create, read, change and destroy tensors, scalars, arrays and lists; executors.

Source of all codes: opbase src/nnopbase/common/api/acl_op_api.cpp. Where the library would read freed or
foreign memory the answer is a clear error with a code of our choice: 161002 for objects, 561000 for executors.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from aclnn_emu.core.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    create_bool_array,
    create_float_array,
    create_int_array,
)
from aclnn_emu.core.lifetime import Destroyable, require_alive
from aclnn_emu.core.lists import ScalarList, TensorList, create_scalar_list, create_tensor_list
from aclnn_emu.core.scalar import Scalar, create_scalar
from aclnn_emu.core.tensor import Tensor, create_tensor
from aclnn_emu.errors import InnerError, InnerNullptr, ParamInvalid, ParamNullptr
from aclnn_emu.plan.executor import Executor
from aclnn_emu.runtime.handles import describe_value
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api

__all__ = ["device_address"]


class _Sized(Destroyable, Protocol):
    def __len__(self) -> int: ...


_D = TypeVar("_D", bound=Destroyable)


def _given(thing: _D | None, function: str, parameter: str) -> _D:
    """The object itself, alive.

    Raises:
        ParamNullptr (161001): null. ParamInvalid (161002): destroyed.
    """
    if thing is None:
        raise ParamNullptr("ACLNN-CALL-006", function=function, parameter=parameter)
    require_alive(thing, function=function, parameter=parameter)
    return thing


def device_address(value: Any, function: str, parameter: str) -> int | None:
    """A device address; 0 and null are None. What the address points at is not looked at.

    Raises:
        ParamInvalid (161002): no number.
    """
    if value is None:
        return None
    try:
        return operator.index(value) or None
    except TypeError:
        raise ParamInvalid(
            "ACLNN-CALL-009", function=function, parameter=parameter, got=describe_value(value)
        ) from None


# Create


@api("aclCreateTensor", returns_value=True)
def create_tensor_object(
    view_dims: Sequence[int] | None,
    view_dims_num: int,
    data_type: int,
    stride: Sequence[int] | None,
    offset: int,
    format: int,  # noqa: A002 - the C interface's word
    storage_dims: Sequence[int] | None,
    storage_dims_num: int,
    tensor_data: Any,
) -> Tensor | None:
    """A tensor over device memory; null for a null array with a count above 0, nothing else is checked.

    Sizes and strides count elements, as does the offset; a null stride means contiguous.
    """
    return create_tensor(
        view_dims,
        data_type,
        stride,
        offset,
        format,
        storage_dims,
        device_address(tensor_data, "aclCreateTensor", "tensorData"),
        view_dims_num=view_dims_num,
        storage_dims_num=storage_dims_num,
    )


@api("aclCreateScalar", returns_value=True)
def create_scalar_object(value: Any, data_type: int) -> Scalar | None:
    """A copy of one host value; null for a null value or a type that has no scalars."""
    return create_scalar(value, data_type)


@api("aclCreateIntArray", returns_value=True)
def create_int_array_object(value: Sequence[int] | None, size: int) -> IntArray:
    """A copy of int64_t values; empty for null or size 0."""
    return create_int_array(value, size)


@api("aclCreateFloatArray", returns_value=True)
def create_float_array_object(value: Sequence[float] | None, size: int) -> FloatArray:
    """A copy of float values; empty for null or size 0."""
    return create_float_array(value, size)


@api("aclCreateBoolArray", returns_value=True)
def create_bool_array_object(value: Sequence[bool] | None, size: int) -> BoolArray:
    """A copy of bool values; empty for null or size 0."""
    return create_bool_array(value, size)


@api("aclCreateTensorList", returns_value=True)
def create_tensor_list_object(value: Sequence[Tensor | None] | None, size: int) -> TensorList:
    """A list that owns its tensors; null elements are kept."""
    created = create_tensor_list(value, size)
    for item in created.items:
        require_alive(item, function="aclCreateTensorList", parameter="value")
    return created


@api("aclCreateScalarList", returns_value=True)
def create_scalar_list_object(value: Sequence[Scalar | None] | None, size: int) -> ScalarList:
    """A list that owns its scalars; null elements are kept."""
    created = create_scalar_list(value, size)
    for item in created.items:
        require_alive(item, function="aclCreateScalarList", parameter="value")
    return created


# Destroy: null is fine, a second time is 161002


def _destroy(thing: Destroyable | None) -> None:
    """End the object's life, a list's elements included; null changes nothing."""
    if thing is not None:
        thing.destroy()


for _name in ("Tensor", "Scalar", "IntArray", "FloatArray", "BoolArray", "TensorList", "ScalarList"):
    api(f"aclDestroy{_name}")(_destroy)


# Read


@api("aclGetViewShape")
def get_view_shape(tensor: Tensor | None) -> tuple[list[int], int]:
    """View sizes and their number."""
    sizes = _given(tensor, "aclGetViewShape", "tensor").view_shape
    return list(sizes), len(sizes)


@api("aclGetStorageShape")
def get_storage_shape(tensor: Tensor | None) -> tuple[list[int], int]:
    """Storage sizes and their number."""
    sizes = _given(tensor, "aclGetStorageShape", "tensor").storage_shape
    return list(sizes), len(sizes)


@api("aclGetViewStrides")
def get_view_strides(tensor: Tensor | None) -> tuple[list[int], int]:
    """View strides (elements) and their number."""
    strides = _given(tensor, "aclGetViewStrides", "tensor").view_strides
    return list(strides), len(strides)


@api("aclGetViewOffset")
def get_view_offset(tensor: Tensor | None) -> int:
    """First element of the view, counted from the address."""
    return _given(tensor, "aclGetViewOffset", "tensor").view_offset


@api("aclGetFormat")
def get_format(tensor: Tensor | None) -> int:
    """The aclFormat value that the tensor was made with."""
    return _given(tensor, "aclGetFormat", "tensor").format


@api("aclGetDataType")
def get_data_type(tensor: Tensor | None) -> int:
    """The aclDataType value that the tensor was made with."""
    return _given(tensor, "aclGetDataType", "tensor").dtype


def _size_of(function: str, parameter: str) -> Callable[[_Sized | None], int]:
    def get_size(thing: _Sized | None) -> int:
        """Number of elements."""
        return len(_given(thing, function, parameter))

    return get_size


for _name, _parameter in (
    ("IntArray", "array"),
    ("FloatArray", "array"),
    ("BoolArray", "array"),
    ("TensorList", "tensorList"),
    ("ScalarList", "scalarList"),
):
    api(f"aclGet{_name}Size")(_size_of(f"aclGet{_name}Size", _parameter))


# Change


@api("aclInitTensor")
def init_tensor(
    tensor: Tensor | None,
    view_dims: Sequence[int] | None,
    view_dims_num: int,
    data_type: int,
    stride: Sequence[int] | None,
    offset: int,
    format: int,  # noqa: A002 - the C interface's word
    storage_dims: Sequence[int] | None,
    storage_dims_num: int,
    tensor_data_addr: Any,
) -> None:
    """Describe an existing tensor anew; null sizes keep the old ones, a null address keeps the old address."""
    old = _given(tensor, "aclInitTensor", "tensor")
    address = device_address(tensor_data_addr, "aclInitTensor", "tensorDataAddr")
    keep_view = view_dims is None or view_dims_num == 0
    keep_storage = storage_dims is None or storage_dims_num == 0
    new = create_tensor(
        old.view_shape if keep_view else view_dims,
        data_type,
        stride,
        offset,
        format,
        old.storage_shape if keep_storage else storage_dims,
        address or old.address,
        view_dims_num=old.rank if keep_view else view_dims_num,
        storage_dims_num=len(old.storage_shape) if keep_storage else storage_dims_num,
    )
    described = ("view_shape", "view_strides", "view_offset", "storage_shape", "format", "dtype", "address")
    old.change(**{field: getattr(new, field) for field in described})


@api("aclSetRawTensorAddr")
def set_raw_tensor_addr(tensor: Tensor | None, addr: Any) -> None:
    """Give a tensor another device address; null is stored."""
    found = _given(tensor, "aclSetRawTensorAddr", "tensor")
    found.address = device_address(addr, "aclSetRawTensorAddr", "addr")


@api("aclGetRawTensorAddr")
def get_raw_tensor_addr(tensor: Tensor | None) -> int | None:
    """The device address of storage element 0."""
    return _given(tensor, "aclGetRawTensorAddr", "tensor").address


# Executors


def _executor(value: Any, function: str) -> Executor:
    """The live executor that `value` (object or handle) stands for.

    Raises:
        InnerNullptr (561103): null. InnerError (561000): no executor, used up or destroyed.
    """
    if value is None:
        raise InnerNullptr("ACLNN-CALL-006", function=function, parameter="executor")
    found = value if isinstance(value, Executor) else machine().handles.lookup(value, Executor)
    if found is None:
        raise InnerError("ACLNN-CALL-005", function=function, parameter="executor", got=describe_value(value))
    found.require_alive(function)
    return found


@api("aclSetAclOpExecutorRepeatable")
def set_repeatable(executor: Any) -> None:
    """Keep the executor after phase 2, so that it can run again; the caller destroys it then."""
    _executor(executor, "aclSetAclOpExecutorRepeatable").set_repeatable()


@api("aclDestroyAclOpExecutor")
def destroy_executor(executor: Any) -> None:
    """Destroy an executor; it need not be repeatable."""
    _executor(executor, "aclDestroyAclOpExecutor").destroy()


def _rebind(function: str, tensor: Tensor, addr: Any, executor: Any) -> None:
    # In this order: the tensor has its new address also when the executor is refused.
    require_alive(tensor, function=function, parameter="tensor")
    tensor.address = device_address(addr, function, "addr")
    _executor(executor, function)


def _set_tensor_addr(function: str) -> Callable[[Any, int, Tensor | None, Any], None]:
    def set_tensor_addr(executor: Any, _index: int, tensor: Tensor | None, addr: Any) -> None:
        """Give a tensor of a repeatable executor another device address; the index is not looked at."""
        if tensor is None:
            raise InnerNullptr("ACLNN-CALL-006", function=function, parameter="tensor")
        _rebind(function, tensor, addr, executor)

    return set_tensor_addr


def _set_dynamic_tensor_addr(function: str) -> Callable[[Any, int, int, TensorList | None, Any], None]:
    def set_dynamic_tensor_addr(
        executor: Any, _ir_index: int, relative_index: int, tensors: TensorList | None, addr: Any
    ) -> None:
        """Give element relativeIndex of a tensor list another device address; irIndex is not looked at."""
        if tensors is None:
            raise InnerNullptr("ACLNN-CALL-006", function=function, parameter="tensors")
        require_alive(tensors, function=function, parameter="tensors")
        if relative_index >= len(tensors):
            raise ParamInvalid("ACLNN-CALL-007", function=function, index=relative_index, size=len(tensors))
        tensor = tensors.items[relative_index]
        if tensor is None:
            raise InnerNullptr("ACLNN-CALL-008", function=function, index=relative_index)
        _rebind(function, tensor, addr, executor)

    return set_dynamic_tensor_addr


for _prefix in ("aclSet", "AclSet"):
    for _which in ("Input", "Output", ""):
        _name = f"{_prefix}{_which}TensorAddr"
        api(_name)(_set_tensor_addr(_name))
        _name = f"{_prefix}Dynamic{_which}TensorAddr"
        api(_name)(_set_dynamic_tensor_addr(_name))
