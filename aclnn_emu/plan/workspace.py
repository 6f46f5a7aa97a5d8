"""The workspace layout of composite operators: order of the steps, lifetimes, buckets.

Sources: opbase kernel_graph.cpp (depth-first order, lifetimes) and memory_allocator.cpp (buckets).
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from aclnn_emu.plan.graph import Buffer, Step

__all__ = ["depth_first_order", "lay_out", "padded_size"]

_EXTRA = 32
_ALIGNMENT = 512


def padded_size(nbytes: int) -> int:
    """Bytes that one tensor costs: 32 more, rounded up to 512; an empty tensor costs 512 too."""
    return (nbytes + _EXTRA + _ALIGNMENT - 1) // _ALIGNMENT * _ALIGNMENT


def depth_first_order(steps: Sequence[Step]) -> list[Step]:
    """The order in which the steps run: depth first, from the first step that needs nothing."""
    producer = {id(b): index for index, step in enumerate(steps) for b in step.outputs if not b.is_user}
    consumers: list[list[int]] = [[] for _ in steps]
    missing = [0] * len(steps)
    for index, step in enumerate(steps):
        for buffer in step.inputs:
            made_by = producer.get(id(buffer))
            if made_by is not None and made_by != index:
                consumers[made_by].append(index)
                missing[index] += 1
    stack = [index for index in reversed(range(len(steps))) if not missing[index]]
    order: list[Step] = []
    while stack:
        index = stack.pop()
        order.append(steps[index])
        for consumer in consumers[index]:
            missing[consumer] -= 1
            if not missing[consumer]:
                stack.append(consumer)
    return order


@attrs.define(eq=False)
class _Bucket:
    """Workspace memory that tensors use one after the other; as large as its largest tenant."""

    size: int
    tenant: Buffer

    def is_free_for(self, buffer: Buffer, producer: Step) -> bool:
        disjoint = self.tenant.last < buffer.first or buffer.last < self.tenant.first
        return disjoint and all(self.tenant is not source for source in producer.inputs)


def _set_lives(order: Sequence[Step]) -> list[tuple[Buffer, Step]]:
    """Give every intermediate its lifetime; each with the step that makes it."""
    produced: list[tuple[Buffer, Step]] = []
    for position, step in enumerate(order):
        for buffer in step.inputs:
            if not buffer.is_user:
                buffer.last = position
        for buffer in step.outputs:
            if not buffer.is_user:
                buffer.first = buffer.last = position
                produced.append((buffer, step))
    return produced


def lay_out(order: Sequence[Step]) -> tuple[int, int]:
    """Give every intermediate its lifetime and its workspace offset (bytes).

    The last bucket that is free wins; sizes are not compared.

    Returns:
        The workspace size, and the size that a layout without reuse would need, both in bytes.
    """
    produced = _set_lives(order)
    buckets: list[_Bucket] = []
    members: list[list[Buffer]] = []
    for buffer, step in produced:
        size = padded_size(buffer.nbytes)
        for index in reversed(range(len(buckets))):
            if buckets[index].is_free_for(buffer, step):
                break
        else:
            index = len(buckets)
            buckets.append(_Bucket(0, buffer))
            members.append([])
        buckets[index].tenant = buffer
        buckets[index].size = max(buckets[index].size, size)
        members[index].append(buffer)

    total = 0
    for bucket, tenants in zip(buckets, members, strict=True):
        for buffer in tenants:
            buffer.workspace_offset = total
        total += bucket.size
    return total, sum(padded_size(buffer.nbytes) for buffer, _ in produced)
