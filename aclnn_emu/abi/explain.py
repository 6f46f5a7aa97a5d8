"""Explains a status code: what it means, why it usually comes, what to do; and whatever else names a trouble.

print(explain(507035).text())
print(explain("ACLNN_ERR_PARAM_INVALID").text())
print(*diagnose("[ACLNN-PARAM-003] aclnnNeg: parameter self has dtype UINT64 ..."))
"""

from __future__ import annotations

import difflib
import re
import textwrap
from typing import NamedTuple

from aclnn_emu.abi.meanings import all_meanings
from aclnn_emu.abi.messages import Message, all_messages
from aclnn_emu.abi.rules import Rule, all_rules
from aclnn_emu.abi.rules.related import PHRASES, RELATED
from aclnn_emu.abi.status import FAMILIES, Family, Status, all_statuses, family_of, status_name

__all__ = ["Explanation", "diagnose", "explain"]

_WIDTH = 100


class _Kind(NamedTuple):
    """What the first digit of a code says, and what to do about any such code."""

    meaning: str
    action: str


# The vendor's rule for the first digit: who can put it right.
_KINDS = {
    1: _Kind(
        "the caller or the environment is wrong, and the caller can put it right",
        "Read aclGetRecentErrMsg in the thread of the failing call, correct the argument or the order of calls, "
        "and repeat.",
    ),
    2: _Kind(
        "a resource ran out, or what was asked for does not fit this product",
        "Free or reuse resources, or do without the feature on this product.",
    ),
    3: _Kind(
        "the work itself failed in a way that the program has to handle",
        "Find the underlying code in aclGetRecentErrMsg or in the log, and explain that one.",
    ),
    5: _Kind(
        "something failed inside the software or on the device",
        "Collect the logs ($HOME/ascend/log, or ASCEND_PROCESS_LOG_PATH; ASCEND_GLOBAL_LOG_LEVEL=1 tells more) and "
        "start from the first error in them; if nothing in your program explains it, give them to the support.",
    ),
}


class Explanation(NamedTuple):
    """A status code in words.

    Attributes:
        name: C name, ``unknown`` for a number that no header defines.
        value: the number.
        family: ``acl``, ``rt``, ``ge`` or ``aclnn``; ``unknown`` outside their ranges.
        header: header that defines the code, empty if none does.
        meaning: what it says.
        causes: what usually lies behind it, the most frequent first; may be empty.
        actions: what to do, at least one entry.
        aliases: other C names of the same code in this family.
        rules: rules of the checker that find what lies behind it, the most frequent cause first.
    """

    name: str
    value: int
    family: str
    header: str
    meaning: str
    causes: tuple[str, ...]
    actions: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def text(self) -> str:
        """Plain text of several lines, at most 100 columns wide."""
        origin = f"{self.family}, {self.header}" if self.header else self.family
        lines = [f"{self.name} = {self.value}  ({origin})"]
        if self.aliases:
            lines.append(f"also spelled {', '.join(self.aliases)}")
        lines += ["", *textwrap.wrap(self.meaning, _WIDTH)]
        for title, entries in (("Usual causes:", self.causes), ("What to do:", self.actions)):
            if entries:
                lines += ["", title]
                for entry in entries:
                    lines += textwrap.wrap(entry, _WIDTH, initial_indent="  - ", subsequent_indent="    ")
        if self.rules:
            lines += ["", "The checker (aclnn-emu check PROGRAM) finds, the most frequent first:"]
            lines += [f"  {rule.id}  {rule.title}" for rule in map(all_rules().__getitem__, self.rules)]
        return "\n".join(lines)


def explain(code_or_name: int | str) -> Explanation:
    """Explains a code by its number or its C name.

    Args:
        code_or_name: a number, its digits as text, or a C name in any case. A number that no header
            defines is explained by its range.

    Raises:
        LookupError: no code has this name; the message suggests similar ones.
    """
    if isinstance(code_or_name, str):
        text = code_or_name.strip()
        if not text.removeprefix("-").isdecimal():
            return _explain_status(_status_by_name(text))
        code_or_name = int(text)
    name = status_name(code_or_name)
    if name == "unknown":
        return _explain_unknown(code_or_name)
    return _explain_status(all_statuses()[name])


