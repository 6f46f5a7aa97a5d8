"""Padding with a value: ConstantPadNd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.formats import format_name
from aclnn_emu.errors import FindKernel, ParamInvalid
from aclnn_emu.kernels import movement, padding
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
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
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
)
from aclnn_emu.ops.padding import padded_sizes, pads_of
from aclnn_emu.plan.checks import custom, dtype_in, max_rank, not_null, same_dtype
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_ND = 2
_LIST = (F32, S32, F16, S8, F64, S16, S64, U64, U32, U16, U8, BOOL, C64, C128)
_SMALL = (HIF8, F8E5M2, F8E4M3, F8E8M0, F4E2M1, F4E1M2)
_DTYPES = dtypes(*_LIST, DAV_2201=(*_LIST, BF16), DAV_3510=(*_LIST, BF16, *_SMALL))


@custom("format_of_self", ("self", "out"), "out: the format of self, unless that is ND")
def _format_of_self(call: Call) -> None:
    expected, got = call.args["self"].format, call.args["out"].format
    if expected not in (got, _ND):
        raise ParamInvalid(
            "ACLNN-PARAM-005", op=call.operator.name, param="out", got=format_name(got), reference="self",
            allowed=format_name(expected),
        )  # fmt: skip


@custom(
    "pads",
    ("self", "pad", "out"),
    "pad: two numbers for each of the last dimensions; out: the sizes with them",
)
def _pads(call: Call) -> None:
    shape, values, out, op = (
        call.args["self"].view_shape,
        call.args["pad"].values,
        call.args["out"],
        call.operator.name,
    )
    if out.rank != len(shape):
        raise ParamInvalid(
            "ACLNN-PARAM-062",
            op=op,
            param="out",
            got=out.rank,
            shape=list(out.view_shape),
            allowed=len(shape),
        )
    if len(values) % 2 or len(values) > 2 * len(shape):
        raise ParamInvalid(
            "ACLNN-PARAM-140",
            op=op,
            param="pad",
            got=len(values),
            allowed=f"an even number up to {2 * len(shape)}",
        )
    pads = pads_of(call.args["pad"], len(shape))
    for dim, (size, (first, last)) in enumerate(zip(shape, pads, strict=True)):
        if size + min(first, last, first + last) < 0:
            raise ParamInvalid(
                "ACLNN-PARAM-147", op=op, param="pad", got=list(values), dim=dim, tensor="self", size=size
            )
    expected = padded_sizes(shape, pads)
    covered = expected[len(shape) - len(values) // 2 :]
    if out.view_shape != expected or (0 in covered and max(values) > 0):
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=op, param="out", got=list(out.view_shape), allowed=list(expected)
        )


@custom(
    "small_floats_grow", ("self", "pad"), "pad: none below 0, where self has floats of eight or four bits"
)
def _small_floats_grow(call: Call) -> None:
    lowest = min(call.args["pad"].values, default=0)
    if call.args["self"].dtype in _SMALL and lowest < 0:
        raise ParamInvalid("ACLNN-PARAM-042", op=call.operator.name, param="pad", got=lowest, low=0)


@operator(
    "aclnnConstantPadNd(const aclTensor *self, const aclIntArray *pad, const aclScalar *value, aclTensor *out)",
    checks=(
        not_null("self", "pad", "value", "out"),
        same_dtype("self", "out"),
        dtype_in(_DTYPES, "self"),
        _format_of_self,
        max_rank(8, "self", "out"),
        _pads,
        _small_floats_grow,
    ),
    source="ops-math/conversion/pad_v3/op_api/aclnn_constant_pad_nd.cpp",
    deviations=(
        "Floats of eight and four bits pass the checks of Ascend950 and answer 561003: not emulated.",
    ),
)
def constant_pad_nd(b: Builder, self: Tensor, pad: IntArray, value: Scalar, out: Tensor) -> None:
    """out = self with value before and after its last dimensions; a negative number takes elements away.

    A dimension of pad that ends up empty next to one that grows is refused.
    """
    if out.is_empty:
        return
    if self.dtype in _SMALL:
        raise FindKernel("ACLNN-EXEC-009", op=b.call.operator.name, param="self", got=dtype_name(self.dtype))
    grows, shrinks = max(pad.values, default=0) > 0, min(pad.values, default=0) < 0
    if not grows and not shrinks:
        b.view_copy(b.contiguous(self), out)
        return
    filler = value.as_(self.dtype)
    moved = S8 if self.dtype == BOOL else self.dtype  # the kernels take BOOL as INT8
    if self.is_empty:
        b.view_copy(b.cast(b.fill(out.view_shape, filler, moved), out.dtype), out)
        return
    result = b.cast(b.contiguous(self), moved)
    pads = pads_of(pad, self.rank)
    if grows:
        added = tuple((max(first, 0), max(last, 0)) for first, last in pads)
        result = b.kernel(
            padding.pad_constant, result, shape=padded_sizes(result.shape, added), format=result.format, pads=added,
            value=filler,
        )  # fmt: skip
    if shrinks:
        result = _cut(b, result, pads)
    b.view_copy(b.cast(result, out.dtype), out)


def _cut(b: Builder, x: Buffer, pads: tuple[tuple[int, int], ...]) -> Buffer:
    """A slice for each dimension that has padding at all."""
    for axis, (first, last) in enumerate(pads):
        if (first, last) == (0, 0):
            continue
        kept = slice(max(-first, 0), x.shape[axis] - max(-last, 0))
        shape = (*x.shape[:axis], kept.stop - kept.start, *x.shape[axis + 1 :])
        index = (*(slice(None),) * axis, kept)
        x = b.kernel(movement.take_slice, x, shape=shape, index=index)
    return x
