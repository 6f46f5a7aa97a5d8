"""The C source of the libraries: a stub for each function that packs its arguments and calls the interpreter."""

from __future__ import annotations

from collections.abc import Iterable

from aclnn_emu.abi.prototypes import operators, runtime_functions
from aclnn_emu.capi.controls import CONTROLS
from aclnn_emu.capi.declare import CFunctionType, Value, function_type, phases, value
from aclnn_emu.capi.dspops import CONTROL_HEADER, DSP_FUNCTIONS, OPERATOR_HEADER
from aclnn_emu.capi.helpers import HELPERS

__all__ = ["MATH_CATEGORIES", "stub_sources"]

# The vendor's repository ops-math becomes libopapi_math, everything else libopapi_nn.
MATH_CATEGORIES = frozenset({"math", "conversion", "random"})

# The DSP's headers have plain prototypes, and the libraries hide what does not ask to be seen.
_EXPORTED = "#pragma GCC visibility push(default)\n"

_PACK = {
    "integer": "EMU_INTEGER({0})",
    "pointer": "EMU_POINTER({0})",
    "float": "emu_double((double)({0}))",
    "double": "emu_double({0})",
    "structure": "0",  # no emulated function takes one by value
}


def _from_bits(found: Value, slot: int) -> str:
    if found.kind == "pointer":
        return f"({found.ctype})(uintptr_t)slots[{slot}]"
    if found.kind in ("float", "double"):
        return f"({found.ctype})emu_number(slots[{slot}])"
    return f"({found.ctype})(int64_t)slots[{slot}]"


def _pointee(ctype: str) -> str:
    """``int32_t* const`` -> ``int32_t``: what is stored through an output pointer."""
    return ctype.removesuffix(" const").removesuffix("*").rstrip()


def _store(slot: int, ctype: str, name: str) -> str | None:
    """The statement that stores an output; None where the interpreter writes through the pointer itself."""
    target = _pointee(ctype)
    if target in ("void", "char"):
        return None
    found = value(target)
    return None if found.kind == "structure" else f"        if ({name}) *{name} = {_from_bits(found, slot)};"


def _stub(function: CFunctionType) -> str:
    params = [p for p in function.params if p[1] != "..."]
    # Positional names keep clear of macros and of words that C++ or C reserve.
    names = {name: f"a{i}" for i, (_, name) in enumerate(params)}
    packed = [_PACK[value(ctype).kind].format(names[name]) for ctype, name in function.inputs]
    packed += [f"EMU_POINTER({names[name]})" for _, name in function.outputs]
    given = ", ".join(f"{ctype} {names[name]}" for ctype, name in params) or "void"
    if len(params) < len(function.params):
        given += ", ..."
    first, result = len(function.inputs), len(packed)
    stores = [
        line
        for i, (ctype, name) in enumerate(function.outputs)
        if (line := _store(first + i, ctype, names[name])) is not None
    ]
    unused = [f"    (void){names[n]};" for t, n in function.inputs if value(t).kind == "structure"]
    lines = [
        f"{function.ret} {function.name}({given})",
        "{",
        f'    static emu_function self = {{"{function.name}", "{function.signature}", {result}, 0}};',
        f"    uint64_t slots[{result + 1}] = {{{', '.join([*packed, f'{function.failure}'])}}};",
        *unused,
        "    aclnn_emu_call(&self, slots);",
    ]
    if stores:
        lines += [f"    if (slots[{result}] == 0) {{", *stores, "    }"]
    if function.ret != "void":
        lines.append(f"    return {_from_bits(value(function.ret), result)};")
    return "\n".join([*lines, "}\n"])


def _source(headers: Iterable[str], functions: Iterable[CFunctionType]) -> str:
    includes = "".join(f'#include "{header}"\n' for header in sorted(set(headers)))
    return f'#include "core.h"\n{includes}\n' + "\n".join(_stub(function) for function in functions)


def _operator_source(*, math: bool) -> str:
    mine = [p for p in operators().values() if (p.category in MATH_CATEGORIES) == math]
    beside = [helper for helper in HELPERS.values() if helper.math == math]
    return _source(
        [*(p.header for p in mine), *(helper.header for helper in beside)],
        [*(phase for p in mine for phase in phases(p)), *(helper.ctype for helper in beside)],
    )


def stub_sources() -> dict[str, str]:
    """C source by the name of its library: ascendcl, nnopbase, opapi_math, opapi_nn, dspops."""
    runtime = [p for p in runtime_functions().values() if not p.header.startswith("aclnn/")]
    base = [p for p in runtime_functions().values() if p.header.startswith("aclnn/")]
    return {
        "ascendcl": _source(
            [*(p.header for p in runtime), "aclnn_emu.h"],
            [*map(function_type, runtime), *(control.ctype for control in CONTROLS.values())],
        ),
        "nnopbase": _source((p.header for p in base), map(function_type, base)),
        "opapi_math": _operator_source(math=True),
        "opapi_nn": _operator_source(math=False),
        "dspops": _EXPORTED
        + _source((OPERATOR_HEADER, CONTROL_HEADER), (function.ctype for function in DSP_FUNCTIONS.values())),
    }
