"""The kernel object: one NumPy function and what an engine must know to run it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

__all__ = ["Array", "Kernel", "kernel"]

Array = np.ndarray[Any, Any]


@attrs.frozen(eq=False)
class Kernel:
    """One step's arithmetic. Call it with arrays by position and attributes by keyword.

    Attributes:
        name: CANN's op type, as the plan prints it.
        function: the definition; it returns an array, or as many as there are outputs.
        elementwise: each output element depends on the inputs' elements at the same place only, so that an engine may
            run it on any tile and get the same bits.
        widens: FLOAT16 and BF16 arrive as float32 and are rounded once, when the result is stored. False where the
            bytes themselves matter (Cast, moves).
        formula: the first line of the definition's docstring.
        outputs: how many arrays the definition returns; more than one come as a tuple, from `compute_all`.
        keeps: the last input, where there are several, is what the output held: the hardware does not read it but
            leaves it where the kernel computes nothing.
        pieces: halves come as they are, and the definition widens them itself, a piece after the other.
        rows: inputs have one shape, and results depend on the elements along ``axis`` or ``axes`` only, in whatever
            company: an engine may run the definition on some of the other dimensions' elements at a time.
    """

    name: str
    function: Callable[..., Array]
    elementwise: bool
    widens: bool
    formula: str
    outputs: int = 1
    keeps: bool = False
    pieces: bool = False
    rows: bool = False

    def __call__(self, *arrays: Array | None, **attributes: Any) -> Array:
        """Compute. Infinities and NaN are results, not reasons for a warning.

        Args:
            *arrays: the inputs, in compute dtype; an optional one may be None.
            **attributes: plain numbers and tuples.
        """
        with np.errstate(all="ignore"):
            return self.compute(*arrays, **attributes)

    def compute(self, *arrays: Array | None, **attributes: Any) -> Array:
        """The same under the caller's np.errstate; an engine opens one for all its steps."""
        first = arrays[0] if arrays else None
        if self.elementwise and first is not None:
            if first.ndim:
                return self.function(*arrays, **attributes)
            # A definition may work in place on what it allocated, which NumPy's 0-dimensional results do not allow.
            if all(array is None or not array.ndim for array in arrays):
                raised = (None if array is None else array.reshape(1) for array in arrays)
                return self.function(*raised, **attributes).reshape(())
        return np.asarray(self.function(*arrays, **attributes))

    def compute_all(self, *arrays: Array | None, **attributes: Any) -> tuple[Array, ...]:
        """Every output; for kernels that may have several. Opens its own np.errstate."""
        with np.errstate(all="ignore"):
            results: Any = self.function(*arrays, **attributes)
            return tuple(map(np.asarray, results if self.outputs > 1 else (results,)))


def kernel(
    *,
    name: str,
    elementwise: bool = False,
    widens: bool = True,
    outputs: int = 1,
    keeps: bool = False,
    pieces: bool = False,
    rows: bool = False,
) -> Callable[[Callable[..., Any]], Kernel]:
    """Make a `Kernel` of the decorated function."""

    def make(function: Callable[..., Any]) -> Kernel:
        formula = (function.__doc__ or "").strip().partition("\n")[0]
        if elementwise and outputs != 1:
            raise ValueError(f"{name}: an elementwise kernel has one output")
        return Kernel(name, function, elementwise, widens, formula, outputs, keeps, pieces, rows)

    return make
