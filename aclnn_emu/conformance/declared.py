"""What the oracle has no judge for, asked as it is declared: single checks, and the plan behind them.

Such a case cannot show that the check itself is wrong. It shows that the check is reached, in its order, through the face
or the C libraries, that nothing breaks down on the way, and on a card whether the declaration is right.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from aclnn_emu.conformance.cases import ArraySpec, ScalarSpec, TensorSpec
from aclnn_emu.conformance.oracle.base import Rule, State, Verdict, judges
from aclnn_emu.core.arrays import BoolArray, FloatArray, IntArray
from aclnn_emu.core.lists import ScalarList, TensorList
from aclnn_emu.core.scalar import create_scalar
from aclnn_emu.core.tensor import Tensor, create_tensor
from aclnn_emu.errors import EmuError
from aclnn_emu.plan.spec import Call

if TYPE_CHECKING:
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.spec import Operator

__all__ = ["checked_rule", "planned_rule"]

_ARRAYS = {"int_array": IntArray, "float_array": FloatArray, "bool_array": BoolArray}


def checked_rule(operator: Operator, check: Check) -> Rule:
    """What this check holds."""
    return Rule("checked", check.params, {"check": check, "operator": operator}, check.text)


def planned_rule(operator: Operator) -> Rule:
    """What the steps of the plan hold, which is asked last."""
    return Rule("planned", (), {"operator": operator}, "a step of the plan")


@judges("checked")
def _checked(rule: Rule, state: State) -> Verdict | None:
    call = Call(rule.facts["operator"], _objects(rule, state), state.profile, state.promoted)
    verdict = _verdict(lambda: rule.facts["check"].run(call))
    state.promoted = call.promoted
    return verdict


@judges("planned")
def _planned(rule: Rule, state: State) -> Verdict | None:
    args = tuple(_objects(rule, state).values())
    return _verdict(lambda: rule.facts["operator"].compile(args, state.profile))


def _verdict(ask: Callable[[], Any]) -> Verdict | None:
    try:
        ask()
    except EmuError as error:
        return Verdict(error.status, error.message_id)
    except Exception:  # noqa: BLE001 - no answer of an operator: whatever is expected then, the case fails
        return None
    return None


def _objects(rule: Rule, state: State) -> dict[str, Any]:
    """The arguments as the core's objects, in the order of the prototype."""
    if state.objects is None:
        params = rule.facts["operator"].params
        state.objects = {
            param.name: _object(param.name, state.args[param.name], param.kind) for param in params
        }
    return state.objects


def _object(label: str, value: Any, kind: str) -> Any:
    if isinstance(value, tuple):
        items = tuple(
            None if item is None else _object(f"{label}[{place}]", item, "")
            for place, item in enumerate(value)
        )
        return ScalarList(items) if kind == "scalar_list" else TensorList(items)
    if isinstance(value, TensorSpec):
        return _tensor(label, value)
    if isinstance(value, ArraySpec):
        return _ARRAYS[value.kind](value.values)
    return create_scalar(value.value, value.dtype) if isinstance(value, ScalarSpec) else value


@lru_cache(1024)
def _tensor(_label: str, spec: TensorSpec) -> Tensor | None:
    """One of each for each parameter: operators ask whether the tensors of two parameters are the same object."""
    return create_tensor(
        spec.shape, spec.dtype, spec.strides, spec.offset, spec.format, spec.storage_shape, None
    )
