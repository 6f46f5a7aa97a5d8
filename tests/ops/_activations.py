"""Valid calls of the activations with scalars and of the gradients, to be changed by the tests."""

from _case import DTYPES, call, s, t

F32 = DTYPES["f32"]
SHAPE = (2, 3)


def tensor():
    return t(F32, SHAPE)


def scalar(value):
    return s(F32, value)


LEAKY_RELU = call("aclnnLeakyRelu", self=tensor(), negativeSlope=scalar(0.25), out=tensor())
INPLACE_LEAKY_RELU = call("aclnnInplaceLeakyRelu", selfRef=tensor(), negativeSlope=scalar(0.25))
CELU = call("aclnnCelu", self=tensor(), alpha=scalar(1.5), out=tensor())
INPLACE_CELU = call("aclnnInplaceCelu", selfRef=tensor(), alpha=scalar(1.5))
HARDSHRINK = call("aclnnHardshrink", self=tensor(), lambd=scalar(0.5), out=tensor())
SOFTSHRINK = call("aclnnSoftshrink", self=tensor(), lambd=scalar(0.5), out=tensor())
SHRINK = call("aclnnShrink", self=tensor(), lambd=scalar(0.5), bias=scalar(0.25), out=tensor())
SOFTPLUS = call("aclnnSoftplus", self=tensor(), beta=scalar(2.0), threshold=scalar(6.0), out=tensor())
SWISH = call("aclnnSwish", self=tensor(), betaOptional=scalar(1.5), out=tensor())
LOG_SIGMOID = call("aclnnLogSigmoidForward", self=tensor(), out=tensor(), buffer=tensor())
GELU_V2 = call("aclnnGeluV2", x=tensor(), approximate=0, y=tensor())
_ELU = {"alpha": scalar(1.5), "scale": scalar(1.25), "inputScale": scalar(0.5)}
ELU = call("aclnnElu", self=tensor(), **_ELU, out=tensor())
INPLACE_ELU = call("aclnnInplaceElu", selfRef=tensor(), **_ELU)
THRESHOLD = call("aclnnThreshold", self=tensor(), threshold=scalar(0.5), value=scalar(7.0), out=tensor())
INPLACE_THRESHOLD = call("aclnnInplaceThreshold", selfRef=tensor(), threshold=scalar(0.5), value=scalar(7.0))

FORWARD = (
    LEAKY_RELU, INPLACE_LEAKY_RELU, CELU, INPLACE_CELU, HARDSHRINK, SOFTSHRINK, SHRINK, SOFTPLUS, SWISH, LOG_SIGMOID,
    GELU_V2, ELU, INPLACE_ELU, THRESHOLD, INPLACE_THRESHOLD,
)  # fmt: skip


def grad(name, /, x="self", out="gradInput", **others):
    return call(f"aclnn{name}Backward", gradOutput=tensor(), **{x: tensor()}, **others, **{out: tensor()})


SIGMOID_GRAD = grad("Sigmoid", "output")
TANH_GRAD = grad("Tanh", "output")
LEAKY_RELU_GRAD = grad("LeakyRelu", out="out", negativeSlope=scalar(0.25), selfIsResult=False)
ELU_GRAD = grad("Elu", "selfOrResult", **_ELU, isResult=False)
SELU_GRAD = grad("Selu", "result")
FAST_GELU_GRAD = grad("FastGelu")
MISH_GRAD = grad("Mish")
SILU_GRAD = grad("Silu")
SWISH_GRAD = grad("Swish", betaOptional=scalar(1.5))
HARDSHRINK_GRAD = grad("Hardshrink", lambd=scalar(0.5))
SOFTSHRINK_GRAD = grad("Softshrink", **{"lambda": scalar(0.5)})
HARDSIGMOID_GRAD = grad("Hardsigmoid", out="out")
HARDSWISH_GRAD = grad("Hardswish", out="out")
HARDSWISH_GRAD_V2 = call("aclnnHardswishBackwardV2", gradOutput=tensor(), self=tensor(), out=tensor())
LOG_SIGMOID_GRAD = grad("LogSigmoid", buffer=tensor())
HARDTANH_GRAD = grad("Hardtanh", out="out", min=scalar(-1.0), max=scalar(2.0))
SOFTPLUS_GRAD = grad("Softplus", beta=scalar(2.0), threshold=scalar(6.0))
THRESHOLD_GRAD = grad("Threshold", out="out", threshold=scalar(0.5))
GELU_GRAD = grad("Gelu")
GELU_GRAD_V2 = call(
    "aclnnGeluBackwardV2", gradOutput=tensor(), self=tensor(), approximate="none", gradInput=tensor()
)

GRADS = (
    SIGMOID_GRAD, TANH_GRAD, LEAKY_RELU_GRAD, ELU_GRAD, SELU_GRAD, FAST_GELU_GRAD, MISH_GRAD, SILU_GRAD, SWISH_GRAD,
    HARDSHRINK_GRAD, SOFTSHRINK_GRAD, HARDSIGMOID_GRAD, HARDSWISH_GRAD, HARDSWISH_GRAD_V2, LOG_SIGMOID_GRAD,
    HARDTANH_GRAD, SOFTPLUS_GRAD, THRESHOLD_GRAD, GELU_GRAD, GELU_GRAD_V2,
)  # fmt: skip
FAMILY = (*FORWARD, *GRADS)
