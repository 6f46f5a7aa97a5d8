"""Elementwise operators with one operand that are no rows: parameters of their own, or several steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name, is_complex, is_integral
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.errors import FindKernel, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import arithmetic, data, elementwise, logic, ternary, unary
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C32, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import bf16_except_910, integers_in_float, with_bf16
from aclnn_emu.plan.checks import (
    chip_has_operator,
    custom,
    dtype_in,
    max_rank,
    not_null,
    only_on,
    public_format,
    same_dtype,
    same_format,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_INTS = (S8, S16, S32, S64, U8, BOOL)
_PART_OF: dict[int, int] = {C32: F16, C64: F32, C128: F64}


@custom("part_dtype", ("self", "out"), "out: dtype of self, or of its parts where self is complex")
def _part_dtype(call: Call) -> None:
    dtype, got = call.args["self"].dtype, call.args["out"].dtype
    expected = _PART_OF.get(dtype, dtype)
    if got != expected:
        raise ParamInvalid(
            "ACLNN-PARAM-041", op=call.operator.name, param="out", got=dtype_name(got), reference="self",
            dtype=dtype_name(dtype), allowed=dtype_name(expected),
        )  # fmt: skip


_ABS = (F64, F32, F16, S64, S32, S16, S8, U8, BOOL)


@operator(
    "aclnnAbs(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(dtypes(*_ABS, DAV_2201=(*_ABS, BF16, C64), DAV_3510=(*_ABS, BF16, C32, C64)), "self"),
        _part_dtype,
        same_format("self", "out"),
        public_format("self"),
        max_rank(8, "self"),
        same_shape("self", "out"),
    ),
    source="ops-math/math/abs/op_api/aclnn_abs.cpp",
)
def abs_(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = |self|."""
    if self.is_empty:
        return
    result = b.contiguous(self)
    if self.dtype not in (U8, BOOL):
        apart = is_complex(self.dtype) and b.profile.npu_arch != REGBASE
        kernel = unary.complex_abs if apart else unary.magnitude
        result = b.kernel(kernel, result, dtype=_PART_OF.get(self.dtype, self.dtype))
    b.view_copy(result, out)


