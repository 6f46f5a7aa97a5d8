# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnBidirectionLSTMGetWorkspaceSize(
    x: aclTensor | None, initH: aclTensor | None, initC: aclTensor | None, wIh: aclTensor | None,
    wHh: aclTensor | None, bIhOptional: aclTensor | None, bHhOptional: aclTensor | None,
    wIhReverseOptional: aclTensor | None, wHhReverseOptional: aclTensor | None,
    bIhReverseOptional: aclTensor | None, bHhReverseOptional: aclTensor | None, numLayers: int, isbias: bool,
    batchFirst: bool, bidirection: bool, yOut: aclTensor | None, outputHOut: aclTensor | None,
    outputCOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBidirectionLSTM(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBidirectionLSTMV2GetWorkspaceSize(
    x: aclTensor | None, initH: aclTensor | None, initC: aclTensor | None, wIh: aclTensor | None,
    wHh: aclTensor | None, bIhOptional: aclTensor | None, bHhOptional: aclTensor | None,
    wIhReverseOptional: aclTensor | None, wHhReverseOptional: aclTensor | None,
    bIhReverseOptional: aclTensor | None, bHhReverseOptional: aclTensor | None,
    batchSizeOptional: aclTensor | None, numLayers: int, isbias: bool, batchFirst: bool, bidirection: bool,
    packed: bool, yOut: aclTensor | None, outputHOut: aclTensor | None, outputCOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBidirectionLSTMV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGRUGetWorkspaceSize(
    input: aclTensor | None, params: aclTensorList | None, hx: aclTensor | None,
    batchSizes: aclTensor | None, hasBias: bool, numLayers: int, dropout: float, train: bool,
    bidirection: bool, batchFirst: bool, output: aclTensor | None, hy: aclTensor | None,
    rOut: aclTensorList | None, zOut: aclTensorList | None, nOut: aclTensorList | None,
    hnOut: aclTensorList | None, hOut: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGRU(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGRUBackwardGetWorkspaceSize(
    input: aclTensor | None, params: aclTensorList | None, hx: aclTensor | None, dy: aclTensor | None,
    dh: aclTensor | None, r: aclTensorList | None, z: aclTensorList | None, n: aclTensorList | None,
    hn: aclTensorList | None, h: aclTensorList | None, batchSizes: aclTensor | None, hasBias: bool,
    numLayers: int, bidirection: bool, batchFirst: bool, dxOut: aclTensor | None,
    dhPrevOut: aclTensor | None, dparamsOut: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGRUBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLSTMGetWorkspaceSize(
    input: aclTensor | None, params: aclTensorList | None, hx: aclTensorList | None,
    batchSizes: aclTensor | None, hasBias: bool, numLayers: int, dropout: float, train: bool,
    bidirectional: bool, batchFirst: bool, output: aclTensor | None, hy: aclTensor | None,
    cy: aclTensor | None, iOut: aclTensorList | None, jOut: aclTensorList | None, fOut: aclTensorList | None,
    oOut: aclTensorList | None, hOut: aclTensorList | None, cOut: aclTensorList | None,
    tanhCOut: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLSTM(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLstmBackwardGetWorkspaceSize(
    input: aclTensor | None, hx: aclTensorList | None, params: aclTensorList | None, dy: aclTensor | None,
    dh: aclTensor | None, dc: aclTensor | None, i: aclTensorList | None, g: aclTensorList | None,
    f: aclTensorList | None, o: aclTensorList | None, h: aclTensorList | None, c: aclTensorList | None,
    tanhc: aclTensorList | None, batchSizesOptional: aclTensor | None, hasBias: bool, numLayers: int,
    dropout: float, train: bool, bidirectional: bool, batchFirst: bool, outputMask: aclBoolArray | None,
    dxOut: aclTensor | None, dhPrevOut: aclTensor | None, dcPrevOut: aclTensor | None,
    dparamsOut: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLstmBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnThnnFusedLstmCellGetWorkspaceSize(
    inputGates: aclTensor | None, hiddenGates: aclTensor | None, cx: aclTensor | None,
    inputBiasOptional: aclTensor | None, hiddenBiasOptional: aclTensor | None, hyOut: aclTensor | None,
    cyOut: aclTensor | None, storageOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnThnnFusedLstmCell(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(
    gradHyOptional: aclTensor | None, gradCOptional: aclTensor | None, cx: aclTensor | None,
    cy: aclTensor | None, storage: aclTensor | None, hasBias: bool, gradGatesOut: aclTensor | None,
    gradCxOut: aclTensor | None, gradBiasOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnThnnFusedLstmCellBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
