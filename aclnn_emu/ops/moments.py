"""Variance and standard deviation along axes, with the mean or without."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.kernels import moments, reduction
from aclnn_emu.ops._reduction import all_or, fill_out, reduce, reduced_shape, shape_is_reduced
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, F16, F32
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    axes_in_range,
    custom,
    dtype_in,
    except_on,
    max_rank,
    not_null,
    same_dtype,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_DTYPES = with_bf16(F32, F16)
_VAR_MEAN_DTYPES = dtypes(F32, F16, DAV_3510=(F32, F16, BF16))

_CLOSED = (
    "The variance of one element without correction for it is 0, and with the correction 1 it is 0/0; kernels of the"
    " chips before Ascend950 are not public."
)


def _given_axes(*, ranges_first: bool = False) -> Check:
    """Dim may be null, which is all axes as an empty array is."""
    return when_given("dim", axes_in_range("dim", "self", ranges_first=ranges_first))


def _named_shape(*outs: str) -> Check:
    """Operators of the standard deviation compare the shape only where axes are named."""
    check = shape_is_reduced("self", "dim", "keepdim", *outs)

    @custom("shape_is_reduced", check.params, f"{check.text}, where dim names some")
    def compare(call: Call) -> None:
        if call.args["dim"] is not None and call.args["dim"].values:
            check.run(call)

    return compare


def _count(self: Tensor, axes: tuple[int, ...]) -> int:
    return math.prod(self.view_shape[axis] for axis in axes)


def _degenerate(count: int, correction: int) -> float | None:
    """What the operators write without computing; None where they compute."""
    if count == 1 and correction >= 1:
        return math.nan
    return math.inf if correction > 1 and count <= correction else None


def _unified(
    b: Builder, x: Buffer, axes: tuple[int, ...], correction: int, *, root: bool, keep: bool
) -> tuple[Buffer, Buffer]:
    """Ascend950 has one kernel for both moments; an operator that wants one of them leaves the other unread."""
    shape = reduced_shape(x.shape, axes, keep=keep)
    spread, mean = b.kernel_outputs(
        moments.moments, x, outputs=((shape, x.dtype), (shape, x.dtype)),
        name="ReduceStdV2" if root else "ReduceVar", axes=axes, correction=correction, root=root, keep_dims=keep,
    )  # fmt: skip
    return spread, mean


def _mean(b: Builder, x: Buffer, axes: tuple[int, ...], *, keep: bool) -> Buffer:
    """ReduceMean, which hands a scalar back as it is."""
    return reduce(b, reduction.reduce_mean, x, axes, keep=keep) if x.shape else x


def _spread(
    b: Builder, x: Buffer, mean: Buffer, axes: tuple[int, ...], correction: int, *, root: bool, keep: bool
) -> Buffer:
    """Expand the mean, then the sum of squares of what lies between; a scalar is not expanded."""
    if x.shape:
        mean = b.kernel(moments.expand, mean, shape=x.shape, axes=axes, target=x.shape)
    return b.kernel(
        moments.deviation, x, mean, name="ReduceStdWithMean" if root else "ReduceStdV2Update",
        shape=reduced_shape(x.shape, axes, keep=keep), axes=axes, correction=correction, root=root,
        keep_dims=keep,
    )  # fmt: skip


# Variance.


def _plan_var(
    b: Builder, self: Tensor, axes: tuple[int, ...], correction: int, out: Tensor, *, keep: bool
) -> None:
    x = b.contiguous(self)
    if b.profile.npu_arch == REGBASE:
        spread, _ = _unified(b, x, axes, correction, root=False, keep=keep)
    else:
        spread = _spread(b, x, _mean(b, x, axes, keep=True), axes, correction, root=False, keep=keep)
    b.view_copy(b.cast(spread, out.dtype), out)


@operator(
    "aclnnVar(const aclTensor *self, const aclIntArray *dim, bool unbiased, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_DTYPES, "self", "out"),
        _given_axes(ranges_first=True),
        max_rank(8, "self"),
        shape_is_reduced("self", "dim", "keepdim", "out"),
    ),
    source="ops-math/math/reduce_var/op_api/aclnn_var.cpp",
    deviations=(_CLOSED,),
)
def var(b: Builder, self: Tensor, dim: IntArray | None, unbiased: bool, keepdim: bool, out: Tensor) -> None:
    """out = sum of (self - mean)^2 over dim, divided by N, or N - 1 when unbiased; no dim is all of them."""
    if self.is_empty:
        fill_out(b, math.nan, out)
    else:
        _plan_var(b, self, all_or(dim, self.rank), int(unbiased), out, keep=keepdim)


@operator(
    "aclnnVarCorrection(const aclTensor *self, const aclIntArray *dim, int64_t correction, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_DTYPES, "self", "out"),
        _given_axes(ranges_first=True),
        max_rank(8, "self"),
        shape_is_reduced("self", "dim", "keepdim", "out"),
    ),
    source="ops-math/math/reduce_var/op_api/aclnn_var.cpp",
)
def var_correction(
    b: Builder, self: Tensor, dim: IntArray | None, correction: int, keepdim: bool, out: Tensor
) -> None:
    """out = sum of (self - mean)^2 over dim, divided by N - correction; no dim is all of them.

    Of one element less a correction it is NaN; infinity where the correction takes all elements.
    """
    axes = all_or(dim, self.rank)
    fixed = math.nan if self.is_empty else _degenerate(_count(self, axes), correction)
    if fixed is not None:
        fill_out(b, fixed, out)
    else:
        _plan_var(b, self, axes, correction, out, keep=keepdim)


@operator(
    "aclnnVarMean(const aclTensor *self, const aclIntArray *dim, int64_t correction, bool keepdim, aclTensor *varOut,"
    " aclTensor *meanOut)",
    checks=(
        not_null("self", "meanOut", "varOut"),
        dtype_in(_VAR_MEAN_DTYPES, "self", "meanOut", "varOut"),
        _given_axes(),
        max_rank(8, "self"),
        shape_is_reduced("self", "dim", "keepdim", "meanOut", "varOut"),
    ),
    source="ops-math/math/reduce_var/op_api/aclnn_var_mean.cpp",
)
def var_mean(
    b: Builder,
    self: Tensor,
    dim: IntArray | None,
    correction: int,
    keepdim: bool,
    var_out: Tensor,
    mean_out: Tensor,
) -> None:
    """varOut = sum of (self - mean)^2 over dim, divided by N - correction; meanOut = the mean; no dim is all of them."""
    if self.is_empty:
        fill_out(b, math.nan, var_out, mean_out)
        return
    axes = all_or(dim, self.rank)
    x = b.contiguous(self)
    if b.profile.npu_arch == REGBASE:
        spread, mean = _unified(b, x, axes, correction, root=False, keep=keepdim)
        b.view_copy(b.cast(spread, var_out.dtype), var_out)
        b.view_copy(b.cast(mean, mean_out.dtype), mean_out)
        return
    mean = _mean(b, x, axes, keep=keepdim)
    b.view_copy(b.cast(mean, mean_out.dtype), mean_out)
    fixed = _degenerate(_count(self, axes), correction)
    if fixed is not None:
        fill_out(b, fixed, var_out)
        return
    kept = mean if keepdim else _mean(b, x, axes, keep=True)
    spread = _spread(b, x, kept, axes, correction, root=False, keep=keepdim)
    b.view_copy(b.cast(spread, var_out.dtype), var_out)


# Standard deviation.


@operator(
    "aclnnStd(const aclTensor *self, const aclIntArray *dim, const int64_t correction, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_DTYPES, "self", "out"),
        _given_axes(),
        max_rank(8, "self", "out"),
        _named_shape("out"),
    ),
    source="ops-math/math/reduce_std_v2/op_api/aclnn_std.cpp",
)
def std(b: Builder, self: Tensor, dim: IntArray | None, correction: int, keepdim: bool, out: Tensor) -> None:
    """out = root of: sum of (self - mean)^2 over dim, divided by N - correction; no dim is all of them.

    Of one element less a correction it is NaN; infinity where the correction takes all elements.
    """
    axes = all_or(dim, self.rank)
    fixed = math.nan if self.is_empty else _degenerate(_count(self, axes), correction)
    if fixed is not None:
        fill_out(b, fixed, out)
        return
    x = b.contiguous(self)
    if b.profile.npu_arch == REGBASE:
        spread, _ = _unified(b, x, axes, correction, root=True, keep=keepdim)
    else:
        spread = _spread(b, x, _mean(b, x, axes, keep=True), axes, correction, root=True, keep=keepdim)
    b.view_copy(b.cast(spread, out.dtype), out)


@operator(
    "aclnnStdMeanCorrection(const aclTensor *self, const aclIntArray *dim, int64_t correction, bool keepdim,"
    " aclTensor *stdOut, aclTensor *meanOut)",
    checks=(
        not_null("self", "stdOut", "meanOut"),
        dtype_in(_DTYPES, "self", "stdOut", "meanOut"),
        except_on(REGBASE, same_dtype("self", "stdOut", "meanOut")),
        _given_axes(),
        max_rank(8, "self", "stdOut", "meanOut"),
        _named_shape("stdOut", "meanOut"),
    ),
    source="ops-math/math/reduce_std_with_mean/op_api/aclnn_std_mean_correction.cpp",
)
def std_mean_correction(
    b: Builder,
    self: Tensor,
    dim: IntArray | None,
    correction: int,
    keepdim: bool,
    std_out: Tensor,
    mean_out: Tensor,
) -> None:
    """stdOut = root of: sum of (self - mean)^2 over dim, divided by N - correction; meanOut = the mean.

    No dim is all of them.
    """
    if self.is_empty:
        fill_out(b, math.nan, std_out, mean_out)
        return
    axes = all_or(dim, self.rank)
    x = b.contiguous(self)
    if b.profile.npu_arch == REGBASE:
        spread, mean = _unified(b, x, axes, correction, root=True, keep=keepdim)
        b.view_copy(b.cast(spread, std_out.dtype), std_out)
        b.view_copy(b.cast(mean, mean_out.dtype), mean_out)
        return
    mean = _mean(b, x, axes, keep=keepdim)
    fixed = _degenerate(_count(self, axes), correction)
    if fixed is not None:
        fill_out(b, fixed, std_out)
        b.view_copy(mean, mean_out)
        return
    b.view_copy(mean, mean_out)
    b.view_copy(_spread(b, x, mean, axes, correction, root=True, keep=keepdim), std_out)
