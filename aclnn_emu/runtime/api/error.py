"""Error texts and the last error."""

from __future__ import annotations

from aclnn_emu.runtime.checks import require_value
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api

__all__: list[str] = []


@api("aclGetRecentErrMsg", returns_value=True)
def get_recent_err_msg() -> str | None:
    """Texts of the thread's failed calls, newest first; None when it never had one.

    Reading empties the collector, not the buffer: without a new error the same text comes again, and new
    text is put in front of the old.
    """
    return machine().recent_error()


def _check_level(level: int, *, function: str) -> None:
    require_value(level, (0,), "ACL_RT_THREAD_LEVEL (0)", function=function, parameter="level")


@api("aclrtGetLastError", returns_value=True)
def get_last_error(level: int) -> int:
    """The last code that the runtime layer returned to this thread, and forget it; 0 for none.

    Raises:
        AclInvalidParam: (100000) `level` is not 0.
    """
    _check_level(level, function="aclrtGetLastError")
    thread = machine().thread()
    code, thread.last_error = thread.last_error, 0
    return code


@api("aclrtPeekAtLastError", returns_value=True)
def peek_at_last_error(level: int) -> int:
    """The last code that the runtime layer returned to this thread; 0 for none.

    Raises:
        AclInvalidParam: (100000) `level` is not 0.
    """
    _check_level(level, function="aclrtPeekAtLastError")
    return machine().thread().last_error
