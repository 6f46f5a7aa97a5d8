"""Rules about executors and workspaces."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

RULES = (
    Rule(
        id="ACL-EXEC-101",
        level="error",
        title="an executor that is gone is run",
        text="{function} is given an executor that {how}.",
        why="Phase 2 deletes an executor that was not made repeatable. A second run reads freed memory: 561000 by luck, "
        "a crash, or a damaged executor of another call.",
        fix="Call phase 1 again, or make the executor repeatable with aclSetAclOpExecutorRepeatable before its first run.",
        seen="561000 or 561103 after a while; operators that seem to disturb each other.",
        family="P48",
    ),
    Rule(
        id="ACL-EXEC-102",
        level="error",
        title="an executor is destroyed that is gone",
        text="{function} is given an executor that {how}.",
        why="An executor that phase 2 used up was deleted then; destroying it frees it twice. The fault shows later, in "
        "another operator.",
        fix="Destroy executors that were made repeatable, once; all others end with phase 2.",
        seen="561000 and 561103 from later operators, blamed on a pool in the library.",
        family="P17",
    ),
    Rule(
        id="ACL-EXEC-103",
        level="warning",
        title="an executor is never run",
        text="Executors of {operator} that were never run and never destroyed: {count}.",
        why="Phase 1 allocates the executor; only phase 2 or aclDestroyAclOpExecutor gives it back.",
        fix="Run phase 2, or call aclDestroyAclOpExecutor on the path that leaves without it.",
        seen="Host memory grows slowly, usually on an early return.",
        family="P20",
    ),
    Rule(
        id="ACL-EXEC-104",
        level="error",
        title="phase 2 without its workspace",
        text="{function} is given a null workspace although phase 1 asked for {size} bytes; the executor is gone, too.",
        why="The library answers 161001 and deletes the executor. A second try with a good workspace works on freed "
        "memory.",
        fix="Allocate the workspace and call phase 1 again before the next try.",
        seen="161001 from phase 2, then a crash at the second try.",
        family="P49",
    ),
    Rule(
        id="ACL-EXEC-105",
        level="error",
        title="a repeatable executor runs on memory that was freed",
        text="{function} runs the executor again; {parameter} at {address} was freed since its last run.",
        why="A repeatable executor keeps its tensors' addresses until they are set anew.",
        fix="Set the new address with aclSetTensorAddr (or aclSetInputTensorAddr, aclSetOutputTensorAddr) before the run.",
        seen="Repeated runs fail or give wrong values; a new executor for each call cures it.",
        family="P36",
    ),
    Rule(
        id="ACL-EXEC-106",
        level="error",
        title="an executor's tensor gets an address that is no device memory",
        text="{function} sets the address {address}, which is no live device memory.",
        why="None of the functions that set addresses looks at them; null and host pointers are stored as they are, and "
        "the next phase 2 faults.",
        fix="Pass the address of memory that aclrtMalloc returned and that lives until the work is over.",
        seen="507035 after a repeatable executor was given new addresses.",
        family="P36",
    ),
    Rule(
        id="ACL-EXEC-107",
        level="error",
        title="phase 2 is told of a smaller workspace than phase 1 asked for",
        text="{function}: workspaceSize is {got}, phase 1 asked for {need}{hint}.",
        why="The two are not compared; the operator uses what phase 1 computed and overruns the memory.",
        fix="Keep the size in a uint64_t and pass what phase 1 returned.",
        seen="A memory fault; a workspace of 4.5 GiB became 512 MiB in a 32-bit variable.",
        family="P28, P50",
    ),
    Rule(
        id="ACL-EXEC-108",
        level="error",
        title="the workspace's memory is too small",
        text="{function} needs {need} bytes of workspace at {address}: {reason}.",
        why="The operator's intermediates lie behind the allocation: a fault at the synchronise, or a neighbour is "
        "overwritten.",
        fix="Allocate {need} bytes, the size that phase 1 returned, and keep them until the work is over.",
        seen="507035 from the synchronise, or wrong values elsewhere.",
        family="P28",
    ),
    Rule(
        id="ACL-EXEC-109",
        level="error",
        title="an executor is given to another operator",
        text="{function} is given an executor that belongs to {owner}.",
        why="Executors carry no name that phase 2 checks; the library runs something else or crashes.",
        fix="Pair the two phases of one operator.",
        seen="A wrong result or a crash after a copied line.",
        family="P48",
    ),
    Rule(
        id="ACL-EXEC-110",
        level="error",
        title="the workspace overlaps a tensor",
        text="{function}: the workspace at {address} shares {nbytes} bytes with {parameter}.",
        why="The operator's intermediates overwrite the tensor while it is read or written.",
        fix="Give the workspace memory of its own.",
        seen="Wrong results that depend on sizes.",
        family="P05",
    ),
)
