"""Clamp: between two scalars or two tensors, of which one may be missing; with in-place forms of some."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from aclnn_emu.core.dtypes import dtype_info, dtype_name, is_integral, numpy_dtype
from aclnn_emu.core.layout import broadcast
from aclnn_emu.core.promotion import promote, promote_by_category
from aclnn_emu.errors import ParamInvalid, ParamNullptr
from aclnn_emu.kernels import ternary
from aclnn_emu.ops._pairs import broadcast_to, casts_each, declare, result_is, scalar_default, store
from aclnn_emu.ops._scalars import REGBASE, promoted_in
from aclnn_emu.ops._types import BF16, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import (
    Check,
    casts_to,
    dtype_in,
    except_on,
    max_rank,
    not_null,
    only_on,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_SOURCE = "ops-math/conversion/clip_by_value_v2/op_api/aclnn_clamp.cpp"

_LISTED = (F16, F32, S32, S64, S16, S8, U8, F64)
_CLAMP = dtypes(*_LISTED, DAV_2201=(*_LISTED, BF16), DAV_3510=(*_LISTED, BF16))
# The AI cores broadcast these by themselves.
_AICORE = frozenset({F16, F32, S32, S64, BF16})

_BOTH = ("clipValueMin", "clipValueMax")


def _one_given(low: str, high: str) -> Check:
    def run(call: Call) -> None:
        if call.args[low] is None and call.args[high] is None:
            raise ParamNullptr("ACLNN-PARAM-065", op=call.operator.name, param=low, other=high)

    return Check("one_given", (low, high), run, f"{low}, {high}: not both null")


def _null_checks(first: str, out: str, bounds: tuple[str, ...]) -> tuple[Check, ...]:
    """A single bound is asked for first of all."""
    nulls = not_null(*dict.fromkeys((first, out)))
    if len(bounds) == 1:
        return not_null(*bounds), nulls
    return nulls, _one_given(*bounds)


# Between scalars.


def _scalar_rule(first: str, bounds: tuple[str, ...]) -> Callable[[Call], int]:
    """Ascend950 promotes the bounds with each other, and the result as a scalar with self."""

    def rule(call: Call) -> int:
        given = [scalar_default(call.args[name].dtype) for name in bounds if call.args[name] is not None]
        scalar = given[0] if len(given) == 1 else promote(given[0], given[1])
        return promote_by_category(call.args[first].dtype, scalar)

    return rule


def _scalar_checks(first: str, out: str, bounds: tuple[str, ...]) -> tuple[Check, ...]:
    """Before Ascend950 the computation is in the dtype of out."""
    on_950 = (
        result_is(_scalar_rule(first, bounds), first, *bounds),
        casts_to(out),
        promoted_in(_CLAMP, bounds[0]),
    )
    return (
        *_null_checks(first, out, bounds),
        dtype_in(_CLAMP, *dict.fromkeys((first, out))),
        same_shape(first, out),
        max_rank(8, *dict.fromkeys((first, out))),
        unless_empty(
            first,
            *(only_on(REGBASE, check) for check in on_950),
            except_on(REGBASE, casts_each(out, first)),
        ),
    )


def _limit(dtype: int, *, high: bool) -> complex:
    """The bound that is not given: the type's last value, infinity for floats."""
    if is_integral(dtype):
        kind = numpy_dtype(dtype)
        if kind is None:
            raise ValueError(dtype_info(dtype).name)
        return int(np.iinfo(kind).max if high else np.iinfo(kind).min)
    return math.inf if high else -math.inf


def _between_scalars(b: Builder, self: Tensor, low: Scalar | None, high: Scalar | None, out: Tensor) -> None:
    if self.is_empty:
        return
    dtype = b.promoted if b.profile.npu_arch == REGBASE else out.dtype
    least = _limit(dtype, high=False) if low is None else low.as_(dtype)
    most = _limit(dtype, high=True) if high is None else high.as_(dtype)
    x = b.contiguous_cast(self, dtype)
    store(b, b.kernel(ternary.clip_to, x, low=least, high=most), out)


# Between tensors.


def _tensors_of(call: Call, names: tuple[str, ...]) -> list[tuple[str, Tensor]]:
    return [(name, call.args[name]) for name in names if call.args[name] is not None]


