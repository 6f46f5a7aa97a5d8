"""All cases that follow from an operator's rules, chip by chip.

A family of cases changes a call that passes in one respect (a dtype, a rank, a view, ...) or in two (pairs of faults).
What the changed call must answer is the oracle's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aclnn_emu.conformance import phase_two
from aclnn_emu.conformance.assemble import phase_one_case
from aclnn_emu.conformance.attributes import attributes
from aclnn_emu.conformance.cases import Case, ScalarSpec
from aclnn_emu.conformance.families import (
    Variants,
    all_dtypes,
    dtype_values,
    formats,
    nulls,
    one_dtype,
    plain,
    promotions,
    ranks,
    scalar_dtypes,
    shapes,
    views,
)
from aclnn_emu.conformance.faults import empties, pairs
from aclnn_emu.conformance.oracle import UNSURE, Args, judge
from aclnn_emu.conformance.subject import Subject, subject
from aclnn_emu.runtime.profile import PROFILES

if TYPE_CHECKING:
    from aclnn_emu.runtime.profile import Profile

__all__ = ["SOCS", "cases_of", "generate"]

SOCS = tuple(PROFILES)


def generate(names: Sequence[str], socs: Sequence[str]) -> Iterator[Case]:
    """The cases of operators, by chip first, so that a backend changes its chip seldom."""
    for soc in socs:
        for name in names:
            yield from cases_of(name, soc)


def cases_of(name: str, soc: str) -> Iterator[Case]:
    """The cases of one operator on one chip; calls that are the same appear once."""
    found, profile = subject(name), PROFILES[soc]
    seen: set[Any] = set()
    for family, variants in _FAMILIES.items():
        for detail, args in variants(found, profile):
            key = tuple(_key(args[p.name]) for p in found.operator.params)
            if key in seen:
                continue
            seen.add(key)
            case = _case(found, soc, f"{family}-{detail}" if detail else family, args)
            if case is not None:
                yield case
    yield from phase_two.null_outputs(found.operator, found.base, soc)
    if judge(found.rules, found.base, profile).status == 0:
        yield from phase_two.cases(found.operator, found.base, soc)


def _key(value: Any) -> Any:
    if isinstance(value, (bool, int, float)):
        return type(value).__name__, value
    return (value, type(value.value).__name__, repr(value.value)) if isinstance(value, ScalarSpec) else value


def _case(found: Subject, soc: str, detail: str, args: Args) -> Case | None:
    verdict = judge(found.rules, args, PROFILES[soc])
    if verdict.status == UNSURE.status:
        return None
    rule = found.rules[verdict.place] if verdict.place >= 0 else None
    source = f"{found.source}: {rule.text}" if rule is not None else f"{found.source}: no check refuses it"
    return phase_one_case(
        found.operator,
        args,
        id=f"{found.operator.name}/{soc}/{detail}",
        soc=soc,
        rule=detail.split("-", maxsplit=1)[0],
        verdict=verdict,
        source=source,
        emulator_only=rule.facts.get("emulator_only", "") if rule is not None else "",
    )


_FAMILIES: Mapping[str, Callable[[Subject, Profile], Variants]] = {
    "plain": plain,
    "null": nulls,
    "dtype": one_dtype,
    "dtypes": all_dtypes,
    "value": dtype_values,
    "scalar": scalar_dtypes,
    "promotion": promotions,
    "rank": ranks,
    "shape": shapes,
    "format": formats,
    "attribute": attributes,
    "empty": empties,
    "view": views,
    "pair": pairs,
}
