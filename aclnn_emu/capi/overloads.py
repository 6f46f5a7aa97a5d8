"""The C++ overloads of ``acl/acl_rt_api.h``: templates over pointers that call the C functions."""

from __future__ import annotations

import re

from aclnn_emu.abi.prototypes import FunctionPrototype, Overload, overloads, runtime_function
from aclnn_emu.boundary.coerce import pointee

__all__ = ["overload_text"]

# Default arguments. Source: acl/acl_rt_api.h.
_DEFAULTS = {
    ("aclrtMalloc", "cfg"): "nullptr",
    ("aclrtMallocHost", "cfg"): "nullptr",
    ("aclrtMemcpyBatch", "failIndex"): "nullptr",
    ("aclrtMemAllocManaged", "flags"): "ACL_RT_MEM_ATTACH_GLOBAL",
}
# Where one attribute stands for the arrays that the C function takes.
_ONE_FOR_ALL = {"attr": ("attrs", "attrsIndexes"), "prefetchLoc": ("prefetchLocs", "prefetchLocIdxs")}
_TARGETS = {
    "aclrtMemcpyBatch": "aclrtMemcpyBatchV2",
    "aclrtMemcpyBatchAsync": "aclrtMemcpyBatchAsyncV2",
    "aclrtMemManagedPrefetchBatchAsync": "aclrtMemManagedPrefetchBatchAsync",
}
# Arguments of the C function that the overload does not have.
_IMPLIED = {"policy": "ACL_MEM_MALLOC_HUGE_FIRST"}


def _target(overload: Overload) -> FunctionPrototype:
    name = overload.target or _TARGETS[overload.name]
    if not overload.target and any(parameter == "failIndex" for parameter, _ in overload.params):
        name = (
            name if overload.name == "aclrtMemcpyBatch" else overload.name
        )  # only this one has it in C, too
    found = runtime_function(name)
    if found is None:
        raise LookupError(name)
    return found


def _argument(name: str, ctype: str, wanted: str) -> str:
    """The argument as the C function wants it."""
    if ctype.endswith("&"):
        return f"static_cast<const void*>(&{name})"
    base, stars = pointee(ctype)
    if base in ("T", "U"):
        cast = "reinterpret_cast" if stars > 1 else "static_cast"
        return f"{cast}<{wanted}>({name})"
    return name


def _call(overload: Overload) -> tuple[str, set[str]]:
    """The statements of the body, and the parameters that they use."""
    target = _target(overload)
    by_name = dict(overload.params)
    lines: list[str] = []
    arrays: dict[str, str] = {}
    used: set[str] = set()
    for single, (array, indexes) in _ONE_FOR_ALL.items():
        if single in by_name:
            lines += [f"{by_name[single]} {array}[1] = {{{single}}};", f"size_t {indexes}[1] = {{0}};"]
            arrays |= {array: array, indexes: indexes, f"num{array[0].upper()}{array[1:]}": "1"}
            used.add(single)
    rest = [name for name, _ in overload.params if name not in used]
    given = []
    for parameter in target.params:
        if parameter.name in arrays:
            given.append(arrays[parameter.name])
            continue
        name = parameter.name if parameter.name in rest else ""
        if not name and parameter.name in _IMPLIED:
            given.append(_IMPLIED[parameter.name])
            continue
        name = name or rest[0]  # another word for the same thing
        rest.remove(name)
        used.add(name)
        given.append(_argument(name, by_name[name], parameter.ctype))
    lines.append(f"return ::{target.name}({', '.join(given)});")
    return "\n".join(f"    {line}" for line in lines), used


def _overload(overload: Overload) -> str:
    body, used = _call(overload)
    types = [letter for letter in "TU" if any(re.search(rf"\b{letter}\b", t) for _, t in overload.params)]
    template = f"template <{', '.join(f'typename {letter}' for letter in types)}>\n" if types else ""
    params = []
    for name, ctype in overload.params:
        default = _DEFAULTS.get((overload.name, name))
        shown = name if name in used else f"/* {name} */"
        params.append(f"{ctype} {shown}{f' = {default}' if default else ''}")
    return f"{template}static inline {overload.ret} {overload.name}({', '.join(params)})\n{{\n{body}\n}}\n"


def overload_text() -> str:
    """The text of all overloads."""
    return "\n".join(_overload(overload) for overload in overloads())
