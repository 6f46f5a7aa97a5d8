"""The timeline: host calls, tasks on streams and device memory over time, as a Perfetto trace or as a page.

`recording` makes the listener, `save` writes what it saw.
"""

from aclnn_emu.timeline.recorder import Timeline, recording
from aclnn_emu.timeline.save import save

__all__ = ["Timeline", "recording", "save"]
