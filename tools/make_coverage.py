"""Make docs/coverage.md: every operator and every runtime function, emulated or not.

python tools/make_coverage.py            write the page
python tools/make_coverage.py --check    exit 1 when the committed page is not what would be written
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from aclnn_emu.abi.prototypes import OperatorPrototype, operators, runtime_functions
from aclnn_emu.boundary import api_functions
from aclnn_emu.conformance.counts import operator_counts, runtime_counts
from aclnn_emu.ops import operators as declared_operators

DOCS = Path(__file__).resolve().parents[1] / "docs"
COVERAGE, DEVIATIONS = DOCS / "coverage.md", DOCS / "deviations.md"
_BEGIN, _END = "<!-- operators: made by tools/make_coverage.py -->\n", "<!-- end of operators -->\n"

_HEAD = """\
# Coverage

Made by `tools/make_coverage.py` from the registry; do not edit.

Nothing pretends: what is not emulated has its C name, its prototype and a refusal with a documented code. An
operator answers 561003 (`ACLNN_ERR_INNER_FIND_KERNEL_ERROR`) in both phases. A runtime function answers 207000
(`ACL_ERROR_RT_FEATURE_NOT_SUPPORT`) where its pages list that code, else 200001 (`ACL_ERROR_API_NOT_SUPPORT`), and
561000 (`ACLNN_ERR_INNER`) when it returns an `aclnnStatus`; functions that return a value in C return their "nothing".
`aclnn-emu op NAME` shows the prototype of each.
"""


_CASES = """\
Cases are the generated status-code tests for one chip, Ascend910B (`aclnn-emu conformance NAME --soc Ascend910B`; see
[conformance.md](conformance.md)). Their expectations come from a reading of the source, or, where nobody has written one
yet, from the declaration; then only refusals are tested. The number behind a runtime function counts its cases.
"""


def coverage() -> str:
    """The coverage page."""
    return "\n".join([_HEAD, *_operator_part(), *_function_part()])


def deviations(page: str) -> str:
    """The page with the table between its marks made anew from the declarations."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    names: dict[str, list[str]] = {}  # what a family has in common is one row
    for name, operator in sorted(declared_operators().items()):
        for text in operator.deviations:
            names.setdefault(text, []).append(f"`{name}`")
    rows = "".join(f"| {', '.join(of)} | {text} |\n" for text, of in names.items())
    return f"{before}{_BEGIN}\n| Operator | Difference |\n|---|---|\n{rows}\n{_END}{after}"


def _operator_part() -> Iterator[str]:
    known, declared = operators(), declared_operators()
    yield f"## Operators: {len(declared)} of {len(known)}\n"
    yield _CASES
    yield "| operator | in Python | cases | expectations from | source of the facts |"
    yield "|---|---|---|---|---|"
    counts = operator_counts()
    for name, operator in sorted(declared.items()):
        cases, origin = counts[name]
        yield f"| `{name}` | `emu.ops.{operator.face_name}` | {cases} | {origin} | {operator.source} |"
    yield "\n### Operators that are not emulated\n"
    by_category: dict[str, list[OperatorPrototype]] = defaultdict(list)
    for prototype in known.values():
        by_category[prototype.category].append(prototype)
    for category, members in sorted(by_category.items()):
        missing = [prototype.name for prototype in members if prototype.name not in declared]
        yield _group(category, len(members), missing)


def _function_part() -> Iterator[str]:
    known, emulated = runtime_functions(), api_functions()
    count = sum(name in emulated for name in known)
    by_group: dict[str, list[str]] = defaultdict(list)
    for name, prototype in known.items():
        by_group[prototype.group].append(name)
    yield f"## Runtime and executor functions: {count} of {len(known)}\n"
    counts = runtime_counts()
    for group, names in sorted(by_group.items()):
        yield _group(group, len(names), [name for name in names if name in emulated], counts)
    yield "### Functions that are not emulated\n"
    for group, names in sorted(by_group.items()):
        yield _group(group, len(names), [name for name in names if name not in emulated])


def _group(title: str, total: int, names: Iterable[str], counts: Mapping[str, int] | None = None) -> str:
    listed = sorted(names)
    cases = counts or {}
    text = (
        ", ".join(f"`{name}` ({cases[name]})" if name in cases else f"`{name}`" for name in listed) or "none"
    )
    return f"**{title}**, {len(listed)} of {total}: {text}\n"


def main() -> int:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when something is out of date"
    )
    arguments = parser.parse_args()
    fresh = {COVERAGE: coverage(), DEVIATIONS: deviations(DEVIATIONS.read_text(encoding="utf-8"))}
    stale = [
        page for page, text in fresh.items() if not page.is_file() or page.read_text(encoding="utf-8") != text
    ]
    if arguments.check:
        for page in stale:
            print(f"{page.name} is out of date; run python tools/make_coverage.py", file=sys.stderr)
        return 1 if stale else 0
    for page in stale:
        page.write_text(fresh[page], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
