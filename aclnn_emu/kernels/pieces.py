"""Sums over more elements than a cache holds, made of pieces: no temporary is larger than a piece.

The pieces are those into which NumPy's own pairwise sum halves a row, so the bits are those of one sum over all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from aclnn_emu.kernels.kernel import Array

__all__ = ["PIECE", "is_half", "row_blocks", "total", "widened"]

PIECE = 1 << 16
"""Elements of a piece at most; a power of two of at least 128, below which NumPy adds otherwise."""


def is_half(x: Array) -> bool:
    """FLOAT16 or BF16."""
    return x.dtype.name in ("float16", "bfloat16")


def widened(x: Array) -> Array:
    """FLOAT16 and BF16 as float32, everything else as it is."""
    return x.astype(np.float32) if is_half(x) else x


def row_blocks(x: Array) -> Iterator[slice]:
    """The rows of a matrix in blocks of at most a piece; of one row where that is longer."""
    rows, columns = x.shape
    step = max(1, PIECE // max(columns, 1))
    return (slice(start, start + step) for start in range(0, rows, step))


def total(term: Callable[..., Array], *arrays: Array | None) -> Array:
    """The sum over all elements, in row-major order, of what an elementwise function makes of the arrays.

    Halves are widened piece by piece. Arrays that broadcast are taken whole.
    """
    given = [array for array in arrays if array is not None]
    if given[0].size <= PIECE or any(array.shape != given[0].shape for array in given):
        return _added(term, *arrays)
    flat = [None if array is None else array.reshape(-1) for array in arrays]
    complex_parts = 2 if given[0].dtype.kind == "c" else 1  # NumPy halves the row of all parts

    def part(start: int, count: int) -> Array:
        if count <= PIECE:
            return _added(term, *(None if x is None else x[start : start + count] for x in flat))
        half = count * complex_parts // 2
        first = (half - half % 8) // complex_parts
        return np.asarray(part(start, first) + part(start + first, count - first))

    return part(0, given[0].size)


def _added(term: Callable[..., Array], *arrays: Array | None) -> Array:
    terms = term(*(None if array is None else widened(array) for array in arrays))
    return np.asarray(np.add.reduce(np.ascontiguousarray(terms).reshape(-1), dtype=terms.dtype))
