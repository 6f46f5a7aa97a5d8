"""Valid calls of the losses besides binary cross entropy, to be changed by the tests."""

from _case import DTYPES, NEW_SOCS, SOCS, but, call, ints, t

F32, S32, S64 = DTYPES["f32"], DTYPES["s32"], DTYPES["s64"]
SHAPE = (2, 3)
NONE, MEAN, SUM, BATCH_MEAN = 0, 1, 2, 3
X = t(F32, SHAPE)

_PAIR = {"self": X, "target": t(F32, SHAPE), "reduction": NONE}
_GRADIENT = {"gradOutput": X, **_PAIR}

MSE = call("aclnnMseLoss", **_PAIR, out=t(F32, SHAPE))
MSE_OUT = call("aclnnMseLossOut", **_PAIR, out=t(F32, SHAPE))
MSE_GRAD = call("aclnnMseLossBackward", **_GRADIENT, out=t(F32, SHAPE))
L1 = call("aclnnL1Loss", **_PAIR, out=t(F32, SHAPE))
L1_GRAD = call("aclnnL1LossBackward", **_GRADIENT, gradInput=t(F32, SHAPE))
SMOOTH = call("aclnnSmoothL1Loss", **_PAIR, beta=1.0, result=t(F32, SHAPE))
SMOOTH_GRAD = call("aclnnSmoothL1LossBackward", gradOut=X, **_PAIR, beta=1.0, gradInput=t(F32, SHAPE))
MARGIN = call("aclnnSoftMarginLoss", **_PAIR, out=t(F32, SHAPE))
MARGIN_GRAD = call("aclnnSoftMarginLossBackward", **_GRADIENT, out=t(F32, SHAPE))
POINTWISE = (MSE, MSE_OUT, MSE_GRAD, L1, L1_GRAD, SMOOTH, SMOOTH_GRAD, MARGIN, MARGIN_GRAD)

KL = call("aclnnKlDiv", **_PAIR, logTarget=False, out=t(F32, SHAPE))
KL_GRAD = call("aclnnKlDivBackward", **_GRADIENT, logTarget=False, out=t(F32, SHAPE))
KL_TARGET = call("aclnnKlDivTargetBackward", **_GRADIENT, logTarget=False, gradTarget=t(F32, SHAPE))
LOGITS_TARGET = call(
    "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
    **_GRADIENT,
    weightOptional=t(F32, SHAPE),
    posWeightOptional=t(F32, SHAPE),
    gradTarget=t(F32, SHAPE),
)
DIVERGENCE = (KL, KL_GRAD, KL_TARGET, LOGITS_TARGET)

_CLASSES = {"target": t(S64, (4,)), "weight": t(F32, (3,)), "reduction": NONE, "ignoreIndex": -100}
_PIXELS = {**_CLASSES, "target": t(S64, (2, 2, 4))}
IMAGES = t(F32, (2, 3, 2, 4))
NLL = call("aclnnNLLLoss", self=t(F32, (4, 3)), **_CLASSES, out=t(F32, (4,)), totalWeightOut=t(F32, (1,)))
NLL_GRAD = call(
    "aclnnNLLLossBackward",
    gradOutput=t(F32, (4,)),
    self=t(F32, (4, 3)),
    **_CLASSES,
    totalWeight=t(F32, (1,)),
    out=t(F32, (4, 3)),
)
NLL2D = call("aclnnNLLLoss2d", self=IMAGES, **_PIXELS, out=t(F32, (2, 2, 4)), totalWeightOut=t(F32, (1,)))
NLL2D_GRAD = call(
    "aclnnNLLLoss2dBackward",
    gradOutput=t(F32, (2, 2, 4)),
    self=IMAGES,
    **_PIXELS,
    totalWeight=t(F32, (1,)),
    out=t(F32, (2, 3, 2, 4)),
)
LIKELIHOOD = (NLL, NLL_GRAD, NLL2D, NLL2D_GRAD)

MULTILABEL = call(
    "aclnnMultilabelMarginLoss",
    self=t(F32, (4, 3)),
    target=t(S64, (4, 3)),
    reduction=NONE,
    out=t(F32, (4,)),
    isTarget=t(F32, (4, 3)),
)
SOFTMAX_CE = call(
    "aclnnSoftmaxCrossEntropyWithLogits",
    features=X,
    labels=t(F32, SHAPE),
    loss=t(F32, (2,)),
    backprop=t(F32, SHAPE),
)
CLASSES = (MULTILABEL, SOFTMAX_CE)

