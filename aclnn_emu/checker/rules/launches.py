"""ACL-MEM and ACL-EXEC at phase 2: is what the executor is given there, and large enough?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from aclnn_emu.checker.calls import Call
from aclnn_emu.checker.memory import Fill, Memory
from aclnn_emu.checker.rules.base import RuleGroup
from aclnn_emu.checker.spans import common_bytes
from aclnn_emu.checker.world import Launch
from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.runtime.memory import device_of_address
from aclnn_emu.runtime.task import Layout, MemoryRange

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.executor import Executor
    from aclnn_emu.plan.executor import Launch as LaunchTask
    from aclnn_emu.plan.graph import Buffer, Plan
    from aclnn_emu.runtime.device import Device

__all__ = ["LaunchRules"]

_ALIGNMENT = 32
_MANY = 16  # workspaces without work that are worth a note
_ITEMSIZES = (1, 2, 4, 8, 16)
_LOW_BITS = (1 << 32) - 1

_MOST_FACTS = 1024  # plans whose pairs are remembered


class _Facts(NamedTuple):
    """What the launches of a plan have in common.

    Attributes:
        plan: the plan, kept so that its identity stays its own.
        rows: of each user buffer the place of its tensor and how many bytes it reaches over.
        pairs: outputs and what may not overlap them, as places in the plan's user buffers, with their bytes.
    """

    plan: Plan
    rows: list[tuple[int, int]]
    pairs: list[tuple[int, int, int, int]]


class LaunchRules(RuleGroup):
    """Judges the tensors and the workspace of each phase 2."""

    ENDS = {r"[Aa]cl.*Set.*TensorAddr": "address_set"}  # noqa: RUF012 - never changed

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._facts: dict[int, _Facts] = {}

    def launch(self, executor: Executor, workspace_size: int, task: LaunchTask | None, call: Call) -> None:
        """Phase 2 is about to queue its task."""
        world = self.world
        if task is None:
            self.reporter.report("ACLNN-PARAM-107", {"function": call}, call=call)
            return
        launch = Launch(executor, workspace_size, task, call)
        world.work[task.id] = launch
        known = world.footprints.get(id(task.writes))
        need = executor.plan.workspace_size
        if known is None or not known.right or known.device is not task.stream.device or launch.size < need:
            self._judge(launch, call)
        if need:
            self._kept_workspaces(call)

    def _judge(self, launch: Launch, call: Call) -> None:
        """Look at all that the launch was given, and remember it if nothing is wrong with it."""
        executor, task = launch.executor, launch.task
        plan, tensors, addresses = executor.plan, executor.tensors, task.addresses
        device = task.stream.device
        facts = self._facts.get(id(plan)) or self._learn(plan)
        memories, odd = [], []
        for place, (slot, nbytes) in enumerate(facts.rows):
            tensor, start = tensors[slot], addresses[place]
            if not nbytes or tensor is None:
                continue
            memory = self.world.memory_at(start)
            # The usual case, short: aligned memory of the device that is large enough, filled as it should be.
            if (
                memory is None
                or (tensor.address or 0) % _ALIGNMENT
                or memory.device != device.id
                or start + nbytes > memory.end
                or (memory.fills and not _is_filled(memory, tensor))
            ):
                odd.append((plan.user_buffers[place], tensor, start))
            else:
                memories.append(memory)
        for buffer, tensor, start in odd:
            self._tensor(launch, device, buffer, tensor, start, call)
        overlap = self._overlaps(facts, addresses, launch, call)
        scratch = self._workspace(launch, call) if plan.workspace_size else None
        if scratch is not None:
            memories.append(scratch)
        right = not odd and not overlap and (scratch is not None or not plan.workspace_size)
        if right and task.writes and not plan.sized:
            self.world.footprint(task, memories)

    def _learn(self, plan: Plan) -> _Facts:
        """What is the same in every launch of the plan."""
        if len(self._facts) >= _MOST_FACTS:
            self._facts.clear()
        buffers = plan.user_buffers
        rows = [(buffer.slot or 0, buffer.reach_bytes) for buffer in buffers]
        pairs = [
            (one, other, buffers[one].reach_bytes, buffers[other].reach_bytes) for one, other in _pairs(plan)
        ]
        made = self._facts[id(plan)] = _Facts(plan, rows, pairs)
        return made

    def _tensor(
        self, launch: Launch, device: Device, buffer: Buffer, tensor: Tensor, start: int, call: Call
    ) -> None:
        """What is wrong with a tensor."""
        address = tensor.address or 0
        values: dict[str, Any] = {"function": call, "parameter": buffer.name, "address": hex(address)}
        owner = device_of_address(address)
        made = self.world.thing(tensor)
        earlier = [("tensor", made.call)] if made is not None else []
        if not address:
            self._report("ACL-MEM-111", {**values, "need": buffer.reach_bytes}, launch, call, earlier)
        elif owner < 0:
            self._report("ACL-MEM-102", values, launch, call, earlier)
        elif owner != device.id:
            values |= {"device": device.id, "owner": owner}
            self._report("ACL-MEM-104", values, launch, call, earlier)
        elif (memory := self.world.memory_at(start)) is None:
            self._not_there(launch, values, start, buffer.reach_bytes, call, earlier)
        else:
            self._in_memory(launch, memory, buffer, tensor, start, call, values, earlier)

    def _in_memory(
        self,
        launch: Launch,
        memory: Memory,
        buffer: Buffer,
        tensor: Tensor,
        start: int,
        call: Call,
        values: dict[str, Any],
        earlier: list[tuple[str, Call]],
    ) -> None:
        address, allocation = tensor.address or 0, memory.allocation
        earlier = [*earlier, ("memory", memory.call)]
        size = allocation.address + allocation.requested - address
        reach = start + buffer.reach_bytes - address
        if reach > size:
            given = {**values, "reach": reach, "size": size}
            self._report("ACL-MEM-101", given, launch, call, earlier, memory.key)
        if address % _ALIGNMENT:
            given = {**values, "remainder": address % _ALIGNMENT}
            self._report("ACL-MEM-109", given, launch, call, earlier)
        if buffer in launch.executor.plan.read:
            self._fits_fill(memory, buffer, tensor, call)

    def _report(
        self,
        rule: str,
        values: dict[str, Any],
        launch: Launch,
        call: Call,
        earlier: list[tuple[str, Call]],
        *about: object,
    ) -> None:
        self.reporter.report(
            rule, values, call=call, earlier=earlier, about=[launch.key, *about], what=values.get("parameter")
        )

    def _not_there(
        self,
        launch: Launch,
        values: dict[str, Any],
        start: int,
        nbytes: int,
        call: Call,
        earlier: list[tuple[str, Call]],
    ) -> None:
        reason, calls, about = self.world.why_not(start, nbytes)
        again = launch.executor.runs > 0 and any(part == "freed by" for part, _ in calls)
        rule = "ACL-EXEC-105" if again else "ACL-MEM-103"
        self._report(rule, {**values, "reason": reason}, launch, call, [*earlier, *calls], *about)

    # Copies of another element size

    def _fits_fill(self, memory: Memory, buffer: Buffer, tensor: Tensor, call: Call) -> None:
        fill = memory.fills.get(tensor.address or 0)
        count = tensor.numel
        if fill is None or count <= 0 or fill.nbytes == tensor.storage_nbytes or fill.nbytes % count:
            return
        size, itemsize = fill.nbytes // count, buffer.np_dtype.itemsize
        if size == itemsize or size not in _ITEMSIZES or not tensor.is_contiguous:
            return
        values = {
            "function": call,
            "parameter": buffer.name,
            "count": count,
            "dtype": dtype_name(tensor.dtype),
            "need": count * itemsize,
            "got": fill.nbytes,
            "size": size,
        }
        if fill.itemsize == size:
            self._wrong_fill(memory, values, call, fill)
        elif fill.itemsize is None and size > itemsize:
            # It may be a buffer that several tensors share. Who reads the rest of it clears the suspicion.
            end = (tensor.address or 0) + count * itemsize
            memory.suspects.setdefault(end, (values, call, fill))

    def _wrong_fill(self, memory: Memory, values: dict[str, Any], call: Call, fill: Fill) -> None:
        self.reporter.report(
            "ACL-MEM-108",
            values,
            call=call,
            earlier=[("filled by", fill.call), ("memory", memory.call)],
            about=[("fill", memory.key)],
            what=values["parameter"],
        )

    def judge_suspects(self, memory: Memory) -> None:
        """The memory's life ends: nobody has read the rest of what was copied."""
        for end, (values, call, fill) in memory.suspects.items():
            others = [
                access for access in memory.all_accesses() if access.span.address + access.span.nbytes > end
            ]
            if all(access.span.nbytes == fill.nbytes and access.write for access in others):
                self._wrong_fill(memory, values, call, fill)
        memory.suspects.clear()

    # Overlaps

    def _overlaps(self, facts: _Facts, addresses: list[int], launch: Launch, call: Call) -> bool:
        """An output that shares bytes with an input which a step reads while, or after, the output is written."""
        wrong = False
        for one, other, written, read in facts.pairs:
            first, second = addresses[one], addresses[other]
            if first >= second + read or second >= first + written:
                continue
            out, buffer = facts.plan.user_buffers[one], facts.plan.user_buffers[other]
            if first == second and out.byte_strides == buffer.byte_strides and out.shape == buffer.shape:
                continue  # the very same elements in the same places are no trouble
            common = common_bytes(_span(out, first), _span(buffer, second))
            if common is not None:
                values = {"function": call, "parameter": out.name, "other": buffer.name, "nbytes": common[1]}
                self._report("ACL-MEM-110", values, launch, call, [])
                wrong = True
        return wrong

    # The workspace

    def _workspace(self, launch: Launch, call: Call) -> Memory | None:
        """Where the workspace is; None when something is wrong with it."""
        need, got, address = launch.executor.plan.workspace_size, launch.size, launch.task.workspace
        phase_1 = self.world.thing(launch.executor)
        earlier = [("phase 1", phase_1.call)] if phase_1 is not None else []
        right = got >= need
        if not right:
            hint = " (its low 32 bits)" if got == need & _LOW_BITS else ""
            self._report(
                "ACL-EXEC-107",
                {"function": call, "got": got, "need": need, "hint": hint},
                launch,
                call,
                earlier,
            )
        if not address:
            return None
        memory = self.world.memory_at(address)
        allocation = None if memory is None else memory.allocation
        if allocation is None or address + need > allocation.address + allocation.requested:
            reason, calls, about = self.world.why_not(address, need)
            values = {"function": call, "need": need, "address": hex(address), "reason": reason}
            self._report("ACL-EXEC-108", values, launch, call, [*earlier, *calls], *about)
            return None
        scratch = MemoryRange(address, need)
        for buffer, start in zip(launch.executor.plan.user_buffers, launch.task.addresses, strict=True):
            common = common_bytes(scratch, _span(buffer, start))
            if common is not None:
                values = {
                    "function": call,
                    "address": hex(address),
                    "nbytes": common[1],
                    "parameter": buffer.name,
                }
                self._report("ACL-EXEC-110", values, launch, call, earlier)
                right = False
        return memory if right else None

    def _kept_workspaces(self, call: Call) -> None:
        if len(self.world.scratches) < _MANY:
            return
        kept = [memory for memory in self.world.scratches if memory.workspace and memory.workspace.over]
        if len(kept) >= _MANY:
            nbytes = sum(memory.allocation.nbytes for memory in kept)
            values = {"count": len(kept), "nbytes": nbytes}
            self.reporter.report("ACL-LEAK-108", values, call=call, earlier=[("oldest", kept[0].call)])

    # Addresses that are set

    def address_set(self, name: str, args: tuple[Any, ...], result: int) -> None:
        """aclSetTensorAddr and its relatives store any number."""
        if result != 0 or not args:
            return
        address = args[-1] or 0
        if isinstance(address, int) and self.world.memory_at(address) is not None:
            return
        number = hex(address) if isinstance(address, int) else repr(address)
        _, calls, about = self.world.why_not(address if isinstance(address, int) else 0, 1)
        self.reporter.report(
            "ACL-EXEC-106",
            {"function": name, "address": number},
            call=self.world.calls.current(name),
            earlier=calls,
            about=about,
        )


def _is_filled(memory: Memory, tensor: Tensor) -> bool:
    """No copy has put another number of bytes at the tensor's address than the tensor has."""
    fill = memory.fills.get(tensor.address or 0)
    return fill is None or fill.nbytes == tensor.storage_nbytes


def _span(buffer: Buffer, start: int) -> MemoryRange:
    """The bytes of a buffer that begin there."""
    layout = None
    if not buffer.dense:
        layout = Layout(buffer.shape, buffer.byte_strides, buffer.lead_bytes, buffer.np_dtype.itemsize)
    return MemoryRange(start, buffer.reach_bytes, layout)


def _pairs(plan: Plan) -> list[tuple[int, int]]:
    """Outputs and what may not overlap them, as places in the plan's user buffers."""
    places = {id(buffer): place for place, buffer in enumerate(plan.user_buffers) if buffer.reach_bytes}
    found: dict[tuple[int, int], None] = {}
    for index, step in enumerate(plan.steps):
        for out in step.outputs:
            others = [buffer for later in plan.steps[index:] for buffer in later.inputs]
            for buffer in (*others, *step.outputs):
                if buffer is not out and id(out) in places and id(buffer) in places:
                    found[places[id(out)], places[id(buffer)]] = None
    return list(found)
