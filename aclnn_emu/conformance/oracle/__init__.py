"""What a call must answer, worked out from an operator's rules and the metadata of its arguments.

The oracle shares no code with the operators' own checks. A rule is data; its kind says which function below judges it.
Rules are asked in order and the first that refuses decides. `UNSURE` ends the search where the sources do not settle
what happens; the generator drops such a call.
"""

from __future__ import annotations

from aclnn_emu.conformance.oracle import checks, steps  # noqa: F401 - they register their judges
from aclnn_emu.conformance.oracle.base import (
    OK,
    REGBASE,
    UNSURE,
    Args,
    Rule,
    State,
    Verdict,
    judge,
    known_kinds,
)

__all__ = ["OK", "REGBASE", "UNSURE", "Args", "Rule", "State", "Verdict", "judge", "known_kinds"]
