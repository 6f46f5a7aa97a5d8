# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnAntiMxQuantGetWorkspaceSize(
    x: aclTensor | None, mxscale: aclTensor | None, axis: int, dstType: int, y: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAntiMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAscendAntiQuantGetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, offset: aclTensor | None, dstType: int, sqrtMode: bool,
    y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAscendAntiQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAscendQuantGetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, offset: aclTensor | None, sqrtMode: bool,
    roundMode: str | bytes | None, dstType: int, y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAscendQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnAscendQuantV3GetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, offset: aclTensor | None, sqrtMode: bool,
    roundMode: str | bytes | None, dstType: int, axis: int, y: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnAscendQuantV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDequantBiasGetWorkspaceSize(
    x: aclTensor | None, weightScale: aclTensor | None, activateScaleOptional: aclTensor | None,
    biasOptional: aclTensor | None, outputDtype: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDequantBias(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDequantSituQuantGetWorkspaceSize(
    x: aclTensor | None, weightScaleOptional: aclTensor | None, activationScaleOptional: aclTensor | None,
    biasOptional: aclTensor | None, quantScaleOptional: aclTensor | None,
    quantOffsetOptional: aclTensor | None, groupIndexOptional: aclTensor | None, beta: float,
    linearBeta: float, activateLeft: bool, quantTypeOptional: str | bytes | None, yOut: aclTensor | None,
    yScaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDequantSituQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDequantSwigluQuantGetWorkspaceSize(
    x: aclTensor | None, weightScaleOptional: aclTensor | None, activationScaleOptional: aclTensor | None,
    biasOptional: aclTensor | None, quantScaleOptional: aclTensor | None,
    quantOffsetOptional: aclTensor | None, groupIndexOptional: aclTensor | None, activateLeft: bool,
    quantModeOptional: str | bytes | None, yOut: aclTensor | None, scaleOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDequantSwigluQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDequantSwigluQuantV2GetWorkspaceSize(
    x: aclTensor | None, weightScaleOptional: aclTensor | None, activationScaleOptional: aclTensor | None,
    biasOptional: aclTensor | None, quantScaleOptional: aclTensor | None,
    quantOffsetOptional: aclTensor | None, groupIndexOptional: aclTensor | None, activateLeft: bool,
    quantModeOptional: str | bytes | None, dstType: int, roundModeOptional: str | bytes | None,
    activateDim: int, swigluMode: int, clampLimit: float, gluAlpha: float, gluBias: float,
    yOut: aclTensor | None, scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDequantSwigluQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicBlockMxQuantGetWorkspaceSize(
    x: aclTensor | None, roundModeOptional: str | bytes | None, dstType: int, scaleAlg: int,
    dstTypeMax: float, yOut: aclTensor | None, scale1Out: aclTensor | None, scale2Out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicBlockMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicBlockQuantGetWorkspaceSize(
    x: aclTensor | None, minScale: float, roundModeOptional: str | bytes | None, dstType: int,
    rowBlockSize: int, colBlockSize: int, yOut: aclTensor | None, scaleOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicBlockQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicBlockQuantV2GetWorkspaceSize(
    x: aclTensor | None, minScale: float, roundModeOptional: str | bytes | None, dstType: int,
    rowBlockSize: int, colBlockSize: int, dstTypeMax: float, yOut: aclTensor | None,
    scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicBlockQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicDualLevelMxQuantGetWorkspaceSize(
    x: aclTensor | None, smoothScaleOptional: aclTensor | None, roundModeOptional: str | bytes | None,
    level0BlockSize: int, level1BlockSize: int, yOut: aclTensor | None, level0ScaleOut: aclTensor | None,
    level1ScaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicDualLevelMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicMxQuantGetWorkspaceSize(
    x: aclTensor | None, axis: int, roundModeOptional: str | bytes | None, dstType: int, blocksize: int,
    scaleAlg: int, yOut: aclTensor | None, mxscaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicMxQuantV3GetWorkspaceSize(
    x: aclTensor | None, axis: int, roundModeOptional: str | bytes | None, dstType: int, blocksize: int,
    scaleAlg: int, dstTypeMax: float, maxLowBound: float, yOut: aclTensor | None,
    mxscaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicMxQuantV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(
    x: aclTensor | None, roundModeOptional: str | bytes | None, dstType: int, scaleAlg: int,
    y1Out: aclTensor | None, mxscale1Out: aclTensor | None, y2Out: aclTensor | None,
    mxscale2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicMxQuantWithDualAxis(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize(
    x: aclTensor | None, roundModeOptional: str | bytes | None, dstType: int, scaleAlg: int,
    dstTypeMax: float, y1Out: aclTensor | None, mxscale1Out: aclTensor | None, y2Out: aclTensor | None,
    mxscale2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicMxQuantWithDualAxisV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicQuantGetWorkspaceSize(
    x: aclTensor | None, smoothScalesOptional: aclTensor | None, yOut: aclTensor | None,
    scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicQuantV2GetWorkspaceSize(
    x: aclTensor | None, smoothScalesOptional: aclTensor | None, groupIndexOptional: aclTensor | None,
    dstType: int, yOut: aclTensor | None, scaleOut: aclTensor | None, offsetOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicQuantV3GetWorkspaceSize(
    x: aclTensor | None, smoothScalesOptional: aclTensor | None, groupIndexOptional: aclTensor | None,
    dstType: int, isSymmetrical: bool, quantMode: str | bytes | None, yOut: aclTensor | None,
    scaleOut: aclTensor | None, offsetOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicQuantV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnDynamicQuantV4GetWorkspaceSize(
    x: aclTensor | None, smoothScalesOptional: aclTensor | None, groupIndexOptional: aclTensor | None,
    dstType: int, isSymmetrical: bool, quantMode: str | bytes | None, dstTypeMax: float,
    yOut: aclTensor | None, scaleOut: aclTensor | None, offsetOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnDynamicQuantV4(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFakeQuantPerChannelAffineCachemaskGetWorkspaceSize(
    self: aclTensor | None, scale: aclTensor | None, zeroPoint: aclTensor | None, axis: int, quantMin: int,
    quantMax: int, out: aclTensor | None, mask: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFakeQuantPerChannelAffineCachemask(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFakeQuantPerTensorAffineCachemaskGetWorkspaceSize(
    self: aclTensor | None, scale: aclTensor | None, zeroPoint: aclTensor | None, fakeQuantEnabled: float,
    quantMin: int, quantMax: int, out: aclTensor | None, mask: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFakeQuantPerTensorAffineCachemask(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFlatQuantGetWorkspaceSize(
    x: aclTensor | None, kroneckerP1: aclTensor | None, kroneckerP2: aclTensor | None, clipRatio: float,
    out: aclTensor | None, quantScale: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFlatQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFlatQuantV2GetWorkspaceSize(
    x: aclTensor | None, kroneckerP1: aclTensor | None, kroneckerP2: aclTensor | None, clipRatio: float,
    dstTypeMax: float, out: aclTensor | None, quantScale: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFlatQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnFlatQuantV3GetWorkspaceSize(
    x: aclTensor | None, kroneckerP1: aclTensor | None, kroneckerP2: aclTensor | None,
    groupListOptional: aclTensor | None, clipRatio: float, dstTypeMax: float, groupListType: int,
    out: aclTensor | None, quantScale: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnFlatQuantV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupQuantGetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, groupIndex: aclTensor | None,
    offsetOptional: aclTensor | None, dstType: int, y: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupedDynamicBlockQuantGetWorkspaceSize(
    x: aclTensor | None, groupList: aclTensor | None, minScale: float, roundModeOptional: str | bytes | None,
    dstType: int, rowBlockSize: int, colBlockSize: int, groupListType: int, yOut: aclTensor | None,
    scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupedDynamicBlockQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupedDynamicBlockQuantV2GetWorkspaceSize(
    x: aclTensor | None, groupList: aclTensor | None, minScale: float, roundModeOptional: str | bytes | None,
    dstType: int, rowBlockSize: int, colBlockSize: int, groupListType: int, dstTypeMax: float,
    yOut: aclTensor | None, scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupedDynamicBlockQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupedDynamicMxQuantGetWorkspaceSize(
    x: aclTensor | None, groupIndex: aclTensor | None, roundMode: str | bytes | None, dstType: int,
    blocksize: int, y: aclTensor | None, mxscale: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupedDynamicMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupedDynamicMxQuantV2GetWorkspaceSize(
    x: aclTensor | None, groupIndex: aclTensor | None, roundMode: str | bytes | None, dstType: int,
    blocksize: int, scaleAlg: int, dstTypeMax: float, y: aclTensor | None, mxscale: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupedDynamicMxQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize(
    x: aclTensor | None, groupIndex: aclTensor | None, roundModeOptional: str | bytes | None, scaleAlg: int,
    dstDtype: int, maxDtypeValue: float, y1Out: aclTensor | None, y1ScaleOut: aclTensor | None,
    y2Out: aclTensor | None, y2ScaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupedDynamicMxQuantWithDualAxis(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnGroupedQuantMaxGetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, groupList: aclTensor | None, roundMode: str | bytes | None,
    dstType: int, y: aclTensor | None, amax: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnGroupedQuantMax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnMxToBlockMxQuantGetWorkspaceSize(
    x: aclTensor | None, mxscale: aclTensor | None, dstType: int, y: aclTensor | None,
    scale1: aclTensor | None, scale2: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnMxToBlockMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantMaxGetWorkspaceSize(
    x: aclTensor | None, scale: aclTensor | None, roundMode: str | bytes | None, dstType: int,
    y: aclTensor | None, amax: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantMax(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnQuantizeGetWorkspaceSize(
    x: aclTensor | None, scales: aclTensor | None, zeroPoints: aclTensor | None, dtype: aclDataType | int,
    axis: int, out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnQuantize(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSituMxQuantGetWorkspaceSize(
    x: aclTensor | None, beta: float, linearBeta: float, activateLeft: bool, axis: int, dstType: int,
    roundModeOptional: str | bytes | None, yOut: aclTensor | None, yScaleOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSituMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwiGluQuantGetWorkspaceSize(
    x: aclTensor | None, smoothScalesOptional: aclTensor | None, offsetsOptional: aclTensor | None,
    groupIndexOptional: aclTensor | None, activateLeft: bool, quantModeOptional: str | bytes | None,
    yOut: aclTensor | None, scaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwiGluQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwiGluQuantV2GetWorkspaceSize(
    x: aclTensor | None, smoothScalesOptional: aclTensor | None, offsetsOptional: aclTensor | None,
    groupIndexOptional: aclTensor | None, activateLeft: bool, quantModeOptional: str | bytes | None,
    groupListType: int, dstType: int, yOut: aclTensor | None, scaleOut: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwiGluQuantV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwigluBackwardMxQuantWithDualAxisGetWorkspaceSize(
    x: aclTensor | None, yGrad: aclTensor | None, groupIndexOptional: aclTensor | None, activateLeft: bool,
    roundModeOptional: str | bytes | None, scaleAlg: int, dstDtype: int, maxDtypeValue: float,
    y1Out: aclTensor | None, mxscale1Out: aclTensor | None, y2Out: aclTensor | None,
    mxscale2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwigluBackwardMxQuantWithDualAxis(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwigluGroupGradGetWorkspaceSize(
    gradY: aclTensor | None, x: aclTensor | None, weightOptional: aclTensor | None,
    yOriginOptional: aclTensor | None, groupIndexOptional: aclTensor | None, clampLimit: float,
    gradXOut: aclTensor | None, gradWeightOutOptional: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwigluGroupGrad(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwigluMxQuantGetWorkspaceSize(
    x: aclTensor | None, groupIndexOptional: aclTensor | None, activateDim: int, activateLeft: bool,
    swigluMode: int, clampLimit: float, gluAlpha: float, gluBias: float, groupMode: int, axis: int,
    dstType: int, roundModeOptional: str | bytes | None, scaleAlg: int, maxDtypeValue: float,
    yOut: aclTensor | None, mxscaleOut: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwigluMxQuant(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnSwigluMxQuantWithDualAxisGetWorkspaceSize(
    x: aclTensor | None, groupIndexOptional: aclTensor | None, activateLeft: bool,
    roundModeOptional: str | bytes | None, scaleAlg: int, dstType: int, maxDtypeValue: float,
    y1Out: aclTensor | None, mxscale1Out: aclTensor | None, y2Out: aclTensor | None,
    mxscale2Out: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnSwigluMxQuantWithDualAxis(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransQuantParamV2GetWorkspaceSize(
    scale: aclTensor | None, offset: aclTensor | None, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransQuantParamV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnTransQuantParamV3GetWorkspaceSize(
    scale: aclTensor | None, offset: aclTensor | None, roundMode: int, out: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnTransQuantParamV3(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
