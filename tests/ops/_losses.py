"""Valid calls of the binary cross entropy family, to be changed by the tests."""

from _case import call, t

from aclnn_emu.core.dtypes import DataType

F32 = DataType.ACL_FLOAT
SHAPE = (2, 3)
NONE, MEAN, SUM = 0, 1, 2

BCE = call(
    "aclnnBinaryCrossEntropy",
    self=t(F32, SHAPE),
    target=t(F32, SHAPE),
    weight=t(F32, SHAPE),
    reduction=NONE,
    out=t(F32, SHAPE),
)
GRAD = call(
    "aclnnBinaryCrossEntropyBackward",
    gradOutput=t(F32, SHAPE),
    self=t(F32, SHAPE),
    target=t(F32, SHAPE),
    weightOptional=t(F32, SHAPE),
    reduction=NONE,
    out=t(F32, SHAPE),
)
LOGITS = call(
    "aclnnBinaryCrossEntropyWithLogits",
    self=t(F32, SHAPE),
    target=t(F32, SHAPE),
    weightOptional=t(F32, SHAPE),
    posWeightOptional=t(F32, SHAPE),
    reduction=NONE,
    out=t(F32, SHAPE),
)
LOGITS_GRAD = call(
    "aclnnBinaryCrossEntropyWithLogitsBackward",
    gradOutput=t(F32, SHAPE),
    self=t(F32, SHAPE),
    target=t(F32, SHAPE),
    weightOptional=t(F32, SHAPE),
    posWeightOptional=t(F32, SHAPE),
    reduction=NONE,
    out=t(F32, SHAPE),
)
FAMILY = (BCE, GRAD, LOGITS, LOGITS_GRAD)


def name_of(made_for):
    return made_for.op.removeprefix("aclnn")
