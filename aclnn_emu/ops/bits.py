"""Logic on truth values, logic on bits, and shifts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.core.dtypes import is_complex
from aclnn_emu.core.promotion import promote
from aclnn_emu.core.tensor import Tensor
from aclnn_emu.kernels import logic, truth
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._pairs import (
    apply,
    broadcast_to,
    by_category,
    by_pair,
    declare,
    result_is,
    store,
    unless_any_empty,
)
from aclnn_emu.ops._reduction import reduce
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C64,
    C128,
    F16,
    F32,
    F64,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
)  # fmt: skip
from aclnn_emu.plan.checks import (
    casts_to,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    same_format,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import DtypeList, dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__ = ["BITWISE_ROWS", "LOGICAL_ROWS", "BitwiseRow", "LogicalRow"]

# Truth values.

_REAL = (F32, F16, S32, F64, S8, U8, S16, S64, BOOL)
_ANY = (*_REAL, C64, C128)
_ANY_BF16 = (*_ANY, BF16)
_EVERYWHERE = dtypes(*_ANY_BF16)
_NEWER = dtypes(*_ANY, DAV_2201=_ANY_BF16, DAV_3510=_ANY_BF16)
_OR_OUT = DtypeList(_ANY, {2201: _ANY_BF16, REGBASE: (*_ANY_BF16, U16, U32, U64)})
# What Ascend950's LogicalOr reads without a Cast to BOOL.
_OR_KERNEL = frozenset({BOOL, S8, U8, S16, S32, S64, F16, BF16, F32})


@attrs.frozen(kw_only=True)
class LogicalRow:
    """What the logical operators differ in.

    Attributes:
        name: ``LogicalAnd``.
        formula: for the documents.
        dtypes: of self and other.
        outs: of out; None where it is not asked.
        in_place: whether there is an in-place form.
        plan: makes the BOOL result.
        source: the vendor file.
    """

    name: str
    formula: str
    dtypes: DtypeList
    outs: DtypeList | None
    in_place: bool
    plan: Callable[[Builder, Tensor, Tensor], Buffer]
    source: str


def _logical_and(b: Builder, self: Tensor, other: Tensor) -> Buffer:
    x, y = b.contiguous_cast(self, BOOL), b.contiguous_cast(other, BOOL)
    return b.kernel(logic.logical_and, x, y)


def _logical_or(b: Builder, self: Tensor, other: Tensor) -> Buffer:
    x, y = b.contiguous(self), b.contiguous(other)
    same = self.dtype == other.dtype and self.dtype in _OR_KERNEL
    if not (same and b.profile.npu_arch == REGBASE):
        x, y = b.cast(x, BOOL), b.cast(y, BOOL)
    return b.kernel(logic.logical_or, x, y, dtype=BOOL)


def _logical_xor(b: Builder, self: Tensor, other: Tensor) -> Buffer:
    """A complex number is true where one of its parts is: it is read as pairs, which takes a dimension."""
    found = []
    for tensor, rank in ((self, _SELF_RANK), (other, _OTHER_RANK)):
        if is_complex(tensor.dtype):
            rank.run(b.call)
            parts = b.kernel(
                logic.nonzero_parts, b.contiguous(tensor), shape=(*tensor.view_shape, 2), dtype=BOOL
            )
            found.append(reduce(b, truth.reduce_any, parts, (tensor.rank,), keep=False))
        else:
            found.append(b.contiguous_cast(tensor, BOOL))
    return b.kernel(logic.not_equal, *found)


_SELF_RANK, _OTHER_RANK = max_rank(7, "self"), max_rank(7, "other")

LOGICAL_ROWS = (
    LogicalRow(
        name="LogicalAnd", formula="whether both {0} and other are not 0", dtypes=_EVERYWHERE, outs=None,
        in_place=True, plan=_logical_and, source="ops-math/math/logical_and/op_api/aclnn_logical_and.cpp",
    ),
    LogicalRow(
        name="LogicalOr", formula="whether {0} or other is not 0", dtypes=_NEWER, outs=_OR_OUT, in_place=True,
        plan=_logical_or, source="ops-math/math/logical_or/op_api/aclnn_logical_or.cpp",
    ),
    LogicalRow(
        name="LogicalXor", formula="whether one of {0} and other is 0 and one is not", dtypes=_NEWER, outs=_NEWER,
        in_place=False, plan=_logical_xor, source="ops-math/math/not_equal/op_api/aclnn_logical_xor.cpp",
    ),
)  # fmt: skip


def _logical_checks(row: LogicalRow, first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(row.dtypes, first, "other"),
        *((dtype_in(row.outs, out),) if row.outs is not None else ()),
        max_rank(8, first, "other"),
        shape_is_broadcast(out, first, "other"),
    )


def _declare_logical(row: LogicalRow) -> None:
    def plan(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        if not (self.is_empty or other.is_empty):
            store(b, row.plan(b, self, other), out)

    def plan_in_place(b: Builder, self_ref: Tensor, other: Tensor) -> None:
        plan(b, self_ref, other, self_ref)

    declare(
        f"aclnn{row.name}(const aclTensor *self, const aclTensor *other, aclTensor *out)", plan,
        f"out = {row.formula.format('self')}.", checks=_logical_checks(row, "self", "out"), source=row.source,
    )  # fmt: skip
    if row.in_place:
        declare(
            f"aclnnInplace{row.name}(aclTensor *selfRef, const aclTensor *other)", plan_in_place,
            f"selfRef = {row.formula.format('selfRef')}.", checks=_logical_checks(row, "selfRef", "selfRef"),
            source=row.source,
        )  # fmt: skip


# Bits.

_INTEGERS = (S16, S32, S64, S8, U8, BOOL)
_AND = dtypes(*_INTEGERS, U16)
_OR = dtypes(*_INTEGERS, U16, U32, U64)
_OR_SCALAR = dtypes(*_INTEGERS, U16, DAV_3510=(*_INTEGERS, U16, U32, U64))
_XOR = dtypes(*_INTEGERS, DAV_3510=(*_INTEGERS, U16, U32, U64))


@attrs.frozen(kw_only=True)
class BitwiseRow:
    """What the bitwise operators differ in.

    Attributes:
        name: ``BitwiseAndTensor``.
        sign: for the documents.
        kernel: on integers.
        bool_kernel: on BOOL.
        dtypes: of both operands.
        scalar: other is a scalar.
        formats: asked before the shapes.
        ranks: what is asked for its rank.
        shape_first: before the rank.
        narrow: before Ascend950 an INT64 scalar that INT32 holds counts as INT32.
        ref: the first parameter of the in-place form.
        source: the vendor file.
    """

    name: str
    sign: str
    kernel: Kernel
    bool_kernel: Kernel
    dtypes: DtypeList
    scalar: bool = False
    formats: str = ""
    ranks: tuple[str, ...]
    shape_first: bool = False
    narrow: bool = False
    ref: str = "aclTensor *selfRef"
    source: str


_AND_SOURCE = "ops-math/math/bitwise_and/op_api/aclnn_{}.cpp"
_OR_SOURCE = "ops-math/math/bitwise_or/op_api/aclnn_bitwise_or_{}.cpp"
_XOR_SOURCE = "ops-math/math/bitwise_xor/op_api/aclnn_bitwise_xor_{}.cpp"

BITWISE_ROWS = (
    BitwiseRow(
        name="BitwiseAndTensor", sign="&", kernel=logic.bitwise_and, bool_kernel=logic.logical_and, dtypes=_AND,
        formats="public", ranks=("self", "other"), ref="const aclTensor *selfRef",
        source=_AND_SOURCE.format("bitwise_and_tensor"),
    ),
    BitwiseRow(
        name="BitwiseAndTensorOut", sign="&", kernel=logic.bitwise_and, bool_kernel=logic.logical_and, dtypes=_AND,
        formats="same", ranks=("self", "other"), ref="const aclTensor *self", source=_AND_SOURCE.format("bitwiseand"),
    ),
    BitwiseRow(
        name="BitwiseAndScalar", sign="&", kernel=logic.bitwise_and, bool_kernel=logic.logical_and, dtypes=_AND,
        scalar=True, formats="public", ranks=("self",), ref="const aclTensor *selfRef",
        source=_AND_SOURCE.format("bitwise_and_scalar"),
    ),
    BitwiseRow(
        name="BitwiseOrTensor", sign="|", kernel=logic.bitwise_or, bool_kernel=logic.logical_or, dtypes=_OR,
        ranks=("self", "other", "out"), source=_OR_SOURCE.format("tensor"),
    ),
    BitwiseRow(
        name="BitwiseOrScalar", sign="|", kernel=logic.bitwise_or, bool_kernel=logic.logical_or, dtypes=_OR_SCALAR,
        scalar=True, ranks=("self",), shape_first=True, narrow=True, source=_OR_SOURCE.format("scalar"),
    ),
    BitwiseRow(
        name="BitwiseXorTensor", sign="^", kernel=logic.bitwise_xor, bool_kernel=logic.not_equal, dtypes=_XOR,
        ranks=("self", "other", "out"), source=_XOR_SOURCE.format("tensor"),
    ),
    BitwiseRow(
        name="BitwiseXorScalar", sign="^", kernel=logic.bitwise_xor, bool_kernel=logic.not_equal, dtypes=_XOR,
        scalar=True, ranks=("self",), shape_first=True, narrow=True, source=_XOR_SOURCE.format("scalar"),
    ),
)  # fmt: skip


def _bitwise_rule(row: BitwiseRow, first: str) -> Callable[[Call], int]:
    if not row.scalar:
        return by_pair(first, "other")
    rule = by_category(first, "other")

    def narrow(call: Call) -> int:
        scalar = call.args["other"]
        if call.profile.npu_arch != REGBASE and scalar.dtype == S64 and -(2**31) <= scalar.value < 2**31:
            return promote(call.args[first].dtype, S32)
        return rule(call)

    return narrow if row.narrow else rule


def _bitwise_checks(row: BitwiseRow, first: str, out: str) -> tuple[Check, ...]:
    tensors = tuple(dict.fromkeys((first, out) if row.scalar else (first, "other", out)))
    names = {"self": first, "other": "other", "out": out}
    ranks = max_rank(8, *dict.fromkeys(names[name] for name in row.ranks))
    shape = same_shape(first, out) if row.scalar else shape_is_broadcast(out, first, "other")
    formats: tuple[Check, ...] = ()
    if row.formats == "same":
        formats = same_format(*tensors), public_format(first)
    elif row.formats:
        formats = (public_format(*tensors),)
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(row.dtypes, first, "other"),
        result_is(_bitwise_rule(row, first), first, "other"),
        casts_to(out),
        *formats,
        *((shape, ranks) if row.shape_first else (ranks, shape)),
    )


def _plan_bitwise(b: Builder, row: BitwiseRow, self: Tensor, other: Tensor | Scalar, out: Tensor) -> None:
    if self.is_empty or (isinstance(other, Tensor) and other.is_empty):
        return
    kernel = row.bool_kernel if b.promoted == BOOL else row.kernel
    x = b.contiguous_cast(self, b.promoted)
    y = b.contiguous_cast(other, b.promoted) if isinstance(other, Tensor) else other.as_(b.promoted)
    store(b, apply(b, kernel, x, y), out)


def _declare_bitwise(row: BitwiseRow) -> None:
    def plan(b: Builder, self: Tensor, other: Tensor | Scalar, out: Tensor) -> None:
        _plan_bitwise(b, row, self, other, out)

    def plan_in_place(b: Builder, self_ref: Tensor, other: Tensor | Scalar) -> None:
        _plan_bitwise(b, row, self_ref, other, self_ref)

    kind, which = ("aclScalar", ", other a scalar") if row.scalar else ("aclTensor", "")
    ref = row.ref.rpartition("*")[2]
    declare(
        f"aclnn{row.name}(const aclTensor *self, const {kind} *other, aclTensor *out)", plan,
        f"out = self {row.sign} other{which}.", checks=_bitwise_checks(row, "self", "out"), source=row.source,
    )  # fmt: skip
    declare(
        f"aclnnInplace{row.name}({row.ref}, const {kind} *other)", plan_in_place,
        f"{ref} = {ref} {row.sign} other{which}.", checks=_bitwise_checks(row, ref, ref), source=row.source,

    )  # fmt: skip


# Shifts.

_SHIFTED = dtypes(S8, S16, S32, S64, U8, U16, U32, U64)
_LEFT_SOURCE = "ops-math/math/left_shift/op_api/aclnn_left_shift.cpp"
_OUTSIDE = (
    "Shifting left by a negative number of bits, or by the width of the type or more, gives 0; the library leaves that to"
    " its AI CPU, whose answer is not documented."
)


def _shift_promotion(first: str, *params: str) -> tuple[Check, ...]:
    """Asked after the shapes, and not of calls without elements."""
    asked = result_is(by_pair(first, "shiftBits"), first, "shiftBits"), casts_to("out")
    return unless_any_empty((first, *params), *asked)


@operator(
    "aclnnLeftShift(const aclTensor *self, const aclTensor *shiftBits, aclTensor *out)",
    checks=(
        not_null("self", "shiftBits", "out"),
        dtype_in(_SHIFTED, "self", "shiftBits", "out"),
        max_rank(8, "self", "shiftBits"),
        shape_is_broadcast("out", "self", "shiftBits"),
        public_format("self", "shiftBits", "out"),
        *_shift_promotion("self", "shiftBits"),
    ),
    source=_LEFT_SOURCE,
    deviations=(_OUTSIDE,),
)
def left_shift(b: Builder, self: Tensor, shift_bits: Tensor, out: Tensor) -> None:
    """out = self << shiftBits."""
    if self.is_empty or shift_bits.is_empty:
        return
    x, y = b.contiguous_cast(self, b.promoted), b.contiguous_cast(shift_bits, b.promoted)
    x, y = (broadcast_to(b, operand, out.view_shape) for operand in (x, y))
    store(b, b.kernel(logic.left_shift, x, y), out)


@operator(
    "aclnnLeftShifts(const aclTensor *self, const aclScalar *shiftBits, aclTensor *out)",
    checks=(
        not_null("self", "shiftBits", "out"),
        dtype_in(_SHIFTED, "self", "shiftBits", "out"),
        max_rank(8, "self"),
        same_shape("self", "out"),
        public_format("self", "out"),
        *_shift_promotion("self"),
    ),
    source=_LEFT_SOURCE,
    deviations=(_OUTSIDE,),
)
def left_shifts(b: Builder, self: Tensor, shift_bits: Scalar, out: Tensor) -> None:
    """out = self << shiftBits, shiftBits a scalar."""
    if self.is_empty:
        return
    x = b.contiguous_cast(self, b.promoted)
    bits = shift_bits.as_(b.promoted)
    if out.rank:
        y = b.fill(out.view_shape, bits, b.promoted, name="BroadcastTo")
        result = b.kernel(logic.left_shift, x, y)
    else:
        result = apply(b, logic.left_shift, x, bits)
    store(b, result, out)


@operator(
    "aclnnRightShift(const aclTensor *input, const aclTensor *shiftBits, aclTensor *out)",
    checks=(
        not_null("input", "shiftBits", "out"),
        dtype_in(_SHIFTED, "input", "shiftBits", "out"),
        max_rank(8, "input", "shiftBits"),
        shape_is_broadcast("out", "input", "shiftBits"),
        *_shift_promotion("input", "shiftBits"),
    ),
    source="ops-math/math/right_shift/op_api/aclnn_right_shift.cpp",
)
def right_shift(b: Builder, input: Tensor, shift_bits: Tensor, out: Tensor) -> None:  # noqa: A002 - the prototype's
    """out = input >> shiftBits, the sign of input filling from the left."""
    if input.is_empty or shift_bits.is_empty:
        return
    x, y = b.contiguous_cast(input, b.promoted), b.contiguous_cast(shift_bits, b.promoted)
    store(b, b.kernel(logic.right_shift, x, y), out)


for _logical_row in LOGICAL_ROWS:
    _declare_logical(_logical_row)
for _bitwise_row in BITWISE_ROWS:
    _declare_bitwise(_bitwise_row)
