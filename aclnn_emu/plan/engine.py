"""Runs the steps of a plan over device memory: two engines, one definition of every kernel.

The reference engine takes one step after the other through the real workspace. The fused engine takes a
chain of elementwise steps over cache-sized tiles, so that an intermediate never leaves the cache. Both
call `apply`, so both make the same bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.quiet import quiet

if TYPE_CHECKING:
    import numpy.typing as npt

    from aclnn_emu.plan.graph import Plan, Step

    Array = npt.NDArray[Any]
    Arrays = dict[int, Array]

__all__ = ["FUSE_FROM", "TILE", "apply", "execute"]

TILE = 32768
"""Elements of a tile: a handful of float32 tiles fit the second-level cache, and the cost of taking a
tile is small beside its arithmetic."""

FUSE_FROM = 1 << 21
"""Elements from which ``auto`` prefers the fused engine: below, whole arrays still fit the last cache."""

_MOST_OPERANDS = 32
"""What one np.nditer walks together, in every NumPy release."""


@quiet
def execute(plan: Plan, arrays: Arrays, engine: str) -> None:
    """Run the whole plan.

    Args:
        plan: what to run.
        arrays: an array over the device memory of each buffer, by ``id(buffer)``.
        engine: ``reference``, ``fused``, or ``auto`` (fused for large chains).
    """
    if engine == "reference" or (engine == "auto" and plan.largest < FUSE_FROM):
        _run_steps(plan.steps, arrays)
        return
    for chain in _chains(plan.steps):
        small = engine == "auto" and max(arrays[id(step.output)].size for step in chain) < FUSE_FROM
        if small or not _run_fused(plan, chain, arrays):
            _run_steps(chain, arrays)


def apply(step: Step, inputs: list[Array]) -> Array:
    """The arithmetic of a step with one output, on whole arrays or on tiles, in the dtype of its output buffer.

    Half types are widened to float32 on the way in and rounded once, to nearest even, on the way out,
    where the kernel wants it so. Called under `quiet`.
    """
    if step.halves:
        _widen(step, inputs)
    result: Array = step.call(*inputs)
    dtype = step.outputs[0].np_dtype
    return result if result.dtype == dtype else result.astype(dtype)


def _widen(step: Step, inputs: list[Array]) -> None:
    for place in step.halves:
        inputs[place] = inputs[place].astype(np.float32)


def _run_steps(steps: Sequence[Step], arrays: Arrays) -> None:
    for step in steps:
        inputs = list(map(arrays.__getitem__, step.keys))
        if len(step.outputs) == 1 and not step.sized:
            arrays[id(step.outputs[0])][...] = apply(step, inputs)
            continue
        _widen(step, inputs)
        results = step.kernel.compute_all(*inputs, **step.attributes)
        for buffer, result in zip(step.outputs, results, strict=True):
            if step.sized:
                arrays[id(buffer)] = _fill_front(step, arrays[id(buffer)], result)
            else:
                arrays[id(buffer)][...] = result


def _fill_front(step: Step, target: Array, result: Array) -> Array:
    """Bring a result into the memory of a target that may be larger; what was filled, in the result's shape."""
    if result.size > target.size:
        raise RtDeviceFault("ACLNN-EXEC-011", step=step.name, count=result.size, room=target.size)
    filled = target.reshape(-1)[: result.size].reshape(result.shape)
    filled[...] = result
    return filled


