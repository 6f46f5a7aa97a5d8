"""What an update does to an element and how numbers compare, in plain Python: references for operators with indices."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from _run import Array, np_dtype


def quotient(a: Any, b: Any) -> Any:
    """Integers lose the fraction; dividing them by 0 gives 0."""
    if not isinstance(a, int):
        with np.errstate(all="ignore"):
            return float(np.divide(a, b))
    return 0 if not b else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


COMBINE: dict[str, Callable[[Any, Any], Any]] = {
    "none": lambda a, b: b,
    "add": lambda a, b: a + b,
    "mean": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "div": quotient,
    "max": max,
    "min": min,
}


def held(number: Any, kind: np.dtype[Any]) -> Any:
    """The number, as an element of the dtype holds it."""
    if kind.kind == "b":
        return bool(number)
    if kind.kind in "iu":
        return int(np.array(int(number) & (2 ** (8 * kind.itemsize) - 1), np.uint64).astype(kind))
    with np.errstate(over="ignore"):
        return np.array(number).astype(kind).astype(np.complex128 if kind.kind == "c" else np.float64).item()


def updated(
    x: Array,
    dtype: int,
    updates: Iterable[tuple[tuple[int, ...], Any]],
    reduction: str,
    *,
    rounds: bool,
    include_self: bool = True,
) -> Array:
    """x after the updates (place, number), one by one; `rounds` says whether each result is rounded."""
    kind, out, hits = np_dtype(dtype), {}, {}
    for place, number in updates:
        hits[place] = hits.get(place, 0) + 1
        before = out.get(place, x[place].item())
        replaces = hits[place] == 1 and not include_self
        out[place] = number if replaces else COMBINE[reduction](before, number)
        if rounds or kind.kind in "iub":
            out[place] = held(out[place], kind)
    result = np.array(x)
    for place, number in out.items():
        if reduction == "mean":
            count = hits[place] + include_self
            result[place] = held(number // count if kind.kind in "iu" else number / count, kind)
        else:
            result[place] = held(number, kind)
    return result


def rank_of(number: float) -> tuple[bool, float]:
    """What numbers are ordered by: NaN is the largest."""
    return (True, 0) if math.isnan(number) else (False, number)
