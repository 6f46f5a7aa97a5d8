"""Run cases and compare: what came against what the case says."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from aclnn_emu.conformance.backends.base import Answer, Backend, BackendError
from aclnn_emu.conformance.cases import Call, Case
from aclnn_emu.conformance.numbers import difference as difference_of_bytes

__all__ = ["FAILED", "PASSED", "SKIPPED", "Result", "check", "run_case", "run_cases"]

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@attrs.frozen
class Result:
    """What became of a case.

    Attributes:
        case: the case.
        outcome: passed, failed or skipped.
        reason: the difference, or why it was skipped.
        seconds: how long it took.
    """

    case: Case
    outcome: str
    reason: str = ""
    seconds: float = 0.0


def run_cases(cases: Iterable[Case], backend: Backend) -> Iterator[Result]:
    """Run the cases one after the other."""
    for case in cases:
        yield run_case(case, backend)


def run_case(case: Case, backend: Backend) -> Result:
    """Run one case."""
    why_not = backend.why_not(case)
    if why_not:
        return Result(case, SKIPPED, why_not)
    start = time.perf_counter()
    try:
        answers = backend.run(case)
    except (BackendError, LookupError, TypeError) as error:
        return Result(case, FAILED, str(error), time.perf_counter() - start)
    took = time.perf_counter() - start
    for call, answer in zip(case.calls, answers, strict=True):
        difference = check(call, answer)
        if not difference and (call.contents or call.workspace is not None):
            difference = _check_run(case, call, answer, emulated=backend.emulated)
        if difference:
            return Result(case, FAILED, difference, took)
    return Result(case, PASSED, "", took)


def check(call: Call, answer: Answer) -> str:
    """The difference between an answer and what the call must answer; "" for none."""
    if call.status is not None and answer.status != call.status:
        said = f" ({answer.message or ''} {answer.text})".replace("( ", "(") if answer.text else ""
        return f"{call.function} answers {answer.status}, expected {call.status} {call.message}{said}".strip()
    if call.message and answer.message is not None and answer.message != call.message:
        return f"{call.function} answers {answer.status} with {answer.message}, expected {call.message}: {answer.text}"
    for place, expected in enumerate(call.outputs):
        found = answer.outputs[place] if place < len(answer.outputs) else None
        if expected is not None and not _same(found, expected):
            return f"{call.function}: output {place} is {found!r}, expected {expected!r}"
    return ""


def _same(found: Any, expected: Any) -> bool:
    return bool(found == expected)


def _check_run(case: Case, call: Call, answer: Answer, *, emulated: bool) -> str:
    """What recorded calls must give besides their codes: workspaceSize and numbers."""
    # A card lays its workspace out as it likes, and its numbers may differ within the dtype's threshold.
    size = answer.outputs[0] if answer.outputs else None
    if emulated and call.workspace is not None and size != call.workspace:
        return f"{call.function}: workspaceSize is {size}, expected {call.workspace}"
    for name, expected in call.contents:
        found = difference_of_bytes(case, name, expected, answer.contents[name], exact=emulated)
        if found:
            return f"after {call.function} {found}"
    return ""
