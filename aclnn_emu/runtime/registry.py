"""The registry of runtime functions: C name -> the Python function that does it.

The faces (`aclnn`, `acl`, later the C libraries) are made from this table, so a function is written
once. Convention of a registered function: positional parameters are the C function's *inputs* in C
order (behind them, with defaults, may be what other C functions say that end in it); it returns its outputs in C order (None for no output, the bare value for one, a tuple for
several) and raises `EmuError` for a failure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

__all__ = ["API_FUNCTIONS", "ApiFunction", "api"]

_F = TypeVar("_F", bound=Callable[..., Any])


@attrs.frozen
class ApiFunction:
    """One runtime function.

    Attributes:
        name: the C name.
        function: does the work.
        returns_value: the C function returns a value in place of a status (aclrtGetSocName).
        nullable_outputs: names of output parameters that may be a null pointer.
    """

    name: str
    function: Callable[..., Any]
    returns_value: bool = False
    nullable_outputs: tuple[str, ...] = ()


API_FUNCTIONS: dict[str, ApiFunction] = {}


def api(
    name: str, *, returns_value: bool = False, nullable_outputs: tuple[str, ...] = ()
) -> Callable[[_F], _F]:
    """Register the decorated function under its C name."""

    def register(function: _F) -> _F:
        if name in API_FUNCTIONS:
            raise ValueError(f"{name} is registered twice")
        API_FUNCTIONS[name] = ApiFunction(name, function, returns_value, nullable_outputs)
        return function

    return register
