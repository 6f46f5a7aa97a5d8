"""Divisions: Div and DivMod with a tensor or a scalar and in place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import is_complex, is_floating, is_integral
from aclnn_emu.core.promotion import promote, promote_scalar
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.kernels import arithmetic, data, elementwise
from aclnn_emu.ops._pairs import apply, declare, require_real, result_is, store
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C32,
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
    broadcasts_to,
    dtype_in,
    max_rank,
    not_null,
    one_of,
    public_format,
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

_DIV_SOURCE = "ops-math/math/div/op_api/aclnn_div.cpp"

_REAL, _TRUNC, _FLOOR = 0, 1, 2

_NUMBERS = (F16, F32, S64, S32, S16, S8, U8, F64, BOOL)
_NUMBERS_BF16 = (*_NUMBERS, BF16)
_REALS = dtypes(*_NUMBERS, DAV_2201=_NUMBERS_BF16, DAV_3510=_NUMBERS_BF16)
_ALL = _REALS | dtypes(C64, C128)

_910B = 2201
_HALVES = (F16, BF16)
_FLOATS = (F16, BF16, F32)
# What Ascend950's RealDiv reads as it lies in memory.
_STRIDED = frozenset({F32, F16, BF16, BOOL, S32, S64})
# Pairs that Ascend950's TruncateDiv takes without a Cast.
_TRUNCATED = frozenset(
    {
        (BF16, BF16), (F16, F16), (F16, F32), (F32, F16), (F32, F32), (F32, S32), (S32, S32), (S32, F32), (U8, U8),
        (S8, S8), (S64, S64), (S16, S16),
    }
)  # fmt: skip
# Scalars that the 910B's RealDiv takes beside a tensor of another dtype.
_MIXED_SCALARS = frozenset(
    {(F16, F32), (F32, F16), (BF16, F32), (F32, BF16), (BF16, F64), (F16, BF16), (BF16, F16)}
)

_BY_ZERO = (
    "An integer divided by 0 gives -1 in every rounding mode; the library's kernels say that for some types and leave the"
    " others to the hardware."
)
_TRUNC_IN_PLACE = "On the 910B the Trunc behind a division of floats takes a buffer of its own; the library's writes over its input."
_RECIPROCAL = "Ascend950 divides by a scalar where its kernel multiplies with the reciprocal, which differs in the last bit."
_DEVIATIONS = (_BY_ZERO, _TRUNC_IN_PLACE)


def _on_950(b: Builder) -> bool:
    return b.profile.npu_arch == REGBASE


def _mixes(b: Builder, x: int, y: int) -> bool:
    """Floats that the 910B divides without a Cast."""
    return b.profile.npu_arch == _910B and x in _FLOATS and y in _FLOATS


def _int32_is_exact(arch: int, x: int, y: int) -> bool:
    return arch == _910B and x == y == S32


# The compute dtypes.


def _pair_950(x: int, y: int, mode: int) -> int:
    found = promote(x, y)
    return F32 if mode == _REAL and is_integral(found) and found != S32 else found


def _scalar_950(tensor: int, scalar: int, mode: int) -> int:
    found = promote_scalar(tensor, scalar)
    if mode == _REAL and is_integral(found) and found != S32:
        found = F32
    if mode == _TRUNC and found in _HALVES:
        return F32
    return C64 if found == C32 else found


def _pair_classic(arch: int, x: int, y: int, mode: int) -> int:
    """Before Ascend950; aclnnDiv keeps DOUBLE, aclnnDivMod only where it rounds down."""
    found = promote(x, y)
    if mode == _FLOOR:
        return F32 if found == BOOL else found
    keeps = found in (F32, F16, BF16, C64, C128, BOOL) or _int32_is_exact(arch, x, y)
    return found if keeps else F32


def _div_classic(arch: int, x: int, y: int) -> int:
    found = promote(x, y)
    keeps = is_floating(found) or is_complex(found) or found == BOOL or _int32_is_exact(arch, x, y)
    return found if keeps else F32


def _scalar_classic(arch: int, tensor: int, scalar: int, mode: int) -> int:
    found = promote(tensor, scalar)
    if mode == _FLOOR:
        return F32 if found == BOOL else found
    if is_complex(tensor) or is_complex(scalar):
        return found
    keeps = tensor in _FLOATS or found == BOOL or _int32_is_exact(arch, tensor, scalar)
    return tensor if keeps else F32


def _divs_dtype(arch: int, tensor: int, scalar: int) -> int:
    keeps = is_floating(tensor) or is_complex(tensor) or _int32_is_exact(arch, tensor, scalar)
    found = tensor if keeps else F32
    if tensor == scalar == BOOL:
        found = BOOL
    if is_complex(scalar):
        found = promote(found, scalar)
    if arch == REGBASE:
        if promote(tensor, scalar) == S32:
            found = S32
        return F32 if found in _HALVES else found
    return found


# Checks.


def _mode_of(call: Call) -> int:
    return int(call.args.get("mode", _REAL))


def _stored_as(call: Call) -> int:
    """The result's dtype before the last Cast: Ascend950 divides INT32 and BOOL into FLOAT."""
    divides = call.profile.npu_arch == REGBASE and _mode_of(call) == _REAL
    return F32 if divides and call.promoted in (S32, BOOL) else call.promoted


