"""Other shapes of the same data: Permute, Expand, Flatten, ChannelShuffle, ConfusionTranspose."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.errors import FindKernel, InnerNullptr, ParamInvalid, TilingError
from aclnn_emu.kernels import data, movement
from aclnn_emu.ops._movement import (
    bf16_on_new,
    dim_in_range,
    min_rank,
    require_exact_shape,
    require_values,
    wrap,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C64,
    C128,
    F8E4M3,
    F8E5M2,
    F16,
    F32,
    F64,
    HIF8,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
)
from aclnn_emu.plan.checks import (
    axes_in_range,
    custom,
    dtype_in,
    max_rank,
    not_null,
    require_shape,
    same_dtype,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_INTS = (S8, S16, S32, S64, U8, U16, U32, U64)
_PERMUTED = (F32, F16, *_INTS, BOOL, F64, C64, C128, HIF8, F8E5M2, F8E4M3)
_PERMUTE = bf16_on_new(*_PERMUTED)


@custom("permutes", ("self", "dims", "out"), "out: rank of self; dims: as many values")
def _permutes(call: Call) -> None:
    rank, out = call.args["self"].rank, call.args["out"]
    if out.rank != rank:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=call.operator.name, param="out", got=out.rank, shape=list(out.view_shape),
            allowed=rank,
        )  # fmt: skip
    require_values(call, "dims", rank)


@operator(
    "aclnnPermute(const aclTensor *self, const aclIntArray *dims, aclTensor *out)",
    checks=(
        not_null("self", "dims", "out"),
        dtype_in(_PERMUTE, "self", "out"),
        same_dtype("self", "out"),
        _permutes,
        max_rank(8, "self"),
        axes_in_range("dims", "self"),
    ),
    source="ops-math/conversion/transpose/op_api/aclnn_permute.cpp",
    deviations=("HIFLOAT8 passes the checks and answers 561003: not emulated.",),
)
def permute(b: Builder, self: Tensor, dims: IntArray, out: Tensor) -> None:
    """out = self with its dimensions in the order dims."""
    if self.is_empty:
        _require_empty(b.call)
        return
    order = tuple(wrap(dim, self.rank) for dim in dims.values)
    shape = tuple(self.view_shape[axis] for axis in order)
    x = b.contiguous(self)
    result = b.kernel(data.transpose, x, shape=shape, format=x.format, order=order)
    require_shape(b.call, shape, "out")
    b.view_copy(result, out)


def _require_empty(call: Call) -> None:
    out = call.args["out"]
    if not out.is_empty:
        raise InnerNullptr(
            "ACLNN-PARAM-153", op=call.operator.name, param="out", got=list(out.view_shape), reference="self"
        )


@custom("expands", ("self", "size", "out"), "size: self expands to it; out has that shape")
def _expands(call: Call) -> None:
    shape, size = call.args["self"].view_shape, call.args["size"].values
    last = size[len(size) - len(shape) :]
    fits = len(size) >= len(shape) and all(a in (1, b) for a, b in zip(shape, last, strict=True))
    if not fits or -1 in size:
        raise ParamInvalid(
            "ACLNN-PARAM-142",
            op=call.operator.name,
            param="size",
            got=list(size),
            shape=list(shape),
            tensor="self",
        )
    require_exact_shape(call, tuple(size))


@operator(
    "aclnnExpand(const aclTensor *self, const aclIntArray *size, aclTensor *out)",
    checks=(
        not_null("self", "size", "out"),
        same_dtype("self", "out"),
        dtype_in(bf16_on_new(F16, F32, U8, S8, S32, S64, BOOL), "self"),
        _expands,
        max_rank(8, "self", "out"),
    ),
    source="ops-math/math/expand/op_api/aclnn_expand.cpp",
)
def expand(b: Builder, self: Tensor, size: IntArray, out: Tensor) -> None:
    """out = self, broadcast to size; a size of -1 is refused, as the library's source does."""
    if self.is_empty or out.is_empty:
        return
    if not size.values:
        b.view_copy(self, out)
        return
    b.view_copy(b.kernel(data.copy, b.contiguous(self), name="Expand", shape=size.values), out)


@custom(
    "flattens", ("self", "axis", "out"), "out: the sizes of self before axis and from axis on, multiplied"
)
def _flattens(call: Call) -> None:
    require_exact_shape(call, _flat(call.args["self"], call.args["axis"]))


def _flat(self: Tensor, axis: int) -> tuple[int, int]:
    place = wrap(axis, max(self.rank, 1))
    return math.prod(self.view_shape[:place]), math.prod(self.view_shape[place:])


