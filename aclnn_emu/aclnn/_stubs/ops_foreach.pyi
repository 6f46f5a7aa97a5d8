# Made by tools/make_stubs.py from the prototypes; do not edit.

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.aclnn._stubs.constants import *
from aclnn_emu.aclnn._stubs.types import *

def aclnnForeachACosInplaceGetWorkspaceSize(
    x: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachACosInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAbsGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAbs(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAcosGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAcos(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, alpha: aclTensor | None, out: aclTensorList | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddListInplaceGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, alpha: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddListInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddListV2GetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, alpha: aclScalar | None, out: aclTensorList | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddListV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddScalarGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddScalarListGetWorkspaceSize(
    x: aclTensorList | None, scalars: aclScalarList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddScalarV2GetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcdivListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalars: aclTensor | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcdivList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcdivScalarGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalar: aclTensor | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcdivScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcdivScalarListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalars: aclTensor | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcdivScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcdivScalarV2GetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalar: aclScalar | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcdivScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcmulListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalars: aclTensor | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcmulList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcmulScalarGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalar: aclTensor | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcmulScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcmulScalarListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalars: aclTensor | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcmulScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAddcmulScalarV2GetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, x3: aclTensorList | None, scalar: aclScalar | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAddcmulScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAsinGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAsin(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachAtanGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachAtan(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachCopyGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachCopy(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachCosGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachCos(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachCoshGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachCosh(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachDivListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachDivList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachDivListInplaceGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachDivListInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachDivScalarGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachDivScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachDivScalarListGetWorkspaceSize(
    x: aclTensorList | None, scalars: aclScalarList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachDivScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachDivScalarV2GetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachDivScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachErfGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachErf(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachErfcGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachErfc(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachExpGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachExp(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachExpm1GetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachExpm1(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachLerpListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, weight: aclTensorList | None,
    out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachLerpList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachLerpScalarGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, weight: aclScalar | None, out: aclTensorList | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachLerpScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachLogGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachLog(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachLog10GetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachLog10(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachLog1pGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachLog1p(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachLog2GetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachLog2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachLogInplaceGetWorkspaceSize(
    x: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachLogInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMaximumListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMaximumList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMaximumScalarGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMaximumScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMaximumScalarListGetWorkspaceSize(
    x: aclTensorList | None, scalars: aclScalarList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMaximumScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMaximumScalarV2GetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMaximumScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMinimumListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMinimumList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMinimumScalarGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMinimumScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMinimumScalarListGetWorkspaceSize(
    x: aclTensorList | None, scalars: aclScalarList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMinimumScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMinimumScalarV2GetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMinimumScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMulListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMulList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMulListInplaceGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMulListInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMulScalarGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMulScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMulScalarInplaceGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMulScalarInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMulScalarListGetWorkspaceSize(
    x: aclTensorList | None, scalars: aclScalarList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMulScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachMulScalarV2GetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachMulScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachNegGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachNeg(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(
    scaledGrads: aclTensorList | None, foundInf: aclTensor | None, invScale: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachNonFiniteCheckAndUnscale(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachNormGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachNorm(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachPowListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachPowList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachPowScalarGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachPowScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachPowScalarAndTensorGetWorkspaceSize(
    scalar: aclScalar | None, x: aclTensorList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachPowScalarAndTensor(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachPowScalarListGetWorkspaceSize(
    x: aclTensorList | None, scalars: aclScalarList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachPowScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachPowScalarV2GetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachPowScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachReciprocalGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachReciprocal(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachRoundOffNumberGetWorkspaceSize(
    x: aclTensorList | None, roundMode: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachRoundOffNumber(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachRoundOffNumberV2GetWorkspaceSize(
    x: aclTensorList | None, roundMode: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachRoundOffNumberV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSigmoidGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSigmoid(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSignGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSign(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSinGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSin(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSinhGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSinh(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSqrtGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSqrt(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSubListGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, alpha: aclTensor | None, out: aclTensorList | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSubList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSubListInplaceGetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, alpha: aclTensor | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSubListInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSubListV2GetWorkspaceSize(
    x1: aclTensorList | None, x2: aclTensorList | None, alpha: aclScalar | None, out: aclTensorList | None,
    *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSubListV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSubScalarGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSubScalar(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSubScalarInplaceGetWorkspaceSize(
    x: aclTensorList | None, scalar: aclTensor | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSubScalarInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSubScalarListGetWorkspaceSize(
    x: aclTensorList | None, scalars: aclScalarList | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSubScalarList(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachSubScalarV2GetWorkspaceSize(
    x: aclTensorList | None, scalar: aclScalar | None, out: aclTensorList | None, *,
    null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachSubScalarV2(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachTanGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachTan(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachTanhGetWorkspaceSize(
    x: aclTensorList | None, out: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachTanh(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
def aclnnForeachZeroInplaceGetWorkspaceSize(
    x: aclTensorList | None, *, null_outputs: Iterable[str] = (),
) -> tuple[int, int, aclOpExecutor | None]: ...
def aclnnForeachZeroInplace(
    workspace: Pointer, workspaceSize: int, executor: aclOpExecutor | int | None,
    stream: aclrtStream | int | None,
) -> int: ...
