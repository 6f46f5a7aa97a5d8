"""Test files as text: which cases are in them, which of them need what is inside the vendor's libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import attrs

from aclnn_emu.abi.status import AclnnStatus
from aclnn_emu.capi.suite.programs import find_files

__all__ = ["Case", "Source", "find_sources", "read_source"]

# A test file: it includes one of the headers and has a case, which a comment may hide (then it has none after all).
_TEST_FILE = re.compile(rb"op_api_ut_common/\w+\.h.*\bTEST(?:_[FP])?\s*\(", re.DOTALL)
_SKIPPED_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'""", re.DOTALL
)
_CASE = re.compile(r"\bTEST(?:_[FP])?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*(?=\{)")
_FIXTURE = re.compile(r"\b(?:class|struct)\s+(\w+)[^;{()]*(?=\{)")
_INCLUDE = re.compile(r'^([ \t]*#[ \t]*include[ \t]*)["<]([^">\n]+)[">]', re.MULTILINE)
# What only the vendor's own libraries have: the level below the public interface, and the executor from inside.
_INTERNAL = re.compile(r"\b(l0op::|CREATE_EXECUTOR\b|UniqueExecutor\b)")
_OPERATOR = re.compile(r"\bOP_API_UT\s*\(\s*(\w+)|\b(aclnn[A-Z]\w*?)GetWorkspaceSize\b")
_STATUS = re.compile(r"\b(ACL_SUCCESS|ACLNN_(?:SUCCESS|ERR_\w+)|[135]6[1-9]\d{3})\b")


class Case(NamedTuple):
    """A test case as the file has it.

    Attributes:
        name: ``Suite.Case``; for a parameterised one without what GoogleTest puts around.
        line: where it begins, from 1.
        last: the line of its closing brace.
        operators: the operators that it names, in order.
        expected: the statuses that it names, in order, as numbers.
        internal: the internal function because of which it cannot be built here; empty when there is none.
    """

    name: str
    line: int
    last: int
    operators: tuple[str, ...]
    expected: tuple[int, ...]
    internal: str


@attrs.frozen
class Source:
    """A test file.

    Attributes:
        path: the file.
        name: its path below the folder that was asked for, with slashes.
        cases: in the order of the file.
        text: what is compiled in place of the file.
    """

    path: Path
    name: str
    cases: tuple[Case, ...]
    text: str

    def without(self, cases: frozenset[str]) -> str:
        """The text that is compiled, with these cases emptied, too."""
        lines = self.text.split("\n")
        for case in self.cases:
            if case.name in cases:
                # The first line is our own #line, so a line of the file has its own number as index.
                lines[case.line : case.last + 1] = [""] * (case.last + 1 - case.line)
        return "\n".join(lines)


def _blanked(text: str) -> str:
    """The text with comments and literals replaced by blanks, every other character in its place."""
    return _SKIPPED_TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def _end_of_block(plain: str, start: int) -> int:
    """The place behind the brace that closes the one at `start`."""
    depth = 0
    for brace in re.finditer(r"[{}]", plain[start:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return start + brace.end()
    return len(plain)


def _internal_fixtures(plain: str) -> Iterator[tuple[str, str, int, int]]:
    """Name, internal function, and the span of every class that uses one."""
    for found in _FIXTURE.finditer(plain):
        end = _end_of_block(plain, found.end())
        used = _INTERNAL.search(plain, found.end(), end)
        if used:
            yield found.group(1), used.group(1), found.end(), end


def _status_number(word: str) -> int:
    if word.isdigit():
        return int(word)
    return 0 if word == "ACL_SUCCESS" else int(AclnnStatus[word])


def _unique(words: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _cases(plain: str, fixtures: dict[str, str]) -> Iterator[tuple[Case, int, int]]:
    """Every case with the span of its body."""
    for found in _CASE.finditer(plain):
        end = _end_of_block(plain, found.end())
        body = plain[found.end() : end]
        used = _INTERNAL.search(body)
        words = (word for word in _STATUS.findall(body) if word.isdigit() or word in _KNOWN)
        case = Case(
            name=f"{found.group(1)}.{found.group(2)}",
            line=plain.count("\n", 0, found.start()) + 1,
            last=plain.count("\n", 0, end) + 1,
            operators=_unique(a or b for a, b in _OPERATOR.findall(body)),
            expected=tuple(map(_status_number, words)),
            internal=used.group(1) if used else fixtures.get(found.group(1), ""),
        )
        yield case, found.start(), end


_KNOWN = frozenset({"ACL_SUCCESS", *AclnnStatus.__members__})


def read_source(path: Path, name: str, toolkit: Path) -> Source:
    """Read a test file.

    The includes of an operator's own header, wherever the vendor's tree has it, go to the toolkit's. Cases and
    fixtures that call internal functions are emptied, and headers of such functions are not included.

    Args:
        path: the file.
        name: what it is called in reports.
        toolkit: the folder with the headers.
    """
    original = path.read_text(encoding="utf-8", errors="replace")
    plain = _blanked(original)
    fixtures = list(_internal_fixtures(plain))
    by_fixture = {fixture: used for fixture, used, _, _ in fixtures}
    cases = list(_cases(plain, by_fixture))
    spans = [(start, end) for case, start, end in cases if case.internal]
    spans += [(start + 1, end - 1) for _, _, start, end in fixtures]
    text = original
    for start, end in spans:
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    text = _INCLUDE.sub(lambda found: _redirected(found, toolkit), text)
    return Source(path, name, tuple(case for case, _, _ in cases), f'#line 1 "{path}"\n{text}')


def _redirected(found: re.Match[str], toolkit: Path) -> str:
    """An include line that works here."""
    start, name = found.group(1), found.group(2)
    header = name.rpartition("/")[2]
    include = toolkit / "include"
    if header.startswith(("aclnn_", "acl_")) and (include / "aclnnop" / header).is_file():
        return f'{start}"aclnnop/{header}"'
    inside = name.startswith(("opdev/", "op_api_ut_common/inner/")) or "/op_api/" in name
    if inside and not (include / name).is_file():
        return f"/* {name} */"
    return found.group()


def find_sources(
    folder: Path, patterns: Sequence[str], excludes: Sequence[str], toolkit: Path
) -> list[Source]:
    """The test files below a folder, sorted by name; see `find_files`."""
    found = find_files(folder, patterns, excludes, _TEST_FILE)
    sources = [read_source(path.resolve(), name, toolkit) for path, name in found]
    return [source for source in sources if source.cases]
