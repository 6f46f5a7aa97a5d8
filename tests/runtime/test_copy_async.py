"""runtime_behaviour.md section 7: asynchronous copies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.machine import machine

H2H, H2D, D2H, D2D, DEFAULT, BUF = range(6)
KIND_NAMES = ("H2H", "H2D", "D2H", "D2D", "DEFAULT", "BUF")
ARRAY = np.arange(64, dtype=np.uint8)


class Memory:
    """Two of each kind of memory, 64 bytes each."""

    def __init__(self, rt: Any) -> None:
        self.device = [rt.aclrtMalloc(64, 0) for _ in range(2)]
        self.pinned = [rt.aclrtMallocHost(64) for _ in range(2)]
        self.heap = [np.zeros(64, np.uint8) for _ in range(2)]


@pytest.fixture
def memory(device: Any) -> Memory:
    return Memory(device)


# The matrix of kinds: what each (source, destination) takes. "sync" copies before it returns, "queued" does not.
TAKEN: dict[tuple[str, str], dict[int, Any]] = {
    ("pinned", "device"): dict.fromkeys((H2H, H2D, D2H, D2D, DEFAULT, BUF), "queued"),
    ("device", "pinned"): {**dict.fromkeys((H2H, H2D, D2H, D2D, DEFAULT), "queued"), BUF: 107000},
    ("device", "device"): {**dict.fromkeys((H2H, H2D, D2H, D2D, DEFAULT), "queued"), BUF: 107000},
    ("pinned", "pinned"): {**dict.fromkeys((H2H, H2D, D2H, D2D, DEFAULT), 207000), BUF: 107000},
    ("heap", "device"): {
        H2H: 107000,
        H2D: "sync",
        D2H: 107000,
        D2D: "queued",
        DEFAULT: "sync",
        BUF: "queued",
    },
    ("device", "heap"): {H2H: 107000, H2D: 107000, D2H: "sync", D2D: "queued", DEFAULT: "sync", BUF: 107000},
    ("pinned", "heap"): {H2H: 207000, H2D: "sync", D2H: 107000, D2D: 107000, DEFAULT: 207000, BUF: 107000},
    ("heap", "pinned"): {H2H: 207000, H2D: 107000, D2H: "sync", D2D: 107000, DEFAULT: 207000, BUF: 107000},
    ("heap", "heap"): {H2H: 207000, H2D: "sync", D2H: "sync", D2D: "queued", DEFAULT: 207000, BUF: 107000},
}
MATRIX = [
    (source, target, kind, what) for (source, target), row in TAKEN.items() for kind, what in row.items()
]


def write(rt: Any, place: Any) -> None:
    rt.aclrtMemcpy(place, 64, ARRAY, 64, DEFAULT)


def content(rt: Any, place: Any) -> np.ndarray:
    host = np.zeros(64, np.uint8)
    rt.aclrtMemcpy(host, 64, place, 64, DEFAULT)
    return host


@pytest.mark.trips("ACL-INIT-102", "ACL-MEM-107", "ACL-SYNC-101")
@pytest.mark.parametrize(
    ("source", "target", "kind", "what"),
    MATRIX,
    ids=[f"7-{source}-to-{target}-{KIND_NAMES[kind]}-{what}" for source, target, kind, what in MATRIX],
)
def test_kind_matrix(source: str, target: str, kind: int, what: Any, device: Any, memory: Memory) -> None:
    src, dst = getattr(memory, source)[0], getattr(memory, target)[1]
    write(device, src)
    before = content(device, dst).copy()
    status = device.status(lambda: device.aclrtMemcpyAsync(dst, 64, src, 64, kind, None))
    if isinstance(what, int):
        assert status == what
        device.aclrtSynchronizeStream(None)
        assert (content(device, dst) == before).all()
        return
    assert status == 0
    assert (content(device, dst) == (ARRAY if what == "sync" else before)).all()
    device.aclrtSynchronizeStream(None)
    assert (content(device, dst) == ARRAY).all()


@attrs.frozen
class Line:
    """One aclrtMemcpyAsync and its status.

    Attributes:
        id: starts with the section of the facts.
        args: dst, destMax, src, count, kind and stream, a function of `Memory`, a stream of this context, one
            of another context and one that was destroyed.
        status: what it answers.
        context: device 0 is set in the thread.
    """

    id: str
    args: Callable[[Any], tuple[Any, ...]]
    status: int = 0
    context: bool = True


@attrs.define
class Scene:
    memory: Memory
    here: Any
    elsewhere: Any
    destroyed: Any
    freed: int


LINES = (
    Line("7-count-0", lambda _: (None, 0, None, 0, 99, 12345)),
    Line("7-count-0-no-context", lambda _: (None, 0, None, 0, 99, None), context=False),
    Line("7-dst-null", lambda it: (None, 64, it.memory.device[0], 64, D2H, None), 100000),
    Line("7-src-null", lambda it: (it.memory.device[0], 64, None, 64, H2D, None), 100000),
    Line("7-kind-6", lambda it: (it.memory.device[0], 64, it.memory.pinned[0], 64, 6, None), 100000),
    Line("7-null-before-stream", lambda it: (None, 64, ARRAY, 64, H2D, it.destroyed), 100000),
    Line("7-kind-before-stream", lambda it: (it.memory.device[0], 64, ARRAY, 64, 6, it.destroyed), 100000),
    Line(
        "7-destroyed-stream",
        lambda it: (it.memory.device[0], 64, it.memory.pinned[0], 64, H2D, it.destroyed),
        107017,
    ),
    Line(
        "7-destroyed-before-destMax",
        lambda it: (it.memory.device[0], 0, ARRAY, 64, H2D, it.destroyed),
        107017,
    ),
    Line("7-foreign-handle", lambda it: (it.memory.device[0], 64, ARRAY, 64, H2D, 12345), 107017),
    Line("7-destMax-0", lambda it: (it.memory.device[0], 0, ARRAY, 64, H2D, None), 107000),
    Line(
        "7-count-above-destMax",
        lambda it: (it.memory.device[0], 8, it.memory.pinned[0], 64, H2D, None),
        107000,
    ),
    Line(
        "7-destMax-before-context", lambda it: (it.memory.device[0], 8, ARRAY, 64, H2D, None), 107000, False
    ),
    Line("7-no-context", lambda it: (it.memory.device[0], 64, ARRAY, 64, H2D, None), 107002, False),
    Line(
        "7-stream-but-no-context",
        lambda it: (it.memory.device[0], 64, ARRAY, 64, H2D, it.here),
        107002,
        False,
    ),
    Line(
        "7-other-context",
        lambda it: (it.memory.device[0], 64, it.memory.pinned[0], 64, H2D, it.elsewhere),
        107003,
    ),
    Line("7-other-context-heap", lambda it: (it.memory.device[0], 64, ARRAY, 64, H2D, it.elsewhere), 107003),
    Line(
        "7-kind-before-other-context",
        lambda it: (it.memory.device[0], 64, ARRAY, 64, D2H, it.elsewhere),
        107000,
    ),
    Line("7-same-pointer", lambda it: (it.memory.device[0], 64, it.memory.device[0], 64, D2D, None)),
    Line(
        "7-same-pointer-no-context",
        lambda it: (it.memory.device[0], 64, it.memory.device[0], 64, D2D, None),
        107002,
        False,
    ),
    Line(
        "7-same-page-locked", lambda it: (it.memory.pinned[0], 64, it.memory.pinned[0], 64, H2D, None), 207000
    ),
    Line(
        "7-stream-handle", lambda it: (it.memory.device[0], 64, it.memory.pinned[0], 64, H2D, it.here.handle)
    ),
    Line("7-stream-zero", lambda it: (it.memory.device[0], 64, it.memory.pinned[0], 64, H2D, 0)),
    Line("7-freed-source", lambda it: (it.memory.device[0], 64, it.freed, 64, D2D, None), 107000),
    Line("7-freed-destination", lambda it: (it.freed, 64, it.memory.pinned[0], 64, H2D, None), 107000),
    Line("7-unmapped-pointer", lambda it: (it.memory.device[0], 64, 0x7000, 64, H2D, None), 107000),
    Line("7-heap-too-small", lambda it: (it.memory.device[0], 64, ARRAY[:8], 64, H2D, None), 100000),
)


@pytest.mark.trips("ACL-MEM-103", "ACL-MEM-107", "ACL-MEM-112", "ACL-THREAD-101", "ACL-THREAD-102")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.id)
def test_status(line: Line, rt: Any) -> None:
    rt.aclrtCreateContext(0)
    elsewhere = rt.aclrtCreateStream()
    rt.aclrtSetDevice(0)
    destroyed = rt.aclrtCreateStream()
    rt.aclrtDestroyStream(destroyed)
    freed = rt.aclrtMalloc(64, 0)
    rt.aclrtFree(freed)
    scene = Scene(Memory(rt), rt.aclrtCreateStream(), elsewhere, destroyed, freed)
    if not line.context:
        machine().thread().context = None
    assert rt.status(lambda: rt.aclrtMemcpyAsync(*line.args(scene))) == line.status


@pytest.mark.trips("ACL-SYNC-105")
def test_source_is_read_when_the_task_runs(device: Any, memory: Memory) -> None:
    memory.pinned[0].array()[:] = 1
    device.aclrtMemcpyAsync(memory.device[0], 64, memory.pinned[0], 64, H2D, None)
    memory.pinned[0].array()[:] = 2
    device.aclrtSynchronizeStream(None)
    assert (content(device, memory.device[0]) == 2).all()


def test_ordinary_memory_waits_for_the_stream(device: Any, memory: Memory) -> None:
    device.aclrtMemset(memory.device[0], 64, 0, 64)
    device.aclrtMemsetAsync(memory.device[0], 64, 8, 64, None)
    device.aclrtMemcpyAsync(memory.heap[0], 64, memory.device[0], 64, D2H, None)
    assert (memory.heap[0] == 8).all()


@pytest.mark.trips("ACL-SYNC-101")
def test_ordinary_memory_waits_for_its_stream_only(device: Any, memory: Memory) -> None:
    other = device.aclrtCreateStream()
    device.aclrtMemset(memory.device[0], 64, 0, 64)
    device.aclrtMemsetAsync(memory.device[0], 64, 8, 64, other)
    device.aclrtMemcpyAsync(memory.heap[0], 64, memory.device[0], 64, D2H, None)
    assert (memory.heap[0] == 0).all()


@pytest.mark.trips("ACL-INIT-102", "ACL-SYNC-103", "ACL-SYNC-109")
def test_ordinary_memory_reports_what_the_stream_did_wrong(device: Any, memory: Memory) -> None:
    device.aclrtMemsetAsync(memory.device[0], 64, 8, 64, None)
    device.aclrtFree(memory.device[0])
    with pytest.raises(EmuError, match="aclrtMemsetAsync") as caught:
        device.aclrtMemcpyAsync(memory.heap[0], 64, memory.device[1], 64, D2H, None)
    assert caught.value.status == 507035
    device.aclrtMemcpyAsync(memory.heap[0], 64, memory.device[1], 64, D2H, None)


def test_order_on_a_stream(device: Any, memory: Memory) -> None:
    for value in range(5):
        device.aclrtMemsetAsync(memory.device[0], 64, value, 64, None)
    device.aclrtMemcpyAsync(memory.device[1], 64, memory.device[0], 64, D2D, None)
    device.aclrtMemsetAsync(memory.device[0], 64, 9, 64, None)
    device.aclrtSynchronizeStream(None)
    assert (content(device, memory.device[1]) == 4).all()
    assert (content(device, memory.device[0]) == 9).all()


FAULTS: dict[str, Callable[[Any, Memory], Any]] = {
    "7-destination-freed": lambda rt, it: rt.aclrtFree(it.device[0]),
    "7-source-freed": lambda rt, it: rt.aclrtFreeHost(it.pinned[0]),
}


@pytest.mark.trips("ACL-SYNC-103", "ACL-SYNC-106", "ACL-SYNC-109")
@pytest.mark.parametrize("free", FAULTS.values(), ids=FAULTS)
def test_freed_while_queued(free: Callable[[Any, Memory], Any], device: Any, memory: Memory) -> None:
    device.aclrtMemcpyAsync(memory.device[0], 64, memory.pinned[0], 64, H2D, None)
    free(device, memory)
    with pytest.raises(EmuError, match=r"aclrtMemcpyAsync.*freed by aclrtFree") as caught:
        device.aclrtSynchronizeStream(None)
    assert caught.value.status == 507035
    device.aclrtSynchronizeStream(None)


@pytest.mark.trips("ACL-SYNC-109")
def test_past_the_allocation_faults_when_it_runs(device: Any, memory: Memory) -> None:
    address = device.aclrtMallocAlign32(32, 0)
    device.aclrtMemcpyAsync(address, 64, memory.pinned[0], 64, H2D, None)
    with pytest.raises(EmuError, match="the last 32 bytes lie behind") as caught:
        device.aclrtSynchronizeStream(None)
    assert caught.value.status == 507035


@pytest.mark.trips("ACL-SYNC-109")
def test_past_page_locked_memory_faults_when_it_runs(device: Any) -> None:
    pinned, address = device.aclrtMallocHost(32), device.aclrtMalloc(64, 0)
    device.aclrtMemcpyAsync(address, 64, pinned, 64, H2D, None)
    assert device.status(lambda: device.aclrtSynchronizeStream(None)) == 507035


@pytest.mark.trips("ACL-SYNC-105")
def test_array_over_page_locked_memory_is_page_locked(device: Any, memory: Memory) -> None:
    array = memory.pinned[0].array(np.float32)
    array[:] = 3
    device.aclrtMemcpyAsync(memory.device[0], 64, array, 64, H2D, None)
    array[:] = 4
    device.aclrtSynchronizeStream(None)
    assert (content(device, memory.device[0]).view(np.float32) == 4).all()


def test_device_to_device_kind_with_ordinary_memory_keeps_it_alive(device: Any, memory: Memory) -> None:
    device.aclrtMemcpyAsync(memory.device[0], 64, np.full(64, 6, np.uint8), 64, D2D, None)
    device.aclrtSynchronizeStream(None)
    assert (content(device, memory.device[0]) == 6).all()


def test_tasks_say_what_they_touch(device: Any, memory: Memory) -> None:
    stream = device.aclrtCreateStream()
    device.aclrtMemcpyAsync(memory.device[0] + 8, 56, memory.pinned[0], 16, H2D, stream)
    device.aclrtMemcpyAsync(memory.device[0], 64, memory.device[1], 32, D2D, stream)
    device.aclrtMemcpy2dAsync(memory.device[0], 8, memory.device[1], 16, 4, 3, D2D, stream)
    told = [(task.reads, task.writes) for task in stream.queue]
    one, other = memory.device
    flat = [
        ([(it.address, it.nbytes) for it in reads], [(it.address, it.nbytes) for it in writes])
        for reads, writes in told
    ]
    assert flat == [
        ([], [(one + 8, 16)]),
        ([(other, 32)], [(one, 32)]),
        ([(other, 36)], [(one, 20)]),
    ]


ROWS: tuple[tuple[str, Callable[[Scene], tuple[Any, ...]], int], ...] = (
    ("7-2d-width-0", lambda _: (None, 0, None, 0, 0, 1, 99, 12345), 0),
    ("7-2d-dst-null", lambda _: (None, 8, ARRAY, 8, 8, 8, H2D, None), 100000),
    ("7-2d-pitch", lambda it: (it.memory.device[0], 4, ARRAY, 8, 8, 8, H2D, None), 100000),
    ("7-2d-kind", lambda it: (it.memory.device[0], 8, ARRAY, 8, 8, 8, H2H, None), 100000),
    ("7-2d-destroyed", lambda it: (it.memory.device[0], 8, ARRAY, 8, 8, 8, H2D, it.destroyed), 107017),
    (
        "7-2d-other-context",
        lambda it: (it.memory.device[0], 8, it.memory.pinned[0], 8, 8, 8, H2D, it.elsewhere),
        107003,
    ),
    ("7-2d-kind-does-not-fit", lambda it: (it.memory.device[0], 8, ARRAY, 8, 8, 8, D2H, None), 107000),
    (
        "7-2d-host-to-host",
        lambda it: (it.memory.pinned[0], 8, it.memory.pinned[1], 8, 8, 8, DEFAULT, None),
        107000,
    ),
    ("7-2d-freed", lambda it: (it.freed, 8, ARRAY, 8, 8, 8, H2D, None), 107000),
    ("7-2d-corrected", lambda it: (it.memory.device[0], 8, it.memory.pinned[0], 8, 8, 8, D2H, None), 0),
)


@pytest.mark.trips("ACL-MEM-103", "ACL-MEM-107", "ACL-THREAD-102")
@pytest.mark.parametrize(("args", "status"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_rows_status(args: Callable[[Scene], tuple[Any, ...]], status: int, rt: Any) -> None:
    rt.aclrtCreateContext(0)
    elsewhere = rt.aclrtCreateStream()
    rt.aclrtSetDevice(0)
    destroyed = rt.aclrtCreateStream()
    rt.aclrtDestroyStream(destroyed)
    freed = rt.aclrtMalloc(64, 0)
    rt.aclrtFree(freed)
    scene = Scene(Memory(rt), rt.aclrtCreateStream(), elsewhere, destroyed, freed)
    assert rt.status(lambda: rt.aclrtMemcpy2dAsync(*args(scene))) == status


@pytest.mark.trips("ACL-THREAD-101")
def test_rows_without_context(rt: Any) -> None:
    rt.aclrtSetDevice(0)
    address = rt.aclrtMalloc(64, 0)
    machine().thread().context = None
    assert rt.status(lambda: rt.aclrtMemcpy2dAsync(address, 8, ARRAY, 8, 8, 8, H2D, None)) == 107002


@pytest.mark.trips("ACL-SYNC-101")
def test_rows_queue_and_wait(device: Any, memory: Memory) -> None:
    memory.pinned[0].array()[:] = ARRAY
    device.aclrtMemset(memory.device[0], 64, 0, 64)
    device.aclrtMemcpy2dAsync(memory.device[0], 16, memory.pinned[0], 8, 4, 3, H2D, None)
    assert (content(device, memory.device[0]) == 0).all()
    device.aclrtSynchronizeStream(None)
    expected = np.zeros((4, 16), np.uint8)
    expected[:3, :4] = ARRAY.reshape(8, 8)[:3, :4]
    assert (content(device, memory.device[0]) == expected.reshape(-1)).all()
    device.aclrtMemcpy2dAsync(memory.heap[0], 8, memory.device[0], 16, 4, 3, D2H, None)
    assert (memory.heap[0].reshape(8, 8)[:3, :4] == expected[:3, :4]).all()


def test_launch_blocking(rt: Any) -> None:
    from aclnn_emu.runtime.machine import configure

    configure(launch_blocking=True)
    rt.aclrtSetDevice(0)
    memory = Memory(rt)
    rt.aclrtMemcpy(memory.device[0], 64, ARRAY, 64, H2D)
    rt.aclrtMemcpyAsync(memory.pinned[0], 64, memory.device[0], 64, D2H, None)
    assert (memory.pinned[0].array() == ARRAY).all()