def _result_casts(out: str) -> Check:
    """Ascend950 does not ask this where it cuts the quotient."""

    def run(call: Call) -> None:
        if call.profile.npu_arch != REGBASE or _mode_of(call) != _TRUNC:
            require_cast(call, _stored_as(call), out, call.args[out].dtype)

    text = f"result's dtype: castable to the dtype of {out} (on Ascend950 unless mode is 1)"
    return Check("result_casts", (out,), run, text)


def _pair_rule(first: str) -> Rule:
    def rule(call: Call) -> int:
        x, y = call.args[first].dtype, call.args["other"].dtype
        return _pair_950(x, y, _mode_of(call)) if call.profile.npu_arch == REGBASE else promote(x, y)

    return rule


def _pair_checks(first: str, out: str, *, mode: bool) -> tuple[Check, ...]:
    tensors = tuple(dict.fromkeys((first, "other", out)))
    common = (
        not_null(*dict.fromkeys((out, "other", first))),
        max_rank(8, first, "other"),
        shape_is_broadcast(out, first, "other"),
        dtype_in(_ALL, "other", first),
        result_is(_pair_rule(first), first, "other"),
        _result_casts(out),
        public_format(*tensors),
        *((one_of("mode", _REAL, _TRUNC, _FLOOR),) if mode else ()),
    )
    if first != out:
        return common
    return not_null(first, "other"), broadcasts_to(first, "other"), *common[1:]


def _scalar_promotes(first: str, out: str) -> Check:
    """Ascend950 asks for the result's dtype; the other chips whether self's would fit."""

    def run(call: Call) -> None:
        if call.profile.npu_arch == REGBASE:
            found.run(call)
            stored.run(call)
        else:
            require_cast(call, call.args[first].dtype, out, call.args[out].dtype)

    def rule(call: Call) -> int:
        return _scalar_950(call.args[first].dtype, call.args["other"].dtype, _mode_of(call))

    found, stored = result_is(rule, first, "other"), _result_casts(out)
    text = f"{first}: castable to the dtype of {out}; on Ascend950 the promoted dtype instead"
    return Check("scalar_promotes", tuple(dict.fromkeys((first, "other", out))), run, text)


def _scalar_checks(first: str, out: str, *, mode: bool) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        public_format(*dict.fromkeys((out, first))),
        dtype_in(_ALL, "other", first),
        max_rank(8, first),
        same_shape(first, out),
        _scalar_promotes(first, out),
        *((one_of("mode", _REAL, _TRUNC, _FLOOR),) if mode else ()),
    )


# Plans.


