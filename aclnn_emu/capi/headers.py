"""The headers of the toolkit folder, made from the prototypes, enums and structures of `abi`.

Every header compiles alone, as C11 and as C++. The comments are ours; each function says whether it is emulated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from aclnn_emu import dsp, ops
from aclnn_emu._version import VERSION
from aclnn_emu.abi import constants, enums, status
from aclnn_emu.abi.prototypes import (
    OperatorPrototype,
    Structure,
    operators,
    runtime_function,
    runtime_functions,
    structures,
    typedefs,
)
from aclnn_emu.boundary import api_functions
from aclnn_emu.capi.controls import CONTROLS
from aclnn_emu.capi.declare import CFunctionType, declarator, function_type, phases
from aclnn_emu.capi.dspops import CONTROL_HEADER, DSP_FUNCTIONS, OPERATOR_HEADER
from aclnn_emu.capi.helpers import HELPERS
from aclnn_emu.capi.overloads import overload_text

__all__ = ["headers", "own_headers"]

_BASE = "acl/acl_base_rt.h"
_RT = "acl/acl_rt.h"
_META = "aclnn/acl_meta.h"

# What a header needs before its own declarations.
_INCLUDES: dict[str, tuple[str, ...]] = {
    _BASE: ("<stdbool.h>", "<stddef.h>", "<stdint.h>"),
    "acl/acl_base_mdl.h": ('"acl/acl_base_rt.h"',),
    "acl/acl_base.h": (
        '"acl/acl_base_rt.h"',
        '"acl/acl_base_mdl.h"',
        '"acl/error_codes/rt_error_codes.h"',
        '"acl/error_codes/ge_error_codes.h"',
    ),
    "acl/acl_rt_allocator.h": ('"acl/acl_base.h"',),
    _RT: ('"acl/acl_base.h"', '"acl/acl_rt_allocator.h"'),
    "acl/acl_rt_memory_soma.h": ('"acl/acl_rt.h"',),
    "acl/acl_op.h": ('"acl/acl_base.h"',),
    "acl/acl_mdl.h": ('"acl/acl_base.h"',),
    "acl/acl.h": ('"acl/acl_rt.h"', '"acl/acl_op.h"', '"acl/acl_mdl.h"'),
    _META: ('"acl/acl_base.h"', '"aclnn/opdev/op_errno.h"'),
    "aclnn/aclnn_base.h": ('"acl/acl_base.h"', '"aclnn/acl_meta.h"'),
    "aclnn_emu.h": ('"acl/acl_base.h"',),
}

_ABOUT = {
    _BASE: "Types, data types, formats and acl status codes.",
    "acl/acl_base_mdl.h": "Models are not emulated: this header declares nothing of its own.",
    "acl/acl_base.h": "Base types and all status codes.",
    "acl/acl_rt_allocator.h": "Allocators that a program registers for a stream.",
    _RT: "The runtime: devices, contexts, streams, events, memory.",
    "acl/acl_rt_memory_soma.h": "Memory pools whose blocks live in stream order.",
    "acl/acl_op.h": "Single operators by name are not emulated: this header declares nothing of its own.",
    "acl/acl_mdl.h": "Models are not emulated: this header declares nothing of its own.",
    "acl/acl.h": "All of acl.",
    _META: "Tensors, scalars, arrays, lists and executors of the operator API.",
    "aclnn/aclnn_base.h": "Init and finalize of the operator API.",
    "aclnn_emu.h": "Controls of the emulator; a program that includes this runs on the emulator only.",
}

_VISIBILITY = """\
#if defined(__GNUC__)
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))
#else
#define ACL_FUNC_VISIBILITY
#endif
"""

# Unions that the tables only announce. Source: acl/acl_rt.h.
_UNIONS = {
    "aclmdlRITaskParams": """\
    union {
        uint8_t rsv2[128];
        aclmdlRIKernelTaskParams kernelTaskParams;
        aclmdlRIEventRecordTaskParams eventRecordTaskParams;
        aclmdlRIEventWaitTaskParams eventWaitTaskParams;
        aclmdlRIEventResetTaskParams eventResetTaskParams;
        aclmdlRIValueWriteTaskParams valueWriteTaskParams;
        aclmdlRIValueWaitTaskParams valueWaitTaskParams;
    };""",
    "aclrtRandomNumFuncParaInfo": """\
    union {
        aclrtDropoutBitmaskInfo dropoutBitmaskInfo;
        aclrtUniformDisInfo uniformDisInfo;
        aclrtNormalDisInfo normalDisInfo;
    } paramInfo;""",
}

# What an operator's header declares besides the two phases.
_TYPES_OF_OPERATORS = {
    "aclnnop/aclnn_binary_cross_entropy.h": """\
