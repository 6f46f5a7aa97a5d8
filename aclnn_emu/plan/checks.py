"""The checks that declarations list: each refuses one kind of argument with its code and text.

A check is data (kind, parameters, facts) with a function: the declaration's order is the order in which
they run, the conformance generator reads the facts, and ``aclnn-emu op`` prints the description.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.abi.enums import aclDataType
from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.formats import format_name, is_private_format
from aclnn_emu.core.layout import broadcast, numel
from aclnn_emu.core.promotion import can_cast, promote
from aclnn_emu.errors import AclnnError, ParamInvalid, ParamNullptr

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.dtypes import DtypeList
    from aclnn_emu.plan.spec import Call

__all__ = [
    "Check",
    "axes_in_range",
    "broadcasts_to",
    "casts_to",
    "chip_has_operator",
    "custom",
    "dtype_in",
    "dtype_is_value",
    "dtype_value_in",
    "except_on",
    "has_members",
    "max_rank",
    "members_not_null",
    "min_rank",
    "not_null",
    "one_of",
    "only_on",
    "promotes",
    "public_format",
    "rank_is",
    "require_cast",
    "require_shape",
    "same_dtype",
    "same_format",
    "same_shape",
    "shape_is_broadcast",
    "unless_empty",
    "when_given",
]


@attrs.frozen
class Check:
    """One check of a declaration.

    Attributes:
        kind: which check, for instance ``dtype_in``.
        params: the parameters that it looks at, in its order.
        run: raises ParamNullptr or ParamInvalid.
        text: what it demands, for documents.
        facts: what a case generator needs to know.
    """

    kind: str
    params: tuple[str, ...]
    run: Callable[[Call], None]
    text: str
    facts: Mapping[str, Any] = attrs.field(factory=dict)

    def facts_on(self, profile: Any) -> str:
        """The description, with lists that depend on the chip spelt out for this one."""
        dtypes = self.facts.get("dtypes")
        if dtypes is None:
            return self.text
        return f"{self.text}: {', '.join(dtype_name(dtype) for dtype in dtypes.on(profile))}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)


def tensors_of(call: Call, name: str) -> list[tuple[str, Tensor]]:
    """The tensors behind a parameter, with the name to call each: members of a list are ``name[i]``."""
    value = call.args[name]
    if value is None:
        return []
    items = getattr(value, "items", None)
    if items is None:
        return [(name, value)]
    return [(f"{name}[{index}]", item) for index, item in enumerate(items) if item is not None]


def not_null(*params: str, error: type[AclnnError] = ParamNullptr) -> Check:
    """None of them is a null pointer; asked in this order (161001, or what the operator answers instead)."""

    def run(call: Call) -> None:
        for name in params:
            if call.args[name] is None:
                raise error("ACLNN-PARAM-001", op=call.operator.name, param=name)

    text = f"{_listed(params)}: not null"
    if error is not ParamNullptr:
        text += f" ({error.status})"
    return Check("not_null", params, run, text, {"status": error.status})


def members_not_null(param: str) -> Check:
    """No member of the list is a null pointer (161001)."""

    def run(call: Call) -> None:
        for index, item in enumerate(call.args[param].items):
            if item is None:
                raise ParamNullptr("ACLNN-PARAM-001", op=call.operator.name, param=f"{param}[{index}]")

    return Check("members_not_null", (param,), run, f"{param}: no member is null")


def has_members(param: str) -> Check:
    """The list has at least one member."""

    def run(call: Call) -> None:
        if not len(call.args[param]):
            raise ParamInvalid("ACLNN-PARAM-018", op=call.operator.name, param=param)

    return Check("has_members", (param,), run, f"{param}: at least one member")


def max_rank(limit: int, *params: str, error: type[AclnnError] = ParamInvalid) -> Check:
    """At most `limit` dimensions."""

    def run(call: Call) -> None:
        _require_rank(call, params, lambda rank: rank <= limit, limit, "ACLNN-PARAM-002", error)

    text = f"{_listed(params)}: at most {limit} dimensions"
    return Check("max_rank", params, run, text, {"limit": limit, "status": error.status})


def min_rank(limit: int, *params: str) -> Check:
    """At least `limit` dimensions."""

    def run(call: Call) -> None:
        _require_rank(call, params, lambda rank: rank >= limit, limit, "ACLNN-PARAM-103", ParamInvalid)

    return Check("min_rank", params, run, f"{_listed(params)}: at least {limit} dimensions")


def rank_is(limit: int, *params: str) -> Check:
    """Exactly `limit` dimensions."""

    def run(call: Call) -> None:
        _require_rank(call, params, lambda rank: rank == limit, limit, "ACLNN-PARAM-062", ParamInvalid)

    return Check("rank_is", params, run, f"{_listed(params)}: {limit} dimensions")


def _require_rank(
    call: Call,
    params: tuple[str, ...],
    fits: Callable[[int], bool],
    limit: int,
    message: str,
    error: type[AclnnError],
) -> None:
    for name in params:
        for label, tensor in tensors_of(call, name):
            if not fits(tensor.rank):
                raise error(
                    message, op=call.operator.name, param=label, got=tensor.rank,
                    shape=list(tensor.view_shape), allowed=limit,
                )  # fmt: skip


def dtype_in(dtypes: DtypeList, *params: str) -> Check:
    """The dtype is on the chip's list."""

    def run(call: Call) -> None:
        allowed = dtypes.on(call.profile)
        for name in params:
            for label, tensor in tensors_of(call, name):
                if tensor.dtype not in allowed:
                    raise ParamInvalid(
                        "ACLNN-PARAM-003", op=call.operator.name, param=label, got=dtype_name(tensor.dtype),
                        allowed=", ".join(dtype_name(dtype) for dtype in allowed), soc=call.profile.name,
                    )  # fmt: skip

    return Check("dtype_in", params, run, f"{_listed(params)}: dtype on the list", {"dtypes": dtypes})


