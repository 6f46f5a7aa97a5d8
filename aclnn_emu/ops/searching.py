"""Searching what is sorted: SearchSorted, SearchSorteds, Bucketize."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.core.dtypes import dtype_name, is_floating
from aclnn_emu.core.promotion import promote
from aclnn_emu.errors import InnerError, ParamInvalid
from aclnn_emu.kernels import data
from aclnn_emu.kernels import sorting as kernels
from aclnn_emu.ops._indices import REGBASE, exact_rank, require_rank
from aclnn_emu.ops._types import BF16, F16, F32, F64, S8, S16, S32, S64, U8, UNDEFINED
from aclnn_emu.plan.checks import (
    Check,
    chip_has_operator,
    custom,
    dtype_in,
    max_rank,
    not_null,
    promotes,
    same_shape,
    when_given,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

_LIST = dtypes(F16, F32, S16, S8, U8, S32, S64, F64)
_SORTER = "A sorter outside the sequence stops the task (507035)."


@custom("out_dtype", ("out", "outInt32"), "out: INT32 where outInt32 is set, else INT64")
def _out_dtype(call: Call) -> None:
    expected = S32 if call.args["outInt32"] else S64
    if call.args["out"].dtype != expected:
        raise ParamInvalid(
            "ACLNN-PARAM-017", op=call.operator.name, param="out", got=dtype_name(call.args["out"].dtype),
            reference="outInt32", allowed=dtype_name(expected),
        )  # fmt: skip


_sorter = when_given("sorter", dtype_in(dtypes(S64), "sorter"))


@custom("rows_match", ("sortedSequence", "self"), "sortedSequence: one dimension, or the rows of self")
def _rows_match(call: Call) -> None:
    sequence, x = call.args["sortedSequence"], call.args["self"]
    if sequence.rank == 1:
        return
    if x.view_shape == (1,):
        require_rank(call, "sortedSequence", 1)
    if x.rank != sequence.rank or x.view_shape[:-1] != sequence.view_shape[:-1]:
        raise ParamInvalid(
            "ACLNN-PARAM-163", op=call.operator.name, param="self", got=list(x.view_shape),
            count=max(sequence.rank - 1, 0), reference="sortedSequence", allowed=list(sequence.view_shape),
        )  # fmt: skip


@custom("promoted_in", ("sortedSequence", "self"), "sortedSequence, self: promote to a dtype on the list")
def _promoted_listed(call: Call) -> None:
    if call.promoted not in _LIST.default:
        raise ParamInvalid(
            "ACLNN-PARAM-021", op=call.operator.name, param="self", got=dtype_name(call.promoted),
            allowed=", ".join(map(dtype_name, _LIST.default)),
        )  # fmt: skip


def _zero(b: Builder, out: Tensor) -> None:
    if not out.is_empty:
        b.view_copy(b.kernel(data.zeros_like, b.contiguous(out)), out)


@operator(
    "aclnnSearchSorted(const aclTensor *sortedSequence, const aclTensor *self, const bool outInt32,"
    " const bool right, const aclTensor *sorter, aclTensor *out)",
    checks=(
        not_null("sortedSequence", "self", "out"),
        dtype_in(_LIST, "sortedSequence", "self"),
        _out_dtype,
        _sorter,
        max_rank(8, "sortedSequence", "self"),
        same_shape("self", "out"),
        when_given("sorter", same_shape("sortedSequence", "sorter")),
        _rows_match,
        promotes("sortedSequence", "self"),
        _promoted_listed,
    ),
    source="ops-math/math/search_sorted/op_api/aclnn_searchsorted.cpp",
    deviations=(_SORTER, "A sortedSequence without dimensions is searched as one of one element."),
)
def search_sorted(
    b: Builder,
    sorted_sequence: Tensor,
    self: Tensor,
    out_int32: bool,
    right: bool,
    sorter: Tensor | None,
    out: Tensor,
) -> None:
    """out = where each element of self would stand in sortedSequence, before (or behind) its equals."""
    if sorted_sequence.is_empty or self.is_empty or out.is_empty:
        _zero(b, out)
        return
    sequence = b.contiguous_cast(sorted_sequence, b.promoted)
    x = b.contiguous_cast(self, b.promoted)
    rest = () if sorter is None else (b.contiguous(sorter),)
    result = b.kernel(
        kernels.search_sorted, sequence, x, *rest, shape=self.view_shape, dtype=S32 if out_int32 else S64,
        right=bool(right), op="aclnnSearchSorted",
    )  # fmt: skip
    b.view_copy(result, out)


@custom("has_result", ("out",), "out: at least one element")
def _has_result(call: Call) -> None:
    if call.args["out"].is_empty:
        raise ParamInvalid("ACLNN-PARAM-127", op=call.operator.name, param="out")


@operator(
    "aclnnSearchSorteds(const aclTensor *sortedSequence, const aclScalar *self, const bool outInt32,"
    " const bool right, const aclTensor *sorter, aclTensor *out)",
    checks=(
        not_null("sortedSequence", "self", "out"),
        _has_result,
        dtype_in(_LIST, "sortedSequence"),
        _out_dtype,
        _sorter,
        max_rank(8, "sortedSequence"),
        when_given("sorter", same_shape("sortedSequence", "sorter")),
        exact_rank(1, "sortedSequence"),
    ),
    source="ops-math/math/search_sorted/op_api/aclnn_searchsorted.cpp",
    deviations=(
        _SORTER,
        "An out of more elements keeps its view shape, and its first element is written; the library makes it [1].",
    ),
)
def search_sorteds(
    b: Builder,
    sorted_sequence: Tensor,
    self: Scalar,
    out_int32: bool,
    right: bool,
    sorter: Tensor | None,
    out: Tensor,
) -> None:
    """out = where the scalar, taken as float32, would stand in sortedSequence."""
    if sorted_sequence.is_empty:
        _zero(b, out)
        return
    number = type(self)(self.as_(F32), F32).as_(sorted_sequence.dtype)
    x = b.fill((1,), number, sorted_sequence.dtype, name="Const")
    rest = () if sorter is None else (b.contiguous(sorter),)
    result = b.kernel(
        kernels.search_sorted, b.contiguous(sorted_sequence), x, *rest, shape=(1,),
        dtype=S32 if out_int32 else S64, right=bool(right), op="aclnnSearchSorteds",
    )  # fmt: skip
    if out.numel == 1:
        b.view_copy(result, out)
    else:
        b.store(result, out)


_BUCKET = dtypes(F32, F16, S32, S16, BF16, S8, U8, S64)


def _on_950() -> Check:
    return chip_has_operator("self", REGBASE, error=InnerError)


@operator(
    "aclnnBucketize(const aclTensor *self, const aclTensor *boundaries, const bool outInt32, const bool right,"
    " aclTensor *out)",
    checks=(
        _on_950(),
        not_null("self", "boundaries", "out"),
        dtype_in(_BUCKET, "self", "boundaries"),
        _out_dtype,
        max_rank(8, "self"),
        same_shape("self", "out"),
        exact_rank(1, "boundaries"),
    ),
    source="ops-nn/index/bucketize_v2/op_api/aclnn_bucketize.cpp",
    deviations=(
        "More boundaries than fit into fast memory are halved like few, which shows where NaN is among them.",
    ),
)
def bucketize(
    b: Builder, self: Tensor, boundaries: Tensor, out_int32: bool, right: bool, out: Tensor
) -> None:
    """out = between which boundaries each element of self lies; on Ascend950 only."""
    if self.is_empty:
        return
    dtype = S32 if out_int32 else S64
    if boundaries.is_empty:
        b.view_copy(b.fill(self.view_shape, 0, dtype), out)
        return
    common: int = promote(self.dtype, boundaries.dtype)
    if not self.rank:
        common = _by_boundaries(boundaries.dtype, self.dtype)
    if common == UNDEFINED:
        b.promoted = common
        b.require_promoted("boundaries")
    result = b.kernel(
        kernels.bucketize, b.contiguous_cast(self, common), b.contiguous_cast(boundaries, common),
        shape=self.view_shape, dtype=dtype, right=bool(right),
    )  # fmt: skip
    b.view_copy(result, out)


def _by_boundaries(boundaries: int, x: int) -> int:
    """A single element takes the dtype of the boundaries, unless it is floating and they are not."""
    return promote(boundaries, x) if is_floating(x) and not is_floating(boundaries) else boundaries
