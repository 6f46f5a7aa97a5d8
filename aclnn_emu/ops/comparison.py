"""Comparisons: six of two operands, with a tensor or a scalar and in place; and those of whole tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.core.dtypes import is_complex, is_floating
from aclnn_emu.core.promotion import promote, promote_scalar
from aclnn_emu.errors import InnerNullptr
from aclnn_emu.kernels import logic
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._pairs import (
    apply,
    by_category,
    by_rank,
    declare,
    not_bf16_on,
    result_is,
    store,
    unless_any_empty,
)
from aclnn_emu.ops._scalars import REGBASE, casts_to_promoted, promoted_in
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C32,
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
    UNDEFINED,
)  # fmt: skip
from aclnn_emu.plan.checks import (
    broadcasts_to,
    dtype_in,
    except_on,
    max_rank,
    not_null,
    only_on,
    same_shape,
    shape_is_broadcast,
)
from aclnn_emu.plan.dtypes import DtypeList, dtypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.spec import Call

__all__ = ["SCALAR_ROWS", "TENSOR_ROWS", "ScalarRow", "TensorRow"]

_SIGNED = (F32, S32, S64, F16, S16, S8, U8, F64, BOOL)
_COMPLEX = (C64, C128)
_ALL = (*_SIGNED, U16, U32, U64, *_COMPLEX)
_ORDERED = (*_SIGNED, U16, U32, U64)

# Equality: the chips before the 910B compare UINT32 and UINT64, too.
_EQ = dtypes(
    *_SIGNED, U64, U32, *_COMPLEX, DAV_2201=(*_SIGNED, BF16, *_COMPLEX), DAV_3510=(*_SIGNED, BF16, *_COMPLEX, U64)
)  # fmt: skip
_EQ_OUT = DtypeList(_EQ.default, {2201: _EQ.by_arch[2201], REGBASE: (*_ALL, BF16)})
# With a scalar the 310 series has the 910B's list.
_EQ_SCALAR = DtypeList(_EQ.by_arch[2201], {1001: _EQ.default, REGBASE: _EQ.by_arch[REGBASE]})
_EQ_SCALAR_OUT = DtypeList(_EQ_SCALAR.default, {1001: _EQ.default, REGBASE: (*_ALL, BF16)})
_NE = dtypes(
    *_SIGNED, *_COMPLEX, DAV_2201=(*_SIGNED, BF16, *_COMPLEX), DAV_3510=(*_SIGNED, BF16, *_COMPLEX, U64)
)  # fmt: skip
_NE_OUT = DtypeList(_NE.default, {2201: _NE.by_arch[2201], REGBASE: (*_ALL, BF16)})
_GT = dtypes(*_ORDERED, DAV_2201=(*_ORDERED, BF16), DAV_3510=(*_ORDERED, BF16))
_GT_OUT = dtypes(*_ALL, DAV_2201=(*_ALL, BF16), DAV_3510=(*_ALL, BF16))
_NO_BOOL = tuple(dtype for dtype in _ORDERED if dtype != BOOL)
_GE = dtypes(*_NO_BOOL, DAV_2201=(*_NO_BOOL, BF16), DAV_3510=(*_NO_BOOL, BF16))
_GE_SCALAR = DtypeList(_GE.default, {2201: _GE.by_arch[2201], REGBASE: (*_ORDERED, BF16)})
_GE_OUT = dtypes(*_ALL, BF16)
_LT_OUT = DtypeList(_GT.default, {2201: _GT.by_arch[2201], REGBASE: (*_ALL, BF16)})
_LE_LIST = (S8, U8, S16, U16, S32, S64, F16, F32, F64, BOOL)
_LE = dtypes(*_LE_LIST, DAV_2201=(*_LE_LIST, BF16), DAV_3510=(*_LE_LIST, BF16, U64))
_LE_OUT = DtypeList(_LE.default, {2201: _LE.by_arch[2201], REGBASE: (*_ALL, BF16)})

# What Ascend950's kernels compare; some of its operators then read strided views as they are.
_STRIDED = dtypes(DAV_3510=(F32, S32, F16, S8, U8, BF16, S64, U64, BOOL))


@attrs.frozen(kw_only=True)
class TensorRow:
    """What the comparisons of two tensors differ in.

    Attributes:
        name: ``Eq``.
        sign: for the documents.
        kernel: the comparison.
        inputs: dtypes of self and other; asked on Ascend950 only, or not at all where the next says so.
        asks: architectures that ask for it: None for all.
        dtypes: the promoted dtype is one of these; asked on Ascend950 only, or everywhere.
        asks_promoted: as `asks`.
        outs: dtypes of out.
        bool_as: what BOOL is compared as.
        no_bf16_on_910: refused before the promotion.
        casts: Ascend950 asks whether both cast to the promoted dtype.
        ranks: what is asked for its rank.
        empty_first: nothing is asked of calls without elements.
        broadcasts_first: the in-place operator asks that before all.
        strided: reads strided views on Ascend950.
        const_ref: the prototype says const selfRef.
        source: the vendor file.
    """

    name: str
    sign: str
    kernel: Kernel
    asks: tuple[int, ...] | None = None
    dtypes: DtypeList
    asks_promoted: tuple[int, ...] | None = None
    outs: DtypeList
    bool_as: int = BOOL
    no_bf16_on_910: bool = False
    casts: bool = True
    ranks: tuple[str, ...] = ("self", "other", "out")
    empty_first: bool = False
    broadcasts_first: bool = False
    strided: bool = False
    const_ref: bool = False
    source: str


_950 = (REGBASE,)
_NONE: tuple[int, ...] = ()

TENSOR_ROWS = (
    TensorRow(
        name="Eq", sign="==", kernel=logic.equal, asks=_950, dtypes=_EQ, outs=_EQ_OUT, no_bf16_on_910=True, casts=False,
        broadcasts_first=True, const_ref=True, source="ops-math/math/equal/op_api/aclnn_eq_tensor.cpp",
    ),
    TensorRow(
        name="Ne", sign="!=", kernel=logic.not_equal, dtypes=_NE, asks_promoted=_950, outs=_NE_OUT,
        ranks=("self", "other"), empty_first=True, source="ops-math/math/not_equal/op_api/aclnn_ne_tensor.cpp",
    ),
    TensorRow(
        name="Gt", sign=">", kernel=logic.greater, asks=_NONE, dtypes=_GT, outs=_GT_OUT, bool_as=S8, no_bf16_on_910=True,
        const_ref=True, source="ops-math/math/greater/op_api/aclnn_gt_tensor.cpp",
    ),
    TensorRow(
        name="Ge", sign=">=", kernel=logic.greater_equal, asks=_NONE, dtypes=_GE, outs=_GE_OUT, bool_as=S8, strided=True,
        source="ops-math/math/greater_equal/op_api/aclnn_ge_tensor.cpp",
    ),
    TensorRow(
        name="Lt", sign="<", kernel=logic.less, dtypes=_GT, asks_promoted=_950, outs=_LT_OUT, bool_as=U8, casts=False,
        ranks=("self", "other"), const_ref=True, source="ops-math/math/less/op_api/aclnn_lt_tensor.cpp",
    ),
    TensorRow(
        name="Le", sign="<=", kernel=logic.less_equal, dtypes=_LE, asks_promoted=_950, outs=_LE_OUT, bool_as=F32,
        empty_first=True, source="ops-math/math/less_equal/op_api/aclnn_le_tensor.cpp",
    ),
)  # fmt: skip


def _where(asks: tuple[int, ...] | None, check: Check) -> tuple[Check, ...]:
    if asks is None:
        return (check,)
    return tuple(only_on(arch, check) for arch in asks)


def _tensor_checks(row: TensorRow, first: str, out: str) -> tuple[Check, ...]:
    rule = by_rank(first, "other")

    def compared(call: Call) -> int:
        found = rule(call)
        return row.bool_as if found == BOOL else found

    names = {"self": first, "other": "other", "out": out}
    asked = (
        *_where(row.asks, dtype_in(row.dtypes, first, "other")),
        dtype_in(row.outs, out),
        *((not_bf16_on(1001, first, "other"),) if row.no_bf16_on_910 else ()),
        result_is(compared, first, "other"),
        *_where(row.asks_promoted, promoted_in(row.dtypes, "other")),
        *((only_on(REGBASE, casts_to_promoted(first, "other")),) if row.casts else ()),
        max_rank(8, *dict.fromkeys(names[name] for name in row.ranks)),
        shape_is_broadcast(out, first, "other"),
    )
    nulls = not_null(*dict.fromkeys((first, "other", out)))
    if row.empty_first:
        return nulls, *unless_any_empty((first, "other"), *asked)
    if row.broadcasts_first and first == out:
        return nulls, broadcasts_to(out, "other"), *asked
    return nulls, *asked


def _plan_tensor(b: Builder, row: TensorRow, self: Tensor, other: Tensor, out: Tensor) -> None:
    if self.is_empty or other.is_empty:
        return
    operands = []
    for tensor in (self, other):
        if row.strided and tensor.dtype == b.promoted and tensor.dtype in _STRIDED.on(b.profile):
            operands.append(b.strided(tensor))
        else:
            operands.append(b.contiguous_cast(tensor, b.promoted))
    store(b, b.kernel(row.kernel, *operands, dtype=BOOL), out)


def _declare_tensor(row: TensorRow) -> None:
    def plan(b: Builder, self: Tensor, other: Tensor, out: Tensor) -> None:
        _plan_tensor(b, row, self, other, out)

    def plan_in_place(b: Builder, self_ref: Tensor, other: Tensor) -> None:
        _plan_tensor(b, row, self_ref, other, self_ref)

    declare(
        f"aclnn{row.name}Tensor(const aclTensor *self, const aclTensor *other, aclTensor *out)", plan,
        f"out = self {row.sign} other.", checks=_tensor_checks(row, "self", "out"), source=row.source,
    )  # fmt: skip
    const = "const " if row.const_ref else ""
    declare(
        f"aclnnInplace{row.name}Tensor({const}aclTensor *selfRef, const aclTensor *other)", plan_in_place,
        f"selfRef = selfRef {row.sign} other, as 0 and 1.", checks=_tensor_checks(row, "selfRef", "selfRef"),
        source=row.source,
    )  # fmt: skip


# A tensor with a scalar.


def _keeps_category(tensor: int, scalar: int) -> int:
    """Before Ascend950: the tensor's dtype stays within its category (complex, floating, integer)."""
    if is_complex(tensor) or (is_floating(tensor) and not is_complex(scalar)):
        return tensor
    if tensor == BOOL or is_floating(scalar) or is_complex(scalar):
        return promote(tensor, scalar)
    return tensor


