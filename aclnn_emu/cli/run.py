"""``aclnn-emu run``: run a Python program, ``import acl`` being the emulator's pyACL, or one made by ``cc``."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from aclnn_emu.cli._script import run_script
from aclnn_emu.cli._text import complain
from aclnn_emu.cli._toolkit import add_toolkit_option, chosen_toolkit, explained

HELP = "run a Python program (`import acl` is the emulator) or an executable with the toolkit's environment"
EXAMPLES = """\
  aclnn-emu run samples/pyacl_bce.py
  aclnn-emu run --soc Ascend310P --devices 4 my_test.py --verbose
  aclnn-emu run --schedule seeded:7 my_test.py     a repeatable interleaving of the streams
  aclnn-emu run ./sample arguments                 an executable: see aclnn-emu cc

The exit status is the program's; 128 + N after signal N. Child processes see the options as ACLNN_EMU_* variables.
"""

_SETTINGS = {"soc": "ACLNN_EMU_SOC", "schedule": "ACLNN_EMU_SCHEDULE", "devices": "ACLNN_EMU_DEVICES"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options come before the script; what stands behind it is the script's."""
    add_program_arguments(parser)


def add_program_arguments(parser: argparse.ArgumentParser) -> None:
    """What to run, on which machine."""
    parser.add_argument("--soc", metavar="NAME", help="the chip: Ascend910B (default), Ascend310P, ...")
    parser.add_argument("--schedule", metavar="S", help="deferred (default), seeded:N or threaded")
    parser.add_argument("--devices", metavar="N", type=int, help="number of devices, 1 to 16 (default 2)")
    add_toolkit_option(parser)
    parser.add_argument("script", metavar="PROGRAM", type=Path)
    parser.add_argument("args", metavar="...", nargs=argparse.REMAINDER, help="arguments of the program")


def run(args: argparse.Namespace) -> int:
    """Configure the machine, put `acl` in place and run the script."""
    return launch(args, {})


def launch(args: argparse.Namespace, variables: Mapping[str, str]) -> int:
    """Run the program that `add_program_arguments` describes.

    Args:
        args: the command line.
        variables: of the environment, for an executable.

    Returns:
        Its exit status; 1 when there is none, 2 for settings that are refused.
    """
    script: Path = args.script
    if not script.is_file():
        complain(f"there is no file {script}")
        return 1
    from aclnn_emu.acl.install import install_pyacl
    from aclnn_emu.errors import EmuError
    from aclnn_emu.runtime.machine import configure

    settings = {name: value for name in _SETTINGS if (value := getattr(args, name)) is not None}
    if settings:
        try:
            configure(**settings)
        except EmuError as error:
            complain(str(error))
            return 2
    os.environ.update({_SETTINGS[name]: str(value) for name, value in settings.items()})
    if is_executable(script):
        return explained(lambda: _run_executable(args.toolkit, script, args.args, variables))
    install_pyacl()
    return run_script(script, args.args)


def is_executable(path: Path) -> bool:
    """Whether a file is a compiled program."""
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _run_executable(given: Path | None, program: Path, args: list[str], variables: Mapping[str, str]) -> int:
    from aclnn_emu.capi.toolkit import environment

    env = environment(chosen_toolkit(given), dict(os.environ) | dict(variables))
    status = subprocess.run([str(program.resolve()), *args], env=env, check=False).returncode
    return 128 - status if status < 0 else status
