"""Several index tensors at once: Index, IndexPutImpl."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.layout import broadcast, broadcasts_to
from aclnn_emu.core.layout import numel as count_of
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import index as kernels
from aclnn_emu.ops._indices import IN_PLACE, OUT_OF_RANGE, REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    custom,
    dtype_in,
    max_rank,
    members_not_null,
    not_null,
    public_format,
    same_dtype,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.lists import TensorList
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_LIST = (F32, F16, S64, S32, BOOL, S8, U8, F64, S16)
_INDEX = dtypes(*_LIST, DAV_2201=(*_LIST, BF16), DAV_3510=(*_LIST, BF16, C64), DAV_3002=(*_LIST, BF16))
_PUT = with_bf16(F32, S32, S64, F16, S16, S8, U8, F64, BOOL)
_INDICES = dtypes(S64, S32, BOOL)
_DAV_2201 = 2201

_ONE_STEP = (
    "One Index or IndexPut step for every chip: the library checks the indices, turns dimensions round or sorts before"
    " it, depending on chip and sizes, which changes the workspace size."
)


@custom("indices_dtype", ("indices",), "indices: those with elements INT64, INT32 or BOOL")
def _indices_dtype(call: Call) -> None:
    allowed = _INDICES.on(call.profile)
    for place, item in enumerate(call.args["indices"].items):
        if not item.is_empty and item.dtype not in allowed:
            raise ParamInvalid(
                "ACLNN-PARAM-003", op=call.operator.name, param=f"indices[{place}]",
                got=dtype_name(item.dtype), allowed=", ".join(map(dtype_name, allowed)),
                soc=call.profile.name,
            )  # fmt: skip


def _given(indices: TensorList) -> tuple[bool, ...]:
    return tuple(not item.is_empty for item in indices.items if item is not None)


def _defined(indices: TensorList) -> list[Tensor]:
    return [item for item in indices.items if item is not None and not item.is_empty]


def _picked(x: Tensor, indices: TensorList) -> tuple[int, ...] | None:
    """The shape of x at the indices; None where masks decide it, or where there is none."""
    shape, given = x.view_shape or (1,), _given(indices)
    together: tuple[int, ...] | None = ()
    for item in _defined(indices):
        if item.dtype == BOOL or together is None:
            return None
        together = broadcast(together, item.view_shape)
    if together is None or len(given) > len(shape):
        return None
    places = [place for place, has in enumerate(given) if has]
    side_by_side = not places or places[-1] - places[0] + 1 == len(places)
    kept = [size for place, size in enumerate(shape) if place >= len(given) or not given[place]]
    start = places[0] if places and side_by_side else 0
    return (*kept[:start], *together, *kept[start:])


@custom("ranks", ("self", "indices"), "self, indices: at most 8 dimensions; so has the result")
def _ranks(call: Call) -> None:
    max_rank(8, "self", "indices").run(call)
    x, defined = call.args["self"], _defined(call.args["indices"])
    result = x.rank - len(defined) + (defined[0].rank if defined else 0)
    if result > 8:
        raise ParamInvalid(
            "ACLNN-PARAM-002", op=call.operator.name, param="out", got=result,
            shape=list(call.args["out"].view_shape), allowed=8,
        )  # fmt: skip


@operator(
    "aclnnIndex(const aclTensor *self, const aclTensorList *indices, aclTensor *out)",
    checks=(
        not_null("self", "out", "indices"),
        members_not_null("indices"),
        same_dtype("self", "out"),
        dtype_in(_INDEX, "self"),
        _indices_dtype,
        public_format("self", "out", "indices"),
        _ranks,
    ),
    source="ops-nn/index/index/op_api/aclnn_index.cpp",
    deviations=(
        OUT_OF_RANGE,
        _ONE_STEP,
        (
            "An out that integer indices do not make is refused in phase 1 (561103), and one that masks do not make stops"
            " the task (507035); the library hands its shape to the kernel."
        ),
        "BF16 on Ascend910 and 310P is refused behind the dtype of out, not before it; same code.",
    ),
)
def index(b: Builder, self: Tensor, indices: TensorList, out: Tensor) -> None:
    """out = self[indices]; an empty index takes its dimension whole, a BOOL one is a mask."""
    if self.is_empty or out.is_empty:
        return
    op, defined = "aclnnIndex", _defined(indices)
    if self.dtype == C64 and any(item.dtype == BOOL for item in defined):
        raise InnerNullptr("ACLNN-PARAM-047", op=op, param="indices", got="a BOOL mask for COMPLEX64")
    expected = _picked(self, indices)
    masked = any(item.dtype == BOOL for item in defined)
    if (
        not masked
        and expected != out.view_shape
        and not (expected is not None and count_of(expected) == out.numel == 1)
    ):
        raise InnerNullptr(
            "ACLNN-PARAM-009", op=op, param="out", got=list(out.view_shape), allowed=list(expected or ())
        )
    picks = [b.contiguous(item) for item in defined]
    result = b.kernel(
        kernels.index, b.contiguous(self), *picks, shape=out.view_shape, dtype=self.dtype,
        given=_given(indices), out_shape=out.view_shape, op=op,
    )  # fmt: skip
    b.view_copy(result, out)


@custom(
    "members_fit",
    ("selfRef", "indices"),
    "selfRef: at most 8 dimensions; indices: no more members than those",
)
def _members_fit(call: Call) -> None:
    max_rank(8, "selfRef").run(call)
    x, indices = call.args["selfRef"], call.args["indices"]
    if len(indices) > x.rank:
        raise ParamInvalid(
            "ACLNN-PARAM-166", op=call.operator.name, param="indices", got=len(indices), allowed=x.rank,
            reference="selfRef",
        )  # fmt: skip


@custom(
    "masks_fit",
    ("selfRef", "indices"),
    "indices: where one is a mask, shapes of the dimensions that they cover",
)
def _masks_fit(call: Call) -> None:
    x, indices = call.args["selfRef"].view_shape, call.args["indices"].items
    if not any(item.dtype == BOOL and not item.is_empty for item in indices):
        return
    axis = 0
    for place, item in enumerate(indices):
        covered = x[axis : axis + item.rank]
        if not item.is_empty and covered != item.view_shape:
            raise ParamInvalid(
                "ACLNN-PARAM-167", op=call.operator.name, param=f"indices[{place}]",
                got=list(item.view_shape), reference="selfRef", allowed=list(covered),
            )  # fmt: skip
        axis += 1 if item.is_empty else item.rank


@operator(
    "aclnnIndexPutImpl(aclTensor *selfRef, const aclTensorList *indices, const aclTensor *values,"
    " const bool accumulate, const bool unsafe)",
    checks=(
        not_null("selfRef", "values", "indices"),
        members_not_null("indices"),
        dtype_in(_PUT, "selfRef", "values"),
        _indices_dtype,
        same_dtype("selfRef", "values"),
        _members_fit,
        _masks_fit,
    ),
    source="ops-nn/index/index_put_v2/op_api/aclnn_index_put_impl.cpp",
    deviations=(
        OUT_OF_RANGE,
        IN_PLACE,
        _ONE_STEP,
        (
            "values that do not broadcast to what integer indices name are refused in phase 1 (561103), to what masks name"
            " they stop the task (507035)."
        ),
        "Where an index comes more than once without accumulate, the last value stays; a card promises no order.",
    ),
)
def index_put_impl(
    b: Builder,
    self_ref: Tensor,
    indices: TensorList,
    values: Tensor,
    accumulate: bool,
    unsafe: bool,  # noqa: ARG001 - the library does not read it either
) -> None:
    """selfRef[indices] = values, or += values where accumulate is set."""
    defined, op = _defined(indices), "aclnnIndexPutImpl"
    if self_ref.is_empty or values.is_empty or not defined:
        return
    masked = any(item.dtype == BOOL for item in defined)
    target = _picked(self_ref, indices)
    if not masked and (target is None or not broadcasts_to(values.view_shape, target)):
        raise InnerNullptr(
            "ACLNN-PARAM-007", op=op, param="values", got=list(values.view_shape),
            target="the indexed elements", allowed=list(target or ()),
        )  # fmt: skip
    x, source = b.contiguous(self_ref), b.contiguous(values)
    wide = _accumulated_in(self_ref.dtype, b.profile.npu_arch) if accumulate else self_ref.dtype
    x, source = b.cast(x, wide), b.cast(source, wide)
    picks: list[Any] = [b.contiguous(item) for item in defined]
    result = b.kernel(
        kernels.index_put_adding if accumulate else kernels.index_put, x, source, *picks,
        shape=self_ref.view_shape, dtype=wide, name="IndexPut" if masked else "IndexPutV2",
        given=_given(indices), op=op,
    )  # fmt: skip
    b.view_copy(b.cast(result, self_ref.dtype), self_ref)


def _accumulated_in(dtype: int, arch: int) -> int:
    """The dtype in which the chip adds."""
    if dtype in (F16, BF16):
        return F32
    if arch == REGBASE:
        return S32 if dtype in (S8, U8) else dtype
    return S32 if dtype == BOOL else dtype
