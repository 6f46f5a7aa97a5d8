"""What an ordinary host program names: copies, allocation policies, queries, callbacks."""

# ruff: noqa: N801  (the class names are those of the C headers)

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "aclSysParamOpt",
    "aclrtCallbackBlockType",
    "aclrtEventRecordedStatus",
    "aclrtEventStatus",
    "aclrtEventWaitStatus",
    "aclrtLastErrLevel",
    "aclrtMemAttr",
    "aclrtMemLocationType",
    "aclrtMemMallocPolicy",
    "aclrtMemcpyKind",
    "aclrtRunMode",
    "aclrtStreamStatus",
]


class aclrtRunMode(IntEnum):
    """Where the process runs: on the device itself or on a host with a card.

    Header: ``acl/acl_rt.h``.
    """

    ACL_DEVICE = 0
    ACL_HOST = 1


class aclrtMemcpyKind(IntEnum):
    """Direction of a copy, seen from the host.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEMCPY_HOST_TO_HOST = 0
    ACL_MEMCPY_HOST_TO_DEVICE = 1
    ACL_MEMCPY_DEVICE_TO_HOST = 2
    ACL_MEMCPY_DEVICE_TO_DEVICE = 3
    ACL_MEMCPY_DEFAULT = 4
    ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5
    ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6
    ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7


class aclrtMemMallocPolicy(IntEnum):
    """Which pages an allocation takes; the last three are bits to add to a policy.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_MALLOC_HUGE_FIRST = 0
    ACL_MEM_MALLOC_HUGE_ONLY = 1
    ACL_MEM_MALLOC_NORMAL_ONLY = 2
    ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3
    ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4
    ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5
    ACL_MEM_MALLOC_HUGE1G_ONLY = 6
    ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7
    ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x100
    ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000
    ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000


class aclrtMemAttr(IntEnum):
    """Which kind of device memory and page a memory query or property is about.

    Header: ``acl/acl_rt.h``.
    """

    ACL_DDR_MEM = 0
    ACL_HBM_MEM = 1
    ACL_DDR_MEM_HUGE = 2
    ACL_DDR_MEM_NORMAL = 3
    ACL_HBM_MEM_HUGE = 4
    ACL_HBM_MEM_NORMAL = 5
    ACL_DDR_MEM_P2P_HUGE = 6
    ACL_DDR_MEM_P2P_NORMAL = 7
    ACL_HBM_MEM_P2P_HUGE = 8
    ACL_HBM_MEM_P2P_NORMAL = 9
    ACL_HBM_MEM_HUGE1G = 10
    ACL_HBM_MEM_P2P_HUGE1G = 11
    ACL_MEM_NORMAL = 12
    ACL_MEM_HUGE = 13
    ACL_MEM_HUGE1G = 14
    ACL_MEM_P2P_NORMAL = 15
    ACL_MEM_P2P_HUGE = 16
    ACL_MEM_P2P_HUGE1G = 17


class aclrtMemLocationType(IntEnum):
    """Where a pointer points to, as aclrtPointerGetAttributes tells it.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_LOCATION_TYPE_HOST = 0
    ACL_MEM_LOCATION_TYPE_DEVICE = 1
    ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2
    ACL_MEM_LOCATION_TYPE_MANAGED = 3
    ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4


class aclrtStreamStatus(IntEnum):
    """Answer of aclrtStreamQuery.

    Header: ``acl/acl_rt.h``.
    """

    ACL_STREAM_STATUS_COMPLETE = 0
    ACL_STREAM_STATUS_NOT_READY = 1
    ACL_STREAM_STATUS_RESERVED = 0xFFFF


class aclrtEventStatus(IntEnum):
    """Answer of the old aclrtQueryEvent: 0 is complete.

    Header: ``acl/acl_rt.h``.
    """

    ACL_EVENT_STATUS_COMPLETE = 0
    ACL_EVENT_STATUS_NOT_READY = 1
    ACL_EVENT_STATUS_RESERVED = 2


class aclrtEventRecordedStatus(IntEnum):
    """Answer of aclrtQueryEventStatus: here 0 is not ready and 1 is complete.

    Header: ``acl/acl_rt.h``.
    """

    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1


class aclrtEventWaitStatus(IntEnum):
    """Answer of aclrtQueryEventWaitStatus: 0 is complete.

    Header: ``acl/acl_rt.h``.
    """

    ACL_EVENT_WAIT_STATUS_COMPLETE = 0
    ACL_EVENT_WAIT_STATUS_NOT_READY = 1
    ACL_EVENT_WAIT_STATUS_RESERVED = 0xFFFF


class aclrtCallbackBlockType(IntEnum):
    """Whether a host callback holds up the work queued behind it.

    Header: ``acl/acl_rt.h``.
    """

    ACL_CALLBACK_NO_BLOCK = 0
    ACL_CALLBACK_BLOCK = 1


class aclrtLastErrLevel(IntEnum):
    """Whose last error is asked for; only the calling thread exists.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_THREAD_LEVEL = 0


class aclSysParamOpt(IntEnum):
    """Switches of a context or process, such as deterministic computation.

    Header: ``acl/acl_base_rt.h``.
    """

    ACL_OPT_DETERMINISTIC = 0
    ACL_OPT_ENABLE_DEBUG_KERNEL = 1
    ACL_OPT_STRONG_CONSISTENCY = 2
    ACL_OPT_ENABLE_KERNEL_EARLY_START = 3
