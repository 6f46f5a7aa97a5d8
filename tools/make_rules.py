"""Write docs/rules: a page for each rule of the checker, with the wrong and the right programs of its tests.

python tools/make_rules.py            rewrite the pages
python tools/make_rules.py --check    exit 1 when a committed page is not what would be written
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import textwrap
from pathlib import Path

from aclnn_emu.abi.rules import GROUPS, Rule, all_rules

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rules"
PROGRAMS = ROOT / "tests" / "checker"

_C_FUNCTION = re.compile(r"^static void (\w+)\(void\)\n\{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
_NOTE = {
    "error": "an error: it fails `aclnn-emu check`",
    "warning": "a warning: it fails `aclnn-emu check --fail-on warning`",
    "note": "a note: shown with `--notes`, and never a failure",
}


def python_programs() -> dict[str, str]:
    """The bodies of the functions of the test programs, by name."""
    found = {}
    for path in sorted(PROGRAMS.glob("programs_*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                body = lines[node.body[0].lineno - 1 : node.end_lineno]
                found[node.name] = textwrap.dedent("\n".join(body))
    return found


def c_programs() -> dict[str, str]:
    """The same of the C program."""
    text = (PROGRAMS / "rules.c").read_text(encoding="utf-8")
    return {match[1]: textwrap.dedent(match[2]).rstrip() for match in _C_FUNCTION.finditer(text)}


def plain(template: str) -> str:
    """A template for a reader without values."""
    return re.sub(r"\{(\w+)\}", lambda match: f"*{match[1].replace('_', ' ')}*", template)


def page(rule: Rule, python: dict[str, str], c: dict[str, str]) -> str:
    """One page."""
    name = rule.id.lower().replace("-", "_")
    parts = [
        f"# {rule.id}: {rule.title}",
        f"This is {_NOTE[rule.level]}.",
        f"**What the report says.** {plain(rule.text)}",
        f"**Why it is wrong.** {plain(rule.why)}",
        f"**What to do.** {plain(rule.fix)}",
        f"**How people meet it.** {rule.seen}",
    ]
    for title, kind in (("Wrong", "wrong"), ("Right", "right")):
        code = [
            f"```{language}\n{programs[f'{kind}_{name}']}\n```"
            for language, programs in (("python", python), ("c", c))
            if f"{kind}_{name}" in programs
        ]
        parts += [f"## {title}", *code]
    parts.append("The [helper functions](helpers.md) are the same on all pages.")
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """The page that lists them all."""
    lines = ["# Rules of the checker", "", "How to use it: [Checker](../checker.md).", ""]
    for group, (_, about) in GROUPS.items():
        lines += [f"## {group}: {about}", "", "| rule | level | what |", "| --- | --- | --- |"]
        rules = [rule for rule in all_rules().values() if rule.group == group]
        lines += [f"| [{rule.id}]({rule.id}.md) | {rule.level} | {rule.title} |" for rule in rules]
        lines.append("")
    return "\n".join(lines)


def helpers() -> str:
    """The page with what the programs share."""
    python = (PROGRAMS / "_helpers.py").read_text(encoding="utf-8")
    c = (PROGRAMS / "rules.c").read_text(encoding="utf-8")
    start, end = c.index("#include"), c.index("static void wrong_")
    return (
        "# The helper functions of the rules' programs\n\n"
        "The programs run in the project's tests: the wrong ones must trip their rule, the right ones must not.\n\n"
        f"## Python\n\n```python\n{python.rstrip()}\n```\n\n## C\n\n```c\n{c[start:end].rstrip()}\n```\n"
    )


def pages() -> dict[str, str]:
    """Content by file name."""
    python, c = python_programs(), c_programs()
    return {
        "index.md": index(),
        "helpers.md": helpers(),
        **{f"{rule.id}.md": page(rule, python, c) for rule in all_rules().values()},
    }


def main() -> int:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when something is out of date"
    )
    arguments = parser.parse_args()
    fresh = pages()
    there = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")}
    if arguments.check:
        if there != fresh:
            print("docs/rules is out of date; run python tools/make_rules.py", file=sys.stderr)
        return int(there != fresh)
    PAGES.mkdir(exist_ok=True)
    for name in there.keys() - fresh.keys():
        (PAGES / name).unlink()
    for name, content in fresh.items():
        (PAGES / name).write_text(content, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
