"""Parts of a tensor by begin, end and step: Slice, SliceV2, StridedSlice, StridedSliceAssignV2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from aclnn_emu.errors import InnerNullptr, ParamInvalid, TilingError
from aclnn_emu.kernels import movement
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
    C32,
    C64,
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
from aclnn_emu.plan.checks import (
    chip_has_operator,
    custom,
    dtype_in,
    max_rank,
    not_null,
    require_shape,
    same_dtype,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

    Shape = tuple[int, ...]

__all__: list[str] = []

_SLICE = bf16_on_new(F32, F16, S64, S8, S32, U8, BOOL)


def _require_positive(call: Call, param: str, values: Sequence[int]) -> None:
    for value in values:
        if value <= 0:
            raise ParamInvalid("ACLNN-PARAM-042", op=call.operator.name, param=param, got=value, low=1)


def _bounds(size: int, start: int, end: int) -> tuple[int, int]:
    """Start and end counted from the first element and brought into the dimension; an end before start is start."""
    begin = min(max(wrap(start, size), 0), size)
    return begin, min(max(wrap(end, size), begin), size)


@custom(
    "slices", ("self", "dim", "start", "end", "step", "out"), "step: above 0; out: the shape of the slice"
)
def _slices(call: Call) -> None:
    args = call.args
    _require_positive(call, "step", (args["step"],))
    _, shape = _cut(args["self"].view_shape, [args["dim"]], [args["start"]], [args["end"]], [args["step"]])
    require_exact_shape(call, shape)


def _cut(
    shape: Shape, dims: Sequence[int], starts: Sequence[int], ends: Sequence[int], steps: Sequence[int]
) -> tuple[tuple[slice, ...], Shape]:
    """What to index with, and the shape that comes out."""
    index, sizes = [slice(None)] * len(shape), list(shape)
    for dim, start, end, step in zip(dims, starts, ends, steps, strict=True):
        axis = wrap(dim, len(shape))
        begin, stop = _bounds(shape[axis], start, end)
        index[axis], sizes[axis] = slice(begin, stop, step), -(-(stop - begin) // step)
    return tuple(index), tuple(sizes)


@operator(
    "aclnnSlice(const aclTensor *self, int64_t dim, int64_t start, int64_t end, int64_t step, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        same_dtype("self", "out"),
        dtype_in(_SLICE, "self"),
        max_rank(8, "self"),
        min_rank(1, "self"),
        dim_in_range("dim", "self"),
        _slices,
    ),
    source="ops-math/conversion/slice/op_api/aclnn_slice.cpp",
)
def slice_(b: Builder, self: Tensor, dim: int, start: int, end: int, step: int, out: Tensor) -> None:
    """out = self from start to end along dim, in steps; both are brought into the dimension."""
    if self.is_empty or out.is_empty:
        return
    index, shape = _cut(self.view_shape, [dim], [start], [end], [step])
    _take(b, self, index, shape, out)


def _take(b: Builder, self: Tensor, index: tuple[slice, ...], shape: Shape, out: Tensor) -> None:
    x = b.contiguous(self)
    taken = b.kernel(movement.take_slice, x, name="StridedSliceV3", shape=shape, format=x.format, index=index)
    b.view_copy(taken, out)


@custom("names_axes", ("self", "axes"), "axes: axes of self, each at most once")
def _names_axes(call: Call) -> None:
    axes, shape = call.args["axes"].values, call.args["self"].view_shape
    rank, seen = len(shape), set()
    facts: dict[str, Any] = {
        "op": call.operator.name, "param": "axes", "got": list(axes), "tensor": "self", "shape": list(shape)
    }  # fmt: skip
    for axis in axes:
        if not -rank <= axis < rank:
            raise ParamInvalid("ACLNN-PARAM-015", axis=axis, low=-rank, high=rank - 1, **facts)
        if wrap(axis, rank) in seen:
            raise ParamInvalid("ACLNN-PARAM-016", axis=wrap(axis, rank), **facts)
        seen.add(wrap(axis, rank))


@custom("slices_axes", ("self", "starts", "ends", "axes", "steps", "out"),
        "starts, ends, steps: one for each of axes; steps: above 0; out: the shape of the slice")  # fmt: skip
def _slices_axes(call: Call) -> None:
    args = call.args
    for name in ("starts", "ends"):
        require_values(call, name, len(args["axes"].values))
    _require_positive(call, "steps", args["steps"].values)
    require_values(call, "steps", len(args["axes"].values))
    lists = (args[name].values for name in ("axes", "starts", "ends", "steps"))
    _, shape = _cut(args["self"].view_shape, *lists)
    require_exact_shape(call, shape)


@operator(
    "aclnnSliceV2(const aclTensor *self, const aclIntArray *starts, const aclIntArray *ends, const aclIntArray *axes,"
    " const aclIntArray *steps, aclTensor *out)",
    checks=(
        not_null("self", "out", "starts", "ends", "axes", "steps"),
        same_dtype("self", "out"),
        dtype_in(_SLICE, "self"),
        max_rank(8, "self"),
        _names_axes,
        _slices_axes,
    ),
    source="ops-math/conversion/strided_slice_v3/op_api/aclnn_slice_v2.cpp",
    deviations=(
        "Other numbers of steps than of axes are refused with 161002; the library reads behind the shorter array.",
    ),
)
def slice_v2(
    b: Builder, self: Tensor, starts: IntArray, ends: IntArray, axes: IntArray, steps: IntArray, out: Tensor
) -> None:
    """out = self from starts to ends along axes, in steps; the bounds are brought into their dimensions."""
    if self.is_empty:
        return
    index, shape = _cut(self.view_shape, axes.values, starts.values, ends.values, steps.values)
    _take(b, self, index, shape, out)


# Slices with masks

_STRIDED = (F16, F32, S32, U8, BOOL, S8, S16, S64, U16, U32, U64, BF16, C32, C64, HIF8, F8E5M2, F8E4M3)


@custom("slice_lists", ("begin", "end", "strides"), "begin, end, strides: equally many; strides: not 0")
def _slice_lists(call: Call) -> None:
    require_values(call, "end", len(call.args["begin"].values))
    require_values(call, "strides", len(call.args["end"].values))
    if 0 in call.args["strides"].values:
        raise ParamInvalid("ACLNN-PARAM-043", op=call.operator.name, param="strides", got=0)


@custom("slice_masks", ("ellipsisMask", "shrinkAxisMask", "strides"),
        "ellipsisMask: one bit at most; strides: above 0 where shrinkAxisMask has a bit")  # fmt: skip
def _slice_masks(call: Call) -> None:
    ellipsis, shrink = call.args["ellipsisMask"], call.args["shrinkAxisMask"]
    if ellipsis & (ellipsis - 1):
        raise ParamInvalid("ACLNN-PARAM-155", op=call.operator.name, param="ellipsisMask", got=ellipsis)
    _require_positive(
        call, "strides", [stride for i, stride in enumerate(call.args["strides"].values) if shrink >> i & 1]
    )


@operator(
    "aclnnStridedSlice(const aclTensor *self, const aclIntArray *begin, const aclIntArray *end, const aclIntArray *strides,"
    " int64_t beginMask, int64_t endMask, int64_t ellipsisMask, int64_t newAxisMask, int64_t shrinkAxisMask, aclTensor *out)",
    checks=(
        not_null("self", "begin", "end", "strides", "out"),
        chip_has_operator("self", REGBASE),
        dtype_in(dtypes(*_STRIDED), "self", "out"),
        same_dtype("self", "out"),
        max_rank(8, "self"),
        _slice_lists,
        _slice_masks,
    ),
    source="ops-math/conversion/strided_slice/op_api/aclnn_strided_slice.cpp",
    deviations=("COMPLEX32 and HIFLOAT8 pass the checks and answer 561003: not emulated.",),
)
def strided_slice(
    b: Builder,
    self: Tensor,
    begin: IntArray,
    end: IntArray,
    strides: IntArray,
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
    out: Tensor,
) -> None:
    """out = self[begin:end:strides], as TensorFlow's strided_slice reads the masks."""
    if self.is_empty:
        return
    x = b.contiguous(self)
    if not begin.values:
        b.view_copy(x, out)
        return
    entries: list[slice | int | None] = []
    dots: int | None = None
    for place, (low, high, step) in enumerate(zip(begin.values, end.values, strides.values, strict=True)):
        bit = 1 << place
        if ellipsis_mask & bit:
            dots = len(entries)
        elif new_axis_mask & bit:
            entries.append(None)
        elif shrink_axis_mask & bit:
            entries.append(low)
        else:
            entries.append(slice(None if begin_mask & bit else low, None if end_mask & bit else high, step))
    _require_places(b.call, entries, dots, self.view_shape)
    rest = [slice(None)] * (self.rank - sum(entry is not None for entry in entries))
    split = len(entries) if dots is None else dots
    index = (*entries[:split], *rest, *entries[split:])
    shape = movement.slice_shape(self.view_shape, index)
    require_shape(b.call, shape, "out")
    b.view_copy(b.kernel(movement.take_slice, x, shape=shape, index=index), out)


