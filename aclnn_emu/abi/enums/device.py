"""Devices: attributes, limits, groups, states and capabilities."""

# ruff: noqa: N801  (the class names are those of the C headers)

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "aclCannAttr",
    "aclDeviceInfo",
    "aclrtAtomicOperation",
    "aclrtAtomicOperationCapability",
    "aclrtDevAttr",
    "aclrtDevFeatureType",
    "aclrtDevResLimitType",
    "aclrtDeviceLimit",
    "aclrtDeviceState",
    "aclrtDeviceStatus",
    "aclrtDeviceTaskAbortStage",
    "aclrtFloatOverflowMode",
    "aclrtGroupAttr",
    "aclrtHacType",
    "aclrtTsId",
]


class aclCannAttr(IntEnum):
    """Feature of the CANN installation.

    Header: ``acl/acl_base_rt.h``.
    """

    ACL_CANN_ATTR_UNDEFINED = -1
    ACL_CANN_ATTR_INF_NAN = 0
    ACL_CANN_ATTR_BF16 = 1
    ACL_CANN_ATTR_JIT_COMPILE = 2


class aclDeviceInfo(IntEnum):
    """Capability asked for by aclGetDeviceCapability.

    Header: ``acl/acl_base_rt.h``.
    """

    ACL_DEVICE_INFO_UNDEFINED = -1
    ACL_DEVICE_INFO_AI_CORE_NUM = 0
    ACL_DEVICE_INFO_VECTOR_CORE_NUM = 1
    ACL_DEVICE_INFO_L2_SIZE = 2


class aclrtTsId(IntEnum):
    """Task scheduler of a device that has two.

    Header: ``acl/acl_rt.h``.
    """

    ACL_TS_ID_AICORE = 0
    ACL_TS_ID_AIVECTOR = 1
    ACL_TS_ID_RESERVED = 2


class aclrtGroupAttr(IntEnum):
    """What a resource group holds.

    Header: ``acl/acl_rt.h``.
    """

    ACL_GROUP_AICORE_INT = 0
    ACL_GROUP_AIV_INT = 1
    ACL_GROUP_AIC_INT = 2
    ACL_GROUP_SDMANUM_INT = 3
    ACL_GROUP_ASQNUM_INT = 4
    ACL_GROUP_GROUPID_INT = 5


class aclrtFloatOverflowMode(IntEnum):
    """What becomes of a float result that does not fit.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_OVERFLOW_MODE_SATURATION = 0
    ACL_RT_OVERFLOW_MODE_INFNAN = 1
    ACL_RT_OVERFLOW_MODE_UNDEF = 2


class aclrtDeviceStatus(IntEnum):
    """Health of a device.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_DEVICE_STATUS_NORMAL = 0
    ACL_RT_DEVICE_STATUS_ABNORMAL = 1
    ACL_RT_DEVICE_STATUS_END = 0xFFFF


class aclrtDeviceState(IntEnum):
    """Moment at which a device state callback is called.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_DEVICE_STATE_SET_PRE = 0
    ACL_RT_DEVICE_STATE_SET_POST = 1
    ACL_RT_DEVICE_STATE_RESET_PRE = 2
    ACL_RT_DEVICE_STATE_RESET_POST = 3


class aclrtDeviceTaskAbortStage(IntEnum):
    """Moment at which a task abort callback is called.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_DEVICE_TASK_ABORT_PRE = 0
    ACL_RT_DEVICE_TASK_ABORT_POST = 1


class aclrtDevAttr(IntEnum):
    """Attribute asked for by aclrtGetDeviceInfo.

    Header: ``acl/acl_rt.h``.
    """

    ACL_DEV_ATTR_AICPU_CORE_NUM = 1
    ACL_DEV_ATTR_AICORE_CORE_NUM = 101
    ACL_DEV_ATTR_CUBE_CORE_NUM = 102
    ACL_DEV_ATTR_VECTOR_CORE_NUM = 201
    ACL_DEV_ATTR_WARP_SIZE = 202
    ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203
    ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204
    ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE = 204  # old spelling
    ACL_DEV_ATTR_MAX_GRID_DIM_X = 205
    ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206
    ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207
    ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208
    ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209
    ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212
    ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301
    ACL_DEV_ATTR_L2_CACHE_SIZE = 302
    ACL_DEV_ATTR_SMP_ID = 401
    ACL_DEV_ATTR_PHY_CHIP_ID = 402
    ACL_DEV_ATTR_SUPER_POD_DEVICE_ID = 403
    ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 403  # old spelling
    ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 404
    ACL_DEV_ATTR_SUPER_POD_ID = 405
    ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 406
    ACL_DEV_ATTR_MAINBOARD_ID = 407
    ACL_DEV_ATTR_HD_CONNECT_TYPE = 408
    ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 409
    ACL_DEV_ATTR_IS_VIRTUAL = 501
    ACL_DEV_ATTR_NPU_ARCH = 601


