"""Tensors, scalars, arrays, lists and executors through their C names."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from aclnn_emu import aclnn
from aclnn_emu.abi.prototypes import runtime_function
from aclnn_emu.core.tensor import Tensor

NULLPTR, INVALID, INNER, INNER_NULLPTR = 161001, 161002, 561000, 561103
ADDRESS = 0x1240_0000_1000
FLOAT, ND = 0, 2


def make_tensor(dims: tuple[int, ...] = (2, 3), address: int | None = ADDRESS) -> Tensor:
    tensor = aclnn.aclCreateTensor(dims, len(dims), FLOAT, None, 0, ND, dims, len(dims), address)
    assert tensor is not None
    return tensor


def make_executor() -> Any:
    out = make_tensor((4,))
    status, _, executor = aclnn.aclnnSigmoidGetWorkspaceSize(make_tensor((4,)), out)
    assert status == 0
    return executor


def recent() -> str:
    text = aclnn.aclGetRecentErrMsg()
    assert text is not None
    return text


def test_a_tensor_and_its_getters() -> None:
    tensor = aclnn.aclCreateTensor((3, 2), 2, 1, (1, 3), 4, ND, (10,), 1, ADDRESS)
    assert aclnn.aclGetViewShape(tensor) == (0, [3, 2], 2)
    assert aclnn.aclGetStorageShape(tensor) == (0, [10], 1)
    assert aclnn.aclGetViewStrides(tensor) == (0, [1, 3], 2)
    assert aclnn.aclGetViewOffset(tensor) == (0, 4)
    assert aclnn.aclGetFormat(tensor) == (0, ND)
    assert aclnn.aclGetDataType(tensor) == (0, 1)
    assert aclnn.aclGetRawTensorAddr(tensor) == (0, ADDRESS)
    assert aclnn.aclDestroyTensor(tensor) == 0


def test_only_the_given_number_of_sizes_counts() -> None:
    tensor = aclnn.aclCreateTensor(np.array([2, 3, 4]), 2, FLOAT, [3, 1, 9], 0, ND, (2, 3, 4), 2, None)
    assert aclnn.aclGetViewShape(tensor) == (0, [2, 3], 2)
    assert aclnn.aclGetViewStrides(tensor) == (0, [3, 1], 2)
    assert aclnn.aclGetStorageShape(tensor) == (0, [2, 3], 2)


def test_nothing_else_is_checked_at_creation() -> None:
    assert aclnn.aclCreateTensor((-1, 2), 2, 999, (0, 0), -5, 77, None, 0, 3) is not None
    assert aclnn.aclGetViewShape(aclnn.aclCreateTensor(None, 0, FLOAT, None, 0, ND, None, 0, None)) == (
        0,
        [],
        0,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        (None, 1, FLOAT, None, 0, ND, (1,), 1, None),
        ((1,), 1, FLOAT, None, 0, ND, None, 1, None),
    ],
)
def test_a_null_array_with_a_count_makes_no_tensor(arguments: tuple[Any, ...]) -> None:
    assert aclnn.aclCreateTensor(*arguments) is None


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (((1,), 2, FLOAT, None, 0, ND, (1, 1), 2, None), "viewDims"),
        (((1, 1), 2, FLOAT, (1,), 0, ND, (1, 1), 2, None), "stride"),
        (((1,), 1, FLOAT, None, 0, ND, (1,), 2**64 - 1, None), "storageDims"),
        ((("a",), 1, FLOAT, None, 0, ND, (1,), 1, None), "viewDims"),
        ((5, 1, FLOAT, None, 0, ND, (1,), 1, None), "viewDims"),
        (((1,), 1, "f", None, 0, ND, (1,), 1, None), "dataType"),
        (((1,), 1, FLOAT, None, 0, ND, (1,), 1, np.zeros(1, np.float32)), "tensorData"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_c_could_not_survive_makes_no_tensor_but_a_text(arguments: tuple[Any, ...], word: str) -> None:
    assert aclnn.aclCreateTensor(*arguments) is None
    text = recent()
    assert "aclCreateTensor" in text
    assert word in text


def test_scalars() -> None:
    assert aclnn.aclCreateScalar(1.5, FLOAT).value == 1.5
    assert aclnn.aclCreateScalar(np.array([7]), 3).value == 7
    assert aclnn.aclCreateScalar(None, FLOAT) is None
    assert aclnn.aclCreateScalar(1, 13) is None
    assert aclnn.aclCreateScalar("1", FLOAT) is None
    assert "aclCreateScalar" in recent()


@pytest.mark.parametrize(
    ("kind", "values"), [("Int", [1, 2, 3]), ("Float", [0.5, 1.5]), ("Bool", [True, False, True])]
)
def test_arrays(kind: str, values: list[Any]) -> None:
    create = getattr(aclnn, f"aclCreate{kind}Array")
    size = getattr(aclnn, f"aclGet{kind}ArraySize")
    array = create(values, 2)
    assert list(array.values) == values[:2]
    assert size(array) == (0, 2)
    assert size(create(None, 5)) == (0, 0)
    assert size(create(values, 0)) == (0, 0)
    assert create(values, 9) is None
    assert "size" in recent()
    assert size(None) == (NULLPTR, 0)


@pytest.mark.trips("ACL-LIFE-103")
def test_lists_own_their_members() -> None:
    first, second = make_tensor(), make_tensor()
    tensors = aclnn.aclCreateTensorList((first, None, second), 3)
    assert aclnn.aclGetTensorListSize(tensors) == (0, 3)
    assert aclnn.aclDestroyTensorList(tensors) == 0
    assert not first.alive
    assert aclnn.aclDestroyTensor(second) == INVALID
    scalars = aclnn.aclCreateScalarList([aclnn.aclCreateScalar(1, 3)], 1)
    assert aclnn.aclGetScalarListSize(scalars) == (0, 1)
    assert aclnn.aclDestroyScalarList(scalars) == 0


@pytest.mark.trips("ACL-LIFE-103")
def test_a_member_destroyed_alone_is_told_at_the_list() -> None:
    member = make_tensor()
    tensors = aclnn.aclCreateTensorList([member], 1)
    assert aclnn.aclDestroyTensor(member) == 0
    assert aclnn.aclDestroyTensorList(tensors) == INVALID
    assert "destroyed" in recent()


@pytest.mark.trips("ACL-LIFE-101")
def test_a_list_takes_live_objects_only() -> None:
    dead = make_tensor()
    aclnn.aclDestroyTensor(dead)
    assert aclnn.aclCreateTensorList([dead], 1) is None
    assert aclnn.aclCreateTensorList([3], 1) is None
    assert aclnn.aclCreateTensorList([make_tensor()], 2) is None
    assert aclnn.aclCreateScalarList([make_tensor()], 1) is None


DESTROYS = ("Tensor", "Scalar", "IntArray", "FloatArray", "BoolArray", "TensorList", "ScalarList")


@pytest.mark.trips("ACL-LIFE-102")
@pytest.mark.parametrize("name", DESTROYS)
def test_destroy(name: str) -> None:
    makers: dict[str, Any] = {"Tensor": make_tensor, "Scalar": lambda: aclnn.aclCreateScalar(1, 3)}
    thing = makers.get(name, lambda: getattr(aclnn, f"aclCreate{name}")(None, 0))()
    destroy = getattr(aclnn, f"aclDestroy{name}")
    assert destroy(None) == 0
    assert destroy(thing) == 0
    assert destroy(thing) == INVALID
    assert "destroyed" in recent()
    assert destroy(object()) == INVALID
    assert destroy(12) == INVALID


GETTERS = (
    ("aclGetViewShape", (None, 0)),
    ("aclGetStorageShape", (None, 0)),
    ("aclGetViewStrides", (None, 0)),
    ("aclGetViewOffset", (0,)),
    ("aclGetFormat", (0,)),
    ("aclGetDataType", (0,)),
    ("aclGetRawTensorAddr", (None,)),
)


@pytest.mark.trips("ACL-LIFE-101")
@pytest.mark.parametrize(("name", "nothing"), GETTERS, ids=lambda v: v if isinstance(v, str) else "")
def test_getters_refuse_null_dead_and_foreign_objects(name: str, nothing: tuple[Any, ...]) -> None:
    getter = getattr(aclnn, name)
    assert getter(None) == (NULLPTR, *nothing)
    assert getter(aclnn.aclCreateIntArray([1], 1)) == (INVALID, *nothing)
    dead = make_tensor()
    aclnn.aclDestroyTensor(dead)
    assert getter(dead) == (INVALID, *nothing)
    prototype = runtime_function(name)
    assert prototype is not None
    for output in prototype.outputs:
        assert getter(make_tensor(), null_outputs=(output.name,)) == (NULLPTR, *nothing)


class Init(NamedTuple):
    view: Any
    count: int
    address: Any
    shape: tuple[int, ...]
    kept: bool


@pytest.mark.parametrize(
    "case",
    [
        Init((4, 1), 2, None, (4, 1), kept=True),
        Init(None, 2, 0x1240_0000_2000, (2, 3), kept=False),
        Init(None, 0, None, (2, 3), kept=True),
    ],
)
def test_init_tensor_keeps_what_is_null(case: Init) -> None:
    tensor = make_tensor()
    status = aclnn.aclInitTensor(
        tensor, case.view, case.count, 1, None, 2, 0, case.view, case.count, case.address
    )
    assert status == 0
    assert tensor.view_shape == case.shape
    assert (tensor.dtype, tensor.format, tensor.view_offset) == (1, 0, 2)
    assert tensor.address == (ADDRESS if case.kept else case.address)


def test_init_tensor_refuses() -> None:
    assert aclnn.aclInitTensor(None, (1,), 1, 0, None, 0, 2, (1,), 1, None) == NULLPTR
    assert aclnn.aclInitTensor(make_tensor(), (1,), 2, 0, None, 0, 2, (1,), 1, None) == INVALID


@pytest.mark.trips("ACL-EXEC-106")
def test_raw_addresses() -> None:
    tensor = make_tensor()
    assert aclnn.aclSetRawTensorAddr(tensor, 0x1240_0000_3000) == 0
    assert aclnn.aclGetRawTensorAddr(tensor) == (0, 0x1240_0000_3000)
    assert aclnn.aclSetRawTensorAddr(tensor, None) == 0
    assert aclnn.aclGetRawTensorAddr(tensor) == (0, None)
    assert aclnn.aclSetRawTensorAddr(None, 1) == NULLPTR
    assert aclnn.aclSetRawTensorAddr(tensor, "here") == INVALID


@pytest.mark.trips("ACL-EXEC-101", "ACL-EXEC-102")
@pytest.mark.parametrize("name", ["aclSetAclOpExecutorRepeatable", "aclDestroyAclOpExecutor"])
def test_executor_functions_refuse(name: str) -> None:
    function = getattr(aclnn, name)
    assert function(None) == INNER_NULLPTR
    assert function(0) == INNER_NULLPTR
    for foreign in (object(), make_tensor(), 0xAC1E_FFFF_0000, np.zeros(2)):
        assert function(foreign) == INNER
    executor = make_executor()
    assert aclnn.aclDestroyAclOpExecutor(executor) == 0
    assert function(executor) == INNER


def test_an_executor_may_be_named_by_its_handle() -> None:
    executor = make_executor()
    assert aclnn.aclSetAclOpExecutorRepeatable(executor.handle) == 0
    assert aclnn.aclDestroyAclOpExecutor(executor.handle) == 0


SETTERS = [
    f"{prefix}{which}TensorAddr" for prefix in ("aclSet", "AclSet") for which in ("Input", "Output", "")
]


@pytest.mark.trips("ACL-EXEC-106", "ACL-LIFE-101")
@pytest.mark.parametrize("name", SETTERS)
def test_set_tensor_addr(name: str) -> None:
    function = getattr(aclnn, name)
    executor, tensor = make_executor(), make_tensor()
    assert function(executor, 99, tensor, 0x1240_0000_4000) == 0
    assert tensor.address == 0x1240_0000_4000
    assert function(executor, 0, None, 1) == INNER_NULLPTR
    assert function(None, 0, tensor, 0x1240_0000_5000) == INNER_NULLPTR
    assert tensor.address == 0x1240_0000_5000, "the address has changed although the executor is null"
    assert function(executor, 0, tensor, None) == 0
    assert tensor.address is None
    aclnn.aclDestroyTensor(tensor)
    assert function(executor, 0, tensor, 1) == INVALID


@pytest.mark.trips("ACL-EXEC-106", "ACL-LIFE-101")
@pytest.mark.parametrize("name", [name.replace("Set", "SetDynamic") for name in SETTERS])
def test_set_dynamic_tensor_addr(name: str) -> None:
    function = getattr(aclnn, name)
    executor, tensor = make_executor(), make_tensor()
    tensors = aclnn.aclCreateTensorList((tensor, None), 2)
    assert function(executor, 0, 0, tensors, 0x1240_0000_4000) == 0
    assert tensor.address == 0x1240_0000_4000
    assert function(executor, 0, 0, None, 1) == INNER_NULLPTR
    assert function(executor, 0, 2, tensors, 1) == INVALID
    assert function(executor, 0, 1, tensors, 1) == INNER_NULLPTR
    assert function(None, 0, 0, tensors, 0x1240_0000_5000) == INNER_NULLPTR
    assert tensor.address == 0x1240_0000_5000
    aclnn.aclDestroyTensorList(tensors)
    assert function(executor, 0, 0, tensors, 1) == INVALID
