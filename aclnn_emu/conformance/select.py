"""Which cases are meant: operators by name or pattern, chips, the runtime."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from aclnn_emu.conformance.cases import Case
from aclnn_emu.conformance.generate import SOCS, generate
from aclnn_emu.conformance.refusals import refusal_cases
from aclnn_emu.conformance.runtime_cases import runtime_cases
from aclnn_emu.errors import EmuError
from aclnn_emu.ops import operators
from aclnn_emu.runtime.profile import profile

__all__ = ["RUNTIME", "SelectionError", "chosen_cases", "chosen_operators", "chosen_socs"]

RUNTIME = "runtime"


class SelectionError(Exception):
    """A name that nothing has; the text suggests the nearest."""


def chosen_operators(names: Sequence[str]) -> list[str]:
    """C names of the operators that are meant, and "runtime"; all of them for no names.

    Args:
        names: C names (aclnnAdd), Python names (inplace_add), patterns, or "runtime".

    Raises:
        SelectionError: no operator is called so.
    """
    known = operators()
    if not names:
        return [RUNTIME, *sorted(known)]
    faces = {operator.face_name: name for name, operator in known.items()}
    chosen: list[str] = []
    for name in names:
        if name == RUNTIME:
            chosen.append(RUNTIME)
            continue
        found = [name] if name in known else [faces[name]] if name in faces else []
        if not found and any(sign in name for sign in "*?["):
            found = sorted(
                op for op in known if fnmatchcase(op, name) or fnmatchcase(known[op].face_name, name)
            )
        if not found:
            close = difflib.get_close_matches(name, [*known, *faces, RUNTIME], n=3, cutoff=0.5)
            hint = f"; names like it: {', '.join(close)}" if close else "; `aclnn-emu ops` lists all"
            raise SelectionError(f"no emulated operator is called {name}{hint}")
        chosen += found
    return list(dict.fromkeys(chosen))


def chosen_socs(names: Sequence[str]) -> list[str]:
    """Names of the profiles that are meant; all of them for no names.

    Raises:
        SelectionError: there is no such chip.
    """
    try:
        return [profile(name).name for name in names] or list(SOCS)
    except EmuError as error:
        raise SelectionError(str(error)) from error


def chosen_cases(subjects: Sequence[str], socs: Sequence[str]) -> Iterator[Case]:
    """The cases of operators and of the runtime."""
    runtime = itertools.chain(runtime_cases(), refusal_cases()) if RUNTIME in subjects else ()
    return itertools.chain(runtime, generate([name for name in subjects if name != RUNTIME], socs))
