"""Kernels that make or mask values: triangles, diagonals, sequences."""

from __future__ import annotations

import numpy as np

from aclnn_emu.core.dtypes import dtype_info, numpy_dtype
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = [
    "diag_flat",
    "diagonal",
    "eye",
    "fill_diagonal",
    "fill_like",
    "linspace",
    "power",
    "sequence",
    "tril",
    "triu",
]

Shape = tuple[int, ...]


def _triangle(x: Array, offset: int) -> Array:
    """Whether an element lies on or below a diagonal; offsets beyond the matrix are as good as its size."""
    rows, columns = x.shape[-2:]
    return np.tri(rows, columns, min(max(offset, -rows - 1), columns + 1), dtype=bool)


@kernel(name="Tril", widens=False)
def tril(x: Array, *, offset: int) -> Array:
    """x on and below a diagonal of each matrix, 0 above."""
    return np.where(_triangle(x, offset), x, np.zeros((), x.dtype))


@kernel(name="Triu", widens=False)
def triu(x: Array, *, offset: int) -> Array:
    """x on and above a diagonal of each matrix, 0 below."""
    return np.where(_triangle(x, offset - 1), np.zeros((), x.dtype), x)


@kernel(name="DiagV2", widens=False)
def diagonal(x: Array, *, offset: int) -> Array:
    """A diagonal of a matrix."""
    return np.array(np.diagonal(x, offset))


@kernel(name="DiagFlat", widens=False)
def diag_flat(x: Array, *, offset: int) -> Array:
    """A matrix of zeros with the elements of x on a diagonal."""
    return np.diagflat(x, offset)


@kernel(name="Eye", widens=False)
def eye(*, rows: int, columns: int, kind: int) -> Array:
    """1 on the diagonal of a matrix, 0 elsewhere, in a dtype (an aclDataType value)."""
    return np.eye(rows, columns, dtype=_numpy(kind))


@kernel(name="FillDiagonal", widens=False)
def fill_diagonal(x: Array, *, value: float, wrap: bool) -> Array:
    """x with one value on the diagonal; with `wrap` it starts anew below in a tall matrix, one row left out."""
    result = np.array(x)
    np.fill_diagonal(result, np.asarray(value).astype(x.dtype), wrap=wrap)
    return result


@kernel(name="Fill", widens=False)
def fill_like(value: Array, *, size: Shape) -> Array:
    """One value, which an array of one element holds, in a shape."""
    return np.full(size, value.reshape(()))


def _numpy(kind: int) -> np.dtype[np.generic]:
    target = numpy_dtype(kind)
    if target is None:
        raise ValueError(f"no NumPy form of {dtype_info(kind).name}")
    return target


def _computed(kind: int) -> np.dtype[np.generic]:
    """Half types compute in float32."""
    target = _numpy(kind)
    return np.dtype(np.float32) if target.itemsize == 2 and target.kind not in "iu" else target


@kernel(name="Range")
def sequence(*, size: Shape, start: float, step: float, kind: int) -> Array:
    """start + i * step, in row-major order, in the arithmetic of a dtype (an aclDataType value)."""
    computed = _computed(kind)
    count = int(np.prod(size, dtype=np.int64))
    places = np.arange(count, dtype=np.int64 if computed.kind in "iu" else computed)
    if computed == np.float32:  # multiplied and added at once, as Axpy does, and rounded once
        wide = np.float64(np.float32(start)) + places.astype(np.float64) * np.float64(np.float32(step))
        return np.asarray(wide.astype(np.float32).reshape(size))
    first, distance = np.array(start, places.dtype), np.array(step, places.dtype)
    return np.asarray((first + places * distance).astype(computed).reshape(size))


@kernel(name="LinSpace")
def linspace(*, start: float, end: float, count: int, kind: int) -> Array:
    """count numbers at equal distances, from start up to end, both included.

    The first half counts from start and the second back from end, so that both ends are exact. Integers are computed
    in float32 and their fractions cut.
    """
    computed = _computed(kind)
    exact = np.dtype(np.float32) if computed.kind in "iu" else computed
    first, last = np.array(start, exact), np.array(end, exact)
    if count == 1:
        return first.reshape(1).astype(computed)
    distance = (last - first) / np.array(count - 1, exact)
    places = np.arange(count, dtype=exact)
    back = np.array(count - 1, exact) - places
    result = np.where(np.arange(count) < (count + 1) // 2, first + places * distance, last - back * distance)
    return np.trunc(result).astype(computed) if computed.kind in "iu" else result


@kernel(name="Pow")
def power(exponent: Array, *, base: float) -> Array:
    """Base to each exponent, in their dtype."""
    return np.asarray(np.power(np.array(base, exponent.dtype), exponent))
