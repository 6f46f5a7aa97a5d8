"""Padding with elements of the tensor itself, and its gradient: a table of the kinds of padding by their dimensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.dtypes import is_complex
from aclnn_emu.errors import AclnnError, InnerNullptr, ParamInvalid, ParamNullptr
from aclnn_emu.kernels import padding as kernels
from aclnn_emu.ops._movement import has_values, min_rank
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C64,
    C128,
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
from aclnn_emu.ops.generated import kernel_on
from aclnn_emu.plan.checks import (
    Check,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    require_shape,
    same_dtype,
    same_format,
    same_shape,
)
from aclnn_emu.plan.dtypes import DtypeList, dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

    Shape = tuple[int, ...]
    Pads = tuple[tuple[int, int], ...]

__all__ = ["padded_sizes", "pads_of"]

_REFLECT_LIST = (F32, S32, S64, F16, S16, F64, S8, U8, BOOL)
_EIGHT_BITS = (HIF8, F8E5M2, F8E4M3, F8E8M0)
_ALL_950 = (F32, S32, F16, S8, F64, S16, S64, U64, U32, U16, U8, BOOL, C64, C128, BF16, *_EIGHT_BITS)
_REFLECT = dtypes(*_REFLECT_LIST, DAV_2201=(*_REFLECT_LIST, BF16, C64, C128), DAV_3510=_ALL_950)
_REPLICATE = dtypes(F32, S32, S64, F16, S16, F64, S8, U8, C64, C128, BF16, DAV_3510=_ALL_950)
_CIRCULAR = dtypes(F32, BF16, F16, S32, S8)
_GRAD = dtypes(F32, F16, BF16, F64, C64, C128)
_CIRCULAR_GRAD = dtypes(F32, F16, BF16)


@attrs.frozen(kw_only=True)
class PadRow:
    """One operator that pads, with its gradient.

    Attributes:
        kind: Reflection, Replication or Circular.
        dims: how many dimensions are padded, the last ones; a batch and channels may come before them.
        mode: as the kernels call it.
        dtypes: of the operator.
        grad_dtypes: of the gradient.
        source: the vendor file.
        grad_source: of the gradient.
        format_first: the format is asked before the dtypes.
        grad_null: what the gradient answers a null pointer.
        grad_batch_only: the gradient takes no empty tensor without a batch.
        grad_bounded: each side must be below the size of its dimension in the gradient.
    """

    kind: str
    dims: int
    mode: str
    dtypes: DtypeList
    grad_dtypes: DtypeList
    source: str
    grad_source: str
    format_first: bool = False
    grad_null: type[AclnnError] = ParamNullptr
    grad_batch_only: bool = False
    grad_bounded: bool = False


_MATH = "ops-math/conversion"
_REFLECTION: dict[str, Any] = {
    "kind": "Reflection", "mode": "reflect", "dtypes": _REFLECT, "grad_dtypes": _GRAD, "grad_bounded": True
}  # fmt: skip
_REPLICATION: dict[str, Any] = {
    "kind": "Replication", "mode": "edge", "dtypes": _REPLICATE, "grad_dtypes": _GRAD, "grad_batch_only": True
}  # fmt: skip
_CIRCLE: dict[str, Any] = {
    "kind": "Circular", "mode": "circular", "dtypes": _CIRCULAR, "grad_dtypes": _CIRCULAR_GRAD
}  # fmt: skip
_TWO = f"{_MATH}/pad_v3_grad_replicate/op_host/op_api/aclnn_pad2d_backward.cpp"
_THREE = f"{_MATH}/pad_v3_grad_replication/op_api/aclnn_pad3d_backward.cpp"

ROWS = (
    PadRow(
        **_REFLECTION, dims=1, source=f"{_MATH}/mirror_pad/op_api/aclnn_reflection_pad1d.cpp",
        grad_source=f"{_MATH}/pad_v4_grad/op_host/op_api/aclnn_reflection_pad1d_backward.cpp",
    ),
    PadRow(
        **_REFLECTION, dims=2, source=f"{_MATH}/mirror_pad/op_api/aclnn_reflection_pad2d.cpp", grad_source=_TWO
    ),
    PadRow(
        **_REFLECTION, dims=3, source=f"{_MATH}/mirror_pad/op_api/aclnn_reflection_pad3d.cpp", grad_source=_THREE,
        grad_batch_only=True,
    ),
    PadRow(
        **_REPLICATION, dims=1, source=f"{_MATH}/pad_v3/op_api/aclnn_replication_pad1d.cpp",
        grad_source=f"{_MATH}/pad_v3_grad_replicate/op_host/op_api/aclnn_replication_pad1d_backward.cpp",
    ),
    PadRow(
        **_REPLICATION, dims=2, source=f"{_MATH}/pad_v3/op_api/aclnn_replication_pad2d.cpp", grad_source=_TWO,
        format_first=True,
    ),
    PadRow(
        **_REPLICATION, dims=3, source=f"{_MATH}/pad_v3/op_api/aclnn_replication_pad3d.cpp", grad_source=_THREE
    ),
    PadRow(
        **_CIRCLE, dims=2, source=f"{_MATH}/circular_pad/op_host/op_api/aclnn_circular_pad2d.cpp",
        grad_source=f"{_MATH}/circular_pad_grad/op_api/aclnn_circular_pad2d_backward.cpp",
    ),
    PadRow(
        **_CIRCLE, dims=3, source=f"{_MATH}/circular_pad/op_host/op_api/aclnn_circular_pad3d.cpp",
        grad_source=f"{_MATH}/circular_pad_grad/op_api/aclnn_circular_pad3d_backward.cpp", grad_null=InnerNullptr,
        grad_batch_only=True, grad_bounded=True,
    ),
)  # fmt: skip


def pads_of(padding: IntArray, rank: int) -> Pads:
    """The two sides of each dimension; the array begins with the last."""
    values = padding.values
    sides = [(values[i], values[i + 1]) for i in range(0, len(values), 2)]
    return (*((0, 0),) * (rank - len(sides)), *reversed(sides))


def padded_sizes(shape: Shape, pads: Pads) -> Shape:
    """The shape after padding."""
    return tuple(size + first + last for size, (first, last) in zip(shape, pads, strict=True))


def _padded_shape(x: str, padded: str, dims: int, *, bounded: bool, whole: bool) -> Check:
    """Rank, number of sides and sizes of the padded tensor.

    Args:
        x: the tensor that is padded.
        padded: what comes out of it.
        dims: that are padded.
        bounded: each side is below the size of its dimension.
        whole: the other dimensions are compared, too.
    """

    def run(call: Call) -> None:
        op, shape, target = call.operator.name, call.args[x].view_shape, call.args[padded]
        if target.rank != len(shape):
            raise ParamInvalid(
                "ACLNN-PARAM-062", op=op, param=padded, got=target.rank, shape=list(target.view_shape),
                allowed=len(shape),
            )  # fmt: skip
        has_values(2 * dims, "padding").run(call)
        pads = pads_of(call.args["padding"], len(shape))
        if bounded and any(
            max(sides) >= size for sides, size in zip(pads[-dims:], shape[-dims:], strict=True)
        ):
            raise ParamInvalid(
                "ACLNN-PARAM-146", op=op, param="padding", got=list(call.args["padding"].values), tensor=x,
                shape=list(shape),
            )  # fmt: skip
        expected, start = padded_sizes(shape, pads), 0 if whole else len(shape) - dims
        if target.view_shape[start:] != expected[start:]:
            raise ParamInvalid(
                "ACLNN-PARAM-009", op=op, param=padded, got=list(target.view_shape), allowed=list(expected)
            )

    text = f"{padded}: the sizes of {x} with the padding, {2 * dims} numbers"
    return Check("padded_shape", (x, "padding", padded), run, text)


def _only_batch_is_empty(x: str, dims: int, others: tuple[str, ...], *, batch_only: bool) -> Check:
    """Where something is empty, it is the batch; what has no batch may be refused altogether."""

    def run(call: Call) -> None:
        if not any(call.args[name].is_empty for name in (x, *others)):
            return
        shape = call.args[x].view_shape
        if 0 in shape[1:] or (batch_only and len(shape) == dims + 1):
            raise ParamInvalid(
                "ACLNN-PARAM-148", op=call.operator.name, param=x, got=list(shape), allowed=dims + 2
            )

    return Check("only_batch_is_empty", (x, *others), run, f"{x}: only the batch may be empty")


_EIGHT = ("HIFLOAT8 passes the checks of Ascend950 and answers 561003: not emulated.",)
_WORDS = {
    "reflect": "reflections of self at its first and last elements",
    "edge": "copies of its first and last elements",
    "circular": "the elements that follow when self is taken as a circle",
}


def _declare(row: PadRow) -> None:
    def plan(b: Builder, self: Tensor, padding: IntArray, out: Tensor) -> None:
        if self.is_empty or out.is_empty:
            return
        pads, x = pads_of(padding, self.rank), b.contiguous(self)
        shape = padded_sizes(self.view_shape, pads)
        name = "CircularPad" if row.mode == "circular" else "PadV3"
        if row.mode == "reflect" and not is_complex(self.dtype):
            name = "MirrorPad"
        result = b.kernel(kernels.pad, x, name=name, shape=shape, format=x.format, pads=pads, mode=row.mode)
        require_shape(b.call, shape, "out")
        b.view_copy(result, out)

    plan.__doc__ = f"out = self with {_WORDS[row.mode]} around its last {row.dims} dimensions."
    plan.__module__ = __name__
    types = (dtype_in(row.dtypes, "self", "out"), same_dtype("self", "out"))
    formats: tuple[Check, ...] = (same_format("self", "out"),)
    chip: tuple[Check, ...] = ()
    if row.mode == "circular":
        formats = (public_format("self"), *formats)
        chip = (kernel_on("self", 2201),)
    operator(
        f"aclnn{row.kind}Pad{row.dims}d(const aclTensor *self, const aclIntArray *padding, aclTensor *out)",
        checks=(
            not_null("self", "padding", "out"),
            *((*formats, *types) if row.format_first else (*types, *formats)),
            min_rank(row.dims + 1, "self"),
            max_rank(row.dims + 2, "self"),
            _padded_shape(
                "self", "out", row.dims, bounded=row.mode == "reflect", whole=row.mode != "reflect"
            ),
            _only_batch_is_empty("self", row.dims, ("out",), batch_only=True),
            *chip,
        ),
        source=row.source,
        deviations=() if row.mode == "circular" else _EIGHT,
    )(plan)


# Gradients


def _grad_kernel(b: Builder, row: PadRow, dtype: int, *, small: bool) -> str:
    """The name of the kernel; `small`: the padding is one that the AI cores' kernels take."""
    if row.mode == "circular":
        return "PadV3Grad" if b.profile.npu_arch == REGBASE else "CircularPadGrad"
    if b.profile.npu_arch != 2201 or dtype not in (F32, F16, BF16):
        return "PadV3Grad"
    if row.dims == 3:
        reflected = "ReflectionPad3dGrad" if small else "PadV3Grad"
        return "PadV3GradReplication" if row.mode == "edge" else reflected
    if not small:
        return "PadV3Grad"
    return "PadV4Grad" if row.mode == "reflect" else "PadV3GradReplicate"


