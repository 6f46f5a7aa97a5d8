"""Distinct elements and slices: Unique, Unique2, UniqueConsecutive, UniqueDim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import InnerNullptr
from aclnn_emu.kernels import unique as kernels
from aclnn_emu.ops._indices import REGBASE, dim_of, wrapped
from aclnn_emu.ops._types import BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import Check, custom, dtype_in, max_rank, not_null, same_dtype, same_shape
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_LIST = (BOOL, U8, S8, U16, S16, U32, S32, U64, S64, F64, F32, F16)
_UNIQUE = with_bf16(*_LIST)
_CONSECUTIVE = with_bf16(*_LIST, C64, C128)
_S64 = dtypes(S64)
_NONE = 1000

_NOTES = (
    "NaN is equal to nothing, itself included; it counts as the largest number in the order.",
    "Outputs that are not asked for stay as they are, data and shape.",
)
_ORDER = "Without sorted the order of first appearance is kept; the vendor's documents promise none."
_ONE_STEP = (
    "Ascend950 sorts, finds the runs and scatters in steps of their own; here they are one, which makes the workspace"
    " smaller."
)


def _when(flags: tuple[str, ...], check: Check) -> Check:
    """The check applies where one of the attributes is set."""

    def run(call: Call) -> None:
        if any(call.args[flag] for flag in flags):
            check.run(call)

    return Check("when_set", (*flags, *check.params), run, f"where {' or '.join(flags)}: {check.text}")


def _require_value_dtype(b: Builder, self: Tensor, value_out: Tensor) -> None:
    if value_out.dtype != self.dtype:
        raise InnerNullptr(
            "ACLNN-PARAM-004", op=b.call.operator.name, param="valueOut", got=dtype_name(value_out.dtype),
            reference="self", allowed=dtype_name(self.dtype),
        )  # fmt: skip


def _distinct(
    b: Builder,
    self: Tensor,
    value_out: Tensor,
    inverse_out: Tensor | None,
    counts_out: Tensor | None,
    *,
    ordered: bool,
    axis: int | None = None,
    name: str = "UniqueWithCountsAndSorting",
) -> None:
    extras = [out for out in (inverse_out, counts_out) if out is not None]
    b.kernel_sized(
        kernels.DISTINCT[1 + len(extras)], b.contiguous(self), outs=(value_out, *extras), name=name, axis=axis,
        ordered=ordered, wanted=(inverse_out is not None, counts_out is not None),
    )  # fmt: skip


def _always_ordered(b: Builder, self: Tensor) -> bool:
    return b.profile.npu_arch == REGBASE and self.dtype not in (BOOL, F64)


_VALUE_NOTE = "A valueOut of another dtype than self's is refused (561103); the library does not look at it."


@operator(
    "aclnnUnique(const aclTensor *self, bool sorted, bool returnInverse, aclTensor *valueOut,"
    " aclTensor *inverseOut)",
    checks=(
        not_null("self", "valueOut", "inverseOut"),
        dtype_in(_UNIQUE, "self"),
        dtype_in(_S64, "inverseOut"),
        max_rank(8, "self"),
        _when(("returnInverse",), same_shape("self", "inverseOut")),
    ),
    source="ops-nn/index/unique_consecutive/op_api/aclnn_unique.cpp",
    deviations=(*_NOTES, _ORDER, _ONE_STEP, _VALUE_NOTE),
)
def unique(
    b: Builder,
    self: Tensor,
    sorted: bool,  # noqa: A002 - the interface's word
    return_inverse: bool,
    value_out: Tensor,
    inverse_out: Tensor,
) -> None:
    """valueOut = the distinct elements of self; inverseOut = which of them each element is."""
    if self.is_empty:
        return
    _require_value_dtype(b, self, value_out)
    inverse = inverse_out if return_inverse else None
    _distinct(b, self, value_out, inverse, None, ordered=bool(sorted) or _always_ordered(b, self))


@operator(
    "aclnnUnique2(const aclTensor *self, bool sorted, bool returnInverse, bool returnCounts, aclTensor *valueOut,"
    " aclTensor *inverseOut, aclTensor *countsOut)",
    checks=(
        not_null("self", "valueOut", "inverseOut", "countsOut"),
        dtype_in(_UNIQUE, "self"),
        dtype_in(_S64, "inverseOut", "countsOut"),
        max_rank(8, "self"),
        _when(("returnInverse", "returnCounts"), same_shape("self", "inverseOut")),
        _when(("returnCounts",), same_shape("valueOut", "countsOut")),
    ),
    source="ops-nn/index/unique_consecutive/op_api/aclnn_unique2.cpp",
    deviations=(*_NOTES, _ORDER, _ONE_STEP, _VALUE_NOTE),
)
def unique2(
    b: Builder,
    self: Tensor,
    sorted: bool,  # noqa: A002 - the interface's word
    return_inverse: bool,
    return_counts: bool,
    value_out: Tensor,
    inverse_out: Tensor,
    counts_out: Tensor,
) -> None:
    """valueOut = the distinct elements of self; which each element is; how often they come."""
    if self.is_empty:
        return
    _require_value_dtype(b, self, value_out)
    _distinct(
        b, self, value_out, inverse_out if return_inverse else None, counts_out if return_counts else None,
        ordered=bool(sorted) or _always_ordered(b, self),
    )  # fmt: skip


@custom("dim_or_none", ("dim", "self"), "dim: a dimension of self, or 1000 for none")
def _dim_or_none(call: Call) -> None:
    if call.args["dim"] != _NONE:
        dim_of("dim", "self").run(call)


@operator(
    "aclnnUniqueConsecutive(const aclTensor *self, bool returnInverse, bool returnCounts, int64_t dim,"
    " aclTensor *valueOut, aclTensor *inverseOut, aclTensor *countsOut)",
    checks=(
        not_null("self", "valueOut", "inverseOut", "countsOut"),
        dtype_in(_CONSECUTIVE, "self"),
        dtype_in(_S64, "inverseOut", "countsOut"),
        same_dtype("self", "valueOut"),
        max_rank(8, "self"),
        _dim_or_none,
    ),
    source="ops-nn/index/unique_consecutive/op_api/aclnn_unique_consecutive.cpp",
    deviations=_NOTES,
)
def unique_consecutive(
    b: Builder,
    self: Tensor,
    return_inverse: bool,
    return_counts: bool,
    dim: int,
    value_out: Tensor,
    inverse_out: Tensor,
    counts_out: Tensor,
) -> None:
    """valueOut = the first of every run of equal neighbours; which run each is in; how long the runs are."""
    if self.is_empty:
        return
    extras = [out for out, asked in ((inverse_out, return_inverse), (counts_out, return_counts)) if asked]
    b.kernel_sized(
        kernels.RUNS[1 + len(extras)], b.contiguous(self), outs=(value_out, *extras),
        axis=None if dim == _NONE or not self.rank else wrapped(dim, self),
        wanted=(bool(return_inverse), bool(return_counts)),
    )  # fmt: skip


@operator(
    "aclnnUniqueDim(const aclTensor *self, bool sorted, bool returnInverse, int64_t dim, aclTensor *valueOut,"
    " aclTensor *inverseOut, aclTensor *countsOut)",
    checks=(
        not_null("self", "valueOut", "inverseOut", "countsOut"),
        dtype_in(_UNIQUE, "self"),
        dtype_in(_S64, "inverseOut", "countsOut"),
        same_dtype("self", "valueOut"),
        max_rank(8, "self"),
        dim_of("dim", "self"),
    ),
    source="ops-nn/index/unique_with_counts_ext2/op_host/op_api/aclnn_unique_dim.cpp",
    deviations=(*_NOTES, "The slices are always in order, and always counted."),
)
def unique_dim(
    b: Builder,
    self: Tensor,
    sorted: bool,  # noqa: A002, ARG001 - the interface's word; an order is an order
    return_inverse: bool,
    dim: int,
    value_out: Tensor,
    inverse_out: Tensor,
    counts_out: Tensor,
) -> None:
    """valueOut = the distinct slices of self along dim; which each slice is; how often they come."""
    if self.is_empty:
        return
    axis = wrapped(dim, self) if self.rank else None
    inverse = inverse_out if return_inverse else None
    _distinct(b, self, value_out, inverse, counts_out, ordered=True, axis=axis, name="UniqueWithCountsExt2")
