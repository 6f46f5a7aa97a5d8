"""The functions that let a stream call functions on the host.

Source: runtime src/acl/aclrt_impl/callback.cpp, src/runtime/api/impl/api_error.cc and api_impl.cc.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from aclnn_emu.abi.enums import aclrtCallbackBlockType
from aclnn_emu.errors import (
    AclInvalidParam,
    RtParamInvalid,
    RtStreamNoCallback,
    RtStreamSubscribe,
)
from aclnn_emu.runtime.callback import launch_callback, launch_host_function, process_report
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api
from aclnn_emu.runtime.stream import Stream, check_context, resolve_stream

_BLOCK_TYPES = (aclrtCallbackBlockType.ACL_CALLBACK_NO_BLOCK, aclrtCallbackBlockType.ACL_CALLBACK_BLOCK)


@api("aclrtSubscribeReport")
def subscribe_report(threadId: int, stream: Any) -> None:
    """The thread with this id (``threading.get_ident()``) is to process the stream's callbacks.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtNoContext: (107002).
        RtStreamSubscribe: (107011) some thread does so already, or the stream has host functions.
        RtThreadSubscribe: (107012) the thread serves another device.
    """
    function = "aclrtSubscribeReport"
    found = resolve_stream(stream, function=function, same_context=False)
    _refuse_host_functions(found, function)
    machine().current_context(function=function)
    with found.machine.lock:
        found.machine.scheduler.callbacks.subscribe(threadId, found)


@api("aclrtUnSubscribeReport")
def unsubscribe_report(threadId: int, stream: Any) -> None:
    """The thread no longer processes the stream's callbacks.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtNoContext: (107002) null, and the thread has no context.
        RtStreamSubscribe: (107011) no thread does, or the stream has host functions.
        RtThreadSubscribe: (107012) another thread does.
    """
    function = "aclrtUnSubscribeReport"
    found = resolve_stream(stream, function=function, same_context=False)
    _refuse_host_functions(found, function)
    with found.machine.lock:
        found.machine.scheduler.callbacks.unsubscribe(threadId, found)
        found.machine.scheduler.wake()


@api("aclrtProcessReport")
def process(timeout: int) -> None:
    """Wait for callbacks of the streams that this thread is subscribed for, and call their functions.

    Waits at most `timeout` ms (-1: no limit), in real time, but only while another thread could make one
    arrive.

    Raises:
        AclInvalidParam: (100000) timeout is 0 or below -1.
        RtThreadSubscribe: (107012) this thread is not subscribed.
        RtReportTimeout: (507012) none arrived.
        RtInternal: (507000) a function raised. Deviation: in C++ the program would end.
    """
    if timeout == 0 or timeout < -1:
        raise AclInvalidParam("ACL-CB-008", function="aclrtProcessReport", timeout=timeout)
    process_report(machine().scheduler, None if timeout == -1 else timeout)


def _refuse_host_functions(stream: Stream, function: str) -> None:
    if stream.has_host_functions:
        raise RtStreamSubscribe("ACL-CB-003", function=function, stream=stream)


def _check_function(fn: Any, function: str) -> None:
    if not callable(fn):
        raise RtParamInvalid(
            "ACL-CB-009", function=function, got="null" if fn is None or fn == 0 else repr(fn)
        )


@api("aclrtLaunchCallback")
def launch(fn: Callable[[Any], object], userData: Any, blockType: int, stream: Any) -> None:
    """Queue ``fn(userData)`` for the thread that is subscribed for the stream.

    Raises:
        AclInvalidParam: (100000) blockType is neither 0 nor 1.
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtParamInvalid: (107000) fn is null.
        RtStreamSubscribe: (107011) the stream has host functions.
        RtNoContext, RtStreamContext: (107002, 107003) not a stream of the current context.
        RtStreamNoCallback: (107015) no thread is subscribed for the stream.
    """
    function = "aclrtLaunchCallback"
    if blockType not in _BLOCK_TYPES:
        raise AclInvalidParam("ACL-CB-010", function=function, got=blockType)
    found = _resolve_for_launch(fn, stream, function)
    _refuse_host_functions(found, function)
    check_context(found, function)
    if found.subscriber is None:
        raise RtStreamNoCallback("ACL-CB-011", function=function, stream=found)
    block = blockType == aclrtCallbackBlockType.ACL_CALLBACK_BLOCK
    launch_callback(found, partial(fn, userData), block=block)


@api("aclrtLaunchHostFunc")
def launch_host_func(stream: Any, fn: Callable[[Any], object], args: Any) -> None:
    """Queue ``fn(args)``, which the stream runs before its later work.

    Raises:
        RtInvalidHandle: (107017) destroyed, or not a stream.
        RtParamInvalid: (107000) fn is null.
        RtStreamSubscribe: (107011) a thread is subscribed for the stream.
        RtNoContext, RtStreamContext: (107002, 107003) not a stream of the current context.
    """
    function = "aclrtLaunchHostFunc"
    found = _resolve_for_launch(fn, stream, function)
    if found.subscriber is not None:
        raise RtStreamSubscribe("ACL-CB-012", function=function, stream=found, thread=found.subscriber)
    check_context(found, function)
    launch_host_function(found, partial(fn, args))


def _resolve_for_launch(fn: Any, value: Any, function: str) -> Stream:
    """Live handle, then function, then context, as both launches check."""
    if value is None or value == 0:
        _check_function(fn, function)
        return machine().current_context(function=function).default_stream
    found = resolve_stream(value, function=function, same_context=False)
    _check_function(fn, function)
    return found
