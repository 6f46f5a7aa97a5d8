"""Valid calls of the random operators, to be changed by the tests."""

from _case import NEW_SOCS, call, s, t

from aclnn_emu.core.dtypes import DataType

F32, F16, S64, U8 = DataType.ACL_FLOAT, DataType.ACL_FLOAT16, DataType.ACL_INT64, DataType.ACL_UINT8
SHAPE = (2, 3)
X = {"selfRef": t(F32, SHAPE)}
START = {"seed": 7, "offset": 3}
KEYS = {"seedTensor": t(S64, (1,)), "offsetTensor": t(S64, (1,)), "offset": 3}
MOMENTS = {"mean": 1.0, "std": 2.0}

NORMAL = call("aclnnInplaceNormal", **X, **MOMENTS, **START)
NORMAL_TENSOR = call("aclnnInplaceNormalTensor", **X, **MOMENTS, **KEYS)
NORMAL_TT = call("aclnnNormalTensorTensor", mean=t(F32, SHAPE), std=t(F32, SHAPE), **START, out=t(F32, SHAPE))
NORMAL_TF = call("aclnnNormalTensorFloat", mean=t(F32, SHAPE), std=2.0, **START, out=t(F32, SHAPE))
NORMAL_FT = call("aclnnNormalFloatTensor", mean=1.0, std=t(F32, SHAPE), **START, out=t(F32, SHAPE))
NORMAL_FF = call("aclnnNormalFloatFloat", **MOMENTS, **START, out=t(F32, SHAPE))
RANGE = {"from": -1.0, "to": 3.0}
UNIFORM = call("aclnnInplaceUniform", **X, **RANGE, **START)
UNIFORM_TENSOR = call("aclnnInplaceUniformTensor", **X, **RANGE, **KEYS)
INTEGERS = {"from": -2, "to": 5}
RANDOM = call("aclnnInplaceRandom", **X, **INTEGERS, **START)
RANDOM_TENSOR = call("aclnnInplaceRandomTensor", **X, **INTEGERS, **KEYS)
RANDOM_ALL = call("aclnnInplaceRandomWithoutFromTo", **X, **START)
RANDOM_ALL_TENSOR = call("aclnnInplaceRandomWithoutFromToTensor", **X, **KEYS)
PROB = s(F32, 0.25)
BERNOULLI = call("aclnnBernoulli", self=t(F32, SHAPE), prob=PROB, **START, out=t(F32, SHAPE))
BERNOULLI_IN_PLACE = call("aclnnInplaceBernoulli", **X, prob=PROB, **START)
BERNOULLI_TENSOR = call(
    "aclnnBernoulliTensor", self=t(F32, SHAPE), prob=t(F32, SHAPE), **START, out=t(F32, SHAPE)
)
BERNOULLI_TENSOR_IN_PLACE = call("aclnnInplaceBernoulliTensor", **X, prob=t(F32, SHAPE), **START)
RANDPERM = call("aclnnRandperm", n=6, **START, out=t(S64, (6,)))
DRAW = {"self": t(F32, (2, 5)), "numsamples": 3, "replacement": False}
MULTINOMIAL = call("aclnnMultinomial", **DRAW, **START, out=t(S64, (2, 3)))
MULTINOMIAL_TENSOR = call("aclnnMultinomialTensor", **DRAW, **KEYS, out=t(S64, (2, 3)))
EXPONENTIAL = call("aclnnSimThreadExponential", selfRef=t(F32, SHAPE), count=6, **{"lambda": 2.0}, **START)

MASK = t(U8, (16,))
DROPOUT = call(
    "aclnnDropout", input=t(F32, SHAPE), p=0.25, train=True, **START, out=t(F32, SHAPE), maskOut=MASK
)
DROPOUT_V3 = call(
    "aclnnDropoutV3",
    input=t(F32, SHAPE),
    optionalNoiseShape=None,
    p=0.25,
    **START,
    out=t(F32, SHAPE),
    maskOut=MASK,
)
GEN_MASK = call("aclnnDropoutGenMask", shape=SHAPE, prob=0.25, **START, out=MASK)
GEN_MASK_V2 = call("aclnnDropoutGenMaskV2", shape=SHAPE, prob=0.25, **START, probDataType=F32, out=MASK)
GEN_MASK_V2_TENSOR = call(
    "aclnnDropoutGenMaskV2Tensor", shape=SHAPE, prob=0.25, **KEYS, probDataType=F32, out=MASK
)
DO_MASK = call("aclnnDropoutDoMask", self=t(F32, SHAPE), mask=MASK, prob=0.25, out=t(F32, SHAPE))
BACKWARD = call("aclnnDropoutBackward", gradOutput=t(F32, SHAPE), mask=MASK, scale=1.25, out=t(F32, SHAPE))
V3_GRAD = call("aclnnDropoutV3Grad", gradY=t(F32, SHAPE), mask=MASK, scale=1.25, gradX=t(F32, SHAPE))

FILLS = (NORMAL, NORMAL_TENSOR, UNIFORM, UNIFORM_TENSOR, RANDOM, RANDOM_TENSOR)
TRIALS = (BERNOULLI, BERNOULLI_IN_PLACE, BERNOULLI_TENSOR, BERNOULLI_TENSOR_IN_PLACE)
GENERATORS = (GEN_MASK, GEN_MASK_V2, GEN_MASK_V2_TENSOR)
FAMILY = (
    *FILLS, NORMAL_TT, NORMAL_TF, NORMAL_FT, NORMAL_FF, RANDOM_ALL, RANDOM_ALL_TENSOR, *TRIALS, RANDPERM, MULTINOMIAL,
    MULTINOMIAL_TENSOR, EXPONENTIAL, DROPOUT, DROPOUT_V3, *GENERATORS, DO_MASK, BACKWARD, V3_GRAD,
)  # fmt: skip

NEWEST = ("Ascend950",)
TRIAL_SOCS = (*NEW_SOCS, "Ascend910")
ONLY_ON = {
    EXPONENTIAL.op: NEW_SOCS,
    RANDOM_ALL.op: NEWEST,
    RANDOM_ALL_TENSOR.op: NEWEST,
    DROPOUT_V3.op: NEWEST,
    V3_GRAD.op: NEWEST,
    **{base.op: TRIAL_SOCS for base in TRIALS},
}
