"""Copies of a tensor or of its elements: Repeat, RepeatInterleave and its forms, the gradient of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data, filling, movement
from aclnn_emu.ops._movement import dim_in_range, require_exact_shape, wrap
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
from aclnn_emu.ops.generated import GENERATED, kernel_on
from aclnn_emu.plan.checks import Check, custom, dtype_in, max_rank, not_null, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_REPEAT_LIST = (F32, F16, F64, C64, C128, U8, S8, S16, S32, S64, BOOL, BF16, U32, U64)
_REPEAT_16 = (*_REPEAT_LIST, U16)
_REPEAT = dtypes(
    *_REPEAT_LIST, DAV_2201=_REPEAT_16, DAV_2002=_REPEAT_16, DAV_3510=(*_REPEAT_16, HIF8, F8E5M2, F8E4M3)
)


@custom(
    "repeat_counts", ("self", "repeats"), "repeats: at least one for each dimension of self; none below 0"
)
def _repeat_counts(call: Call) -> None:
    op, repeats, rank = call.operator.name, call.args["repeats"].values, call.args["self"].rank
    if len(repeats) < rank:
        raise ParamInvalid("ACLNN-PARAM-140", op=op, param="repeats", got=len(repeats), allowed=rank)
    if min(repeats, default=0) < 0:
        raise ParamInvalid("ACLNN-PARAM-042", op=op, param="repeats", got=min(repeats), low=0)


@custom("few_repeats", ("repeats",), "repeats: at most 8")
def _few_repeats(call: Call) -> None:
    count = len(call.args["repeats"].values)
    if count > 8:
        raise ParamInvalid("ACLNN-PARAM-140", op=call.operator.name, param="repeats", got=count, allowed=8)


@operator(
    "aclnnRepeat(const aclTensor *self, const aclIntArray *repeats, aclTensor *out)",
    checks=(
        not_null("self", "repeats", "out"),
        dtype_in(_REPEAT, "self"),
        same_dtype("self", "out"),
        _repeat_counts,
        max_rank(8, "self"),
        _few_repeats,
    ),
    source="ops-math/math/tile/op_api/aclnn_repeat.cpp",
    deviations=("HIFLOAT8 passes the checks and answers 561003: not emulated.",),
)
def repeat(b: Builder, self: Tensor, repeats: IntArray, out: Tensor) -> None:
    """out = self as often as repeats say, along each dimension; further repeats make new dimensions before the first."""
    counts = repeats.values
    if self.is_empty or out.is_empty or 0 in counts:
        return
    if not counts:
        b.view_copy(self, out)
        return
    x = _with_dimension(b, self)
    sizes = (*(1,) * (len(counts) - len(x.shape)), *x.shape)
    shape = tuple(size * count for size, count in zip(sizes, counts, strict=True))
    tiled = b.kernel(movement.tile, x, shape=shape, repeats=counts)
    require_exact_shape(b.call, shape)
    b.view_copy(tiled, out)


def _with_dimension(b: Builder, tensor: Tensor) -> Buffer:
    """The tensor made contiguous; a scalar is broadcast to [1]."""
    x = b.contiguous(tensor)
    return x if tensor.rank else b.kernel(data.copy, x, name="BroadcastTo", shape=(1,))


# Each element several times

_LIST = (U8, S8, S16, S32, S64, BOOL, F16, F32)
_DTYPES = dtypes(*_LIST, DAV_2201=(*_LIST, BF16), DAV_3510=(*_LIST, BF16, U16, U32, U64))
_COUNTS = dtypes(S64, S32)
_SOURCE = "ops-nn/index/repeat_interleave/op_api/aclnn_repeat_interleave.cpp"
_SUMS = (
    "Repeats that do not add up to the size of the result, or are negative, stop the stream (507035); the kernel would"
    " write something else."
)
_SMALL_DIMS = "Whether a dimension is beyond INT32 is not asked for the choice of the kernel."


def _counts_fit(self: str, repeats: str, dim: str | None) -> Check:
    """Repeats: none, one, or one for each element (along dim)."""

    def run(call: Call) -> None:
        counts, tensor = call.args[repeats], call.args[self]
        allowed = tensor.numel if dim is None else tensor.view_shape[wrap(call.args[dim], tensor.rank)]
        if counts.rank and counts.view_shape[0] not in (1, allowed):
            raise ParamInvalid(
                "ACLNN-PARAM-123", op=call.operator.name, param=repeats, got=counts.numel,
                shape=list(counts.view_shape), allowed=f"1 or {allowed}",
            )  # fmt: skip

    names = (self, repeats) if dim is None else (self, repeats, dim)
    return Check("counts_fit", names, run, f"{repeats}: one, or one for each element of {self}")


@custom("has_dimensions", ("self",), "self: at least one dimension")
def _has_dimensions(call: Call) -> None:
    if not call.args["self"].rank:
        raise ParamInvalid("ACLNN-PARAM-045", op=call.operator.name, param="self", allowed=1)


@custom("repeats_not_negative", ("repeats",), "repeats: 0 or more")
def _not_negative(call: Call) -> None:
    if call.args["repeats"] < 0:
        raise ParamInvalid(
            "ACLNN-PARAM-042", op=call.operator.name, param="repeats", got=call.args["repeats"], low=0
        )


def _checks(*middle: Check, repeats: bool) -> tuple[Check, ...]:
    given = ("repeats",) if repeats else ()
    return (
        not_null("self", *given, "out"),
        dtype_in(_DTYPES, "self"),
        *(dtype_in(_COUNTS, name) for name in given),
        same_dtype("self", "out"),
        *(max_rank(1, name) for name in given),
        *middle,
    )


def _require_counts(call: Call) -> None:
    """Asked late: the repeats have elements."""
    if call.args["repeats"].is_empty:
        raise ParamInvalid("ACLNN-PARAM-127", op=call.operator.name, param="repeats")


def _interleave(
    b: Builder,
    x: Buffer,
    counts: tuple[Buffer, ...],
    axis: int | None,
    size: int,
    out: Tensor,
    *,
    times: int = 0,
    second: bool = False,
) -> None:
    """The kernel between casts of BOOL; the shape of its result has `size` for the axis."""
    source = b.cast(x, S8) if x.dtype == BOOL else x
    shape = (size,) if axis is None else (*x.shape[:axis], size, *x.shape[axis + 1 :])
    name = "RepeatInterleaveV2" if second else None
    result = b.kernel(
        movement.repeat,
        source,
        *counts,
        name=name,
        shape=shape,
        format=x.format,
        axis=axis,
        size=size,
        times=times,
    )
    require_exact_shape(b.call, shape)
    b.view_copy(b.cast(result, out.dtype), out)


def _takes_second(b: Builder, x: Buffer, counts: tuple[int, ...], axis: int, size: int) -> bool:
    """Whether the 910B's second kernel takes it.

    Source: as the operators.
    """
    pairs = len(x.shape) == 1 and counts == x.shape
    if b.profile.npu_arch != 2201 or size >= (1 << 31) - 1 or (pairs and x.dtype != S64):
        return False
    return math.prod(x.shape[:axis]) * size >= 256 and x.dtype in (S16, S32, S64, F16, F32, BF16)


@operator(
    "aclnnRepeatInterleave(const aclTensor *self, const aclTensor *repeats, int64_t outputSize, aclTensor *out)",
    checks=_checks(_counts_fit("self", "repeats", None), max_rank(8, "self"), repeats=True),
    source=_SOURCE,
    deviations=(_SUMS,),
)
def repeat_interleave(b: Builder, self: Tensor, repeats: Tensor, output_size: int, out: Tensor) -> None:
    """out = each element of self, in a row, as often as repeats say; outputSize is their sum."""
    if self.is_empty or out.is_empty:
        return
    _require_counts(b.call)
    if output_size == self.numel and repeats.numel == 1:
        _copy_row(b, self, out)
        return
    x, counts = _with_dimension(b, self), _with_dimension(b, repeats)
    _interleave(b, x, (counts,), None, output_size, out)


def _copy_row(b: Builder, self: Tensor, out: Tensor) -> None:
    row = b.contiguous_as(self, (self.numel,)) if self.rank else _with_dimension(b, self)
    b.view_copy(row, out)


@operator(
    "aclnnRepeatInterleaveWithDim(const aclTensor *self, const aclTensor *repeats, int64_t dim, int64_t outputSize,"
    " aclTensor *out)",
    checks=_checks(
        _has_dimensions,
        dim_in_range("dim", "self"),
        _counts_fit("self", "repeats", "dim"),
        max_rank(8, "self"),
        repeats=True,
    ),
    source=_SOURCE,
    deviations=(_SUMS, _SMALL_DIMS),
)
def repeat_interleave_with_dim(
    b: Builder, self: Tensor, repeats: Tensor, dim: int, output_size: int, out: Tensor
) -> None:
    """out = each element of self along dim as often as repeats say; outputSize is their sum."""
    if self.is_empty or output_size == 0:
        return
    _require_counts(b.call)
    x, counts, axis = b.contiguous(self), _with_dimension(b, repeats), wrap(dim, self.rank)
    second = _takes_second(b, x, counts.shape, axis, output_size)
    _interleave(b, x, (counts,), axis, output_size, out, second=second)


def _count(b: Builder, repeats: int) -> tuple[Buffer, ...]:
    """The number as a tensor, to which it takes a kernel to give a dimension; Ascend950 passes it as it is."""
    return () if b.profile.npu_arch == REGBASE else (b.fill((1,), repeats, S64, name="BroadcastTo"),)


@operator(
    "aclnnRepeatInterleaveInt(const aclTensor *self, int64_t repeats, int64_t outputSize, aclTensor *out)",
    checks=_checks(_not_negative, max_rank(8, "self"), repeats=False),
    source=_SOURCE,
    deviations=(_SUMS,),
)
def repeat_interleave_int(b: Builder, self: Tensor, repeats: int, output_size: int, out: Tensor) -> None:
    """out = each element of self, in a row, repeats times; outputSize is the number of elements of out."""
    if self.is_empty or out.is_empty:
        return
    if repeats == 1:
        b.view_copy(b.contiguous_as(self, (self.numel,)), out)
        return
    _interleave(b, _with_dimension(b, self), _count(b, repeats), None, output_size, out, times=repeats)


@operator(
    "aclnnRepeatInterleaveIntWithDim(const aclTensor *self, int64_t repeats, int64_t dim, int64_t outputSize,"
    " aclTensor *out)",
    checks=_checks(
        _not_negative, _has_dimensions, dim_in_range("dim", "self"), max_rank(8, "self"), repeats=False
    ),
    source=_SOURCE,
    deviations=(_SUMS, _SMALL_DIMS),
)
def repeat_interleave_int_with_dim(
    b: Builder, self: Tensor, repeats: int, dim: int, output_size: int, out: Tensor
) -> None:
    """out = each element of self along dim, repeats times; outputSize is the size of that dimension of out."""
    if self.is_empty or output_size == 0:
        return
    x = b.contiguous(self)
    if repeats == 1:
        b.view_copy(x, out)
        return
    axis = wrap(dim, self.rank)
    second = _takes_second(b, x, (1,), axis, output_size)
    _interleave(b, x, _count(b, repeats), axis, output_size, out, times=repeats, second=second)


@custom("row_or_empty", ("repeats",), "repeats: one dimension, or no elements")
def _row_or_empty(call: Call) -> None:
    repeats = call.args["repeats"]
    if not repeats.is_empty and repeats.rank != 1:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=call.operator.name, param="repeats", got=repeats.rank,
            shape=list(repeats.view_shape), allowed=1,
        )  # fmt: skip


@operator(
    "aclnnRepeatInterleaveTensor(const aclTensor *repeats, int64_t outputSize, aclTensor *out)",
    checks=(
        not_null("repeats", "out"),
        dtype_in(_COUNTS, "repeats"),
        same_dtype("repeats", "out"),
        _row_or_empty,
    ),
    source=_SOURCE,
    deviations=(_SUMS,),
)
def repeat_interleave_tensor(b: Builder, repeats: Tensor, output_size: int, out: Tensor) -> None:
    """out = the place of each of the repeats as often as it says; outputSize is their sum."""
    if repeats.is_empty or out.is_empty:
        return
    dtype = repeats.dtype
    places = b.kernel(
        filling.sequence,
        shape=repeats.view_shape,
        dtype=dtype,
        size=repeats.view_shape,
        start=0,
        step=1,
        kind=dtype,
    )
    counts = b.cast(b.contiguous(repeats), S64)
    _interleave(b, places, (counts,), 0, output_size, out)


# The gradient

_GRAD = dtypes(F32, F16, BF16)


@custom("sums_copies", ("yGrad", "repeats", "axis", "out"),
        "out: the shape of yGrad but for axis; repeats: one, or one for each element of out along axis")  # fmt: skip
def _sums_copies(call: Call) -> None:
    grad, repeats, out = (call.args[name] for name in ("yGrad", "repeats", "out"))
    axis, op = wrap(call.args["axis"], grad.rank), call.operator.name
    length = repeats.numel if repeats.numel != 1 or out.rank != grad.rank else out.view_shape[axis]
    expected = (*grad.view_shape[:axis], length, *grad.view_shape[axis + 1 :])
    if repeats.is_empty:
        raise ParamInvalid("ACLNN-PARAM-127", op=op, param="repeats")
    require_exact_shape(call, expected)


@operator(
    "aclnnRepeatInterleaveGrad(const aclTensor *yGrad, const aclTensor *repeats, int64_t axis, const aclTensor *out)",
    checks=(
        not_null("yGrad", "repeats", "out"),
        kernel_on("yGrad", 2201, REGBASE),
        dtype_in(_GRAD, "yGrad"),
        dtype_in(_COUNTS, "repeats"),
        same_dtype("yGrad", "out"),
        max_rank(8, "yGrad"),
        max_rank(1, "repeats"),
        dim_in_range("axis", "yGrad"),
        _sums_copies,
    ),
    source="ops-nn/index/repeat_interleave_grad/op_host/repeat_interleave_grad_def.cpp",
    deviations=(GENERATED, _SUMS),
)
def repeat_interleave_grad(b: Builder, y_grad: Tensor, repeats: Tensor, axis: int, out: Tensor) -> None:
    """out = the sum of yGrad over the copies that each element got along axis; repeats says how many."""
    if out.is_empty:
        return
    place = wrap(axis, y_grad.rank)
    sums = b.kernel(
        movement.sum_repeats, b.contiguous(y_grad), b.contiguous(repeats), shape=out.view_shape, axis=place,
        length=out.view_shape[place],
    )  # fmt: skip
    b.view_copy(sums, out)
