# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnAdaLayerNormGetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, shift: aclTensor | None, weightOptional: aclTensor | None,
    biasOptional: aclTensor | None, epsilon: float, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaLayerNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaLayerNormBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, input: aclTensor | None, normalizedShape: aclIntArray | None,
    rstd: aclTensor | None, mean: aclTensor | None, scale: aclTensor | None, shift: aclTensor | None,
    weightOptional: aclTensor | None, biasOptional: aclTensor | None, gradInputOut: aclTensor | None,
    gradScaleOut: aclTensor | None, gradShiftOut: aclTensor | None, gradWeightOut: aclTensor | None,
    gradBiasOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaLayerNormBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaLayerNormQuantGetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, shift: aclTensor | None, weightOptional: aclTensor | None,
    biasOptional: aclTensor | None, smoothScalesOptional: aclTensor | None, epsilon: float,
    quantMode: str | bytes | None, out: aclTensor | None, quantScale: aclTensor | None,
    quantOffsetOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaLayerNormQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaLayerNormV2GetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, shift: aclTensor | None, weightOptional: aclTensor | None,
    biasOptional: aclTensor | None, epsilon: float, out: aclTensor | None, meanOutOptional: aclTensor | None,
    rstdOutOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaLayerNormV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddLayerNormGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None,
    biasOptional: aclTensor | None, epsilon: float, additionalOutput: bool, yOut: aclTensor | None,
    meanOut: aclTensor | None, rstdOut: aclTensor | None, xOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddLayerNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddLayerNormGradGetWorkspaceSize(
    dy: aclTensor | None, x1: aclTensor | None, x2: aclTensor | None, rstd: aclTensor | None,
    mean: aclTensor | None, gamma: aclTensor | None, dsumOptional: aclTensor | None, dxOut: aclTensor | None,
    dgammaOut: aclTensor | None, dbetaOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddLayerNormGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddLayerNormQuantGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None,
    biasOptional: aclTensor | None, scales1Optional: aclTensor | None, scales2Optional: aclTensor | None,
    zeroPoints1Optional: aclTensor | None, zeroPoints2Optional: aclTensor | None,
    quantMode: str | bytes | None, epsilon: float, additionalOutput: bool, divMode: bool,
    y1Out: aclTensor | None, y2Out: aclTensor | None, xOut: aclTensor | None,
    outScales1Out: aclTensor | None, outScales2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddLayerNormQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddLayerNormQuantV2GetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None,
    biasOptional: aclTensor | None, scales1Optional: aclTensor | None, scales2Optional: aclTensor | None,
    zeroPoints1Optional: aclTensor | None, zeroPoints2Optional: aclTensor | None,
    quantMode: str | bytes | None, epsilon: float, additionalOutput: bool, divMode: bool,
    y1Out: aclTensor | None, y2Out: aclTensor | None, xOut: aclTensor | None, layernormRes: aclTensor | None,
    outScales1Out: aclTensor | None, outScales2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddLayerNormQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddRmsNormGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, epsilon: float,
    yOut: aclTensor | None, rstdOut: aclTensor | None, xOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRmsNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddRmsNormCastGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, epsilon: float,
    y1Out: aclTensor | None, y2Out: aclTensor | None, rstdOut: aclTensor | None, xOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRmsNormCast(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddRmsNormDynamicMxQuantGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None,
    epsilon: float, scaleAlg: int, roundMode: str | bytes | None, dstType: int, outputRstd: bool,
    yOut: aclTensor | None, xOut: aclTensor | None, mxscaleOut: aclTensor | None, rstdOut: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRmsNormDynamicMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddRmsNormDynamicQuantGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None,
    smoothScale1Optional: aclTensor | None, smoothScale2Optional: aclTensor | None, epsilon: float,
    y1Out: aclTensor | None, y2Out: aclTensor | None, xOut: aclTensor | None, scale1Out: aclTensor | None,
    scale2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRmsNormDynamicQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddRmsNormDynamicQuantV2GetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None,
    smoothScale1Optional: aclTensor | None, smoothScale2Optional: aclTensor | None,
    betaOptional: aclTensor | None, epsilon: float, outputMask: aclBoolArray | None, y1Out: aclTensor | None,
    y2Out: aclTensor | None, xOut: aclTensor | None, scale1Out: aclTensor | None,
    scale2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRmsNormDynamicQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddRmsNormQuantGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, scales1: aclTensor | None,
    scales2Optional: aclTensor | None, zeroPoints1Optional: aclTensor | None,
    zeroPoints2Optional: aclTensor | None, axis: int, epsilon: float, divMode: bool, y1Out: aclTensor | None,
    y2Out: aclTensor | None, xOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRmsNormQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddRmsNormQuantV2GetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, gamma: aclTensor | None, scales1: aclTensor | None,
    scales2Optional: aclTensor | None, zeroPoints1Optional: aclTensor | None,
    zeroPoints2Optional: aclTensor | None, betaOptional: aclTensor | None, axis: int, epsilon: float,
    divMode: bool, y1Out: aclTensor | None, y2Out: aclTensor | None, xOut: aclTensor | None,
    rmsNormOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRmsNormQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchNormGetWorkspaceSize(
    input: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None, runningMean: aclTensor | None,
    runningVar: aclTensor | None, training: bool, momentum: float, eps: float, output: aclTensor | None,
    saveMean: aclTensor | None, saveInvstd: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchNormBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, input: aclTensor | None, weight: aclTensor | None,
    runningMean: aclTensor | None, runningVar: aclTensor | None, saveMean: aclTensor | None,
    saveInvstd: aclTensor | None, training: bool, eps: float, outputMask: aclBoolArray | None,
    gradInput: aclTensor | None, gradWeight: aclTensor | None, gradBias: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchNormBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchNormElemtGetWorkspaceSize(
    input: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None, mean: aclTensor | None,
    invstd: aclTensor | None, eps: float, output: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchNormElemt(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchNormElemtBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, input: aclTensor | None, mean: aclTensor | None, invstd: aclTensor | None,
    weight: aclTensor | None, sumDy: aclTensor | None, sumDyXmu: aclTensor | None, counter: aclTensor | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchNormElemtBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(
    input: aclTensor | None, mean: aclTensor | None, invstd: aclTensor | None, runningMean: aclTensor | None,
    runningVar: aclTensor | None, momentum: float, eps: float, counts: aclTensor | None,
    meanAll: aclTensor | None, invstdAll: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchNormGatherStatsWithCounts(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchNormReduceGetWorkspaceSize(
    x: aclTensor | None, sum: aclTensor | None, squareSum: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchNormReduce(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchNormReduceBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, input: aclTensor | None, mean: aclTensor | None, invstd: aclTensor | None,
    weight: aclTensor | None, inputG: bool, weightG: bool, biasG: bool, sumDy: aclTensor | None,
    sumDyXmu: aclTensor | None, gradWeight: aclTensor | None, gradBias: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchNormReduceBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDeepNormGetWorkspaceSize(
    x: aclTensor | None, gx: aclTensor | None, beta: aclTensor | None, gamma: aclTensor | None, alpha: float,
    epsilon: float, meanOut: aclTensor | None, rstdOut: aclTensor | None, yOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDeepNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDeepNormGradGetWorkspaceSize(
    dy: aclTensor | None, x: aclTensor | None, gx: aclTensor | None, gamma: aclTensor | None,
    mean: aclTensor | None, rstd: aclTensor | None, alpha: float, dxOut: aclTensor | None,
    dgxOut: aclTensor | None, dbetaOut: aclTensor | None, dgammaOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDeepNormGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnEmbeddingRenormGetWorkspaceSize(
    selfRef: aclTensor | None, indices: aclTensor | None, maxNorm: float, normType: float, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnEmbeddingRenorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFastBatchNormBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, input: aclTensor | None, weight: aclTensor | None,
    runningMean: aclTensor | None, runningVar: aclTensor | None, saveMean: aclTensor | None,
    saveInvstd: aclTensor | None, training: bool, eps: float, outputMask: aclBoolArray | None, version: int,
    gradInput: aclTensor | None, gradWeight: aclTensor | None, gradBias: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFastBatchNormBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFastLayerNormGetWorkspaceSize(
    input: aclTensor | None, normalizedShape: aclIntArray | None, weightOptional: aclTensor | None,
    biasOptional: aclTensor | None, eps: float, out: aclTensor | None, meanOutOptional: aclTensor | None,
    rstdOutOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFastLayerNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGemmaRmsNormGetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, epsilon: float, yOut: aclTensor | None,
    rstdOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGemmaRmsNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupNormGetWorkspaceSize(
    self: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, N: int, C: int, HxW: int,
    group: int, eps: float, out: aclTensor | None, meanOut: aclTensor | None, rstdOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupNormBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, input: aclTensor | None, mean: aclTensor | None, rstd: aclTensor | None,
    gamma: aclTensor | None, N: int, C: int, HxW: int, group: int, outputMask: aclBoolArray | None,
    gradInput: aclTensor | None, gradGammaOut: aclTensor | None, gradBetaOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupNormBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupNormSiluGetWorkspaceSize(
    self: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, group: int, eps: float,
    out: aclTensor | None, meanOut: aclTensor | None, rstdOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupNormSilu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupNormSiluQuantGetWorkspaceSize(
    self: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, quantScale: aclTensor | None,
    group: int, eps: float, activateSilu: bool, out: aclTensor | None, meanOut: aclTensor | None,
    rstdOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupNormSiluQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupNormSiluV2GetWorkspaceSize(
    self: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, group: int, eps: float,
    activateSilu: bool, out: aclTensor | None, meanOut: aclTensor | None, rstdOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupNormSiluV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupNormSwishGetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, numGroups: int,
    dataFormatOptional: str | bytes | None, eps: float, activateSwish: bool, swishScale: float,
    yOut: aclTensor | None, meanOut: aclTensor | None, rstdOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupNormSwish(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupNormSwishGradGetWorkspaceSize(
    dy: aclTensor | None, mean: aclTensor | None, rstd: aclTensor | None, x: aclTensor | None,
    gamma: aclTensor | None, beta: aclTensor | None, numGroups: int, dataFormatOptional: str | bytes | None,
    swishScale: float, dgammaIsRequire: bool, dbetaIsRequire: bool, dxOut: aclTensor | None,
    dgammaOut: aclTensor | None, dbetaOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupNormSwishGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceAddRmsNormGetWorkspaceSize(
    x1Ref: aclTensor | None, x2Ref: aclTensor | None, gamma: aclTensor | None, epsilon: float,
    rstdOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceAddRmsNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceRenormGetWorkspaceSize(
    selfRef: aclTensor | None, p: aclScalar | None, dim: int, maxNorm: aclScalar | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceRenorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInstanceNormGetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, dataFormat: str | bytes | None,
    eps: float, y: aclTensor | None, mean: aclTensor | None, variance: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInstanceNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLayerNormGetWorkspaceSize(
    input: aclTensor | None, normalizedShape: aclIntArray | None, weightOptional: aclTensor | None,
    biasOptional: aclTensor | None, eps: float, out: aclTensor | None, meanOutOptional: aclTensor | None,
    rstdOutOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLayerNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLayerNormBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, input: aclTensor | None, normalizedShape: aclIntArray | None,
    mean: aclTensor | None, rstd: aclTensor | None, weightOptional: aclTensor | None,
    biasOptional: aclTensor | None, outputMask: aclBoolArray | None, gradInputOut: aclTensor | None,
    gradWeightOut: aclTensor | None, gradBiasOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLayerNormBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLayerNormQuantGetWorkspaceSize(
    x: aclTensor | None, gammma: aclTensor | None, beta: aclTensor | None, scale: aclTensor | None,
    zeroPointsOptional: aclTensor | None, quantMode: int, epsilon: float, res: aclTensor | None,
    scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLayerNormQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLayerNormWithImplModeGetWorkspaceSize(
    input: aclTensor | None, normalizedShape: aclIntArray | None, weightOptional: aclTensor | None,
    biasOptional: aclTensor | None, eps: float, out: aclTensor | None, meanOutOptional: aclTensor | None,
    rstdOutOptional: aclTensor | None, implMode: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLayerNormWithImplMode(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLinalgVectorNormGetWorkspaceSize(
    self: aclTensor | None, ord: aclScalar | None, dims: aclIntArray | None, keepDims: bool,
    dtype: aclDataType | int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLinalgVectorNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaskedSoftmaxWithRelPosBiasGetWorkspaceSize(
    x: aclTensor | None, attenMaskOptional: aclTensor | None, relativePosBias: aclTensor | None,
    scaleValue: float, innerPrecisionMode: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaskedSoftmaxWithRelPosBias(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNormGetWorkspaceSize(
    self: aclTensor | None, pScalar: aclScalar | None, dim: aclIntArray | None, keepdim: bool,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantizedBatchNormGetWorkspaceSize(
    input: aclTensor | None, mean: aclTensor | None, var: aclTensor | None, inputScale: aclScalar | None,
    inputZeroPoint: aclScalar | None, outputScale: aclScalar | None, outputZeroPoint: aclScalar | None,
    weight: aclTensor | None, bias: aclTensor | None, epsilon: float, output: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantizedBatchNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRenormGetWorkspaceSize(
    self: aclTensor | None, p: aclScalar | None, dim: int, maxNorm: aclScalar | None, out: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRenorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRmsNormGetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, epsilon: float, yOut: aclTensor | None,
    rstdOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRmsNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRmsNormDynamicMxQuantGetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, epsilon: float, scaleAlg: int,
    roundMode: str | bytes | None, dstType: int, outputRstd: bool, yOut: aclTensor | None,
    mxscaleOut: aclTensor | None, rstdOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRmsNormDynamicMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRmsNormDynamicQuantGetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, smoothScalesOptional: aclTensor | None,
    betaOptional: aclTensor | None, epsilon: float, dstType: int, yOut: aclTensor | None,
    scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRmsNormDynamicQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRmsNormGradGetWorkspaceSize(
    dy: aclTensor | None, x: aclTensor | None, rstd: aclTensor | None, gamma: aclTensor | None,
    dxOut: aclTensor | None, dgammaOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRmsNormGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRmsNormGradQuantGetWorkspaceSize(
    dy: aclTensor | None, x: aclTensor | None, rstd: aclTensor | None, gamma: aclTensor | None,
    scalesX: aclTensor | None, offsetXOptional: aclTensor | None, quantMode: str | bytes | None,
    divMode: bool, dxOut: aclTensor | None, dgammaOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRmsNormGradQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRmsNormQuantGetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, beta: aclTensor | None, scale: aclTensor | None,
    offset: aclTensor | None, epsilon: float, y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRmsNormQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRmsNormQuantV3GetWorkspaceSize(
    x: aclTensor | None, gamma: aclTensor | None, scale: aclTensor | None, offset: aclTensor | None,
    beta: aclTensor | None, epsilon: float, divMode: bool, outputRstd: bool, y: aclTensor | None,
    rstd: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRmsNormQuantV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSyncBatchNormGatherStatsGetWorkspaceSize(
    totalSum: aclTensor | None, totalSquareSum: aclTensor | None, sampleCount: aclTensor | None,
    mean: aclTensor | None, variance: aclTensor | None, momentum: float, eps: float,
    batchMean: aclTensor | None, batchInvstd: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSyncBatchNormGatherStats(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
