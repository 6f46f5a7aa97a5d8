"""Cases of the runtime functions that are not emulated: each refuses with its code, and none pretends.

They are the emulator's own; a card has these functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aclnn_emu.abi.prototypes import runtime_functions, structures
from aclnn_emu.boundary import api_functions
from aclnn_emu.boundary.coerce import HANDLES, is_callback, pointee
from aclnn_emu.conformance.cases import Call, Case

__all__ = ["refusal_cases"]

_ID = "ACL-FACE-003"


def refusal_cases() -> Iterator[Case]:
    """One for each function: zeros and null pointers in, its documented code and a text out.

    Left out are functions that return a value, and one that takes a structure by value, which no case can hold.
    """
    emulated = api_functions()
    for name, prototype in runtime_functions().items():
        by_value = any(p.ctype.removeprefix("const ") in structures() for p in prototype.inputs)
        if name not in emulated and prototype.returns_status and not by_value:
            args = tuple(_nothing(p.ctype) for p in prototype.inputs if p.name != "...")
            yield Case(
                id=f"runtime/{name}-refused",
                subject=name,
                soc="",
                rule="refused",
                calls=(Call(name, args, prototype.not_supported_status, _ID),),
                source="emulator choice: not emulated; see docs/coverage.md",
                emulator_only="CANN has the function",
            )


def _nothing(ctype: str) -> Any:
    base, stars = pointee(ctype)
    return None if stars or base in HANDLES or is_callback(base) else 0
