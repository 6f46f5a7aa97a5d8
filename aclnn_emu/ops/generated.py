"""Operators whose first phase the vendor's build generates from the kernel's definition, and so is not public.

Their facts are those of the documents and of op_host: which dtypes the kernel has on which chip, what its tiling refuses.
Inputs are made contiguous, the kernel runs, and a strided output gets a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import FindKernel, ParamInvalid, TilingError
from aclnn_emu.kernels import gate
from aclnn_emu.kernels import generated as kernels
from aclnn_emu.ops._losses import require_one, require_view_shape
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, F16, F32, S8, S16, S32, S64, U8
from aclnn_emu.ops.gelu_gates import halved
from aclnn_emu.plan.checks import Check, custom, dtype_in, max_rank, not_null, same_dtype, same_shape
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_FLOATS = dtypes(BF16, F16, F32)
_FLOATS_310P = dtypes(BF16, F16, F32, DAV_2002=(F16, F32))

GENERATED = (
    "The vendor's build generates phase 1: which check comes first is not public. Here null pointers (161001) come first,"
    " then a chip without the kernel (561003), dtypes, shapes and attributes (161002)."
)


def kernel_on(param: str, *archs: int) -> Check:
    """The chip has the kernel."""

    def run(call: Call) -> None:
        if call.profile.npu_arch not in archs:
            raise FindKernel("ACLNN-PARAM-208", op=call.operator.name, param=param, soc=call.profile.name)

    return Check("kernel_on", (param,), run, f"chip: architecture {', '.join(map(str, archs))} (561003)")


def _alike(
    x: str, *others: str, archs: tuple[int, ...] = (2201, REGBASE), out: str = "out"
) -> tuple[Check, ...]:
    """The checks of an operator whose tensors have one dtype and one shape."""
    return (
        not_null(x, *others, out),
        kernel_on(x, *archs),
        dtype_in(_FLOATS, x),
        same_dtype(x, *others, out),
        max_rank(8, x),
        same_shape(x, *others, out),
    )


@operator(
    "aclnnSquaredRelu(const aclTensor *input, const aclTensor *out)",
    checks=_alike("input"),
    source="ops-nn/activation/squared_relu/op_host/squared_relu_def.cpp",
    deviations=(GENERATED,),
)
def squared_relu(b: Builder, input: Tensor, out: Tensor) -> None:  # noqa: A002 - the interface's word
    """out = max(input, 0)^2."""
    if not input.is_empty:
        b.view_copy(b.kernel(kernels.squared_relu, b.contiguous(input)), out)


@operator(
    "aclnnLogit(const aclTensor *input, double eps, const aclTensor *out)",
    checks=_alike("input"),
    source="ops-nn/loss/logit/op_host/logit_def.cpp",
    deviations=(GENERATED,),
)
def logit(b: Builder, input: Tensor, eps: float, out: Tensor) -> None:  # noqa: A002 - the interface's word
    """out = log(z / (1 - z)), z being input between eps and 1 - eps; an eps below 0 bounds nothing."""
    if not input.is_empty:
        b.view_copy(b.kernel(kernels.logit, b.contiguous(input), eps=eps), out)


@operator(
    "aclnnLogitGrad(const aclTensor *x, const aclTensor *dy, double eps, const aclTensor *out)",
    checks=_alike("x", "dy"),
    source="ops-nn/loss/logit_grad/op_host/logit_grad_def.cpp",
    deviations=(GENERATED,),
)
def logit_grad(b: Builder, x: Tensor, dy: Tensor, eps: float, out: Tensor) -> None:
    """out = dy / (x * (1 - x)) for x between eps and 1 - eps, else 0; with eps below 0 NaN outside of 0 to 1."""
    if not x.is_empty:
        b.view_copy(b.kernel(kernels.logit_grad, b.contiguous(x), b.contiguous(dy), eps=eps), out)


# Gates.


@custom("out_is_half", ("x", "dim", "out"), "dim: a dimension of x, even there; out has half of it")
def _out_is_half(call: Call) -> None:
    require_view_shape(call, "out", halved(call, "x"))


def _grad_is_half(grad: str) -> Check:
    def run(call: Call) -> None:
        require_view_shape(call, grad, halved(call, "x"))

    text = f"dim: a dimension of x, even there; {grad} has half of it"
    return Check("grad_is_half", ("x", "dim", grad), run, text)


_SWI_GLU = (2201, REGBASE, 2002)


@operator(
    "aclnnSwiGlu(const aclTensor *x, int64_t dim, const aclTensor *out)",
    checks=(
        not_null("x", "out"),
        kernel_on("x", *_SWI_GLU),
        dtype_in(_FLOATS_310P, "x"),
        same_dtype("x", "out"),
        max_rank(8, "x"),
        _out_is_half,
    ),
    source="ops-nn/activation/swi_glu/op_host/swi_glu_def.cpp",
    deviations=(GENERATED,),
)
def swi_glu(b: Builder, x: Tensor, dim: int, out: Tensor) -> None:
    """out = a * sigmoid(a) * b, a and b being the halves of x along dim."""
    if not out.is_empty:
        b.view_copy(b.kernel(gate.swi_glu, b.contiguous(x), shape=out.view_shape, axis=dim % x.rank), out)


@operator(
    "aclnnSwiGluGrad(const aclTensor *yGrad, const aclTensor *x, int64_t dim, const aclTensor *out)",
    checks=(
        not_null("yGrad", "x", "out"),
        kernel_on("x", *_SWI_GLU),
        dtype_in(_FLOATS_310P, "yGrad"),
        same_dtype("yGrad", "x", "out"),
        max_rank(8, "x"),
        _grad_is_half("yGrad"),
        same_shape("x", "out"),
    ),
    source="ops-nn/activation/swi_glu_grad/op_host/swi_glu_grad_def.cpp",
    deviations=(GENERATED,),
)
def swi_glu_grad(b: Builder, y_grad: Tensor, x: Tensor, dim: int, out: Tensor) -> None:
    """out = yGrad * (s + s * (1 - s) * a) * b and yGrad * s * a, joined along dim; s = sigmoid(a)."""
    if not x.is_empty:
        inputs = b.contiguous(y_grad), b.contiguous(x)
        b.view_copy(b.kernel(gate.swi_glu_grad, *inputs, shape=x.view_shape, axis=dim % x.rank), out)


@operator(
    "aclnnSituGlu(const aclTensor *x, int64_t dim, double beta, double linearBeta, bool activateLeft,"
    " const aclTensor *out)",
    checks=(
        not_null("x", "out"),
        kernel_on("x", 2201, REGBASE),
        dtype_in(_FLOATS, "x"),
        same_dtype("x", "out"),
        max_rank(8, "x"),
        _out_is_half,
    ),
    source="ops-nn/activation/situ_glu/op_host/situ_glu_def.cpp",
    deviations=(GENERATED,),
)
def situ_glu(
    b: Builder, x: Tensor, dim: int, beta: float, linear_beta: float, activate_left: bool, out: Tensor
) -> None:
    """out = beta * tanh(g / beta) * sigmoid(g) * u, g and u being the halves of x along dim, g first if activateLeft.

    With linearBeta above 0 u is linearBeta * tanh(u / linearBeta).
    """
    if not out.is_empty:
        result = b.kernel(
            gate.situ_glu, b.contiguous(x), shape=out.view_shape, axis=dim % x.rank, beta=beta,
            linear_beta=linear_beta, left=activate_left,
        )  # fmt: skip
        b.view_copy(result, out)


@operator(
    "aclnnSituGluGrad(const aclTensor *gradY, const aclTensor *x, int64_t dim, double beta, double linearBeta,"
    " bool activateLeft, const aclTensor *out)",
    checks=(
        not_null("gradY", "x", "out"),
        kernel_on("x", 2201, REGBASE),
        dtype_in(_FLOATS, "gradY"),
        same_dtype("gradY", "x", "out"),
        max_rank(8, "x"),
        _grad_is_half("gradY"),
        same_shape("x", "out"),
    ),
    source="ops-nn/activation/situ_glu_grad/op_host/situ_glu_grad_def.cpp",
    deviations=(GENERATED,),
)
def situ_glu_grad(
    b: Builder,
    grad_y: Tensor,
    x: Tensor,
    dim: int,
    beta: float,
    linear_beta: float,
    activate_left: bool,
    out: Tensor,
) -> None:
    """out = gradY * the derivative of SituGlu by x."""
    if not x.is_empty:
        result = b.kernel(
            gate.situ_glu_grad, b.contiguous(grad_y), b.contiguous(x), shape=x.view_shape, axis=dim % x.rank,
            beta=beta, linear_beta=linear_beta, left=activate_left,
        )  # fmt: skip
        b.view_copy(result, out)


_WIDEST, _LONGEST = 1024, 200_000


@custom(
    "last_is_halved",
    ("input", "out"),
    "input: 2 to 8 dimensions, the last even and at most 1024; out has half of it",
)
def _last_is_halved(call: Call) -> None:
    op, shape = call.operator.name, call.args["input"].view_shape
    if not 2 <= len(shape) <= 8:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=op, param="input", got=len(shape), shape=list(shape), allowed="2 to 8"
        )
    width = shape[-1]
    if width % 2:
        raise ParamInvalid("ACLNN-PARAM-044", op=op, param="input", got=list(shape), dim=len(shape) - 1)
    if not 0 < width <= _WIDEST or call.args["input"].numel // width > _LONGEST:
        raise ParamInvalid(
            "ACLNN-PARAM-087", op=op, param="input", got=list(shape), width=_WIDEST, rows=_LONGEST
        )
    require_view_shape(call, "out", (*shape[:-1], width // 2))


@custom("approximate", ("approximateOptional",), "approximateOptional: none or tanh; null is none")
def _approximate(call: Call) -> None:
    value = call.args["approximateOptional"]
    if value not in (None, "none", "tanh"):
        raise ParamInvalid(
            "ACLNN-PARAM-010",
            op=call.operator.name,
            param="approximateOptional",
            got=value,
            allowed="none, tanh",
        )


@operator(
    "aclnnGeluMul(const aclTensor *input, char *approximateOptional, const aclTensor *out)",
    checks=(
        not_null("input", "out"),
        kernel_on("input", 2201, REGBASE),
        dtype_in(_FLOATS, "input"),
        same_dtype("input", "out"),
        _last_is_halved,
        _approximate,
    ),
    source="ops-nn/activation/gelu_mul/op_host/gelu_mul_tiling.cpp",
    deviations=(GENERATED,),
)
def gelu_mul(b: Builder, input: Tensor, approximate_optional: str | None, out: Tensor) -> None:  # noqa: A002
    """out = gelu(a) * b, a and b being the halves of the last dimension; the gelu is exact or by tanh."""
    if not input.is_empty:
        tanh = approximate_optional == "tanh"
        b.view_copy(b.kernel(gate.gelu_mul, b.contiguous(input), shape=out.view_shape, tanh=tanh), out)


@custom("one_threshold", ("threshold",), "threshold: one element")
def _one_threshold(call: Call) -> None:
    require_one(call, "threshold")


@operator(
    "aclnnFatreluMul(const aclTensor *input, const aclTensor *threshold, const aclTensor *out)",
    checks=(
        not_null("input", "threshold", "out"),
        kernel_on("input", 2201),
        dtype_in(_FLOATS, "input"),
        same_dtype("input", "threshold", "out"),
        _one_threshold,
        _last_is_halved,
    ),
    source="ops-nn/activation/fatrelu_mul/op_host/fatrelu_mul_tiling.cpp",
    deviations=(GENERATED, "What equals the threshold becomes 0, as in the kernel; the document keeps it."),
)
def fatrelu_mul(b: Builder, input: Tensor, threshold: Tensor, out: Tensor) -> None:  # noqa: A002
    """out = (a where a > threshold, else 0) * b, a and b being the halves of the last dimension."""
    if not input.is_empty:
        limit = b.contiguous(threshold)
        b.view_copy(b.kernel(gate.fatrelu_mul, b.contiguous(input), limit, shape=out.view_shape), out)


# Infinities and angles.

_NO_INTEGERS = "DOUBLE, integers and BOOL answer 161002, since the kernel's definition does not have them; the document lists them."


@operator(
    "aclnnIsInf(const aclTensor *x, const aclTensor *out)",
    checks=(
        not_null("x", "out"),
        kernel_on("x", 2201, REGBASE, 2002),
        dtype_in(_FLOATS_310P, "x"),
        dtype_in(dtypes(BOOL), "out"),
        same_shape("x", "out"),
        max_rank(8, "x", error=TilingError),
    ),
    source="ops-math/math/is_inf/op_host/is_inf_def.cpp",
    deviations=(GENERATED, _NO_INTEGERS),
)
def is_inf(b: Builder, x: Tensor, out: Tensor) -> None:
    """out = whether x is an infinity."""
    if not x.is_empty:
        b.view_copy(b.kernel(kernels.is_inf, b.contiguous(x), dtype=BOOL), out)


_REAL = (F16, F32, C64, BOOL, U8, S8, S16, S32, S64)
_ANGLES = dtypes(*_REAL, BF16, DAV_1001=_REAL)


@custom("angle_dtype", ("x", "out"), "out: FLOAT16 and BF16 as x, else FLOAT")
def _angle_dtype(call: Call) -> None:
    x, out = call.args["x"].dtype, call.args["out"].dtype
    expected = x if x in (F16, BF16) else F32
    if out != expected:
        raise ParamInvalid(
            "ACLNN-PARAM-041", op=call.operator.name, param="out", got=dtype_name(out), reference="x", dtype=dtype_name(x),
            allowed=dtype_name(expected),
        )  # fmt: skip


@operator(
    "aclnnAngleV2(const aclTensor *x, const aclTensor *out)",
    checks=(
        not_null("x", "out"),
        kernel_on("x", 2201, REGBASE, 1001),
        dtype_in(_ANGLES, "x"),
        _angle_dtype,
        max_rank(8, "x"),
        same_shape("x", "out"),
    ),
    source="ops-math/math/angle_v2/op_host/angle_v2_def.cpp",
    deviations=(GENERATED,),
)
def angle_v2(b: Builder, x: Tensor, out: Tensor) -> None:
    """out = the angle of x in radians: of a real number pi below 0 and 0 from 0 on."""
    if not x.is_empty:
        b.view_copy(b.kernel(kernels.angle, b.contiguous(x), dtype=out.dtype), out)
