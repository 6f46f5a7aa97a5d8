"""What stands at a place of the ascending order: medians and k-th smallest elements, of a whole tensor or along an axis."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.cvalue import convert
from aclnn_emu.core.layout import numel
from aclnn_emu.errors import ParamInvalid, ParamNullptr
from aclnn_emu.kernels import elementwise, extremum, logic, reduction, statistics, ternary
from aclnn_emu.ops._reduction import (
    axis_in_range,
    fill_out,
    inner_answers,
    normal,
    permuted,
    reduce,
    reduced_shape,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import custom, dtype_in, max_rank, not_null, rank_is, require_shape, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_DTYPES = with_bf16(F32, F16, U8, S8, S16, S32, S64)
_INDICES = dtypes(S64)
_FLOATS = (F32, F16, BF16)
_ASCEND310P = 2002
_SMALL_SORT = 16

_NAN_IS_LARGEST = (
    "On Ascend950 NaN counts as the largest number and does not decide the result by itself; the kernel's own order is"
    " not documented."
)
_NAN_AS_INTEGER = (
    "Of no integers the result is 0: NaN as an integer, which C leaves open, is 0 everywhere in the emulator."
)


@custom("more_than_one", ("self",), "self: of BF16, more than one element in the last axis")
def _last_axis(call: Call) -> None:
    self = call.args["self"]
    if self.rank:
        _require_more_than_one(call, self, self.rank - 1)


@custom("more_than_one", ("self", "dim"), "self: of BF16, more than one element along dim")
def _named_axis(call: Call) -> None:
    self = call.args["self"]
    if self.rank:
        _require_more_than_one(call, self, normal(call.args["dim"], self.rank))


def _require_more_than_one(call: Call, self: Tensor, axis: int) -> None:
    if self.dtype == BF16 and self.view_shape[axis] == 1:
        raise ParamInvalid(
            "ACLNN-PARAM-106", op=call.operator.name, param="self", axis=axis, shape=list(self.view_shape)
        )


@custom(
    "rank_of_rest",
    ("valuesOut", "indicesOut", "self"),
    "valuesOut, indicesOut: rank of self, less 1 unless kept",
)
def _rank_of_rest(call: Call) -> None:
    rank = call.args["self"].rank
    expected = rank if call.args["keepDim"] or not rank else rank - 1
    rank_is(expected, "valuesOut", "indicesOut").run(call)


# Steps. A Reshape is none: the step before it makes its result in the new shape.


def _swap(axis: int, rank: int) -> list[int]:
    """The order in which the axis and the last one change places."""
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return order


def _sorted(b: Builder, x: Buffer, axis: int) -> tuple[Buffer, Buffer]:
    """Sort takes the last axis: another one changes places with it before and after."""
    order = _swap(axis, len(x.shape))
    if axis == len(x.shape) - 1:
        return _sort(b, x, x.shape, axis)
    turned = permuted(b, x, order)
    values, places = _sort(b, turned, turned.shape, len(order) - 1)
    return permuted(b, values, order), permuted(b, places, order)


def _sort(b: Builder, x: Buffer, shape: tuple[int, ...], axis: int | None) -> tuple[Buffer, Buffer]:
    values, places = b.kernel_outputs(statistics.sort, x, outputs=((shape, x.dtype), (shape, S32)), axis=axis)
    return values, places


def _taken(b: Builder, x: Buffer, place: int, axis: int | None, shape: tuple[int, ...]) -> Buffer:
    """L0 GatherV2 of one place."""
    return b.kernel(statistics.take, x, shape=shape, place=place, axis=axis, target=shape)


def _taken_along(
    b: Builder, x: Buffer, places: Buffer, axis: int | None, shape: tuple[int, ...], name: str
) -> Buffer:
    return b.kernel(statistics.take_along, x, places, name=name, shape=shape, axis=axis, target=shape)


def _is_nan(b: Builder, x: Buffer) -> Buffer:
    return b.kernel(logic.not_equal, x, x, dtype=BOOL)


def _median_place(b: Builder, x: Buffer, axes: tuple[int, ...]) -> Buffer:
    """Place of the median among the numbers: (how many are not NaN - 1) / 2, which is 0 where none is."""
    numbers = b.cast(b.kernel(logic.equal, x, x, dtype=BOOL), S32)
    total = reduce(b, reduction.reduce_sum, numbers, axes, keep=True) if axes else numbers
    return b.kernel(statistics.half, b.kernel(elementwise.adds, total, name="Sub", value=-1))


# Of the whole tensor.

_ONE = (1,)
_OF_NO_INTEGERS: dict[int, int] = {S64: -(2**63), S32: -(2**31)}


@operator(
    "aclnnMedian(const aclTensor *self, aclTensor *valuesOut)",
    checks=(
        not_null("self", "valuesOut"),
        dtype_in(_DTYPES, "self", "valuesOut"),
        same_dtype("self", "valuesOut"),
        max_rank(8, "self", "valuesOut"),
        _last_axis,
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_median.cpp",
)
def median(b: Builder, self: Tensor, values_out: Tensor) -> None:
    """valuesOut = the element at place (N - 1) / 2 of the ascending order; NaN where self has one.

    Of no elements NaN, the smallest INT32 or INT64, or 0.
    """
    if values_out.is_empty:
        return
    count = self.numel
    if not count:
        nothing = math.nan if self.dtype in _FLOATS else _OF_NO_INTEGERS.get(self.dtype, 0)
        b.view_copy(b.fill(values_out.view_shape, nothing, self.dtype), values_out)
        return
    values = b.contiguous(self)
    if count > 1:
        values, _ = _sort(b, values, (count,), None)
    result = _taken(b, values, (count - 1) // 2, None, _ONE)
    if self.dtype in _FLOATS:
        is_nan = _is_nan(b, _taken(b, values, count - 1, None, _ONE))
        result = b.kernel(ternary.masked_fill_with, result, is_nan, name="SelectV2", value=math.nan)
    require_shape(b.call, _ONE, "valuesOut")
    with inner_answers(ParamNullptr):
        b.view_copy(result, values_out)


@operator(
    "aclnnNanMedian(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_DTYPES, "self", "out"),
        same_dtype("self", "out"),
        max_rank(8, "self", "out"),
        _last_axis,
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_median.cpp",
    deviations=(_NAN_AS_INTEGER,),
)
def nan_median(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the element at place (N - 1) / 2 of the ascending order of the N numbers that are not NaN."""
    if self.is_empty:
        fill_out(b, convert(math.nan, F32, out.dtype), out)
        return
    x = b.contiguous(self)
    values, _ = _sort(b, x, (self.numel,), None)
    places = _median_place(b, x, tuple(range(self.rank)))
    result = _taken_along(b, values, places, None, _ONE, "GatherV2")
    require_shape(b.call, _ONE, "out")
    with inner_answers(ParamNullptr):
        b.view_copy(result, out)


