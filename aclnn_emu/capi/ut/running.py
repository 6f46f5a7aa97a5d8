"""Building and running test files, several at a time; a case that crashes does not take the others with it."""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import attrs

from aclnn_emu.capi.suite import runner
from aclnn_emu.capi.suite.building import Build, Builder, Recipe
from aclnn_emu.capi.suite.running import End, Settings, Worker, Workers, in_parallel, read_text
from aclnn_emu.capi.ut.outcomes import CaseOutcome, FileOutcome
from aclnn_emu.capi.ut.sources import Case, Source

__all__ = ["run_unit_tests"]

_BUILD_ATTEMPTS = 4
_PLACE = re.compile(r"(?:In file included from )?(.+?):(\d+)[:,]")
_ERROR = re.compile(r"\berror: (.*)|(undefined reference to .*)")
_BODY = re.compile(r"in function `(\w+)_Test::TestBody\(\)'")
_FILTER = "filter.txt"
_NO_CHIP = "not emulated: the chip"  # from opdev/platform.h
_MARGIN = 60.0  # seconds


@attrs.frozen
class _How:
    """What all files share."""

    settings: Settings
    recipe: Recipe
    builder: Builder
    soc: str
    pattern: str


def run_unit_tests(
    sources: Sequence[Source], recipe: Recipe, settings: Settings, *, soc: str, pattern: str
) -> list[FileOutcome]:
    """Build and run test files; the outcomes in their order.

    Args:
        sources: the files.
        recipe: how one is built.
        settings: how they are run; the timeout is that of a case.
        soc: the chip that a test begins with; empty for the default.
        pattern: a glob for ``Suite.Case``; only cases that match are run and reported.
    """
    how = _How(settings, recipe, Builder(settings.toolkit, settings.cache_folder), soc, pattern)
    outcomes = [FileOutcome(source) for source in sources]

    def one(outcome: FileOutcome) -> str:
        program = _build(outcome, how)
        if program is not None:
            with workers.one() as worker:
                _run(outcome, program, worker, how)
        return outcome.source.name

    with closing(Workers(settings.toolkit, min(settings.jobs, max(len(sources), 1)))) as workers:
        in_parallel(outcomes, one, settings)
    return outcomes


def _build(outcome: FileOutcome, how: _How) -> Path | None:
    """The program; cases that the compiler refuses are emptied, and it is asked again."""
    source = outcome.source
    refused: dict[str, str] = {}
    for _ in range(_BUILD_ATTEMPTS):
        build = how.builder.build(source.path, how.recipe, source.without(frozenset(refused)))
        if build.program is not None:
            break
        outcome.diagnosis = outcome.diagnosis or build.diagnosis
        new = _cases_with_errors(source, build)
        if not new or new.keys() <= refused.keys():
            break
        refused |= new
    outcome.built = build.program is not None
    for case in source.cases:
        left_out = CaseOutcome(case.name, case)
        if case.internal:
            left_out.kind = "skipped"
            left_out.reason = f"calls internal functions ({case.internal})"
        elif case.name in refused or build.program is None:
            left_out.kind, left_out.reason = "not built", refused.get(case.name) or _first_error(build)
        else:
            continue
        if fnmatchcase(case.name, how.pattern):
            outcome.cases.append(left_out)
    return build.program


def _first_error(build: Build) -> str:
    lines = build.diagnosis.splitlines()
    return next((line for line in lines if "error" in line or "undefined" in line), lines[0] if lines else "")


def _cases_with_errors(source: Source, build: Build) -> dict[str, str]:
    """The cases in which the compiler or the linker found errors, with the first of each.

    An error in a header counts for the case that the compiler named before, as the place that led there.
    """
    found: dict[str, str] = {}
    place: Case | None = None
    for text in build.diagnosis.splitlines():
        at = _PLACE.match(text)
        if at and at.group(1) == str(source.path):
            line = int(at.group(2))
            place = next((case for case in source.cases if case.line <= line <= case.last), None)
        body = _BODY.search(text)
        if body:
            place = next(
                (case for case in source.cases if case.name.replace(".", "_") == body.group(1)), None
            )
        error = _ERROR.search(text)
        if error and place is not None:
            found.setdefault(place.name, error.group(1) or error.group(2))
    return found


