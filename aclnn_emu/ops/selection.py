"""Choosing between values by a mask: SWhere, MaskedFill, MaskedScale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import ternary
from aclnn_emu.ops._pairs import by_pair, result_is, store
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
    U16,
    U32,
    U64,
)  # fmt: skip
from aclnn_emu.plan.checks import (
    Check,
    broadcasts_to,
    dtype_in,
    max_rank,
    not_null,
    same_dtype,
    same_format,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_WHERE_LIST = (F32, S32, U64, S64, U32, F16, U16, S16, S8, U8, F64, BOOL, C64, C128)
# Only the 910 has no BF16 here.
_WHERE = dtypes(*_WHERE_LIST, BF16, DAV_1001=_WHERE_LIST)
_CONDITION = dtypes(BOOL, U8)


@operator(
    "aclnnSWhere(const aclTensor *condition, const aclTensor *self, const aclTensor *other, aclTensor *out)",
    checks=(
        not_null("self", "other", "condition", "out"),
        dtype_in(_WHERE, "self", "other", "out"),
        dtype_in(_CONDITION, "condition"),
        max_rank(8, "self", "other", "condition"),
        shape_is_broadcast("out", "self", "other", "condition"),
        result_is(by_pair("self", "other"), "self", "other", refuse=False),
    ),
    source="ops-math/math/select/op_api/aclnn_s_where.cpp",
)
def s_where(b: Builder, condition: Tensor, self: Tensor, other: Tensor, out: Tensor) -> None:
    """out = self where the condition is not 0, else other."""
    if self.is_empty or condition.is_empty or other.is_empty:
        return
    x, mask, y = b.contiguous(self), b.contiguous(condition), b.contiguous(other)
    mask = b.cast(mask, BOOL)
    if self.dtype == other.dtype == BOOL:
        # Read as INT8: the result is not cast, so out must be BOOL.
        b.view_copy(b.kernel(ternary.select, mask, x, y, dtype=BOOL), out)
        return
    dtype = b.require_promoted("other")
    x, y = b.cast(x, dtype), b.cast(y, dtype)
    store(b, b.kernel(ternary.select, mask, x, y, dtype=dtype), out)


_FILL_LIST = (F32, S32, S64, F16, S8, BOOL)
_FILL = dtypes(*_FILL_LIST, DAV_2201=(*_FILL_LIST, BF16), DAV_3510=(*_FILL_LIST, BF16))
_FILL_VALUE = dtypes(*_FILL_LIST, BF16)
_MASK = dtypes(BOOL)


@operator(
    "aclnnInplaceMaskedFillScalar(aclTensor *selfRef, const aclTensor *mask, const aclScalar *value)",
    checks=(
        not_null("selfRef", "mask", "value"),
        dtype_in(_FILL, "selfRef"),
        dtype_in(_MASK, "mask"),
        max_rank(8, "selfRef", "mask"),
        broadcasts_to("selfRef", "mask"),
    ),
    source="ops-math/conversion/masked_fill/op_api/aclnn_masked_fill_scalar.cpp",
)
def inplace_masked_fill_scalar(b: Builder, self_ref: Tensor, mask: Tensor, value: Scalar) -> None:
    """selfRef = value where the mask is set."""
    if self_ref.is_empty or mask.is_empty:
        return
    x, where = b.contiguous(self_ref), b.contiguous(mask)
    result = b.kernel(ternary.masked_fill_with, x, where, value=value.as_(self_ref.dtype))
    b.view_copy(result, self_ref)


def _value_is_scalar(call: Call) -> None:
    value = call.args["value"]
    if value.rank:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=call.operator.name, param="value", got=value.rank,
            shape=list(value.view_shape), allowed=0,
        )  # fmt: skip


@operator(
    "aclnnInplaceMaskedFillTensor(aclTensor *selfRef, const aclTensor *mask, const aclTensor *value)",
    checks=(
        not_null("selfRef", "mask", "value"),
        dtype_in(_FILL, "selfRef"),
        dtype_in(_FILL_VALUE, "value"),
        dtype_in(_MASK, "mask"),
        max_rank(8, "selfRef", "mask"),
        Check("value_is_scalar", ("value",), _value_is_scalar, "value: no dimensions"),
        broadcasts_to("selfRef", "mask"),
    ),
    source="ops-math/conversion/masked_fill/op_api/aclnn_masked_fill_tensor.cpp",
)
def inplace_masked_fill_tensor(b: Builder, self_ref: Tensor, mask: Tensor, value: Tensor) -> None:
    """selfRef = value where the mask is set; value has no dimensions."""
    if self_ref.is_empty or mask.is_empty:
        return
    x, where = b.contiguous(self_ref), b.contiguous(mask)
    filling = b.contiguous_cast(value, self_ref.dtype)
    b.view_copy(b.kernel(ternary.masked_fill, x, where, filling), self_ref)


_SCALED = dtypes(DAV_3510=(F32, F16, BF16))
_SCALED_MASK = dtypes(DAV_3510=(F32, F16, U8, S8))


@operator(
    "aclnnMaskedScale(const aclTensor *self, const aclTensor *mask, float scale, aclTensor *out)",
    checks=(
        not_null("self", "mask", "out"),
        same_dtype("self", "out"),
        dtype_in(_SCALED, "self"),
        dtype_in(_SCALED_MASK, "mask"),
        same_shape("self", "out"),
        same_shape("out", "mask"),
        max_rank(8, "self", "mask"),
        same_format("self", "out"),
    ),
    source="ops-math/math/masked_scale/op_api/aclnn_masked_scale.cpp",
)
def masked_scale(b: Builder, self: Tensor, mask: Tensor, scale: float, out: Tensor) -> None:
    """out = self * mask * scale; on Ascend950 only."""
    if self.is_empty:
        return
    x, factors = b.contiguous(self), b.contiguous(mask)
    b.view_copy(b.kernel(ternary.masked_scale, x, factors, scale=scale), out)
