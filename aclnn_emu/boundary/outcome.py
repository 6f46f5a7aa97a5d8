"""From an exception to a status: the number, the text for aclGetRecentErrMsg, the last runtime error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.errors import (
    AclInternal,
    AclnnError,
    EmuError,
    InnerError,
    RtError,
    RuntimeFailure,
)
from aclnn_emu.runtime.machine import machine

if TYPE_CHECKING:
    from logging import Logger

__all__ = ["record"]

_FRAMES = 3


def record(error: Exception, function: str, *, aclnn: bool) -> int:
    """Keep the text of a failure for the calling thread and give its status.

    Args:
        error: what the function raised; anything but an `EmuError` is a fault of the emulator.
        function: C name of the function that failed.
        aclnn: the function belongs to the operator API, whose callers see a runtime failure as 361001.
    """
    known = error if isinstance(error, EmuError) else _unforeseen(error, function, aclnn=aclnn)
    _remember(known, function)
    if aclnn and not isinstance(known, AclnnError):
        return RuntimeFailure.status
    return known.status


def _unforeseen(error: Exception, function: str, *, aclnn: bool) -> EmuError:
    import traceback  # a program without such errors need not load it

    # The last frames say where; the whole traceback goes to the log.
    _log().error("unforeseen exception in %s", function, exc_info=error)
    last = "".join(
        traceback.format_exception(type(error), error, error.__traceback__, limit=-_FRAMES)
    ).strip()
    if aclnn:
        return InnerError("ACLNN-CALL-004", function=function, trace=last)
    return AclInternal("ACL-FACE-004", function=function, trace=last)


def _log() -> Logger:
    import logging  # as above

    return logging.getLogger("aclnn_emu")


def _remember(error: EmuError, function: str) -> None:
    try:
        current = machine()
    except EmuError as refusal:  # the environment makes no machine possible: no thread keeps a text
        _log().error("%s: %s", function, refusal)
        return
    current.record_error(error)
    cause = error.__cause__
    if isinstance(cause, RtError):  # crossed into the operator API, the runtime still saw it
        current.thread().last_error = cause.status
