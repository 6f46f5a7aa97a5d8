# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnApplyTopKTopPGetWorkspaceSize(
    logits: aclTensor | None, p: aclTensor | None, k: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnApplyTopKTopP(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBucketizeGetWorkspaceSize(
    self: aclTensor | None, boundaries: aclTensor | None, outInt32: bool, right: bool, out: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBucketize(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnEmbeddingGetWorkspaceSize(
    weight: aclTensor | None, indices: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnEmbedding(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnEmbeddingBagGetWorkspaceSize(
    weight: aclTensor | None, indices: aclTensor | None, offsets: aclTensor | None, scaleGradByFreq: bool,
    mode: int, sparse: bool, perSampleWeights: aclTensor | None, includeLastOffset: bool, paddingIdx: int,
    output: aclTensor | None, offset2bag: aclTensor | None, bagSize: aclTensor | None,
    maxIndices: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnEmbeddingBag(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnEmbeddingDenseBackwardGetWorkspaceSize(
    grad: aclTensor | None, indices: aclTensor | None, numWeights: int, paddingIdx: int,
    scaleGradByFreq: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnEmbeddingDenseBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnExpandIntoJaggedPermuteGetWorkspaceSize(
    permute: aclTensor | None, inputOffset: aclTensor | None, outputOffset: aclTensor | None,
    outputSize: int, outputPermuteOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnExpandIntoJaggedPermute(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFlipGetWorkspaceSize(
    self: aclTensor | None, dims: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFlip(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGatherGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGather(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGatherNdGetWorkspaceSize(
    self: aclTensor | None, indices: aclTensor | None, negativeIndexSupport: bool, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGatherNd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGatherV2GetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGatherV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGatherV3GetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, batchDims: int, mode: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGatherV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexGetWorkspaceSize(
    self: aclTensor | None, indices: aclTensorList | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndex(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexAddGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, source: aclTensor | None,
    alpha: aclScalar | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndexAdd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexAddV2GetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, source: aclTensor | None,
    alpha: aclScalar | None, mode: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndexAddV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexCopyGetWorkspaceSize(
    selfRef: aclTensor | None, dim: int, index: aclTensor | None, source: aclTensor | None,
    outRef: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndexCopy(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexFillGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, value: aclScalar | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndexFill(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexFillTensorGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclIntArray | None, value: aclScalar | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndexFillTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexPutImplGetWorkspaceSize(
    selfRef: aclTensor | None, indices: aclTensorList | None, values: aclTensor | None, accumulate: bool,
    unsafe: bool, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndexPutImpl(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIndexSelectGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIndexSelect(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceIndexCopyGetWorkspaceSize(
    selfRef: aclTensor | None, dim: int, index: aclTensor | None, source: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceIndexCopy(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceIndexFillGetWorkspaceSize(
    selfRef: aclTensor | None, dim: int, index: aclTensor | None, value: aclScalar | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceIndexFill(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceIndexFillTensorGetWorkspaceSize(
    selfRef: aclTensor | None, dim: int, index: aclIntArray | None, value: aclScalar | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceIndexFillTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceMaskedScatterGetWorkspaceSize(
    selfRef: aclTensor | None, mask: aclTensor | None, source: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceMaskedScatter(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplacePutGetWorkspaceSize(
    selfRef: aclTensor | None, index: aclTensor | None, source: aclTensor | None, accumulate: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplacePut(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceQuantScatterGetWorkspaceSize(
    selfRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None,
    quantScales: aclTensor | None, quantZeroPoints: aclTensor | None, axis: int, quantAxis: int,
    reduction: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceQuantScatter(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceQuantScatterV2GetWorkspaceSize(
    selfRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None,
    quantScales: aclTensor | None, quantZeroPoints: aclTensor | None, axis: int, quantAxis: int,
    reduction: int, roundMode: str | bytes | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceQuantScatterV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceScatterGetWorkspaceSize(
    selfRef: aclTensor | None, dim: int, index: aclTensor | None, src: aclTensor | None, reduce: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceScatter(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceScatterReduceGetWorkspaceSize(
    selfRef: aclTensor | None, dim: int, index: aclTensor | None, src: aclTensor | None, reduce: int,
    includeSelf: bool, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceScatterReduce(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceScatterUpdateGetWorkspaceSize(
    data: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, axis: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceScatterUpdate(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceScatterValueGetWorkspaceSize(
    selfRef: aclTensor | None, dim: int, index: aclTensor | None, value: aclScalar | None, reduce: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceScatterValue(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInverseGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInverse(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnKthvalueGetWorkspaceSize(
    self: aclTensor | None, k: int, dim: int, keepdim: bool, valuesOut: aclTensor | None,
    indicesOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnKthvalue(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxUnpool2dGetWorkspaceSize(
    self: aclTensor | None, indices: aclTensor | None, outputSize: aclIntArray | None, out: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxUnpool2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxUnpool2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, indices: aclTensor | None,
    outputSize: aclIntArray | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxUnpool2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxUnpool3dGetWorkspaceSize(
    self: aclTensor | None, indices: aclTensor | None, outputSize: aclIntArray | None,
    stride: aclIntArray | None, padding: aclIntArray | None, outRef: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxUnpool3d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxUnpool3dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, indices: aclTensor | None,
    outputSize: aclIntArray | None, stride: aclIntArray | None, padding: aclIntArray | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxUnpool3dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMedianGetWorkspaceSize(
    self: aclTensor | None, valuesOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMedian(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMedianDimGetWorkspaceSize(
    self: aclTensor | None, dim: int, keepDim: bool, valuesOut: aclTensor | None,
    indicesOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMedianDim(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNanMedianGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNanMedian(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNanMedianDimGetWorkspaceSize(
    self: aclTensor | None, dim: int, keepDim: bool, valuesOut: aclTensor | None,
    indicesOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNanMedianDim(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNonzeroGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNonzero(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNonzeroV2GetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNonzeroV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRepeatInterleaveGetWorkspaceSize(
    self: aclTensor | None, repeats: aclTensor | None, outputSize: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRepeatInterleave(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRepeatInterleaveGradGetWorkspaceSize(
    yGrad: aclTensor | None, repeats: aclTensor | None, axis: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRepeatInterleaveGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRepeatInterleaveIntGetWorkspaceSize(
    self: aclTensor | None, repeats: int, outputSize: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRepeatInterleaveInt(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRepeatInterleaveIntWithDimGetWorkspaceSize(
    self: aclTensor | None, repeats: int, dim: int, outputSize: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRepeatInterleaveIntWithDim(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRepeatInterleaveTensorGetWorkspaceSize(
    repeats: aclTensor | None, outputSize: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRepeatInterleaveTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRepeatInterleaveWithDimGetWorkspaceSize(
    self: aclTensor | None, repeats: aclTensor | None, dim: int, outputSize: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRepeatInterleaveWithDim(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, src: aclTensor | None, reduce: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatter(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterAddGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, src: aclTensor | None, out: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterAdd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterDivGetWorkspaceSize(
    varRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, useLocking: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterDiv(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterListGetWorkspaceSize(
    varRef: aclTensorList | None, indice: aclTensor | None, updates: aclTensor | None,
    maskOptional: aclTensor | None, reduceOptional: str | bytes | None, axis: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterMaxGetWorkspaceSize(
    varRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, useLocking: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterMax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterMinGetWorkspaceSize(
    varRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, useLocking: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterMin(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterMulGetWorkspaceSize(
    varRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, useLocking: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterMul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterNdGetWorkspaceSize(
    data: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterNd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterNdUpdateGetWorkspaceSize(
    varRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterNdUpdate(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterReduceGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, src: aclTensor | None, reduce: int,
    includeSelf: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterReduce(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScatterValueGetWorkspaceSize(
    self: aclTensor | None, dim: int, index: aclTensor | None, value: aclScalar | None, reduce: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScatterValue(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTakeGetWorkspaceSize(
    self: aclTensor | None, index: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTake(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTfScatterAddGetWorkspaceSize(
    varRef: aclTensor | None, indices: aclTensor | None, updates: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTfScatterAdd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTopKTopPSampleGetWorkspaceSize(
    logits: aclTensor | None, topK: aclTensor | None, topP: aclTensor | None, q: aclTensor | None,
    eps: float, isNeedLogits: bool, topKGuess: int, logitsSelectIdx: aclTensor | None,
    logitsTopKPSelect: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTopKTopPSample(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTopKTopPSampleV2GetWorkspaceSize(
    logits: aclTensor | None, topK: aclTensor | None, topP: aclTensor | None, q: aclTensor | None,
    minPs: aclTensor | None, eps: float, isNeedLogits: bool, topKGuess: int, ksMax: int, inputIsLogits: bool,
    isNeedSampleResult: bool, logitsSelectIdx: aclTensor | None, logitsTopKPSelect: aclTensor | None,
    logitsIdx: aclTensor | None, logitsSortMasked: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTopKTopPSampleV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTopkGetWorkspaceSize(
    self: aclTensor | None, k: int, dim: int, largest: bool, sorted: bool, valuesOut: aclTensor | None,
    indicesOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTopk(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnUniqueGetWorkspaceSize(
    self: aclTensor | None, sorted: bool, returnInverse: bool, valueOut: aclTensor | None,
    inverseOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnUnique(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnUnique2GetWorkspaceSize(
    self: aclTensor | None, sorted: bool, returnInverse: bool, returnCounts: bool,
    valueOut: aclTensor | None, inverseOut: aclTensor | None, countsOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnUnique2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnUniqueConsecutiveGetWorkspaceSize(
    self: aclTensor | None, returnInverse: bool, returnCounts: bool, dim: int, valueOut: aclTensor | None,
    inverseOut: aclTensor | None, countsOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnUniqueConsecutive(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnUniqueDimGetWorkspaceSize(
    self: aclTensor | None, sorted: bool, returnInverse: bool, dim: int, valueOut: aclTensor | None,
    inverseOut: aclTensor | None, countsOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnUniqueDim(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
