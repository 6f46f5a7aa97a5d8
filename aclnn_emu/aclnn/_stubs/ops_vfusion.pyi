# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnModulateGetWorkspaceSize(
    self: aclTensor | None, scaleOptional: aclTensor | None, shiftOptional: aclTensor | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnModulate(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnModulateBackwardGetWorkspaceSize(
    grad_output: aclTensor | None, input: aclTensor | None, scale: aclTensor | None, shift: aclTensor | None,
    grad_input: aclTensor | None, grad_scale: aclTensor | None, grad_shift: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnModulateBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMultiScaleDeformableAttentionGradGetWorkspaceSize(
    value: aclTensor | None, spatialShape: aclTensor | None, levelStartIndex: aclTensor | None,
    location: aclTensor | None, attnWeight: aclTensor | None, gradOutput: aclTensor | None,
    gradValue: aclTensor | None, gradLocation: aclTensor | None, gradAttnWeight: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMultiScaleDeformableAttentionGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMultiScaleDeformableAttnFunctionGetWorkspaceSize(
    value: aclTensor | None, spatialShape: aclTensor | None, levelStartIndex: aclTensor | None,
    location: aclTensor | None, attnWeight: aclTensor | None, output: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMultiScaleDeformableAttnFunction(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScaledMaskedSoftmaxGetWorkspaceSize(
    x: aclTensor | None, mask: aclTensor | None, scale: float, fixedTriuMask: bool, y: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScaledMaskedSoftmax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, y: aclTensor | None, mask: aclTensor | None, scale: float,
    fixTriuMask: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnScaledMaskedSoftmaxBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
