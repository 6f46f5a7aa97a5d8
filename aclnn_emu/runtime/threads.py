"""What the runtime keeps for each thread: its current context, last error and error texts."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from aclnn_emu.errors import EmuError
    from aclnn_emu.runtime.context import Context
    from aclnn_emu.runtime.device import Device

__all__ = ["ErrorCollector", "ThreadState", "thread_tag"]

# What CANN prints before a code. Source: runtime src/dfx/error_manager/error_code.json.
_TITLES = {
    "EE1002": "Execution_Error_Stream_Synchronize_Timeout",
    "EE1010": "Execution_Error_Invalid_Context",
    "EE1013": "Resource_Error_Insufficient_Host_Memory",
    "EE1018": "Invalid_Argument_API_Call_Sequence",
    "EE1019": "Execution_Error",
    "EE2002": "Config_Error_Invalid_Environment_Variable",
    "EH0003": "File_Operation_Error_Invalid_Path",
    "EH0004": "File_Operation_Error",
    "EZ1001": "AclNN_Parameter_Error",
    "EZ9903": "AclNN_Runtime_Error",
    "EZ9999": "AclNN_Inner_Error",
} | dict.fromkeys(("EE1004", "EH0002", "EH0008", "EH0014"), "Invalid_Argument_Null_Pointer")
_TITLES |= dict.fromkeys(("EE1005", "EE1006", "EE1016", "EH0006", "EH0011"), "Not_Supported")
_TITLES |= dict.fromkeys(("EE1021", "EE1023"), "Resource_Error")

_MOST_TEXTS = 128
_MOST_CHARACTERS = 1 << 18


def _now() -> str:
    seconds, micros = divmod(time.time_ns() // 1000, 1_000_000)
    stamp = time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime(seconds))
    return f"{stamp}.{micros // 1000:03d}.{micros % 1000:03d}"


class ErrorCollector:
    """The texts of failed calls until someone reads them.

    Reading empties the collector but not the buffer behind the returned text: the next read without a
    new error returns the same again, and new text is put in front of the old. Newest first, duplicates
    dropped. We forget the oldest beyond 128 unread errors and 256 Ki characters.
    Source: runtime src/acl/aclrt_impl/acl.cpp, src/dfx/error_manager/error_manager.cc.
    """

    def __init__(self) -> None:
        self._items: dict[tuple[str, str], tuple[str, str]] = {}

    def add(self, error: EmuError, *, tag: str = "") -> None:
        """Keep the error's text; `tag` names the thread when several share the collector."""
        key = (error.code, f"[{error.message_id}] {error.text}{tag}")
        if key not in self._items:
            self._items[key] = (_now(), error.solution)
            if len(self._items) > _MOST_TEXTS:
                del self._items[next(iter(self._items))]

    def take(self) -> str:
        """All texts as one, and forget them; empty when there are none."""
        items, self._items = list(self._items.items()), {}
        items.reverse()
        for index, ((code, _), _) in enumerate(items):
            if not code.endswith("9999"):  # a named error leads; inner ones are its traceback
                items.insert(0, items.pop(index))
                break
        lines: list[str] = []
        for index, ((code, text), (when, solution)) in enumerate(items):
            if index == 0:
                title = _TITLES.get(code, "Inner_Error" if code.endswith("9999") else "Invalid_Argument")
                if code.endswith("9999"):
                    lines.append(f"{code}: Internal error!")
                lines.append(f"[PID: {os.getpid()}] {when} {title}({code}): {text}")
                lines.append(f"        Solution: {solution}")
            else:
                if index == 1:
                    lines.append("TraceBack (most recent call last):")
                lines.append(f"        {text}")
        return "".join(f"{line}\n" for line in lines)


@attrs.define(eq=False)
class ThreadState:
    """One thread's view of the machine.

    A thread is bound to a device (aclrtSetDevice: then the device's primary context of the moment is
    current, also one made anew after a reset), to a context (aclrtCreateContext, aclrtSetCurrentContext),
    or to nothing.

    Attributes:
        last_error: the code that aclrtGetLastError returns; 0 for none.
        last_failure: what the thread's newest failed call raised.
        error_text: texts that aclGetRecentErrMsg has not read.
        error_buffer: what it returned last.
        ts_id: the task scheduler chosen by aclrtSetTsDevice.
        latest: what was current when somebody last looked; it is current while it lives.
    """

    last_error: int = 0
    last_failure: EmuError | None = None
    error_text: ErrorCollector = attrs.field(factory=ErrorCollector)
    error_buffer: str = ""
    ts_id: int = 0
    latest: Context | None = None
    _device: Device | None = None

    @property
    def context(self) -> Context | None:
        """The current context, None when there is none or it was destroyed."""
        context = self.latest
        if context is not None and context.alive:
            return context
        if self._device is None:
            return None
        self.latest = self._device.primary
        return self.latest

    @context.setter
    def context(self, context: Context | None) -> None:
        self.latest = context
        self._device = None

    @property
    def bound(self) -> bool:
        """A device or context was chosen, even if it is gone by now."""
        return self.latest is not None or self._device is not None

    def bind_device(self, device: Device) -> None:
        """Make the device's primary context current and drop an explicit one."""
        self._device = device
        self.latest = device.primary

    def recent_error(self, shared: ErrorCollector | None) -> str | None:
        """What aclGetRecentErrMsg returns; `shared` is the process's collector in err_msg_mode 1."""
        text = (self.error_text if shared is None else shared).take()
        if text:
            self.error_buffer = (
                f"{text}\n{self.error_buffer}"[:_MOST_CHARACTERS] if self.error_buffer else text
            )
        return self.error_buffer or None


def thread_tag() -> str:
    """How a line of a shared collector names its thread."""
    return f"[THREAD:{threading.get_native_id()}]"
