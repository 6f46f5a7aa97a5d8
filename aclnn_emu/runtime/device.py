"""A simulated device."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aclnn_emu.runtime.context import Context
    from aclnn_emu.runtime.ids import IdPool
    from aclnn_emu.runtime.machine import Machine
    from aclnn_emu.runtime.memory import AddressSpace
    from aclnn_emu.runtime.stream import Stream

__all__ = ["Device", "visible_ids"]


@attrs.define(eq=False)
class Device:
    """One device: its memory and the contexts on it.

    Attributes:
        id: 0 .. count-1, as the host program counts.
        physical_id: the id before ASCEND_RT_VISIBLE_DEVICES renumbered.
        machine: where it is plugged in.
        memory: its address space.
        stream_ids, event_ids: the numbers that the hardware hands out.
        primary: the default context while aclrtSetDevice references are held.
        primary_references: aclrtSetDevice calls minus aclrtResetDevice calls.
        contexts: all live contexts, the primary one included, in order of creation.
        peers: ids of the devices whose memory this device may reach (aclrtDeviceEnablePeerAccess).
    """

    id: int
    physical_id: int
    machine: Machine
    memory: AddressSpace
    stream_ids: IdPool
    event_ids: IdPool
    primary: Context | None = None
    primary_references: int = 0
    contexts: list[Context] = attrs.field(factory=list)
    peers: set[int] = attrs.field(factory=set)

    def streams(self) -> Iterator[Stream]:
        """All live streams of the device, in order of creation within their contexts."""
        for context in tuple(self.contexts):
            yield from tuple(context.streams)


def visible_ids(text: str | None, count: int) -> tuple[tuple[int, ...], str]:
    """What ASCEND_RT_VISIBLE_DEVICES leaves of `count` devices: their ids, and why there are none.

    Reading stops at the first entry that is no id of a device; ids must ascend, or none is usable.
    Source: runtime src/runtime/core/src/runtime.cc, GetVisibleDevices.
    """
    if text is None:
        return tuple(range(count)), ""
    ids: list[int] = []
    for token in text.split(","):
        if not (token.isascii() and token.isdigit()) or int(token) >= count or len(ids) == count:
            break
        if ids and int(token) <= ids[-1]:
            return (), "ids must ascend and none may repeat"
        ids.append(int(token))
    return tuple(ids), "" if ids else f"the first entry must be an id from 0 to {count - 1}"
