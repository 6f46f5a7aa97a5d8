"""How operators with one operand are declared from the rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.dtypes import dtype_name, is_integral
from aclnn_emu.errors import AclnnError, ParamInvalid, ParamNullptr
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._types import BF16, BOOL, F32
from aclnn_emu.plan.checks import (
    Check,
    chip_has_operator,
    dtype_in,
    max_rank,
    not_null,
    only_on,
    public_format,
    require_cast,
    same_dtype,
    same_format,
    same_shape,
)
from aclnn_emu.plan.dtypes import DtypeList, dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__ = [
    "UnaryRow",
    "always_bool",
    "as_it_is",
    "bf16_except_910",
    "declare",
    "in_float",
    "integers_in_float",
    "with_bf16",
]

_REGBASE = 3510

Deduction = Callable[[int, int], int]
"""A dtype from the dtype of self and the chip's architecture."""


def with_bf16(*listed: int) -> DtypeList:
    """The list, and BF16 behind it on 910B, 910_93 and 950."""
    return dtypes(*listed, DAV_2201=(*listed, BF16), DAV_3510=(*listed, BF16))


def bf16_except_910(*listed: int) -> DtypeList:
    """The list, and BF16 behind it on every chip but Ascend910."""
    return dtypes(*listed, BF16, DAV_1001=listed)


def integers_in_float(dtype: int, _arch: int) -> int:
    """FLOAT for integers and BOOL, anything else as it is."""
    return F32 if is_integral(dtype, include_bool=True) else dtype


def in_float(*kept: int) -> Deduction:
    """FLOAT for everything but these."""
    return lambda dtype, _arch: dtype if dtype in kept else F32


def always_bool(_dtype: int, _arch: int) -> int:
    """BOOL."""
    return BOOL


def as_it_is(dtype: int, _arch: int) -> int:
    """The dtype of self."""
    return dtype


@attrs.frozen(kw_only=True)
class UnaryRow:
    """What the members of the family differ in.

    Attributes:
        name: the operator without ``aclnn``; ``Inplace`` is put in front for the second operator.
        formula: for the documents, over ``self``.
        dtypes: of self.
        out_dtypes: of out; None where no list is asked, but the order has another check of out's dtype.
        inplace_dtypes: of selfRef; None where there is no in-place operator.
        kernel: the arithmetic.
        source: the vendor file.
        computes: the dtype that self is cast to before the kernel. None: a self outside out_dtypes is cast to out's dtype.
        result: the dtype of the kernel's result, from the dtype of self; by default the one it computes in.
        attributes: keyword arguments of the kernel.
        passes: dtypes that are copied without a kernel.
        order: the checks behind the one for null pointers, in their order; see `_check`.
        operands: names of the two parameters.
        ref: name of the in-place operator's parameter.
        const: the prototypes whose output is declared const and written all the same: ``out``, ``ref``.
        null_error: what a null pointer answers.
        deviations: where we differ from the source.
    """

    name: str
    formula: str
    dtypes: DtypeList
    out_dtypes: DtypeList | None = None
    inplace_dtypes: DtypeList | None
    kernel: Kernel
    source: str
    computes: Deduction | None = None
    result: Deduction | None = None
    attributes: Mapping[str, Any] = attrs.field(factory=dict)
    passes: tuple[int, ...] = ()
    order: tuple[str, ...] = ("dtype", "out", "shape", "rank")
    operands: tuple[str, str] = ("self", "out")
    ref: str = "selfRef"
    const: tuple[str, ...] = ()
    null_error: type[AclnnError] = ParamNullptr
    deviations: tuple[str, ...] = ()

    def computed(self, b: Builder, dtype: int, out: int) -> int:
        """The dtype that the kernel is given."""
        if self.computes is not None:
            return self.computes(dtype, b.profile.npu_arch)
        listed = self.out_dtypes is None or dtype in self.out_dtypes.on(b.profile)
        return dtype if listed else out

    def result_of(self, dtype: int, arch: int) -> int:
        """The dtype of the result before it is cast to out's."""
        return (self.result or self.computes or as_it_is)(dtype, arch)


