"""Activations: those without attributes, those with scalars, and the ones with more than a kernel."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.kernels import activation, elementwise
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._activations import casts, not_below_zero, not_zero, scalar_casts
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import UnaryRow, declare, with_bf16
from aclnn_emu.plan.checks import (
    Check,
    dtype_in,
    except_on,
    max_rank,
    not_null,
    same_dtype,
    same_format,
    same_shape,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder

__all__ = ["ROWS", "SCALAR_ROWS"]

_FLOATS = with_bf16(F32, F16)
_RELU = with_bf16(F32, F16, S8, U8, S32, S64)
_SELU = with_bf16(F32, F16, S32, S8)
_HARD_SIGMOID = with_bf16(F32, F16, S32)
# BF16 on every chip but Ascend910 and 310P.
_BUT_TWO = dtypes(F32, F16, BF16, DAV_1001=(F32, F16), DAV_2002=(F32, F16))

ROWS = (
    UnaryRow(
        name="Relu",
        formula="max(self, 0)",
        dtypes=_RELU,
        inplace_dtypes=_RELU,
        passes=(U8,),
        order=("dtype", "same", "rank", "out rank", "shape"),
        const=("out",),
        kernel=activation.relu,
        source="ops-nn/activation/relu/op_api/aclnn_relu.cpp",
    ),
    UnaryRow(
        name="Selu",
        formula="1.0507 * (max(self, 0) + min(1.67326 * (exp(self) - 1), 0))",
        dtypes=_SELU,
        out_dtypes=_SELU,
        inplace_dtypes=_SELU,
        order=("dtype", "out", "shape"),
        kernel=activation.selu,
        source="ops-nn/activation/selu/op_api/aclnn_selu.cpp",
    ),
    UnaryRow(
        name="Gelu",
        formula="self / (1 + exp(-1.595769 * (self + 0.044715 * self^3)))",
        dtypes=_FLOATS,
        inplace_dtypes=None,
        order=("dtype", "same", "public", "rank", "shape"),
        kernel=activation.gelu,
        source="ops-nn/activation/gelu/op_api/aclnn_gelu.cpp",
    ),
    UnaryRow(
        name="FastGelu",
        formula="self / (1 + exp(-1.702 * self))",
        dtypes=dtypes(DAV_2201=(F32, F16, BF16), DAV_3510=(F32, F16, BF16)),
        inplace_dtypes=None,
        order=("same", "dtype", "shape", "rank", "format"),
        kernel=activation.fast_gelu,
        source="ops-nn/activation/fast_gelu/op_api/aclnn_fast_gelu.cpp",
    ),
    UnaryRow(
        name="Mish",
        formula="self * tanh(log(1 + exp(self)))",
        dtypes=_FLOATS,
        inplace_dtypes=_FLOATS,
        order=("dtype", "out", "same", "rank", "out rank", "shape"),
        kernel=activation.mish,
        source="ops-nn/activation/mish/op_api/aclnn_mish.cpp",
    ),
    UnaryRow(
        name="Silu",
        formula="self / (1 + exp(-self))",
        dtypes=_FLOATS,
        inplace_dtypes=None,
        order=("dtype", "out", "same", "shape"),
        kernel=activation.swish,
        source="ops-nn/activation/swish/op_api/aclnn_silu.cpp",
    ),
    UnaryRow(
        name="LogSigmoid",
        formula="min(self, 0) - log(1 + exp(-|self|))",
        dtypes=_FLOATS,
        inplace_dtypes=None,
        order=("dtype", "out", "same", "shape"),
        kernel=activation.log_sigmoid,
        source="ops-nn/activation/log_sigmoid/op_api/aclnn_logsigmoid.cpp",
    ),
    UnaryRow(
        name="Hardsigmoid",
        formula="min(max(self / 6 + 0.5, 0), 1)",
        dtypes=_HARD_SIGMOID,
        inplace_dtypes=_HARD_SIGMOID,
        order=("dtype", "rank", "shape", "same", "format"),
        ref="self",
        const=("ref",),
        kernel=activation.hard_sigmoid,
        source="ops-nn/activation/hard_sigmoid/op_api/aclnn_hardsigmoid.cpp",
    ),
    UnaryRow(
        name="Hardswish",
        formula="max(self, -3) * min(max(self + 3, 0), 6) / 6",
        dtypes=_FLOATS,
        out_dtypes=_FLOATS,
        inplace_dtypes=_FLOATS,
        order=("dtype", "out", "shape"),
        ref="self",
        const=("out", "ref"),
        kernel=activation.hard_swish,
        source="ops-nn/activation/hard_swish/op_host/op_api/aclnn_hardswish.cpp",
    ),
)

for _row in ROWS:
    declare(_row, __name__)


# With scalars.


@attrs.frozen(kw_only=True)
class ScalarRow:
    """What activations with scalars differ in.

    Attributes:
        name: without ``aclnn``.
        formula: for the documents, over ``self`` and the scalars.
        scalars: their names in the prototype's order; the kernel has each as FLOAT under the name behind the colon.
        checks: behind the one for null pointers, for the names of self and out.
        in_place: whether there is an in-place operator.
        kernel: the arithmetic.
        adapt: what becomes of a scalar's value first.
        source: the vendor file.
    """

    name: str
    formula: str
    scalars: tuple[str, ...]
    checks: Callable[[str, str], tuple[Check, ...]]
    in_place: bool = False
    kernel: Kernel
    adapt: Callable[[Any], Any] = lambda value: value
    source: str


SCALAR_ROWS = (
    ScalarRow(
        name="LeakyRelu",
        formula="self above 0, else negativeSlope * self",
        scalars=("negativeSlope:slope",),
        checks=lambda x, out: (
            dtype_in(with_bf16(F32, F16, F64), x), casts(x, out), max_rank(8, x), same_shape(x, out),
        ),
        in_place=True,
        kernel=activation.leaky_relu,
        source="ops-nn/activation/leaky_relu/op_api/aclnn_leaky_relu.cpp",
    ),
    ScalarRow(
        name="Celu",
        formula="max(self, 0) + min(alpha * (exp(self / alpha) - 1), 0)",
        scalars=("alpha:alpha",),
        checks=lambda x, out: (
            dtype_in(_BUT_TWO, x), scalar_casts("alpha"), casts(x, out), max_rank(8, x), same_shape(x, out),
            not_zero("alpha"),
        ),
        in_place=True,
        kernel=activation.celu,
        source="ops-nn/activation/celu_v2/op_api/aclnn_celu.cpp",
    ),
    ScalarRow(
        name="Hardshrink",
        formula="0 where |self| <= lambd, else self",
        scalars=("lambd:lambd",),
        checks=lambda x, out: (dtype_in(_BUT_TWO, x, out), same_shape(x, out), max_rank(8, x)),
        kernel=activation.hard_shrink,
        adapt=lambda value: 0.0 if value < 0 else value,
        source="ops-nn/activation/hard_shrink/op_api/aclnn_hardshrink.cpp",
    ),
    ScalarRow(
        name="Softshrink",
        formula="self - lambd above lambd, self + lambd below -lambd, else 0",
        scalars=("lambd:lambd",),
        checks=lambda x, out: (
            dtype_in(_FLOATS, x, out), same_shape(x, out), max_rank(8, x), not_below_zero("lambd"),
        ),
        kernel=activation.soft_shrink,
        source="ops-nn/activation/softshrink/op_api/aclnn_softshrink.cpp",
    ),
    ScalarRow(
        name="Shrink",
        formula="self - bias above lambd, self + bias below -lambd, else 0",
        scalars=("lambd:lambd", "bias:bias"),
        checks=lambda x, out: (
            dtype_in(dtypes(F32, F16), x, out), same_shape(x, out), not_below_zero("lambd"), same_format(x, out),
        ),
        kernel=activation.shrink,
        source="ops-nn/activation/shrink/op_api/aclnn_shrink.cpp",
    ),
    ScalarRow(
        name="Softplus",
        formula="log(1 + exp(beta * self)) / beta, self where beta * self exceeds threshold",
        scalars=("beta:beta", "threshold:threshold"),
        checks=lambda x, out: (
            dtype_in(_FLOATS, x), scalar_casts("beta", "threshold", to=x), casts(x, out), max_rank(8, x),
            same_shape(x, out),
        ),
        kernel=activation.softplus,
        source="ops-nn/activation/softplus_v2/op_api/aclnn_softplus.cpp",
    ),
)  # fmt: skip


def _declare_with_scalars(row: ScalarRow) -> None:
    names = [entry.partition(":")[0] for entry in row.scalars]
    attributes = [entry.partition(":")[2] for entry in row.scalars]
    declared = "".join(f", const aclScalar *{name}" for name in names)

    def compute(b: Builder, self: Tensor, out: Tensor, scalars: tuple[Scalar, ...]) -> None:
        if self.is_empty:
            return
        values = {name: row.adapt(scalar.as_(F32)) for name, scalar in zip(attributes, scalars, strict=True)}
        result = b.kernel(row.kernel, b.contiguous(self), **values)
        b.view_copy(b.cast(result, out.dtype), out)

    def plan(b: Builder, *args: Any) -> None:
        compute(b, args[0], args[-1], args[1:-1])

    def plan_in_place(b: Builder, *args: Any) -> None:
        compute(b, args[0], args[0], args[1:])

    plan.__doc__ = f"out = {row.formula}."
    operator(
        f"aclnn{row.name}(const aclTensor *self{declared}, aclTensor *out)",
        checks=(not_null("self", *names, "out"), *row.checks("self", "out")),
        source=row.source,
    )(plan)
    if row.in_place:
        plan_in_place.__doc__ = f"selfRef = {row.formula.replace('self', 'selfRef')}."
        checks = (
            check for check in row.checks("selfRef", "selfRef") if check.kind not in {"casts", "same_shape"}
        )
        operator(
            f"aclnnInplace{row.name}(aclTensor *selfRef{declared})",
            checks=(not_null("selfRef", *names), *checks),
            source=row.source,
        )(plan_in_place)


for _scalar_row in SCALAR_ROWS:
    _declare_with_scalars(_scalar_row)


# Swish, with an optional scalar.


@operator(
    "aclnnSwish(const aclTensor *self, const aclScalar *betaOptional, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_FLOATS, "self", "out"),
        same_dtype("self", "out"),
        when_given("betaOptional", scalar_casts("betaOptional")),
        max_rank(8, "self", "out"),
        same_shape("self", "out"),
    ),
    source="ops-nn/activation/swish/op_api/aclnn_swish.cpp",
)
def swish(b: Builder, self: Tensor, beta_optional: Scalar | None, out: Tensor) -> None:
    """out = self / (1 + exp(-beta * self)), beta 1 where it is not given."""
    if self.is_empty:
        return
    scale: Any = 1.0 if beta_optional is None else beta_optional.as_(F32)
    b.view_copy(b.kernel(activation.swish, b.contiguous(self), scale=scale), out)


@operator(
    "aclnnLogSigmoidForward(const aclTensor *self, aclTensor *out, aclTensor *buffer)",
    checks=(
        not_null("self", "out"),
        dtype_in(_FLOATS, "self", "out"),
        same_dtype("self", "out"),
        same_shape("self", "out"),
    ),
    source="ops-nn/activation/log_sigmoid/op_api/aclnn_logsigmoid.cpp",
)
def log_sigmoid_forward(b: Builder, self: Tensor, out: Tensor, buffer: Tensor | None) -> None:
    """out = min(self, 0) - log(1 + exp(-|self|)).

    The buffer is not looked at, nor written; it may be null.
    """
    del buffer
    if not self.is_empty:
        b.view_copy(b.kernel(activation.log_sigmoid, b.contiguous(self)), out)


_GELU_TANH = 1


@operator(
    "aclnnGeluV2(const aclTensor *x, int64_t approximate, aclTensor *y)",
    checks=(not_null("x", "y"), same_dtype("x", "y"), dtype_in(_FLOATS, "x"), same_shape("x", "y")),
    source="ops-nn/activation/gelu_v2/op_api/aclnn_gelu_v2.cpp",
)
def gelu_v2(b: Builder, x: Tensor, approximate: int, y: Tensor) -> None:
    """y = x * (1 + erf(x / sqrt(2))) / 2; with approximate 1 the approximation by tanh; other numbers count as 0."""
    if x.is_empty:
        return
    kernel = activation.gelu if approximate == _GELU_TANH else activation.gelu_erf
    b.view_copy(b.kernel(kernel, b.contiguous(x), name="GeluV2"), y)


# Elu.

_ELU_SCALARS = ("alpha", "scale", "inputScale")
_ELU_SOURCE = "ops-nn/activation/elu/op_api/aclnn_elu.cpp"
_ELU = dtypes(F32, F16, F64, BF16)


@operator(
    "aclnnElu(const aclTensor *self, const aclScalar *alpha, const aclScalar *scale, const aclScalar *inputScale,"
    " aclTensor *out)",
    checks=(
        not_null("self", *_ELU_SCALARS, "out"),
        dtype_in(_ELU, "self"),
        scalar_casts("scale", "alpha", "inputScale"),
        casts("self", "out"),
        same_shape("self", "out"),
        max_rank(8, "self"),
    ),
    source=_ELU_SOURCE,
)
def elu(b: Builder, self: Tensor, alpha: Scalar, scale: Scalar, input_scale: Scalar, out: Tensor) -> None:
    """out = scale * self above 0, else scale * alpha * (exp(inputScale * self) - 1)."""
    _elu(b, self, (alpha, scale, input_scale), out)


@operator(
    "aclnnInplaceElu(aclTensor *selfRef, const aclScalar *alpha, const aclScalar *scale, const aclScalar *inputScale)",
    checks=(
        not_null("selfRef", *_ELU_SCALARS),
        dtype_in(_ELU, "selfRef"),
        scalar_casts("scale", "alpha", "inputScale"),
        max_rank(8, "selfRef"),
    ),
    source=_ELU_SOURCE,
)
def inplace_elu(b: Builder, self_ref: Tensor, alpha: Scalar, scale: Scalar, input_scale: Scalar) -> None:
    """selfRef = scale * selfRef above 0, else scale * alpha * (exp(inputScale * selfRef) - 1)."""
    _elu(b, self_ref, (alpha, scale, input_scale), self_ref)


def _elu(b: Builder, self: Tensor, scalars: tuple[Scalar, Scalar, Scalar], out: Tensor) -> None:
    if self.is_empty:
        return
    alpha, scale, input_scale = (float(scalar.as_(F32)) for scalar in scalars)  # type: ignore[arg-type]
    x = b.contiguous(self)
    if math.isfinite(alpha) and math.isfinite(input_scale):
        result = b.kernel(activation.elu, x, alpha=alpha, scale=scale, input_scale=input_scale)
    else:  # the limits of the formula: -alpha below 0
        limited = b.kernel(activation.threshold, b.cast(x, F32), limit=0.0, value=-alpha)
        result = b.kernel(elementwise.muls, limited, value=scale)
    b.view_copy(b.cast(result, out.dtype), out)


# Threshold.

_THRESHOLD = with_bf16(F32, S32, F16, S8, U8, S16, S64)
_THRESHOLD_SOURCE = "ops-nn/activation/threshold/op_host/op_api/aclnn_threshold.cpp"


@operator(
    "aclnnThreshold(const aclTensor *self, const aclScalar *threshold, const aclScalar *value, aclTensor *out)",
    checks=(
        not_null("self", "threshold", "value", "out"),
        dtype_in(_THRESHOLD, "self"),
        except_on(REGBASE, casts("self", "out")),
        max_rank(8, "self"),
        same_shape("self", "out"),
    ),
    source=_THRESHOLD_SOURCE,
)
def threshold(b: Builder, self: Tensor, threshold: Scalar, value: Scalar, out: Tensor) -> None:
    """out = value where self <= threshold, else self."""
    _threshold(b, self, threshold, value, out)


@operator(
    "aclnnInplaceThreshold(aclTensor *selfRef, const aclScalar *threshold, const aclScalar *value)",
    checks=(
        not_null("selfRef", "threshold", "value"),
        dtype_in(_THRESHOLD, "selfRef"),
        max_rank(8, "selfRef"),
    ),
    source=_THRESHOLD_SOURCE,
)
def inplace_threshold(b: Builder, self_ref: Tensor, threshold: Scalar, value: Scalar) -> None:
    """selfRef = value where selfRef <= threshold, else selfRef."""
    _threshold(b, self_ref, threshold, value, self_ref)


def _threshold(b: Builder, self: Tensor, threshold: Scalar, value: Scalar, out: Tensor) -> None:
    if self.is_empty:
        return
    x = b.contiguous(self)
    if self.dtype == S16 and b.profile.npu_arch != REGBASE:
        x = b.cast(x, S32)
    result = b.kernel(activation.threshold, x, limit=threshold.as_(x.dtype), value=value.as_(x.dtype))
    b.view_copy(b.cast(result, out.dtype), out)
