"""Checks that activations with scalars have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.ops._types import F32
from aclnn_emu.plan.checks import Check, require_cast

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Call

__all__ = ["casts", "not_below_zero", "not_zero", "scalar_casts"]


def casts(x: str, out: str) -> Check:
    """The dtype of x can be cast to that of out."""

    def run(call: Call) -> None:
        require_cast(call, call.args[x].dtype, out, call.args[out].dtype)

    return Check("casts", (x, out), run, f"{x}: castable to the dtype of {out}")


def scalar_casts(*scalars: str, to: str | None = None) -> Check:
    """Each scalar can be cast to FLOAT, or to the dtype of a tensor."""

    def run(call: Call) -> None:
        target = F32 if to is None else call.args[to].dtype
        for name in scalars:
            require_cast(call, call.args[name].dtype, name, target)

    text = f"{', '.join(scalars)}: castable to {'FLOAT' if to is None else f'the dtype of {to}'}"
    return Check("scalar_casts", scalars if to is None else (*scalars, to), run, text)


def not_below_zero(scalar: str, *, if_flag: str | None = None) -> Check:
    """The scalar is 0 or more; asked only where the flag is set, if one is named."""

    def run(call: Call) -> None:
        value = call.args[scalar].as_(F32)
        if value < 0 and (if_flag is None or call.args[if_flag]):
            raise ParamInvalid("ACLNN-PARAM-042", op=call.operator.name, param=scalar, got=value, low=0)

    text = f"{scalar}: 0 or more" + ("" if if_flag is None else f" where {if_flag} is true")
    return Check("not_below_zero", (scalar,) if if_flag is None else (scalar, if_flag), run, text)


def not_zero(scalar: str) -> Check:
    """The scalar is neither 0 nor NaN."""

    def run(call: Call) -> None:
        value = call.args[scalar].as_(F32)
        if not (value > 0 or value < 0):
            raise ParamInvalid("ACLNN-PARAM-043", op=call.operator.name, param=scalar, got=value)

    return Check("not_zero", (scalar,), run, f"{scalar}: neither 0 nor NaN")
