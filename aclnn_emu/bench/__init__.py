"""Measurements of the emulator beside what one would take instead; the command ``aclnn-emu bench`` shows them.

Layout: `timing`, `steady`, `apart`, `memory` and `surroundings` measure; `small` (calls, tasks, allocations, start), `gradient` (one
fused operator beside its peers), `operators` (any operator) and `curves` (growth) are what is measured; `bars` compares
with what was promised; `report` and `plots` show. Every function returns numbers; nothing else prints. `peers` is the
only place that imports torch, and `plots` the only one that imports matplotlib, both when asked.
"""

from __future__ import annotations

__all__: list[str] = []
