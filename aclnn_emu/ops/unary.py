"""Elementwise operators with one operand: a row each, in-place variant included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.kernels import elementwise
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import dtype_in, max_rank, not_null, same_shape
from aclnn_emu.plan.dtypes import DtypeList, dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder

__all__ = ["ROWS", "UnaryRow"]


@attrs.frozen(kw_only=True)
class UnaryRow:
    """What the members of the family differ in.

    Attributes:
        name: the operator without ``aclnn``; ``Inplace`` is put in front for the second operator.
        formula: for the documents, over ``self``.
        dtypes: of self.
        out_dtypes: of out. A self outside this list is cast to out's dtype before the kernel.
        inplace_dtypes: of selfRef; None where there is no in-place operator.
        kernel: the arithmetic.
        source: the vendor file.
    """

    name: str
    formula: str
    dtypes: DtypeList
    out_dtypes: DtypeList
    inplace_dtypes: DtypeList | None
    kernel: Kernel
    source: str


_FLOATS = (F32, F16, F64, C64, C128)
_FLOATS_BF16 = (*_FLOATS, BF16)
_INTS = (S8, S16, S32, S64, BOOL, U8)

ROWS = (
    UnaryRow(
        name="Sigmoid",
        formula="1 / (1 + exp(-self))",
        dtypes=dtypes(*_FLOATS, *_INTS, DAV_2201=(*_FLOATS_BF16, *_INTS), DAV_3510=(*_FLOATS_BF16, *_INTS)),
        out_dtypes=dtypes(*_FLOATS_BF16),
        inplace_dtypes=dtypes(*_FLOATS, DAV_2201=_FLOATS_BF16, DAV_3510=_FLOATS_BF16),
        kernel=elementwise.sigmoid,
        source="ops-nn/activation/sigmoid/op_api/aclnn_sigmoid.cpp",
    ),
)


def _declare(row: UnaryRow) -> None:
    def plan(b: Builder, self: Tensor, out: Tensor) -> None:
        _plan(b, row, self, out)

    plan.__doc__ = f"out = {row.formula}."
    operator(
        f"aclnn{row.name}(const aclTensor *self, aclTensor *out)",
        checks=(
            not_null("self", "out"),
            dtype_in(row.dtypes, "self"),
            dtype_in(row.out_dtypes, "out"),
            same_shape("self", "out"),
            max_rank(8, "self"),
        ),
        source=row.source,
    )(plan)


def _declare_inplace(row: UnaryRow, inplace_dtypes: DtypeList) -> None:
    def plan(b: Builder, self_ref: Tensor) -> None:
        _plan(b, row, self_ref, self_ref)

    plan.__doc__ = f"selfRef = {row.formula.replace('self', 'selfRef')}."
    operator(
        f"aclnnInplace{row.name}(aclTensor *selfRef)",
        checks=(not_null("selfRef"), dtype_in(inplace_dtypes, "selfRef"), max_rank(8, "selfRef")),
        source=row.source,
    )(plan)


def _plan(b: Builder, row: UnaryRow, self: Tensor, out: Tensor) -> None:
    if self.is_empty:
        return
    computed = self.dtype if self.dtype in row.out_dtypes.on(b.profile) else out.dtype
    result = b.kernel(row.kernel, b.contiguous_cast(self, computed))
    b.view_copy(b.cast(result, out.dtype), out)


for _row in ROWS:
    _declare(_row)
    if _row.inplace_dtypes is not None:
        _declare_inplace(_row, _row.inplace_dtypes)
