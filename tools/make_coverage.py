"""Make docs/coverage.md: every operator and every runtime function, emulated or not.

python tools/make_coverage.py            write the page
python tools/make_coverage.py --check    exit 1 when the committed page is not what would be written
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from aclnn_emu.abi.prototypes import OperatorPrototype, operators, runtime_functions
from aclnn_emu.boundary import api_functions
from aclnn_emu.conformance.counts import operator_counts, runtime_counts
from aclnn_emu.ops import operators as declared_operators
from aclnn_emu.runtime.profile import PROFILES

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
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


_COLUMNS = """\
- *chips*: where the operator can be called; all six when nothing stands there.
- *codes*: the generated status-code tests for one chip, Ascend910B (`aclnn-emu conformance NAME --soc Ascend910B`; see
  [conformance.md](conformance.md)). With *reading* their expectations come from a second reading of the source; the
  others are asked as they are declared.
- *numerics*: the tests of `tests/ops` that compute it on data and hold: property tests with drawn data + tests of fixed
  examples, as `tools/measure_numerics.py` measured them. A dash: none was measured.
- *samples*: programs of `samples/` that call it.
"""

_RUNTIME = """\
The number behind a function counts its cases (`aclnn-emu conformance runtime`). Those of a function that is not emulated
test that it refuses.
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
    yield _COLUMNS
    counts, numerics, samples = operator_counts(), _numerics(), _samples()
    read = sum(count.origin == "source" for count in counts.values())
    computed = sum(name in numerics for name in declared)
    yield (
        f"{sum(count.cases for count in counts.values())} cases for one chip; {read} operators have a reading, "
        f"{computed} have tests of their numbers.\n"
    )
    yield "| operator | in Python | chips | codes | numerics | samples | source of the facts |"
    yield "|---|---|---|---|---|---|---|"
    for name, operator in sorted(declared.items()):
        count = counts[name]
        chips = "" if len(count.chips) == len(PROFILES) else ", ".join(_short(chip) for chip in count.chips)
        codes = f"{count.cases}, reading" if count.origin == "source" else f"{count.cases}"
        used = ", ".join(sorted(samples.get(operator.face_name, set()) | samples.get(name, set())))
        cells = (
            f"`emu.ops.{operator.face_name}`",
            chips,
            codes,
            numerics.get(name, "-"),
            used,
            operator.source,
        )
        yield f"| `{name}` | {' | '.join(cells)} |"
    yield "\n### Operators that are not emulated\n"
    by_category: dict[str, list[OperatorPrototype]] = defaultdict(list)
    for prototype in known.values():
        by_category[prototype.category].append(prototype)
    for category, members in sorted(by_category.items()):
        missing = [prototype.name for prototype in members if prototype.name not in declared]
        yield _group(category, len(members), missing)


def _short(chip: str) -> str:
    return chip.removeprefix("Ascend")


def _numerics() -> dict[str, str]:
    """Number of property tests and of tests of examples, by operator."""
    rows = json.loads((ROOT / "tests" / "ops" / "numerics.json").read_text(encoding="utf-8"))
    return {
        name: f"{len(kinds.get('property', ()))} + {len(kinds.get('examples', ()))}"
        for name, kinds in rows.items()
    }


def _samples() -> dict[str, set[str]]:
    """The programs in which a C name of an operator, or its name in `emu.ops`, stands."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "samples").rglob("*.*")):
        if path.suffix in (".py", ".c", ".cpp"):
            text = path.read_text(encoding="utf-8")
            names = re.findall(r"\b(aclnn[A-Z]\w*?)(?:GetWorkspaceSize)?\b", text) + re.findall(
                r"\bops\.(\w+)", text
            )
            for name in names:
                found[name].add(path.relative_to(ROOT / "samples").as_posix())
    return found


def _function_part() -> Iterator[str]:
    known, emulated = runtime_functions(), api_functions()
    count = sum(name in emulated for name in known)
    by_group: dict[str, list[str]] = defaultdict(list)
    for name, prototype in known.items():
        by_group[prototype.group].append(name)
    yield f"## Runtime and executor functions: {count} of {len(known)}\n"
    yield _RUNTIME
    counts = runtime_counts()
    for group, names in sorted(by_group.items()):
        yield _group(group, len(names), [name for name in names if name in emulated], counts)
    yield "### Functions that are not emulated\n"
    for group, names in sorted(by_group.items()):
        yield _group(group, len(names), [name for name in names if name not in emulated], counts)


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
