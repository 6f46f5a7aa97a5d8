"""How functions look in C: parameters, outputs, return types."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from aclnn_emu.abi.prototypes import operator, runtime_function

__all__ = ["Parameter", "Prototype", "prototype", "returns_status"]

_PHASE_ONE = "GetWorkspaceSize"


class Parameter(NamedTuple):
    """Name, C type, and whether the callee makes the value."""

    name: str
    ctype: str
    is_output: bool


class Prototype(NamedTuple):
    """A function as C declares it."""

    name: str
    ret: str
    params: tuple[Parameter, ...]


_RESULTS = (Parameter("workspaceSize", "uint64_t*", True), Parameter("executor", "aclOpExecutor**", True))
_PHASE_TWO = (
    Parameter("workspace", "void*", False),
    Parameter("workspaceSize", "uint64_t", False),
    Parameter("executor", "aclOpExecutor*", False),
    Parameter("stream", "aclrtStream", False),
)


@cache
def prototype(function: str) -> Prototype:
    """The prototype of a runtime function or of a phase of an operator.

    Raises:
        LookupError: the headers declare no such function.
    """
    found = runtime_function(function)
    if found is not None:
        params = tuple(Parameter(p.name, p.ctype, p.is_output) for p in found.params)
        return Prototype(function, found.ret, params)
    if operator(function) is not None:
        return Prototype(function, "aclnnStatus", _PHASE_TWO)
    declared = operator(function.removesuffix(_PHASE_ONE)) if function.endswith(_PHASE_ONE) else None
    if declared is None:
        raise LookupError(f"the headers declare no function {function}")
    own = tuple(Parameter(p.name, p.ctype, False) for p in declared.params)
    return Prototype(function, "aclnnStatus", (*own, *_RESULTS))


@cache
def returns_status(function: str) -> bool:
    """Whether the function returns a status; the others return a value."""
    return prototype(function).ret in ("aclError", "aclnnStatus")
