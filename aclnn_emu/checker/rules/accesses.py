"""ACL-SYNC, ACL-RACE and ACL-INIT: who touches which bytes, in which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.checker.copies import KnownCopies
from aclnn_emu.checker.memory import Access, HostAccess, Memory
from aclnn_emu.checker.order import HOST, Clock
from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.checker.spans import common_bytes
from aclnn_emu.checker.world import Footprint, Launch, Work
from aclnn_emu.runtime.place import Location
from aclnn_emu.runtime.task import HostRange, MemoryRange, Task, TaskKind

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call
    from aclnn_emu.plan.graph import Buffer, Plan
    from aclnn_emu.runtime.place import Place

__all__ = ["AccessRules"]

# By names of their own: finding a member in its enum costs as much as several calls.
_KERNEL, _DEVICE = TaskKind.KERNEL, Location.DEVICE

_Spans = tuple[MemoryRange, ...]

_SHAPE_ONLY = ("OnesLike", "ZerosLike")
_WHOLE = 1 << 15  # bytes up to which a host buffer is looked at as a whole
_PLACES, _PLACE = 512, 32  # how many places of a larger one, and their bytes


def _content(span: HostRange) -> bytes:
    """The bytes; of a large buffer those of many places in it."""
    block, address, nbytes = span
    data, offset = block.data, address - block.address
    if offset or nbytes != len(data):
        data = data[offset : offset + nbytes]
    if nbytes > _WHOLE:
        step = nbytes // _PLACES
        data = data[: step * _PLACES].reshape(_PLACES, step)[:, :_PLACE]
    return data.tobytes()


def _needed(plan: Plan) -> set[Buffer]:
    """The buffers whose values reach a result.

    ZerosLike and its relatives look at the shape only; what a kernel leaves of its output it has not read.
    """
    needed: set[Buffer] = set()
    for step in reversed(plan.steps):
        if step.name not in _SHAPE_ONLY and any(out.is_user or out in needed for out in step.outputs):
            needed.update(step.inputs[:-1] if step.kernel.keeps and len(step.inputs) > 1 else step.inputs)
    return needed


class AccessRules(RuleGroup):
    """Judges every access to device memory and to page-locked memory that queued work uses."""

    EVENTS = {  # noqa: RUF012 - never changed
        "free": "free",
        "host free": "host_free",
    }

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.copies = KnownCopies(self.world)
        self._compares = self.reporter.wants("ACL-SYNC-105")

    def judge(self, task: Task, actor: int, step: int, clock: Clock) -> None:
        """A task, in an order that agrees with what happens before what."""
        work = self.world.work.get(task.id)
        if work is None:  # queued before the checker looked
            return
        when = (actor, step, clock)
        if isinstance(work, Launch):
            footprint = self.world.footprints.get(id(task.writes))
            if footprint is None:
                self._take(True, task.reads, task.writes, work, when)
            elif footprint.rows:
                self._take_again(footprint, work, when)
            else:
                self._take(True, task.reads, task.writes, work, when)
                self._remember(footprint, work)
            return
        host = task.host_reads or task.host_writes
        known = self.copies.queued.get(id(task.writes or task.reads)) if host else None
        if known is not None and known.again(host[0], work, when, self.world.order.host):
            work.known = True
        else:
            self._take(task.kind is _KERNEL, task.reads, task.writes, work, when)
            self._use_host(task, actor, step, work)
        if task.host_reads and self._compares:
            work.contents = tuple(map(_content, task.host_reads))

    def _take_again(self, footprint: Footprint, work: Work, when: tuple[int, int, Clock]) -> None:
        """A launch that touches what the last one of its kind did, of which only who and when changes mostly."""
        actor, step, known = when
        for memory, cell, span, write, scratch in footprint.rows:
            last = cell[-1]
            count = len(cell)
            if (
                last.span is span
                and last.actor == actor
                and last.write == write
                and (count == 1 or (count == 2 and not write and known.get(cell[0].actor, 0) >= cell[0].step))
            ):
                last.step, last.work = step, work
            elif found := memory.take(span, work, when, write=write, workspace=scratch):
                self._conflicts(span, work, found, memory, when, write=write, workspace=scratch)
            if scratch:
                memory.workspace = work

    def _remember(self, footprint: Footprint, work: Launch) -> None:
        """Keep where the launch's accesses are, if they are to whole cells and all bytes of them are written."""
        rows, (reads, writes) = [], footprint.ranges
        scratch = work.task.workspace
        for span, write in (*((span, False) for span in reads), *((span, True) for span in writes)):
            if not span.nbytes:
                continue
            low, high = span.address, span.address + span.nbytes
            memory = self.world.memory_at(low)
            cell = memory.accesses.exact(low, high) if memory is not None else None
            if memory is None or not cell or span.layout is not None or not memory.written.has(low, high):
                return
            rows.append((memory, cell, span, write, write and low == scratch))
        if footprint.right:
            footprint.rows = tuple(rows)

    def _take(  # noqa: C901 - a step out of line costs every call
        self,
        kernel: bool,
        reads: tuple[MemoryRange, ...],
        writes: tuple[MemoryRange, ...],
        work: Work,
        when: tuple[int, int, Clock],
    ) -> None:
        """Judge what some work reads, then what it writes."""
        starts, memory_at = self.world.starts, self.world.memory_at
        for span in reads:
            low, nbytes, _ = span
            memory = (starts.get(low) or memory_at(low)) if nbytes else None
            if memory is not None:
                if found := memory.take(span, work, when, write=False):
                    self._conflicts(span, work, found, memory, when, write=False)
                if writes and not kernel:
                    self._pass_on(memory, span, writes[0])
                elif not memory.written.has(low, low + nbytes) and (missing := memory.written.missing(span)):
                    self._uninitialised(kernel, memory, span, missing, work)
        scratch = work.task.workspace if isinstance(work, Launch) else 0
        for span in writes:
            low, nbytes, _ = span
            memory = (starts.get(low) or memory_at(low)) if nbytes else None
            if memory is not None:
                workspace = low == scratch
                if found := memory.take(span, work, when, write=True, workspace=workspace):
                    self._conflicts(span, work, found, memory, when, write=True, workspace=workspace)
                if workspace:
                    memory.workspace = work
                    self.world.scratches[memory] = None
                # `host_access` does it for copies from the host.
                if memory.fills and (reads or when[0] != HOST):
                    memory.unfill(low)
                if (kernel or not reads) and not memory.written.has(low, low + nbytes):
                    memory.note_written(span)

    def _conflicts(
        self,
        span: MemoryRange,
        work: Work,
        found: list[Access],
        memory: Memory,
        when: tuple[int, int, Clock],
        *,
        write: bool,
        workspace: bool = False,
    ) -> None:
        """Report those of the accesses found that touch a byte of this one."""
        access = Access(when[0], when[1], span, work, write, workspace)
        for old in found:
            common = common_bytes(span, old.span)
            if common is not None:
                self._conflict(access, old, common, memory)

    def _conflict(self, access: Access, old: Access, common: tuple[int, int], memory: Memory) -> None:
        if HOST in (access.actor, old.actor):
            late, early = (old, access) if old.actor == HOST else (access, old)
            self._host_conflict(late, early, common, memory)
            return
        if access.workspace or old.workspace:
            rule = "ACL-RACE-104"
        elif not access.write:
            rule = "ACL-RACE-101"
        else:
            rule = "ACL-RACE-102" if old.write else "ACL-RACE-103"
        values = {
            "task": access.work,
            "stream": access.work.stream,
            "other": old.work,
            "other_stream": old.work.stream,
            "address": hex(common[0]),
            "nbytes": common[1],
        }
        self.reporter.report(
            rule,
            values,
            call=access.work.call,
            earlier=[("other", old.work.call), ("memory", memory.call)],
            about=[("pair", old.work.key, access.work.key), memory.key],
            what=(old.work.name, old.work.call.place),
        )

    def _host_conflict(self, host: Access, queued: Access, common: tuple[int, int], memory: Memory) -> None:
        work = queued.work
        values = {
            "function": host.work.name,
            "nbytes": common[1],
            "address": hex(common[0]),
            "writer": work,
            "other": work,
            "stream": work.stream,
            "access": "writes" if queued.write else "reads",
        }
        self.reporter.report(
            "ACL-SYNC-102" if host.write else "ACL-SYNC-101",
            values,
            call=host.work.call,
            earlier=[("queued", work.call), ("memory", memory.call)],
            about=[("host", work.key), memory.key],
        )

    def host_access(self, name: str, reads: _Spans, writes: _Spans, source: Place | None, call: Call) -> None:
        """A call touched device memory itself, and not as it did before (`KnownCopies`)."""
        world, order = self.world, self.world.order
        work = Work(name, call, "the host", -call.number)
        self._take(False, reads, writes, work, (HOST, order.host_step, order.host))
        if name.endswith("Async"):
            self._was_synchronous(work)
        if writes and not reads:
            low, nbytes, _ = writes[0]
            memory = world.memory_at(low)
            if memory is None:
                return
            if source is None or source.location is _DEVICE:
                memory.unfill(low)
            else:
                value = source.value
                itemsize = value.dtype.itemsize if isinstance(value, np.ndarray) else None
                memory.fill(low, nbytes, itemsize, call)

    def _was_synchronous(self, work: Work) -> None:
        """A copy that should have been asynchronous touched memory before it returned."""
        stream = next(
            (thing.obj for value in work.call.args if (thing := self.world.thing(value))), "its stream"
        )
        self.reporter.report("ACL-SYNC-110", {"function": work.name, "stream": stream}, call=work.call)

    # Bytes that nobody wrote

    def _pass_on(self, source: Memory, span: MemoryRange, target: MemoryRange) -> None:
        """A copy on the device: what was written is so at the target, the rest is not the copy's fault."""
        memory = self.world.memory_at(target.address)
        if memory is not None:
            shift = target.address - span.address
            for low, high in list(source.written.pieces(span.address, span.address + span.nbytes)):
                memory.written.add(low + shift, high + shift)

    def _uninitialised(
        self, kernel: bool, memory: Memory, span: MemoryRange, missing: int, work: Work
    ) -> None:
        name = ""
        if isinstance(work, Launch):
            needed = _needed(work.executor.plan)
            names = [buffer.name for buffer in work.buffers_at(span.address) if buffer in needed]
            if not names:
                return
            name = names[0]
        values = {
            "function": work if kernel else work.name,
            "parameter": name,
            "missing": missing,
            "need": span.nbytes,
            "address": hex(span.address),
        }
        self.reporter.report(
            "ACL-INIT-101" if kernel else "ACL-INIT-102",
            values,
            call=work.call,
            earlier=[("memory", memory.call)],
            about=[("fresh", memory.key), work.key, memory.key],
            what=name,
        )

    # Host memory that queued copies use

    def _use_host(self, task: Task, actor: int, step: int, work: Work) -> None:
        for span in task.host_reads:
            self._note_host(span, actor, step, work, write=False)
        for span in task.host_writes:
            self._note_host(span, actor, step, work, write=True)

    def _note_host(self, span: HostRange, actor: int, step: int, work: Work, *, write: bool) -> None:
        """Remember who uses a page-locked block, and forget who is known to be done with it."""
        entry = self.world.pinned.get(span.block)
        if entry is None:
            return
        users = entry[1]
        known = self.world.order.host
        if len(users) == 1 and known.get(users[0].actor, 0) >= users[0].step:  # the usual case, short
            only = users[0]
            only.actor, only.step, only.work, only.write = actor, step, work, write
            return
        users[:] = [old for old in users if known.get(old.actor, 0) < old.step]
        users.append(HostAccess(actor, step, work, write))

    def changed_since_queued(self, task: Task) -> tuple[HostRange, ...]:
        """The device begins a task that reads host memory: what of that is not as it was."""
        work = self.world.work.get(task.id)
        if work is None or not work.contents:
            return ()
        contents, work.contents = work.contents, ()  # looked at once
        if tuple(map(_content, task.host_reads)) == contents:
            return ()
        both = zip(task.host_reads, contents, strict=True)
        return tuple(span for span, before in both if span.block.alive and _content(span) != before)

    def host_changed(self, task: Task, changed: tuple[HostRange, ...]) -> None:
        """These ranges were changed while the task was queued."""
        work = self.world.work[task.id]
        for span in changed:
            values = {
                "nbytes": span.nbytes,
                "address": hex(span.address),
                "function": work,
                "stream": work.stream,
            }
            made = self.world.pinned.get(span.block)
            earlier = [("memory", made[0])] if made is not None else []
            self.reporter.report(
                "ACL-SYNC-105", values, call=work.call, earlier=earlier, about=[("host", work.key)]
            )

    def host_free(self, fields: Mapping[str, Any]) -> None:
        """Page-locked memory was given back."""
        entry = self.world.pinned.get(fields["block"])
        call = self.world.calls.current(fields["function"])
        for old in entry[1] if entry is not None else ():
            if not self.world.order.host_knows(old.actor, old.step):
                values = {
                    "function": call,
                    "other": old.work,
                    "stream": old.work.stream,
                    "access": "writes" if old.write else "reads",
                }
                self.reporter.report(
                    "ACL-SYNC-106",
                    values,
                    call=call,
                    earlier=[("queued", old.work.call)],
                    about=[("host", old.work.key), old.work.key],
                )

    # Device memory that queued work uses

    def free(self, fields: Mapping[str, Any]) -> None:
        """Device memory was given back."""
        memory = self.world.memory.get(fields["allocation"])
        if memory is None:
            return
        call = self.world.calls.current(fields["function"])
        known = self.world.order
        for old in memory.all_accesses():
            if not known.host_knows(old.actor, old.step):
                values = {
                    "function": call,
                    "other": old.work,
                    "stream": old.work.stream,
                    "access": "writes" if old.write else "reads",
                }
                self.reporter.report(
                    "ACL-SYNC-104" if old.workspace else "ACL-SYNC-103",
                    values,
                    call=call,
                    earlier=[("queued", old.work.call), ("memory", memory.call)],
                    about=[old.work.key, memory.key],
                )
                return
