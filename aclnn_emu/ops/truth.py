"""Whether all or any elements along axes are not 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.kernels import truth
from aclnn_emu.ops._reduction import all_or, fill_out, is_slice, reduce, shape_is_reduced
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    axes_in_range,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    require_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer

_DTYPES = with_bf16(F32, F16, U8, S8, S16, S32, S64, BOOL, F64)
_OUT = dtypes(U8, BOOL)
_FLOATS = (F32, F16, BF16)
_ASCEND910B = 2201


def _answer(b: Builder, kernel: Kernel, source: Buffer, axes: tuple[int, ...], *, keep: bool) -> Buffer:
    """The kernel's output is BOOL; those of 910B and 910_93 answer floats with floats, BF16 with FLOAT."""
    dtype = BOOL
    if b.profile.npu_arch == _ASCEND910B and source.dtype in _FLOATS:
        dtype = F16 if source.dtype == F16 else F32
    return reduce(b, kernel, source, axes, keep=keep, dtype=dtype)


@operator(
    "aclnnAll(const aclTensor *self, const aclIntArray *dim, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        dtype_in(_DTYPES, "self"),
        dtype_in(_OUT, "out"),
        public_format("self"),
        axes_in_range("dim", "self"),
        max_rank(8, "self", "out"),
        shape_is_reduced("self", "dim", "keepdim", "out"),
    ),
    source="ops-math/math/reduce_all/op_api/aclnn_all.cpp",
)
def every(b: Builder, self: Tensor, dim: IntArray, keepdim: bool, out: Tensor) -> None:
    """out = whether no element of self over dim is 0; no dim is all of them. Of no elements it is true."""
    if self.is_empty:
        fill_out(b, 1, out)
        return
    source = b.contiguous(self)
    if self.dtype not in _FLOATS or b.profile.npu_arch not in (_ASCEND910B, REGBASE):
        source = b.cast(source, BOOL)
    result = _answer(b, truth.reduce_all, source, all_or(dim, self.rank), keep=keepdim)
    b.view_copy(b.cast(result, out.dtype), out)


@operator(
    "aclnnAny(const aclTensor *self, const aclIntArray *dim, bool keepdim, aclTensor *out)",
    checks=(
        not_null("self", "dim", "out"),
        dtype_in(_DTYPES, "self"),
        dtype_in(_OUT, "out"),
        axes_in_range("dim", "self", may_repeat=True),
        max_rank(8, "self", "out"),
    ),
    source="ops-math/math/reduce_any/op_api/aclnn_any.cpp",
)
def some(b: Builder, self: Tensor, dim: IntArray, keepdim: bool, out: Tensor) -> None:
    """out = whether some element of self over dim is not 0; no dim is all of them.

    Of no elements it is false, whatever the shape of out.
    """
    if self.is_empty:
        fill_out(b, 0, out)
        return
    axes = all_or(dim, self.rank)
    if b.profile.npu_arch == REGBASE and self.dtype == F32 and is_slice(self, axes):
        source = b.strided(self)
    else:
        source = b.contiguous(self)
        if self.dtype not in _FLOATS or b.profile.npu_arch != _ASCEND910B:
            source = b.cast(source, BOOL)
    result = _answer(b, truth.reduce_any, source, axes, keep=keepdim)
    require_shape(b.call, result.shape, "out")
    b.view_copy(b.reformat(b.cast(result, out.dtype), out), out)