class aclrtDevFeatureType(IntEnum):
    """Feature asked for by aclrtGetDeviceCapability.

    Header: ``acl/acl_rt.h``.
    """

    ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1
    ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21


class aclrtDevResLimitType(IntEnum):
    """Kind of core whose number can be limited.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_DEV_RES_CUBE_CORE = 0
    ACL_RT_DEV_RES_VECTOR_CORE = 1


class aclrtDeviceLimit(IntEnum):
    """Stack or print buffer size that can be set for kernels.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE = 0
    ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE = 1
    ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE = 2
    ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE = 3
    ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE = 4


class aclrtHacType(IntEnum):
    """Hardware engine of a device.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_HAC_TYPE_STARS = 0
    ACL_RT_HAC_TYPE_AICPU = 1
    ACL_RT_HAC_TYPE_AIC = 2
    ACL_RT_HAC_TYPE_AIV = 3
    ACL_RT_HAC_TYPE_PCIEDMA = 4
    ACL_RT_HAC_TYPE_RDMA = 5
    ACL_RT_HAC_TYPE_SDMA = 6
    ACL_RT_HAC_TYPE_DVPP = 7
    ACL_RT_HAC_TYPE_UDMA = 8
    ACL_RT_HAC_TYPE_CCU = 9


class aclrtAtomicOperation(IntEnum):
    """Atomic operation whose support can be asked for.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_ATOMIC_OPERATION_INTEGER_ADD = 0
    ACL_RT_ATOMIC_OPERATION_INTEGER_MIN = 1
    ACL_RT_ATOMIC_OPERATION_INTEGER_MAX = 2
    ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT = 3
    ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT = 4
    ACL_RT_ATOMIC_OPERATION_AND = 5
    ACL_RT_ATOMIC_OPERATION_OR = 6
    ACL_RT_ATOMIC_OPERATION_XOR = 7
    ACL_RT_ATOMIC_OPERATION_EXCHANGE = 8
    ACL_RT_ATOMIC_OPERATION_CAS = 9
    ACL_RT_ATOMIC_OPERATION_FLOAT_ADD = 10
    ACL_RT_ATOMIC_OPERATION_FLOAT_MIN = 11
    ACL_RT_ATOMIC_OPERATION_FLOAT_MAX = 12
    ACL_RT_ATOMIC_OPERATION_DMA_ADD = 30
    ACL_RT_ATOMIC_OPERATION_DMA_MIN = 31
    ACL_RT_ATOMIC_OPERATION_DMA_MAX = 32
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD = 40
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN = 41
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX = 42
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS = 43
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH = 44


class aclrtAtomicOperationCapability(IntEnum):
    """Operand kinds for which an atomic operation exists, as bits.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_ATOMIC_CAPABILITY_SIGNED = 1
    ACL_RT_ATOMIC_CAPABILITY_UNSIGNED = 2
    ACL_RT_ATOMIC_CAPABILITY_REDUCTION = 4
    ACL_RT_ATOMIC_CAPABILITY_REDUCATION = 4  # old spelling
    ACL_RT_ATOMIC_CAPABILITY_SCALAR8 = 8
    ACL_RT_ATOMIC_CAPABILITY_SCALAR16 = 16
    ACL_RT_ATOMIC_CAPABILITY_SCALAR32 = 32
    ACL_RT_ATOMIC_CAPABILITY_SCALAR64 = 64
    ACL_RT_ATOMIC_CAPABILITY_SCALAR128 = 128
    ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4 = 256
