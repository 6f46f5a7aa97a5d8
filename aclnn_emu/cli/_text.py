"""Plain text for terminals: columns, wrapping, lookups by name."""

from __future__ import annotations

import difflib
import sys
import textwrap
from collections.abc import Iterable, Sequence

__all__ = ["close_names", "columns", "complain", "wrapped"]

_WIDTH = 100


def columns(rows: Sequence[Sequence[str]], *, indent: str = "  ") -> str:
    """Rows as aligned columns, two blanks apart; a long last column is wrapped in its place."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        lead = indent + "".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False))
        lines.append(wrapped(row[-1], indent=lead, hanging=" " * len(lead)))
    return "\n".join(lines)


def wrapped(text: str, *, indent: str = "  ", hanging: str | None = None) -> str:
    """Text in lines of readable length; `hanging` indents the second line and those after it."""
    filled = textwrap.fill(
        text,
        width=_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled or indent.rstrip()


def close_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to five known names that look like this one or contain it, upper and lower case being the same."""
    by_lower = {candidate.lower(): candidate for candidate in known}
    wanted = name.lower()
    similar = difflib.get_close_matches(wanted, by_lower, n=5, cutoff=0.7)
    containing = sorted((key for key in by_lower if wanted in key), key=len)
    return [by_lower[key] for key in dict.fromkeys([*similar, *containing])][:5]


def complain(text: str) -> None:
    """Print to standard error."""
    print(f"aclnn-emu: {text}", file=sys.stderr)
