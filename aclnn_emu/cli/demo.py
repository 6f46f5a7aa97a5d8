"""``aclnn-emu demo``: run a sample program."""

from __future__ import annotations

import argparse
import sys

from aclnn_emu.cli._samples import sample_files
from aclnn_emu.cli._script import run_script
from aclnn_emu.cli._text import close_names, complain

HELP = "run a sample program; the port of CANN's C++ sample by default"
EXAMPLES = """\
  aclnn-emu demo                           the gradient of the binary cross-entropy, in two phases
  aclnn-emu demo two_phase_tour            a guided tour: metadata, plan, workspace, stream, executor
  aclnn-emu demo --list                    which samples there are
  aclnn-emu demo two_phase_tour --source   print the program
"""

_DEFAULT = "binary_cross_entropy_backward"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The sample's name and what to do with it."""
    parser.add_argument("sample", metavar="SAMPLE", nargs="?", default=_DEFAULT, help=f"default: {_DEFAULT}")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="list the samples")
    what.add_argument("--source", action="store_true", help="print the program, do not run it")


def run(args: argparse.Namespace) -> int:
    """Run, show or list samples."""
    files = sample_files()
    if not files:
        complain("the samples are not installed; `pip install .` (or `-e .`) in the repository brings them")
        return 1
    if args.list:
        print("\n".join(files))
        return 0
    path = files.get(args.sample)
    if path is None:
        close = close_names(args.sample, files) or list(files)
        complain(f"there is no sample {args.sample}; there are {', '.join(close)}")
        return 1
    if args.source:
        print(path.read_text(encoding="utf-8"), end="")
        return 0
    # To standard error: standard output is the sample's own, line by line as in C.
    print(f"running {path}", file=sys.stderr, flush=True)
    from aclnn_emu.acl.install import install_pyacl

    install_pyacl()
    return run_script(path, ())
