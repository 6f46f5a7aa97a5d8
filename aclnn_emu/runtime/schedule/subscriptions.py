"""Which thread processes which stream's callbacks, and what has arrived for it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from aclnn_emu.errors import RtStreamSubscribe, RtThreadSubscribe

if TYPE_CHECKING:
    from aclnn_emu.runtime.stream import Stream
    from aclnn_emu.runtime.task import Task

__all__ = ["CallbackTable"]


class CallbackTable:
    """Subscriptions and arrived callbacks, by thread id. Used under the machine's lock."""

    def __init__(self) -> None:
        self._streams: dict[int, list[Stream]] = {}
        self._arrived: dict[int, deque[Task]] = {}

    def streams_of(self, thread_id: int) -> list[Stream]:
        """The streams whose callbacks this thread processes, in order of subscription."""
        return self._streams.get(thread_id, [])

    def subscribe(self, thread_id: int, stream: Stream) -> None:
        """This thread is to process the stream's callbacks.

        Raises:
            RtStreamSubscribe: (107011) some thread does so already.
            RtThreadSubscribe: (107012) the thread serves another device.
        """
        function = "aclrtSubscribeReport"
        if stream.subscriber is not None:
            raise RtStreamSubscribe("ACL-CB-001", function=function, stream=stream, thread=stream.subscriber)
        streams = self._streams.setdefault(thread_id, [])
        if streams and streams[0].device is not stream.device:
            raise RtThreadSubscribe(
                "ACL-CB-002", function=function, thread=thread_id, device=streams[0].device.id, stream=stream
            )
        streams.append(stream)
        stream.subscriber = thread_id

    def unsubscribe(self, thread_id: int, stream: Stream) -> None:
        """This thread no longer processes the stream's callbacks.

        Raises:
            RtStreamSubscribe: (107011) no thread does.
            RtThreadSubscribe: (107012) another thread does.
        """
        function = "aclrtUnSubscribeReport"
        if stream.subscriber is None:
            raise RtStreamSubscribe("ACL-CB-004", function=function, stream=stream)
        if stream.subscriber != thread_id:
            raise RtThreadSubscribe(
                "ACL-CB-005", function=function, stream=stream, thread=thread_id, subscriber=stream.subscriber
            )
        self.forget(stream)

    def forget(self, stream: Stream) -> None:
        """End the stream's subscription, if it has one."""
        if stream.subscriber is None:
            return
        streams = self._streams[stream.subscriber]
        streams.remove(stream)
        if not streams:
            del self._streams[stream.subscriber]
        stream.subscriber = None

    def arrive(self, task: Task) -> None:
        """The stream got to this callback task: its thread is to call the function."""
        if task.thread_id is not None:
            self._arrived.setdefault(task.thread_id, deque()).append(task)

    def count(self, thread_id: int) -> int:
        """How many callbacks have arrived for this thread."""
        return len(self._arrived.get(thread_id, ()))

    def take(self, thread_id: int) -> Task | None:
        """The first callback that has arrived for this thread; calling the function is its business now."""
        arrived = self._arrived.get(thread_id)
        return arrived.popleft() if arrived else None

    def withdraw(self, task: Task) -> bool:
        """Take back a callback that has arrived; False when its function was called or it never arrived."""
        arrived = self._arrived.get(task.thread_id) if task.thread_id is not None else None
        if not arrived or task not in arrived:
            return False
        arrived.remove(task)
        return True
