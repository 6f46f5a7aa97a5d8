"""Measurements in a process of their own.

Memory that was freed before and is used again does not show, threads keep their scratch, and the garbage collector goes
over all that was ever loaded, torch and Numba included: so what any of that would change begins afresh.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

from aclnn_emu.bench import steady

__all__ = ["apart"]

_P = ParamSpec("_P")
_R = TypeVar("_R")


def apart(function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Call a module's function in a new interpreter; its result, or what it raised."""
    with ProcessPoolExecutor(
        1, get_context("spawn"), initializer=steady.know_least, initargs=(steady.least(),)
    ) as pool:
        return pool.submit(function, *args, **kwargs).result()
