"""Operators of three operands: Lerp, Addcmul and Addcdiv, with in-place forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name, is_floating
from aclnn_emu.core.layout import broadcasts_to as shape_broadcasts_to
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import ternary
from aclnn_emu.ops._pairs import declare, result_is, store
from aclnn_emu.ops._scalars import REGBASE, is_one
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8  # fmt: skip
from aclnn_emu.plan.checks import (
    Check,
    casts_to,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    same_dtype,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

# Interpolation.

_LERP = dtypes(F16, F32, DAV_2201=(F16, F32, BF16), DAV_3510=(F16, F32, BF16))
_LERPS_OUT = _LERP | dtypes(F64)
_LERP_SOURCE = "ops-math/math/lerp/op_api/aclnn_lerp_{}.cpp"


def _rank_of_strided(*tensors: str) -> Check:
    """Contiguous tensors may have any number of dimensions here; a strided one brings the limit to the inputs."""
    limited = max_rank(8, *(name for name in dict.fromkeys(tensors) if name != "out"))

    def run(call: Call) -> None:
        if not all(call.args[name].is_contiguous for name in tensors):
            limited.run(call)

    return Check(
        limited.kind, limited.params, run, f"unless all are contiguous: {limited.text}", limited.facts
    )


def _lerp_checks(first: str, out: str) -> tuple[Check, ...]:
    others = tuple(name for name in ("end", "weight", out) if name != first)
    return (
        not_null(*dict.fromkeys((first, "end", "weight", out))),
        dtype_in(_LERP, first),
        same_dtype(first, *others),
        shape_is_broadcast(out, first, "end", "weight"),
        _rank_of_strided(first, "end", "weight", out),
    )


def _lerps_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "end", "weight", out))),
        dtype_in(_LERP, first, "end"),
        same_dtype(first, "end"),
        dtype_in(_LERPS_OUT, out),
        shape_is_broadcast(out, first, "end"),
        _rank_of_strided(first, "end", out),
    )


def _lerp(b: Builder, self: Tensor, end: Tensor, weight: Tensor, out: Tensor) -> None:
    """Only self is asked for elements."""
    if not self.is_empty:
        operands = [b.contiguous(tensor) for tensor in (self, end, weight)]
        b.view_copy(b.kernel(ternary.lerp, *operands), out)


def _lerps(b: Builder, self: Tensor, end: Tensor, weight: Scalar, out: Tensor) -> None:
    """Ascend950 keeps the weight in FLOAT."""
    if not self.is_empty:
        value = weight.as_(F32 if b.profile.npu_arch == REGBASE else self.dtype)
        x, y = b.contiguous(self), b.contiguous(end)
        store(b, b.kernel(ternary.lerp_to, x, y, weight=value), out)


def _declare_lerp() -> None:
    def lerp(b: Builder, self: Tensor, end: Tensor, weight: Tensor, out: Tensor) -> None:
        _lerp(b, self, end, weight, out)

    def inplace_lerp(b: Builder, self_ref: Tensor, end: Tensor, weight: Tensor) -> None:
        _lerp(b, self_ref, end, weight, self_ref)

    def lerps(b: Builder, self: Tensor, end: Tensor, weight: Scalar, out: Tensor) -> None:
        _lerps(b, self, end, weight, out)

    def inplace_lerps(b: Builder, self_ref: Tensor, end: Tensor, weight: Scalar) -> None:
        _lerps(b, self_ref, end, weight, self_ref)

    declare(
        "aclnnLerp(const aclTensor *self, const aclTensor *end, const aclTensor *weight, aclTensor *out)", lerp,
        "out = self + weight * (end - self).", checks=_lerp_checks("self", "out"),
        source=_LERP_SOURCE.format("tensor"),
    )  # fmt: skip
    declare(
        "aclnnInplaceLerp(aclTensor *selfRef, const aclTensor *end, const aclTensor *weight)", inplace_lerp,
        "selfRef = selfRef + weight * (end - selfRef).", checks=_lerp_checks("selfRef", "selfRef"),
        source=_LERP_SOURCE.format("tensor"),
    )  # fmt: skip
    declare(
        "aclnnLerps(const aclTensor *self, const aclTensor *end, const aclScalar *weight, aclTensor *out)", lerps,
        "out = self + weight * (end - self), weight a scalar.", checks=_lerps_checks("self", "out"),
        source=_LERP_SOURCE.format("scalar"),
    )  # fmt: skip
    declare(
        "aclnnInplaceLerps(aclTensor *selfRef, const aclTensor *end, const aclScalar *weight)", inplace_lerps,
        "selfRef = selfRef + weight * (end - selfRef), weight a scalar.", checks=_lerps_checks("selfRef", "selfRef"),
        source=_LERP_SOURCE.format("scalar"),
    )  # fmt: skip


_declare_lerp()


# self plus a scaled product or quotient.

_MUL = (F32, S32, S64, F16, S8, U8, F64)
_ADDCMUL = dtypes(*_MUL, DAV_2201=(*_MUL, BF16), DAV_3510=(*_MUL, BF16))
_NOT_COMPUTED = (S16, BOOL, C64, C128)
_DIV = (F32, S64, F16, F64)
_ADDCDIV = dtypes(*_DIV, DAV_2201=(*_DIV, BF16), DAV_3510=(*_DIV, BF16))
# Where value is 1 the 910B adds the product by another kernel.
_AXPY_V2 = (F32, BF16, F16, S32)
_INTEGERS = (
    "INT64 quotients are cut towards 0, and 0 where tensor2 is 0; the library leaves them to its AI CPU."
)
_FUSED = "The product with value is rounded before the sum; the hardware may fuse both."


def _three(first: str) -> Callable[[Call], int]:
    def rule(call: Call) -> int:
        a, b, c = (call.args[name].dtype for name in (first, "tensor1", "tensor2"))
        return promote(a, promote(b, c))

    return rule


def _not_int16(first: str) -> Check:
    def run(call: Call) -> None:
        if call.promoted in _NOT_COMPUTED:
            raise ParamInvalid(
                "ACLNN-PARAM-070", op=call.operator.name, param=first, got=dtype_name(call.promoted)
            )

    text = "promoted dtype: not INT16, BOOL or complex"
    return Check("not_int16", (first, "tensor1", "tensor2"), run, text)


def _addcmul_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "tensor1", "tensor2", "value", out))),
        dtype_in(_ADDCMUL, first, "tensor1", "tensor2"),
        result_is(_three(first), first, "tensor1", "tensor2"),
        _not_int16(first),
        casts_to(out),
        public_format(*dict.fromkeys((first, "tensor1", "tensor2", out))),
        max_rank(8, first, "tensor1", "tensor2"),
        shape_is_broadcast(out, "tensor1", "tensor2", first),
    )


def _addcdiv_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "tensor1", "tensor2", "value", out))),
        dtype_in(_ADDCDIV, first, "tensor1", "tensor2"),
        result_is(_three(first), first, "tensor1", "tensor2"),
        casts_to(out),
        max_rank(8, *dict.fromkeys((first, "tensor1", "tensor2", out))),
        shape_is_broadcast(out, "tensor1", "tensor2", first),
    )


def _factor(b: Builder, self: Tensor, value: Scalar) -> complex:
    """Ascend950 keeps a floating value in FLOAT beside a half tensor."""
    stays = (
        b.profile.npu_arch == REGBASE
        and self.dtype in (F16, BF16)
        and is_floating(value.dtype)
        and b.promoted != F64
    )
    return value.as_(F32 if stays else b.promoted)


def _addcmul(b: Builder, self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Scalar, out: Tensor) -> None:
    if self.is_empty or tensor1.is_empty or tensor2.is_empty:
        return
    x, y, z = (b.contiguous_cast(tensor, b.promoted) for tensor in (self, tensor1, tensor2))
    adds = (
        b.profile.npu_arch == 2201
        and is_one(value, b.promoted, regbase=True)
        and b.promoted in _AXPY_V2
        and shape_broadcasts_to(z.shape, x.shape)
    )
    if adds:
        result = b.kernel(ternary.addcmul, x, y, z, name="AxpyV2", value=1)
    else:
        result = b.kernel(ternary.addcmul, x, y, z, value=_factor(b, self, value))
    store(b, result, out)


def _addcdiv(b: Builder, self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Scalar, out: Tensor) -> None:
    if self.is_empty or tensor1.is_empty or tensor2.is_empty:
        return
    operands = [b.contiguous_cast(tensor, b.promoted) for tensor in (self, tensor1, tensor2)]
    store(b, b.kernel(ternary.addcdiv, *operands, value=_factor(b, self, value)), out)


def _declare_addc() -> None:
    def addcmul(
        b: Builder, self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Scalar, out: Tensor
    ) -> None:
        _addcmul(b, self, tensor1, tensor2, value, out)

    def inplace_addcmul(
        b: Builder, self_ref: Tensor, tensor1: Tensor, tensor2: Tensor, value: Scalar
    ) -> None:
        _addcmul(b, self_ref, tensor1, tensor2, value, self_ref)

    def addcdiv(
        b: Builder, self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Scalar, out: Tensor
    ) -> None:
        _addcdiv(b, self, tensor1, tensor2, value, out)

    def inplace_addcdiv(
        b: Builder, self_ref: Tensor, tensor1: Tensor, tensor2: Tensor, value: Scalar
    ) -> None:
        _addcdiv(b, self_ref, tensor1, tensor2, value, self_ref)

    rest = "const aclTensor *tensor1, const aclTensor *tensor2, const aclScalar *value"
    mul_source = "ops-math/math/addcmul/op_api/aclnn_addcmul.cpp"
    div_source = "ops-math/math/addcdiv/op_api/aclnn_addcdiv.cpp"
    declare(
        f"aclnnAddcmul(const aclTensor *self, {rest}, aclTensor *out)", addcmul,
        "out = self + value * tensor1 * tensor2.", checks=_addcmul_checks("self", "out"), source=mul_source,
        deviations=(_FUSED,),
    )  # fmt: skip
    declare(
        f"aclnnInplaceAddcmul(const aclTensor *selfRef, {rest})", inplace_addcmul,
        "selfRef = selfRef + value * tensor1 * tensor2.", checks=_addcmul_checks("selfRef", "selfRef"),
        source=mul_source, deviations=(_FUSED,),
    )  # fmt: skip
    declare(
        f"aclnnAddcdiv(const aclTensor *self, {rest}, const aclTensor *out)", addcdiv,
        "out = self + value * tensor1 / tensor2.", checks=_addcdiv_checks("self", "out"), source=div_source,
        deviations=(_FUSED, _INTEGERS),
    )  # fmt: skip
    declare(
        f"aclnnInplaceAddcdiv(const aclTensor *selfRef, {rest})", inplace_addcdiv,
        "selfRef = selfRef + value * tensor1 / tensor2.", checks=_addcdiv_checks("selfRef", "selfRef"),
        source=div_source, deviations=(_FUSED, _INTEGERS),
    )  # fmt: skip


_declare_addc()