def dtype_value_in(dtypes: DtypeList, param: str) -> Check:
    """The attribute, an aclDataType, is on the chip's list."""

    def run(call: Call) -> None:
        allowed = dtypes.on(call.profile)
        if call.args[param] not in allowed:
            raise ParamInvalid(
                "ACLNN-PARAM-022", op=call.operator.name, param=param, got=dtype_name(call.args[param]),
                allowed=", ".join(dtype_name(dtype) for dtype in allowed), soc=call.profile.name,
            )  # fmt: skip

    return Check("dtype_value_in", (param,), run, f"{param}: on the list", {"dtypes": dtypes})


def dtype_is_value(param: str, value: str) -> Check:
    """The tensor has the dtype that the attribute `value` names."""

    def run(call: Call) -> None:
        expected = call.args[value]
        for label, tensor in tensors_of(call, param):
            if tensor.dtype != expected:
                raise ParamInvalid(
                    "ACLNN-PARAM-017", op=call.operator.name, param=label, got=dtype_name(tensor.dtype),
                    reference=value, allowed=dtype_name(expected),
                )  # fmt: skip

    return Check("dtype_is_value", (param, value), run, f"{param}: dtype that {value} names")


def same_dtype(reference: str, *params: str, error: type[AclnnError] = ParamInvalid) -> Check:
    """Each has the dtype of `reference` (its first member, where it is a list)."""

    def run(call: Call) -> None:
        pairs = [pair for name in (reference, *params) for pair in tensors_of(call, name)]
        (first, model), *rest = pairs
        for label, tensor in rest:
            if tensor.dtype != model.dtype:
                raise error(
                    "ACLNN-PARAM-004", op=call.operator.name, param=label, got=dtype_name(tensor.dtype),
                    reference=first, allowed=dtype_name(model.dtype),
                )  # fmt: skip

    text = f"{_listed(params)}: dtype of {reference}"
    return Check("same_dtype", (reference, *params), run, text, {"status": error.status})


def same_format(reference: str, *params: str) -> Check:
    """Each has the storage format of `reference`."""

    def run(call: Call) -> None:
        expected = call.args[reference].format
        for name in params:
            for label, tensor in tensors_of(call, name):
                if tensor.format != expected:
                    raise ParamInvalid(
                        "ACLNN-PARAM-005", op=call.operator.name, param=label,
                        got=format_name(tensor.format), reference=reference, allowed=format_name(expected),
                    )  # fmt: skip

    return Check("same_format", (reference, *params), run, f"{_listed(params)}: format of {reference}")


def public_format(*params: str) -> Check:
    """None has a format that only the hardware's own kernels read."""

    def run(call: Call) -> None:
        for name in params:
            for label, tensor in tensors_of(call, name):
                if is_private_format(tensor.format):
                    raise ParamInvalid(
                        "ACLNN-PARAM-023", op=call.operator.name, param=label, got=format_name(tensor.format)
                    )

    return Check("public_format", params, run, f"{_listed(params)}: no private format")


