"""Runs the plan of a call on plain arrays, without a device, with both engines; and compares with a reference."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from _case import Call, T, phase_1

from aclnn_emu.core.dtypes import DataType, numpy_dtype
from aclnn_emu.core.layout import contiguous_strides, view_reach
from aclnn_emu.ops import operator_by_name
from aclnn_emu.plan.engine import execute

Array = npt.NDArray[Any]

# dtype -> threshold of the mean relative error; the largest may be ten times that.
THRESHOLDS = {DataType.ACL_FLOAT: 2.0**-13, DataType.ACL_FLOAT16: 2.0**-10, DataType.ACL_BF16: 2.0**-7}

FILL = 0xA5


class Memory:
    """Host bytes behind the tensors of a call: one block for each `T`, and what the data in it looks like."""

    def __init__(self) -> None:
        self.blocks: dict[int, npt.NDArray[np.uint8]] = {}

    def view(self, spec: T) -> Array:
        """The tensor's view of its block."""
        dtype = np_dtype(spec.dtype)
        if id(spec) not in self.blocks:
            end = view_reach(spec.shape, _strides(spec), spec.offset)[1]
            elements = max(math.prod(spec.storage_shape), end)
            self.blocks[id(spec)] = np.full(elements * dtype.itemsize, FILL, np.uint8)
        strides = tuple(stride * dtype.itemsize for stride in _strides(spec))
        if not math.prod(spec.shape):
            return np.empty(spec.shape, dtype)
        block = self.blocks[id(spec)]
        return np.ndarray(spec.shape, dtype, block, spec.offset * dtype.itemsize, strides)


def np_dtype(dtype: int) -> np.dtype[Any]:
    """The NumPy type; fails where there is none."""
    found = numpy_dtype(dtype)
    assert found is not None
    return found


def _strides(spec: T) -> tuple[int, ...]:
    return contiguous_strides(spec.shape) if spec.strides is None else spec.strides


def tensors(made_for: Call) -> list[tuple[str, T]]:
    """Tensor parameters with their names; members of a list as ``name[i]``."""
    found = []
    for name, value in made_for.args.items():
        if isinstance(value, T):
            found.append((name, value))
        elif isinstance(value, list):
            found.extend((f"{name}[{index}]", item) for index, item in enumerate(value))
    return found


@attrs.frozen
class Run:
    """What a run left in memory.

    Attributes:
        out: the output; the first, where there are several.
        outs: all of them, by parameter name.
        inputs: what the inputs held, rounded to their dtypes; real ones widened to float64.
        steps: names of the steps, in order.
    """

    outs: Mapping[str, Array]
    inputs: Mapping[str, Array]
    steps: tuple[str, ...]

    @property
    def out(self) -> Array:
        return next(iter(self.outs.values()))


def run(
    made_for: Call,
    values: Mapping[str, npt.ArrayLike],
    *,
    soc: str = "Ascend910B",
    out: str | tuple[str, ...] = "out",
) -> Run:
    """Compute with the reference and the tiled engine; both must make the same bytes and touch nothing else.

    Args:
        made_for: the call.
        values: what the inputs hold, by parameter name; rounded to the tensor's dtype.
        soc: the chip.
        out: the parameter that is written, or those that are.
    """
    names = (out,) if isinstance(out, str) else out
    reference, tiled = (_run(made_for, values, soc, names, engine) for engine in ("reference", "tiled"))
    for name in names:
        assert reference.outs[name].tobytes() == tiled.outs[name].tobytes(), "the engines differ"
    return reference


