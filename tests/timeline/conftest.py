"""Timelines of programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from _two_streams import two_streams

from aclnn_emu.runtime.machine import configure
from aclnn_emu.timeline import Timeline, recording


@pytest.fixture
def traced() -> Callable[..., Timeline]:
    """The timeline of a program; `two_streams` by default."""

    def trace(program=two_streams, **settings) -> Timeline:
        if settings:
            configure(**settings)
        timeline = recording()
        program()
        timeline.stop()
        return timeline

    return trace
