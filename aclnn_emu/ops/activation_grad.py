"""Gradients of activations: the upstream gradient with the activation's input, or with its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.layout import broadcast
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import activation_grad as grads
from aclnn_emu.kernels import data
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._activations import not_below_zero, scalar_casts
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    Check,
    casts_to,
    custom,
    dtype_in,
    except_on,
    max_rank,
    not_null,
    only_on,
    promotes,
    same_dtype,
    same_format,
    same_shape,
    shape_is_broadcast,
    unless_empty,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__ = ["ROWS"]

_FLOATS = with_bf16(F32, F16)
_ALL_BF16 = dtypes(F32, F16, BF16)
_BUT_TWO = dtypes(F32, F16, BF16, DAV_1001=(F32, F16), DAV_2002=(F32, F16))


@attrs.frozen(kw_only=True)
class GradRow:
    """What the members of the family differ in.

    Attributes:
        name: without ``aclnn``.
        formula: for the documents.
        prototype: the parameters between gradOutput and the result, and the result's name last.
        x: the activation's input or result.
        out: the gradient that is made.
        checks: all of them.
        kernel: the arithmetic, over gradOutput and x.
        attributes: of the kernel, from the arguments by parameter name.
        promotes: both are cast to their promoted dtype before the kernel.
        spreads: how two shapes become one by BroadcastTo: ``both`` of them before the casts, or ``each`` that has another
            shape behind them; otherwise the kernel broadcasts.
        empty: tensors whose emptiness means that nothing is done.
        casts: the result is cast to the dtype of out.
        source: the vendor file.
        deviations: where we differ from the source.
    """

    name: str
    formula: str
    prototype: str = "const aclTensor *self, aclTensor *gradInput"
    x: str = "self"
    out: str = "gradInput"
    checks: tuple[Check, ...]
    kernel: Kernel
    attributes: Callable[[Mapping[str, Any]], dict[str, Any]] = lambda _args: {}
    promotes: bool = False
    spreads: str = ""
    empty: tuple[str, ...] = ("gradOutput",)
    casts: bool = False
    source: str
    deviations: tuple[str, ...] = ()


def _same(x: str = "self", out: str = "gradInput") -> tuple[Check, ...]:
    return (same_dtype(x, "gradOutput"), same_dtype("gradOutput", out))


def _floats_of(*scalars: str, **names: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """The scalars as FLOAT, under the kernel's names where those differ."""
    pairs = {**{name: name for name in scalars}, **names}
    return lambda args: {kernel: args[scalar].as_(0) for kernel, scalar in pairs.items()}


def _limit(args: Mapping[str, Any]) -> dict[str, Any]:
    """aclnnHardshrinkBackward takes a negative lambd for 0."""
    return {"lambd": max(args["lambd"].as_(0), 0.0)}


@custom(
    "silu_dtypes",
    ("gradOutput", "self", "gradInput"),
    "gradInput: FLOAT where the inputs differ, else theirs",
)
def _silu_dtypes(call: Call) -> None:
    grad, x, out = (call.args[name].dtype for name in ("gradOutput", "self", "gradInput"))
    if grad == x:
        same_dtype("gradInput", "gradOutput", "self").run(call)
    elif out != F32:
        raise ParamInvalid(
            "ACLNN-PARAM-041", op=call.operator.name, param="gradInput", got=dtype_name(out), reference="self",
            dtype=f"{dtype_name(x)} and gradOutput of dtype {dtype_name(grad)}", allowed="FLOAT",
        )  # fmt: skip


_SIGMOID_OUT = dtypes(F32, F16, F64, C64, C128, BF16)
_TANH = with_bf16(F32, F16, F64)

