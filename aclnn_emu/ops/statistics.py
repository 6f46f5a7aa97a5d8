"""Medians, k-th smallest elements, histograms and counts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from aclnn_emu.core.dtypes import is_integral
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data, extremum, statistics
from aclnn_emu.ops._reduction import real, reduce
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BOOL, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    rank_is,
    require_cast,
    same_format,
    same_shape,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

# Histograms.

_COUNTED = dtypes(F32, F16, S64, S32, S16, S8, U8)
_WITH_KERNEL = (2201, 2002, REGBASE)
_FIND_LIMITS = (2201, REGBASE)
_UNBOUNDED = (
    "Where the data's own limits are asked for and are infinite or NaN, the library leaves open which element is counted"
    " where."
)
_EQUAL_LIMITS = (
    "Ascend310P counts between min - 1 and max + 1 when they are equal, as its kernel does; the document has it take the"
    " limits of the data. Ascend910 and 310B run a kernel that is not public: it takes those of the data."
)


@custom("finite_range", ("min", "max"), "min, max: finite, or both the same infinity")
def _finite(call: Call) -> None:
    low, high = real(call.args["min"]), real(call.args["max"])
    if not _one_infinity(low, high) and not (math.isfinite(low) and math.isfinite(high)):
        raise ParamInvalid("ACLNN-PARAM-107", op=call.operator.name, param="min", low=low, high=high)


def _one_infinity(low: float, high: float) -> bool:
    return math.isinf(low) and low == high


@custom("some_bins", ("bins",), "bins: 1 or more")
def _some_bins(call: Call) -> None:
    if call.args["bins"] <= 0:
        raise ParamInvalid(
            "ACLNN-PARAM-042", op=call.operator.name, param="bins", got=call.args["bins"], low=1
        )


@custom("ordered", ("min", "max", "self"), "min: not above max, as INT32 where self is an integer")
def _ordered(call: Call) -> None:
    dtype = S32 if is_integral(call.args["self"].dtype) else F32
    low, high = real(call.args["min"], dtype), real(call.args["max"], dtype)
    if low > high:
        raise ParamInvalid("ACLNN-PARAM-107", op=call.operator.name, param="min", low=low, high=high)


@custom("casts_back", ("out", "self"), "out: dtype castable to that of self")
def _casts_back(call: Call) -> None:
    require_cast(call, call.args["out"].dtype, "self", call.args["self"].dtype)


@custom("one_per_bin", ("out", "bins"), "out: an element for each bin")
def _one_per_bin(call: Call) -> None:
    got, bins = call.args["out"].numel, call.args["bins"]
    if got != bins:
        raise ParamInvalid("ACLNN-PARAM-108", op=call.operator.name, param="out", got=got, bins=bins)


def _limits_of_data(b: Builder, self: Tensor, low: Scalar, high: Scalar) -> bool:
    """Whether the limits say nothing, so that those of the data are found by a kernel of their own."""
    if b.profile.npu_arch not in _FIND_LIMITS:
        return False
    if is_integral(self.dtype):
        return low.as_(S64) == high.as_(S64)
    ends = np.float32(real(low)), np.float32(real(high))
    return _one_infinity(*ends) or bool(abs(ends[1] - ends[0]) < np.float32(1e-6))


@operator(
    "aclnnHistc(const aclTensor *self, int64_t bins, const aclScalar *min, const aclScalar *max, aclTensor *out)",
    checks=(
        not_null("self", "out", "max", "min"),
        dtype_in(_COUNTED, "self", "out"),
        _finite,
        _some_bins,
        _ordered,
        _casts_back,
        rank_is(1, "out"),
        max_rank(8, "self"),
        _one_per_bin,
    ),
    source="ops-math/math/histogram_v2/op_api/aclnn_histc.cpp",
    deviations=(_UNBOUNDED, _EQUAL_LIMITS),
)
def histc(b: Builder, self: Tensor, bins: int, min: Scalar, max: Scalar, out: Tensor) -> None:  # noqa: A002
    """out = how many elements of self lie in each of bins equal parts of min .. max, both ends counted in.

    Equal limits stand for those of the data; where these are equal too they are moved apart by 1 on each side.
    """
    if self.is_empty:
        b.view_copy(b.kernel(data.zeros_like, b.contiguous(out)), out)
        return
    x = b.contiguous(self)
    low, high = real(min, self.dtype), real(max, self.dtype)
    if b.profile.npu_arch in _WITH_KERNEL:
        name, of_data = "HistogramV2", False
        dtype: int = F32 if b.profile.npu_arch == REGBASE and out.dtype in (F16, F32) else S32
        limits = _found_limits(b, x) if _limits_of_data(b, self, min, max) else ()
    else:
        name, of_data, limits = "Histogram", low == high, ()
        dtype = F32 if self.dtype == F16 else self.dtype
    found = b.kernel(
        statistics.histogram, x, *limits, name=name, shape=(bins,), dtype=dtype, bins=bins, low=low, high=high,
        of_data=of_data,
    )  # fmt: skip
    b.view_copy(b.cast(found, out.dtype), out)


def _found_limits(b: Builder, x: Buffer) -> tuple[Buffer, Buffer]:
    """The smallest and the largest element; a scalar is both."""
    if not x.shape:
        return x, x
    axes = tuple(range(len(x.shape)))
    return (
        reduce(b, extremum.reduce_min, x, axes, keep=False),
        reduce(b, extremum.reduce_max, x, axes, keep=False),
    )


# Counts.

_WEIGHTS = dtypes(F32, F16, F64, S8, S16, S32, S64, U8, BOOL)
_MOST_COUNTS = 2147483647


@operator(
    "aclnnBincount(const aclTensor *self, const aclTensor *weights, int64_t minlength, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(dtypes(S8, S16, S32, S64, U8), "self"),
        dtype_in(dtypes(F32, F64, S32, S64), "out"),
        when_given("weights", dtype_in(_WEIGHTS, "weights")),
        public_format("self", "out"),
        rank_is(1, "self"),
        when_given("weights", same_format("self", "weights"), same_shape("self", "weights")),
    ),
    source="ops-math/math/bincount/op_api/aclnn_bincount.cpp",
    deviations=(
        "Numbers below 0 are left out; the document forbids them, and the kernel of most chips is not public.",
    ),
)
def bincount(b: Builder, self: Tensor, weights: Tensor | None, minlength: int, out: Tensor) -> None:
    """out[n] = how often n occurs in self, or the sum of the weights beside it.

    Out has as many elements as it was created with, or minlength where that is more; larger numbers are left out.
    """
    if self.is_empty:
        if minlength > 0:
            b.view_copy(b.fill(out.view_shape, 0, out.dtype), out)
        return
    numbers = b.contiguous_cast(self, S32)
    size = max(out.view_shape[0] if out.rank else 0, minlength)
    if size > _MOST_COUNTS:
        raise ParamInvalid(
            "ACLNN-PARAM-109", op=b.call.operator.name, param="minlength", got=size, allowed=_MOST_COUNTS
        )
    if weights is not None:
        dtype = weights.dtype if weights.dtype in (F32, F64) else F64
        beside = b.contiguous_cast(weights, dtype)
    elif b.profile.npu_arch != REGBASE:
        beside = b.fill(self.view_shape, 1, S64)
    else:
        found = b.kernel(statistics.count, numbers, shape=(size,), dtype=F32, size=size)
        b.view_copy(b.cast(found, out.dtype), out)
        return
    found = b.kernel(statistics.bincount, numbers, beside, shape=(size,), dtype=beside.dtype, size=size)
    b.view_copy(b.cast(found, out.dtype), out)