def _is_small(b: Builder, row: PadRow, values: tuple[int, ...], dtype: int) -> bool:
    if row.dims == 3:
        return max(values) <= _FEW
    if min(values) < 0:
        return False
    if row.dims == 2:
        return values[2:] == (0, 0) or max(values) <= _FEW
    if row.mode == "reflect":
        return max(values) <= 3000
    return b.profile.npu_arch == REGBASE or dtype != F32 or max(values) < 7200


_FEW = 7  # elements on a side


def _in_float(row: PadRow, dtype: int, *, small: bool) -> bool:
    """Whether a gradient of a half type is cast to FLOAT for the kernel."""
    if dtype not in (F16, BF16) or row.mode == "circular":
        return False
    if row.dims == 1:
        return small
    if row.dims == 2:
        return row.mode == "reflect" or dtype == BF16
    return row.mode == "reflect" and not small


def _bf16_padding(call: Call) -> None:
    values = call.args["padding"].values
    few = min(values) >= 0 and (values[2:] == (0, 0) or max(values) <= _FEW)
    if call.args["gradOutput"].dtype == BF16 and not few:
        raise ParamInvalid(
            "ACLNN-PARAM-154", op=call.operator.name, param="padding", got=list(values), high=_FEW
        )


def _declare_grad(row: PadRow) -> None:
    def plan(b: Builder, grad_output: Tensor, self: Tensor, padding: IntArray, grad_input: Tensor) -> None:
        if grad_output.is_empty or self.is_empty or grad_input.is_empty:
            return
        grad = b.contiguous(grad_output)
        b.contiguous(self)  # read by nobody, and made contiguous all the same
        small = _is_small(b, row, padding.values, grad.dtype)
        if _in_float(row, grad.dtype, small=small):
            grad = b.cast(grad, F32)
        pads = pads_of(padding, self.rank)
        shape = tuple(size - sum(sides) for size, sides in zip(grad.shape, pads, strict=True))
        name = _grad_kernel(b, row, grad.dtype, small=small)
        result = b.kernel(
            kernels.sum_padded, grad, name=name, shape=shape, format=grad.format, pads=pads, mode=row.mode
        )
        b.view_copy(b.cast(result, grad_output.dtype), grad_input)

    kind = row.kind.lower()
    plan.__doc__ = (
        f"gradInput = the gradient of {kind} padding: the sum of gradOutput over all places of an element."
    )
    plan.__module__ = __name__
    tensors = ("gradOutput", "self", "gradInput")
    private = tensors[:1] if row.mode == "circular" else tensors
    few: tuple[Check, ...] = ()
    if row.dims == 2 and row.mode != "circular":
        text = "padding: at most 7 on each side of BF16, unless the rows are not padded"
        few = (Check("bf16_padding", ("gradOutput", "padding"), _bf16_padding, text),)
    operator(
        f"aclnn{row.kind}Pad{row.dims}dBackward(const aclTensor *gradOutput, const aclTensor *self,"
        " const aclIntArray *padding, aclTensor *gradInput)",
        checks=(
            not_null("gradOutput", "self", "padding", "gradInput", error=row.grad_null),
            dtype_in(row.grad_dtypes, *tensors),
            same_dtype("self", "gradOutput", "gradInput"),
            public_format(*private),
            same_format("self", "gradOutput", "gradInput"),
            same_shape("self", "gradInput"),
            min_rank(row.dims + 1, "self"),
            max_rank(row.dims + 2, "self"),
            _padded_shape("self", "gradOutput", row.dims, bounded=row.grad_bounded, whole=False),
            *few,
            _only_batch_is_empty(
                "self", row.dims, ("gradOutput", "gradInput"), batch_only=row.grad_batch_only
            ),
            *((kernel_on("self", 2201, REGBASE),) if row.mode == "circular" else ()),
        ),
        source=row.grad_source,
        deviations=(
            "Sums run in FLOAT for half types, dimension after dimension; the kernels' order is not public.",
        ),
    )(plan)


for _row in ROWS:
    _declare(_row)
    _declare_grad(_row)
