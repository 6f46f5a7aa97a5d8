"""``aclnn-emu cc``: compile and link C and C++ programs against the toolkit."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from aclnn_emu.cli._toolkit import add_toolkit_option, chosen_toolkit, explained

HELP = "compile and link a C or C++ program against the toolkit"
EXAMPLES = """\
  aclnn-emu cc sample.cpp -o sample
  aclnn-emu cc main.c helper.c -o program -O2 -Wall
  aclnn-emu run ./sample

What stands behind the first file goes to the compiler (CC, CXX or the system's) as it is.
The exit status is the compiler's.
"""
_C_SUFFIXES = frozenset({".c", ".o", ".a", ".so"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The compiler's command line."""
    add_toolkit_option(parser)
    parser.add_argument("file", metavar="FILE", help="a source file")
    parser.add_argument("rest", metavar="...", nargs=argparse.REMAINDER, help="more files, -o PROG, flags")


def run(args: argparse.Namespace) -> int:
    """Call the compiler."""
    return explained(lambda: _compile(args.toolkit, [args.file, *args.rest]))


def _compile(given: Path | None, words: list[str]) -> int:
    from aclnn_emu.capi.interpreter import c_compiler, cpp_compiler
    from aclnn_emu.capi.toolkit import include_flags, link_flags

    toolkit = chosen_toolkit(given)
    # `-o program` is no source file, though it has no suffix of C.
    outputs = {i + 1 for i, word in enumerate(words) if word == "-o"}
    files = [word for i, word in enumerate(words) if not word.startswith("-") and i not in outputs]
    cpp = any(Path(word).suffix not in _C_SUFFIXES for word in files)
    standard = (
        [] if any(word.startswith("-std=") for word in words) else ["-std=gnu++17" if cpp else "-std=gnu11"]
    )
    linking = [] if "-c" in words or "-E" in words else link_flags(toolkit)
    command = [cpp_compiler() if cpp else c_compiler(), *standard, *words, *include_flags(toolkit), *linking]
    return subprocess.run(command, check=False).returncode
