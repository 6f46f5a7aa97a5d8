"""Differences, extremes, and functions of two operands: Sub, Rsub, AddV3, Maximum, Atan2, XLogY, LogAddExp, Gcd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_info, is_floating, is_integral
from aclnn_emu.core.promotion import promote, promote_scalar_classic
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.kernels import arithmetic, elementwise
from aclnn_emu.kernels.scalars import scalar_form
from aclnn_emu.ops._pairs import (
    apply,
    by_pair,
    declare,
    result_is,
    store,
)
from aclnn_emu.ops._scalars import (
    REGBASE,
    alpha_casts,
    casts_to_promoted,
    is_one,
    promoted_in,
    promotes_with_scalar,
    scalar_product,
)
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C64,
    C128,
    F16,
    F32,
    F64,
    S8,
    S16,
    S32,
    S64,
    U8,
)  # fmt: skip
from aclnn_emu.plan.checks import (
    Check,
    casts_to,
    dtype_in,
    max_rank,
    not_null,
    only_on,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.dtypes import DtypeList
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_SUB_SOURCE = "ops-math/math/sub/op_api/aclnn_sub.cpp"
_RSUB_SOURCE = "ops-math/math/sub/op_api/aclnn_rsub.cpp"

_SIGNED = (F32, S32, S64, F16, S16, S8, U8, F64)
_CLASSIC = (*_SIGNED, BOOL, C64, C128)
_SUB = dtypes(*_CLASSIC, DAV_2201=(*_CLASSIC, BF16), DAV_3510=(*_CLASSIC, BF16))
_NO_BOOL = (*_SIGNED, C64, C128)
_RSUB = dtypes(*_NO_BOOL, DAV_2201=(*_NO_BOOL, BF16), DAV_3510=(*_NO_BOOL, BF16))
_REALS = (*_SIGNED, BOOL)
_REAL = dtypes(*_REALS, DAV_2201=(*_REALS, BF16), DAV_3510=(*_REALS, BF16))

# Dtypes of the kernels that multiply and add in one step. aclnnSub and aclnnSubs have them everywhere, Rsub on Ascend950.
_SUB_AXPY = dtypes(F32, F16, BF16)
_RSUB_AXPY = dtypes(DAV_3510=(F32, F16, BF16))
_AXPY_V2 = dtypes(DAV_3510=(S32, S64, S8))

_FUSED = ("FLOAT products with alpha are rounded before the difference; the hardware may fuse both.",)


# Differences.


def _on_950(dtypes_: DtypeList, first: str, out: str) -> tuple[Check, ...]:
    on = casts_to_promoted(first, "other"), promoted_in(dtypes_, "other")
    return *(only_on(REGBASE, check) for check in on), casts_to(out)


def _sub_checks(first: str, out: str) -> tuple[Check, ...]:
    """In place these are all: what aclnnInplaceSub asks first it answers with success."""
    return (
        not_null(*dict.fromkeys((first, "other", "alpha", out))),
        dtype_in(_SUB, first, "other"),
        result_is(by_pair(first, "other"), first, "other"),
        alpha_casts(),
        *_on_950(_SUB, first, out),
        max_rank(8, first, "other"),
        shape_is_broadcast(out, first, "other"),
    )


def _subs_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", "alpha", out))),
        dtype_in(_SUB, first),
        promotes_with_scalar(first, "other", out, alpha="alpha"),
        alpha_casts(),
        *_on_950(_SUB, first, out),
        max_rank(8, first),
        same_shape(first, out),
    )


def _difference(
    b: Builder,
    x: Buffer | complex,
    y: Buffer | Scalar,
    alpha: Scalar,
    dtype: int,
    *,
    one: bool,
    axpy: DtypeList,
) -> Buffer:
    """x - alpha * y by the kernels that the chip has for the dtype; one of x and y may be a scalar."""
    value: Buffer | complex = y.as_(dtype) if isinstance(y, Scalar) else y
    if one:
        return apply(b, arithmetic.sub, x, value)
    if dtype in axpy.on(b.profile):
        return apply(b, elementwise.add, x, value, name="Axpy", alpha=-_real(alpha.as_(F32)))
    if dtype in _AXPY_V2.on(b.profile):
        negative = Scalar(-int(_real(alpha.as_(S64))), S64).as_(dtype)
        return apply(b, elementwise.add, x, value, name="AxpyV2", alpha=negative)
    factor = alpha.as_(dtype)
    if isinstance(y, Scalar):
        product = b.fill((), scalar_product(y, alpha, dtype), dtype, name="Mul")
    else:
        product = b.kernel(elementwise.muls, y, name="Mul", value=factor)
    return apply(b, arithmetic.sub, x, product)


def _real(value: complex) -> float:
    return value.real if isinstance(value, complex) else value


def _sub(b: Builder, self: Tensor, other: Tensor, alpha: Scalar, out: Tensor) -> None:
    if self.is_empty or other.is_empty:
        return
    regbase, dtype = b.profile.npu_arch == REGBASE, b.promoted
    if not regbase and is_floating(dtype) and not is_one(alpha, dtype, regbase=False):
        dtype = F64 if dtype == F64 else F32
    x, y = b.contiguous_cast(self, dtype), b.contiguous_cast(other, dtype)
    one = is_one(alpha, dtype, regbase=regbase)
    store(b, _difference(b, x, y, alpha, dtype, one=one, axpy=_SUB_AXPY), out)


def _subs(b: Builder, self: Tensor, other: Scalar, alpha: Scalar, out: Tensor) -> None:
    if self.is_empty:
        return
    x = b.contiguous_cast(self, b.promoted)
    one = is_one(alpha, b.promoted, regbase=b.profile.npu_arch == REGBASE)
    store(b, _difference(b, x, other, alpha, b.promoted, one=one, axpy=_SUB_AXPY), out)


def _declare_sub() -> None:
    def sub(b: Builder, self: Tensor, other: Tensor, alpha: Scalar, out: Tensor) -> None:
        _sub(b, self, other, alpha, out)

    def inplace_sub(b: Builder, self_ref: Tensor, other: Tensor, alpha: Scalar) -> None:
        _sub(b, self_ref, other, alpha, self_ref)

    def subs(b: Builder, self: Tensor, other: Scalar, alpha: Scalar, out: Tensor) -> None:
        _subs(b, self, other, alpha, out)

    def inplace_subs(b: Builder, self_ref: Tensor, other: Scalar, alpha: Scalar) -> None:
        _subs(b, self_ref, other, alpha, self_ref)

    declare(
        "aclnnSub(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out)", sub,
        "out = self - alpha * other.", checks=_sub_checks("self", "out"), source=_SUB_SOURCE, deviations=_FUSED,
    )  # fmt: skip
    declare(
        "aclnnInplaceSub(aclTensor *selfRef, const aclTensor *other, const aclScalar *alpha)", inplace_sub,
        "selfRef = selfRef - alpha * other.", checks=_sub_checks("selfRef", "selfRef"), source=_SUB_SOURCE,
        deviations=_FUSED,
    )  # fmt: skip
    declare(
        "aclnnSubs(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out)", subs,
        "out = self - alpha * other, other a scalar.", checks=_subs_checks("self", "out"), source=_SUB_SOURCE,
        deviations=_FUSED,
    )  # fmt: skip
    declare(
        "aclnnInplaceSubs(aclTensor *selfRef, const aclScalar *other, const aclScalar *alpha)", inplace_subs,
        "selfRef = selfRef - alpha * other, other a scalar.", checks=_subs_checks("selfRef", "selfRef"),
        source=_SUB_SOURCE, deviations=_FUSED,
    )  # fmt: skip


_declare_sub()


def _rsub_is_one(b: Builder, alpha: Scalar) -> bool:
    """Before Ascend950 only an integer or a float counts as 1, and NaN does not."""
    if b.profile.npu_arch == REGBASE:
        return is_one(alpha, b.promoted, regbase=True)
    if is_integral(alpha.dtype):
        return alpha.as_(S32) == 1
    return is_floating(alpha.dtype) and alpha.as_(F32) == 1


@operator(
    "aclnnRsub(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out)",
    checks=(
        not_null("self", "other", "alpha", "out"),
        dtype_in(_RSUB, "self", "other"),
        result_is(by_pair("self", "other"), "self", "other"),
        alpha_casts(),
        *_on_950(_RSUB, "self", "out"),
        max_rank(8, "self", "other"),
        shape_is_broadcast("out", "self", "other"),
    ),
    source=_RSUB_SOURCE,
    deviations=_FUSED,
)
def rsub(b: Builder, self: Tensor, other: Tensor, alpha: Scalar, out: Tensor) -> None:
    """out = other - alpha * self."""
    if self.is_empty or other.is_empty:
        return
    x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(other, b.promoted)
    one = _rsub_is_one(b, alpha)
    store(b, _difference(b, y, x, alpha, b.promoted, one=one, axpy=_RSUB_AXPY), out)


def _rsubs_promotion() -> Check:
    """Ascend950 promotes as in aclnnSubs; before, a complex scalar does not count."""
    on_950 = promotes_with_scalar("self", "other", "out", alpha="alpha")

    def run(call: Call) -> None:
        if call.profile.npu_arch == REGBASE:
            on_950.run(call)
            return
        dtype, scalar = call.args["self"].dtype, call.args["other"].dtype
        lifts = is_floating(scalar) and not is_floating(dtype)
        call.promoted = promote(dtype, scalar) if lifts else dtype

    return Check(on_950.kind, on_950.params, run, on_950.text)


@operator(
    "aclnnRsubs(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out)",
    checks=(
        not_null("self", "other", "alpha", "out"),
        dtype_in(_RSUB, "self", "other"),
        _rsubs_promotion(),
        alpha_casts(),
        *_on_950(_RSUB, "self", "out"),
        max_rank(8, "self"),
        same_shape("self", "out"),
    ),
    source=_RSUB_SOURCE,
    deviations=_FUSED,
)
def rsubs(b: Builder, self: Tensor, other: Scalar, alpha: Scalar, out: Tensor) -> None:
    """out = other - alpha * self, other a scalar."""
    if self.is_empty:
        return
    x = b.contiguous_cast(self, b.promoted)
    one = _rsub_is_one(b, alpha)
    first = other.as_(b.promoted)
    store(b, _difference(b, first, x, alpha, b.promoted, one=one, axpy=_RSUB_AXPY), out)


# Sum of a scalar and a scaled tensor.

_ADD_V3 = dtypes(F32, S32, F16, BF16, S8)
_ADD_V3_AXPY = dtypes(F32, S32, F16)


def _add_v3_rule(tensor: str, scalar: str, out: str) -> Callable[[Call], int]:
    def rule(call: Call) -> int:
        dtype = call.args[tensor].dtype
        if is_floating(dtype) and dtype_info(call.args[scalar].dtype).kind != "complex":
            return F32
        return promote_scalar_classic(dtype, call.args[scalar].dtype, call.args[out].dtype)

    return rule


def _add_v3_checks(scalar: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((scalar, "other", "alpha", out))),
        dtype_in(_ADD_V3, "other"),
        result_is(_add_v3_rule("other", scalar, out), "other", scalar),
        alpha_casts(),
        casts_to(out),
        max_rank(8, "other"),
        same_shape("other", out),
    )


def _add_v3(b: Builder, self: Scalar, other: Tensor, alpha: Scalar, out: Tensor) -> None:
    if other.is_empty:
        return
    x, first = b.contiguous_cast(other, b.promoted), self.as_(b.promoted)
    add = scalar_form(elementwise.add)
    if is_one(alpha, b.promoted, regbase=False):
        result = b.kernel(add, x, first=first)
    elif b.promoted in _ADD_V3_AXPY.on(b.profile):
        # Axpy takes a float; with integers that is the same number as long as FLOAT holds it.
        factor = alpha.as_(S32 if b.promoted == S32 else F32)
        result = b.kernel(add, x, name="Axpy", first=first, alpha=factor)
    else:
        product = b.kernel(elementwise.muls, x, name="Mul", value=alpha.as_(b.promoted))
        result = b.kernel(add, product, first=first)
    store(b, result, out)


def _declare_add_v3() -> None:
    def add_v3(b: Builder, self: Scalar, other: Tensor, alpha: Scalar, out: Tensor) -> None:
        _add_v3(b, self, other, alpha, out)

    def inplace_add_v3(b: Builder, self_ref: Scalar, other: Tensor, alpha: Scalar) -> None:
        _add_v3(b, self_ref, other, alpha, other)

    source = "ops-math/math/add/op_api/aclnn_add_v3.cpp"
    declare(
        "aclnnAddV3(const aclScalar *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out)", add_v3,
        "out = self + alpha * other, self a scalar.", checks=_add_v3_checks("self", "out"), source=source,
    )  # fmt: skip
    declare(
        "aclnnInplaceAddV3(const aclScalar *selfRef, const aclTensor *other, const aclScalar *alpha)", inplace_add_v3,
        "other = selfRef + alpha * other: selfRef is the scalar, other is written.",
        checks=_add_v3_checks("selfRef", "other"), source=source, written=("other",),
    )  # fmt: skip


_declare_add_v3()
