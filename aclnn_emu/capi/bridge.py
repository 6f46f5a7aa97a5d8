"""Calls from C: words in, the C-named face, words out.

A library asks `bind` for the Python callable of a function at the function's first call and calls that afterwards: a
positional argument for each slot (the inputs, then the addresses for outputs), in return what the C function returns
or a tuple of that and the outputs. Every part is an int, or None for a null pointer. When the callable raises, the
function answers its failure value and the library hands the exception to `keep_fault`: that is the one place where a
fault of the bridge itself becomes an error code.
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
from aclnn_emu.capi.declare import EXECUTOR, PHASE_TWO, WORKSPACE, CFunctionType, function_type, phases
from aclnn_emu.capi.dspops import DSP_FUNCTIONS
from aclnn_emu.capi.helpers import HELPERS, refuse_helper
from aclnn_emu.capi.memory import CMemory
from aclnn_emu.capi.objects import ObjectTable
from aclnn_emu.runtime import machine

__all__ = ["DONE", "Bridge", "bind", "install", "keep_fault"]

DONE = 0xAC1
_PHASE_ONE = "GetWorkspaceSize"

_Call = Callable[..., Any]


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
    """

    def __init__(self, memory: CMemory) -> None:
        self._memory = memory
        self.objects = ObjectTable()
        self._calls: dict[str, _Call] = {}
        self._lock = threading.Lock()

    def bind(self, name: str, signature: str) -> _Call | None:
        """What does the work of a C function; None when the library was built from other declarations."""
        with self._lock:  # two threads may make their first call of two functions at the same time
            return self._calls.get(name) or self._bind(name, signature)

    def _bind(self, name: str, signature: str) -> _Call | None:
        ctype = _c_type(name)
        if ctype is None or ctype.signature != signature:
            known = "does not exist" if ctype is None else f"is {ctype.signature}"
            sys.stderr.write(
                f"aclnn_emu: the library has {name} as {signature}, here it {known}; "
                "build the toolkit again: aclnn-emu toolkit build DIR\n"
            )
            return None
        call = self._calls[name] = self._make(ctype)
        return call

    def _make(self, ctype: CFunctionType) -> _Call:
        if ctype.name in CONTROLS:
            return self._control(CONTROLS[ctype.name])
        if ctype.name in DSP_FUNCTIONS:
            from aclnn_emu.capi.dsp_calls import dsp_call  # programs of the other world do without

            return dsp_call(DSP_FUNCTIONS[ctype.name], self._memory)
        return _refusal(ctype) if ctype.name in HELPERS else self._call(ctype)

    def _control(self, control: Control) -> _Call:
        ctype, function = control.ctype, control.function
        read = self._memory.read_string

        def call(*words: int) -> int:
            before = machine.machine() if machine.exists() else None
            try:
                function(*map(read, words))
            except Exception as error:  # noqa: BLE001 - this is where exceptions of controls end
                return record(error, ctype.name, aclnn=False)
            if before is not machine.machine():
                self.objects.clear()
            return 0

        return call

    def _call(self, ctype: CFunctionType) -> _Call:
        """The call of a function through its C-named face."""
        function = face.resolve(ctype.name)
        marshal = Marshal(ctype, Converter(self._memory, self.objects))
        if ctype.outputs:
            return _with_outputs(ctype, function, marshal, self.objects)
        if ctype.inputs == PHASE_TWO:
            return _phase_two(function, self.objects)
        tabled, inputs = marshal.tabled(), marshal.inputs()
        value, finish = marshal.return_value(), marshal.finish()
        if not tabled and not inputs and value is None and finish is None:
            return function  # type: ignore[no-any-return]
        live, find = self.objects.live, self.objects.find

        def call(*words: int) -> Any:
            values: list[Any] = list(words)
            for position in tabled:
                word = words[position]
                values[position] = live[word] if word in live else find(word)
            for position, convert in inputs:
                values[position] = convert(words[position], values)
            result = function(*values)
            if finish is not None:
                finish(result, words, values)
            return result if value is None else value(result, words)

        return call


def _phase_two(function: Callable[..., Any], objects: ObjectTable) -> _Call:
    """The call of an operator's phase 2, which uses its executor up."""
    live, find, retire = objects.live, objects.find, objects.retire

    def call(workspace: int, size: int, number: int, stream: int) -> Any:
        executor = live[number] if number in live else find(number)
        status = function(workspace, size, executor, stream)
        if not getattr(executor, "alive", True):
            retire(number)
        return status

    return call


def _with_outputs(
    ctype: CFunctionType, function: Callable[..., Any], marshal: Marshal, objects: ObjectTable
) -> _Call:
    """The call of a function that returns a status and gives results through pointers."""
    tabled, inputs, results, finish = marshal.tabled(), marshal.inputs(), marshal.results(), marshal.finish()
    live, find, add = objects.live, objects.find, objects.add
    phase_one = ctype.outputs == (WORKSPACE, EXECUTOR)
    first, names = len(ctype.inputs), tuple(name for _, name in ctype.outputs)
    if not first and len(names) == 1 and not results:
        null = names[0]
        return lambda address: function() if address else function(null_outputs=null)

    def call(*words: int) -> Any:
        values: list[Any] = list(words[:first])
        addresses = words[first:]
        for position in tabled:
            word = words[position]
            values[position] = live[word] if word in live else find(word)
        for position, convert in inputs:
            values[position] = convert(words[position], values)
        if 0 in addresses:
            nulls = tuple(name for name, word in zip(names, addresses, strict=True) if not word)
            result = function(*values, null_outputs=nulls)
        else:
            result = function(*values)
        status = result[0]
        if finish is not None:
            finish(status, words, values)
        if status or not results:
            return status or result  # the outputs of a failed call mean nothing
        if phase_one:
            return status, result[1], add(result[2])
        answer = list(result)
        for position, store in results:
            answer[position] = store(answer[position], addresses[position - 1])
        return tuple(answer)

    return call


def _refusal(ctype: CFunctionType) -> _Call:
    """The call of a function that has no face because it is never emulated."""
    name = ctype.name
    return lambda *_words: guarded(name, lambda: refuse_helper(name), args=(), fallback=None)[0]


_bridge: Bridge | None = None


def bind(name: str, signature: str) -> _Call | None:
    """See `Bridge.bind`; the libraries call it by this name.

    Raises:
        RuntimeError: no library has called `install`.
    """
    if _bridge is None:
        raise RuntimeError(f"{name}: the bridge is not installed")
    return _bridge.bind(name, signature)


def keep_fault(name: str, error: Exception) -> None:
    """Keep the text of a fault of the bridge itself, whose code the library gives."""
    record(error, name, aclnn=name.startswith("aclnn"))


def install(ffi: Any, lib: Any) -> None:
    """Connect the function by which threads of C enter, and make the bridge.

    Args:
        ffi: cffi's, of the embedding library.
        lib: its C functions.
    """
    global _bridge  # noqa: PLW0603 - one bridge a process, as one interpreter
    _bridge = Bridge(CMemory(ffi, lib.malloc))
    ffi.def_extern(name="aclnn_emu_enter", error=0)(lambda: DONE)