def _tensor_rule(names: tuple[str, ...]) -> Callable[[Call], int]:
    def rule(call: Call) -> int:
        dtype, *rest = (tensor.dtype for _, tensor in _tensors_of(call, names))
        for other in rest:
            dtype = promote(dtype, other)
        return int(dtype)

    return rule


def _broadcasts(names: tuple[str, ...], out: str) -> Check:
    def run(call: Call) -> None:
        (first, tensor), *rest = _tensors_of(call, names)
        shape = tensor.view_shape
        for name, other in rest:
            merged = broadcast(shape, other.view_shape)
            if merged is None:
                raise ParamInvalid(
                    "ACLNN-PARAM-008", op=call.operator.name, param=name, got=list(other.view_shape),
                    other=list(shape), reference=first,
                )  # fmt: skip
            shape = merged
        if call.args[out].view_shape != shape:
            raise ParamInvalid(
                "ACLNN-PARAM-009", op=call.operator.name, param=out, got=list(call.args[out].view_shape),
                allowed=list(shape),
            )  # fmt: skip

    text = f"{', '.join(names)}: broadcast; {out} has that shape"
    return Check("broadcasts", tuple(dict.fromkeys((*names, out))), run, text)


def _all_with_elements(names: tuple[str, ...], *checks: Check) -> Check:
    def run(call: Call) -> None:
        if not any(tensor.is_empty for _, tensor in _tensors_of(call, names)):
            for check in checks:
                check.run(call)

    params = tuple(dict.fromkeys(name for check in checks for name in check.params))
    text = "unless a tensor is empty: " + "; ".join(check.text for check in checks)
    return Check("all_with_elements", params, run, text)


def _tensor_checks(first: str, out: str, bounds: tuple[str, ...]) -> tuple[Check, ...]:
    names = (first, *bounds)
    return (
        *_null_checks(first, out, bounds),
        dtype_in(_CLAMP, *dict.fromkeys((first, out))),
        max_rank(8, *dict.fromkeys((first, out, *bounds))),
        _all_with_elements(
            names,
            _given_promotes(names),
            casts_to(out),
            promoted_in(_CLAMP, bounds[-1]),
            _broadcasts(names, out),
        ),
    )


def _given_promotes(names: tuple[str, ...]) -> Check:
    rule = _tensor_rule(names)

    def run(call: Call) -> None:
        call.promoted = rule(call)
        if call.promoted < 0:
            name, tensor = _tensors_of(call, names)[-1]
            raise ParamInvalid(
                "ACLNN-PARAM-011", op=call.operator.name, param=name, got=dtype_name(tensor.dtype),
                other=dtype_name(call.args[names[0]].dtype),
            )  # fmt: skip

    return Check("given_promotes", names, run, f"{', '.join(names)}: dtypes promote")


def _between_tensors(b: Builder, self: Tensor, low: Tensor | None, high: Tensor | None, out: Tensor) -> None:
    if any(tensor is not None and tensor.is_empty for tensor in (self, low, high)):
        return
    least, most = _bound(b, low, high=False), _bound(b, high, high=True)
    x = b.contiguous_cast(self, b.promoted)
    operands = [x, *(_cast(b, bound) for bound in (least, most))]
    if b.promoted not in _AICORE:
        operands = [_repeated(b, operand, out.view_shape) for operand in operands]
    b.view_copy(b.reformat(b.cast(_clip(b, operands), out.dtype), out), out)


def _bound(b: Builder, tensor: Tensor | None, *, high: bool) -> Buffer | complex:
    return _limit(b.promoted, high=high) if tensor is None else b.contiguous(tensor)


def _cast(b: Builder, bound: Buffer | complex) -> Buffer | complex:
    return b.cast(bound, b.promoted) if not isinstance(bound, (int, float, complex)) else bound


def _repeated(b: Builder, operand: Buffer | complex, shape: tuple[int, ...]) -> Buffer | complex:
    """The AI CPU broadcasts nothing, not even a bound that was not given."""
    if not isinstance(operand, (int, float, complex)):
        return broadcast_to(b, operand, shape)
    return b.fill(shape, operand, b.promoted, name="BroadcastTo") if shape else operand


