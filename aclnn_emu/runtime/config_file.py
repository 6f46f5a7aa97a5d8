"""The configuration file that aclInit reads.

The order of the checks, and the code of each, follow runtime src/acl/aclrt_impl/acl.cpp (aclInitImpl) and
src/acl/common/json_parser.cpp.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from aclnn_emu.errors import (
    AclFailure,
    AclInvalidFile,
    AclInvalidParam,
    AclNotSupported,
    AclParseFile,
    RtInvalidDevice,
)

if TYPE_CHECKING:
    from aclnn_emu.runtime.initialise import InitState

__all__ = ["ConfigFile", "read_config_file"]

_MOST_BYTES = 10 * 1024 * 1024
_MOST_DEPTH = 10
_STACK_SIZES = ("aicore_stack_size", "simt_stack_size", "simt_divergence_stack_size")
_FIFO_SIZES = ("simd_printf_fifo_size_per_core", "simt_printf_fifo_size")
_NOT_EMULATED = ("dump", "profiler")


class ConfigFile(NamedTuple):
    """What a configuration says.

    Attributes:
        digest: 64-bit hash of its content.
        shared_errors: err_msg_mode is "1".
        default_device: the configured default device, None for none.
    """

    digest: int
    shared_errors: bool = False
    default_device: int | None = None


def read_config_file(path: str, state: InitState, device_count: int) -> ConfigFile:
    """Read and judge the file. An empty path is an empty file.

    Raises:
        AclInvalidFile: (100003) no readable regular file of at most 10 MiB.
        AclParseFile: (100006) nested too deep, or not JSON.
        AclInvalidParam: (100000) other content than at the first aclInit, or a wrong setting.
        AclFailure: (500001) a wrong stack size or default device.
        RtInvalidDevice: (107001) the default device does not exist.
        AclNotSupported: (200001) a setting that is not emulated.
    """
    content = _read(path) if path else b""
    digest = hash(content)
    if state.digest is not None and digest != state.digest:
        raise AclInvalidParam("ACL-INIT-004", path=path or "null", first=state.path or "null")
    if not path:
        return ConfigFile(digest)
    settings = _parse(path, content)
    shared = _flag(path, settings, "err_msg_mode")
    for name in _NOT_EMULATED:
        if settings.get(name):
            raise AclNotSupported("ACL-INIT-007", path=path, name=name)
    _check_stack_sizes(path, settings)
    default_device = _default_device(path, settings, device_count)
    _check_fifo_sizes(path, settings)
    _flag(path, _inner(settings, "acl_graph"), "event_mode")
    return ConfigFile(digest, shared, default_device)


def _read(path: str) -> bytes:
    try:
        info = os.stat(path)  # noqa: PTH116 - bytes and str paths alike, no Path needed
        if not stat.S_ISREG(info.st_mode):
            # The content of what is no file counts as empty until the parser looks at its kind.
            return b""
        if info.st_size > _MOST_BYTES:
            raise AclInvalidFile(
                "ACL-INIT-002", path=path, reason=f"{info.st_size} bytes are more than 10 MiB"
            )
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AclInvalidFile("ACL-INIT-002", path=path, reason=reason) from None


def _parse(path: str, content: bytes) -> dict[str, Any]:
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
        raise AclInvalidFile("ACL-INIT-002", path=path, reason="it is no regular file")
    if not content:
        return {}
    text = content.split(b"\0", 1)[0]
    for brackets, name in ((rb"[{}]", "objects"), (rb"[\[\]]", "arrays")):
        depth = _deepest(re.findall(brackets, text))
        if depth > _MOST_DEPTH:
            raise AclParseFile(
                "ACL-INIT-003", path=path, reason=f"{depth} nested {name} are more than {_MOST_DEPTH}"
            )
    try:
        parsed = json.loads(text.decode("utf-8-sig") or "{}", parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise AclParseFile("ACL-INIT-003", path=path, reason=str(error)) from None
    return parsed if isinstance(parsed, dict) else {}


def _deepest(brackets: list[bytes]) -> int:
    """The deepest nesting, counted over the brackets as CANN does: also those inside strings."""
    depth = deepest = 0
    for bracket in brackets:
        depth = depth + 1 if bracket in b"{[" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _inner(settings: dict[str, Any], name: str) -> dict[str, Any]:
    inner = settings.get(name)
    return inner if isinstance(inner, dict) else {}


def _flag(path: str, section: dict[str, Any], name: str) -> bool:
    value = section.get(name, "0")
    if value not in ("0", "1"):
        raise _wrong(AclInvalidParam, path, name, value, 'the string "0" or "1"')
    return bool(value == "1")


def _check_stack_sizes(path: str, settings: dict[str, Any]) -> None:
    sizes = _inner(settings, "StackSize")
    for name in _STACK_SIZES:
        if name in sizes and not isinstance(sizes[name], (int, float)):
            raise _wrong(AclFailure, path, f"StackSize.{name}", sizes[name], "a number of bytes")


def _check_fifo_sizes(path: str, settings: dict[str, Any]) -> None:
    for name in _FIFO_SIZES:
        if name in settings and not re.fullmatch(r"[1-9]\d*", json.dumps(settings[name])):
            raise _wrong(AclInvalidParam, path, name, settings[name], "a whole number above 0")


def _default_device(path: str, settings: dict[str, Any], device_count: int) -> int | None:
    section = _inner(settings, "defaultDevice")
    if "default_device" not in section:
        return None
    value = section["default_device"]
    if not isinstance(value, str) or not re.fullmatch(r"0|[1-9]\d*", value, re.ASCII):
        raise _wrong(
            AclFailure, path, "defaultDevice.default_device", value, 'a string of digits such as "0"'
        )
    if len(value) > 9 or int(value) >= device_count:
        raise RtInvalidDevice("ACL-DEV-001", function="aclInit", got=value, count=device_count)
    return int(value)


def _wrong(
    error: Callable[..., AclInvalidParam | AclFailure], path: str, name: str, value: Any, allowed: str
) -> AclInvalidParam | AclFailure:
    return error("ACL-INIT-005", path=path, name=name, got=json.dumps(value), allowed=allowed)
