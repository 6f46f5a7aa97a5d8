"""Contexts and system parameters."""

from __future__ import annotations

from typing import Any

from aclnn_emu.abi.enums import aclSysParamOpt
from aclnn_emu.errors import RtNoContext, RtParamInvalid, RtSysParamNotSet
from aclnn_emu.runtime.checks import require, require_value
from aclnn_emu.runtime.context import Context, create_context, destroy_context
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api
from aclnn_emu.runtime.stream import Stream

__all__: list[str] = []


@api("aclrtCreateContext")
def create(device_id: int) -> Context:
    """A new context on the device, which becomes the thread's current one; no aclrtSetDevice is needed before.

    Raises:
        RtInvalidDevice: (107001) no such device.
    """
    current = machine()
    device = current.device(device_id, function="aclrtCreateContext")
    context = create_context(device, primary=False, function="aclrtCreateContext")
    current.thread().context = context
    return context


@api("aclrtDestroyContext")
def destroy(context: Any) -> None:
    """Wait for the context's work and end it. The thread whose current context it was has none afterwards.

    Raises:
        AclInvalidParam: (100000) null.
        RtNoContext: (107002) a primary context, or none that lives.
        RtContextRelease: (507007) another thread is destroying it.
    """
    require(context, function="aclrtDestroyContext", parameter="context")
    current = machine()
    found = current.handles.lookup(context, Context)
    if found is None:
        raise RtNoContext("ACL-CTX-003", got=current.handles.describe(context))
    if found.primary:
        raise RtNoContext("ACL-CTX-004", device=found.device.id)
    thread = current.thread()
    was_current = thread.context is found
    destroy_context(found, function="aclrtDestroyContext")
    if was_current:
        thread.context = None


@api("aclrtSetCurrentContext")
def set_current(context: Any) -> None:
    """Make a context the thread's current one, and its device the thread's device.

    Raises:
        AclInvalidParam: (100000) null.
        RtParamInvalid: (107000) none that lives.
    """
    require(context, function="aclrtSetCurrentContext", parameter="context")
    current = machine()
    found = current.handles.lookup(context, Context)
    if found is None:
        raise RtParamInvalid("ACL-CTX-005", got=current.handles.describe(context))
    current.thread().context = found


@api("aclrtGetCurrentContext")
def get_current() -> Context:
    """The thread's current context; after aclrtSetDevice the device's primary one.

    Raises:
        RtNoContext: (107002) there is none.
    """
    return machine().current_context(function="aclrtGetCurrentContext")


@api("aclrtCtxGetCurrentDefaultStream")
def get_current_default_stream() -> Stream:
    """The default stream of the current context.

    Raises:
        RtNoContext: (107002) no current context.
    """
    return machine().current_context(function="aclrtCtxGetCurrentDefaultStream").default_stream


@api("aclrtGetPrimaryCtxState", nullable_outputs=("flags",))
def get_primary_ctx_state(device_id: int) -> tuple[int, int]:
    """Reserved flags (always 0; in C the pointer must be null) and 1 when the primary context is in use.

    Raises:
        RtInvalidDevice: (107001) no such device.
    """
    device = machine().device(device_id, function="aclrtGetPrimaryCtxState")
    return 0, int(device.primary is not None)


_OPTIONS = tuple(aclSysParamOpt)
_DETERMINISTIC_LEVELS = 4


def _check_option(opt: int, *, function: str, context_scope: bool) -> None:
    options = _OPTIONS[:3] if context_scope else _OPTIONS
    names = ", ".join(f"{option.name} ({option.value})" for option in options)
    require_value(opt, options, names, function=function, parameter="opt")


def _check_value(opt: int, value: int, *, function: str) -> None:
    count = _DETERMINISTIC_LEVELS if opt == aclSysParamOpt.ACL_OPT_DETERMINISTIC else 2
    if not 0 <= value < count:
        raise RtParamInvalid("ACL-CTX-006", function=function, opt=int(opt), got=value, most=count - 1)


@api("aclrtCtxSetSysParamOpt")
def ctx_set_sys_param_opt(opt: int, value: int) -> None:
    """Set an option of the current context. The emulated machine is always deterministic.

    Raises:
        AclInvalidParam: (100000) an option other than 0, 1, 2.
        RtParamInvalid: (107000) a value that the option does not have.
        RtNoContext: (107002) no current context.
    """
    function = "aclrtCtxSetSysParamOpt"
    _check_option(opt, function=function, context_scope=True)
    _check_value(opt, value, function=function)
    machine().current_context(function=function).system_params[opt] = value


@api("aclrtCtxGetSysParamOpt")
def ctx_get_sys_param_opt(opt: int) -> int:
    """An option of the current context.

    Raises:
        AclInvalidParam: (100000) an option other than 0, 1, 2.
        RtNoContext: (107002) no current context.
        RtSysParamNotSet: (107021) it was never set.
    """
    function = "aclrtCtxGetSysParamOpt"
    _check_option(opt, function=function, context_scope=True)
    value = machine().current_context(function=function).system_params.get(opt)
    if value is None:
        raise RtSysParamNotSet("ACL-CTX-007", opt=aclSysParamOpt(opt).name)
    return value


@api("aclrtSetSysParamOpt")
def set_sys_param_opt(opt: int, value: int) -> None:
    """Set an option of the process.

    Raises:
        AclInvalidParam: (100000) an option other than 0 to 3.
        RtParamInvalid: (107000) a value that the option does not have.
    """
    _check_option(opt, function="aclrtSetSysParamOpt", context_scope=False)
    _check_value(opt, value, function="aclrtSetSysParamOpt")
    machine().system_params[opt] = value


@api("aclrtGetSysParamOpt")
def get_sys_param_opt(opt: int) -> int:
    """An option of the process; 0 when it was never set (only the context's getter has 107021).

    Raises:
        AclInvalidParam: (100000) an option other than 0 to 3.

    Source: runtime docs 03_runtime_configuration.md, src/runtime/api/api_c.cc (rtGetSysParamOpt).
    """
    _check_option(opt, function="aclrtGetSysParamOpt", context_scope=False)
    return machine().system_params.get(opt, 0)
