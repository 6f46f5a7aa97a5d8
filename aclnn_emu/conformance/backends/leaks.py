"""What is left on the simulated machine."""

from __future__ import annotations

from aclnn_emu.runtime.context import Context
from aclnn_emu.runtime.event import Event
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.stream import Stream

__all__ = ["machine_leaks"]


def machine_leaks() -> list[str]:
    """Memory that was not freed and objects that were not destroyed; default streams and contexts do not count."""
    now = machine()
    found = [
        f"{block.requested} bytes of device {device.id} at {block.address:#x}, from {block.origin}: aclrtFree is missing"
        for device in now.devices
        for block in device.memory.allocations
    ]
    found += [
        f"{block.nbytes} bytes of page-locked memory: aclrtFreeHost is missing" for block in now.host.blocks
    ]
    for thing in now.handles.objects():
        if isinstance(thing, Stream) and thing is not thing.context.default_stream:
            found.append(f"stream {thing.id} of device {thing.device.id}: aclrtDestroyStream is missing")
        elif isinstance(thing, Event) and thing.alive:
            found.append(f"an event of device {thing.context.device.id}: aclrtDestroyEvent is missing")
        elif isinstance(thing, Context) and thing.alive and not thing.primary:
            found.append(f"a context of device {thing.device.id}: aclrtDestroyContext is missing")
    return found
