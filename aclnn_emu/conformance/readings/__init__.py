"""The rules of each operator, read from its source and page, independently of its declaration.

Each reading lists the checks in the vendor's order with the vendor's lists, then what the L0 steps behind them refuse,
and a call that passes. They were written from the files that are named, not from `aclnn_emu.ops`; a declaration with a
wrong order, a wrong list or a plan that fails differs from its reading in some generated case.
"""

from __future__ import annotations

from collections.abc import Mapping

from aclnn_emu.conformance.readings import (
    arithmetic,
    conversions,
    losses,
    one_operand,
    reductions,
    two_operands,
)
from aclnn_emu.conformance.readings.rules import Reading

__all__ = ["READINGS", "Reading"]

READINGS: Mapping[str, Reading] = {
    **arithmetic.READINGS,
    **losses.READINGS,
    **reductions.READINGS,
    **conversions.READINGS,
    **one_operand.READINGS,
    **two_operands.READINGS,
}
