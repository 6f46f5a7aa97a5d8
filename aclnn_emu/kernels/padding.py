"""Kernels that pad: with a value, with reflections, with the edge, in a circle; and the gradients of the last three."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["im2col", "pad", "pad_constant", "sum_padded", "unfold_grad"]

Pads = tuple[tuple[int, int], ...]


def _reflect(place: Array, size: int) -> Array:
    """Mirrored at the first and the last element, which are not repeated."""
    period = max(2 * (size - 1), 1)
    folded = np.abs(place) % period
    return np.where(folded < size, folded, period - folded)


_SOURCES: dict[str, Callable[[Array, int], Array]] = {
    "reflect": _reflect,
    "edge": lambda place, size: np.clip(place, 0, size - 1),
    "circular": lambda place, size: place % size,
}


def _source(mode: str, size: int, pads: tuple[int, int]) -> Array:
    """For each element of a padded dimension the place that it is taken from."""
    place = np.arange(-pads[0], size + pads[1])
    return _SOURCES[mode](place, size)


@kernel(name="PadV3", widens=False)
def pad(x: Array, *, pads: Pads, mode: str) -> Array:
    """x with elements of its own before and after each dimension; a negative number takes elements away."""
    result = x
    for axis, sides in enumerate(pads):
        if sides != (0, 0):
            result = np.take(result, _source(mode, x.shape[axis], sides), axis)
    return np.array(result)


@kernel(name="PadV3Grad")
def sum_padded(grad: Array, *, pads: Pads, mode: str) -> Array:
    """The sum of the gradients of all places that an element was padded to."""
    result = grad
    for axis, sides in enumerate(pads):
        if sides != (0, 0):
            rows = np.moveaxis(result, axis, 0)
            size = rows.shape[0] - sum(sides)
            total = np.zeros((size, *rows.shape[1:]), rows.dtype)
            np.add.at(total, _source(mode, size, sides), rows)
            result = np.moveaxis(total, 0, axis)
    return np.array(result)


@kernel(name="PadV3", widens=False)
def pad_constant(x: Array, *, pads: Pads, value: complex) -> Array:
    """x with a value before and after each dimension."""
    shape = tuple(size + sum(sides) for size, sides in zip(x.shape, pads, strict=True))
    result = np.full(shape, np.asarray(value).astype(x.dtype))
    result[tuple(slice(first, first + size) for size, (first, _) in zip(x.shape, pads, strict=True))] = x
    return result


@kernel(name="Im2col", widens=False)
def im2col(
    x: Array,
    *,
    image: tuple[int, ...],
    window: tuple[int, int],
    dilation: tuple[int, int],
    padding: tuple[int, int],
    stride: tuple[int, int],
) -> Array:
    """The windows that slide over the last two dimensions, one a column; outside of x they hold 0."""
    batch, channels = image[:2]
    top, left = padding
    padded = pad_constant.function(x.reshape(image), pads=((0, 0), (0, 0), (top, top), (left, left)), value=0)
    reach = tuple(step * (size - 1) + 1 for step, size in zip(dilation, window, strict=True))
    views = np.lib.stride_tricks.sliding_window_view(padded, reach, (2, 3))
    views = views[:, :, :: stride[0], :: stride[1], :: dilation[0], :: dilation[1]]
    columns = views.shape[2] * views.shape[3]
    size = (*((batch,) if x.ndim == len(image) else ()), channels * window[0] * window[1], columns)
    return np.array(views.transpose(0, 1, 4, 5, 2, 3)).reshape(size)


@kernel(name="UnfoldGrad")
def unfold_grad(grad: Array, *, axis: int, length: int, window: int, step: int) -> Array:
    """The sum of the gradients of all windows (the last dimension) that an element along an axis is in."""
    rows = np.moveaxis(grad, (axis, -1), (0, 1))
    total = np.zeros((length, *rows.shape[2:]), grad.dtype)
    places = np.arange(rows.shape[0])[:, None] * step + np.arange(window)
    np.add.at(total, places, rows)
    return np.moveaxis(total, 0, axis)
