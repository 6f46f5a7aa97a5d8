"""Devices: choosing, resetting, waiting, asking, peer access."""

from __future__ import annotations

from aclnn_emu.errors import (
    AclFeatureUnsupported,
    AclInvalidParam,
    RtNoDevice,
    RtNotSupported,
    RtParamInvalid,
)
from aclnn_emu.runtime.checks import require_value
from aclnn_emu.runtime.context import release_device
from aclnn_emu.runtime.context import set_device as bind_device
from aclnn_emu.runtime.device import Device
from aclnn_emu.runtime.machine import machine
from aclnn_emu.runtime.registry import api

__all__: list[str] = []

_ACL_HOST = 1  # aclrtRunMode: the program runs on the host


@api("aclrtSetDevice")
def set_device(device_id: int) -> None:
    """Take a reference on the device's primary context and make it the thread's current one.

    Raises:
        RtInvalidDevice: (107001) no such device.
    """
    bind_device(machine().device(device_id, function="aclrtSetDevice"))


@api("aclrtResetDevice")
def reset_device(device_id: int) -> None:
    """Give one aclrtSetDevice back; the last one waits for the work and ends the primary context.

    Device memory is released with the device's last context.

    Raises:
        RtInvalidDevice: (107001) no such device.
        RtContextRelease: (507007) it is not set, or was released.
    """
    device = machine().device(device_id, function="aclrtResetDevice")
    release_device(device, force=False, function="aclrtResetDevice")


@api("aclrtResetDeviceForce")
def reset_device_force(device_id: int) -> None:
    """Like aclrtResetDevice, but one call gives every reference back.

    Raises:
        RtInvalidDevice: (107001) no such device.
        RtContextRelease: (507007) it is not set, or was released.
    """
    device = machine().device(device_id, function="aclrtResetDeviceForce")
    release_device(device, force=True, function="aclrtResetDeviceForce")


@api("aclrtGetDevice")
def get_device() -> int:
    """The id of the thread's device, or the default device of aclInit's configuration.

    Raises:
        RtNoContext: (107002) neither is there.
    """
    return _current_device_id("aclrtGetDevice")


def _current_device_id(function: str) -> int:
    current = machine()
    context = current.thread().context
    if context is None:
        default = current.init.default_device
        if default is not None:
            return default
        context = current.current_context(function=function)
    return context.device.id


@api("aclrtGetDeviceCount")
def get_device_count() -> int:
    """How many devices the program can use.

    Raises:
        RtNoDevice: (207004) ASCEND_RT_VISIBLE_DEVICES leaves none.
    """
    current = machine()
    if not current.devices:
        raise RtNoDevice(
            "ACL-DEV-003", got=repr(current.config.visible_devices), reason=current.no_devices_reason
        )
    return len(current.devices)


@api("aclGetDeviceCapability")
def get_device_capability(device_id: int, device_info: int) -> int:
    """A number of the chip: AI cores (0), vector cores (1), bytes of the level 2 cache (2).

    Raises:
        RtNoDevice: (207004) ASCEND_RT_VISIBLE_DEVICES leaves none.
        AclInvalidParam: (100000) no such device, or no such number.
    """
    function = "aclGetDeviceCapability"
    count = get_device_count()
    ids = f"0 to {count - 1}"
    require_value(device_id, tuple(range(count)), ids, function=function, parameter="deviceId")
    names = "AI_CORE_NUM (0), VECTOR_CORE_NUM (1), L2_SIZE (2)"
    require_value(device_info, (0, 1, 2), names, function=function, parameter="deviceInfo")
    chip = machine().profile
    return (chip.ai_cores, chip.vector_cores, chip.l2_bytes)[device_info]


@api("aclrtSynchronizeDevice")
def synchronize_device() -> None:
    """Wait for every stream of the current context's device.

    Raises:
        RtNoContext: (107002) no current context.
        EmuError: what queued work did wrong.
    """
    current = machine()
    function = "aclrtSynchronizeDevice"
    current.scheduler.wait_device(current.current_context(function=function).device, None, function=function)


@api("aclrtSynchronizeDeviceWithTimeout")
def synchronize_device_with_timeout(timeout: int) -> None:
    """Like aclrtSynchronizeDevice, for at most `timeout` milliseconds; -1 waits for ever.

    Raises:
        RtParamInvalid: (107000) 0 or below -1.
        RtNoContext: (107002) no current context.
        RtStreamSyncTimeout: (507046) the time is over.
        EmuError: what queued work did wrong.
    """
    function = "aclrtSynchronizeDeviceWithTimeout"
    if timeout < -1 or timeout == 0:
        raise RtParamInvalid("ACL-DEV-004", function=function, got=timeout)
    current = machine()
    device = current.current_context(function=function).device
    current.scheduler.wait_device(device, None if timeout == -1 else timeout, function=function)


