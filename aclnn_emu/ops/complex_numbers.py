"""Complex numbers made of real ones: by their parts, by radius and angle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import complex_numbers, elementwise, unary
from aclnn_emu.ops._pairs import unless_any_empty
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import C32, C64, C128, F16, F32, F64
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    not_null,
    only_on,
    public_format,
    same_dtype,
    same_format,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_PAIRS = {F16: C32, F32: C64, F64: C128}
_AICORE = (2201, REGBASE)


@custom("complex_of_real", ("real", "out"), "out: the complex dtype with parts as real")
def _complex_of_real(call: Call) -> None:
    real, out = call.args["real"].dtype, call.args["out"].dtype
    if out != _PAIRS[real]:
        raise ParamInvalid(
            "ACLNN-PARAM-041", op=call.operator.name, param="out", got=dtype_name(out), reference="real",
            dtype=dtype_name(real), allowed=dtype_name(_PAIRS[real]),
        )  # fmt: skip


@operator(
    "aclnnComplex(const aclTensor *real, const aclTensor *imag, aclTensor *out)",
    checks=(
        not_null("real", "imag", "out"),
        *unless_any_empty(
            ("real", "imag"),
            dtype_in(dtypes(*_PAIRS), "real", "imag"),
            dtype_in(dtypes(*_PAIRS.values()), "out"),
            same_dtype("real", "imag"),
            _complex_of_real,
            max_rank(8, "real", "imag"),
            shape_is_broadcast("out", "real", "imag"),
            only_on(REGBASE, same_format("real", "imag", "out")),
            only_on(REGBASE, public_format("real")),
        ),
    ),
    source="ops-math/math/complex/op_api/aclnn_complex.cpp",
    deviations=("FLOAT16 answers 561003 where the chip has a kernel for it: COMPLEX32 is not emulated.",),
)
def complex_of_parts(b: Builder, real: Tensor, imag: Tensor, out: Tensor) -> None:
    """out = real + i * imag."""
    if real.is_empty or imag.is_empty:
        return
    parts = b.contiguous(real), b.contiguous(imag)
    if out.dtype == C32 and b.profile.npu_arch not in _AICORE:
        raise InnerNullptr(
            "ACLNN-PARAM-061", op=b.call.operator.name, param="out", got=dtype_name(C32),
            allowed=f"{dtype_name(C64)}, {dtype_name(C128)}",
        )  # fmt: skip
    b.view_copy(b.kernel(complex_numbers.complex_of, *parts, dtype=out.dtype), out)


@operator(
    "aclnnPolar(const aclTensor *input, const aclTensor *angle, aclTensor *out)",
    checks=(
        not_null("input", "angle", "out"),
        dtype_in(dtypes(F32), "input"),
        dtype_in(dtypes(C64), "out"),
        dtype_in(dtypes(F32), "angle"),
        max_rank(8, "input", "angle", "out"),
        shape_is_broadcast("out", "input", "angle"),
        only_on(REGBASE, same_format("out", "input", "angle")),
        only_on(REGBASE, public_format("input")),
    ),
    source="ops-math/math/polar/op_api/aclnn_polar.cpp",
)
def polar(b: Builder, input: Tensor, angle: Tensor, out: Tensor) -> None:  # noqa: A002 - the interface's word
    """out = input * (cos(angle) + i * sin(angle))."""
    if input.is_empty or angle.is_empty:
        return
    radius, turn = b.contiguous(input), b.contiguous(angle)
    if b.profile.npu_arch == REGBASE:
        result = b.kernel(complex_numbers.polar, radius, turn, dtype=C64)
    else:
        sine, cosine = b.kernel(unary.sin, turn), b.kernel(unary.cos, turn)
        imaginary = b.kernel(elementwise.mul, sine, radius)
        result = b.kernel(
            complex_numbers.complex_of, b.kernel(elementwise.mul, cosine, radius), imaginary, dtype=C64
        )
    b.view_copy(result, out)
