"""Plain calls of the optimisers."""

from __future__ import annotations

from _case import DTYPES, call, t

F32, S32, S64 = DTYPES["f32"], DTYPES["s32"], DTYPES["s64"]
NEW = ("Ascend910B", "Ascend910_93", "Ascend950")
SHAPE = (2, 3)


def _some(*names: str, dtype: int = F32) -> dict[str, object]:
    return {name: t(dtype, SHAPE) for name in names}


def _ones(*names: str, dtype: int = F32) -> dict[str, object]:
    return {name: t(dtype, (1,)) for name in names}


def _lists(*names: str) -> dict[str, object]:
    return {name: [t(F32, SHAPE), t(F32, (4,))] for name in names}


ADAM_SCALARS = ("beta1Power", "beta2Power", "lr", "beta1", "beta2", "epsilon")
ADAM_W_SCALARS = ("beta1Power", "beta2Power", "lr", "weightDecay", "beta1", "beta2", "eps")

ADAM = call(
    "aclnnApplyAdam",
    **_some("varRef", "m", "v", "grad"),
    **_ones(*ADAM_SCALARS),
    useLocking=False,
    useNesterov=False,
)
ADAM_W = call(
    "aclnnApplyAdamW", **_some("varRef", "mRef", "vRef", "grad", "maxGradNormOptional"), **_ones(*ADAM_W_SCALARS),
    amsgrad=False, maximize=False,
)  # fmt: skip
ADAM_W_V2 = call(
    "aclnnApplyAdamWV2", **_some("varRef", "mRef", "vRef", "maxGradNormOptionalRef", "grad"), **_ones("step"),
    lr=0.01, beta1=0.9, beta2=0.99, weightDecay=0.1, eps=1e-6, amsgrad=False, maximize=False,
)  # fmt: skip
EMA_ADAM = call(
    "aclnnApplyFusedEmaAdam", **_some("grad", "varRef", "mRef", "vRef", "sRef"), **_ones("step", dtype=S64),
    lr=0.01, emaDecay=0.9, beta1=0.9, beta2=0.99, eps=1e-6, mode=1, biasCorrection=True, weightDecay=0.1,
)  # fmt: skip
AMP = call(
    "aclnnAmpUpdateScale", **_ones("currentScale", "foundInf", "updatedScale"),
    **_ones("growthTracker", "updatedGrowthTracker", dtype=S32), growthFactor=2.0, backoffFactor=0.5, growthInterval=3,
)  # fmt: skip
FUSED_ADAMW = call(
    "aclnnFusedAdamw", **_lists("paramsRef", "grads", "expAvgsRef", "expAvgSqsRef", "maxExpAvgSqsRef"),
    stateSteps=[t(F32, (1,)), t(F32, (1,))], **_ones("gradScaleOptional", "foundInfOptional"), lr=0.01, beta1=0.9,
    beta2=0.99, weightDecay=0.1, eps=1e-6, amsgrad=False, maximize=False,
)  # fmt: skip
FUSED_SGD = call(
    "aclnnFusedSgd", **_lists("paramsRef", "gradsRef"), momentumBufferListOptionalRef=[], **_ones("gradScaleOptional"),
    weightDecay=0.1, momentum=0.0, lr=0.01, dampening=0.0, nesterov=False, maximize=False, isFirstStep=False,
)  # fmt: skip
UNSCALE = call(
    "aclnnForeachNonFiniteCheckAndUnscale", **_lists("scaledGrads"), **_ones("foundInf", "invScale")
)

CHIPS = {
    ADAM.op: ("Ascend950",),
    ADAM_W.op: ("Ascend950",),
    ADAM_W_V2.op: NEW,
    EMA_ADAM.op: NEW,
    AMP.op: NEW,
    FUSED_ADAMW.op: NEW,
    FUSED_SGD.op: NEW,
    UNSCALE.op: (*NEW, "Ascend310P"),
}
FAMILY = (ADAM, ADAM_W, ADAM_W_V2, EMA_ADAM, AMP, FUSED_ADAMW, FUSED_SGD, UNSCALE)
