"""docs/add_an_op.md, applied to a copy of the repository: the operator is there and its cases pass."""

from __future__ import annotations

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


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """The copy, with the page's blocks where the page says."""
    copy = tmp_path_factory.mktemp("copy")
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("aclnn_emu", "tests/ops"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in ("pyproject.toml", "tests/conftest.py", "CHANGELOG.md"):
        shutil.copy(ROOT / name, copy / name)
    kernel, *tables = blocks("python")
    row, case = (
        re.search(r"^ROWS = \(\n    \.\.\.,.*?\n(.*)^\)$", table, re.DOTALL | re.MULTILINE)[1]
        for table in tables
    )
    elementwise = copy / "aclnn_emu" / "kernels" / "elementwise.py"
    insert(elementwise, r"__all__ = \[", '"rsqrt", ')
    insert(elementwise, r"\Z", f"\n\n{kernel}")
    insert(copy / "aclnn_emu" / "ops" / "unary.py", r"^ROWS = \(\n.*?(?=^\))", row)
    insert(copy / "tests" / "ops" / "test_unary.py", r"^ROWS = \(\n.*?(?=^\))", case)
    insert(copy / "CHANGELOG.md", r"^### Added\n\n", blocks("markdown")[0])
    return copy


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
