"""Texts of the group ``calls``: what any runtime function may refuse, initialisation and configuration."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        id="ACL-CALL-001",
        code="EH0008",
        text="{function}: {parameter} is null.",
        solution="Pass what the matching create or allocate function returned, after checking that it returned 0.",
    ),
    Message(
        id="ACL-CALL-002",
        code="EE1017",
        text="{function}: {parameter} is {got}, but a live {expected} is needed.",
        solution="Pass the handle that the create function returned, and destroy it only after its last use.",
    ),
    Message(
        id="ACL-CALL-003",
        code="EH0007",
        text="{function}: {parameter} is {got}; allowed are {allowed}.",
        solution="Pass one of the listed values.",
    ),
    Message(
        id="ACL-CALL-004",
        code="EH0007",
        text="{function}: {parameter} is {got}, but it must be greater than 0.",
        solution="Skip the call for empty data; there is nothing to allocate.",
    ),
    Message(
        id="ACL-CALL-005",
        code="EH0007",
        text="{function}: {parameter} is {got}; the parameter is reserved and must be {allowed}.",
        solution="Pass {allowed} for {parameter}.",
    ),
    Message(
        id="ACL-CALL-006",
        code="EH0007",
        text="{function}: {parameter} is {got}, which is no {ctype}.",
        solution="Pass a str, a bytes, a path object, or None for a null pointer.",
    ),
    Message(
        id="ACL-INIT-001",
        code="EH9999",
        text="aclInit: the process is initialised already. The call counts all the same: aclFinalizeReference is now "
        "due {count} times.",
        solution="Call aclInit once, or treat this code as success and call aclFinalizeReference once for each call.",
    ),
    Message(
        id="ACL-INIT-002",
        code="EH0003",
        text="aclInit: the configuration {path} cannot be read: {reason}.",
        solution="Pass the path of a readable JSON file of at most 10 MiB, or null for no configuration.",
    ),
    Message(
        id="ACL-INIT-003",
        code="EH0004",
        text="aclInit: the configuration {path} is not the JSON that is expected: {reason}.",
        solution="Correct the file; {{}} is a valid configuration that says nothing.",
    ),
    Message(
        id="ACL-INIT-004",
        code="EH0004",
        text="aclInit: the configuration {path} has other content than {first}, with which this process was "
        "initialised first.",
        solution="Initialise again with the same content; a process has one configuration.",
    ),
    Message(
        id="ACL-INIT-005",
        code="EH0009",
        text="aclInit: {name} in {path} is {got}; it must be {allowed}.",
        solution="Correct the value, or remove the entry to get the default.",
    ),
    Message(
        id="ACL-INIT-006",
        code="EH9999",
        text="{function}: nothing is initialised; the last finalize has ended everything.",
        solution="Pair each aclInit with one finalize; aclFinalize ends all aclInit calls at once.",
    ),
    Message(
        id="ACL-INIT-007",
        code="EH0006",
        text="aclInit: {path} asks for {name}, which is not emulated.",
        solution="Remove the {name} entry to run here; computing does not depend on it.",
    ),
    Message(
        id="ACL-INIT-008",
        code="EE2002",
        text="The emulator's setting {setting} is {got}; allowed are {allowed}.",
        solution="Correct the environment variable or the argument of configure.",
    ),
    Message(
        id="ACL-INIT-010",
        code="EE1018",
        text="configure: the machine is in use: {used}.",
        solution="Configure before the first call, or after everything was freed, reset and finalized.",
    ),
    Message(
        id="ACL-INIT-012",
        code="EH0006",
        text="The emulator's setting engine is 'numba', and Numba is not installed here.",
        solution="Install the extra: pip install 'aclnn-emu[fast]'. Or choose auto or tiled; the results are the same.",
    ),
)
