"""Streams and notifies: attributes, switches, counting notifies."""

# ruff: noqa: N801  (the class names are those of the C headers)

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "aclrtCntNotifyRecordMode",
    "aclrtCntNotifyWaitMode",
    "aclrtCompareDataType",
    "aclrtCondition",
    "aclrtStreamAttr",
    "aclrtStreamConfigAttr",
    "aclrtStreamState",
]


class aclrtStreamConfigAttr(IntEnum):
    """Field of a stream configuration handle.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_STREAM_WORK_ADDR_PTR = 0
    ACL_RT_STREAM_WORK_SIZE = 1
    ACL_RT_STREAM_FLAG = 2
    ACL_RT_STREAM_PRIORITY = 3


class aclrtStreamAttr(IntEnum):
    """Attribute of a stream.

    Header: ``acl/acl_rt.h``.
    """

    ACL_STREAM_ATTR_FAILURE_MODE = 1
    ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2
    ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3
    ACL_STREAM_ATTR_CACHE_OP_INFO = 4
    ACL_STREAM_ATTR_PRIORITY = 5


class aclrtStreamState(IntEnum):
    """Moment at which a stream state callback is called.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_STREAM_STATE_CREATE_POST = 1
    ACL_RT_STREAM_STATE_DESTROY_PRE = 2


class aclrtCondition(IntEnum):
    """Comparison of a stream switch.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_EQUAL = 0
    ACL_RT_NOT_EQUAL = 1
    ACL_RT_GREATER = 2
    ACL_RT_GREATER_OR_EQUAL = 3
    ACL_RT_LESS = 4
    ACL_RT_LESS_OR_EQUAL = 5


class aclrtCompareDataType(IntEnum):
    """Type of the values that a stream switch compares.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_SWITCH_INT32 = 0
    ACL_RT_SWITCH_INT64 = 1


class aclrtCntNotifyRecordMode(IntEnum):
    """What recording does to the value of a counting notify.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0
    ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1
    ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2
    ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4


class aclrtCntNotifyWaitMode(IntEnum):
    """When a wait for a counting notify is satisfied.

    Header: ``acl/acl_rt.h``.
    """

    ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4
