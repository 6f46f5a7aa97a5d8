"""How operators over tensor lists are declared from the rows of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.lists import ScalarList
from aclnn_emu.core.scalar import Scalar
from aclnn_emu.errors import AclnnError, InnerNullptr, ParamInvalid, ParamNullptr
from aclnn_emu.kernels.foreach import over_lists
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.ops._foreach_checks import (
    Prototype,
    dense,
    fits_prototype,
    has_elements,
    members_agree,
    members_given,
    room_in,
    same_lengths,
    same_shapes,
)
from aclnn_emu.ops._types import BF16, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.plan.checks import Check, chip_has_operator, not_null, public_format
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.spec import Call

__all__ = [
    "A2",
    "A5",
    "FLOATS",
    "LERP_WEIGHT",
    "OF_LISTS",
    "OF_LISTS_WIDE",
    "ROUND_MODE",
    "ForeachRow",
    "ScalarRule",
    "alone",
    "as_tensor",
    "by_arch",
    "declare",
    "from_host",
    "same_as_list",
]

A2, A5 = 2201, 3510
"""The architectures of Ascend910B with Ascend910_93, and of Ascend950."""

FLOATS = (F16, F32, BF16)

_SCALAR_OF: dict[int, int] = {BF16: F32, S16: S32, S8: S32, U8: S32}
"""Dtypes whose scalar has another dtype. Source: ops-nn foreach/foreach_utils/op_host/foreach_proto_utils.h."""


def alone(*dtypes: int) -> tuple[tuple[int, ...], ...]:
    """Rows of a prototype without a scalar."""
    return tuple((dtype,) for dtype in dtypes)


def same_as_list(*dtypes: int) -> tuple[tuple[int, ...], ...]:
    """Rows of a prototype whose scalars have the dtype of the lists."""
    return tuple((dtype, dtype) for dtype in dtypes)


def as_tensor(*dtypes: int) -> tuple[tuple[int, ...], ...]:
    """Rows of a prototype whose scalar is a tensor: FLOAT for BF16, INT32 for integers, else the dtype of the lists."""
    return tuple((dtype, _SCALAR_OF.get(dtype, dtype)) for dtype in dtypes)


def from_host(*dtypes: int) -> tuple[tuple[int, ...], ...]:
    """Rows of a prototype whose scalar is an aclScalar or a list of them: FLOAT, for integers INT64."""
    return tuple((dtype, F32 if dtype in FLOATS else S64) for dtype in dtypes)


def by_arch(
    a2: tuple[tuple[int, ...], ...] | None, a5: tuple[tuple[int, ...], ...] | None = None
) -> Prototype:
    """A prototype for both architectures; the same for 950 unless it has its own."""
    rows = {A2: a2, A5: a2 if a5 is None else a5}
    return {arch: row for arch, row in rows.items() if row is not None}


@attrs.frozen
class ScalarRule:
    """How an operator with an API of its own takes its aclScalar.

    Attributes:
        allowed: dtypes of the scalar, from the dtype of the lists and the architecture.
        becomes: the dtype in which the kernel gets it, from the dtype of the lists, its own and the architecture.
    """

    allowed: Callable[[int, int], tuple[int, ...]]
    becomes: Callable[[int, int, int], int]


def _allowed(dtype: int, _arch: int) -> tuple[int, ...]:
    if dtype in (F32, BF16):
        return (F32, F64)
    return (F16, F64) if dtype == F16 else (S32, S64)


def _allowed_wide(dtype: int, arch: int) -> tuple[int, ...]:
    return (F16, F32, F64) if dtype == F16 and arch == A5 else _allowed(dtype, arch)


def _becomes(dtype: int, _found: int, _arch: int) -> int:
    return _SCALAR_OF.get(dtype, dtype)


def _becomes_wide(dtype: int, found: int, arch: int) -> int:
    return F32 if dtype == F16 and arch == A5 and found in (F32, F64) else _becomes(dtype, found, arch)


OF_LISTS = ScalarRule(_allowed, _becomes)
OF_LISTS_WIDE = ScalarRule(_allowed_wide, _becomes_wide)
LERP_WEIGHT = ScalarRule(lambda _dtype, _arch: (F32, F64), lambda _dtype, _found, _arch: F32)
ROUND_MODE = ScalarRule(lambda _dtype, _arch: (S8, S64), lambda _dtype, _found, _arch: S8)

_GENERATED = (
    "A null member of a list and an empty list answer 161002; the sources leave open what the library does.",
    (
        "Ascend950 asks for shapes, lengths and dtypes of members as 910B does (561002), as the documents say; many of its"
        " tiling functions do not look."
    ),
)
_WRITTEN = (
    (
        "Lists of different lengths, null members and more than 256 members answer 161002 also where the library reads"
        " beyond a list or ignores the rest."
    ),
)
_DENSE = ("A strided output is refused with 161002; the library writes it as if it was contiguous.",)


@attrs.frozen(kw_only=True)
class ForeachRow:
    """What the members of the family differ in.

    Attributes:
        name: the operator without ``aclnnForeach``.
        formula: for the documents.
        kernel: the arithmetic for one member of each list and the scalar.
        prototype: dtypes that go together, by architecture; the operator has no others.
        source: the vendor's files.
        lists: names of the lists that are read; an in-place operator writes the first.
        scalar: declaration of the scalar parameter, empty for none.
        scalar_first: the scalar is the first parameter and the first operand.
        many: the scalar tensor has an element for each member.
        out: declaration of the output, empty for an in-place operator.
        saturates: see `over_lists`.
        wide_integers: see `over_lists`; on Ascend950.
        strided: strided outputs are taken.
        half_scalars: on 910B the kernel rounds a FLOAT scalar to FLOAT16 with lists of that dtype.
        exactly: elements of every output member; by default there must be room for the result.
        attributes: keyword arguments of the kernel, by architecture.
        rule: of an operator with an API of its own: how it takes the scalar.
        listed: of an operator with an API of its own: dtypes that the API lets pass, by architecture.
        late: of an operator with an API of its own: what the kernel's refusal answers.
        extra: checks of its own, in front of the kernel's.
        lengths_first: lists of different lengths are refused together with null pointers (161001).
        own_out_dtype: the output has a dtype and a shape of its own.
        deviations: where we differ from the source.
    """

    name: str
    formula: str
    kernel: Kernel
    prototype: Prototype
    source: str
    lists: tuple[str, ...] = ("x",)
    scalar: str = ""
    scalar_first: bool = False
    many: bool = False
    out: str = "const aclTensorList *out"
    saturates: bool = False
    wide_integers: bool = False
    strided: bool = False
    half_scalars: bool = False
    exactly: int | None = None
    attributes: Callable[[int], dict[str, Any]] = lambda _arch: {}
    rule: ScalarRule | None = None
    listed: Prototype | None = None
    late: type[AclnnError] = InnerNullptr
    extra: tuple[Check, ...] = ()
    lengths_first: bool = False
    own_out_dtype: bool = False
    deviations: tuple[str, ...] = ()

    @property
    def scalar_name(self) -> str | None:
        """Name of the scalar parameter."""
        return self.scalar.rpartition("*")[2].strip() or None

    @property
    def written(self) -> str:
        """Name of the list that is written."""
        return "out" if self.out else self.lists[0]

    @property
    def every_list(self) -> tuple[str, ...]:
        """The lists that are read, and the output."""
        return (*self.lists, "out") if self.out else self.lists

    @property
    def declaration(self) -> str:
        """The prototype in C."""
        lists = [f"const aclTensorList *{name}" for name in self.lists]
        middle = [self.scalar] if self.scalar else []
        parts = [*middle, *lists] if self.scalar_first else [*lists, *middle]
        return f"aclnnForeach{self.name}({', '.join([*parts, *([self.out] if self.out else [])])})"

    @property
    def params(self) -> tuple[str, ...]:
        """Names of all parameters."""
        scalar = () if self.scalar_name is None else (self.scalar_name,)
        head = (*scalar, *self.lists) if self.scalar_first else (*self.lists, *scalar)
        return (*head, "out") if self.out else head


def declare(row: ForeachRow, module: str) -> None:
    """Declare the operator.

    Args:
        row: the facts.
        module: whose table the row is in.
    """

    def plan(b: Builder, *args: Any) -> None:
        _plan(b, row, dict(zip(row.params, args, strict=True)))

    plan.__module__ = module
    plan.__doc__ = f"{row.written}[i] = {row.formula} for every member."
    checks = _generated(row) if row.listed is None else _own(row)
    notes = _GENERATED if row.listed is None else _WRITTEN
    if not row.strided:
        checks = (*checks, dense(row.written))
        notes = (*notes, *_DENSE)
    operator(
        row.declaration,
        checks=checks,
        source=row.source,
        written=() if row.out else (row.lists[0],),
        deviations=(*notes, *row.deviations),
    )(plan)


def _generated(row: ForeachRow) -> tuple[Check, ...]:
    first, *others = row.lists
    scalar = row.scalar_name
    archs = tuple(row.prototype)
    checks = [
        not_null(*row.params),
        chip_has_operator(first, *archs, error=ParamNullptr),
        members_given(*row.every_list, at_least_one=True),
    ]
    if scalar is not None and "List" in row.scalar:
        checks.append(_scalars_given(scalar))
    host = scalar is not None and "aclTensor" not in row.scalar
    checks += [
        fits_prototype(
            row.prototype, row.every_list, scalar, scalar_dtype=_host_dtype(scalar or "") if host else None
        ),
        *([same_lengths(first, *others)] if others else []),
        same_shapes(first, *others),
    ]
    if scalar is not None and "aclTensor" in row.scalar:
        checks.append(has_elements(scalar, of=first if row.many else None))
    if scalar is not None and "List" in row.scalar:
        checks.append(same_lengths(first, scalar))
    if row.out:
        checks += [same_lengths(first, "out"), room_in("out", first, exactly=row.exactly)]
    return (*checks, *row.extra, members_agree(*row.lists))


def _own(row: ForeachRow) -> tuple[Check, ...]:
    first, *others = row.lists
    lists = row.every_list
    listed = row.listed or {}
    alike = row.lists if row.own_out_dtype else lists
    return (
        not_null(*row.params),
        *([same_lengths(first, "out", error=ParamNullptr)] if row.lengths_first else []),
        chip_has_operator(first, *listed),
        members_given(*lists, at_least_one=False),
        fits_prototype(listed, (first,), None),
        *([_scalar_listed(row.rule, first, row.scalar_name)] if row.rule and row.scalar_name else []),
        members_agree(*alike, error=ParamInvalid),
        same_lengths(first, *others, "out", error=ParamInvalid),
        same_shapes(first, *(name for name in alike if name != first), error=ParamInvalid),
        public_format(*lists),
        *row.extra,
        *_left_to_the_kernel(row, first),
    )


def _left_to_the_kernel(row: ForeachRow, first: str) -> list[Check]:
    if row.own_out_dtype:
        return []
    scalar = row.scalar_name
    if scalar is None:
        return [fits_prototype(row.prototype, (first,), None, error=row.late)]
    found = _converted(row, first, scalar)
    checks = [fits_prototype(row.prototype, (first,), scalar, scalar_dtype=found, error=row.late)]
    if "aclTensor" in row.scalar:
        checks.append(has_elements(scalar, of=first if row.many else None, error=row.late))
    return checks


def _scalars_given(scalars: str) -> Check:
    def run(call: Call) -> None:
        items = call.args[scalars].items
        if not items:
            raise ParamInvalid("ACLNN-PARAM-018", op=call.operator.name, param=scalars)
        for place, item in enumerate(items):
            if item is None:
                raise ParamNullptr("ACLNN-PARAM-001", op=call.operator.name, param=f"{scalars}[{place}]")

    return Check("scalars_given", (scalars,), run, f"{scalars}: at least one, none null")


def _host_dtype(scalar: str) -> Callable[[Call], int]:
    return lambda call: host_dtype(call.args[scalar])


def host_dtype(value: Scalar | ScalarList) -> int:
    """The dtype in which opbase hands scalars over: that of the first one, but FLOAT where there is a DOUBLE.

    Source: opbase individual_op/executor/indv_executor_ext.cpp.
    """
    found = [value.dtype] if isinstance(value, Scalar) else [item.dtype for item in value.items if item]
    return F32 if F64 in found else found[0]


def _scalar_listed(rule: ScalarRule, first: str, scalar: str) -> Check:
    def run(call: Call) -> None:
        items, found = call.args[first].items, call.args[scalar].dtype
        if not items:
            return
        allowed = rule.allowed(items[0].dtype, call.profile.npu_arch)
        if found not in allowed:
            raise ParamInvalid(
                "ACLNN-PARAM-121", op=call.operator.name, param=scalar, got=dtype_name(found),
                reference=f"{first}[0]", dtype=dtype_name(items[0].dtype), soc=call.profile.name,
                allowed=" or ".join(map(dtype_name, allowed)),
            )  # fmt: skip

    return Check("scalar_listed", (first, scalar), run, f"{scalar}: dtype that goes with {first}")


def _converted(row: ForeachRow, first: str, scalar: str) -> Callable[[Call], int]:
    """The dtype in which the kernel gets the scalar: a tensor's own; an aclScalar is converted first."""

    def found(call: Call) -> int:
        value = call.args[scalar]
        if not isinstance(value, Scalar) or row.rule is None:
            return int(value.dtype)
        return row.rule.becomes(call.args[first].items[0].dtype, value.dtype, call.profile.npu_arch)

    return found


