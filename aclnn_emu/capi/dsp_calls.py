"""What the functions of libdspops do: the DSP functions of `aclnn_emu.dsp` as C programs see them.

The operator functions return nothing, so whatever is to be said goes to standard error and to the device's
diagnostics. The functions of ``dsp_emu.h`` answer 0, or -1 after a message.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np

from aclnn_emu import dsp
from aclnn_emu.capi.dspops import DSP_FUNCTIONS, OPERATOR_HEADER, DspFunction
from aclnn_emu.capi.memory import CMemory
from aclnn_emu.dsp.device import open_from_environment
from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.host import HostMemory

__all__ = ["dsp_call"]

_MASK = (1 << 64) - 1
_HIGHEST = (1 << 32) - 1  # of the DSP's addresses
_PARAM = struct.Struct("<3q")
_FRAMES = 3
_DEFAULT_POLICY = "record"
# How C says what the texts say for Python.
_IN_C = {
    "device.memory.map() lists them": "`aclnn-emu dsp map` lists them",
    "with dsp.core(": "dsp_emu_set_core(",
}


class _Messages:
    """Findings on standard error, each once, whichever thread's call made it."""

    def __init__(self) -> None:
        self.loud = True
        self._lock = threading.Lock()
        self._device: dsp.Device | None = None
        self._last: dsp.Entry | None = None

    def watch(self, device: dsp.Device) -> None:
        """What this device has found so far is not said."""
        with self._lock:
            if device is not self._device:
                self._device, self._last = device, next(reversed(device.diagnostics), None)

    def say_new(self, device: dsp.Device) -> None:
        """Print what was found since; notes are not printed."""
        with self._lock:
            if device is not self._device:
                return
            entries, new = list(device.diagnostics), []
            for entry in reversed(entries):
                if entry is self._last:
                    break
                new.append(entry)
            self._last = entries[-1] if entries else None
        for entry in reversed(new):
            if entry.severity > dsp.Severity.NOTE:
                self.say(f"{entry.severity.name.lower()}: {_words(entry)}")

    def say(self, text: str) -> None:
        """Print a line."""
        if self.loud and sys.stderr is not None:
            sys.stderr.write(f"aclnn_emu: {text}\n")
            sys.stderr.flush()


_messages = _Messages()
_host = HostMemory()


def _words(entry: dsp.Entry) -> str:
    text = str(entry)
    for python, c in _IN_C.items():
        text = text.replace(python, c)
    if entry.code is dsp.Code.UNMAPPED and (entry.address or 0) > _HIGHEST:
        text += " Host memory is no memory of the DSP: copy the data there with dsp_emu_write."
    return text


def _device() -> dsp.Device:
    device = dsp.current_device(policy=_DEFAULT_POLICY)
    _messages.watch(device)
    return device


def dsp_call(declared: DspFunction, memory: CMemory) -> Callable[..., int]:
    """What does the work of a C function.

    Args:
        declared: the function.
        memory: access to the program's memory.
    """
    ctype = declared.ctype
    run = _operator(ctype.name) if declared.header == OPERATOR_HEADER else _CONTROLS[ctype.name]

    def call(*words: int) -> int:
        try:
            return run(memory, *words)
        except (ValueError, dsp.DspError) as error:
            _messages.say(f"error: {ctype.name}: {error}")
        except Exception as error:  # noqa: BLE001 - this is where exceptions end; the failure value stays
            lines = traceback.format_exception(type(error), error, error.__traceback__, limit=-_FRAMES)
            _messages.say(f"fault of the emulator in {ctype.name}\n{''.join(lines).rstrip()}")
        return ctype.failure

    return call


def _operator(name: str) -> Callable[..., int]:
    function: Callable[..., None] = getattr(dsp, name)
    first_after = [parameter for _, parameter in DSP_FUNCTIONS[name].ctype.inputs].index("param")

    def run(_memory: CMemory, *words: int) -> int:
        device = _device()
        pointers, param, mask = words[:first_after], words[first_after], words[first_after + 1 :]
        try:
            # The mask is an int: as Python sees it, it has 32 bits and no sign.
            function(*pointers, _param(device, param), *(word & 0xFFFF_FFFF for word in mask))
        except (ValueError, dsp.DspError) as error:
            if isinstance(error, ValueError):  # the selected core is none of this platform
                _messages.say(f"error: {name}: {error}")
            _messages.say_new(device)  # the entries of a DspError are in the diagnostics
            if device.policy is dsp.Policy.RAISE:
                _messages.say('aborted, as the policy "raise" says; dsp_emu_set("policy", "record") goes on')
                os.abort()
        _messages.say_new(device)
        return 0

    return run


