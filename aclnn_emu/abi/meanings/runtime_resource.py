"""Meanings of the runtime's codes 207xxx: a resource ran out, or the product lacks the feature."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

MEANINGS = {
    207000: Meaning(
        "This product, driver or object does not support the operation.",
        causes=(
            "aclrtStreamWaitEvent with an event of aclrtCreateEventWithFlag that has no ACL_EVENT_SYNC.",
            "aclrtResetEvent or aclrtQueryEvent on an event of aclrtCreateEventExWithFlag.",
            "aclrtEventElapsedTime with an external or inter-process event.",
            "A feature of a newer chip family, or of a newer driver.",
            "In the emulator: the function is declared and not emulated.",
        ),
        actions=(
            "Look at the support table on the function's page, and at the flags with which the object was made.",
            "In the emulator: docs/coverage.md lists what is emulated.",
        ),
    ),
    207001: Meaning(
        "Memory is exhausted: device memory for an allocation, rarely host memory for an internal object.",
        causes=(
            "Buffers or workspaces are kept for every call instead of being freed or reused.",
            "Other processes share the card.",
            "A size was computed wrongly, for instance elements times size twice.",
        ),
        actions=(
            "Print free and total from aclrtGetMemInfo before the failing allocation.",
            "Free workspaces once their stream is synchronised, or keep one workspace of the largest size.",
            "Check that the code is really this one: some wrappers call every failure 'out of memory'.",
        ),
    ),
    207002: Meaning(
        "Memory could not be freed.",
        causes=(
            "The address was freed before, is not the start of an allocation, or the device was reset meanwhile.",
        ),
        actions=("Free exactly what was allocated, once, and before aclrtResetDevice.",),
    ),
    207003: Meaning(
        "A kernel on the AI cores produced a float overflow while overflow checking was on.",
        causes=("Half precision cannot hold the values: the largest float16 is 65504.",),
        actions=(
            "Find the operator by synchronising after each call, then scale the data or compute in float32 or bfloat16.",
        ),
    ),
    207004: Meaning(
        "The process has no usable device.",
        causes=(
            "ASCEND_RT_VISIBLE_DEVICES is empty, starts with a wrong entry, or lists ids twice.",
            "The container has no device nodes, or the driver is not loaded.",
        ),
        actions=("Unset the variable for a test, and run npu-smi info in the same container.",),
    ),
    207005: Meaning(
        "The driver could not give a resource.",
        causes=(
            "Streams, events or other handles are created per call and never destroyed.",
            "Many processes share the card.",
        ),
        actions=("Create streams and events once and reuse them; count what is alive before the failure.",),
    ),
    207006: Meaning(
        "The process is not allowed to do this.",
        causes=(
            "The user is not in the driver's group, or memory of another process was not opened for this one.",
        ),
        actions=("Check the user's groups, and the list of process ids given for shared memory.",),
    ),
    207007: Meaning(
        "No hardware event is left.",
        causes=(
            "Events are recorded by the thousand and never destroyed, often one per captured graph or request.",
        ),
        actions=("Destroy or reuse events; aclrtGetEventAvailNum tells what is left.",),
    ),
    207008: Meaning(
        "No stream is left on the device.",
        causes=(
            "Streams are made per request, per thread or per captured graph and not destroyed.",
            "The documented limit is 1984 on most products, 2048 on Ascend 910, 1024 on 310P and 512 on 310B.",
        ),
        actions=("Keep a small pool of streams; destroy the rest in the context that made them.",),
    ),
    207009: Meaning(
        "No notify is left on the device.",
        causes=("Too many models, media channels or communication groups at once.",),
        actions=("Unload models or lower the concurrency.",),
    ),
    207010: Meaning(
        "No room for another model on the device.",
        actions=("Unload models, or destroy captured graphs that are not used any more.",),
    ),
    207011: Meaning(
        "The runtime's internal completion queues are used up.",
        actions=("Run fewer models and streams at once on this card.",),
    ),
    207012: Meaning(
        "The number of queues is at its limit.",
        actions=("Destroy queues that are not used any more.",),
    ),
    207013: Meaning(
        "The queue holds nothing to take.",
        actions=("Treat it as 'try again later', not as a failure.",),
    ),
    207014: Meaning(
        "The queue takes no more entries.",
        actions=("Take entries out first, or make the queue deeper.",),
    ),
    207015: Meaning(
        "The queue service of the device is initialised already.",
        actions=("Initialise it once per process.",),
    ),
    207016: Meaning(
        "A kernel on the vector cores produced a float overflow while overflow checking was on.",
        causes=("An elementwise or reduction operator in half precision left its range.",),
        actions=(
            "Compute in float32 or bfloat16, or scale the data; aclrtSetStreamOverflowSwitch controls the check.",
        ),
    ),
    207017: Meaning(
        "A float overflow was found while overflow checking was on; which kind of core it was is not told.",
        actions=("Narrow it down by synchronising after each operator.",),
    ),
    207018: Meaning(
        "The device's own system has run out of memory.",
        causes=(
            "AI CPU work, kernel logging or many loaded models use the memory that the device keeps for itself.",
        ),
        actions=("Unload models and look at npu-smi info for the system share.",),
    ),
    207019: Meaning(
        "The driver is too old to change this operator in a captured graph.",
        actions=("Install a newer driver, or capture the graph again instead of updating it.",),
    ),
    207020: Meaning(
        "The driver did not answer in time.",
        causes=("The card is overloaded or recovers from an error.",),
        actions=("Repeat; if it stays, look at npu-smi info and the kernel log.",),
    ),
    207021: Meaning(
        "The devices cannot be joined over the kind of link that was named.",
        actions=("Ask aclrtGetDevicesTopo for the link that exists and name that one.",),
    ),
}
