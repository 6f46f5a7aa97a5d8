"""One step after the other, on whole arrays: the definition that every other way of running must equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.pieces import PIECE
from aclnn_emu.plan.engine.rows import run_rows

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array
    from aclnn_emu.plan.engine.chains import Chain
    from aclnn_emu.plan.engine.compiled import WholeLoop
    from aclnn_emu.plan.graph import Step

    Arrays = dict[int, Array]

__all__ = ["Operands", "apply", "run_steps"]


class Operands(dict[int, "Array"]):
    """An array over the device memory of each buffer, by ``id(buffer)``, that will be run on again.

    Attributes:
        ready: what an engine made to run a chain on just these arrays, by the chain.
    """

    __slots__ = ("ready",)

    def __init__(self) -> None:
        super().__init__()
        self.ready: dict[Chain, WholeLoop] = {}


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


def run_steps(steps: Sequence[Step], arrays: Arrays) -> None:
    """Take the steps in their order; results of known size go into the buffers' arrays."""
    for step in steps:
        inputs = list(map(arrays.__getitem__, step.keys))
        if len(step.outputs) == 1 and not step.sized:
            target = arrays[id(step.outputs[0])]
            if not (step.kernel.rows and inputs[0].size > PIECE and run_rows(step, inputs, target)):
                target[...] = apply(step, inputs)
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
    filled: Array = target.reshape(-1)[: result.size].reshape(result.shape)
    filled[...] = result
    return filled
