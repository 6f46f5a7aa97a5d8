"""One call of an operator function: what was passed, what was found, and whether it goes on."""

from __future__ import annotations

from typing import Any, NamedTuple

import attrs
import numpy as np

from aclnn_emu.dsp.device import Device
from aclnn_emu.dsp.diagnostics import DspError, Entry, Policy, Severity, make_entry
from aclnn_emu.dsp.platform import DTYPES

__all__ = ["Call", "Operand"]


class Operand(NamedTuple):
    """A pointer argument.

    Attributes:
        argument: its name.
        address: its value.
        elements: how many elements the function uses there.
        itemsize: bytes of an element.
        each: every element is used for the result's element of the same index; False for what all of them need
            (a scalar, param).
        tensor: it is one of the arrays that the function works on; the others (param) may lie anywhere where all
            working cores see the same.
    """

    argument: str
    address: int
    elements: int
    itemsize: int
    each: bool = True
    tensor: bool = True

    @property
    def nbytes(self) -> int:
        """How many bytes the function uses there."""
        return self.elements * self.itemsize


@attrs.define(eq=False)
class Call:
    """A call.

    Attributes:
        device: where.
        function: the function's name.
        prefix: the dtype part of that name.
        shared: whether it is the shared version (_s).
        core: the core that calls.
        found: the findings so far.
    """

    device: Device
    function: str
    prefix: str
    shared: bool
    core: int
    found: list[Entry] = attrs.field(factory=list)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of the elements in memory."""
        return DTYPES[self.prefix]

    def note(
        self,
        message_id: str,
        *,
        argument: str = "",
        address: int | None = None,
        size: int | None = None,
        **values: Any,
    ) -> None:
        """Add a finding; fields as in `make_entry`."""
        entry = make_entry(
            message_id,
            function=self.function,
            core=self.core,
            argument=argument,
            address=address,
            size=size,
            policy=self.device.policy,
            **values,
        )
        self.found.append(entry)

    def checked(self) -> bool:
        """Hand over what was found so far; whether the function may go on.

        Raises:
            DspError: there are errors, and the policy is not ``record``.
        """
        found, self.found = self.found, []
        self.device.diagnostics.extend(found)
        errors = [entry for entry in found if entry.severity is Severity.ERROR]
        if errors and self.device.policy is not Policy.RECORD:
            raise DspError(errors)
        return not errors
