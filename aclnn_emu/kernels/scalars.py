"""The same arithmetic with a host scalar in the place of one operand."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from aclnn_emu.core.dtypes import numpy_dtype
from aclnn_emu.kernels.kernel import Array, Kernel

__all__ = ["scalar_form"]


@cache
def scalar_form(pair: Kernel) -> Kernel:
    """The kernel of two operands for one array and a scalar: `other` as the second operand or `first` as the first.

    The scalar is stored in the array's dtype, or in that of `scalar_dtype` (an aclDataType value; half types count as
    FLOAT, into which the engine widens arrays as well). Other attributes are the pair's.
    """

    def function(
        x: Array,
        *,
        other: complex | None = None,
        first: complex | None = None,
        scalar_dtype: int | None = None,
        **attributes: Any,
    ) -> Array:
        if first is None:
            return pair.function(x, _stored(other, x, scalar_dtype), **attributes)
        return pair.function(_stored(first, x, scalar_dtype), x, **attributes)

    return Kernel(pair.name, function, pair.elementwise, pair.widens, pair.formula)


def _stored(value: Any, x: Array, dtype: int | None) -> Any:
    target = x.dtype if dtype is None else numpy_dtype(dtype)
    if target is None or (target.itemsize == 2 and target.kind not in "iu"):
        target = np.dtype(np.float32)
    return target.type(value)
