"""Writing elements to places given by indices along a dimension: Scatter, ScatterValue, ScatterAdd, ScatterReduce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.core.dtypes import dtype_name, is_complex
from aclnn_emu.errors import ParamInvalid
from aclnn_emu.kernels import gather as gather_kernels
from aclnn_emu.kernels import scatter as kernels
from aclnn_emu.ops._indices import IN_PLACE, INDEX, OUT_OF_RANGE, REGBASE, require_dim, require_rank
from aclnn_emu.ops._pairs import declare
from aclnn_emu.ops._types import BF16, BOOL, C64, C128, F16, F32, F64, S8, S16, S32, S64, U8
from aclnn_emu.ops._unary import with_bf16
from aclnn_emu.plan.checks import (
    Check,
    custom,
    dtype_in,
    max_rank,
    not_null,
    require_cast,
    same_dtype,
    unless_empty,
)

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

_LIST = with_bf16(U8, S8, S16, S32, S64, BOOL, F16, F32, F64, C64, C128)
_REDUCTIONS = ("none", "add", "mul", "max", "min", "mean")
_DAV_2201 = 2201
_KERNEL = (F32, F16, S32, S8, U8)

_DEVIATIONS = (
    OUT_OF_RANGE,
    IN_PLACE,
    "An index that is an expanded vector takes the general way, not the ways by LinearIndex and Sort or ScatterUpdate.",
    (
        "max, min and mean are computed as documented also where the public AI CPU kernel would only overwrite; the"
        " mean of integers is rounded down."
    ),
)


@attrs.frozen(kw_only=True)
class ScatterRow:
    """A scatter along a dimension.

    Attributes:
        name: without the prefix.
        value: a scalar is written, not a tensor.
        reduce: the fixed reduction; None where it is a parameter.
        partial: takes includeSelf, and refuses reductions that it does not know.
    """

    name: str
    value: bool = False
    reduce: int | None = None
    partial: bool = False

    @property
    def in_place(self) -> bool:
        """The first tensor is written."""
        return self.name.startswith("Inplace")

    @property
    def x(self) -> str:
        """The parameter that is scattered into."""
        return "selfRef" if self.in_place else "self"

    @property
    def out(self) -> str:
        """The parameter that is written."""
        return "selfRef" if self.in_place else "out"

    @property
    def prototype(self) -> str:
        """As in C."""
        parts = [
            f"{'' if self.in_place else 'const '}aclTensor *{self.x}",
            "int64_t dim",
            "const aclTensor *index",
        ]
        parts.append("const aclScalar *value" if self.value else "const aclTensor *src")
        parts += ["int64_t reduce"] * (self.reduce is None) + ["bool includeSelf"] * self.partial
        parts += [] if self.in_place else ["aclTensor *out"]
        return f"aclnn{self.name}({', '.join(parts)})"


ROWS = (
    ScatterRow(name="Scatter"),
    ScatterRow(name="InplaceScatter"),
    ScatterRow(name="ScatterValue", value=True),
    ScatterRow(name="InplaceScatterValue", value=True),
    ScatterRow(name="ScatterAdd", reduce=1),
    ScatterRow(name="ScatterReduce", partial=True),
    ScatterRow(name="InplaceScatterReduce", partial=True),
)


def _checks(row: ScatterRow) -> tuple[Check, ...]:
    x, out = row.x, row.out
    tensors = ("self", "index", "src", "out")
    named = tuple(
        dict.fromkeys(
            {"self": x, "out": out, "src": "value" if row.value else "src"}.get(n, n) for n in tensors
        )
    )
    same = tuple(name for name in ("src", out) if name in named and name != x)
    first = (_as_one_kernel(x), _known_reduction()) if row.partial else ()
    dtypes = (dtype_in(_LIST, x), *((same_dtype(x, *same),) if same else ()))
    shapes = (_ranks(row), _shapes(row), max_rank(8, x), _dim(x))
    with_index = unless_empty("index", dtype_in(INDEX, "index"), *shapes)
    if row.value:
        return (
            not_null(*named),
            _value_casts(x),
            unless_empty("index", *dtypes, dtype_in(INDEX, "index"), *shapes),
        )
    return *first, not_null(*named), *dtypes, with_index


def _as_one_kernel(x: str) -> Check:
    @custom("one_kernel", (x, "reduce", "includeSelf"), "910B: FLOAT, reduce 1, includeSelf true")
    def check(call: Call) -> None:
        args = call.args
        if args[x] is None or call.profile.npu_arch != _DAV_2201:
            return
        if args[x].dtype != F32 or args["reduce"] != 1 or not args["includeSelf"]:
            raise ParamInvalid(
                "ACLNN-PARAM-165", op=call.operator.name, param=x, got=dtype_name(args[x].dtype),
                reduce=args["reduce"], include=bool(args["includeSelf"]), soc=call.profile.name,
            )  # fmt: skip

    return check


def _known_reduction() -> Check:
    @custom("one_of", ("reduce",), "reduce: 0 to 5")
    def check(call: Call) -> None:
        if not 0 <= call.args["reduce"] < len(_REDUCTIONS):
            raise ParamInvalid(
                "ACLNN-PARAM-010", op=call.operator.name, param="reduce", got=call.args["reduce"],
                allowed="0, 1, 2, 3, 4, 5",
            )  # fmt: skip

    return check


def _value_casts(x: str) -> Check:
    @custom("value_casts", ("value", x), f"value: complex only where {x} is")
    def check(call: Call) -> None:
        value, target = call.args["value"].dtype, call.args[x].dtype
        if is_complex(value) and not is_complex(target):
            require_cast(call, value, x, target)

    return check


def _ranks(row: ScatterRow) -> Check:
    names = ("index",) if row.value else ("index", "src")

    @custom("ranks", (row.x, *names), f"{', '.join(names)}: rank of {row.x}")
    def check(call: Call) -> None:
        x = call.args[row.x]
        scalar_as = 1 if call.profile.npu_arch == REGBASE else 0
        for name in names:
            if (call.args[name].rank or scalar_as) != (x.rank or scalar_as):
                require_rank(call, name, x.rank)

    return check


def _shapes(row: ScatterRow) -> Check:
    names = (row.x, "index") if row.value else (row.x, "index", "src")

    @custom("shapes", (*names, row.out), f"index: no larger than src, nor than {row.x} but for dim")
    def check(call: Call) -> None:
        x, index, out = call.args[row.x], call.args["index"], call.args[row.out]
        if out.rank and out.view_shape != x.view_shape:
            raise ParamInvalid(
                "ACLNN-PARAM-006", op=call.operator.name, param=row.out, got=list(out.view_shape),
                allowed=list(x.view_shape), reference=row.x,
            )  # fmt: skip
        if not row.value:
            _require_within(call, index, "src", skip=-1)
        _require_within(call, index, row.x, skip=_clamped(call.args["dim"], x.rank))

    return check


def _clamped(dim: int, rank: int) -> int:
    """The dimension that is not compared; one beyond the range counts as the first or the last."""
    return max(dim + rank, 0) if dim < 0 else min(dim, rank - 1)


def _require_within(call: Call, index: Tensor, reference: str, *, skip: int) -> None:
    limit = call.args[reference].view_shape
    for place, (size, room) in enumerate(zip(index.view_shape, limit, strict=False)):
        if place != skip and size > room:
            raise ParamInvalid(
                "ACLNN-PARAM-161", op=call.operator.name, param="index", got=list(index.view_shape), dim=skip,
                reference=reference, allowed=list(limit),
            )  # fmt: skip


def _dim(x: str) -> Check:
    def run(call: Call) -> None:
        require_dim(call, "dim", x)

    return Check("dim_of", ("dim", x), run, f"dim: a dimension of {x}")


def _plan(row: ScatterRow) -> Any:
    def plan(b: Builder, *args: Any) -> None:
        named = {param.name: value for param, value in zip(b.call.operator.params, args, strict=True)}
        x, index, out = named[row.x], named["index"], named[row.out]
        start = b.contiguous(x)
        if index.is_empty:
            b.view_copy(start, out)
            return
        number = row.reduce if row.reduce is not None else named["reduce"]
        reduction = _REDUCTIONS[number] if 0 <= number < len(_REDUCTIONS) else "none"
        if row.value:
            value = named["value"].as_(x.dtype)
            source = b.fill(index.view_shape, value, x.dtype, name="BroadcastTo" if x.rank else "Fill")
        else:
            source = b.contiguous(named["src"])
        include_self = bool(named.get("includeSelf", True))
        b.view_copy(
            _scatter(b, start, b.contiguous(index), source, named["dim"], reduction, include_self), out
        )

    return plan


def _scatter(
    b: Builder, x: Buffer, index: Buffer, source: Buffer, dim: int, reduction: str, include_self: bool
) -> Buffer:
    rank, arch = max(len(x.shape), 1), b.profile.npu_arch
    axis, last = dim % rank, rank - 1
    on_core = arch != 2002 and x.dtype in (*_KERNEL, *((BF16,) if arch == _DAV_2201 else ()))
    turned = on_core and arch != REGBASE and axis != last
    if turned:
        axes = list(range(rank))
        axes[axis], axes[last] = axes[last], axes[axis]
        x, index, source = (_swapped(b, part, axes) for part in (x, index, source))
        axis = last
    if on_core and arch == _DAV_2201:
        size = x.shape[axis] if x.shape else 1
        index = b.kernel(kernels.linear_index, index, dtype=S32, size=size, op=b.call.operator.name)
    result = b.kernel(
        kernels.scatter_elements, x, index, source, shape=x.shape,
        name="ScatterElementsV2" if arch in (_DAV_2201, REGBASE) and (on_core or arch == REGBASE) else "ScatterElements",
        axis=axis, reduction=reduction, include_self=include_self, op=b.call.operator.name,
    )  # fmt: skip
    return _swapped(b, result, axes) if turned else result


def _swapped(b: Builder, x: Buffer, axes: list[int]) -> Buffer:
    shape = tuple(x.shape[axis] for axis in axes)
    return b.kernel(gather_kernels.transpose, x, shape=shape, axes=tuple(axes))


for _row in ROWS:
    declare(
        _row.prototype,
        _plan(_row),
        f"{_row.out} = {_row.x} with {'value' if _row.value else 'the elements of src'} written to, or combined with,"
        " the places of index.",
        checks=_checks(_row),
        source="ops-nn/index/scatter_elements_v2/op_api/aclnn_scatter.cpp",
        deviations=_DEVIATIONS,
    )
