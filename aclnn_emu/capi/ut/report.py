"""What came of the unit tests: tables by operator and by expected status, JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aclnn_emu.capi.ut.outcomes import KINDS, CaseOutcome, FileOutcome

__all__ = ["as_json", "cases_of", "tables"]


def cases_of(outcomes: Iterable[FileOutcome]) -> list[CaseOutcome]:
    """All cases."""
    return [case for outcome in outcomes for case in outcome.cases]


def _expectation(case: CaseOutcome) -> str:
    """The statuses that a case expects, in words; one that expects an error counts for the error."""
    errors = sorted({code for code in case.expected if code})
    if not errors:
        return "0" if case.expected else "none named"
    return " or ".join(map(str, errors[:2])) if len(errors) < 3 else "several errors"


def _rows(cases: Sequence[CaseOutcome], key: Callable[[CaseOutcome], str]) -> list[tuple[str, Counter[str]]]:
    groups: dict[str, Counter[str]] = {}
    for case in cases:
        groups.setdefault(key(case), Counter())[case.kind] += 1
    return sorted(groups.items())


def _ran(counts: Counter[str]) -> int:
    """How many cases have a verdict: passed, or failed in one way or the other."""
    return sum(counts[kind] for kind in KINDS[:4])


def _table(title: str, rows: Sequence[tuple[str, Counter[str]]]) -> list[str]:
    total = sum((counts for _, counts in rows), Counter[str]())
    width = max(len(title), len("all"), *(len(name) for name, _ in rows))
    heads = ("cases", "ran", *KINDS)
    lines = [" ".join([f"{title:<{width}}", *heads])]
    for name, counts in [*rows, ("all", total)]:
        cells = [sum(counts.values()), _ran(counts), *(counts[kind] for kind in KINDS)]
        lines.append(
            " ".join([f"{name:<{width}}", *(f"{n:>{len(h)}}" for n, h in zip(cells, heads, strict=True))])
        )
    return lines


def tables(outcomes: Sequence[FileOutcome]) -> list[str]:
    """Cases by operator, cases by expected status, files; "ran" counts those with a verdict."""
    cases = cases_of(outcomes)
    lines = _table("operator", _rows(cases, lambda case: case.operator))
    lines += ["", *_table("expected status", _rows(cases, _expectation))]
    built = sum(outcome.built for outcome in outcomes)
    return [*lines, "", f"{len(outcomes)} files, {built} built"]


def as_json(outcomes: Sequence[FileOutcome]) -> dict[str, Any]:
    """Totals and every case, for ``--json``."""
    cases = cases_of(outcomes)
    totals = Counter(case.kind for case in cases)
    return {
        "totals": {
            "files": len(outcomes),
            "built": sum(outcome.built for outcome in outcomes),
            "cases": len(cases),
            "ran": _ran(totals),
            **{kind: totals[kind] for kind in KINDS},
        },
        "files": [
            {
                "name": outcome.source.name,
                "built": outcome.built,
                "diagnosis": outcome.diagnosis,
                "cases": [_case_json(case) for case in outcome.cases],
            }
            for outcome in outcomes
        ],
    }


def _case_json(case: CaseOutcome) -> dict[str, Any]:
    return {
        "name": case.name,
        "line": case.case.line if case.case else None,
        "operator": case.operator,
        "expected": list(case.expected),
        "kind": case.kind,
        "reason": case.reason,
        "calls": [{"operator": operator, "status": status} for operator, status in case.calls],
        "errors": case.errors,
        "milliseconds": case.milliseconds,
    }
