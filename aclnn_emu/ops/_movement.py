"""Checks that operators share which move data or make it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import AclnnError, ParamInvalid
from aclnn_emu.ops._types import BF16
from aclnn_emu.plan.checks import Check, tensors_of
from aclnn_emu.plan.dtypes import DtypeList, dtypes

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.spec import Call

    Shape = tuple[int, ...]

__all__ = [
    "bf16_on_new", "dim_in_range", "has_values", "member_fits", "min_rank", "require_exact_shape", "require_values", "wrap",
]  # fmt: skip


def bf16_on_new(*listed: int) -> DtypeList:
    """The list, with BF16 on 910B, 910_93 and 950."""
    return dtypes(*listed, DAV_2201=(*listed, BF16), DAV_3510=(*listed, BF16))


def wrap(dim: int, rank: int) -> int:
    """A dimension counted from the first."""
    return dim + rank if dim < 0 else dim


def min_rank(limit: int, *params: str) -> Check:
    """At least `limit` dimensions."""

    def run(call: Call) -> None:
        for name in params:
            for label, tensor in tensors_of(call, name):
                if tensor.rank < limit:
                    raise ParamInvalid(
                        "ACLNN-PARAM-141", op=call.operator.name, param=label, got=tensor.rank,
                        shape=list(tensor.view_shape), allowed=limit,
                    )  # fmt: skip

    return Check(
        "min_rank", params, run, f"{', '.join(params)}: at least {limit} dimensions", {"limit": limit}
    )


def dim_in_range(dim: str, tensor: str, *, least: int = 0, more: int = 0) -> Check:
    """The dimension is one of the tensor's.

    Args:
        dim: the attribute.
        tensor: whose dimension it is.
        least: a rank below counts as this one.
        more: how many dimensions more the result has.
    """

    def run(call: Call) -> None:
        value, rank = call.args[dim], max(call.args[tensor].rank, least) + more
        if not -rank <= value < rank:
            raise ParamInvalid(
                "ACLNN-PARAM-024", op=call.operator.name, param=dim, got=value, rank=rank, low=-rank,
                high=rank - 1,
            )  # fmt: skip

    return Check("dim_in_range", (dim, tensor), run, f"{dim}: a dimension of {tensor}")


def require_values(call: Call, param: str, allowed: int, *, error: type[AclnnError] = ParamInvalid) -> None:
    """The integer array has so many values."""
    if len(call.args[param].values) != allowed:
        raise error(
            "ACLNN-PARAM-140",
            op=call.operator.name,
            param=param,
            got=len(call.args[param].values),
            allowed=allowed,
        )


def has_values(allowed: int, *params: str) -> Check:
    """Each integer array has so many values."""

    def run(call: Call) -> None:
        for name in params:
            require_values(call, name, allowed)

    return Check("has_values", params, run, f"{', '.join(params)}: {allowed} values")


def require_exact_shape(call: Call, shape: Shape, param: str = "out") -> None:
    """ParamInvalid unless `param` has this very shape; [] and [1] are two."""
    _fits(call, param, call.args[param], shape)


def member_fits(call: Call, label: str, tensor: Tensor, shape: Shape) -> None:
    """The same for a member of a list, where shapes of one element each are the same."""
    if tensor.numel != 1 or any(size != 1 for size in shape):
        _fits(call, label, tensor, shape)


def _fits(call: Call, label: str, tensor: Tensor, shape: Shape) -> None:
    if tensor.view_shape != shape:
        raise ParamInvalid(
            "ACLNN-PARAM-009",
            op=call.operator.name,
            param=label,
            got=list(tensor.view_shape),
            allowed=list(shape),
        )