def _equality(tensor: str) -> Callable[[Call], int]:
    rule = by_category(tensor, "other", _keeps_category)

    def find(call: Call) -> int:
        found = rule(call)
        return C64 if found == C32 else found

    return find


def _eq_rule(tensor: str) -> Callable[[Call], int]:
    """aclnnEqScalar refuses a pair without promotion first, whatever the scalar's rule says."""
    rule = _equality(tensor)

    def find(call: Call) -> int:
        classic = call.profile.npu_arch != REGBASE
        if classic and promote(call.args[tensor].dtype, call.args["other"].dtype) == UNDEFINED:
            return UNDEFINED
        return rule(call)

    return find


def _order_rule(tensor: str) -> Callable[[Call], int]:
    """Before Ascend950 a DOUBLE scalar does not lift a floating tensor that holds its value."""
    rule = by_category(tensor, "other")

    def find(call: Call) -> int:
        dtype, scalar = call.args[tensor].dtype, call.args["other"]
        found = rule(call)
        if call.profile.npu_arch != REGBASE and scalar.dtype == F64 and is_floating(dtype):
            found = dtype if abs(scalar.as_(dtype) - scalar.value) <= 2.0**-23 else found
        return S8 if found == BOOL else found

    return find


def _lt_rule(tensor: str) -> Callable[[Call], int]:
    def find(call: Call) -> int:
        dtype, scalar = call.args[tensor].dtype, call.args["other"].dtype
        if call.profile.npu_arch == REGBASE:
            found = promote_scalar(dtype, scalar)
        else:
            found = promote(dtype, _lt_scalar(dtype, scalar))
        return U8 if found == BOOL else found

    return find


