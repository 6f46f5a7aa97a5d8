"""What the checker knows of the machine: memory with its accesses, queued work, objects and who made them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from aclnn_emu.checker.calls import Call, CallLog
from aclnn_emu.checker.memory import Access, HostAccess, Memory
from aclnn_emu.checker.order import Order
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.memory import device_of_address

if TYPE_CHECKING:
    from aclnn_emu.plan.executor import Executor
    from aclnn_emu.plan.executor import Launch as LaunchTask
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.runtime.allocation import Allocation
    from aclnn_emu.runtime.host import PinnedBlock
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import MemoryRange

__all__ = ["Footprint", "Launch", "Past", "Thing", "Work", "World"]

_REMEMBERED = 4096  # ended things that a report can still name


class Work:
    """Something that touches device memory: a queued task, or a call that does so itself.

    Attributes:
        name: the function that queued it.
        call: the call that queued it.
        stream: where; "the host" for what a call does itself.
        number: of the task; below 0 for what a call does itself.
        over: the device is past it.
        contents: of the host memory that it reads, when it was queued: see `accesses`.
        known: it is a copy like one before: see `copies`.
    """

    __slots__ = ("call", "contents", "known", "name", "number", "over", "stream")

    def __init__(self, name: str, call: Call, stream: object, number: int) -> None:
        self.name = name
        self.call = call
        self.stream = stream
        self.number = number
        self.over = self.known = False
        self.contents: tuple[bytes, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} (call {self.call.number})"

    @property
    def key(self) -> tuple[str, int]:
        """For reports about it, and for those that explain what comes of it."""
        return ("work", self.number)


class Launch(Work):
    """A phase 2 that is about to queue its task.

    Attributes:
        executor: what is run.
        size: bytes of the workspace, as the program said.
        task: the task.
    """

    __slots__ = ("executor", "size", "task")

    def __init__(self, executor: Executor, size: int, task: LaunchTask, call: Call) -> None:
        self.name = task.name  # without super, which would cost as much again
        self.call = call
        self.stream = task.stream
        self.number = task.id
        self.over = self.known = False
        self.contents = ()
        self.executor = executor
        self.size = size
        self.task = task

    def buffers_at(self, address: int) -> list[Buffer]:
        """The plan's buffers whose bytes begin at the address."""
        pairs = zip(self.executor.plan.user_buffers, self.task.addresses, strict=True)
        return [buffer for buffer, start in pairs if start == address]


class Footprint:
    """What is known of the memory of a launch, for the next one of the same plan on the same addresses.

    Attributes:
        ranges: what it reads and writes, kept so that their identities stay their own.
        device: of the stream.
        right: nothing was wrong with the launch, and nothing has changed since.
        rows: of each range the memory, the cell of its bytes, the range, whether it is written, as a workspace; empty
            when they are to be looked for.
    """

    __slots__ = ("device", "ranges", "right", "rows")

    def __init__(self, task: LaunchTask) -> None:
        self.ranges = (task.reads, task.writes)
        self.device = task.stream.device
        self.right = True
        self.rows: tuple[tuple[Memory, list[Access], MemoryRange, bool, bool], ...] = ()

    def forget(self) -> None:
        """One of the memories has changed."""
        self.right = False
        self.rows = ()


class Thing:
    """An object with a life: who made it, and where.

    Attributes:
        obj: the object.
        kind: what it is, in the program's words.
        call: who made it.
        ended: who ended it; None while it lives.
        how: what ended it, in words.
        owner: the list that it belongs to.
    """

    # Class attributes, so that making one stores only what it differs in.
    ended: Call | None = None
    how: str = ""
    owner: Thing | None = None

    def __init__(self, obj: Any, kind: str, call: Call) -> None:
        self.obj = obj
        self.kind = kind
        self.call = call

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
        starts: the same by their first addresses.
        scratches: those of them that served as a workspace, by their first use as one.
        freed: the latest freed ones, by (device, number): memory, and the call that freed it.
        pinned: live page-locked blocks: who made them, and who touches them.
        work: queued work by task id.
        footprints: of the latest launches, by the identity of what they write.
        things: live objects by identity: streams, events, contexts, aclnn objects, executors.
        past: ended ones.
        dropped: tasks that were dropped by the call that is being made, of each stream.
        initialised: the aclInit that began it.
    """

    def __init__(self, calls: CallLog, order: Order) -> None:
        self.calls = calls
        self.order = order
        self.memory: dict[Allocation, Memory] = {}
        self.starts: dict[int, Memory] = {}
        self.scratches: dict[Memory, None] = {}
        self.freed: OrderedDict[Allocation, tuple[Memory, Call]] = OrderedDict()
        self.pinned: dict[PinnedBlock, tuple[Call, list[HostAccess]]] = {}
        self.work: dict[int, Work] = {}
        self.things: dict[int, Thing] = {}
        self.past = Past()
        self.footprints: dict[int, Footprint] = {}
        self.dropped: dict[Stream, list[Work]] = {}
        self.initialised: Call | None = None

    def memory_at(self, address: int) -> Memory | None:
        """The live allocation that holds this byte."""
        known = self.starts.get(address)
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

    def pending(self, stream: Stream) -> list[Work]:
        """What is queued on a stream and not over."""
        tasks = (*(() if stream.running is None else (stream.running,)), *stream.queue)
        return [work for task in tasks if (work := self.work.get(task.id)) is not None]

    def footprint(self, task: LaunchTask, memories: Iterable[Memory]) -> None:
        """Nothing is wrong with this launch, which uses these memories."""
        if len(self.footprints) >= _REMEMBERED:
            self.footprints.clear()
        made = self.footprints[id(task.writes)] = Footprint(task)
        for memory in memories:
            memory.watch(made)

    def allocated(self, allocation: Allocation, device: int, call: Call) -> None:
        """Memory was allocated."""
        self.memory[allocation] = self.starts[allocation.address] = Memory(allocation, device, call)

    def free(self, allocation: Allocation, call: Call) -> Memory | None:
        """An allocation was given back."""
        memory = self.memory.pop(allocation, None)
        self.starts.pop(allocation.address, None)
        if memory is not None:
            memory.changed()
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
