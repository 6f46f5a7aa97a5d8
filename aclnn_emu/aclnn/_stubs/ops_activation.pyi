# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnAddReluGetWorkspaceSize(
    self: aclTensor | None, other: aclTensor | None, alpha: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAddRelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, target: aclTensor | None,
    weightOptional: aclTensor | None, posWeightOptional: aclTensor | None, reduction: int,
    gradTarget: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnBinaryCrossEntropyWithLogitsTargetBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnCeluGetWorkspaceSize(
    self: aclTensor | None, alpha: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnCelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClippedSwigluGetWorkspaceSize(
    x: aclTensor | None, groupIndexOptional: aclTensor | None, dim: int, alpha: float, limit: float,
    bias: float, interleaved: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClippedSwiglu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClippedSwigluGradGetWorkspaceSize(
    gradY: aclTensor | None, x: aclTensor | None, groupIndexOptional: aclTensor | None, dim: int,
    alpha: float, limit: float, bias: float, interleaved: bool, gradXOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClippedSwigluGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnClippedSwigluV2GetWorkspaceSize(
    x: aclTensor | None, groupIndexOptional: aclTensor | None, dim: int, alpha: float, limit: float,
    bias: float, interleaved: bool, clampMode: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnClippedSwigluV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnEluGetWorkspaceSize(
    self: aclTensor | None, alpha: aclScalar | None, scale: aclScalar | None, inputScale: aclScalar | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnElu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnEluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, alpha: aclScalar | None, scale: aclScalar | None,
    inputScale: aclScalar | None, isResult: bool, selfOrResult: aclTensor | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnEluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnErfinvGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnErfinv(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFastGeluGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFastGelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFastGeluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFastGeluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFatreluMulGetWorkspaceSize(
    input: aclTensor | None, threshold: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFatreluMul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeGluGetWorkspaceSize(
    self: aclTensor | None, dim: int, approximate: int, out: aclTensor | None, outGelu: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeGlu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeGluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, gelu: aclTensor | None, dim: int, approximate: int,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeGluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeGluV3GetWorkspaceSize(
    self: aclTensor | None, dim: int, approximate: int, activateLeft: bool, out: aclTensor | None,
    outGelu: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeGluV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeGluV3BackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, gelu: aclTensor | None, dim: int, approximate: int,
    activateLeft: bool, gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeGluV3Backward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeluGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeluBackwardV2GetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, approximate: str | bytes | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeluBackwardV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeluMulGetWorkspaceSize(
    input: aclTensor | None, approximateOptional: str | bytes | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeluMul(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeluQuantGetWorkspaceSize(
    self: aclTensor | None, inputScaleOptional: aclTensor | None, inputOffsetOptional: aclTensor | None,
    approximate: str | bytes | None, quantMode: str | bytes | None, roundMode: str | bytes | None,
    dstType: int, y: aclTensor | None, outScaleOptional: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeluQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGeluV2GetWorkspaceSize(
    x: aclTensor | None, approximate: int, y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGeluV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGluGetWorkspaceSize(
    self: aclTensor | None, dim: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGlu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGluBackwardGetWorkspaceSize(
    gradOut: aclTensor | None, self: aclTensor | None, dim: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardshrinkGetWorkspaceSize(
    self: aclTensor | None, lambd: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardshrink(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardshrinkBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, lambd: aclScalar | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardshrinkBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardsigmoidGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardsigmoid(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardsigmoidBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardsigmoidBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardswishGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardswish(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardswishBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardswishBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardswishBackwardV2GetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardswishBackwardV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHardtanhBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, min: aclScalar | None, max: aclScalar | None,
    out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHardtanhBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnHeavisideGetWorkspaceSize(
    input: aclTensor | None, values: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnHeaviside(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceAddReluGetWorkspaceSize(
    selfRef: aclTensor | None, other: aclTensor | None, alpha: aclScalar | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceAddRelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceCeluGetWorkspaceSize(
    selfRef: aclTensor | None, alpha: aclScalar | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceCelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceEluGetWorkspaceSize(
    selfRef: aclTensor | None, alpha: aclScalar | None, scale: aclScalar | None,
    inputScale: aclScalar | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceElu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceErfinvGetWorkspaceSize(
    selfRef: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceErfinv(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceHardsigmoidGetWorkspaceSize(
    self: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceHardsigmoid(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceHardswishGetWorkspaceSize(
    self: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceHardswish(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceLeakyReluGetWorkspaceSize(
    selfRef: aclTensor | None, negativeSlope: aclScalar | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceLeakyRelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceMishGetWorkspaceSize(
    selfRef: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceMish(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceRReluWithNoiseGetWorkspaceSize(
    self: aclTensor | None, noise: aclTensor | None, lower: aclScalar | None, upper: aclScalar | None,
    training: bool, seed: int, offset: int, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceRReluWithNoise(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceReluGetWorkspaceSize(
    selfRef: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceRelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceSeluGetWorkspaceSize(
    selfRef: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceSelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceSigmoidGetWorkspaceSize(
    selfRef: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceSigmoid(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnInplaceThresholdGetWorkspaceSize(
    selfRef: aclTensor | None, threshold: aclScalar | None, value: aclScalar | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnInplaceThreshold(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLeakyReluGetWorkspaceSize(
    self: aclTensor | None, negativeSlope: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLeakyRelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLeakyReluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, negativeSlope: aclScalar | None,
    selfIsResult: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLeakyReluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLogSigmoidGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLogSigmoid(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLogSigmoidBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, buffer: aclTensor | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLogSigmoidBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLogSigmoidForwardGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, buffer: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLogSigmoidForward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLogSoftmaxGetWorkspaceSize(
    self: aclTensor | None, dim: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLogSoftmax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnLogSoftmaxBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, output: aclTensor | None, dim: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnLogSoftmaxBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMishGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMish(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMishBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMishBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnPreluGetWorkspaceSize(
    self: aclTensor | None, weight: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnPrelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnPreluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, weight: aclTensor | None,
    gradInput: aclTensor | None, gradWeight: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnPreluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnRReluWithNoiseGetWorkspaceSize(
    self: aclTensor | None, noise: aclTensor | None, lower: aclScalar | None, upper: aclScalar | None,
    training: bool, seed: int, offset: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRReluWithNoise(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnReluGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnRelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSeluGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSeluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, result: aclTensor | None, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSeluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnShrinkGetWorkspaceSize(
    self: aclTensor | None, lambd: aclScalar | None, bias: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnShrink(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSigmoidGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSigmoid(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSigmoidBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, output: aclTensor | None, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSigmoidBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSiluGetWorkspaceSize(
    self: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSilu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSiluBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, gradInput: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSiluBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSituGluGetWorkspaceSize(
    x: aclTensor | None, dim: int, beta: float, linearBeta: float, activateLeft: bool, out: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSituGlu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSituGluGradGetWorkspaceSize(
    gradY: aclTensor | None, x: aclTensor | None, dim: int, beta: float, linearBeta: float,
    activateLeft: bool, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSituGluGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftmaxGetWorkspaceSize(
    self: aclTensor | None, dim: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftmax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftmaxBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, output: aclTensor | None, dim: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftmaxBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(
    features: aclTensor | None, labels: aclTensor | None, loss: aclTensor | None, backprop: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftmaxCrossEntropyWithLogits(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftplusGetWorkspaceSize(
    self: aclTensor | None, beta: aclScalar | None, threshold: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftplus(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftplusBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, beta: aclScalar | None,
    threshold: aclScalar | None, gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftplusBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftshrinkGetWorkspaceSize(
    self: aclTensor | None, lambd: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftshrink(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSoftshrinkBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, lambda_: aclScalar | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSoftshrinkBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSquaredReluGetWorkspaceSize(
    input: aclTensor | None, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSquaredRelu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwiGluGetWorkspaceSize(
    x: aclTensor | None, dim: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwiGlu(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwiGluGradGetWorkspaceSize(
    yGrad: aclTensor | None, x: aclTensor | None, dim: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwiGluGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwigluGroupGetWorkspaceSize(
    x: aclTensor | None, weightOptional: aclTensor | None, groupIndexOptional: aclTensor | None,
    clampLimit: float, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwigluGroup(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwigluGroupQuantGetWorkspaceSize(
    x: aclTensor | None, weightOptional: aclTensor | None, groupIndexOptional: aclTensor | None,
    scaleOptional: aclTensor | None, dstType: int, quantMode: int, blockSize: int, roundScale: bool,
    clampLimit: float, dstTypeMax: float, outputOrigin: bool, yOut: aclTensor | None,
    yScaleOut: aclTensor | None, yOriginOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwigluGroupQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwigluGroupQuantGradGetWorkspaceSize(
    gradY: aclTensor | None, x: aclTensor | None, weightOptional: aclTensor | None,
    yOriginOptional: aclTensor | None, groupIndexOptional: aclTensor | None, clampLimit: float,
    gradXOut: aclTensor | None, gradWeightOutOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwigluGroupQuantGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwishGetWorkspaceSize(
    self: aclTensor | None, betaOptional: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwish(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwishBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, betaOptional: aclScalar | None,
    gradInput: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwishBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnThresholdGetWorkspaceSize(
    self: aclTensor | None, threshold: aclScalar | None, value: aclScalar | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnThreshold(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnThresholdBackwardGetWorkspaceSize(
    gradOutput: aclTensor | None, self: aclTensor | None, threshold: aclScalar | None, out: aclTensor | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnThresholdBackward(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
