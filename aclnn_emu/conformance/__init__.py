"""The conformance kit: one set of status-code tests for the emulator, the C libraries and a real NPU.

    from aclnn_emu.conformance import expect, tensor

    expect("aclnnSigmoid", {"self": None, "out": tensor("FLOAT", (2, 3))}, status=161001, message="ACLNN-PARAM-001")

`generate` makes the cases of an operator, `runtime_cases` those of the runtime; `backends` runs calls in process, through
the toolkit's libraries or through a CANN installation; `runner` compares, `report` writes, `plugin` is for pytest.
The expectation of a case never comes from the operator under test: `readings` holds the rules of each operator as its
source lists them, `oracle` applies them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aclnn_emu.conformance.write import expect, floats, ints, scalar, tensor

__all__ = ["expect", "floats", "ints", "scalar", "tensor"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from aclnn_emu.conformance import write  # pytest loads this package for every test run

        return getattr(write, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
