"""Products over axes, sums that skip NaN, logarithms of sums, the trace."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name, is_integral
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import extremum, logic, reduction, ternary, truth, unary
from aclnn_emu.kernels.arithmetic import sub
from aclnn_emu.ops._pairs import apply
from aclnn_emu.ops._reduction import (
    all_or,
    axis_in_range,
    fill_out,
    fillable,
    normal,
    reduce,
    reduced_shape,
    shape_is_reduced,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    axes_in_range,
    chip_has_operator,
    custom,
    dtype_in,
    dtype_is_value,
    dtype_value_in,
    max_rank,
    not_null,
    public_format,
    rank_is,
    require_cast,
    require_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_HALVES = (F16, BF16)

# Products.

_PROD_DTYPES = with_bf16(F32, F16, F64, S8, U8, S16, S32, S64, BOOL, C64, C128)
_FILLABLE = fillable("out")
_PROD_SOURCE = "ops-math/math/reduce_prod/op_api/aclnn_prod.cpp"


def _factors(b: Builder, self: Tensor, dtype: int) -> Buffer:
    """What is multiplied: FLOAT16 as FLOAT; BOOL as FLOAT before Ascend950; the rest in the dtype of out.

    Ascend950 multiplies halves for a FLOAT out as they are, and rounds before the cast.
    """
    x = b.contiguous(self)
    if b.profile.npu_arch == REGBASE:
        if dtype == F32 and self.dtype in _HALVES:
            return x
    elif dtype == BOOL:
        return b.cast(x, F32)
    return b.cast(x, F32 if self.dtype == dtype == F16 else dtype)


def _plan_prod(
    b: Builder, self: Tensor, axes: tuple[int, ...], dtype: int, out: Tensor, *, keep: bool
) -> None:
    if self.is_empty:
        _FILLABLE.run(b.call)
        fill_out(b, 1, out)
        return
    result = _factors(b, self, dtype)
    if self.rank:  # ReduceProd hands a scalar back as it is
        result = reduce(b, reduction.reduce_prod, result, axes, keep=keep)
    require_shape(b.call, result.shape, "out")
    b.view_copy(b.cast(result, out.dtype), out)


@operator(
    "aclnnProd(const aclTensor *self, const aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_PROD_DTYPES, "self"),
        dtype_is_value("out", "dtype"),
        max_rank(8, "self", "out"),
    ),
    source=_PROD_SOURCE,
)
def prod(b: Builder, self: Tensor, dtype: int, out: Tensor) -> None:
    """out = product of all elements of self, cast to dtype. Of no elements it is 1; it fills out, whatever its shape."""
    _plan_prod(b, self, tuple(range(self.rank)), dtype, out, keep=False)


@operator(
    "aclnnProdDim(const aclTensor *self, int64_t dim, bool keepDim, const aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_PROD_DTYPES, "self"),
        dtype_is_value("out", "dtype"),
        max_rank(8, "self", "out"),
        axis_in_range("dim", "self"),
    ),
    source=_PROD_SOURCE,
)
def prod_dim(b: Builder, self: Tensor, dim: int, keep_dim: bool, dtype: int, out: Tensor) -> None:
    """out = product of self, cast to dtype, along dim. Of no elements it is 1; it fills out, whatever its shape."""
    _plan_prod(b, self, (normal(dim, self.rank),), dtype, out, keep=keep_dim)


# Sums without NaN.

_NANSUM = (F16, F32, S8, S16, S32, S64, U8, BOOL, BF16)
_NANSUM_DTYPES = dtypes(*_NANSUM, DAV_3510=(F32, F16, BF16))


@custom("casts", ("self", "out"), "self: castable to the dtype of out")
def _self_casts(call: Call) -> None:
    require_cast(call, call.args["self"].dtype, "out", call.args["out"].dtype)


@operator(
    "aclnnReduceNansum(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        chip_has_operator("self", 2201, REGBASE),
        dtype_in(_NANSUM_DTYPES, "self"),
        dtype_value_in(_NANSUM_DTYPES, "dtype"),
        dtype_in(_NANSUM_DTYPES, "out"),
        dtype_is_value("out", "dtype"),
        _self_casts,
        axes_in_range("dim", "self"),
        max_rank(8, "self", "out"),
    ),
    source="ops-math/math/reduce_nansum/op_api/aclnn_reduce_nansum.cpp",
)
def reduce_nansum(b: Builder, self: Tensor, dim: IntArray, keep_dim: bool, dtype: int, out: Tensor) -> None:
    """out = sum of what is not NaN of self, cast to dtype, over dim; BOOL asks whether any is true.

    No dim is all of them. Of no elements it is 0; it fills out. A scalar is handed on as it is, also NaN.
    """
    if self.is_empty:
        fill_out(b, 0, out)
        return
    axes = all_or(dim, self.rank)
    result = b.contiguous_cast(self, dtype)
    if dtype == BOOL:
        result = reduce(b, truth.reduce_any, result, axes, keep=keep_dim)
    elif self.rank:
        kernel = (
            reduction.reduce_sum if is_integral(self.dtype, include_bool=True) else reduction.reduce_nansum
        )
        result = reduce(b, kernel, result, axes, keep=keep_dim)
    require_shape(b.call, result.shape, "out")
    b.view_copy(result, out)


# Logarithms of sums.

_LOG_SUM_DTYPES = dtypes(F16, F32, DAV_3510=(F16, F32, BF16))


@operator(
    "aclnnReduceLogSum(const aclTensor *data, const aclIntArray *axes, bool keepDims, bool noopWithEmptyAxes,"
    " aclTensor *reduce)",
    checks=(
        not_null("data", "axes", "reduce"),
        dtype_in(_LOG_SUM_DTYPES, "data", "reduce"),
        max_rank(8, "data"),
        axes_in_range("axes", "data"),
    ),
    source="ops-math/math/reduce_log_sum/op_api/aclnn_reduce_log_sum.cpp",
)
def reduce_log_sum(
    b: Builder, data: Tensor, axes: IntArray, keep_dims: bool, noop_with_empty_axes: bool, reduce: Tensor
) -> None:
    """reduce = log(sum of data over axes).

    No axes are all of them, or none at all (reduce = data) with noopWithEmptyAxes. Of no elements it is 0; it fills
    reduce, whatever its shape.
    """
    out = reduce
    if data.is_empty:
        fill_out(b, 0, out)
        return
    x = b.contiguous(data)
    if noop_with_empty_axes and not axes.values:
        b.view_copy(x, out)
        return
    gone = all_or(axes, data.rank)
    shape = reduced_shape(x.shape, gone, keep=keep_dims)
    result = b.kernel(reduction.reduce_log_sum, x, shape=shape, axes=gone, keep_dims=keep_dims)
    require_shape(b.call, shape, "reduce")
    b.view_copy(result, out)


_LOG_IN = with_bf16(F32, S32, S64, F16, S16, S8, U8, BOOL)
_LOG_OUT = with_bf16(F32, F16)


@operator(
    "aclnnLogSumExp(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        dtype_in(_LOG_IN, "self"),
        dtype_in(_LOG_OUT, "out"),
        _self_casts,
        axes_in_range("dim", "self", ranges_first=True),
        max_rank(8, "self", "out"),
        shape_is_reduced("self", "dim", "keepDim", "out"),
    ),
    source="ops-math/math/reduce_log_sum_exp/op_api/aclnn_logsumexp.cpp",
)
def log_sum_exp(b: Builder, self: Tensor, dim: IntArray, keep_dim: bool, out: Tensor) -> None:
    """out = log(sum of exp(self) over dim), computed in FLOAT from the largest element; no dim is all of them.

    Of no elements it is -infinity.
    """
    if self.is_empty:
        fill_out(b, -math.inf, out)
        return
    if b.profile.npu_arch == REGBASE:
        _PUBLIC.run(b.call)
    x = b.contiguous_cast(self, F32)
    axes = all_or(dim, self.rank)
    largest = reduce(b, extremum.reduce_max, x, axes, keep=True)
    infinite = apply(b, logic.equal, b.kernel(unary.magnitude, largest), math.inf, dtype=BOOL)
    base = b.kernel(ternary.masked_fill_with, largest, infinite, value=0)
    away = b.kernel(sub, x, base)
    total = reduce(b, reduction.reduce_log_sum_exp, away, axes, keep=keep_dim) if self.rank else away
    result = b.kernel(reduction.add_reshaped, total, base, shape=total.shape)
    b.view_copy(b.cast(result, out.dtype), out)


_PUBLIC = public_format("self")


# The trace.

_TRACE_DTYPES = with_bf16(F32, F16, F64, C64, C128, S32, S64, S16, S8, U8, BOOL)


@custom("sum_dtype", ("out", "self"), "out: INT64 for integers and BOOL, else the dtype of self")
def _sum_dtype(call: Call) -> None:
    got, dtype = call.args["out"].dtype, call.args["self"].dtype
    expected = S64 if is_integral(dtype, include_bool=True) else dtype
    if got != expected:
        raise ParamInvalid(
            "ACLNN-PARAM-041", op=call.operator.name, param="out", got=dtype_name(got), reference="self",
            dtype=dtype_name(dtype), allowed=dtype_name(expected),
        )  # fmt: skip


@operator(
    "aclnnTrace(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        rank_is(2, "self"),
        rank_is(0, "out"),
        dtype_in(_TRACE_DTYPES, "self"),
        _sum_dtype,
    ),
    source="ops-math/math/trace/op_api/aclnn_trace.cpp",
)
def trace(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = sum of the diagonal of self, for integers and BOOL as INT64. Of no elements it is 0."""
    if self.is_empty:
        b.view_copy(b.fill((), 0, out.dtype, name="TensorMove"), out)
        return
    x = b.contiguous_cast(self, F32 if self.dtype in _HALVES else self.dtype)
    dtype = S64 if is_integral(x.dtype, include_bool=True) else x.dtype
    result = b.kernel(reduction.trace, x, shape=(1,), dtype=dtype)
    b.view_copy(b.cast(result, out.dtype), out)
