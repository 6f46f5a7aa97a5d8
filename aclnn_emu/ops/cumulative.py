"""Running sums, products and extremes along an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import cumulative
from aclnn_emu.ops._reduction import axis_in_range, normal, permuted, real
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C64,
    C128,
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
    UNDEFINED,
)  # fmt: skip
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    dtype_is_value,
    max_rank,
    min_rank,
    not_null,
    same_dtype,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

# Sums.

_SUM_DTYPES = with_bf16(F32, F16, S32, F64, U8, S8, S16, S64, C64, C128)
_SEQUENTIAL = (
    "Sums are taken one element after the other; the library's kernels add in blocks, and 910B sums 12800 rows or more of"
    " at least 512 elements on its matrix unit (step CumsumCube)."
)


@operator(
    "aclnnCumsum(const aclTensor *self, int64_t dim, aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_SUM_DTYPES, "out"),
        dtype_is_value("out", "dtype"),
        same_shape("self", "out"),
        max_rank(8, "self"),
        axis_in_range("dim", "self"),
    ),
    source="ops-math/math/cumsum/op_api/aclnn_cumsum.cpp",
    deviations=(_SEQUENTIAL,),
)
def cumsum(b: Builder, self: Tensor, dim: int, dtype: int, out: Tensor) -> None:
    """out = sum of self, cast to dtype, along dim up to each place."""
    if not self.is_empty:
        _plan_sum(b, b.contiguous_cast(self, dtype), dim, out, exclusive=False, reverse=False)


@operator(
    "aclnnCumsumV2(const aclTensor *self, int64_t dim, bool exclusive, bool reverse, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_SUM_DTYPES, "self", "out"),
        same_dtype("self", "out"),
        same_shape("self", "out"),
        max_rank(8, "self"),
        axis_in_range("dim", "self"),
    ),
    source="ops-math/math/cumsum/op_api/aclnn_cumsum.cpp",
    deviations=(_SEQUENTIAL,),
)
def cumsum_v2(b: Builder, self: Tensor, dim: int, exclusive: bool, reverse: bool, out: Tensor) -> None:
    """out = sum of self along dim up to each place.

    From the other end with reverse; without the place itself with exclusive (the first is 0). A scalar is its own sum.
    """
    if not self.is_empty:
        _plan_sum(b, b.contiguous(self), dim, out, exclusive=exclusive, reverse=reverse)


def _plan_sum(b: Builder, x: Buffer, dim: int, out: Tensor, *, exclusive: bool, reverse: bool) -> None:
    axis = normal(dim, len(x.shape))
    b.view_copy(b.kernel(cumulative.cumsum, x, axis=axis, exclusive=exclusive, reverse=reverse), out)


# Products.

_PRODUCT_DTYPES = dtypes(F32, F16, BF16, F64, S8, S16, S32, S64, U8, U16, U32, U64)
_AXIS_DTYPES = (S32, S64)
_PRODUCT_CLOSED = (
    "The kernel is not public. FLOAT16 and BF16 are multiplied in FLOAT and rounded once for each element."
)
_PRODUCT_FAULTS = (
    "A null out answers 161001, and a dtype that is not that of out answers 161002; the library reads through the null"
    " pointer, and answers 0 without an executor."
)


def _axis_scalar(param: str, tensor: str) -> tuple[Check, Check]:
    @custom("axis_dtype", (param,), f"{param}: an INT32 or INT64 scalar")
    def dtype(call: Call) -> None:
        got = call.args[param].dtype
        if got not in _AXIS_DTYPES:
            raise ParamInvalid(
                "ACLNN-PARAM-104",
                op=call.operator.name,
                param=param,
                got=dtype_name(got),
                allowed="INT32, INT64",
            )

    @custom("axis_in_range", (param, tensor), f"{param}: an axis of {tensor}")
    def axis(call: Call) -> None:
        value, rank = call.args[param].as_(S32), call.args[tensor].rank
        if not -max(rank, 1) <= value < max(rank, 1):
            raise ParamInvalid(
                "ACLNN-PARAM-024", op=call.operator.name, param=param, got=value, rank=rank, low=-max(rank, 1),
                high=max(rank, 1) - 1,
            )  # fmt: skip

    return dtype, axis


@custom("dtype_of_out", ("dtype", "out"), "out: dtype that dtype names, unless it is ACL_DT_UNDEFINED")
def _dtype_of_out(call: Call) -> None:
    if call.args["dtype"] != UNDEFINED:
        dtype_is_value("out", "dtype").run(call)


def _plan_product(b: Builder, x: Tensor, dim: Scalar, out: Tensor) -> None:
    if x.is_empty or out.is_empty:
        return
    axis = normal(int(real(dim, S32)), x.rank)
    b.view_copy(b.kernel(cumulative.cumprod, b.contiguous_cast(x, out.dtype), axis=axis), out)


_IN_DTYPE, _IN_RANGE = _axis_scalar("dim", "input")


@operator(
    "aclnnCumprod(const aclTensor *input, const aclScalar *dim, const aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("input", "dim", "out"),
        dtype_in(_PRODUCT_DTYPES, "input", "out"),
        _IN_DTYPE,
        _IN_RANGE,
        same_shape("input", "out"),
        _dtype_of_out,
    ),
    source="ops-math/math/cumprod/op_api/aclnn_cumprod.cpp",
    deviations=(_PRODUCT_CLOSED, _PRODUCT_FAULTS),
)
def cumprod(b: Builder, input: Tensor, dim: Scalar, dtype: int, out: Tensor) -> None:  # noqa: A002, ARG001
    """out = product of input, cast to the dtype of out, along dim up to each place."""
    _plan_product(b, input, dim, out)


@operator(
    "aclnnInplaceCumprod(aclTensor *input, const aclScalar *dim)",
    checks=(not_null("input", "dim"), dtype_in(_PRODUCT_DTYPES, "input"), _IN_DTYPE, _IN_RANGE),
    source="ops-math/math/cumprod/op_api/aclnn_cumprod.cpp",
    deviations=(_PRODUCT_CLOSED,),
)
def inplace_cumprod(b: Builder, input: Tensor, dim: Scalar) -> None:  # noqa: A002 - the prototype's word
    """Replace input by its product along dim up to each place."""
    _plan_product(b, input, dim, input)


# Extremes.

_INDEX_DTYPES = dtypes(S32, S64)
_MAX_DTYPES = with_bf16(F32, F16, F64, S8, S16, S32, S64, U8, BOOL)
_MIN_DTYPES = dtypes(F32, F16, F64, S8, S16, S32, S64, U8, BOOL, BF16)
# What the Cummin kernel of the chips before Ascend950 takes, along the first axis only.
_MIN_KERNEL = (F32, F16, S8, U8, S32, BF16)


@operator(
    "aclnnCummax(const aclTensor *self, int64_t dim, aclTensor *valuesOut, aclTensor *indicesOut)",
    checks=(
        not_null("self", "valuesOut", "indicesOut"),
        min_rank(1, "self"),
        axis_in_range("dim", "self"),
        dtype_in(_MAX_DTYPES, "self", "valuesOut"),
        dtype_in(_INDEX_DTYPES, "indicesOut"),
        max_rank(8, "self"),
        same_shape("self", "valuesOut", "indicesOut"),
    ),
    source="ops-math/math/cummax/op_api/aclnn_cummax.cpp",
    deviations=(
        "The kernel is not public. Of equal elements the last is named, and NaN stays once it is met.",
    ),
)
def cummax(b: Builder, self: Tensor, dim: int, values_out: Tensor, indices_out: Tensor) -> None:
    """valuesOut = the largest element of self along dim up to each place, indicesOut = where it is."""
    if self.is_empty:
        return
    x = b.contiguous_cast(self, U8 if self.dtype == BOOL else self.dtype)
    values, places = b.kernel_outputs(
        cumulative.cummax, x, outputs=((x.shape, x.dtype), (x.shape, indices_out.dtype)), format=x.format,
        axis=normal(dim, self.rank),
    )  # fmt: skip
    b.view_copy(b.cast(values, values_out.dtype), values_out)
    b.view_copy(places, indices_out)


@operator(
    "aclnnCummin(const aclTensor *self, int64_t dim, aclTensor *valuesOut, aclTensor *indicesOut)",
    checks=(
        not_null("self", "valuesOut", "indicesOut"),
        axis_in_range("dim", "self"),
        dtype_in(_MIN_DTYPES, "self", "valuesOut"),
        dtype_in(_INDEX_DTYPES, "indicesOut"),
        max_rank(8, "self"),
        same_shape("self", "valuesOut", "indicesOut"),
    ),
    source="ops-math/math/cummin/op_api/aclnn_cummin.cpp",
    deviations=(
        "NaN stays once it is met. The kernel of Ascend950 forgets it at the next element; the others are not public.",
        "The kernels compute INT32 exactly; the document promises that for magnitudes below 2^24 only.",
    ),
)
def cummin(b: Builder, self: Tensor, dim: int, values_out: Tensor, indices_out: Tensor) -> None:
    """valuesOut = the smallest element of self along dim up to each place, indicesOut = where it is."""
    if self.is_empty:
        return
    x = b.contiguous_cast(self, U8 if self.dtype == BOOL else self.dtype)
    if b.profile.npu_arch == REGBASE:
        values, places = _min_on_950(b, x, dim, values_out, indices_out)
    else:
        values, places = _min_along_first(b, x, dim, values_out, indices_out)
    b.view_copy(values, values_out)
    b.view_copy(places, indices_out)


def _cummin(b: Builder, x: Buffer, axis: int, index_dtype: int) -> tuple[Buffer, Buffer]:
    values, places = b.kernel_outputs(
        cumulative.cummin, x, outputs=((x.shape, x.dtype), (x.shape, index_dtype)), format=x.format, axis=axis
    )
    return values, places


def _min_on_950(
    b: Builder, x: Buffer, dim: int, values_out: Tensor, indices_out: Tensor
) -> tuple[Buffer, Buffer]:
    """Eight-bit integers are compared as FLOAT16; the others keep their dtype, whatever that of valuesOut."""
    small = x.dtype in (S8, U8)
    source = b.cast(x, F16) if small else x
    values, places = _cummin(b, source, normal(dim, len(x.shape)), indices_out.dtype)
    return b.cast(values, values_out.dtype) if small else values, places


def _min_along_first(
    b: Builder, x: Buffer, dim: int, values_out: Tensor, indices_out: Tensor
) -> tuple[Buffer, Buffer]:
    rank = max(len(x.shape), 1)
    axis, kernel = normal(dim, rank), x.dtype in _MIN_KERNEL
    order = list(range(rank))
    order[0], order[axis] = order[axis], order[0]
    turned = kernel and dim != 0
    if turned:
        x, axis = _transpose(b, x, order), 0
    found = S32 if kernel else indices_out.dtype
    values, places = _cummin(b, x, axis, found)
    if turned:
        values, places = _transpose(b, values, order), _transpose(b, places, order)
    return b.cast(values, values_out.dtype), b.cast(places, indices_out.dtype)


def _transpose(b: Builder, x: Buffer, order: list[int]) -> Buffer:
    return permuted(b, x, order, format=x.format) if x.shape else x
