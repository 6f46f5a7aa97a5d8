"""Copies between host and device with which nothing was wrong, for the next one of the same bytes.

Programs fill the same tensors again and again. Then only when, and by which call, is new; everything else that was
looked at the first time is so until something changes about the memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from aclnn_emu.checker.order import HOST, Clock
from aclnn_emu.checker.world import Work

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call
    from aclnn_emu.checker.memory import Access, HostAccess, Memory
    from aclnn_emu.checker.order import Order
    from aclnn_emu.checker.world import World
    from aclnn_emu.runtime.place import Place
    from aclnn_emu.runtime.task import HostRange, MemoryRange, Task

__all__ = ["KnownCopies"]

_MOST = 1024  # of each kind

_Spans = tuple["MemoryRange", ...]
When = tuple[int, int, Clock]
"""An actor, its step, and the clock of what comes before it."""

_Copy = TypeVar("_Copy", bound="_KnownCopy")


class _Place(NamedTuple):
    """The device memory of a copy: its ranges, where they are, and what touches exactly these bytes."""

    spans: _Spans
    memory: Memory
    cell: list[Access]


class _KnownCopy:
    """What is known of a copy.

    Attributes:
        spans: the device memory, kept so that its identity stays its own.
        memory: where that is.
        fits: all this is still so.
        cell: what touches exactly these bytes.
        access: its own access, the newest one there.
        dest_max, kind: arguments with which it was right.
    """

    __slots__ = ("access", "cell", "dest_max", "fits", "kind", "memory", "spans")

    def __init__(self, place: _Place, call: Call) -> None:
        self.spans, self.memory, self.cell = place
        self.fits = True
        self.access = self.cell[-1]
        self.dest_max, self.kind = call.args[1], call.args[4]

    def forget(self) -> None:
        """The memory has changed."""
        self.fits = False


class _HostCopy(_KnownCopy):
    """An aclrtMemcpy.

    Attributes:
        work: its own, which no other access has.
        fill: of a copy to the device.
        dtype: of the host array, or None.
    """

    __slots__ = ("dtype", "fill", "work")

    def __init__(self, place: _Place, call: Call, source: Place | None) -> None:
        super().__init__(place, call)
        self.work = self.access.work = Work(call.name, call, "the host", -call.number)
        self.fill = self.memory.fills[self.spans[0].address] if self.access.write else None
        self.dtype = None if source is None else getattr(source.value, "dtype", None)

    def again(self, source: Place | None, call: Call, order: Order) -> bool:
        """Whether this call is the same copy, with nothing else between; then the access is its own now."""
        args, cell, access, fill = call.args, self.cell, self.access, self.fill
        if (
            not self.fits
            or cell[-1] is not access
            or len(args) != 5
            or args[1] != self.dest_max
            or args[4] != self.kind
        ):
            return False
        if fill is not None:
            dtype = None if source is None else getattr(source.value, "dtype", None)
            if len(cell) != 1 or self.memory.suspects or dtype is not self.dtype:
                return False
            fill.call = call
        else:
            first = cell[0]
            if len(cell) != 2 or (first.actor != HOST and order.host.get(first.actor, 0) < first.step):
                return False
        work = self.work
        work.call, work.number = call, -call.number
        access.step = order.host_step
        return True


class _QueuedCopy(_KnownCopy):
    """An aclrtMemcpyAsync between the device and page-locked memory.

    Attributes:
        host: the page-locked memory.
        users: who uses its block.
        use: the copy's own entry there.
    """

    __slots__ = ("host", "use", "users")

    def __init__(self, place: _Place, call: Call, host: HostRange, users: list[HostAccess]) -> None:
        super().__init__(place, call)
        self.host = host
        self.users = users
        self.use = users[-1]

    def again(self, host: HostRange, work: Work, when: When, known: Clock) -> bool:
        """Whether this work is the same copy, on the same stream; then the accesses are its own now.

        Args:
            host: the page-locked memory.
            work: the copy that is queued.
            when: the stream as an actor, its step, and the clock of all that comes before it.
            known: what the host knows to be over.
        """
        actor, step, before = when
        args, cell, access, use = work.call.args, self.cell, self.access, self.use
        if (
            not self.fits
            or cell[-1] is not access
            or access.actor != actor
            or len(args) != 6
            or args[1] != self.dest_max
            or args[4] != self.kind
            or self.host != host
            or len(self.users) != 1
            or self.users[0] is not use
            or known.get(actor, 0) < use.step
        ):
            return False
        if not access.write:
            first = cell[0]
            if len(cell) != 2 or (first.actor != actor and before.get(first.actor, 0) < first.step):
                return False
        elif len(cell) != 1:
            return False
        access.step = use.step = step
        access.work = use.work = work
        return True


class KnownCopies:
    """The latest of both kinds.

    Attributes:
        host, queued: by the identity of the device memory's ranges; whoever asks looks here itself, to save a call.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.host: dict[int, _HostCopy] = {}
        self.queued: dict[int, _QueuedCopy] = {}

    def keep_host(self, reads: _Spans, writes: _Spans, source: Place | None, call: Call) -> None:
        """Nothing was wrong with this aclrtMemcpy."""
        place = self._place(reads, writes)
        if place is not None:
            _keep(self.host, _HostCopy(place, call, source))

    def keep_queued(self, task: Task, work: Work) -> None:
        """Nothing is wrong with this queued copy."""
        place = self._place(task.reads, task.writes)
        host = task.host_reads or task.host_writes
        entry = self._world.pinned.get(host[0].block) if host else None
        # A copy whose place in the order is not known yet has left no access.
        if place is not None and entry is not None and place.cell[-1].work is work:
            _keep(self.queued, _QueuedCopy(place, work.call, host[0], entry[1]))

    def _place(self, reads: _Spans, writes: _Spans) -> _Place | None:
        """Where a copy between host and device is, if that is a whole cell where the memory begins."""
        spans = writes or reads
        if bool(reads) == bool(writes):
            return None
        low, nbytes, layout = spans[0]
        memory = self._world.starts.get(low)
        cell = memory.accesses.exact(low, low + nbytes) if memory is not None else None
        if memory is None or not cell or layout is not None or not memory.written.has(low, low + nbytes):
            return None
        return _Place(spans, memory, cell)


def _keep(known: dict[int, _Copy], made: _Copy) -> None:
    if len(known) >= _MOST:
        known.clear()
    known[id(made.spans)] = made
    made.memory.watch(made)
