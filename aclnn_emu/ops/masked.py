"""Choosing by a mask or by being nonzero: Nonzero, NonzeroV2, MaskedSelect, InplaceMaskedScatter; and OneHot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.layout import broadcast, numel
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import masked as kernels
from aclnn_emu.ops._indices import IN_PLACE, REGBASE, require_exact, require_rank
from aclnn_emu.ops._pairs import broadcast_to
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import broadcasts_to, custom, dtype_in, max_rank, not_null, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_DAV_2201 = 2201
_LIST = (F32, S32, S64, F16, S16, S8, U8, F64, BOOL)
_NONZERO = dtypes(*_LIST, DAV_2201=(*_LIST, BF16), DAV_3510=(*_LIST, BF16, U16, U32, U64))
_NONZERO_V2 = with_bf16(F32, F16, S8, U8, S16, U16, S32, U32, S64, U64, F64, BOOL)
_S64 = dtypes(S64)
_MOST_IN_A_SIZE = 2**31 - 1


@custom("sizes_in_int32", ("self",), f"self: no size above {_MOST_IN_A_SIZE}")
def _sizes_in_int32(call: Call) -> None:
    """Source: ops-math common/inc/external/aclnn_kernels/common/op_error_check.h (CheckDims)."""
    self = call.args["self"]
    if max(self.view_shape, default=0) > _MOST_IN_A_SIZE:
        raise ParamInvalid(
            "ACLNN-PARAM-170", op=call.operator.name, param="self", got=list(self.view_shape),
            allowed=_MOST_IN_A_SIZE,
        )  # fmt: skip


_ROOM = "An out without room for the result stops the task (507035); the library does not look at its shape."


@operator(
    "aclnnNonzero(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_NONZERO, "self"),
        dtype_in(_S64, "out"),
        max_rank(8, "self", "out"),
        _sizes_in_int32,
    ),
    source="ops-nn/index/non_zero/op_api/aclnn_nonzero.cpp",
    deviations=(_ROOM,),
)
def nonzero(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the coordinates of what is not 0 in self, a row each."""
    if not self.is_empty and not out.is_empty:
        b.kernel_sized(kernels.nonzero, b.contiguous(self), outs=(out,), transposed=False)


@operator(
    "aclnnNonzeroV2(const aclTensor *self, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_NONZERO_V2, "self"),
        dtype_in(_S64, "out"),
        max_rank(8, "self", "out"),
        _sizes_in_int32,
    ),
    source="ops-nn/index/non_zero/op_api/aclnn_nonzero_v2.cpp",
    deviations=(
        _ROOM,
        "A strided out is filled from its first element on, row-major; Ascend950 keeps its strides for some dtypes.",
    ),
)
def nonzero_v2(b: Builder, self: Tensor, out: Tensor) -> None:
    """out = the coordinates of what is not 0 in self, a column each."""
    if not self.is_empty and not out.is_empty:
        b.kernel_sized(kernels.nonzero, b.contiguous(self), outs=(out,), transposed=True)


_SELECT = dtypes(*_LIST, DAV_2201=(*_LIST, BF16), DAV_3510=(*_LIST, BF16, U16, U32, U64))
_MASK = dtypes(U8, BOOL)


@custom(
    "room_for_all", ("self", "mask", "out"), "self, mask: broadcast; out: one dimension, as many elements"
)
def _room_for_all(call: Call) -> None:
    x, mask, out = (call.args[name] for name in ("self", "mask", "out"))
    merged = broadcast(x.view_shape, mask.view_shape)
    if merged is None:
        raise ParamInvalid(
            "ACLNN-PARAM-008", op=call.operator.name, param="mask", got=list(mask.view_shape),
            other=list(x.view_shape), reference="self",
        )  # fmt: skip
    require_rank(call, "out", 1)
    if out.numel != numel(merged):
        raise ParamInvalid(
            "ACLNN-PARAM-069", op=call.operator.name, param="out", got=out.numel, shape=list(out.view_shape),
            allowed=numel(merged),
        )  # fmt: skip


@operator(
    "aclnnMaskedSelect(const aclTensor *self, const aclTensor *mask, aclTensor *out)",
    checks=(
        not_null("self", "mask", "out"),
        dtype_in(_SELECT, "self"),
        dtype_in(_MASK, "mask"),
        dtype_in(_SELECT, "out"),
        max_rank(8, "self", "mask"),
        _room_for_all,
    ),
    source="ops-math/conversion/masked_select_v3/op_api/aclnn_masked_select.cpp",
)
def masked_select(b: Builder, self: Tensor, mask: Tensor, out: Tensor) -> None:
    """out = the elements of self where the mask is set."""
    if self.is_empty or mask.is_empty or out.is_empty:
        return
    x, chosen = b.contiguous(self), b.contiguous_cast(mask, BOOL)
    x = b.cast(x, out.dtype)
    on_core = b.profile.npu_arch in (_DAV_2201, REGBASE)
    if on_core and self.view_shape != mask.view_shape:
        shape = broadcast(self.view_shape, mask.view_shape) or ()
        x, chosen = broadcast_to(b, x, shape), broadcast_to(b, chosen, shape)
    b.kernel_sized(
        kernels.masked_select, x, chosen, outs=(out,), name="MaskedSelectV3" if on_core else "MaskedSelect"
    )


