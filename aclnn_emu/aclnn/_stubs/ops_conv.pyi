# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnConvDepthwise2dGetWorkspaceSize(
    self: aclTensor | None, weight: aclTensor | None, kernelSize: aclIntArray | None, bias: aclTensor | None,
    stride: aclIntArray | None, padding: aclIntArray | None, dilation: aclIntArray | None,
    out: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConvDepthwise2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnConvTbcGetWorkspaceSize(
    self: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None, pad: int,
    output: aclTensor | None, cubeMathType: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConvTbc(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnConvTbcBackwardGetWorkspaceSize(
    self: aclTensor | None, input: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None,
    pad: int, cubeMathType: int, gradInput: aclTensor | None, gradWeight: aclTensor | None,
    gradBias: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConvTbcBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnConvolutionGetWorkspaceSize(
    input: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None, stride: aclIntArray | None,
    padding: aclIntArray | None, dilation: aclIntArray | None, transposed: bool,
    outputPadding: aclIntArray | None, groups: int, output: aclTensor | None, cubeMathType: int, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConvolution(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnConvolutionBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, input: aclTensor | None, weight: aclTensor | None,
    biasSizes: aclIntArray | None, stride: aclIntArray | None, padding: aclIntArray | None,
    dilation: aclIntArray | None, transposed: bool, outputPadding: aclIntArray | None, groups: int,
    outputMask: aclBoolArray | None, cubeMathType: int, gradInput: aclTensor | None,
    gradWeight: aclTensor | None, gradBias: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnConvolutionBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDeformableConv2dGetWorkspaceSize(
    x: aclTensor | None, weight: aclTensor | None, offset: aclTensor | None, biasOptional: aclTensor | None,
    kernelSize: aclIntArray | None, stride: aclIntArray | None, padding: aclIntArray | None,
    dilation: aclIntArray | None, groups: int, deformableGroups: int, modulated: bool, out: aclTensor | None,
    deformOutOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDeformableConv2d(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDeformableConv2dBackwardGetWorkspaceSize(
    input: aclTensor | None, gradOutput: aclTensor | None, offsetOut: aclTensor | None,
    weight: aclTensor | None, offset: aclTensor | None, kernelSize: aclIntArray | None,
    stride: aclIntArray | None, padding: aclIntArray | None, dilation: aclIntArray | None, groups: int,
    deformableGroups: int, modulated: bool, gradInput: aclTensor | None, gradWeight: aclTensor | None,
    gradOffset: aclTensor | None, gradBias: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDeformableConv2dBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantConvolutionGetWorkspaceSize(
    input: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None, scale: aclTensor | None,
    offset: aclTensor | None, stride: aclIntArray | None, padding: aclIntArray | None,
    dilation: aclIntArray | None, transposed: bool, outputPadding: aclIntArray | None, groups: int,
    offsetx: int, roundMode: str | bytes | None, output: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantConvolution(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantConvolutionWeightNzGetWorkspaceSize(
    input: aclTensor | None, weight: aclTensor | None, bias: aclTensor | None, scale: aclTensor | None,
    offset: aclTensor | None, stride: aclIntArray | None, padding: aclIntArray | None,
    dilation: aclIntArray | None, transposed: bool, outputPadding: aclIntArray | None, groups: int,
    offsetx: int, roundMode: str | bytes | None, output: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantConvolutionWeightNz(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