ROWS = (
    GradRow(
        name="SigmoidBackward",
        formula="gradOutput * (1 - output) * output",
        prototype="const aclTensor *output, aclTensor *gradInput",
        x="output",
        checks=(
            not_null("gradOutput", "output", "gradInput"),
            dtype_in(with_bf16(F32, F16, F64, C64, C128), "gradOutput"),
            dtype_in(_SIGMOID_OUT, "output", "gradInput"),
            max_rank(8, "gradOutput", "output"),
            promotes("gradOutput", "output"),
            casts_to("gradInput"),
            shape_is_broadcast("gradInput", "gradOutput", "output"),
        ),
        kernel=grads.sigmoid_grad,
        promotes=True,
        spreads="both",
        empty=("gradOutput", "output"),
        casts=True,
        source="ops-nn/activation/sigmoid_grad/op_api/aclnn_sigmoid_backward.cpp",
    ),
    GradRow(
        name="TanhBackward",
        formula="gradOutput * (1 - output * output)",
        prototype="const aclTensor *output, aclTensor *gradInput",
        x="output",
        checks=(
            not_null("gradOutput", "output", "gradInput"),
            dtype_in(_TANH, "gradOutput", "output", "gradInput"),
            same_dtype("gradOutput", "output", "gradInput"),
            max_rank(8, "gradOutput", "output"),
            shape_is_broadcast("gradInput", "gradOutput", "output"),
        ),
        kernel=grads.tanh_grad,
        empty=("gradOutput", "output"),
        source="ops-math/math/tanh_grad/op_api/aclnn_tanh_backward.cpp",
    ),
    GradRow(
        name="LeakyReluBackward",
        formula="gradOutput where self > 0, else negativeSlope * gradOutput",
        prototype="const aclTensor *self, const aclScalar *negativeSlope, bool selfIsResult, aclTensor *out",
        out="out",
        checks=(
            not_null("gradOutput", "self", "negativeSlope", "out"),
            dtype_in(_TANH, "gradOutput", "self"),
            dtype_in(with_bf16(F32, F16, F64, S32, S64, S8, U8, BOOL, S16), "negativeSlope"),
            max_rank(8, "gradOutput", "self"),
            shape_is_broadcast("out", "gradOutput", "self"),
            not_below_zero("negativeSlope", if_flag="selfIsResult"),
            promotes("gradOutput", "self"),
            casts_to("out"),
        ),
        kernel=grads.leaky_relu_grad,
        attributes=_floats_of(slope="negativeSlope"),
        promotes=True,
        empty=("self",),
        casts=True,
        source="ops-nn/activation/leaky_relu_grad/op_api/aclnn_leaky_relu_backward.cpp",
    ),
    GradRow(
        name="EluBackward",
        formula="gradOutput * scale above 0, else gradOutput * inputScale * alpha * scale * exp(inputScale * self), or"
        " gradOutput * inputScale * (result + alpha * scale)",
        prototype="const aclScalar *alpha, const aclScalar *scale, const aclScalar *inputScale, bool isResult,"
        " const aclTensor *selfOrResult, aclTensor *gradInput",
        x="selfOrResult",
        checks=(
            not_null("gradOutput", "alpha", "scale", "inputScale", "selfOrResult", "gradInput"),
            same_dtype("gradOutput", "selfOrResult"),
            dtype_in(_FLOATS, "gradOutput"),
            scalar_casts("alpha", "scale", "inputScale"),
            promotes("gradOutput"),
            casts_to("gradInput"),
            same_shape("gradOutput", "selfOrResult", "gradInput"),
            max_rank(8, "gradOutput"),
            not_below_zero("alpha", if_flag="isResult"),
        ),
        kernel=grads.elu_grad,
        attributes=lambda args: {
            **_floats_of("alpha", "scale", input_scale="inputScale")(args), "is_result": args["isResult"]
        },
        casts=True,
        source="ops-nn/activation/elu_grad_v2/op_api/aclnn_elu_backward.cpp",
    ),
    GradRow(
        name="SeluBackward",
        formula="gradOutput * 1.0507 above 0, else gradOutput * (result + 1.7581)",
        prototype="const aclTensor *result, aclTensor *gradInput",
        x="result",
        checks=(
            not_null("gradOutput", "result", "gradInput"),
            same_dtype("gradOutput", "result", "gradInput"),
            dtype_in(with_bf16(F32, F16, S32, S8), "gradOutput"),
            same_shape("gradOutput", "result", "gradInput"),
        ),
        kernel=grads.selu_grad,
        source="ops-nn/activation/selu_grad/op_api/aclnn_selu_backward.cpp",
    ),
    GradRow(
        name="FastGeluBackward",
        formula="gradOutput * d * (1 + 1.702 * self * (1 - d)) with d = 1 / (1 + exp(-1.702 * self))",
        checks=(
            not_null("gradOutput", "self", "gradInput"),
            *_same(),
            dtype_in(dtypes(DAV_2201=(F32, F16, BF16), DAV_3510=(F32, F16, BF16)), "gradInput"),
            same_shape("self", "gradOutput"),
            same_shape("gradOutput", "gradInput"),
            max_rank(8, "self"),
            same_format("self", "gradInput", "gradOutput"),
        ),
        kernel=grads.fast_gelu_grad,
        source="ops-nn/activation/fast_gelu_grad/op_api/aclnn_fast_gelu_backward.cpp",
    ),
    GradRow(
        name="MishBackward",
        formula="gradOutput * (t + self * sigmoid(self) * (1 - t * t)) with t = tanh(log(1 + exp(self)))",
        checks=(
            not_null("gradOutput", "self", "gradInput"),
            dtype_in(_FLOATS, "gradOutput", "self", "gradInput"),
            max_rank(8, "gradOutput", "self", "gradInput"),
            shape_is_broadcast("gradInput", "self", "gradOutput"),
            promotes("self", "gradOutput"),
        ),
        kernel=grads.mish_grad,
        promotes=True,
        spreads="each",
        empty=("self", "gradOutput"),
        casts=True,
        source="ops-nn/activation/mish_grad/op_api/aclnn_mish_backward.cpp",
        deviations=("A self that cannot be cast to gradInput's dtype is refused for its dtype, which is outside the list.",),
    ),
    GradRow(
        name="SiluBackward",
        formula="gradOutput * sigmoid(self) * (1 + self * (1 - sigmoid(self)))",
        checks=(
            not_null("gradOutput", "self", "gradInput"),
            dtype_in(_ALL_BF16, "gradOutput", "self", "gradInput"),
            except_on(REGBASE, same_dtype("gradInput", "gradOutput", "self")),
            only_on(REGBASE, _silu_dtypes),
            dtype_in(_FLOATS, "self", "gradOutput"),
            max_rank(8, "gradOutput", "self"),
            except_on(REGBASE, same_shape("gradInput", "gradOutput", "self")),
            only_on(REGBASE, shape_is_broadcast("gradInput", "gradOutput", "self")),
        ),
        kernel=grads.silu_grad,
        empty=("gradOutput", "self"),
        source="ops-nn/activation/silu_grad/op_api/aclnn_silu_backward.cpp",
    ),
    GradRow(
        name="SwishBackward",
        formula="gradOutput * s * (1 + beta * self * (1 - s)) with s = sigmoid(beta * self), beta 1 where it is not given",
        prototype="const aclTensor *self, const aclScalar *betaOptional, aclTensor *gradInput",
        checks=(
            not_null("gradOutput", "self", "gradInput"),
            dtype_in(_ALL_BF16, "gradOutput", "self"),
            when_given("betaOptional", scalar_casts("betaOptional")),
            same_dtype("gradInput", "gradOutput", "self"),
            dtype_in(_FLOATS, "self"),
            max_rank(8, "gradOutput", "self", "gradInput"),
            same_shape("gradInput", "gradOutput", "self"),
        ),
        kernel=grads.swish_grad,
        attributes=lambda args: {
            "scale": 1.0 if args["betaOptional"] is None else args["betaOptional"].as_(0)
        },
        source="ops-nn/activation/swish_grad/op_api/aclnn_swish_backward.cpp",
    ),
    GradRow(
        name="HardshrinkBackward",
        formula="0 where |self| <= lambd, else gradOutput",
        prototype="const aclTensor *self, const aclScalar *lambd, aclTensor *gradInput",
        checks=(
            not_null("gradOutput", "self", "lambd", "gradInput"),
            dtype_in(_FLOATS, "gradOutput", "self", "gradInput"),
            max_rank(8, "gradOutput", "self", "gradInput"),
            promotes("gradOutput", "self"),
            casts_to("gradInput"),
            unless_empty("gradOutput", unless_empty("self", shape_is_broadcast("gradInput", "gradOutput", "self"))),
        ),
        kernel=grads.hard_shrink_grad,
        attributes=_limit,
        promotes=True,
        spreads="both",
        empty=("gradOutput", "self"),
        casts=True,
        source="ops-nn/activation/hard_shrink_grad/op_api/aclnn_hardshrink_backward.cpp",
    ),
    GradRow(
        name="HardsigmoidBackward",
        formula="gradOutput / 6 where 0 < self / 6 + 0.5 < 1, else 0",
        prototype="const aclTensor *self, aclTensor *out",
        out="out",
        checks=(
            not_null("gradOutput", "self", "out"),
            dtype_in(_FLOATS, "gradOutput", "self"),
            promotes("gradOutput", "self"),
            casts_to("out"),
            max_rank(8, "gradOutput", "self", "out"),
            same_shape("self", "gradOutput", "out"),
        ),
        kernel=grads.hard_sigmoid_grad,
        promotes=True,
        casts=True,
        source="ops-nn/activation/hard_sigmoid_grad/op_api/aclnn_hardsigmoid_backward.cpp",
    ),
    *(
        GradRow(
            name=f"HardswishBackward{version}",
            formula=f"gradOutput * (self / 3 + 0.5) between -3 and 3{bounds}, 0 below, gradOutput above",
            prototype="const aclTensor *self, aclTensor *out",
            out="out",
            checks=(
                not_null("gradOutput", "self", "out"),
                dtype_in(_FLOATS, *order),
                same_dtype("self", "gradOutput", "out"),
                max_rank(8, "gradOutput", "self"),
                same_shape("self", "gradOutput", "out"),
            ),
            kernel=kernel,
            source=f"ops-nn/activation/{folder}/op_host/op_api/aclnn_hardswish_backward{suffix}.cpp",
        )
        for version, bounds, order, kernel, folder, suffix in (
            ("", ", both included", ("self", "gradOutput"), grads.hard_swish_grad, "hard_swish_grad", ""),
            ("V2", "", ("gradOutput", "self"), grads.hard_swish_grad_v2, "hard_swish_grad_v2", "_v2"),
        )
    ),
    GradRow(
        name="LogSigmoidBackward",
        formula="gradOutput * sigmoid(-self)",
        prototype="const aclTensor *self, const aclTensor *buffer, aclTensor *gradInput",
        checks=(
            not_null("gradOutput", "self", "buffer", "gradInput"),
            dtype_in(_FLOATS, "gradOutput", "self"),
            same_dtype("gradInput", "gradOutput", "self"),
            same_shape("gradInput", "gradOutput", "self"),
        ),
        kernel=grads.log_sigmoid_grad,
        source="ops-nn/activation/logsigmoid_grad/op_api/aclnn_logsigmoid_backward.cpp",
    ),
    GradRow(
        name="SoftshrinkBackward",
        formula="gradOutput where |self| > lambda, else 0",
        prototype="const aclTensor *self, const aclScalar *lambda, aclTensor *gradInput",
        checks=(
            not_null("gradOutput", "self", "lambda", "gradInput"),
            dtype_in(_BUT_TWO, "gradOutput", "self", "gradInput"),
            max_rank(8, "gradOutput", "self"),
            shape_is_broadcast("gradInput", "gradOutput", "self"),
            not_below_zero("lambda"),
            promotes("gradOutput", "self"),
        ),
        kernel=grads.soft_shrink_grad,
        attributes=lambda args: {"lambd": args["lambda"].as_(0)},
        promotes=True,
        spreads="both",
        empty=("gradOutput", "gradInput"),
        source="ops-nn/activation/soft_shrink_grad/op_api/aclnn_softshrink_backward.cpp",
    ),
)  # fmt: skip


