"""docs/add_an_op.md, applied to a copy of the repository: the operator is there and its cases pass."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add_an_op.md").read_text(encoding="utf-8")

PROGRAM = """
import numpy as np
import aclnn_emu as emu

with emu.Device(0) as device, device.stream() as stream:
    x, out = emu.Tensor.from_numpy(np.array([1, 4, 16], np.float32)), emu.Tensor.empty((3,), np.float32)
    for face, args in ((emu.ops.rsqrt, (x, out)), (emu.ops.inplace_rsqrt, (x,))):
        status, executor = face.get_workspace_size(*args)
        emu.raise_on_error(status)
        emu.raise_on_error(emu.run(None, executor, stream))
    stream.synchronize()
    print(out.numpy().tolist(), x.numpy().tolist())
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def insert(file: Path, before: str, text: str) -> None:
    """Put text behind the one place that matches."""
    found = list(re.finditer(before, file.read_text("utf-8"), re.DOTALL | re.MULTILINE))
    assert len(found) == 1, file
    content, place = found[0].string, found[0].end()
    file.write_text(content[:place] + text + content[place:], encoding="utf-8")


def take_out(file: Path, text: str) -> None:
    """Remove the text, which must be there once, as the page has it."""
    content = file.read_text("utf-8")
    assert content.count(text) == 1, (file, text)
    file.write_text(content.replace(text, ""), encoding="utf-8")


def take_out_row(file: Path, name: str) -> None:
    """Remove the row of this name from a table; its lines are its own."""
    content = file.read_text("utf-8")
    calls = [node for node in ast.walk(ast.parse(content)) if isinstance(node, ast.Call)]
    named = [
        node
        for node in calls
        if any(k.arg == "name" and getattr(k.value, "value", None) == name for k in node.keywords)
    ]
    assert len(named) == 1, (file, name)
    lines = content.splitlines(keepends=True)
    del lines[named[0].lineno - 1 : named[0].end_lineno]
    file.write_text("".join(lines), encoding="utf-8")


KERNEL, *TABLES = blocks("python")
ROW, CASE = (
    re.search(r"^\w+ = \(\n    \.\.\.,.*?\n(.*)^\)$", table, re.DOTALL | re.MULTILINE)[1] for table in TABLES
)


@pytest.fixture(scope="module")
def without(tmp_path_factory):
    """A copy that does not have the operator: the page's blocks taken out."""
    copy = tmp_path_factory.mktemp("copy")
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("aclnn_emu", "tests/ops"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in ("pyproject.toml", "tests/conftest.py", "CHANGELOG.md"):
        shutil.copy(ROOT / name, copy / name)
    take_out(copy / "aclnn_emu" / "kernels" / "unary.py", '"rsqrt", ')
    take_out(copy / "aclnn_emu" / "kernels" / "unary.py", KERNEL)
    take_out_row(copy / "aclnn_emu" / "ops" / "unary.py", "Rsqrt")
    take_out_row(copy / "tests" / "ops" / "_unaries.py", "Rsqrt")
    run(copy, "-c", "from aclnn_emu.ops import operator_by_name; assert not operator_by_name('aclnnRsqrt')")
    return copy


@pytest.fixture(scope="module")
def changed(without):
    """The copy, with the page's blocks where the page says."""
    kernels = without / "aclnn_emu" / "kernels" / "unary.py"
    insert(kernels, r"__all__ = \[", '"rsqrt", ')
    insert(kernels, r"\Z", f"\n\n{KERNEL}")
    insert(without / "aclnn_emu" / "ops" / "unary.py", r"^ROWS = \(\n.*?(?=^\))", ROW)
    insert(without / "tests" / "ops" / "_unaries.py", r"^POWERS = \(\n.*?(?=^\))", CASE)
    insert(without / "CHANGELOG.md", r"^### Added\n\n", blocks("markdown")[0])
    return without


def run(copy: Path, *argv: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own programs
        [sys.executable, *argv], cwd=copy, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_cases_pass(changed):
    out = run(
        changed,
        "-m",
        "pytest",
        "tests/ops/test_unary.py",
        "tests/ops/test_unary_numbers.py",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "Rsqrt or complete",
    )
    assert re.search(r"[1-9]\d* passed", out)


def test_the_operator_works(changed):
    assert run(changed, "-c", PROGRAM) == "[1.0, 0.5, 0.25] [1.0, 0.5, 0.25]\n"


def test_the_command_line_shows_it(changed):
    out = run(changed, "-m", "aclnn_emu", "op", "rsqrt")
    assert "aclnnRsqrt  (in Python: aclnn_emu.ops.rsqrt)" in out
    assert "out = 1 / sqrt(self)." in out


def test_the_places_exist():
    for path in re.findall(r"`((?:aclnn_emu|tests|tools|docs)/[\w/.]+|CHANGELOG\.md)`", PAGE):
        assert (ROOT / path).exists(), path
