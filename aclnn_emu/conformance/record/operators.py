"""A case of each operator call that stands alone: its objects, both phases, its data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.abi.prototypes import operator
from aclnn_emu.conformance.cases import Call, Case, ListSpec, MemorySpec, Ref, Spec
from aclnn_emu.conformance.record.objects import number_of, spec_of
from aclnn_emu.core.dtypes import itemsize_bytes
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.runtime.machine import machine

if TYPE_CHECKING:
    from aclnn_emu.plan.executor import Executor
    from aclnn_emu.runtime.task import MemoryRange, Task

__all__ = ["OperatorCall", "Run"]


@attrs.frozen
class _Region:
    """Device memory behind one tensor, or behind several that overlap."""

    address: int
    nbytes: int
    name: str

    @property
    def end(self) -> int:
        return self.address + self.nbytes

    def meets(self, ranges: Iterable[MemoryRange]) -> bool:
        return any(part.address < self.end and self.address < part.address + part.nbytes for part in ranges)


@attrs.define(eq=False)
class Run:
    """A phase 2 that was queued.

    Attributes:
        owner: the phase 1 that made its executor.
        number: the how manieth of its executor, from 1.
        workspace: an address was given.
        size: workspaceSize as it was given.
        regions: the memory of the tensors.
        places: for each tensor its region and the bytes from its start.
        dense: addresses of the tensors that fill their storage without gaps.
        queued: the kernel's task; None where there was nothing to do.
        before, after: bytes of regions by name, before and after the kernel; empty where they are left out.
        left_out: bytes that are not recorded because they are too many.
        done: the kernel ran, or there was none.
    """

    owner: OperatorCall
    number: int
    workspace: bool
    size: int
    regions: tuple[_Region, ...]
    places: dict[str, tuple[str, int]]
    dense: frozenset[int]
    queued: Task | None = None
    before: dict[str, bytes] = attrs.field(factory=dict)
    after: dict[str, bytes] = attrs.field(factory=dict)
    left_out: int = 0
    done: bool = False

    def started(self, task: Task, limit: int) -> None:
        """Keep what the kernel finds, when that and what it makes are not more than `limit` bytes."""
        reads = [
            region
            for region in self.regions
            if region.meets(task.reads) or not self._overwritten(region, task)
        ]
        writes = [region for region in self.regions if region.meets(task.writes)]
        total = sum(region.nbytes for region in (*reads, *writes))
        if total > limit:
            self.left_out = total
            return
        self.before = {region.name: _bytes(region, task) for region in reads}
        self.after = dict.fromkeys((region.name for region in writes), b"")

    def ended(self, task: Task) -> None:
        """Keep what the kernel left."""
        self.done = task.error is None and task.state.value == "done"
        if self.done:
            self.after = {
                region.name: _bytes(region, task) for region in self.regions if region.name in self.after
            }

    def _overwritten(self, region: _Region, task: Task) -> bool:
        """Whether the kernel writes every byte, so that what was there does not matter."""
        return any(
            part.address == region.address and part.nbytes >= region.nbytes and part.address in self.dense
            for part in task.writes
        )


def _bytes(region: _Region, task: Task) -> bytes:
    return task.stream.device.memory.view(region.address, region.nbytes).tobytes()


class OperatorCall:
    """A phase 1 and what became of its executor.

    Args:
        name: C name of the operator.
        number: the how manieth of the program, from 1.
        args: the inputs in C order.

    Raises:
        LeftOut: an argument cannot be expressed.
    """

    def __init__(self, name: str, number: int, args: Sequence[Any]) -> None:
        prototype = operator(name)
        if prototype is None:  # phases of operators only come here
            raise LookupError(name)
        self.name = name
        self.number = number
        self.soc = machine().profile.name
        self.status = 0
        self.message = ""
        self.workspace: int | None = None
        self.runs: list[Run] = []
        self._tensors: dict[str, Tensor] = {}
        self._specs: dict[str, Spec] = {}
        self._values = tuple(
            self._value(param.name, param.ctype, value)
            for param, value in zip(prototype.params, args, strict=True)
        )

    def _value(self, name: str, ctype: str, value: Any) -> Any:
        if isinstance(value, (TensorList, ScalarList)):
            members = tuple(
                None if item is None else f"{name}[{place}]" for place, item in enumerate(value.items)
            )
            for label, item in zip(members, value.items, strict=True):
                if label is not None:
                    self._add(label, item)
            kind = "tensor_list" if isinstance(value, TensorList) else "scalar_list"
            self._specs[name] = ListSpec(kind, members)
            return Ref(name)
        if hasattr(value, "alive"):
            self._add(name, value)
            return Ref(name)
        return number_of(ctype, value)

    def _add(self, name: str, thing: Any) -> None:
        self._specs[name] = spec_of(thing)
        if isinstance(thing, Tensor):
            self._tensors[name] = thing

    def answered(self, status: int, message: str, workspace: int | None) -> None:
        """Phase 1 ended."""
        self.status, self.message, self.workspace = status, message, workspace

    def launch(self, executor: Executor, workspace: Any, size: int) -> Run:
        """Phase 2 begins: the tensors have the addresses that it will read."""
        found = {name: span for name, tensor in self._tensors.items() if (span := _span(tensor)) is not None}
        regions, places = _merge(found)
        dense = frozenset(
            address for name, (address, _) in found.items() if _fills_its_storage(self._tensors[name])
        )
        return Run(self, executor.runs + 1, bool(workspace), size, regions, places, dense)

    # As cases

    def cases(self, program: str) -> list[Case]:
        """One for each run, or one of phase 1 alone."""
        done = [run for run in self.runs if run.done]
        return [self._run_case(program, run) for run in done] or [self._case(program, "", (), self._specs)]

    def _case(
        self, program: str, label: str, calls: tuple[Call, ...], objects: dict[str, Spec], note: str = ""
    ) -> Case:
        phase_one = Call(
            f"{self.name}GetWorkspaceSize",
            self._values,
            self.status,
            self.message,
            keep=("workspaceSize", "executor"),
            workspace=self.workspace,
        )
        return Case(
            f"{program}/{self.number:03}-{self.name}{label}",
            self.name,
            self.soc,
            "recorded",
            (phase_one, *calls),
            objects,
            f"recorded from {program}{note}",
        )

    def _run_case(self, program: str, run: Run) -> Case:
        objects = {name: self._placed(name, spec, run) for name, spec in self._specs.items()}
        for region in run.regions:
            objects[region.name] = MemorySpec(region.nbytes, run.before.get(region.name, b"").rstrip(b"\0"))
        if run.workspace:
            objects["workspace"] = MemorySpec("workspaceSize")
        size = Ref("workspaceSize") if run.size == self.workspace else run.size
        calls = (
            Call(self.name, (Ref("workspace") if run.workspace else None, size, Ref("executor"), None)),
            Call("aclrtSynchronizeStream", (None,), contents=tuple(run.after.items())),
        )
        label = f"-run{run.number}" if run.number > 1 else ""
        note = f"; data left out ({run.left_out} bytes)" if run.left_out else ""
        return self._case(program, label, calls, objects, note)

    def _placed(self, name: str, spec: Spec, run: Run) -> Spec:
        if name not in run.places:
            return spec
        memory, place = run.places[name]
        return spec_of(self._tensors[name], memory=memory, place=place)


def _fills_its_storage(tensor: Tensor) -> bool:
    return tensor.is_contiguous and not tensor.view_offset and tensor.nbytes == tensor.storage_nbytes


def _span(tensor: Tensor) -> tuple[int, int] | None:
    """Address and bytes of the storage, as far as it is allocated; None where there is no memory."""
    if not tensor.address or not tensor.storage_nbytes:
        return None
    space = machine().space_of(tensor.address)
    block = space.find(tensor.address) if space is not None else None
    if block is None:
        return None
    reach = 0 if tensor.is_empty else itemsize_bytes(tensor.dtype, max(tensor.reach[1], 0))
    return tensor.address, min(
        max(tensor.storage_nbytes, reach), block.address + block.nbytes - tensor.address
    )


def _merge(spans: dict[str, tuple[int, int]]) -> tuple[tuple[_Region, ...], dict[str, tuple[str, int]]]:
    """Overlapping spans as one region; names count in the order of the parameters."""
    bounds: list[list[int]] = []
    for address, nbytes in sorted(spans.values()):
        if bounds and address < bounds[-1][1]:
            bounds[-1][1] = max(bounds[-1][1], address + nbytes)
        else:
            bounds.append([address, address + nbytes])
    regions: dict[int, _Region] = {}
    places: dict[str, tuple[str, int]] = {}
    for name, (address, _) in spans.items():
        low, high = next(bound for bound in bounds if bound[0] <= address < bound[1])
        region = regions.setdefault(low, _Region(low, high - low, f"memory {len(regions) + 1}"))
        places[name] = (region.name, address - low)
    return tuple(regions.values()), places
