"""runtime_behaviour.md section 7: fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np
import pytest

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.machine import machine

HEAP = np.zeros(64, np.uint8)


@attrs.define
class Scene:
    address: int
    pinned: Any
    freed: int
    elsewhere: Any
    destroyed: Any


@attrs.frozen
class Line:
    """One fill and its status; arguments are a function of the scene."""

    id: str
    function: str
    args: Callable[[Scene], tuple[Any, ...]]
    status: int = 0
    context: bool = True


SET, SET_ASYNC = "aclrtMemset", "aclrtMemsetAsync"
D32, D32_ASYNC = "aclrtMemsetD32", "aclrtMemsetD32Async"
LINES = (
    Line("7-set-count-0", SET, lambda _: (None, 0, 1, 0), 0, False),
    Line("7-set-null", SET, lambda _: (None, 64, 1, 64), 100000),
    Line("7-set-null-before-context", SET, lambda _: (None, 64, 1, 64), 100000, False),
    Line("7-set-no-context", SET, lambda it: (it.address, 64, 1, 64), 107002, False),
    Line("7-set-count-above-maxCount", SET, lambda it: (it.address, 8, 1, 64), 107000),
    Line("7-set-past-the-allocation", SET, lambda it: (it.address, 256, 1, 256), 107000),
    Line("7-set-freed", SET, lambda it: (it.freed, 64, 1, 64), 107000),
    Line("7-set-page-locked", SET, lambda it: (it.pinned, 64, 1, 64)),
    Line("7-set-heap", SET, lambda _: (HEAP, 64, 1, 64), 107000),
    Line("7-set-foreign", SET, lambda _: (0x7000, 64, 1, 64), 107000),
    Line("7-async-count-0", SET_ASYNC, lambda _: (None, 0, 1, 0, 12345), 0, False),
    Line("7-async-null", SET_ASYNC, lambda _: (None, 64, 1, 64, None), 100000),
    Line("7-async-null-before-stream", SET_ASYNC, lambda it: (None, 64, 1, 64, it.destroyed), 100000),
    Line("7-async-destroyed", SET_ASYNC, lambda it: (it.address, 64, 1, 64, it.destroyed), 107017),
    Line(
        "7-async-destroyed-before-count", SET_ASYNC, lambda it: (it.address, 8, 1, 64, it.destroyed), 107017
    ),
    Line("7-async-count-above-maxCount", SET_ASYNC, lambda it: (it.address, 8, 1, 64, None), 107000),
    Line("7-async-count-before-context", SET_ASYNC, lambda it: (it.address, 8, 1, 64, None), 107000, False),
    Line("7-async-no-context", SET_ASYNC, lambda it: (it.address, 64, 1, 64, None), 107002, False),
    Line("7-async-other-context", SET_ASYNC, lambda it: (it.address, 64, 1, 64, it.elsewhere), 107003),
    Line("7-async-freed", SET_ASYNC, lambda it: (it.freed, 64, 1, 64, None), 107000),
    Line("7-async-heap", SET_ASYNC, lambda _: (HEAP, 64, 1, 64, None), 107000),
    Line("7-async", SET_ASYNC, lambda it: (it.address, 64, 1, 64, None)),
    Line("7-d32-count-0", D32, lambda _: (None, 0, 1, 0), 0, False),
    Line("7-d32-null", D32, lambda _: (None, 64, 1, 4), 100000),
    Line("7-d32-not-aligned", D32, lambda it: (it.address + 2, 62, 1, 4), 100000),
    Line("7-d32-too-many", D32, lambda it: (it.address, 63, 1, 16), 100000),
    Line("7-d32-heap", D32, lambda _: (HEAP, 64, 1, 4), 100000),
    Line("7-d32-heap-before-context", D32, lambda _: (HEAP, 64, 1, 4), 100000, False),
    Line("7-d32-foreign", D32, lambda _: (0x7000, 64, 1, 4), 107000),
    Line("7-d32-freed", D32, lambda it: (it.freed, 64, 1, 4), 107000),
    Line("7-d32-no-context", D32, lambda it: (it.address, 64, 1, 4), 107002, False),
    Line("7-d32", D32, lambda it: (it.address, 64, 1, 16)),
    Line("7-d32-page-locked", D32, lambda it: (it.pinned, 64, 1, 16)),
    Line("7-d32-async-count-0", D32_ASYNC, lambda _: (None, 0, 1, 0, 12345), 0, False),
    Line("7-d32-async-not-aligned", D32_ASYNC, lambda it: (it.address + 1, 60, 1, 4, it.destroyed), 100000),
    Line("7-d32-async-destroyed", D32_ASYNC, lambda it: (it.address, 64, 1, 4, it.destroyed), 107017),
    Line("7-d32-async-other-context", D32_ASYNC, lambda it: (it.address, 64, 1, 4, it.elsewhere), 107003),
    Line("7-d32-async-no-context", D32_ASYNC, lambda it: (it.address, 64, 1, 4, None), 107002, False),
    Line("7-d32-async", D32_ASYNC, lambda it: (it.address, 64, 1, 4, None)),
)


@pytest.mark.trips("ACL-MEM-103", "ACL-MEM-112", "ACL-THREAD-101", "ACL-THREAD-102")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.id)
def test_status(line: Line, rt: Any) -> None:
    rt.aclrtCreateContext(0)
    elsewhere = rt.aclrtCreateStream()
    rt.aclrtSetDevice(0)
    destroyed = rt.aclrtCreateStream()
    rt.aclrtDestroyStream(destroyed)
    freed = rt.aclrtMalloc(64, 0)
    rt.aclrtFree(freed)
    scene = Scene(rt.aclrtMalloc(64, 0), rt.aclrtMallocHost(64), freed, elsewhere, destroyed)
    if not line.context:
        machine().thread().context = None
    assert rt.status(lambda: getattr(rt, line.function)(*line.args(scene))) == line.status


def content(rt: Any, address: int, nbytes: int = 64) -> np.ndarray:
    host = np.zeros(nbytes, np.uint8)
    rt.aclrtMemcpy(host, nbytes, address, nbytes, 2)
    return host


@pytest.mark.parametrize("value", [0, 1, 255, 256, 0x1234, -1], ids=hex)
def test_only_the_low_byte_counts(value: int, device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemset(address, 64, value, 64)
    assert (content(device, address) == value & 0xFF).all()


@pytest.mark.trips("ACL-INIT-102")
def test_fills_no_more_than_count(device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemset(address + 8, 56, 0, 16)
    expected = np.full(64, 0xFF, np.uint8)
    expected[8:24] = 0
    assert (content(device, address) == expected).all()


@pytest.mark.trips("ACL-INIT-102")
def test_words(device: Any) -> None:
    address, pinned = device.aclrtMalloc(64, 0), device.aclrtMallocHost(64)
    device.aclrtMemsetD32(address + 4, 60, 0x01020304, 3)
    device.aclrtMemsetD32(pinned, 64, 0xFFFF_FFFF + 1 + 5, 16)
    words = content(device, address).view(np.uint32)
    assert words[:5].tolist() == [0xFFFF_FFFF, 0x01020304, 0x01020304, 0x01020304, 0xFFFF_FFFF]
    assert (pinned.array(np.uint32) == 5).all()


@pytest.mark.trips("ACL-SYNC-101")
def test_queued_fills_wait_for_the_stream(device: Any) -> None:
    address, pinned = device.aclrtMalloc(64, 0), device.aclrtMallocHost(64)
    device.aclrtMemsetAsync(address, 64, 3, 64, None)
    device.aclrtMemsetAsync(pinned, 64, 4, 64, None)
    device.aclrtMemsetD32Async(address + 32, 32, 7, 8, None)
    assert (content(device, address) == 0xFF).all()
    assert (pinned.array() == 0xFF).all()
    device.aclrtSynchronizeStream(None)
    assert (content(device, address)[:32] == 3).all()
    assert (content(device, address)[32:].view(np.uint32) == 7).all()
    assert (pinned.array() == 4).all()


@pytest.mark.trips("ACL-SYNC-109")
def test_queued_fill_past_the_allocation(device: Any) -> None:
    address = device.aclrtMallocAlign32(32, 0)
    device.aclrtMemsetAsync(address, 64, 3, 64, None)
    with pytest.raises(EmuError, match="the last 32 bytes lie behind") as caught:
        device.aclrtSynchronizeStream(None)
    assert caught.value.status == 507035


@pytest.mark.trips("ACL-INIT-102")
def test_large_fresh_memory(device: Any) -> None:
    address = device.aclrtMalloc(2 << 20, 0)
    device.aclrtMemset(address + 5, 100, 0, 100)
    there = content(device, address, 2 << 20)
    assert (there[5:105] == 0).all()
    assert (there[:5] == 0xFF).all()
    assert (there[105:] == 0xFF).all()


class Deaf:
    """A listener that does nothing."""

    def notify(self, event: str, fields: Mapping[str, Any]) -> None:
        """Nothing."""


def test_tasks_say_what_they_write(device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    stream = device.aclrtCreateStream()
    pinned = device.aclrtMallocHost(64)
    machine().listen(Deaf())  # they say it only when somebody observes
    device.aclrtMemsetAsync(address, 64, 3, 16, stream)
    device.aclrtMemsetAsync(pinned, 64, 3, 16, stream)
    told = [[(it.address, it.nbytes) for it in task.writes] for task in stream.queue]
    assert told == [[(address, 16)], []]


@pytest.mark.unchecked
def test_a_pointer_that_was_seen_before_is_looked_at_again(device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemset(address, 64, 3, 64)
    device.aclrtMemsetAsync(address, 64, 3, 64, None)
    device.aclrtSynchronizeStream(None)
    device.aclrtFree(address)
    for fill in (device.aclrtMemset, lambda *args: device.aclrtMemsetAsync(*args, None)):
        with pytest.raises(EmuError, match="given back") as caught:
            fill(address, 64, 3, 64)
        assert caught.value.status == 107000
    with pytest.raises(EmuError, match=r"aclrtMemcpy: src"):
        device.aclrtMemcpy(HEAP, 64, address, 64, 2)
    with pytest.raises(EmuError, match=r"aclrtMemcpy: dst"):
        device.aclrtMemcpy(address, 64, HEAP, 64, 1)


def test_what_no_pointer_is_known_by_is_refused_on_a_stream_of_the_context(device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    stream = device.aclrtCreateStream()
    for value in (address, np.uint64(address)):
        device.aclrtMemsetAsync(value, 64, 3, 64, stream)
    device.aclrtSynchronizeStream(stream)
    for foreign in (HEAP, np.zeros(64, np.uint8), bytearray(64), 0x7000):
        with pytest.raises(EmuError, match="devPtr") as caught:
            device.aclrtMemsetAsync(foreign, 64, 3, 64, stream)
        assert caught.value.status == 107000


def test_pointers_that_were_seen_are_limited(device: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aclnn_emu.runtime.place._MOST_PLACES", 3)
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemset(address, 64, 0, 64)
    for offset in range(8):
        device.aclrtMemset(address + offset, 1, offset, 1)
        assert len(machine().places) <= 3
    assert content(device, address)[:8].tolist() == list(range(8))
