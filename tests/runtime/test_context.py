"""runtime_behaviour.md section 3: contexts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from aclnn_emu.runtime.machine import machine


@attrs.frozen
class Line:
    """One call and its status; `before` returns what the call gets as its second argument."""

    id: str
    call: Callable[[Any, Any], Any]
    status: int = 0
    before: Callable[[Any], Any] = attrs.field(default=lambda _: None)


def destroyed(rt: Any) -> Any:
    context = rt.aclrtCreateContext(0)
    rt.aclrtDestroyContext(context)
    return context


def primary(rt: Any) -> Any:
    rt.aclrtSetDevice(0)
    return rt.aclrtGetCurrentContext()


def released(rt: Any) -> Any:
    context = primary(rt)
    rt.aclrtResetDevice(0)
    return context


def stream(rt: Any) -> Any:
    rt.aclrtSetDevice(0)
    return rt.aclrtCreateStream()


LINES = (
    Line("3-create", lambda rt, _: rt.aclrtCreateContext(1)),
    Line("3-create-bad-device", lambda rt, _: rt.aclrtCreateContext(2), 107001),
    Line("3-create-negative-device", lambda rt, _: rt.aclrtCreateContext(-1), 107001),
    Line("3-destroy-null", lambda rt, _: rt.aclrtDestroyContext(None), 100000),
    Line("3-destroy-zero", lambda rt, _: rt.aclrtDestroyContext(0), 100000),
    Line("3-destroy-primary", lambda rt, it: rt.aclrtDestroyContext(it), 107002, primary),
    Line("3-destroy-twice", lambda rt, it: rt.aclrtDestroyContext(it), 107002, destroyed),
    Line("3-destroy-foreign", lambda rt, _: rt.aclrtDestroyContext(0x1234), 107002),
    Line("3-destroy-stream", lambda rt, it: rt.aclrtDestroyContext(it), 107002, stream),
    Line(
        "3-destroy-handle",
        lambda rt, it: rt.aclrtDestroyContext(it),
        0,
        lambda rt: rt.aclrtCreateContext(0).handle,
    ),
    Line("3-set-null", lambda rt, _: rt.aclrtSetCurrentContext(None), 100000),
    Line("3-set-foreign", lambda rt, _: rt.aclrtSetCurrentContext(77), 107000),
    Line("3-set-destroyed", lambda rt, it: rt.aclrtSetCurrentContext(it), 107000, destroyed),
    Line("3-set-released-primary", lambda rt, it: rt.aclrtSetCurrentContext(it), 107000, released),
    Line("3-set-stream", lambda rt, it: rt.aclrtSetCurrentContext(it), 107000, stream),
    Line("3-get-none", lambda rt, _: rt.aclrtGetCurrentContext(), 107002),
    Line("3-get-after-destroying-it", lambda rt, _: rt.aclrtGetCurrentContext(), 107002, destroyed),
    Line("3-default-stream-none", lambda rt, _: rt.aclrtCtxGetCurrentDefaultStream(), 107002),
    Line("3-primary-state-bad-device", lambda rt, _: rt.aclrtGetPrimaryCtxState(2), 107001),
    Line("3-ctx-option-negative", lambda rt, _: rt.aclrtCtxSetSysParamOpt(-1, 0), 100000, primary),
    Line("3-ctx-option-0", lambda rt, _: rt.aclrtCtxSetSysParamOpt(0, 1), 0, primary),
    Line("3-ctx-option-1", lambda rt, _: rt.aclrtCtxSetSysParamOpt(1, 1), 0, primary),
    Line("3-ctx-option-2", lambda rt, _: rt.aclrtCtxSetSysParamOpt(2, 1), 0, primary),
    Line("3-ctx-option-3", lambda rt, _: rt.aclrtCtxSetSysParamOpt(3, 1), 100000, primary),
    Line("3-ctx-option-3-read", lambda rt, _: rt.aclrtCtxGetSysParamOpt(3), 100000, primary),
    Line("3-ctx-option-without-context", lambda rt, _: rt.aclrtCtxSetSysParamOpt(0, 1), 107002),
    Line("3-ctx-option-read-without-context", lambda rt, _: rt.aclrtCtxGetSysParamOpt(0), 107002),
    Line("3-ctx-option-never-set", lambda rt, _: rt.aclrtCtxGetSysParamOpt(0), 107021, primary),
    Line("3-ctx-option-value-3", lambda rt, _: rt.aclrtCtxSetSysParamOpt(0, 3), 0, primary),
    Line("3-ctx-option-value-4", lambda rt, _: rt.aclrtCtxSetSysParamOpt(0, 4), 107000, primary),
    Line("3-ctx-option-switch-2", lambda rt, _: rt.aclrtCtxSetSysParamOpt(1, 2), 107000, primary),
    Line("3-ctx-option-value-negative", lambda rt, _: rt.aclrtCtxSetSysParamOpt(1, -1), 107000, primary),
    Line("3-option-3", lambda rt, _: rt.aclrtSetSysParamOpt(3, 1)),
    Line("3-option-4", lambda rt, _: rt.aclrtSetSysParamOpt(4, 1), 100000),
    Line("3-option-4-read", lambda rt, _: rt.aclrtGetSysParamOpt(4), 100000),
    Line("3-option-value", lambda rt, _: rt.aclrtSetSysParamOpt(3, 2), 107000),
)


@pytest.mark.trips("ACL-THREAD-101")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.id)
def test_status(line: Line, rt: Any) -> None:
    value = line.before(rt)
    assert rt.status(lambda: line.call(rt, value)) == line.status


def in_thread(work: Callable[[], Any]) -> Any:
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(work()))
    thread.start()
    thread.join()
    return result[0]


def test_a_new_thread_has_no_context(device: Any) -> None:
    assert in_thread(lambda: device.status(device.aclrtGetCurrentContext)) == 107002


def test_a_thread_takes_a_context_of_another(device: Any) -> None:
    context = device.aclrtGetCurrentContext()

    def other() -> Any:
        device.aclrtSetCurrentContext(context)
        return device.aclrtGetCurrentContext()

    assert in_thread(other) is context


def test_create_makes_it_current_and_needs_no_device(rt: Any) -> None:
    context = rt.aclrtCreateContext(1)
    assert rt.aclrtGetCurrentContext() is context
    assert rt.aclrtGetDevice() == 1


@pytest.mark.trips("ACL-THREAD-101")
def test_destroying_the_current_one_leaves_none(device: Any) -> None:
    context = device.aclrtCreateContext(0)
    device.aclrtDestroyContext(context)
    assert device.status(lambda: device.aclrtMalloc(64, 0)) == 107002
    device.aclrtSetDevice(0)
    device.aclrtMalloc(64, 0)


def test_destroying_another_one_keeps_the_current(device: Any) -> None:
    other = device.aclrtCreateContext(1)
    device.aclrtSetDevice(0)
    device.aclrtDestroyContext(other)
    assert device.aclrtGetDevice() == 0


def test_destroyed_elsewhere_is_gone_here(rt: Any) -> None:
    context = rt.aclrtCreateContext(0)
    in_thread(lambda: rt.aclrtDestroyContext(context))
    assert rt.status(rt.aclrtGetCurrentContext) == 107002


@pytest.mark.unchecked
def test_the_primary_context_made_anew_elsewhere_is_current_here(device: Any) -> None:
    before = device.aclrtGetCurrentContext()

    def other() -> Any:
        device.aclrtResetDeviceForce(0)
        assert not before.alive
        device.aclrtSetDevice(0)
        return device.aclrtGetCurrentContext()

    made = in_thread(other)
    assert made is not before
    assert device.aclrtGetCurrentContext() is made
    device.aclrtSynchronizeStream(None)


def test_set_current_switches_the_device(device: Any) -> None:
    other = device.aclrtCreateContext(1)
    device.aclrtSetDevice(0)
    device.aclrtSetCurrentContext(other)
    assert device.aclrtGetDevice() == 1


def test_handles_stand_for_contexts(device: Any) -> None:
    context = device.aclrtCreateContext(1)
    device.aclrtSetDevice(0)
    device.aclrtSetCurrentContext(context.handle)
    assert device.aclrtGetCurrentContext() is context


def test_each_context_has_its_default_stream(device: Any) -> None:
    one = device.aclrtCtxGetCurrentDefaultStream()
    device.aclrtCreateContext(0)
    other = device.aclrtCtxGetCurrentDefaultStream()
    assert one is not other
    device.aclrtSynchronizeStream(other)


def test_destroying_waits_and_ends_the_streams(rt: Any) -> None:
    context = rt.aclrtCreateContext(0)
    stream = rt.aclrtCreateStream()
    host = rt.aclrtMallocHost(32)
    address = rt.aclrtMalloc(32, 0)
    rt.aclrtMemset(address, 32, 9, 32)
    rt.aclrtMemcpyAsync(host, 32, address, 32, 2, stream)
    rt.aclrtDestroyContext(context)
    assert (host.array() == 9).all()
    assert not stream.alive
    assert not context.default_stream.alive


@pytest.mark.trips("ACL-LIFE-105", "ACL-SYNC-107")
def test_destroying_with_work_that_can_never_end(device: Any) -> None:
    context = device.aclrtCreateContext(0)
    event = device.aclrtCreateEventWithFlag(1)
    device.aclrtStreamWaitEvent(None, event)
    assert device.status(lambda: device.aclrtDestroyContext(context)) == 0
    assert not context.alive


def test_primary_state(rt: Any) -> None:
    assert rt.aclrtGetPrimaryCtxState(0) == (0, 0)
    rt.aclrtCreateContext(0)
    assert rt.aclrtGetPrimaryCtxState(0) == (0, 0)
    rt.aclrtSetDevice(0)
    assert rt.aclrtGetPrimaryCtxState(0) == (0, 1)
    rt.aclrtResetDevice(0)
    assert rt.aclrtGetPrimaryCtxState(0) == (0, 0)


def test_options_are_the_contexts_own(device: Any) -> None:
    device.aclrtCtxSetSysParamOpt(0, 1)
    assert device.aclrtCtxGetSysParamOpt(0) == 1
    device.aclrtCreateContext(0)
    assert device.status(lambda: device.aclrtCtxGetSysParamOpt(0)) == 107021


def test_options_of_the_process(rt: Any) -> None:
    assert rt.aclrtGetSysParamOpt(0) == 0
    rt.aclrtSetSysParamOpt(0, 2)
    assert rt.aclrtGetSysParamOpt(0) == 2
    rt.aclrtSetDevice(0)
    assert rt.status(lambda: rt.aclrtCtxGetSysParamOpt(0)) == 107021


def test_being_destroyed_by_another_thread(device: Any) -> None:
    context = device.aclrtCreateContext(0)
    entered, leave = threading.Event(), threading.Event()

    def hold(_: Any) -> None:
        entered.set()
        leave.wait()

    device.aclrtLaunchHostFunc(None, hold, None)
    destroyer = threading.Thread(target=lambda: device.status(lambda: device.aclrtDestroyContext(context)))
    destroyer.start()
    entered.wait()
    status = device.status(lambda: device.aclrtDestroyContext(context))
    leave.set()
    destroyer.join()
    assert status == 507007
    assert not context.alive
    assert machine().handles.lookup(context, type(context)) is None
