"""Shapes and strides, in elements. Nothing here checks its arguments: a tensor may carry any numbers."""

from __future__ import annotations

import math

__all__ = ["broadcast", "broadcasts_to", "contiguous_strides", "is_contiguous", "numel", "view_reach"]

Shape = tuple[int, ...]


def numel(shape: Shape) -> int:
    """Product of the sizes; 1 for a scalar (rank 0)."""
    return math.prod(shape)


def contiguous_strides(shape: Shape) -> Shape:
    """Row-major strides of the shape; a size of 0 gives strides of 0 in front of it, as in CANN."""
    strides = []
    stride = 1
    for size in reversed(shape):
        strides.append(stride)
        stride *= size
    return tuple(reversed(strides))


def is_contiguous(shape: Shape, strides: Shape) -> bool:
    """Whether the elements lie in row-major order without gaps.

    Sizes of 1 do not count, and a view of no or one element is contiguous whatever its strides are.
    Source: opbase src/nnopbase/common/utils/tensor_view_utils.cpp.
    """
    if math.prod(shape) in {0, 1}:
        return True
    expected = 1
    for size, stride in zip(reversed(shape), reversed(strides), strict=False):
        if size == 1:
            continue
        if stride != expected:
            return False
        expected *= size
    return True


def broadcast(a: Shape, b: Shape) -> Shape | None:
    """The common shape of two, None when they do not broadcast. A size of 0 goes with 0 and 1 only."""
    if len(a) < len(b):
        a, b = b, a
    lead = len(a) - len(b)
    merged = list(a[:lead])
    for x, y in zip(a[lead:], b, strict=True):
        if x not in {y, 1} and y != 1:
            return None
        merged.append(y if x == 1 else x)
    return tuple(merged)


def broadcasts_to(src: Shape, dst: Shape) -> bool:
    """Whether ``src`` can be repeated to become exactly ``dst``."""
    return broadcast(src, dst) == dst


def view_reach(shape: Shape, strides: Shape, offset: int) -> tuple[int, int]:
    """Lowest element index that the view touches, and one past the highest.

    Both equal ``offset`` for an empty view. The lowest is negative when the view begins before its storage.
    """
    if 0 in shape:
        return offset, offset
    low = high = offset
    for size, stride in zip(shape, strides, strict=False):
        span = stride * (size - 1)
        if span < 0:
            low += span
        else:
            high += span
    return low, high + 1
