"""The same elements in another order: Flip, Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import data, movement
from aclnn_emu.ops._movement import require_values, wrap
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.plan.checks import axes_in_range, custom, dtype_in, max_rank, not_null, same_dtype, same_shape
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

_FLIP_LIST = (F32, S32, S64, F16, S16, S8, U8, BOOL, F64, C64, C128)
_FLIP = dtypes(*_FLIP_LIST, DAV_2201=(*_FLIP_LIST, BF16), DAV_3510=(*_FLIP_LIST, BF16, U16, U32, U64))


@operator(
    "aclnnFlip(const aclTensor *self, const aclIntArray *dims, aclTensor *out)",
    checks=(
        not_null("self", "dims", "out"),
        same_dtype("self", "out"),
        dtype_in(_FLIP, "self"),
        same_shape("self", "out"),
        max_rank(8, "self"),
        axes_in_range("dims", "self"),
    ),
    source="ops-nn/index/reverse_v2/op_api/aclnn_flip.cpp",
)
def flip(b: Builder, self: Tensor, dims: IntArray, out: Tensor) -> None:
    """out = self with the dimensions dims in the opposite order."""
    if self.is_empty:
        return
    axes = tuple(wrap(dim, max(self.rank, 1)) for dim in dims.values)
    b.view_copy(b.kernel(movement.flip, b.contiguous(self), axes=axes), out)


_ROLL_LIST = (F32, F16, S8, U8, S32, U32, BOOL, S64)
_ROLL = dtypes(
    *_ROLL_LIST, DAV_2201=(*_ROLL_LIST, BF16, S16), DAV_3510=(*_ROLL_LIST, BF16, S16, C64)
)  # fmt: skip


@custom("one_shift_a_dim", ("shifts", "dims"), "shifts: one for each of dims; one without dims")
def _shifts(call: Call) -> None:
    require_values(call, "shifts", len(call.args["dims"].values) or 1)


def _require_dims(call: Call) -> None:
    """Asked late, and not of an empty x."""
    rank, dims = call.args["x"].rank, call.args["dims"].values
    if rank == 0 and dims:
        raise ParamInvalid("ACLNN-PARAM-140", op=call.operator.name, param="dims", got=len(dims), allowed=0)
    for dim in dims:
        if not -rank <= dim < rank:
            raise ParamInvalid(
                "ACLNN-PARAM-015", op=call.operator.name, param="dims", got=list(dims), axis=dim, low=-rank,
                high=rank - 1, tensor="x", shape=list(call.args["x"].view_shape),
            )  # fmt: skip


@operator(
    "aclnnRoll(const aclTensor *x, const aclIntArray *shifts, const aclIntArray *dims, aclTensor *out)",
    checks=(
        not_null("x", "shifts", "dims", "out"),
        dtype_in(_ROLL, "x", "out"),
        same_dtype("x", "out"),
        same_shape("x", "out"),
        _shifts,
        max_rank(8, "x"),
    ),
    source="ops-math/conversion/roll/op_api/aclnn_roll.cpp",
)
def roll(b: Builder, x: Tensor, shifts: IntArray, dims: IntArray, out: Tensor) -> None:
    """out = x shifted along dims, what leaves at one end entering at the other; without dims all elements in a row."""
    if x.is_empty:
        return
    _require_dims(b.call)
    if x.rank == 0:
        b.view_copy(x, out)
        return
    source = b.contiguous(x)
    if x.dtype == BOOL:
        source = b.cast(source, S8)
    axes = tuple(wrap(dim, x.rank) for dim in dims.values)
    moves = shifts.values
    if x.rank == 2 and x.view_shape[0] == 1 and 1 in axes:  # a row: only the shifts along it count
        moves, axes = (sum(shift for shift, axis in zip(moves, axes, strict=True) if axis == 1),), (1,)
        rolled = b.kernel(movement.roll, source, format=source.format, shifts=moves, axes=axes)
    elif b.profile.npu_arch == REGBASE or not axes:
        rolled = b.kernel(movement.roll, source, format=source.format, shifts=moves, axes=axes)
    else:
        rolled = source
        for shift, axis in zip(moves, axes, strict=True):
            rolled = _roll_rows(b, rolled, shift, axis)
    b.view_copy(b.cast(rolled, x.dtype), out)


def _roll_rows(b: Builder, x: Buffer, shift: int, axis: int) -> Buffer:
    """The kernel rolls dimension 0; another one is brought there and back."""
    if axis == 0:
        return b.kernel(movement.roll, x, format=x.format, shifts=(shift,), axes=(0,))
    order = list(range(len(x.shape)))
    order[0], order[axis] = axis, 0
    turned = _transpose(b, x, tuple(order))
    rolled = b.kernel(movement.roll, turned, format=x.format, shifts=(shift,), axes=(0,))
    return _transpose(b, rolled, tuple(order))


def _transpose(b: Builder, x: Buffer, order: tuple[int, ...]) -> Buffer:
    shape = tuple(x.shape[axis] for axis in order)
    return b.kernel(data.transpose, x, shape=shape, format=x.format, order=order)
