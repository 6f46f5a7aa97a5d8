"""Valid calls of the additions and multiplications, to be changed by the tests."""

from _case import call, s, t

from aclnn_emu.core.dtypes import DataType

F32, F16, F64, BF16 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_DOUBLE, DataType.ACL_BF16
S8, S16, S32, S64 = DataType.ACL_INT8, DataType.ACL_INT16, DataType.ACL_INT32, DataType.ACL_INT64
U8, U16, U32, U64 = DataType.ACL_UINT8, DataType.ACL_UINT16, DataType.ACL_UINT32, DataType.ACL_UINT64
C64, C128, BOOL = DataType.ACL_COMPLEX64, DataType.ACL_COMPLEX128, DataType.ACL_BOOL
F8 = DataType.ACL_FLOAT8_E5M2

SHAPE = (2, 3)
EMPTY, SCALAR = t(F32, (2, 0)), t(F32, ())
ONE, TWO = s(F32, 1.0), s(F32, 2.0)


def tensor(dtype=F32):
    return t(dtype, SHAPE)


ADD = call("aclnnAdd", self=tensor(), other=tensor(), alpha=ONE, out=tensor())
INPLACE_ADD = call("aclnnInplaceAdd", selfRef=tensor(), other=tensor(), alpha=ONE)
ADDS = call("aclnnAdds", self=tensor(), other=TWO, alpha=ONE, out=tensor())
INPLACE_ADDS = call("aclnnInplaceAdds", selfRef=tensor(), other=TWO, alpha=ONE)
MUL = call("aclnnMul", self=tensor(), other=tensor(), out=tensor())
INPLACE_MUL = call("aclnnInplaceMul", selfRef=tensor(), other=tensor())
MULS = call("aclnnMuls", self=tensor(), other=TWO, out=tensor())
INPLACE_MULS = call("aclnnInplaceMuls", selfRef=tensor(), other=TWO)

FAMILY = (ADD, INPLACE_ADD, ADDS, INPLACE_ADDS, MUL, INPLACE_MUL, MULS, INPLACE_MULS)


def name_of(made_for):
    return made_for.op.removeprefix("aclnn")
