"""Triangles and diagonals of matrices: Tril, Triu, Diag, DiagFlat, Eye, InplaceFillDiagonal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.errors import InnerNullptr, ParamInvalid
from aclnn_emu.kernels import filling
from aclnn_emu.ops._movement import bf16_on_new, min_rank, require_exact_shape
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    C32,
    C64,
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
)
from aclnn_emu.plan.checks import (
    Check,
    custom,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    require_cast,
    require_shape,
    same_dtype,
    same_format,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.kernels.kernel import Kernel
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []


# Triangles

_TRIANGLE_LIST = (U8, S8, S16, S32, S64, F16, F32, F64, BOOL, U16, U32, U64)
_TRIANGLE = dtypes(
    *_TRIANGLE_LIST, DAV_2201=(*_TRIANGLE_LIST, BF16), DAV_3510=(*_TRIANGLE_LIST, BF16, C64, C32)
)
_C32 = ("COMPLEX32 passes the checks of Ascend950 and answers 561003: not emulated.",)


@attrs.frozen(kw_only=True)
class TriangleRow:
    """One of the two triangles.

    Attributes:
        name: of the operator.
        side: what is kept, for the summary.
        kernel: the arithmetic.
        source: the vendor file.
        checks: between the dtypes and the equal shapes.
    """

    name: str
    side: str
    kernel: Kernel
    source: str
    checks: tuple[Check, ...]


_ROWS = (
    TriangleRow(
        name="Tril",
        side="below",
        kernel=filling.tril,
        source="ops-math/conversion/tril/op_api/aclnn_tril.cpp",
        checks=(min_rank(2, "self"), max_rank(8, "self", "out")),
    ),
    TriangleRow(
        name="Triu",
        side="above",
        kernel=filling.triu,
        source="ops-math/conversion/triu/op_api/aclnn_triu.cpp",
        checks=(max_rank(8, "self"), unless_empty("self", min_rank(2, "self"))),
    ),
)


def _of_self_ref(check: Check) -> Check:
    """The check of aclnnTril for aclnnInplaceTril, where selfRef is both self and out."""

    def run(call: Call) -> None:
        tensor = call.args["selfRef"]
        check.run(attrs.evolve(call, args={**call.args, "self": tensor, "out": tensor}))

    return attrs.evolve(check, params=("selfRef",), run=run, text=check.text.replace("self", "selfRef"))


def _declare(row: TriangleRow) -> None:
    def plan(b: Builder, self: Tensor, diagonal: int, out: Tensor) -> None:
        if self.is_empty:
            return
        x = b.contiguous(self)
        b.view_copy(b.kernel(row.kernel, x, format=x.format, offset=diagonal), out)

    def inplace(b: Builder, self_ref: Tensor, diagonal: int) -> None:
        plan(b, self_ref, diagonal, self_ref)

    summary = f"out = self on and {row.side} the diagonal of each matrix, 0 elsewhere; diagonal moves it to the right."
    plan.__doc__, inplace.__doc__ = summary, summary.replace("out = self", "selfRef stays")
    plan.__module__ = inplace.__module__ = __name__
    first = (dtype_in(_TRIANGLE, "self"),)
    private = (public_format("self"),) if row.name == "Triu" else ()
    operator(
        f"aclnn{row.name}(const aclTensor *self, int64_t diagonal, aclTensor *out)",
        checks=(
            not_null("self", "out"),
            *first,
            same_dtype("self", "out"),
            *private,
            same_format("self", "out"),
            *row.checks,
            same_shape("self", "out"),
        ),
        source=row.source,
        deviations=_C32,
    )(plan)
    const = "const " if row.name == "Tril" else ""
    kept: tuple[Check, ...] = (*first, *private, *row.checks)
    operator(
        f"aclnnInplace{row.name}({const}aclTensor *selfRef, int64_t diagonal)",
        checks=(not_null("selfRef"), *(_of_self_ref(check) for check in kept)),
        source=row.source,
        deviations=_C32,
    )(inplace)


for _row in _ROWS:
    _declare(_row)

# Diagonals

_DIAG_LIST = (F16, F32, S64, S32, S16, S8, U8, F64, BOOL, C64)
_DIAG = bf16_on_new(*_DIAG_LIST)
_FILLED = dtype_in(dtypes(F16, F32, S64, S32, S16, S8, U8, F64, BOOL, BF16), "out")


@operator(
    "aclnnDiag(const aclTensor *self, int64_t diagonal, aclTensor *out)",
    checks=(not_null("self", "out"), dtype_in(_DIAG, "self"), same_dtype("self", "out"), max_rank(2, "self")),
    source="ops-math/conversion/diag_v2/op_api/aclnn_diag.cpp",
)
def diag(b: Builder, self: Tensor, diagonal: int, out: Tensor) -> None:
    """out = a diagonal of the matrix self; of a row, the matrix with self on that diagonal and 0 elsewhere.

    Of an empty self with a diagonal other than 0 it is 0, which fills out whatever its shape.
    """
    rows, columns = self.view_shape if self.rank == 2 else (-1, -1)
    at_edge = self.rank == 2 and (0 < diagonal == columns or 0 < -diagonal == rows)
    if at_edge or (self.is_empty and diagonal == 0):
        return
    if self.is_empty:
        _FILLED.run(b.call)
        b.view_copy(b.fill(out.view_shape, 0, out.dtype), out)
        return
    x = b.contiguous(self)
    if self.rank < 2:
        size = self.numel + abs(diagonal)
        result = b.kernel(filling.diag_flat, x, shape=(size, size), offset=diagonal)
    else:
        length = min(rows, columns - diagonal) if diagonal > 0 else min(rows + diagonal, columns)
        offset = min(max(diagonal, -rows), columns)
        result = b.kernel(filling.diagonal, x, shape=(max(length, 0),), offset=offset)
    require_shape(b.call, result.shape, "out")
    b.view_copy(result, out)


@operator(
    "aclnnDiagFlat(const aclTensor *self, int64_t diagonal, aclTensor *out)",
    checks=(
        not_null("self", "out", error=InnerNullptr),
        dtype_in(_DIAG, "self", "out"),
        max_rank(8, "self", "out"),
    ),
    source="ops-math/conversion/diag_flat/op_api/aclnn_diag_flat.cpp",
)
def diag_flat(b: Builder, self: Tensor, diagonal: int, out: Tensor) -> None:
    """out = a matrix of zeros with all elements of self on a diagonal."""
    if self.is_empty:
        return
    size = self.numel + abs(diagonal)
    result = b.kernel(filling.diag_flat, b.contiguous(self), shape=(size, size), offset=diagonal)
    b.view_copy(b.cast(result, out.dtype), out)


@custom("eye_shape", ("n", "m", "out"), "out: two dimensions, n and m; both 0 or more")
def _eye_shape(call: Call) -> None:
    out, op = call.args["out"], call.operator.name
    if out.rank != 2:
        raise ParamInvalid(
            "ACLNN-PARAM-062", op=op, param="out", got=out.rank, shape=list(out.view_shape), allowed=2
        )
    for name in ("n", "m"):
        if call.args[name] < 0:
            raise ParamInvalid("ACLNN-PARAM-042", op=op, param=name, got=call.args[name], low=0)
    require_exact_shape(call, (call.args["n"], call.args["m"]))


_EYE = (F32, S32, F16, S8, S16, U8, S64, BOOL)


@operator(
    "aclnnEye(int64_t n, int64_t m, aclTensor *out)",
    checks=(not_null("out"), dtype_in(bf16_on_new(*_EYE), "out"), _eye_shape),
    source="ops-math/math/eye/op_api/aclnn_eye.cpp",
)
def eye(b: Builder, n: int, m: int, out: Tensor) -> None:
    """out = 1 on the diagonal, 0 elsewhere; before Ascend950 it fills a strided out from its first element on."""
    if 0 in (n, m):
        return
    result = b.kernel(filling.eye, shape=(n, m), dtype=out.dtype, rows=n, columns=m, kind=out.dtype)
    if b.profile.npu_arch == REGBASE:
        b.view_copy(result, out)
    else:
        b.store(result, out)


_FILL_DIAGONAL = bf16_on_new(F16, F32, F64, S8, S16, S32, S64, U8, BOOL)
_LIMITS = {
    F32: 3.4028234663852886e38, F16: 65504.0, S8: 2**7 - 1, S16: 2**15 - 1, S32: 2**31 - 1, S64: 2**63 - 1, U8: 255
}  # fmt: skip


@custom("equal_sizes", ("selfRef",), "selfRef: equal sizes, with more than 2 dimensions")
def _equal_sizes(call: Call) -> None:
    shape = call.args["selfRef"].view_shape
    if len(shape) > 2 and len(set(shape)) > 1:
        raise ParamInvalid("ACLNN-PARAM-150", op=call.operator.name, param="selfRef", got=list(shape))


@custom(
    "fill_fits",
    ("selfRef", "fillValue"),
    "fillValue: castable to FLOAT, within the range of the dtype of selfRef",
)
def _fill_fits(call: Call) -> None:
    fill, dtype = call.args["fillValue"], call.args["selfRef"].dtype
    require_cast(call, fill.dtype, "fillValue", F32)
    high = _LIMITS.get(dtype)
    if high is None or isinstance(fill.value, complex):
        return
    value = fill.value
    floating = dtype in (F32, F16)
    finite = value == value and abs(value) != float("inf")  # noqa: PLR0124 - NaN is the one that differs
    wraps = dtype == U8 and isinstance(value, int)  # a negative integer may become an unsigned one
    low = -high if floating or wraps else 0 if dtype == U8 else -high - 1
    if (finite and not low <= value <= high) or (not finite and not floating):
        raise ParamInvalid(
            "ACLNN-PARAM-124", op=call.operator.name, param="fillValue", got=value, dtype=dtype_name(dtype),
            reference="selfRef",
        )  # fmt: skip


@operator(
    "aclnnInplaceFillDiagonal(aclTensor *selfRef, const aclScalar *fillValue, bool wrap)",
    checks=(
        not_null("selfRef", "fillValue"),
        dtype_in(_FILL_DIAGONAL, "selfRef"),
        max_rank(8, "selfRef"),
        min_rank(2, "selfRef"),
        _equal_sizes,
        _fill_fits,
    ),
    source="ops-math/conversion/fill_diagonal_v2/op_host/op_api/aclnn_fill_diagonal.cpp",
)
def inplace_fill_diagonal(b: Builder, self_ref: Tensor, fill_value: Scalar, wrap: bool) -> None:
    """selfRef = fillValue, as FLOAT, on the diagonal; with wrap it starts anew in a tall matrix, a row left out."""
    if self_ref.is_empty:
        return
    x = b.contiguous(self_ref)
    filled = b.kernel(filling.fill_diagonal, x, format=x.format, value=fill_value.as_(F32), wrap=wrap)
    b.view_copy(filled, self_ref)