def _clip(b: Builder, operands: list[Buffer | complex]) -> Buffer:
    arrays = [operand for operand in operands if not isinstance(operand, (int, float, complex))]
    if len(arrays) == len(operands):
        return b.kernel(ternary.clip, *arrays)
    _, low, high = operands
    if isinstance(low, (int, float, complex)):
        return b.kernel(ternary.clip_high, *arrays, low=low)
    return b.kernel(ternary.clip_low, *arrays, high=high)


# Declarations.


def _declare_scalar() -> None:
    def clamp(b: Builder, self: Tensor, low: Scalar | None, high: Scalar | None, out: Tensor) -> None:
        _between_scalars(b, self, low, high, out)

    def clamp_min(b: Builder, self: Tensor, low: Scalar, out: Tensor) -> None:
        _between_scalars(b, self, low, None, out)

    def clamp_max(b: Builder, self: Tensor, high: Scalar, out: Tensor) -> None:
        _between_scalars(b, self, None, high, out)

    def inplace_clamp_max(b: Builder, self_ref: Tensor, high: Scalar) -> None:
        _between_scalars(b, self_ref, None, high, self_ref)

    declare(
        "aclnnClamp(const aclTensor *self, const aclScalar *clipValueMin, const aclScalar *clipValueMax, aclTensor *out)",
        clamp, "out = min(max(self, clipValueMin), clipValueMax); one bound may be null.",
        checks=_scalar_checks("self", "out", _BOTH), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnClampMin(const aclTensor *self, const aclScalar *clipValueMin, aclTensor *out)", clamp_min,
        "out = max(self, clipValueMin).", checks=_scalar_checks("self", "out", ("clipValueMin",)), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnClampMax(const aclTensor *self, const aclScalar *clipValueMax, aclTensor *out)", clamp_max,
        "out = min(self, clipValueMax).", checks=_scalar_checks("self", "out", ("clipValueMax",)), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnInplaceClampMax(const aclTensor *selfRef, const aclScalar *clipValueMax)", inplace_clamp_max,
        "selfRef = min(selfRef, clipValueMax).", checks=_scalar_checks("selfRef", "selfRef", ("clipValueMax",)),
        source=_SOURCE,
    )  # fmt: skip


def _declare_tensor() -> None:
    def clamp(b: Builder, self: Tensor, low: Tensor | None, high: Tensor | None, out: Tensor) -> None:
        _between_tensors(b, self, low, high, out)

    def clamp_min(b: Builder, self: Tensor, low: Tensor, out: Tensor) -> None:
        _between_tensors(b, self, low, None, out)

    def inplace_clamp_min(b: Builder, self_ref: Tensor, low: Tensor) -> None:
        _between_tensors(b, self_ref, low, None, self_ref)

    def clamp_max(b: Builder, self: Tensor, high: Tensor, out: Tensor) -> None:
        _between_tensors(b, self, None, high, out)

    def inplace_clamp_max(b: Builder, self_ref: Tensor, high: Tensor) -> None:
        _between_tensors(b, self_ref, None, high, self_ref)

    declare(
        "aclnnClampTensor(const aclTensor *self, const aclTensor *clipValueMin, const aclTensor *clipValueMax,"
        " aclTensor *out)",
        clamp, "out = min(max(self, clipValueMin), clipValueMax); one bound may be null.",
        checks=_tensor_checks("self", "out", _BOTH), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnClampMinTensor(const aclTensor *self, const aclTensor *clipValueMin, aclTensor *out)", clamp_min,
        "out = max(self, clipValueMin).", checks=_tensor_checks("self", "out", ("clipValueMin",)), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnInplaceClampMinTensor(aclTensor *selfRef, const aclTensor *clipValueMin)", inplace_clamp_min,
        "selfRef = max(selfRef, clipValueMin).", checks=_tensor_checks("selfRef", "selfRef", ("clipValueMin",)),
        source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnClampMaxTensor(const aclTensor *self, const aclTensor *max, aclTensor *out)", clamp_max,
        "out = min(self, max).", checks=_tensor_checks("self", "out", ("max",)), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnInplaceClampMaxTensor(aclTensor *selfRef, const aclTensor *max)", inplace_clamp_max,
        "selfRef = min(selfRef, max).", checks=_tensor_checks("selfRef", "selfRef", ("max",)), source=_SOURCE,
    )  # fmt: skip


_declare_scalar()
_declare_tensor()
