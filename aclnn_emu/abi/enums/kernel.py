"""Kernel binaries, launches and random numbers."""

# ruff: noqa: N801  (the class names are those of the C headers)

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "aclrtBinaryLoadOptionType",
    "aclrtEngineType",
    "aclrtFuncAttribute",
    "aclrtKernelType",
    "aclrtLaunchKernelAttrId",
    "aclrtRandomNumFuncType",
]


class aclrtBinaryLoadOptionType(IntEnum):
    """Option for loading a kernel binary.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1
    ACL_RT_BINARY_LOAD_OPT_MAGIC = 2
    ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC = 2  # old spelling
    ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3


class aclrtEngineType(IntEnum):
    """Core type that runs a kernel.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_ENGINE_TYPE_AIC = 0
    ACL_RT_ENGINE_TYPE_AIV = 1


class aclrtLaunchKernelAttrId(IntEnum):
    """Attribute of a kernel launch.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE = 1
    ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE = 2
    ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE = 2  # old spelling
    ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE = 3
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET = 4
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH = 5
    ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP = 6
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT = 7
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US = 8
    ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING = 9


class aclrtFuncAttribute(IntEnum):
    """What to ask about a kernel function.

    Header: ``acl/acl_rt.h``.
    """

    ACL_FUNC_ATTR_KERNEL_TYPE = 1
    ACL_FUNC_ATTR_KERNEL_RATIO = 2
    ACL_FUNC_ATTR_KERNEL_SCHED_MODE = 3


class aclrtKernelType(IntEnum):
    """Engines that a kernel function uses.

    Header: ``acl/acl_rt.h``.
    """

    ACL_KERNEL_TYPE_AICORE = 0
    ACL_KERNEL_TYPE_CUBE = 1
    ACL_KERNEL_TYPE_VECTOR = 2
    ACL_KERNEL_TYPE_MIX = 3
    ACL_KERNEL_TYPE_AICPU = 100


class aclrtRandomNumFuncType(IntEnum):
    """Distribution of a random number task.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK = 0
    ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS = 1
    ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS = 2
    ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS = 3