def _lt_scalar(dtype: int, scalar: int) -> int:
    """What the scalar becomes before the dtypes are looked at."""
    if is_floating(dtype):
        return dtype
    return F32 if scalar == F64 else scalar


def _le_classic(tensor: int, scalar: int) -> int:
    if is_floating(tensor):
        return tensor
    found = F32 if scalar == F64 else promote(tensor, scalar)
    return F32 if found == BOOL else found


def _eq_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(_EQ_SCALAR, first, "other"),
        dtype_in(_EQ_SCALAR_OUT, out),
        result_is(_eq_rule(first), first, "other"),
        only_on(REGBASE, promoted_in(_EQ_SCALAR, "other")),
        casts_to_promoted(first, "other"),
        *_shape_checks(first, out),
    )


def _ne_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(_NE, first, "other"),
        dtype_in(_NE_OUT, out),
        result_is(_equality(first), first, "other"),
        only_on(REGBASE, promoted_in(_NE, "other")),
        casts_to_promoted(first, "other"),
        *_shape_checks(first, out),
    )


def _gt_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(_GT, first, "other"),
        dtype_in(_GT_OUT, out),
        result_is(_order_rule(first), first, "other"),
        only_on(REGBASE, casts_to_promoted(first, "other")),
        *_shape_checks(first, out),
    )