def _chains(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Cut the plan into runs of elementwise steps that can be walked together; other steps stand alone."""
    chain: list[Step] = []
    for step in steps:
        if chain and not (
            step.kernel.elementwise and chain[-1].kernel.elementwise and _same_space(chain, step)
        ):
            yield chain
            chain = []
        chain.append(step)
    if chain:
        yield chain


def _same_space(chain: list[Step], step: Step) -> bool:
    """Whether the step's results and the chain's can be walked together, tile by tile.

    A smaller result inside the chain (a Cast of an input that broadcasts later) is walked in the larger
    space: every element is computed as often as it is used, which gives the same bits.
    """
    shape = step.output.shape
    return all(
        _broadcasts(other.output.shape, shape) or _broadcasts(shape, other.output.shape) for other in chain
    )


def _broadcasts(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    if len(shape) > len(target):
        return False
    return all(a in (1, b) for a, b in zip(reversed(shape), reversed(target), strict=False))


def _run_fused(plan: Plan, chain: list[Step], arrays: Arrays) -> bool:
    """Walk a chain tile by tile; False, with nothing done, where whole steps must be taken."""
    if not chain[0].kernel.elementwise:
        return False
    shape = np.broadcast_shapes(*(step.output.shape for step in chain))
    stored = _stored(plan, chain)
    if not stored:  # results that nobody reads: a Cast of an output that is then overwritten
        return True
    loads = {key: np.broadcast_to(arrays[key], shape) for key in _read_from_memory(chain)}
    stores = {key: arrays[key] for key in stored}
    # A stored result that is smaller than the walk would be written many times over.
    if any(array.shape != shape for array in stores.values()):
        return False
    if len(loads) + len(stores) > _MOST_OPERANDS or _disturbs(chain, arrays, stored):
        return False
    _walk(chain, loads, stores)
    return True


def _stored(plan: Plan, chain: list[Step]) -> list[int]:
    """Results of the chain that must reach memory: user outputs, and what other steps read."""
    inside = set(map(id, chain))
    read = {id(b) for step in plan.steps if id(step) not in inside for b in step.inputs}
    outputs = (step.output for step in chain)
    return list(dict.fromkeys(id(b) for b in outputs if b.is_user or id(b) in read))


def _read_from_memory(chain: list[Step]) -> list[int]:
    """Buffers that a step of the chain reads before any step makes them; an in-place operator's output is one."""
    read: dict[int, None] = {}
    made: set[int] = set()
    for step in chain:
        read.update((id(buffer), None) for buffer in step.inputs if id(buffer) not in made)
        made.add(id(step.output))
    return list(read)


def _disturbs(chain: list[Step], arrays: Arrays, stored: Sequence[int]) -> bool:
    """Whether a result may land on bytes that a later tile, or a later step, still reads.

    Reading and writing the very same elements (in-place operators) is fine: each tile reads before it
    writes. Shifted, reshaped and repeated views need whole steps.
    """
    for place, step in enumerate(chain):
        target = arrays[id(step.output)]
        if id(step.output) not in stored:
            continue
        if _repeats(target):
            return True
        made: set[int] = set()
        for position, reader in enumerate(chain):
            for key in [id(buffer) for buffer in reader.inputs if id(buffer) not in made]:
                in_place = position <= place and _same_view(arrays[key], target)
                if not in_place and np.may_share_memory(arrays[key], target):
                    return True
            made.add(id(reader.output))
    return False


def _same_view(a: Array, b: Array) -> bool:
    return (
        a.__array_interface__["data"][0] == b.__array_interface__["data"][0]
        and a.shape == b.shape
        and a.strides == b.strides
        and a.dtype == b.dtype
    )


def _repeats(array: Array) -> bool:
    """Whether elements of the array may share memory with each other."""
    reach = array.itemsize
    for stride, size in sorted(zip(map(abs, array.strides), array.shape, strict=True)):
        if size > 1:
            if stride < reach:
                return True
            reach += stride * (size - 1)
    return False


def _walk(chain: list[Step], loads: Mapping[int, Array], stores: Mapping[int, Array]) -> None:
    operands_of: Any = [*loads.values(), *stores.values()]
    access: Any = [["readonly"]] * len(loads) + [["writeonly"]] * len(stores)
    iterator = np.nditer(
        operands_of,
        flags=["external_loop", "buffered", "zerosize_ok"],
        op_flags=access,
        order="C",
        buffersize=TILE,
    )
    inputs, outputs = list(loads), list(stores)
    keys = [(step, [id(buffer) for buffer in step.inputs], id(step.output)) for step in chain]
    with iterator:
        for operands in iterator:
            # A buffer of an in-place operator is loaded and stored, so the two sides are kept apart.
            values = dict(zip(inputs, operands, strict=False))
            targets = dict(zip(outputs, operands[len(inputs) :], strict=True))
            for step, sources, key in keys:
                values[key] = apply(step, [values[source] for source in sources])
                if key in targets:
                    targets[key][...] = values[key]
