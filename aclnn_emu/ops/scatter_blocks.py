"""Blocks of updates put along an axis from places given by indices: InplaceScatterUpdate, ScatterList."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import ParamInvalid, TilingError
from aclnn_emu.kernels import scatter as kernels
from aclnn_emu.ops._indices import IN_PLACE, INDEX, OUT_OF_RANGE, REGBASE
from aclnn_emu.ops._types import BF16, F8E4M3, F8E5M2, F16, F32, HIF8, S8, S16, S32, U8, U16, U32
from aclnn_emu.plan.checks import (
    chip_has_operator,
    custom,
    dtype_in,
    has_members,
    max_rank,
    members_not_null,
    not_null,
    same_dtype,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.lists import TensorList
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_DAV_2201 = 2201

_BLOCK_LIST = (S8, F16, F32, BF16, S32)
_NOT_BF16 = (S8, F16, F32, S32)
_BLOCK = dtypes(*_NOT_BF16, DAV_2201=_BLOCK_LIST, DAV_3510=(*_BLOCK_LIST, U8, F8E4M3, F8E5M2, HIF8))


@custom(
    "blocks",
    ("data", "indices", "updates"),
    "none empty; data, updates: one rank; indices: 0 to 2 dimensions",
)
def _blocks(call: Call) -> None:
    op = call.operator.name
    data, indices, updates = (call.args[name] for name in ("data", "indices", "updates"))
    for name in ("data", "updates", "indices"):
        if call.args[name].is_empty:
            raise ParamInvalid("ACLNN-PARAM-127", op=op, param=name)
    if updates.rank != data.rank:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=op, param="updates", got=updates.rank, shape=list(updates.view_shape),
            allowed=data.rank,
        )  # fmt: skip
    if not indices.rank and updates.view_shape[:1] != (1,):
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=op, param="updates", got=list(updates.view_shape),
            allowed=[1, *updates.view_shape[1:]],
        )  # fmt: skip
    max_rank(2, "indices").run(call)


def _require_block_shapes(b: Builder, data: Tensor, indices: Tensor, updates: Tensor, axis: int) -> int:
    """What the kernel's tiling asks (561002); the axis from 0 on."""
    op, rank = b.call.operator.name, data.rank
    if not -rank < axis < rank or axis % rank == 0:
        raise TilingError("ACLNN-PARAM-024", op=op, param="axis", got=axis, rank=rank, low=1, high=rank - 1)
    place = axis % rank
    room = list(data.view_shape)
    room[place] = min(updates.view_shape[place], room[place])
    batches = indices.view_shape[0] if indices.rank else 1
    if list(updates.view_shape) != [batches, *room[1:]] or (
        batches > data.view_shape[0] and indices.rank < 2
    ):
        raise TilingError(
            "ACLNN-PARAM-009", op=op, param="updates", got=list(updates.view_shape),
            allowed=[batches, *room[1:]],
        )  # fmt: skip
    return place


@operator(
    "aclnnInplaceScatterUpdate(aclTensor *data, const aclTensor *indices, const aclTensor *updates, int64_t axis)",
    checks=(
        not_null("data", "indices", "updates"),
        dtype_in(_BLOCK, "data"),
        dtype_in(INDEX, "indices"),
        same_dtype("data", "updates"),
        _blocks,
    ),
    source="ops-nn/index/scatter/op_api/aclnn_scatter_update.cpp",
    deviations=(
        OUT_OF_RANGE,
        IN_PLACE,
        "updates smaller than data outside batch and axis are refused (561002): that is not emulated.",
        "BF16 on chips without it is refused before the dtypes of indices and updates, not behind them; same code.",
    ),
)
def inplace_scatter_update(b: Builder, data: Tensor, indices: Tensor, updates: Tensor, axis: int) -> None:
    """data with a block of updates for each batch, put along axis from the place that indices say."""
    place = _require_block_shapes(b, data, indices, updates, axis)
    result = b.kernel(
        kernels.scatter_slices, b.contiguous(data), b.contiguous(indices), b.contiguous(updates),
        shape=data.view_shape, axis=place, op="aclnnInplaceScatterUpdate",
    )  # fmt: skip
    b.view_copy(result, data)


_LIST_DTYPES = (S8, S16, S32, U8, U16, U32, F16, BF16, F32)
_MEMBERS = dtypes(DAV_2201=_LIST_DTYPES, DAV_3510=_LIST_DTYPES)


@custom("reduce_word", ("reduceOptional",), 'reduceOptional: "update"')
def _reduce_word(call: Call) -> None:
    word = call.args["reduceOptional"]
    if word is not None and word != "update":
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="reduceOptional", got=word, allowed="update"
        )


