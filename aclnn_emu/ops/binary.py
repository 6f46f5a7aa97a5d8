"""Elementwise operators with two operands: tensor with tensor, tensor with scalar, in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import is_floating
from aclnn_emu.kernels import elementwise
from aclnn_emu.ops._scalars import (
    REGBASE,
    alpha_casts,
    casts_to_promoted,
    is_half_float_mix,
    is_one,
    promoted_in,
    promotes_with_scalar,
    scalar_product,
)
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import (
    broadcasts_to,
    casts_to,
    dtype_in,
    except_on,
    max_rank,
    not_null,
    only_on,
    promotes,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.graph import Buffer

_ADD_SOURCE = "ops-math/math/add/op_api/aclnn_add.cpp"
_MUL_SOURCE = "ops-math/math/mul/op_api/aclnn_mul.cpp"

_CLASSIC = (F32, S32, S64, F16, S16, S8, U8, F64, BOOL, C64, C128)
_WITH_BF16 = (*_CLASSIC, BF16)
_NUMERIC = dtypes(*_CLASSIC, DAV_2201=_WITH_BF16, DAV_3510=_WITH_BF16)

# Dtypes of the kernels that multiply and add in one step; Ascend950 has a second kernel for integers.
_AXPY = dtypes(F32, S32, F16, DAV_3510=(F32, F16, BF16))
_AXPY_V2 = dtypes(DAV_3510=(S32, S64, S8, U8, BOOL))
# Dtypes that the AI cores add and multiply; Ascend950 then reads strided views as they are.
_ADD_AICORE = dtypes(F32, F16, S32, BOOL, S8, U8, S64, DAV_3510=(F32, F16, S32, S8, U8, S64, BF16, BOOL, C64))
_MUL_AICORE = dtypes(
    F32, F16, S32, S8, U8, S64, BOOL, DAV_3510=(F32, F16, S32, S8, U8, S64, BF16, C64, BOOL, S16, F64)
)

_DEVIATIONS = (
    "FLOAT products with alpha are rounded before the sum; the hardware may fuse both.",
    "INT32 with alpha is exact; the hardware computes it in FLOAT, which loses bits beyond 2^24.",
)


_SPARSE_BROADCAST = (
    "Ascend950 reads strided tensors as they are; the library first makes an operand contiguous that is gathered in short"
    " runs and broadcast 320 times or more."
)


def _add_on_regbase(tensor: str) -> tuple[Check, ...]:
    """What Ascend950 asks of the operands of a sum, `tensor` and other."""
    checks = casts_to_promoted(tensor, "other"), promoted_in(_NUMERIC, "other")
    return tuple(only_on(REGBASE, check) for check in checks)


def _muls_on_regbase(tensor: str, out: str) -> tuple[Check, ...]:
    """What Ascend950 asks of the operands of a product with a scalar; the other chips ask nothing."""
    checks = promoted_in(_NUMERIC, "other"), casts_to_promoted(tensor, "other"), casts_to(out)
    return tuple(only_on(REGBASE, check) for check in checks)


@operator(
    "aclnnAdd(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out)",
    checks=(
        not_null("self", "other", "alpha", "out"),
        dtype_in(_NUMERIC, "self", "other"),
        promotes("self", "other"),
        alpha_casts(),
        *_add_on_regbase("self"),
        casts_to("out"),
        max_rank(8, "self", "other"),
        shape_is_broadcast("out", "self", "other"),
    ),
    source=_ADD_SOURCE,
    deviations=_DEVIATIONS,
)
def add(b: Builder, self: Tensor, other: Tensor, alpha: Scalar, out: Tensor) -> None:
    """out = self + alpha * other."""
    if self.is_empty or other.is_empty:
        return
    _plan_add(b, self, other, alpha, out)


@operator(
    "aclnnInplaceAdd(const aclTensor *selfRef, const aclTensor *other, const aclScalar *alpha)",
    checks=(
        not_null("selfRef", "other"),
        broadcasts_to("selfRef", "other"),
        not_null("alpha"),
        dtype_in(_NUMERIC, "selfRef", "other"),
        promotes("selfRef", "other"),
        alpha_casts(),
        *_add_on_regbase("selfRef"),
        casts_to("selfRef"),
        max_rank(8, "selfRef", "other"),
    ),
    source=_ADD_SOURCE,
    deviations=_DEVIATIONS,
)
def inplace_add(b: Builder, self_ref: Tensor, other: Tensor, alpha: Scalar) -> None:
    """selfRef = selfRef + alpha * other."""
    if self_ref.is_empty or other.is_empty:
        return
    _plan_add(b, self_ref, other, alpha, self_ref)


def _plan_add(b: Builder, self: Tensor, other: Tensor, alpha: Scalar, out: Tensor) -> None:
    b.check_offset(self)
    b.check_offset(other)
    regbase, aicore = b.profile.npu_arch == REGBASE, _ADD_AICORE.on(b.profile)
    mixed = is_half_float_mix(self.dtype, other.dtype)
    one = is_one(alpha, b.promoted, regbase=regbase)
    if one and (mixed or self.dtype == other.dtype):
        keeps_strides = regbase and (mixed or self.dtype in aicore)
        take = b.view if keeps_strides else b.contiguous
        result = b.kernel(elementwise.add, take(self), take(other), dtype=b.promoted)
    else:
        x = b.contiguous(self)
        y = b.contiguous(other)
        result = _add_scaled(b, b.cast(x, b.promoted), b.cast(y, b.promoted), None if one else alpha)
    b.view_copy(b.cast(result, out.dtype), out)


def _add_scaled(b: Builder, x: Buffer, y: Buffer, alpha: Scalar | None) -> Buffer:
    """x + alpha * y by the kernel that the chip has for the promoted dtype."""
    if alpha is None:
        return b.kernel(elementwise.add, x, y)
    if b.promoted in _AXPY.on(b.profile):
        return b.kernel(elementwise.add, x, y, name="Axpy", alpha=_axpy_alpha(b, alpha))
    factor = alpha.as_(b.promoted)
    if b.promoted in _AXPY_V2.on(b.profile):
        return b.kernel(elementwise.add, x, y, name="AxpyV2", alpha=factor)
    return b.kernel(elementwise.add, x, b.kernel(elementwise.muls, y, name="Mul", value=factor))


def _axpy_alpha(b: Builder, alpha: Scalar) -> complex:
    """Axpy takes a float; with integers that is the same number as long as FLOAT holds it."""
    return alpha.as_(S32 if b.promoted == S32 else F32)


@operator(
    "aclnnAdds(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out)",
    checks=(
        not_null("self", "other", "alpha", "out"),
        dtype_in(_NUMERIC, "self"),
        promotes_with_scalar("self", "other", "out", alpha="alpha"),
        alpha_casts(),
        *_add_on_regbase("self"),
        casts_to("out"),
        max_rank(8, "self"),
        same_shape("self", "out"),
    ),
    source=_ADD_SOURCE,
    deviations=_DEVIATIONS,
)
def adds(b: Builder, self: Tensor, other: Scalar, alpha: Scalar, out: Tensor) -> None:
    """out = self + alpha * other, other a scalar."""
    if not self.is_empty:
        _plan_adds(b, self, other, alpha, out)


@operator(
    "aclnnInplaceAdds(const aclTensor *selfRef, const aclScalar *other, const aclScalar *alpha)",
    checks=(
        not_null("selfRef", "other", "alpha"),
        dtype_in(_NUMERIC, "selfRef"),
        promotes_with_scalar("selfRef", "other", "selfRef", alpha="alpha"),
        alpha_casts(),
        *_add_on_regbase("selfRef"),
        casts_to("selfRef"),
        max_rank(8, "selfRef"),
    ),
    source=_ADD_SOURCE,
    deviations=_DEVIATIONS,
)
def inplace_adds(b: Builder, self_ref: Tensor, other: Scalar, alpha: Scalar) -> None:
    """selfRef = selfRef + alpha * other, other a scalar."""
    if not self_ref.is_empty:
        _plan_adds(b, self_ref, other, alpha, self_ref)


def _plan_adds(b: Builder, self: Tensor, other: Scalar, alpha: Scalar, out: Tensor) -> None:
    regbase, promoted = b.profile.npu_arch == REGBASE, b.promoted
    one = is_one(alpha, promoted, regbase=regbase)
    axpy, axpy_v2 = _AXPY.on(b.profile), _AXPY_V2.on(b.profile)
    in_one_step = one or (promoted not in axpy and promoted not in axpy_v2)
    if regbase and self.dtype == promoted and promoted in _ADD_AICORE.on(b.profile) and in_one_step:
        x = b.strided(self)
    else:
        x = b.contiguous_cast(self, promoted)
    value = other.as_(promoted)
    if one:
        result = b.kernel(elementwise.adds, x, name="Add", value=value)
    elif promoted in axpy:
        result = b.kernel(elementwise.adds, x, name="Axpy", value=value, alpha=_axpy_alpha(b, alpha))
    elif promoted in axpy_v2:
        result = b.kernel(elementwise.adds, x, name="AxpyV2", value=value, alpha=alpha.as_(promoted))
    else:
        product = b.fill((), scalar_product(other, alpha, promoted), promoted, name="Mul")
        result = b.kernel(elementwise.add, x, product)
    result = b.cast(result, out.dtype)
    if _adds_true_to_bool(self, other, alpha) and out.dtype != BOOL:
        # The library's guard against True + True becoming 2; in a sum of BOOLs it changes nothing.
        result = b.cast(b.cast(result, BOOL), out.dtype)
    b.view_copy(result, out)


def _adds_true_to_bool(self: Tensor, other: Scalar, alpha: Scalar) -> bool:
    return self.dtype == other.dtype == alpha.dtype == BOOL and bool(other.value) and bool(alpha.value)


@operator(
    "aclnnMul(const aclTensor *self, const aclTensor *other, aclTensor *out)",
    checks=(
        not_null("self", "other", "out"),
        dtype_in(_NUMERIC, "self", "other", "out"),
        promotes("self", "other"),
        except_on(REGBASE, casts_to("out")),
        max_rank(8, "self", "other"),
        shape_is_broadcast("out", "self", "other"),
    ),
    source=_MUL_SOURCE,
    deviations=(_SPARSE_BROADCAST,),
)
def mul(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
    """out = self * other."""
    if self.is_empty or other.is_empty:
        return
    b.check_offset(self)
    b.check_offset(other)
    mixed = is_half_float_mix(self.dtype, other.dtype)
    aicore = _MUL_AICORE.on(b.profile)
    plain = self.dtype == other.dtype and self.dtype in aicore and max(self.rank, other.rank) <= 4
    if b.profile.npu_arch == REGBASE and (mixed or plain):
        result = b.kernel(elementwise.mul, b.view(self), b.view(other), dtype=b.promoted)
    elif mixed:
        result = b.kernel(elementwise.mul, b.contiguous(self), b.contiguous(other), dtype=b.promoted)
    else:
        result = _mul_promoted(b, self, other)
    b.view_copy(b.cast(result, out.dtype), out)


@operator(
    "aclnnInplaceMul(aclTensor *selfRef, const aclTensor *other)",
    checks=(
        not_null("selfRef", "other"),
        dtype_in(_NUMERIC, "selfRef", "other"),
        promotes("selfRef", "other"),
        except_on(REGBASE, casts_to("selfRef")),
        broadcasts_to("selfRef", "other"),
    ),
    source=_MUL_SOURCE,
)
def inplace_mul(b: Builder, self_ref: Tensor, other: Tensor) -> None:
    """selfRef = selfRef * other."""
    if self_ref.is_empty or other.is_empty:
        return
    if b.profile.npu_arch == REGBASE and is_half_float_mix(self_ref.dtype, other.dtype):
        x, y = b.contiguous(self_ref), b.contiguous(other)
        result = b.kernel(elementwise.mul, x, y, dtype=b.promoted)
    else:
        result = _mul_promoted(b, self_ref, other)
    b.view_copy(b.cast(result, self_ref.dtype), self_ref)


def _mul_promoted(b: Builder, self: Tensor, other: Tensor) -> Buffer:
    x, y = b.contiguous(self), b.contiguous(other)
    return b.kernel(elementwise.mul, b.cast(x, b.promoted), b.cast(y, b.promoted))


@operator(
    "aclnnMuls(const aclTensor *self, const aclScalar *other, aclTensor *out)",
    checks=(
        not_null("self", "other", "out"),
        dtype_in(_NUMERIC, "self", "out"),
        promotes_with_scalar("self", "other", "out"),
        *_muls_on_regbase("self", "out"),
        same_shape("self", "out"),
    ),
    source=_MUL_SOURCE,
)
def muls(b: Builder, self: Tensor, other: Scalar, out: Tensor) -> None:
    """out = self * other, other a scalar."""
    if self.is_empty:
        return
    b.check_offset(self)
    keeps_strides = (
        b.profile.npu_arch == REGBASE
        and self.dtype == b.promoted
        and self.dtype in _MUL_AICORE.on(b.profile)
        and self.rank <= 4
    )
    _plan_muls(b, self, other, out, keeps_strides=keeps_strides)


@operator(
    "aclnnInplaceMuls(aclTensor *selfRef, const aclScalar *other)",
    checks=(
        not_null("selfRef", "other"),
        dtype_in(_NUMERIC, "selfRef"),
        promotes_with_scalar("selfRef", "other", "selfRef"),
        *_muls_on_regbase("selfRef", "selfRef"),
    ),
    source=_MUL_SOURCE,
)
def inplace_muls(b: Builder, self_ref: Tensor, other: Scalar) -> None:
    """selfRef = selfRef * other, other a scalar."""
    if not self_ref.is_empty:
        _plan_muls(b, self_ref, other, self_ref, keeps_strides=False)


def _plan_muls(b: Builder, self: Tensor, other: Scalar, out: Tensor, *, keeps_strides: bool) -> None:
    if _multiplies_half_directly(b, self, other):
        result = b.kernel(elementwise.muls, b.contiguous(self), value=other.as_(F32))
    else:
        x = b.view(self) if keeps_strides else b.cast(b.contiguous(self), b.require_promoted("other"))
        result = b.kernel(elementwise.muls, x, name="Mul", value=other.as_(b.promoted))
    b.view_copy(b.cast(result, out.dtype), out)


def _multiplies_half_directly(b: Builder, self: Tensor, other: Scalar) -> bool:
    """The Muls kernel: a half tensor times a FLOAT scalar that is not rounded to the half type."""
    if b.profile.npu_arch == REGBASE:
        return self.dtype in (F16, BF16) and is_floating(other.dtype)
    return self.dtype == BF16 and other.dtype == F64