def _real_div(b: Builder, x: Buffer, y: Buffer | complex, dtype: int) -> Buffer:
    """RealDiv of operands of one dtype; INT32 and BOOL become FLOAT."""
    return apply(b, arithmetic.real_div, x, y, dtype=F32 if dtype in (S32, BOOL) else dtype)


def _div(b: Builder, self: Tensor, other: Tensor, out: Tensor, *, in_place: bool) -> None:
    if self.is_empty or other.is_empty:
        return
    if _mixes(b, self.dtype, other.dtype):
        x, y = b.contiguous(self), b.contiguous(other)
        # In place the result keeps the dtype of selfRef.
        wide = self.dtype if in_place or self.dtype == other.dtype else F32
        store(b, b.kernel(arithmetic.real_div, x, y, dtype=wide), out)
        return
    arch = b.profile.npu_arch
    dtype = b.promoted if _on_950(b) else _div_classic(arch, self.dtype, other.dtype)
    operands = []
    for tensor in (self, other):
        strided = _on_950(b) and tensor.dtype == dtype and dtype in _STRIDED
        operands.append(b.strided(tensor) if strided else b.contiguous_cast(tensor, dtype))
    x, y = operands
    store(b, _real_div(b, x, y, dtype), out)


def _divs(b: Builder, self: Tensor, other: Scalar, out: Tensor) -> None:
    if self.is_empty:
        return
    arch = b.profile.npu_arch
    if arch == _910B and (self.dtype, other.dtype) in _MIXED_SCALARS:
        beside = F32 if other.dtype == F64 else other.dtype
        result = apply(b, arithmetic.real_div, b.contiguous(self), other.as_(beside))
        store(b, result, out)
        return
    dtype = _divs_dtype(arch, self.dtype, other.dtype)
    multiplies = _multiplies(b, self, other)
    if _on_950(b) and self.dtype == dtype and dtype in _STRIDED and not multiplies:
        result = _real_div(b, b.strided(self), other.as_(dtype), dtype)
    else:
        x = b.contiguous_cast(self, dtype)
        if multiplies:
            result = b.kernel(elementwise.muls, x, value=_reciprocal(other))
        else:
            result = _real_div(b, x, other.as_(dtype), dtype)
    store(b, result, out)


def _multiplies(b: Builder, self: Tensor, other: Scalar) -> bool:
    """Ascend950 multiplies a float with the scalar's reciprocal."""
    return (
        _on_950(b)
        and self.dtype in _FLOATS
        and other.dtype in (*_FLOATS, F64)
        and (self.is_contiguous or other.dtype != F64)
    )


def _reciprocal(other: Scalar) -> complex:
    value = other.as_(F64)
    if isinstance(value, complex):
        raise TypeError("a complex scalar is divided, not multiplied")
    return 1.0 / value if value else math.copysign(math.inf, value)


def _truncated(b: Builder, x: Buffer, y: Buffer | complex, dtype: int) -> Buffer:
    """RealDiv, then Trunc: what the chips before Ascend950 do; INT32 stays INT32."""
    kernel = arithmetic.trunc_div if is_integral(dtype) else arithmetic.real_div
    quotient = apply(b, kernel, x, y, name="RealDiv", dtype=F32 if dtype == BOOL else dtype)
    return b.kernel(arithmetic.trunc, quotient)


def _div_mod(b: Builder, self: Tensor, other: Tensor, mode: int, out: Tensor, *, in_place: bool) -> None:
    if self.is_empty or other.is_empty:
        return
    if _on_950(b) and mode == _TRUNC:
        _truncate_950(b, self, other, out)
    elif _mixes(b, self.dtype, other.dtype):
        y, x = b.contiguous(other), b.contiguous(self)
        # In place the result keeps the dtype of selfRef, but not where it is cut.
        keeps = self.dtype == other.dtype or (in_place and mode != _TRUNC)
        _divide_mixed(b, x, y, mode, out, dtype=self.dtype if keeps else F32)
    else:
        y, x = b.contiguous(other), b.contiguous(self)
        arch = b.profile.npu_arch
        dtype = b.promoted if _on_950(b) else _pair_classic(arch, self.dtype, other.dtype, mode)
        dtype, store_as = _computed(b, dtype, mode, promote(self.dtype, other.dtype))
        _divide(b, b.cast(x, dtype), b.cast(y, dtype), mode, out, store_as)


