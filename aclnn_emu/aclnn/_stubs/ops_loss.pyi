# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnBinaryCrossEntropyGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, weight: aclTensor | None, reduction: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBinaryCrossEntropy(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None,
    weightOptional: aclTensor | None, reduction: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBinaryCrossEntropyBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, weightOptional: aclTensor | None,
    posWeightOptional: aclTensor | None, reduction: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBinaryCrossEntropyWithLogits(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None,
    weightOptional: aclTensor | None, posWeightOptional: aclTensor | None, reduction: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBinaryCrossEntropyWithLogitsBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnChamferDistanceBackwardGetWorkspaceSize(
    xyz1: aclTensor | None, xyz2: aclTensor | None, idx1: aclTensor | None, idx2: aclTensor | None,
    gradDist1: aclTensor | None, gradDist2: aclTensor | None, gradXyz1: aclTensor | None,
    gradXyz2: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnChamferDistanceBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCrossEntropyLossGetWorkspaceSize(
    input: aclTensor | None, target: aclTensor | None, weightOptional: aclTensor | None,
    reductionOptional: str | bytes | None, ignoreIndex: int, labelSmoothing: float,
    lseSquareScaleForZloss: float, returnZloss: bool, lossOut: aclTensor | None,
    logProbOut: aclTensor | None, zlossOut: aclTensor | None, lseForZlossOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCrossEntropyLoss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCrossEntropyLossGradGetWorkspaceSize(
    gradLoss: aclTensor | None, logProb: aclTensor | None, target: aclTensor | None,
    weightOptional: aclTensor | None, gradZlossOptional: aclTensor | None,
    lseForZlossOptional: aclTensor | None, reductionOptional: str | bytes | None, ignoreIndex: int,
    labelSmoothing: float, lseSquareScaleForZloss: float, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCrossEntropyLossGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize(
    vocabParallelLogits: aclTensor | None, target: aclTensor | None, globalLogitsMax: aclTensor | None,
    vocabStartIndex: int, vocabEndIndex: int, predictedLogitsOut: aclTensor | None,
    sumExpLogitsOut: aclTensor | None, expLogitsOut: aclTensor | None, targetOffsetOut: aclTensor | None,
    targetMaskOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCrossEntropySumExpAndIndexLogit(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCtcLossGetWorkspaceSize(
    logProbs: aclTensor | None, targets: aclTensor | None, inputLengths: aclIntArray | None,
    targetlengths: aclIntArray | None, blank: int, zeroInfinity: bool, negLogLikelihoodOut: aclTensor | None,
    logAlphaOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCtcLoss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCtcLossBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, logProbs: aclTensor | None, targets: aclTensor | None,
    inputLengths: aclIntArray | None, targetLengths: aclIntArray | None, negLogLikelihood: aclTensor | None,
    logAlpha: aclTensor | None, blank: int, zeroInfinity: bool, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCtcLossBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedCrossEntropyLossWithMaxSumGetWorkspaceSize(
    logitsMax: aclTensor | None, sumExpLogits: aclTensor | None, predictedLogits: aclTensor | None,
    labelSmoothing: float, inputOptional: aclTensor | None, weightOptional: aclTensor | None,
    vocabParallelLogitsOptional: aclTensor | None, lossOut: aclTensor | None,
    softMaxOutOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedCrossEntropyLossWithMaxSum(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnKlDivBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None, reduction: int,
    logTarget: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnKlDivBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnKlDivTargetBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None, reduction: int,
    logTarget: bool, gradTarget: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnKlDivTargetBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnL1LossGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, reduction: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnL1Loss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnL1LossBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None, reduction: int,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnL1LossBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLogitGetWorkspaceSize(
    input: aclTensor | None, eps: float, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLogit(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLogitGradGetWorkspaceSize(
    x: aclTensor | None, dy: aclTensor | None, eps: float, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLogitGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMseLossGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, reduction: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMseLoss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMseLossBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None, reduction: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMseLossBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMseLossOutGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, reduction: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMseLossOut(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMultilabelMarginLossGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, reduction: int, out: aclTensor | None,
    isTarget: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMultilabelMarginLoss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNLLLossGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, weight: aclTensor | None, reduction: int,
    ignoreIndex: int, out: aclTensor | None, totalWeightOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNLLLoss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNLLLoss2dGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, weight: aclTensor | None, reduction: int,
    ignoreIndex: int, out: aclTensor | None, totalWeightOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNLLLoss2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNLLLoss2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None, weight: aclTensor | None,
    reduction: int, ignoreIndex: int, totalWeight: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNLLLoss2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNLLLossBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None, weight: aclTensor | None,
    reduction: int, ignoreIndex: int, totalWeight: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNLLLossBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSmoothL1LossGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, reduction: int, beta: float, result: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSmoothL1Loss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSmoothL1LossBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, self: aclTensor | None, target: aclTensor | None, reduction: int, beta: float,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSmoothL1LossBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftMarginLossGetWorkspaceSize(
    self: aclTensor | None, target: aclTensor | None, reduction: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftMarginLoss(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftMarginLossBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None, reduction: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftMarginLossBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