@api("aclrtSetTsDevice")
def set_ts_device(ts_id: int) -> None:
    """Choose the task scheduler of the thread; the emulated machine has one that serves both names.

    Raises:
        AclInvalidParam: (100000) neither 0 nor 1.
    """
    names = "ACL_TS_ID_AICORE (0), ACL_TS_ID_AIVECTOR (1)"
    require_value(ts_id, (0, 1), names, function="aclrtSetTsDevice", parameter="tsId")
    machine().thread().ts_id = ts_id


@api("aclrtGetRunMode")
def get_run_mode() -> int:
    """ACL_HOST (1): the program runs on the host, beside the device."""
    return _ACL_HOST


@api("aclrtGetSocName", returns_value=True)
def get_soc_name() -> str:
    """The chip's name; needs neither aclInit nor a device."""
    return machine().profile.soc_name


@api("aclrtGetVersion")
def get_version() -> tuple[int, int, int]:
    """Major, minor and patch version of the interface: 1, 17, 0 (deprecated)."""
    return 1, 17, 0


def _peers_of(device_id: int, peer_device_id: int, *, function: str) -> tuple[Device, Device]:
    if device_id == peer_device_id:
        raise AclInvalidParam("ACL-DEV-005", function=function, got=device_id)
    current = machine()
    peer = current.device(peer_device_id, function=function)
    device = current.device(device_id, function=function)
    if not current.profile.has_peer_access:
        raise RtNotSupported("ACL-DEV-006", function=function, soc=current.profile.name)
    return device, peer


@api("aclrtDeviceCanAccessPeer")
def device_can_access_peer(device_id: int, peer_device_id: int) -> int:
    """1: every two devices of the machine can reach each other.

    Raises:
        AclInvalidParam: (100000) the two ids are equal.
        RtInvalidDevice: (107001) no such device.
        RtNotSupported: (207000) the chip has no peer access.
    """
    _peers_of(device_id, peer_device_id, function="aclrtDeviceCanAccessPeer")
    return 1


@api("aclrtDeviceEnablePeerAccess")
def device_enable_peer_access(peer_device_id: int, flags: int) -> None:
    """Let the current device reach the memory of the peer; a second time changes nothing.

    Raises:
        AclFeatureUnsupported: (200006) `flags` is not 0.
        RtNoContext: (107002) no current device.
        AclInvalidParam: (100000) the peer is the current device.
        RtInvalidDevice: (107001) no such device.
        RtNotSupported: (207000) the chip has no peer access.
    """
    function = "aclrtDeviceEnablePeerAccess"
    if flags != 0:
        raise AclFeatureUnsupported(
            "ACL-CALL-005", function=function, parameter="flags", got=flags, allowed="0"
        )
    device, peer = _peers_of(_current_device_id(function), peer_device_id, function=function)
    device.peers.add(peer.id)


@api("aclrtDeviceDisablePeerAccess")
def device_disable_peer_access(peer_device_id: int) -> None:
    """Take aclrtDeviceEnablePeerAccess back.

    Raises:
        RtNoContext: (107002) no current device.
        AclInvalidParam: (100000) the peer is the current device.
        RtInvalidDevice: (107001) no such device.
        RtNotSupported: (207000) the chip has no peer access.
        RtParamInvalid: (107000, our choice: the closed driver decides) it was not switched on.
    """
    function = "aclrtDeviceDisablePeerAccess"
    device, peer = _peers_of(_current_device_id(function), peer_device_id, function=function)
    if peer.id not in device.peers:
        raise RtParamInvalid("ACL-DEV-007", device=device.id, peer=peer.id)
    device.peers.remove(peer.id)


@api("aclrtDevicePeerAccessStatus")
def device_peer_access_status(device_id: int, peer_device_id: int) -> int:
    """1 when the first device may reach the memory of the second, else 0.

    Raises:
        RtParamInvalid: (107000) no such device.
    """
    devices = machine().devices
    for name, got in (("deviceId", device_id), ("peerDeviceId", peer_device_id)):
        if not 0 <= got < len(devices):
            raise RtParamInvalid("ACL-DEV-008", parameter=name, got=got, count=len(devices))
    return int(peer_device_id in devices[device_id].peers)
