"""Operators that move, convert or join data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.core.dtypes import DataType, dtype_name, itemsize_bytes
from aclnn_emu.core.formats import format_name, is_private_format
from aclnn_emu.core.lists import TensorList
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C32,
    C64,
    C128,
    F4E1M2,
    F4E2M1,
    F8E4M3,
    F8E5M2,
    F8E8M0,
    F16,
    F32,
    F64,
    HIF8,
    S4,
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
    Check,
    broadcasts_to,
    casts_to,
    custom,
    dtype_in,
    dtype_value_in,
    max_rank,
    members_not_null,
    not_null,
    require_shape,
    same_shape,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_CAST = (F16, F32, F64, S8, U8, S16, S32, S64, U16, U32, U64, BOOL, C64, C128)
_CAST_950 = (*_CAST, BF16, HIF8, F8E5M2, F8E4M3, C32, F4E1M2, F4E2M1)


@custom("contiguous_for_int4", ("self", "out"), "self: contiguous, where out is INT4")
def _contiguous_for_int4(call: Call) -> None:
    if call.args["out"].dtype == S4 and not call.args["self"].is_contiguous:
        raise ParamInvalid("ACLNN-PARAM-027", op=call.operator.name, param="self", out="out", dtype="INT4")


@operator(
    "aclnnCast(const aclTensor *self, const aclDataType dtype, aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(dtypes(*_CAST, DAV_2201=(*_CAST, BF16), DAV_3510=_CAST_950), "self"),
        dtype_value_in(dtypes(*_CAST, DAV_2201=(*_CAST, BF16), DAV_3510=(*_CAST_950, S4)), "dtype"),
        max_rank(8, "self"),
        same_shape("self", "out"),
        _contiguous_for_int4,
    ),
    source="ops-math/math/cast/op_api/aclnn_cast.cpp",
    deviations=(
        "Dtypes of Ascend950 below 16 bits and COMPLEX32 pass the checks and answer 561003: not emulated.",
    ),
)
def cast(b: Builder, self: Tensor, dtype: int, out: Tensor) -> None:
    """out = self as dtype; out must have that dtype."""
    if not self.is_empty:
        b.view_copy(b.contiguous_cast(self, dtype), out)


_CAT = (F32, S32, S64, F16, S16, S8, U8, F64, C64, BOOL)
_CAT_950 = (
    F32, S32, S64, F16, S16, S8, U8, U16, U32, U64, F64, C64, BF16, BOOL, F8E4M3, F8E5M2, HIF8, F8E8M0,
    F4E1M2, F4E2M1,
)  # fmt: skip
_CAT_DTYPES = dtypes(*_CAT, DAV_2201=(*_CAT, BF16), DAV_3002=(*_CAT, BF16), DAV_3510=_CAT_950)


def _kept(tensors: TensorList) -> list[tuple[str, Tensor]]:
    """The members that count: those of shape [0] are dropped before anything else."""
    return [
        (f"tensors[{place}]", tensor)
        for place, tensor in enumerate(tensors.items)
        if tensor is not None and tensor.view_shape != (0,)
    ]


def _on_kept(*checks: Check) -> Check:
    """The checks see the members that count only; with none left they are not asked at all."""

    def run(call: Call) -> None:
        tensors = call.args["tensors"]
        kept = {id(tensor) for _, tensor in _kept(tensors)}
        if kept:
            members = tuple(item if id(item) in kept else None for item in tensors.items)
            inner = attrs.evolve(call, args={**call.args, "tensors": TensorList(members)})
            for check in checks:
                check.run(inner)
            call.promoted = inner.promoted

    names = tuple(dict.fromkeys(name for check in checks for name in check.params))
    text = "members that are not of shape [0]: " + "; ".join(check.text for check in checks)
    return Check("on_kept", names, run, text, {"checks": checks})


@custom("joint_dtype", ("tensors",), "tensors: dtypes promote, in this order, and not to COMPLEX128")
def _joint_dtype(call: Call) -> None:
    (_, first), *rest = _kept(call.args["tensors"])
    joint: int = first.dtype
    for label, tensor in rest:
        # The member comes first, which matters to unsigned integers with complex numbers.
        merged = promote(tensor.dtype, joint)
        if merged == DataType.ACL_DT_UNDEFINED:
            raise ParamInvalid(
                "ACLNN-PARAM-011", op=call.operator.name, param=label, got=dtype_name(tensor.dtype),
                other=dtype_name(joint),
            )  # fmt: skip
        if merged == C128:
            raise ParamInvalid("ACLNN-PARAM-026", op=call.operator.name, got=dtype_name(C128))
        joint = merged
    call.promoted = joint


@custom("one_format", ("tensors", "out"), "tensors, out: one format, not a private one")
def _one_format(call: Call) -> None:
    (label, first), *rest = _kept(call.args["tensors"])
    if is_private_format(first.format):
        raise ParamInvalid(
            "ACLNN-PARAM-023", op=call.operator.name, param=label, got=format_name(first.format)
        )
    for name, tensor in [*rest, ("out", call.args["out"])]:
        if tensor.format != first.format:
            raise ParamInvalid(
                "ACLNN-PARAM-005", op=call.operator.name, param=name, got=format_name(tensor.format),
                reference=label, allowed=format_name(first.format),
            )  # fmt: skip


@custom(
    "joinable", ("tensors", "dim"), "tensors: at most 8 dimensions, equal sizes but for dim; dim in range"
)
def _joinable(call: Call) -> None:
    (label, first), *rest = _kept(call.args["tensors"])
    op, rank, dim = call.operator.name, first.rank, call.args["dim"]
    if rank > 8:
        raise ParamInvalid(
            "ACLNN-PARAM-002", op=op, param=label, got=rank, shape=list(first.view_shape), allowed=8
        )
    wrapped = dim + rank if dim < 0 else dim
    if not 0 <= wrapped < rank:
        raise ParamInvalid(
            "ACLNN-PARAM-024", op=op, param="dim", got=dim, rank=rank, low=-rank, high=rank - 1
        )
    for name, tensor in rest:
        if _without(tensor.view_shape, wrapped) != _without(first.view_shape, wrapped):
            raise ParamInvalid(
                "ACLNN-PARAM-025", op=op, param=name, got=list(tensor.view_shape), reference=label,
                other=list(first.view_shape), dim=wrapped,
            )  # fmt: skip


def _without(shape: tuple[int, ...], dim: int) -> tuple[int, tuple[int, ...]]:
    return len(shape), shape[:dim] + shape[dim + 1 :]


@operator(
    "aclnnCat(const aclTensorList *tensors, int64_t dim, aclTensor *out)",
    checks=(
        not_null("tensors"),
        members_not_null("tensors"),
        _on_kept(
            not_null("out"),
            dtype_in(_CAT_DTYPES, "tensors", "out"),
            _joint_dtype,
            casts_to("out"),
            _one_format,
            _joinable,
        ),
    ),
    source="ops-math/conversion/concat_d/op_api/aclnn_cat.cpp",
    deviations=(
        "A null member is refused with 161001; the library reads through it.",
        "When no member counts, workspaceSize is 0; the library leaves it unwritten.",
        "Ascend950 makes strided members contiguous; the library lets the kernel read some of them as they are.",
        "More than 32 members are joined also where their cast makes the library's kernel refuse so many (561103).",
    ),
)
def cat(b: Builder, tensors: TensorList, dim: int, out: Tensor) -> None:
    """out = the tensors one after the other along dim; members of shape [0] do not count."""
    members = [tensor for _, tensor in _kept(tensors)]
    rank = members[0].rank if members else 0
    members = [tensor for tensor in members if not tensor.is_empty]
    if not members:
        return
    if len(members) == 1:
        b.view_copy(b.contiguous_cast(members[0], out.dtype), out)
        return
    parts = [b.contiguous_cast(tensor, b.promoted) for tensor in members]
    axis = dim + rank if dim < 0 else dim
    many = b.profile.npu_arch == REGBASE or _joins_many(
        b, [tensor.view_shape for tensor in members], members[0].dtype, axis
    )
    size = 1536 if many else 32
    while len(parts) > 1:
        parts = [_concat(b, parts[start : start + size], axis) for start in range(0, len(parts), size)]
    require_shape(b.call, parts[0].shape, "out")
    b.view_copy(b.cast(parts[0], out.dtype), out)


def _joins_many(b: Builder, shapes: list[tuple[int, ...]], dtype: int, axis: int) -> bool:
    """Whether the 910B's second kernel takes them: 33 or more along the first axis, rows of whole 32 bytes.

    Source: ops-math conversion/concat_d/op_api/concat_d.cpp.
    """
    if b.profile.npu_arch != 2201 or axis != 0 or not 33 <= len(shapes) <= 2048:
        return False
    return all(shape[-1] * itemsize_bytes(dtype) % 32 == 0 for shape in shapes)


def _concat(b: Builder, parts: list[Buffer], axis: int) -> Buffer:
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    length = sum(part.shape[axis] for part in parts)
    shape = (*first.shape[:axis], length, *first.shape[axis + 1 :])
    many = _joins_many(b, [part.shape for part in parts], first.dtype, axis)
    name = "ConcatDV2" if many else "ConcatD"
    return b.kernel(data.concat, *parts, name=name, shape=shape, format=first.format, axis=axis)


_COPY = dtypes(
    S8, S16, S32, S64, U8, U16, U32, U64, F16, F32, BOOL, F64, C64, C128, BF16, F8E5M2, F8E4M3, HIF8, F8E8M0
)


@operator(
    "aclnnInplaceCopy(aclTensor *selfRef, const aclTensor *src)",
    checks=(
        not_null("selfRef", "src"),
        dtype_in(_COPY, "selfRef", "src"),
        max_rank(8, "selfRef", "src"),
        broadcasts_to("selfRef", "src"),
    ),
    source="ops-math/conversion/view_copy/op_api/aclnn_copy.cpp",
)
def inplace_copy(b: Builder, self_ref: Tensor, src: Tensor) -> None:
    """selfRef = src, cast and broadcast as selfRef needs it."""
    if self_ref.is_empty or src.is_empty:
        return
    source = b.contiguous_cast(src, self_ref.dtype)
    if source.shape != self_ref.view_shape:
        source = b.kernel(data.copy, source, name="BroadcastTo", shape=self_ref.view_shape)
    b.view_copy(source, self_ref)


_ZERO = (S8, S32, S64, U8, F16, F32, BOOL, F64, S16, U16, C128, C64, BF16)
_ZERO_950 = (F8E5M2, F8E4M3, HIF8, F4E1M2, F4E2M1)

# The AI cores write these; the other dtypes are left to the AI CPU, which asks for the rank late.
_FILLED = (S8, S32, S64, U8, F16, F32, BOOL)
_ZERO_AICORE = dtypes(*_FILLED, DAV_2201=(*_FILLED, BF16), DAV_3510=(*_FILLED, BF16, *_ZERO_950))
_AICPU_RANK = max_rank(8, "selfRef", error=InnerNullptr)


@operator(
    "aclnnInplaceZero(aclTensor *selfRef)",
    checks=(
        not_null("selfRef"),
        dtype_in(dtypes(*_ZERO, DAV_3510=(*_ZERO, *_ZERO_950)), "selfRef"),
    ),
    source="ops-math/math/zero_op/op_api/aclnn_zero.cpp",
)
def inplace_zero(b: Builder, self_ref: Tensor) -> None:
    """selfRef = 0."""
    if self_ref.is_empty:
        return
    source = b.contiguous(self_ref)
    if self_ref.dtype not in _ZERO_AICORE.on(b.profile):
        _AICPU_RANK.run(b.call)
    b.view_copy(b.kernel(data.zeros_like, source, format=source.format), self_ref)