def _computed(b: Builder, dtype: int, mode: int, promoted: int) -> tuple[int, int | None]:
    """The compute dtype; and what the result is cast to before the output's dtype, if anything."""
    if mode != _REAL:
        require_real(b.call, "mode", promoted)
    if mode == _FLOOR and dtype == BOOL:
        return F32, None
    if _on_950(b) and mode == _FLOOR and dtype == S16:
        return S32, S16
    return dtype, None


def _divide_mixed(b: Builder, x: Buffer, y: Buffer | complex, mode: int, out: Tensor, *, dtype: int) -> None:
    if mode == _FLOOR:
        result = apply(b, arithmetic.floor_div, x, y, dtype=dtype)
    else:
        result = apply(b, arithmetic.real_div, x, y, dtype=dtype)
        if mode == _TRUNC:
            result = b.kernel(arithmetic.trunc, result)
    store(b, result, out)


def _divide(b: Builder, x: Buffer, y: Buffer | complex, mode: int, out: Tensor, store_as: int | None) -> None:
    if mode == _FLOOR:
        result = apply(b, arithmetic.floor_div, x, y)
    elif mode == _TRUNC:
        result = _truncated(b, x, y, x.dtype)
    else:
        result = _real_div(b, x, y, x.dtype)
    if store_as is not None:
        result = b.cast(result, store_as)
    store(b, result, out)


