"""Running a program as ``python SCRIPT`` would, inside this process."""

from __future__ import annotations

import runpy
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

__all__ = ["run_script"]

_INTERRUPTED = 130  # 128 + SIGINT, as shells report it


def run_script(path: Path, args: Sequence[str]) -> int:
    """Run a Python file as ``__main__``.

    Args:
        path: the file.
        args: what it finds in ``sys.argv[1:]``.

    Returns:
        Its exit status: that of its SystemExit, 1 after an exception (the traceback goes to standard error),
        130 after Ctrl-C.
    """
    saved_argv, saved_path = sys.argv, list(sys.path)
    sys.argv = [str(path), *args]
    sys.path.insert(0, str(path.resolve().parent))
    try:
        runpy.run_path(str(path), run_name="__main__")
    except SystemExit as stop:
        return _exit_status(stop)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BaseException as error:  # noqa: BLE001 - whatever the program raises ends the program, as in python
        _print_traceback(error, path)
        return 1
    finally:
        sys.stdout.flush()
        sys.argv, sys.path[:] = saved_argv, saved_path
    return 0


def _exit_status(stop: SystemExit) -> int:
    if stop.code is None or isinstance(stop.code, int):
        return (stop.code or 0) & 0xFF  # what a shell sees of it
    print(stop.code, file=sys.stderr)
    return 1


def _print_traceback(error: BaseException, path: Path) -> None:
    """The traceback from the program's first frame on; ours and runpy's would only be in the way."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != str(path):
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace or None)
