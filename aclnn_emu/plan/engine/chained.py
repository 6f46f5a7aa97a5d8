"""Runs the chains of a plan by the engine that is asked for, or that pays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from aclnn_emu.plan.engine.chains import Chain, cut
from aclnn_emu.plan.engine.compiled import LoopBody, WholeLoop, installed, is_ready, works
from aclnn_emu.plan.engine.scratch import Scratch, row_length
from aclnn_emu.plan.engine.space import Space
from aclnn_emu.plan.engine.steps import Operands, run_steps
from aclnn_emu.plan.engine.tiled import StepsBody, body_of, width_of
from aclnn_emu.plan.engine.walk import packed_bytes, run_walk
from aclnn_emu.plan.engine.workers import THREADS

if TYPE_CHECKING:
    from aclnn_emu.plan.engine.chains import Arrays
    from aclnn_emu.plan.engine.source import Source
    from aclnn_emu.plan.engine.walk import Body
    from aclnn_emu.plan.graph import Plan

__all__ = ["run_chains"]

TILE = 65536
"""Elements of a row for NumPy: a handful of float32 rows fit the second-level cache, and the cost of a row's calls is
small beside their arithmetic."""

THREADS_FROM = 1 << 20
"""Elements from which several threads walk by NumPy."""

CHUNK = 1 << 18
"""Elements of one call of a compiled loop."""

BOX = 1 << 17
"""The same where operands must be packed for it."""

LAYOUT_FROM = 1 << 14
"""Elements from which a loop is compiled for the very layouts of the operands; below, they are packed for the one that
takes rows."""

LOOP_THREADS_FROM = 1 << 19
"""Elements from which several threads run a compiled loop."""

COMPILE_AFTER = 1 << 27
"""Elements that ``auto`` computes by NumPy before it compiles a loop: what compiling and Numba's import cost is about
what the loop would have saved by then."""

_without_loop: dict[str, int] = {}
_prepared: WeakKeyDictionary[Plan, list[Chain]] = WeakKeyDictionary()


def run_chains(plan: Plan, arrays: Arrays, engine: str, least: int) -> None:
    """Run the whole plan, walking the chains that can be walked; under `quiet`.

    Args:
        plan: what to run.
        arrays: as of `execute`.
        engine: ``tiled``, ``numba`` or ``auto``.
        least: chains of fewer elements are taken step by step.
    """
    ready = arrays.ready if isinstance(arrays, Operands) else {}
    for chain in _chains(plan):
        loop = ready.get(chain)
        if loop is not None:
            loop.run()
        elif chain.size < least or not _run_chain(chain, arrays, engine, ready):
            run_steps(chain.steps, arrays)


def _chains(plan: Plan) -> list[Chain]:
    found = _prepared.get(plan)
    if found is None:
        found = _prepared[plan] = cut(plan)
    return found


def _run_chain(chain: Chain, arrays: Arrays, engine: str, ready: dict[Chain, WholeLoop]) -> bool:
    """Walk a chain; False, with nothing done, where whole steps must be taken."""
    if not chain.walkable or not chain.size or chain.disturbs(arrays):
        return False
    if not chain.stored:  # results that nobody reads: a Cast of an output that is then overwritten
        return True
    space = chain.space(arrays)
    if engine == "tiled" or not _run_compiled(chain, space, arrays, engine, ready):
        _run_tiled(chain, space)
    return True


def _run_tiled(chain: Chain, space: Space) -> None:
    loads = len(chain.loads)
    threads = THREADS if space.size >= THREADS_FROM else 1
    width = packed_bytes(space)
    make_body: Callable[[Scratch], Body]
    if chain.program is None:
        row = row_length(width, TILE)
        make_body = partial(StepsBody, chain.steps, chain.loads, chain.stored)
    else:
        single = _single(space, loads)
        width += width_of(chain.program, single)
        row = min(row_length(width, TILE), -(-space.size // threads))
        make_body = partial(body_of, chain.program, single, row)
    run_walk(space, loads, make_body, row=row, threads=threads, pack=True)


def _single(space: Space, loads: int) -> tuple[bool, ...]:
    return tuple(operand.size == 1 for operand in space.operands[:loads])


def _run_compiled(
    chain: Chain, space: Space, arrays: Arrays, engine: str, ready: dict[Chain, WholeLoop]
) -> bool:
    """Run a chain's compiled loop; False, with nothing done, where there is none or it would not pay."""
    if not installed():
        return False
    layout = space.layout(CHUNK) if space.flat or space.size >= LAYOUT_FROM else ()
    source = chain.source(layout or space.packed_layout(), chain.shared(arrays))
    if source is None or (engine == "auto" and not (_pays(source, space.size) and works(source))):
        return False
    threads = THREADS if space.size >= LOOP_THREADS_FROM else 1
    if layout and len(space.shape) <= 2:
        loop = ready[chain] = WholeLoop(source, space, threads)
        loop.run()
        return True
    row = CHUNK if layout else row_length(packed_bytes(space), BOX)
    run_walk(space, len(chain.loads), partial(LoopBody, source), row=row, threads=threads, pack=not layout)
    return True


def _pays(source: Source, size: int) -> bool:
    """Whether a loop is there, or so much has been computed without it that compiling it is worth its time."""
    if is_ready(source):
        return True
    _without_loop[source.text] = total = _without_loop.get(source.text, 0) + size
    return total > COMPILE_AFTER
