"""Kernels that choose by a mask or by being nonzero, and OneHot."""

from __future__ import annotations

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["masked_scatter", "masked_select", "nonzero", "one_hot"]


@kernel(name="NonZero", widens=False)
def nonzero(x: Array, *, transposed: bool) -> Array:
    """The coordinates of what is not 0: a row each, or transposed a column each."""
    places = np.argwhere(x)
    return places.T if transposed else places


@kernel(name="MaskedSelect", widens=False)
def masked_select(x: Array, mask: Array) -> Array:
    """The elements of x where the mask is set, in row-major order."""
    values, chosen = np.broadcast_arrays(x, mask)
    return np.asarray(values[chosen])


@kernel(name="MaskedScatter", widens=False)
def masked_scatter(x: Array, mask: Array, source: Array, *, op: str) -> Array:
    """x where the mask is not set, else the next element of source."""
    out = np.array(x)
    chosen = np.broadcast_to(mask, out.shape)
    count = int(np.count_nonzero(chosen))
    if count > source.size:
        raise RtDeviceFault("ACLNN-PARAM-169", op=op, param="source", count=count, room=source.size)
    out[chosen] = source.reshape(-1)[:count]
    return out


@kernel(name="OneHot", widens=False)
def one_hot(x: Array, on: Array, off: Array, *, classes: int, axis: int) -> Array:
    """`on` at the class that x names, else `off`; a class that is none gives `off` throughout."""
    names = np.expand_dims(x.astype(np.int64), axis)
    shape = [1] * names.ndim
    shape[axis] = classes
    hit = names == np.arange(classes).reshape(shape)
    return np.asarray(np.where(hit, on.reshape(-1)[0], off.reshape(-1)[0]))
