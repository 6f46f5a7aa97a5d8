# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnCatGetWorkspaceSize(
    tensors: aclTensorList | None, dim: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCat(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnChannelShuffleGetWorkspaceSize(
    self: aclTensor | None, groups: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnChannelShuffle(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnChunkCatGetWorkspaceSize(
    tensors: aclTensorList | None, dim: int, numChunks: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnChunkCat(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCircularPad2dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCircularPad2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCircularPad2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCircularPad2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCircularPad3dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCircularPad3d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCircularPad3dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCircularPad3dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClampGetWorkspaceSize(
    self: aclTensor | None, clipValueMin: aclScalar | None, clipValueMax: aclScalar | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClamp(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClampMaxGetWorkspaceSize(
    self: aclTensor | None, clipValueMax: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClampMax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClampMaxTensorGetWorkspaceSize(
    self: aclTensor | None, max: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClampMaxTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClampMinGetWorkspaceSize(
    self: aclTensor | None, clipValueMin: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClampMin(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClampMinTensorGetWorkspaceSize(
    self: aclTensor | None, clipValueMin: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClampMinTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClampTensorGetWorkspaceSize(
    self: aclTensor | None, clipValueMin: aclTensor | None, clipValueMax: aclTensor | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClampTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCoalesceSparseGetWorkspaceSize(
    uniqueLen: aclTensor | None, uniqueIndices: aclTensor | None, indices: aclTensor | None,
    values: aclTensor | None, newIndicesOut: aclTensor | None, newValuesOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCoalesceSparse(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnConfusionTransposeGetWorkspaceSize(
    x: aclTensor | None, perm: aclIntArray | None, shape: aclIntArray | None, transpose_first: bool,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConfusionTranspose(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnConstantPadNdGetWorkspaceSize(
    self: aclTensor | None, pad: aclIntArray | None, value: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConstantPadNd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDiagGetWorkspaceSize(
    self: aclTensor | None, diagonal: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDiag(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDiagFlatGetWorkspaceSize(
    self: aclTensor | None, diagonal: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDiagFlat(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFlattenGetWorkspaceSize(
    self: aclTensor | None, axis: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFlatten(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardtanhGetWorkspaceSize(
    self: aclTensor | None, clipValueMin: aclScalar | None, clipValueMax: aclScalar | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardtanh(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnIm2colGetWorkspaceSize(
    self: aclTensor | None, kernelSize: aclIntArray | None, dilation: aclIntArray | None,
    padding: aclIntArray | None, stride: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnIm2col(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceClampMaxGetWorkspaceSize(
    selfRef: aclTensor | None, clipValueMax: aclScalar | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceClampMax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceClampMaxTensorGetWorkspaceSize(
    selfRef: aclTensor | None, max: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceClampMaxTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceClampMinTensorGetWorkspaceSize(
    selfRef: aclTensor | None, clipValueMin: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceClampMinTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceCopyGetWorkspaceSize(
    selfRef: aclTensor | None, src: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceCopy(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceFillDiagonalGetWorkspaceSize(
    selfRef: aclTensor | None, fillValue: aclScalar | None, wrap: bool, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceFillDiagonal(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceFillScalarGetWorkspaceSize(
    selfRef: aclTensor | None, value: aclScalar | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceFillScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceFillTensorGetWorkspaceSize(
    selfRef: aclTensor | None, value: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceFillTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceHardtanhGetWorkspaceSize(
    selfRef: aclTensor | None, clipValueMin: aclScalar | None, clipValueMax: aclScalar | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceHardtanh(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceMaskedFillScalarGetWorkspaceSize(
    selfRef: aclTensor | None, mask: aclTensor | None, value: aclScalar | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceMaskedFillScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceMaskedFillTensorGetWorkspaceSize(
    selfRef: aclTensor | None, mask: aclTensor | None, value: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceMaskedFillTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceTrilGetWorkspaceSize(
    selfRef: aclTensor | None, diagonal: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceTril(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceTriuGetWorkspaceSize(
    selfRef: aclTensor | None, diagonal: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceTriu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaskedSelectGetWorkspaceSize(
    self: aclTensor | None, mask: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaskedSelect(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNpuFormatCastGetWorkspaceSize(
    srcTensor: aclTensor | None, dstTensor: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNpuFormatCast(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnPermuteGetWorkspaceSize(
    self: aclTensor | None, dims: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnPermute(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReflectionPad1dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReflectionPad1d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReflectionPad1dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReflectionPad1dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReflectionPad2dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReflectionPad2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReflectionPad2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReflectionPad2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReflectionPad3dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReflectionPad3d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReflectionPad3dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReflectionPad3dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReplicationPad1dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReplicationPad1d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReplicationPad1dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReplicationPad1dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReplicationPad2dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReplicationPad2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReplicationPad2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReplicationPad2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReplicationPad3dGetWorkspaceSize(
    self: aclTensor | None, padding: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReplicationPad3d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReplicationPad3dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, padding: aclIntArray | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnReplicationPad3dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRollGetWorkspaceSize(
    x: aclTensor | None, shifts: aclIntArray | None, dims: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRoll(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSliceGetWorkspaceSize(
    self: aclTensor | None, dim: int, start: int, end: int, step: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSlice(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSliceV2GetWorkspaceSize(
    self: aclTensor | None, starts: aclIntArray | None, ends: aclIntArray | None, axes: aclIntArray | None,
    steps: aclIntArray | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSliceV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSplitTensorGetWorkspaceSize(
    self: aclTensor | None, splitSections: int, dim: int, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSplitTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSplitWithSizeGetWorkspaceSize(
    self: aclTensor | None, splitSize: aclIntArray | None, dim: int, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSplitWithSize(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnStackGetWorkspaceSize(
    tensors: aclTensorList | None, dim: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnStack(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnStridedSliceGetWorkspaceSize(
    self: aclTensor | None, begin: aclIntArray | None, end: aclIntArray | None, strides: aclIntArray | None,
    beginMask: int, endMask: int, ellipsisMask: int, newAxisMask: int, shrinkAxisMask: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnStridedSlice(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnStridedSliceAssignV2GetWorkspaceSize(
    varRef: aclTensor | None, inputValue: aclTensor | None, begin: aclIntArray | None,
    end: aclIntArray | None, strides: aclIntArray | None, axesOptional: aclIntArray | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnStridedSliceAssignV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransConvolutionWeightGetWorkspaceSize(
    weightIn: aclTensor | None, transposed: bool, groups: int, weightOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransConvolutionWeight(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransMatmulWeightGetWorkspaceSize(
    mmWeightRef: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransMatmulWeight(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTrilGetWorkspaceSize(
    self: aclTensor | None, diagonal: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTril(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTriuGetWorkspaceSize(
    self: aclTensor | None, diagonal: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTriu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnUnfoldGradGetWorkspaceSize(
    gradOut: aclTensor | None, inputSizes: aclIntArray | None, dim: int, size: int, step: int,
    gradIn: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnUnfoldGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnWeightQuantPreprocessGetWorkspaceSize(
    weight: aclTensor | None, weightScale: aclTensor | None, weightOffsetOptional: aclTensor | None,
    biasOptional: aclTensor | None, xDtype: aclDataType | int, xScaleDtype: aclDataType | int,
    kGroupSize: int, outWeight: aclTensor | None, outWeightScale: aclTensor | None,
    outWeightOffsetOptional: aclTensor | None, outBiasOptional: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnWeightQuantPreprocess(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
