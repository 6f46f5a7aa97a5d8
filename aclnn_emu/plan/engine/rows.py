"""Steps whose results depend on the elements along some dimensions only: softmax, sums over axes.

They are run on some of the other dimensions' elements at a time, so that no temporary is larger than a piece, or than a row
where that is longer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from aclnn_emu.kernels.pieces import PIECE, is_half
from aclnn_emu.kernels.reduction import reduce_log_sum, reduce_mean, reduce_sum

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array
    from aclnn_emu.plan.graph import Step

__all__ = ["run_rows"]

_PLAIN = (reduce_sum, reduce_mean, reduce_log_sum)
"""They add the input itself: no temporary, where it is not a half and what is added lies side by side."""


def run_rows(step: Step, inputs: list[Array], target: Array) -> bool:
    """Take a step whose kernel has `rows`; False, with nothing done, where it must be taken whole.

    Args:
        step: it has one output.
        inputs: of one shape, else the step is taken whole.
        target: the output; where it shares memory with an input the step is taken whole.
    """
    shape = inputs[0].shape
    free = _free_axes(step, len(shape))
    if step.kernel in _PLAIN and not is_half(inputs[0]) and free == list(range(len(free))):
        return False
    if any(x.shape != shape or np.may_share_memory(x, target) for x in inputs):
        return False
    if target.ndim != len(shape):  # the dimensions that were added up are gone
        places = {axis: place for place, axis in enumerate(free)}
    else:
        places = {axis: axis for axis in free}
    if not free or any(target.shape[place] != shape[axis] for axis, place in places.items()):
        return False
    _take(step, inputs, target, places)
    return True


def _free_axes(step: Step, ndim: int) -> list[int]:
    attributes = step.attributes
    along = attributes["axes"] if "axes" in attributes else (attributes["axis"],)
    taken = {axis % ndim for axis in along} if along else set(range(ndim))
    return [axis for axis in range(ndim) if axis not in taken]


def _take(step: Step, inputs: list[Array], target: Array, places: dict[int, int]) -> None:
    """Halve the first dimension that is free to be, until what is left is a piece."""
    shape = inputs[0].shape
    axis = next((axis for axis in places if shape[axis] > 1), None)
    if axis is None or math.prod(shape) <= PIECE:
        # As contiguous as the whole is: some ufuncs take another way with strides.
        pieces = [np.ascontiguousarray(x) for x in inputs]
        for place in step.halves:
            pieces[place] = pieces[place].astype(np.float32)
        target[...] = step.call(*pieces)
        return
    half = shape[axis] // 2
    for part in (slice(None, half), slice(half, None)):
        cut = (*(slice(None),) * axis, part)
        cut_target = (*(slice(None),) * places[axis], part)
        _take(step, [x[cut] for x in inputs], target[cut_target], places)