_SCATTER = with_bf16(*_LIST)


@operator(
    "aclnnInplaceMaskedScatter(aclTensor *selfRef, const aclTensor *mask, const aclTensor *source)",
    checks=(
        not_null("selfRef", "mask", "source"),
        dtype_in(_SCATTER, "selfRef"),
        dtype_in(_MASK, "mask"),
        same_dtype("selfRef", "source"),
        max_rank(8, "selfRef", "mask", "source"),
        broadcasts_to("selfRef", "mask"),
    ),
    source="ops-nn/index/masked_scatter/op_api/aclnn_masked_scatter.cpp",
    deviations=(
        IN_PLACE,
        "A mask with more elements set than source has stops the task (507035); the library leaves that to its kernel.",
        "Ascend950 repeats the mask, or adds up positions, in steps of their own; here MaskedScatter is one step.",
    ),
)
def inplace_masked_scatter(b: Builder, self_ref: Tensor, mask: Tensor, source: Tensor) -> None:
    """selfRef = the elements of source, one after the other, where the mask is set."""
    if self_ref.is_empty or mask.is_empty:
        return
    x, chosen = b.contiguous(self_ref), b.contiguous_cast(mask, BOOL)
    result = b.kernel(
        kernels.masked_scatter, x, chosen, b.contiguous(source), shape=self_ref.view_shape,
        op="aclnnInplaceMaskedScatter",
    )  # fmt: skip
    b.view_copy(result, self_ref)


_NAMES = dtypes(S32, S64, DAV_3510=(S32, S64, U8))
_VALUES = dtypes(F16, F32, S32, S64, DAV_3510=(F16, F32, S32, S64, S8, U8))


@custom("hot_ranks", ("self", "onValue", "offValue", "out"), "at most 8 dimensions; self on 950 at most 7")
def _hot_ranks(call: Call) -> None:
    max_rank(7 if call.profile.npu_arch == REGBASE else 8, "self").run(call)
    max_rank(8, "onValue", "offValue", "out").run(call)


@custom(
    "hot_attributes", ("numClasses", "axis", "self"), "numClasses: not negative; axis: -1 to the rank of self"
)
def _hot_attributes(call: Call) -> None:
    op, x = call.operator.name, call.args["self"]
    low = 1 if x.is_empty else 0
    if call.args["numClasses"] < low:
        raise ParamInvalid("ACLNN-PARAM-042", op=op, param="numClasses", got=call.args["numClasses"], low=low)
    if not -1 <= call.args["axis"] <= x.rank:
        raise ParamInvalid("ACLNN-PARAM-200", op=op, param="axis", got=call.args["axis"], low=-1, high=x.rank)


def _place(self: Tensor, axis: int) -> int:
    return axis if axis >= 0 else axis + self.rank + 1


@custom(
    "hot_shape", ("self", "numClasses", "axis", "out"), "out: self with a dimension of numClasses at axis"
)
def _hot_shape(call: Call) -> None:
    x, place = call.args["self"], _place(call.args["self"], call.args["axis"])
    require_rank(call, "out", x.rank + 1)
    require_exact(call, (*x.view_shape[:place], call.args["numClasses"], *x.view_shape[place:]), "out")


@operator(
    "aclnnOneHot(const aclTensor *self, int numClasses, const aclTensor *onValue, const aclTensor *offValue,"
    " int64_t axis, aclTensor *out)",
    checks=(
        not_null("self", "onValue", "offValue", "out"),
        dtype_in(_NAMES, "self"),
        dtype_in(_VALUES, "out", "onValue", "offValue"),
        same_dtype("out", "onValue", "offValue"),
        _hot_ranks,
        _hot_attributes,
        _hot_shape,
    ),
    source="ops-math/math/one_hot/op_api/aclnn_one_hot.cpp",
    deviations=(
        "A class outside 0 to numClasses - 1 gives offValue throughout.",
        "onValue and offValue without elements are refused (561103); the library hands them to its kernel.",
    ),
)
def one_hot(
    b: Builder, self: Tensor, num_classes: int, on_value: Tensor, off_value: Tensor, axis: int, out: Tensor
) -> None:
    """out = onValue at the class that self names, else offValue."""
    if self.is_empty or not num_classes:
        return
    for param, value in (("onValue", on_value), ("offValue", off_value)):
        if value.is_empty:
            raise InnerNullptr("ACLNN-PARAM-127", op=b.call.operator.name, param=param)
    result = b.kernel(
        kernels.one_hot, b.contiguous(self), b.view(on_value), b.view(off_value), shape=out.view_shape,
        dtype=out.dtype, classes=num_classes, axis=_place(self, axis),
    )  # fmt: skip
    b.view_copy(result, out)
