"""Kernels of embeddings: bags of rows, the gradient of the rows, and the factor that shortens long rows."""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.gather import require_indices
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["bag", "dense_grad", "renorm"]


@kernel(name="EmbeddingDenseGradV2")
def dense_grad(grad: Array, indices: Array, *, rows: int, padding: int, by_count: bool, op: str) -> Array:
    """The sum of the gradients of every row, divided by how often it comes where asked for."""
    picks = require_indices(indices.reshape(-1), rows, op=op, param="indices", negative=False)
    values = grad.reshape(picks.size, -1)
    kept = picks != padding
    out = np.zeros((rows, values.shape[1]), values.dtype)
    if by_count:
        counts = np.bincount(picks, minlength=rows)[picks].astype(values.dtype)
        values = values / counts[:, None]
    np.add.at(out, picks[kept], values[kept])
    return out


@kernel(name="EmbeddingBag", outputs=4)
def bag(
    weight: Array,
    indices: Array,
    offsets: Array,
    scale: Array | None = None,
    *,
    mode: str,
    bags: int,
    sizes: int,
    padding: int,
    op: str,
) -> tuple[Array, Array, Array, Array]:
    """The sum, mean or maximum of the rows of every bag; the bag of each index; sizes of the bags; rows of the maxima."""
    picks = require_indices(indices.reshape(-1), weight.shape[0], op=op, param="indices", negative=False)
    starts = require_indices(offsets.reshape(-1), picks.size + 1, op=op, param="offsets", negative=False)[
        :bags
    ]
    owner = np.searchsorted(starts, np.arange(picks.size), side="right") - 1
    kept = (picks != padding) & (owner >= 0)
    rows = weight[picks]
    if scale is not None:
        rows = rows * scale.reshape(-1, 1)
    counts = np.bincount(owner[kept], minlength=max(sizes, bags))
    out = np.zeros((bags, weight.shape[1]), weight.dtype)
    if mode != "max":
        np.add.at(out, owner[kept], rows[kept])
        if mode == "mean":
            out *= (1 / np.maximum(counts[:bags], 1)).astype(out.dtype)[:, None]
        return out, np.maximum(owner, 0), counts[:sizes], counts[:bags]
    out[...] = -np.inf
    np.maximum.at(out, owner[kept], rows[kept])
    places = np.flatnonzero(kept)
    hit = (rows[places] == out[owner[places]]) | np.isnan(rows[places])
    first = np.full(out.shape, picks.size, np.int64)
    np.minimum.at(first, owner[places], np.where(hit, places[:, None], picks.size))
    found = first < picks.size
    chosen = np.where(found, picks[np.minimum(first, max(picks.size - 1, 0))], 0)
    empty = counts[:bags] == 0
    out[empty] = 0
    return out, np.maximum(owner, 0), counts[:sizes], chosen


@kernel(name="Renorm")
def renorm(x: Array, *, power: float, limit: float) -> Array:
    """limit / (norm + 1e-7) for the rows whose norm is above the limit, else 1."""
    size = np.abs(x)
    if np.isinf(power):
        norm = size.max(axis=1, keepdims=True)
    elif power == 0:
        norm = np.count_nonzero(size, axis=1, keepdims=True).astype(x.dtype)
    else:
        norm = (size**power).sum(axis=1, keepdims=True) ** (1 / power)
    one = np.ones_like(norm)
    return np.asarray(np.where(norm > limit, (limit / (norm + 1e-7)).astype(x.dtype), one))
