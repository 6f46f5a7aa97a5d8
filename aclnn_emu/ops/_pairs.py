"""What operators of two operands share: how the dtypes promote, checks, and scalars as operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name, is_complex, is_floating
from aclnn_emu.core.layout import broadcast
from aclnn_emu.core.promotion import promote, promote_by_category, promote_scalar
from aclnn_emu.errors import AclnnError, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data
from aclnn_emu.kernels.scalars import scalar_form
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, F32, UNDEFINED
from aclnn_emu.plan.checks import Check, require_cast, unless_empty
from aclnn_emu.plan.graph import Buffer
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.dtypes import DtypeList
    from aclnn_emu.plan.spec import Call

    Rule = Callable[[Call], int]

__all__ = [
    "apply",
    "broadcast_to",
    "by_category",
    "by_pair",
    "by_rank",
    "casts_each",
    "declare",
    "not_bf16_on",
    "not_both_bool",
    "not_complex",
    "require_broadcast",
    "require_kernel_dtype",
    "require_real",
    "result_is",
    "scalar_default",
    "store",
    "unless_any_empty",
]


def declare(
    prototype: str,
    plan: Callable[..., None],
    formula: str,
    *,
    checks: tuple[Check, ...],
    source: str,
    deviations: tuple[str, ...] = (),
    written: tuple[str, ...] = (),
    read: tuple[str, ...] = (),
) -> None:
    """Declare an operator of a table: `plan` takes the builder and the arguments, `formula` documents it."""

    def run(b: Builder, *args: Any) -> None:
        plan(b, *args)

    run.__doc__ = formula
    run.__module__ = plan.__module__
    operator(prototype, checks=checks, source=source, deviations=deviations, written=written, read=read)(run)


# Rules of promotion; each finds the dtype of a call.


def by_pair(x: str, y: str) -> Rule:
    """Both dtypes count."""
    return lambda call: promote(call.args[x].dtype, call.args[y].dtype)


def by_rank(x: str, y: str) -> Rule:
    """Both count; on Ascend950 a tensor of rank 0 counts less than one of a higher rank.

    Source: ops-math common/inc/op_api/data_type_utils.h.
    """

    def rule(call: Call) -> int:
        a, b = call.args[x], call.args[y]
        if call.profile.npu_arch != REGBASE or (a.rank > 0) == (b.rank > 0):
            return promote(a.dtype, b.dtype)
        higher, lower = (a, b) if a.rank else (b, a)
        return promote_by_category(higher.dtype, lower.dtype)

    return rule


def by_category(tensor: str, scalar: str, classic: Callable[[int, int], int] = promote) -> Rule:
    """Ascend950 promotes a scalar by its category; the other chips have a rule of the operator's own.

    Args:
        tensor: the tensor.
        scalar: the scalar.
        classic: takes both dtypes.
    """

    def rule(call: Call) -> int:
        a, b = call.args[tensor].dtype, call.args[scalar].dtype
        return promote_scalar(a, b) if call.profile.npu_arch == REGBASE else classic(a, b)

    return rule


def scalar_default(dtype: int) -> int:
    """What Ascend950 takes a scalar's dtype for: COMPLEX64, FLOAT, or itself."""
    if is_complex(dtype):
        return C64
    return F32 if is_floating(dtype) else dtype


# Checks.


def result_is(rule: Rule, *params: str, refuse: bool = True) -> Check:
    """The promoted dtype is what the rule finds; where it finds none the last parameter is refused.

    Args:
        rule: finds the dtype.
        *params: the operands.
        refuse: False where the operator does not ask, and fails later.
    """

    def run(call: Call) -> None:
        call.promoted = rule(call)
        if refuse and call.promoted == UNDEFINED:
            raise ParamInvalid(
                "ACLNN-PARAM-011", op=call.operator.name, param=params[-1],
                got=dtype_name(call.args[params[-1]].dtype), other=dtype_name(call.args[params[0]].dtype),
            )  # fmt: skip

    return Check("result_is", params, run, f"{', '.join(params)}: dtypes promote")


