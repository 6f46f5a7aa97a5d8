"""Sums and means over axes, and the sum of a list of tensors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.cvalue import convert
from aclnn_emu.core.layout import broadcast
from aclnn_emu.errors import InnerNullptr
from aclnn_emu.kernels import data, elementwise, reduction
from aclnn_emu.ops._reduction import all_or, fillable, is_slice, reduce
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    axes_in_range,
    custom,
    dtype_in,
    dtype_is_value,
    dtype_value_in,
    has_members,
    max_rank,
    members_not_null,
    not_null,
    require_cast,
    require_shape,
    same_dtype,
    shape_is_broadcast,
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

_SUM = (F16, F32, S8, S16, S32, S64, U8, BOOL, F64, C64, C128)
_SUM_DTYPES = with_bf16(*_SUM)
_MEAN = (F32, S32, S64, F16, S16, S8, U8, F64, C64, C128)
_MEAN_DTYPES = with_bf16(*_MEAN)

_FILLABLE = fillable("out")

# From this many elements on FLOAT could not count exactly any more.
_FLOAT_COUNTS_BELOW = 1 << 24


def _input(b: Builder, self: Tensor, dtype: int, axes: tuple[int, ...]) -> Buffer:
    """What the reduction reads: self made contiguous and cast, or on Ascend950 a sliced FLOAT view as it is."""
    if b.profile.npu_arch == REGBASE and self.dtype == dtype == F32 and is_slice(self, axes):
        return b.strided(self)
    return b.contiguous_cast(self, dtype)


_WRAPPED_DIMS = (
    "Whether a sum of BOOL as INT64 is computed in FLOAT is decided with negative dims wrapped; the library indexes the"
    " shape with them as they are."
)


@operator(
    "aclnnReduceSum(const aclTensor *self, const aclIntArray *dims, bool keepDims, aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "dims", "out"),
        dtype_in(_SUM_DTYPES, "self", "out"),
        dtype_value_in(_SUM_DTYPES, "dtype"),
        dtype_is_value("out", "dtype"),
        max_rank(8, "self"),
        axes_in_range("dims", "self"),
    ),
    source="ops-math/math/reduce_sum/op_api/aclnn_reduce_sum.cpp",
    deviations=(_WRAPPED_DIMS,),
)
def reduce_sum(b: Builder, self: Tensor, dims: IntArray, keep_dims: bool, dtype: int, out: Tensor) -> None:
    """out = sum of self, cast to dtype, over dims; BOOL asks whether any is true. No dims are all dims.

    Of no elements the sum is 0; it fills out, whatever its shape.
    """
    if self.is_empty:
        _FILLABLE.run(b.call)
        b.view_copy(b.fill(out.view_shape, 0, out.dtype), out)
        return
    if self.rank == 0:
        b.view_copy(b.contiguous_cast(self, out.dtype), out)
        return
    axes = all_or(dims, self.rank)
    source = _input(b, self, _summed_as(self, dtype, axes), axes)
    name = "ReduceAny" if dtype == BOOL else None
    result = reduce(b, reduction.reduce_sum, source, axes, keep=keep_dims, name=name)
    require_shape(b.call, result.shape, "out")
    b.view_copy(b.cast(result, out.dtype), out)


def _summed_as(self: Tensor, dtype: int, axes: tuple[int, ...]) -> int:
    """The dtype of the addition: a count of trues runs in FLOAT while FLOAT is exact."""
    counts = self.dtype == BOOL and dtype == S64
    few = math.prod(self.view_shape[axis] for axis in axes) < _FLOAT_COUNTS_BELOW
    return F32 if counts and few else dtype


@custom("casts_through", ("self", "dtype", "out"), "self: castable to dtype; dtype: castable to that of out")
def _casts_through(call: Call) -> None:
    dtype = call.args["dtype"]
    require_cast(call, call.args["self"].dtype, "dtype", dtype)
    require_cast(call, dtype, "out", call.args["out"].dtype)


_MEAN_SOURCE = "ops-math/math/reduce_mean/op_api/aclnn_mean.cpp"
_MEAN_OF_NOTHING = (
    "The mean of no integers is 0: NaN as an integer, which C leaves open, is 0 everywhere in the emulator."
)


@operator(
    "aclnnMean(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        dtype_in(_MEAN_DTYPES, "self"),
        dtype_value_in(_MEAN_DTYPES, "dtype"),
        dtype_in(_MEAN_DTYPES, "out"),
        _casts_through,
        axes_in_range("dim", "self", ranges_first=True),
        max_rank(8, "self", "out"),
    ),
    source=_MEAN_SOURCE,
    deviations=(_MEAN_OF_NOTHING,),
)
def mean(b: Builder, self: Tensor, dim: IntArray, keep_dim: bool, dtype: int, out: Tensor) -> None:
    """out = sum of self, cast to dtype, over dim, divided by the number of summands; no dim is all of them.

    Of no elements the mean is NaN; it fills out, whatever its shape.
    """
    _plan_mean(b, self, dim, keep_dim, dtype, out)


@operator(
    "aclnnMeanV2(const aclTensor *self, const aclIntArray *dim, bool keepDim, bool noopWithEmptyAxes, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        dtype_in(_MEAN_DTYPES, "self", "out"),
        same_dtype("self", "out"),
        axes_in_range("dim", "self", ranges_first=True),
        max_rank(8, "self", "out"),
    ),
    source=_MEAN_SOURCE,
    deviations=(_MEAN_OF_NOTHING,),
)
def mean_v2(
    b: Builder, self: Tensor, dim: IntArray, keep_dim: bool, noop_with_empty_axes: bool, out: Tensor
) -> None:
    """out = sum of self over dim, divided by the number of summands.

    No dim is all of them, or none at all (out = self) with noopWithEmptyAxes. Of no elements the mean is NaN; it fills
    out, whatever its shape.
    """
    if noop_with_empty_axes and not dim.values and not self.is_empty:
        require_shape(b.call, self.view_shape, "out")
        b.view_copy(self, out)
    else:
        _plan_mean(b, self, dim, keep_dim, self.dtype, out)


def _plan_mean(b: Builder, self: Tensor, dim: IntArray, keep: bool, dtype: int, out: Tensor) -> None:
    if self.is_empty:
        _FILLABLE.run(b.call)
        b.view_copy(b.fill(out.view_shape, convert(math.nan, F32, out.dtype), out.dtype), out)
        return
    if self.rank == 0:  # ReduceMean hands a scalar back as it is
        result = b.contiguous_cast(self, dtype)
    else:
        axes = all_or(dim, self.rank)
        result = reduce(b, reduction.reduce_mean, _input(b, self, dtype, axes), axes, keep=keep)
    require_shape(b.call, result.shape, "out")
    b.view_copy(b.cast(result, out.dtype), out)


# The most tensors that one AccumulateNV2 adds.
_ACCUMULATED = 16


@operator(
    "aclnnSum(const aclTensorList *tensors, aclTensor *out)",
    checks=(
        not_null("tensors"),
        members_not_null("tensors"),
        not_null("out"),
        dtype_in(dtypes(F16, F32, S8, S32, U8), "tensors", "out"),
        max_rank(8, "tensors", "out"),
        has_members("tensors"),
        shape_is_broadcast("out", "tensors"),
    ),
    source="ops-math/math/accumulate_nv2/op_api/aclnn_sum.cpp",
    deviations=(
        "An empty list is refused with 161002; the library reads the first member all the same.",
        "Members of different dtypes answer 561103 unless the first is FLOAT16, which has all of them cast to FLOAT.",
    ),
)
def add_n(b: Builder, tensors: TensorList, out: Tensor) -> None:
    """out = the elementwise sum of all tensors, broadcast to their common shape."""
    members = [tensor for tensor in tensors.items if tensor is not None]
    if members[0].is_empty:
        return
    shape = _common_shape(members)
    in_float = members[0].dtype == F16
    parts = []
    for tensor in members:
        part = b.kernel(data.copy, b.contiguous(tensor), name="BroadcastTo", shape=shape)
        parts.append(b.cast(part, F32) if in_float else part)
    if not in_float:
        _ONE_DTYPE.run(b.call)
    while len(parts) >= _ACCUMULATED:
        parts[-_ACCUMULATED:] = [b.kernel(elementwise.accumulate, *parts[-_ACCUMULATED:])]
    total = b.kernel(elementwise.accumulate, *parts) if len(parts) > 1 else parts[0]
    b.view_copy(b.cast(total, F16) if in_float else total, out)


# What AccumulateNV2 takes; the operator's own checks do not ask for it.
_ONE_DTYPE = same_dtype("tensors", error=InnerNullptr)


def _common_shape(members: list[Tensor]) -> tuple[int, ...]:
    """The shape that all are broadcast to; a scalar counts as [1]."""
    shape: tuple[int, ...] = (1,)
    for tensor in members:
        shape = broadcast(shape, tensor.view_shape) or shape
    return shape
