"""One fused operator beside its peers: the gradient of the binary cross-entropy, with weight.

It reads four tensors and writes one; nothing but the memory should hold it up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

import aclnn_emu as emu
from aclnn_emu import aclnn
from aclnn_emu.bench.memory import peak_of
from aclnn_emu.bench.peers import TRIAD_BYTES, plain_gradient, torch_gradient, triad
from aclnn_emu.bench.timing import Effort, Timing, interleaved
from aclnn_emu.core.dtypes import DataType, numpy_dtype
from aclnn_emu.runtime.config import Config
from aclnn_emu.runtime.machine import machine

__all__ = [
    "DTYPES", "LAYOUTS", "Paired", "dsp_beside", "engine", "engines", "extra_memory",
    "layouts", "operands", "paired",
    "queued_call",
]  # fmt: skip

Array = npt.NDArray[Any]
DTYPES = {"float32": DataType.ACL_FLOAT, "float16": DataType.ACL_FLOAT16, "bfloat16": DataType.ACL_BF16}
_ENGINES = ("numba", "tiled", "reference")


def engines() -> list[str]:
    """The engines that can be chosen here, fastest first."""
    found = []
    for name in _ENGINES:
        try:
            Config(engine=name)
        except emu.EmuError:  # it needs a package that is not installed
            continue
        found.append(name)
    return found


@contextmanager
def engine(name: str) -> Iterator[None]:
    """A machine of its own with this engine, device 0 set; afterwards a fresh one with the settings of before."""
    before = machine().config.engine
    emu.reset()
    emu.configure(engine=name)
    emu.Device(0)
    try:
        yield
    finally:
        emu.reset()
        emu.configure(engine=before)


def operands(size: int, dtype: str, reduction: int) -> list[Array]:
    """Gradient (one element where it is of a mean), input, target, weight: inside (0, 1), the same each time."""
    np_dtype = numpy_dtype(DTYPES[dtype])
    rng = np.random.default_rng(0)
    arrays = [
        (rng.random(size, np.float32) * np.float32(0.9) + np.float32(0.05)).astype(np_dtype) for _ in range(4)
    ]
    return [arrays[0][:1] if reduction else arrays[0], *arrays[1:]]


def queued_call(arrays: list[Array], reduction: int) -> Callable[[], Any]:
    """Phase 2 of a repeatable executor, and the synchronise; the operands are on the device already."""
    grad, x, target, weight = (emu.Tensor.from_numpy(array) for array in arrays)
    return _prepared(grad, x, target, weight, reduction)


def _prepared(grad: Any, x: Any, target: Any, weight: Any, reduction: int) -> Callable[[], Any]:
    stream = emu.Stream()
    out = emu.Tensor.empty(x.view_shape, x.dtype)
    aclnn.aclrtMemset(out.address, out.storage_nbytes, 0, out.storage_nbytes)  # so that its pages are there
    status, executor = emu.ops.binary_cross_entropy_backward.get_workspace_size(
        grad, x, target, weight, reduction, out
    )
    emu.raise_on_error(status)
    assert executor is not None  # noqa: S101 - the status is 0
    executor.set_repeatable()
    workspace = emu.DeviceMemory(executor.workspace_size) if executor.workspace_size else None

    def call() -> Any:
        emu.raise_on_error(emu.run(workspace, executor, stream))
        stream.synchronize()
        return grad, x, target, weight, out  # lives as long as the call

    return call


@attrs.frozen
class Paired:
    """One paired run, microseconds.

    Attributes:
        ours: the emulator.
        triad: of the same number of elements.
        plain: the NumPy expression, for float32.
        torch: the out-variant, where it was asked for.
        bandwidth: of the operands, each read or written once, as a part of the triad's: best and median.
    """

    ours: Timing
    triad: Timing
    plain: Timing | None
    torch: Timing | None
    bandwidth: Timing


def paired(size: int, dtype: str, reduction: int, name: str, effort: Effort, *, torch: bool) -> Paired:
    """The engine, a triad, plain NumPy for float32 and torch if asked for, in turn."""
    arrays = operands(size, dtype, reduction)
    with engine(name):
        calls = {"ours": queued_call(arrays, reduction), "triad": triad(size)}
        if dtype == "float32":
            calls["plain"] = plain_gradient(arrays, reduction)
        if torch:
            calls["torch"] = torch_gradient(arrays, reduction)
        found = dict(zip(calls, interleaved(list(calls.values()), effort), strict=True))
    ours, stream = found["ours"], found["triad"]
    moved = sum(array.nbytes for array in arrays) + arrays[1].nbytes
    share = moved / (TRIAD_BYTES * size)
    bandwidth = Timing(share * stream.best / ours.best, share * stream.median / ours.median)
    return Paired(ours, stream, found.get("plain"), found.get("torch"), bandwidth)


def dsp_beside(size: int, reduction: int, effort: Effort) -> tuple[Timing, Timing]:
    """The DSP function on FT78NE with all cores, and the tiled engine on the same numbers, in turn."""
    from aclnn_emu import dsp

    places = {"x": 0xA0000000, "target": 0xB0000000, "weight": 0xC0000000, "grad": 0xD0000000}
    arrays = operands(size, "float32", reduction)
    with dsp.Device("FT78NE") as device, engine("tiled"):
        for name, values in zip(("grad", "x", "target", "weight"), arrays, strict=True):
            device.memory.write(places[name], values)

        def call() -> None:
            dsp.fp_binary_cross_entropy_grad_s(
                places["x"],
                places["target"],
                places["weight"],
                places["grad"],
                0xE0000000,
                (size, reduction, 1),
                0xFF,
            )

        found = interleaved([call, queued_call(arrays, reduction)], effort)
    return found[0], found[1]


def extra_memory(size: int, dtype: str, name: str) -> int | None:
    """Bytes that the first call at a size needs beyond operands and workspace, None where the system cannot tell.

    A thread that has ended made a call before it that is too small for several threads: what is compiled once does not
    count, the scratch of each thread does.
    """
    with engine(name):
        started = Thread(target=lambda: _in_thread(dtype))
        started.start()
        started.join()
        call = queued_call(operands(size, dtype, 0), 0)
        return peak_of(call)


def _in_thread(dtype: str) -> None:
    emu.Device(0)
    queued_call(operands(1 << 16, dtype, 0), 0)()


def _transposed(side: int) -> Any:
    return emu.Tensor.from_numpy(np.full((side, side), 0.5, np.float32)).transpose()


def _view(storage: tuple[int, int], shape: tuple[int, int], strides: tuple[int, int]) -> Any:
    return emu.Tensor.from_numpy(np.full(storage, 0.5, np.float32)).view(shape, strides)


LAYOUTS: dict[str, Callable[[int], Any]] = {
    "contiguous": lambda side: _view((side, side), (side, side), (side, 1)),
    "transposed": _transposed,
    "padded rows": lambda side: _view((side, side + 64), (side, side), (side + 64, 1)),
    "every second": lambda side: _view((side, 2 * side), (side, side), (2 * side, 2)),
    "one row": lambda side: _view((1, side), (1, side), (side, 1)),
    "one column": lambda side: _view((side, 1), (side, 1), (1, 1)),
}


def layouts(name: str, effort: Effort) -> dict[str, Timing]:
    """Times with a target that lies otherwise or is broadcast, in turn; side x side float32."""
    side = effort.side
    with engine(name):
        rest = [emu.Tensor.from_numpy(np.full((side, side), 0.5, np.float32)) for _ in range(3)]
        calls = [_prepared(rest[0], rest[1], make(side), rest[2], 0) for make in LAYOUTS.values()]
        return dict(zip(LAYOUTS, interleaved(calls, effort), strict=True))
