"""runtime_behaviour.md section 6: device memory and page-locked memory."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime import host
from aclnn_emu.runtime.host import HostPointer
from aclnn_emu.runtime.machine import configure, machine

MIB = 1 << 20
HUGE_FIRST, HUGE_ONLY, NORMAL_ONLY, HUGE_FIRST_P2P, HUGE_ONLY_P2P, NORMAL_ONLY_P2P, GIANT, GIANT_P2P = range(
    8
)


@attrs.frozen
class Line:
    """One call and its status.

    Attributes:
        id: starts with the section of the facts.
        call: takes the functions and what `before` returned.
        status: what it answers.
        before: done first, with device 0 set.
        context: device 0 is set in the thread.
    """

    id: str
    call: Callable[[Any, Any], Any]
    status: int = 0
    before: Callable[[Any], Any] = attrs.field(default=lambda _: None)
    context: bool = True


def block(rt: Any) -> int:
    return rt.aclrtMalloc(64, 0)


def freed(rt: Any) -> int:
    address = block(rt)
    rt.aclrtFree(address)
    return address


def host_block(rt: Any) -> HostPointer:
    return rt.aclrtMallocHost(64)


def freed_host(rt: Any) -> HostPointer:
    pointer = host_block(rt)
    rt.aclrtFreeHost(pointer)
    return pointer


ALLOCATORS = ("aclrtMalloc", "aclrtMallocAlign32", "aclrtMallocCached")


def malloc_lines() -> tuple[Line, ...]:
    lines: list[Line] = []
    for name in ALLOCATORS:

        def call(size: int, name: str = name) -> Callable[[Any, Any], Any]:
            return lambda rt, _: getattr(rt, name)(size, 0)

        lines += [
            Line(f"6-{name}-size-0", call(0), 100000),
            Line(f"6-{name}-size-0-before-context", call(0), 100000, context=False),
            Line(f"6-{name}-overflow", call((1 << 64) - 1), 100000),
            Line(f"6-{name}-no-context", call(8), 107002, context=False),
            Line(f"6-{name}-exhausted", call(1 << 60), 207001),
            Line(f"6-{name}", call(8)),
        ]
    return tuple(lines)


LINES = (
    *malloc_lines(),
    Line("6-padding-decides-the-overflow", lambda rt, _: rt.aclrtMallocAlign32((1 << 64) - 40, 0), 207001),
    Line("6-unknown-policy-is-taken", lambda rt, _: rt.aclrtMalloc(8, 99)),
    Line("6-negative-policy-is-taken", lambda rt, _: rt.aclrtMalloc(8, -1)),
    Line("6-free-null", lambda rt, _: rt.aclrtFree(None), 100000),
    Line("6-free-zero", lambda rt, _: rt.aclrtFree(0), 100000),
    Line("6-free", lambda rt, it: rt.aclrtFree(it), 0, block),
    Line("6-free-twice", lambda rt, it: rt.aclrtFree(it), 107000, freed),
    Line("6-free-inside", lambda rt, it: rt.aclrtFree(it + 32), 107000, block),
    Line("6-free-foreign", lambda rt, _: rt.aclrtFree(0x7000), 107000),
    Line("6-free-page-locked", lambda rt, it: rt.aclrtFree(it), 107000, host_block),
    Line("6-free-array", lambda rt, _: rt.aclrtFree(np.zeros(4)), 107000),
    Line("6-free-other-device-number", lambda rt, it: rt.aclrtFree(it + (7 << 42)), 107000, block),
    Line("6-free-numpy-integer", lambda rt, it: rt.aclrtFree(np.uint64(it)), 0, block),
    Line("6-free-with-sync-null", lambda rt, _: rt.aclrtFreeWithDevSync(None), 100000),
    Line("6-free-with-sync", lambda rt, it: rt.aclrtFreeWithDevSync(it), 0, block),
    Line("6-free-with-sync-no-context", lambda rt, _: rt.aclrtFreeWithDevSync(1), 107002, context=False),
    Line("6-free-with-sync-twice", lambda rt, it: rt.aclrtFreeWithDevSync(it), 107000, freed),
    Line("6-info-out-of-range", lambda rt, _: rt.aclrtGetMemInfo(18), 107016),
    Line("6-info-negative", lambda rt, _: rt.aclrtGetMemInfo(-1), 107016),
    Line("6-info-no-context", lambda rt, _: rt.aclrtGetMemInfo(1), 107002, context=False),
    Line("6-host-size-0", lambda rt, _: rt.aclrtMallocHost(0), 100000),
    Line("6-host-no-context", lambda rt, _: rt.aclrtMallocHost(8), 107002, context=False),
    Line("6-host-too-much", lambda rt, _: rt.aclrtMallocHost(1 << 60), 207001),
    Line("6-free-host-null", lambda rt, _: rt.aclrtFreeHost(None), 100000),
    Line("6-free-host", lambda rt, it: rt.aclrtFreeHost(it), 0, host_block),
    Line("6-free-host-number", lambda rt, it: rt.aclrtFreeHost(int(it)), 0, host_block),
    Line("6-free-host-twice", lambda rt, it: rt.aclrtFreeHost(it), 107000, freed_host),
    Line("6-free-host-inside", lambda rt, it: rt.aclrtFreeHost(it + 8), 107000, host_block),
    Line("6-free-host-device", lambda rt, it: rt.aclrtFreeHost(it), 107000, block),
    Line("6-free-host-array", lambda rt, _: rt.aclrtFreeHost(np.zeros(4)), 107000),
    Line("6-free-host-foreign", lambda rt, _: rt.aclrtFreeHost(0x7000), 107000),
    Line("6-free-host-with-sync", lambda rt, it: rt.aclrtFreeHostWithDevSync(it), 0, host_block),
    Line("6-free-host-with-sync-null", lambda rt, _: rt.aclrtFreeHostWithDevSync(None), 100000),
    Line(
        "6-free-host-with-sync-no-context",
        lambda rt, _: rt.aclrtFreeHostWithDevSync(8),
        107002,
        context=False,
    ),
    Line("6-attributes-null", lambda rt, _: rt.aclrtPointerGetAttributes(None), 100000),
    Line("6-attributes-freed", lambda rt, it: rt.aclrtPointerGetAttributes(it), 107000, freed),
    Line("6-attributes-foreign", lambda rt, _: rt.aclrtPointerGetAttributes(0x7000), 107000),
)


@pytest.mark.trips("ACL-LIFE-108", "ACL-MEM-103", "ACL-MEM-112", "ACL-THREAD-101")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.id)
def test_status(line: Line, rt: Any) -> None:
    if line.context:
        rt.aclrtSetDevice(0)
    value = line.before(rt)
    assert rt.status(lambda: line.call(rt, value)) == line.status


@attrs.frozen
class Size:
    """What an allocation really takes: bytes that may be touched, bytes that are charged."""

    id: str
    function: str
    size: int
    nbytes: int
    charged: int
    policy: int = HUGE_FIRST


SIZES = (
    Size("6-malloc-1", "aclrtMalloc", 1, 64, 64),
    Size("6-malloc-32", "aclrtMalloc", 32, 64, 64),
    Size("6-malloc-33", "aclrtMalloc", 33, 96, 96),
    Size("6-cached-33", "aclrtMallocCached", 33, 96, 96),
    Size("6-align32-33", "aclrtMallocAlign32", 33, 64, 64),
    Size("6-huge-first-at-1-MiB", "aclrtMallocAlign32", MIB, MIB, MIB),
    Size("6-huge-first-above-1-MiB", "aclrtMallocAlign32", MIB + 1, MIB + 32, 2 * MIB),
    Size("6-padding-makes-it-huge", "aclrtMalloc", MIB, MIB + 32, 2 * MIB),
    Size("6-unknown-policy-as-huge-first", "aclrtMallocAlign32", MIB + 1, MIB + 32, 2 * MIB, 50),
    Size("6-huge-only-small", "aclrtMalloc", 1, 64, 2 * MIB, HUGE_ONLY),
    Size("6-normal-only-large", "aclrtMallocAlign32", 3 * MIB, 3 * MIB, 3 * MIB, NORMAL_ONLY),
    Size("6-p2p-huge-first", "aclrtMallocAlign32", 3 * MIB, 3 * MIB, 4 * MIB, HUGE_FIRST_P2P),
    Size("6-p2p-huge-only", "aclrtMallocAlign32", 1, 32, 2 * MIB, HUGE_ONLY_P2P),
    Size("6-p2p-normal-only", "aclrtMallocAlign32", 3 * MIB, 3 * MIB, 3 * MIB, NORMAL_ONLY_P2P),
    Size("6-giant-has-no-padding", "aclrtMalloc", 33, 64, 1 << 30, GIANT),
    Size("6-giant-p2p", "aclrtMalloc", 33, 64, 1 << 30, GIANT_P2P),
)


@pytest.mark.parametrize("case", SIZES, ids=lambda case: case.id)
def test_real_size(case: Size, device: Any) -> None:
    address = getattr(device, case.function)(case.size, case.policy)
    allocation = machine().devices[0].memory.find(address)
    assert (allocation.requested, allocation.nbytes, allocation.charged) == (
        case.size,
        case.nbytes,
        case.charged,
    )
    assert address % 512 == 0


def test_ascend950_has_no_padding(rt: Any) -> None:
    configure(soc="Ascend950")
    rt.aclrtSetDevice(0)
    assert machine().devices[0].memory.find(rt.aclrtMalloc(33, 0)).nbytes == 64


def test_giant_pages_need_the_chip(rt: Any) -> None:
    configure(soc="Ascend310P")
    rt.aclrtSetDevice(0)
    assert rt.status(lambda: rt.aclrtMalloc(8, GIANT)) == 207000


class TestLimit:
    @pytest.fixture
    def small(self, rt: Any) -> Any:
        configure(memory_limit=3 * MIB)
        rt.aclrtSetDevice(0)
        return rt

    def test_huge_first_falls_back(self, small: Any) -> None:
        small.aclrtMallocAlign32(MIB + 32, HUGE_FIRST)
        small.aclrtMallocAlign32(MIB, NORMAL_ONLY)
        assert machine().devices[0].memory.used == 3 * MIB

    def test_huge_first_takes_normal_pages_when_huge_ones_do_not_fit(self, small: Any) -> None:
        small.aclrtMallocAlign32(MIB, NORMAL_ONLY)
        small.aclrtMallocAlign32(MIB // 2, NORMAL_ONLY)
        small.aclrtMallocAlign32(MIB + 32, HUGE_FIRST)
        assert machine().devices[0].memory.used == MIB + MIB // 2 + MIB + 32

    def test_huge_only_does_not(self, small: Any) -> None:
        small.aclrtMalloc(8, HUGE_ONLY)
        assert small.status(lambda: small.aclrtMalloc(8, HUGE_ONLY)) == 207001

    def test_text_says_used_limit_and_request(self, small: Any) -> None:
        small.aclrtMallocAlign32(MIB, NORMAL_ONLY)
        with pytest.raises(
            EmuError, match=f"Device 0.*{3 * MIB} bytes were asked.*{MIB} of {3 * MIB} bytes.*1 alloc"
        ):
            small.aclrtMallocAlign32(3 * MIB, NORMAL_ONLY)

    def test_each_device_has_its_own(self, small: Any) -> None:
        small.aclrtMallocAlign32(3 * MIB, NORMAL_ONLY)
        small.aclrtSetDevice(1)
        small.aclrtMallocAlign32(3 * MIB, NORMAL_ONLY)

    def test_freeing_gives_it_back(self, small: Any) -> None:
        for _ in range(5):
            small.aclrtFree(small.aclrtMallocAlign32(3 * MIB, NORMAL_ONLY))


def test_free_needs_no_context(device: Any) -> None:
    address = block(device)
    context = device.aclrtCreateContext(1)
    device.aclrtDestroyContext(context)
    assert device.status(device.aclrtGetCurrentContext) == 107002
    device.aclrtFree(address)


@pytest.mark.trips("ACL-SYNC-103", "ACL-SYNC-109")
def test_free_does_not_synchronise(device: Any) -> None:
    address = block(device)
    device.aclrtMemsetAsync(address, 64, 1, 64, None)
    device.aclrtFree(address)
    with pytest.raises(EmuError, match="aclrtMemsetAsync") as caught:
        device.aclrtSynchronizeStream(None)
    assert caught.value.status == 507035


def test_free_with_sync_does(device: Any) -> None:
    address, host = block(device), host_block(device)
    device.aclrtMemset(address, 64, 6, 64)
    device.aclrtMemcpyAsync(host, 64, address, 64, 2, None)
    device.aclrtFreeWithDevSync(address)
    assert (host.array() == 6).all()


@pytest.mark.trips("ACL-SYNC-103", "ACL-SYNC-109")
def test_free_with_sync_reports_and_keeps_the_memory(device: Any) -> None:
    broken, address = block(device), block(device)
    device.aclrtMemsetAsync(broken, 64, 1, 64, None)
    device.aclrtFree(broken)
    assert device.status(lambda: device.aclrtFreeWithDevSync(address)) == 507035
    device.aclrtFree(address)


class TestConfigured:
    """aclrtMallocWithCfg and aclrtMallocHostWithCfg."""

    def test_null_cfg(self, device: Any) -> None:
        address = device.aclrtMallocWithCfg(33, 0, None)
        assert machine().devices[0].memory.find(address).nbytes == 64

    @pytest.mark.parametrize("as_struct", [dict, SimpleNamespace], ids=["mapping", "object"])
    def test_attributes(self, device: Any, as_struct: Any) -> None:
        attributes = [
            as_struct(attr=1, value=as_struct(moduleId=3)),
            as_struct(attr=2, value=as_struct(deviceId=0)),
        ]
        device.aclrtMallocWithCfg(8, 0, as_struct(attrs=attributes, numAttrs=2))

    CONFIGS: tuple[tuple[str, Any, int], ...] = (
        ("6-announced-but-null", {"attrs": None, "numAttrs": 1}, 100000),
        ("6-null-and-none-announced", {"attrs": None, "numAttrs": 0}, 107000),
        ("6-none", {"attrs": [], "numAttrs": 0}, 0),
        ("6-only-the-announced-count", {"attrs": [{"attr": 9, "value": 0}], "numAttrs": 0}, 0),
        ("6-unknown-attribute", {"attrs": [{"attr": 3, "value": 0}], "numAttrs": 1}, 107000),
        ("6-this-device", {"attrs": [{"attr": 2, "value": 0}], "numAttrs": 1}, 0),
        ("6-other-device", {"attrs": [{"attr": 2, "value": 1}], "numAttrs": 1}, 107000),
    )

    @pytest.mark.parametrize(("cfg", "status"), [row[1:] for row in CONFIGS], ids=[row[0] for row in CONFIGS])
    def test_config(self, device: Any, cfg: Any, status: int) -> None:
        assert device.status(lambda: device.aclrtMallocWithCfg(8, 0, cfg)) == status

    @pytest.mark.trips("ACL-THREAD-101")
    def test_announced_but_null_comes_before_size(self, rt: Any) -> None:
        cfg = {"attrs": None, "numAttrs": 1}
        with pytest.raises(EmuError, match="attrs is null"):
            rt.aclrtMallocWithCfg(0, 0, cfg)
        assert rt.status(lambda: rt.aclrtMallocWithCfg(0, 0, None)) == 100000
        assert rt.status(lambda: rt.aclrtMallocWithCfg(8, 0, None)) == 107002

    def test_bandwidth_bits(self, device: Any) -> None:
        address = device.aclrtMallocWithCfg(8, 4096 | HUGE_ONLY, None)
        assert machine().devices[0].memory.find(address).charged == 2 * MIB

    def test_read_only_is_not_emulated(self, device: Any) -> None:
        assert device.status(lambda: device.aclrtMallocWithCfg(8, 1 << 20, None)) == 200001

    HOST_CONFIGS: tuple[tuple[str, Any, int], ...] = (
        ("6-host-null", None, 0),
        ("6-host-attrs-null", {"attrs": None, "numAttrs": 0}, 107000),
        ("6-host-module", {"attrs": [{"attr": 1, "value": 0}], "numAttrs": 1}, 0),
        ("6-host-va", {"attrs": [{"attr": 3, "value": 1}], "numAttrs": 1}, 0),
        ("6-host-device", {"attrs": [{"attr": 2, "value": 0}], "numAttrs": 1}, 107000),
    )

    @pytest.mark.parametrize(
        ("cfg", "status"), [row[1:] for row in HOST_CONFIGS], ids=[row[0] for row in HOST_CONFIGS]
    )
    def test_host_config(self, device: Any, cfg: Any, status: int) -> None:
        assert device.status(lambda: device.aclrtMallocHostWithCfg(8, cfg)) == status

    @pytest.mark.trips("ACL-THREAD-101")
    def test_host_order(self, rt: Any) -> None:
        assert rt.status(lambda: rt.aclrtMallocHostWithCfg(0, {"attrs": None, "numAttrs": 0})) == 100000
        assert rt.status(lambda: rt.aclrtMallocHostWithCfg(8, {"attrs": None, "numAttrs": 0})) == 107000
        assert rt.status(lambda: rt.aclrtMallocHostWithCfg(8, None)) == 107002


class TestMemInfo:
    HBM, DDR = 1, 0

    def test_free_and_total(self, device: Any) -> None:
        total = machine().profile.memory_bytes
        assert device.aclrtGetMemInfo(self.HBM) == (total, total)
        device.aclrtMallocAlign32(MIB, 0)
        assert device.aclrtGetMemInfo(self.HBM) == (total - MIB, total)

    @pytest.mark.parametrize("attr", [DDR, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17])
    def test_kinds_that_the_chip_does_not_have(self, device: Any, attr: int) -> None:
        assert device.aclrtGetMemInfo(attr) == (0, 0)

    @pytest.mark.parametrize("attr", [1, 4, 13])
    def test_kinds_that_it_has(self, device: Any, attr: int) -> None:
        assert device.aclrtGetMemInfo(attr)[1] == machine().profile.memory_bytes

    def test_ddr_chips_answer_hbm_questions(self, rt: Any) -> None:
        configure(soc="Ascend310P")
        rt.aclrtSetDevice(0)
        assert (
            rt.aclrtGetMemInfo(self.HBM) == rt.aclrtGetMemInfo(self.DDR) == (24_000_000_000, 24_000_000_000)
        )

    def test_out_of_range_comes_before_context(self, rt: Any) -> None:
        assert rt.status(lambda: rt.aclrtGetMemInfo(18)) == 107016


class TestPageLocked:
    def test_is_rounded_and_filled(self, device: Any) -> None:
        pointer = device.aclrtMallocHost(33)
        assert pointer.block.nbytes == 64
        assert pointer % 64 == 0
        assert (pointer.array() == 0xFF).all()
        assert pointer.array().nbytes == 33

    def test_array_is_live(self, device: Any) -> None:
        pointer = device.aclrtMallocHost(32)
        pointer.array(np.float32)[:] = 2
        assert (pointer.array(np.float32, 3) == 2).all()
        assert pointer.array(np.float32).shape == (8,)

    def test_is_a_number(self, device: Any) -> None:
        pointer = device.aclrtMallocHost(32)
        assert isinstance(pointer, int)
        assert pointer + 8 == int(pointer) + 8

    def test_arrays_survive_the_free(self, device: Any) -> None:
        pointer = device.aclrtMallocHost(32)
        array = pointer.array()
        device.aclrtFreeHost(pointer)
        array[:] = 1

    def test_no_array_after_the_free(self, device: Any) -> None:
        with pytest.raises(EmuError, match=r"64 elements of uint8.*freed by aclrtFreeHost"):
            freed_host(device).array()

    def test_no_array_that_is_too_large(self, device: Any) -> None:
        with pytest.raises(EmuError, match="9 elements of float64 are not there: 64 bytes"):
            host_block(device).array(np.float64, 9)

    def test_freed_memory_goes_back_to_the_computer_at_last(
        self, device: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(host, "_REMEMBERED_BYTES", 100)
        pointers = [host_block(device) for _ in range(2)]
        data = [weakref.ref(pointer.block.data) for pointer in pointers]
        for pointer in pointers:
            device.aclrtFreeHost(pointer)
        assert [it() is None for it in data] == [True, False]

    def test_freed_pointers_are_known_in_copies(self, device: Any) -> None:
        pointer = freed_host(device)
        address = block(device)
        with pytest.raises(EmuError, match=r"given back: 64 bytes.*freed by aclrtFreeHost"):
            device.aclrtMemcpy(address, 64, pointer, 64, 1)

    def test_text_of_a_double_free(self, device: Any) -> None:
        pointer = freed_host(device)
        with pytest.raises(
            EmuError, match=r"given back before: 64 bytes.*aclrtMallocHost, freed by aclrtFreeHost"
        ):
            device.aclrtFreeHost(pointer)

    def test_text_for_device_memory(self, device: Any) -> None:
        with pytest.raises(EmuError, match="aclrtFree gives back"):
            device.aclrtFreeHost(block(device))
        with pytest.raises(EmuError, match="aclrtFreeHost gives back"):
            device.aclrtFree(host_block(device))


class TestAttributes:
    def test_device(self, rt: Any) -> None:
        rt.aclrtSetDevice(1)
        location, page = rt.aclrtPointerGetAttributes(block(rt) + 8)
        assert location == (1, 1)
        assert page == 4096

    def test_huge_page(self, device: Any) -> None:
        assert device.aclrtPointerGetAttributes(device.aclrtMalloc(8, HUGE_ONLY)).pageSize == 2 * MIB

    def test_page_locked(self, device: Any) -> None:
        pointer = host_block(device)
        assert device.aclrtPointerGetAttributes(pointer).location == (0, 0)
        assert device.aclrtPointerGetAttributes(pointer.array()).location == (0, 0)

    def test_ordinary(self, rt: Any) -> None:
        array = np.zeros(4)
        assert rt.aclrtPointerGetAttributes(array).location.type == 2
        assert rt.aclrtPointerGetAttributes(array.ctypes.data).location.type == 2


def test_observers_hear_of_memory(device: Any) -> None:
    heard: list[tuple[str, str]] = []

    class Ear:
        def notify(self, event: str, fields: Any) -> None:
            heard.append((event, fields["function"]))

    machine().listen(Ear())
    device.aclrtFree(block(device))
    device.aclrtFreeHost(host_block(device))
    address = block(device)
    device.aclrtMemset(address, 64, 0, 64)
    device.aclrtResetDevice(0)
    assert heard == [
        ("alloc", "aclrtMalloc"),
        ("free", "aclrtFree"),
        ("host alloc", "aclrtMallocHost"),
        ("host free", "aclrtFreeHost"),
        ("alloc", "aclrtMalloc"),
        ("access", "aclrtMemset"),
        ("destroy", "aclrtResetDevice"),
        ("destroy", "aclrtResetDevice"),
        ("free", "aclrtResetDevice"),
    ]
