"""What phase 1 makes: a frozen list of L0 steps over buffers.

A plan holds metadata only. User tensors are referred to by their place in the call, so that one plan
serves every call with the same signature, whatever the addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.dtypes import DataType, itemsize_bytes, numpy_dtype
from aclnn_emu.core.layout import contiguous_strides, numel, view_reach
from aclnn_emu.runtime.clock import device_ns

if TYPE_CHECKING:
    import numpy as np

    from aclnn_emu.kernels.kernel import Kernel

__all__ = ["Buffer", "Plan", "Step"]


@attrs.define(eq=False)
class Buffer:
    """A tensor inside a plan: a user tensor's view, or an intermediate in the workspace.

    Attributes:
        name: parameter name, or the name of the step that makes it.
        shape: sizes of the view.
        dtype: aclDataType.
        strides: in elements.
        format: aclFormat; ND for what most kernels make.
        view_offset: in elements, from the tensor's address.
        storage_shape: shape of the memory behind the view; it gives the workspace bytes.
        slot: place of the user tensor in the call; None for an intermediate.
        workspace_offset: bytes from the workspace address; set by the layout.
        first, last: positions of the steps between which an intermediate lives.
    """

    name: str
    shape: tuple[int, ...]
    dtype: int
    strides: tuple[int, ...]
    format: int = 2
    view_offset: int = 0
    storage_shape: tuple[int, ...] = ()
    slot: int | None = None
    workspace_offset: int = -1
    first: int = -1
    last: int = -1
    np_dtype: np.dtype[Any] = attrs.field(init=False)
    byte_strides: tuple[int, ...] = attrs.field(init=False)
    reach_start: int = attrs.field(init=False)
    reach_bytes: int = attrs.field(init=False)
    lead_bytes: int = attrs.field(init=False)
    dense: bool = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        # Worked out once, so that a launch only adds addresses: where the view's bytes begin relative
        # to the address, how many there are, and how far element 0 lies inside them (negative strides).
        dtype = numpy_dtype(self.dtype)
        if dtype is None:
            raise ValueError(f"{self.name}: no NumPy type for dtype {self.dtype}")
        self.np_dtype = dtype
        size = dtype.itemsize
        self.byte_strides = tuple(stride * size for stride in self.strides)
        low, high = view_reach(self.shape, self.strides, self.view_offset)
        self.reach_start = low * size
        self.reach_bytes = (high - low) * size
        self.lead_bytes = (self.view_offset - low) * size
        self.dense = self.strides == contiguous_strides(self.shape)

    @property
    def is_user(self) -> bool:
        """A tensor of the caller, not counted in the workspace."""
        return self.slot is not None

    @property
    def is_half(self) -> bool:
        """FLOAT16 or BF16."""
        return self.dtype in (DataType.ACL_FLOAT16, DataType.ACL_BF16)

    @property
    def nbytes(self) -> int:
        """Bytes that the workspace layout reserves for it (before padding)."""
        return itemsize_bytes(self.dtype, numel(self.storage_shape))


@attrs.frozen(eq=False)
class Step:
    """One L0 kernel launch: inputs -> outputs.

    Attributes:
        name: the L0 name: Contiguous, Cast, BinaryCrossEntropyGrad, ViewCopy ...
        kernel: the arithmetic.
        inputs: buffers that are read, in the kernel's order.
        outputs: the buffers that are written, in the kernel's order; an elementwise kernel has one.
        attributes: keyword arguments of the kernel.
        sized: the data decides how much of the outputs is filled; they are tensors of the user.
        halves: places of the inputs that the kernel wants as float32.
        keys: ids of the inputs.
        call: the kernel with its attributes, for inputs whose shapes are those of the buffers.
    """

    name: str
    kernel: Kernel
    inputs: tuple[Buffer, ...]
    outputs: tuple[Buffer, ...]
    attributes: Mapping[str, Any]
    sized: bool = False
    halves: tuple[int, ...] = attrs.field(init=False)
    keys: tuple[int, ...] = attrs.field(init=False)
    call: Callable[..., Any] = attrs.field(init=False)

    @halves.default
    def _find_halves(self) -> tuple[int, ...]:
        widens = self.kernel.widens and not self.kernel.pieces
        return tuple(i for i, b in enumerate(self.inputs) if widens and b.is_half)

    @keys.default
    def _find_keys(self) -> tuple[int, ...]:
        return tuple(map(id, self.inputs))

    @call.default
    def _make_call(self) -> Callable[..., Any]:
        # Where the first input has dimensions, an elementwise kernel is its function alone; see `Kernel.compute`.
        kernel, shaped = self.kernel, bool(self.inputs and self.inputs[0].shape)
        function = kernel.function if kernel.elementwise and shaped else kernel.compute
        return partial(function, **self.attributes) if self.attributes else function

    @property
    def output(self) -> Buffer:
        """The first output, and of most kernels the only one."""
        return self.outputs[0]


@attrs.frozen(eq=False)
class Plan:
    """The compiled operator call.

    Attributes:
        operator: C name of the operator.
        steps: in execution order.
        buffers: user tensors first, then the intermediates in the order of the steps that make them.
        workspace_size: bytes that phase 2 needs.
        linear_workspace_size: bytes without reuse of buckets.
        user_buffers: the user tensors that some step reads or writes.
        written: those of them that a step writes.
        read: those of them that a step reads.
        moved_bytes: bytes of all that the steps read and write, the workspace included.
        device_ns: how long a run takes on the virtual clock.
        intermediates: the buffers that live in the workspace.
        largest: elements of the largest result.
        sized: user tensors whose shapes come out of the run.
        slots: of each user buffer the place of its tensor in the call, and where its bytes begin from the address.
    """

    operator: str
    steps: tuple[Step, ...]
    buffers: tuple[Buffer, ...]
    workspace_size: int
    linear_workspace_size: int
    user_buffers: tuple[Buffer, ...]
    written: frozenset[Buffer] = attrs.field(init=False)
    read: frozenset[Buffer] = attrs.field(init=False)
    moved_bytes: int = attrs.field(init=False)
    device_ns: int = attrs.field(init=False)
    intermediates: tuple[Buffer, ...] = attrs.field(init=False)
    largest: int = attrs.field(init=False)
    sized: tuple[Buffer, ...] = attrs.field(init=False)
    slots: tuple[tuple[int, int], ...] = attrs.field(init=False)

    @written.default
    def _find_written(self) -> frozenset[Buffer]:
        return frozenset(b for step in self.steps for b in step.outputs if b.is_user)

    @read.default
    def _find_read(self) -> frozenset[Buffer]:
        return frozenset(buffer for step in self.steps for buffer in step.inputs if buffer.is_user)

    @moved_bytes.default
    def _count_moved(self) -> int:
        return sum(b.reach_bytes for b in (*self.read, *self.written)) + self.workspace_size

    @device_ns.default
    def _time_run(self) -> int:
        return device_ns(self.moved_bytes)

    @intermediates.default
    def _find_intermediates(self) -> tuple[Buffer, ...]:
        return tuple(buffer for buffer in self.buffers if not buffer.is_user)

    @largest.default
    def _find_largest(self) -> int:
        return max((numel(b.shape) for step in self.steps for b in step.outputs), default=0)

    @sized.default
    def _find_sized(self) -> tuple[Buffer, ...]:
        return tuple(b for step in self.steps if step.sized for b in step.outputs)

    @slots.default
    def _find_slots(self) -> tuple[tuple[int, int], ...]:
        return tuple((b.slot or 0, b.reach_start) for b in self.user_buffers)
