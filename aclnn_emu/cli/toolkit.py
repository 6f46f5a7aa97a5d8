"""``aclnn-emu toolkit``: the folder with headers and libraries that C and C++ programs are built against."""

from __future__ import annotations

import argparse
from pathlib import Path

from aclnn_emu.cli._toolkit import chosen_toolkit, explained, say

HELP = "build the folder of headers and libraries for C and C++ programs"
EXAMPLES = """\
  aclnn-emu toolkit build ~/aclnn_toolkit
  . ~/aclnn_toolkit/set_env.sh
  aclnn-emu toolkit path         the one in the user's cache, built when needed

Building needs a C compiler, Python's headers and shared library (Debian: gcc, python3-dev) and the package cffi.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``build DIR`` or ``path``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="write a toolkit folder")
    build.add_argument("folder", metavar="DIR", type=Path)
    actions.add_parser("path", help="print the folder of the cached toolkit; builds it when needed")


def run(args: argparse.Namespace) -> int:
    """Build one, or print where one is."""
    return explained(lambda: _build(args.folder) if args.action == "build" else _path())


def _build(folder: Path) -> int:
    from aclnn_emu.capi.toolkit import build_toolkit

    build_toolkit(folder, say)
    print(f"{folder.resolve()} is ready; source {folder.resolve()}/set_env.sh")
    return 0


def _path() -> int:
    print(chosen_toolkit(None))
    return 0
