"""Rules about bytes that nobody wrote."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

RULES = (
    Rule(
        id="ACL-INIT-101",
        level="error",
        title="an operator reads memory that nobody wrote",
        text="{function} reads {missing} of the {need} bytes of {parameter} that nobody has written.",
        why="Fresh device memory holds whatever was there before: often zeros on the first run, anything later.",
        fix="Copy all {need} bytes of {parameter} to the device (count is in bytes: elements times the size of the "
        "dtype), or fill it with aclrtMemset, before phase 2.",
        seen="Outputs that are all zeros, or right on the first run only; part of a buffer was not copied.",
        family="P27, P35",
    ),
    Rule(
        id="ACL-INIT-102",
        level="warning",
        title="memory is read back that nobody wrote",
        text="{function} reads {missing} of {need} bytes at {address} that nobody has written.",
        why="The host gets whatever the memory held before. Either the operator was not run, or the copy begins at "
        "another place than the result.",
        fix="Run the operator first; copy from the tensor's address plus its offset in bytes, and as many bytes as it "
        "has.",
        seen="Zeros or garbage in a part of the result.",
        family="P27, P35",
    ),
)