def _tiling(call: Call, text: str, **facts: object) -> TilingError:
    return TilingError(text, op=call.operator.name, **facts)


@custom(
    "list_shapes",
    ("varRef", "indice", "updates", "maskOptional", "axis"),
    "shapes that the tiling takes (561002)",
)
def _list_shapes(call: Call) -> None:
    members, indice, updates = call.args["varRef"].items, call.args["indice"], call.args["updates"]
    mask, count, rank = call.args["maskOptional"], len(members), updates.rank
    shape = members[0].view_shape
    for place, member in enumerate(members):
        if member.view_shape != shape or not shape:
            raise _tiling(
                call, "ACLNN-PARAM-006", param=f"varRef[{place}]", got=list(member.view_shape),
                allowed=list(shape), reference="varRef[0]",
            )  # fmt: skip
    if updates.is_empty:
        raise _tiling(call, "ACLNN-PARAM-127", param="updates")
    if rank < 2:
        raise _tiling(call, "ACLNN-PARAM-062", param="updates", got=rank, shape=list(updates.view_shape),
                      allowed=len(shape) + 1)  # fmt: skip
    axis = call.args["axis"] % rank if -rank <= call.args["axis"] < rank else 0
    if axis == 0:
        raise _tiling(
            call, "ACLNN-PARAM-024", param="axis", got=call.args["axis"], rank=rank, low=1, high=rank - 1
        )
    room = [count, *shape]
    if rank == len(room):
        room[axis] = min(room[axis], updates.view_shape[axis])
    if list(updates.view_shape) != room:
        raise _tiling(call, "ACLNN-PARAM-009", param="updates", got=list(updates.view_shape), allowed=room)
    if indice.view_shape not in ((count,), (count, 2)):
        raise _tiling(call, "ACLNN-PARAM-009", param="indice", got=list(indice.view_shape), allowed=[count])
    if mask is not None and mask.view_shape != (count,):
        raise _tiling(
            call, "ACLNN-PARAM-009", param="maskOptional", got=list(mask.view_shape), allowed=[count]
        )


@custom("list_dtypes", ("varRef", "updates"), "varRef: one dtype, that of updates")
def _list_dtypes(call: Call) -> None:
    updates = call.args["updates"]
    for place, member in enumerate(call.args["varRef"].items):
        if member.dtype != updates.dtype:
            raise ParamInvalid(
                "ACLNN-PARAM-004", op=call.operator.name, param=f"varRef[{place}]",
                got=dtype_name(member.dtype), reference="updates", allowed=dtype_name(updates.dtype),
            )  # fmt: skip


@operator(
    "aclnnScatterList(aclTensorList *varRef, const aclTensor *indice, const aclTensor *updates,"
    " const aclTensor *maskOptional, char *reduceOptional, int64_t axis)",
    checks=(
        not_null("varRef", "indice", "updates"),
        members_not_null("varRef"),
        chip_has_operator("varRef", _DAV_2201, REGBASE),
        has_members("varRef"),
        dtype_in(_MEMBERS, "varRef"),
        dtype_in(INDEX, "indice"),
        when_given("maskOptional", dtype_in(dtypes(U8), "maskOptional")),
        _reduce_word,
        _list_dtypes,
        _list_shapes,
    ),
    source="ops-nn/index/scatter_list/op_host/scatter_list_tiling.cpp",
    deviations=(
        "The vendor generates this interface; its checks follow the operator's definition, tiling and document.",
        OUT_OF_RANGE,
        "The kernel writes the whole list in one launch; here each tensor is a step.",
    ),
    written=("varRef",),
)
def scatter_list(
    b: Builder,
    var_ref: TensorList,
    indice: Tensor,
    updates: Tensor,
    mask_optional: Tensor | None,
    reduce_optional: str | None,  # noqa: ARG001 - the one value that passes is what the kernel does
    axis: int,
) -> None:
    """Each tensor of varRef with its block of updates, put along axis from the place that indice says."""
    places, values = b.contiguous(indice), b.contiguous(updates)
    mask = (b.contiguous(mask_optional),) if mask_optional is not None else ()
    members = [member for member in var_ref.items if member is not None]
    for place, member in enumerate(members):
        result = b.kernel(
            kernels.scatter_list, b.contiguous(member), places, values, *mask, shape=member.view_shape,
            dtype=member.dtype, member=place, axis=axis % updates.rank - 1, op="aclnnScatterList",
        )  # fmt: skip
        b.view_copy(result, member)
