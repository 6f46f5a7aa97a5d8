"""Valid calls of hardtanh, the gradient of prelu, gates of gelu, complex numbers, and generated operators."""

from _case import DTYPES, NEW_SOCS, call, s, t

F32, C64, BOOL = DTYPES["f32"], DTYPES["c64"], DTYPES["bool"]

HARDTANH = call(
    "aclnnHardtanh",
    self=t(F32, (2, 3)),
    clipValueMin=s(F32, -1.0),
    clipValueMax=s(F32, 1.0),
    out=t(F32, (2, 3)),
)
INPLACE_HARDTANH = call(
    "aclnnInplaceHardtanh", selfRef=t(F32, (2, 3)), clipValueMin=s(F32, -1.0), clipValueMax=s(F32, 1.0)
)
PRELU_GRAD = call(
    "aclnnPreluBackward",
    gradOutput=t(F32, (2, 3, 2)),
    self=t(F32, (2, 3, 2)),
    weight=t(F32, (3,)),
    gradInput=t(F32, (2, 3, 2)),
    gradWeight=t(F32, (3,)),
)
BOUNDED = (HARDTANH, INPLACE_HARDTANH, PRELU_GRAD)

_GATE = {"dim": -1, "approximate": 0}
_HALF = t(F32, (2, 3))
GE_GLU = call("aclnnGeGlu", self=t(F32, (2, 6)), **_GATE, out=t(F32, (2, 3)), outGelu=t(F32, (2, 3)))
GE_GLU_V3 = call(
    "aclnnGeGluV3",
    self=t(F32, (2, 6)),
    **_GATE,
    activateLeft=True,
    out=t(F32, (2, 3)),
    outGelu=t(F32, (2, 3)),
)
_BACK = {"gradOutput": _HALF, "self": t(F32, (2, 6)), "gelu": t(F32, (2, 3)), **_GATE}
GE_GLU_GRAD = call("aclnnGeGluBackward", **_BACK, gradInput=t(F32, (2, 6)))
GE_GLU_V3_GRAD = call("aclnnGeGluV3Backward", **_BACK, activateLeft=True, gradInput=t(F32, (2, 6)))
GELU_GATES = (GE_GLU, GE_GLU_V3, GE_GLU_GRAD, GE_GLU_V3_GRAD)

COMPLEX = call("aclnnComplex", real=t(F32, (2, 3)), imag=t(F32, (3,)), out=t(C64, (2, 3)))
POLAR = call("aclnnPolar", input=t(F32, (2, 3)), angle=t(F32, (3,)), out=t(C64, (2, 3)))
ADD_N = call("aclnnAddN", tensors=[t(F32, (2, 3)), t(F32, (2, 3))], out=t(F32, (2, 3)))
NUMBERS = (COMPLEX, POLAR, ADD_N)

SQUARED_RELU = call("aclnnSquaredRelu", input=t(F32, (2, 3)), out=t(F32, (2, 3)))
LOGIT = call("aclnnLogit", input=t(F32, (2, 3)), eps=-1.0, out=t(F32, (2, 3)))
LOGIT_GRAD = call("aclnnLogitGrad", x=t(F32, (2, 3)), dy=t(F32, (2, 3)), eps=-1.0, out=t(F32, (2, 3)))
SWI_GLU = call("aclnnSwiGlu", x=t(F32, (2, 6)), dim=-1, out=t(F32, (2, 3)))
_SITU = {"dim": -1, "beta": 2.0, "linearBeta": 1.5, "activateLeft": True}
SITU_GLU = call("aclnnSituGlu", x=t(F32, (2, 6)), **_SITU, out=t(F32, (2, 3)))
SITU_GLU_GRAD = call("aclnnSituGluGrad", gradY=t(F32, (2, 3)), x=t(F32, (2, 6)), **_SITU, out=t(F32, (2, 6)))
SWI_GLU_GRAD = call("aclnnSwiGluGrad", yGrad=t(F32, (2, 3)), x=t(F32, (2, 6)), dim=-1, out=t(F32, (2, 6)))
GELU_MUL = call("aclnnGeluMul", input=t(F32, (2, 6)), approximateOptional="none", out=t(F32, (2, 3)))
FATRELU_MUL = call("aclnnFatreluMul", input=t(F32, (2, 6)), threshold=t(F32, (1,)), out=t(F32, (2, 3)))
IS_INF = call("aclnnIsInf", x=t(F32, (2, 3)), out=t(BOOL, (2, 3)))
ANGLE = call("aclnnAngleV2", x=t(F32, (2, 3)), out=t(F32, (2, 3)))
GENERATED = (
    SQUARED_RELU, LOGIT, LOGIT_GRAD, SWI_GLU, SWI_GLU_GRAD, SITU_GLU, SITU_GLU_GRAD, GELU_MUL, FATRELU_MUL, IS_INF, ANGLE,
)  # fmt: skip

