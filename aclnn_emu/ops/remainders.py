"""FloorDivide; and remainders: Fmod with the sign of the first operand, Remainder with that of the second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import is_floating
from aclnn_emu.core.promotion import promote
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.errors import InnerNullptr
from aclnn_emu.kernels import arithmetic, data
from aclnn_emu.ops._pairs import (
    apply,
    by_category,
    by_pair,
    declare,
    not_complex,
    require_kernel_dtype,
    result_is,
    store,
)
from aclnn_emu.ops._scalars import REGBASE, casts_to_promoted, promoted_in
from aclnn_emu.ops._types import BF16, BOOL, C32, C64, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import (
    Check,
    broadcasts_to,
    casts_to,
    dtype_in,
    max_rank,
    not_null,
    only_on,
    require_cast,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

    Rule = Callable[[Call], int]

__all__: list[str] = []

_FMOD_SOURCE = "ops-math/math/mod/op_api/aclnn_fmod_{}.cpp"
_SOURCE = "ops-math/math/floor_mod/op_api/aclnn_remainder.cpp"

_MOD = (F32, S32, S8, F16, U8, F64, S64)
_MOD_DTYPES = dtypes(*_MOD, DAV_2201=(*_MOD, BF16), DAV_3510=(*_MOD, BF16))
_BY_ZERO = (
    "The remainder of an INT64 divided by 0 is -1, as the kernel of Ascend950 has it for INT32, INT8 and UINT8; that of"
    " INT64 leaves it to the hardware."
)
_NULL_SCALAR = "A null other answers 161001; the library reads its dtype first, and crashes."


# Fmod.


def _fmod_checks(first: str, out: str, *, scalar: bool) -> tuple[Check, ...]:
    """Whether the result casts to out is not asked."""
    rule = by_category(first, "other") if scalar else by_pair(first, "other")
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(_MOD_DTYPES, *dict.fromkeys((first, "other", out))),
        result_is(rule, first, "other"),
        promoted_in(_MOD_DTYPES, "other"),
        max_rank(8, first) if scalar else max_rank(8, first, "other"),
        same_shape(first, out) if scalar else shape_is_broadcast(out, first, "other"),
    )


def _fmod(b: Builder, self: Tensor, other: Tensor | Scalar, out: Tensor) -> None:
    if self.is_empty or (isinstance(other, Tensor) and other.is_empty):
        return
    x = b.contiguous_cast(self, b.promoted)
    y = b.contiguous_cast(other, b.promoted) if isinstance(other, Tensor) else other.as_(b.promoted)
    store(b, apply(b, arithmetic.fmod, x, y), out)


def _declare_fmod(name: str, kind: str, *, scalar: bool) -> None:
    def plan(b: Builder, self: Tensor, other: Tensor | Scalar, out: Tensor) -> None:
        _fmod(b, self, other, out)

    def plan_in_place(b: Builder, self_ref: Tensor, other: Tensor | Scalar) -> None:
        _fmod(b, self_ref, other, self_ref)

    which, source = (", other a scalar", "scalar") if scalar else ("", "tensor")
    deviations = (_BY_ZERO, _NULL_SCALAR) if scalar else (_BY_ZERO,)
    declare(
        f"aclnn{name}(const aclTensor *self, const {kind} *other, aclTensor *out)", plan,
        f"out = the remainder of self / other with the sign of self{which}.",
        checks=_fmod_checks("self", "out", scalar=scalar), source=_FMOD_SOURCE.format(source), deviations=deviations,
    )  # fmt: skip
    declare(
        f"aclnnInplace{name}(aclTensor *selfRef, const {kind} *other)", plan_in_place,
        f"selfRef = the remainder of selfRef / other with the sign of selfRef{which}.",
        checks=_fmod_checks("selfRef", "selfRef", scalar=scalar), source=_FMOD_SOURCE.format(source),
        deviations=deviations,
    )  # fmt: skip


_declare_fmod("FmodTensor", "aclTensor", scalar=False)
_declare_fmod("FmodScalar", "aclScalar", scalar=True)


# Remainder.

_LISTED = (S32, S64, F16, F32, F64)
# The 310B has an empty list: every call is refused.
_REMAINDERS = dtypes(*_LISTED, DAV_3002=(), DAV_2201=(*_LISTED, BF16), DAV_3510=(*_LISTED, BF16))
_FLOOR_MOD = dtypes(*_LISTED, BF16)
_SCALAR_FIRST = "A dtype that FloorMod does not have answers 561103 on Ascend950, where no check of the operator asks for it."


def _tensor_scalar_rule(tensor: str, scalar: str) -> Callable[[Call], int]:
    def classic(dtype: int, scalar_dtype: int) -> int:
        if is_floating(dtype):
            return dtype
        return promote(dtype, scalar_dtype) if is_floating(scalar_dtype) or dtype == BOOL else dtype

    return by_category(tensor, scalar, classic)


def _broadcast_or_one(first: str, out: str) -> Check:
    """out has the broadcast shape; before Ascend950 [] and [1] are the same, but not in place."""
    exact = shape_is_broadcast(out, first, "other")

    def run(call: Call) -> None:
        shapes = {call.args[name].view_shape for name in (first, "other", out)}
        if call.profile.npu_arch == REGBASE or first == out or not shapes <= {(), (1,)}:
            exact.run(call)

    text = f"{exact.text}; before Ascend950 one element in [] or [1] is the same"
    return Check(exact.kind, exact.params, run, text, exact.facts)


def _pair_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        result_is(by_pair(first, "other"), first, "other"),
        casts_to(out),
        promoted_in(_REMAINDERS, "other"),
        _broadcast_or_one(first, out),
        max_rank(8, *dict.fromkeys((first, "other", out))),
    )


def _scalar_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        same_shape(first, out),
        not_complex(first, "other"),
        result_is(_tensor_scalar_rule(first, "other"), first, "other", refuse=False),
        _self_casts(first),
        promoted_in(_REMAINDERS, "other"),
        casts_to(out),
        max_rank(8, *dict.fromkeys((first, out))),
    )


def _self_casts(first: str) -> Check:
    def run(call: Call) -> None:
        require_cast(call, call.args[first].dtype, first, call.promoted)

    return Check("self_casts", (first,), run, f"{first}: castable to the promoted dtype")


def _out_in_list(out: str) -> Check:
    return dtype_in(_REMAINDERS, out)


def _scalar_first_rule(call: Call) -> int:
    if call.profile.npu_arch == REGBASE:
        return by_category("other", "self")(call)
    return int(call.args["other"].dtype)


_SCALAR_FIRST_CHECKS = (
    not_null("self", "other", "out", error=InnerNullptr),
    same_shape("other", "out"),
    not_complex("self", "other"),
    result_is(_scalar_first_rule, "self", "other", refuse=False),
    casts_to("out"),
    _out_in_list("out"),
    max_rank(8, "other", "out"),
)


def _with_dimension(b: Builder, tensor: Tensor, dtype: int) -> Buffer:
    """Contiguous; a tensor without dimensions gets one by BroadcastTo; Cast."""
    x = b.contiguous(tensor)
    if not tensor.rank:
        x = b.kernel(data.copy, x, name="BroadcastTo", shape=(1,))
    return b.cast(x, dtype)


def _as_wide_as(b: Builder, operand: Buffer, out: Tensor) -> Buffer:
    """BroadcastTo wherever the shapes differ, also where one element is one element."""
    if operand.shape == out.view_shape:
        return operand
    return b.kernel(data.copy, operand, name="BroadcastTo", shape=out.view_shape or (1,))


def _reads_as_it_is(b: Builder, dtype: int) -> bool:
    """Ascend950's kernel broadcasts by itself; DOUBLE goes to the AI CPU as on the other chips."""
    return b.profile.npu_arch == REGBASE and dtype != F64


