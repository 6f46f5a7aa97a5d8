"""Decompositions of matrices, and what is solved with them. Batches come first, matrices are the last two axes.

NumPy computes in double precision and rounds to the dtype of the operand.
"""

from __future__ import annotations

import numpy as np

from aclnn_emu.errors import RtDeviceFault
from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["cholesky", "determinant", "eye", "inverse", "qr", "svd", "triangular_solve"]

Arrays = tuple[Array, ...]


@kernel(name="Eye", widens=False)
def eye(*, size: int) -> Array:
    """1 on the diagonal of a square FLOAT matrix, 0 elsewhere."""
    return np.eye(size, dtype=np.float32)


@kernel(name="Qr", outputs=2)
def qr(x: Array, *, complete: bool) -> Arrays:
    """Q with orthonormal columns and an upper triangle R, whose product is x; Householder's signs."""
    q, r = np.linalg.qr(x, mode="complete" if complete else "reduced")
    return q, r


@kernel(name="Cholesky")
def cholesky(x: Array, *, upper: bool) -> Array:
    """The triangle L with x = L L^T, or its transposed; of a matrix that is not positive definite NaN."""
    result = np.full_like(x, np.nan)
    source, target = x.reshape(-1, *x.shape[-2:]), result.reshape(-1, *x.shape[-2:])
    for matrix, place in zip(source, target, strict=True):
        try:
            lower = np.linalg.cholesky(np.triu(matrix).T if upper else matrix)
        except np.linalg.LinAlgError:
            continue
        place[...] = lower.T if upper else lower
    return result


@kernel(name="MatrixInverse")
def inverse(x: Array) -> Array:
    """The inverse of each matrix."""
    try:
        return np.linalg.inv(x)
    except np.linalg.LinAlgError:
        raise RtDeviceFault("ACLNN-PARAM-193", kernel="MatrixInverse") from None


@kernel(name="Svd", outputs=3)
def svd(x: Array, *, full: bool, vectors: bool) -> Arrays:
    """Singular values from the largest, with U and V of x = U diag(sigma) V^H; without vectors zeros in their place."""
    if not np.isfinite(x).all():
        raise RtDeviceFault("ACLNN-PARAM-194", kernel="Svd")
    if not vectors:
        return np.linalg.svd(x, compute_uv=False), np.zeros((), x.dtype), np.zeros((), x.dtype)
    u, sigma, v = np.linalg.svd(x, full_matrices=full)
    return sigma, u, np.conj(np.swapaxes(v, -1, -2))


@kernel(name="LogMatrixDeterminant", outputs=2)
def determinant(x: Array) -> Arrays:
    """The sign of the determinant, of complex matrices a number of size 1, and the logarithm of its size."""
    sign, log = np.linalg.slogdet(x)
    return np.asarray(sign), np.asarray(log)


@kernel(name="TriangularSolve")
def triangular_solve(a: Array, c: Array, *, upper: bool, adjoint: bool) -> Array:
    """X of A X = c, or of A^H X = c; the other triangle of A is not read. Substitution, row by row."""
    matrix = np.conj(np.swapaxes(a, -1, -2)) if adjoint else a
    from_last = upper != adjoint
    size = matrix.shape[-1]
    result = np.zeros_like(c)
    order = range(size - 1, -1, -1) if from_last else range(size)
    for row in order:
        known = slice(row + 1, size) if from_last else slice(0, row)
        sums = np.matmul(matrix[..., row : row + 1, known], result[..., known, :])
        result[..., row : row + 1, :] = (c[..., row : row + 1, :] - sums) / matrix[
            ..., row : row + 1, row : row + 1
        ]
    return result
