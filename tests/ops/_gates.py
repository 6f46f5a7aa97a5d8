"""Valid calls of the activations of several tensors or of halves, to be changed by the tests."""

from _case import DTYPES, call, s, t

F32 = DTYPES["f32"]
GLU = call("aclnnGlu", self=t(F32, (2, 4)), dim=1, out=t(F32, (2, 2)))
GLU_GRAD = call("aclnnGluBackward", gradOut=t(F32, (2, 2)), self=t(F32, (2, 4)), dim=-1, out=t(F32, (2, 4)))
PRELU = call("aclnnPrelu", self=t(F32, (2, 3, 2)), weight=t(F32, (3,)), out=t(F32, (2, 3, 2)))
ADD_RELU = call(
    "aclnnAddRelu", self=t(F32, (2, 3)), other=t(F32, (3,)), alpha=s(F32, 1.0), out=t(F32, (2, 3))
)
INPLACE_ADD_RELU = call("aclnnInplaceAddRelu", selfRef=t(F32, (2, 3)), other=t(F32, (3,)), alpha=s(F32, 1.0))
_NOISY = {
    "self": t(F32, (2, 3)), "noise": t(F32, (2, 3)), "lower": s(F32, 0.125), "upper": s(F32, 0.375),
    "training": False, "seed": 0, "offset": 0,
}  # fmt: skip
RRELU = call("aclnnRReluWithNoise", **_NOISY, out=t(F32, (2, 3)))
INPLACE_RRELU = call("aclnnInplaceRReluWithNoise", **_NOISY)

FAMILY = (GLU, GLU_GRAD, PRELU, ADD_RELU, INPLACE_ADD_RELU, RRELU, INPLACE_RRELU)
