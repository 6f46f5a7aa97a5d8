"""Rules, calls that are judged, and the search for the first refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from aclnn_emu.conformance.cases import TensorSpec
from aclnn_emu.core.dtypes import DataType
from aclnn_emu.runtime.profile import Profile

__all__ = [
    "INNER_NULLPTR",
    "INVALID",
    "NULLPTR",
    "OK",
    "REGBASE",
    "UNDEFINED",
    "UNSURE",
    "Args",
    "Judge",
    "Rule",
    "State",
    "Verdict",
    "ask",
    "ask_all",
    "judge",
    "judges",
    "known_kinds",
    "refuse",
]

REGBASE = 3510
NULLPTR, INVALID, INNER_NULLPTR = 161001, 161002, 561103
UNDEFINED = DataType.ACL_DT_UNDEFINED

Args = Mapping[str, Any]


class Verdict(NamedTuple):
    """What a call answers, and the place of the rule that says so (-1: no rule refused)."""

    status: int
    message: str = ""
    place: int = -1


OK = Verdict(0)
UNSURE = Verdict(-1)


@attrs.frozen
class Rule:
    """One thing that an operator demands.

    Attributes:
        kind: who judges it.
        params: the parameters, in the order in which they are asked.
        facts: limits, lists, inner rules.
        text: for the source of a case.
        only_on, not_on: architectures; 0 for no restriction.
    """

    kind: str
    params: tuple[str, ...]
    facts: Mapping[str, Any] = attrs.field(factory=dict)
    text: str = ""
    only_on: int = 0
    not_on: int = 0


@attrs.define
class State:
    """A call that is being judged.

    Attributes:
        args: by parameter name.
        profile: the chip.
        promoted: the dtype that a rule of promotion found, -1 before.
        objects: the arguments as the core's objects, once a rule needed them.
    """

    args: dict[str, Any]
    profile: Profile
    promoted: int = -1
    objects: dict[str, Any] | None = None

    @property
    def regbase(self) -> bool:
        """Whether the chip is an Ascend950."""
        return self.profile.npu_arch == REGBASE

    def tensors(self, names: Sequence[str]) -> Iterator[TensorSpec]:
        """The tensors behind parameters, members of lists in their order; null ones are left out."""
        for name in names:
            value = self.args[name]
            for item in value if isinstance(value, tuple) else (value,):
                if item is not None:
                    yield item


Judge = Callable[[Rule, State], "Verdict | None"]
_JUDGES: dict[str, Judge] = {}


def known_kinds() -> frozenset[str]:
    """The kinds of rules that can be judged."""
    return frozenset(_JUDGES)


def judge(rules: Sequence[Rule], args: Args, profile: Profile) -> Verdict:
    """Ask the rules in order."""
    state = State(dict(args), profile)
    for place, rule in enumerate(rules):
        verdict = ask(rule, state)
        if verdict is not None:
            return verdict._replace(place=place if verdict.status > 0 else -1)
    return OK


def ask(rule: Rule, state: State) -> Verdict | None:
    """The verdict of one rule, None where it has nothing against the call."""
    arch = state.profile.npu_arch
    if (rule.only_on and arch != rule.only_on) or (rule.not_on and arch == rule.not_on):
        return None
    return _JUDGES[rule.kind](rule, state)


def judges(kind: str) -> Callable[[Judge], Judge]:
    """Register the decorated function as the judge of a kind of rules."""

    def register(function: Judge) -> Judge:
        _JUDGES[kind] = function
        return function

    return register


def refuse(rule: Rule, message: str, status: int = INVALID) -> Verdict:
    """A refusal; the rule's own status goes before the usual one."""
    return Verdict(rule.facts.get("status", status), message)


def ask_all(rules: Sequence[Rule], state: State) -> Verdict | None:
    """The verdict of the first rule that has one."""
    return next((verdict for verdict in (ask(rule, state) for rule in rules) if verdict is not None), None)
