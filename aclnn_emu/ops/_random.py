"""What the random operators share: where seed and offset come from, and checks of their attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import random
from aclnn_emu.ops._types import F64, U64
from aclnn_emu.plan.checks import Check, custom

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__ = [
    "DSA",
    "NULL_KEYS",
    "NUMBERS",
    "SINGLE_KEYS",
    "at_least",
    "between",
    "has_shape",
    "key_of",
    "mask_bytes",
    "not_reversed",
    "single_keys",
]

DSA = 2201
"""The architecture with a random number generator of its own (910B, 910_93)."""

NUMBERS = (
    "The numbers are those of the emulator's own seeded stream (docs/random.md), not those of the hardware."
)
NULL_KEYS = "A null seedTensor or offsetTensor answers 161001 on every chip; the library reads it without asking on 910B."

SINGLE_KEYS = (
    "A seedTensor or offsetTensor with other than one element answers 561103; the library does not count them, but outside"
    " 910B it adds two numbers to offsetTensor, which fails for more than two."
)


@custom("single_keys", ("seedTensor", "offsetTensor"), "seedTensor, offsetTensor: one element (561103)")
def single_keys(call: Call) -> None:
    """Seed and offset are one number each."""
    for name in ("seedTensor", "offsetTensor"):
        tensor = call.args[name]
        if tensor.numel != 1:
            raise InnerNullptr(
                "ACLNN-PARAM-123", op=call.operator.name, param=name, got=tensor.numel,
                shape=list(tensor.view_shape), allowed=1,
            )  # fmt: skip


def key_of(b: Builder, seed: Tensor, offset: Tensor, more: int) -> tuple[Buffer, Buffer]:
    """Seed and counter from device tensors; `more` is added to the offset by a step of its own."""
    if b.profile.npu_arch == DSA:
        shape = offset.view_shape or (1,)
        moved = b.kernel(random.add_offset, offset, shape=shape, by=more)
        return b.view(seed), b.kernel(random.pair_with_zero, moved, shape=(2,))
    start = b.cast(seed, U64)
    return start, b.kernel(random.add_offset, b.cast(offset, U64), shape=(2,), by=more)


def between(param: str, low: float, high: float) -> Check:
    """The attribute, or the value of the scalar, lies in low .. high; NaN passes, as comparisons in C let it."""

    def run(call: Call) -> None:
        value = _number(call.args[param])
        if value < low or value > high:
            raise ParamInvalid(
                "ACLNN-PARAM-200", op=call.operator.name, param=param, got=value, low=low, high=high
            )

    return Check("between", (param,), run, f"{param}: {low} to {high}")


def at_least(param: str, low: float, *, above: bool = False) -> Check:
    """The attribute is not below `low`, or lies above it; NaN passes."""

    def run(call: Call) -> None:
        value = call.args[param]
        if value < low or (above and value == low):
            raise ParamInvalid(
                "ACLNN-PARAM-201", op=call.operator.name, param=param, got=value,
                relation="above" if above else "at least", low=low,
            )  # fmt: skip

    return Check("at_least", (param,), run, f"{param}: {'above' if above else 'at least'} {low}")


def _number(value: Any) -> float:
    return float(value.as_(F64)) if hasattr(value, "as_") else value


def has_shape(shape: tuple[int, ...], *params: str) -> Check:
    """The tensors have this view shape."""

    def run(call: Call) -> None:
        for name in params:
            found = call.args[name].view_shape
            if found != shape:
                raise ParamInvalid(
                    "ACLNN-PARAM-202", op=call.operator.name, param=name, got=list(found), allowed=list(shape)
                )

    return Check("has_shape", params, run, f"{', '.join(params)}: view shape {list(shape)}")


def mask_bytes(elements: int) -> int:
    """Bytes of a mask with a bit for each element: whole blocks of 128 bits."""
    return (elements + 127) // 128 * 16


def not_reversed(low: str, high: str, *, equal: bool) -> Check:
    """`low` does not lie above `high`, nor at it unless `equal`."""

    def run(call: Call) -> None:
        first, last = call.args[low], call.args[high]
        if first > last or (first == last and not equal):
            raise ParamInvalid(
                "ACLNN-PARAM-203", op=call.operator.name, param=low, got=first, other=high, allowed=last,
                relation="at most" if equal else "below",
            )  # fmt: skip

    return Check("not_reversed", (low, high), run, f"{low}: {'at most' if equal else 'below'} {high}")
