"""The runtime functions of the C API, one module per group.

Call :func:`load` once and `registry.API_FUNCTIONS` is complete.
"""

from __future__ import annotations

from importlib import import_module

__all__ = ["load"]

_GROUPS = (
    "base",
    "callback",
    "context",
    "copy",
    "device",
    "error",
    "event",
    "event_query",
    "fill",
    "init",
    "memory",
    "stream",
)


def load() -> None:
    """Import every group, which registers its functions."""
    for group in _GROUPS:
        import_module(f"{__name__}.{group}")
