"""Cases of the runtime: a table, one row for each thing that the sources say about a function.

Every case begins with device 0 set in the calling thread and leaves it so. Rows in `_WITHOUT_CONTEXT` run between
aclrtResetDevice and aclrtSetDevice. Sources are files of the public repositories runtime (R) and opbase (O).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aclnn_emu.conformance.cases import ArraySpec, Call, Case, MemorySpec, Ref, ScalarSpec, Spec, TensorSpec

__all__ = ["runtime_cases"]

_API, _IMPL = "R:src/runtime/api/impl/api_error.cc", "R:src/runtime/api/impl/api_impl.cc"
_ACL, _MEM = "R:src/acl/aclrt_impl/", "R:src/acl/aclrt_impl/memory.cpp"
_DOC = "R:docs/zh/api_ref/"
_META = "O:src/nnopbase/common/api/acl_op_api.cpp"
_EVENT = "R:src/runtime/core/src/event/event.cc"
_GUARD = "R:src/runtime/core/src/common/runtime_handle_guard.cc"
_INIT = "R:src/acl/aclrt_impl/acl.cpp"

BAD, RT_BAD, BAD_DEVICE, NO_CONTEXT = 100000, 107000, 107001, 107002
STREAM_CONTEXT, BAD_MEMORY, BAD_HANDLE, UNSUPPORTED = 107003, 107016, 107017, 207000
_TOO_MUCH = 2**64 - 1


def _c(function: str, *args: Any, status: int | None = 0, **rest: Any) -> Call:
    """A call; arguments that begin with $ are references."""
    given = tuple(Ref(arg[1:]) if isinstance(arg, str) and arg.startswith("$") else arg for arg in args)
    return Call(function, given, status, **rest)


def _null(function: str, output: str, *args: Any, status: int = BAD) -> Call:
    return _c(function, *args, status=status, nulls=(output,))


_RESET, _SET = _c("aclrtResetDevice", 0), _c("aclrtSetDevice", 0)
_STREAM = _c("aclrtCreateStream", keep=("stream",))
_END_STREAM = _c("aclrtDestroyStream", "$stream")
_EVENT_ = _c("aclrtCreateEvent", keep=("event",))
_END_EVENT = _c("aclrtDestroyEvent", "$event")
_SYNC_EVENT = _c("aclrtCreateEventWithFlag", 1, keep=("event",))
_EX_EVENT = _c("aclrtCreateEventExWithFlag", 1, keep=("event",))
_CONTEXT = _c("aclrtCreateContext", 0, keep=("context",))
_END_CONTEXT = _c("aclrtDestroyContext", "$context")
_SYNC = _c("aclrtSynchronizeStream", None)

_BLOCK: Mapping[str, Spec] = {"block": MemorySpec(64), "other": MemorySpec(64)}
_TENSOR: Mapping[str, Spec] = {
    "tensor": TensorSpec(0, (2, 3)),
    "scalar": ScalarSpec(0, 1.0),
    "ints": ArraySpec("int_array", (1, 2, 3)),
    "floats": ArraySpec("float_array", (0.5,)),
    "bools": ArraySpec("bool_array", (True, False)),
}

_Row = tuple[str, str, tuple[Call, ...]]

# name, source, calls. The name begins with the function that the row is about.
_DEVICE: tuple[_Row, ...] = (
    ("aclrtSetDevice-negative", _API, (_c("aclrtSetDevice", -1, status=BAD_DEVICE),)),
    ("aclrtSetDevice-too_high", _API, (_c("aclrtSetDevice", 1000, status=BAD_DEVICE),)),
    ("aclrtSetDevice-counts", _IMPL, (_SET, _RESET, _c("aclrtGetDevice", outputs=(0,)))),
    ("aclrtResetDevice-bad_id", _IMPL, (_c("aclrtResetDevice", -1, status=BAD_DEVICE),)),
    ("aclrtResetDevice-released_already", _IMPL, (_RESET, _c("aclrtResetDevice", 0, status=507007), _SET)),
    ("aclrtResetDeviceForce-bad_id", _IMPL, (_c("aclrtResetDeviceForce", 1000, status=BAD_DEVICE),)),
    ("aclrtResetDeviceForce-any_count", f"{_DOC}04_device_management.md",
     (_SET, _SET, _c("aclrtResetDeviceForce", 0), _c("aclrtGetDevice", status=NO_CONTEXT), _SET)),
    ("aclrtGetDevice-null", f"{_ACL}device.cpp", (_null("aclrtGetDevice", "deviceId"),)),
    ("aclrtGetDevice-set", f"{_ACL}device.cpp", (_c("aclrtGetDevice", outputs=(0,)),)),
    ("aclrtGetDeviceCount-null", f"{_ACL}device.cpp", (_null("aclrtGetDeviceCount", "count"),)),
    ("aclrtGetDeviceCount-works", f"{_ACL}device.cpp", (_c("aclrtGetDeviceCount"),)),
    ("aclrtSynchronizeDevice-idle", _API, (_c("aclrtSynchronizeDevice"),)),
    *((f"aclrtSynchronizeDeviceWithTimeout-{ms}", _API, (_c("aclrtSynchronizeDeviceWithTimeout", ms, status=code),))
      for ms, code in ((-2, RT_BAD), (-(2**31), RT_BAD), (0, RT_BAD), (-1, 0), (1, 0), (1000, 0))),
    *((f"aclrtSetTsDevice-{ts}", f"{_ACL}device.cpp", (_c("aclrtSetTsDevice", ts, status=code),))
      for ts, code in ((2, BAD), (-1, BAD), (100, BAD), (1, 0), (0, 0))),
    ("aclrtGetRunMode-null", f"{_ACL}device.cpp", (_null("aclrtGetRunMode", "runMode"),)),
    ("aclrtGetRunMode-host", f"{_ACL}device.cpp", (_c("aclrtGetRunMode", outputs=(1,)),)),
    ("aclrtGetVersion-works", _INIT, (_c("aclrtGetVersion", outputs=(1, 17, 0)),)),
    *((f"aclrtGetVersion-null-{name}", _INIT, (_null("aclrtGetVersion", name),))
      for name in ("majorVersion", "minorVersion", "patchVersion")),
    ("aclrtDeviceCanAccessPeer-same", _MEM, (_c("aclrtDeviceCanAccessPeer", 0, 0, status=BAD),)),
    ("aclrtDeviceCanAccessPeer-null", _MEM, (_null("aclrtDeviceCanAccessPeer", "canAccessPeer", 0, 1),)),
    ("aclrtDeviceEnablePeerAccess-flags", _MEM, (_c("aclrtDeviceEnablePeerAccess", 1, 1, status=200006),)),
)  # fmt: skip

_CONTEXTS: tuple[_Row, ...] = (
    ("aclrtCreateContext-null", _IMPL, (_null("aclrtCreateContext", "context", 0),)),
    ("aclrtCreateContext-bad_device", _IMPL, (_c("aclrtCreateContext", -1, status=BAD_DEVICE),)),
    ("aclrtCreateContext-becomes_current", _IMPL,
     (_CONTEXT, _c("aclrtGetCurrentContext", keep=("now",)), _c("aclrtDestroyContext", "$now"), _SET, _RESET)),
    ("aclrtDestroyContext-null", _IMPL, (_c("aclrtDestroyContext", None, status=BAD),)),
    ("aclrtDestroyContext-primary", _IMPL,
     (_c("aclrtGetCurrentContext", keep=("context",)), _c("aclrtDestroyContext", "$context", status=NO_CONTEXT))),
    ("aclrtDestroyContext-twice", _IMPL,
     (_CONTEXT, _END_CONTEXT, _c("aclrtDestroyContext", "$context", status=NO_CONTEXT), _SET, _RESET)),
    ("aclrtDestroyContext-current", _IMPL,
     (_CONTEXT, _END_CONTEXT, _c("aclrtGetCurrentContext", status=NO_CONTEXT),
      _c("aclrtSynchronizeDevice", status=NO_CONTEXT), _c("aclrtCreateStream", status=NO_CONTEXT), _SET, _RESET)),
    ("aclrtSetCurrentContext-null", _API, (_c("aclrtSetCurrentContext", None, status=BAD),)),
    ("aclrtSetCurrentContext-destroyed", _API,
     (_CONTEXT, _END_CONTEXT, _c("aclrtSetCurrentContext", "$context", status=RT_BAD), _SET, _RESET)),
    ("aclrtSetCurrentContext-back", _API,
     (_c("aclrtGetCurrentContext", keep=("first",)), _CONTEXT, _c("aclrtSetCurrentContext", "$first"), _END_CONTEXT,
      _c("aclrtSynchronizeDevice"))),
    ("aclrtGetCurrentContext-null", _IMPL, (_null("aclrtGetCurrentContext", "context"),)),
    ("aclrtCtxGetCurrentDefaultStream-works", f"{_ACL}context.cpp",
     (_c("aclrtCtxGetCurrentDefaultStream", keep=("stream",)), _c("aclrtSynchronizeStream", "$stream"))),
    ("aclrtCtxGetCurrentDefaultStream-null", f"{_ACL}context.cpp",
     (_null("aclrtCtxGetCurrentDefaultStream", "stream"),)),
    *((f"aclrtCtxSetSysParamOpt-{opt}", f"{_ACL}context.cpp", (_c("aclrtCtxSetSysParamOpt", opt, 0, status=code),))
      for opt, code in ((-1, BAD), (0, 0), (1, 0), (3, BAD), (100, BAD))),
    *((f"aclrtSetSysParamOpt-{opt}", f"{_ACL}context.cpp", (_c("aclrtSetSysParamOpt", opt, 0, status=code),))
      for opt, code in ((-1, BAD), (0, 0), (1, 0), (4, BAD))),
    ("aclrtCtxGetSysParamOpt-never_set", f"{_ACL}context.cpp",
     (_CONTEXT, _c("aclrtCtxGetSysParamOpt", 0, status=107021), _END_CONTEXT, _SET, _RESET)),
    ("aclrtCtxGetSysParamOpt-set", f"{_ACL}context.cpp",
     (_CONTEXT, _c("aclrtCtxSetSysParamOpt", 0, 1), _c("aclrtCtxGetSysParamOpt", 0, outputs=(1,)), _END_CONTEXT, _SET,
      _RESET)),
)  # fmt: skip

_STREAMS: tuple[_Row, ...] = (
    ("aclrtCreateStream-null", f"{_ACL}stream.cpp", (_null("aclrtCreateStream", "stream"),)),
    ("aclrtCreateStream-works", f"{_ACL}stream.cpp", (_STREAM, _END_STREAM)),
    *((f"aclrtCreateStreamWithConfig-{priority}-{flag}", f"{_ACL}stream.cpp",
       (_c("aclrtCreateStreamWithConfig", priority, flag, keep=("stream",)), _END_STREAM))
      for priority, flag in ((0, 0), (7, 1), (8, 0), (2**32 - 1, 0))),
    ("aclrtCreateStreamWithConfig-null", f"{_ACL}stream.cpp", (_null("aclrtCreateStreamWithConfig", "stream", 0, 0),)),
    ("aclrtDestroyStream-null", _API, (_c("aclrtDestroyStream", None, status=BAD),)),
    ("aclrtDestroyStream-twice", _GUARD, (_STREAM, _END_STREAM, _c("aclrtDestroyStream", "$stream", status=BAD_HANDLE))),
    ("aclrtDestroyStreamForce-twice", _GUARD,
     (_STREAM, _c("aclrtDestroyStreamForce", "$stream"), _c("aclrtDestroyStreamForce", "$stream", status=BAD_HANDLE))),
    ("aclrtDestroyStreamForce-null", _API, (_c("aclrtDestroyStreamForce", None, status=BAD),)),
    ("aclrtDestroyStream-event", _GUARD, (_EVENT_, _c("aclrtDestroyStream", "$event", status=BAD_HANDLE), _END_EVENT)),
    ("aclrtDestroyStream-other_context", _API,
     (_STREAM, _c("aclrtGetCurrentContext", keep=("first",)), _CONTEXT,
      _c("aclrtDestroyStream", "$stream", status=STREAM_CONTEXT), _END_CONTEXT,
      _c("aclrtSetCurrentContext", "$first"), _END_STREAM, _SET, _RESET)),
    ("aclrtSynchronizeStream-default", f"{_DOC}06_stream_management.md", (_SYNC,)),
    ("aclrtSynchronizeStream-destroyed", _GUARD,
     (_STREAM, _END_STREAM, _c("aclrtSynchronizeStream", "$stream", status=BAD_HANDLE))),
    ("aclrtSynchronizeStream-other_context", _IMPL,
     (_STREAM, _c("aclrtGetCurrentContext", keep=("first",)), _CONTEXT, _c("aclrtSynchronizeStream", "$stream"),
      _END_CONTEXT, _c("aclrtSetCurrentContext", "$first"), _END_STREAM)),
    *((f"aclrtSynchronizeStreamWithTimeout-{ms}", f"{_ACL}stream.cpp",
       (_c("aclrtSynchronizeStreamWithTimeout", None, ms, status=code),))
      for ms, code in ((-2, RT_BAD), (-(2**31), RT_BAD), (0, RT_BAD), (-1, 0), (1, 0), (2**31 - 1, 0))),
    ("aclrtStreamQuery-null", f"{_ACL}stream.cpp", (_null("aclrtStreamQuery", "status", None),)),
    ("aclrtStreamQuery-idle", f"{_ACL}stream.cpp", (_c("aclrtStreamQuery", None, outputs=(0,)),)),
    ("aclrtStreamQuery-destroyed", _GUARD,
     (_STREAM, _END_STREAM, _c("aclrtStreamQuery", "$stream", status=BAD_HANDLE))),
    ("aclrtStreamGetId-null", f"{_ACL}stream.cpp", (_null("aclrtStreamGetId", "streamId", None),)),
    ("aclrtStreamGetId-works", f"{_ACL}stream.cpp", (_STREAM, _c("aclrtStreamGetId", "$stream"), _END_STREAM)),
)  # fmt: skip

_EVENTS: tuple[_Row, ...] = (
    ("aclrtCreateEvent-null", f"{_ACL}event.cpp", (_null("aclrtCreateEvent", "event"),)),
    ("aclrtCreateEventWithFlag-null", f"{_ACL}event.cpp", (_null("aclrtCreateEventWithFlag", "event", 1),)),
    ("aclrtCreateEventExWithFlag-null", f"{_ACL}event.cpp", (_null("aclrtCreateEventExWithFlag", "event", 1),)),
    *((f"aclrtCreateEventWithFlag-{flag:#x}", _API, (_c("aclrtCreateEventWithFlag", flag, status=RT_BAD),))
      for flag in (0, 0x40, 0x80, 0x11, 0x21, 0x18, 0x30, 2**32 - 1)),
    *((f"aclrtCreateEventWithFlag-{flag:#x}", _API,
       (_c("aclrtCreateEventWithFlag", flag, keep=("event",)), _END_EVENT)) for flag in (1, 2, 8, 9, 0xB)),
    *((f"aclrtCreateEventExWithFlag-{flag:#x}", _API, (_c("aclrtCreateEventExWithFlag", flag, status=RT_BAD),))
      for flag in (0, 0x10, 0x20, 0x41, 0x48, 0x80, 2**32 - 1)),
    *((f"aclrtCreateEventExWithFlag-{flag:#x}", _API,
       (_c("aclrtCreateEventExWithFlag", flag, keep=("event",)), _END_EVENT)) for flag in (1, 2, 8, 9, 0xB)),
    ("aclrtDestroyEvent-null", f"{_ACL}event.cpp", (_c("aclrtDestroyEvent", None, status=BAD),)),
    ("aclrtDestroyEvent-twice", _GUARD, (_EVENT_, _END_EVENT, _c("aclrtDestroyEvent", "$event", status=BAD_HANDLE))),
    ("aclrtDestroyEvent-stream", _GUARD, (_STREAM, _c("aclrtDestroyEvent", "$stream", status=BAD_HANDLE), _END_STREAM)),
    ("aclrtRecordEvent-null", _API, (_c("aclrtRecordEvent", None, None, status=BAD),)),
    ("aclrtRecordEvent-destroyed", _GUARD,
     (_EVENT_, _END_EVENT, _c("aclrtRecordEvent", "$event", None, status=BAD_HANDLE))),
    ("aclrtRecordEvent-destroyed_stream", _GUARD,
     (_EVENT_, _STREAM, _END_STREAM, _c("aclrtRecordEvent", "$event", "$stream", status=BAD_HANDLE), _END_EVENT)),
    ("aclrtRecordEvent-twice", f"{_DOC}07_event_management.md",
     (_EVENT_, _c("aclrtRecordEvent", "$event", None), _c("aclrtRecordEvent", "$event", None), _SYNC, _END_EVENT)),
    ("aclrtRecordEvent-other_context", _API,
     (_EVENT_, _STREAM, _c("aclrtGetCurrentContext", keep=("first",)), _CONTEXT,
      _c("aclrtRecordEvent", "$event", "$stream", status=STREAM_CONTEXT), _END_CONTEXT,
      _c("aclrtSetCurrentContext", "$first"), _END_STREAM, _END_EVENT)),
    *((f"aclrtRecordEventWithFlag-{flag}", f"{_ACL}event.cpp",
       (_EVENT_, _c("aclrtRecordEventWithFlag", "$event", None, flag, status=BAD), _END_EVENT)) for flag in (2, 100)),
    ("aclrtStreamWaitEvent-null", _API, (_c("aclrtStreamWaitEvent", None, None, status=BAD),)),
    ("aclrtStreamWaitEvent-time_line", _API,
     (_c("aclrtCreateEventWithFlag", 8, keep=("event",)),
      _c("aclrtStreamWaitEvent", None, "$event", status=UNSUPPORTED), _END_EVENT)),
    ("aclrtStreamWaitEvent-never_recorded", _EVENT,
     (_EVENT_, _c("aclrtStreamWaitEvent", None, "$event", status=RT_BAD), _END_EVENT)),
    ("aclrtStreamWaitEvent-never_recorded_ex", _EVENT,
     (_EX_EVENT, _c("aclrtStreamWaitEvent", None, "$event"), _SYNC, _END_EVENT)),
    ("aclrtStreamWaitEvent-recorded", _EVENT,
     (_EVENT_, _STREAM, _c("aclrtRecordEvent", "$event", "$stream"), _c("aclrtStreamWaitEvent", None, "$event"), _SYNC,
      _END_STREAM, _END_EVENT)),
    ("aclrtResetEvent-ex", _API, (_EX_EVENT, _c("aclrtResetEvent", "$event", None, status=UNSUPPORTED), _END_EVENT)),
    ("aclrtResetEvent-null", _API, (_c("aclrtResetEvent", None, None, status=BAD),)),
    ("aclrtResetEvent-sync", _API,
     (_SYNC_EVENT, _c("aclrtRecordEvent", "$event", None), _c("aclrtResetEvent", "$event", None), _SYNC, _END_EVENT)),
    ("aclrtSynchronizeEvent-never_recorded", _EVENT, (_EVENT_, _c("aclrtSynchronizeEvent", "$event"), _END_EVENT)),
    ("aclrtSynchronizeEvent-null", f"{_ACL}event.cpp", (_c("aclrtSynchronizeEvent", None, status=BAD),)),
    *((f"aclrtSynchronizeEventWithTimeout-{ms}", _API,
       (_EVENT_, _c("aclrtSynchronizeEventWithTimeout", "$event", ms, status=code), _END_EVENT))
      for ms, code in ((-2, RT_BAD), (0, RT_BAD), (-1, 0), (1, 0))),
    ("aclrtSynchronizeEventWithTimeout-null", f"{_ACL}event.cpp",
     (_c("aclrtSynchronizeEventWithTimeout", None, 1, status=BAD),)),
    ("aclrtQueryEvent-ex", _API, (_EX_EVENT, _c("aclrtQueryEvent", "$event", status=UNSUPPORTED), _END_EVENT)),
    ("aclrtQueryEvent-never_recorded", _EVENT, (_EVENT_, _c("aclrtQueryEvent", "$event", outputs=(0,)), _END_EVENT)),
    ("aclrtQueryEventStatus-never_recorded", _EVENT,
     (_EVENT_, _c("aclrtQueryEventStatus", "$event", outputs=(0,)), _END_EVENT)),
    ("aclrtQueryEventStatus-never_recorded_ex", _EVENT,
     (_EX_EVENT, _c("aclrtQueryEventStatus", "$event", outputs=(1,)), _END_EVENT)),
    ("aclrtQueryEventStatus-recorded", _EVENT,
     (_EVENT_, _c("aclrtRecordEvent", "$event", None), _SYNC, _c("aclrtQueryEventStatus", "$event", outputs=(1,)),
      _END_EVENT)),
    ("aclrtQueryEventStatus-null", f"{_ACL}event.cpp",
     (_EVENT_, _null("aclrtQueryEventStatus", "status", "$event"), _END_EVENT)),
    ("aclrtQueryEventWaitStatus-ex", _API,
     (_EX_EVENT, _c("aclrtQueryEventWaitStatus", "$event", status=UNSUPPORTED), _END_EVENT)),
    ("aclrtEventElapsedTime-never_recorded", _EVENT,
     (_c("aclrtCreateEventWithFlag", 8, keep=("event",)),
      _c("aclrtEventElapsedTime", "$event", "$event", status=507000), _END_EVENT)),
    ("aclrtEventElapsedTime-null_ms", _API,
     (_EVENT_, _null("aclrtEventElapsedTime", "ms", "$event", "$event"), _END_EVENT)),
    ("aclrtEventElapsedTime-null_event", _API, (_c("aclrtEventElapsedTime", None, None, status=BAD),)),
    ("aclrtEventElapsedTime-works", _EVENT,
     (_c("aclrtCreateEvent", keep=("start",)), _c("aclrtCreateEvent", keep=("event",)),
      _c("aclrtRecordEvent", "$start", None), _c("aclrtRecordEvent", "$event", None), _SYNC,
      _c("aclrtEventElapsedTime", "$start", "$event"), _END_EVENT, _c("aclrtDestroyEvent", "$start"))),
    ("aclrtEventGetTimestamp-never_recorded", _EVENT,
     (_EVENT_, _c("aclrtEventGetTimestamp", "$event", status=507000), _END_EVENT)),
)  # fmt: skip

_MEMORY: tuple[_Row, ...] = (
    ("aclrtMalloc-null", _MEM, (_null("aclrtMalloc", "devPtr", 64, 0),)),
    ("aclrtMalloc-nothing", _MEM, (_c("aclrtMalloc", 0, 0, status=BAD),)),
    ("aclrtMalloc-overflow", _MEM, (_c("aclrtMalloc", _TOO_MUCH, 0, status=BAD),)),
    ("aclrtMalloc-exhausted", _MEM, (_c("aclrtMalloc", 2**60, 0, status=207001),)),
    *((f"aclrtMalloc-policy-{policy}", _MEM, (_c("aclrtMalloc", 64, policy, keep=("at",)), _c("aclrtFree", "$at")))
      for policy in (0, 1, 2, 3, 4, 5)),
    ("aclrtMallocAlign32-nothing", _MEM, (_c("aclrtMallocAlign32", 0, 0, status=BAD),)),
    ("aclrtMallocAlign32-works", _MEM, (_c("aclrtMallocAlign32", 1, 0, keep=("at",)), _c("aclrtFree", "$at"))),
    ("aclrtMallocWithCfg-no_cfg", _MEM, (_c("aclrtMallocWithCfg", 64, 0, None, keep=("at",)), _c("aclrtFree", "$at"))),
    ("aclrtFree-null", _MEM, (_c("aclrtFree", None, status=BAD),)),
    ("aclrtFree-without_context", _MEM,
     (_c("aclrtMalloc", 64, 0, keep=("at",)), _CONTEXT, _END_CONTEXT, _c("aclrtFree", "$at"), _SET, _RESET)),
    ("aclrtFreeWithDevSync-null", _MEM, (_c("aclrtFreeWithDevSync", None, status=BAD),)),
    ("aclrtGetMemInfo-works", _MEM, (_c("aclrtGetMemInfo", 1),)),
    *((f"aclrtGetMemInfo-null-{name}", _MEM, (_null("aclrtGetMemInfo", name, 1),)) for name in ("free", "total")),
    *((f"aclrtGetMemInfo-attr-{attr}", _API, (_c("aclrtGetMemInfo", attr, status=BAD_MEMORY),)) for attr in (-1, 100)),
    ("aclrtMallocHost-null", _MEM, (_null("aclrtMallocHost", "hostPtr", 64),)),
    ("aclrtMallocHost-nothing", _MEM, (_c("aclrtMallocHost", 0, status=BAD),)),
    ("aclrtMallocHost-works", _MEM, (_c("aclrtMallocHost", 64, keep=("at",)), _c("aclrtFreeHost", "$at"))),
    ("aclrtFreeHost-null", _MEM, (_c("aclrtFreeHost", None, status=BAD),)),
    ("aclrtFreeHost-device_memory", _API, (_c("aclrtFreeHost", "$block", status=RT_BAD),)),
    *((f"aclDataTypeSize-{dtype}", "R:src/acl/aclrt_impl/data_buffer.cpp", (_c("aclDataTypeSize", dtype, status=size),))
      for dtype, size in ((0, 4), (1, 2), (2, 1), (3, 4), (9, 8), (11, 8), (12, 1), (13, 0), (-1, 0), (16, 8), (17, 16),
                          (27, 2), (29, 1), (30, 1), (33, 4), (1000, 8))),
)  # fmt: skip

_COPIES: tuple[_Row, ...] = (
    ("aclrtMemcpy-nothing", _MEM, (_c("aclrtMemcpy", None, 0, None, 0, 99),)),
    ("aclrtMemcpy-null_dst", _MEM, (_c("aclrtMemcpy", None, 64, "$block", 64, 3, status=BAD),)),
    ("aclrtMemcpy-null_src", _MEM, (_c("aclrtMemcpy", "$block", 64, None, 64, 3, status=BAD),)),
    *((f"aclrtMemcpy-kind-{kind}", _MEM, (_c("aclrtMemcpy", "$block", 64, "$other", 64, kind, status=BAD),))
      for kind in (-1, 6, 7, 100)),
    ("aclrtMemcpy-dest_max_0", _API, (_c("aclrtMemcpy", "$block", 0, "$other", 64, 3, status=RT_BAD),)),
    ("aclrtMemcpy-too_much", _API, (_c("aclrtMemcpy", "$block", 32, "$other", 64, 3, status=RT_BAD),)),
    ("aclrtMemcpy-null_before_kind", _MEM, (_c("aclrtMemcpy", None, 0, None, 64, 99, status=BAD),)),
    ("aclrtMemcpy-kind_before_size", _MEM, (_c("aclrtMemcpy", "$block", 0, "$other", 64, 99, status=BAD),)),
    ("aclrtMemcpy-works", _MEM, (_c("aclrtMemcpy", "$block", 64, "$other", 64, 3),)),
    ("aclrtMemcpy-onto_itself", _API, (_c("aclrtMemcpy", "$block", 64, "$block", 64, 3),)),
    ("aclrtMemcpyAsync-nothing", _MEM, (_c("aclrtMemcpyAsync", None, 0, None, 0, 99, None),)),
    ("aclrtMemcpyAsync-null_dst", _MEM, (_c("aclrtMemcpyAsync", None, 64, "$block", 64, 3, None, status=BAD),)),
    ("aclrtMemcpyAsync-null_src", _MEM, (_c("aclrtMemcpyAsync", "$block", 64, None, 64, 3, None, status=BAD),)),
    *((f"aclrtMemcpyAsync-kind-{kind}", _MEM,
       (_c("aclrtMemcpyAsync", "$block", 64, "$other", 64, kind, None, status=BAD),)) for kind in (-1, 6, 7, 100)),
    ("aclrtMemcpyAsync-dest_max_0", _API, (_c("aclrtMemcpyAsync", "$block", 0, "$other", 64, 3, None, status=RT_BAD),)),
    ("aclrtMemcpyAsync-too_much", _API, (_c("aclrtMemcpyAsync", "$block", 32, "$other", 64, 3, None, status=RT_BAD),)),
    ("aclrtMemcpyAsync-destroyed_stream", _API,
     (_STREAM, _END_STREAM, _c("aclrtMemcpyAsync", "$block", 64, "$other", 64, 3, "$stream", status=BAD_HANDLE))),
    ("aclrtMemcpyAsync-works", _API, (_c("aclrtMemcpyAsync", "$block", 64, "$other", 64, 3, None), _SYNC)),
    ("aclrtMemcpyAsync-corrected_kind", _API, (_c("aclrtMemcpyAsync", "$block", 64, "$other", 64, 1, None), _SYNC)),
    ("aclrtMemset-nothing", _MEM, (_c("aclrtMemset", None, 0, 0, 0),)),
    ("aclrtMemset-null", _MEM, (_c("aclrtMemset", None, 64, 0, 64, status=BAD),)),
    ("aclrtMemset-works", _MEM, (_c("aclrtMemset", "$block", 64, 1, 64), _c("aclrtMemset", "$block", 64, 257, 64))),
    ("aclrtMemsetAsync-too_much", _API, (_c("aclrtMemsetAsync", "$block", 32, 0, 64, None, status=RT_BAD),)),
    ("aclrtMemsetAsync-null", _MEM, (_c("aclrtMemsetAsync", None, 64, 0, 64, None, status=BAD),)),
    ("aclrtMemsetAsync-works", _MEM, (_c("aclrtMemsetAsync", "$block", 64, 0, 64, None), _SYNC)),
    ("aclrtMemsetD32-nothing", _MEM, (_c("aclrtMemsetD32", "$block", 64, 0, 0),)),
    ("aclrtMemsetD32-too_much", _MEM, (_c("aclrtMemsetD32", "$block", 64, 0, 17, status=BAD),)),
    ("aclrtMemsetD32-works", _MEM, (_c("aclrtMemsetD32", "$block", 64, 7, 16),)),
    ("aclrtMemcpy2d-no_width", _MEM, (_c("aclrtMemcpy2d", "$block", 8, "$other", 8, 0, 4, 3),)),
    ("aclrtMemcpy2d-no_height", _MEM, (_c("aclrtMemcpy2d", "$block", 8, "$other", 8, 4, 0, 3),)),
    ("aclrtMemcpy2d-wide", _MEM, (_c("aclrtMemcpy2d", "$block", 8, "$other", 16, 16, 2, 3, status=BAD),)),
    ("aclrtMemcpy2d-host_to_host", _MEM, (_c("aclrtMemcpy2d", "$block", 8, "$other", 8, 4, 2, 0, status=BAD),)),
)  # fmt: skip

_CALLBACKS: tuple[_Row, ...] = (
    *((f"aclrtProcessReport-{ms}", f"{_ACL}callback.cpp", (_c("aclrtProcessReport", ms, status=BAD),))
      for ms in (0, -2, -(2**31))),
    ("aclrtProcessReport-not_subscribed", "R:src/runtime/core/src/utils/subscribe.cc",
     (_c("aclrtProcessReport", 1, status=107012),)),
    ("aclrtLaunchCallback-null", _API, (_c("aclrtLaunchCallback", None, None, 0, None, status=RT_BAD),)),
    *((f"aclrtLaunchCallback-block-{block}", f"{_ACL}callback.cpp",
       (_c("aclrtLaunchCallback", None, None, block, None, status=BAD),)) for block in (2, -1)),
    ("aclrtUnSubscribeReport-not_subscribed", "R:src/runtime/core/src/utils/subscribe.cc",
     (_STREAM, _c("aclrtUnSubscribeReport", 1, "$stream", status=107011), _END_STREAM)),
    ("aclrtSubscribeReport-twice", "R:src/runtime/core/src/utils/subscribe.cc",
     (_STREAM, _c("aclrtSubscribeReport", 1, "$stream"), _c("aclrtSubscribeReport", 2, "$stream", status=107011),
      _c("aclrtUnSubscribeReport", 2, "$stream", status=107012), _c("aclrtUnSubscribeReport", 1, "$stream"),
      _END_STREAM)),
    ("aclrtLaunchHostFunc-null", _API, (_c("aclrtLaunchHostFunc", None, None, None, status=RT_BAD),)),
)  # fmt: skip

_ERRORS: tuple[_Row, ...] = (
    ("aclrtGetLastError-clears", f"{_ACL}context.cpp",
     (_c("aclrtSetDevice", -1, status=BAD_DEVICE), _c("aclrtPeekAtLastError", 0, status=BAD_DEVICE),
      _c("aclrtGetLastError", 0, status=BAD_DEVICE), _c("aclrtGetLastError", 0))),
    *((f"aclrtGetLastError-level-{level}", f"{_ACL}context.cpp", (_c("aclrtGetLastError", level, status=BAD),))
      for level in (1, -1)),
    *((f"aclrtPeekAtLastError-level-{level}", f"{_ACL}context.cpp", (_c("aclrtPeekAtLastError", level, status=BAD),))
      for level in (1, -1)),
)  # fmt: skip

_OBJECTS: tuple[_Row, ...] = (
    *((f"aclDestroy{kind}-null", _META, (_c(f"aclDestroy{kind}", None),))
      for kind in ("Tensor", "Scalar", "IntArray", "FloatArray", "BoolArray", "TensorList", "ScalarList")),
    *((f"{function}-null_object", _META, (_c(function, None, status=161001),))
      for function in ("aclGetViewShape", "aclGetStorageShape", "aclGetViewStrides", "aclGetViewOffset", "aclGetFormat",
                       "aclGetDataType", "aclGetRawTensorAddr", "aclGetIntArraySize", "aclGetFloatArraySize",
                       "aclGetBoolArraySize", "aclGetTensorListSize", "aclGetScalarListSize")),
    *((f"{function}-null-{output}", _META, (_null(function, output, "$tensor", status=161001),))
      for function, output in (("aclGetViewShape", "viewDims"), ("aclGetViewShape", "viewDimsNum"),
                               ("aclGetStorageShape", "storageDims"), ("aclGetStorageShape", "storageDimsNum"),
                               ("aclGetViewStrides", "stridesValue"), ("aclGetViewStrides", "stridesNum"),
                               ("aclGetViewOffset", "offset"), ("aclGetFormat", "format"),
                               ("aclGetDataType", "dataType"), ("aclGetRawTensorAddr", "addr"))),
    ("aclGetDataType-works", _META, (_c("aclGetDataType", "$tensor", outputs=(0,)),)),
    ("aclGetFormat-works", _META, (_c("aclGetFormat", "$tensor", outputs=(2,)),)),
    ("aclGetViewOffset-works", _META, (_c("aclGetViewOffset", "$tensor", outputs=(0,)),)),
    ("aclGetIntArraySize-works", _META, (_c("aclGetIntArraySize", "$ints", outputs=(3,)),)),
    ("aclGetFloatArraySize-works", _META, (_c("aclGetFloatArraySize", "$floats", outputs=(1,)),)),
    ("aclGetBoolArraySize-works", _META, (_c("aclGetBoolArraySize", "$bools", outputs=(2,)),)),
    ("aclSetRawTensorAddr-null", _META, (_c("aclSetRawTensorAddr", None, None, status=161001),)),
    ("aclSetRawTensorAddr-works", _META, (_c("aclSetRawTensorAddr", "$tensor", None),)),
    ("aclInitTensor-null", _META,
     (_c("aclInitTensor", None, None, 0, 0, None, 0, 2, None, 0, None, status=161001),)),
    ("aclCreateTensor-null_dims", _META, (_c("aclCreateTensor", None, 2, 0, None, 0, 2, (6,), 1, None, status=None),)),
    *((f"{function}-null_tensor", _META, (_c(function, None, 0, None, None, status=561103),))
      for function in ("aclSetTensorAddr", "aclSetInputTensorAddr", "aclSetOutputTensorAddr")),
    *((f"{function}-null_list", _META, (_c(function, None, 0, 0, None, None, status=561103),))
      for function in ("aclSetDynamicTensorAddr", "aclSetDynamicInputTensorAddr", "aclSetDynamicOutputTensorAddr")),
    ("aclnnInit-missing_file", "O:src/nnopbase/common/api/aclnn_init.cpp", (_c("aclnnInit", "/nowhere/acl.json"),)),
    ("aclnnFinalize-any_time", "O:src/nnopbase/common/api/aclnn_init.cpp", (_c("aclnnFinalize"), _c("aclnnFinalize"))),
)  # fmt: skip

# Calls that need a context, as a thread without one makes them.
_WITHOUT_CONTEXT: tuple[tuple[str, str, tuple[Any, ...]], ...] = (
    ("aclrtGetDevice", f"{_ACL}device.cpp", ()),
    ("aclrtSynchronizeDevice", _API, ()),
    ("aclrtGetCurrentContext", _IMPL, ()),
    ("aclrtCreateStream", f"{_ACL}stream.cpp", ()),
    ("aclrtSynchronizeStream", f"{_DOC}06_stream_management.md", (None,)),
    ("aclrtStreamQuery", f"{_DOC}06_stream_management.md", (None,)),
    ("aclrtCreateEvent", _IMPL, ()),
    ("aclrtCreateEventWithFlag", _IMPL, (1,)),
    ("aclrtCreateEventExWithFlag", _IMPL, (1,)),
    ("aclrtMalloc", _MEM, (64, 0)),
    ("aclrtMallocHost", _MEM, (64,)),
    ("aclrtGetMemInfo", _MEM, (1,)),
    ("aclrtCtxGetCurrentDefaultStream", f"{_ACL}context.cpp", ()),
)

# aclInit and aclFinalize count for the whole process.
_FRESH: tuple[_Row, ...] = (
    ("aclInit-null", _INIT, (_c("aclInit", None), _c("aclFinalize"))),
    ("aclInit-empty_path", _INIT, (_c("aclInit", ""), _c("aclFinalize"))),
    ("aclInit-twice", _INIT, (_c("aclInit", None), _c("aclInit", None, status=100002), _c("aclFinalize"))),
    ("aclInit-twice_before_path", _INIT,
     (_c("aclInit", None), _c("aclInit", "/nowhere/acl.json", status=100002), _c("aclFinalize"))),
    ("aclInit-missing_file", "R:src/acl/common/json_parser.cpp", (_c("aclInit", "/nowhere/acl.json", status=100003),)),
    ("aclInit-folder", "R:src/acl/common/json_parser.cpp", (_c("aclInit", "/", status=100003),)),
    ("aclInit-again", _INIT, (_c("aclInit", None), _c("aclFinalize"), _c("aclInit", None), _c("aclFinalize"))),
    ("aclFinalize-twice", _INIT, (_c("aclInit", None), _c("aclFinalize"), _c("aclFinalize", status=100037))),
    ("aclFinalize-without_init", _INIT, (_c("aclFinalize"), _c("aclFinalize", status=100037))),
    ("aclFinalizeReference-counts", _INIT,
     (_c("aclInit", None), _c("aclInit", None, status=100002), _c("aclFinalizeReference", outputs=(1,)),
      _c("aclFinalizeReference", outputs=(0,)), _c("aclFinalizeReference", status=100037))),
    ("aclFinalizeReference-null", _INIT, (_c("aclInit", None), _c("aclFinalizeReference", nulls=("refCount",)))),
)  # fmt: skip

_TABLES: Mapping[str, tuple[tuple[_Row, ...], Mapping[str, Spec]]] = {
    "device": (_DEVICE, {}),
    "context": (_CONTEXTS, {}),
    "stream": (_STREAMS, {}),
    "event": (_EVENTS, {}),
    "memory": (_MEMORY, _BLOCK),
    "copy": (_COPIES, _BLOCK),
    "callback": (_CALLBACKS, {}),
    "error": (_ERRORS, {}),
    "object": (_OBJECTS, _TENSOR),
}


def runtime_cases() -> Iterator[Case]:
    """All of them, for any chip."""
    for rule, (rows, objects) in _TABLES.items():
        for name, source, calls in rows:
            yield _case(rule, name, source, calls, objects)
    for function, source, args in _WITHOUT_CONTEXT:
        calls = (_RESET, _c(function, *args, status=NO_CONTEXT), _SET)
        yield _case("context", f"{function}-no_context", source, calls, {})
    for name, source, calls in _FRESH:
        yield _case("init", name, source, calls, {}, fresh=True)


def _case(
    rule: str,
    name: str,
    source: str,
    calls: tuple[Call, ...],
    objects: Mapping[str, Spec],
    *,
    fresh: bool = False,
) -> Case:
    used = {arg.name for call in calls for arg in call.args if isinstance(arg, Ref)}
    return Case(
        id=f"runtime/{name}",
        subject=name.split("-", maxsplit=1)[0],
        soc="",
        rule=rule,
        calls=calls,
        objects={key: spec for key, spec in objects.items() if key in used},
        source=source,
        fresh=fresh,
    )
