"""Texts of the group ``face``: what the faces themselves refuse, before or instead of the function."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

_ARGUMENT = "{function}: argument {parameter} is {got}; its C type {ctype} takes {expected}."
_ARGUMENT_HELP = "Pass what the C program would pass there. The function was not called."
_NULL_OUTPUT = "{function}: the output pointer {parameter} is null, so there is no place for the result."
_NULL_OUTPUT_HELP = "Pass the address of a variable; in Python leave {parameter} out of null_outputs."
_FAULT = "{function} failed inside the emulator: {trace}"
_FAULT_HELP = (
    "This is a fault of the emulator, not of your program; we are sorry. Please open an issue with this text and "
    "the call that led to it, see 'How to report' in the README."
)

MESSAGES: tuple[Message, ...] = (
    Message(id="ACL-FACE-001", code="EH0007", text=_ARGUMENT, solution=_ARGUMENT_HELP),
    Message(id="ACL-FACE-002", code="EH0008", text=_NULL_OUTPUT, solution=_NULL_OUTPUT_HELP),
    Message(
        id="ACL-FACE-003",
        code="EH9999",
        text="{function} is not emulated, so it answers {status} ({status_name}) and changes nothing.",
        solution="Do without it in code that runs on the emulator, or open an issue that names {function} and what you "
        "need it for; docs/coverage.md lists what is emulated.",
    ),
    Message(id="ACL-FACE-004", code="EH9999", text=_FAULT, solution=_FAULT_HELP),
    Message(id="ACLNN-CALL-001", code="EZ1001", text=_ARGUMENT, solution=_ARGUMENT_HELP),
    Message(id="ACLNN-CALL-002", code="EZ1001", text=_NULL_OUTPUT, solution=_NULL_OUTPUT_HELP),
    Message(
        id="ACLNN-CALL-003",
        code="EZ9999",
        text="{function}: the operator {operator} is not emulated, so there is no kernel for it.",
        solution="Use an operator that docs/coverage.md lists as emulated (also: aclnn-emu ops), or open an issue that "
        "names {operator} and the dtypes and shapes you need.",
    ),
    Message(id="ACLNN-CALL-004", code="EZ9999", text=_FAULT, solution=_FAULT_HELP),
    Message(
        id="ACLNN-CALL-005",
        code="EZ9999",
        text="{function}: {parameter} is {got}, which no phase-1 call returned.",
        solution="Pass the executor that aclnnXxxGetWorkspaceSize returned with status 0.",
    ),
    Message(
        id="ACLNN-CALL-006",
        code="EZ1001",
        text="{function}: {parameter} is null.",
        solution="Pass an object that the matching create function or phase 1 returned.",
    ),
    Message(
        id="ACLNN-CALL-007",
        code="EZ1001",
        text="{function}: relativeIndex is {index}, but tensors has {size} elements.",
        solution="Pass an index from 0 to the list's size - 1.",
    ),
    Message(
        id="ACLNN-CALL-008",
        code="EZ1001",
        text="{function}: element {index} of tensors is null, so there is no tensor whose address could be set.",
        solution="Pass the index of an element that is not null.",
    ),
    Message(
        id="ACLNN-CALL-009",
        code="EZ1001",
        text="{function}: {parameter} is {got}, but a device address is needed there.",
        solution="Allocate device memory (aclrtMalloc), copy data there (aclrtMemcpy) and pass that address, or None for "
        "no address.",
    ),
)
