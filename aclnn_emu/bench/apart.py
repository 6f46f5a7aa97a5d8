"""Measurements in a process of their own.

Memory that was freed before and is used again does not show, threads keep their scratch, and the garbage collector goes
over all that was ever loaded, torch and Numba included: so what any of that would change begins afresh.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import ParamSpec, TypeVar

from aclnn_emu.bench import steady

__all__ = ["apart"]

_P = ParamSpec("_P")
_R = TypeVar("_R")

# Not by multiprocessing, which begins with the caller's main module: there is none at a prompt, and a script without
# a guard would run again.
_CODE = "from aclnn_emu.bench.apart import _answer; _answer()"


def apart(function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Call a module's function in a new interpreter; its result, or what it raised.

    Raises:
        RuntimeError: the interpreter ended before.
    """
    question = pickle.dumps((steady.least(), function, args, kwargs))
    done = subprocess.run([sys.executable, "-c", _CODE], input=question, capture_output=True, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise RuntimeError(f"{function.__name__}: {done.stderr.decode(errors='replace')}")
    result, error = pickle.loads(done.stdout)  # noqa: S301 - our own
    if error is not None:
        raise error
    answer: _R = result
    return answer


def _answer() -> None:
    """The other side: the question comes through the standard input, the answer goes to the standard output."""
    least, function, args, kwargs = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own
    steady.know_least(least)
    result = error = None
    with redirect_stdout(sys.stderr):
        try:
            result = function(*args, **kwargs)
        except Exception as raised:  # noqa: BLE001 - whatever it is, the caller hears of it
            error = raised
    sys.stdout.buffer.write(pickle.dumps((result, error)))
