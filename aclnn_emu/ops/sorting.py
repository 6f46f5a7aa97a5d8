"""Sorting along a dimension: Sort, Argsort, Topk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_info
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data
from aclnn_emu.kernels import gather as gather_kernels
from aclnn_emu.kernels import sorting as kernels
from aclnn_emu.ops._indices import REGBASE, dim_of, wrapped
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    require_shape,
    same_dtype,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_ASCEND910 = 1001
_S64 = dtypes(S64)

_ORDER = "NaN counts as the largest number; the vendor's documents do not say where it goes."

_SORT_LIST = (F16, F32, BF16, U8, S8, S16, S32, S64, BOOL)
_SORT = dtypes(*_SORT_LIST, DAV_3510=(*_SORT_LIST, U16, U32, U64))
_SORT_OUT = dtypes(*_SORT_LIST, F64, DAV_3510=(*_SORT_LIST, U16, U32, U64))


def _swapped(b: Builder, x: Buffer, axis: int) -> Buffer:
    axes = list(range(len(x.shape)))
    axes[-1], axes[axis] = axes[axis], axes[-1]
    shape = tuple(x.shape[place] for place in axes)
    return b.kernel(gather_kernels.transpose, x, shape=shape, axes=tuple(axes))


def _sorts_any_axis(b: Builder, shape: tuple[int, ...], axis: int, dtype: int) -> bool:
    """Ascend950 sorts a dimension that is not the last in place, where that pays."""
    if (
        b.profile.npu_arch != REGBASE
        or len(shape) > 8
        or axis == len(shape) - 1
        or not 2 <= shape[axis] <= 2048
    ):
        return False
    outer, inner = 1, 1
    for size in shape[:axis]:
        outer *= size
    for size in shape[axis + 1 :]:
        inner *= size
    return inner >= -(-32 * 8 // dtype_info(dtype).bits) or outer < 1024


@operator(
    "aclnnSort(const aclTensor *self, bool stable, int64_t dim, bool descending, aclTensor *valuesOut,"
    " aclTensor *indicesOut)",
    checks=(
        not_null("self", "valuesOut", "indicesOut"),
        dtype_in(_SORT, "self"),
        dtype_in(_SORT_OUT, "valuesOut"),
        dtype_in(_S64, "indicesOut"),
        dim_of("dim", "self"),
        same_shape("self", "valuesOut"),
        same_shape("self", "indicesOut"),
    ),
    source="ops-math/math/sort/op_api/aclnn_sort.cpp",
    deviations=(_ORDER, "The sort is always stable."),
)
def sort(
    b: Builder,
    self: Tensor,
    stable: bool,  # noqa: ARG001 - a stable order is an order
    dim: int,
    descending: bool,
    values_out: Tensor,
    indices_out: Tensor,
) -> None:
    """valuesOut = self in order along dim; indicesOut = where each element stood."""
    if self.is_empty:
        return
    axis, x = wrapped(dim, self), b.contiguous(self)
    if not self.rank:
        b.view_copy(b.cast(x, values_out.dtype), values_out)
        b.view_copy(b.cast(b.kernel(data.zeros_like, x), S64), indices_out)
        return
    if self.view_shape[axis] == 1:
        b.view_copy(x, values_out)
        b.view_copy(b.fill(indices_out.view_shape, 0, S64), indices_out)
        return
    regbase = b.profile.npu_arch == REGBASE
    if self.dtype == BF16 and not regbase:
        x = b.cast(x, F32)
    if self.dtype == BOOL:
        x = b.cast(x, U8)
    turned = axis != self.rank - 1 and not _sorts_any_axis(b, self.view_shape, axis, x.dtype)
    if turned:
        x = _swapped(b, x, axis)
    if x.dtype == F32 and b.profile.npu_arch == _ASCEND910:
        x = b.cast(x, F16)
    index = S64 if regbase else S32
    values, indices = b.kernel_outputs(
        kernels.sort, x, outputs=((x.shape, x.dtype), (x.shape, index)),
        axis=len(x.shape) - 1 if turned else axis, descending=bool(descending),
    )  # fmt: skip
    if turned:
        values, indices = _swapped(b, values, axis), _swapped(b, indices, axis)
    b.view_copy(b.cast(values, values_out.dtype), values_out)
    b.view_copy(b.cast(indices, S64), indices_out)


_ARGSORT_LIST = (F32, F16, S8, S16, S32, S64, U8)
_ARGSORT = dtypes(
    *_ARGSORT_LIST, DAV_2201=(*_ARGSORT_LIST, BF16), DAV_3510=(*_ARGSORT_LIST, BF16, U16, U32, U64)
)


@custom("more_than_one_half", ("self", "dim"), "self: not BF16 with size 1 in dim, but on 950")
def _more_than_one_half(call: Call) -> None:
    x = call.args["self"]
    axis = wrapped(call.args["dim"], x)
    if call.profile.npu_arch != REGBASE and x.dtype == BF16 and x.rank and x.view_shape[axis] == 1:
        raise ParamInvalid(
            "ACLNN-PARAM-168", op=call.operator.name, param="self", dim=axis, soc=call.profile.name,
            shape=list(x.view_shape),
        )  # fmt: skip


@operator(
    "aclnnArgsort(const aclTensor *self, int64_t dim, bool descending, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dim_of("dim", "self"),
        _more_than_one_half,
        dtype_in(_ARGSORT, "self"),
        dtype_in(_S64, "out"),
        public_format("self", "out"),
        max_rank(8, "self", "out"),
        same_shape("self", "out"),
    ),
    source="ops-math/math/sort/op_api/aclnn_argsort.cpp",
    deviations=(_ORDER,),
)
def argsort(b: Builder, self: Tensor, dim: int, descending: bool, out: Tensor) -> None:
    """out = where the elements of self stand, in order along dim."""
    if self.is_empty:
        return
    axis, x = wrapped(dim, self), b.contiguous(self)
    turned = self.rank > 0 and axis != self.rank - 1
    if turned:
        x = _swapped(b, x, axis)
    shape = x.shape or (1,)
    _, indices = b.kernel_outputs(
        kernels.topk, x, outputs=((x.shape, x.dtype), (x.shape, S32)), name="Sort", k=shape[-1],
        axis=len(shape) - 1, largest=bool(descending),
    )  # fmt: skip
    if turned:
        indices = _swapped(b, indices, axis)
    b.view_copy(b.cast(indices, S64), out)


_TOPK_LIST = (F32, S32, S64, F16, S16, S8, U8, F64)
_TOPK = with_bf16(*_TOPK_LIST) | dtypes(*_TOPK_LIST, DAV_3510=(*_TOPK_LIST, BF16, U64, U16, U32))


@custom("k_in_range", ("k", "self", "dim"), "k: 0 to the size of self in dim")
def _k_in_range(call: Call) -> None:
    x, k = call.args["self"], call.args["k"]
    size = x.view_shape[wrapped(call.args["dim"], x)] if x.rank else 1
    if not 0 <= k <= size:
        raise ParamInvalid("ACLNN-PARAM-200", op=call.operator.name, param="k", got=k, low=0, high=size)


@custom("indices_dtype", ("indicesOut",), "indicesOut: INT64")
def _indices_dtype(call: Call) -> None:
    dtype_in(_S64, "indicesOut").run(call)


@operator(
    "aclnnTopk(const aclTensor *self, int64_t k, int64_t dim, bool largest, bool sorted, aclTensor *valuesOut,"
    " aclTensor *indicesOut)",
    checks=(
        not_null("self", "valuesOut", "indicesOut"),
        dim_of("dim", "self"),
        _k_in_range,
        dtype_in(_TOPK, "self"),
        same_dtype("self", "valuesOut"),
        _indices_dtype,
        max_rank(8, "self"),
    ),
    source="ops-nn/index/gather_elements/op_api/aclnn_topk.cpp",
    deviations=(
        _ORDER,
        "Of equal elements the first is taken, and the result is in order also without sorted.",
        "One TopKV2 step: the library takes two for a k below 8, and Sort for long rows, depending on the chip.",
    ),
)
def topk(
    b: Builder,
    self: Tensor,
    k: int,
    dim: int,
    largest: bool,
    sorted: bool,  # noqa: A002 - the interface's word
    values_out: Tensor,
    indices_out: Tensor,
) -> None:
    """valuesOut = the k largest (or smallest) elements of self along dim; indicesOut = where they stand."""
    if self.is_empty or values_out.is_empty or indices_out.is_empty:
        return
    axis, x, arch = wrapped(dim, self), b.contiguous(self), b.profile.npu_arch
    if arch == _ASCEND910 and self.dtype == F32 and (self.numel <= 32768 or k >= 8):
        x = b.cast(x, F16)
    turned = (
        self.rank > 0 and axis != self.rank - 1 and not _sorts_any_axis(b, self.view_shape, axis, x.dtype)
    )
    if turned:
        x = _swapped(b, x, axis)
    place = len(x.shape) - 1 if turned else axis
    shape = x.shape and (*x.shape[:place], k, *x.shape[place + 1 :])
    direct = arch == REGBASE and (k <= 2000 or not sorted)
    values, indices = b.kernel_outputs(
        kernels.topk, x, outputs=((shape, x.dtype), (shape, S64 if direct else S32)), k=k, axis=place,
        largest=bool(largest),
    )  # fmt: skip
    if turned:
        values, indices = _swapped(b, values, axis), _swapped(b, indices, axis)
    require_shape(b.call, values.shape, "valuesOut")
    require_shape(b.call, indices.shape, "indicesOut")
    b.view_copy(b.cast(values, self.dtype), values_out)
    b.view_copy(b.cast(indices, S64), indices_out)
