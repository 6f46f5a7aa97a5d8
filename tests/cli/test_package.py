"""The package's own names: lazy, complete, typed."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import aclnn_emu


@pytest.mark.parametrize("name", aclnn_emu.__all__)
def test_every_public_name_is_there(name):
    assert getattr(aclnn_emu, name) is getattr(aclnn_emu, name)
    assert name in dir(aclnn_emu)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Sensor'"):
        getattr(aclnn_emu, "Sensor")  # noqa: B009 - the point is the failing look-up


def test_checkers_see_the_same_names():
    """What `if TYPE_CHECKING` imports is what the lazy table offers."""
    tree = ast.parse(Path(aclnn_emu.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name: node.module for node in block.body for alias in node.names}
    offered = dict(aclnn_emu._HOME_OF) | dict.fromkeys(aclnn_emu._MODULES, "aclnn_emu")
    assert seen == offered
    assert {*seen, "__version__"} == set(aclnn_emu.__all__)


def test_submodules_are_the_modules():
    for name in aclnn_emu._MODULES:
        assert getattr(aclnn_emu, name) is importlib.import_module(f"aclnn_emu.{name}")


def test_ml_dtypes_waits_until_it_is_needed():
    program = "import sys, aclnn_emu; aclnn_emu.Tensor; print('ml_dtypes' in sys.modules)"
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "False\n"
