"""Valid calls of the operators with one operand that are no rows, to be changed by the tests."""

from _case import DTYPES, call, t

F32, S32, BOOL = DTYPES["f32"], DTYPES["s32"], DTYPES["bool"]
SHAPE = (2, 3)


def tensor(dtype=F32):
    return t(dtype, SHAPE)


ABS = call("aclnnAbs", self=tensor(), out=tensor())
REAL = call("aclnnReal", self=tensor(DTYPES["c64"]), out=tensor())
SIGN = call("aclnnSign", self=tensor(), result=tensor())
ROUND = call("aclnnRoundDecimals", self=tensor(), decimals=1, out=tensor())
INPLACE_ROUND = call("aclnnInplaceRoundDecimals", selfRef=tensor(), decimals=1)
FRAC = call("aclnnFrac", input=tensor(), out=tensor())
INPLACE_FRAC = call("aclnnInplaceFrac", inputRef=tensor())
NAN_TO_NUM = call("aclnnNanToNum", self=tensor(), nan=0.0, posinf=1.0, neginf=-1.0, out=tensor())
INPLACE_NAN_TO_NUM = call("aclnnInplaceNanToNum", selfRef=tensor(), nan=0.0, posinf=1.0, neginf=-1.0)
SINC = call("aclnnSinc", self=tensor(), out=tensor())
INPLACE_SINC = call("aclnnInplaceSinc", selfRef=tensor())
IS_FINITE = call("aclnnIsFinite", self=tensor(), out=tensor(BOOL))
IS_POS_INF = call("aclnnIsPosInf", self=tensor(), out=tensor(BOOL))
IS_NEG_INF = call("aclnnIsNegInf", self=tensor(), out=tensor(BOOL))
SIGNBIT = call("aclnnSignbit", self=tensor(), out=tensor(BOOL))
BITWISE_NOT = call("aclnnBitwiseNot", self=tensor(S32), out=tensor(S32))

OTHERS = (
    ABS, REAL, SIGN, ROUND, INPLACE_ROUND, FRAC, INPLACE_FRAC, NAN_TO_NUM, INPLACE_NAN_TO_NUM, SINC, INPLACE_SINC,
)  # fmt: skip
PREDICATES = (IS_FINITE, IS_POS_INF, IS_NEG_INF, SIGNBIT, BITWISE_NOT)
FAMILY = (*OTHERS, *PREDICATES)