def _declare(row: GradRow) -> None:
    def plan(b: Builder, *_args: Any) -> None:
        args = b.call.args
        if not any(args[name].is_empty for name in row.empty):
            _plan(b, row, args)

    plan.__doc__ = f"{row.out} = {row.formula}."
    operator(
        f"aclnn{row.name}(const aclTensor *gradOutput, {row.prototype})",
        checks=row.checks,
        source=row.source,
        deviations=row.deviations,
    )(plan)


def _plan(b: Builder, row: GradRow, args: Mapping[str, Any]) -> None:
    grad, x, out = b.contiguous(args["gradOutput"]), b.contiguous(args[row.x]), args[row.out]
    shape = broadcast(grad.shape, x.shape) or ()
    if row.spreads == "both" and grad.shape != x.shape:
        grad, x = _broadcast_to(b, grad, shape), _broadcast_to(b, x, shape)
    if row.promotes:
        grad, x = b.cast(grad, b.promoted), b.cast(x, b.promoted)
    if row.spreads == "each":
        grad, x = spread(b, grad, shape), spread(b, x, shape)
    # Ascend950's aclnnSiluBackward makes FLOAT of two dtypes; all others have one dtype here.
    dtype = grad.dtype if grad.dtype == x.dtype else F32
    result = b.kernel(row.kernel, grad, x, dtype=dtype, **row.attributes(args))
    b.view_copy(b.cast(result, out.dtype) if row.casts else result, out)


def spread(b: Builder, source: Buffer, shape: tuple[int, ...]) -> Buffer:
    """BroadcastTo, unless the source has the shape."""
    return source if source.shape == shape else _broadcast_to(b, source, shape)


def _broadcast_to(b: Builder, source: Buffer, shape: tuple[int, ...]) -> Buffer:
    return b.kernel(data.copy, source, name="BroadcastTo", shape=shape)


for _row in ROWS:
    _declare(_row)
