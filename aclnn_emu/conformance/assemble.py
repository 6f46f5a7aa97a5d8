"""From arguments by parameter name to a case: objects, and the call of phase 1 on them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from aclnn_emu.conformance.cases import (
    ArraySpec,
    Call,
    Case,
    ListSpec,
    MemorySpec,
    Ref,
    ScalarSpec,
    Spec,
    TensorSpec,
)
from aclnn_emu.core.dtypes import itemsize_bytes

if TYPE_CHECKING:
    from aclnn_emu.conformance.oracle import Verdict
    from aclnn_emu.plan.spec import Operator

__all__ = ["objects_of", "phase_one", "phase_one_case"]


def objects_of(
    operator: Operator, args: Mapping[str, Any], *, contents: Mapping[str, bytes] | None = None
) -> tuple[dict[str, Spec], tuple[Any, ...]]:
    """The objects of a call and its arguments in C order.

    Args:
        operator: for the order of the parameters.
        args: by parameter name: specs, tuples of them for lists, plain values, None.
        contents: device memory stands behind each tensor, and this is in it by parameter name, zeros elsewhere.
    """
    objects: dict[str, Spec] = {}

    def put(label: str, spec: Spec) -> None:
        if contents is not None and isinstance(spec, TensorSpec):
            nbytes = itemsize_bytes(spec.dtype, math.prod(spec.storage_shape))
            if nbytes:
                objects[f"{label}Memory"] = MemorySpec(nbytes, contents.get(label, b""))
                spec = attrs.evolve(spec, memory=f"{label}Memory")
        objects[label] = spec

    values: list[Any] = []
    for param in operator.params:
        value, name = args[param.name], param.name
        if isinstance(value, (TensorSpec, ScalarSpec, ArraySpec)):
            put(name, value)
        elif isinstance(value, tuple):
            members: list[str | None] = []
            for place, item in enumerate(value):
                label = f"{name}[{place}]"
                members.append(None if item is None else label)
                if item is not None:
                    put(label, item)
            objects[name] = ListSpec(param.kind, tuple(members))
        values.append(Ref(name) if name in objects else value)
    return objects, tuple(values)


def phase_one(operator: Operator, values: tuple[Any, ...], verdict: Verdict | None = None) -> Call:
    """The call of phase 1."""
    status, message = (0, "") if verdict is None else verdict[:2]
    return Call(
        f"{operator.name}GetWorkspaceSize", values, status, message, keep=("workspaceSize", "executor")
    )


def phase_one_case(
    operator: Operator,
    args: Mapping[str, Any],
    *,
    id: str,  # noqa: A002 - the field's name
    soc: str,
    rule: str,
    verdict: Verdict,
    source: str,
    emulator_only: str = "",
) -> Case:
    """A case of one phase-1 call."""
    objects, values = objects_of(operator, args)
    call = phase_one(operator, values, verdict)
    return Case(id, operator.name, soc, rule, (call,), objects, source, emulator_only)