def _ge_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        only_on(REGBASE, dtype_in(_GE_SCALAR, first)),
        dtype_in(_GE_OUT, out),
        result_is(_order_rule(first), first, "other"),
        only_on(REGBASE, casts_to_promoted(first, "other")),
        promoted_in(_GE_SCALAR, "other"),
        *_shape_checks(first, out),
    )


def _lt_checks(first: str, out: str) -> tuple[Check, ...]:
    """Before Ascend950 the scalar is made a tensor first, of which the rest is asked."""
    names = tuple(dict.fromkeys((first, "other", out)))
    return (
        except_on(REGBASE, not_null("other", first, error=InnerNullptr)),
        only_on(REGBASE, not_null("other", first)),
        not_null(*names),
        dtype_in(_GT, first),
        _lt_scalar_in(first),
        dtype_in(_LT_OUT, out),
        result_is(_lt_rule(first), first, "other"),
        only_on(REGBASE, promoted_in(_GT, "other")),
        only_on(REGBASE, casts_to_promoted(first, "other")),
        *_shape_checks(first, out),
    )


def _lt_scalar_in(first: str) -> Check:
    listed = dtype_in(_GT, "other")

    def run(call: Call) -> None:
        if call.profile.npu_arch == REGBASE or not is_floating(call.args[first].dtype):
            listed.run(call)

    return attrs.evolve(
        listed, run=run, text=f"{listed.text}; before Ascend950 only where {first} is no float"
    )


def _le_checks(first: str, out: str) -> tuple[Check, ...]:
    return (
        not_null(*dict.fromkeys((first, "other", out))),
        dtype_in(_LE, first, "other"),
        dtype_in(_LE_OUT, out),
        result_is(by_category(first, "other", _le_classic), first, "other"),
        casts_to_promoted(first, "other"),
        only_on(REGBASE, promoted_in(_LE, "other")),
        *_shape_checks(first, out),
    )


