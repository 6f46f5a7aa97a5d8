"""Largest and smallest elements: of a whole tensor and along axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid, ParamNullptr
from aclnn_emu.kernels import extremum
from aclnn_emu.ops._reduction import (
    all_or,
    axis_in_range,
    normal,
    reduce,
    shape_is_reduced,
)
from aclnn_emu.ops._types import BOOL, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    axes_in_range,
    custom,
    dtype_in,
    max_rank,
    not_null,
    require_shape,
    same_dtype,
)
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_DTYPES = with_bf16(F32, F16, U8, S32, S64, S16, S8, F64, BOOL)


def _plan(
    b: Builder, kernel: Kernel, self: Tensor, axes: tuple[int, ...], out: Tensor, *, keep: bool
) -> None:
    """Contiguous, the reduction (of BOOL in FLOAT), the cast to out."""
    source = b.contiguous_cast(self, F32 if self.dtype == BOOL else self.dtype)
    result = reduce(b, kernel, source, axes, keep=keep)
    require_shape(b.call, result.shape, "out")
    b.view_copy(b.cast(result, out.dtype), out)


# Along axes, with one output.


def _plan_along(
    b: Builder, kernel: Kernel, self: Tensor, axes: tuple[int, ...], out: Tensor, *, keep: bool
) -> None:
    if self.is_empty:
        return
    if self.rank == 0:
        b.view_copy(self, out)
    else:
        _plan(b, kernel, self, axes, out, keep=keep)


@operator(
    "aclnnAmax(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        same_dtype("self", "out"),
        dtype_in(_DTYPES, "self"),
        axes_in_range("dim", "self", with_elements=True),
        max_rank(8, "self", "out"),
        shape_is_reduced("self", "dim", "keepDim", "out"),
    ),
    source="ops-math/math/reduce_max/op_api/aclnn_amax.cpp",
)
def amax(b: Builder, self: Tensor, dim: IntArray, keep_dim: bool, out: Tensor) -> None:
    """out = the largest element of self over dim; no dim is all of them. NaN wins."""
    _plan_along(b, extremum.reduce_max, self, all_or(dim, self.rank), out, keep=keep_dim)


@operator(
    "aclnnAmin(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        same_dtype("self", "out"),
        dtype_in(_DTYPES, "self"),
        axes_in_range("dim", "self", with_elements=True),
        max_rank(8, "self", "out"),
        shape_is_reduced("self", "dim", "keepDim", "out"),
    ),
    source="ops-math/math/reduce_min/op_api/aclnn_amin.cpp",
)
def amin(b: Builder, self: Tensor, dim: IntArray, keep_dim: bool, out: Tensor) -> None:
    """out = the smallest element of self over dim; no dim is all of them. NaN wins."""
    _plan_along(b, extremum.reduce_min, self, all_or(dim, self.rank), out, keep=keep_dim)


@operator(
    "aclnnMaxV2(const aclTensor *self, const aclIntArray *dims, bool keepDims, bool noopWithEmptyDims, aclTensor *out)",
    checks=(
        not_null("self", "dims", "out"),
        same_dtype("self", "out"),
        dtype_in(_DTYPES, "self"),
        axes_in_range("dims", "self", with_elements=True),
        max_rank(8, "self", "out"),
        shape_is_reduced("self", "dims", "keepDims", "out", noop="noopWithEmptyDims"),
    ),
    source="ops-math/math/reduce_max/op_api/aclnn_max_v2.cpp",
)
def max_v2(
    b: Builder, self: Tensor, dims: IntArray, keep_dims: bool, noop_with_empty_dims: bool, out: Tensor
) -> None:
    """out = the largest element of self over dims.

    No dims are all of them, or none at all (out = self) with noopWithEmptyDims. NaN wins.
    """
    axes = () if noop_with_empty_dims and not dims.values else all_or(dims, self.rank)
    _plan_along(b, extremum.reduce_max, self, axes, out, keep=keep_dims)


# Of the whole tensor.


@operator(
    "aclnnMax(const aclTensor *self, aclTensor *out)",
    checks=(not_null("self", "out"), dtype_in(_DTYPES, "self", "out"), max_rank(8, "self", "out")),
    source="ops-math/math/reduce_max/op_api/aclnn_max.cpp",
)
def largest(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the largest element of self, cast to the dtype of out. NaN wins."""
    if not self.is_empty and not out.is_empty:
        _plan(b, extremum.reduce_max, self, tuple(range(self.rank)), out, keep=False)


