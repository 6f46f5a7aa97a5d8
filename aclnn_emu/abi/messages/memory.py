"""Texts of the group ``memory``: allocation, copies and fills."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

_TOUCH = "the {access} of {nbytes} bytes at {address} on device {device} fails: {reason}."
_TOUCH_HELP = (
    "Allocate as much as is touched, keep it until the work that uses it was synchronised, and compute addresses "
    "in bytes."
)

_ALLOCATION: tuple[Message, ...] = (
    Message(
        id="ACL-MEM-001",
        code="EE1019",
        text="Device memory fault: " + _TOUCH,
        solution=_TOUCH_HELP,
    ),
    Message(
        id="ACL-MEM-002",
        code="EE1019",
        text="Host memory fault: the {access} of {nbytes} bytes at {address} does not fit the page-locked memory "
        "{block}.",
        solution="Free page-locked memory only after the copies that use it were synchronised.",
    ),
    Message(
        id="ACL-MEM-010",
        code="EE1023",
        text="Device {device} is out of memory: {nbytes} bytes were asked for ({charged} with padding and pages), "
        "{used} of {limit} bytes are in use by {count} allocations.",
        solution="Free what is not needed any more, ask for less, or raise the emulated limit (ACLNN_EMU_MEMORY, "
        "configure(memory_limit=...)).",
    ),
    Message(
        id="ACL-MEM-011",
        code="EE1013",
        text="{function}: device {device} has room for {nbytes} bytes, but this computer has not.",
        solution="Use smaller data here: the emulated device memory lives in this computer's memory.",
    ),
    Message(
        id="ACL-MEM-012",
        code="EE1013",
        text="{function}: this computer has no {nbytes} bytes left.",
        solution="Free what is not needed any more, or ask for less.",
    ),
    Message(
        id="ACL-MEM-013",
        code="EH0007",
        text="{function}: size is {nbytes}, which padded does not fit into 64 bits.",
        solution="Look for a negative number or an overflow in the computation of the size.",
    ),
    Message(
        id="ACL-MEM-014",
        code="EE1005",
        text="{function}: {soc} has no pages of 1 GiB.",
        solution="Use ACL_MEM_MALLOC_HUGE_FIRST.",
    ),
    Message(
        id="ACL-MEM-015",
        code="EE1003",
        text="{function}: the configuration has attribute {got}; allowed are {allowed}.",
        solution="Remove the attribute.",
    ),
    Message(
        id="ACL-MEM-016",
        code="EH0009",
        text="{function}: cfg announces {got} attributes, but attrs is null.",
        solution="Set numAttrs to 0 or attrs to the list of attributes.",
    ),
    Message(
        id="ACL-MEM-017",
        code="EH0006",
        text="{function}: memory that the program may only read is not emulated.",
        solution="Leave ACL_MEM_ACCESS_USER_SPACE_READONLY out of the policy.",
    ),
    Message(
        id="ACL-MEM-018",
        code="EE1004",
        text="{function}: cfg is given, but its attrs is null.",
        solution="Pass a null cfg when there are no attributes.",
    ),
    Message(
        id="ACL-MEM-019",
        code="EE1003",
        text="{function}: the configuration asks for device {got}, but the current device is {device}.",
        solution="Call aclrtSetDevice for that device first, or leave the attribute out.",
    ),
    Message(
        id="ACL-MEM-020",
        code="EE1011",
        text="{function}: {address} cannot be given back: {reason}.",
        solution="Free each address that an aclrtMalloc function returned exactly once.",
    ),
    Message(
        id="ACL-MEM-021",
        code="EE1011",
        text="{function}: {address} cannot be given back: {reason}.",
        solution="Free each pointer that aclrtMallocHost returned exactly once.",
    ),
    Message(
        id="ACL-MEM-022",
        code="EE1003",
        text="aclrtGetMemInfo: attr is {got}; it must be an aclrtMemAttr from 0 to {most}.",
        solution="Use ACL_HBM_MEM, or ACL_DDR_MEM on chips without HBM.",
    ),
    Message(
        id="ACL-MEM-023",
        code="EE1011",
        text="HostPointer.array: {count} elements of {dtype} are not there: {block}.",
        solution="Look at the memory before aclrtFreeHost, and at no more of it than was asked for.",
    ),
    Message(
        id="ACL-MEM-030",
        code="EH0009",
        text="{function}: dataBuffer is {got}, which is no live data buffer.",
        solution="Pass what aclCreateDataBuffer returned, and destroy it once.",
    ),
)

_COPIES: tuple[Message, ...] = (
    Message(
        id="ACL-COPY-001",
        code="EE1003",
        text="{function}: count is {count}, but {most_name} says that only {most} bytes are there.",
        solution="Pass the size of the destination, in bytes, and copy no more than that.",
    ),
    Message(
        id="ACL-COPY-002",
        code="EE1011",
        text="{function}: kind is {got}, but the copy goes from {source} to {target}; allowed are {allowed}.",
        solution="Pass the kind that fits, or ACL_MEMCPY_DEFAULT.",
    ),
    Message(
        id="ACL-COPY-003",
        code="EE1011",
        text="{function}: ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE goes from host to device, but this copy goes from {source} "
        "to {target}.",
        solution="Pass the kind that fits, or ACL_MEMCPY_DEFAULT.",
    ),
    Message(
        id="ACL-COPY-004",
        code="EE1005",
        text="{function}: an asynchronous copy from host to host is not supported.",
        solution="Copy with aclrtMemcpy or in the program itself.",
    ),
    Message(
        id="ACL-COPY-005",
        code="EH0009",
        text="{function}: a row of {width} bytes is longer than a pitch (dpitch {dpitch}, spitch {spitch}).",
        solution="width and both pitches are in bytes; a pitch is at least the width.",
    ),
    Message(
        id="ACL-COPY-006",
        code="EE1003",
        text="{function}: {parameter} is {got}; at most {most} is taken.",
        solution="Split the copy.",
    ),
    Message(
        id="ACL-COPY-007",
        code="EE1005",
        text="{function}: a synchronous 2D copy from device to device is not supported.",
        solution="Use aclrtMemcpy2dAsync and synchronise the stream.",
    ),
    Message(
        id="ACL-COPY-008",
        code="EE1017",
        text="{function}: the copy goes from {source} to {target}, but a 2D copy goes between host and device.",
        solution="Use aclrtMemcpy for the rows, or correct the pointers.",
    ),
    Message(
        id="ACL-COPY-010",
        code="EH0009",
        text="{function}: {parameter} is {got}; a copy needs an array of plain numbers that is C-contiguous.",
        solution="Pass numpy.ascontiguousarray(array), and for a destination copy back from it.",
    ),
    Message(
        id="ACL-COPY-011",
        code="EH0009",
        text="{function}: {parameter} is {got}, which is no memory.",
        solution="Pass a device address, a NumPy array, a bytes-like object or a pointer of aclrtMallocHost.",
    ),
    Message(
        id="ACL-COPY-012",
        code="EH0009",
        text="{function}: {parameter} is a host buffer of {size} bytes, but {nbytes} bytes of it would be touched.",
        solution="Pass sizes in bytes, and a buffer that large. In C this would overrun the buffer.",
    ),
    Message(
        id="ACL-COPY-013",
        code="EH0009",
        text="{function}: {parameter} is {got}, which is read-only.",
        solution="Pass a writable array or a bytearray as destination.",
    ),
    Message(
        id="ACL-COPY-014",
        code="EE1011",
        text="{function}: the {access} of {nbytes} bytes at {parameter} = {address} on the host fails: {reason}.",
        solution="Pass the array or the pointer itself, and keep the memory alive until the copy is done.",
    ),
    Message(
        id="ACL-COPY-015",
        code="EE1011",
        text="{function}: {parameter} is wrong, " + _TOUCH,
        solution=_TOUCH_HELP,
    ),
    Message(
        id="ACL-COPY-016",
        code="EE1011",
        text="{function}: {parameter} is {address}, a number of device memory, but of none of the {count} devices.",
        solution="Pass an address that an aclrtMalloc function of this process returned.",
    ),
    Message(
        id="ACL-COPY-017",
        code="EE1018",
        text="{function}: the copy goes from device {source} to device {target}, and neither may reach the other.",
        solution="Call aclrtDeviceEnablePeerAccess on one of them first, after aclrtDeviceCanAccessPeer said 1.",
    ),
    Message(
        id="ACL-COPY-020",
        code="EE1011",
        text="{function}: {parameter} is host memory that this runtime did not make.",
        solution="Fill it in the program, or allocate it with aclrtMallocHost.",
    ),
    Message(
        id="ACL-COPY-021",
        code="EH0009",
        text="{function}: ptr is {address}, which is no multiple of 4.",
        solution="Start at a word; use aclrtMemset for single bytes.",
    ),
    Message(
        id="ACL-COPY-022",
        code="EH0009",
        text="{function}: {number} words are {needed} bytes, but memSize says that only {size} are there.",
        solution="Pass memSize in bytes and N in words of 4 bytes.",
    ),
    Message(
        id="ACL-COPY-023",
        code="EH0009",
        text="{function}: ptr is host memory that this runtime did not make.",
        solution="Pass memory of aclrtMalloc or aclrtMallocHost.",
    ),
)

MESSAGES: tuple[Message, ...] = _ALLOCATION + _COPIES
