"""What came of a suite: a kind for each outcome, a table by sub-folder, JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from aclnn_emu.capi.suite.programs import Outcome

__all__ = ["KINDS", "as_json", "failure_lines", "is_refusal", "kind", "numbers", "table"]

KINDS = ("ran", "not emulated", "failed", "crashed", "timed out", "not linked", "not compiled")

# Ids of the texts by which the emulator refuses what it does not emulate.
_REFUSALS = (
    *("[ACL-FACE-003]", "[ACL-INIT-007]", "[ACL-MEM-017]"),
    *("[ACLNN-CALL-003]", "[ACLNN-EXEC-009]", "[ACLNN-PARAM-047]", "[ACLNN-PARAM-180]", "[ACLNN-TENSOR-008]"),
)
# A summary such as "fail=0" or "8 PASS, 0 FAIL" speaks of none.
_FAILURE = re.compile(r"(?<!\b0 )\b(?:fail(?:ed|ures?)?|errors?)\b(?!\s*[=:]\s*0\b)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.\[+-])[-+]?(?:\d+(?:\.\d*)?(?:e[-+]?\d+)?|nan|inf)(?![\w\].])", re.IGNORECASE)
_RESULT = re.compile(r"\bis\s*:?(.*)|[:=](.*)")


def kind(outcome: Outcome) -> str:
    """One of `KINDS`; "ran" means: to the end, with exit status 0 and without a line about a failure."""
    if not outcome.compiled:
        return "not compiled"
    if not outcome.linked:
        return "not linked"
    if outcome.signal:
        return "crashed"
    if outcome.timed_out:
        return "timed out"
    if any(map(is_refusal, outcome.errors)):
        return "not emulated"
    return "failed" if outcome.exit_code or failure_lines(outcome) else "ran"


def is_refusal(text: str) -> bool:
    """Whether it is the text by which the emulator refuses what it does not emulate."""
    return any(refusal in text for refusal in _REFUSALS)


def failure_lines(outcome: Outcome) -> list[str]:
    """Lines of the output that speak of a failure."""
    return [line.strip() for line in outcome.output.splitlines() if _FAILURE.search(line)]


def numbers(outcome: Outcome) -> list[str]:
    """The numbers printed behind a "is", a colon or an equals sign, as text."""
    found: list[str] = []
    for line in outcome.output.splitlines():
        match = _RESULT.search(line)
        if match and not _FAILURE.search(line):
            found += _NUMBER.findall(match.group(1) or match.group(2) or "")
    return found


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """A line for each sub-folder and one for all."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.program.group, []).append(outcome)
    heads = ("programs", "compiled", "linked", *KINDS[:5], "silent")
    width = max([len("all"), *(len(name) for name in groups)])
    lines = [" ".join([" " * width, *heads])]
    for name, members in [*groups.items(), ("all", list(outcomes))]:
        cells = [f"{count:>{len(head)}}" for head, count in zip(heads, _counts(members), strict=True)]
        lines.append(" ".join([f"{name:<{width}}", *cells]))
    return lines


def _counts(outcomes: Sequence[Outcome]) -> list[int]:
    kinds = Counter(map(kind, outcomes))
    silent = sum(outcome.linked and not outcome.output for outcome in outcomes)
    compiled, linked = sum(o.compiled for o in outcomes), sum(o.linked for o in outcomes)
    return [len(outcomes), compiled, linked, *(kinds[name] for name in KINDS[:5]), silent]


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Totals and every program, for ``--json``."""
    totals = Counter(map(kind, outcomes))
    return {
        "totals": {
            "programs": len(outcomes),
            "compiled": sum(o.compiled for o in outcomes),
            "linked": sum(o.linked for o in outcomes),
            **{name: totals[name] for name in KINDS},
        },
        "programs": [
            {
                "name": outcome.program.name,
                "soc": outcome.program.soc,
                "kind": kind(outcome),
                "exit_code": outcome.exit_code,
                "signal": outcome.signal,
                "silent": outcome.linked and not outcome.output,
                "failure_lines": failure_lines(outcome),
                "errors": outcome.errors,
                "numbers": numbers(outcome),
                "diagnosis": outcome.diagnosis,
            }
            for outcome in outcomes
        ],
    }
