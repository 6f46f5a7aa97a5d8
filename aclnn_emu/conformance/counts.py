"""How many cases there are, for the coverage page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from aclnn_emu.conformance.generate import cases_of
from aclnn_emu.conformance.readings import READINGS
from aclnn_emu.conformance.runtime_cases import runtime_cases
from aclnn_emu.ops import operators

__all__ = ["operator_counts", "runtime_counts"]

_SOC = "Ascend910B"


def operator_counts() -> Mapping[str, tuple[int, str]]:
    """For each operator its cases on one chip, and where their expectations come from."""
    return {
        name: (sum(1 for _ in cases_of(name, _SOC)), "source" if name in READINGS else "declaration")
        for name in operators()
    }


def runtime_counts() -> Mapping[str, int]:
    """For each runtime function the cases that are about it."""
    return Counter(case.subject for case in runtime_cases())