def _run(
    made_for: Call, values: Mapping[str, npt.ArrayLike], soc: str, outs: tuple[str, ...], engine: str
) -> Run:
    memory = Memory()
    specs = dict(tensors(made_for))
    for name, value in values.items():
        with np.errstate(over="ignore"):
            memory.view(specs[name])[...] = np.asarray(value).astype(np_dtype(specs[name].dtype))
    inputs = {name: _widened(memory.view(specs[name])) for name in values}
    executor = phase_1(made_for, soc)
    plan = executor.plan
    slots = in_prototype_order(made_for)
    arrays: dict[int, Array] = {}
    for buffer in plan.user_buffers:
        spec = slots[buffer.slot]
        view = memory.view(spec)
        arrays[id(buffer)] = view.reshape(buffer.shape) if view.shape != buffer.shape else view
    workspace = np.full(plan.workspace_size, 0xFF, np.uint8)
    for buffer in plan.intermediates:
        arrays[id(buffer)] = np.ndarray(
            buffer.shape, buffer.np_dtype, workspace, buffer.workspace_offset, buffer.byte_strides
        )
    before = {key: block.copy() for key, block in memory.blocks.items()}
    execute(plan, arrays, engine)
    check_untouched(memory, before, [specs[name] for name in outs])
    written = {name: memory.view(specs[name]).copy() for name in outs}
    return Run(written, inputs, tuple(step.name for step in plan.steps))


def _widened(array: Array) -> Array:
    return array.astype(np.float64) if array.dtype.kind not in "iubc" else array.copy()


def in_prototype_order(made_for: Call) -> list[T | None]:
    """The tensors by their slot in the plan."""
    declared = operator_by_name(made_for.op)
    assert declared is not None
    slots: list[T | None] = []
    for param in declared.params:
        value = made_for.args[param.name]
        if param.kind == "tensor":
            slots.append(value)
        elif param.kind == "tensor_list":
            slots.extend(value or ())
    return slots


def check_untouched(memory: Memory, before: dict[int, Array], outs: list[T]) -> None:
    """Nothing but the elements of the outputs may have changed."""
    for key, block in memory.blocks.items():
        old = before.get(key)
        if old is None:
            old = np.full_like(block, FILL)
        out = next((spec for spec in outs if id(spec) == key), None)
        if out is None:
            assert (block == old).all(), "an input changed"
            continue
        inside = np.zeros(block.shape, bool)
        dtype = np_dtype(out.dtype)
        if math.prod(out.shape):
            marks = np.ndarray(
                (*out.shape, dtype.itemsize),
                bool,
                inside,
                out.offset * dtype.itemsize,
                (*(stride * dtype.itemsize for stride in _strides(out)), 1),
            )
            marks[...] = True
        assert (block[~inside] == old[~inside]).all(), "bytes outside the output changed"


def check_close(actual: Array, expected: npt.ArrayLike, dtype: int, *, floor: float = 2.0**-10) -> None:
    """Compare with a float64 reference under the vendor's thresholds; infinities and NaN must be where it has them.

    Args:
        actual: the output.
        expected: the reference.
        dtype: the coarsest dtype that the result passes through.
        floor: magnitude below which the error counts absolutely.
    """
    reference, found = np.asarray(expected, np.float64), actual.astype(np.float64)
    assert found.shape == reference.shape
    finite = np.isfinite(reference)
    np.testing.assert_array_equal(found[~finite], reference[~finite])
    reference, found = reference[finite], found[finite]
    if not found.size:
        return
    error = np.abs(found - reference) / np.maximum(np.abs(reference), floor)
    assert error.mean() < THRESHOLDS[DataType(dtype)], (error.mean(), found, reference)
    assert error.max() < 10 * THRESHOLDS[DataType(dtype)], (error.max(), found, reference)


def check_numbers(actual: Array, expected: npt.ArrayLike, dtype: int) -> None:
    """The same, where the reference may lie beyond the dtype; there the output must be what the dtype makes of it."""
    reference = np.asarray(expected, np.float64)
    with np.errstate(over="ignore"):
        held = reference.astype(np_dtype(dtype)).astype(np.float64)
    check_close(actual, np.where(np.isfinite(held), reference, held), dtype)