def chip_has_operator(param: str, *archs: int, error: type[AclnnError] = ParamInvalid) -> Check:
    """The chip is one of these architectures; `param` is what the text of a refusal names first."""

    def run(call: Call) -> None:
        if call.profile.npu_arch not in archs:
            raise error("ACLNN-PARAM-040", op=call.operator.name, param=param, soc=call.profile.name)

    text = f"chip: architecture {_listed(list(map(str, archs)))}"
    if error is not ParamInvalid:
        text += f" ({error.status})"
    return Check("chip_has_operator", (param,), run, text, {"archs": archs, "status": error.status})


def same_shape(reference: str, *params: str, error: type[AclnnError] = ParamInvalid) -> Check:
    """Each has the view shape of `reference`."""

    def run(call: Call) -> None:
        expected = call.args[reference].view_shape
        for name in params:
            for label, tensor in tensors_of(call, name):
                if tensor.view_shape != expected:
                    raise error(
                        "ACLNN-PARAM-006", op=call.operator.name, param=label, got=list(tensor.view_shape),
                        allowed=list(expected), reference=reference,
                    )  # fmt: skip

    text = f"{_listed(params)}: view shape of {reference}"
    return Check("same_shape", (reference, *params), run, text, {"status": error.status})


def broadcasts_to(target: str, *params: str) -> Check:
    """Each can be broadcast, and broadcasting it does not grow `target`."""

    def run(call: Call) -> None:
        shape = call.args[target].view_shape
        for name in params:
            for label, tensor in tensors_of(call, name):
                if broadcast(shape, tensor.view_shape) != shape:
                    raise ParamInvalid(
                        "ACLNN-PARAM-007", op=call.operator.name, param=label, got=list(tensor.view_shape),
                        target=target, allowed=list(shape),
                    )  # fmt: skip

    return Check("broadcasts_to", (target, *params), run, f"{_listed(params)}: broadcast to {target}")


def shape_is_broadcast(out: str, *params: str) -> Check:
    """The inputs broadcast with each other, and `out` has the resulting shape."""

    def run(call: Call) -> None:
        first, *rest = [pair for name in params for pair in tensors_of(call, name)]
        shape = first[1].view_shape
        for label, tensor in rest:
            merged = broadcast(shape, tensor.view_shape)
            if merged is None:
                raise ParamInvalid(
                    "ACLNN-PARAM-008", op=call.operator.name, param=label, got=list(tensor.view_shape),
                    other=list(shape), reference=first[0],
                )  # fmt: skip
            shape = merged
        target = call.args[out]
        if target.view_shape != shape:
            raise ParamInvalid(
                "ACLNN-PARAM-009", op=call.operator.name, param=out, got=list(target.view_shape),
                allowed=list(shape),
            )  # fmt: skip

    return Check(
        "shape_is_broadcast", (*params, out), run, f"{_listed(params)}: broadcast; {out} has that shape",
        {"out": out, "inputs": params},
    )  # fmt: skip


def one_of(param: str, *values: int) -> Check:
    """The attribute is one of the values."""

    def run(call: Call) -> None:
        if call.args[param] not in values:
            raise ParamInvalid(
                "ACLNN-PARAM-010", op=call.operator.name, param=param, got=call.args[param],
                allowed=", ".join(map(str, values)),
            )  # fmt: skip

    return Check(
        "one_of", (param,), run, f"{param}: one of {_listed(list(map(str, values)))}", {"values": values}
    )


def axes_in_range(
    axes: str,
    tensor: str,
    *,
    ranges_first: bool = False,
    may_repeat: bool = False,
    with_elements: bool = False,
) -> Check:
    """Every axis lies in -rank .. rank-1 of the tensor, and none is named twice; rank 0 counts as 1.

    Args:
        axes: the integer array.
        tensor: whose axes they are.
        ranges_first: ask all for their range before any for the rest; otherwise one axis after the other.
        may_repeat: an axis may be named more than once.
        with_elements: none has size 0, which is asked before it is asked for repetition.
    """

    def run(call: Call) -> None:
        values, shape = call.args[axes].values, call.args[tensor].view_shape
        rank = max(len(shape), 1)
        named: dict[str, Any] = {
            "op": call.operator.name, "param": axes, "got": list(values), "tensor": tensor, "shape": list(shape)
        }  # fmt: skip

        def require_range(axis: int) -> None:
            if not -rank <= axis < rank:
                raise ParamInvalid("ACLNN-PARAM-015", axis=axis, low=-rank, high=rank - 1, **named)

        if ranges_first:
            for axis in values:
                require_range(axis)
        seen: set[int] = set()
        for axis in values:
            require_range(axis)
            if with_elements and shape and shape[axis] == 0:
                raise ParamInvalid("ACLNN-PARAM-100", axis=axis % rank, **named)
            if axis % rank in seen and not may_repeat:
                raise ParamInvalid("ACLNN-PARAM-016", axis=axis % rank, **named)
            seen.add(axis % rank)

    text = f"{axes}: axes of {tensor}" + (" that have elements" if with_elements else "")
    if not may_repeat:
        text += ", each at most once"
    facts = {"may_repeat": may_repeat, "with_elements": with_elements}
    return Check("axes_in_range", (axes, tensor), run, text, facts)


