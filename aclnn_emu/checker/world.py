"""What the checker knows of the machine: memory with its accesses, queued work, objects and who made them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from aclnn_emu.checker.calls import Call, CallLog
from aclnn_emu.checker.order import Clock, Order
from aclnn_emu.checker.spans import ByteMap, ByteSet, runs
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.memory import device_of_address
from aclnn_emu.runtime.task import TaskKind

if TYPE_CHECKING:
    from aclnn_emu.plan.executor import Executor
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.runtime.host import PinnedBlock
    from aclnn_emu.runtime.memory import Allocation
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import MemoryRange, Task

__all__ = ["Access", "Launch", "Memory", "Past", "Thing", "Work", "World"]

_KERNEL = TaskKind.KERNEL  # finding a member in its enum costs as much as several calls
_REMEMBERED = 4096  # ended things that a report can still name
_MOST_ACCESSES = 64  # strided accesses to the same bytes that are kept


class Launch:
    """A phase 2 that is about to queue its task.

    Attributes:
        executor: what is run.
        workspace, size: address and bytes of the workspace, as the program said.
        addresses: where the bytes of each of the plan's user buffers begin.
        key: for reports about it.
    """

    __slots__ = ("addresses", "executor", "key", "size", "workspace")

    def __init__(
        self, executor: Executor, workspace: int, size: int, addresses: list[int], key: object
    ) -> None:
        self.executor = executor
        self.workspace = workspace
        self.size = size
        self.key = key
        self.addresses = addresses

    def buffers_at(self, address: int) -> list[Buffer]:
        """The plan's buffers whose bytes begin at the address."""
        pairs = zip(self.executor.plan.user_buffers, self.addresses, strict=True)
        return [buffer for buffer, start in pairs if start == address]


class Work:
    """Something that touches device memory: a queued task, or a call that does so itself.

    Attributes:
        name: the function that queued it.
        call: the call that queued it.
        stream: where; "the host" for what a call does itself.
        key: for reports about it.
        launch: of an operator.
        over: the device is past it.
        contents: of the host memory that it reads, when it was queued: see `accesses`.
    """

    __slots__ = ("call", "contents", "key", "launch", "name", "over", "stream")

    def __init__(
        self, name: str, call: Call, stream: object, key: object, launch: Launch | None = None
    ) -> None:
        self.name = name
        self.call = call
        self.stream = stream
        self.key = key
        self.launch = launch
        self.over = False
        self.contents: list[int | bytes] = []

    def __str__(self) -> str:
        return f"{self.name} (call {self.call.number})"

    @property
    def about(self) -> tuple[object, ...]:
        """Keys of reports that explain what comes of it."""
        return (self.key,) if self.launch is None else (self.key, self.launch.key)


class Access:
    """Bytes that some work touches.

    Attributes:
        actor, step: who, and when; see `order`.
        span: the bytes.
        write: they are written.
        work: by what.
        workspace: they are an operator's workspace.
    """

    __slots__ = ("actor", "span", "step", "work", "workspace", "write")

    def __init__(
        self, actor: int, step: int, span: MemoryRange, work: Work, write: bool, workspace: bool = False
    ) -> None:
        self.actor = actor
        self.step = step
        self.span = span
        self.work = work
        self.write = write
        self.workspace = workspace


class Fill:
    """A copy from the host to the start of a tensor: bytes, and the size of an element where it is known."""

    __slots__ = ("call", "itemsize", "nbytes")

    def __init__(self, nbytes: int, itemsize: int | None, call: Call) -> None:
        self.nbytes = nbytes
        self.itemsize = itemsize
        self.call = call


