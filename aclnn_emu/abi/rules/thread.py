"""Rules about threads, contexts, devices and processes."""

from __future__ import annotations

from aclnn_emu.abi.rules.row import Rule

RULES = (
    Rule(
        id="ACL-THREAD-101",
        level="error",
        title="a thread has no context",
        text="{function} is called in thread {thread}, which has no current context.",
        why="The current context belongs to the thread. A new thread has none until it chooses a device, whatever the "
        "thread that started it did (107002; 361001 from phase 2).",
        fix="Call aclrtSetDevice or aclrtSetCurrentContext in thread {thread} first.",
        seen="107002 in worker threads, pools and prefetchers; 361001 at an operator.",
        family="P03",
    ),
    Rule(
        id="ACL-THREAD-102",
        level="error",
        title="a stream of another context is used",
        text="{function}: {stream} belongs to another context than the one that is current in thread {thread}.",
        why="A stream works in the context, and on the device, in which it was created. Other calls answer 107003, and "
        "a stream that cannot be destroyed so leaks. (A synchronise switches by itself.)",
        fix="Make the stream's device or context current first, also before it is destroyed.",
        seen="107003 from an asynchronous copy, a launch or a destroy in programs with several devices.",
        family="P15",
    ),
    Rule(
        id="ACL-THREAD-103",
        level="error",
        title="the process was forked after the runtime was initialised",
        text="{function} is called in a process that was forked after its parent had initialised the runtime.",
        why="Threads, device files and mappings of the driver do not survive a fork: the child hangs or fails.",
        fix="Start worker processes before aclInit, or start them anew (spawn instead of fork).",
        seen="A hang or a failure in a child process, often of a data loader.",
        family="P11",
    ),
    Rule(
        id="ACL-THREAD-104",
        level="warning",
        title="the runtime is called inside a callback",
        text="{function} is called inside the function of {task}.",
        why="The pages forbid allocations, frees, synchronises and launches there. The stream waits for the function, "
        "and the function for the stream.",
        fix="Let the callback set a flag or wake a thread, and make the call there.",
        seen="A hang.",
        family="P19",
    ),
    Rule(
        id="ACL-THREAD-105",
        level="error",
        title="two copies of a library of the toolkit are loaded",
        text="{library} is loaded more than once: {paths}.",
        why="Both have the same symbols. Which one a call is bound to depends on the order of loading, and neither knows "
        "the tensors and executors of the other: 561000 from an operator whose arguments are right.",
        fix="Load one toolkit: leave one folder in LD_LIBRARY_PATH and in the run paths of what the program links. "
        "LD_DEBUG=libs shows who asks for {library}.",
        seen="561000 from a common operator, or a tensor that another library of the process does not know.",
        family="P45",
    ),
)
