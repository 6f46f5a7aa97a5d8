"""Operators over one tensor list: functions of every element, norms, rounding, copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, elementwise, foreach, special, unary
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._foreach import (
    A5,
    FLOATS,
    ROUND_MODE,
    ForeachRow,
    alone,
    by_arch,
    declare,
)
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32
from aclnn_emu.plan.checks import custom

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Call

__all__ = ["ROWS"]

_HOST = "ops-nn/foreach/foreach_{0}/op_host/foreach_{0}_def.cpp"
_API = "ops-nn/foreach/foreach_{0}/op_host/op_api/aclnn_foreach_{1}.cpp"

_SMALL = (S16, S8, U8)


def _unary(name: str, folder: str, formula: str, kernel: Kernel, **facts: Any) -> ForeachRow:
    facts.setdefault("prototype", by_arch(alone(*FLOATS)))
    return ForeachRow(name=name, formula=formula, kernel=kernel, source=_HOST.format(folder), **facts)


def _in_place(name: str, folder: str, formula: str, kernel: Kernel, **facts: Any) -> ForeachRow:
    facts.setdefault("prototype", by_arch(None, alone(*FLOATS)))
    return _unary(name, folder, formula, kernel, out="", **facts)


def _base(base: int) -> Any:
    return lambda _arch: {"base": base}


@custom("copies", ("x", "out"), "out: one dtype, that of x, or the other of FLOAT and a half type")
def _copies(call: Call) -> None:
    x, out = call.args["x"].items, call.args["out"].items
    if not x or not out:
        return
    source, target = x[0].dtype, out[0].dtype
    for place, tensor in enumerate(out):
        if tensor.dtype != target:
            raise ParamInvalid(
                "ACLNN-PARAM-004", op=call.operator.name, param=f"out[{place}]",
                got=dtype_name(tensor.dtype), reference="out[0]", allowed=dtype_name(target),
            )  # fmt: skip
    allowed = {F32: (F32, F16, BF16), F16: (F16, F32), BF16: (BF16, F32)}.get(source, (source,))
    if target not in allowed:
        raise ParamInvalid(
            "ACLNN-PARAM-121", op=call.operator.name, param="out[0]", got=dtype_name(target), reference="x[0]",
            dtype=dtype_name(source), allowed=" or ".join(map(dtype_name, allowed)), soc=call.profile.name,
        )  # fmt: skip


@custom("copies_fit", ("x", "out"), "out: at most 8 dimensions, at least the elements of x (561103)")
def _copies_fit(call: Call) -> None:
    for place, (x, out) in enumerate(zip(call.args["x"].items, call.args["out"].items, strict=True)):
        if out.rank > 8:
            raise ParamInvalid(
                "ACLNN-PARAM-002", op=call.operator.name, param=f"out[{place}]", got=out.rank,
                shape=list(out.view_shape), allowed=8,
            )  # fmt: skip
        if out.numel < x.numel:
            raise InnerNullptr(
                "ACLNN-PARAM-048", op=call.operator.name, param=f"out[{place}]", got=out.numel,
                allowed=x.numel, reference=f"x[{place}]",
            )  # fmt: skip


_COPY = alone(F32, F16, BF16, S32, S8, U8, S16, U16, U32, S64, F64, BOOL)
_ROUND_OFF = by_arch(tuple((dtype, S8) for dtype in (*FLOATS, S16)), tuple((dtype, S8) for dtype in FLOATS))
_MODES: dict[str, Any] = {
    "attributes": lambda arch: {"has_modes": arch != A5},
    "deviations": (
        (
            "As the kernel does, not the document: Ascend950 looks at no roundMode and rounds to the nearest whole number,"
            " ties to even."
        ),
    ),
}
_WHOLE = "x[i] as a whole number, by roundMode"

ROWS = (
    _unary(
        "Abs", "abs", "abs(x[i])", foreach.magnitude, attributes=lambda arch: {"compares": arch == A5},
        deviations=("As in the kernel of Ascend950 its -0 stays -0.",),
    ),
    _unary("Acos", "acos", "arccos(x[i])", unary.acos),
    _in_place("ACosInplace", "a_cos_inplace", "arccos(x[i])", unary.acos, strided=True),
    _unary("Asin", "asin", "arcsin(x[i])", unary.asin),
    _unary("Atan", "atan", "arctan(x[i])", unary.atan),
    _unary("Cos", "cos", "cos(x[i])", unary.cos),
    _unary("Cosh", "cosh", "cosh(x[i])", unary.cosh),
    _unary("Erf", "erf", "erf(x[i])", special.erf),
    _unary("Erfc", "erfc", "1 - erf(x[i])", special.erfc),
    _unary(
        "Exp", "exp", "exp(x[i])", unary.exp, saturates=True, strided=True,
        prototype=by_arch(alone(*FLOATS, *_SMALL), alone(*FLOATS)),
    ),
    _unary(
        "Expm1", "expm1", "exp(x[i]) - 1", unary.expm1, saturates=True, strided=True,
        prototype=by_arch(alone(*FLOATS, *_SMALL), alone(*FLOATS)),
    ),
    _unary("Log", "log", "log(x[i])", unary.log),
    _in_place("LogInplace", "log_inplace", "log(x[i])", unary.log),
    _unary("Log10", "log10", "log10(x[i])", unary.log, attributes=_base(10)),
    _unary("Log1p", "log1p", "log(1 + x[i])", unary.log1p),
    _unary("Log2", "log2", "log2(x[i])", unary.log, attributes=_base(2)),
    _unary(
        "Neg", "neg", "-x[i]", unary.neg,
        prototype=by_arch(alone(*FLOATS, S32, *_SMALL), alone(*FLOATS, S32)),
    ),
    _unary("Reciprocal", "reciprocal", "1 / x[i]", unary.reciprocal),
    _unary("Sigmoid", "sigmoid", "1 / (1 + exp(-x[i]))", elementwise.sigmoid),
    _unary(
        "Sign", "sign", "the sign of x[i]", unary.sign, prototype=by_arch(alone(*FLOATS, S8, S32, S64))
    ),
    _unary("Sin", "sin", "sin(x[i])", unary.sin),
    _unary("Sinh", "sinh", "sinh(x[i])", unary.sinh),
    ForeachRow(
        name="Sqrt",
        formula="sqrt(x[i])",
        kernel=unary.sqrt,
        prototype=by_arch(alone(*FLOATS)),
        listed=by_arch(alone(*FLOATS)),
        out="aclTensorList *out",
        strided=True,
        source=_API.format("sqrt", "sqrt"),
    ),
    _unary("Tan", "tan", "tan(x[i])", unary.tan),
    _unary("Tanh", "tanh", "tanh(x[i])", unary.tanh),
    _in_place(
        "ZeroInplace", "zero_inplace", "0", foreach.zero, prototype=by_arch(alone(*FLOATS, S32, S16))
    ),
    ForeachRow(
        name="Copy",
        formula="x[i], cast to the dtype of out",
        kernel=data.copy,
        prototype=by_arch(_COPY),
        listed=by_arch(_COPY),
        out="aclTensorList *out",
        own_out_dtype=True,
        strided=True,
        extra=(_copies, _copies_fit),
        source=_API.format("copy", "copy"),
        deviations=("A strided output must have the shape of x; otherwise 561103.",),
    ),
    _unary(
        "Norm", "norm", "norm of x[i] of the order scalar", foreach.norm, scalar="const aclScalar *scalar",
        exactly=1, attributes=lambda arch: {"has_maximum": arch == A5},
        prototype=by_arch(tuple((dtype, order) for dtype in FLOATS for order in (F32, S64))),
        deviations=(
            ("As the kernels do, not the document: an order from 1 to below 2 sums absolute values, any other is 2;"
            " infinity gives the largest absolute value on Ascend950 only."),
            "The norm of an empty member is 0.",
        ),
    ),
    _unary(
        "RoundOffNumber", "round_off_number", _WHOLE, foreach.round_off, scalar="const aclTensor *roundMode",
        prototype=_ROUND_OFF, **_MODES,
    ),
    ForeachRow(
        name="RoundOffNumberV2",
        formula=_WHOLE,
        kernel=foreach.round_off,
        prototype=_ROUND_OFF,
        listed=by_arch(alone(*FLOATS, S32, S16), alone(*FLOATS, S32)),
        rule=ROUND_MODE,
        scalar="const aclScalar *roundMode",
        out="aclTensorList *out",
        source=_API.format("round_off_number", "round_off_number_v2"),
        **_MODES,
    ),
)  # fmt: skip

for _row in ROWS:
    declare(_row, __name__)
