"""The least that can be measured: one round of a few elements."""

from aclnn_emu.bench.timing import Effort

TINY = Effort(
    budget=0, patience=0, rounds=1, batches=1, starts=1, sizes=(64,), side=8, streams=3, live=20, elements=64, streams_to=3,
    tasks=10, allocations=10, operators=1, programs=False,
)  # fmt: skip
