"""Runs the plan of a call with tensor lists on plain arrays, with both engines."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from _case import Call, T, phase_1
from _run import Array, Memory, check_untouched, in_prototype_order, np_dtype, tensors

from aclnn_emu.core.layout import view_reach
from aclnn_emu.plan.engine import execute


def run_lists(
    made_for: Call,
    values: Mapping[str, npt.ArrayLike],
    *,
    written: Collection[str],
    soc: str = "Ascend910B",
) -> dict[str, Array]:
    """Compute with the reference and the tiled engine; both must make the same bytes and touch nothing else.

    Args:
        made_for: the call.
        values: what the tensors hold, by label (``x[0]``, ``scalar``); rounded to their dtypes.
        written: parameters that may change.
        soc: the chip.

    Returns:
        What the written tensors hold, by label.
    """
    reference, tiled = (_run(made_for, values, written, soc, engine) for engine in ("reference", "tiled"))
    assert all(reference[key].tobytes() == tiled[key].tobytes() for key in reference), "the engines differ"
    return reference


def held(spec: T, value: npt.ArrayLike) -> Array:
    """What a tensor holds after a value was put into it: rounded; of elements at one address the last one."""
    view = Memory().view(spec)
    with np.errstate(over="ignore"):
        view[...] = np.asarray(value).astype(view.dtype)
    return view.copy()


def _run(
    made_for: Call, values: Mapping[str, npt.ArrayLike], written: Collection[str], soc: str, engine: str
) -> dict[str, Any]:
    memory = Memory()
    specs = dict(tensors(made_for))
    for label, value in values.items():
        with np.errstate(over="ignore"):
            memory.view(specs[label])[...] = np.asarray(value).astype(np_dtype(specs[label].dtype))
    plan = phase_1(made_for, soc).plan
    slots = in_prototype_order(made_for)
    arrays: dict[int, Array] = {}
    for buffer in plan.user_buffers:
        spec = slots[buffer.slot or 0]
        assert spec is not None
        memory.view(spec)  # makes the block
        low, end = view_reach(buffer.shape, buffer.strides, buffer.view_offset)
        size = buffer.np_dtype.itemsize
        block = memory.blocks.get(id(spec), np.empty(0, np.uint8))
        assert low >= 0
        assert end * size <= block.nbytes or not end - low
        arrays[id(buffer)] = (
            np.ndarray(buffer.shape, buffer.np_dtype, block, buffer.view_offset * size, buffer.byte_strides)
            if end - low
            else np.empty(buffer.shape, buffer.np_dtype)
        )
    workspace = np.full(plan.workspace_size, 0xFF, np.uint8)
    for buffer in plan.intermediates:
        arrays[id(buffer)] = np.ndarray(
            buffer.shape, buffer.np_dtype, workspace, buffer.workspace_offset, buffer.byte_strides
        )
    before = {key: block.copy() for key, block in memory.blocks.items()}
    execute(plan, arrays, engine)
    targets = {label: spec for label, spec in specs.items() if label.partition("[")[0] in written}
    check_untouched(memory, before, list(targets.values()))
    return {label: memory.view(spec).copy() for label, spec in targets.items()}
