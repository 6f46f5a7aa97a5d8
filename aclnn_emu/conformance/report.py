"""Results as text, JSON, JUnit XML and one HTML page."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from aclnn_emu._version import VERSION
from aclnn_emu.abi.status import status_name
from aclnn_emu.conformance.cases import case_to_json
from aclnn_emu.conformance.runner import FAILED, PASSED, SKIPPED, Result

__all__ = ["as_html", "as_json", "as_junit", "differences", "summary"]

_OUTCOMES = (PASSED, FAILED, SKIPPED)


def _counts(results: Sequence[Result], key: str) -> dict[str, Counter[str]]:
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        case = result.case
        name = subject_of(result) if key == "operator" else code_name(case.expected)
        table[name][result.outcome] += 1
    return table


def subject_of(result: Result) -> str:
    """The operator; runtime functions count as one."""
    return "runtime" if result.case.id.startswith("runtime/") else result.case.subject


def code_name(status: int) -> str:
    """A status with its name."""
    return f"{status} {status_name(status)}" if status else "0 success"


def summary(results: Sequence[Result]) -> Iterator[str]:
    """Two tables, by operator and by expected code, and a line with the sum."""
    for title, key in (("operator", "operator"), ("expected code", "code")):
        table = _counts(results, key)
        width = max([len(title), *map(len, table)])
        yield f"{title:<{width}}  {'cases':>7}  {'passed':>7}  {'failed':>7}  {'skipped':>7}"
        for name, counts in sorted(table.items()):
            cells = "".join(f"  {counts[outcome]:>7}" for outcome in _OUTCOMES)
            yield f"{name:<{width}}  {sum(counts.values()):>7}{cells}"
        yield ""
    total = Counter(result.outcome for result in results)
    parts = ", ".join(f"{total[outcome]} {outcome}" for outcome in _OUTCOMES)
    yield f"{len(results)} cases: {parts}"


def differences(results: Sequence[Result], most: int) -> Iterator[str]:
    """The failed cases, a line each; beyond `most` only their number."""
    failed = [result for result in results if result.outcome == FAILED]
    for result in failed[:most]:
        yield f"{result.case.id}: {result.reason}"
    if len(failed) > most:
        yield f"... and {len(failed) - most} more; --json or --html has them all"


def as_json(results: Sequence[Result], backend: str) -> dict[str, Any]:
    """Everything, for programs; failed cases in full, so that they can be run again (``--replay``)."""
    return {
        "version": VERSION,
        "backend": backend,
        "totals": dict(Counter(result.outcome for result in results)),
        "operators": {name: dict(counts) for name, counts in sorted(_counts(results, "operator").items())},
        "codes": {name: dict(counts) for name, counts in sorted(_counts(results, "code").items())},
        "results": [
            {
                "id": result.case.id,
                "outcome": result.outcome,
                "expected": result.case.expected,
                "reason": result.reason,
                "source": result.case.source,
            }
            for result in results
        ],
        "cases": [case_to_json(result.case) for result in results if result.outcome == FAILED],
    }


def as_junit(results: Sequence[Result], backend: str) -> str:
    """JUnit XML: a suite for each operator."""
    suites: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        suites[subject_of(result)].append(result)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f"<testsuites name={quoteattr(f'conformance on {backend}')}>",
    ]
    for name, members in sorted(suites.items()):
        counts = Counter(member.outcome for member in members)
        lines.append(
            f'<testsuite name={quoteattr(name)} tests="{len(members)}" failures="{counts[FAILED]}" errors="0"'
            f' skipped="{counts[SKIPPED]}" time="{sum(member.seconds for member in members):.3f}">'
        )
        lines.extend(map(_junit_case, members))
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _junit_case(result: Result) -> str:
    case = result.case
    head = (
        f"<testcase classname={quoteattr(subject_of(result))} name={quoteattr(case.id)}"
        f' time="{result.seconds:.6f}"'
    )
    if result.outcome == PASSED:
        return f"{head}/>"
    if result.outcome == SKIPPED:
        return f"{head}><skipped message={quoteattr(result.reason)}/></testcase>"
    body = escape(f"{result.reason}\nsource: {case.source}\n{json.dumps(case_to_json(case))}")
    return f"{head}><failure message={quoteattr(result.reason)}>{body}</failure></testcase>"


def as_html(results: Sequence[Result], backend: str) -> str:
    """One page that needs nothing else: filters by operator, code, outcome and text."""
    operators = sorted({subject_of(result) for result in results})
    codes = sorted({result.case.expected for result in results})
    sources = list(dict.fromkeys(result.case.source for result in results))
    places = {source: place for place, source in enumerate(sources)}
    numbers = {name: place for place, name in enumerate(operators)}
    rows = [
        [
            result.case.id,
            numbers[subject_of(result)],
            _OUTCOMES.index(result.outcome),
            result.case.expected,
            places[result.case.source],
            result.reason,
        ]
        for result in results
    ]
    data = {
        "backend": backend,
        "version": VERSION,
        "operators": operators,
        "outcomes": _OUTCOMES,
        "codes": [[code, code_name(code)] for code in codes],
        "sources": sources,
        "rows": rows,
    }
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    page = files("aclnn_emu.conformance").joinpath("data/report.html").read_text(encoding="utf-8")
    return page.replace("/*DATA*/null", text)
