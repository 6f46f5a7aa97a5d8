"""The executor: a compiled plan with the user's tensors, and the states it goes through."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from aclnn_emu.core.layout import contiguous_strides
from aclnn_emu.errors import InnerError, ParamNullptr, RtError, RuntimeFailure
from aclnn_emu.plan.engine import execute
from aclnn_emu.plan.engine.steps import Operands
from aclnn_emu.runtime.handles import describe_value
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.stream import resolve_stream
from aclnn_emu.runtime.task import Layout, MemoryRange, Task, TaskKind, TaskState, next_task_id

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.graph import Buffer, Plan
    from aclnn_emu.runtime.stream import Stream

__all__ = ["Executor", "ExecutorState", "Launch"]


class ExecutorState(enum.Enum):
    """What may still be done with an executor."""

    NEW = "new"
    REPEATABLE = "repeatable"
    CONSUMED = "consumed"
    DESTROYED = "destroyed"


# By names of their own: finding a member in its enum costs as much as several calls.
_NEW, _REPEATABLE = ExecutorState.NEW, ExecutorState.REPEATABLE
_CONSUMED, _DESTROYED = ExecutorState.CONSUMED, ExecutorState.DESTROYED
_QUEUED = TaskState.QUEUED


@attrs.define(eq=False, repr=False)
class Executor:
    """What phase 1 returns and phase 2 takes.

    Attributes:
        plan: the compiled steps.
        tensors: the user's tensor objects; their addresses are read when phase 2 is called.
        state: new, repeatable, consumed or destroyed.
        runs: how often phase 2 queued it.
    """

    plan: Plan
    tensors: tuple[Tensor | None, ...]
    state: ExecutorState = _NEW
    runs: int = 0
    ended_by: str = ""
    _handle: int = 0

    @property
    def operator(self) -> str:
        """C name of the operator."""
        return self.plan.operator

    @property
    def workspace_size(self) -> int:
        """Bytes of device memory that phase 2 needs; 0 for none."""
        return self.plan.workspace_size

    @property
    def alive(self) -> bool:
        """Whether it may still be run."""
        return self.state is _NEW or self.state is _REPEATABLE

    @property
    def handle(self) -> int:
        """A number for callers that keep handles as integers."""
        if not self._handle:
            self._handle = machine().handles.register(self)
        return self._handle

    def describe(self) -> str:
        """The plan as a table: steps, shapes, dtypes, bytes, workspace offsets and lifetimes."""
        from aclnn_emu.plan.describe import describe_text

        return describe_text(self)

    def __repr__(self) -> str:
        return f"<{self.describe().partition(chr(10))[0]}>"

    def _repr_html_(self) -> str:
        from aclnn_emu.plan.describe import describe_html

        return describe_html(self)

    def require_alive(self, function: str) -> None:
        """InnerError (561000) where the executor is used up or destroyed."""
        if self.state is _NEW:
            return
        if self.state is _CONSUMED:
            raise InnerError("ACLNN-EXEC-003", op=function)
        if self.state is _DESTROYED:
            raise InnerError("ACLNN-EXEC-004", op=function, how=self.ended_by)

    def set_repeatable(self) -> None:
        """aclSetAclOpExecutorRepeatable: phase 2 may run any number of times; the caller destroys it."""
        self.require_alive("aclSetAclOpExecutorRepeatable")
        self.state = _REPEATABLE

    def destroy(self) -> None:
        """aclDestroyAclOpExecutor."""
        self.require_alive("aclDestroyAclOpExecutor")
        self._end(_DESTROYED, "aclDestroyAclOpExecutor")

    def _end(self, state: ExecutorState, how: str) -> None:
        self.state = state
        self.ended_by = how

    def run(self, workspace: int, workspace_size: int, stream: Any, *, function: str | None = None) -> None:
        """Phase 2: queue the plan on the stream.

        Args:
            workspace: device address of the workspace, 0 for none.
            workspace_size: its size in bytes. As in the library it is not compared with what phase 1 asked
                for; memory that is too small shows as a fault at the synchronise.
            stream: a stream, its handle, or None for the default stream of the current context.
            function: C name of the phase 2 that was called; the executor's own by default.

        Raises:
            ParamNullptr (161001): the workspace is null while its size is not; the executor is deleted.
            RuntimeFailure (361001): the stream is not usable.
            InnerError (561000): the executor or one of its tensors is gone, or it is another operator's.
            RtError: of an operator whose output shape depends on the data: what the stream failed with. Phase 2 of
                such an operator waits for the stream.
        """
        owner = self.plan.operator
        op = function or owner
        if self.state is not _NEW:
            self.require_alive(op)
        if op != owner:
            raise InnerError("ACLNN-EXEC-006", op=op, owner=owner)
        if workspace_size > 0 and not workspace:
            self._end(_DESTROYED, f"{op} with a null workspace")
            raise ParamNullptr("ACLNN-EXEC-002", op=op, size=workspace_size)
        try:
            queue = resolve_stream(stream, function=op, same_context=True)
            launch = self._launch(workspace or 0, workspace_size, queue, op)
        except RtError as error:
            raise RuntimeFailure("ACLNN-EXEC-007", op=op, reason=str(error)) from error
        finally:
            if self.state is _NEW:
                self.state = _CONSUMED
        if self.plan.sized and launch is not None:
            queue.machine.scheduler.wait_stream(queue, function=op)
            self._take_shapes(launch)

    def _take_shapes(self, launch: Launch) -> None:
        """Give the tensors whose size the data decided the shapes that came out."""
        for buffer, shape in zip(self.plan.sized, launch.shapes, strict=True):
            tensor = self.tensors[buffer.slot or 0]
            if tensor is not None:
                strides = contiguous_strides(shape)
                tensor.change(view_shape=shape, storage_shape=shape, view_strides=strides)

    def _launch(self, workspace: int, size: int, stream: Stream, function: str) -> Launch | None:
        """Read the tensors' addresses and queue the task, if there is anything to do."""
        plan, tensors = self.plan, self.tensors
        addresses: list[int] = []
        for slot, start in plan.slots:
            tensor = tensors[slot]
            if tensor is None or not tensor.alive:
                name = plan.user_buffers[len(addresses)].name
                raise InnerError("ACLNN-EXEC-005", op=self.operator, param=name)
            addresses.append((tensor.address or 0) + start)
        launch = Launch(plan, addresses, workspace, stream) if plan.steps else None
        hooks = stream.machine.hooks
        if hooks is not None:
            if launch is not None:
                launch.reads, launch.writes = launch.ranges()
            hooks.launch(self, size, function, launch)
        self.runs += 1
        if launch is not None:
            stream.enqueue(launch)
        return launch


