"""What operators over axes share: how they name axes, what they refuse, what a reduction leaves."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from aclnn_emu.core.layout import numel
from aclnn_emu.errors import AclnnError, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import statistics
from aclnn_emu.ops._types import BF16, BOOL, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import Check, dtype_in
from aclnn_emu.plan.dtypes import dtypes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aclnn_emu.core.arrays import IntArray
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__ = [
    "all_or",
    "axis_in_range",
    "fill_out",
    "fillable",
    "inner_answers",
    "is_slice",
    "normal",
    "permuted",
    "real",
    "reduce",
    "reduced_shape",
    "shape_is_reduced",
]

_FILLABLE = dtypes(F16, F32, S8, S16, S32, S64, U8, BOOL, F64, BF16)


def normal(axis: int, rank: int) -> int:
    """The axis counted from the first; a tensor without axes counts as having one."""
    return axis % max(rank, 1)


def all_or(axes: IntArray | None, rank: int) -> tuple[int, ...]:
    """The axes counted from the first, each once; none are all. A scalar has none."""
    if not rank:
        return ()
    if axes is None or not axes.values:
        return tuple(range(rank))
    return tuple(dict.fromkeys(axis % rank for axis in axes.values))


def reduced_shape(shape: tuple[int, ...], axes: Iterable[int], *, keep: bool) -> tuple[int, ...]:
    """What is left of a shape: the reduced axes are gone, or 1."""
    gone = set(axes)
    return tuple(1 if axis in gone else size for axis, size in enumerate(shape) if keep or axis not in gone)


def reduce(
    b: Builder, kernel: Kernel, x: Buffer, axes: tuple[int, ...], *, keep: bool, **rest: Any
) -> Buffer:
    """Launch a kernel with the attributes axes and keep_dims and the output that follows from them."""
    shape = reduced_shape(x.shape, axes, keep=keep)
    return b.kernel(kernel, x, shape=shape, axes=axes, keep_dims=keep, **rest)


def permuted(
    b: Builder, x: Buffer, order: Sequence[int], *, shape: tuple[int, ...] | None = None, **rest: Any
) -> Buffer:
    """L0 Transpose; a Reshape of its result, which is no step, is said by the shape."""
    target = tuple(x.shape[axis] for axis in order) if shape is None else shape
    return b.kernel(statistics.transpose, x, shape=target, order=tuple(order), target=target, **rest)


def real(scalar: Scalar, dtype: int = F32) -> float:
    """The scalar as a real number of the dtype, by C's conversions."""
    value = scalar.as_(dtype)
    return value.real if isinstance(value, complex) else value


def fill_out(b: Builder, value: complex, *outs: Tensor) -> None:
    """Fill each output, in its own shape, whatever that is; one without elements needs no kernel."""
    for out in outs:
        if not out.is_empty:
            b.view_copy(b.fill(out.view_shape, value, out.dtype), out)


@contextmanager
def inner_answers(error: type[AclnnError]) -> Iterator[None]:
    """What elsewhere is 561103 has this operator's own code: it hands on no code of the steps it plans."""
    try:
        yield
    except InnerNullptr as inner:
        raise error(inner.message_id, **inner.values) from inner


def is_slice(x: Tensor, axes: tuple[int, ...]) -> bool:
    """A row-major view without overlap, inside its storage, of which more than single elements are reduced.

    Source: ops-math common/inc/op_api/aclnn_check.h.
    """
    low, end = x.reach
    shape, strides = x.view_shape, x.view_strides
    if low < 0 or end > numel(x.storage_shape) or not 1 <= x.rank <= 4:
        return False
    if all(shape[axis] == 1 for axis in axes) or strides[-1] <= 0:
        return False
    inner = zip(shape[1:], strides[1:], strides, strict=False)
    return all((size - 1) * stride < outer and stride <= outer for size, stride, outer in inner)


# Checks.


def axis_in_range(axis: str, tensor: str, *, with_elements: bool = False) -> Check:
    """The axis lies in -rank .. rank-1 of the tensor; rank 0 counts as 1.

    Args:
        axis: the attribute.
        tensor: whose axis it is.
        with_elements: it may not have size 0 either.
    """

    def run(call: Call) -> None:
        value, shape = call.args[axis], call.args[tensor].view_shape
        rank = max(len(shape), 1)
        if not -rank <= value < rank:
            raise ParamInvalid(
                "ACLNN-PARAM-024", op=call.operator.name, param=axis, got=value, rank=len(shape),
                low=-rank, high=rank - 1,
            )  # fmt: skip
        if with_elements and shape and shape[value] == 0:
            raise ParamInvalid(
                "ACLNN-PARAM-100",
                op=call.operator.name,
                param=axis,
                axis=value,
                tensor=tensor,
                shape=list(shape),
            )

    text = f"{axis}: an axis of {tensor}" + (", with elements" if with_elements else "")
    return Check("axis_in_range", (axis, tensor), run, text)


def shape_is_reduced(tensor: str, axes: str, keep: str, *outs: str, noop: str | None = None) -> Check:
    """Each output has the view shape that is left of the tensor's.

    Args:
        tensor: what is reduced.
        axes: the integer array, null or empty for all axes.
        keep: the attribute that keeps reduced axes as 1.
        *outs: the outputs.
        noop: the attribute with which an empty array reduces nothing.
    """

    def run(call: Call) -> None:
        shape, named = call.args[tensor].view_shape, call.args[axes]
        nothing = noop is not None and call.args[noop] and not named.values
        gone = () if nothing else all_or(named, len(shape))
        expected = reduced_shape(shape, gone, keep=call.args[keep])
        for out in outs:
            got = call.args[out].view_shape
            if got != expected:
                raise ParamInvalid(
                    "ACLNN-PARAM-009", op=call.operator.name, param=out, got=list(got), allowed=list(expected)
                )

    text = f"{', '.join(outs)}: what {axes} and {keep} leave of {tensor}"
    return Check("shape_is_reduced", (tensor, axes, keep, *outs), run, text)


def fillable(param: str) -> Check:
    """Fill can write the output's dtype; operators ask this late, of an empty input only."""
    return dtype_in(_FILLABLE, param)
