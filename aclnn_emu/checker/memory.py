"""Device memory as the checker sees it: who touched which bytes, and which bytes something has written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from aclnn_emu.checker.spans import ByteMap, ByteSet, runs

if TYPE_CHECKING:
    from aclnn_emu.checker.calls import Call
    from aclnn_emu.checker.order import Clock
    from aclnn_emu.checker.world import Work
    from aclnn_emu.runtime.allocation import Allocation
    from aclnn_emu.runtime.task import MemoryRange

__all__ = ["Access", "Fill", "HostAccess", "Known", "Memory"]

_MOST_ACCESSES = 64  # strided accesses to the same bytes that are kept
_MOST_KNOWN = 64  # that are told of a change


class Access:
    """Bytes that some work touches; the next work of the same actor that does the same takes it over.

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


class HostAccess:
    """Page-locked memory that some queued work touches, or did.

    Attributes:
        actor, step: who, and when; see `order`.
        work: by what.
        write: it is written.
    """

    __slots__ = ("actor", "step", "work", "write")

    def __init__(self, actor: int, step: int, work: Work, write: bool) -> None:
        self.actor = actor
        self.step = step
        self.work = work
        self.write = write


class Known(Protocol):
    """Something that was worked out from a memory."""

    def forget(self) -> None:
        """It may be wrong now."""


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
        "_known",
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
        self.workspace: Work | None = None
        self._known: list[Known] = []
        self.end = allocation.address + allocation.requested
        self.device = device
        self.key = ("memory", device, allocation.number)

    def watch(self, known: Known) -> None:
        """Tell `known` once, when anything changes here but accesses to the same bytes as before."""
        if len(self._known) >= _MOST_KNOWN:
            self.changed()
        self._known.append(known)

    def changed(self) -> None:
        """Something has."""
        for known in self._known:
            known.forget()
        self._known.clear()

    def take(
        self,
        span: MemoryRange,
        work: Work,
        when: tuple[int, int, Clock],
        *,
        write: bool,
        workspace: bool = False,
    ) -> list[Access]:
        """Remember an access.

        Args:
            span: the bytes.
            work: what touches them.
            when: the actor, its step, and the clock of all that comes before it.
            write: they are written.
            workspace: they are an operator's workspace.

        Returns:
            What touches the same bytes, one of the two writing, and does not come before.
        """
        low, nbytes, layout = span
        actor, step, known = when
        cell = self.accesses.exact(low, low + nbytes) if layout is None else None
        if cell is None:
            access = Access(actor, step, span, work, write, workspace)
            found = self._conflicts(access, known)
            self._add(access)
            return found
        found = []  # the usual case, short: the same bytes as before
        last = None
        for last in cell:
            if last.actor != actor and (write or last.write) and known.get(last.actor, 0) < last.step:
                found.append(last)
        if last is not None and last.actor == actor and last.write == write and last.span == span:
            last.step, last.span, last.work, last.workspace = step, span, work, workspace
            if write and len(cell) > 1:
                cell[:] = (last,)
        elif write:
            cell[:] = (Access(actor, step, span, work, write, workspace),)
        else:
            _append(cell, Access(actor, step, span, work, write, workspace))
        return found

    def _add(self, access: Access) -> None:
        span = access.span
        self.changed()
        low, high = (
            span.address,
            min(span.address + span.nbytes, self.allocation.address + self.allocation.nbytes),
        )
        if access.write and span.layout is None:
            self.accesses.replace(low, high, access)
            return
        for cell in self.accesses.cut(low, high):
            _append(cell, access)

    def fill(self, address: int, nbytes: int, itemsize: int | None, call: Call) -> None:
        """A copy from the host begins there."""
        known = self.fills.get(address)
        if known is not None and known.nbytes == nbytes and known.itemsize == itemsize and not self.suspects:
            known.call = call
        else:
            self.changed()
            self.fills[address] = Fill(nbytes, itemsize, call)

    def unfill(self, address: int) -> None:
        """Something else is written there."""
        if self.fills.pop(address, None) is not None:
            self.changed()

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