def _require_places(
    call: Call, entries: Sequence[slice | int | None], dots: int | None, shape: Shape
) -> None:
    """InnerNullptr (561103) where an entry has no dimension, or a single place lies outside of it."""
    used = [entry for entry in entries if entry is not None]
    facts: dict[str, Any] = {
        "op": call.operator.name,
        "param": "begin",
        "got": list(call.args["begin"].values),
    }
    if len(used) > len(shape):
        raise InnerNullptr("ACLNN-PARAM-157", place=len(shape), dim=len(shape), size=0, **facts)
    before = len(used) if dots is None else sum(entry is not None for entry in entries[:dots])
    for count, entry in enumerate(used):
        dim = count if count < before else count + len(shape) - len(used)
        if isinstance(entry, int) and not -shape[dim] <= entry < shape[dim]:
            raise InnerNullptr("ACLNN-PARAM-157", place=entry, dim=dim, size=shape[dim], **facts)


# Assignment to a slice

_ASSIGNED = dtypes(F16, F32, BF16, S32, S64, F64, S8)


@custom("assigned_lists", ("varRef", "begin", "end", "strides", "axesOptional"),
        "begin, end, strides: one for each of axesOptional, or of the dimensions of varRef")  # fmt: skip
def _assigned_lists(call: Call) -> None:
    axes, var = call.args["axesOptional"], call.args["varRef"]
    count = var.rank if axes is None else len(axes.values)
    for name in ("begin", "end", "strides"):
        require_values(call, name, count)


