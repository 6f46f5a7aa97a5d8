"""Operators are loaded by family; the index of families saves time and decides nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aclnn_emu import ops

ROOT = Path(__file__).parents[2]

LOADED = (
    "import sys; from aclnn_emu import ops; {0}; "
    "print(*(m.rpartition('.')[2] for m in sys.modules if m.startswith('aclnn_emu.ops.') and '._' not in m))"
)


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.strip()


def test_the_index_is_what_the_families_declare() -> None:
    command = [sys.executable, "tools/make_index.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "first",
    [
        "ops.operator_by_name('aclnnBinaryCrossEntropyBackward').name",
        "ops.binary_cross_entropy_backward.get_workspace_size",
        "from aclnn_emu import aclnn; aclnn.aclnnBinaryCrossEntropyBackwardGetWorkspaceSize",
        "from aclnn_emu import aclnn; aclnn.aclnnBinaryCrossEntropyBackward",
    ],
)
def test_one_operator_loads_one_family(first: str) -> None:
    assert python(LOADED.format(first)) == "loss"


WRONG = {
    "missing": None,
    "unknown": {},
    "in another family": {"abs": "loss"},
    "in no family": {"abs": "none"},
}


@pytest.mark.parametrize("index", WRONG.values(), ids=WRONG)
def test_a_wrong_index_costs_time_only(index: dict[str, str] | None) -> None:
    text = "" if index is None else json.dumps(index)
    code = (
        "import pathlib; from aclnn_emu import ops\n"
        f"text = {text!r}\n"
        "pathlib.Path.read_text = lambda *_args, read=pathlib.Path.read_text, **k: text or read(*_args, **k)\n"
        "pathlib.Path.is_file = lambda _path: bool(text)\n"
        "print(ops._index(), ops.operator_by_name('aclnnAbs').name, ops.abs.name, ops.operator_by_name('aclnnNone'))"
    )
    assert python(code) == f"{index or {}} aclnnAbs aclnnAbs None"


def test_the_name_of_a_family_means_the_operator() -> None:
    """aclnnClamp is declared in ops.clamp."""
    assert python("from aclnn_emu import ops; print(ops.clamp.name)") == "aclnnClamp"
    assert python("from aclnn_emu import ops; ops.operators(); print(ops.clamp.name)") == "aclnnClamp"


def test_every_face_is_found() -> None:
    for name, declared in ops.operators().items():
        assert getattr(ops, declared.face_name).operator.name == name
