"""The command line, run in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from aclnn_emu.cli import main

SETTINGS = ("ACLNN_EMU_SOC", "ACLNN_EMU_SCHEDULE", "ACLNN_EMU_DEVICES")


class Outcome(NamedTuple):
    """What a command line did."""

    status: int
    out: str
    err: str


Cli = Callable[..., Outcome]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Cli]:
    """`cli("ops", "add")` runs a command line and leaves nothing behind."""
    for variable in SETTINGS:
        monkeypatch.setenv(variable, "")  # so that it is put back afterwards, whatever the command does
        monkeypatch.delenv(variable)
    for name in _pyacl_modules():
        monkeypatch.delitem(sys.modules, name)

    def run(*argv: str) -> Outcome:
        status = main(argv)
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    yield run
    for name in _pyacl_modules():
        del sys.modules[name]


def _pyacl_modules() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == "acl"]
