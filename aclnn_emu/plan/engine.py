"""Runs the steps of a plan over device memory: two engines, one definition of every kernel.

The reference engine takes one step after the other through the real workspace. The fused engine takes a
chain of elementwise steps over cache-sized tiles, so that an intermediate never leaves the cache. Both
call `apply`, so both make the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

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


def apply(step: Step, inputs: Sequence[Array]) -> Array:
    """The arithmetic of one step on whole arrays, in the dtype of its output buffer."""
    dtype = step.output.np_dtype
    result = step.kernel(*_widened(step, inputs), **step.attributes)
    with np.errstate(all="ignore"):  # a value too large for a half type becomes infinite
        return result if result.dtype == dtype else result.astype(dtype)


def _on_tiles(step: Step) -> Callable[[Sequence[Array]], Array]:
    """The same arithmetic for tiles: without what `Kernel` does for warnings and for rank 0."""
    function, attributes, dtype = step.kernel.function, step.attributes, step.output.np_dtype

    def run(inputs: Sequence[Array]) -> Array:
        result = function(*_widened(step, inputs), **attributes)
        return result if result.dtype == dtype else result.astype(dtype)

    return run


def _widened(step: Step, inputs: Sequence[Array]) -> Sequence[Array]:
    """Half types as float32 where the kernel computes with them; the store rounds once, to nearest even."""
    if not step.kernel.widens or not any(_is_half(buffer.np_dtype) for buffer in step.inputs):
        return inputs
    return [array.astype(np.float32) if _is_half(array.dtype) else array for array in inputs]


def _is_half(dtype: np.dtype[Any]) -> bool:
    return dtype.itemsize == 2 and dtype.kind not in "iu"


def execute(plan: Plan, arrays: Arrays, engine: str) -> None:
    """Run the whole plan.

    Args:
        plan: what to run.
        arrays: an array over the device memory of each buffer, by ``id(buffer)``.
        engine: ``reference``, ``fused``, or ``auto`` (fused for large chains).
    """
    if engine == "reference":
        _run_steps(plan.steps, arrays)
        return
    for chain in _chains(plan.steps):
        if _fusable(chain, arrays, engine):
            _run_fused(chain, arrays, _read_later(plan, chain))
        else:
            _run_steps(chain, arrays)


def _run_steps(steps: Sequence[Step], arrays: Arrays) -> None:
    for step in steps:
        result = apply(step, [arrays[id(buffer)] for buffer in step.inputs])
        arrays[id(step.output)][...] = result


def _chains(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Cut the plan into runs of elementwise steps of one output shape; other steps stand alone."""
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


def _fusable(chain: list[Step], arrays: Arrays, engine: str) -> bool:
    if not chain[0].kernel.elementwise:
        return False
    largest = max(arrays[id(step.output)].size for step in chain)
    if engine == "auto" and largest < FUSE_FROM:
        return False
    return not _overlaps(chain, arrays)


def _overlaps(chain: list[Step], arrays: Arrays) -> bool:
    """Whether a result may land on bytes that a later tile still reads.

    Reading and writing the very same elements (in-place operators) is fine: each tile reads before it
    writes. Shifted or reshaped overlaps need whole steps.
    """
    written = [arrays[id(step.output)] for step in chain]
    read = [arrays[key] for key in _read_from_memory(chain)]
    return any(not _same_view(a, b) and np.may_share_memory(a, b) for a in read for b in written)


def _read_from_memory(chain: list[Step]) -> list[int]:
    """Buffers that a step of the chain reads before any step makes them; an in-place operator's output is one."""
    read: dict[int, None] = {}
    made: set[int] = set()
    for step in chain:
        read.update((id(buffer), None) for buffer in step.inputs if id(buffer) not in made)
        made.add(id(step.output))
    return list(read)


def _same_view(a: Array, b: Array) -> bool:
    return (
        a.__array_interface__["data"][0] == b.__array_interface__["data"][0]
        and a.shape == b.shape
        and a.strides == b.strides
        and a.dtype == b.dtype
    )


def _read_later(plan: Plan, chain: list[Step]) -> set[int]:
    """Results of the chain that must reach memory: user outputs, and what later steps read."""
    inside = set(map(id, chain))
    wanted = {id(step.output) for step in chain if step.output.is_user}
    for step in plan.steps:
        if id(step) not in inside:
            wanted.update(id(buffer) for buffer in step.inputs)
    return wanted


def _run_fused(chain: list[Step], arrays: Arrays, stored: set[int]) -> None:
    shape = np.broadcast_shapes(*(step.output.shape for step in chain))
    loads = {key: np.broadcast_to(arrays[key], shape) for key in _read_from_memory(chain)}
    stores = {id(step.output): arrays[id(step.output)] for step in chain if id(step.output) in stored}
    small = {key for key, array in stores.items() if array.shape != shape}
    if small:
        # A stored result that is smaller than the walk would be written many times over: take the steps singly.
        _run_steps(chain, arrays)
        return
    _walk(chain, loads, stores)


def _walk(chain: list[Step], loads: dict[int, Array], stores: dict[int, Array]) -> None:
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
    steps = [(_on_tiles(step), [id(b) for b in step.inputs], id(step.output)) for step in chain]
    with iterator, np.errstate(all="ignore"):
        for operands in iterator:
            # A buffer of an in-place operator is loaded and stored, so the two sides are kept apart.
            values = dict(zip(inputs, operands, strict=False))
            targets = dict(zip(outputs, operands[len(inputs) :], strict=True))
            for run, sources, key in steps:
                values[key] = run([values[source] for source in sources])
                if key in targets:
                    targets[key][...] = values[key]
