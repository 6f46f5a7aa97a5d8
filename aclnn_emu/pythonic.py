"""The Pythonic face: devices, streams, events, device memory and tensors as objects.

Nothing here has logic of its own: every method is one or two calls of the C API. Methods raise
`errors.EmuError`; phase 1 and phase 2 return statuses, because statuses are what they are about.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

import attrs
import numpy as np

from aclnn_emu.boundary import guarded, raising
from aclnn_emu.core import dtypes, layout
from aclnn_emu.core.tensor import Tensor as CoreTensor
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.ops import operator_by_name, operators
from aclnn_emu.ops._face import OpFace
from aclnn_emu.runtime.machine import machine

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from typing_extensions import Self

    from aclnn_emu.plan.executor import Executor

__all__ = [
    "Device", "DeviceMemory", "Event", "StatusError", "Stream", "Tensor", "get_workspace_size",
    "raise_on_error", "run",
]  # fmt: skip

_H2D, _D2H = 1, 2
_HUGE_FIRST, _FORMAT_ND = 0, 2


class StatusError(RuntimeError):
    """What `raise_on_error` raises.

    Attributes:
        status: the code.
        text: what aclGetRecentErrMsg said.
    """

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"status {status}: {text}" if text else f"status {status}")
        self.status = status
        self.text = text


def raise_on_error(status: int) -> None:
    """Raise `StatusError` with the explanation when the status is not 0."""
    if status:
        failure = machine().thread().last_failure
        fits = failure is not None and failure.status == status
        raise StatusError(int(status), str(failure) if fits else "") from (failure if fits else None)


class _Closing(ABC):
    """A ``with`` block that ends in `close`."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the object stands for."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class DeviceMemory(_Closing):
    """Memory from aclrtMalloc.

    Attributes:
        address: device address.
        nbytes: size in bytes.
    """

    def __init__(self, nbytes: int) -> None:
        self.address: int = raising("aclrtMalloc", nbytes, _HUGE_FIRST)
        self.nbytes = nbytes
        self._open = True

    def __repr__(self) -> str:
        return f"<DeviceMemory {self.nbytes} bytes at {self.address:#x}>"

    def __index__(self) -> int:
        return self.address

    def close(self) -> None:
        """aclrtFree, once."""
        if self._open:
            self._open = False
            raising("aclrtFree", self.address)

    free = close


class Device(_Closing):
    """A device, set for this thread (aclrtSetDevice); `close` resets it (aclrtResetDevice)."""

    def __init__(self, device_id: int = 0) -> None:
        raising("aclrtSetDevice", device_id)
        self.id = device_id

    def __repr__(self) -> str:
        return f"<Device {self.id}, {machine().profile.name}>"

    def malloc(self, nbytes: int) -> DeviceMemory:
        """Device memory of this many bytes."""
        self.use()
        return DeviceMemory(nbytes)

    def use(self) -> None:
        """Make it the calling thread's device where another one is."""
        current = machine().thread().context
        if current is None or current.device.id != self.id:
            raising("aclrtSetDevice", self.id)

    def stream(self) -> Stream:
        """A new stream on this device."""
        self.use()
        return Stream()

    def synchronize(self) -> None:
        """Wait for all streams of the device."""
        self.use()
        raising("aclrtSynchronizeDevice")

    def close(self) -> None:
        """aclrtResetDevice."""
        raising("aclrtResetDevice", self.id)


class Stream(_Closing):
    """A stream of the calling thread's device."""

    def __init__(self) -> None:
        self.raw = raising("aclrtCreateStream")

    def __repr__(self) -> str:
        return repr(self.raw)

    def synchronize(self) -> None:
        """Wait until the stream's tasks have run; raises what one of them failed with."""
        raising("aclrtSynchronizeStream", self.raw)

    def wait(self, event: Event) -> None:
        """Later tasks of this stream wait for the event."""
        raising("aclrtStreamWaitEvent", self.raw, event.raw)

    def close(self) -> None:
        """aclrtDestroyStream; it waits for queued work."""
        raising("aclrtDestroyStream", self.raw)


class Event(_Closing):
    """An event with time line and synchronisation."""

    def __init__(self) -> None:
        self.raw = raising("aclrtCreateEvent")

    def record(self, stream: Stream) -> None:
        """Mark the stream's position."""
        raising("aclrtRecordEvent", self.raw, stream.raw)

    def synchronize(self) -> None:
        """Wait for the recorded position."""
        raising("aclrtSynchronizeEvent", self.raw)

    def elapsed_ms(self, end: Event) -> float:
        """Milliseconds on the simulated time line from this event to `end`."""
        return cast("float", raising("aclrtEventElapsedTime", self.raw, end.raw))

    def close(self) -> None:
        """aclrtDestroyEvent."""
        raising("aclrtDestroyEvent", self.raw)


