"""What the commands about C programs share: which toolkit, and its troubles as texts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from aclnn_emu.cli._text import complain

__all__ = ["add_toolkit_option", "chosen_toolkit", "explained", "say"]


def add_toolkit_option(parser: argparse.ArgumentParser) -> None:
    """``--toolkit DIR``."""
    parser.add_argument(
        "--toolkit", metavar="DIR", type=Path, help="a toolkit folder (default: the one in the user's cache)"
    )


def say(text: str) -> None:
    """Progress, on standard error: what a command answers goes to standard output."""
    print(f"aclnn-emu: {text}", file=sys.stderr, flush=True)


def chosen_toolkit(given: Path | None) -> Path:
    """The toolkit that the command line names, or the cached one, built when needed.

    Raises:
        ToolkitError: there is none and none can be built.
    """
    from aclnn_emu.capi.interpreter import ToolkitError
    from aclnn_emu.capi.toolkit import cached_toolkit, is_toolkit

    if given is None:
        return cached_toolkit(say)
    if not is_toolkit(given):
        raise ToolkitError(f"{given} is no toolkit; make one: aclnn-emu toolkit build {given}")
    return given.resolve()


def explained(work: Callable[[], int]) -> int:
    """Do the work; a ToolkitError becomes a text and the status 1."""
    from aclnn_emu.capi.interpreter import ToolkitError

    try:
        return work()
    except ToolkitError as error:
        complain(str(error))
        return 1
