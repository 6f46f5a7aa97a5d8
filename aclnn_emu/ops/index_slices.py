"""Slices along one dimension, by indices: IndexAdd, IndexCopy, IndexFill and their versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import is_complex
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import gather as gather_kernels
from aclnn_emu.kernels import index as index_kernels
from aclnn_emu.kernels import scatter as scatter_kernels
from aclnn_emu.ops._indices import IN_PLACE, INDEX, OUT_OF_RANGE, REGBASE, dim_of, require_rank, wrapped
from aclnn_emu.ops._pairs import declare
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8, U32, U64
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    Check,
    custom,
    dtype_in,
    max_rank,
    not_null,
    require_cast,
    same_dtype,
    same_format,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_DAV_2201 = 2201


def _slices_match(x: str, *, scalar: bool = False) -> Check:
    """The source has the slices of x, one for each index.

    A source without dimensions counts as one of one element. With `scalar` it is one slice whatever x is, and the library
    reads its sizes as 0, so that of tensors with elements it fits vectors only.
    """

    @custom(
        "slices_match", (x, "source", "index", "dim"), f"source: sizes of {x} but for dim; index: one a slice"
    )
    def check(call: Call) -> None:
        target, source, index = call.args[x], call.args["source"], call.args["index"]
        axis, one_slice = wrapped(call.args["dim"], target), scalar and not source.rank
        sizes = source.view_shape or (1,)
        if target.rank and len(sizes) != target.rank and not one_slice:
            require_rank(call, "source", target.rank)
        pairs = enumerate(zip(target.view_shape, (0,) * target.rank if one_slice else sizes, strict=False))
        if target.rank and any(a != size for place, (a, size) in pairs if place != axis):
            raise ParamInvalid(
                "ACLNN-PARAM-025", op=call.operator.name, param="source", got=list(source.view_shape),
                other=list(target.view_shape), reference=x, dim=axis,
            )  # fmt: skip
        max_rank(1, "index").run(call)
        if index.numel != sizes[min(axis, len(sizes) - 1)]:
            raise ParamInvalid(
                "ACLNN-PARAM-123", op=call.operator.name, param="index", got=index.numel,
                shape=list(index.view_shape), allowed=sizes[min(axis, len(sizes) - 1)],
            )  # fmt: skip

    return check


_ONE_ROW = "A source of several dimensions for a tensor that has none is refused (561103); the library hands it to its kernel."


def _require_row(b: Builder, x: Tensor, source: Tensor) -> None:
    if not x.rank and source.rank > 1:
        raise InnerNullptr(
            "ACLNN-PARAM-062", op=b.call.operator.name, param="source", got=source.rank, shape=list(source.view_shape),
            allowed=1,
        )  # fmt: skip


_ADD_LIST = (F32, S32, F16, F64, S16, S8, U8, S64, BOOL)
_ADD = with_bf16(*_ADD_LIST)
_ADD_V2 = dtypes(*_ADD_LIST, BF16)
_SORTED = (
    "The sort of the indices that comes before the addition of half types is part of the addition's step; negative"
    " indices are refused."
)


@operator(
    "aclnnIndexAdd(const aclTensor *self, const int64_t dim, const aclTensor *index, const aclTensor *source,"
    " const aclScalar *alpha, aclTensor *out)",
    checks=(
        not_null("self", "index", "source", "alpha", "out"),
        dtype_in(_ADD, "self"),
        dtype_in(INDEX, "index"),
        dtype_in(_ADD, "source", "out"),
        same_dtype("self", "source", "out"),
        max_rank(8, "self", "source"),
        dim_of("dim", "self"),
        _slices_match("self"),
        same_shape("self", "out"),
    ),
    source="ops-nn/index/inplace_scatter_add/op_host/op_api/aclnn_index_add.cpp",
    deviations=(OUT_OF_RANGE, IN_PLACE, _SORTED, _ONE_ROW),
)
def index_add(
    b: Builder, self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Scalar, out: Tensor
) -> None:
    """out = self with alpha * source added to the slices at the indices."""
    if self.is_empty or source.is_empty:
        return
    _require_row(b, self, source)
    arch, dtype = b.profile.npu_arch, self.dtype
    sorts = arch == _DAV_2201 and dim == 0 and dtype in (BF16, F16) and self.rank > 0
    computed = F32 if dtype == BF16 and not sorts and arch != REGBASE else dtype
    x, values = b.contiguous_cast(self, computed), b.contiguous_cast(source, computed)
    picks = b.contiguous(index)
    factor = alpha.as_(F32 if sorts else computed)
    name = "InplaceIndexAdd"
    if sorts:
        picks, name = b.cast(picks, S32), "InplaceIndexAddWithSorted"
    elif (
        arch == _DAV_2201
        and self.rank
        and wrapped(dim, self) == 0
        and alpha.as_(F64) == 1
        and dtype in (F32, S32)
    ):
        name = "InplaceScatterAdd"
    result = _added(b, x, picks, values, wrapped(dim, self), factor, name)
    b.view_copy(b.cast(result, dtype), out)


def _added(b: Builder, x: Buffer, picks: Buffer, values: Buffer, axis: int, factor: Any, name: str) -> Buffer:
    return b.kernel(
        index_kernels.index_add, x, picks, values, shape=x.shape, dtype=x.dtype, name=name, axis=axis,
        alpha=factor, op=b.call.operator.name,
    )  # fmt: skip


@custom("alpha_casts", ("alpha", "self"), "alpha: castable to the dtype of self")
def _alpha_casts(call: Call) -> None:
    require_cast(call, call.args["alpha"].dtype, "self", call.args["self"].dtype)


@custom("dim_of", ("dim", "self"), "dim: a dimension of self; 0 where it has none")
def _dim_v2(call: Call) -> None:
    rank, dim = call.args["self"].rank, call.args["dim"]
    if not (-rank <= dim < rank or (dim == 0 and not rank)):
        raise ParamInvalid(
            "ACLNN-PARAM-024", op=call.operator.name, param="dim", got=dim, rank=rank, low=-rank,
            high=max(rank - 1, 0),
        )  # fmt: skip


@operator(
    "aclnnIndexAddV2(const aclTensor *self, const int64_t dim, const aclTensor *index, const aclTensor *source,"
    " const aclScalar *alpha, int64_t mode, aclTensor *out)",
    checks=(
        not_null("self", "index", "source", "alpha", "out"),
        dtype_in(_ADD_V2, "self"),
        dtype_in(INDEX, "index"),
        same_dtype("self", "source", "out"),
        _alpha_casts,
        max_rank(8, "self", "source"),
        _dim_v2,
        _slices_match("self"),
        same_shape("self", "out"),
    ),
    source="ops-nn/index/inplace_scatter_add/op_host/op_api/aclnn_index_add_v2.cpp",
    deviations=(
        OUT_OF_RANGE,
        IN_PLACE,
        "The mode for deterministic results, which is off by default, is not emulated.",
        _ONE_ROW,
    ),
)
def index_add_v2(
    b: Builder, self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Scalar, mode: int, out: Tensor
) -> None:
    """out = self with alpha * source added to the slices at the indices; mode 0 is the fast way, without alpha."""
    if self.is_empty or source.is_empty:
        return
    _require_row(b, self, source)
    dtype, axis = self.dtype, wrapped(dim, self)
    wide: int
    x, values = b.contiguous(self), b.contiguous(source)
    picks = b.contiguous(index)
    if mode == 0:
        listed = dtype in (F32, F16, S32, S16, BF16)
        new = b.profile.npu_arch in (_DAV_2201, REGBASE)
        if not (new and listed and self.rank == 2 and axis == 0):
            raise InnerNullptr("ACLNN-PARAM-047", op="aclnnIndexAddV2", param="mode", got="0")
        wide = S32 if dtype in (S16, S32) else F32
        x, values = b.cast(x, wide), b.cast(values, wide)
        result = _added(b, x, picks, values, axis, 1, "InplaceScatterAdd")
    else:
        wide = F64 if dtype in (F16, F32, BF16) else dtype
        x, values = b.cast(x, wide), b.cast(values, wide)
        result = _added(b, x, picks, values, axis, alpha.as_(wide), "InplaceIndexAdd")
    b.view_copy(b.cast(result, dtype), out)


# IndexCopy.

_COPY_LIST = (S64, F64, S16, S8, U8, C64, C128, BOOL, F32, F16, S32)
_COPY = dtypes(*_COPY_LIST, DAV_2201=(*_COPY_LIST, BF16), DAV_3510=(*_COPY_LIST, BF16, U32, U64))


@custom("one_for_scalar", ("source", "index"), "index: one element where source has no dimensions")
def _one_for_scalar(call: Call) -> None:
    source, index = call.args["source"], call.args["index"]
    if not source.rank and index.numel != 1:
        raise ParamInvalid(
            "ACLNN-PARAM-123", op=call.operator.name, param="index", got=index.numel,
            shape=list(index.view_shape), allowed=1,
        )  # fmt: skip


def _index_copy(b: Builder, self_ref: Tensor, dim: int, index: Tensor, source: Tensor, out: Tensor) -> None:
    if self_ref.is_empty or index.is_empty:
        return
    _require_row(b, self_ref, source)
    axis = wrapped(dim, self_ref)
    x, picks, values = b.contiguous(self_ref), b.contiguous(index), b.contiguous(source)
    turned = axis != 0 and (b.profile.npu_arch != REGBASE or self_ref.dtype == C128)
    if turned:
        x, values = _swapped(b, x, axis), _swapped(b, values, axis)
    result = b.kernel(
        scatter_kernels.scatter_rows, x, picks, values, shape=x.shape,
        name="ScatterUpdate" if turned or not axis else "IndexPutV2", axis=0 if turned else axis,
        negative=False, op=b.call.operator.name, param="index",
    )  # fmt: skip
    b.view_copy(_swapped(b, result, axis) if turned else result, out)


def _swapped(b: Builder, x: Buffer, axis: int) -> Buffer:
    axes = list(range(len(x.shape)))
    axes[0], axes[axis] = axes[axis], axes[0]
    shape = tuple(x.shape[place] for place in axes)
    return b.kernel(gather_kernels.transpose, x, shape=shape, axes=tuple(axes))


def _copy_checks(out: str) -> tuple[Check, ...]:
    tensors = tuple(dict.fromkeys(("selfRef", "index", "source", out)))
    apart = out != "selfRef"
    return (
        not_null(*tensors),
        dtype_in(_COPY, "selfRef"),
        dtype_in(INDEX, "index"),
        same_dtype("selfRef", "source", *((out,) if apart else ())),
        max_rank(8, "selfRef", "source"),
        max_rank(1, "index"),
        *((same_shape("selfRef", out),) if apart else ()),
        _one_for_scalar,
        dim_of("dim", "selfRef"),
        _slices_match("selfRef", scalar=True),
        *((same_format("selfRef", out),) if apart else ()),
    )


_COPY_SOURCE = "ops-nn/index/scatter_update/op_api/aclnn_index_copy.cpp"
_COPY_NOTES = (
    OUT_OF_RANGE,
    IN_PLACE,
    "Ranks of source and selfRef are compared behind dim, not before it; same code.",
    _ONE_ROW,
)


@operator(
    "aclnnIndexCopy(aclTensor *selfRef, int64_t dim, const aclTensor *index, const aclTensor *source,"
    " aclTensor *outRef)",
    checks=_copy_checks("outRef"),
    source=_COPY_SOURCE,
    deviations=_COPY_NOTES,
    read=("selfRef",),
)
def index_copy(
    b: Builder, self_ref: Tensor, dim: int, index: Tensor, source: Tensor, out_ref: Tensor
) -> None:
    """outRef = selfRef with the slices at the indices replaced by those of source."""
    _index_copy(b, self_ref, dim, index, source, out_ref)


@operator(
    "aclnnInplaceIndexCopy(aclTensor *selfRef, int64_t dim, const aclTensor *index, const aclTensor *source)",
    checks=_copy_checks("selfRef"),
    source=_COPY_SOURCE,
    deviations=_COPY_NOTES,
)
def inplace_index_copy(b: Builder, self_ref: Tensor, dim: int, index: Tensor, source: Tensor) -> None:
    """selfRef with the slices at the indices replaced by those of source."""
    _index_copy(b, self_ref, dim, index, source, self_ref)


# IndexFill.

_FILL_LIST = (S32, F16, F32, S64, BOOL)
_ASSISTED = (
    "The two tensors that the library makes on the host for chips other than Ascend950, and their casts, are not part of"
    " the plan."
)
_FILL_950 = (*_FILL_LIST, BF16, S8, U8, S16, F64)
_FILL = dtypes(DAV_2201=(*_FILL_LIST, BF16), DAV_3510=_FILL_950)
_FILL_TENSOR = dtypes(*_FILL_LIST, DAV_2201=(*_FILL_LIST, BF16), DAV_3510=_FILL_950)


def _fill_shape(x: str, out: str) -> tuple[Check, ...]:
    return *((same_shape(x, out),) if x != out else ()), max_rank(8, x), dim_of("dim", x)


def _indices_in_range(x: str) -> Check:
    @custom("indices_in_range", ("index", x, "dim"), f"index: places of {x} along dim")
    def check(call: Call) -> None:
        tensor = call.args[x]
        size = tensor.view_shape[wrapped(call.args["dim"], tensor)] if tensor.rank else 1
        for value in call.args["index"].values:
            if not -size <= value < size:
                raise ParamInvalid(
                    "ACLNN-PARAM-200",
                    op=call.operator.name,
                    param="index",
                    got=value,
                    low=-size,
                    high=size - 1,
                )

    return check


@custom("real_value", ("value",), "value: not complex")
def _real_value(call: Call) -> None:
    if is_complex(call.args["value"].dtype):
        raise ParamInvalid("ACLNN-PARAM-063", op=call.operator.name, param="value", got="a complex fill")


def _fill(b: Builder, x: Tensor, dim: int, index: Any, value: Scalar, out: Tensor, *, by_list: bool) -> None:
    if x.is_empty:
        return
    picks: tuple[int, ...] = tuple(index.values) if by_list else ()
    if not (picks if by_list else index.numel):
        b.view_copy(x, out)
        return
    regbase = b.profile.npu_arch == REGBASE
    axis, last = wrapped(dim, x), max(x.rank, 1) - 1
    number = value.as_(x.dtype)
    if by_list and not regbase:
        number = type(value)(value.as_(F32), F32).as_(x.dtype)
    source = b.contiguous(x)
    turned = not by_list and not regbase and x.dtype in (S64, BOOL) and axis == last and last > 0
    if turned:
        source, axis = _swapped(b, source, last), 0
    inputs = (source,) if by_list else (source, b.contiguous(index))
    result = b.kernel(
        scatter_kernels.index_fill, *inputs, shape=source.shape, dtype=x.dtype,
        name="IndexFillD" if by_list and not regbase else "IndexFill", axis=axis, value=number, picks=picks,
    )  # fmt: skip
    b.view_copy(_swapped(b, result, last) if turned else result, out)


def _declare_fill(*, in_place: bool, by_list: bool) -> None:
    x, out = ("selfRef", "selfRef") if in_place else ("self", "out")
    name = f"aclnn{'Inplace' if in_place else ''}IndexFill{'Tensor' if by_list else ''}"
    first = f"{'' if in_place else 'const '}aclTensor *{x}"
    kind = "aclIntArray" if by_list else "aclTensor"
    rest = "" if in_place else ", aclTensor *out"

    def plan(b: Builder, *args: Any) -> None:
        _fill(b, args[0], args[1], args[2], args[3], args[0] if in_place else args[4], by_list=by_list)

    shape = unless_empty(x, *_fill_shape(x, out), *((_indices_in_range(x),) if by_list else ()))
    declare(
        f"{name}({first}, int64_t dim, const {kind} *index, const aclScalar *value{rest})",
        plan,
        f"{out} = {x} with the slices at the indices filled with value; an index that names none is passed over.",
        checks=(
            not_null(*dict.fromkeys((x, "index", "value", out))),
            dtype_in(_FILL_TENSOR if by_list else _FILL, x),
            *(() if in_place else (same_dtype(x, out),)),
            *((shape, _real_value) if by_list else (dtype_in(INDEX, "index"), shape)),
        ),
        source=f"ops-nn/index/index_fill_d/op_api/aclnn_index_fill{'_tensor' if by_list else ''}.cpp",
        deviations=(_ASSISTED,) if by_list else (),
    )


for _in_place in (False, True):
    for _by_list in (False, True):
        _declare_fill(in_place=_in_place, by_list=_by_list)
