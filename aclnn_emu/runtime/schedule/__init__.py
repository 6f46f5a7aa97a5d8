"""Schedules: in which order, and when, the tasks of the streams run.

``deferred`` runs work when the host waits, in one order; ``seeded:N`` in a random order that the seed
decides; ``threaded`` with a worker thread for each stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aclnn_emu.runtime.schedule.base import Scheduler
from aclnn_emu.runtime.schedule.deferred import DeferredScheduler

if TYPE_CHECKING:
    from aclnn_emu.runtime.machine import Machine

__all__ = ["DeferredScheduler", "Scheduler", "make_scheduler"]


def make_scheduler(text: str, machine: Machine) -> Scheduler:
    """The scheduler that a configuration names: ``deferred``, ``seeded:N`` or ``threaded``.

    Raises:
        ValueError: another text. `config.Config` has refused those with a better one.
    """
    kind, _, seed = text.partition(":")
    if kind == "seeded" and seed.isdecimal():
        from aclnn_emu.runtime.schedule.seeded import SeededScheduler

        return SeededScheduler(machine, int(seed))
    if text == "threaded":
        from aclnn_emu.runtime.schedule.threaded import ThreadedScheduler

        return ThreadedScheduler(machine)
    if text != "deferred":
        raise ValueError(f"no schedule {text!r}: deferred, seeded:N or threaded")
    return DeferredScheduler(machine)
