"""Values of attributes: inside their bounds and beyond, alone and combined."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

from aclnn_emu.conformance.cases import ArraySpec
from aclnn_emu.conformance.families import Variants, flat
from aclnn_emu.conformance.subject import Subject

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Param
    from aclnn_emu.runtime.profile import Profile

__all__ = ["attributes"]

_WHOLE = {"int8_t": (-(2**7), 2**7 - 1), "int": (-(2**31), 2**31 - 1), "uint64_t": (0, 2**64 - 1)}
_INT64 = (-(2**63), 2**63 - 1)


def attributes(found: Subject, _profile: Profile) -> Variants:
    """Values that the C type holds; where there is no reading also usual values of attributes without a list of allowed ones."""
    values: dict[str, tuple[Any, ...]] = {
        rule.params[0]: _around(rule.facts["values"]) for rule in flat(found.rules) if rule.kind == "one_of"
    }
    values |= dict(found.reading.values) if found.reading else {}
    params = {param.name: param for param in found.operator.params}
    usual = {} if found.reading else {name: _usual(param, found.base[name]) for name, param in params.items()}
    for name, candidates in {**usual, **values}.items():
        for value in candidates:
            if not _holds(params[name], value):
                continue
            args = {**found.base, name: value}
            label = "_".join(map(str, value.values)) or "none" if isinstance(value, ArraySpec) else value
            yield f"{name}-{label}", args
            yield f"{name}-{label}-fitted", found.fitted(args)
    if len(values) > 1:
        for number, several in enumerate(itertools.product(*values.values())):
            args = {**found.base, **dict(zip(values, several, strict=True))}
            if all(_holds(params[name], value) for name, value in args.items()):
                yield f"combined-{number}", found.fitted(args)


def _holds(param: Param, value: Any) -> bool:
    """The C type of the parameter has this value; another value would reach the operator changed."""
    if param.kind != "attr" or isinstance(value, (bool, float)) or value is None:
        return True
    low, high = _WHOLE.get(param.ctype.removeprefix("const "), _INT64)
    return bool(low <= value <= high)


def _usual(param: Param, base: Any) -> tuple[Any, ...]:
    """Values that may lie beyond the bounds of an attribute of which no list is known."""
    if isinstance(base, ArraySpec):
        return _usual_rows(base) if base.kind == "int_array" else ()
    ctype = param.ctype.removeprefix("const ")
    if param.kind != "attr" or ctype == "aclDataType":
        return ()
    if ctype == "bool":
        return (False, True)
    if ctype in ("float", "double"):
        return (-1.0, 0.0, 0.5, 1.0, 2.0, math.inf, math.nan)
    return (-9, -3, -2, -1, 0, 1, 2, 3, 4, 9)


def _usual_rows(base: ArraySpec) -> tuple[ArraySpec, ...]:
    """Lists of another length, and with another value in one place."""
    values = (*base.values[:1], 9, -9, -1, 0)
    lengths = ((), base.values[:-1], (*base.values, *base.values[:1]), *((value,) for value in values))
    changed = (
        (*base.values[:place], value, *base.values[place + 1 :])
        for place in range(len(base.values))
        for value in values
    )
    return tuple(ArraySpec(base.kind, row) for row in dict.fromkeys((*lengths, *changed)))


def _around(values: tuple[int, ...]) -> tuple[int, ...]:
    far = (-(2**63), -(2**31), -1, 2**31 - 1, 2**63 - 1)
    return tuple(dict.fromkeys((*values, min(values) - 1, max(values) + 1, *far)))
