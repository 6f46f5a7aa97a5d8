"""How operators with aclScalars (alpha, a scalar operand) find their compute dtype."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from aclnn_emu.core.dtypes import DataType, dtype_name, is_complex, is_integral, numpy_dtype
from aclnn_emu.core.promotion import promote_scalar, promote_scalar_classic, promote_scalar_muls
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.plan.checks import Check, require_cast

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.plan.dtypes import DtypeList
    from aclnn_emu.plan.spec import Call

__all__ = [
    "REGBASE",
    "alpha_casts",
    "casts_to_promoted",
    "is_half_float_mix",
    "is_one",
    "promoted_in",
    "promotes_with_scalar",
    "scalar_product",
]

REGBASE = 3510
"""Ascend950, the only chip of its architecture so far."""

_HALF = (DataType.ACL_FLOAT16, DataType.ACL_BF16)


def is_one(alpha: Scalar, promoted: int, *, regbase: bool) -> bool:
    """Whether the operator leaves the multiplication with alpha out.

    The test asks whether alpha is neither above nor below 1, so NaN counts as 1. Ascend950 never takes the
    shortcut for complex numbers and compares doubles as doubles.
    """
    if regbase and (is_complex(alpha.dtype) or is_complex(promoted)):
        return False
    wide = DataType.ACL_DOUBLE if regbase and promoted == DataType.ACL_DOUBLE else DataType.ACL_FLOAT
    value = alpha.as_(wide)
    return not isinstance(value, complex) and not (value > 1 or value < 1)


def scalar_product(a: Scalar, b: Scalar, dtype: int) -> complex:
    """a * b, both converted to the dtype first, in that dtype's arithmetic."""
    target = numpy_dtype(dtype)
    if target is None:
        raise ValueError(f"no NumPy type for {dtype_name(dtype)}")
    wide = np.dtype(np.float32) if dtype in _HALF else target
    with np.errstate(all="ignore"):
        product = np.array(a.as_(dtype), wide) * np.array(b.as_(dtype), wide)
        return product.astype(target).item() if dtype not in _HALF else float(product.astype(target))


def alpha_casts(param: str = "alpha") -> Check:
    """Alpha can be cast to the promoted dtype; with BOOL it must be integral or bool."""

    def run(call: Call) -> None:
        alpha = call.args[param]
        if call.promoted != DataType.ACL_BOOL:
            require_cast(call, alpha.dtype, param, call.promoted)
        elif not (is_integral(alpha.dtype) or alpha.dtype == DataType.ACL_BOOL):
            raise ParamInvalid(
                "ACLNN-PARAM-020", op=call.operator.name, param=param, got=dtype_name(alpha.dtype)
            )

    return Check("alpha_casts", (param,), run, f"{param}: castable to the promoted dtype")


def promotes_with_scalar(tensor: str, scalar: str, out: str, *, alpha: str | None = None) -> Check:
    """Find the promoted dtype of a tensor and a scalar by the chip's rule.

    Before Ascend950 the rule looks at the dtype of `out` as well; multiplication (no alpha) has its own.
    Ascend950 works by categories and leaves a half type where a scalar's value does not survive it.
    Addition and Ascend950 refuse a pair that does not promote; multiplication on other chips meets it later.
    """

    def run(call: Call) -> None:
        value, operand = call.args[tensor].dtype, call.args[scalar]
        regbase = call.profile.npu_arch == REGBASE
        if regbase:
            scalars = [operand] if alpha is None else [operand, call.args[alpha]]
            call.promoted = _by_category(value, scalars)
        elif alpha is None:
            call.promoted = promote_scalar_muls(value, operand.dtype, call.args[out].dtype)
        else:
            call.promoted = promote_scalar_classic(value, operand.dtype, call.args[out].dtype)
        if call.promoted == DataType.ACL_DT_UNDEFINED and (regbase or alpha is not None):
            raise ParamInvalid(
                "ACLNN-PARAM-011", op=call.operator.name, param=scalar, got=dtype_name(operand.dtype),
                other=dtype_name(value),
            )  # fmt: skip

    names = (tensor, scalar, out) if alpha is None else (tensor, scalar, alpha, out)
    return Check("promotes_with_scalar", names, run, f"{tensor}, {scalar}: dtypes promote")


def _by_category(tensor_dtype: int, scalars: list[Scalar]) -> int:
    promoted = promote_scalar(tensor_dtype, scalars[0].dtype)
    if promoted in _HALF and not all(scalar.survives(promoted) for scalar in scalars):
        return DataType.ACL_FLOAT
    return DataType.ACL_COMPLEX64 if promoted == DataType.ACL_COMPLEX32 else promoted


def promoted_in(dtypes: DtypeList, last: str) -> Check:
    """The promoted dtype is on the chip's list; `last` is the parameter that the text names."""

    def run(call: Call) -> None:
        allowed = dtypes.on(call.profile)
        if call.promoted not in allowed:
            raise ParamInvalid(
                "ACLNN-PARAM-021", op=call.operator.name, param=last, got=dtype_name(call.promoted),
                allowed=", ".join(map(dtype_name, allowed)),
            )  # fmt: skip

    return Check("promoted_in", (last,), run, "promoted dtype: on the list", {"dtypes": dtypes})


def casts_to_promoted(*params: str) -> Check:
    """Each tensor or scalar can be cast to the promoted dtype."""

    def run(call: Call) -> None:
        for name in params:
            require_cast(call, call.args[name].dtype, name, call.promoted)

    return Check("casts_to_promoted", params, run, f"{', '.join(params)}: castable to the promoted dtype")


def is_half_float_mix(a: int, b: int) -> bool:
    """FLOAT16 or BF16 with FLOAT: the kernels take the pair without a Cast."""
    return (a in _HALF and b == DataType.ACL_FLOAT) or (b in _HALF and a == DataType.ACL_FLOAT)
