"""FLOAT16 to float32 and back on tiles, by integer arithmetic: NumPy's own conversions take one element after the other.

Exact, and rounded to nearest even, as NumPy's are; a test compares all values. BF16's conversions by ml_dtypes are fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from aclnn_emu.kernels.kernel import Array

__all__ = ["convert"]

_F16, _F32 = np.dtype(np.float16), np.dtype(np.float32)

_UP = np.float32(2.0**112)  # between the two exponents' biases
_TOO_LARGE = np.float32(65520.0)  # rounds to infinity
_NORMAL = np.float32(2.0**-14)  # below, halves are denormal, in steps of 2^-24: those of float32 from 0.5 on
_HALF = np.float32(0.5)


def convert(source: Array, target: Array, spare: Array) -> None:
    """Store a piece in another dtype.

    Args:
        source: rows that are contiguous.
        target: of the same shape, and as contiguous.
        spare: 8 bytes an element, neither source nor target.
    """
    if source.dtype == _F16 and target.dtype == _F32:
        _widen(source, target, spare)
    elif source.dtype == _F32 and target.dtype == _F16:
        _narrow(source, target, spare)
    else:
        np.copyto(target, source, casting="unsafe")


def _widen(source: Array, target: Array, spare: Array) -> None:
    size = spare.view(np.uint16)[: source.size].reshape(source.shape)
    np.bitwise_and(source.view(np.uint16), 0x7FFF, out=size)
    if size.max(initial=0) >= 0x7C00:  # infinities or NaN
        np.copyto(target, source)
        return
    bits = target.view(np.int32)
    np.copyto(bits, source.view(np.int16))  # with copies of the sign in front
    np.left_shift(bits, 13, out=bits)
    np.bitwise_and(bits, np.int32(-0x70002000), out=bits)  # the sign once, exponent, fraction
    np.multiply(target, _UP, out=target)  # exact, also of denormal numbers


def _narrow(source: Array, target: Array, spare: Array) -> None:
    size, bits = spare.view(np.uint32)[: 2 * source.size].reshape(2, *source.shape)
    np.bitwise_and(source.view(np.uint32), 0x7FFFFFFF, out=size)
    if not size.view(np.float32).max(initial=0) < _TOO_LARGE:
        np.copyto(target, source, casting="unsafe")
        return
    # Round at bit 13 to even: half of its step less one, and one more where the bit is set.
    np.right_shift(size, 13, out=bits)
    np.bitwise_and(bits, 1, out=bits)
    np.add(bits, size, out=bits)
    np.add(bits, 0xFFF - (112 << 23) + (1 << 32), out=bits)
    np.right_shift(bits, 13, out=bits)
    small = size.view(np.float32) < _NORMAL
    if small.any():
        np.add(size.view(np.float32), _HALF, out=size.view(np.float32))
        np.subtract(size, _HALF.view(np.uint32), out=size)
        np.copyto(bits, size, where=small)
    np.right_shift(source.view(np.uint32), 16, out=size)
    np.bitwise_and(size, 0x8000, out=size)
    np.bitwise_or(bits, size, out=bits)
    np.copyto(target.view(np.uint16), bits, casting="unsafe")
