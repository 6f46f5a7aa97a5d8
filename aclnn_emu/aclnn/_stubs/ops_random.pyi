# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnBernoulliGetWorkspaceSize(
    self: aclTensor | None, prob: aclScalar | None, seed: int, offset: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBernoulli(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBernoulliTensorGetWorkspaceSize(
    self: aclTensor | None, prob: aclTensor | None, seed: int, offset: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBernoulliTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutGetWorkspaceSize(
    input: aclTensor | None, p: float, train: bool, seed: int, offset: int, out: aclTensor | None,
    maskOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropout(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, mask: aclTensor | None, scale: float, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropoutBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutDoMaskGetWorkspaceSize(
    self: aclTensor | None, mask: aclTensor | None, prob: float, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropoutDoMask(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutGenMaskGetWorkspaceSize(
    shape: aclIntArray | None, prob: float, seed: int, offset: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropoutGenMask(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutGenMaskV2GetWorkspaceSize(
    shape: aclIntArray | None, prob: float, seed: int, offset: int, probDataType: aclDataType | int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropoutGenMaskV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutGenMaskV2TensorGetWorkspaceSize(
    shape: aclIntArray | None, prob: float, seedTensor: aclTensor | None, offsetTensor: aclTensor | None,
    offset: int, probDataType: aclDataType | int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropoutGenMaskV2Tensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutV3GetWorkspaceSize(
    input: aclTensor | None, optionalNoiseShape: aclTensor | None, p: float, seed: int, offset: int,
    out: aclTensor | None, maskOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropoutV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDropoutV3GradGetWorkspaceSize(
    gradY: aclTensor | None, mask: aclTensor | None, scale: float, gradX: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDropoutV3Grad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceBernoulliGetWorkspaceSize(
    selfRef: aclTensor | None, prob: aclScalar | None, seed: int, offset: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceBernoulli(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceBernoulliTensorGetWorkspaceSize(
    selfRef: aclTensor | None, prob: aclTensor | None, seed: int, offset: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceBernoulliTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceNormalGetWorkspaceSize(
    selfRef: aclTensor | None, mean: float, std: float, seed: int, offset: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceNormal(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceNormalTensorGetWorkspaceSize(
    selfRef: aclTensor | None, mean: float, std: float, seedTensor: aclTensor | None,
    offsetTensor: aclTensor | None, offset: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceNormalTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceRandomGetWorkspaceSize(
    selfRef: aclTensor | None, from_: int, to: int, seed: int, offset: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceRandom(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceRandomTensorGetWorkspaceSize(
    selfRef: aclTensor | None, from_: int, to: int, seedTensor: aclTensor | None,
    offsetTensor: aclTensor | None, offset: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceRandomTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceRandomWithoutFromToGetWorkspaceSize(
    selfRef: aclTensor | None, seed: int, offset: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceRandomWithoutFromTo(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceRandomWithoutFromToTensorGetWorkspaceSize(
    selfRef: aclTensor | None, seedTensor: aclTensor | None, offsetTensor: aclTensor | None, offset: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceRandomWithoutFromToTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceUniformGetWorkspaceSize(
    selfRef: aclTensor | None, from_: float, to: float, seed: int, offset: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceUniform(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceUniformTensorGetWorkspaceSize(
    selfRef: aclTensor | None, from_: float, to: float, seedTensor: aclTensor | None,
    offsetTensor: aclTensor | None, offset: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceUniformTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMultinomialGetWorkspaceSize(
    self: aclTensor | None, numsamples: int, replacement: bool, seed: int, offset: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMultinomial(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMultinomialTensorGetWorkspaceSize(
    self: aclTensor | None, numsamples: int, replacement: bool, seedTensor: aclTensor | None,
    offsetTensor: aclTensor | None, offset: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMultinomialTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNormalFloatFloatGetWorkspaceSize(
    mean: float, std: float, seed: int, offset: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNormalFloatFloat(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNormalFloatTensorGetWorkspaceSize(
    mean: float, std: aclTensor | None, seed: int, offset: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNormalFloatTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNormalTensorFloatGetWorkspaceSize(
    mean: aclTensor | None, std: float, seed: int, offset: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNormalTensorFloat(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnNormalTensorTensorGetWorkspaceSize(
    mean: aclTensor | None, std: aclTensor | None, seed: int, offset: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnNormalTensorTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRandpermGetWorkspaceSize(
    n: int, seed: int, offset: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRandperm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSimThreadExponentialGetWorkspaceSize(
    selfRef: aclTensor | None, count: int, lambda_: float, seed: int, offset: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSimThreadExponential(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
