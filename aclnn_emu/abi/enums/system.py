"""Logging, error details, packages, process snapshots."""

# ruff: noqa: N801  (the class names are those of the C headers)

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "aclCANNPackageName",
    "aclLogLevel",
    "aclRegisterCallbackType",
    "aclrtAicoreErrorType",
    "aclrtErrorType",
    "aclrtProcessState",
    "aclrtSnapShotStage",
]


class aclLogLevel(IntEnum):
    """Level of aclAppLog.

    Header: ``acl/acl_base_rt.h``.
    """

    ACL_DEBUG = 0
    ACL_INFO = 1
    ACL_WARNING = 2
    ACL_ERROR = 3


class aclrtErrorType(IntEnum):
    """Part of the device that failed, as aclrtGetErrorVerbose tells it.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_NO_ERROR = 0
    ACL_RT_ERROR_MEMORY = 1
    ACL_RT_ERROR_L2 = 2
    ACL_RT_ERROR_AICORE = 3
    ACL_RT_ERROR_LINK = 4
    ACL_RT_ERROR_L3_PORT = 5
    ACL_RT_ERROR_OTHERS = 0xFFFF


class aclrtAicoreErrorType(IntEnum):
    """Likely origin of an AI core error.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_AICORE_ERROR_UNKNOWN = 0
    ACL_RT_AICORE_ERROR_SW = 1
    ACL_RT_AICORE_ERROR_HW_LOCAL = 2


class aclCANNPackageName(IntEnum):
    """Package whose version is asked for.

    Header: ``acl/acl_rt.h``.
    """

    ACL_PKG_NAME_CANN = 0
    ACL_PKG_NAME_RUNTIME = 1
    ACL_PKG_NAME_COMPILER = 2
    ACL_PKG_NAME_HCCL = 3
    ACL_PKG_NAME_TOOLKIT = 4
    ACL_PKG_NAME_OPP = 5
    ACL_PKG_NAME_OPP_KERNEL = 6
    ACL_PKG_NAME_DRIVER = 7


class aclrtSnapShotStage(IntEnum):
    """Moment at which a snapshot callback is called.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_SNAPSHOT_LOCK_PRE = 0
    ACL_RT_SNAPSHOT_BACKUP_PRE = 1
    ACL_RT_SNAPSHOT_BACKUP_POST = 2
    ACL_RT_SNAPSHOT_RESTORE_PRE = 3
    ACL_RT_SNAPSHOT_RESTORE_POST = 4
    ACL_RT_SNAPSHOT_UNLOCK_POST = 5


class aclrtProcessState(IntEnum):
    """Whether the process is locked for a snapshot.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_PROCESS_STATE_RUNNING = 0
    ACL_RT_PROCESS_STATE_LOCKED = 1


class aclRegisterCallbackType(IntEnum):
    """Module that registers an init or finalize callback.

    Header: ``acl/acl_rt.h``.
    """

    ACL_REG_TYPE_ACL_MODEL = 0
    ACL_REG_TYPE_ACL_OP_EXECUTOR = 1
    ACL_REG_TYPE_ACL_OP_CBLAS = 2
    ACL_REG_TYPE_ACL_OP_COMPILER = 3
    ACL_REG_TYPE_ACL_TDT_CHANNEL = 4
    ACL_REG_TYPE_ACL_TDT_QUEUE = 5
    ACL_REG_TYPE_ACL_DVPP = 6
    ACL_REG_TYPE_ACL_RETR = 7
    ACL_REG_TYPE_OTHER = 0xFFFF