@operator(
    "aclnnStridedSliceAssignV2(aclTensor *varRef, const aclTensor *inputValue, const aclIntArray *begin,"
    " const aclIntArray *end, const aclIntArray *strides, const aclIntArray *axesOptional)",
    checks=(
        not_null("varRef", "inputValue", "begin", "end", "strides"),
        kernel_on("varRef", 2201, REGBASE),
        dtype_in(_ASSIGNED, "varRef"),
        same_dtype("varRef", "inputValue"),
        max_rank(8, "varRef"),
        min_rank(1, "varRef"),
        _assigned_lists,
    ),
    source="ops-math/conversion/strided_slice_assign_v2/op_host/strided_slice_assign_v2_tiling.cpp",
    deviations=(
        GENERATED,
        "What the kernel's tiling refuses (axes, an empty varRef, steps, the shape of inputValue) answers 561002 in phase 1.",
    ),
)
def strided_slice_assign_v2(
    b: Builder,
    var_ref: Tensor,
    input_value: Tensor,
    begin: IntArray,
    end: IntArray,
    strides: IntArray,
    axes_optional: IntArray | None,
) -> None:
    """varRef[begin:end:strides] = inputValue, along the axes that axesOptional names or along all of them."""
    index, shape = _assigned(b.call, var_ref.view_shape, axes_optional, begin, end, strides)
    if input_value.view_shape != shape:
        _refuse(
            "ACLNN-PARAM-009", b.call, "inputValue", got=list(input_value.view_shape), allowed=list(shape)
        )
    if 0 in shape:
        return
    x = b.contiguous(var_ref)
    placed = b.kernel(
        movement.place_slice, x, b.contiguous(input_value), shape=var_ref.view_shape, index=index
    )
    b.view_copy(placed, var_ref)


def _refuse(message: str, call: Call, param: str, **values: Any) -> NoReturn:
    """As the kernel's tiling does (561002)."""
    raise TilingError(message, op=call.operator.name, param=param, **values)


def _assigned(
    call: Call, shape: Shape, axes: IntArray | None, begin: IntArray, end: IntArray, strides: IntArray
) -> tuple[tuple[slice, ...], Shape]:
    rank = len(shape)
    named = tuple(range(rank)) if axes is None else axes.values
    if any(size <= 0 for size in shape):
        _refuse("ACLNN-PARAM-127", call, "varRef")
    facts: dict[str, Any] = {"got": list(named), "tensor": "varRef", "shape": list(shape)}
    for axis in named:
        if not -rank <= axis < rank:
            _refuse("ACLNN-PARAM-015", call, "axesOptional", axis=axis, low=-rank, high=rank - 1, **facts)
        if sum(wrap(other, rank) == wrap(axis, rank) for other in named) > 1:
            _refuse("ACLNN-PARAM-016", call, "axesOptional", axis=wrap(axis, rank), **facts)
    for axis, step in zip(named, strides.values, strict=True):
        if step < 1:
            _refuse("ACLNN-PARAM-042", call, "strides", got=step, low=1)
        if wrap(axis, rank) == rank - 1 and step != 1:
            _refuse("ACLNN-PARAM-010", call, "strides", got=step, allowed="1 for the last dimension")
    return _cut(shape, named, begin.values, end.values, strides.values)