def _pair(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
    if self.is_empty or other.is_empty:
        return
    if _reads_as_it_is(b, b.promoted):
        x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(other, b.promoted)
    else:
        x, y = (_as_wide_as(b, _with_dimension(b, tensor, b.promoted), out) for tensor in (self, other))
    store(b, b.kernel(arithmetic.floor_mod, x, y), out)


def _with_scalar(b: Builder, self: Tensor, other: Scalar, out: Tensor) -> None:
    if self.is_empty:
        return
    value = other.as_(b.promoted)
    if _reads_as_it_is(b, b.promoted):
        result = apply(b, arithmetic.floor_mod, b.contiguous_cast(self, b.promoted), value)
    else:
        x = _with_dimension(b, self, b.promoted)
        y = b.fill(x.shape, value, b.promoted, name="BroadcastTo")
        result = b.kernel(arithmetic.floor_mod, x, y)
    store(b, result, out)


def _scalar_first(b: Builder, self: Scalar, other: Tensor, out: Tensor) -> None:
    if other.is_empty:
        return
    if b.profile.npu_arch == REGBASE:
        require_kernel_dtype(b, _FLOOR_MOD, "other", b.promoted)
        x = b.contiguous_cast(other, b.promoted)
        result = apply(b, arithmetic.floor_mod, self.as_(b.promoted), x)
    else:
        # These chips compute in the output's dtype.
        y = b.fill(other.view_shape or (1,), self.as_(out.dtype), out.dtype, name="BroadcastTo")
        result = b.kernel(arithmetic.floor_mod, y, _with_dimension(b, other, out.dtype))
    store(b, result, out)


def _declare_remainders() -> None:
    def pair(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        _pair(b, self, other, out)

    def pair_in_place(b: Builder, self_ref: Tensor, other: Tensor) -> None:
        _pair(b, self_ref, other, self_ref)

    def with_scalar(b: Builder, self: Tensor, other: Scalar, out: Tensor) -> None:
        _with_scalar(b, self, other, out)

    def with_scalar_in_place(b: Builder, self_ref: Tensor, other: Scalar) -> None:
        _with_scalar(b, self_ref, other, self_ref)

    def scalar_first(b: Builder, self: Scalar, other: Tensor, out: Tensor) -> None:
        _scalar_first(b, self, other, out)

    formula = "the remainder of {} / other with the sign of other{}."
    declare(
        "aclnnRemainderTensorTensor(const aclTensor *self, const aclTensor *other, aclTensor *out)", pair,
        "out = " + formula.format("self", ""), checks=_pair_checks("self", "out"), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnInplaceRemainderTensorTensor(aclTensor *selfRef, const aclTensor *other)", pair_in_place,
        "selfRef = " + formula.format("selfRef", ""), checks=_pair_checks("selfRef", "selfRef"), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnRemainderTensorScalar(const aclTensor *self, const aclScalar *other, aclTensor *out)", with_scalar,
        "out = " + formula.format("self", ", other a scalar"), checks=_scalar_checks("self", "out"), source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnInplaceRemainderTensorScalar(aclTensor *selfRef, const aclScalar *other)", with_scalar_in_place,
        "selfRef = " + formula.format("selfRef", ", other a scalar"), checks=_scalar_checks("selfRef", "selfRef"),
        source=_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnRemainderScalarTensor(const aclScalar *self, const aclTensor *other, aclTensor *out)", scalar_first,
        "out = " + formula.format("self", ", self a scalar"), checks=_SCALAR_FIRST_CHECKS, source=_SOURCE,
        deviations=(_SCALAR_FIRST,),
    )  # fmt: skip


_declare_remainders()


# FloorDivide.

_FLOOR_SOURCE = "ops-math/math/floor_div/op_api/aclnn_floor_divide.cpp"

_NUMBERS = (F16, F32, S64, S32, S16, S8, U8, F64, BOOL)
_QUOTIENTS = dtypes(*_NUMBERS, DAV_2201=(*_NUMBERS, BF16), DAV_3510=(*_NUMBERS, BF16))
_QUOTIENT_BY_ZERO = "An integer divided by 0 gives -1; the library leaves that to the hardware."


def _floor_rule(first: str, *, scalar: bool) -> Rule:
    def in_scalar(call: Call) -> int:
        found = rule(call)
        if call.profile.npu_arch == REGBASE and found in (F16, BF16, C32):
            return C64 if found == C32 else F32
        return found

    rule = by_category(first, "other") if scalar else by_pair(first, "other")
    return in_scalar if scalar else rule


def _floor_checks(first: str, out: str, *, scalar: bool) -> tuple[Check, ...]:
    """Before Ascend950 nobody asks whether the result casts to out."""
    on_950 = promoted_in(_QUOTIENTS, "other"), casts_to_promoted(first, "other"), casts_to(out)
    common = (
        dtype_in(_QUOTIENTS, first, "other"),
        result_is(_floor_rule(first, scalar=scalar), first, "other"),
        *(only_on(REGBASE, check) for check in on_950),
        *(
            (max_rank(8, first), same_shape(first, out))
            if scalar
            else (max_rank(8, first, "other"), shape_is_broadcast(out, first, "other"))
        ),
    )
    nulls = not_null(*dict.fromkeys((first, "other", out)))
    if first == out and not scalar:
        return nulls, broadcasts_to(first, "other"), *common
    return nulls, *common


def _floor_divide(b: Builder, self: Tensor, other: Tensor | Scalar, out: Tensor) -> None:
    if self.is_empty or (isinstance(other, Tensor) and other.is_empty):
        return
    dtype = F32 if b.promoted == BOOL else b.promoted
    x = b.contiguous_cast(self, dtype)
    y = b.contiguous_cast(other, dtype) if isinstance(other, Tensor) else other.as_(dtype)
    store(b, apply(b, arithmetic.floor_div, x, y), out)


def _declare_floor_divide(name: str, kind: str, *, scalar: bool) -> None:
    def plan(b: Builder, self: Tensor, other: Tensor | Scalar, out: Tensor) -> None:
        _floor_divide(b, self, other, out)

    def plan_in_place(b: Builder, self_ref: Tensor, other: Tensor | Scalar) -> None:
        _floor_divide(b, self_ref, other, self_ref)

    which = ", other a scalar" if scalar else ""
    declare(
        f"aclnn{name}(const aclTensor *self, const {kind} *other, aclTensor *out)", plan,
        f"out = floor(self / other){which}.", checks=_floor_checks("self", "out", scalar=scalar),
        source=_FLOOR_SOURCE, deviations=(_QUOTIENT_BY_ZERO,),
    )  # fmt: skip
    declare(
        f"aclnnInplace{name}(aclTensor *selfRef, const {kind} *other)", plan_in_place,
        f"selfRef = floor(selfRef / other){which}.", checks=_floor_checks("selfRef", "selfRef", scalar=scalar),
        source=_FLOOR_SOURCE, deviations=(_QUOTIENT_BY_ZERO,),
    )  # fmt: skip


_declare_floor_divide("FloorDivide", "aclTensor", scalar=False)
_declare_floor_divide("FloorDivides", "aclScalar", scalar=True)
