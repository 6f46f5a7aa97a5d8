"""Calls from C: slots in, the C-named face, slots out.

A library binds a function by name at its first call and dispatches by number afterwards. `dispatch` answers `DONE`
or the caller keeps the function's failure value; so does cffi's ``error=`` when Python raises here. That is the one
place where a fault of the bridge itself becomes an error code.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

from aclnn_emu.abi.prototypes import operator, runtime_function
from aclnn_emu.aclnn import _namespace as face
from aclnn_emu.boundary import guarded
from aclnn_emu.boundary.outcome import record
from aclnn_emu.capi.controls import CONTROLS, Control
from aclnn_emu.capi.convert import Converter, Marshal
from aclnn_emu.capi.declare import CFunctionType, function_type, phases
from aclnn_emu.capi.dspops import DSP_FUNCTIONS
from aclnn_emu.capi.helpers import HELPERS, refuse_helper
from aclnn_emu.capi.memory import CMemory
from aclnn_emu.capi.objects import ObjectTable
from aclnn_emu.runtime import machine

__all__ = ["DONE", "Bridge", "install"]

DONE = 0xAC1
_PHASE_ONE = "GetWorkspaceSize"
_MASK = (1 << 64) - 1

_Call = Callable[[Any], None]


def _c_type(name: str) -> CFunctionType | None:
    """The C function that this version of the emulator knows under a name."""
    if name in CONTROLS:
        return CONTROLS[name].ctype
    if name in HELPERS:
        return HELPERS[name].ctype
    if name in DSP_FUNCTIONS:
        return DSP_FUNCTIONS[name].ctype
    prototype = runtime_function(name)
    if prototype is not None:
        return function_type(prototype)
    found = operator(name)
    if found is not None:
        return phases(found)[1]
    found = operator(name.removesuffix(_PHASE_ONE)) if name.endswith(_PHASE_ONE) else None
    return None if found is None else phases(found)[0]


class Bridge:
    """Everything that calls from C need.

    Args:
        memory: access to the program's memory.
        unpack: reads N slots as ints: ``unpack(slots, n) -> list``.
    """

    def __init__(self, memory: CMemory, unpack: Callable[[Any, int], list[int]]) -> None:
        self._memory = memory
        self._unpack = unpack
        self.objects = ObjectTable()
        self._calls: list[_Call] = [_no_call]
        self._numbers: dict[str, int] = {}
        self._names: list[str] = [""]
        self._lock = threading.Lock()

    def bind(self, name: str, signature: str) -> int:
        """The number of a function for `dispatch`; 0 when the library was built from other declarations."""
        with self._lock:  # two threads may make their first call of two functions at the same time
            return self._numbers.get(name) or self._bind(name, signature)

    def _bind(self, name: str, signature: str) -> int:
        ctype = _c_type(name)
        if ctype is None or ctype.signature != signature:
            known = "does not exist" if ctype is None else f"is {ctype.signature}"
            sys.stderr.write(
                f"aclnn_emu: the library has {name} as {signature}, here it {known}; "
                "build the toolkit again: aclnn-emu toolkit build DIR\n"
            )
            return 0
        call = self._make(ctype)
        self._calls.append(call)
        self._names.append(name)
        number = self._numbers[name] = len(self._calls) - 1
        return number

    def _make(self, ctype: CFunctionType) -> _Call:
        if ctype.name in CONTROLS:
            return self._control(CONTROLS[ctype.name])
        if ctype.name in DSP_FUNCTIONS:
            from aclnn_emu.capi.dsp_calls import dsp_call  # programs of the other world do without

            return dsp_call(DSP_FUNCTIONS[ctype.name], self._memory, self._unpack)
        return _refusal(ctype) if ctype.name in HELPERS else self._call(ctype)

    def dispatcher(self) -> Callable[[int, Any], int]:
        """What runs a bound function by its number."""
        calls = self._calls

        def dispatch(number: int, slots: Any) -> int:
            calls[number](slots)
            return DONE

        return dispatch

    def keep_fault(self, error: Exception, number: int) -> None:
        """Keep the text of a fault of the bridge itself, whose code the library gives."""
        name = self._names[number] if 0 < number < len(self._names) else ""
        record(error, name, aclnn=name.startswith("aclnn"))

    def _control(self, control: Control) -> _Call:
        ctype, function = control.ctype, control.function
        count, unpack, read = len(ctype.inputs), self._unpack, self._memory.read_string

        def call(slots: Any) -> None:
            before = machine.machine() if machine.exists() else None
            try:
                function(*map(read, unpack(slots, count) if count else ()))
            except Exception as error:  # noqa: BLE001 - this is where exceptions of controls end
                slots[count] = record(error, ctype.name, aclnn=False)
                return
            if before is not machine.machine():
                self.objects.clear()
            slots[count] = 0

        return call

    def _call(self, ctype: CFunctionType) -> _Call:
        """The call of a function through its C-named face."""
        function = face.resolve(ctype.name)
        marshal = Marshal(ctype, Converter(self._memory, self.objects))
        value, finish = marshal.return_value(), marshal.finish()
        if len(ctype.outputs) == 1 and finish is None:
            return self._with_one_output(ctype, function, marshal)
        if ctype.outputs:
            return self._with_outputs(ctype, function, marshal)
        inputs, unpack, end = marshal.inputs(), self._unpack, len(ctype.inputs)

        def call(slots: Any) -> None:
            words = unpack(slots, end) if end else []
            values = words
            if inputs:
                values = words.copy()
                for position, convert in inputs:
                    values[position] = convert(values[position], values)
            result = function(*values)
            if value is not None:
                result = value(result, words)
            if finish is not None:
                finish(result, words)
            slots[end] = result & _MASK

        return call

    def _with_one_output(self, ctype: CFunctionType, function: Callable[..., Any], marshal: Marshal) -> _Call:
        """The same as `_with_outputs` for the usual case, which is also where speed matters most."""
        inputs, (_, slot, store) = marshal.inputs(), marshal.results()[0]
        end, name, unpack = slot + 1, ctype.outputs[0][1], self._unpack

        def call(slots: Any) -> None:
            values = unpack(slots, end)
            address = values.pop()
            for position, convert in inputs:
                values[position] = convert(values[position], values)
            result = function(*values) if address else function(*values, null_outputs=name)
            status = result[0]
            if status == 0:
                slots[slot] = store(result[1], address) & _MASK
            slots[end] = status

        return call

    def _with_outputs(self, ctype: CFunctionType, function: Callable[..., Any], marshal: Marshal) -> _Call:
        """The call of a function that returns a status and gives results through pointers."""
        inputs, results, finish = marshal.inputs(), marshal.results(), marshal.finish()
        first, names, unpack = len(ctype.inputs), tuple(name for _, name in ctype.outputs), self._unpack
        end = first + len(names)

        def call(slots: Any) -> None:
            words = unpack(slots, end)
            values = words[:first]
            for position, convert in inputs:
                values[position] = convert(values[position], values)
            if 0 in words[first:]:
                nulls = tuple(name for name, word in zip(names, words[first:], strict=True) if not word)
                result = function(*values, null_outputs=nulls)
            else:
                result = function(*values)
            status = result[0]
            if status == 0:
                for position, slot, store in results:
                    slots[slot] = store(result[position], words[slot]) & _MASK
            if finish is not None:
                finish(status, words)
            slots[end] = status

        return call


def _refusal(ctype: CFunctionType) -> _Call:
    """The call of a function that has no face because it is never emulated."""
    name, result = ctype.name, len(ctype.inputs)

    def call(slots: Any) -> None:
        slots[result] = guarded(name, lambda: refuse_helper(name), args=(), fallback=None)[0]

    return call


def _no_call(_slots: Any) -> None:
    raise LookupError("function number 0")


def install(ffi: Any, lib: Any) -> None:
    """Connect the functions that the embedding library calls.

    Args:
        ffi: cffi's, of the embedding library.
        lib: its C functions.
    """
    bridge = Bridge(CMemory(ffi, lib.malloc), ffi.unpack)

    def bind(name: Any, signature: Any) -> int:
        return bridge.bind(ffi.string(name).decode(), ffi.string(signature).decode())

    def keep_fault(_kind: Any, error: Any, trace: Any) -> None:
        bridge.keep_fault(error, trace.tb_frame.f_locals.get("number", 0) if trace else 0)

    for name, function in (("aclnn_emu_bind", bind), ("aclnn_emu_dispatch", bridge.dispatcher())):
        ffi.def_extern(name=name, error=0, onerror=keep_fault)(function)
