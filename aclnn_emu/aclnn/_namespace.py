"""The names of the C-named face: where each comes from and how it is made when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from aclnn_emu.abi import constants, enums, prototypes, status
from aclnn_emu.boundary import c_function
from aclnn_emu.boundary.coerce import OBJECTS

__all__ = ["all_names", "constant_names", "function_names", "resolve", "type_names"]

# C type names that a port may want to annotate with: the classes of the objects behind the pointers.
_TYPES: Mapping[str, tuple[str, str]] = {
    **OBJECTS,
    "aclOpExecutor": ("aclnn_emu.plan.executor", "Executor"),
    "aclrtContext": ("aclnn_emu.runtime.context", "Context"),
    "aclrtStream": ("aclnn_emu.runtime.stream", "Stream"),
    "aclrtEvent": ("aclnn_emu.runtime.event", "Event"),
}


@cache
def _macros() -> Mapping[str, Any]:
    return {name: value for name, value in vars(constants).items() if name.isupper()}


@cache
def _common_members() -> Mapping[str, Any]:
    common = (enums.aclDataType, enums.aclFormat, enums.aclrtMemcpyKind, enums.aclrtMemMallocPolicy)
    return {name: member for enum in common for name, member in enum.__members__.items()}


@cache
def _all_members() -> Mapping[str, Any]:
    return {name: member for enum in enums.all_enums().values() for name, member in enum.__members__.items()}


# Where a constant may be, cheap and common places first: most programs never reach the last ones.
_PLACES: tuple[Callable[[], Mapping[str, Any]], ...] = (
    _macros,
    _common_members,
    lambda: status.AclStatus.__members__,
    status.all_statuses,
    _all_members,
)


def _function(name: str) -> Any:
    if prototypes.runtime_function(name) is not None:
        return c_function(name)
    if name.startswith("aclnn"):
        return import_module("aclnn_emu.aclnn._operators").phase(name)
    return None


def resolve(name: str) -> Any:
    """The function, constant or type with this C name.

    Raises:
        AttributeError: the headers have no such name.
    """
    found = _function(name)
    if found is not None:
        return found
    if name in enums.__all__:
        return getattr(enums, name)
    if name in _TYPES:
        module, cls = _TYPES[name]
        return getattr(import_module(module), cls)
    if name.isupper() or name.startswith("ACL"):
        for place in _PLACES:
            members = place()
            if name in members:
                return members[name]
    raise AttributeError(f"aclnn_emu.aclnn has no {name}: the headers of acl and aclnn declare no such name")


@cache
def function_names() -> tuple[str, ...]:
    """Every function: of the headers, then both phases of every operator."""
    operators = prototypes.operators()
    phases = (name + suffix for name in operators for suffix in ("GetWorkspaceSize", ""))
    return (*prototypes.runtime_functions(), *phases)


@cache
def constant_names() -> tuple[str, ...]:
    """Every enum member and macro."""
    return tuple(dict.fromkeys(name for place in _PLACES for name in place()))


def type_names() -> tuple[str, ...]:
    """Every enum class and object class."""
    return (*enums.all_enums(), *_TYPES)


@cache
def all_names() -> list[str]:
    """What ``from aclnn_emu.aclnn import *`` binds."""
    return sorted({*function_names(), *constant_names(), *type_names()})