def _shape_checks(first: str, out: str) -> tuple[Check, ...]:
    return max_rank(8, *dict.fromkeys((first, out))), same_shape(first, out)


@attrs.frozen(kw_only=True)
class ScalarRow:
    """What the comparisons of a tensor with a scalar differ in.

    Attributes:
        name: ``Eq``.
        sign: for the documents.
        kernel: the comparison.
        checks: given the names of the tensor and the output.
        strided: reads strided views on Ascend950.
        const_ref: the prototype says const selfRef.
        source: the vendor file.
    """

    name: str
    sign: str
    kernel: Kernel
    checks: Callable[[str, str], tuple[Check, ...]]
    strided: bool = False
    const_ref: bool = False
    source: str


SCALAR_ROWS = (
    ScalarRow(
        name="Eq", sign="==", kernel=logic.equal, checks=_eq_checks, const_ref=True,
        source="ops-math/math/equal/op_api/aclnn_eq_scalar.cpp",
    ),
    ScalarRow(
        name="Ne", sign="!=", kernel=logic.not_equal, checks=_ne_checks,
        source="ops-math/math/not_equal/op_api/aclnn_ne_scalar.cpp",
    ),
    ScalarRow(
        name="Gt", sign=">", kernel=logic.greater, checks=_gt_checks, strided=True,
        source="ops-math/math/greater/op_api/aclnn_gt_scalar.cpp",
    ),
    ScalarRow(
        name="Ge", sign=">=", kernel=logic.greater_equal, checks=_ge_checks,
        source="ops-math/math/greater_equal/op_api/aclnn_ge_scalar.cpp",
    ),
    ScalarRow(
        name="Lt", sign="<", kernel=logic.less, checks=_lt_checks, const_ref=True,
        source="ops-math/math/less/op_api/aclnn_lt_scalar.cpp",
    ),
    ScalarRow(
        name="Le", sign="<=", kernel=logic.less_equal, checks=_le_checks,
        source="ops-math/math/less_equal/op_api/aclnn_le_scalar.cpp",
    ),
)  # fmt: skip


def _plan_scalar(b: Builder, row: ScalarRow, self: Tensor, other: Scalar, out: Tensor) -> None:
    if self.is_empty:
        return
    if row.strided and self.dtype == b.promoted and self.dtype in _STRIDED.on(b.profile):
        x = b.strided(self)
    else:
        x = b.contiguous_cast(self, b.promoted)
    store(b, apply(b, row.kernel, x, other.as_(b.promoted), dtype=BOOL), out)


def _declare_scalar(row: ScalarRow) -> None:
    def plan(b: Builder, self: Tensor, other: Scalar, out: Tensor) -> None:
        _plan_scalar(b, row, self, other, out)

    def plan_in_place(b: Builder, self_ref: Tensor, other: Scalar) -> None:
        _plan_scalar(b, row, self_ref, other, self_ref)

    declare(
        f"aclnn{row.name}Scalar(const aclTensor *self, const aclScalar *other, aclTensor *out)", plan,
        f"out = self {row.sign} other, other a scalar.", checks=row.checks("self", "out"), source=row.source,
    )  # fmt: skip
    const = "const " if row.const_ref else ""
    declare(
        f"aclnnInplace{row.name}Scalar({const}aclTensor *selfRef, const aclScalar *other)", plan_in_place,
        f"selfRef = selfRef {row.sign} other, as 0 and 1, other a scalar.",
        checks=row.checks("selfRef", "selfRef"), source=row.source,
    )  # fmt: skip


for _tensor_row in TENSOR_ROWS:
    _declare_tensor(_tensor_row)
for _scalar_row in SCALAR_ROWS:
    _declare_scalar(_scalar_row)
