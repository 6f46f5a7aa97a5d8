"""Functions of two operands: Maximum, Minimum, Atan2, XLogY, Xlog1py, LogAddExp, Gcd, Heaviside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.core.dtypes import dtype_info, dtype_name, is_floating, is_integral
from aclnn_emu.core.layout import numel
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import arithmetic, data, logic, ternary
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._pairs import (
    apply,
    by_pair,
    by_rank,
    casts_each,
    declare,
    not_both_bool,
    require_broadcast,
    result_is,
    store,
)
from aclnn_emu.ops._scalars import REGBASE, promoted_in
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64  # fmt: skip
from aclnn_emu.plan.checks import (
    Check,
    casts_to,
    dtype_in,
    has_members,
    max_rank,
    members_not_null,
    not_null,
    only_on,
    public_format,
    same_dtype,
    same_format,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.core.lists import TensorList
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_SIGNED = (F32, F16, S32, S8, S64, S16, U8, F64, BOOL)
_REAL = dtypes(*_SIGNED, DAV_2201=(*_SIGNED, BF16), DAV_3510=(*_SIGNED, BF16))
_FLOATS = dtypes(F32, F16, BF16)


# The larger and the smaller one.


@attrs.frozen(kw_only=True)
class _Extreme:
    """What the larger and the smaller one differ in."""

    name: str
    formula: str
    kernel: Kernel
    bool_kernel: Kernel
    source: str


_EXTREMES = (
    _Extreme(
        name="Maximum", formula="max(self, other)", kernel=arithmetic.maximum, bool_kernel=logic.logical_or,
        source="ops-math/math/maximum/op_api/aclnn_maximum.cpp",
    ),
    _Extreme(
        name="Minimum", formula="min(self, other)", kernel=arithmetic.minimum, bool_kernel=logic.logical_and,
        source="ops-math/math/minimum/op_api/aclnn_minimum.cpp",
    ),
)  # fmt: skip


def _holds(dtype: int, target: int) -> bool:
    """Whether Ascend950 compares in the inputs' dtype and casts afterwards; source: common/inc/op_api."""
    if dtype in (target, BOOL):
        return True
    if is_integral(dtype) and is_integral(target):
        a, b = dtype_info(dtype), dtype_info(target)
        return a.kind == b.kind and a.bits <= b.bits
    return is_floating(target)


def _declare_extreme(row: _Extreme) -> None:
    def plan(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        if self.is_empty or other.is_empty:
            return
        dtype = b.promoted
        if b.profile.npu_arch == REGBASE and self.dtype == other.dtype:
            dtype = self.dtype if _holds(self.dtype, out.dtype) else out.dtype
        x, y = b.contiguous_cast(self, dtype), b.contiguous_cast(other, dtype)
        store(b, b.kernel(row.bool_kernel if dtype == BOOL else row.kernel, x, y), out)

    declare(
        f"aclnn{row.name}(const aclTensor *self, const aclTensor *other, aclTensor *out)", plan,
        f"out = {row.formula}; NaN where one is.",
        checks=(
            not_null("self", "other", "out"),
            dtype_in(_REAL, "self", "other", "out"),
            result_is(by_rank("self", "other"), "self", "other"),
            casts_to("out"),
            max_rank(8, "self", "other"),
            shape_is_broadcast("out", "self", "other"),
        ),
        source=row.source,
    )  # fmt: skip


for _row in _EXTREMES:
    _declare_extreme(_row)

_LISTED = (F16, F32, S8, S32, S64)
_LISTS = dtypes(*_LISTED, DAV_2201=(*_LISTED, BF16), DAV_3510=(*_LISTED, U8, BF16))


def _declare_many(
    name: str, formula: str, kernel: Kernel, dtype_checks: tuple[Check, ...], source: str
) -> None:
    def plan(b: Builder, tensors: TensorList, out: Tensor) -> None:
        if out.is_empty:
            return
        first, *rest = (tensor for tensor in tensors.items if tensor is not None)
        result = b.contiguous(first)
        for tensor in rest:
            result = b.kernel(kernel, result, b.contiguous(tensor))
        b.view_copy(result, out)

    declare(
        f"aclnn{name}(const aclTensorList *tensors, aclTensor *out)", plan, f"out = {formula} of the tensors.",
        checks=(
            not_null("tensors"),
            members_not_null("tensors"),
            not_null("out"),
            *dtype_checks,
            max_rank(8, "tensors", "out"),
            has_members("tensors"),
            shape_is_broadcast("out", "tensors"),
        ),
        source=source,
    )  # fmt: skip


_declare_many(
    "MaxN", "the largest", arithmetic.maximum, (dtype_in(_LISTS, "out", "tensors"), same_dtype("out", "tensors")),
    "ops-math/math/maximum/op_api/aclnn_maxn.cpp",
)  # fmt: skip
_declare_many(
    "MinN", "the smallest", arithmetic.minimum, (dtype_in(_LISTS, "tensors", "out"), same_dtype("out", "tensors")),
    "ops-math/math/minimum/op_api/aclnn_minn.cpp",
)  # fmt: skip


# Atan2.

_ANGLES = dtypes(F32, F16, F64, DAV_2201=(F32, F16, F64, BF16), DAV_3510=(F32, F16, F64, BF16))
_OWN_SERIES = (
    "The angle is NumPy's; Ascend950 computes a series, which is less exact and has NaN at the origin."
)


def _atan2_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(_REAL, first, "other"),
        max_rank(8, first, "other"),
        shape_is_broadcast(out, first, "other"),
    )


