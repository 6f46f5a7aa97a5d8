"""Elementwise questions about one operand (finite? negative?), logical and bitwise not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import is_floating
from aclnn_emu.errors import InnerNullptr
from aclnn_emu.kernels import predicate, unary
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.ops._unary import UnaryRow, always_bool, declare, with_bf16
from aclnn_emu.plan.checks import (
    chip_has_operator,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    same_dtype,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder

__all__ = ["ROWS"]

_ANY = (U8, S8, S16, S32, S64, F16, F32, F64, BOOL, BF16)

ROWS = (
    UnaryRow(
        name="LogicalNot",
        formula="self == 0",
        dtypes=dtypes(*_ANY),
        inplace_dtypes=dtypes(*_ANY),
        computes=always_bool,
        order=("dtype", "out", "shape", "strided rank"),
        kernel=predicate.logical_not,
        source="ops-math/math/logical_not/op_api/aclnn_logical_not.cpp",
    ),
)

for _row in ROWS:
    declare(_row, __name__)


def _answer(b: Builder, kernel: Kernel, self: Tensor, out: Tensor, *, integers: bool, reads: bool) -> None:
    """The kernel for floats; integers all have the same answer, whether or not they are `reads` first."""
    if self.is_empty:
        return
    source = b.contiguous(self) if reads or is_floating(self.dtype) else None
    if source is not None and is_floating(self.dtype):
        result = b.kernel(kernel, source, dtype=BOOL)
    else:
        result = b.fill(out.view_shape, integers, BOOL)
    b.view_copy(result, out)


_BOOL = dtypes(BOOL)
_NUMBERS = (F32, F16, F64, S32, S64, S16, S8, U8, BOOL)


@operator(
    "aclnnIsFinite(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(with_bf16(*_NUMBERS), "self"),
        dtype_in(_BOOL, "out"),
        max_rank(8, "self"),
        same_shape("self", "out"),
    ),
    source="ops-math/math/is_finite/op_api/aclnn_is_finite.cpp",
)
def is_finite(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = self is neither infinite nor NaN."""
    _answer(b, predicate.is_finite, self, out, integers=True, reads=False)


_INFINITE = (F32, F16, BOOL, S32, S64, S16, S8, U8)
# Ascend910 and 310B do not have these operators.
_INFINITES = dtypes(*_INFINITE, DAV_2201=(*_INFINITE, BF16), DAV_3510=(*_INFINITE, BF16))
_ONE_SIGN = (
    not_null("self", "out"),
    same_shape("self", "out"),
    max_rank(8, "self"),
    chip_has_operator("self", 2201, 3510, 2002),
    dtype_in(_INFINITES, "self"),
    dtype_in(_BOOL, "out"),
)


@operator(
    "aclnnIsPosInf(const aclTensor *self, aclTensor *out)",
    checks=_ONE_SIGN,
    source="ops-math/math/is_pos_inf/op_api/aclnn_isposinf.cpp",
)
def is_pos_inf(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = self is +infinity."""
    _answer(b, predicate.is_pos_inf, self, out, integers=False, reads=True)


@operator(
    "aclnnIsNegInf(const aclTensor *self, aclTensor *out)",
    checks=_ONE_SIGN,
    source="ops-math/math/is_neg_inf/op_api/aclnn_isneginf.cpp",
)
def is_neg_inf(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = self is -infinity."""
    _answer(b, predicate.is_neg_inf, self, out, integers=False, reads=True)


_SIGNED = (F32, S32, S64, F16, S16, S8, U8, F64, U32, U64, BOOL, U16)
_SIGNBITS = dtypes(*_SIGNED, DAV_2201=(*_SIGNED, BF16), DAV_3510=(*_SIGNED, BF16))
_SIGNBIT_KERNEL = (F32, S32, S64, F16, S8, U8, F64, U64, BOOL, BF16)


@operator(
    "aclnnSignbit(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_SIGNBITS, "self", "out"),
        max_rank(8, "self", "out"),
        same_shape("self", "out"),
    ),
    source="ops-math/math/signbit/op_api/aclnn_signbit.cpp",
)
def signbit(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = self is negative; Ascend950 counts -0, the other chips do not."""
    if self.is_empty:
        return
    source = b.contiguous(self)
    if self.dtype == BOOL:
        result = b.fill(out.view_shape, 0, out.dtype)
    elif b.profile.npu_arch == REGBASE and self.dtype in _SIGNBIT_KERNEL:
        result = b.cast(b.kernel(predicate.signbit, source, dtype=BOOL), out.dtype)
    else:
        result = b.cast(b.kernel(predicate.negative, source, dtype=BOOL), out.dtype)
    b.view_copy(result, out)


_BITS = (S16, S32, S64, S8, U8, BOOL)


@operator(
    "aclnnBitwiseNot(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out", error=InnerNullptr),
        dtype_in(dtypes(*_BITS, DAV_3510=(S8, S16, S32, S64, U8, U16, U32, U64, BOOL)), "self"),
        same_dtype("self", "out"),
        public_format("self", "out"),
        max_rank(8, "self", "out"),
        same_shape("self", "out"),
    ),
    source="ops-math/math/bitwise_not/op_api/aclnn_bitwise_not.cpp",
    deviations=("A null pointer answers 561103, as the library does; the document says 161001.",),
)
def bitwise_not(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the bits of self turned over; of BOOL, the other value."""
    if self.is_empty:
        return
    kernel = predicate.logical_not if self.dtype == BOOL else unary.invert
    b.view_copy(b.kernel(kernel, b.contiguous(self)), out)
