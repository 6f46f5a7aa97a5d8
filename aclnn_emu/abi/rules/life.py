"""Rules about the lives of objects, and the order of beginning and end."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

RULES = (
    Rule(
        id="ACL-LIFE-101",
        level="error",
        title="a destroyed aclnn object is used",
        text="{function} is given {parameter}, an {kind} that was destroyed.",
        why="The library reads the memory of the object that is gone: it crashes, or takes what lies there now for "
        "sizes and addresses. The emulator answers 161002.",
        fix="Destroy {parameter} after the last call that takes it.",
        seen="Crashes or wrong shapes that come and go with unrelated changes.",
        family="P54",
    ),
    Rule(
        id="ACL-LIFE-102",
        level="error",
        title="an aclnn object is destroyed twice",
        text="{function} destroys an {kind} that was destroyed before.",
        why="The library frees the same memory twice and answers 0; the heap is damaged, and the program crashes much "
        "later, somewhere else.",
        fix="Destroy each object once, and set its variable to null then: every destroy function takes null.",
        seen="A crash in free() at the end of the program, or heap corruption reports.",
        family="P29",
    ),
    Rule(
        id="ACL-LIFE-103",
        level="error",
        title="a list and its member are both destroyed",
        text="{function}: {reason}.",
        why="aclDestroyTensorList and aclDestroyScalarList destroy their members as well. A member that is also "
        "destroyed on its own, or is in two lists, is freed twice.",
        fix="Once a list owns an object, destroy the list and nothing else; give an object to one list only.",
        seen="Double free around tensor lists; review remarks that ask to destroy the members too.",
        family="P29",
    ),
    Rule(
        id="ACL-LIFE-104",
        level="error",
        title="a tensor is destroyed between the phases",
        text="{function} needs tensor {parameter}, which was destroyed after phase 1.",
        why="The executor keeps pointers to the tensor objects and reads their addresses in phase 2. With some "
        "operators it works by luck, with others the program crashes.",
        fix="Destroy the tensors after phase 2 has returned; samples do so after the synchronise.",
        seen="It works with one operator and crashes with the next.",
        family="P54",
    ),
    Rule(
        id="ACL-LIFE-105",
        level="warning",
        title="queued work is dropped",
        text="{function} drops {count} queued tasks of {stream}, the first of them {task}.",
        why="A forced destroy and an abort wait for nothing: results of what was queued never come, and nothing "
        "says so.",
        fix="Synchronise the stream first, or use aclrtDestroyStream, which waits; force it only when the results are "
        "not wanted.",
        seen="The last results are missing now and then.",
        family="P07",
    ),
    Rule(
        id="ACL-LIFE-106",
        level="warning",
        title="an event is destroyed while work waits for it",
        text="aclrtDestroyEvent destroys {event} while {task} on {stream} is still queued.",
        why="aclrtDestroyEvent waits for nothing. The queued mark refers to a hardware event that may be handed "
        "out again before it is reached.",
        fix="Synchronise the stream that records or waits first, then destroy the event.",
        seen="Streams that sometimes do not wait, or wait for ever.",
        family="P08",
    ),
    Rule(
        id="ACL-LIFE-107",
        level="error",
        title="something is used after its device was reset",
        text="{function} is given {what}, which {reset} ended.",
        why="The last reset of a device closes it: memory, streams and events are gone. On real devices the free "
        "answers 507899 and a destroy may crash.",
        fix="Keep the order: destroy tensors, free memory, destroy events and streams, reset the device, finalize.",
        seen="Crashes at exit, 507899 from aclrtFree, failing test suites after the first.",
        family="P10",
    ),
    Rule(
        id="ACL-LIFE-108",
        level="error",
        title="memory is given back that is not allocated",
        text="{function} is given {address}: {reason}.",
        why="What the driver does with such an address is not documented; it may damage memory that is in use.",
        fix="Free exactly the address that the allocating function returned, once, with the function that belongs "
        "to it.",
        seen="107000 or 107017 from a free, or nothing and a crash later.",
        family="P29",
    ),
    Rule(
        id="ACL-LIFE-109",
        level="warning",
        title="aclInit is called again",
        text="aclInit is called while the process is initialised; it answers 100002 and counts as user {count}.",
        why="Two libraries of one process both initialise. That is harmless as long as nobody takes 100002 for a "
        "failure and nobody finalizes what another one still uses.",
        fix="Take 100002 for success, and give the count back with aclFinalizeReference, not with aclFinalize.",
        seen="100002, then the program stops although nothing is wrong.",
        family="P22",
    ),
    Rule(
        id="ACL-LIFE-110",
        level="error",
        title="aclFinalize while another user is counted",
        text="aclFinalize ends everything although aclInit was called {count} times.",
        why="aclFinalize ignores how often aclInit was called. The other library's next calls work on what is gone.",
        fix="Let the owner finalize, or let every user call aclFinalizeReference, which counts.",
        seen="The other library fails after this one has closed; a second aclFinalize gives 100037.",
        family="P57",
    ),
    Rule(
        id="ACL-LIFE-111",
        level="warning",
        title="the runtime is used after aclFinalize",
        text="{function} is called after aclFinalize.",
        why="After the end of the process's initialisation the runtime promises nothing: destructors of global "
        "objects that run then crash on real systems.",
        fix="Do everything before aclFinalize: destroy, free, reset the device, then finalize once.",
        seen="Crashes at exit in destructors of static objects.",
        family="P10",
    ),
    Rule(
        id="ACL-LIFE-112",
        level="error",
        title="a destroyed stream, event or context is used",
        text="{function} is given a {kind} that was destroyed.",
        why="The handle stands for nothing; newer runtimes find out and answer 107017, older ones read freed memory.",
        fix="Destroy the {kind} after its last use, and set its variable to null.",
        seen="107017, or a crash inside the runtime.",
        family="P10",
    ),
    Rule(
        id="ACL-LIFE-113",
        level="warning",
        title="a device is reset while work is queued",
        text="{function} ends {stream}, on which {count} tasks were queued, the first of them {task}.",
        why="The reset waits for the work, but nobody can read its results any more: the memory goes with the device. "
        "Failures of that work are lost.",
        fix="Call aclrtSynchronizeStream or aclrtSynchronizeDevice and look at its status before the reset.",
        seen="Results or errors of the last step are missing.",
        family="P10",
    ),
)
