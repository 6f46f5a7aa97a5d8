"""Rules of an operator that nobody has read yet, taken from its declaration.

They catch checks that do not do what they say, a wrong order and plans that fail, not a declaration that is wrong itself;
their source says "declaration". A check that the oracle cannot judge is asked itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aclnn_emu.conformance.base_calls import base_call
from aclnn_emu.conformance.cases import ArraySpec, ScalarSpec, TensorSpec
from aclnn_emu.conformance.declared import checked_rule, planned_rule
from aclnn_emu.conformance.oracle import Rule, known_kinds
from aclnn_emu.core.dtypes import DataType

if TYPE_CHECKING:
    from aclnn_emu.plan.checks import Check
    from aclnn_emu.plan.spec import Operator, Param

__all__ = ["base_of", "rules_of", "unknown_kinds"]

F32 = int(DataType.ACL_FLOAT)
_KINDS_AS_READ = known_kinds()


def rules_of(operator: Operator) -> tuple[Rule, ...]:
    """The declared checks, in order, and the plan."""
    checks = (
        checked_rule(operator, check) if unknown_in(check) else _rule(check) for check in operator.checks
    )
    return (*checks, planned_rule(operator))


def unknown_kinds(operator: Operator) -> list[str]:
    """The kinds of checks that the oracle cannot judge, in order."""
    return list(dict.fromkeys(kind for check in operator.checks for kind in unknown_in(check)))


def unknown_in(check: Check) -> list[str]:
    """The kinds in a check, and in those inside it, that the oracle does not know."""
    inner = [kind for part in check.facts.get("checks", ()) for kind in unknown_in(part)]
    return inner if check.kind in _KINDS_AS_READ and _as_it_says(check) else [check.kind, *inner]


def _as_it_says(check: Check) -> bool:
    """Whether the check was made by the function of its kind; one that applies under a condition was not."""
    maker = str(getattr(check.run, "__qualname__", "")).split(".")[0].lstrip("_")
    return maker in (check.kind, "except_on", "only_on")


def _rule(check: Check) -> Rule:
    facts: dict[str, Any] = dict(check.facts)
    if "checks" in facts:
        facts["checks"] = tuple(_rule(part) for part in facts["checks"])
    return Rule(
        check.kind,
        check.params,
        facts,
        check.text,
        only_on=facts.get("only_on", 0),
        not_on=facts.get("except_on", 0),
    )


def base_of(operator: Operator) -> dict[str, Any]:
    """A call that passes; for an operator that has none yet FLOAT tensors of one shape, ones and zeros."""
    return base_call(operator.name) or {param.name: _plain(param) for param in operator.params}


def _plain(param: Param) -> Any:
    tensor = TensorSpec(F32, (2, 3))
    plain: dict[str, Any] = {
        "tensor": tensor,
        "tensor_list": (tensor, tensor),
        "scalar": ScalarSpec(F32, 1.0),
        "scalar_list": (),
        "int_array": ArraySpec("int_array", (0,)),
        "float_array": ArraySpec("float_array", (1.0,)),
        "bool_array": ArraySpec("bool_array", (True,)),
        "string": "",
    }
    return plain.get(param.kind, 0)
