"""The enums of the C headers, with the header's member names and written values.

    from aclnn_emu.abi.enums import aclDataType, aclrtMemcpyKind

Making 74 enums takes some 15 ms, so the areas load when one of their enums is first asked for;
aclDataType and aclFormat are always there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from aclnn_emu.abi.enums.base import aclDataType, aclFormat

if TYPE_CHECKING:
    from enum import IntEnum

    from aclnn_emu.abi.enums.common import (
        aclrtCallbackBlockType,
        aclrtEventRecordedStatus,
        aclrtEventStatus,
        aclrtEventWaitStatus,
        aclrtLastErrLevel,
        aclrtMemAttr,
        aclrtMemcpyKind,
        aclrtMemLocationType,
        aclrtMemMallocPolicy,
        aclrtRunMode,
        aclrtStreamStatus,
        aclSysParamOpt,
    )
    from aclnn_emu.abi.enums.device import (
        aclCannAttr,
        aclDeviceInfo,
        aclrtAtomicOperation,
        aclrtAtomicOperationCapability,
        aclrtDevAttr,
        aclrtDevFeatureType,
        aclrtDeviceLimit,
        aclrtDeviceState,
        aclrtDeviceStatus,
        aclrtDeviceTaskAbortStage,
        aclrtDevResLimitType,
        aclrtFloatOverflowMode,
        aclrtGroupAttr,
        aclrtHacType,
        aclrtTsId,
    )
    from aclnn_emu.abi.enums.graph import (
        aclmdlRICaptureMode,
        aclmdlRICaptureStatus,
        aclmdlRICondHandleFlag,
        aclmdlRICondTaskType,
        aclmdlRITaskType,
        aclrtUpdateTaskAttrId,
    )
    from aclnn_emu.abi.enums.kernel import (
        aclrtBinaryLoadOptionType,
        aclrtEngineType,
        aclrtFuncAttribute,
        aclrtKernelType,
        aclrtLaunchKernelAttrId,
        aclrtRandomNumFuncType,
    )
    from aclnn_emu.abi.enums.memory import (
        aclMemType,
        aclrtCmoType,
        aclrtHostMemMapCapability,
        aclrtHostRegisterType,
        aclrtIpcMemAttrType,
        aclrtMallocAttrType,
        aclrtMemAccessFlags,
        aclrtMemAllocationType,
        aclrtMemGranularityOptions,
        aclrtMemHandleType,
        aclrtMemLinkType,
        aclrtMemManagedAdviseType,
        aclrtMemManagedLocationType,
        aclrtMemManagedRangeAttribute,
        aclrtMemPgType,
        aclrtMemPoolAttr,
        aclrtMemSharedHandleType,
        aclrtMemType,
        aclrtReduceKind,
    )
    from aclnn_emu.abi.enums.stream import (
        aclrtCntNotifyRecordMode,
        aclrtCntNotifyWaitMode,
        aclrtCompareDataType,
        aclrtCondition,
        aclrtStreamAttr,
        aclrtStreamConfigAttr,
        aclrtStreamState,
    )
    from aclnn_emu.abi.enums.system import (
        aclCANNPackageName,
        aclLogLevel,
        aclRegisterCallbackType,
        aclrtAicoreErrorType,
        aclrtErrorType,
        aclrtProcessState,
        aclrtSnapShotStage,
    )

__all__ = [
    "aclCANNPackageName",
    "aclCannAttr",
    "aclDataType",
    "aclDeviceInfo",
    "aclFormat",
    "aclLogLevel",
    "aclMemType",
    "aclRegisterCallbackType",
    "aclSysParamOpt",
    "aclmdlRICaptureMode",
    "aclmdlRICaptureStatus",
    "aclmdlRICondHandleFlag",
    "aclmdlRICondTaskType",
    "aclmdlRITaskType",
    "aclrtAicoreErrorType",
    "aclrtAtomicOperation",
    "aclrtAtomicOperationCapability",
    "aclrtBinaryLoadOptionType",
    "aclrtCallbackBlockType",
    "aclrtCmoType",
    "aclrtCntNotifyRecordMode",
    "aclrtCntNotifyWaitMode",
    "aclrtCompareDataType",
    "aclrtCondition",
    "aclrtDevAttr",
    "aclrtDevFeatureType",
    "aclrtDevResLimitType",
    "aclrtDeviceLimit",
    "aclrtDeviceState",
    "aclrtDeviceStatus",
    "aclrtDeviceTaskAbortStage",
    "aclrtEngineType",
    "aclrtErrorType",
    "aclrtEventRecordedStatus",
    "aclrtEventStatus",
    "aclrtEventWaitStatus",
    "aclrtFloatOverflowMode",
    "aclrtFuncAttribute",
    "aclrtGroupAttr",
    "aclrtHacType",
    "aclrtHostMemMapCapability",
    "aclrtHostRegisterType",
    "aclrtIpcMemAttrType",
    "aclrtKernelType",
    "aclrtLastErrLevel",
    "aclrtLaunchKernelAttrId",
    "aclrtMallocAttrType",
    "aclrtMemAccessFlags",
    "aclrtMemAllocationType",
    "aclrtMemAttr",
    "aclrtMemGranularityOptions",
    "aclrtMemHandleType",
    "aclrtMemLinkType",
    "aclrtMemLocationType",
    "aclrtMemMallocPolicy",
    "aclrtMemManagedAdviseType",
    "aclrtMemManagedLocationType",
    "aclrtMemManagedRangeAttribute",
    "aclrtMemPgType",
    "aclrtMemPoolAttr",
    "aclrtMemSharedHandleType",
    "aclrtMemType",
    "aclrtMemcpyKind",
    "aclrtProcessState",
    "aclrtRandomNumFuncType",
    "aclrtReduceKind",
    "aclrtRunMode",
    "aclrtSnapShotStage",
    "aclrtStreamAttr",
    "aclrtStreamConfigAttr",
    "aclrtStreamState",
    "aclrtStreamStatus",
    "aclrtTsId",
    "aclrtUpdateTaskAttrId",
    "all_enums",
]

# Area module of each enum that is loaded on demand.
_AREAS: dict[str, tuple[str, ...]] = {
    "common": (
        "aclrtRunMode",
        "aclrtMemcpyKind",
        "aclrtMemMallocPolicy",
        "aclrtMemAttr",
        "aclrtMemLocationType",
        "aclrtStreamStatus",
        "aclrtEventStatus",
        "aclrtEventRecordedStatus",
        "aclrtEventWaitStatus",
        "aclrtCallbackBlockType",
        "aclrtLastErrLevel",
        "aclSysParamOpt",
    ),
    "memory": (
        "aclMemType",
        "aclrtMallocAttrType",
        "aclrtMemPgType",
        "aclrtMemType",
        "aclrtHostRegisterType",
        "aclrtMemManagedAdviseType",
        "aclrtMemManagedLocationType",
        "aclrtMemManagedRangeAttribute",
        "aclrtMemAllocationType",
        "aclrtMemHandleType",
        "aclrtMemSharedHandleType",
        "aclrtMemGranularityOptions",
        "aclrtMemAccessFlags",
        "aclrtHostMemMapCapability",
        "aclrtMemLinkType",
        "aclrtIpcMemAttrType",
        "aclrtMemPoolAttr",
        "aclrtCmoType",
        "aclrtReduceKind",
    ),
    "device": (
        "aclCannAttr",
        "aclDeviceInfo",
        "aclrtTsId",
        "aclrtGroupAttr",
        "aclrtFloatOverflowMode",
        "aclrtDeviceStatus",
        "aclrtDeviceState",
        "aclrtDeviceTaskAbortStage",
        "aclrtDevAttr",
        "aclrtDevFeatureType",
        "aclrtDevResLimitType",
        "aclrtDeviceLimit",
        "aclrtHacType",
        "aclrtAtomicOperation",
        "aclrtAtomicOperationCapability",
    ),
    "stream": (
        "aclrtStreamConfigAttr",
        "aclrtStreamAttr",
        "aclrtStreamState",
        "aclrtCondition",
        "aclrtCompareDataType",
        "aclrtCntNotifyRecordMode",
        "aclrtCntNotifyWaitMode",
    ),
    "graph": (
        "aclmdlRICaptureMode",
        "aclmdlRICaptureStatus",
        "aclmdlRITaskType",
        "aclmdlRICondHandleFlag",
        "aclmdlRICondTaskType",
        "aclrtUpdateTaskAttrId",
    ),
    "kernel": (
        "aclrtBinaryLoadOptionType",
        "aclrtEngineType",
        "aclrtLaunchKernelAttrId",
        "aclrtFuncAttribute",
        "aclrtKernelType",
        "aclrtRandomNumFuncType",
    ),
    "system": (
        "aclLogLevel",
        "aclrtErrorType",
        "aclrtAicoreErrorType",
        "aclCANNPackageName",
        "aclrtSnapShotStage",
        "aclrtProcessState",
        "aclRegisterCallbackType",
    ),
}
_AREA_OF = {name: area for area, names in _AREAS.items() for name in names}


def _load(name: str) -> type[IntEnum]:
    area = _AREA_OF.get(name)
    if area is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{area}")
    for member in _AREAS[area]:
        globals()[member] = getattr(module, member)
    found: type[IntEnum] = globals()[name]
    return found


if not TYPE_CHECKING:  # a checker would take any name for an enum
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *_AREA_OF})


def all_enums() -> dict[str, type[IntEnum]]:
    """Every enum by its C name; loads all areas."""
    names = ("aclDataType", "aclFormat", *_AREA_OF)
    this = globals()
    return {name: this.get(name) or _load(name) for name in names}
