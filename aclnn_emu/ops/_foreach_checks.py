"""What operators over tensor lists ask of their arguments.

Most of their API is generated from the prototype (op_host/*_def.cpp) and runs through opbase: a null pointer and a chip
without the operator answer 161001, dtypes and formats outside the prototype 161002, and what the kernel's tiling function
refuses 561002. Only the first member of a list is held against the prototype. The others have an API of their own, which
asks for almost everything itself and answers 161002.
Sources: opbase src/nnopbase/individual_op/executor/indv_executor.cpp, indv_executor_tensor.cpp; ops-nn
foreach/foreach_utils/op_host/foreach_tiling_class.h.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from aclnn_emu.core.dtypes import dtype_name
from aclnn_emu.core.formats import format_name, is_private_format
from aclnn_emu.errors import AclnnError, ParamInvalid, TilingError
from aclnn_emu.plan.checks import Check, tensors_of
from aclnn_emu.plan.dtypes import DtypeList

if TYPE_CHECKING:
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.spec import Call

__all__ = [
    "MOST_MEMBERS",
    "Prototype",
    "dense",
    "fits_prototype",
    "has_elements",
    "members_agree",
    "members_given",
    "room_in",
    "same_lengths",
    "same_shapes",
]

MOST_MEMBERS = 256
"""Members of a list that a launch carries. Source: foreach_utils/op_host/foreach_tiling_def.h."""

Prototype = Mapping[int, tuple[tuple[int, ...], ...]]
"""By NPU architecture: the dtypes that go together, that of the lists first and that of the scalar behind it."""


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _coded(text: str, error: type[AclnnError]) -> str:
    """The text of a check, with the status where it is not 161002."""
    return text if error is ParamInvalid else f"{text} ({error.status})"


def members_given(*lists: str, at_least_one: bool) -> Check:
    """No list has a null member or too many; and none is empty, where that is asked (161002)."""

    def run(call: Call) -> None:
        for name in lists:
            items = call.args[name].items
            op = call.operator.name
            if at_least_one and not items:
                raise ParamInvalid("ACLNN-PARAM-018", op=op, param=name)
            if len(items) > MOST_MEMBERS:
                raise ParamInvalid("ACLNN-PARAM-120", op=op, param=name, got=len(items), allowed=MOST_MEMBERS)
            for place, item in enumerate(items):
                if item is None:
                    raise ParamInvalid("ACLNN-PARAM-001", op=op, param=f"{name}[{place}]")

    return Check("members_given", lists, run, f"{_listed(lists)}: no null member, at most {MOST_MEMBERS}")


def fits_prototype(
    prototype: Prototype,
    lists: tuple[str, ...],
    scalar: str | None,
    *,
    scalar_dtype: Callable[[Call], int] | None = None,
    error: type[AclnnError] = ParamInvalid,
) -> Check:
    """The dtypes of the lists' first members and of the scalar go together, and no format is private.

    Args:
        prototype: the combinations.
        lists: the first one decides; the others must have its dtype.
        scalar: a tensor, or a host value whose dtype `scalar_dtype` tells.
        scalar_dtype: by default that of the argument.
        error: what a misfit answers.
    """

    def run(call: Call) -> None:
        rows = prototype.get(call.profile.npu_arch, ())
        facts: dict[str, Any] = {"op": call.operator.name, "soc": call.profile.name}
        firsts = [(f"{name}[0]", call.args[name].items[0]) for name in lists if call.args[name].items]
        if not firsts:
            return
        (label, first), *rest = firsts
        if first.dtype not in {row[0] for row in rows}:
            allowed = ", ".join(dict.fromkeys(dtype_name(row[0]) for row in rows))
            raise error("ACLNN-PARAM-003", param=label, got=dtype_name(first.dtype), allowed=allowed, **facts)
        for other, tensor in rest:
            if tensor.dtype != first.dtype:
                raise error(
                    "ACLNN-PARAM-004", op=call.operator.name, param=other, got=dtype_name(tensor.dtype),
                    reference=label, allowed=dtype_name(first.dtype),
                )  # fmt: skip
        if scalar is not None:
            found = call.args[scalar].dtype if scalar_dtype is None else scalar_dtype(call)
            _require_scalar(call, scalar, found, label, first.dtype, rows, error)
        _require_public(call, lists, error)

    names = lists if scalar is None else (*lists, scalar)
    text = _coded(f"{_listed(names)}: dtypes of the prototype, no private format", error)
    of_lists = {arch: tuple(dict.fromkeys(row[0] for row in rows)) for arch, rows in prototype.items()}
    return Check("fits_prototype", lists, run, text, {"dtypes": DtypeList((), of_lists)})


def _require_scalar(
    call: Call,
    scalar: str,
    found: int,
    label: str,
    dtype: int,
    rows: tuple[tuple[int, ...], ...],
    error: type[AclnnError],
) -> None:
    allowed = [row[1] for row in rows if row[0] == dtype]
    if found not in allowed:
        raise error(
            "ACLNN-PARAM-121", op=call.operator.name, param=scalar, got=dtype_name(found), reference=label,
            dtype=dtype_name(dtype), allowed=" or ".join(map(dtype_name, allowed)), soc=call.profile.name,
        )  # fmt: skip


def _require_public(call: Call, lists: tuple[str, ...], error: type[AclnnError]) -> None:
    for name in lists:
        for place, tensor in enumerate(call.args[name].items):
            if is_private_format(tensor.format):
                raise error(
                    "ACLNN-PARAM-023", op=call.operator.name, param=f"{name}[{place}]",
                    got=format_name(tensor.format),
                )  # fmt: skip


def same_lengths(reference: str, *lists: str, error: type[AclnnError] = TilingError) -> Check:
    """Each list has as many members as `reference`."""

    def run(call: Call) -> None:
        expected = len(call.args[reference])
        for name in lists:
            found = len(call.args[name])
            if found != expected:
                raise error(
                    "ACLNN-PARAM-122", op=call.operator.name, param=name, got=found, reference=reference,
                    allowed=expected,
                )  # fmt: skip

    text = _coded(f"{_listed(lists)}: as many members as {reference}", error)
    return Check("same_lengths", (reference, *lists), run, text)


def _pairs(call: Call, reference: str, name: str) -> list[tuple[str, Tensor, Tensor]]:
    models, members = call.args[reference].items, call.args[name].items
    return [(f"{name}[{i}]", a, b) for i, (a, b) in enumerate(zip(models, members, strict=True))]


def same_shapes(reference: str, *lists: str, error: type[AclnnError] = TilingError) -> Check:
    """No member of `reference` has more than 8 dimensions, and those at its place have its shape."""

    def run(call: Call) -> None:
        for place, tensor in enumerate(call.args[reference].items):
            if tensor.rank > 8:
                raise error(
                    "ACLNN-PARAM-002", op=call.operator.name, param=f"{reference}[{place}]", got=tensor.rank,
                    shape=list(tensor.view_shape), allowed=8,
                )  # fmt: skip
        for name in lists:
            for label, model, tensor in _pairs(call, reference, name):
                if tensor.view_shape != model.view_shape:
                    raise error(
                        "ACLNN-PARAM-006", op=call.operator.name, param=label, got=list(tensor.view_shape),
                        allowed=list(model.view_shape), reference=reference,
                    )  # fmt: skip

    text = f"{reference}: at most 8 dimensions" + (f"; {_listed(lists)}: its shapes" if lists else "")
    return Check("same_shapes", (reference, *lists), run, _coded(text, error))


def has_elements(
    param: str, *, of: str | None = None, count: int = 1, error: type[AclnnError] = TilingError
) -> Check:
    """The tensor has `count` elements, or as many as the list `of` has members; and at most 8 dimensions."""

    def run(call: Call) -> None:
        tensor = call.args[param]
        expected = count if of is None else len(call.args[of])
        if tensor.numel != expected or tensor.rank > 8:
            raise error(
                "ACLNN-PARAM-123", op=call.operator.name, param=param, got=tensor.numel,
                shape=list(tensor.view_shape), allowed=expected,
            )  # fmt: skip

    what = f"elements: {count}" if of is None else f"as many elements as {of} has members"
    return Check(
        "has_elements", (param,) if of is None else (param, of), run, _coded(f"{param}: {what}", error)
    )


def room_in(out: str, reference: str, *, exactly: int | None = None) -> Check:
    """The members of `out` have the dtype of `reference` and at least its elements, or exactly so many (561002)."""

    def run(call: Call) -> None:
        for label, model, tensor in _pairs(call, reference, out):
            _require_dtype(call, label, tensor, f"{reference}[0]", call.args[reference].items[0])
            if exactly is not None and tensor.numel != exactly:
                raise TilingError(
                    "ACLNN-PARAM-123", op=call.operator.name, param=label, got=tensor.numel,
                    shape=list(tensor.view_shape), allowed=exactly,
                )  # fmt: skip
            if exactly is None and tensor.numel < model.numel:
                raise TilingError(
                    "ACLNN-PARAM-048", op=call.operator.name, param=label, got=tensor.numel,
                    allowed=model.numel, reference=reference,
                )  # fmt: skip

    size = "room for the result" if exactly is None else f"elements: {exactly}"
    return Check(
        "room_in", (reference, out), run, _coded(f"{out}: dtype of {reference}, {size}", TilingError)
    )


def members_agree(*lists: str, error: type[AclnnError] = TilingError) -> Check:
    """Every member of every list has the dtype of the first member of the first list."""

    def run(call: Call) -> None:
        model = call.args[lists[0]].items[0] if call.args[lists[0]].items else None
        for name in lists:
            for place, tensor in enumerate(call.args[name].items):
                _require_dtype(call, f"{name}[{place}]", tensor, f"{lists[0]}[0]", model or tensor, error)

    return Check("members_agree", lists, run, _coded(f"{_listed(lists)}: one dtype", error))


def _require_dtype(
    call: Call,
    label: str,
    tensor: Tensor,
    reference: str,
    model: Tensor,
    error: type[AclnnError] = TilingError,
) -> None:
    if tensor.dtype != model.dtype:
        raise error(
            "ACLNN-PARAM-004", op=call.operator.name, param=label, got=dtype_name(tensor.dtype),
            reference=reference, allowed=dtype_name(model.dtype),
        )  # fmt: skip


def dense(*params: str) -> Check:
    """Each is contiguous: the kernel writes it without looking at strides, and nothing brings the result back."""

    def run(call: Call) -> None:
        for name in params:
            for label, tensor in tensors_of(call, name):
                if not tensor.is_contiguous:
                    raise ParamInvalid(
                        "ACLNN-PARAM-125", op=call.operator.name, param=label, shape=list(tensor.view_shape),
                        strides=list(tensor.view_strides),
                    )  # fmt: skip

    return Check("dense", params, run, f"{_listed(params)}: contiguous")