CROSS = call(
    "aclnnCrossEntropyLoss",
    input=t(F32, (4, 3)),
    target=t(S64, (4,)),
    weightOptional=t(F32, (3,)),
    reductionOptional="none",
    ignoreIndex=-100,
    labelSmoothing=0.0,
    lseSquareScaleForZloss=0.0,
    returnZloss=False,
    lossOut=t(F32, (4,)),
    logProbOut=t(F32, (4, 3)),
    zlossOut=t(F32, (4,)),
    lseForZlossOut=t(F32, (4,)),
)
CROSS_GRAD = call(
    "aclnnCrossEntropyLossGrad",
    gradLoss=t(F32, (4,)),
    logProb=t(F32, (4, 3)),
    target=t(S64, (4,)),
    weightOptional=t(F32, (3,)),
    gradZlossOptional=None,
    lseForZlossOptional=None,
    reductionOptional="none",
    ignoreIndex=-100,
    labelSmoothing=0.0,
    lseSquareScaleForZloss=0.0,
    out=t(F32, (4, 3)),
)
CROSS_ENTROPY = (CROSS, CROSS_GRAD)

_LABELS = {"targets": t(S64, (2, 3)), "inputLengths": ints(4, 4)}
CTC = call(
    "aclnnCtcLoss",
    logProbs=t(F32, (4, 2, 3)),
    **_LABELS,
    targetlengths=ints(3, 2),
    blank=0,
    zeroInfinity=False,
    negLogLikelihoodOut=t(F32, (2,)),
    logAlphaOut=t(F32, (2, 4, 8)),
)
CTC_GRAD = call(
    "aclnnCtcLossBackward",
    gradOut=t(F32, (2,)),
    logProbs=t(F32, (4, 2, 3)),
    **_LABELS,
    targetLengths=ints(3, 2),
    negLogLikelihood=t(F32, (2,)),
    logAlpha=t(F32, (2, 4, 8)),
    blank=0,
    zeroInfinity=False,
    out=t(F32, (4, 2, 3)),
)

ROWS, CLASSES_HERE = t(F32, (4,)), t(F32, (4, 16))
SUMS_OF_CLASSES = call(
    "aclnnCrossEntropySumExpAndIndexLogit", vocabParallelLogits=CLASSES_HERE, target=t(S32, (4,)), globalLogitsMax=ROWS,
    vocabStartIndex=32, vocabEndIndex=48, predictedLogitsOut=t(F32, (4,)), sumExpLogitsOut=t(F32, (4,)),
    expLogitsOut=t(F32, (4, 16)), targetOffsetOut=t(S32, (4,)), targetMaskOut=t(S32, (4,)),
)  # fmt: skip
LOSS_OF_SUMS = call(
    "aclnnFusedCrossEntropyLossWithMaxSum", logitsMax=ROWS, sumExpLogits=t(F32, (4,)), predictedLogits=t(F32, (4,)),
    labelSmoothing=0.0, inputOptional=None, weightOptional=None, vocabParallelLogitsOptional=t(F32, (4, 5)),
    lossOut=t(F32, (4,)), softMaxOutOptional=t(F32, (4, 5)),
)  # fmt: skip
ONLY_LOSS_OF_SUMS = but(LOSS_OF_SUMS, vocabParallelLogitsOptional=None, softMaxOutOptional=None)
VOCABULARY = (SUMS_OF_CLASSES, ONLY_LOSS_OF_SUMS)

FAMILY = (
    *VOCABULARY,
    *POINTWISE,
    *DIVERGENCE,
    *LIKELIHOOD,
    *CLASSES,
    CTC,
    CTC_GRAD,
    # A null reduction is a mean, and then these are right as well.
    but(CROSS, reductionOptional="mean", lossOut=t(F32, (1,))),
    but(CROSS_GRAD, reductionOptional="mean", gradLoss=t(F32, (1,))),
)
# Operators that not every chip has.
ONLY_ON = {
    "aclnnCtcLoss": tuple(soc for soc in SOCS if soc != "Ascend950"),  # its logAlphaOut is not padded
    "aclnnKlDivBackward": (*NEW_SOCS, "Ascend910", "Ascend310P"),
    "aclnnKlDivTargetBackward": NEW_SOCS,
    "aclnnCrossEntropyLoss": NEW_SOCS,
    "aclnnCrossEntropyLossGrad": NEW_SOCS,
    "aclnnCrossEntropySumExpAndIndexLogit": ("Ascend950",),
    "aclnnFusedCrossEntropyLossWithMaxSum": NEW_SOCS,
}