def _run(outcome: FileOutcome, program: Path, worker: Worker, how: _How) -> None:
    """Run a program, and again without what has an end, until every case has one."""
    by_name = {case.name: case for case in outcome.source.cases}
    finished = {found.name for found in outcome.cases}
    while True:
        names, done, end = _run_once(program, worker, finished, len(by_name), how)
        for found in done:
            found.case = by_name.get(_written_name(found.name))
        if names is None:  # it ends before GoogleTest begins
            names = [name for name in by_name if name not in finished and fnmatchcase(name, how.pattern)]
        left = [name for name in names if name not in {found.name for found in done}]
        if left and not done:  # it ends before the first case, and would do so again
            done = [CaseOutcome(name, by_name.get(_written_name(name))) for name in left]
            for found in done:
                _cut_off(found, end)
            left = []
        outcome.cases += done
        finished |= {found.name for found in done}
        if not left:
            break
    order = {name: number for number, name in enumerate(by_name)}
    outcome.cases.sort(key=lambda found: order.get(_written_name(found.name), len(order)))


def _written_name(name: str) -> str:
    """The name of a case as the file has it: without what GoogleTest puts around a parameterised one."""
    parts = name.split("/")
    return next((part for part in parts if "." in part), name)


def _run_once(
    program: Path, worker: Worker, finished: Iterable[str], count: int, how: _How
) -> tuple[list[str] | None, list[CaseOutcome], End]:
    """Run all that is not finished; the names of the cases, those that began, and how the program ended.

    There are no names (None) when the program did not get as far as GoogleTest.
    """
    excluded = [form for name in finished for form in (name, f"*/{name}/*")]
    with tempfile.TemporaryDirectory(prefix="aclnn_emu_") as name:
        folder = Path(name)
        (folder / _FILTER).write_text(f"{how.pattern}-{':'.join(excluded)}", encoding="utf-8")
        env = {
            "ACLNN_EMU_UT_EVENTS": runner.ERRORS,
            "ACLNN_EMU_UT_FILTER": _FILTER,
            "ACLNN_EMU_UT_SECONDS": str(math.ceil(how.settings.timeout)),
        }
        if how.soc:
            env["ACLNN_EMU_SOC"] = how.soc
        # A case ends itself; this limit is for what lies between the cases.
        limit = how.settings.timeout * (count + 1) + _MARGIN
        end = worker.run(program, folder, timeout=limit, env=env)
        events = [json.loads(line) for line in read_text(folder / runner.ERRORS).splitlines()]
    names = next((event["names"] for event in events if _kind(event) == "cases"), None)
    return names, _read(events, end), end


def _kind(event: Any) -> str:
    """The kind of an event; "error" for the text of a failed call, which the emulator writes."""
    return "error" if isinstance(event, str) else event["event"]


def _read(events: Sequence[Any], end: End) -> list[CaseOutcome]:
    """The cases that began."""
    done: list[CaseOutcome] = []
    running = False
    for event in events:
        kind = _kind(event)
        if kind == "start":
            done.append(CaseOutcome(event["name"], None))
            running = True
        elif not running:
            continue
        elif kind == "error":
            done[-1].errors.append(event)
        elif kind == "skip":
            done[-1].kind, done[-1].reason = "skipped", event["text"]
        elif kind == "failure":
            place = f"line {event['line']}: " if event["line"] > 0 else ""
            done[-1].reason = done[-1].reason or f"{place}{event['text']}"
            if _NO_CHIP in event["text"]:
                done[-1].kind = "not emulated"
        elif kind == "end":
            calls = (call.rsplit(" ", 1) for call in event["calls"])
            done[-1].calls = [(operator, int(status)) for operator, status in calls]
            done[-1].milliseconds = event["milliseconds"]
            done[-1].settle(passed=event["passed"])
            running = False
    if running:
        _cut_off(done[-1], end)
    return done


def _cut_off(found: CaseOutcome, end: End) -> None:
    """The program ended within the case.

    A test that goes on after a refusal reads results that there are not, or makes large data for nothing; then it is
    the refusal that counts.
    """
    if end.timed_out or end.signal == "SIGALRM":
        found.kind, found.reason = "timed out", "stopped"
    else:
        found.kind, found.reason = "crashed", end.signal or f"exit status {end.exit_code}"
    found.settle_refused()
