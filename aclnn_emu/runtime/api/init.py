"""aclInit, aclFinalize and their aclnn twins."""

from __future__ import annotations

import os
from typing import Any

from aclnn_emu.errors import AclInvalidParam, AclRepeatFinalize, AclRepeatInitialize
from aclnn_emu.runtime.checks import is_null
from aclnn_emu.runtime.handles import describe_value
from aclnn_emu.runtime.initialise import NO_CONTENT
from aclnn_emu.runtime.machine import Machine, machine
from aclnn_emu.runtime.registry import api

__all__: list[str] = []


def _path_text(path: Any) -> str:
    if is_null(path):
        return ""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise AclInvalidParam(
            "ACL-CALL-006",
            function="aclInit",
            parameter="configPath",
            ctype="const char *",
            got=describe_value(path),
        ) from None


@api("aclInit")
def init(config_path: Any) -> None:
    """Initialise the process; the count goes up also when it was initialised before.

    Raises:
        AclRepeatInitialize: (100002) it is initialised; tested before the path is looked at.
        See `config_file.read_config_file` for the rest.
    """
    current = machine()
    with current.lock:
        state = current.init
        if state.count > 0:
            state.count += 1
            raise AclRepeatInitialize("ACL-INIT-001", count=state.count)
        path = _path_text(config_path)
        digest, shared_errors, default_device = NO_CONTENT, False, None
        if path or state.digest not in (None, NO_CONTENT):
            from aclnn_emu.runtime.config_file import read_config_file  # most programs pass no path

            digest, shared_errors, default_device = read_config_file(path, state, len(current.devices))
        if state.digest is None:
            state.digest, state.path = digest, path
        state.shared_errors = shared_errors
        state.default_device = default_device
        state.count, state.finalized = 1, False
    current.emit("initialize", {"count": 1})


def _tear_down(current: Machine) -> None:
    """The end of the process's initialisation. Devices, contexts and memory stay, as on the real runtime."""
    state = current.init
    state.count, state.finalized, state.default_device = 0, True, None
    current.emit("finalize", {"count": 0})


@api("aclFinalize")
def finalize() -> None:
    """Tear down at once, however many aclInit calls were made; also when there was none.

    Raises:
        AclRepeatFinalize: (100037) the last finalize tore down and no aclInit came since.
    """
    current = machine()
    with current.lock:
        if current.init.finalized:
            raise AclRepeatFinalize("ACL-INIT-006", function="aclFinalize")
        _tear_down(current)


@api("aclFinalizeReference", nullable_outputs=("refCount",))
def finalize_reference() -> int:
    """Take one aclInit back; the last one tears down. Returns the count that is left.

    Raises:
        AclRepeatFinalize: (100037) the count is 0.
    """
    current = machine()
    with current.lock:
        if current.init.count < 1:
            raise AclRepeatFinalize("ACL-INIT-006", function="aclFinalizeReference")
        if current.init.count > 1:
            current.init.count -= 1
        else:
            _tear_down(current)
        return current.init.count


@api("aclnnInit")
def aclnn_init(config_path: Any) -> None:
    """Initialise the operator API: nothing to do, and no path is ever refused.

    Source: opbase src/nnopbase/common/api/aclnn_init.cpp.
    """


@api("aclnnFinalize")
def aclnn_finalize() -> None:
    """End the operator API: nothing to do."""