def diagnose(text: str) -> list[str]:
    """Explains everything in a text that can be explained; a lone id, code or name is such a text, too.

    Looked for are ids of rules and of error texts, status codes and their names; in a text without any of
    these, the words that usually come with a trouble.

    Args:
        text: what a program, a log or the checker printed.

    Returns:
        An explanation of several lines for each thing found, in the order of the text; empty when nothing is known.
    """
    rules, messages = all_rules(), all_messages()
    found: dict[str, str] = {}
    for word in re.findall(r"[A-Z]+(?:-[A-Z]+)*-\d{3}|\b\d{6}\b|\bACL\w+_\w+", text):
        if word in rules:
            found[word] = _rule_text(rules[word])
        elif word in messages:
            found[word] = _message_text(messages[word])
        elif word.isdecimal():
            if status_name(int(word)) != "unknown":
                found[word] = explain(int(word)).text()
        else:
            try:
                found[word] = explain(word).text()
            except LookupError:
                continue
    if not found:
        lowered = text.lower()
        for pattern, meant in PHRASES:
            if re.search(pattern, lowered, re.DOTALL):
                answer = _rule_text(rules[meant]) if isinstance(meant, str) else explain(meant).text()
                return [f"By its words this looks like:\n\n{answer}"]
    return list(found.values())


def _rule_text(rule: Rule) -> str:
    """A rule of the checker in several lines."""
    lines = [f"{rule.id}  ({rule.level} of the checker): {rule.title}", "", *textwrap.wrap(rule.why, _WIDTH)]
    parts = (("What people see:", rule.seen), ("What to do:", _plain(rule.fix)))
    for title, part in parts:
        lines += ["", title, *textwrap.wrap(part, _WIDTH, initial_indent="  - ", subsequent_indent="    ")]
    lines += ["", f"Wrong and right code: the page rules/{rule.id} of the documentation"]
    return "\n".join(lines)


def _message_text(row: Message) -> str:
    """An error text with its fields as they stand in the table, and what to do."""
    return "\n".join(
        [
            f"{row.id}  ({row.code})",
            "",
            *textwrap.wrap(row.text, _WIDTH),
            "",
            *textwrap.wrap(row.solution, _WIDTH),
        ]
    )


def _plain(template: str) -> str:
    """A template for a reader without values: ``{stream}`` -> ``the stream``."""
    return re.sub(r"\{(\w+)\}", lambda match: "the " + match[1].replace("_", " "), template)


def _status_by_name(name: str) -> Status:
    statuses = all_statuses()
    wanted = name.upper()
    if wanted in statuses:
        return statuses[wanted]
    containing = [known for known in statuses if wanted and wanted in known]
    similar = difflib.get_close_matches(wanted, statuses, n=5, cutoff=0.7)
    suggestions = list(dict.fromkeys([*similar, *containing]))[:5]
    hint = f" Did you mean {', '.join(suggestions)}?" if suggestions else ""
    raise LookupError(f"No status code is called {name!r}.{hint}")


def _explain_status(status: Status) -> Explanation:
    meaning = all_meanings()[status]
    aliases = (name for name, member in type(status).__members__.items() if member is status)
    return Explanation(
        name=status.name,
        value=int(status),
        family=status.family,
        header=status.header,
        meaning=meaning.text,
        causes=meaning.causes,
        actions=meaning.actions or (_KINDS[status // 100_000].action,),
        aliases=tuple(name for name in aliases if name != status.name),
        rules=RELATED.get(int(status), ()),
    )


def _explain_unknown(code: int) -> Explanation:
    family = family_of(code)
    return Explanation(
        name="unknown",
        value=code,
        family=family.name if family else "unknown",
        header="",
        meaning=_range_meaning(code, family),
        causes=(),
        actions=_range_actions(code, family),
    )


def _range_meaning(code: int, family: Family | None) -> str:
    if family is not None:
        kind = _KINDS[code // 100_000].meaning
        return (
            f"No header defines this number. Its range {code // 1000}xxx belongs to {family.layer} "
            f"({family.header}); a code that begins with {code // 100_000} says that {kind}."
        )
    if 100_000 <= code <= 599_999:
        ranges = "; ".join(
            f"{f.name} {', '.join(f'{start}xxx' for start in f.ranges)}" for f in FAMILIES.values()
        )
        return f"This number belongs to none of the families known here, which are {ranges}."
    return "This is no status of acl, the runtime, the graph engine or aclnn: their codes have six digits, 0 is success."


def _range_actions(code: int, family: Family | None) -> tuple[str, ...]:
    if family is not None:
        return (
            "A newer CANN version may define it: look into the header of your installation.",
            _KINDS[code // 100_000].action,
        )
    return (
        (
            "Check which function returned it: another library (HCCL, for instance, counts its codes from 1), a "
            "function that returns a value in place of a status, or a variable that was never set."
        ),
    )