@operator(
    "aclnnFlatten(const aclTensor *self, int64_t axis, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        same_dtype("self", "out"),
        dtype_in(bf16_on_new(F32, F16, *_INTS, BOOL), "self"),
        max_rank(8, "self"),
        dim_in_range("axis", "self", least=1),
        _flattens,
    ),
    source="ops-math/conversion/flatten/op_host/op_api/aclnn_flatten.cpp",
)
def flatten(b: Builder, self: Tensor, axis: int, out: Tensor) -> None:
    """out = self as a matrix: the dimensions before axis are its rows, the others its columns."""
    if self.is_empty or out.is_empty:
        return
    shape = _flat(self, axis)
    if b.profile.npu_arch == REGBASE:
        b.view_copy(b.contiguous_as(self, shape), out)
    else:
        b.view_copy(b.kernel(data.reshape, b.contiguous(self), name="Flatten", shape=shape, size=shape), out)


@custom("divides_channels", ("self", "groups"), "groups: divides the size of dimension 1")
def _divides(call: Call) -> None:
    groups, shape = call.args["groups"], call.args["self"].view_shape
    if groups <= 0:
        raise ParamInvalid("ACLNN-PARAM-042", op=call.operator.name, param="groups", got=groups, low=1)
    if len(shape) > 1 and shape[1] % groups:
        raise ParamInvalid(
            "ACLNN-PARAM-149", op=call.operator.name, param="groups", got=groups, tensor="self", size=shape[1]
        )


@operator(
    "aclnnChannelShuffle(const aclTensor *self, int64_t groups, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        same_dtype("self", "out"),
        dtype_in(dtypes(F16, F32, F64, S8, U8, S16, S32, S64, BOOL, C64, C128, BF16), "self"),
        _divides,
        same_shape("self", "out"),
        max_rank(7, "self"),
        min_rank(3, "self"),
    ),
    source="ops-math/conversion/transpose/op_api/aclnn_channel_shuffle.cpp",
)
def channel_shuffle(b: Builder, self: Tensor, groups: int, out: Tensor) -> None:
    """out = self with its channels (dimension 1), groups rows of them, in the order of the columns."""
    if self.is_empty:
        return
    batch, channels, *rest = self.view_shape
    split = (batch, groups, channels // groups, *rest)
    order = (0, 2, 1, *range(3, self.rank + 1))
    x = b.contiguous(self)
    b.view_copy(b.kernel(movement.shuffle, x, split=split, order=order, size=self.view_shape), out)


@operator(
    "aclnnConfusionTranspose(const aclTensor *x, const aclIntArray *perm, const aclIntArray *shape, bool transpose_first,"
    " aclTensor *out)",
    checks=(
        not_null("x", "perm", "shape", "out"),
        dtype_in(dtypes(*_INTS, F16, F32, BF16), "x"),
        same_dtype("x", "out"),
    ),
    source="ops-math/conversion/confusion_transpose_d/op_api/aclnn_confusion_transpose.cpp",
    deviations=(
        "perm and shape that do not fit x are refused with 561002; what the kernel's tiling says is not followed.",
        "Chips other than Ascend950 have no kernel, which the library finds out while it launches (561003 here).",
    ),
)
def confusion_transpose(
    b: Builder, x: Tensor, perm: IntArray, shape: IntArray, transpose_first: bool, out: Tensor
) -> None:
    """out = x with its dimensions in the order perm, then in the shape; without transpose_first the shape comes first.

    The result fills out from its first element on, whatever strides it has.
    """
    if x.is_empty:
        return
    _require_kernel(b.call)
    order, size = perm.values, shape.values
    before = x.view_shape if transpose_first else size
    if sorted(order) != list(range(len(before))) or min(size, default=1) < 1 or math.prod(size) != x.numel:
        raise TilingError(
            "ACLNN-PARAM-156", op=b.call.operator.name, param="perm", other="shape", shape=list(x.view_shape),
            tensor="x",
        )  # fmt: skip
    result = size if transpose_first else tuple(size[axis] for axis in order)
    made = b.kernel(
        movement.confuse,
        b.contiguous(x),
        shape=result,
        order=order,
        size=size,
        transpose_first=transpose_first,
    )
    require_shape(b.call, result, "out")
    b.store(made, out)


def _require_kernel(call: Call) -> None:
    if call.profile.npu_arch != REGBASE:
        raise FindKernel("ACLNN-PARAM-208", op=call.operator.name, param="x", soc=call.profile.name)