/* Values of reduction. */
enum Reduction { None = 0, Mean = 1, Sum = 2 };
""",
}

_C_DECLARATIONS = '#ifdef __cplusplus\nextern "C" {\n#endif\n'
_END_C_DECLARATIONS = "\n#ifdef __cplusplus\n}\n#endif\n"
_HEADER_IN_DOC = re.compile(r"Header: ``([^`]+)``")


class _Parts(NamedTuple):
    """What a header declares, in the order in which it does so."""

    macros: str = ""
    types: str = ""
    functions: str = ""
    cpp: str = ""


def _sentence(doc: str | None) -> str:
    """The first sentence of a docstring, fit for a C comment."""
    text = " ".join((doc or "").strip().split("\n\n")[0].split())
    return text.replace("*/", "* /").replace("/*", "/ *")


def _wrap(path: str, about: str, includes: Iterable[str], body: str) -> str:
    guard = "ACLNN_EMU_" + re.sub(r"\W", "_", path).upper()
    lines = "".join(f"#include {name}\n" for name in includes)
    return (
        f"/* {path}: {about}\n   Made by aclnn_emu {VERSION}; changes are lost when the toolkit is built again. */\n"
        f"#ifndef {guard}\n#define {guard}\n\n{lines}{body}\n#endif\n"
    )


def _integer(number: int) -> str:
    return str(number) if -(2**31) <= number < 2**31 else f"{number:#x}U"


def _statuses(members: dict[str, int]) -> str:
    # As constants in C++, so that `auto ret = ACL_SUCCESS;` is an int that a later call can be assigned to.
    macros = "".join(f"#define {name} {number}\n" for name, number in members.items())
    constants_ = "".join(f"static const int {name} = {number};\n" for name, number in members.items())
    return f"#ifdef __cplusplus\n{constants_}#else\n{macros}#endif\n"


def _defines(members: dict[str, int]) -> str:
    return "".join(f"#define {name} {_integer(number)}\n" for name, number in members.items())


def _family(name: str) -> dict[str, int]:
    return {member: int(code) for member, code in getattr(status, name).__members__.items()}


@cache
def _runtime_macros() -> dict[str, int]:
    return {name: number for name, number in vars(constants).items() if name.isupper()}


def _macros(path: str) -> str:
    if path == _BASE:
        return _VISIBILITY
    if path == _RT:
        return _defines(_runtime_macros())
    return ""


def _enum_text(name: str) -> str:
    cls = enums.all_enums()[name]
    members = ",\n".join(f"    {member} = {int(number)}" for member, number in cls.__members__.items())
    return f"/* {_sentence(cls.__doc__)} */\ntypedef enum {name} {{\n{members}\n}} {name};\n"


def _enums_of(path: str) -> Iterator[str]:
    for name, cls in enums.all_enums().items():
        found = _HEADER_IN_DOC.search(cls.__doc__ or "")
        if found and found.group(1) == path:
            yield _enum_text(name)


def _structure_text(structure: Structure) -> str:
    lines = [
        _UNIONS[structure.name] if ctype.startswith("union") else f"    {declarator(ctype, name)};"
        for name, ctype in structure.fields
    ]
    fields = "\n".join(lines)
    return f"typedef {structure.kind} {structure.name} {{\n{fields}\n}} {structure.name};\n"


def _callback_text(name: str, ctype: str) -> str:
    """``void (*)(void*userData)`` under a name."""
    return f"typedef {ctype.replace('(*)', f'(*{name})', 1)};\n"


def _types(path: str) -> str:
    mine = [alias for alias in typedefs().values() if alias.header == path]
    plain = "".join(
        f"typedef {alias.ctype} {alias.name};\n" for alias in mine if alias.kind != "function_pointer"
    )
    callbacks = "".join(
        _callback_text(alias.name, alias.ctype) for alias in mine if alias.kind == "function_pointer"
    )
    structs = [_structure_text(structure) for structure in structures().values() if structure.header == path]
    return "\n".join(part for part in (plain, *_enums_of(path), *structs, callbacks) if part)


def _function_comment(name: str) -> str:
    found = api_functions().get(name)
    if found is not None:
        return _sentence(found.function.__doc__)
    prototype = runtime_function(name)
    if prototype is None:
        raise LookupError(name)
    refusal = f"answers {prototype.not_supported_status}" if prototype.returns_status else "answers nothing"
    return f"Not emulated: {refusal}."


def _declare(functions: Iterable[CFunctionType], comment: Callable[[str], str]) -> str:
    return "\n".join(
        f"/* {comment(function.name)} */\nACL_FUNC_VISIBILITY {function.declaration};\n"
        for function in functions
    )


def _parts(path: str) -> _Parts:
    mine = [function_type(p) for p in runtime_functions().values() if p.header == path]
    codes = f"\n{_statuses(_family('AclStatus'))}" if path == _BASE else ""
    return _Parts(_macros(path), _types(path) + codes, _declare(mine, _function_comment))


def _assemble(path: str, about: str, includes: Iterable[str], parts: _Parts) -> str:
    body = f"\n{parts.macros}" if parts.macros else ""
    declared = "\n".join(part for part in (parts.types, parts.functions) if part)
    if declared:
        body += f"\n{_C_DECLARATIONS}\n{declared}{_END_C_DECLARATIONS}"
    if parts.cpp:
        body += f"\n#ifdef __cplusplus\n{parts.cpp}#endif\n"
    return _wrap(path, about, includes, body)


def _operator_comment(prototype: OperatorPrototype) -> str:
    declared = ops.operator_by_name(prototype.name)
    return _sentence(declared.summary) if declared else "Not emulated: phase 1 answers 561003."


def _operator_header(path: str, members: list[OperatorPrototype]) -> str:
    text = ""
    for prototype in members:
        first, second = phases(prototype)
        text += f"/* {prototype.name}, phase 1. {_operator_comment(prototype)} */\n"
        text += f"ACL_FUNC_VISIBILITY {first.declaration};\n\n"
        text += f"/* {prototype.name}, phase 2: queue it on a stream. */\nACL_FUNC_VISIBILITY {second.declaration};\n\n"
    beside = [helper.ctype for helper in HELPERS.values() if helper.header == path]
    text += _declare(beside, lambda _name: "Not emulated: answers 561003.")
    names = ", ".join([*(prototype.name for prototype in members), *(ctype.name for ctype in beside)])
    parts = _Parts(types=_TYPES_OF_OPERATORS.get(path, ""), functions=text)
    return _assemble(path, f"{names}.", ('"aclnn/aclnn_base.h"',), parts)


def _operator_headers() -> dict[str, str]:
    by_header: dict[str, list[OperatorPrototype]] = {helper.header: [] for helper in HELPERS.values()}
    for prototype in operators().values():
        by_header.setdefault(prototype.header, []).append(prototype)
    made = {path: _operator_header(path, members) for path, members in by_header.items()}
    # Programs written for an older layout look one folder further down.
    forward = "aclnnop/level2/aclnn_gemm.h"
    made[forward] = _wrap(forward, "Where older programs look.", ('"aclnnop/aclnn_gemm.h"',), "")
    return made


def _error_headers() -> dict[str, str]:
    made = {}
    for family in status.FAMILIES.values():
        if family.name == "acl":
            continue
        path = f"aclnn/{family.header}" if family.name == "aclnn" else family.header
        made[path] = _assemble(
            path, f"Codes of {family.layer}.", (), _Parts(macros=_defines(_family(family.enum)))
        )
    return made


def _controls() -> str:
    comments = {name: _sentence(control.function.__doc__) for name, control in CONTROLS.items()}
    text = _declare([control.ctype for control in CONTROLS.values()], lambda name: comments[name])
    path = "aclnn_emu.h"
    return _assemble(path, _ABOUT[path], _INCLUDES[path], _Parts(functions=text))


_ABOUT_OPERATOR = """\
BinaryCrossEntropyGrad on the DSPs FT78NE and MT7004.
   Pointers are addresses of the DSP, which the host cannot dereference; param may be an array of the host, too."""
_ABOUT_HOST = """\
What the host of the DSP does; a program that includes this runs on the emulator only.
   Functions that return int answer -1 for a failure, after a message on standard error."""
_HALF = """\
/* The bits of an IEEE 754 binary16. */
typedef uint16_t half;
"""


def _dsp_enum(name: str, members: Iterable[IntEnum]) -> str:
    listed = ",\n".join(f"    DSP_EMU_{member.name} = {int(member)}" for member in members)
    return f"enum dsp_emu_{name} {{\n{listed}\n}};\n"


def _dsp_headers() -> dict[str, str]:
    """The headers of the DSP functions, which know nothing of acl."""
    enums_ = f"{_dsp_enum('code', dsp.Code)}\n{_dsp_enum('severity', dsp.Severity)}"
    return {
        path: _assemble(path, about, (include,), _Parts(types=types, functions=_declare_dsp(path)))
        for path, about, include, types in (
            (OPERATOR_HEADER, _ABOUT_OPERATOR, "<stdint.h>", _HALF),
            (CONTROL_HEADER, _ABOUT_HOST, "<stddef.h>", enums_),
        )
    }


def _declare_dsp(path: str) -> str:
    mine = [function for function in DSP_FUNCTIONS.values() if function.header == path]
    return "\n".join(f"/* {function.about} */\n{function.ctype.declaration};\n" for function in mine)


_OWN_HEADERS = (
    *(f"aclnn/opdev/{name}.h" for name in ("fp16_t", "float4_e2m1")),
    *(f"op_api_ut_common/{name}.h" for name in ("op_api_ut", "tensor_desc", "scalar_desc", "array_desc")),
    *(f"op_api_ut_common/inner/{name}.h" for name in ("types", "objects", "data", "precision")),
    *(f"opdev/{name}.h" for name in ("platform", "op_log", "common_types")),
    "platform/platform_info.h",
    "op_api/op_api_def.h",
    "op_api/op_api_def_nn.h",
)


def own_headers() -> dict[str, str]:
    """Those that are files of ours: C++ classes for single numbers, and what unit tests of operators include."""
    folder = files("aclnn_emu.capi").joinpath("data/include")
    return {path: folder.joinpath(path).read_text(encoding="utf-8") for path in _OWN_HEADERS}


def headers() -> dict[str, str]:
    """Path below ``include`` -> text of every header of the toolkit."""
    made = {
        path: _assemble(path, _ABOUT[path], includes, _parts(path))
        for path, includes in _INCLUDES.items()
        if path != "aclnn_emu.h"
    }
    path = "acl/acl_rt_api.h"
    parts = _Parts(cpp=overload_text())
    made[path] = _assemble(path, "Overloads and typed pointers for C++.", ('"acl/acl_rt.h"',), parts)
    made["aclnn_emu.h"] = _controls()
    return made | _error_headers() | _operator_headers() | own_headers() | _dsp_headers()