def _param(device: dsp.Device, word: int) -> int | tuple[int, ...]:
    """The address where the DSP has memory there, else the three numbers that the host has there.

    Programs with addresses below 4 GiB (static, or without position independence) keep their arrays there, too.
    """
    if not word or device.platform.place(word, dsp.current_core(device.platform)) is not None:
        return word
    seen = _host_bytes(word, _PARAM.size, write=False)
    return word if seen is None else _PARAM.unpack(seen.tobytes())


def _host_bytes(address: int, nbytes: int, *, write: bool) -> Any:
    """A view of the process's memory; None where it has none that can be read or written."""
    try:
        return _host.view(address, nbytes, write=write, function="dsp_emu", parameter="data")
    except EmuError:
        return None


def _checked_bytes(address: int, nbytes: int, *, write: bool) -> Any:
    if not nbytes:
        return np.empty(0, np.uint8)
    found = _host_bytes(address, nbytes, write=write) if address + nbytes <= _MASK else None
    if found is None:
        use = "written" if write else "read"
        raise ValueError(
            f"data is {address:#x}, from where {nbytes} bytes cannot be {use} in this process; "
            "the destination comes first, as in memcpy"
        )
    return found


def _on_memory(work: Callable[[dsp.Device], None]) -> int:
    """Do it; findings go where those of the operator functions go, under every policy."""
    device = _device()
    try:
        work(device)
    except dsp.DspError as error:
        device.diagnostics.extend(error.entries)
        _messages.say_new(device)
        return -1
    return 0


def _open(memory: CMemory, platform: int) -> int:
    _messages.watch(open_from_environment(memory.read_string(platform), policy=_DEFAULT_POLICY))
    return 0


_OPTIONS = ("policy", "denominator", "half_mode", "messages")


def _set(memory: CMemory, option: int, value: int) -> int:
    name, wanted = memory.read_string(option), memory.read_string(value)
    if name not in _OPTIONS:
        raise ValueError(f"option is {name!r}; allowed are {', '.join(map(repr, _OPTIONS))}")
    if name == "messages":
        if wanted not in ("stderr", "none"):
            raise ValueError(f"messages is {wanted!r}; allowed are 'stderr', 'none'")
        _messages.loud = wanted == "stderr"
    else:
        setattr(_device(), name, wanted)
    return 0


def _set_core(_memory: CMemory, core: int) -> int:
    number, platform = _signed(core), _device().platform
    if not 0 <= number < platform.cores:
        raise ValueError(f"core is {number}; {platform.name} has cores 0 to {platform.cores - 1}")
    dsp.set_core(number)
    return 0


def _write(_memory: CMemory, address: int, data: int, nbytes: int) -> int:
    source = _checked_bytes(data, nbytes, write=False)
    return _on_memory(lambda device: device.memory.write(address, source))


def _read(_memory: CMemory, data: int, address: int, nbytes: int) -> int:
    target = _checked_bytes(data, nbytes, write=True)

    def copy(device: dsp.Device) -> None:
        target[:] = device.memory.read(address, np.uint8, nbytes)

    return _on_memory(copy)


def _fill(_memory: CMemory, address: int, value: int, nbytes: int) -> int:
    return _on_memory(lambda device: device.memory.fill(address, nbytes, value & 0xFF))


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _entry(index: int) -> dsp.Entry | None:
    entries = list(_device().diagnostics)
    return entries[index] if index < len(entries) else None


def _count(_memory: CMemory) -> int:
    return len(_device().diagnostics)


def _code(_memory: CMemory, index: int) -> int:
    entry = _entry(index)
    return -1 if entry is None else int(entry.code)


def _severity(_memory: CMemory, index: int) -> int:
    entry = _entry(index)
    return -1 if entry is None else int(entry.severity)


def _text(memory: CMemory, index: int) -> int:
    entry = _entry(index)
    return 0 if entry is None else memory.latest_string(_words(entry))


def _clear(_memory: CMemory) -> int:
    _device().diagnostics.clear()
    return 0


_CONTROLS: dict[str, Callable[..., int]] = {
    "dsp_emu_open": _open,
    "dsp_emu_set": _set,
    "dsp_emu_set_core": _set_core,
    "dsp_emu_write": _write,
    "dsp_emu_read": _read,
    "dsp_emu_fill": _fill,
    "dsp_emu_diagnostic_count": _count,
    "dsp_emu_diagnostic_code": _code,
    "dsp_emu_diagnostic_severity": _severity,
    "dsp_emu_diagnostic_text": _text,
    "dsp_emu_clear_diagnostics": _clear,
}