# Along an axis.


def _copy_out(b: Builder, values: Buffer, places: Buffer, values_out: Tensor, indices_out: Tensor) -> None:
    """The cast of the places and the copies, whose refusals the operators answer with 161001."""
    places = b.cast(places, indices_out.dtype)
    require_shape(b.call, values.shape, "valuesOut")
    require_shape(b.call, values.shape, "indicesOut")
    with inner_answers(ParamNullptr):
        b.view_copy(values, values_out)
        b.view_copy(places, indices_out)


@operator(
    "aclnnMedianDim(const aclTensor *self, int64_t dim, bool keepDim, aclTensor *valuesOut, aclTensor *indicesOut)",
    checks=(
        not_null("self", "valuesOut", "indicesOut"),
        dtype_in(_DTYPES, "self", "valuesOut"),
        same_dtype("self", "valuesOut"),
        dtype_in(_INDICES, "indicesOut"),
        axis_in_range("dim", "self"),
        max_rank(8, "self", "valuesOut", "indicesOut"),
        _rank_of_rest,
        _named_axis,
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_median.cpp",
    deviations=(_NAN_IS_LARGEST,),
)
def median_dim(
    b: Builder, self: Tensor, dim: int, keep_dim: bool, values_out: Tensor, indices_out: Tensor
) -> None:
    """valuesOut = the element at place (n - 1) / 2 of the ascending order along dim, indicesOut = where it stands.

    Where there is NaN it is the first NaN.
    """
    if self.is_empty or values_out.is_empty or indices_out.is_empty:
        return
    x = b.contiguous(self)
    axis = normal(dim, self.rank)
    shape = reduced_shape(self.view_shape, (axis,), keep=keep_dim)
    size = self.view_shape[axis] if self.rank else 1
    if b.profile.npu_arch == REGBASE:
        values, places = _kth_on_950(b, x, (size - 1) // 2 + 1, axis, shape)
    elif _has_median_kernel(b, self, size):
        values, places = _small_median(b, x, axis, shape)
    else:
        values, places = _sorted_median(b, x, axis, shape)
    _copy_out(b, values, places, values_out, indices_out)


def _has_median_kernel(b: Builder, self: Tensor, size: int) -> bool:
    """Ascend310P has a kernel for few FLOATs."""
    return b.profile.npu_arch == _ASCEND310P and self.rank > 1 and self.dtype == F32 and size <= _SMALL_SORT


def _small_median(b: Builder, x: Buffer, axis: int, shape: tuple[int, ...]) -> tuple[Buffer, Buffer]:
    """MedianDim takes the first axis: another one changes places with it before and after."""
    if axis == 0:
        return _median_kernel(b, x, shape)
    order = list(range(len(x.shape)))
    order[0], order[axis] = order[axis], order[0]
    turned = permuted(b, x, order)
    values, places = _median_kernel(b, turned, reduced_shape(turned.shape, (0,), keep=True))
    return permuted(b, values, order, shape=shape), permuted(b, places, order, shape=shape)


def _median_kernel(b: Builder, x: Buffer, shape: tuple[int, ...]) -> tuple[Buffer, Buffer]:
    values, places = b.kernel_outputs(
        statistics.median_dim, x, outputs=((shape, x.dtype), (shape, S32)), axis=0, target=shape
    )
    return values, places


def _sorted_median(b: Builder, x: Buffer, axis: int, shape: tuple[int, ...]) -> tuple[Buffer, Buffer]:
    """Sort, take the middle, and where the last of the order is NaN, NaN and its first place."""
    if not x.shape:
        ordered, stood = _sort(b, x, _ONE, None)
        size = 1
    else:
        ordered, stood = _sorted(b, x, axis)
        size = x.shape[axis]
    values = _taken(b, ordered, (size - 1) // 2, axis, shape)
    places = _taken(b, stood, (size - 1) // 2, axis, shape)
    if x.dtype not in _FLOATS:
        return values, places
    numbers = b.kernel(logic.equal, ordered, ordered, dtype=BOOL)
    missing = b.kernel(ternary.masked_fill_with, stood, numbers, value=size - 1)
    keep = len(shape) == len(ordered.shape)
    first = b.kernel(extremum.reduce_min, missing, shape=shape, axes=(axis,), keep_dims=keep)
    is_nan = _is_nan(b, _taken(b, ordered, size - 1, axis, shape))
    nan = b.fill(shape, math.nan, x.dtype)
    return (
        b.kernel(ternary.select, is_nan, nan, values, dtype=x.dtype),
        b.kernel(ternary.select, is_nan, first, places, dtype=S32),
    )


# KthValue of Ascend950 takes other axes than the last where they are short and enough of them stand side by side.
_DIRECT_MIN, _DIRECT_MAX, _MANY_ROWS, _BLOCK_BYTES = 2, 2048, 1024, 32


def _takes_axis(x: Buffer, axis: int) -> bool:
    if axis == len(x.shape) - 1:
        return True
    if not _DIRECT_MIN <= x.shape[axis] <= _DIRECT_MAX:
        return False
    outer, inner = numel(x.shape[:axis]), numel(x.shape[axis + 1 :])
    return inner >= -(-_BLOCK_BYTES // x.np_dtype.itemsize) or outer < _MANY_ROWS


def _kth_on_950(b: Builder, x: Buffer, k: int, axis: int, shape: tuple[int, ...]) -> tuple[Buffer, Buffer]:
    if not x.shape or _takes_axis(x, axis):
        return _kth(b, x, k, axis, shape)
    order = _swap(axis, len(x.shape))
    turned = permuted(b, x, order)
    last = len(order) - 1
    values, places = _kth(b, turned, k, last, reduced_shape(turned.shape, (last,), keep=True))
    return permuted(b, values, order, shape=shape), permuted(b, places, order, shape=shape)


def _kth(b: Builder, x: Buffer, k: int, axis: int, shape: tuple[int, ...]) -> tuple[Buffer, Buffer]:
    values, places = b.kernel_outputs(
        statistics.kth_value, x, outputs=((shape, x.dtype), (shape, S64)), k=k, axis=axis, target=shape
    )
    return values, places


@operator(
    "aclnnNanMedianDim(const aclTensor *self, int64_t dim, bool keepDim, aclTensor *valuesOut, aclTensor *indicesOut)",
    checks=(
        not_null("self", "valuesOut", "indicesOut"),
        dtype_in(_DTYPES, "self", "valuesOut"),
        same_dtype("self", "valuesOut"),
        dtype_in(_INDICES, "indicesOut"),
        axis_in_range("dim", "self"),
        max_rank(8, "self", "valuesOut", "indicesOut"),
        _rank_of_rest,
        _named_axis,
        axis_in_range("dim", "self", with_elements=True),
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_median.cpp",
)
def nan_median_dim(
    b: Builder, self: Tensor, dim: int, keep_dim: bool, values_out: Tensor, indices_out: Tensor
) -> None:
    """valuesOut = the median along dim of what is not NaN, indicesOut = where it stands; NaN where all is NaN."""
    if self.is_empty:
        return
    if self.rank == 0:
        b.view_copy(self, values_out)
        b.view_copy(b.fill(indices_out.view_shape, 0, indices_out.dtype, name="ZerosLike"), indices_out)
        return
    x = b.contiguous(self)
    axis = normal(dim, self.rank)
    shape = reduced_shape(self.view_shape, (axis,), keep=keep_dim)
    middle = _median_place(b, x, (axis,))
    ordered, stood = _sorted(b, x, axis)
    values = _taken_along(b, ordered, middle, axis, shape, "GatherElements")
    places = _taken_along(b, stood, middle, axis, shape, "GatherElements")
    _copy_out(b, values, places, values_out, indices_out)


# The k-th smallest.

_KTH = (F32, S32, S64, F16, S16, S8, U8)
_KTH_DTYPES = dtypes(*_KTH, DAV_2201=(*_KTH, BF16), DAV_3510=(*_KTH, BF16, U16, U32, U64))


@custom("k_in_range", ("k", "self", "dim"), "k: 1 to the size of self along dim")
def _k_in_range(call: Call) -> None:
    self, k = call.args["self"], call.args["k"]
    axis = normal(call.args["dim"], self.rank)
    size = self.view_shape[axis] if self.rank else 1
    if not 0 < k <= size:
        raise ParamInvalid(
            "ACLNN-PARAM-105", op=call.operator.name, param="k", got=k, axis=axis, tensor="self", size=size
        )


@operator(
    "aclnnKthvalue(const aclTensor *self, int64_t k, int64_t dim, bool keepdim, aclTensor *valuesOut,"
    " aclTensor *indicesOut)",
    checks=(
        not_null("self", "valuesOut", "indicesOut"),
        axis_in_range("dim", "self"),
        _k_in_range,
        dtype_in(_KTH_DTYPES, "self"),
        same_dtype("self", "valuesOut"),
        dtype_in(_INDICES, "indicesOut"),
        max_rank(8, "self"),
    ),
    source="ops-nn/index/gather_v2/op_api/aclnn_kthvalue.cpp",
    deviations=("NaN counts as the largest number; the kernel of Ascend950 is not documented to order it.",),
)
def kth_value(
    b: Builder, self: Tensor, k: int, dim: int, keepdim: bool, values_out: Tensor, indices_out: Tensor
) -> None:
    """valuesOut = the k-th smallest element of self along dim (from 1), indicesOut = where it stands."""
    if self.is_empty:
        return
    x = b.contiguous(self)
    axis = normal(dim, self.rank)
    shape = reduced_shape(self.view_shape, (axis,), keep=keepdim)
    if b.profile.npu_arch == REGBASE:
        values, places = _kth_on_950(b, x, k, axis, shape)
    else:
        ordered, stood = _sorted(b, x, axis) if self.rank else _sort(b, x, _ONE, None)
        values, places = (_taken(b, found, k - 1, axis, shape) for found in (ordered, stood))
    require_shape(b.call, shape, "valuesOut")
    require_shape(b.call, shape, "indicesOut")
    b.view_copy(values, values_out)
    b.view_copy(b.cast(places, S64), indices_out)
