# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnAdaptiveAvgPool2dGetWorkspaceSize(
    self: aclTensor | None, outputSize: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveAvgPool2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveAvgPool2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaptiveAvgPool3dGetWorkspaceSize(
    self: aclTensor | None, outputSize: aclIntArray | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveAvgPool3d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveAvgPool3dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaptiveMaxPool2dGetWorkspaceSize(
    self: aclTensor | None, outputSize: aclIntArray | None, outputOut: aclTensor | None,
    indicesOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveMaxPool2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaptiveMaxPool2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, indices: aclTensor | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveMaxPool2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaptiveMaxPool3dGetWorkspaceSize(
    self: aclTensor | None, outputSize: aclIntArray | None, outputOut: aclTensor | None,
    indicesOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveMaxPool3d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, indices: aclTensor | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAdaptiveMaxPool3dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAvgPool2dGetWorkspaceSize(
    self: aclTensor | None, kernelSize: aclIntArray | None, strides: aclIntArray | None,
    paddings: aclIntArray | None, ceilMode: bool, countIncludePad: bool, divisorOverride: int,
    cubeMathType: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAvgPool2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAvgPool2dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, kernelSize: aclIntArray | None,
    stride: aclIntArray | None, padding: aclIntArray | None, ceilMode: bool, countIncludePad: bool,
    divisorOverride: int, cubeMathType: int, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAvgPool2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAvgPool3dGetWorkspaceSize(
    self: aclTensor | None, kernelSize: aclIntArray | None, stride: aclIntArray | None,
    padding: aclIntArray | None, ceilMode: bool, countIncludePad: bool, divisorOverride: int,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAvgPool3d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAvgPool3dBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, kernelSize: aclIntArray | None,
    stride: aclIntArray | None, padding: aclIntArray | None, ceilMode: bool, countIncludePad: bool,
    divisorOverride: int, output: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAvgPool3dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxPoolGetWorkspaceSize(
    self: aclTensor | None, kernelShape: aclIntArray | None, strides: aclIntArray | None, autoPad: int,
    pads: aclIntArray | None, dilations: aclIntArray | None, ceilMode: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxPool(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxPool2dWithIndicesGetWorkspaceSize(
    self: aclTensor | None, kernelSize: aclIntArray | None, stride: aclIntArray | None,
    padding: aclIntArray | None, dilation: aclIntArray | None, ceilMode: bool, out: aclTensor | None,
    indices: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxPool2dWithIndices(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, indices: aclTensor | None,
    kernelSize: aclIntArray | None, stride: aclIntArray | None, padding: aclIntArray | None,
    dilation: aclIntArray | None, ceilMode: bool, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxPool2dWithIndicesBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxPool2dWithMaskGetWorkspaceSize(
    self: aclTensor | None, kernelSize: aclIntArray | None, stride: aclIntArray | None,
    padding: aclIntArray | None, dilation: aclIntArray | None, ceilMode: bool, out: aclTensor | None,
    indices: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxPool2dWithMask(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, indices: aclTensor | None,
    kernelSize: aclIntArray | None, stride: aclIntArray | None, padding: aclIntArray | None,
    dilation: aclIntArray | None, ceilMode: bool, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxPool2dWithMaskBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxPool3dWithArgmaxGetWorkspaceSize(
    self: aclTensor | None, kernelSize: aclIntArray | None, stride: aclIntArray | None,
    padding: aclIntArray | None, dilation: aclIntArray | None, ceilMode: bool, out: aclTensor | None,
    indices: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxPool3dWithArgmax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMaxPool3dWithArgmaxBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, indices: aclTensor | None,
    kernelSize: aclIntArray | None, stride: aclIntArray | None, padding: aclIntArray | None,
    dilation: aclIntArray | None, ceilMode: bool, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMaxPool3dWithArgmaxBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