def promotes(*params: str) -> Check:
    """The dtypes promote, folded in this order; the result is the call's promoted dtype."""

    def run(call: Call) -> None:
        pairs = [pair for name in params for pair in tensors_of(call, name)]
        result = pairs[0][1].dtype
        for label, tensor in pairs[1:]:
            merged = promote(result, tensor.dtype)
            if merged == aclDataType.ACL_DT_UNDEFINED:
                raise ParamInvalid(
                    "ACLNN-PARAM-011", op=call.operator.name, param=label, got=dtype_name(tensor.dtype),
                    other=dtype_name(result),
                )  # fmt: skip
            result = merged
        call.promoted = result

    return Check("promotes", params, run, f"{_listed(params)}: dtypes promote, in this order")


def casts_to(out: str) -> Check:
    """The promoted dtype can be cast to the dtype of `out`."""

    def run(call: Call) -> None:
        require_cast(call, call.promoted, out, call.args[out].dtype)

    return Check("casts_to", (out,), run, f"promoted dtype: castable to the dtype of {out}")


def require_cast(call: Call, source: int, param: str, target: int) -> None:
    """ParamInvalid where `source` cannot be cast to `target`, the dtype that `param` asks for."""
    if not can_cast(source, target):
        raise ParamInvalid(
            "ACLNN-PARAM-012", op=call.operator.name, param=param, got=dtype_name(source),
            allowed=dtype_name(target),
        )  # fmt: skip


def require_shape(call: Call, shape: tuple[int, ...], param: str) -> None:
    """ParamInvalid unless `param` has this shape; two shapes of one element each are the same.

    Operators that infer the result's shape ask this late, while they build the plan.
    """
    out = call.args[param]
    if out.view_shape != shape and not (out.numel == 1 and numel(shape) == 1):
        raise ParamInvalid(
            "ACLNN-PARAM-009", op=call.operator.name, param=param, got=list(out.view_shape),
            allowed=list(shape),
        )  # fmt: skip


def unless_empty(param: str, *checks: Check) -> Check:
    """The checks apply only where `param` has elements."""

    def run(call: Call) -> None:
        if not call.args[param].is_empty:
            for check in checks:
                check.run(call)

    names = tuple(dict.fromkeys(name for check in checks for name in check.params))
    text = f"unless {param} is empty: " + "; ".join(check.text for check in checks)
    return Check("unless_empty", (param, *names), run, text, {"checks": checks})


def when_given(param: str, *checks: Check) -> Check:
    """The checks apply only where the optional `param` is not null."""

    def run(call: Call) -> None:
        if call.args[param] is not None:
            for check in checks:
                check.run(call)

    names = tuple(dict.fromkeys(name for check in checks for name in check.params))
    text = f"where {param} is given: " + "; ".join(check.text for check in checks)
    return Check("when_given", (param, *names), run, text, {"checks": checks})


def except_on(arch: int, check: Check) -> Check:
    """The check applies on every chip but those of this architecture."""

    def run(call: Call) -> None:
        if call.profile.npu_arch != arch:
            check.run(call)

    text = f"{check.text} (not on architecture {arch})"
    return attrs.evolve(check, run=run, text=text, facts={**check.facts, "except_on": arch})


def only_on(arch: int, check: Check) -> Check:
    """The check applies on the chips of this architecture only."""

    def run(call: Call) -> None:
        if call.profile.npu_arch == arch:
            check.run(call)

    text = f"{check.text} (on architecture {arch} only)"
    return attrs.evolve(check, run=run, text=text, facts={**check.facts, "only_on": arch})


def custom(kind: str, params: tuple[str, ...], text: str) -> Callable[[Callable[[Call], None]], Check]:
    """Make a check of an operator's own from the decorated function."""

    def wrap(function: Callable[[Call], None]) -> Check:
        return Check(kind, params, function, text)

    return wrap
