"""Contexts: a device's streams and settings as one thread sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.errors import EmuError, RtContextRelease
from aclnn_emu.runtime.stream import Stream

if TYPE_CHECKING:
    from aclnn_emu.runtime.device import Device
    from aclnn_emu.runtime.task import Task

__all__ = ["Context", "create_context", "destroy_context", "release_device", "set_device"]


@attrs.define(eq=False)
class Context:
    """A context, primary (made by aclrtSetDevice) or explicit (aclrtCreateContext).

    Attributes:
        device: where it lives.
        primary: the device's default context.
        handle: its number.
        alive: false once destroyed.
        releasing: its destruction has begun and waits for work.
        streams: its live streams, the default stream first. Whoever creates or destroys a stream keeps
            this list (`Stream.__init__` does not).
        default_stream: what a null stream means; made with the context.
        system_params: values set by aclrtCtxSetSysParamOpt.
        stop_on_failure: a failed task ends the work of all streams (aclrtSetStreamFailureMode).
        failure: the task that did.
    """

    device: Device
    primary: bool
    handle: int = 0
    alive: bool = True
    releasing: bool = False
    streams: list[Stream] = attrs.field(factory=list)
    default_stream: Stream = attrs.field(init=False)
    system_params: dict[int, int] = attrs.field(factory=dict)
    stop_on_failure: bool = False
    failure: Task | None = None


def create_context(device: Device, *, primary: bool, function: str) -> Context:
    """A new context with its default stream, not yet current anywhere."""
    machine = device.machine
    with machine.lock:
        context = Context(device, primary)
        context.handle = machine.handles.register(context)
        context.default_stream = Stream(context=context, flags=0, priority=0)
        context.streams.append(context.default_stream)
        device.contexts.append(context)
    machine.emit("create", {"object": context, "function": function})
    machine.emit("create", {"object": context.default_stream, "function": function})
    return context


def destroy_context(context: Context, *, function: str) -> None:
    """Wait for the context's work, then end its streams and the context.

    What queued work did wrong is recorded as an error text; the destruction succeeds all the same.
    The device's memory goes with its last context: the driver closes the device then.

    Raises:
        RtContextRelease: (507007) another thread is destroying it.
    """
    device = context.device
    machine = device.machine
    with machine.lock:
        if context.releasing:
            raise RtContextRelease("ACL-CTX-002", function=function)
        context.releasing = True
        for stream in tuple(context.streams):
            _end_stream(stream, function=function)
        context.alive = False
        machine.handles.release(context.handle)
        device.contexts.remove(context)
        machine.emit("destroy", {"object": context, "function": function})
        if not device.contexts:
            _close(device, function=function)


def _end_stream(stream: Stream, *, function: str) -> None:
    try:
        stream.destroy(force=False, function=function)
    except EmuError as error:
        stream.machine.record_error(error)
    if stream.alive:  # its work can never end
        stream.destroy(force=True, function=function)


def _close(device: Device, *, function: str) -> None:
    device.peers.clear()
    for allocation in device.memory.free_all(origin=function):
        device.machine.emit("free", {"allocation": allocation, "device": device, "function": function})


def set_device(device: Device, *, function: str = "aclrtSetDevice") -> Context:
    """Take a reference on the device's primary context and make it current in the calling thread."""
    with device.machine.lock:
        if device.primary is None:
            device.primary = create_context(device, primary=True, function=function)
        device.primary_references += 1
        device.machine.thread().bind_device(device)
        return device.primary


def release_device(device: Device, *, force: bool, function: str) -> None:
    """Give one reference back, or all; with the last one the primary context is destroyed.

    Raises:
        RtContextRelease: (507007) there is no reference.
    """
    machine = device.machine
    with machine.lock:
        if device.primary is None:
            raise RtContextRelease("ACL-DEV-002", function=function, device=device.id)
        machine.thread().ts_id = 0
        device.primary_references -= device.primary_references if force else 1
        if device.primary_references == 0:
            destroy_context(device.primary, function=function)
            device.primary = None
