"""ACL-SYNC, ACL-RACE and ACL-INIT: who touches which bytes, in which order."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.checker.order import HOST, Clock
from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.checker.spans import common_bytes
from aclnn_emu.checker.world import Access, Fill, Memory, Work
from aclnn_emu.runtime.place import Location
from aclnn_emu.runtime.task import HostRange, MemoryRange, Task, TaskKind

if TYPE_CHECKING:
    from aclnn_emu.plan.graph import Buffer, Plan

__all__ = ["AccessRules"]

# By names of their own: finding a member in its enum costs as much as several calls.
_KERNEL, _DEVICE = TaskKind.KERNEL, Location.DEVICE

_SHAPE_ONLY = ("OnesLike", "ZerosLike")
_KEPT = 1 << 12  # bytes up to which a host buffer is kept itself: that is faster than a checksum of it
_WHOLE = 1 << 15  # bytes up to which a host buffer is looked at as a whole
_PLACES, _PLACE = 512, 32  # how many places of a larger one, and their bytes


def _content(span: HostRange) -> int | bytes:
    """What changes with the bytes: they themselves or a checksum; of a large buffer that of many places in it."""
    offset = span.address - span.block.address
    data = span.block.data[offset : offset + span.nbytes]
    if span.nbytes <= _KEPT:
        return data.tobytes()
    if span.nbytes > _WHOLE:
        step = span.nbytes // _PLACES
        data = data[: step * _PLACES].reshape(_PLACES, step)[:, :_PLACE]
    return zlib.crc32(np.ascontiguousarray(data).data)


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
        "access": "host_access",
        "task start": "task_start",
        "free": "free",
        "host free": "host_free",
    }

    def judge(self, task: Task, actor: int, step: int, clock: Clock) -> None:
        """A task, in an order that agrees with what happens before what."""
        work = self.world.work.get(task.id)
        if work is None:  # queued before the checker looked
            return
        self._take(task.kind is _KERNEL, task.reads, task.writes, work, (actor, step, clock))
        if task.host_reads or task.host_writes:
            self._queue_host_side(task, actor, step, work)

    def _take(
        self,
        kernel: bool,
        reads: tuple[MemoryRange, ...],
        writes: tuple[MemoryRange, ...],
        work: Work,
        when: tuple[int, int, Clock],
    ) -> None:
        """Judge what some work reads, then what it writes."""
        if reads:
            self._take_reads(kernel, reads, writes, work, when)
        actor, step, clock = when
        scratch = work.launch.workspace if work.launch is not None else 0
        memory_at = self.world.memory_at
        for span in writes:
            low = span.address
            memory = memory_at(low) if span.nbytes else None
            if memory is not None:
                access = Access(actor, step, span, work, True, low == scratch)
                if found := memory.take(access, clock):
                    self._conflicts(access, found, memory)
                if low == scratch:
                    memory.workspace = access
                    self.world.scratches[memory] = None
                if memory.fills:
                    memory.fills.pop(low, None)
                if (kernel or not reads) and not memory.written.has(low, low + span.nbytes):
                    memory.note_written(span)

    def _take_reads(
        self,
        kernel: bool,
        reads: tuple[MemoryRange, ...],
        writes: tuple[MemoryRange, ...],
        work: Work,
        when: tuple[int, int, Clock],
    ) -> None:
        actor, step, clock = when
        memory_at = self.world.memory_at
        for span in reads:
            low, nbytes, _ = span
            memory = memory_at(low) if nbytes else None
            if memory is not None:
                access = Access(actor, step, span, work, False)
                if found := memory.take(access, clock):
                    self._conflicts(access, found, memory)
                if writes and not kernel:
                    self._pass_on(memory, span, writes[0])
                elif not memory.written.has(low, low + nbytes) and (missing := memory.written.missing(span)):
                    self._uninitialised(kernel, memory, span, missing, work)

    def _conflicts(self, access: Access, found: list[Access], memory: Memory) -> None:
        """Report those of the accesses found that touch a byte of this one."""
        for old in found:
            common = common_bytes(access.span, old.span)
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
            about=[("host", *work.about), memory.key],
        )

    def host_access(self, fields: Mapping[str, Any]) -> None:
        """A call touched device memory itself."""
        work = self.world.host_work(fields["function"])
        order = self.world.order
        writes = fields["writes"]
        self._take(False, fields["reads"], writes, work, (HOST, order.host_step, order.host))
        if work.name.endswith("Async"):
            self._was_synchronous(work)
        source = fields["source"]
        if source is not None and source.location is not _DEVICE and writes:
            span = writes[0]
            memory = self.world.memory_at(span.address)
            if memory is not None:
                value = source.value
                itemsize = value.dtype.itemsize if isinstance(value, np.ndarray) else None
                memory.fills[span.address] = Fill(span.nbytes, itemsize, work.call)

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
        if work.launch is not None:
            needed = _needed(work.launch.executor.plan)
            names = [buffer.name for buffer in work.launch.buffers_at(span.address) if buffer in needed]
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
            about=[("fresh", memory.key), *work.about, memory.key],
            what=name,
        )

    # Host memory that queued copies use

    def _queue_host_side(self, task: Task, actor: int, step: int, work: Work) -> None:
        for span in task.host_reads:
            self._note_host(span, Access(actor, step, MemoryRange(span.address, span.nbytes), work, False))
        for span in task.host_writes:
            self._note_host(span, Access(actor, step, MemoryRange(span.address, span.nbytes), work, True))
        if task.host_reads and self.reporter.wants("ACL-SYNC-105"):
            work.contents = [_content(span) for span in task.host_reads]

    def _note_host(self, span: HostRange, access: Access) -> None:
        entry = self.world.pinned.get(span.block)
        if entry is not None:
            known = self.world.order.host
            entry[1][:] = [old for old in entry[1] if known.get(old.actor, 0) < old.step]
            entry[1].append(access)

    def task_start(self, fields: Mapping[str, Any]) -> None:
        """The device begins a task: is the host memory that it copies still as it was?"""
        task = fields["task"]
        if not task.host_reads:
            return
        work = self.world.work.get(task.id)
        if work is None or not work.contents:
            return
        contents, work.contents = work.contents, []  # looked at once
        for span, before in zip(task.host_reads, contents, strict=True):
            if span.block.alive and _content(span) != before:
                values = {
                    "nbytes": span.nbytes,
                    "address": hex(span.address),
                    "function": work,
                    "stream": work.stream,
                }
                made = self.world.pinned.get(span.block)
                earlier = [("memory", made[0])] if made is not None else []
                self.reporter.report(
                    "ACL-SYNC-105", values, call=work.call, earlier=earlier, about=[("host", *work.about)]
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
                    about=[("host", *old.work.about), *old.work.about],
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
                    about=[*old.work.about, memory.key],
                )
                return