@attrs.define(eq=False, slots=True, repr=False)
class Tensor(CoreTensor):
    """An aclTensor with its device memory.

    Attributes:
        memory: the device memory behind it; shared by views.
    """

    memory: DeviceMemory | None = None

    @classmethod
    def from_numpy(cls, array: npt.ArrayLike, *, format: int = _FORMAT_ND) -> Tensor:  # noqa: A002
        """Copy an array to new device memory.

        Args:
            array: any array; its dtype must be one that CANN has. It is made contiguous first.
            format: aclFormat.
        """
        host = np.ascontiguousarray(array).reshape(np.shape(array))
        tensor = cls.empty(host.shape, _dtype_code(host.dtype), format=format)
        if host.nbytes and tensor.memory is not None:
            raising("aclrtMemcpy", tensor.memory.address, host.nbytes, host, host.nbytes, _H2D)
        return tensor

    @classmethod
    def empty(cls, shape: Sequence[int], dtype: int | npt.DTypeLike, *, format: int = _FORMAT_ND) -> Tensor:  # noqa: A002
        """New device memory with whatever is in it (the emulator fills it with NaN patterns).

        Args:
            shape: sizes.
            dtype: an aclDataType or a NumPy dtype.
            format: aclFormat.
        """
        code = int(dtype) if isinstance(dtype, int) else _dtype_code(np.dtype(dtype))
        sizes = tuple(int(size) for size in shape)
        nbytes = dtypes.itemsize_bytes(code, layout.numel(sizes))
        memory = DeviceMemory(nbytes) if nbytes else None
        return cls(
            view_shape=sizes, view_strides=layout.contiguous_strides(sizes), view_offset=0,
            storage_shape=sizes, format=int(format), dtype=code,
            address=memory.address if memory else None, memory=memory,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<Tensor {self.describe()}>"

    def view(self, shape: Sequence[int], strides: Sequence[int], offset: int = 0) -> Tensor:
        """Another view of the same memory; strides and offset in elements."""
        return attrs.evolve(self, view_shape=tuple(shape), view_strides=tuple(strides), view_offset=offset)

    def transpose(self) -> Tensor:
        """The view with its dimensions reversed."""
        return self.view(self.view_shape[::-1], self.view_strides[::-1], self.view_offset)

    def numpy(self) -> npt.NDArray[Any]:
        """Copy the view to a new array (aclrtMemcpy).

        The copy does not wait for streams: before the synchronise it shows what is in memory now.
        """
        dtype = dtypes.numpy_dtype(self.dtype)
        if dtype is None:
            raise ParamInvalid("ACLNN-TENSOR-008", dtype=dtypes.dtype_name(self.dtype))
        if self.is_empty or self.address is None:
            return np.empty(self.view_shape, dtype)
        low, high = self.reach
        host = np.empty((high - low) * dtype.itemsize, np.uint8)
        start = self.address + low * dtype.itemsize
        raising("aclrtMemcpy", host, host.nbytes, start, host.nbytes, _D2H)
        strides = tuple(stride * dtype.itemsize for stride in self.view_strides)
        lead = (self.view_offset - low) * dtype.itemsize
        view = np.ndarray(self.view_shape, dtype, host, lead, strides)
        return cast("npt.NDArray[Any]", view.copy())

    def free(self) -> None:
        """Destroy the tensor and free its memory."""
        self.destroy()
        if self.memory is not None:
            self.memory.close()


def _dtype_code(dtype: np.dtype[Any]) -> int:
    code = dtypes.from_numpy(dtype)
    if code == dtypes.DataType.ACL_DT_UNDEFINED:
        raise TypeError(f"aclDataType has nothing for NumPy's {dtype}; convert the array first")
    return int(code)


def get_workspace_size(name: str, /, *args: Any, **kwargs: Any) -> tuple[int, Executor | None]:
    """Phase 1 by C name: ``get_workspace_size("aclnnAdd", x, y, 1, out)``; see `OpFace.get_workspace_size`.

    Raises:
        LookupError: no such operator is emulated.
    """
    declared = operator_by_name(name.removesuffix("GetWorkspaceSize"))
    if declared is None:
        raise LookupError(f"{name} is not emulated; emulated: {', '.join(sorted(operators()))}")
    return OpFace(declared).get_workspace_size(*args, **kwargs)


def run(workspace: DeviceMemory | int | None, executor: Executor | None, stream: Any = None) -> int:
    """Phase 2: queue the executor's plan; nothing is visible before the stream is synchronised.

    Args:
        workspace: device memory of at least ``executor.workspace_size`` bytes, or None when that is 0.
        executor: from phase 1.
        stream: a `Stream`, or None for the default stream.

    Returns:
        The status: 0, 161001 (null executor or workspace), 361001 (stream), 561000 (used-up executor).
    """
    from aclnn_emu.plan.executor import run_phase_2

    address = 0 if workspace is None else int(workspace.__index__())
    raw = stream.raw if isinstance(stream, Stream) else stream
    name = executor.operator if executor is not None else "phase 2"
    size = executor.workspace_size if executor is not None else 0
    status, _ = guarded(
        name,
        lambda: run_phase_2(name, address, size, executor, raw),
        args=(address, size, executor, raw),
        fallback=None,
    )
    return status
