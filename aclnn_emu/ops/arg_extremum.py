"""Where the largest and smallest elements along an axis are, with the elements or without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import is_integral
from aclnn_emu.errors import ParamNullptr
from aclnn_emu.kernels import extremum
from aclnn_emu.ops._reduction import axis_in_range, inner_answers, normal, reduced_shape
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U16
from aclnn_emu.plan.checks import dtype_in, max_rank, not_null, public_format, require_shape, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder

_ASCEND310P, _ASCEND310B = 2002, 3002

# With the elements.

_VALUES = dtypes(
    F32, F16, S64, BOOL, DAV_2201=(F32, F16, S64, BOOL, BF16), DAV_3510=(F32, F16, S64, BOOL, BF16, S32)
)
# What the kernel of Ascend950 writes itself; the other chips' kernels write INT32, which is cast.
_INDEX_DTYPES = dtypes(S32, S64)
_INDICES_ON_950 = "On Ascend950 indices of another dtype than INT32 and INT64 answer 161002; in the library the launch fails."


def _plan_with_value(
    b: Builder, kernel: Kernel, self: Tensor, dim: int, out: Tensor, indices: Tensor, *, keep: bool
) -> None:
    """The operator answers 161001 for whatever its steps refuse."""
    if self.is_empty:
        return
    arch = b.profile.npu_arch
    found: int = S32
    if arch == REGBASE:
        dtype_in(_INDEX_DTYPES, "indices").run(b.call)
        found = indices.dtype
    in_float = self.dtype == BOOL or (self.dtype == S64 and arch in (_ASCEND310P, _ASCEND310B))
    axis = normal(dim, self.rank)
    shape = reduced_shape(self.view_shape, (axis,), keep=keep)
    with inner_answers(ParamNullptr):
        source = b.contiguous_cast(self, F32 if in_float else self.dtype)
        places, values = b.kernel_outputs(
            kernel, source, outputs=((shape, found), (shape, source.dtype)), axis=axis, keep_dims=keep
        )
        require_shape(b.call, shape, "indices")
        require_shape(b.call, shape, "out")
        places, values = b.cast(places, indices.dtype), b.cast(values, out.dtype)
        b.view_copy(places, indices)
        b.view_copy(values, out)


@operator(
    "aclnnMaxDim(const aclTensor *self, int64_t dim, bool keepdim, aclTensor *out, aclTensor *indices)",
    checks=(
        not_null("self", "out", "indices"),
        dtype_in(_VALUES, "self"),
        same_dtype("self", "out"),
        max_rank(8, "self", "out", "indices"),
        axis_in_range("dim", "self"),
    ),
    source="ops-math/math/arg_max_with_value/op_api/aclnn_max_dim.cpp",
    deviations=(_INDICES_ON_950,),
)
def max_dim(b: Builder, self: Tensor, dim: int, keepdim: bool, out: Tensor, indices: Tensor) -> None:
    """out = the largest element of self along dim, indices = where the first of them is. NaN wins."""
    _plan_with_value(b, extremum.arg_max_with_value, self, dim, out, indices, keep=keepdim)


@operator(
    "aclnnMinDim(const aclTensor *self, int64_t dim, bool keepdim, aclTensor *out, aclTensor *indices)",
    checks=(
        not_null("self", "out", "indices"),
        dtype_in(_VALUES, "self"),
        same_dtype("self", "out"),
        max_rank(8, "self", "out", "indices"),
        axis_in_range("dim", "self"),
    ),
    source="ops-math/math/arg_min_with_value/op_api/aclnn_min_dim.cpp",
    deviations=(_INDICES_ON_950,),
)
def min_dim(b: Builder, self: Tensor, dim: int, keepdim: bool, out: Tensor, indices: Tensor) -> None:
    """out = the smallest element of self along dim, indices = where the first of them is. NaN wins."""
    _plan_with_value(b, extremum.arg_min_with_value, self, dim, out, indices, keep=keepdim)


# Without.

_ARG = (F32, F16, F64, S8, S16, S32, S64, U8)
_ARG_MIN = dtypes(*_ARG, DAV_2201=(*_ARG, BF16), DAV_3002=(*_ARG, BF16), DAV_3510=(*_ARG, BF16))
_ARG_MAX = dtypes(*_ARG, DAV_2201=(*_ARG, BF16), DAV_3002=(*_ARG, BF16), DAV_3510=(*_ARG, U16, BF16))


@operator(
    "aclnnArgMax(const aclTensor *self, int64_t dim, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_ARG_MAX, "self"),
        max_rank(8, "self", "out"),
        axis_in_range("dim", "self"),
    ),
    source="ops-math/math/arg_max_v2/op_api/aclnn_argmax.cpp",
    deviations=(
        "On Ascend950 out of another dtype than INT32 and INT64 answers 161002; in the library the launch fails.",
    ),
)
def arg_max(b: Builder, self: Tensor, dim: int, keepdim: bool, out: Tensor) -> None:
    """out = where the first of the largest elements of self along dim is. NaN wins."""
    if self.is_empty or out.is_empty:
        return
    found: int = S32
    if b.profile.npu_arch == REGBASE:
        dtype_in(_INDEX_DTYPES, "out").run(b.call)
        found = out.dtype
    axis = normal(dim, self.rank)
    shape = reduced_shape(self.view_shape or (1,), (axis,), keep=keepdim)
    result = b.kernel(
        extremum.arg_max, b.contiguous(self), shape=shape, dtype=found, axis=axis, keep_dims=keepdim
    )
    require_shape(b.call, shape, "out")
    b.view_copy(b.cast(result, out.dtype), out)


@operator(
    "aclnnArgMin(const aclTensor *self, int64_t dim, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        axis_in_range("dim", "self"),
        dtype_in(_ARG_MIN, "self"),
        dtype_in(_INDEX_DTYPES, "out"),
        public_format("self", "out"),
        max_rank(8, "self", "out"),
        axis_in_range("dim", "self", with_elements=True),
    ),
    source="ops-math/math/arg_min/op_api/aclnn_argmin.cpp",
)
def arg_min(b: Builder, self: Tensor, dim: int, keepdim: bool, out: Tensor) -> None:
    """out = where the first of the smallest elements of self along dim is. NaN wins."""
    if self.is_empty:
        return
    if self.rank == 0:
        b.view_copy(b.fill((1,), 0, out.dtype), out)
        return
    source = b.contiguous(self)
    if is_integral(self.dtype):
        source = b.cast(source, S64)
    axis = normal(dim, self.rank)
    shape = reduced_shape(self.view_shape, (axis,), keep=keepdim)
    found = S32 if b.profile.npu_arch == _ASCEND310P else out.dtype
    result = b.kernel(extremum.arg_min, source, shape=shape, dtype=found, axis=axis, keep_dims=keepdim)
    require_shape(b.call, shape, "out")
    b.view_copy(b.reformat(b.cast(result, out.dtype), out), out)