class Memory:
    """An allocation of device memory.

    Attributes:
        allocation: the runtime's record.
        call: who made it.
        accesses: who touches which bytes, since they were last written as a whole.
        written: the bytes that something has written, or is queued to write.
        fills: copies from the host, by the address where they begin.
        suspects: fills whose size does not fit the tensor that read them, by the end of what was read.
        workspace: it served as one; the work that used it last.
        end: the byte after those that were asked for.
        device: where it is.
        key: for reports about it.
    """

    __slots__ = (
        "accesses",
        "allocation",
        "call",
        "device",
        "end",
        "fills",
        "key",
        "suspects",
        "workspace",
        "written",
    )

    def __init__(self, allocation: Allocation, device: int, call: Call) -> None:
        self.allocation = allocation
        self.call = call
        self.accesses: ByteMap[Access] = ByteMap(allocation.address, allocation.address + allocation.nbytes)
        self.written = ByteSet()
        self.fills: dict[int, Fill] = {}
        self.suspects: dict[int, tuple[dict[str, Any], Call, Fill]] = {}
        self.workspace: Access | None = None
        self.end = allocation.address + allocation.requested
        self.device = device
        self.key = ("memory", device, allocation.number)

    def take(self, access: Access, known: Clock) -> list[Access]:
        """Remember an access, which happens after all that it must come after; `known` is that.

        Returns:
            What touches the same bytes, one of the two writing, and does not come before.
        """
        low, nbytes, layout = access.span
        cell = self.accesses.exact(low, low + nbytes) if layout is None else None
        if cell is None:
            found = self._conflicts(access, known)
            self._add(access)
            return found
        found = []  # the usual case, short: the same bytes as before
        actor, write = access.actor, access.write
        last = None
        for last in cell:
            if last.actor != actor and (write or last.write) and known.get(last.actor, 0) < last.step:
                found.append(last)
        if write:
            cell[:] = (access,)
        elif last is not None and last.actor == actor and not last.write:
            cell[-1] = access  # it says all that the last one says
        else:
            _append(cell, access)
        return found

    def _add(self, access: Access) -> None:
        span = access.span
        low, high = (
            span.address,
            min(span.address + span.nbytes, self.allocation.address + self.allocation.nbytes),
        )
        if access.write and span.layout is None:
            self.accesses.replace(low, high, access)
            return
        for cell in self.accesses.cut(low, high):
            _append(cell, access)

    def note_written(self, span: MemoryRange) -> None:
        """Something writes these bytes."""
        for begin, end in runs(span):
            self.written.add(begin, end)

    def _conflicts(self, access: Access, known: Clock) -> list[Access]:
        span, found = access.span, []
        for cell in self.accesses.cells(span.address, span.address + span.nbytes):
            for old in cell:
                if (
                    (access.write or old.write)
                    and old.actor != access.actor
                    and known.get(old.actor, 0) < old.step
                    and old not in found
                ):
                    found.append(old)
        return found

    def all_accesses(self) -> Iterator[Access]:
        """Every access that is remembered, once."""
        seen: list[Access] = []
        allocation = self.allocation
        for cell in self.accesses.cells(allocation.address, allocation.address + allocation.nbytes):
            for access in cell:
                if access not in seen:
                    seen.append(access)
                    yield access


def _append(cell: list[Access], access: Access) -> None:
    """Remember an access beside others."""
    if cell and _covers(access, cell[-1]):
        cell[-1] = access
        return
    if len(cell) >= _MOST_ACCESSES:
        cell[:] = [old for old in cell if not _covers(access, old)][-_MOST_ACCESSES:]
    cell.append(access)


def _covers(new: Access, old: Access) -> bool:
    """The new access says all that the old one says."""
    return (
        new.actor == old.actor
        and new.write == old.write
        and (new.span.layout is None or new.span == old.span)
    )


class Thing:
    """An object with a life: who made it, and where.

    Attributes:
        obj: the object.
        kind: what it is, in the program's words.
        call: who made it.
        ended: who ended it; None while it lives.
        how: what ended it, in words.
        owner: the list that it belongs to.
        told: a leak of it was reported.
    """

    __slots__ = ("call", "ended", "how", "kind", "obj", "owner", "told")

    def __init__(self, obj: Any, kind: str, call: Call) -> None:
        self.obj = obj
        self.kind = kind
        self.call = call
        self.ended: Call | None = None
        self.how = ""
        self.owner: Thing | None = None
        self.told = False

    def history(self) -> list[tuple[str, Call]]:
        """The calls of its life, for a report."""
        known = [("made by", self.call)]
        return [*known, ("ended by", self.ended)] if self.ended is not None else known


class Past(OrderedDict[int, Thing]):
    """The latest ended things, by the identity of their objects (which are kept, so that identities stay theirs)."""

    def put(self, thing: Thing) -> None:
        """The thing has ended."""
        self[id(thing.obj)] = thing
        if len(self) > _REMEMBERED:
            self.popitem(last=False)


