"""Picking elements by indices: Gather, its versions along an axis, GatherNd, IndexSelect, Take."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_info
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import gather as kernels
from aclnn_emu.ops._indices import (
    INDEX,
    OUT_OF_RANGE,
    REGBASE,
    dim_of,
    elements_for,
    require_exact,
    require_rank,
    wrapped,
)
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C64,
    C128,
    F8E4M3,
    F8E5M2,
    F8E8M0,
    F16,
    F32,
    F64,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
)
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    same_dtype,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_GATHER_LIST = (F32, S32, F16, S8, F64, S16, S64, U64, U32, U16, U8, BOOL)
_GATHER = dtypes(
    *_GATHER_LIST,
    DAV_2201=(*_GATHER_LIST, BF16),
    DAV_3510=(*_GATHER_LIST, BF16, F8E5M2, F8E4M3, F8E8M0),
)
_DAV_2201 = 2201
_V2_KERNEL = (S32, F32, F16, BF16)


@custom(
    "gather_shape", ("self", "index", "out", "dim"), "index: rank of self, sizes within it; out: its shape"
)
def _gather_shape(call: Call) -> None:
    x, index = call.args["self"], call.args["index"]
    if max(x.rank, 1) != max(index.rank, 1):
        require_rank(call, "index", x.rank)


@custom("gather_sizes", ("self", "index", "dim"), "index: no larger than self, but for dim")
def _gather_sizes(call: Call) -> None:
    x, index, dim = call.args["self"], call.args["index"], call.args["dim"]
    if index.is_empty:
        return
    axis = dim if dim >= 0 else dim + x.rank
    for place, (size, picks) in enumerate(zip(x.view_shape, index.view_shape, strict=False)):
        if place != axis and picks > size:
            raise ParamInvalid(
                "ACLNN-PARAM-161", op=call.operator.name, param="index", got=list(index.view_shape), dim=axis,
                reference="self", allowed=list(x.view_shape),
            )  # fmt: skip
        if place == axis and not size:
            raise ParamInvalid(
                "ACLNN-PARAM-162", op=call.operator.name, param="self", got=list(x.view_shape), dim=axis,
                reference="index",
            )  # fmt: skip


@operator(
    "aclnnGather(const aclTensor *self, const int64_t dim, const aclTensor *index, aclTensor *out)",
    checks=(
        not_null("self", "index", "out"),
        dtype_in(_GATHER, "self"),
        unless_empty("index", dtype_in(INDEX, "index")),
        same_dtype("self", "out"),
        _gather_shape,
        max_rank(8, "self", "index", "out"),
        same_shape("index", "out"),
        dim_of("dim", "self"),
        _gather_sizes,
    ),
    source="ops-nn/index/gather_elements_v2/op_host/op_api/aclnn_gather.cpp",
    deviations=(OUT_OF_RANGE,),
)
def gather(b: Builder, self: Tensor, dim: int, index: Tensor, out: Tensor) -> None:
    """out = self at the places of index, with the index itself as coordinate along dim."""
    if index.is_empty or self.is_empty:
        return
    axis, regbase = wrapped(dim, self), b.profile.npu_arch == REGBASE
    if _is_repeated_column(self, axis, index):
        picks = b.view(index)
        if not regbase:
            picks = b.kernel(kernels.first_column, picks, shape=index.view_shape[:1])
        result = b.kernel(
            kernels.gather, b.contiguous(self), picks, shape=index.view_shape, dtype=self.dtype, axis=axis,
            negative=True, column=regbase, op="aclnnGather",
        )  # fmt: skip
    elif regbase and _reads_views(self, index):
        result = _elements(b, b.strided(self), b.strided(index), axis)
    elif regbase:
        result = _elements(b, b.contiguous(self), b.contiguous(index), axis)
    else:
        result = _gather_elements(b, self, axis, index)
    b.view_copy(result, out)


def _elements(b: Builder, x: Buffer, index: Buffer, axis: int, name: str = "GatherElements") -> Buffer:
    return b.kernel(
        kernels.gather_elements, x, index, shape=index.shape, name=name, axis=axis, op=b.call.operator.name
    )


def _reads_views(self: Tensor, index: Tensor) -> bool:
    if self.dtype == F64 or self.rank != index.rank:
        return False
    return not (self.is_contiguous and index.is_contiguous)


def _is_repeated_column(self: Tensor, axis: int, index: Tensor) -> bool:
    """A vector of indices expanded to as many columns as self has: whole rows are gathered."""
    return (
        axis == 0
        and self.rank == index.rank == 2
        and tuple(index.view_strides) == (1, 0)
        and len(index.storage_shape) == 1
        and self.view_shape[1] == index.view_shape[1]
    )


def _gather_elements(b: Builder, self: Tensor, axis: int, index: Tensor) -> Buffer:
    x, picks = b.contiguous(self), b.contiguous(index)
    last = max(self.rank, 1) - 1
    has_v2 = b.profile.npu_arch == _DAV_2201 and self.dtype in _V2_KERNEL
    in_place = axis != last and has_v2 and _prefers_any_axis(self, index, axis)
    if in_place:
        return _elements(b, x, b.cast(picks, S32), axis, "GatherElementsV2")
    axes = list(range(self.rank))
    if axis != last:
        axes[axis], axes[last] = axes[last], axes[axis]
        x, picks = _swapped(b, x, axes), _swapped(b, picks, axes)
    same_beside = all(
        i == axis or size == picked
        for i, (size, picked) in enumerate(zip(self.view_shape, index.view_shape, strict=False))
    )
    if has_v2 and same_beside:
        result = _elements(b, x, b.cast(picks, S32), last, "GatherElementsV2")
    elif _is_long_on_310p(b, x, picks):
        result = _elements(b, x, b.cast(picks, S32), last)
    else:
        result = _elements(b, x, picks, last)
    return _swapped(b, result, axes) if axis != last else result


def _swapped(b: Builder, x: Buffer, axes: list[int]) -> Buffer:
    shape = tuple(x.shape[axis] for axis in axes)
    return b.kernel(kernels.transpose, x, shape=shape, axes=tuple(axes))


def _is_long_on_310p(b: Builder, x: Buffer, picks: Buffer) -> bool:
    last = picks.shape[-1] if picks.shape else 1
    return (
        b.profile.npu_arch == 2002
        and picks.dtype == S64
        and x.dtype == F16
        and math.prod(picks.shape[:-1]) >= 256
        and 512 <= last <= 122400
        and last % 16 == 0
    )


# What GatherElementsV2 needs to be taken for an inner axis: sizes of caches and cores of 910B.
_CORES, _LOCAL_BYTES, _SMALL_BYTES, _LINE = 48, 196608, 120000, 512


def _prefers_any_axis(self: Tensor, index: Tensor, axis: int) -> bool:
    shape, picked = self.view_shape, index.view_shape
    beside = (i for i in range(self.rank) if i not in (0, axis, axis + 1))
    if any(shape[i] != picked[i] for i in beside):
        return False
    if math.prod(shape[axis + 1 :]) <= 32 or self.numel >= 2**31 - 1:
        return False
    item = dtype_info(self.dtype).bits // 8
    row = shape[axis] * item
    if row >= _SMALL_BYTES:
        return row > _LOCAL_BYTES
    if min(picked[axis], shape[axis]) < 16:
        return False
    before, behind = math.prod(picked[:axis]), math.prod(picked[axis + 1 :])
    if before * behind <= _CORES:
        return self.numel > before * behind * (picked[axis] + shape[axis])
    group = max(1, _CORES // before)
    width = min(_LINE // item, -(-behind // group))
    index_item = dtype_info(index.dtype).bits // 8
    buffers = _CORES * width * (picked[axis] * index_item + row)
    return self.numel * item + index.numel * index_item > index.numel * item + buffers


_V2_LIST = (F32, S32, S64, F16, S16, S8, U8, BOOL, F64, C64, C128)
_V2 = dtypes(*_V2_LIST, DAV_2201=(*_V2_LIST, BF16), DAV_3510=(*_V2_LIST, BF16, U16))


def _picked_shape(self: Tensor, axis: int, picks: tuple[int, ...]) -> tuple[int, ...]:
    if not self.rank:
        return ()
    return (*self.view_shape[:axis], *picks, *self.view_shape[axis + 1 :])


@custom("picked_shape", ("self", "dim", "index", "out"), "out: self with the shape of index instead of dim")
def _v2_shape(call: Call) -> None:
    x, index = call.args["self"], call.args["index"]
    picks = index.view_shape or (1,)
    require_exact(call, _picked_shape(x, wrapped(call.args["dim"], x), picks), "out")


@operator(
    "aclnnGatherV2(const aclTensor *self, int64_t dim, const aclTensor *index, aclTensor *out)",
    checks=(
        not_null("self", "index", "out"),
        same_dtype("self", "out"),
        dtype_in(_V2, "self"),
        dtype_in(INDEX, "index"),
        max_rank(8, "self", "index"),
        dim_of("dim", "self"),
        _v2_shape,
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_gather_v2.cpp",
    deviations=(OUT_OF_RANGE, "Negative indices count from the end, as the source asks the kernel to."),
)
def gather_v2(b: Builder, self: Tensor, dim: int, index: Tensor, out: Tensor) -> None:
    """out = the slices of self at the indices along dim."""
    if self.is_empty or index.is_empty:
        return
    axis = wrapped(dim, self)
    result = b.kernel(
        kernels.gather, b.contiguous(self), b.contiguous_as(index, index.view_shape or (1,)),
        shape=_picked_shape(self, axis, index.view_shape or (1,)), dtype=self.dtype, axis=axis, negative=True,
        op="aclnnGatherV2",
    )  # fmt: skip
    b.view_copy(result, out)


_V3 = dtypes(*_V2_LIST, BF16)


@custom("picked_shape", ("self", "dim", "index", "out"), "out: self with the shape of index instead of dim")
def _v3_shape(call: Call) -> None:
    x, index, batch = call.args["self"], call.args["index"], 0
    if call.profile.npu_arch == REGBASE:
        batch = max(call.args["batchDims"], 0)
    require_exact(call, _picked_shape(x, wrapped(call.args["dim"], x), index.view_shape[batch:]), "out")


@custom(
    "batch_dims",
    ("self", "dim", "index", "batchDims", "mode"),
    "950: batchDims within dim; else 0, 0, mode 1",
)
def _v3_attributes(call: Call) -> None:
    op, batch = call.operator.name, call.args["batchDims"]
    if call.profile.npu_arch != REGBASE:
        for param, allowed in (("dim", 0), ("batchDims", 0), ("mode", 1)):
            if call.args[param] != allowed:
                raise ParamInvalid(
                    "ACLNN-PARAM-010", op=op, param=param, got=call.args[param], allowed=str(allowed)
                )
        return
    x, index = call.args["self"], call.args["index"]
    rank, count = max(x.rank, 1), max(index.rank, 1)
    high = min(count, wrapped(call.args["dim"], x), rank - 1)
    counted = batch if batch >= 0 else batch + count
    if batch and not (-count <= batch and counted <= high):
        raise ParamInvalid("ACLNN-PARAM-200", op=op, param="batchDims", got=batch, low=0, high=high)
    if x.view_shape[:counted] != index.view_shape[:counted] and batch:
        raise ParamInvalid(
            "ACLNN-PARAM-163", op=op, param="index", got=list(index.view_shape), count=counted,
            reference="self", allowed=list(x.view_shape),
        )  # fmt: skip


@operator(
    "aclnnGatherV3(const aclTensor *self, int64_t dim, const aclTensor *index, int64_t batchDims, int64_t mode,"
    " aclTensor *out)",
    checks=(
        not_null("self", "index", "out"),
        same_dtype("self", "out"),
        dtype_in(_V3, "self"),
        dtype_in(INDEX, "index"),
        max_rank(8, "self", "index"),
        dim_of("dim", "self"),
        _v3_shape,
        _v3_attributes,
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_gather_v3.cpp",
    deviations=(
        OUT_OF_RANGE,
        "A negative batchDims that the checks let pass is taken as 0 for the shape of out.",
    ),
)
def gather_v3(
    b: Builder,
    self: Tensor,
    dim: int,
    index: Tensor,
    batch_dims: int,
    mode: int,  # noqa: ARG001 - it chooses between kernels with the same result
    out: Tensor,
) -> None:
    """out = the slices of self at the indices along dim, batch by batch."""
    if self.is_empty or index.is_empty:
        return
    axis = wrapped(dim, self)
    batch = max(batch_dims, 0)
    result = b.kernel(
        kernels.gather, b.contiguous(self), b.contiguous(index),
        shape=_picked_shape(self, axis, index.view_shape[batch:]), dtype=self.dtype, axis=axis, batch=batch,
        negative=False, op="aclnnGatherV3",
    )  # fmt: skip
    b.view_copy(result, out)


_ND_LIST = (F32, S32, S64, F16, S8, U8, BOOL)
_ND = dtypes(
    DAV_1001=_ND_LIST,
    DAV_2002=_ND_LIST,
    DAV_2201=(*_ND_LIST, BF16),
    DAV_3510=(*_ND_LIST, BF16, F64, S16, U16, U32, U64),
)


@custom("ranks", ("self", "indices"), "self, indices: 1 to 8 dimensions")
def _nd_ranks(call: Call) -> None:
    for param in ("self", "indices"):
        if not call.args[param].rank:
            raise ParamInvalid("ACLNN-PARAM-045", op=call.operator.name, param=param, allowed=1)
        max_rank(8, param).run(call)


@custom(
    "nd_shape", ("self", "indices", "out"), "indices: last size 1 to the rank of self; out: what they pick"
)
def _nd_shape(call: Call) -> None:
    x, indices = call.args["self"].view_shape, call.args["indices"].view_shape
    if not 1 <= indices[-1] <= len(x):
        raise ParamInvalid(
            "ACLNN-PARAM-164", op=call.operator.name, param="indices", got=list(indices), high=len(x),
            reference="self",
        )  # fmt: skip
    require_exact(call, (*indices[:-1], *x[indices[-1] :]), "out")


@operator(
    "aclnnGatherNd(const aclTensor *self, const aclTensor *indices, bool negativeIndexSupport, aclTensor *out)",
    checks=(
        not_null("self", "indices", "out"),
        same_dtype("self", "out"),
        dtype_in(_ND, "self"),
        dtype_in(INDEX, "indices"),
        _nd_ranks,
        _nd_shape,
    ),
    source="ops-nn/index/gather_nd/op_api/aclnn_gather_nd.cpp",
    deviations=(OUT_OF_RANGE,),
)
def gather_nd(b: Builder, self: Tensor, indices: Tensor, negative_index_support: bool, out: Tensor) -> None:
    """out = the slices of self whose first coordinates are the rows of indices."""
    if self.is_empty or indices.is_empty:
        return
    result = b.kernel(
        kernels.gather_nd, b.contiguous(self), b.contiguous(indices), shape=out.view_shape, dtype=self.dtype,
        negative=bool(negative_index_support), op="aclnnGatherNd",
    )  # fmt: skip
    b.view_copy(result, out)


_SELECT_LIST = (F32, S32, S64, F16, S16, S8, U8, BOOL, U64, U32, U16, F64, C64, C128)
_SELECT = dtypes(*_SELECT_LIST, DAV_2201=(*_SELECT_LIST, BF16), DAV_3510=(*_SELECT_LIST, BF16))


@custom("scalar_to_scalar", ("self", "out"), "out: no dimensions where self has none")
def _scalar_to_scalar(call: Call) -> None:
    if not call.args["self"].rank:
        require_rank(call, "out", 0)


@custom(
    "selected_shape", ("self", "dim", "index", "out"), "index: at most 1 dimension; out: self with its size"
)
def _selected_shape(call: Call) -> None:
    x, index = call.args["self"], call.args["index"]
    max_rank(1, "index").run(call)
    if x.rank and not x.is_empty and not index.is_empty:
        require_exact(call, _picked_shape(x, wrapped(call.args["dim"], x), index.view_shape or (1,)), "out")


@operator(
    "aclnnIndexSelect(const aclTensor *self, int64_t dim, const aclTensor *index, aclTensor *out)",
    checks=(
        not_null("self", "index", "out"),
        dtype_in(_SELECT, "self"),
        same_dtype("self", "out"),
        dtype_in(INDEX, "index"),
        public_format("self", "index", "out"),
        _scalar_to_scalar,
        max_rank(8, "self"),
        dim_of("dim", "self"),
        _selected_shape,
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_index_select.cpp",
    deviations=(OUT_OF_RANGE,),
)
def index_select(b: Builder, self: Tensor, dim: int, index: Tensor, out: Tensor) -> None:
    """out = the slices of self at the indices along dim; index has one dimension."""
    if self.is_empty or index.is_empty:
        return
    axis = wrapped(dim, self)
    picks = index.view_shape or (1,)
    result = b.kernel(
        kernels.gather, b.contiguous_as(self, self.view_shape or (1,)), b.contiguous_as(index, picks),
        shape=_picked_shape(self, axis, picks) if self.rank else picks, dtype=self.dtype,
        name="GatherV2" if b.profile.npu_arch == REGBASE else "GatherV3", axis=axis, negative=False,
        op="aclnnIndexSelect",
    )  # fmt: skip
    b.view_copy(result, out)


@operator(
    "aclnnTake(const aclTensor *self, const aclTensor *index, aclTensor *out)",
    checks=(
        not_null("self", "index", "out"),
        dtype_in(_SELECT, "self"),
        same_dtype("self", "out"),
        dtype_in(INDEX, "index"),
        max_rank(8, "index"),
        same_shape("index", "out"),
        elements_for("self", "index"),
        public_format("self", "index", "out"),
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_take.cpp",
    deviations=(
        OUT_OF_RANGE,
        "Negative indices count from the end, as the source asks the kernel to; the document refuses them.",
        "BF16 off 910B, 910_93 and 950 is refused before the dtypes of out and index, not behind them; same code.",
    ),
)
def take(b: Builder, self: Tensor, index: Tensor, out: Tensor) -> None:
    """out = self, taken as one row, at the indices."""
    if self.is_empty or index.is_empty:
        return
    result = b.kernel(
        kernels.gather, b.contiguous(self), b.contiguous(index), shape=index.view_shape, dtype=self.dtype,
        axis=0, negative=True, flat=True, op="aclnnTake",
    )  # fmt: skip
    b.view_copy(result, out)