_Ranges = tuple[tuple[MemoryRange, ...], tuple[MemoryRange, ...]]
_ranges: dict[tuple[Any, ...], _Ranges] = {}
_MOST_RANGES = 1024


class Launch(Task):
    """One run of a plan on device memory.

    Attributes:
        plan: the plan.
        addresses: where the bytes of each user buffer begin.
        workspace: address of the workspace.
        shapes: what came out for the buffers whose size the data decides.
    """

    kind = TaskKind.KERNEL
    shapes: tuple[tuple[int, ...], ...] = ()

    def __init__(self, plan: Plan, addresses: list[int], workspace: int, stream: Stream) -> None:
        # Without super, which costs a call.
        self.name = plan.operator
        self.id = next_task_id()
        self.state = _QUEUED
        self.over = False
        self.error = self.cause = None
        self.end_ns = 0
        self.device_ns = plan.device_ns
        self.plan = plan
        self.addresses = addresses
        self.workspace = workspace
        self.stream = stream

    def run(self) -> None:
        """Do the work on device memory.

        Raises:
            RtDeviceFault (507035): a tensor or the workspace is not inside one live allocation.
        """
        plan, stream = self.plan, self.stream
        memory = stream.device.memory
        key = (plan, self.workspace, *self.addresses)
        arrays = memory.prepared.get(key)
        if arrays is None:
            arrays = memory.prepare(key, self._arrays, (self.workspace, *self.addresses))
        if not plan.sized:
            execute(plan, arrays, stream.machine.config.engine)
            return
        arrays = arrays.copy()  # sized steps put arrays of other shapes in
        execute(plan, arrays, stream.machine.config.engine)
        self.shapes = tuple(arrays[id(buffer)].shape for buffer in plan.sized)

    def _arrays(self) -> Operands:
        """An array over the device memory of each buffer, by its id."""
        plan, view = self.plan, self.stream.device.memory.view
        arrays = Operands()
        for buffer, address in zip(plan.user_buffers, self.addresses, strict=True):
            # An empty view touches no memory, wherever its address points.
            nbytes = buffer.reach_bytes
            data = view(address, nbytes, write=buffer in plan.written) if nbytes else _NO_BYTES
            arrays[id(buffer)] = np.ndarray(
                buffer.shape, buffer.np_dtype, data, buffer.lead_bytes, buffer.byte_strides
            )
        if plan.workspace_size:
            data = view(self.workspace, plan.workspace_size, write=True)
            for buffer in plan.intermediates:
                arrays[id(buffer)] = np.ndarray(
                    buffer.shape, buffer.np_dtype, data, buffer.workspace_offset, buffer.byte_strides
                )
        return arrays

    def ranges(self) -> _Ranges:
        """Device memory that the run reads and writes, for observers; the same objects for the same launch."""
        key = (self.plan, self.workspace, *self.addresses)
        known = _ranges.get(key)
        if known is None:
            if len(_ranges) >= _MOST_RANGES:
                _ranges.clear()
            known = _ranges[key] = self._find_ranges()
        return known

    def _find_ranges(self) -> _Ranges:
        plan = self.plan
        reads, writes = [], []
        for buffer, address in zip(plan.user_buffers, self.addresses, strict=True):
            place = MemoryRange(address, buffer.reach_bytes, None if buffer.dense else _layout(buffer))
            if buffer in plan.read:
                reads.append(place)
            if buffer in plan.written:
                writes.append(place)
        if plan.workspace_size:
            writes.append(MemoryRange(self.workspace, plan.workspace_size))
        return tuple(reads), tuple(writes)


def _layout(buffer: Buffer) -> Layout:
    """Which bytes of its reach a strided view touches."""
    return Layout(buffer.shape, buffer.byte_strides, buffer.lead_bytes, buffer.np_dtype.itemsize)


_NO_BYTES = np.empty(0, np.uint8)


def run_phase_2(function: str, workspace: int, workspace_size: int, executor: Any, stream: Any) -> None:
    """Phase 2 as the C function does it, with the executor argument checked.

    Raises:
        ParamNullptr (161001): the executor is null.
        InnerError (561000): it is no executor.
        Others: see `Executor.run`.
    """
    if executor is None:
        raise ParamNullptr("ACLNN-EXEC-001", op=function)
    found = machine().handles.lookup(executor, Executor) if isinstance(executor, int) else executor
    if not isinstance(found, Executor):
        raise InnerError("ACLNN-EXEC-010", op=function, got=describe_value(executor))
    found.run(workspace, workspace_size, stream, function=function)
