"""Phase 1 of operators over tensors that may share one block of memory, and the block as arrays."""

import numpy as np

from aclnn_emu.core.dtypes import DataType
from aclnn_emu.core.lists import TensorList
from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.core.tensor import Tensor, create_tensor
from aclnn_emu.ops import operator_by_name
from aclnn_emu.runtime.profile import PROFILES

F32, F16, F64, BF16 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_DOUBLE, DataType.ACL_BF16
S32, S64, BOOL, U8 = DataType.ACL_INT32, DataType.ACL_INT64, DataType.ACL_BOOL, DataType.ACL_UINT8
ND, NCHW = 2, 0
PROFILE = PROFILES["Ascend910B"]


def tensor(shape, dtype=F32, *, strides=None, offset=0, storage=None, format=ND, address=None) -> Tensor:  # noqa: A002
    """A tensor; its storage is as large as its view unless said otherwise."""
    made = create_tensor(
        shape, dtype, strides, offset, format, shape if storage is None else storage, address
    )
    assert made is not None
    return made


def scalar(value, dtype=F32):
    return create_scalar(value, dtype)


def compiled(op, *args, soc="Ascend910B"):
    """Phase 1; lists are tensor lists."""
    args = tuple(TensorList(tuple(arg)) if isinstance(arg, list) else arg for arg in args)
    return operator_by_name(op).compile(args, PROFILES[soc])


def arrays_of(plan, block, *, shift=0):
    """An array for each buffer of the plan: user tensors in one block of bytes, intermediates in a workspace.

    Args:
        plan: the plan.
        block: bytes; a tensor begins at its offset in elements.
        shift: bytes between the block's begin and address 0 of the tensors.
    """
    arrays = {}
    for b in plan.user_buffers:
        begin = shift + b.view_offset * b.np_dtype.itemsize
        arrays[id(b)] = np.ndarray(b.shape, b.np_dtype, block, begin, b.byte_strides)
    workspace = np.full(plan.workspace_size, 0xFF, np.uint8)
    for b in plan.intermediates:
        arrays[id(b)] = np.ndarray(b.shape, b.np_dtype, workspace, b.workspace_offset, b.byte_strides)
    return arrays
