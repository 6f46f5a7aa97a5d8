"""An operator with what the generator knows of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import attrs

from aclnn_emu.conformance import derive
from aclnn_emu.conformance.oracle import Args, Rule, State
from aclnn_emu.conformance.readings import READINGS, Reading
from aclnn_emu.ops import operators
from aclnn_emu.runtime.profile import PROFILES

if TYPE_CHECKING:
    from aclnn_emu.plan.spec import Operator

__all__ = ["Subject", "subject"]


@attrs.frozen
class Subject:
    """An operator with what the generator knows of it.

    Attributes:
        operator: the declaration, of which only the prototype is used.
        rules: to judge by.
        base: arguments that pass, or are plain.
        read: the rules come from the source and tell what passes; else only refusals become cases.
        source: of the expectations.
        reading: the reading, None where there is none.
    """

    operator: Operator
    rules: tuple[Rule, ...]
    base: Args
    read: bool
    source: str
    reading: Reading | None

    def of(self, *kinds: str) -> list[str]:
        """Names of the parameters of these kinds that are given in the base call."""
        return [p.name for p in self.operator.params if p.kind in kinds and self.base[p.name] is not None]

    @property
    def tensors(self) -> list[str]:
        """The tensor parameters."""
        return self.of("tensor")

    def fitted(self, args: Args) -> Args:
        """The arguments with out in the shape of the result, where one is known."""
        reading = self.reading
        if reading is None or reading.result is None or args.get(reading.out) is None:
            return args
        state = State(dict(args), PROFILES["Ascend910B"])
        try:
            shape = reading.result(state)
        except (AttributeError, ValueError, IndexError, TypeError):  # the inputs have no result
            return args
        return {**args, reading.out: attrs.evolve(args[reading.out], shape=shape, strides=None)}


@cache
def subject(name: str) -> Subject:
    """The operator with this C name."""
    operator = operators()[name]
    reading = READINGS.get(name)
    if reading is None:
        rules, base = derive.rules_of(operator), derive.base_of(operator)
        return Subject(operator, rules, base, read=False, source="declaration", reading=None)
    return Subject(operator, reading.rules, reading.base, read=True, source=reading.source, reading=reading)
