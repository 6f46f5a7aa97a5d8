"""What operators with indices share: checks of dimensions and sizes, notes on deviations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.ops._types import S32, S64
from aclnn_emu.plan.checks import Check
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.spec import Call

__all__ = [
    "INDEX",
    "IN_PLACE",
    "OUT_OF_RANGE",
    "REGBASE",
    "dim_of",
    "elements_for",
    "exact_rank",
    "require_dim",
    "require_exact",
    "require_rank",
    "wrapped",
]

REGBASE = 3510
INDEX = dtypes(S32, S64)

OUT_OF_RANGE = (
    "An index outside the range stops the task (507035, which the next wait reports) with operator, position and"
    " range. A card, depending on kernel and chip, reads or writes beside the tensor, skips the element or stops."
)

IN_PLACE = (
    "TensorMove and the kernel that writes into the copy are one step. A copy of a strided tensor and its result are two"
    " workspace tensors; the library's kernel writes into the copy."
)


def wrapped(dim: int, tensor: Tensor) -> int:
    """A dimension from 0 on; a tensor without dimensions counts as one of one dimension."""
    return dim % max(tensor.rank, 1)


def require_dim(call: Call, param: str, tensor: str, *, scalar_as: int = 1) -> None:
    """ParamInvalid unless the attribute is a dimension of the tensor; one without dimensions has `scalar_as`."""
    rank = call.args[tensor].rank or scalar_as
    dim = call.args[param]
    low, high = -rank, max(rank - 1, -rank)
    if not low <= dim <= high:
        raise ParamInvalid(
            "ACLNN-PARAM-024", op=call.operator.name, param=param, got=dim, rank=rank, low=low, high=high
        )


def dim_of(param: str, tensor: str) -> Check:
    """The attribute is a dimension of the tensor; a tensor without dimensions has one here."""

    def run(call: Call) -> None:
        require_dim(call, param, tensor)

    return Check("dim_of", (param, tensor), run, f"{param}: a dimension of {tensor}")


def require_rank(call: Call, param: str, allowed: int) -> None:
    """ParamInvalid unless the tensor has as many dimensions."""
    tensor = call.args[param]
    if tensor.rank != allowed:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=call.operator.name, param=param, got=tensor.rank,
            shape=list(tensor.view_shape), allowed=allowed,
        )  # fmt: skip


def exact_rank(allowed: int, *params: str) -> Check:
    """As many dimensions, no fewer and no more."""

    def run(call: Call) -> None:
        for param in params:
            require_rank(call, param, allowed)

    return Check("exact_rank", params, run, f"{', '.join(params)}: {allowed} dimensions")


def require_exact(call: Call, shape: tuple[int, ...], param: str) -> None:
    """ParamInvalid unless the tensor has exactly this shape; [] and [1] differ."""
    got = call.args[param].view_shape
    if got != shape:
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param=param, got=list(got), allowed=list(shape)
        )


def elements_for(param: str, index: str) -> Check:
    """The tensor has elements where the index has some, which name them."""

    def run(call: Call) -> None:
        tensor = call.args[param]
        if tensor.is_empty and not call.args[index].is_empty:
            raise ParamInvalid(
                "ACLNN-PARAM-162", op=call.operator.name, param=param, got=list(tensor.view_shape),
                dim=tensor.view_shape.index(0), reference=index,
            )  # fmt: skip

    return Check("elements_for", (param, index), run, f"{param}: has elements where {index} has")