def _truncate_950(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
    y, x = b.contiguous(other), b.contiguous(self)
    if not other.rank:
        y = b.kernel(data.copy, y, name="BroadcastTo", shape=(1,))
    if (self.dtype, other.dtype) in _TRUNCATED:
        dtype = self.dtype if self.dtype == other.dtype else F32
    else:
        dtype = F32 if b.promoted == BOOL else b.promoted
        require_real(b.call, "mode", dtype)
        x, y = b.cast(x, dtype), b.cast(y, dtype)
    store(b, b.kernel(arithmetic.trunc_div, x, y, dtype=dtype), out)


def _div_mods(b: Builder, self: Tensor, other: Scalar, mode: int, out: Tensor) -> None:
    if self.is_empty:
        return
    arch = b.profile.npu_arch
    x = b.contiguous(self)
    if _on_950(b) and mode == _TRUNC:
        _truncate_by_scalar_950(b, x, other, out)
        return
    if _mixes(b, self.dtype, other.dtype):
        keeps = mode != _TRUNC or self.dtype == other.dtype
        dtype = self.dtype if keeps else F32
        _divide_mixed(b, x, other.value, mode, out, dtype=dtype)
        return
    if _on_950(b):
        dtype = _scalar_950(self.dtype, other.dtype, mode)
        dtype = F32 if dtype in _HALVES else dtype
        promoted = dtype
    else:
        dtype = _scalar_classic(arch, self.dtype, other.dtype, mode)
        promoted = promote(self.dtype, other.dtype)
    dtype, store_as = _computed(b, dtype, mode, promoted)
    _divide(b, b.cast(x, dtype), other.as_(dtype), mode, out, store_as)


def _truncate_by_scalar_950(b: Builder, x: Buffer, other: Scalar, out: Tensor) -> None:
    if (x.dtype, other.dtype) in _TRUNCATED:
        dtype = x.dtype if x.dtype == other.dtype else F32
        result = apply(b, arithmetic.trunc_div, x, other.value, dtype=dtype, scalar_dtype=other.dtype)
    else:
        dtype = F32 if b.promoted == BOOL else b.promoted
        require_real(b.call, "mode", dtype)
        result = apply(b, arithmetic.trunc_div, b.cast(x, dtype), other.as_(dtype))
    store(b, result, out)


def _declare_div() -> None:
    def div(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        _div(b, self, other, out, in_place=False)

    def inplace_div(b: Builder, self_ref: Tensor, other: Tensor) -> None:
        _div(b, self_ref, other, self_ref, in_place=True)

    def divs(b: Builder, self: Tensor, other: Scalar, out: Tensor) -> None:
        _divs(b, self, other, out)

    def inplace_divs(b: Builder, self_ref: Tensor, other: Scalar) -> None:
        _divs(b, self_ref, other, self_ref)

    declare(
        "aclnnDiv(const aclTensor *self, const aclTensor *other, aclTensor *out)", div, "out = self / other.",
        checks=_pair_checks("self", "out", mode=False), source=_DIV_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnInplaceDiv(aclTensor *selfRef, const aclTensor *other)", inplace_div, "selfRef = selfRef / other.",
        checks=_pair_checks("selfRef", "selfRef", mode=False), source=_DIV_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnDivs(const aclTensor *self, const aclScalar *other, aclTensor *out)", divs,
        "out = self / other, other a scalar.", checks=_scalar_checks("self", "out", mode=False), source=_DIV_SOURCE,
    )  # fmt: skip
    declare(
        "aclnnInplaceDivs(aclTensor *selfRef, const aclScalar *other)", inplace_divs,
        "selfRef = selfRef / other, other a scalar.", checks=_scalar_checks("selfRef", "selfRef", mode=False),
        source=_DIV_SOURCE,
    )  # fmt: skip


def _declare_div_mod() -> None:
    def div_mod(b: Builder, self: Tensor, other: Tensor, mode: int, out: Tensor) -> None:
        _div_mod(b, self, other, mode, out, in_place=False)

    def inplace_div_mod(b: Builder, self_ref: Tensor, other: Tensor, mode: int) -> None:
        _div_mod(b, self_ref, other, mode, self_ref, in_place=True)

    def div_mods(b: Builder, self: Tensor, other: Scalar, mode: int, out: Tensor) -> None:
        _div_mods(b, self, other, mode, out)

    def inplace_div_mods(b: Builder, self_ref: Tensor, other: Scalar, mode: int) -> None:
        _div_mods(b, self_ref, other, mode, self_ref)

    rounded = "as it is (mode 0), cut (1) or rounded down (2)"
    declare(
        "aclnnDivMod(const aclTensor *self, const aclTensor *other, int mode, aclTensor *out)", div_mod,
        f"out = self / other, {rounded}.", checks=_pair_checks("self", "out", mode=True), source=_DIV_SOURCE,
        deviations=_DEVIATIONS,
    )  # fmt: skip
    declare(
        "aclnnInplaceDivMod(aclTensor *selfRef, const aclTensor *other, int mode)", inplace_div_mod,
        f"selfRef = selfRef / other, {rounded}.", checks=_pair_checks("selfRef", "selfRef", mode=True),
        source=_DIV_SOURCE, deviations=_DEVIATIONS,
    )  # fmt: skip
    declare(
        "aclnnDivMods(const aclTensor *self, const aclScalar *other, int mode, aclTensor *out)", div_mods,
        f"out = self / other, {rounded}, other a scalar.", checks=_scalar_checks("self", "out", mode=True),
        source=_DIV_SOURCE, deviations=(*_DEVIATIONS, _RECIPROCAL),
    )  # fmt: skip
    declare(
        "aclnnInplaceDivMods(aclTensor *selfRef, const aclScalar *other, int mode)", inplace_div_mods,
        f"selfRef = selfRef / other, {rounded}, other a scalar.",
        checks=_scalar_checks("selfRef", "selfRef", mode=True), source=_DIV_SOURCE,
        deviations=(*_DEVIATIONS, _RECIPROCAL),
    )  # fmt: skip


_declare_div()
_declare_div_mod()
