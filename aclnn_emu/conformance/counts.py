"""What the coverage page says: chips, cases, and where their expectations come from."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from aclnn_emu.conformance.generate import cases_of
from aclnn_emu.conformance.readings import READINGS
from aclnn_emu.conformance.refusals import refusal_cases
from aclnn_emu.conformance.runtime_cases import runtime_cases
from aclnn_emu.ops import operators
from aclnn_emu.runtime.profile import PROFILES

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Operator
    from aclnn_emu.runtime.profile import Profile

__all__ = ["OperatorCounts", "operator_counts", "runtime_counts"]

_SOC = "Ascend910B"


class OperatorCounts(NamedTuple):
    """Of one operator.

    Attributes:
        cases: generated for one chip.
        origin: of their expectations: source (a reading) or declaration.
        chips: that have the operator.
    """

    cases: int
    origin: str
    chips: tuple[str, ...]


def operator_counts() -> Mapping[str, OperatorCounts]:
    """The counts of each operator."""
    return {
        name: OperatorCounts(
            sum(1 for _ in cases_of(name, _SOC)),
            "source" if name in READINGS else "declaration",
            tuple(chip.name for chip in PROFILES.values() if _has(declared, chip)),
        )
        for name, declared in operators().items()
    }


def _has(declared: Operator, chip: Profile) -> bool:
    """Whether the operator can be called on the chip: no check refuses it whatever comes."""
    for check in declared.checks:
        archs, dtypes = check.facts.get("archs"), check.facts.get("dtypes")
        if archs is not None and chip.npu_arch not in archs:
            return False
        if check.kind == "dtype_in" and dtypes is not None and not dtypes.on(chip):
            return False
    return True


def runtime_counts() -> Mapping[str, int]:
    """For each runtime function the cases that are about it."""
    return Counter(case.subject for case in itertools.chain(runtime_cases(), refusal_cases()))
