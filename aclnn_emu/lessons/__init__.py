"""The course: eight chapters, each with a broken program to mend and a check that says whether it is mended.

The chapters' texts are in ``chapters/N.md`` (docs/tutorial has them as notebooks), the broken programs beside them.
"""

from aclnn_emu.lessons.chapters import CHAPTERS, Chapter, chapter
from aclnn_emu.lessons.verdict import Verdict, check

__all__ = ["CHAPTERS", "Chapter", "Verdict", "chapter", "check"]