class World:
    """The state that the rules look at.

    Attributes:
        calls: the program's calls.
        order: what happens before what.
        memory: live allocations by the runtime's record.
        scratches: those of them that served as a workspace, by their first use as one.
        freed: the latest freed ones, by (device, number): memory, and the call that freed it.
        pinned: live page-locked blocks: who made them, and who touches them.
        work: queued work by task id.
        things: live objects by identity: streams, events, contexts, aclnn objects, executors.
        past: ended ones.
        pending: tasks that are queued and not over, of each stream.
        dropped: tasks that were dropped by the call that is being made, of each stream.
        initialised: the aclInit that began it.
        launching: the newest phase 2 of each thread, whose task is about to be queued.
    """

    def __init__(self, calls: CallLog, order: Order) -> None:
        self.calls = calls
        self.order = order
        self.memory: dict[Allocation, Memory] = {}
        self._starts: dict[int, Memory] = {}
        self.scratches: dict[Memory, None] = {}
        self.freed: OrderedDict[Allocation, tuple[Memory, Call]] = OrderedDict()
        self.pinned: dict[PinnedBlock, tuple[Call, list[Access]]] = {}
        self.work: dict[int, Work] = {}
        self.things: dict[int, Thing] = {}
        self.past = Past()
        self.pending: dict[Stream, dict[int, Work]] = {}
        self.dropped: dict[Stream, list[Work]] = {}
        self.launching: dict[str, Launch] = {}
        self.initialised: Call | None = None
        self.keys = 0

    def new_key(self) -> tuple[str, int]:
        """A key for reports about something that has no number."""
        self.keys += 1
        return ("key", self.keys)

    def memory_at(self, address: int) -> Memory | None:
        """The live allocation that holds this byte."""
        known = self._starts.get(address)
        if known is not None:
            return known
        space = machine().space_of(address)
        found = None if space is None else space.find(address)
        return None if found is None else self.memory.get(found)

    def freed_at(self, address: int) -> tuple[Memory, Call] | None:
        """The newest freed allocation that held this byte."""
        for memory, call in reversed(self.freed.values()):
            allocation = memory.allocation
            if allocation.address <= address < allocation.address + allocation.nbytes:
                return memory, call
        return None

    def thing(self, obj: Any) -> Thing | None:
        """What is known of an object, alive or ended; a number is taken for a handle."""
        if isinstance(obj, int):
            obj = self.handles.get(obj)
            if obj is None:
                return None
        return self.things.get(id(obj)) or self.past.get(id(obj))

    @property
    def handles(self) -> dict[int, Any]:
        """Objects of the runtime by their handles."""
        known = (*self.past.values(), *self.things.values())
        return {
            thing.obj.handle: thing.obj for thing in known if thing.kind in ("stream", "event", "context")
        }

    def begin(self, obj: Any, kind: str, call: Call) -> Thing:
        """An object was made."""
        thing = self.things[id(obj)] = Thing(obj, kind, call)
        return thing

    def end(self, obj: Any, call: Call, how: str) -> Thing | None:
        """An object has ended."""
        thing = self.things.pop(id(obj), None)
        if thing is not None:
            thing.ended, thing.how = call, how
            self.past.put(thing)
        return thing

    def host_work(self, function: str) -> Work:
        """What a call does itself."""
        return Work(function, self.calls.current(function), "the host", self.new_key())

    def queued_work(self, task: Task) -> Work:
        """A task was queued."""
        call = self.calls.current(task.name)
        launch = self.launching.pop(call.thread, None) if task.kind is _KERNEL else None
        work = Work(task.name, call, task.stream, ("task", task.id), launch)
        self.work[task.id] = work
        self.pending.setdefault(task.stream, {})[task.id] = work
        return work

    def over(self, task: Task) -> Work | None:
        """A task is over."""
        work = self.work.pop(task.id, None)
        if work is not None:
            work.over = True
            self.pending.get(task.stream, {}).pop(task.id, None)
        return work

    def allocated(self, allocation: Allocation, device: int, call: Call) -> None:
        """Memory was allocated."""
        self.memory[allocation] = self._starts[allocation.address] = Memory(allocation, device, call)

    def free(self, allocation: Allocation, call: Call) -> Memory | None:
        """An allocation was given back."""
        memory = self.memory.pop(allocation, None)
        self._starts.pop(allocation.address, None)
        if memory is not None:
            self.scratches.pop(memory, None)
            self.freed[allocation] = (memory, call)
            if len(self.freed) > _REMEMBERED:
                self.freed.popitem(last=False)
        return memory

    def why_not(self, address: int, nbytes: int) -> tuple[str, list[tuple[str, Call]], list[object]]:
        """Why bytes cannot be used, in words; the calls behind it; keys of what it is about."""
        inside = self.memory_at(address)
        if inside is not None:
            allocation = inside.allocation
            left = allocation.address + allocation.requested - address
            return (
                f"{left} bytes are left there, and {nbytes} are needed",
                [("memory", inside.call)],
                [inside.key],
            )
        gone = self.freed_at(address)
        if gone is not None:
            memory, call = gone
            return "it was given back", [("memory", memory.call), ("freed by", call)], [memory.key]
        if device_of_address(address) < 0:
            return "it is no device memory", [], []
        return "nothing is allocated there", [], []
