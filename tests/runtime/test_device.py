"""runtime_behaviour.md sections 2 and 15: devices, their reset, peer access, visible devices."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

from aclnn_emu.errors import EmuError
from aclnn_emu.runtime.config import Config
from aclnn_emu.runtime.device import visible_ids
from aclnn_emu.runtime.machine import configure, machine
from aclnn_emu.runtime.profile import PROFILES


@attrs.frozen
class Line:
    """One call on a machine of two devices with nothing set, and its status.

    Attributes:
        id: starts with the section of the facts.
        call: takes the functions.
        status: what it answers.
        before: what is done first.
    """

    id: str
    call: Callable[[Any], Any]
    status: int = 0
    before: Callable[[Any], Any] = attrs.field(default=lambda _: None)


def both(*steps: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def run(rt: Any) -> None:
        for step in steps:
            step(rt)

    return run


def set_0(rt: Any) -> None:
    rt.aclrtSetDevice(0)


def reset_0(rt: Any) -> None:
    rt.aclrtResetDevice(0)


LINES = (
    Line("2-set", set_0),
    Line("2-set-negative", lambda rt: rt.aclrtSetDevice(-1), 107001),
    Line("2-set-count", lambda rt: rt.aclrtSetDevice(2), 107001),
    Line("2-reset-negative", lambda rt: rt.aclrtResetDevice(-1), 107001),
    Line("2-reset-count", lambda rt: rt.aclrtResetDevice(2), 107001),
    Line("2-reset-never-set", reset_0, 507007),
    Line("2-reset-once", reset_0, 0, set_0),
    Line("2-reset-twice-after-one-set", reset_0, 507007, both(set_0, reset_0)),
    Line("2-reset-twice-after-two-sets", reset_0, 0, both(set_0, set_0, reset_0)),
    Line("2-reset-thrice-after-two-sets", reset_0, 507007, both(set_0, set_0, reset_0, reset_0)),
    Line("2-force-count", lambda rt: rt.aclrtResetDeviceForce(2), 107001),
    Line("2-force-never-set", lambda rt: rt.aclrtResetDeviceForce(0), 507007),
    Line("2-force-after-two-sets", lambda rt: rt.aclrtResetDeviceForce(0), 0, both(set_0, set_0)),
    Line(
        "2-force-after-reset-of-two", lambda rt: rt.aclrtResetDeviceForce(0), 0, both(set_0, set_0, reset_0)
    ),
    Line("2-force-after-last-reset", lambda rt: rt.aclrtResetDeviceForce(0), 507007, both(set_0, reset_0)),
    Line(
        "2-reset-after-force-of-two",
        reset_0,
        507007,
        both(set_0, set_0, lambda rt: rt.aclrtResetDeviceForce(0)),
    ),
    Line("2-get-none", lambda rt: rt.aclrtGetDevice(), 107002),
    Line("2-get-after-reset", lambda rt: rt.aclrtGetDevice(), 107002, both(set_0, reset_0)),
    Line("2-synchronize-without-context", lambda rt: rt.aclrtSynchronizeDevice(), 107002),
    Line("2-synchronize", lambda rt: rt.aclrtSynchronizeDevice(), 0, set_0),
    Line("2-timeout-0", lambda rt: rt.aclrtSynchronizeDeviceWithTimeout(0), 107000, set_0),
    Line("2-timeout-below", lambda rt: rt.aclrtSynchronizeDeviceWithTimeout(-2), 107000, set_0),
    Line("2-timeout-for-ever", lambda rt: rt.aclrtSynchronizeDeviceWithTimeout(-1), 0, set_0),
    Line("2-timeout-1", lambda rt: rt.aclrtSynchronizeDeviceWithTimeout(1), 0, set_0),
    Line("2-timeout-before-context", lambda rt: rt.aclrtSynchronizeDeviceWithTimeout(0), 107000),
    Line("2-timeout-without-context", lambda rt: rt.aclrtSynchronizeDeviceWithTimeout(5), 107002),
    Line("capability-bad-device", lambda rt: rt.aclGetDeviceCapability(2, 0), 100000),
    Line("capability-bad-question", lambda rt: rt.aclGetDeviceCapability(0, 3), 100000),
    Line("capability-undefined", lambda rt: rt.aclGetDeviceCapability(0, -1), 100000),
    Line("2-ts-0", lambda rt: rt.aclrtSetTsDevice(0)),
    Line("2-ts-1", lambda rt: rt.aclrtSetTsDevice(1)),
    Line("2-ts-2", lambda rt: rt.aclrtSetTsDevice(2), 100000),
    Line("2-ts-negative", lambda rt: rt.aclrtSetTsDevice(-1), 100000),
    Line("2-can-access-equal", lambda rt: rt.aclrtDeviceCanAccessPeer(1, 1), 100000),
    Line("2-can-access-equal-before-range", lambda rt: rt.aclrtDeviceCanAccessPeer(9, 9), 100000),
    Line("2-can-access-beyond", lambda rt: rt.aclrtDeviceCanAccessPeer(0, 9), 107001),
    Line("2-enable-flags", lambda rt: rt.aclrtDeviceEnablePeerAccess(1, 1), 200006, set_0),
    Line("2-enable-flags-before-context", lambda rt: rt.aclrtDeviceEnablePeerAccess(1, 1), 200006),
    Line("2-enable-without-context", lambda rt: rt.aclrtDeviceEnablePeerAccess(1, 0), 107002),
    Line("2-enable-itself", lambda rt: rt.aclrtDeviceEnablePeerAccess(0, 0), 100000, set_0),
    Line("2-enable-beyond", lambda rt: rt.aclrtDeviceEnablePeerAccess(9, 0), 107001, set_0),
    Line("2-enable", lambda rt: rt.aclrtDeviceEnablePeerAccess(1, 0), 0, set_0),
    Line(
        "2-enable-twice",
        lambda rt: rt.aclrtDeviceEnablePeerAccess(1, 0),
        0,
        both(set_0, lambda rt: rt.aclrtDeviceEnablePeerAccess(1, 0)),
    ),
    Line("2-disable-what-is-off", lambda rt: rt.aclrtDeviceDisablePeerAccess(1), 107000, set_0),
    Line("2-disable-without-context", lambda rt: rt.aclrtDeviceDisablePeerAccess(1), 107002),
    Line("2-disable-itself", lambda rt: rt.aclrtDeviceDisablePeerAccess(0), 100000, set_0),
    Line("2-status-beyond", lambda rt: rt.aclrtDevicePeerAccessStatus(0, 2), 107000),
    Line("2-status-negative", lambda rt: rt.aclrtDevicePeerAccessStatus(-1, 0), 107000),
)


@pytest.mark.trips("ACL-THREAD-101")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.id)
def test_status(line: Line, rt: Any) -> None:
    line.before(rt)
    assert rt.status(lambda: line.call(rt)) == line.status


def test_questions_need_no_device(rt: Any) -> None:
    assert rt.aclrtGetDeviceCount() == 2
    assert rt.aclrtGetRunMode() == 1
    assert rt.aclrtGetVersion() == (1, 17, 0)
    assert rt.aclrtGetSocName() == "Ascend910B3"
    assert rt.aclrtDeviceCanAccessPeer(0, 1) == 1


def test_capabilities(rt: Any) -> None:
    assert [rt.aclGetDeviceCapability(1, question) for question in range(3)] == [20, 40, 201326592]


def test_get_device(device: Any) -> None:
    assert device.aclrtGetDevice() == 0
    device.aclrtSetDevice(1)
    assert device.aclrtGetDevice() == 1


def test_set_device_drops_an_explicit_context(device: Any) -> None:
    primary = device.aclrtGetCurrentContext()
    explicit = device.aclrtCreateContext(0)
    assert device.aclrtGetCurrentContext() is explicit
    device.aclrtSetDevice(0)
    assert device.aclrtGetCurrentContext() is primary


def test_threads_share_the_primary_context(device: Any) -> None:
    seen: list[Any] = []

    def other() -> None:
        device.aclrtSetDevice(0)
        seen.append(device.aclrtGetCurrentContext())

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [device.aclrtGetCurrentContext()]


def test_a_bound_thread_gets_the_primary_context_made_anew(device: Any) -> None:
    old = device.aclrtGetCurrentContext()
    device.aclrtResetDevice(0)

    def other() -> None:
        device.aclrtSetDevice(0)

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    new = device.aclrtGetCurrentContext()
    assert new is not old
    assert not old.alive
    assert new.alive


class TestLastReset:
    def test_waits_for_queued_work(self, device: Any) -> None:
        host = device.aclrtMallocHost(64)
        address = device.aclrtMalloc(64, 0)
        host.array()[:] = 0
        device.aclrtMemset(address, 64, 7, 64)
        device.aclrtMemcpyAsync(host, 64, address, 64, 2, None)
        device.aclrtResetDevice(0)
        assert (host.array() == 7).all()

    def test_ends_streams_and_default_stream(self, device: Any) -> None:
        default = device.aclrtCtxGetCurrentDefaultStream()
        stream = device.aclrtCreateStream()
        device.aclrtResetDevice(0)
        assert not default.alive
        assert not stream.alive
        device.aclrtSetDevice(0)
        assert device.status(lambda: device.aclrtSynchronizeStream(stream)) == 107017

    def test_releases_the_memory(self, device: Any) -> None:
        address = device.aclrtMalloc(64, 0)
        device.aclrtResetDevice(0)
        assert machine().devices[0].memory.used == 0
        with pytest.raises(EmuError, match=r"given back before.*freed by aclrtResetDevice"):
            device.aclrtFree(address)

    def test_not_while_an_explicit_context_lives(self, device: Any) -> None:
        address = device.aclrtMalloc(64, 0)
        context = device.aclrtCreateContext(0)
        device.aclrtResetDevice(0)
        assert device.aclrtGetCurrentContext() is context
        device.aclrtMemset(address, 64, 1, 64)
        device.aclrtDestroyContext(context)
        assert machine().devices[0].memory.find(address) is None

    def test_an_earlier_reset_changes_nothing(self, device: Any) -> None:
        device.aclrtSetDevice(0)
        address = device.aclrtMalloc(64, 0)
        device.aclrtResetDevice(0)
        device.aclrtFree(address)

    @pytest.mark.trips("ACL-SYNC-103", "ACL-SYNC-109")
    def test_keeps_the_text_of_failed_work(self, device: Any) -> None:
        address = device.aclrtMalloc(64, 0)
        device.aclrtMemsetAsync(address, 64, 1, 64, None)
        device.aclrtFree(address)
        assert device.status(lambda: device.aclrtResetDevice(0)) == 0
        assert "aclrtMemsetAsync" in device.aclGetRecentErrMsg()

    def test_of_another_device_leaves_this_one(self, device: Any) -> None:
        device.aclrtSetDevice(1)
        device.aclrtSetDevice(0)
        device.aclrtResetDevice(1)
        assert device.aclrtGetDevice() == 0

    def test_resets_the_task_scheduler_choice(self, device: Any) -> None:
        device.aclrtSetTsDevice(1)
        device.aclrtResetDevice(0)
        assert machine().thread().ts_id == 0


def test_synchronize_waits_for_every_stream(device: Any) -> None:
    address = device.aclrtMalloc(64, 0)
    host = [device.aclrtMallocHost(64) for _ in range(3)]
    device.aclrtMemset(address, 64, 5, 64)
    for pointer in host:
        device.aclrtMemcpyAsync(pointer, 64, address, 64, 2, device.aclrtCreateStream())
    assert not any((pointer.array() == 5).any() for pointer in host)
    device.aclrtSynchronizeDevice()
    assert all((pointer.array() == 5).all() for pointer in host)


class TestPeerAccess:
    @pytest.fixture
    def two(self, rt: Any) -> tuple[Any, int, int]:
        rt.aclrtSetDevice(1)
        there = rt.aclrtMalloc(64, 0)
        rt.aclrtSetDevice(0)
        here = rt.aclrtMalloc(64, 0)
        return rt, here, there

    def test_status_is_one_way(self, device: Any) -> None:
        device.aclrtDeviceEnablePeerAccess(1, 0)
        assert device.aclrtDevicePeerAccessStatus(0, 1) == 1
        assert device.aclrtDevicePeerAccessStatus(1, 0) == 0
        device.aclrtDeviceDisablePeerAccess(1)
        assert device.aclrtDevicePeerAccessStatus(0, 1) == 0

    def test_copy_needs_it(self, two: tuple[Any, int, int]) -> None:
        rt, here, there = two
        assert rt.status(lambda: rt.aclrtMemcpy(there, 64, here, 64, 3)) == 107000
        assert rt.status(lambda: rt.aclrtMemcpyAsync(there, 64, here, 64, 3, None)) == 107000

    @pytest.mark.parametrize("who", [0, 1])
    def test_copy_works_both_ways(self, two: tuple[Any, int, int], who: int) -> None:
        rt, here, there = two
        rt.aclrtSetDevice(who)
        rt.aclrtDeviceEnablePeerAccess(1 - who, 0)
        rt.aclrtMemset(here, 64, 1, 64)
        rt.aclrtMemcpy(there, 64, here, 64, 3)
        host = np.zeros(64, np.uint8)
        rt.aclrtMemcpy(host, 64, there, 64, 2)
        assert (host == 1).all()
        rt.aclrtMemcpy(here, 64, there, 64, 3)

    def test_a3_copies_without(self) -> None:
        from aclnn_emu.runtime.registry import API_FUNCTIONS

        configure(soc="Ascend910_93")
        call = {name: entry.function for name, entry in API_FUNCTIONS.items()}
        call["aclrtSetDevice"](1)
        there = call["aclrtMalloc"](64, 0)
        call["aclrtSetDevice"](0)
        call["aclrtMemcpy"](there, 64, call["aclrtMalloc"](64, 0), 64, 3)

    def test_310b_has_none(self, rt: Any) -> None:
        configure(soc="Ascend310B")
        assert rt.status(lambda: rt.aclrtDeviceCanAccessPeer(0, 1)) == 207000
        rt.aclrtSetDevice(1)
        there = rt.aclrtMalloc(64, 0)
        rt.aclrtSetDevice(0)
        assert rt.status(lambda: rt.aclrtDeviceEnablePeerAccess(1, 0)) == 207000
        assert rt.status(lambda: rt.aclrtMemcpy(there, 64, rt.aclrtMalloc(64, 0), 64, 3)) == 207000

    def test_ends_with_the_device(self, device: Any) -> None:
        device.aclrtDeviceEnablePeerAccess(1, 0)
        device.aclrtResetDevice(0)
        assert device.aclrtDevicePeerAccessStatus(0, 1) == 0


@attrs.frozen
class Visible:
    """A value of ASCEND_RT_VISIBLE_DEVICES on a machine of four devices.

    Attributes:
        id: starts with the section of the facts.
        text: the value.
        ids: the devices that are left.
    """

    id: str
    text: str | None
    ids: tuple[int, ...]


VISIBLE = (
    Visible("15-unset", None, (0, 1, 2, 3)),
    Visible("15-one", "2", (2,)),
    Visible("15-all", "0,1,2,3", (0, 1, 2, 3)),
    Visible("15-stops-at-a-space", "1, 2,3", (1,)),
    Visible("15-stops-at-a-bad-id", "1,3,8", (1, 3)),
    Visible("15-stops-at-a-bad-id-in-the-middle", "0,9,1", (0,)),
    Visible("15-stops-at-a-word", "0,one,2", (0,)),
    Visible("15-descending", "2,1", ()),
    Visible("15-twice", "1,1", ()),
    Visible("15-empty", "", ()),
    Visible("15-first-is-bad", "8,1", ()),
    Visible("15-negative", "-1", ()),
    Visible("15-other-digits", "\u0661", ()),
)


@pytest.mark.parametrize("case", VISIBLE, ids=lambda case: case.id)
def test_visible_devices(case: Visible, rt: Any) -> None:
    configure(devices=4, visible_devices=case.text)
    assert tuple(device.physical_id for device in machine().devices) == case.ids
    if case.ids:
        assert rt.aclrtGetDeviceCount() == len(case.ids)
        rt.aclrtSetDevice(len(case.ids) - 1)
    else:
        assert rt.status(rt.aclrtGetDeviceCount) == 207004
        assert rt.status(lambda: rt.aclGetDeviceCapability(0, 0)) == 207004
    assert rt.status(lambda: rt.aclrtSetDevice(len(case.ids))) == 107001


def test_reason_for_no_device() -> None:
    assert visible_ids("1,0", 2) == ((), "ids must ascend and none may repeat")
    assert visible_ids("x", 2) == ((), "the first entry must be an id from 0 to 1")


def test_sixteen_devices(rt: Any) -> None:
    configure(devices=16)
    addresses = set()
    for device_id in range(16):
        rt.aclrtSetDevice(device_id)
        address = rt.aclrtMalloc(64, 0)
        assert machine().space_of(address) is machine().devices[device_id].memory
        addresses.add(address)
    assert len(addresses) == 16


@pytest.mark.parametrize("name", PROFILES)
def test_every_chip_names_itself(name: str, rt: Any) -> None:
    configure(soc=name)
    assert rt.aclrtGetSocName() == PROFILES[name].soc_name
    assert rt.aclrtGetSocName().startswith("Ascend")
    assert Config(soc=PROFILES[name].soc_name).soc == PROFILES[name].soc_name
