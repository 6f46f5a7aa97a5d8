"""The virtual clock that event timestamps come from.

Times are whole nanoseconds. The host's clock goes on by one microsecond with each queued task and, at a
wait, to the end of what it waited for. A task starts when it was queued, when the task before it ended
and when the record that it waits for was executed, whichever is latest; it takes a launch overhead and
the time to move its bytes. So a program's timestamps depend on the program alone: they are the same
under every schedule and on every computer, and say nothing about how fast a real device is.
"""

from __future__ import annotations

__all__ = ["BYTES_PER_NS", "HOST_CALL_NS", "device_ns"]

HOST_CALL_NS = 1_000
"""What queueing a task takes on the host."""

_LAUNCH_NS = 2_000
BYTES_PER_NS = 1_000
"""What the device reads or writes in the time."""


def device_ns(nbytes: int) -> int:
    """How long the device is busy with a kernel, copy or fill that reads and writes so many bytes."""
    return _LAUNCH_NS + nbytes // BYTES_PER_NS
