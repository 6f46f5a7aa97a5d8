"""Phase 1 through `aclnn_emu.ops`: Python values in place of C objects."""

import ml_dtypes
import numpy as np
import pytest
from _case import t

from aclnn_emu import ops
from aclnn_emu.core.arrays import IntArray
from aclnn_emu.core.dtypes import DataType
from aclnn_emu.core.lists import TensorList
from aclnn_emu.core.scalar import Scalar, create_scalar
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.ops import _face

F32, F16, S64 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_INT64
X, OUT = t(F32, (2, 3)).make(), t(F32, (2,)).make()
PARAMS = {
    p.name: p for p in (*ops.adds.operator.params, *ops.reduce_sum.operator.params, *ops.cat.operator.params)
}


def converted(name, value):
    return _face._argument(PARAMS[name], value)


NUMBERS = {
    "bool": (True, DataType.ACL_BOOL, True),
    "int": (3, S64, 3),
    "float": (0.1, F32, float(np.float32(0.1))),
    "complex": (1j, DataType.ACL_COMPLEX64, 1j),
    "float64": (np.float64(0.1), DataType.ACL_DOUBLE, 0.1),
    "float16": (np.float16(1.5), F16, 1.5),
    "bfloat16": (ml_dtypes.bfloat16(1.5), DataType.ACL_BF16, 1.5),
    "uint8": (np.uint8(200), DataType.ACL_UINT8, 200),
    "bool_": (np.bool_(1), DataType.ACL_BOOL, True),
}


@pytest.mark.parametrize(("value", "dtype", "stored"), NUMBERS.values(), ids=NUMBERS)
def test_numbers_become_scalars(value, dtype, stored):
    made = converted("alpha", value)
    assert (type(made), made.dtype, made.value) == (Scalar, dtype, stored)


def test_objects_and_null_pointers_pass():
    for name, thing in (
        ("self", X),
        ("dims", IntArray((1,))),
        ("tensors", TensorList((X,))),
        ("alpha", create_scalar(1, 0)),
    ):
        assert converted(name, thing) is thing
        assert converted(name, None) is None


@pytest.mark.parametrize(
    "dims", [[1, -1], (1, -1), np.array([1, -1]), iter((1, -1))], ids=["list", "tuple", "array", "iterator"]
)
def test_sequences_become_arrays(dims):
    assert converted("dims", dims).values == (1, -1)


def test_sequences_become_lists():
    assert converted("tensors", [X, None]).items == (X, None)


NOT_OURS = {
    "tensor-array": ("self", np.zeros(3), "from_numpy"),
    "tensor-number": ("self", 3, "aclTensor"),
    "scalar-text": ("alpha", "1", "aclScalar"),
    "scalar-array": ("alpha", np.zeros(1), "aclScalar"),
    "scalar-date": ("alpha", np.datetime64("2026-01-01"), "aclScalar"),
    "array-number": ("dims", 1, "aclIntArray"),
    "array-text": ("dims", "12", "aclIntArray"),
    "list-of-a-tensor": ("tensors", X, "aclTensorList"),
    "number-text": ("dim", "0", "an integer"),
    "number-float": ("dim", 0.5, "an integer"),
    "number-null": ("dim", None, "an integer"),
    "dtype-text": ("dtype", "FLOAT", "an integer"),
}


@pytest.mark.parametrize(("name", "value", "text"), NOT_OURS.values(), ids=NOT_OURS)
def test_what_stands_for_nothing_is_a_type_error(name, value, text):
    with pytest.raises(TypeError, match=rf"^{name} is .*{text}"):
        converted(name, value)


@pytest.mark.parametrize(
    ("name", "value"), [("dims", [1.5]), ("dims", ["a"]), ("tensors", [3]), ("tensors", [[X]])]
)
def test_a_wrong_member_is_refused(name, value):
    with pytest.raises(ParamInvalid):
        converted(name, value)


def test_names_of_c_and_of_python():
    for names in ({"keepDims": False}, {"keep_dims": False}):
        assert ops.reduce_sum.get_workspace_size(X, [1], **names, dtype=F32, out=OUT)[0] == 0
    with pytest.raises(TypeError, match="missing dims"):
        ops.reduce_sum.get_workspace_size(X)
    with pytest.raises(TypeError, match="unexpected self"):
        ops.reduce_sum.get_workspace_size(X, [1], False, F32, OUT, self=X)
    with pytest.raises(TypeError, match="unexpected arguments"):
        ops.reduce_sum.get_workspace_size(X, [1], False, F32, OUT, OUT)


def test_optional_parameters_may_be_left_out():
    args = {"grad_output": X, "self": X, "target": X, "reduction": 0, "out": X}
    status, executor = ops.binary_cross_entropy_backward.get_workspace_size(**args)
    assert status == 0
    assert executor.plan.steps[0].name == "OnesLike"
    assert "aclnnBinaryCrossEntropyBackward(const aclTensor *gradOutput" in repr(
        ops.binary_cross_entropy_backward
    )


def test_a_refusal_is_a_status():
    assert ops.mul.get_workspace_size(X, X, OUT) == (161002, None)
    assert ops.mul.get_workspace_size(None, X, OUT) == (161001, None)