@operator(
    "aclnnReal(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(
            dtypes(C64, C128, DAV_2201=(F32, F16, C32, C64, C128), DAV_3510=(F32, F16, C32, C64)), "self"
        ),
        _part_dtype,
        max_rank(8, "self"),
        same_shape("self", "out"),
        only_on(REGBASE, public_format("self", "out")),
    ),
    source="ops-math/math/real/op_api/aclnn_real.cpp",
)
def real(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the real part of self."""
    if self.is_empty:
        return
    result = b.contiguous(self)
    if is_complex(self.dtype):
        result = b.kernel(unary.real, result, dtype=_PART_OF[self.dtype])
    b.view_copy(result, out)


_SIGN = (F64, F32, F16, S32, S64, C64, C128, BOOL)


@custom("sign_dtypes", ("self", "result"), "self: dtype on the list, and result has it; some chips ask less")
def _sign_dtypes(call: Call) -> None:
    x, arch = call.args["self"], call.profile.npu_arch
    if x.dtype in _SIGN:
        same_dtype("self", "result").run(call)
    elif arch == 1001 or (arch in (2201, REGBASE) and x.dtype != BF16):
        dtype_in(with_bf16(*_SIGN), "self").run(call)
    # Of BF16's result nothing is asked, and on two chips nothing of other dtypes. ViewCopy and the kernel ask then.


@operator(
    "aclnnSign(const aclTensor *self, aclTensor *result)",
    checks=(not_null("self", "result"), _sign_dtypes, same_shape("self", "result")),
    source="ops-math/math/sign/op_api/aclnn_sign.cpp",
    deviations=(
        "On 310P and 310B a dtype outside the list answers 561003; the library gives it to the AI CPU.",
    ),
)
def sign(b: Builder, self: Tensor, result: Tensor) -> None:
    """result = 1 where self is above 0, -1 where it is below, else 0; NaN gives 0, complex numbers their direction."""
    if self.is_empty:
        return
    source = b.contiguous(self)
    if self.dtype not in (*_SIGN, BF16):
        raise FindKernel("ACLNN-EXEC-009", op=b.call.operator.name, param="self", got=dtype_name(self.dtype))
    made = b.kernel(unary.sign, b.cast(source, S32 if self.dtype == BOOL else self.dtype))
    b.view_copy(b.cast(made, self.dtype), result)


# Round to decimals.

_ROUNDED = bf16_except_910(F32, F16, F64, S32, S64)
_ROUND_SOURCE = "ops-math/math/round/op_api/aclnn_round.cpp"


@operator(
    "aclnnRoundDecimals(const aclTensor *self, int64_t decimals, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_ROUNDED, "self", "out"),
        same_dtype("self", "out"),
        same_shape("self", "out"),
        max_rank(8, "self"),
        public_format("self", "out"),
    ),
    source=_ROUND_SOURCE,
)
def round_decimals(b: Builder, self: Tensor, decimals: int, out: Tensor) -> None:
    """out = self rounded to so many decimals, ties to even."""
    _round(b, self, decimals, out)


@operator(
    "aclnnInplaceRoundDecimals(aclTensor *selfRef, int64_t decimals)",
    checks=(
        not_null("selfRef"),
        dtype_in(_ROUNDED, "selfRef"),
        max_rank(8, "selfRef"),
        public_format("selfRef"),
    ),
    source=_ROUND_SOURCE,
)
def inplace_round_decimals(b: Builder, self_ref: Tensor, decimals: int) -> None:
    """selfRef = selfRef rounded to so many decimals, ties to even."""
    _round(b, self_ref, decimals, self_ref)


def _round(b: Builder, self: Tensor, decimals: int, out: Tensor) -> None:
    if not self.is_empty:
        b.view_copy(b.kernel(unary.round_to, b.contiguous(self), decimals=decimals), out)


# The fraction.

_FRACTIONS = with_bf16(F32, F16, S8, S16, S32, S64, U8)
_FRAC_SOURCE = "ops-math/math/sub/op_api/aclnn_frac.cpp"


@operator(
    "aclnnFrac(const aclTensor *input, aclTensor *out)",
    checks=(
        not_null("input", "out"),
        same_dtype("input", "out"),
        dtype_in(_FRACTIONS, "input"),
        same_shape("input", "out"),
        max_rank(8, "input"),
    ),
    source=_FRAC_SOURCE,
)
def frac(b: Builder, input: Tensor, out: Tensor) -> None:  # noqa: A002 - the interface's word
    """out = input - trunc(input)."""
    _frac(b, input, out)


@operator(
    "aclnnInplaceFrac(aclTensor *inputRef)",
    checks=(not_null("inputRef"), dtype_in(_FRACTIONS, "inputRef"), max_rank(8, "inputRef")),
    source=_FRAC_SOURCE,
)
def inplace_frac(b: Builder, input_ref: Tensor) -> None:
    """inputRef = inputRef - trunc(inputRef)."""
    _frac(b, input_ref, input_ref)


def _frac(b: Builder, source: Tensor, out: Tensor) -> None:
    if source.is_empty:
        return
    x = b.contiguous(source)
    if source.dtype in (F32, F16, BF16):
        result = b.kernel(arithmetic.sub, x, b.kernel(arithmetic.trunc, x))
    else:
        result = b.kernel(data.zeros_like, x, format=x.format)
    b.view_copy(result, out)


# NaN and infinities to numbers.

_REPLACED = dtypes(F16, F32, BF16, S8, S16, S32, S64, U8, BOOL)
_REPLACE_SOURCE = "ops-math/math/nan_to_num/op_api/aclnn_nan_to_num.cpp"


@operator(
    "aclnnNanToNum(const aclTensor *self, float nan, float posinf, float neginf, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        chip_has_operator("self", 2201, REGBASE),
        same_dtype("self", "out"),
        dtype_in(_REPLACED, "self"),
        same_shape("self", "out"),
        max_rank(8, "self"),
    ),
    source=_REPLACE_SOURCE,
)
def nan_to_num(b: Builder, self: Tensor, nan: float, posinf: float, neginf: float, out: Tensor) -> None:
    """out = self, with nan, posinf and neginf in place of NaN, +infinity and -infinity."""
    _replace(b, self, nan, posinf, neginf, out)


@operator(
    "aclnnInplaceNanToNum(aclTensor *selfRef, float nan, float posinf, float neginf)",
    checks=(
        not_null("selfRef"),
        chip_has_operator("selfRef", 2201, REGBASE),
        dtype_in(_REPLACED, "selfRef"),
        max_rank(8, "selfRef"),
    ),
    source=_REPLACE_SOURCE,
)
def inplace_nan_to_num(b: Builder, self_ref: Tensor, nan: float, posinf: float, neginf: float) -> None:
    """selfRef = selfRef, with nan, posinf and neginf in place of NaN, +infinity and -infinity."""
    _replace(b, self_ref, nan, posinf, neginf, self_ref)


def _replace(b: Builder, self: Tensor, nan: float, posinf: float, neginf: float, out: Tensor) -> None:
    if self.is_empty:
        return
    result = b.contiguous(self)
    if not is_integral(self.dtype, include_bool=True):
        result = b.kernel(unary.nan_to_num, result, nan=nan, posinf=posinf, neginf=neginf)
    b.view_copy(result, out)


# Sinc.

_SINC_FLOATS = (F32, F16, F64)
_SINC_SOURCE = "ops-math/math/sinc/op_api/aclnn_sinc.cpp"
_NULL_IS_INNER = ("A null pointer answers 561103, as the library does; the document says 161001.",)


@operator(
    "aclnnSinc(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out", error=InnerNullptr),
        dtype_in(with_bf16(*_SINC_FLOATS, *_INTS), "self"),
        dtype_in(dtypes(*_SINC_FLOATS, BF16), "out"),
        same_shape("self", "out"),
        max_rank(8, "self"),
    ),
    source=_SINC_SOURCE,
    deviations=_NULL_IS_INNER,
)
def sinc(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = sin(pi * self) / (pi * self), 1 at 0."""
    _sinc(b, self, out)


@operator(
    "aclnnInplaceSinc(aclTensor *selfRef)",
    checks=(
        not_null("selfRef", error=InnerNullptr),
        dtype_in(with_bf16(*_SINC_FLOATS), "selfRef"),
        max_rank(8, "selfRef"),
    ),
    source=_SINC_SOURCE,
    deviations=_NULL_IS_INNER,
)
def inplace_sinc(b: Builder, self_ref: Tensor) -> None:
    """selfRef = sin(pi * selfRef) / (pi * selfRef), 1 at 0."""
    _sinc(b, self_ref, self_ref)


def _sinc(b: Builder, self: Tensor, out: Tensor) -> None:
    if self.is_empty:
        return
    source = b.contiguous(self)
    if b.profile.npu_arch == REGBASE and self.dtype in (F32, F16, BF16):
        result = b.kernel(unary.sinc, source)
    else:
        result = _sinc_in_steps(b, b.cast(source, integers_in_float(self.dtype, b.profile.npu_arch)))
    b.view_copy(b.cast(result, out.dtype), out)


def _sinc_in_steps(b: Builder, x: Buffer) -> Buffer:
    """Before Ascend950: 1 stands for 0 while pi * x is made, so that nothing is divided by 0."""
    is_zero = b.kernel(logic.equal, x, b.kernel(data.zeros_like, x), dtype=BOOL)
    ones = b.ones_like(x)
    pi = Scalar(math.pi, F64).as_(x.dtype)
    angle = b.kernel(
        elementwise.muls, b.kernel(ternary.select, is_zero, ones, x, dtype=x.dtype), name="Mul", value=pi
    )
    ratio = b.kernel(arithmetic.real_div, b.kernel(unary.sin, angle), angle)
    return b.kernel(ternary.select, is_zero, ones, ratio, dtype=x.dtype)
