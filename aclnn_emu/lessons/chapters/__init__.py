"""The chapters as data: their texts, their broken programs, and what a mended program does."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import attrs

__all__ = ["CHAPTERS", "Chapter", "chapter"]

_WAITS = (
    "aclrtSynchronizeStream",
    "aclrtSynchronizeStreamWithTimeout",
    "aclrtSynchronizeDevice",
    "aclrtSynchronizeEvent",
)


@attrs.frozen
class Chapter:
    """One chapter.

    Attributes:
        number: from 1.
        slug: for file names.
        prints: what the mended program prints, line by line.
        hint: where to look, told with a wrong result.
        calls: calls that must succeed, and how often at least.
        at_most: calls that may be made so often and no more.
        workspace: some phase 2 must get a workspace.
        schedules: the program must be right with each.
    """

    number: int
    slug: str
    prints: tuple[str, ...]
    hint: str
    calls: Mapping[str, int] = attrs.field(factory=dict)
    at_most: Mapping[str, int] = attrs.field(factory=dict)
    workspace: bool = False
    schedules: tuple[str, ...] = ("deferred",)

    @property
    def text(self) -> str:
        """The chapter in Markdown; python fences are its cells, the exercise's program is not in it."""
        return self._file("chapter_{}.md")

    @property
    def program(self) -> str:
        """The broken program."""
        return self._file("broken_{}.py")

    @property
    def title(self) -> str:
        """The heading without its number."""
        return self.text.partition("\n")[0].lstrip("# ").partition(" ")[2]

    @property
    def exercise(self) -> str:
        """The text of the last section."""
        return self.text.rpartition("## Exercise")[2].strip()

    def _file(self, name: str) -> str:
        folder = files("aclnn_emu.lessons.chapters")
        return folder.joinpath(name.format(self.number)).read_text(encoding="utf-8")


_SEEDS = ("deferred", *(f"seeded:{seed}" for seed in range(8)), "threaded")

CHAPTERS = (
    Chapter(
        1, "two_phases", ("[ 5. 12. 21. 32.]",), "Phase 1 plans, and nothing else. Which call puts the plan on the stream?",
        calls={"aclnnMul": 1},
    ),
    Chapter(
        2, "workspace", ("phase 2: 0", "[11. 22. 33.]"),
        "workspaceSize is not 0, so phase 2 wants the address of so many bytes of device memory.",
        calls={"aclnnAdd": 1}, workspace=True,
    ),
    Chapter(
        3, "streams", ("[14.]",), "A copy does not wait for a stream. Which call does?",
        calls={"aclnnMul": 1, "aclnnReduceSum": 1}, schedules=_SEEDS,
    ),
    Chapter(
        4, "views", ("[ 3.  7. 11.]",),
        "In a row-major matrix of two columns, how far apart do the elements of a column lie?",
        calls={"aclnnAdd": 1},
    ),
    Chapter(
        5, "promotion", ("0", "0"),
        "INT32 times FLOAT is FLOAT; [2, 3] with [2, 1] is [2, 3].",
        calls={"aclnnMulGetWorkspaceSize": 1, "aclnnAddGetWorkspaceSize": 1},
    ),
    Chapter(
        6, "status_codes", ("done", "161001", "161002"),
        "Look at the status of phase 1 before phase 2 gets an executor that is none.",
        calls={"aclnnDiv": 1},
    ),
    Chapter(
        7, "races", ("[ 3. 12. 27.]",),
        "A record marks what was queued before it. Where does the mark have to stand?",
        calls={"aclnnMul": 1, "aclnnMuls": 1, "aclrtCreateStream": 2},
        at_most={name: 1 if name == "aclrtSynchronizeStream" else 0 for name in _WAITS}, schedules=_SEEDS,
    ),
    Chapter(
        8, "dsp_and_npu", ("True",),
        "Private versions read and write the memory of the core: L2, 0x10800000 and up. The text of the error names the operand.",
    ),
)  # fmt: skip


def chapter(number: int) -> Chapter:
    """The chapter with this number.

    Raises:
        LookupError: there is none.
    """
    for found in CHAPTERS:
        if found.number == number:
            return found
    raise LookupError(f"there is no lesson {number}; there are {CHAPTERS[0].number} to {CHAPTERS[-1].number}")
