"""What losses of an input and a target share: reductions, the shape of the result, the loss of nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from aclnn_emu.core.layout import broadcast
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.plan.checks import Check
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

    Shape = tuple[int, ...]

__all__ = [
    "BATCH_MEAN", "FLOATS", "MEAN", "NONE", "REDUCTIONS", "SUM", "broadcast_target", "fill_one", "of_nothing", "one_over",
    "reduction_name", "require_one", "require_rank", "require_view_shape", "result_has_shape", "scalar_result",
]  # fmt: skip

NONE, MEAN, SUM, BATCH_MEAN = 0, 1, 2, 3
REDUCTIONS = (NONE, MEAN, SUM)

# bfloat16 only where the product has it: 910B, 910_93 and 950.
FLOATS = dtypes(F32, F16, DAV_2201=(F32, F16, BF16), DAV_3510=(F32, F16, BF16))


def broadcast_target(call: Call, *inputs: str) -> Shape:
    """The shape that the inputs broadcast to; ParamInvalid where they do not."""
    first, *rest = inputs
    shape: Shape = call.args[first].view_shape
    for name in rest:
        other = call.args[name].view_shape
        merged = broadcast(shape, other)
        if merged is None:
            raise ParamInvalid(
                "ACLNN-PARAM-008", op=call.operator.name, param=name, got=list(other), other=list(shape),
                reference=first,
            )  # fmt: skip
        shape = merged
    return shape


def scalar_result(shape: Shape) -> Shape | None:
    """A total has no dimensions."""
    del shape
    return ()


def result_has_shape(
    out: str, *inputs: str, reduced: Callable[[Shape], Shape | None] = scalar_result
) -> Check:
    """The inputs broadcast; without a reduction `out` has that shape, with one what `reduced` makes of it.

    Args:
        out: the output.
        *inputs: the inputs.
        reduced: the shape of a total; None where the operator does not ask.
    """

    def run(call: Call) -> None:
        shape: Shape | None = broadcast_target(call, *inputs)
        if call.args["reduction"] != NONE and shape is not None:
            shape = reduced(shape)
        got = call.args[out].view_shape
        if shape is not None and got != shape:
            raise ParamInvalid(
                "ACLNN-PARAM-009", op=call.operator.name, param=out, got=list(got), allowed=list(shape)
            )

    text = f"{', '.join(inputs)}: broadcast; {out} has that shape, or that of the total"
    return Check("result_has_shape", (*inputs, out, "reduction"), run, text)


def one_over(tensor: Tensor, reduction: int) -> float:
    """What the reduction mean multiplies with, 1/N; 1 otherwise."""
    return 1.0 / tensor.numel if reduction == MEAN else 1.0


def of_nothing(reduction: int) -> float | None:
    """The loss of no elements: NaN is the mean, 0 the sum; None where nothing is stored."""
    return {MEAN: math.nan, SUM: 0.0}.get(reduction)


def fill_one(b: Builder, value: float | None, out: Tensor) -> None:
    """Fill of one element, brought into `out`; None stores nothing."""
    if value is not None:
        b.view_copy(b.fill((1,), value, out.dtype), out)


_NAMES = ("none", "mean")


def reduction_name(reduction: int) -> str:
    """Beyond none and mean everything is the sum."""
    return _NAMES[reduction] if reduction in (NONE, MEAN) else "sum"


def require_view_shape(call: Call, param: str, shape: tuple[int, ...]) -> None:
    """Exactly this view shape; [] is not [1]."""
    got = call.args[param].view_shape
    if got != shape:
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param=param, got=list(got), allowed=list(shape)
        )


def require_rank(call: Call, param: str, *ranks: int) -> None:
    """One of these numbers of dimensions."""
    tensor = call.args[param]
    if tensor.rank not in ranks:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=call.operator.name, param=param, got=tensor.rank, shape=list(tensor.view_shape),
            allowed=" or ".join(map(str, ranks)),
        )  # fmt: skip


def require_one(call: Call, param: str, *, max_rank: int | None = None) -> None:
    """One element, and no more than so many dimensions."""
    tensor = call.args[param]
    if tensor.numel != 1 or (max_rank is not None and tensor.rank > max_rank):
        raise ParamInvalid("ACLNN-PARAM-083", op=call.operator.name, param=param, got=list(tensor.view_shape))
