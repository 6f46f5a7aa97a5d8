"""docs/dsp.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _dsp_world import NONE, world

import aclnn_emu.dsp as package
from aclnn_emu.dsp import Code
from aclnn_emu.dsp.kernels import find_kernel

PAGE = (Path(__file__).parents[2] / "docs" / "dsp.md").read_text(encoding="utf-8")


def test_the_examples_run_and_print_what_they_say(capsys):
    names: dict[str, object] = {}
    first, second = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(first, names)  # noqa: S102 - the page's own lines
    said = re.findall(r"print.*# (.*)", first)[0]
    assert capsys.readouterr().out == f"{said}\n"
    exec(second, names)  # noqa: S102
    device = names["device"]
    assert isinstance(device, package.Device)
    assert device.memory.read(names["a"], "f4", 1024).tolist() == [2.0] * 1024
    assert not device.diagnostics


def test_every_code_is_listed():
    table = PAGE[PAGE.index("| Code | When |") :]
    assert set(re.findall(r"\b[A-Z][A-Z_0-9]{3,}\b", table)) >= {code.name for code in Code}


def test_the_trace_line_is_the_code_of_one():
    made = world(size=1024)
    made.call(NONE)
    assert repr(made.device.trace[0]) in PAGE


@pytest.mark.parametrize("platform", list(package.PLATFORMS))
def test_the_slots(platform):
    for name, slots in re.findall(
        r"^\| `\{t\}_(\w+)_\{s,p\}` \| ([\w, ]+?)(?: \(an address\))? \|", PAGE, re.MULTILINE
    ):
        kernel = find_kernel(package.PLATFORMS[platform], f"fp_{name}_s")
        assert kernel is not None
        assert ", ".join(kernel.slots) == slots


def test_the_names_of_the_package():
    assert sorted(package.__all__) == sorted(set(package.__all__))
    assert all(hasattr(package, name) for name in package.__all__)
