"""Products of matrices and vectors: what the cube computes, and Dot, Ger, Addr, Cross.

Half types arrive as float32, so that products accumulate in float32 and are rounded once.
"""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["addr", "cross", "dot", "gemm", "ger", "mat_mul"]

Shape = tuple[int, ...]


@kernel(name="MatMulV2")
def mat_mul(
    x: Array,
    y: Array,
    bias: Array | None = None,
    *,
    x_shape: Shape,
    y_shape: Shape,
    result_shape: Shape,
    swapped: tuple[bool, bool],
) -> Array:
    """x @ y + bias, of the operands taken in these shapes, their last axes swapped where said; batches broadcast."""
    x, y = x.reshape(x_shape), y.reshape(y_shape)
    x = np.swapaxes(x, -1, -2) if swapped[0] else x
    y = np.swapaxes(y, -1, -2) if swapped[1] else y
    product: Array = np.matmul(x, y)
    if bias is not None:
        product = product + bias
    return product.reshape(result_shape)


@kernel(name="GemmV3")
def gemm(x: Array, y: Array, c: Array, *, alpha: float, beta: float) -> Array:
    """alpha * (x @ y) + beta * c, rounded once."""
    result: Array = np.matmul(x, y)
    result = result * result.dtype.type(alpha)
    result += c * result.dtype.type(beta)
    return result


@kernel(name="Dot")
def dot(x: Array, y: Array) -> Array:
    """The sum of x * y, of two vectors; integers wrap."""
    return np.asarray(np.dot(x, y))


@kernel(name="Ger")
def ger(x: Array, y: Array) -> Array:
    """The product of each element of x with each of y; of BOOL the logical and."""
    result: Array = np.multiply(x[:, None], y[None, :])
    return result


@kernel(name="Addr")
def addr(c: Array, x: Array, y: Array, *, beta: complex, alpha: complex) -> Array:
    """beta * c + alpha * (x times y, each with each), rounded once; without c's values where beta is 0."""
    kind = c.dtype.type
    outer = (x * kind(alpha))[:, None] * y[None, :]
    if not beta:
        return np.broadcast_to(outer, np.broadcast_shapes(outer.shape, c.shape))
    result: Array = np.add(c * kind(beta), outer)
    return result


@kernel(name="Cross")
def cross(x: Array, y: Array, *, axis: int) -> Array:
    """The vector product along an axis of size 3; integers wrap."""
    x, y = np.broadcast_arrays(x, y)
    (x0, x1, x2), (y0, y1, y2) = np.moveaxis(x, axis, 0), np.moveaxis(y, axis, 0)
    return np.stack((x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, x0 * y1 - x1 * y0), axis=axis)
