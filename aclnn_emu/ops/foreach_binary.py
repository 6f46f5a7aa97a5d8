"""Operators over a tensor list and another operand: a second list, a scalar, a list of scalars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import arithmetic, elementwise, foreach
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._foreach import (
    A5,
    FLOATS,
    OF_LISTS,
    OF_LISTS_WIDE,
    ForeachRow,
    alone,
    as_tensor,
    by_arch,
    declare,
    from_host,
)
from aclnn_emu.ops._types import BF16, F16, F32, S8, S16, S32, U8
from aclnn_emu.plan.checks import Check, custom

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Call

__all__ = ["ROWS"]

_HOST = "ops-nn/foreach/foreach_{0}/op_host/foreach_{0}_def.cpp"
_API = "ops-nn/foreach/foreach_{0}/op_host/op_api/aclnn_foreach_{1}.cpp"

_PAIR = ("x1", "x2")
_SMALL = (S16, S8, U8)
_NUMBERS = (*FLOATS, S32)
_ALL = (*_NUMBERS, *_SMALL)

_TENSOR, _SCALAR, _SCALARS = (
    "const aclTensor *scalar",
    "const aclScalar *scalar",
    "const aclScalarList *scalars",
)
_ALPHA, _HOST_ALPHA = "const aclTensor *alpha", "const aclScalar *alpha"
_OUT = "aclTensorList *out"

_WIDE = ((F16, F16), (F16, F32), *as_tensor(F32, S32, BF16))
"""Rows of 950, whose kernels take a FLOAT scalar for FLOAT16."""

_LIMITS = {F32: 3.4028234663852886e38, F16: 65504.0, BF16: 3.3895313892515355e38}


def _row(name: str, folder: str, formula: str, kernel: Kernel, **facts: Any) -> ForeachRow:
    return ForeachRow(name=name, formula=formula, kernel=kernel, source=_HOST.format(folder), **facts)


def _own(name: str, folder: str, file: str, formula: str, kernel: Kernel, **facts: Any) -> ForeachRow:
    return ForeachRow(
        name=name, formula=formula, kernel=kernel, source=_API.format(folder, file), out=_OUT, **facts
    )


@custom(
    "scalar_fits", ("x", "scalar"), "scalar: within the range of the dtype of x, unless it has that dtype"
)
def _scalar_fits(call: Call) -> None:
    items, scalar = call.args["x"].items, call.args["scalar"]
    if not items or scalar.dtype == items[0].dtype:
        return
    dtype, value = items[0].dtype, float(scalar.value)
    low, high = (-(2.0**31), 2.0**31 - 1) if dtype == S32 else (-_LIMITS[dtype], _LIMITS[dtype])
    if value < low or value > high:
        raise ParamInvalid(
            "ACLNN-PARAM-124", op=call.operator.name, param="scalar", got=scalar.value, reference="x[0]",
            dtype=dtype_name(dtype),
        )  # fmt: skip


_IN_RANGE: tuple[Check, ...] = (_scalar_fits,)

_LISTS = (
    _own(
        "AddList", "add_list", "add_list", "x1[i] + alpha * x2[i]", foreach.axpy, lists=_PAIR, scalar=_ALPHA,
        prototype=by_arch(as_tensor(*_ALL), as_tensor(*_NUMBERS)), listed=by_arch(alone(*_NUMBERS)),
        rule=OF_LISTS, strided=True, saturates=True,
    ),
    _own(
        "AddListV2", "add_list", "add_list_v2", "x1[i] + alpha * x2[i]", foreach.axpy, lists=_PAIR,
        scalar=_HOST_ALPHA, prototype=by_arch(as_tensor(*_ALL), as_tensor(*_NUMBERS)),
        listed=by_arch(alone(*_ALL)), rule=OF_LISTS, strided=True, saturates=True,
    ),
    _row(
        "AddListInplace", "add_list_inplace", "x1[i] + alpha * x2[i]", foreach.axpy, lists=_PAIR, scalar=_ALPHA,
        out="", strided=True, prototype=by_arch(None, as_tensor(*_NUMBERS)),
    ),
    _row(
        "SubList", "sub_list", "x1[i] - alpha * x2[i]", foreach.axpy_minus, lists=_PAIR, scalar=_ALPHA,
        saturates=True, prototype=by_arch(as_tensor(*_ALL), as_tensor(*_NUMBERS)),
    ),
    _own(
        "SubListV2", "sub_list", "sub_list_v2", "x1[i] - alpha * x2[i]", foreach.axpy_minus, lists=_PAIR,
        scalar=_HOST_ALPHA, prototype=by_arch(as_tensor(*_ALL), as_tensor(*_NUMBERS)),
        listed=by_arch(alone(*_ALL)), rule=OF_LISTS, saturates=True,
    ),
    _row(
        "SubListInplace", "sub_list_inplace", "x1[i] - alpha * x2[i]", foreach.axpy_minus, lists=_PAIR,
        scalar=_ALPHA, out="", strided=True, prototype=by_arch(None, as_tensor(*_NUMBERS)),
    ),
    _own(
        "MulList", "mul_list", "mul_list", "x1[i] * x2[i]", elementwise.mul, lists=_PAIR, strided=True,
        prototype=by_arch(alone(*_ALL)), listed=by_arch(alone(*_ALL)),
    ),
    _row(
        "MulListInplace", "mul_list_inplace", "x1[i] * x2[i]", elementwise.mul, lists=_PAIR, out="",
        strided=True, prototype=by_arch(None, alone(*_NUMBERS)),
    ),
    _own(
        "DivList", "div_list", "div_list", "x1[i] / x2[i]", arithmetic.real_div, lists=_PAIR, strided=True,
        prototype=by_arch(alone(*FLOATS)), listed=by_arch(alone(*FLOATS)),
    ),
    _row(
        "DivListInplace", "div_list_inplace", "x1[i] / x2[i]", arithmetic.real_div, lists=_PAIR, out="",
        prototype=by_arch(None, alone(*FLOATS)),
    ),
    _row(
        "MaximumList", "maximum_list", "max(x1[i], x2[i])", arithmetic.maximum, lists=_PAIR,
        prototype=by_arch(alone(*_NUMBERS)),
    ),
    _row(
        "MinimumList", "minimum_list", "min(x1[i], x2[i])", arithmetic.minimum, lists=_PAIR,
        prototype=by_arch(alone(*_NUMBERS)),
    ),
    _row(
        "PowList", "pow_list", "x1[i] to the power of x2[i]", foreach.power, lists=_PAIR,
        prototype=by_arch(alone(*_NUMBERS)), attributes=lambda arch: {"nan_stays": arch == A5},
    ),
)  # fmt: skip

_SCALAR_ROWS = (
    _row(
        "AddScalar", "add_scalar", "x[i] + scalar", elementwise.add, scalar=_TENSOR, saturates=True,
        prototype=by_arch(as_tensor(*_ALL), _WIDE),
    ),
    _own(
        "AddScalarV2", "add_scalar", "add_scalar_v2", "x[i] + scalar", elementwise.add, scalar=_SCALAR,
        saturates=True, prototype=by_arch(as_tensor(*_ALL), _WIDE), rule=OF_LISTS_WIDE,
        listed=by_arch(alone(*_ALL), alone(*_NUMBERS)), late=ParamInvalid, lengths_first=True,
    ),
    _row(
        "SubScalar", "sub_scalar", "x[i] - scalar", arithmetic.sub, scalar=_TENSOR,
        prototype=by_arch(as_tensor(*_NUMBERS)),
    ),
    _own(
        "SubScalarV2", "sub_scalar", "sub_scalar_v2", "x[i] - scalar", arithmetic.sub, scalar=_SCALAR,
        prototype=by_arch(as_tensor(*_NUMBERS)), listed=by_arch(alone(*_NUMBERS)), rule=OF_LISTS,
    ),
    _row(
        "SubScalarInplace", "sub_scalar_inplace", "x[i] - scalar", arithmetic.sub, scalar=_TENSOR, out="",
        strided=True, prototype=by_arch(None, _WIDE),
    ),
    _row(
        "MulScalar", "mul_scalar", "x[i] * scalar", elementwise.mul, scalar=_TENSOR,
        prototype=by_arch(as_tensor(*_NUMBERS), _WIDE),
    ),
    _own(
        "MulScalarV2", "mul_scalar", "mul_scalar_v2", "x[i] * scalar", elementwise.mul, scalar=_SCALAR,
        prototype=by_arch(as_tensor(*_NUMBERS), _WIDE), listed=by_arch(alone(*_NUMBERS)), rule=OF_LISTS_WIDE,
        late=ParamInvalid,
    ),
    _row(
        "MulScalarInplace", "mul_scalar_inplace", "x[i] * scalar", elementwise.mul, scalar=_TENSOR, out="",
        strided=True, prototype=by_arch(None, _WIDE),
    ),
    _own(
        "DivScalar", "div_scalar", "div_scalar", "x[i] / scalar", arithmetic.real_div, scalar=_TENSOR,
        strided=True, prototype=by_arch(as_tensor(*FLOATS)), listed=by_arch(alone(*FLOATS)), rule=OF_LISTS,
    ),
    _own(
        "DivScalarV2", "div_scalar", "div_scalar_v2", "x[i] / scalar", arithmetic.real_div, scalar=_SCALAR,
        strided=True, prototype=by_arch(as_tensor(*FLOATS)), listed=by_arch(alone(*FLOATS)), rule=OF_LISTS,
    ),
    _row(
        "MaximumScalar", "maximum_scalar", "max(x[i], scalar)", arithmetic.maximum, scalar=_TENSOR,
        prototype=by_arch(as_tensor(*_NUMBERS)),
    ),
    _own(
        "MaximumScalarV2", "maximum_scalar", "maximum_scalar_v2", "max(x[i], scalar)", arithmetic.maximum,
        scalar=_SCALAR, prototype=by_arch(as_tensor(*_NUMBERS)), listed=by_arch(alone(*_NUMBERS)),
        rule=OF_LISTS, extra=_IN_RANGE,
    ),
    _row(
        "MinimumScalar", "minimum_scalar", "min(x[i], scalar)", arithmetic.minimum, scalar=_TENSOR,
        prototype=by_arch(as_tensor(*_NUMBERS)),
    ),
    _own(
        "MinimumScalarV2", "minimum_scalar", "minimum_scalar_v2", "min(x[i], scalar)", arithmetic.minimum,
        scalar=_SCALAR, prototype=by_arch(as_tensor(*_NUMBERS)), listed=by_arch(alone(*_NUMBERS)),
        rule=OF_LISTS, extra=_IN_RANGE,
    ),
    _row(
        "PowScalar", "pow_scalar", "x[i] to the power of scalar", arithmetic.power, scalar=_TENSOR,
        prototype=by_arch(as_tensor(*_NUMBERS)),
    ),
    _own(
        "PowScalarV2", "pow_scalar", "pow_scalar_v2", "x[i] to the power of scalar", arithmetic.power,
        scalar=_SCALAR, prototype=by_arch(as_tensor(*_NUMBERS)), listed=by_arch(alone(*_NUMBERS)),
        rule=OF_LISTS,
    ),
    _row(
        "PowScalarAndTensor", "pow_scalar_and_tensor", "scalar to the power of x[i]", foreach.power_of,
        scalar=_SCALAR, scalar_first=True, half_scalars=True, prototype=by_arch(from_host(*_NUMBERS)),
        attributes=lambda arch: {"zero_below": arch == A5},
    ),
)  # fmt: skip


def _scalar_list(name: str, sign: str, kernel: Kernel, *dtypes: int, half_scalars: bool = True) -> ForeachRow:
    return _row(
        f"{name}ScalarList", f"{name.lower()}_scalar_list", sign.format("x[i]", "scalars[i]"), kernel,
        scalar=_SCALARS, half_scalars=half_scalars, wide_integers=True, prototype=by_arch(from_host(*dtypes)),
    )  # fmt: skip


_SCALAR_LIST_ROWS = (
    _scalar_list("Add", "{} + {}", elementwise.add, *_NUMBERS),
    _scalar_list("Sub", "{} - {}", arithmetic.sub, *_NUMBERS, half_scalars=False),
    _scalar_list("Mul", "{} * {}", elementwise.mul, *_NUMBERS),
    _scalar_list("Div", "{} / {}", arithmetic.real_div, *FLOATS, half_scalars=False),
    _scalar_list("Maximum", "max({}, {})", arithmetic.maximum, *_NUMBERS),
    _scalar_list("Minimum", "min({}, {})", arithmetic.minimum, *_NUMBERS),
    _scalar_list("Pow", "{} to the power of {}", arithmetic.power, *_NUMBERS),
)

ROWS = (*_LISTS, *_SCALAR_ROWS, *_SCALAR_LIST_ROWS)

for _declared in ROWS:
    declare(_declared, __name__)