@operator(
    "aclnnMin(const aclTensor *self, aclTensor *out)",
    checks=(not_null("self", "out"), dtype_in(_DTYPES, "self", "out"), max_rank(8, "self", "out")),
    source="ops-math/math/reduce_min/op_api/aclnn_min.cpp",
)
def smallest(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the smallest element of self, cast to the dtype of out. NaN wins."""
    if not self.is_empty and not out.is_empty:
        _plan(b, extremum.reduce_min, self, tuple(range(self.rank)), out, keep=False)


# Both at once.


def _plan_both(
    b: Builder, self: Tensor, axes: tuple[int, ...], min_out: Tensor, max_out: Tensor, *, keep: bool
) -> None:
    if self.is_empty:
        return
    if self.rank == 0:
        b.view_copy(self, min_out)
        b.view_copy(self, max_out)
        return
    source = b.contiguous_cast(self, U8 if self.dtype == BOOL else self.dtype)
    least = reduce(b, extremum.reduce_min, source, axes, keep=keep)
    require_shape(b.call, least.shape, "minOut")
    most = reduce(b, extremum.reduce_max, source, axes, keep=keep)
    require_shape(b.call, most.shape, "maxOut")
    least, most = b.cast(least, min_out.dtype), b.cast(most, max_out.dtype)
    b.view_copy(least, min_out)
    b.view_copy(most, max_out)


@custom("one_axis", ("dim", "self"), "dim: one axis of self, with elements; or self is not empty")
def _one_axis_or_elements(call: Call) -> None:
    """Several axes, or none, are not looked at here."""
    self, values = call.args["self"], call.args["dim"].values
    if len(values) != 1:
        if self.is_empty:
            raise ParamInvalid(
                "ACLNN-PARAM-101", op=call.operator.name, param="self", got=list(self.view_shape),
                other="dim", value=list(values),
            )  # fmt: skip
        return
    (axis,), rank, facts = (
        values,
        max(self.rank, 1),
        {"op": call.operator.name, "param": "dim", "tensor": "self"},
    )
    shape = list(self.view_shape)
    if not -rank <= axis < rank:
        raise ParamInvalid(
            "ACLNN-PARAM-015", axis=axis, low=-rank, high=rank - 1, got=list(values), shape=shape, **facts
        )
    if shape and axis >= 0 and shape[axis] == 0:  # an axis counted from the last passes
        raise ParamInvalid("ACLNN-PARAM-100", axis=axis, shape=shape, **facts)


def _require_axes(call: Call, dim: IntArray) -> tuple[int, ...]:
    """Several axes are looked at by the reduction, whose refusal the operator hands on as a null pointer."""
    self, values = call.args["self"], dim.values
    for axis in values:
        if not -self.rank <= axis < self.rank:
            raise ParamNullptr(
                "ACLNN-PARAM-015", op=call.operator.name, param="dim", got=list(values), axis=axis,
                low=-self.rank, high=self.rank - 1, tensor="self", shape=list(self.view_shape),
            )  # fmt: skip
    return tuple(dict.fromkeys(axis % self.rank for axis in values))


@operator(
    "aclnnAminmax(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclTensor *minOut, aclTensor *maxOut)",
    checks=(
        not_null("self", "dim", "minOut", "maxOut"),
        dtype_in(_DTYPES, "self"),
        same_dtype("self", "minOut", "maxOut"),
        max_rank(8, "self", "minOut", "maxOut"),
        _one_axis_or_elements,
    ),
    source="ops-math/math/reduce_min/op_api/aclnn_aminmax.cpp",
)
def aminmax(
    b: Builder, self: Tensor, dim: IntArray, keep_dim: bool, min_out: Tensor, max_out: Tensor
) -> None:
    """minOut and maxOut = the smallest and the largest element of self over dim; no dim reduces nothing. NaN wins."""
    axes = _require_axes(b.call, dim) if self.rank and not self.is_empty else ()
    _plan_both(b, self, axes, min_out, max_out, keep=keep_dim)


@operator(
    "aclnnAminmaxAll(const aclTensor *self, aclTensor *minOut, aclTensor *maxOut)",
    checks=(
        not_null("self", "minOut", "maxOut"),
        dtype_in(_DTYPES, "self"),
        same_dtype("self", "minOut", "maxOut"),
        max_rank(8, "self", "minOut", "maxOut"),
    ),
    source="ops-math/math/reduce_min/op_api/aclnn_aminmax_all.cpp",
)
def aminmax_all(b: Builder, self: Tensor, min_out: Tensor, max_out: Tensor) -> None:
    """minOut and maxOut = the smallest and the largest element of self. NaN wins."""
    _plan_both(b, self, tuple(range(self.rank)), min_out, max_out, keep=False)


@custom(
    "dim_has_elements", ("dim", "self"), "dim, when counted from the first: an axis of self that has elements"
)
def _dim_has_elements(call: Call) -> None:
    shape, dim = call.args["self"].view_shape, call.args["dim"]
    if dim >= 0 and shape and shape[dim] == 0:
        raise ParamInvalid(
            "ACLNN-PARAM-100", op=call.operator.name, param="dim", axis=dim, tensor="self", shape=list(shape)
        )


@operator(
    "aclnnAminmaxDim(const aclTensor *self, const int64_t dim, bool keepDim, aclTensor *minOut, aclTensor *maxOut)",
    checks=(
        not_null("self", "minOut", "maxOut"),
        dtype_in(_DTYPES, "self"),
        same_dtype("self", "minOut", "maxOut"),
        max_rank(8, "self", "minOut", "maxOut"),
        axis_in_range("dim", "self"),
        _dim_has_elements,
    ),
    source="ops-math/math/reduce_min/op_api/aclnn_aminmax_dim.cpp",
    deviations=(
        "Axis 0 of a scalar is accepted as axis -1 is; the library reads its size, which a scalar does not have.",
    ),
)
def aminmax_dim(b: Builder, self: Tensor, dim: int, keep_dim: bool, min_out: Tensor, max_out: Tensor) -> None:
    """minOut and maxOut = the smallest and the largest element of self along dim. NaN wins."""
    _plan_both(b, self, (normal(dim, self.rank),), min_out, max_out, keep=keep_dim)
