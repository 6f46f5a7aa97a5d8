"""The C functions of libdspops, declared: the four of BinaryCrossEntropyGrad, and those of ``dsp_emu.h``.

What they do is in `dsp_calls`, which is imported at the first call of one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aclnn_emu.capi.declare import CFunctionType

__all__ = ["CONTROL_HEADER", "DSP_FUNCTIONS", "OPERATOR_HEADER", "DspFunction"]

OPERATOR_HEADER = "binary_cross_entropy_grad.h"
CONTROL_HEADER = "dsp_emu.h"


class DspFunction(NamedTuple):
    """One of these functions.

    Attributes:
        ctype: the C function.
        header: header that declares it.
        about: what it does, for the header.
    """

    ctype: CFunctionType
    header: str
    about: str


_POINTERS = ("input_x", "input_y", "weight", "dloss", "dx")
_KINDS = {"s": "shared: operands in DDR or SMC", "p": "private: operands in the calling core's L2"}
_DTYPES = {"fp": ("float*", "fp32"), "hp": ("half*", "fp16, MT7004 only")}


def _operator(prefix: str, version: str) -> DspFunction:
    ctype, dtype = _DTYPES[prefix]
    params = [(ctype, name) for name in _POINTERS] + [("long long*", "param")]
    if version == "s":
        params.append(("int", "core_mask"))
    name = f"{prefix}_binary_cross_entropy_grad_{version}"
    declared = CFunctionType(name, "void", tuple(params), (), tuple(params), 0)
    return DspFunction(declared, OPERATOR_HEADER, f"{dtype}; {_KINDS[version]}.")


def _control(ret: str, name: str, params: str, failure: int, about: str) -> DspFunction:
    """`params` as in C, separated by commas."""
    words = (param.strip().rpartition(" ") for param in params.split(",") if param)
    pairs = tuple((ctype, parameter) for ctype, _, parameter in words)
    return DspFunction(CFunctionType(name, ret, pairs, (), pairs, failure), CONTROL_HEADER, about)


_CONTROLS = (
    _control(
        "int", "dsp_emu_open", "const char* platform", -1,
        "A fresh device, FT78NE or MT7004, with fresh memory and default options. NULL: the platform that\n"
        "   ACLNN_EMU_DSP_PLATFORM names, or FT78NE. Without this call the first other call opens that one.",
    ),
    _control(
        "int", "dsp_emu_set", "const char* option, const char* value", -1,
        'Set an option of the device (default first):\n'
        '   "policy"       what happens after a call with errors, which has written nothing: "record": the function\n'
        '                  returns; "raise": the program is aborted; "hardware": as record, but what has an obvious\n'
        '                  meaning is done, with a warning. ACLNN_EMU_DSP_POLICY gives another default\n'
        '   "denominator"  "page": x * (1 - x) + 1e-12; "max": max(x * (1 - x), 1e-12)\n'
        '   "half_mode"    "fp32": fp16 is computed in fp32 and rounded once; "native": rounded after every step\n'
        '   "messages"     "stderr": errors and warnings are printed there; "none". Holds for all devices',
    ),
    _control(
        "int", "dsp_emu_set_core", "int core", -1,
        "Calls of this thread come from this core from now on; at first it is core 0.",
    ),
    _control(
        "int", "dsp_emu_write", "void* address, const void* data, size_t nbytes", -1,
        "Copy from the host to the DSP; the destination first, as in memcpy.",
    ),
    _control(
        "int", "dsp_emu_read", "void* data, const void* address, size_t nbytes", -1,
        "Copy from the DSP to the host; the destination first, as in memcpy.",
    ),
    _control(
        "int", "dsp_emu_fill", "void* address, int value, size_t nbytes", -1,
        "Set bytes of the DSP's memory, as memset does.",
    ),
    _control(
        "size_t", "dsp_emu_diagnostic_count", "", 0,
        "How many findings there are: the newest 4096 since dsp_emu_open or dsp_emu_clear_diagnostics.",
    ),
    _control(
        "int", "dsp_emu_diagnostic_code", "size_t index", -1,
        "The DSP_EMU_ code of a finding, the oldest has index 0; -1 when there are not so many.",
    ),
    _control(
        "int", "dsp_emu_diagnostic_severity", "size_t index", -1,
        "0 for a note, 1 for a warning, 2 for an error; -1 when there are not so many.",
    ),
    _control(
        "const char*", "dsp_emu_diagnostic_text", "size_t index", 0,
        "A finding in words, valid until this thread asks for the next text; NULL when there are not so many.",
    ),
    _control("int", "dsp_emu_clear_diagnostics", "", -1, "Forget all findings."),
)  # fmt: skip

DSP_FUNCTIONS: Mapping[str, DspFunction] = {
    function.ctype.name: function
    for function in (*(_operator(prefix, version) for version in "sp" for prefix in _DTYPES), *_CONTROLS)
}
