"""What the checker found: one report for a cause, with what follows from it folded in."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from aclnn_emu.abi.rules import LEVELS, Rule, all_rules
from aclnn_emu.checker.calls import Call
from aclnn_emu.checker.options import Options

__all__ = ["Report", "Reporter", "summary"]

_WIDTH = 110
_MOST_FOLLOWERS = 5

Earlier = tuple[str, Call]
"""What a call was to the thing that went wrong, and the call."""


@attrs.define(eq=False, kw_only=True)
class Report:
    """One finding.

    Attributes:
        rule: what it is about.
        sentence: what happened, with the values.
        fix: what to do.
        call: the call that went wrong; None for what is judged at the end.
        earlier: the calls that led there, each with its part in it.
        times: how often the same was found at the same place.
        followers: findings with the same cause, as id and sentence.
        context: settings that decide the outcome: chip and schedule.
    """

    rule: Rule
    sentence: str
    fix: str
    call: Call | None
    earlier: tuple[Earlier, ...]
    context: Mapping[str, str]
    times: int = 1
    followers: list[tuple[str, str]] = attrs.field(factory=list)

    def text(self) -> str:
        """Several lines for a terminal."""
        head = f"aclnn_emu check: {self.rule.level.upper()} {self.rule.id}: {self.sentence}"
        lines = textwrap.wrap(head, _WIDTH, subsequent_indent="    ", break_long_words=False)
        known = [("here", self.call)] if self.call is not None else []
        width = max((len(part) for part, _ in (*known, *self.earlier)), default=0)
        for part, call in (*known, *self.earlier):
            frames = call.frames()
            thread = "" if call.thread == "MainThread" else f" in thread {call.thread}"
            lines.append(
                f"    {part + ':':<{width + 1}} {call}{thread}{' at ' + frames[0] if frames else ''}"
            )
            lines += [f"    {'':<{width + 1}}   from {frame}" for frame in frames[1:]]
        lines += textwrap.wrap(f"fix: {self.fix}", _WIDTH, initial_indent="    ", subsequent_indent="    ")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "id": self.rule.id,
            "level": self.rule.level,
            "title": self.rule.title,
            "text": self.sentence,
            "fix": self.fix,
            "call": None if self.call is None else _call_json(self.call),
            "earlier": [{"part": part, **_call_json(call)} for part, call in self.earlier],
            "times": self.times,
            "followers": [{"id": rule, "text": sentence} for rule, sentence in self.followers],
            **self.context,
        }

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text())}</pre>"


def _call_json(call: Call) -> dict[str, Any]:
    return {"number": call.number, "function": call.name, "thread": call.thread, "frames": call.frames()}


class Reporter:
    """Collects reports, prints each when it is found, and writes them to a file.

    Args:
        options: what is shown, and where.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.reports: list[Report] = []
        self.context: Mapping[str, str] = {}
        self._places: dict[tuple[str, Hashable, Hashable], Report] = {}
        self._causes: dict[Hashable, Report] = {}
        self._wanted = {rule.id: rule for rule in all_rules().values() if options.wants(rule)}

    def wants(self, rule_id: str) -> bool:
        """Whether a rule is looked for at all."""
        return rule_id in self._wanted

    def has_found(self, rule_id: str, what: Hashable) -> bool:
        """Whether a rule was reported for this, wherever."""
        return any((rule, thing) == (rule_id, what) for rule, _, thing in self._places)

    def report(
        self,
        rule_id: str,
        values: Mapping[str, Any],
        *,
        call: Call | None,
        earlier: Iterable[Earlier] = (),
        about: Iterable[Hashable] = (),
        what: Hashable = None,
    ) -> None:
        """Something was found.

        Args:
            rule_id: the rule.
            values: what its texts name.
            call: the call that went wrong.
            earlier: the calls that led there, with their parts.
            about: the things that are wrong now. What is found about one of them later follows from this report.
            what: what the same place may do wrong in several ways, for instance the parameter's name.
        """
        rule = self._wanted.get(rule_id)
        if rule is None:
            return
        about = tuple(about)
        sentence = rule.text.format(**values)
        place = (rule_id, call.place if call is not None else sentence, what)
        before = self._places.get(place)
        if before is not None:
            before.times += 1
            self._mark(about, before)
            return
        cause = next((self._causes[key] for key in about if key in self._causes), None)
        # An error is never hidden under a warning.
        if cause is not None and LEVELS.index(cause.rule.level) <= LEVELS.index(rule.level):
            if cause.rule.id != rule_id or cause.sentence != sentence:
                cause.followers.append((rule_id, sentence))
            self._places[place] = cause
            return
        found = Report(
            rule=rule,
            sentence=sentence,
            fix=rule.fix.format(**values),
            call=call,
            earlier=tuple(earlier),
            context=self.context,
        )
        self._places[place] = found
        self._mark(about, found)
        self.reports.append(found)
        if not self.options.quiet:
            sys.stderr.write(found.text() + "\n")
            sys.stderr.flush()
        self.write()

    def _mark(self, about: tuple[Hashable, ...], found: Report) -> None:
        for key in about:
            known = self._causes.setdefault(key, found)
            if LEVELS.index(found.rule.level) < LEVELS.index(known.rule.level):
                self._causes[key] = found

    def explained(self, about: Iterable[Hashable]) -> bool:
        """Whether a report is about one of these."""
        return any(key in self._causes for key in about)

    def failures(self) -> int:
        """How many reports make the program fail."""
        return sum(self.options.fails(found.rule) for found in self.reports)

    def write(self) -> None:
        """Write the file that the options name, if they do."""
        target = self.options.json
        if target is not None:
            path = Path(str(target).replace("%p", str(os.getpid())))
            content = {"reports": [found.as_json() for found in self.reports]}
            path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")

    def new_machine(self, context: Mapping[str, str]) -> None:
        """Everything that a report was about is gone; numbers begin anew."""
        self.context = context
        self._causes.clear()

    def forget(self) -> None:
        """Start with no reports."""
        self.reports.clear()
        self._places.clear()
        self._causes.clear()


def summary(reports: list[dict[str, Any]]) -> str:
    """The last lines: how many, how often, what else followed."""
    if not reports:
        return "aclnn_emu check: nothing found"
    levels = [found["level"] for found in reports]
    counts = ", ".join(
        f"{levels.count(level)} {level}{'s' if levels.count(level) > 1 else ''}"
        for level in dict.fromkeys(levels)
    )
    lines = [f"aclnn_emu check: {counts}"]
    for found in reports:
        times = f", {found['times']} times" if found["times"] > 1 else ""
        lines.append(f"  {found['id']}  {found['title']}{times}")
        followers = found["followers"]
        lines += [f"      follows from it: {one['id']}: {one['text']}" for one in followers[:_MOST_FOLLOWERS]]
        if len(followers) > _MOST_FOLLOWERS:
            lines.append(f"      and {len(followers) - _MOST_FOLLOWERS} more that follow from it")
    ids = " ".join(dict.fromkeys(found["id"] for found in reports))
    return "\n".join([*lines, f"more about them: aclnn-emu explain {ids}"])
