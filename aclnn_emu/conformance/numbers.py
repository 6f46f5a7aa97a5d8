"""Bytes of a tensor against the bytes that are expected: the same bits, or the same numbers within a threshold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from aclnn_emu.conformance.cases import Case, TensorSpec
from aclnn_emu.core.dtypes import DataType, dtype_name, numpy_dtype

__all__ = ["difference"]

# The vendor's: the mean relative error stays below, the largest below ten times that.
# Source: the comparison of the operators' own tests, as docs of ops-math and ops-nn state it.
_THRESHOLDS: Mapping[int, float] = {
    DataType.ACL_FLOAT: 2.0**-13,
    DataType.ACL_FLOAT16: 2.0**-10,
    DataType.ACL_BF16: 2.0**-7,
}
_TINY = 1e-7  # added to what the error is relative to, so that an expected zero has one


def difference(case: Case, name: str, expected: bytes, found: bytes, *, exact: bool) -> str:
    """How the bytes found in a memory of the case differ; "" when they do not.

    Args:
        case: for the dtype of the tensor that lies in the memory.
        name: of the memory.
        expected: its bytes.
        found: as many.
        exact: every bit counts; otherwise numbers may differ within the vendor's threshold.
    """
    if expected == found:
        return ""
    owner, dtype = _owner(case, name)
    kind = numpy_dtype(dtype)
    if kind is None or len(expected) % kind.itemsize:
        kind = np.dtype(np.uint8)
    wanted, got = np.frombuffer(expected, kind), np.frombuffer(found, kind)
    threshold = None if exact else _THRESHOLDS.get(dtype)
    wrong = _bits_differ(wanted, got) if threshold is None else _beyond(wanted, got, threshold)
    if not wrong.any():
        return ""
    place = int(np.argmax(wrong))
    rule = "bitwise" if threshold is None else f"mean relative error < {threshold:.2e}, each < ten times that"
    return (
        f"{owner}: {int(wrong.sum())} of {wrong.size} elements ({dtype_name(dtype)}) differ, "
        f"the first at {place}: {got[place]}, expected {wanted[place]} ({rule})"
    )


def _owner(case: Case, name: str) -> tuple[str, int]:
    """The first tensor that lies in the memory, and its dtype."""
    for label, spec in case.objects.items():
        if isinstance(spec, TensorSpec) and spec.memory == name:
            return label, spec.dtype
    return name, int(DataType.ACL_UINT8)


def _bits_differ(wanted: Any, got: Any) -> Any:
    size = wanted.dtype.itemsize
    return (wanted.view(np.uint8).reshape(-1, size) != got.view(np.uint8).reshape(-1, size)).any(axis=1)


def _beyond(wanted: Any, got: Any, threshold: float) -> Any:
    """Which elements are too far off; all of the differing ones when the mean is."""
    exact, near = wanted.astype(np.float64), got.astype(np.float64)
    same = (exact == near) | (np.isnan(exact) & np.isnan(near))
    with np.errstate(invalid="ignore"):
        error = np.where(same, 0.0, np.abs(near - exact) / (np.abs(exact) + _TINY))
    error = np.where(np.isfinite(error), error, np.inf)
    if np.mean(error) < threshold:
        return error >= 10 * threshold
    return ~same
