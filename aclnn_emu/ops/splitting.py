"""Tensors cut into parts or put together: Stack, SplitTensor, SplitWithSize, ChunkCat."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import DataType, dtype_name
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, movement
from aclnn_emu.ops._movement import bf16_on_new, dim_in_range, member_fits, min_rank, wrap
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.plan.checks import (
    casts_to,
    chip_has_operator,
    custom,
    dtype_in,
    has_members,
    max_rank,
    members_not_null,
    not_null,
    one_of,
    public_format,
    require_shape,
    same_dtype,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.lists import TensorList
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_NULL_MEMBER = "A null member of a list is refused with 161001; the library reads through it."
_NO_MEMBERS = "An empty list is refused with 161002; the library reads its first member all the same."

_STACK = bf16_on_new(S8, S16, S32, S64, U8, U16, U32, U64, F16, F32, BOOL, F64, C64, C128)
_PACKED = 32  # tensors that one Pack or ConcatD takes


@custom("stack_promotes", ("tensors",), "tensors: dtypes promote, in this order")
def _stack_promotes(call: Call) -> None:
    items = call.args["tensors"].items
    joint: int = items[0].dtype
    for place, tensor in enumerate(items[1:], 1):
        merged = promote(tensor.dtype, joint)
        if merged == DataType.ACL_DT_UNDEFINED:
            raise ParamInvalid(
                "ACLNN-PARAM-011", op=call.operator.name, param=f"tensors[{place}]", got=dtype_name(tensor.dtype),
                other=dtype_name(joint),
            )  # fmt: skip
        joint = merged
    call.promoted = joint


@custom(
    "stackable", ("tensors", "dim"), "tensors: at most 8 dimensions; dim: in range of one more; one shape"
)
def _stackable(call: Call) -> None:
    first, *rest = call.args["tensors"].items
    op, dim = call.operator.name, call.args["dim"]
    if first.rank > 8:
        raise ParamInvalid(
            "ACLNN-PARAM-002",
            op=op,
            param="tensors[0]",
            got=first.rank,
            shape=list(first.view_shape),
            allowed=8,
        )
    if not -first.rank - 1 <= dim <= first.rank:
        raise ParamInvalid(
            "ACLNN-PARAM-024", op=op, param="dim", got=dim, rank=first.rank + 1, low=-first.rank - 1,
            high=first.rank,
        )  # fmt: skip
    for place, tensor in enumerate(rest, 1):
        if tensor.view_shape != first.view_shape:
            raise ParamInvalid(
                "ACLNN-PARAM-006", op=op, param=f"tensors[{place}]", got=list(tensor.view_shape),
                allowed=list(first.view_shape), reference="tensors[0]",
            )  # fmt: skip


@operator(
    "aclnnStack(const aclTensorList *tensors, int64_t dim, aclTensor *out)",
    checks=(
        not_null("tensors", "out", error=InnerNullptr),
        members_not_null("tensors"),
        has_members("tensors"),
        dtype_in(_STACK, "tensors", "out"),
        _stack_promotes,
        casts_to("out"),
        _stackable,
    ),
    source="ops-math/conversion/pack/op_api/aclnn_stack.cpp",
    deviations=(_NULL_MEMBER, _NO_MEMBERS),
)
def stack(b: Builder, tensors: TensorList, dim: int, out: Tensor) -> None:
    """out = the tensors one after the other along a new dimension dim."""
    members = [tensor for tensor in tensors.items if tensor is not None]
    if members[0].is_empty:  # all have one shape
        return
    axis = wrap(dim, members[0].rank + 1)
    parts = [b.contiguous_cast(tensor, b.promoted) for tensor in members]
    groups = [_pack(b, parts[start : start + _PACKED], axis) for start in range(0, len(parts), _PACKED)]
    while len(groups) > 1:
        groups = [_join(b, groups[start : start + _PACKED], axis) for start in range(0, len(groups), _PACKED)]
    require_shape(b.call, groups[0].shape, "out")
    b.view_copy(b.cast(groups[0], out.dtype), out)


def _pack(b: Builder, parts: list[Buffer], axis: int) -> Buffer:
    shape = parts[0].shape
    return b.kernel(movement.pack, *parts, shape=(*shape[:axis], len(parts), *shape[axis:]), axis=axis)


def _join(b: Builder, parts: list[Buffer], axis: int) -> Buffer:
    if len(parts) == 1:
        return parts[0]
    shape = parts[0].shape
    length = sum(part.shape[axis] for part in parts)
    return b.kernel(data.concat, *parts, shape=(*shape[:axis], length, *shape[axis + 1 :]), axis=axis)


# Split

_SPLIT_LIST = (F64, F32, F16, BF16, S64, S32, S16, S8, U8, BOOL, C128, C64)
_SPLIT = dtypes(*_SPLIT_LIST, DAV_3510=(*_SPLIT_LIST, U64, U32, U16))
# What the AI cores split: with these more than 32 parts are cut from slices, on chips before Ascend950.
_SPLIT_AICORE = bf16_on_new(F32, F16, S64, S8, U8)
_SPLIT_V2 = (F32, F16, BF16)
_INT64_END = 1 << 63
_MOST_PARTS = 512  # that are cut at once from a tensor, on any chip


@custom("splits_evenly", ("self", "splitSections", "dim"), "splitSections: 0 only where dim has size 0")
def _sections(call: Call) -> None:
    sections, self = call.args["splitSections"], call.args["self"]
    size = self.view_shape[wrap(call.args["dim"], self.rank)]
    if size and not 0 < sections < _INT64_END:
        raise ParamInvalid(
            "ACLNN-PARAM-042", op=call.operator.name, param="splitSections", got=sections, low=1
        )
    if not size and sections:
        raise ParamInvalid(
            "ACLNN-PARAM-010", op=call.operator.name, param="splitSections", got=sections, allowed=0
        )


@operator(
    "aclnnSplitTensor(const aclTensor *self, uint64_t splitSections, int64_t dim, aclTensorList *out)",
    checks=(
        not_null("self", "out"),
        members_not_null("out"),
        dtype_in(_SPLIT, "self", "out"),
        has_members("out"),
        same_dtype("out"),
        max_rank(8, "self"),
        min_rank(1, "self"),
        max_rank(8, "out"),
        dim_in_range("dim", "self"),
        _sections,
    ),
    source="ops-math/conversion/split_v/op_api/aclnn_split_tensor.cpp",
    deviations=(
        _NULL_MEMBER, _NO_MEMBERS,
        "splitSections beyond INT64 is refused with 161002; the library computes with a negative number.",
    ),
)  # fmt: skip
def split_tensor(b: Builder, self: Tensor, split_sections: int, dim: int, out: TensorList) -> None:
    """out = parts of self along dim, each of size splitSections but for the last, which has what remains."""
    if self.is_empty:
        return
    axis = wrap(dim, self.rank)
    size = self.view_shape[axis]
    if size == split_sections:
        _copy_whole(b, self, out)
        return
    count = -(-size // split_sections)
    if count > len(out.items):
        raise ParamInvalid(
            "ACLNN-PARAM-144", op=b.call.operator.name, param="out", got=len(out.items), allowed=count
        )
    sizes = [split_sections] * (count - 1) + [size - split_sections * (count - 1)]
    many = count > _PACKED and b.profile.npu_arch != REGBASE and self.dtype in _SPLIT_AICORE.on(b.profile)
    _split(b, self, sizes, axis, out, sliced=many or count > _MOST_PARTS)


@custom(
    "split_sizes",
    ("self", "splitSize", "dim", "out"),
    "splitSize: adds up to the size of dim; one for each of out",
)
def _split_sizes(call: Call) -> None:
    self, sizes, out = call.args["self"], call.args["splitSize"].values, call.args["out"]
    op, axis = call.operator.name, wrap(call.args["dim"], self.rank)
    if sum(sizes) != self.view_shape[axis]:
        raise ParamInvalid(
            "ACLNN-PARAM-143", op=op, param="splitSize", got=sum(sizes), dim=axis, tensor="self",
            allowed=self.view_shape[axis],
        )  # fmt: skip
    if len(sizes) != len(out.items):
        raise ParamInvalid("ACLNN-PARAM-144", op=op, param="out", got=len(out.items), allowed=len(sizes))


@operator(
    "aclnnSplitWithSize(const aclTensor *self, const aclIntArray *splitSize, int64_t dim, aclTensorList *out)",
    checks=(
        not_null("self", "splitSize", "out"),
        members_not_null("out"),
        dtype_in(_SPLIT, "self", "out"),
        max_rank(8, "self"),
        min_rank(1, "self"),
        max_rank(8, "out"),
        dim_in_range("dim", "self"),
        _split_sizes,
    ),
    source="ops-math/conversion/split_v/op_api/aclnn_split_with_size.cpp",
    deviations=("A negative size in splitSize is refused with 161002, for the shape that it would give.",),
)
def split_with_size(b: Builder, self: Tensor, split_size: IntArray, dim: int, out: TensorList) -> None:
    """out = parts of self along dim, of the sizes that splitSize says."""
    if self.is_empty:
        return
    axis, sizes = wrap(dim, self.rank), list(split_size.values)
    if len(sizes) == 1:
        _copy_whole(b, self, out)
        return
    second = _second_kernel(b, self.view_shape, self.dtype, sizes, axis) and len(sizes) <= 64
    many = (
        len(sizes) > _PACKED and b.profile.npu_arch != REGBASE and self.dtype in _SPLIT_AICORE.on(b.profile)
    )
    _split(b, self, sizes, axis, out, sliced=not second and (many or len(sizes) > _MOST_PARTS))


def _targets(out: TensorList) -> list[Tensor]:
    return [tensor for tensor in out.items if tensor is not None]


def _copy_whole(b: Builder, self: Tensor, out: TensorList) -> None:
    first = _targets(out)[0]
    b.view_copy(b.contiguous_cast(self, first.dtype), first)


def _split(b: Builder, self: Tensor, sizes: list[int], axis: int, out: TensorList, *, sliced: bool) -> None:
    """Cut self, at once or from slices of 32 parts (Ascend950: 512), and bring the parts to out."""
    x, targets = b.contiguous(self), _targets(out)
    per_slice = _MOST_PARTS if b.profile.npu_arch == REGBASE else _PACKED
    step = per_slice if sliced else len(sizes)
    begin = 0
    for start in range(0, len(sizes), step):
        group = sizes[start : start + step]
        source = x
        if sliced:
            index = (*(slice(None),) * axis, slice(begin, begin + sum(group)))
            shape = (*x.shape[:axis], sum(group), *x.shape[axis + 1 :])
            source = b.kernel(movement.take_slice, x, name="Slice", shape=shape, format=x.format, index=index)
            begin += sum(group)
        for place, part in enumerate(_cut(b, source, group, axis), start):
            target = targets[place]
            if not sliced:
                member_fits(b.call, f"out[{place}]", target, part.shape)
            b.view_copy(b.cast(part, target.dtype), target)


def _cut(b: Builder, x: Buffer, sizes: list[int], axis: int) -> tuple[Buffer, ...]:
    shapes = [(*x.shape[:axis], size, *x.shape[axis + 1 :]) for size in sizes]
    kernel = movement.split_into(len(sizes))
    name = "SplitV2" if _second_kernel(b, x.shape, x.dtype, sizes, axis) else "SplitV"
    return b.kernel_outputs(
        kernel, x, outputs=[(shape, x.dtype) for shape in shapes], name=name, sizes=tuple(sizes), axis=axis
    )


def _second_kernel(b: Builder, shape: tuple[int, ...], dtype: int, sizes: list[int], axis: int) -> bool:
    """Whether the 910B's second kernel takes it: more than 32 parts of a large tensor with few rows.

    Source: ops-math conversion/split_v/op_api/split_v.cpp.
    """
    rows = 8 if dtype == F32 else 16
    large = axis > 0 and math.prod(shape) > 65536 and math.prod(shape[:axis]) <= rows and len(sizes) > 32
    return b.profile.npu_arch == 2201 and large and dtype in _SPLIT_V2


# Chunks

_CHUNKED = dtypes(F32, F16, BF16)
_CHUNK_INPUTS = 512  # tensors that one ChunkCat takes


@custom("keeps_float", ("tensors", "out"), "out: FLOAT where the tensors are")
def _keeps_float(call: Call) -> None:
    first, out = call.args["tensors"].items[0], call.args["out"]
    if first.dtype == F32 and out.dtype != F32:
        raise ParamInvalid(
            "ACLNN-PARAM-041", op=call.operator.name, param="out", got=dtype_name(out.dtype), reference="tensors[0]",
            dtype=dtype_name(F32), allowed=dtype_name(F32),
        )  # fmt: skip


@custom("chunks_at_least_one", ("numChunks",), "numChunks: 1 or more")
def _some_chunks(call: Call) -> None:
    if call.args["numChunks"] < 1:
        raise ParamInvalid(
            "ACLNN-PARAM-042", op=call.operator.name, param="numChunks", got=call.args["numChunks"], low=1
        )


@operator(
    "aclnnChunkCat(const aclTensorList *tensors, int64_t dim, int64_t numChunks, aclTensor *out)",
    checks=(
        one_of("dim", 0),
        not_null("tensors"),
        has_members("tensors"),
        members_not_null("tensors"),
        not_null("out"),
        chip_has_operator("tensors", 2201, REGBASE),
        dtype_in(_CHUNKED, "tensors"),
        same_dtype("tensors"),
        dtype_in(_CHUNKED, "out"),
        _keeps_float,
        public_format("tensors", "out"),
        max_rank(8, "tensors"),
        min_rank(1, "tensors"),
        _some_chunks,
    ),
    source="ops-math/conversion/chunk_cat/op_api/aclnn_chunk_cat.cpp",
    deviations=(
        "An empty list is refused with 161002; the library answers 0 and leaves out as it is.",
        "numChunks below 1 is refused with 161002; the library divides by it.",
    ),
)
def chunk_cat(b: Builder, tensors: TensorList, dim: int, num_chunks: int, out: Tensor) -> None:
    """out = the rows (dimension 0) of each tensor in numChunks chunks, filled up with zeros, side by side."""
    del dim
    parts = [b.contiguous(tensor) for tensor in tensors.items if tensor is not None and not tensor.is_empty]
    if not parts:
        return
    while True:
        parts = [
            _chunk(b, parts[start : start + _CHUNK_INPUTS], num_chunks, out.dtype)
            for start in range(0, len(parts), _CHUNK_INPUTS)
        ]
        if len(parts) == 1:
            break
    require_shape(b.call, parts[0].shape, "out")
    b.view_copy(b.reformat(parts[0], out), out)


def _chunk(b: Builder, parts: list[Buffer], chunks: int, dtype: int) -> Buffer:
    width = sum(-(-part.shape[0] // chunks) * math.prod(part.shape[1:]) for part in parts)
    return b.kernel(movement.chunk_cat, *parts, shape=(chunks, width), dtype=dtype, chunks=chunks)
