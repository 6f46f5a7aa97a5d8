# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnAddbmmGetWorkspaceSize(
    self: aclTensor | None, batch1: aclTensor | None, batch2: aclTensor | None, beta: aclScalar | None,
    alpha: aclScalar | None, out: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddbmm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddmmGetWorkspaceSize(
    self: aclTensor | None, mat1: aclTensor | None, mat2: aclTensor | None, beta: aclScalar | None,
    alpha: aclScalar | None, out: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddmm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddmmWeightNzGetWorkspaceSize(
    self: aclTensor | None, mat1: aclTensor | None, mat2: aclTensor | None, beta: aclScalar | None,
    alpha: aclScalar | None, out: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddmmWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAddmvGetWorkspaceSize(
    self: aclTensor | None, mat: aclTensor | None, vec: aclTensor | None, alpha: aclScalar | None,
    beta: aclScalar | None, out: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddmv(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBaddbmmGetWorkspaceSize(
    self: aclTensor | None, batch1: aclTensor | None, batch2: aclTensor | None, beta: aclScalar | None,
    alpha: aclScalar | None, out: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBaddbmm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchMatMulGetWorkspaceSize(
    self: aclTensor | None, mat2: aclTensor | None, out: aclTensor | None, cubeMathType: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchMatMul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchMatMulWeightNzGetWorkspaceSize(
    self: aclTensor | None, mat2: aclTensor | None, out: aclTensor | None, cubeMathType: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchMatMulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBatchMatmulQuantGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, quantParam: aclTensor | None, bias: aclTensor | None,
    transposeX1: bool, transposeX2: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBatchMatmulQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnConvertWeightToINT4PackGetWorkspaceSize(
    weight: aclTensor | None, weightInt4Pack: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConvertWeightToINT4Pack(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDualLevelQuantMatmulWeightNzGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1Level0Scale: aclTensor | None,
    x2Level0Scale: aclTensor | None, x1Level1Scale: aclTensor | None, x2Level1Scale: aclTensor | None,
    optionalBias: aclTensor | None, transposeX1: bool, transposeX2: bool, level0GroupSize: int,
    level1GroupSize: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDualLevelQuantMatmulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnEinsumGetWorkspaceSize(
    tensors: aclTensorList | None, equation: str | bytes | None, output: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnEinsum(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize(
    grad: aclTensor | None, input: aclTensor | None, weight: aclTensor | None, targetMask: aclTensor | None,
    maskedTarget: aclTensor | None, labelSmoothing: float, logitsMaxOptional: aclTensor | None,
    sumExpLogitsOptional: aclTensor | None, softmaxOptional: aclTensor | None,
    inputGradOut: aclTensor | None, weightGradOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedLinearCrossEntropyLossGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedLinearOnlineMaxSumGetWorkspaceSize(
    input: aclTensor | None, weight: aclTensor | None, target: aclTensor | None, vocabStartIndex: int,
    vocabEndIndex: int, logitsMaxLocalOut: aclTensor | None, sumExpLogitsLocalOut: aclTensor | None,
    predictedLogitsLocalOut: aclTensor | None, targetMaskOut: aclTensor | None,
    maskedTargetOut: aclTensor | None, vocabParallelLogitsOutOptional: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedLinearOnlineMaxSum(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedMatmulGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, bias: aclTensor | None, x3: aclTensor | None,
    fusedOpType: str | bytes | None, cubeMathType: int, y: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedMatmul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedQuantMatmulGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1Scale: aclTensor | None, x2Scale: aclTensor | None,
    yScaleOptional: aclTensor | None, x1OffsetOptional: aclTensor | None, x2OffsetOptional: aclTensor | None,
    yOffsetOptional: aclTensor | None, biasOptional: aclTensor | None, x3Optional: aclTensor | None,
    fusedOpType: str | bytes | None, groupSizeOptional: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedQuantMatmul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedQuantMatmulWeightNzGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1Scale: aclTensor | None, x2Scale: aclTensor | None,
    yScaleOptional: aclTensor | None, x1OffsetOptional: aclTensor | None, x2OffsetOptional: aclTensor | None,
    yOffsetOptional: aclTensor | None, biasOptional: aclTensor | None, x3Optional: aclTensor | None,
    fusedOpType: str | bytes | None, groupSizeOptional: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedQuantMatmulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGemmGetWorkspaceSize(
    A: aclTensor | None, B: aclTensor | None, C: aclTensor | None, alpha: float, beta: float, transA: int,
    transB: int, out: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGemm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceAddbmmGetWorkspaceSize(
    selfRef: aclTensor | None, batch1: aclTensor | None, batch2: aclTensor | None, beta: aclScalar | None,
    alpha: aclScalar | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceAddbmm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceAddmmGetWorkspaceSize(
    selfRef: aclTensor | None, mat1: aclTensor | None, mat2: aclTensor | None, beta: aclScalar | None,
    alpha: aclScalar | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceAddmm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceBaddbmmGetWorkspaceSize(
    selfRef: aclTensor | None, batch1: aclTensor | None, batch2: aclTensor | None, beta: aclScalar | None,
    alpha: aclScalar | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceBaddbmm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMatmulGetWorkspaceSize(
    self: aclTensor | None, mat2: aclTensor | None, out: aclTensor | None, cubeMathType: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMatmul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMatmulCompressGetWorkspaceSize(
    x: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None, compressIndex: aclTensor | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMatmulCompress(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMatmulCompressDequantGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, compressIndex: aclTensor | None, bias: aclTensor | None,
    deqScale: aclTensor | None, offsetW: aclTensor | None, offsetX: int, compressInfo: aclIntArray | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMatmulCompressDequant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMatmulEmuSplitWeightGetWorkspaceSize(
    x: aclTensor | None, wHigh: aclTensor | None, wLow: aclTensor | None, y: aclTensor | None,
    wLowScale: float, yDtype: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMatmulEmuSplitWeight(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMatmulWeightNzGetWorkspaceSize(
    self: aclTensor | None, mat2: aclTensor | None, out: aclTensor | None, cubeMathType: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMatmulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMmGetWorkspaceSize(
    self: aclTensor | None, mat2: aclTensor | None, out: aclTensor | None, cubeMathType: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMvGetWorkspaceSize(
    self: aclTensor | None, vec: aclTensor | None, out: aclTensor | None, cubeMathType: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMv(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantBatchMatmulInplaceAddGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1ScaleOptional: aclTensor | None, x2Scale: aclTensor | None,
    yRef: aclTensor | None, transposeX1: bool, transposeX2: bool, groupSize: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantBatchMatmulInplaceAdd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, bias: aclTensor | None, deqScale: float,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulActivationQuantWeightNzGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1ScaleOptional: aclTensor | None, x2Scale: aclTensor | None,
    biasOptional: aclTensor | None, transposeX1: bool, transposeX2: bool, groupSize: int,
    activationType: str | bytes | None, quantMode: str | bytes | None, roundMode: str | bytes | None,
    scaleAlg: int, dstTypeMax: float, yOut: aclTensor | None, yScaleOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulActivationQuantWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulDequantGetWorkspaceSize(
    x: aclTensor | None, weight: aclTensor | None, weightScale: aclTensor | None,
    biasOptional: aclTensor | None, xScaleOptional: aclTensor | None, xOffsetOptional: aclTensor | None,
    smoothScaleOptional: aclTensor | None, xQuantMode: str | bytes | None, transposeWeight: bool,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulDequant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulReduceSumWeightNzGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1Scale: aclTensor | None, x2Scale: aclTensor | None,
    yScale: aclTensor | None, x1Offset: aclTensor | None, x2Offset: aclTensor | None,
    yOffset: aclTensor | None, bias: aclTensor | None, transposeX1: bool, transposeX2: bool, groupSize: int,
    dims: aclIntArray | None, keepDims: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulReduceSumWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulV2GetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, bias: aclTensor | None, deqScale: aclTensor | None,
    adjX1: bool, adjX2: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulV3GetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, scale: aclTensor | None, offset: aclTensor | None,
    bias: aclTensor | None, transposeX1: bool, transposeX2: bool, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulV4GetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, scale: aclTensor | None, offset: aclTensor | None,
    pertokenScaleOptional: aclTensor | None, bias: aclTensor | None, transposeX1: bool, transposeX2: bool,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulV4(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulV5GetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1Scale: aclTensor | None, x2Scale: aclTensor | None,
    yScale: aclTensor | None, x1Offset: aclTensor | None, x2Offset: aclTensor | None,
    yOffset: aclTensor | None, bias: aclTensor | None, transposeX1: bool, transposeX2: bool, groupSize: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulV5(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMatmulWeightNzGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, x1Scale: aclTensor | None, x2Scale: aclTensor | None,
    yScale: aclTensor | None, x1Offset: aclTensor | None, x2Offset: aclTensor | None,
    yOffset: aclTensor | None, bias: aclTensor | None, transposeX1: bool, transposeX2: bool, groupSize: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMatmulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRotateQuantGetWorkspaceSize(
    x: aclTensor | None, rotation: aclTensor | None, alpha: aclTensor | None, axis: int,
    roundMode: str | bytes | None, scaleAlg: int, dstTypeMax: float, trans: bool, yOut: aclTensor | None,
    scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRotateQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSparse4to2QuantMatmulWeightNzGetWorkspaceSize(
    x: aclTensor | None, sparseWeight: aclTensor | None, index: aclTensor | None, xScale: aclTensor | None,
    sparseWeightScale: aclTensor | None, biasOptional: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSparse4to2QuantMatmulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransposeBatchMatMulGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, bias: aclTensor | None, scale: aclTensor | None,
    permX1: aclIntArray | None, permX2: aclIntArray | None, permY: aclIntArray | None, cubeMathType: int,
    batchSplitFactor: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransposeBatchMatMul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, bias: aclTensor | None, scale: aclTensor | None,
    permX1: aclIntArray | None, permX2: aclIntArray | None, permY: aclIntArray | None, cubeMathType: int,
    batchSplitFactor: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransposeBatchMatMulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransposeQuantBatchMatMulGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, bias: aclTensor | None, x1Scale: aclTensor | None,
    x2Scale: aclTensor | None, dtype: int, groupSize: int, permX1: aclIntArray | None,
    permX2: aclIntArray | None, permY: aclIntArray | None, batchSplitFactor: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransposeQuantBatchMatMul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransposeQuantBatchMatMulWeightNzGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, bias: aclTensor | None, x1Scale: aclTensor | None,
    x2Scale: aclTensor | None, dtype: int, groupSize: int, permX1: aclIntArray | None,
    permX2: aclIntArray | None, permY: aclIntArray | None, batchSplitFactor: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransposeQuantBatchMatMulWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnWeightQuantBatchMatmulGetWorkspaceSize(
    x1: aclTensor | None, x2: aclTensor | None, diagonalMatrix: aclTensor | None,
    deqOffset: aclTensor | None, deqScale: aclTensor | None, addOffset: aclTensor | None,
    mulScale: aclTensor | None, bias: aclTensor | None, transposeX1: bool, transposeX2: bool,
    antiquantScale: float, antiquantOffset: float, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnWeightQuantBatchMatmul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnWeightQuantBatchMatmulNzGetWorkspaceSize(
    x: aclTensor | None, weight: aclTensor | None, antiquantScale: aclTensor | None,
    antiquantOffsetOptional: aclTensor | None, quantScaleOptional: aclTensor | None,
    quantOffsetOptional: aclTensor | None, biasOptional: aclTensor | None, antiquantGroupSize: int,
    y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnWeightQuantBatchMatmulNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(
    x: aclTensor | None, weight: aclTensor | None, antiquantScale: aclTensor | None,
    antiquantOffsetOptional: aclTensor | None, quantScaleOptional: aclTensor | None,
    quantOffsetOptional: aclTensor | None, biasOptional: aclTensor | None, antiquantGroupSize: int,
    y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnWeightQuantBatchMatmulV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnWeightQuantBatchMatmulV3GetWorkspaceSize(
    x: aclTensor | None, weight: aclTensor | None, antiquantScale: aclTensor | None,
    antiquantOffsetOptional: aclTensor | None, quantScaleOptional: aclTensor | None,
    quantOffsetOptional: aclTensor | None, biasOptional: aclTensor | None, antiquantGroupSize: int,
    innerPrecise: int, y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnWeightQuantBatchMatmulV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
