"""Sums, means and products over axes, and logarithms of sums.

Sums are pairwise over the elements in row-major order, so the result depends on the values alone: not on the input's
strides, nor on how many rows there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel
from aclnn_emu.kernels.pieces import is_half, total, widened

__all__ = [
    "add_reshaped",
    "reduce_log_sum",
    "reduce_log_sum_exp",
    "reduce_mean",
    "reduce_nansum",
    "reduce_prod",
    "reduce_sum",
    "trace",
]

Axes = tuple[int, ...]


@kernel(name="ReduceSum", pieces=True, rows=True)
def reduce_sum(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """Sum of x over axes (all axes when there are none), in x's dtype.

    Integers wrap. BOOL answers whether any element is true, which is CANN's ReduceAny.
    """
    return _sum(x, axes, keep_dims=keep_dims)


@kernel(name="ReduceMean", pieces=True, rows=True)
def reduce_mean(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """Sum of x over axes (all axes when there are none), times 1/N.

    N is the number of elements that make one sum. FLOAT multiplies with 1/N rounded to FLOAT; DOUBLE and complex types
    divide by N; integers divide and cut the fraction. The mean of nothing is NaN, of no integers 0.
    Source: ops-math math/reduce_mean/op_kernel/arch35/reduce_mean_dag.h, op_kernel_aicpu/reduce_mean_aicpu.cpp.
    """
    added = _sum(x, axes, keep_dims=keep_dims)
    count = math.prod(x.shape[axis] for axis in axes) if axes and x.ndim else x.size
    if x.dtype.kind in "iu":
        return _divide_integers(added, count)
    if added.dtype == np.float32:
        scale = np.float32(1 / count if count else math.nan)
        return np.asarray(added * scale)
    return np.asarray(added / added.dtype.type(count))


def _itself(x: Array) -> Array:
    return x


def _sum(x: Array, axes: Axes, *, keep_dims: bool, term: Callable[[Array], Array] = _itself) -> Array:
    """The sum of an elementwise function of x, halves widened."""
    reduced = sorted(axis % x.ndim for axis in axes) if axes and x.ndim else list(range(x.ndim))
    kept = [axis for axis in range(x.ndim) if axis not in reduced]
    shape = [x.shape[axis] for axis in kept]
    if math.prod(shape) == 1 and (term is not _itself or is_half(x)):
        added = total(term, x).reshape(shape)
    else:
        # One contiguous row for each result: NumPy adds pairwise along it, whatever the layout was before.
        values = term(widened(x))
        rows = np.ascontiguousarray(values.transpose(kept + reduced)).reshape(
            *shape, math.prod(x.shape[axis] for axis in reduced)
        )
        added = np.asarray(np.add.reduce(rows, axis=-1, dtype=values.dtype))
    return np.expand_dims(added, tuple(reduced)) if keep_dims else added


def _divide_integers(total: Array, count: int) -> Array:
    if count == 0:
        return np.zeros_like(total)
    # The count may be more than the dtype holds.
    wide = total if total.dtype == np.uint64 else total.astype(np.int64)
    quotient = wide // wide.dtype.type(count)
    quotient += (wide < 0) & (quotient * wide.dtype.type(count) != wide)
    return np.asarray(quotient).astype(total.dtype)


@kernel(name="ReduceProd")
def reduce_prod(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """Product of x over axes, in x's dtype; integers wrap. Of BOOL it asks whether all are true."""
    return np.asarray(np.prod(x, axis=axes, dtype=x.dtype, keepdims=keep_dims))


@kernel(name="ReduceNansum", pieces=True, rows=True)
def reduce_nansum(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """Sum of x over axes, in x's dtype, with 0 in the place of NaN."""
    return _sum(x, axes, keep_dims=keep_dims, term=_without_nan)


def _without_nan(x: Array) -> Array:
    return np.where(np.not_equal(x, x), x.dtype.type(0), x)


@kernel(name="ReduceLogSum", pieces=True, rows=True)
def reduce_log_sum(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """log(sum of x over axes)."""
    return np.asarray(np.log(_sum(x, axes, keep_dims=keep_dims)))


@kernel(name="ReduceLogSumExp", pieces=True, rows=True)
def reduce_log_sum_exp(x: Array, *, axes: Axes, keep_dims: bool) -> Array:
    """log(sum of exp(x) over axes)."""
    return np.asarray(np.log(_sum(x, axes, keep_dims=keep_dims, term=np.exp)))


@kernel(name="Add")
def add_reshaped(x: Array, y: Array) -> Array:
    """x + y, for a y that has as many elements in another shape."""
    return np.asarray(x + y.reshape(x.shape))


@kernel(name="Trace")
def trace(x: Array) -> Array:
    """Sum of the diagonal, of integers and BOOL in INT64."""
    diagonal = np.diagonal(x)
    if x.dtype.kind in "iub":
        diagonal = diagonal.astype(np.int64)
    return _sum(diagonal, (), keep_dims=False).reshape(1)
