"""Valid calls of the reductions, to be changed by the tests."""

from _case import but, call, ints, t, with_dtypes

from aclnn_emu.core.dtypes import DataType

F32 = DataType.ACL_FLOAT
F64, BOOL, U32 = DataType.ACL_DOUBLE, DataType.ACL_BOOL, DataType.ACL_UINT32
S8, S16, S32, S64, U8 = (
    DataType.ACL_INT8, DataType.ACL_INT16, DataType.ACL_INT32, DataType.ACL_INT64, DataType.ACL_UINT8
)  # fmt: skip
C64, C128 = DataType.ACL_COMPLEX64, DataType.ACL_COMPLEX128
SHAPE, REST = (2, 3, 4), (2, 4)

SUM = call("aclnnReduceSum", self=t(F32, SHAPE), dims=ints(1), keepDims=False, dtype=F32, out=t(F32, REST))
MEAN = call("aclnnMean", self=t(F32, SHAPE), dim=ints(1), keepDim=False, dtype=F32, out=t(F32, REST))
MEAN_V2 = call(
    "aclnnMeanV2", self=t(F32, SHAPE), dim=ints(1), keepDim=False, noopWithEmptyAxes=False, out=t(F32, REST)
)
ADD_N = call("aclnnSum", tensors=[t(F32, SHAPE), t(F32, SHAPE)], out=t(F32, SHAPE))
OVER_AXES = (SUM, MEAN, MEAN_V2)


def axes_of(base):
    return "dims" if base is SUM else "dim"


def keep_of(base):
    return "keepDims" if base is SUM else "keepDim"


def name_of(made_for):
    return made_for.op.removeprefix("aclnn")


def typed(base, dtype):
    """The call in one dtype, attribute included."""
    changed = with_dtypes(base, dtype)
    return but(changed, dtype=dtype) if "dtype" in base.args else changed
