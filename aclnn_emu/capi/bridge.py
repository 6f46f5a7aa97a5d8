"""Calls from C: slots in, the C-named face, slots out.

A library binds a function by name at its first call and dispatches by number afterwards. `dispatch` answers `DONE`
or the caller keeps the function's failure value; so does cffi's ``error=`` when Python raises here. That is the one
place where a fault of the bridge itself becomes an error code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from aclnn_emu.abi.prototypes import operator, runtime_function
from aclnn_emu.aclnn import _namespace as face
from aclnn_emu.boundary.outcome import record
from aclnn_emu.capi.controls import CONTROLS, Control
from aclnn_emu.capi.convert import Converter, Marshal
from aclnn_emu.capi.declare import CFunctionType, function_type, phases
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

    def bind(self, name: str, signature: str) -> int:
        """The number of a function for `dispatch`; 0 when the library was built from other declarations."""
        number = self._numbers.get(name)
        if number is not None:
            return number
        ctype = _c_type(name)
        if ctype is None or ctype.signature != signature:
            known = "does not exist" if ctype is None else f"is {ctype.signature}"
            print(
                f"aclnn_emu: the library has {name} as {signature}, here it {known}; "
                "build the toolkit again: aclnn-emu toolkit build DIR",
                file=sys.stderr,
            )
            return 0
        call = self._control(CONTROLS[name]) if name in CONTROLS else self._call(ctype)
        self._calls.append(call)
        number = self._numbers[name] = len(self._calls) - 1
        return number

    def dispatch(self, number: int, slots: Any) -> int:
        """Run a bound function."""
        self._calls[number](slots)
        return DONE

    def _control(self, control: Control) -> _Call:
        ctype, function = control.ctype, control.function
        count, unpack, read = 1 + len(ctype.inputs), self._unpack, self._memory.read_string

        def call(slots: Any) -> None:
            before = machine.machine() if machine.exists() else None
            try:
                function(*map(read, unpack(slots, count)[1:]))
            except Exception as error:  # noqa: BLE001 - this is where exceptions of controls end
                slots[0] = record(error, ctype.name, aclnn=False)
                return
            if before is not machine.machine():
                self.objects.clear()
            slots[0] = 0

        return call

    def _call(self, ctype: CFunctionType) -> _Call:
        """The call of a function through its C-named face."""
        function = face.resolve(ctype.name)
        marshal = Marshal(ctype, Converter(self._memory, self.objects))
        inputs, results, finish = marshal.inputs(), marshal.results(), marshal.finish()
        return_value = marshal.return_value()
        unpack, first, end = self._unpack, 1 + len(ctype.inputs), 1 + len(ctype.inputs) + len(ctype.outputs)
        names = tuple(name for _, name in ctype.outputs)

        def call(slots: Any) -> None:
            words = unpack(slots, end)
            values = words[1:first]
            for position, convert in inputs:
                values[position] = convert(values[position], values)
            if 0 in words[first:]:
                nulls = tuple(name for name, word in zip(names, words[first:], strict=True) if not word)
                result = function(*values, null_outputs=nulls)
            else:
                result = function(*values)
            if return_value is not None:
                slots[0] = return_value(result, words) & _MASK
                return
            status = result[0] if names else result
            if status == 0:
                for position, store in results:
                    slots[first + position] = store(result[1 + position], words[first + position]) & _MASK
            if finish is not None:
                finish(status, words)
            slots[0] = status & _MASK

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

    for name, function in (("aclnn_emu_bind", bind), ("aclnn_emu_dispatch", bridge.dispatch)):
        ffi.def_extern(name=name, error=0)(function)
