"""What one operator costs over sizes and engines: phase 1, phase 2 and the synchronise, beside torch's function.

The arguments are those of the conformance cases, of which the longest dimension grows.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from aclnn_emu import aclnn
from aclnn_emu.bench.gradient import engine, engines
from aclnn_emu.bench.peers import torch_call
from aclnn_emu.bench.timing import Effort, Timing, summary
from aclnn_emu.conformance.assemble import objects_of
from aclnn_emu.conformance.backends.base import Session
from aclnn_emu.conformance.backends.emulator import EmulatorBackend
from aclnn_emu.conformance.cases import MemorySpec, Ref, ScalarSpec, Spec, TensorSpec
from aclnn_emu.conformance.families import with_all
from aclnn_emu.conformance.subject import subject
from aclnn_emu.core.dtypes import itemsize_bytes, numpy_dtype
from aclnn_emu.runtime.machine import machine

__all__ = ["SIZES", "OperatorTime", "measure", "stretched"]

Args = Mapping[str, Any]
Array = npt.NDArray[Any]

SIZES = (4, 1 << 16, 1 << 20, 1 << 24)
"""Elements of the largest input."""


@attrs.frozen
class OperatorTime:
    """One operator, size and engine; microseconds.

    Attributes:
        operator: C name.
        size: elements of the largest input, as near to what was asked as its shape allows.
        engine: which.
        parts: phase 1, phase 2 (queueing), synchronise (running), and torch where it was asked for and is known.
        why_not: why nothing was measured; "" where something was.
    """

    operator: str
    size: int
    engine: str
    parts: Mapping[str, Timing]
    why_not: str = ""


def measure(name: str, effort: Effort, *, torch: bool) -> Iterator[OperatorTime]:
    """Times of one operator at the sizes up to the effort's largest."""
    for which in engines():
        done = set()
        for size in SIZES:
            if size > effort.elements:
                break
            found = _measured(name, size, which, effort, torch=torch)
            if found.why_not:
                yield found
                return
            if found.size not in done:  # operands that do not grow are measured once
                done.add(found.size)
                yield found


def stretched(args: Args, size: int, inputs: Sequence[str]) -> Args:
    """The arguments with every dimension that is as long as the largest input's longest made longer.

    Args:
        args: specs by parameter name.
        size: elements that the largest input is to have.
        inputs: names of the parameters that are read.
    """
    largest = max(_tensors(args, inputs), key=lambda spec: spec.numel, default=None)
    if largest is None or not largest.rank or not largest.numel:
        return args
    longest = max(largest.shape)
    times = largest.shape.count(longest)
    rest = largest.numel // longest**times
    length = max(1, round((size / rest) ** (1 / times)))

    def longer(spec: TensorSpec) -> TensorSpec:
        shape = tuple(length if extent == longest else extent for extent in spec.shape)
        return attrs.evolve(spec, shape=shape, strides=None, offset=0, storage=None)

    return with_all(args, longer)


def _tensors(args: Args, names: Sequence[str]) -> Iterator[TensorSpec]:
    for name in names:
        value = args[name]
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, TensorSpec):
                yield item


def _measured(name: str, size: int, which: str, effort: Effort, *, torch: bool) -> OperatorTime:
    found = subject(name)
    inputs = [param.name for param in found.operator.params if param.role != "output"]
    args = found.fitted(stretched(found.base, size, inputs))
    real = max((spec.numel for spec in _tensors(args, inputs)), default=0)
    with engine(which):
        objects, values = objects_of(found.operator, args)
        arrays, specs = _filled(objects)
        session = Session(EmulatorBackend(), specs)
        try:
            call = [session.value(value.name) if isinstance(value, Ref) else value for value in values]
            first = getattr(aclnn, f"{name}GetWorkspaceSize")
            status, workspace_size, executor = first(*call)
            if status:
                why = f"phase 1 answers {status}: {_said()}"
                return OperatorTime(name, real, which, {}, why)
            aclnn.aclDestroyAclOpExecutor(executor)
            peer = torch_call(name, _plain(args, arrays)) if torch else None
            parts = _rounds(name, call, workspace_size, peer, effort)
        finally:
            session.close()
    return OperatorTime(name, real, which, parts)


def _said() -> str:
    """The text of the last failure."""
    failure = machine().thread().last_failure
    return failure.text if failure is not None else "no text"


def _filled(objects: Mapping[str, Spec]) -> tuple[dict[str, Array], dict[str, Spec]]:
    """Numbers for every tensor, the same each time, and the specs with memory that holds them."""
    rng = np.random.default_rng(0)
    arrays: dict[str, Array] = {}
    specs: dict[str, Spec] = {}
    for name, spec in objects.items():
        if not isinstance(spec, TensorSpec):
            specs[name] = spec
            continue
        dtype = numpy_dtype(spec.dtype)
        nbytes = itemsize_bytes(spec.dtype, math.prod(spec.storage_shape))
        data = b""
        if dtype is not None and spec.numel:
            # Between 0 and 1: inside every domain, and 0 as an index.
            arrays[name] = (rng.random(spec.shape, np.float32) * np.float32(0.9) + np.float32(0.05)).astype(
                dtype
            )
            data = arrays[name].tobytes()
        specs[f"memory of {name}"] = MemorySpec(nbytes, data)
        specs[name] = attrs.evolve(spec, memory=f"memory of {name}" if nbytes else False)
    return arrays, specs


def _plain(args: Args, arrays: Mapping[str, Array]) -> dict[str, Any]:
    """The arguments as torch takes them."""
    found: dict[str, Any] = {}
    for name, value in args.items():
        number = value.value if isinstance(value, ScalarSpec) else value
        found[name] = arrays.get(name, number)
    return found


def _rounds(
    name: str, call: list[Any], workspace_size: int, peer: Callable[[], Any] | None, effort: Effort
) -> dict[str, Timing]:
    """The parts in turn, round after round."""
    first, second = getattr(aclnn, f"{name}GetWorkspaceSize"), getattr(aclnn, name)
    workspace = aclnn.aclrtMalloc(workspace_size, 0)[1] if workspace_size else None
    stream = aclnn.aclrtCreateStream()[1]
    times: dict[str, list[float]] = {"phase 1": [], "phase 2": [], "synchronise": []}
    if peer is not None:
        times["torch"] = []
    started = time.perf_counter()
    warm = False
    while len(times["phase 1"]) < effort.rounds or (
        time.perf_counter() - started < effort.budget and len(times["phase 1"]) < 1000
    ):
        marks = [time.perf_counter()]
        _, size, executor = first(*call)
        marks.append(time.perf_counter())
        status = second(workspace, size, executor, stream)
        marks.append(time.perf_counter())
        status = status or aclnn.aclrtSynchronizeStream(stream)
        marks.append(time.perf_counter())
        if status:
            raise RuntimeError(f"{name} answers {status}: {_said()}")
        if peer is not None:
            peer()
            marks.append(time.perf_counter())
        if not warm:  # the first round compiles and fills caches
            warm, started = True, time.perf_counter()
            continue
        for part, begin, end in zip(times.values(), marks, marks[1:], strict=False):
            part.append((end - begin) * 1e6)
    aclnn.aclrtDestroyStream(stream)
    if workspace is not None:
        aclnn.aclrtFree(workspace)
    return {part: summary(found) for part, found in times.items()}
