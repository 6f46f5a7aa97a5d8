"""Captured graphs (model running instances)."""

# ruff: noqa: N801  (the class names are those of the C headers)

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "aclmdlRICaptureMode",
    "aclmdlRICaptureStatus",
    "aclmdlRICondHandleFlag",
    "aclmdlRICondTaskType",
    "aclmdlRITaskType",
    "aclrtUpdateTaskAttrId",
]


class aclmdlRICaptureMode(IntEnum):
    """How strictly capture forbids calls that could break it.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0
    ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1
    ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2


class aclmdlRICaptureStatus(IntEnum):
    """Whether a stream is being captured.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0
    ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1
    ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2


class aclmdlRITaskType(IntEnum):
    """Kind of a captured task.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MODEL_RI_TASK_DEFAULT = 0
    ACL_MODEL_RI_TASK_KERNEL = 1
    ACL_MODEL_RI_TASK_EVENT_RECORD = 2
    ACL_MODEL_RI_TASK_EVENT_WAIT = 3
    ACL_MODEL_RI_TASK_EVENT_RESET = 4
    ACL_MODEL_RI_TASK_VALUE_WRITE = 5
    ACL_MODEL_RI_TASK_VALUE_WAIT = 6


class aclmdlRICondHandleFlag(IntEnum):
    """How a condition handle starts.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1


class aclmdlRICondTaskType(IntEnum):
    """Kind of a conditional task.

    Header: ``acl/acl_rt.h``.
    """

    ACL_MODEL_RI_COND_TYPE_IF = 0
    ACL_MODEL_RI_COND_TYPE_WHILE = 1
    ACL_MODEL_RI_COND_TYPE_SWITCH = 2


class aclrtUpdateTaskAttrId(IntEnum):
    """Kind of task that an update changes.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_UPDATE_RANDOM_TASK = 1
    ACL_RT_UPDATE_AIC_AIV_TASK = 2
