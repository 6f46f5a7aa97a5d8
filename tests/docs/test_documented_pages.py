"""README, the pages of docs/ and the files made by tools/ are true and up to date."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import aclnn_emu as emu

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/rules/*.md"), *ROOT.glob("samples/*.md")]
)


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_example_runs():
    example = blocks(README, "python")[0]
    done = subprocess.run(  # noqa: S603 - the README's own program
        [sys.executable, "-c", example], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    plan, before, after = re.split(r"(?=\[\[ ?nan)|(?<=nan\]\])\n", done.stdout)
    assert "BinaryCrossEntropyGrad" in plan
    assert before.count("nan") == 4
    x, y = np.array([[0.3, 0.6], [0.8, 0.9]]), np.array([[0.0, 1.0]])
    numbers = np.array(re.findall(r"-?\d+\.\d+", after), float).reshape(2, 2)
    np.testing.assert_allclose(numbers, (x - y) / ((1 - x) * x) / 4, rtol=1e-5)


def test_the_c_named_example_runs():
    with emu.Device(0) as device, device.stream() as stream:
        tensors = {
            name: emu.Tensor.from_numpy(np.full((2, 2), 0.5, np.float32)) for name in ("grad", "x", "target")
        }
        out = emu.Tensor.empty((2, 2), np.float32)
        world = {**tensors, "out": out, "stream": stream.raw, "workspace": device.malloc(4096).address}
        exec(blocks(README, "python")[1], world)  # noqa: S102 - the README's own lines
        assert world["ret"] == 0
        stream.synchronize()
        assert not out.numpy().any()


@pytest.mark.parametrize("word", ["aclnn-emu demo", "-m pytest"])
def test_each_of_the_two_commands_is_one_line(word):
    lines = [line for block in blocks(README, "sh") for line in block.splitlines()]
    assert len(lines) == 2
    assert sum(word in line for line in lines) == 1


def test_ci_takes_the_commands_from_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "readme_command 'pytest'" in script
    assert "readme_command 'aclnn-emu demo'" in script
    assert " -m pytest" not in script


def test_the_numbers_of_the_readme():
    from aclnn_emu.abi.prototypes import operators, runtime_functions

    assert (
        f"the {len(operators())} operators\n  and {len(runtime_functions())} functions of the headers"
        in README
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_internal_links_exist(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/*.md")), ids=lambda page: page.name)
def test_every_page_is_in_the_navigation(page):
    assert f": {page.name}\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "tool", ["make_base_calls", "make_coverage", "make_guide", "make_rules", "make_tutorial"]
)
def test_what_is_generated_is_fresh(tool, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [tool, "--check"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "tools" / f"{tool}.py"), run_name="__main__")
    assert end.value.code == 0, capsys.readouterr().err


def test_coverage_has_every_name():
    from aclnn_emu.abi.prototypes import operators, runtime_functions

    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    listed = page[page.index("## Operators") :]
    named = re.findall(r"`(acl\w+|Acl\w+)`", listed)
    assert sorted(named) == sorted([*operators(), *runtime_functions()])


def test_the_changelog_names_every_operator():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    missing = [name for name in emu.ops.operators() if name not in text and "Inplace" not in name]
    assert not missing


def test_every_command_in_the_pages_exists(capsys):
    from aclnn_emu.cli import main

    for page in PAGES:
        for command in set(re.findall(r"aclnn-emu ([a-z]+)\b", page.read_text(encoding="utf-8"))):
            assert main([command, "--help"]) == 0, f"{page.name}: aclnn-emu {command}"
    capsys.readouterr()
