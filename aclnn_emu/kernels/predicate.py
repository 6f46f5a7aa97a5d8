"""Elementwise questions: each answers BOOL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aclnn_emu.kernels.kernel import Array, Kernel, kernel

__all__ = ["is_finite", "is_neg_inf", "is_pos_inf", "logical_not", "negative", "signbit"]


def _of(name: str, function: Callable[[Array], Any], formula: str) -> Kernel:
    return Kernel(name, function, elementwise=True, widens=True, formula=formula)


is_finite = _of("IsFinite", np.isfinite, "Whether x is neither infinite nor NaN.")
is_pos_inf = _of("IsPosInf", np.isposinf, "Whether x is +infinity.")
is_neg_inf = _of("IsNegInf", np.isneginf, "Whether x is -infinity.")
logical_not = _of("LogicalNot", np.logical_not, "Whether x is 0.")


@kernel(name="Less", elementwise=True)
def negative(x: Array) -> Array:
    """Whether x is less than 0."""
    result: Array = x < 0
    return result


@kernel(name="Signbit", elementwise=True)
def signbit(x: Array) -> Array:
    """Whether x has a minus sign, -0 included.

    Source: ops-math math/signbit/op_kernel/arch35/signbit_float_dag.h, signbit_integral_dag.h.
    """
    result: Array = np.signbit(x) if x.dtype.kind == "f" else x < 0
    return result
