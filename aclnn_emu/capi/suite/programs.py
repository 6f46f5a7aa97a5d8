"""The programs under a folder: which files they are, for which chip, and what became of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import attrs

__all__ = ["Outcome", "Program", "find_files", "find_programs"]

_SUFFIXES = frozenset({".c", ".cc", ".cpp", ".cxx"})
_MAIN = re.compile(rb"\bmain\s*\(")
# The vendor's word for the architecture of Ascend950.
_CHIP_OF_FOLDER = {"arch35": "Ascend950"}


@attrs.frozen
class Program:
    """One source file with a main function.

    Attributes:
        path: the file.
        name: its path below the folder of the suite, with slashes.
        soc: the chip that it is run on; empty for the default.
    """

    path: Path
    name: str
    soc: str

    @property
    def group(self) -> str:
        """The sub-folder that it counts for."""
        first, slash, _ = self.name.partition("/")
        return first if slash else "."


@attrs.define(eq=False)
class Outcome:
    """What became of a program.

    Attributes:
        program: which.
        compiled, linked: whether it got that far.
        diagnosis: what the compiler or linker said, when it did not.
        exit_code: of main or exit; None when it did not end by itself.
        signal: the name of the signal that ended it.
        timed_out: it was stopped after the time limit.
        output: what it printed, standard error included.
        errors: texts of the failed calls, from the emulator.
    """

    program: Program
    compiled: bool = False
    linked: bool = False
    diagnosis: str = ""
    exit_code: int | None = None
    signal: str = ""
    timed_out: bool = False
    output: str = ""
    errors: list[str] = attrs.field(factory=list)


@cache
def _pattern(glob: str) -> re.Pattern[str]:
    """A glob as a regular expression: ``*`` stays inside a folder's name, ``**`` does not."""
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    tokens = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    return re.compile("(?:.*/)?" + "".join(parts.get(token) or re.escape(token) for token in tokens))


def _matches(name: str, globs: Sequence[str]) -> bool:
    return any(_pattern(glob).fullmatch(name) for glob in globs)


def _excluded(name: str, globs: Sequence[str]) -> bool:
    """Whether the file, or a folder on the way to it, matches."""
    parts = name.split("/")
    return any(_matches("/".join(parts[: i + 1]), globs) for i in range(len(parts)))


def find_files(
    folder: Path, patterns: Sequence[str], excludes: Sequence[str], content: re.Pattern[bytes]
) -> list[tuple[Path, str]]:
    """C and C++ files below a folder whose content matches, with their names below it, sorted by name.

    Args:
        folder: where to look.
        patterns: globs for the end of a file's path; none for every file.
        excludes: globs for files or folders that are left out.
        content: what must be in the file.
    """
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix not in _SUFFIXES or (patterns and not _matches(name, patterns)):
            continue
        if not _excluded(name, excludes) and path.is_file() and content.search(path.read_bytes()):
            found.append((path, name))
    return found


def find_programs(folder: Path, patterns: Sequence[str], excludes: Sequence[str], soc: str) -> list[Program]:
    """The source files below a folder that have a main function, sorted by name.

    Args:
        folder: where to look.
        patterns: globs for the end of a file's path; none for every C and C++ file.
        excludes: globs for files or folders that are left out.
        soc: the chip for all; empty to let the folder's name decide.
    """
    found = []
    for path, name in find_files(folder, patterns, excludes, _MAIN):
        chip = soc or next((_CHIP_OF_FOLDER[part] for part in name.split("/") if part in _CHIP_OF_FOLDER), "")
        found.append(Program(path, name, chip))
    return found