def _atan2(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
    if self.is_empty or other.is_empty:
        return
    dtype = promote(self.dtype, other.dtype)
    dtype = dtype if dtype in _ANGLES.on(b.profile) else F32
    x, y = b.contiguous_cast(self, dtype), b.contiguous_cast(other, dtype)
    store(b, b.kernel(arithmetic.atan2, x, y), out)


def _declare_atan2() -> None:
    def atan2(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        _atan2(b, self, other, out)

    def inplace_atan2(b: Builder, self_ref: Tensor, other: Tensor) -> None:
        _atan2(b, self_ref, other, self_ref)

    source = "ops-math/math/atan2/op_api/aclnn_atan2.cpp"
    declare(
        "aclnnAtan2(const aclTensor *self, const aclTensor *other, aclTensor *out)", atan2,
        "out = the angle of the point (other, self).", checks=_atan2_checks("self", "out"), source=source,
        deviations=(_OWN_SERIES,),
    )  # fmt: skip
    declare(
        "aclnnInplaceAtan2(aclTensor *selfRef, aclTensor *other)", inplace_atan2,
        "selfRef = the angle of the point (other, selfRef).", checks=_atan2_checks("selfRef", "selfRef"), source=source,
        deviations=(_OWN_SERIES,), read=("other",),
    )  # fmt: skip


_declare_atan2()


# x * log(y).

_XLOGY_LIST = (F32, S32, S64, F16, S8, U8, BOOL, S16)
_XLOGY = dtypes(*_XLOGY_LIST, DAV_2201=(*_XLOGY_LIST, BF16), DAV_3510=(*_XLOGY_LIST, BF16))
_XLOGY_SCALAR = _XLOGY | dtypes(F64)
_XLOGY_SOURCE = "ops-math/math/xlogy/op_api/aclnn_x_log_y_{}.cpp"


def _xlogy_rule(x: str, y: str) -> Callable[[Call], int]:
    """Integers are computed in FLOAT, as is DOUBLE."""

    def rule(call: Call) -> int:
        found = promote(call.args[x].dtype, call.args[y].dtype)
        return found if found in (F16, BF16) else F32

    return rule


def _xlogy_checks(first: str, out: str) -> tuple[Check, ...]:
    """Whether the result casts to out is not asked."""
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(_XLOGY, first, "other"),
        result_is(_xlogy_rule(first, "other"), first, "other"),
        max_rank(8, first, "other"),
        shape_is_broadcast(out, first, "other"),
    )


def _xlogy_scalar_checks(tensor: str, scalar: str, out: str) -> tuple[Check, ...]:
    lists = {tensor: dtype_in(_XLOGY, tensor), scalar: dtype_in(_XLOGY_SCALAR, scalar)}
    order = (scalar, tensor) if scalar == "self" else (tensor, scalar)
    return (
        not_null(*dict.fromkeys((*order, out))),
        *(lists[name] for name in order),
        result_is(_xlogy_rule(*order), *order),
        casts_to(out),
        max_rank(8, tensor),
        same_shape(tensor, out),
    )


def _declare_xlogy() -> None:
    def pair(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        if not (self.is_empty or other.is_empty):
            x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(other, b.promoted)
            store(b, b.kernel(arithmetic.xlogy, x, y), out)

    def pair_in_place(b: Builder, self_ref: Tensor, other: Tensor) -> None:
        pair(b, self_ref, other, self_ref)

    def with_scalar(b: Builder, self: Tensor, other: Scalar, out: Tensor) -> None:
        if not self.is_empty:
            x = b.contiguous_cast(self, b.promoted)
            store(b, apply(b, arithmetic.xlogy, x, other.as_(b.promoted)), out)

    def with_scalar_in_place(b: Builder, self_ref: Tensor, other: Scalar) -> None:
        with_scalar(b, self_ref, other, self_ref)

    def scalar_first(b: Builder, self: Scalar, other: Tensor, out: Tensor) -> None:
        if not other.is_empty:
            y = b.contiguous_cast(other, b.promoted)
            store(b, apply(b, arithmetic.xlogy, self.as_(b.promoted), y), out)

    declare(
        "aclnnXLogYTensor(const aclTensor *self, const aclTensor *other, aclTensor *out)", pair,
        "out = self * log(other), 0 where self is 0.", checks=_xlogy_checks("self", "out"),
        source=_XLOGY_SOURCE.format("tensor"),
    )  # fmt: skip
    declare(
        "aclnnInplaceXLogYTensor(aclTensor *selfRef, const aclTensor *other)", pair_in_place,
        "selfRef = selfRef * log(other), 0 where selfRef is 0.", checks=_xlogy_checks("selfRef", "selfRef"),
        source=_XLOGY_SOURCE.format("tensor"),
    )  # fmt: skip
    declare(
        "aclnnXLogYScalarOther(const aclTensor *self, const aclScalar *other, aclTensor *out)", with_scalar,
        "out = self * log(other), 0 where self is 0, other a scalar.",
        checks=_xlogy_scalar_checks("self", "other", "out"), source=_XLOGY_SOURCE.format("scalar_other"),
    )  # fmt: skip
    declare(
        "aclnnInplaceXLogYScalarOther(aclTensor *selfRef, const aclScalar *other)", with_scalar_in_place,
        "selfRef = selfRef * log(other), 0 where selfRef is 0, other a scalar.",
        checks=_xlogy_scalar_checks("selfRef", "other", "selfRef"), source=_XLOGY_SOURCE.format("scalar_other"),
    )  # fmt: skip
    declare(
        "aclnnXLogYScalarSelf(const aclScalar *self, const aclTensor *other, aclTensor *out)", scalar_first,
        "out = self * log(other), 0 where self is 0, self a scalar.",
        checks=_xlogy_scalar_checks("other", "self", "out"), source=_XLOGY_SOURCE.format("scalar_self"),
    )  # fmt: skip


_declare_xlogy()


@operator(
    "aclnnXlog1py(const aclTensor *x, const aclTensor *y, const aclTensor *z)",
    checks=(
        not_null("x", "y", "z"),
        same_dtype("x", "y", "z"),
        dtype_in(_FLOATS, "x"),
        public_format("x", "y", "z"),
        max_rank(8, "x", "y", "z"),
    ),
    source="ops-math/math/xlog1py/op_api/aclnn_xlog1py.cpp",
    written=("z",),
)
def xlog1py(b: Builder, x: Tensor, y: Tensor, z: Tensor) -> None:
    """z = x * log(1 + y), 0 where x is 0.

    Shapes that do not broadcast, and a z of another shape, are met by the kernel and answer 561103.
    """
    if x.is_empty or y.is_empty:
        return
    first, second = b.contiguous(x), b.contiguous(y)
    require_broadcast(b.call, "x", "y", error=InnerNullptr)
    b.view_copy(b.kernel(arithmetic.xlog1py, first, second), z)


# log(exp(x) + exp(y)).

_OPERANDS = (F32, F16, F64, S8, U8, S16, U16, S32, U32, S64, U64, BOOL)
_LOG_IN = dtypes(*_OPERANDS, DAV_2201=(*_OPERANDS, BF16), DAV_3510=(*_OPERANDS, BF16))
_LOG_OUT = dtypes(F16, F32, DAV_2201=(F16, F32, BF16), DAV_3510=(F16, F32, BF16))


def _declare_log_add_exp(
    name: str, formula: str, base: float | None, ranks: tuple[str, ...], source: str
) -> None:
    def plan(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        if self.is_empty or other.is_empty:
            return
        x, y = b.contiguous_cast(self, out.dtype), b.contiguous_cast(other, out.dtype)
        b.view_copy(b.kernel(arithmetic.log_add_exp, x, y, base=base), out)

    formats = same_format("out", "self", "other"), public_format("self")
    declare(
        f"aclnn{name}(const aclTensor *self, const aclTensor *other, aclTensor *out)", plan, f"out = {formula}.",
        checks=(
            not_null("self", "other", "out"),
            dtype_in(_LOG_IN, "self", "other"),
            dtype_in(_LOG_OUT, "out"),
            casts_each("out", "self", "other"),
            max_rank(8, *ranks),
            shape_is_broadcast("out", "self", "other"),
            *(only_on(REGBASE, check) for check in formats),
        ),
        source=source,
    )  # fmt: skip


_declare_log_add_exp(
    "LogAddExp", "log(exp(self) + exp(other))", None, ("self", "other"),
    "ops-math/math/log_add_exp/op_api/aclnn_logaddexp.cpp",
)  # fmt: skip
_declare_log_add_exp(
    "LogAddExp2", "log2(2^self + 2^other)", 2.0, ("self", "other", "out"),
    "ops-math/math/log_add_exp/op_api/aclnn_logaddexp2.cpp",
)  # fmt: skip


# Gcd.

_GCD = dtypes(S32, S16, S64, DAV_1001=(S32,), DAV_3510=(U8, S8, S16, S32, S64))


def _integer_out(call: Call) -> None:
    out = call.args["out"].dtype
    if not is_integral(out):
        raise ParamInvalid("ACLNN-PARAM-068", op=call.operator.name, param="out", got=dtype_name(out))


@operator(
    "aclnnGcd(const aclTensor *self, const aclTensor *other, aclTensor *out)",
    checks=(
        not_null("self", "other", "out"),
        not_both_bool("self", "other"),
        Check("integer_out", ("out",), _integer_out, "out: an integer type"),
        result_is(by_pair("self", "other"), "self", "other"),
        promoted_in(_GCD, "other"),
        casts_to("out"),
        max_rank(8, "self", "other"),
        shape_is_broadcast("out", "self", "other"),
    ),
    source="ops-math/math/gcd/op_api/aclnn_gcd.cpp",
)
def gcd(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
    """out = the greatest common divisor of self and other, not negative."""
    if self.is_empty or other.is_empty:
        return
    x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(other, b.promoted)
    store(b, b.kernel(arithmetic.gcd, x, y), out)


# Heaviside.


def _as_many(call: Call) -> None:
    """The inputs broadcast, and out has as many elements; its shape is met later."""
    shape = require_broadcast(call, "input", "values")
    out = call.args["out"]
    if out.numel != numel(shape):
        raise ParamInvalid(
            "ACLNN-PARAM-069", op=call.operator.name, param="out", got=out.numel, shape=list(out.view_shape),
            allowed=numel(shape),
        )  # fmt: skip


_ONE_DTYPE = same_dtype("input", "values", error=InnerNullptr)


@operator(
    "aclnnHeaviside(const aclTensor *input, const aclTensor *values, aclTensor *out)",
    checks=(
        not_null("input", "values", "out"),
        dtype_in(_FLOATS, "input", "values", "out"),
        max_rank(8, "input", "values"),
        Check(
            "as_many",
            ("input", "values", "out"),
            _as_many,
            "input, values: broadcast; out has as many elements",
        ),
    ),
    source="ops-nn/activation/heaviside/op_host/op_api/aclnn_heaviside.cpp",
    deviations=("Values of another dtype than input answer 561103: no kernel takes the pair.",),
)
def heaviside(b: Builder, input: Tensor, values: Tensor, out: Tensor) -> None:  # noqa: A002 - the prototype's
    """out = 0 where input is negative or NaN, 1 where it is positive, else values."""
    if input.is_empty or values.is_empty or out.is_empty:
        return
    x, y = b.contiguous(input), b.contiguous(values)
    _ONE_DTYPE.run(b.call)
    if values.numel != 1 and input.view_shape != values.view_shape:
        shape = require_broadcast(b.call, "input", "values")
        x, y = (b.kernel(data.copy, operand, name="BroadcastTo", shape=shape) for operand in (x, y))
    elif len(y.shape) > len(x.shape):
        y = attrs.evolve(y, shape=(), strides=())
    b.view_copy(b.kernel(ternary.heaviside, x, y, shape=x.shape), out)
