"""The chips that can be emulated."""

from __future__ import annotations

import attrs

from aclnn_emu.errors import AclInvalidParam

__all__ = ["PROFILES", "Profile", "profile"]


@attrs.frozen(kw_only=True)
class Profile:
    """What a host program can see of a chip.

    Attributes:
        name: the short SoC name, which operator documents and configurations use.
        soc_name: what aclrtGetSocName returns: one common chip of that SoC.
        npu_arch: the architecture number (2201 in ``dav-2201``).
        memory_bytes: device memory.
        has_hbm: device memory is HBM; otherwise DDR, and questions about HBM are answered for DDR.
        padding_bytes: what aclrtMalloc adds behind an allocation.
        ai_cores: cube cores, which aclrtGetDeviceInfo and the like call AI cores.
        vector_cores: vector cores; 0 where the AI core does both.
        l2_bytes: the level 2 cache.
        stream_limit: documented number of streams of a device.
        event_limit: documented number of events of a device.
        has_bf16: the chip computes bfloat16.
        has_1g_pages: memory in pages of 1 GiB can be asked for.
        has_peer_access: devices can reach each other's memory.
        needs_peer_enable: only after aclrtDeviceEnablePeerAccess.
    """

    name: str
    soc_name: str
    npu_arch: int
    memory_bytes: int
    has_hbm: bool = True
    padding_bytes: int = 32
    ai_cores: int
    vector_cores: int
    l2_bytes: int
    stream_limit: int
    event_limit: int = 65536
    has_bf16: bool = True
    has_1g_pages: bool = False
    has_peer_access: bool = True
    needs_peer_enable: bool = True


_GIB = 1 << 30

# Sources: runtime src/platform/platform_config/*/<soc_name>.ini (cores, memory, cache, padding; the 910 file
# leaves memory open, 32 GiB is the product's), docs 06 and 07 (limits of streams and events), 04 and
# 11-03 (peer access: which products have it, and which must switch it on).
_ROWS = (
    Profile(
        name="Ascend910",
        soc_name="Ascend910A",
        npu_arch=1001,
        memory_bytes=32 * _GIB,
        ai_cores=32,
        vector_cores=0,
        l2_bytes=32 << 20,
        stream_limit=2048,
        event_limit=65535,
        has_bf16=False,
    ),
    Profile(
        name="Ascend310P",
        soc_name="Ascend310P3",
        npu_arch=2002,
        memory_bytes=24_000_000_000,
        has_hbm=False,
        ai_cores=8,
        vector_cores=7,
        l2_bytes=16 << 20,
        stream_limit=1024,
        event_limit=1023,
        has_bf16=False,
    ),
    Profile(
        name="Ascend910B",
        soc_name="Ascend910B3",
        npu_arch=2201,
        memory_bytes=64 * _GIB,
        ai_cores=20,
        vector_cores=40,
        l2_bytes=192 << 20,
        stream_limit=1984,
        has_1g_pages=True,
    ),
    Profile(
        name="Ascend910_93",
        soc_name="Ascend910_9382",
        npu_arch=2201,
        memory_bytes=64 * _GIB,
        ai_cores=24,
        vector_cores=48,
        l2_bytes=192 << 20,
        stream_limit=1984,
        has_1g_pages=True,
        needs_peer_enable=False,
    ),
    Profile(
        name="Ascend310B",
        soc_name="Ascend310B1",
        npu_arch=3002,
        memory_bytes=32 * _GIB,
        has_hbm=False,
        ai_cores=1,
        vector_cores=1,
        l2_bytes=4 << 20,
        stream_limit=512,
        has_bf16=False,
        has_peer_access=False,
    ),
    Profile(
        name="Ascend950",
        soc_name="Ascend950PR_9599",
        npu_arch=3510,
        memory_bytes=128 * _GIB,
        padding_bytes=0,
        ai_cores=36,
        vector_cores=72,
        l2_bytes=128 << 20,
        stream_limit=1984,
    ),
)

PROFILES: dict[str, Profile] = {row.name: row for row in _ROWS}
_BY_NAME = {
    name.lower(): row for row in _ROWS for name in (row.name, row.soc_name, row.name.removeprefix("Ascend"))
}


def profile(name: str) -> Profile:
    """The chip of this name: short (Ascend910B, 910B) or as aclrtGetSocName says it; case does not matter.

    Raises:
        AclInvalidParam: (100000) no such chip.
    """
    found = _BY_NAME.get(name.lower())
    if found is None:
        raise AclInvalidParam("ACL-INIT-008", setting="soc", got=name, allowed=", ".join(PROFILES))
    return found
