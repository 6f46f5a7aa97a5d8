"""The rules, a module for each group or two that look at the same events."""

from __future__ import annotations