_CLIPPED = {
    "groupIndexOptional": None,
    "dim": -1,
    "alpha": 1.702,
    "limit": 7.0,
    "bias": 1.0,
    "interleaved": True,
}
CLIPPED = call("aclnnClippedSwiglu", x=t(F32, (2, 6)), **_CLIPPED, out=t(F32, (2, 3)))
CLIPPED_V2 = call("aclnnClippedSwigluV2", x=t(F32, (2, 6)), **_CLIPPED, clampMode=1, out=t(F32, (2, 3)))
CLIPPED_GRAD = call(
    "aclnnClippedSwigluGrad", gradY=t(F32, (2, 3)), x=t(F32, (2, 6)), **_CLIPPED, gradXOut=t(F32, (2, 6))
)
CLIPPED_GATES = (CLIPPED, CLIPPED_V2, CLIPPED_GRAD)

GROUP = call(
    "aclnnSwigluGroup", x=t(F32, (2, 6)), weightOptional=None, groupIndexOptional=None, clampLimit=-1.0, out=t(F32, (2, 3)),
)  # fmt: skip
GROUP_GRAD = call(
    "aclnnSwigluGroupGrad", gradY=t(F32, (2, 3)), x=t(F32, (2, 6)), weightOptional=None, yOriginOptional=None,
    groupIndexOptional=None, clampLimit=0.0, gradXOut=t(F32, (2, 6)), gradWeightOutOptional=None,
)  # fmt: skip
GROUP_GATES = (GROUP, GROUP_GRAD)

FAMILY = (*BOUNDED, *GELU_GATES, *NUMBERS, *GENERATED, *CLIPPED_GATES, *GROUP_GATES)
# Operators that not every chip has.
ONLY_ON = {
    "aclnnAddN": NEW_SOCS,
    "aclnnSquaredRelu": NEW_SOCS,
    "aclnnLogit": NEW_SOCS,
    "aclnnLogitGrad": NEW_SOCS,
    "aclnnGeluMul": NEW_SOCS,
    "aclnnSituGlu": NEW_SOCS,
    "aclnnSituGluGrad": NEW_SOCS,
    "aclnnSwiGlu": (*NEW_SOCS, "Ascend310P"),
    "aclnnSwiGluGrad": (*NEW_SOCS, "Ascend310P"),
    "aclnnIsInf": (*NEW_SOCS, "Ascend310P"),
    "aclnnFatreluMul": ("Ascend910B", "Ascend910_93"),
    "aclnnClippedSwiglu": NEW_SOCS,
    "aclnnClippedSwigluV2": ("Ascend950",),
    "aclnnClippedSwigluGrad": NEW_SOCS,
    "aclnnSwigluGroup": ("Ascend950",),
    "aclnnSwigluGroupGrad": ("Ascend950",),
    "aclnnAngleV2": (*NEW_SOCS, "Ascend910"),
}
