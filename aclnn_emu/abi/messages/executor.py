"""Texts of phase 2 and of executors."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        "ACLNN-EXEC-001", "EZ1001",
        "{op}: the executor is a null pointer.",
        "Call {op}GetWorkspaceSize first, check that it returned 0, and pass the executor that it gave.",
    ),
    Message(
        "ACLNN-EXEC-002", "EZ1001",
        "{op}: the workspace is a null pointer, but workspaceSize is {size} bytes. The executor is deleted by"
        " this failure and must not be used again.",
        "Allocate workspaceSize bytes with aclrtMalloc, then run phase 1 again for a new executor.",
    ),
    Message(
        "ACLNN-EXEC-003", "EZ9999",
        "{op}: this executor was used up by an earlier phase 2; a second run would be a use after free on the"
        " real library.",
        "Run phase 1 again for each phase 2, or mark the executor with aclSetAclOpExecutorRepeatable before"
        " its first run.",
    ),
    Message(
        "ACLNN-EXEC-004", "EZ9999",
        "{op}: this executor was destroyed ({how}).",
        "Destroy a repeatable executor once, after its last phase 2.",
    ),
    Message(
        "ACLNN-EXEC-005", "EZ9999",
        "{op}: tensor {param} was destroyed between phase 1 and phase 2. The executor reads tensor addresses"
        " in phase 2.",
        "Destroy tensors after phase 2 was called; the samples do it after the synchronise.",
    ),
    Message(
        "ACLNN-EXEC-006", "EZ9999",
        "{op}: this executor belongs to {owner}.",
        "Pass each executor to the phase 2 of the operator whose phase 1 made it.",
    ),
    Message(
        "ACLNN-EXEC-007", "EZ9999",
        "{op}: the launch failed in the runtime: {reason}",
        "Mend the runtime call first; the executor is used up unless it is repeatable.",
    ),
    Message(
        "ACLNN-EXEC-009", "EZ9999",
        "{op}: {param} has dtype {got}, for which there is no kernel; this dtype is not emulated.",
        "Use another dtype; docs/coverage.md lists what the emulator computes.",
    ),
    Message(
        "ACLNN-EXEC-010", "EZ9999",
        "{op}: the executor argument is {got}, which no phase 1 returned.",
        "Pass the executor that {op}GetWorkspaceSize gave.",
    ),
    Message(
        "ACLNN-EXEC-011", "EZ9999",
        "{step} makes {count} elements, and its output has room for {room}.",
        "Create the output for the largest possible result; the run gives it the shape that came out.",
    ),
    Message(
        "ACLNN-VIEW-001", "EZ9999",
        "{op}: the result ({got}) does not fit parameter {param} ({allowed}).",
        "Create {param} with the shape and dtype of the result.",
    ),
    Message(
        "ACLNN-VIEW-002", "EZ9999",
        "{op}: the result keeps format {got} from its input, and parameter {param} has format {allowed}.",
        "Give {param} the format of the input, or make the input ND.",
    ),
    Message(
        "ACLNN-VIEW-003", "EZ9999",
        "{op}: parameter {param} has format {got}, which means {rank} dimensions; the result has shape {shape}.",
        "Use ACL_FORMAT_ND for {param}, or a shape with {rank} dimensions.",
    ),
    Message(
        "ACLNN-VIEW-004", "EZ9999",
        "{op}: {param} would have to be cast from {got} to {target}, and no Cast kernel does that.",
        "Use dtypes that aclnnCast can convert.",
    ),
    Message(
        "ACLNN-VIEW-005", "EZ9999",
        "{op}: the dtypes of the tensor and of {param} have no promotion.",
        "Create {param} with a dtype that promotes with the tensor's, or cast the tensor.",
    ),
)  # fmt: skip