def _plan(b: Builder, row: ForeachRow, args: dict[str, Any]) -> None:
    lists: list[tuple[Tensor, ...]] = [args[name].items for name in row.lists]
    targets: tuple[Tensor, ...] = args[row.written].items
    if all(target.is_empty for target in targets):
        return
    sources = [b.contiguous(tensor) for members in lists for tensor in members]
    scalar = args[row.scalar_name] if row.scalar_name else None
    attributes = row.attributes(b.profile.npu_arch)
    if isinstance(scalar, (Scalar, ScalarList)):
        attributes["values"] = _values(b, row, scalar, lists[0][0].dtype)
    elif scalar is not None:
        sources.append(b.contiguous(scalar))
    kernel = over_lists(
        row.kernel,
        f"Foreach{row.name.removesuffix('V2')}",
        lists=len(lists),
        outputs=len(targets),
        saturates=row.saturates,
        wide_integers=row.wide_integers and b.profile.npu_arch == A5,
        scalar_first=row.scalar_first,
    )
    shapes = [() if row.exactly else tensor.view_shape for tensor in lists[0]]
    outputs = [(shape, target.dtype) for shape, target in zip(shapes, targets, strict=True)]
    for result, target in zip(
        b.kernel_outputs(kernel, *sources, outputs=outputs, **attributes), targets, strict=True
    ):
        if target.is_contiguous:
            b.store(result, target)
        else:
            b.view_copy(result, target)


def _values(b: Builder, row: ForeachRow, scalar: Scalar | ScalarList, dtype: int) -> tuple[Any, ...]:
    """The scalars as the kernel gets them."""
    items = (scalar,) if isinstance(scalar, Scalar) else scalar.items
    arch = b.profile.npu_arch
    if row.rule is not None and isinstance(scalar, Scalar):
        target = row.rule.becomes(dtype, scalar.dtype, arch)
    else:
        target = host_dtype(scalar)
    values = tuple(Scalar(item.as_(target), target) for item in items if item is not None)
    if row.half_scalars and dtype == F16 and arch == A2:
        return tuple(value.as_(F16) for value in values)
    return tuple(value.value for value in values)
