"""``aclnn-emu run``: run a program, ``import acl`` being the emulator's pyACL."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from aclnn_emu.cli._script import run_script
from aclnn_emu.cli._text import complain

HELP = "run a Python program with `import acl` meaning the emulator"
EXAMPLES = """\
  aclnn-emu run samples/pyacl_bce.py
  aclnn-emu run --soc Ascend310P --devices 4 my_test.py --verbose
  aclnn-emu run --schedule seeded:7 my_test.py     a repeatable interleaving of the streams

The exit status is the program's. Child processes see the options as ACLNN_EMU_* variables.
"""

_SETTINGS = {"soc": "ACLNN_EMU_SOC", "schedule": "ACLNN_EMU_SCHEDULE", "devices": "ACLNN_EMU_DEVICES"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options come before the script; what stands behind it is the script's."""
    parser.add_argument("--soc", metavar="NAME", help="the chip: Ascend910B (default), Ascend310P, ...")
    parser.add_argument("--schedule", metavar="S", help="deferred (default), seeded:N or threaded")
    parser.add_argument("--devices", metavar="N", type=int, help="number of devices, 1 to 16 (default 2)")
    parser.add_argument("script", metavar="SCRIPT", type=Path)
    parser.add_argument("args", metavar="...", nargs=argparse.REMAINDER, help="arguments of the script")


def run(args: argparse.Namespace) -> int:
    """Configure the machine, put `acl` in place and run the script."""
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
    install_pyacl()
    return run_script(script, args.args)
