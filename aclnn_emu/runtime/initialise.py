"""aclInit's state."""

from __future__ import annotations

import attrs

__all__ = ["NO_CONTENT", "InitState"]

NO_CONTENT = hash(b"")
"""Digest of no configuration and of an empty one."""


@attrs.define(eq=False)
class InitState:
    """What aclInit and the finalize functions keep for the process.

    Attributes:
        count: aclInit calls not yet finalized.
        finalized: the last finalize tore down; false at first, so that an aclFinalize with no aclInit succeeds once.
        digest: 64-bit hash of the content of the first configuration, as CANN keeps one; None before the first aclInit.
        path: its path.
        shared_errors: err_msg_mode 1: one collector of error texts for all threads.
        default_device: device for threads without a context; None when not configured.
    """

    count: int = 0
    finalized: bool = False
    digest: int | None = None
    path: str = ""
    shared_errors: bool = False
    default_device: int | None = None
