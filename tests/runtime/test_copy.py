"""runtime_behaviour.md section 7: synchronous copies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.machine import machine

H2H, H2D, D2H, D2D, DEFAULT, BUF, INNER, INTER = range(8)
ARRAY = np.arange(64, dtype=np.uint8)


@attrs.frozen
class Line:
    """One aclrtMemcpy and its status.

    Attributes:
        id: starts with the section of the facts.
        args: dst, destMax, src, count, kind; a function of the device address of 64 bytes.
        status: what it answers.
        context: device 0 is set in the thread.
    """

    id: str
    args: Callable[[int], tuple[Any, ...]]
    status: int = 0
    context: bool = True


MISSING = 0x1240_0000_0000 + (1 << 41)
LINES = (
    Line("7-count-0-null-pointers", lambda _: (None, 0, None, 0, 99)),
    Line("7-count-0-no-context", lambda _: (None, 0, None, 0, 99), context=False),
    Line("7-dst-null", lambda it: (None, 64, it, 64, D2H), 100000),
    Line("7-dst-zero", lambda it: (0, 64, it, 64, D2H), 100000),
    Line("7-src-null", lambda it: (it, 64, None, 64, H2D), 100000),
    Line("7-kind-inner", lambda it: (it, 64, ARRAY, 64, INNER), 100000),
    Line("7-kind-inter", lambda it: (it, 64, ARRAY, 64, INTER), 100000),
    Line("7-kind-negative", lambda it: (it, 64, ARRAY, 64, -1), 100000),
    Line("7-null-before-kind", lambda it: (it, 64, None, 64, 99), 100000),
    Line("7-kind-before-destMax", lambda it: (it, 0, ARRAY, 64, 99), 100000),
    Line("7-destMax-0", lambda it: (it, 0, ARRAY, 64, H2D), 107000),
    Line("7-count-above-destMax", lambda it: (it, 63, ARRAY, 64, H2D), 107000),
    Line("7-destMax-before-context", lambda it: (it, 63, ARRAY, 64, H2D), 107000, context=False),
    Line("7-same-pointer", lambda it: (it, 64, it, 64, D2D)),
    Line("7-same-pointer-no-context", lambda it: (it, 64, it, 64, D2D), context=False),
    Line("7-same-array", lambda _: (ARRAY, 64, ARRAY, 64, H2H)),
    Line("7-same-memory-as-array-and-pointer", lambda _: (ARRAY, 64, ARRAY.ctypes.data, 64, H2H)),
    Line("7-same-needs-no-memory", lambda _: (MISSING, 64, MISSING, 64, D2D)),
    Line("7-no-context", lambda it: (it, 64, ARRAY, 64, H2D), 107002, context=False),
    *(
        Line(f"7-kind-{kind}-is-not-looked-at", lambda it, k=kind: (it, 64, ARRAY, 64, k))
        for kind in range(6)
    ),
    Line("7-past-the-allocation", lambda it: (it + 64, 64, ARRAY, 64, H2D), 107000),
    Line("7-source-past-the-allocation", lambda it: (np.zeros(256, np.uint8), 256, it, 256, D2H), 107000),
    Line("7-not-allocated", lambda _: (MISSING, 64, ARRAY, 64, H2D), 107000),
    Line("7-device-that-does-not-exist", lambda it: (it + (9 << 42), 64, ARRAY, 64, H2D), 107000),
    Line("7-number-that-is-no-memory", lambda it: (it, 64, 0x7000, 64, H2D), 107000),
    Line("7-host-buffer-too-small", lambda it: (it, 64, ARRAY[:8], 64, H2D), 100000),
    Line("7-host-buffer-read-only", lambda it: (bytes(64), 64, it, 64, D2H), 100000),
    Line(
        "7-host-buffer-not-contiguous",
        lambda it: (it, 64, np.zeros((64, 2), np.uint8)[:, 0], 64, H2D),
        100000,
    ),
    Line("7-no-memory-at-all", lambda it: (it, 64, "text", 4, H2D), 100000),
    Line("7-list", lambda it: (it, 64, [1, 2, 3], 3, H2D), 100000),
    Line("7-array-of-objects", lambda it: (it, 64, np.array([None] * 8), 64, H2D), 100000),
)


@pytest.mark.trips("ACL-MEM-103", "ACL-MEM-112", "ACL-THREAD-101")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.id)
def test_status(line: Line, rt: Any) -> None:
    rt.aclrtSetDevice(0)
    address = rt.aclrtMallocAlign32(64, 0)
    if not line.context:
        machine().thread().context = None
    assert rt.status(lambda: rt.aclrtMemcpy(*line.args(address))) == line.status


def read(rt: Any, address: int, nbytes: int) -> np.ndarray:
    host = np.zeros(nbytes, np.uint8)
    rt.aclrtMemcpy(host, nbytes, address, nbytes, D2H)
    return host


HOST_MEMORY: dict[str, Callable[[], Any]] = {
    "float32": lambda: np.arange(16, dtype=np.float32),
    "matrix": lambda: np.arange(64, dtype=np.uint8).reshape(8, 8),
    "two-rows": lambda: np.arange(64, dtype=np.uint8).reshape(2, 32),
    "bool": lambda: np.tile(np.array([True, False]), 32),
    "complex64": lambda: np.arange(8, dtype=np.complex64),
    "structured": lambda: np.zeros(8, [("a", np.int32), ("b", np.float32)]),
    "bytearray": lambda: bytearray(range(64)),
    "memoryview": lambda: memoryview(bytearray(range(64))),
}


@pytest.mark.parametrize("make", HOST_MEMORY.values(), ids=HOST_MEMORY)
def test_round_trip_of_host_memory(make: Callable[[], Any], device: Any) -> None:
    source, target = make(), make()
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemcpy(address, 64, source, 64, H2D)
    view = (
        np.frombuffer(target, np.uint8)
        if not isinstance(target, np.ndarray)
        else target.reshape(-1).view(np.uint8)
    )
    view[:] = 99
    device.aclrtMemcpy(target, 64, address, 64, D2H)
    assert bytes(source) == bytes(target)


def test_bfloat16(device: Any) -> None:
    import ml_dtypes

    source = np.arange(8).astype(ml_dtypes.bfloat16)
    address = device.aclrtMalloc(16, 0)
    device.aclrtMemcpy(address, 16, source, 16, H2D)
    target = np.zeros_like(source)
    device.aclrtMemcpy(target, 16, address, 16, D2H)
    assert (source == target).all()


def test_ctypes_array(device: Any) -> None:
    import ctypes

    source = (ctypes.c_float * 4)(1, 2, 3, 4)
    address = device.aclrtMalloc(16, 0)
    device.aclrtMemcpy(address, 16, source, 16, H2D)
    assert read(device, address, 16).view(np.float32).tolist() == [1, 2, 3, 4]
    device.aclrtMemset(address, 16, 0, 16)
    device.aclrtMemcpy(address, 16, ctypes.addressof(source), 16, H2D)
    assert read(device, address, 16).view(np.float32).tolist() == [1, 2, 3, 4]


def test_pointer_of_an_array(device: Any) -> None:
    source = np.arange(64, dtype=np.uint8)
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemcpy(address, 64, source.ctypes.data, 64, H2D)
    assert (read(device, address, 64) == source).all()


@pytest.mark.trips("ACL-MEM-112")
def test_page_locked_memory(device: Any) -> None:
    pointer = device.aclrtMallocHost(64)
    pointer.array()[:] = ARRAY
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemcpy(address + 8, 56, pointer + 8, 56, H2D)
    assert (read(device, address + 8, 56) == ARRAY[8:]).all()
    assert device.status(lambda: device.aclrtMemcpy(address, 96, pointer, 96, H2D)) == 107000


def test_host_to_host(device: Any) -> None:
    target = np.zeros(64, np.uint8)
    device.aclrtMemcpy(target, 64, ARRAY, 64, H2H)
    assert (target == ARRAY).all()


def test_wrong_kind_copies_right(device: Any) -> None:
    one, other = device.aclrtMalloc(64, 0), device.aclrtMalloc(64, 0)
    device.aclrtMemcpy(one, 64, ARRAY, 64, D2H)
    device.aclrtMemcpy(other, 64, one, 64, H2H)
    assert (read(device, other, 64) == ARRAY).all()


def test_overlap_inside_an_allocation(device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemcpy(address, 64, ARRAY, 64, H2D)
    device.aclrtMemcpy(address + 8, 56, address, 56, D2D)
    assert (read(device, address + 8, 56) == ARRAY[:56]).all()


def test_padding_may_be_touched(device: Any) -> None:
    """Real hardware lets 64 bytes of this allocation be used; a checker may object, the runtime does not."""
    address = device.aclrtMalloc(1, 0)
    device.aclrtMemcpy(address, 64, ARRAY, 64, H2D)


@pytest.mark.trips("ACL-SYNC-101")
def test_does_not_wait_for_streams(device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    device.aclrtMemset(address, 64, 0, 64)
    device.aclrtMemsetAsync(address, 64, 5, 64, None)
    assert (read(device, address, 64) == 0).all()
    device.aclrtSynchronizeStream(None)
    assert (read(device, address, 64) == 5).all()


@pytest.mark.trips("ACL-INIT-102")
def test_part_of_fresh_memory(device: Any) -> None:
    size = 2 << 20
    address = device.aclrtMalloc(size, 0)
    device.aclrtMemcpy(address + 100, 64, ARRAY, 64, H2D)
    host = read(device, address, size)
    assert (host[100:164] == ARRAY).all()
    assert (host[:100] == 0xFF).all()
    assert (host[164:] == 0xFF).all()


@pytest.mark.trips("ACL-MEM-103")
def test_a_failed_copy_changes_nothing(device: Any) -> None:
    address = device.aclrtMallocAlign32(64, 0)
    device.aclrtMemset(address, 64, 1, 64)
    target = np.zeros(128, np.uint8)
    assert device.status(lambda: device.aclrtMemcpy(address + 32, 64, target, 64, H2D)) == 107000
    assert device.status(lambda: device.aclrtMemcpy(target, 128, address, 128, D2H)) == 107000
    assert (read(device, address, 64) == 1).all()
    assert (target == 0).all()


TEXTS: dict[str, tuple[Callable[[int], tuple[Any, ...]], str]] = {
    "count": (lambda it: (it, 8, ARRAY, 64, H2D), "count is 64, but destMax says that only 8 bytes"),
    "kind": (lambda it: (it, 8, ARRAY, 8, 7), r"kind is 7; allowed are ACL_MEMCPY_HOST_TO_HOST \(0\)"),
    "freed": (
        lambda it: (it + 4096, 8, ARRAY, 8, H2D),
        "dst is wrong.*write of 8 bytes.*given back.*aclrtFree",
    ),
    "past": (
        lambda it: (np.zeros(80), 640, it, 640, D2H),
        "src is wrong.*read of 640 bytes.*the last 576 bytes lie behind",
    ),
    "host as device": (
        lambda it: (it, 8, 0x7000, 8, H2D),
        "src = 0x7000 on the host fails: it is not mapped",
    ),
    "strided": (
        lambda it: (it, 8, np.zeros((8, 2))[:, 0], 8, H2D),
        r"src is an array of float64 with shape \(8,\) and strides \(16,\)",
    ),
    "small": (lambda it: (it, 64, np.zeros(2), 64, H2D), "src is a host buffer of 16 bytes, but 64 bytes"),
}


@pytest.mark.parametrize(("args", "text"), TEXTS.values(), ids=TEXTS)
def test_texts(args: Callable[[int], tuple[Any, ...]], text: str, device: Any) -> None:
    address = device.aclrtMallocAlign32(64, 0)
    while (other := device.aclrtMallocAlign32(64, 0)) < address + 4096:
        pass
    assert other == address + 4096
    device.aclrtFree(other)
    with pytest.raises(EmuError, match=f"aclrtMemcpy: .*{text}"):
        device.aclrtMemcpy(*args(address))


class TestRegisteredRanges:
    """Pointers that pyACL makes of arrays."""

    def test_works_while_the_array_lives(self, device: Any) -> None:
        source = np.arange(64, dtype=np.uint8)
        pointer = machine().host.register_range(source)
        address = device.aclrtMalloc(64, 0)
        device.aclrtMemcpy(address, 64, pointer, 64, H2D)
        assert (read(device, address, 64) == source).all()

    def test_is_forgotten_with_the_array(self) -> None:
        source = np.arange(1 << 16, dtype=np.uint8)
        host = machine().host
        host.register_range(source)
        assert host._ranges
        del source
        assert not host._ranges

    def test_read_only_memory_is_not_written(self, device: Any) -> None:
        source = np.frombuffer(bytes(64), np.uint8)
        pointer = machine().host.register_range(source)
        address = device.aclrtMalloc(64, 0)
        device.aclrtMemcpy(address, 64, pointer, 64, H2D)

    def test_takes_arrays_only(self) -> None:
        with pytest.raises(TypeError):
            machine().host.register_range(b"bytes")


needs_linux = pytest.mark.skipif(
    not Path("/proc/self/maps").exists(), reason="plain pointers need /proc/self/maps"
)


@needs_linux
def test_read_only_mapping_is_not_written(device: Any) -> None:
    import mmap

    with mmap.mmap(-1, 4096, prot=mmap.PROT_READ) as pages:
        pointer = np.frombuffer(pages, np.uint8).ctypes.data
        address = device.aclrtMalloc(64, 0)
        device.aclrtMemcpy(address, 64, pointer, 64, H2D)
        with pytest.raises(EmuError, match=r"write of 64 bytes.*not mapped"):
            device.aclrtMemcpy(pointer, 64, address, 64, D2H)


@pytest.mark.trips("ACL-MEM-112")
@needs_linux
def test_end_of_a_mapping_is_seen(device: Any) -> None:
    maps = Path("/proc/self/maps").read_text(encoding="ascii").splitlines()
    spans = [[int(part, 16) for part in line.split(" ")[0].split("-")] for line in maps if " r" in line]
    start, end = next((low, high) for low, high in spans if all(high != other for other, _ in spans))
    address = device.aclrtMalloc(64, 0)
    assert device.status(lambda: device.aclrtMemcpy(address, 64, end - 32, 64, H2D)) == 107000
    assert start < end


# Rows


@attrs.frozen
class Rows:
    """One aclrtMemcpy2d and its status; arguments are a function of a device address of 64 bytes."""

    id: str
    args: Callable[[int], tuple[Any, ...]]
    status: int = 0
    context: bool = True


ROWS = (
    Rows("7-2d-width-0", lambda _: (None, 0, None, 0, 0, 4, 99)),
    Rows("7-2d-height-0", lambda _: (None, 0, None, 0, 4, 0, 99), context=False),
    Rows("7-2d-dst-null", lambda _: (None, 8, ARRAY, 8, 8, 8, H2D), 100000),
    Rows("7-2d-src-null", lambda it: (it, 8, None, 8, 8, 8, H2D), 100000),
    Rows("7-2d-width-above-dpitch", lambda it: (it, 7, ARRAY, 8, 8, 8, H2D), 100000),
    Rows("7-2d-width-above-spitch", lambda it: (it, 8, ARRAY, 7, 8, 8, H2D), 100000),
    Rows("7-2d-pitch-before-kind", lambda it: (it, 7, ARRAY, 8, 8, 8, 99), 100000),
    Rows("7-2d-kind-H2H", lambda it: (it, 8, ARRAY, 8, 8, 8, H2H), 100000),
    Rows("7-2d-kind-buffer", lambda it: (it, 8, ARRAY, 8, 8, 8, BUF), 100000),
    Rows("7-2d-kind-D2D", lambda it: (it, 8, ARRAY, 8, 8, 8, D2D), 207000),
    Rows("7-2d-kind-H2D", lambda it: (it, 8, ARRAY, 8, 8, 8, H2D)),
    Rows("7-2d-kind-DEFAULT", lambda it: (it, 8, ARRAY, 8, 8, 8, DEFAULT)),
    Rows("7-2d-kind-that-does-not-fit", lambda it: (it, 8, ARRAY, 8, 8, 8, D2H), 107000),
    Rows("7-2d-too-high", lambda it: (it, 8, ARRAY, 8, 1, 5 * 1024 * 1024 + 1, H2D), 107000),
    Rows("7-2d-too-wide", lambda it: (it, 5_000_001, ARRAY, 5_000_001, 5_000_001, 1, H2D), 107000),
    Rows("7-2d-device-to-device", lambda it: (it, 8, it + 32, 8, 8, 4, DEFAULT), 107000),
    Rows("7-2d-host-to-host", lambda _: (np.zeros(64, np.uint8), 8, ARRAY, 8, 8, 8, DEFAULT), 107000),
    Rows("7-2d-no-context", lambda it: (it, 8, ARRAY, 8, 8, 8, H2D), 107002, False),
    Rows("7-2d-past-the-allocation", lambda it: (it, 16, ARRAY, 8, 8, 8, H2D), 107000),
    Rows("7-2d-last-row-ends-at-its-width", lambda it: (it, 14, ARRAY, 8, 8, 5, H2D)),
    Rows("7-2d-host-too-small", lambda it: (it, 8, ARRAY, 16, 8, 8, H2D), 100000),
)


@pytest.mark.trips("ACL-MEM-103", "ACL-MEM-107", "ACL-THREAD-101")
@pytest.mark.parametrize("line", ROWS, ids=lambda line: line.id)
def test_rows_status(line: Rows, rt: Any) -> None:
    rt.aclrtSetDevice(0)
    address = rt.aclrtMallocAlign32(64, 0)
    if not line.context:
        machine().thread().context = None
    assert rt.status(lambda: rt.aclrtMemcpy2d(*line.args(address))) == line.status


@pytest.mark.trips("ACL-INIT-102")
@given(
    width=st.integers(1, 9), height=st.integers(1, 9), more=st.tuples(st.integers(0, 5), st.integers(0, 5))
)
@settings(max_examples=60, deadline=None)
def test_rows_match_a_slice(width: int, height: int, more: tuple[int, int]) -> None:
    from aclnn_emu.runtime.registry import API_FUNCTIONS

    call = {name: entry.function for name, entry in API_FUNCTIONS.items()}
    call["aclrtSetDevice"](0)
    dpitch, spitch = width + more[0], width + more[1]
    source = np.random.default_rng(7).integers(0, 200, (height, spitch), np.uint8)
    address = call["aclrtMalloc"](height * dpitch, 0)
    call["aclrtMemcpy2d"](address, dpitch, source, spitch, width, height, H2D)
    there = np.zeros(height * dpitch, np.uint8)
    call["aclrtMemcpy"](there, there.nbytes, address, there.nbytes, D2H)
    rows = there.reshape(height, dpitch)
    assert (rows[:, :width] == source[:, :width]).all()
    assert (rows[:, width:] == 0xFF).all()
    back = np.zeros((height, spitch), np.uint8)
    call["aclrtMemcpy2d"](back, spitch, address, dpitch, width, height, D2H)
    assert (back[:, :width] == source[:, :width]).all()
    assert (back[:, width:] == 0).all()


@pytest.mark.trips("ACL-INIT-102")
def test_rows_into_fresh_large_memory(device: Any) -> None:
    pitch, rows = 1 << 11, 1 << 10
    address = device.aclrtMalloc(pitch * rows, 0)
    device.aclrtMemcpy2d(address, pitch, np.zeros(rows, np.uint8), 1, 1, rows, H2D)
    there = read(device, address, pitch * rows).reshape(rows, pitch)
    assert (there[:, 0] == 0).all()
    assert (there[:, 1:] == 0xFF).all()


def test_observers_hear_of_touched_memory(device: Any) -> None:
    heard: list[tuple[Any, ...]] = []
    address = device.aclrtMalloc(64, 0)

    class Ear:
        def notify(self, event: str, fields: Any) -> None:
            ranges = [
                [(touched.address - address, touched.nbytes) for touched in fields[it]]
                for it in ("reads", "writes")
            ]
            heard.append((event, fields["function"], *ranges))

    machine().listen(Ear())
    device.aclrtMemcpy(address + 8, 56, ARRAY, 16, H2D)
    device.aclrtMemcpy(address + 32, 32, address, 8, D2D)
    device.aclrtMemcpy2d(address, 8, ARRAY, 8, 2, 3, H2D)
    assert heard == [
        ("access", "aclrtMemcpy", [], [(8, 16)]),
        ("access", "aclrtMemcpy", [(0, 8)], [(32, 8)]),
        ("access", "aclrtMemcpy2d", [], [(0, 18)]),
    ]
