"""Complex numbers made of real ones."""

from __future__ import annotations

import numpy as np

from aclnn_emu.kernels.kernel import Array, kernel

__all__ = ["complex_of", "polar"]


@kernel(name="Complex", elementwise=True)
def complex_of(real: Array, imaginary: Array) -> Array:
    """real + i * imaginary, of parts in the dtype of the arrays."""
    kind = np.complex128 if real.dtype == np.float64 else np.complex64
    result: Array = np.empty(np.broadcast_shapes(real.shape, imaginary.shape), kind)
    result.real, result.imag = real, imaginary
    return result


@kernel(name="Polar", elementwise=True)
def polar(radius: Array, angle: Array) -> Array:
    """radius * (cos(angle) + i * sin(angle)).

    Source: ops-math math/polar/op_kernel.
    """
    return complex_of.function(radius * np.cos(angle), radius * np.sin(angle))