def casts_each(target: str, *params: str) -> Check:
    """The dtype of each parameter can be cast to that of `target`."""

    def run(call: Call) -> None:
        for name in params:
            require_cast(call, call.args[name].dtype, target, call.args[target].dtype)

    return Check(
        "casts_each", (*params, target), run, f"{', '.join(params)}: castable to the dtype of {target}"
    )


def not_bf16_on(arch: int, *params: str) -> Check:
    """The chips of an architecture take no BF16 here."""

    def run(call: Call) -> None:
        for name in params:
            if call.profile.npu_arch == arch and call.args[name].dtype == BF16:
                raise ParamInvalid(
                    "ACLNN-PARAM-060", op=call.operator.name, param=name, soc=call.profile.name
                )

    return Check("not_bf16_on", params, run, f"{', '.join(params)}: not BF16 on architecture {arch}")


def not_complex(*params: str) -> Check:
    """No parameter is COMPLEX64 or COMPLEX128."""

    def run(call: Call) -> None:
        for name in params:
            require_real(call, name, call.args[name].dtype)

    return Check("not_complex", params, run, f"{', '.join(params)}: not complex")


def require_real(call: Call, param: str, dtype: int) -> None:
    """ParamInvalid for COMPLEX64 and COMPLEX128."""
    if dtype_name(dtype) in ("COMPLEX64", "COMPLEX128"):
        raise ParamInvalid("ACLNN-PARAM-063", op=call.operator.name, param=param, got=dtype_name(dtype))


def not_both_bool(x: str, y: str) -> Check:
    """Not both operands are BOOL."""

    def run(call: Call) -> None:
        if call.args[x].dtype == BOOL and call.args[y].dtype == BOOL:
            raise ParamInvalid("ACLNN-PARAM-064", op=call.operator.name, param=x, other=y)

    return Check("not_both_bool", (x, y), run, f"{x}, {y}: not both BOOL")


def unless_any_empty(params: tuple[str, ...], *checks: Check) -> tuple[Check, ...]:
    """The checks, asked only where all the parameters have elements."""
    for name in reversed(params):
        checks = (unless_empty(name, *checks),)
    return checks


def require_broadcast(
    call: Call, x: str, y: str, *, error: type[AclnnError] = ParamInvalid
) -> tuple[int, ...]:
    """The shape that two tensors broadcast to; `error` where they do not."""
    a, b = call.args[x].view_shape, call.args[y].view_shape
    merged = broadcast(a, b)
    if merged is None:
        raise error(
            "ACLNN-PARAM-008", op=call.operator.name, param=y, got=list(b), other=list(a), reference=x
        )
    return merged


def require_kernel_dtype(b: Builder, dtypes: DtypeList, param: str, dtype: int) -> None:
    """InnerNullptr (561103) where the chip's kernel does not have the dtype and no check asked."""
    if dtype not in dtypes.on(b.profile):
        raise InnerNullptr(
            "ACLNN-PARAM-061", op=b.call.operator.name, param=param, got=dtype_name(dtype),
            allowed=", ".join(map(dtype_name, dtypes.on(b.profile))),
        )  # fmt: skip


# Plans.


def apply(b: Builder, pair: Kernel, x: Buffer | complex, y: Buffer | complex, **rest: Any) -> Buffer:
    """Launch a kernel of two operands, one of which may be a scalar; `rest` goes to `Builder.kernel`."""
    if isinstance(x, Buffer):
        if isinstance(y, Buffer):
            return b.kernel(pair, x, y, **rest)
        return b.kernel(scalar_form(pair), x, other=y, **rest)
    if not isinstance(y, Buffer):
        raise TypeError(f"{pair.name}: two scalars")
    return b.kernel(scalar_form(pair), y, first=x, **rest)


def broadcast_to(b: Builder, source: Buffer, shape: tuple[int, ...]) -> Buffer:
    """L0 BroadcastTo, where the shapes differ."""
    return source if source.shape == shape else b.kernel(data.copy, source, name="BroadcastTo", shape=shape)


def store(b: Builder, result: Buffer, out: Tensor) -> None:
    """Cast to the output's dtype, and ViewCopy."""
    b.view_copy(b.cast(result, out.dtype), out)
