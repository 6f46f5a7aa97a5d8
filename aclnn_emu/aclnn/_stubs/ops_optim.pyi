# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnAdvanceStepGetWorkspaceSize(
    inputTokens: aclTensor | None, sampledTokenIds: aclTensor | None, inputPositions: aclTensor | None,
    seqLens: aclTensor | None, slotMapping: aclTensor | None, blockTables: aclTensor | None, numSeqs: int,
    numQueries: int, blockSize: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdvanceStep(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdvanceStepV2GetWorkspaceSize(
    inputTokens: aclTensor | None, sampledTokenIds: aclTensor | None, inputPositions: aclTensor | None,
    seqLens: aclTensor | None, slotMapping: aclTensor | None, blockTables: aclTensor | None,
    specToken: aclTensor | None, acceptedNum: aclTensor | None, numSeqs: int, numQueries: int,
    blockSize: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdvanceStepV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnApplyAdamGetWorkspaceSize(
    varRef: aclTensor | None, m: aclTensor | None, v: aclTensor | None, beta1Power: aclTensor | None,
    beta2Power: aclTensor | None, lr: aclTensor | None, beta1: aclTensor | None, beta2: aclTensor | None,
    epsilon: aclTensor | None, grad: aclTensor | None, useLocking: bool, useNesterov: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnApplyAdam(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnApplyAdamWGetWorkspaceSize(
    varRef: aclTensor | None, mRef: aclTensor | None, vRef: aclTensor | None, beta1Power: aclTensor | None,
    beta2Power: aclTensor | None, lr: aclTensor | None, weightDecay: aclTensor | None,
    beta1: aclTensor | None, beta2: aclTensor | None, eps: aclTensor | None, grad: aclTensor | None,
    maxGradNormOptional: aclTensor | None, amsgrad: bool, maximize: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnApplyAdamW(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnApplyAdamWQuantGetWorkspaceSize(
    varRef: aclTensor | None, grad: aclTensor | None, mRef: aclTensor | None, vRef: aclTensor | None,
    qmapM: aclTensor | None, qmapV: aclTensor | None, absmaxMRef: aclTensor | None,
    absmaxVRef: aclTensor | None, step: aclTensor | None, lr: float, beta1: float, beta2: float,
    weightDecay: float, eps: float, gnormScale: float, quantModeOptional: str | bytes | None, blockSize: int,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnApplyAdamWQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnApplyAdamWV2GetWorkspaceSize(
    varRef: aclTensor | None, mRef: aclTensor | None, vRef: aclTensor | None,
    maxGradNormOptionalRef: aclTensor | None, grad: aclTensor | None, step: aclTensor | None, lr: float,
    beta1: float, beta2: float, weightDecay: float, eps: float, amsgrad: bool, maximize: bool, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnApplyAdamWV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnApplyFusedEmaAdamGetWorkspaceSize(
    grad: aclTensor | None, varRef: aclTensor | None, mRef: aclTensor | None, vRef: aclTensor | None,
    sRef: aclTensor | None, step: aclTensor | None, lr: float, emaDecay: float, beta1: float, beta2: float,
    eps: float, mode: int, biasCorrection: bool, weightDecay: float, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnApplyFusedEmaAdam(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedAdamwGetWorkspaceSize(
    paramsRef: aclTensorList | None, grads: aclTensorList | None, expAvgsRef: aclTensorList | None,
    expAvgSqsRef: aclTensorList | None, maxExpAvgSqsRef: aclTensorList | None,
    stateSteps: aclTensorList | None, gradScaleOptional: aclTensor | None,
    foundInfOptional: aclTensor | None, lr: float, beta1: float, beta2: float, weightDecay: float,
    eps: float, amsgrad: bool, maximize: bool, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedAdamw(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFusedSgdGetWorkspaceSize(
    paramsRef: aclTensorList | None, gradsRef: aclTensorList | None,
    momentumBufferListOptionalRef: aclTensorList | None, gradScaleOptional: aclTensor | None,
    weightDecay: float, momentum: float, lr: float, dampening: float, nesterov: bool, maximize: bool,
    isFirstStep: bool, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFusedSgd(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
