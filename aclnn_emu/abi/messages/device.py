"""Texts of the group ``device``: devices and contexts."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        id="ACL-DEV-001",
        code="EE1003",
        text="{function}: device {got} does not exist; this machine has {count}, counted from 0.",
        solution="Use an id below aclrtGetDeviceCount; ACLNN_EMU_DEVICES sets how many there are, "
        "ASCEND_RT_VISIBLE_DEVICES renumbers them.",
    ),
    Message(
        id="ACL-DEV-002",
        code="EE1018",
        text="{function}: device {device} is not set, or was reset as often as it was set.",
        solution="Pair each aclrtResetDevice with an earlier aclrtSetDevice; aclrtResetDeviceForce takes all at once.",
    ),
    Message(
        id="ACL-DEV-003",
        code="EE2002",
        text="aclrtGetDeviceCount: ASCEND_RT_VISIBLE_DEVICES is {got} and leaves no device: {reason}.",
        solution="List ids in ascending order, with commas and without spaces, or unset the variable.",
    ),
    Message(
        id="ACL-DEV-004",
        code="EE1003",
        text="{function}: timeout is {got}; it must be -1 (no limit) or a number of milliseconds above 0.",
        solution="Pass -1 or a positive number; 0 does not mean a poll.",
    ),
    Message(
        id="ACL-DEV-005",
        code="EH0009",
        text="{function}: both devices are {got}; a device is not its own peer.",
        solution="Pass two different ids; memory of one device needs no peer access.",
    ),
    Message(
        id="ACL-DEV-006",
        code="EE1005",
        text="{function}: devices of {soc} cannot reach each other's memory.",
        solution="Copy over host memory: device to host, then host to device.",
    ),
    Message(
        id="ACL-DEV-007",
        code="EE1018",
        text="aclrtDeviceDisablePeerAccess: device {device} has no access to device {peer}.",
        solution="Call aclrtDeviceEnablePeerAccess first, with the same device set.",
    ),
    Message(
        id="ACL-DEV-008",
        code="EE1003",
        text="aclrtDevicePeerAccessStatus: {parameter} is {got}; this machine has {count} devices, counted from 0.",
        solution="Use an id below aclrtGetDeviceCount.",
    ),
    Message(
        id="ACL-CTX-001",
        code="EE1010",
        text="{function} needs a current context, and this thread has none.",
        solution="Call aclrtSetDevice (or aclrtSetCurrentContext) in this thread first; each thread has its own, and "
        "destroying or resetting the current one leaves none.",
    ),
    Message(
        id="ACL-CTX-002",
        code="EE1017",
        text="{function}: the context is being destroyed by another thread.",
        solution="Let one thread end the context, after the others have stopped using it.",
    ),
    Message(
        id="ACL-CTX-003",
        code="EE1017",
        text="aclrtDestroyContext: context is {got}.",
        solution="Destroy each context of aclrtCreateContext once.",
    ),
    Message(
        id="ACL-CTX-004",
        code="EE1017",
        text="aclrtDestroyContext: this is the primary context of device {device}, which aclrtSetDevice made.",
        solution="End it with aclrtResetDevice; destroy only what aclrtCreateContext returned.",
    ),
    Message(
        id="ACL-CTX-005",
        code="EE1017",
        text="aclrtSetCurrentContext: context is {got}.",
        solution="Pass a context of aclrtCreateContext or aclrtGetCurrentContext that still lives.",
    ),
    Message(
        id="ACL-CTX-006",
        code="EE1003",
        text="{function}: value is {got}; option {opt} takes 0 to {most}.",
        solution="Pass a value in that range.",
    ),
    Message(
        id="ACL-CTX-007",
        code="EE1018",
        text="aclrtCtxGetSysParamOpt: {opt} was never set in the current context.",
        solution="Set it with aclrtCtxSetSysParamOpt, or treat this code as the default 0.",
    ),
)
