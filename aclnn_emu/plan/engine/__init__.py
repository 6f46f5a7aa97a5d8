"""Runs the steps of a plan over device memory: three engines, one definition of every kernel.

The reference engine takes one step after the other through the real workspace (`steps`). The others walk a chain of
elementwise steps over rows that fit a cache, so that an intermediate never leaves it: `tiled` by NumPy, `compiled` by
loops that Numba makes of the same kernels. All make the same bits.

Layout: `chained` chooses; `chains` cuts the plan; `trace` finds out what a chain does to one element, `source` and `words`
say it to LLVM; `space` and `walk` take it over memory; `scratch` is the threads' memory, `workers` are the threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.kernels.quiet import quiet
from aclnn_emu.plan.engine.steps import run_steps

if TYPE_CHECKING:
    from aclnn_emu.plan.engine.steps import Arrays
    from aclnn_emu.plan.graph import Plan

__all__ = ["TILED_FROM", "execute"]

TILED_FROM = 1 << 17
"""Elements from which ``auto`` walks: below, the arithmetic takes less time than finding out how to walk."""


@quiet
def execute(plan: Plan, arrays: Arrays, engine: str) -> None:
    """Run the whole plan.

    Args:
        plan: what to run.
        arrays: an array over the device memory of each buffer, by ``id(buffer)``.
        engine: ``reference``, ``tiled``, ``numba``, or ``auto``.
    """
    if engine == "reference" or (engine == "auto" and plan.largest < TILED_FROM):
        run_steps(plan.steps, arrays)
        return
    from aclnn_emu.plan.engine.chained import run_chains  # small tensors do without

    run_chains(plan, arrays, engine, TILED_FROM if engine == "auto" else 0)
