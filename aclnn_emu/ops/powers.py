"""Powers: tensor to tensor, tensor to scalar, scalar to tensor."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name, is_complex, is_floating, is_integral
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import arithmetic
from aclnn_emu.ops._pairs import apply, by_category, by_pair, declare, not_both_bool, result_is, store
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C32, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8  # fmt: skip
from aclnn_emu.plan.checks import casts_to, dtype_in, max_rank, not_null, same_shape, shape_is_broadcast
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_SOURCE = "ops-math/math/pow/op_api/aclnn_pow.cpp"
_PAIR_SOURCE = "ops-math/math/pow/op_api/aclnn_pow_tensor_tensor.cpp"

_CLASSIC = (F32, S32, S64, F16, S8, U8, F64, BOOL, S16, C64, C128)
_POW = dtypes(*_CLASSIC, DAV_2201=(*_CLASSIC, BF16), DAV_3510=(*_CLASSIC, BF16))

# The 310P and the 910B have a kernel for these exponents and dtypes.
_POWS_ARCHS = frozenset({2002, 2201})
_POWS_EXPONENTS = frozenset({0.5, 2.0, 3.0, -0.5, -1.0, -2.0})
_HALVES = (F16, BF16)
_FLOATS = (*_HALVES, F32)
# Squared in INT32.
_SMALL = (S8, U8, BOOL, S16)
_SQUARED_950 = frozenset({F32, BF16, F16, S64, C64, C128})
# What the 910B's AI cores raise; for the rest the exponent goes to the AI CPU as it is.
_AICORE_910B = (F32, F16, S32, S8, U8, BF16)

_KERNELS = "The result is that of NumPy's power; the kernels of the chips differ from it in the last bits."


def _with_out(base: str, exponent: str, tensor: str, out: str) -> Callable[[Call], int]:
    """The compute dtype; before Ascend950 a DOUBLE exponent with a FLOAT output is computed in FLOAT."""
    scalar = exponent if tensor == base else base

    def classic(dtype: int, scalar_dtype: int) -> int:
        if is_complex(scalar_dtype):
            return promote(dtype, scalar_dtype)
        if is_floating(dtype):
            return dtype
        return promote(dtype, scalar_dtype) if is_floating(scalar_dtype) or dtype == BOOL else dtype

    rule = by_category(tensor, scalar, classic)

    def find(call: Call) -> int:
        if call.profile.npu_arch != REGBASE:
            if call.args[exponent].dtype == F64 and call.args[out].dtype == F32:
                return F32
            return rule(call)
        found = rule(call)
        return C64 if found == C32 else found

    return find


def _scalar_checks(base: str, tensor: str, out: str) -> tuple[Check, ...]:
    """The pair must promote and cast to out, and so must the dtype that is computed."""
    return (
        not_null(*dict.fromkeys((base, "exponent", out))),
        dtype_in(_POW, base, "exponent"),
        result_is(by_pair(base, "exponent"), base, "exponent"),
        casts_to(out),
        result_is(_with_out(base, "exponent", tensor, out), base, "exponent"),
        not_both_bool(base, "exponent"),
        casts_to(out),
        max_rank(8, tensor),
        same_shape(tensor, out),
    )


def _pair_checks(out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys(("self", "exponent", out))),
        not_both_bool("self", "exponent"),
        dtype_in(_POW, "self", "exponent"),
        result_is(by_pair("self", "exponent"), "self", "exponent"),
        casts_to(out),
        max_rank(8, "self", "exponent"),
        shape_is_broadcast(out, "self", "exponent"),
    )


def _pair(b: Builder, self: Tensor, exponent: Tensor, out: Tensor) -> None:
    if self.is_empty or exponent.is_empty:
        return
    x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(exponent, b.promoted)
    store(b, b.kernel(arithmetic.power, x, y), out)


def _to_scalar(b: Builder, self: Tensor, exponent: Scalar, out: Tensor) -> None:
    if self.is_empty:
        return
    if b.profile.npu_arch == REGBASE:
        _require_exponent(b, exponent)
    x = b.contiguous_cast(self, b.promoted)
    store(b, _raised(b, x, exponent), out)


def _raised(b: Builder, x: Buffer, exponent: Scalar) -> Buffer:
    arch, value = b.profile.npu_arch, exponent.as_(F32)
    if arch in _POWS_ARCHS and value in _POWS_EXPONENTS and x.dtype in _FLOATS:
        return apply(b, arithmetic.power, x, exponent.as_(x.dtype), name="Pows")
    if value == 2 and (arch != REGBASE or x.dtype in _SQUARED_950):
        return b.kernel(arithmetic.square, b.cast(x, S32) if x.dtype in _SMALL else x)
    if value == 1 and arch != REGBASE:
        return x
    return apply(b, arithmetic.power, x, exponent.as_(x.dtype))


def _require_exponent(b: Builder, exponent: Scalar) -> None:
    """Ascend950 refuses exponents that an integer base does not have, and those that the dtype does not hold."""
    op, dtype = b.call.operator.name, b.promoted
    as_int = exponent.as_(S64)
    if is_integral(dtype) and not isinstance(as_int, complex) and as_int < 0:
        raise ParamInvalid(
            "ACLNN-PARAM-066", op=op, param="exponent", got=exponent.value, dtype=dtype_name(dtype)
        )
    if not _holds(exponent, dtype):
        raise ParamInvalid(
            "ACLNN-PARAM-067", op=op, param="exponent", got=exponent.value, dtype=dtype_name(dtype)
        )


def _holds(exponent: Scalar, dtype: int) -> bool:
    stored = exponent.as_(dtype)
    if is_integral(dtype):
        return stored == exponent.value
    parts = zip(_parts(exponent.value), _parts(stored), strict=True)
    return all(math.isfinite(b) or not math.isfinite(a) for a, b in parts)


def _parts(value: complex) -> tuple[float, float]:
    return float(value.real), float(value.imag)


def _from_scalar(b: Builder, self: Scalar, exponent: Tensor, out: Tensor) -> None:
    if exponent.is_empty:
        return
    regbase = b.profile.npu_arch == REGBASE
    if regbase and self.as_(F32) == 1 and not (is_complex(exponent.dtype) or is_complex(out.dtype)):
        b.view_copy(b.fill(out.view_shape, 1, out.dtype), out)
        return
    dtype = b.promoted
    y = b.contiguous(exponent)
    beside = (self.dtype, exponent.dtype)
    on_aicpu = b.profile.npu_arch == 2201 and dtype not in _AICORE_910B and not {BOOL, BF16} & {*beside}
    if not on_aicpu:
        y = b.cast(y, dtype)
    store(b, apply(b, arithmetic.power, self.as_(dtype), y, dtype=dtype, scalar_dtype=dtype), out)


def _declare_powers() -> None:
    def pair(b: Builder, self: Tensor, exponent: Tensor, out: Tensor) -> None:
        _pair(b, self, exponent, out)

    def pair_in_place(b: Builder, self: Tensor, exponent: Tensor) -> None:
        _pair(b, self, exponent, self)

    def to_scalar(b: Builder, self: Tensor, exponent: Scalar, out: Tensor) -> None:
        _to_scalar(b, self, exponent, out)

    def to_scalar_in_place(b: Builder, self: Tensor, exponent: Scalar) -> None:
        _to_scalar(b, self, exponent, self)

    def from_scalar(b: Builder, self: Scalar, exponent: Tensor, out: Tensor) -> None:
        _from_scalar(b, self, exponent, out)

    deviations = (_KERNELS,)
    declare(
        "aclnnPowTensorTensor(const aclTensor *self, const aclTensor *exponent, aclTensor *out)", pair,
        "out = self ^ exponent.", checks=_pair_checks("out"), source=_PAIR_SOURCE, deviations=deviations,
    )  # fmt: skip
    declare(
        "aclnnInplacePowTensorTensor(const aclTensor *self, const aclTensor *exponent)", pair_in_place,
        "self = self ^ exponent.", checks=_pair_checks("self"), source=_PAIR_SOURCE, deviations=deviations,
    )  # fmt: skip
    declare(
        "aclnnPowTensorScalar(const aclTensor *self, const aclScalar *exponent, const aclTensor *out)", to_scalar,
        "out = self ^ exponent, exponent a scalar.", checks=_scalar_checks("self", "self", "out"), source=_SOURCE,
        deviations=deviations,
    )  # fmt: skip
    declare(
        "aclnnInplacePowTensorScalar(const aclTensor *self, const aclScalar *exponent)", to_scalar_in_place,
        "self = self ^ exponent, exponent a scalar.", checks=_scalar_checks("self", "self", "self"), source=_SOURCE,
        deviations=deviations,
    )  # fmt: skip
    declare(
        "aclnnPowScalarTensor(const aclScalar *self, const aclTensor *exponent, const aclTensor *out)", from_scalar,
        "out = self ^ exponent, self a scalar.", checks=_scalar_checks("self", "exponent", "out"), source=_SOURCE,
        deviations=deviations,
    )  # fmt: skip


_declare_powers()
