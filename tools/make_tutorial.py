"""Make the notebooks of docs/tutorial from the chapters of the course, with their output.

python tools/make_tutorial.py            run the chapters and write the notebooks
python tools/make_tutorial.py --check    exit 1 when a committed notebook is not what would be written
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

from aclnn_emu.lessons import CHAPTERS, Chapter

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "docs" / "tutorial"

_FENCE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CHECK = """\
from aclnn_emu.lessons import check

check({number}, PROGRAM)
"""
_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def notebook(chapter: Chapter) -> nbformat.NotebookNode:
    """The chapter's cells, and at the end the exercise: its program as a text to mend, and the check."""
    cells = []
    for place, part in enumerate(_FENCE.split(chapter.text)):
        if part.strip():
            made = nbformat.v4.new_code_cell if place % 2 else nbformat.v4.new_markdown_cell
            cells.append(made(part.strip()))
    quoted = chapter.program.replace("\\", "\\\\").replace("'''", "\\'\\'\\'")
    cells.append(nbformat.v4.new_code_cell(f"PROGRAM = '''\n{quoted}'''"))
    cells.append(nbformat.v4.new_code_cell(_CHECK.format(number=chapter.number).strip()))
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": _KERNEL})


def executed(chapter: Chapter) -> str:
    """The notebook with its output, as text that is the same on every run."""
    made = notebook(chapter)
    # Over sockets of this computer: a kernel that listens on the network warns about it.
    local = Config({"ConnectionFileMixin": {"transport": "ipc"}})
    NotebookClient(
        made, config=local, timeout=120, coalesce_streams=True, resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    for cell in made.cells:
        cell.metadata.clear()
        for output in cell.get("outputs", []):
            output.pop("execution_count", None)
            if output.output_type == "execute_result":
                output.execution_count = None
        if cell.cell_type == "code":
            cell.execution_count = None
    made.metadata = {"kernelspec": _KERNEL}
    return nbformat.writes(made) + "\n"


def main() -> int:
    """Write or check the notebooks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when something is out of date"
    )
    arguments = parser.parse_args()
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # a warning of the kernel that is no business of ours
    stale = []
    for chapter in CHAPTERS:
        path = OUTPUT / f"{chapter.number}_{chapter.slug}.ipynb"
        fresh = executed(chapter)
        if arguments.check:
            if not path.exists() or path.read_text(encoding="utf-8") != fresh:
                stale.append(path.name)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(fresh, encoding="utf-8")
    for name in stale:
        print(f"{name} is out of date; run python tools/make_tutorial.py", file=sys.stderr)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
