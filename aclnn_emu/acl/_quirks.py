"""What single pyACL wrappers do beside parsing by type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["AFTER", "BEFORE", "PARSERS"]

_KEY_LIMIT = 1024


def _short(position: int, name: str) -> Callable[..., None]:
    def check(*values: Any) -> None:
        if values[position] >= _KEY_LIMIT:
            raise ValueError(f"{name} is {values[position]}, it must be below {_KEY_LIMIT}")

    return check


def _timeout(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value < 1 << 32:
        raise TypeError(f"must be an int from 0 to 2**32 - 1, not {value!r}")
    return value


def _names_given(_handle: int, func_name: str, kernel_name: str) -> None:
    if not func_name or not kernel_name:
        raise ValueError("acl.rt.register_cpu_func: a name is empty")


def _raise_on_failure(result: Any) -> Any:
    if result[-1] != 0:
        raise RuntimeError(f"acl.rt.get_group_info_detail failed with {result[-1]}")
    return result


def _with_reserved(result: tuple[dict[str, Any] | None, int]) -> tuple[dict[str, Any], int]:
    attributes, ret = result
    return {**(attributes or {"location": {"id": 0, "type": 0}, "page_size": 0}), "rsv": [0, 0, 0, 0]}, ret


# Arguments that are not parsed by their type.
PARSERS: dict[tuple[str, int], Callable[[Any], Any]] = {("acl.rt.wait_and_reset_notify", 2): _timeout}

# Run on the parsed arguments before the C call.
BEFORE: dict[str, Callable[..., None]] = {
    "acl.rt.ipc_mem_get_export_key": _short(2, "key_len"),
    "acl.rt.notify_get_export_key": _short(1, "key_len"),
    "acl.rt.get_function_name": _short(1, "max_len"),
    "acl.rt.register_cpu_func": _names_given,
}

# Run on the result.
AFTER: dict[str, Callable[[Any], Any]] = {
    "acl.rt.get_group_info_detail": _raise_on_failure,
    "acl.rt.pointer_get_attributes": _with_reserved,
}
