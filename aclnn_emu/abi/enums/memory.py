"""Memory beyond plain malloc and copy: attributes, managed, virtual, shared and pooled memory."""

# ruff: noqa: N801  (the class names are those of the C headers)

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "aclMemType",
    "aclrtCmoType",
    "aclrtHostMemMapCapability",
    "aclrtHostRegisterType",
    "aclrtIpcMemAttrType",
    "aclrtMallocAttrType",
    "aclrtMemAccessFlags",
    "aclrtMemAllocationType",
    "aclrtMemGranularityOptions",
    "aclrtMemHandleType",
    "aclrtMemLinkType",
    "aclrtMemManagedAdviseType",
    "aclrtMemManagedLocationType",
    "aclrtMemManagedRangeAttribute",
    "aclrtMemPgType",
    "aclrtMemPoolAttr",
    "aclrtMemSharedHandleType",
    "aclrtMemType",
    "aclrtReduceKind",
]


class aclMemType(IntEnum):
    """Where the data of an input lies.

    Header: ``acl/acl_base_rt.h``.
    """

    ACL_MEMTYPE_DEVICE = 0
    ACL_MEMTYPE_HOST = 1
    ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT = 2


class aclrtMallocAttrType(IntEnum):
    """Which field of an allocation attribute is set.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_MEM_ATTR_RSV = 0
    ACL_RT_MEM_ATTR_MODULE_ID = 1
    ACL_RT_MEM_ATTR_DEVICE_ID = 2
    ACL_RT_MEM_ATTR_VA_FLAG = 3


class aclrtMemPgType(IntEnum):
    """Page size class.

    Header: ``acl/acl_rt.h``.
    """

    NORMAL_PAGE_TYPE = 0
    HUGE_PAGE_TYPE = 1
    HUGE1G_PAGE_TYPE = 2


class aclrtMemType(IntEnum):
    """Kind of memory chip behind an allocation.

    Header: ``acl/acl_rt.h``.
    """

    HBM_TYPE = 0
    DDR_TYPE = 1
    P2P_HBM_TYPE = 2
    P2P_DDR_TYPE = 3


class aclrtHostRegisterType(IntEnum):
    """What registering host memory makes of it.

    Header: ``acl/acl_rt.h``.
    """

    ACL_HOST_REGISTER_MAPPED = 0
    ACL_HOST_REGISTER_IOMEMORY = 4
    ACL_HOST_REGISTER_READONLY = 8


class aclrtMemManagedAdviseType(IntEnum):
    """Hint about how managed memory will be used.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_ADVISE_SET_READ_MOSTLY = 0
    ACL_MEM_ADVISE_UNSET_READ_MOSTLY = 1
    ACL_MEM_ADVISE_SET_PREFERRED_LOCATION = 2
    ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 3
    ACL_MEM_ADVISE_SET_ACCESSED_BY = 4
    ACL_MEM_ADVISE_UNSET_ACCESSED_BY = 5


class aclrtMemManagedLocationType(IntEnum):
    """Place that a hint about managed memory names.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_LOCATIONTYPE_INVALID = 0
    ACL_MEM_LOCATIONTYPE_DEVICE = 1
    ACL_MEM_LOCATIONTYPE_HOST = 2
    ACL_MEM_LOCATIONTYPE_HOST_NUMA = 3
    ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT = 4


class aclrtMemManagedRangeAttribute(IntEnum):
    """What to ask about a range of managed memory.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2
    ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 4
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 5
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 6
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8


class aclrtMemAllocationType(IntEnum):
    """Kind of a physical allocation.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_ALLOCATION_TYPE_PINNED = 0


class aclrtMemHandleType(IntEnum):
    """How a physical allocation can be handed to another process.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_HANDLE_TYPE_NONE = 0
    ACL_MEM_HANDLE_TYPE_POSIX = 2


class aclrtMemSharedHandleType(IntEnum):
    """Reach of a shareable handle: this server or the fabric.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 1
    ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 2


class aclrtMemGranularityOptions(IntEnum):
    """Which allocation granularity is asked for.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0
    ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
    ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xFFFF


class aclrtMemAccessFlags(IntEnum):
    """What a device may do with mapped memory.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_MEM_ACCESS_FLAGS_NONE = 0
    ACL_RT_MEM_ACCESS_FLAGS_READ = 1
    ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3


class aclrtHostMemMapCapability(IntEnum):
    """Whether an engine can reach mapped host memory.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED = 0
    ACL_RT_HOST_MEM_MAP_SUPPORTED = 1


class aclrtMemLinkType(IntEnum):
    """Link over which memory of another device is reached.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_MEM_ACCESS_LINK_SIO = 0
    ACL_RT_MEM_ACCESS_LINK_HCCS = 1
    ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH = 2
    ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH = 3


class aclrtIpcMemAttrType(IntEnum):
    """Attribute of memory shared between processes.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0


class aclrtMemPoolAttr(IntEnum):
    """Attribute of a stream-ordered memory pool.

    Header: ``acl/acl_rt_memory_soma.h``.
    """

    ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1
    ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2
    ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3
    ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6
    ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7
    ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8


class aclrtCmoType(IntEnum):
    """Cache operation on a memory range.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_CMO_TYPE_PREFETCH = 0
    ACL_RT_CMO_TYPE_WRITEBACK = 1
    ACL_RT_CMO_TYPE_INVALID = 2
    ACL_RT_CMO_TYPE_FLUSH = 3


class aclrtReduceKind(IntEnum):
    """Reduction done while copying.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13