def _check(row: UnaryRow, kind: str, x: str, out: str) -> Check:
    """One entry of a row's order.

    Raises:
        KeyError: there is no such kind.
    """
    makers: dict[str, Callable[[], Check]] = {
        "chip": lambda: chip_has_operator(x, *row.dtypes.by_arch),
        "dtype": lambda: dtype_in(row.dtypes, x),
        "out": lambda: dtype_in(row.out_dtypes or row.dtypes, out),
        "same": lambda: same_dtype(x, out),
        "result": lambda: _result_is(row, x, out),
        "cast": lambda: _result_casts(row, x, out),
        "shape": lambda: same_shape(x, out),
        "rank": lambda: max_rank(8, x),
        "out rank": lambda: max_rank(8, out),
        "strided rank": lambda: _strided_rank(*dict.fromkeys((x, out))),
        "format": lambda: same_format(x, out),
        "public": lambda: public_format(*dict.fromkeys((x, out))),
        "public on 950": lambda: only_on(_REGBASE, public_format(*dict.fromkeys((x, out)))),
    }
    return makers[kind]()


_OF_ONE = ("rank", "strided rank", "public", "public on 950")
"""What is left to ask of an in-place operator behind its own dtype list: the rest compares self with itself."""


def _strided_rank(*params: str) -> Check:
    limit = max_rank(8, *params)

    def run(call: Call) -> None:
        if not all(call.args[name].is_contiguous for name in params):
            limit.run(call)

    return Check("strided_rank", params, run, f"{limit.text}, unless all are contiguous")


def _result_casts(row: UnaryRow, x: str, out: str) -> Check:
    def run(call: Call) -> None:
        result = row.result_of(call.args[x].dtype, call.profile.npu_arch)
        require_cast(call, result, out, call.args[out].dtype)

    return Check(
        "result_casts", (x, out), run, f"result for the dtype of {x}: castable to the dtype of {out}"
    )


def _result_is(row: UnaryRow, x: str, out: str) -> Check:
    def run(call: Call) -> None:
        dtype, got = call.args[x].dtype, call.args[out].dtype
        result = row.result_of(dtype, call.profile.npu_arch)
        if got != result:
            raise ParamInvalid(
                "ACLNN-PARAM-041", op=call.operator.name, param=out, got=dtype_name(got), reference=x,
                dtype=dtype_name(dtype), allowed=dtype_name(result),
            )  # fmt: skip

    return Check("result_is", (x, out), run, f"{out}: dtype of the result for the dtype of {x}")


def declare(row: UnaryRow, module: str) -> None:
    """Declare the operator and, where the row has its dtypes, the in-place one.

    Args:
        row: the facts.
        module: whose table the row is in.
    """
    x, out = row.operands

    def plan(b: Builder, *operands: Tensor) -> None:
        _plan(b, row, *operands)

    plan.__module__ = module
    plan.__doc__ = f"{out} = {row.formula.replace('self', x)}."
    operator(
        f"aclnn{row.name}(const aclTensor *{x}, {'const ' * ('out' in row.const)}aclTensor *{out})",
        checks=(
            not_null(x, out, error=row.null_error),
            *(_check(row, kind, x, out) for kind in row.order),
        ),
        source=row.source,
        deviations=row.deviations,
    )(plan)
    if row.inplace_dtypes is not None:
        _declare_in_place(row, row.inplace_dtypes, module)


def _declare_in_place(row: UnaryRow, inplace_dtypes: DtypeList, module: str) -> None:
    ref = row.ref

    def plan(b: Builder, *operands: Tensor) -> None:
        _plan(b, row, operands[0], operands[0])

    plan.__module__ = module
    plan.__doc__ = f"{ref} = {row.formula.replace('self', ref)}."
    operator(
        f"aclnnInplace{row.name}({'const ' * ('ref' in row.const)}aclTensor *{ref})",
        checks=(
            not_null(ref, error=row.null_error),
            dtype_in(inplace_dtypes, ref),
            *(_check(row, kind, ref, ref) for kind in row.order if kind in _OF_ONE),
        ),
        source=row.source,
        deviations=row.deviations,
    )(plan)


def _plan(b: Builder, row: UnaryRow, self: Tensor, out: Tensor) -> None:
    if self.is_empty:
        return
    result: Buffer = b.contiguous(self)
    if self.dtype not in row.passes:
        computed = row.computed(b, self.dtype, out.dtype)
        made = computed if row.result is None else row.result(self.dtype, b.profile.npu_arch)
        result = b.kernel(row.kernel, b.cast(result, computed), dtype=made, **row.attributes)
        result = b.cast(result, out.dtype)
    b.view_copy(result, out)
