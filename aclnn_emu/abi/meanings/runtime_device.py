"""Meanings of the runtime's codes 507000 to 507057: something failed inside or on the device."""

from __future__ import annotations

from aclnn_emu.abi.meanings.row import Meaning

_LOOK_FOR_THE_ORIGIN = (
    "The call that returns this is only the first that looked at the stream. Synchronise after each operator "
    "(ASCEND_LAUNCH_BLOCKING=1 does it here and in torch_npu) to find the one at fault."
)
_CHECK_EXTENTS = (
    "For each tensor of that operator compare the last byte the view touches with the size given to aclrtMalloc, "
    "and check that buffer and workspace are still allocated."
)

MEANINGS = {
    507000: Meaning(
        "The runtime failed and has no closer code.",
        causes=(
            "aclrtEventElapsedTime or aclrtEventGetTimestamp with an event that was never recorded.",
            "An internal error of the runtime that maps to nothing better.",
        ),
        actions=(
            "Record both events before asking for the time.",
            "Otherwise read the log from its first error on.",
        ),
    ),
    507001: Meaning(
        "The task scheduler on the device failed.",
        causes=("A task it could not process, or a device that is in error since an earlier task.",),
        actions=(
            "Look for an earlier error in the log; a process restart, or a device reset, is needed if none explains it.",
        ),
    ),
    507002: Meaning(
        "The stream's queue is full.",
        causes=(
            "Thousands of tasks are queued without any synchronise, faster than the device works them off.",
        ),
        actions=("Synchronise now and then, or spread the work over several streams.",),
    ),
    507003: Meaning("The stream has no task where one was expected."),
    507004: Meaning(
        "The stream still has work to do.",
        actions=(
            (
                "Ask again later or synchronise. aclrtStreamQuery tells the same as status 1 with return value 0; this "
                "code should not reach you."
            ),
        ),
    ),
    507005: Meaning(
        "The end of the data was reached: a normal end for models that read from a queue.",
        actions=("Stop feeding and finish; it is no fault.",),
    ),
    507006: Meaning(
        "The event is not complete.",
        actions=("Synchronise the event or its stream before using what it stands for.",),
    ),
    507007: Meaning(
        "A context is being deleted, or a device is reset that is not set.",
        causes=(
            "aclrtResetDevice more often than aclrtSetDevice was called, or after aclrtResetDeviceForce.",
            "One thread destroys a context while another still uses it.",
        ),
        actions=(
            "Pair each aclrtSetDevice with one aclrtResetDevice, per process and device.",
            "Join worker threads before the reset.",
        ),
    ),
    507008: Meaning(
        "The chip's name could not be read or is not known to this version.",
        actions=("Compare the versions of driver, firmware and toolkit with the compatibility table.",),
    ),
    507009: Meaning(
        "The device does not know this type of task.",
        causes=("The runtime is newer than the firmware.",),
        actions=("Update driver and firmware to the versions that belong to the toolkit.",),
    ),
    507010: Meaning(
        "The device's task scheduler no longer answers.",
        causes=("The device hung or was reset from outside.",),
        actions=("Look at npu-smi info and the kernel log; restart the process, if need be reset the card.",),
    ),
    507011: Meaning(
        "A model or a captured graph failed while it ran.",
        causes=(
            "One of its kernels touched memory that is not its own; see 507035.",
            "Addresses that were captured have been freed or have moved since.",
            "The graph was executed before its end was marked.",
        ),
        actions=(
            "Run the same operators without capture, synchronising after each, and see which fails.",
            "Keep all buffers of a captured graph allocated as long as the graph may run.",
        ),
    ),
    507012: Meaning(
        "No report arrived in time.",
        causes=(
            (
                "aclrtProcessReport waited, but no callback was launched on the subscribed stream, or the stream has not "
                "got that far."
            ),
            "The timeout is short compared with the work queued before the callback.",
        ),
        actions=(
            "In a loop take it as 'nothing yet' and call again; else launch the callback first or wait longer.",
        ),
    ),
    507013: Meaning(
        "The device's copy engine (system DMA) failed.",
        causes=("A copy to or from an address that is not mapped, or not aligned as the engine needs.",),
        actions=("Check both addresses and the count of the last copies on the stream.",),
    ),
    507014: Meaning(
        "A kernel on an AI core ran too long and was stopped.",
        causes=(
            "The kernel loops without end, or waits for a core or peer that does not come.",
            "The time limit set by aclrtSetOpExecuteTimeOut is too short for the size.",
        ),
        actions=(_LOOK_FOR_THE_ORIGIN, "Try a smaller shape; if that ends, raise the limit."),
    ),
    507015: Meaning(
        "A kernel on an AI core was stopped by an exception, most often an address out of range.",
        causes=(
            "A tensor descriptor covers more bytes than the buffer behind it: shape, dtype or offset is too large.",
            "The buffer or the workspace was freed, or given to another tensor, before the queued kernel ran.",
            "Host memory, or memory of another device, was passed as tensor data.",
            "The workspace is smaller than phase 1 asked for; sizes above 4 GiB are cut when kept in 32 bits.",
            "Index or label values outside their range.",
        ),
        actions=(
            _LOOK_FOR_THE_ORIGIN,
            _CHECK_EXTENTS,
            (
                "The device log names the failing kernel and address. A device in error often stays so for this process: "
                "restart it before judging later errors."
            ),
        ),
    ),
    507016: Meaning(
        "A kernel on an AI core stopped itself by a trap instruction.",
        causes=("A check inside the kernel failed, such as an assertion or a size it does not expect.",),
        actions=(_LOOK_FOR_THE_ORIGIN, "Read the kernel's own print or assert output in the device log."),
    ),
    507017: Meaning(
        "An AI CPU kernel ran too long and was stopped.",
        causes=(
            "A huge input for an operator that has no fast kernel for this dtype and falls back to the AI CPU.",
        ),
        actions=("Cast to a dtype with an AI core kernel, or lower the size.",),
    ),
    507018: Meaning(
        "An AI CPU kernel failed.",
        causes=(
            (
                "An operator fell back to the AI CPU and met values or shapes that it refuses, such as indices out of "
                "range or a 0-dimensional tensor where it needs one dimension."
            ),
            "The AI CPU operator package on the device does not fit the toolkit.",
        ),
        actions=(
            _LOOK_FOR_THE_ORIGIN,
            "Check index values and ranks; look into the aicpu log of the device.",
        ),
    ),
    507019: Meaning("The AI CPU did not confirm that it dumped data."),
    507020: Meaning("The AI CPU did not answer to an operation on a model."),
    507021: Meaning("Profiling failed inside the runtime; computation itself is not concerned."),
    507022: Meaning(
        "Communication between processes failed.",
        causes=("The exporting process ended, or did not allow this process to import.",),
        actions=("Keep the exporter alive and register the importer's process id with it.",),
    ),
    507023: Meaning(
        "The model was ended by an abort that somebody asked for.",
        actions=("Nothing, if the abort was meant; it is reported by the synchronise.",),
    ),
    507024: Meaning(
        "The kernel is being unregistered while it is launched.",
        actions=("Unload a kernel binary only after all streams that use it are synchronised.",),
    ),
    507025: Meaning("The ring buffer for device error reports has not been set up."),
    507026: Meaning(
        "The ring buffer for device error reports is empty: the device left no details of the failure."
    ),
    507027: Meaning(
        "The runtime does not know the kernel that is to be launched.",
        causes=("The kernel binary was not loaded on this device, or has been unloaded.",),
    ),
    507028: Meaning("The kernel was registered twice inside the runtime."),
    507029: Meaning(
        "The debugger could not attach to the device.", causes=("Another process debugs it already.",)
    ),
    507030: Meaning("The debugger could not detach from the device."),
    507031: Meaning(
        "The label belongs to another context.",
        causes=("A label is used after a switch of device or context.",),
        actions=("Use labels in the context in which they were made.",),
    ),
    507032: Meaning(
        "Too many kernel binaries are registered.",
        actions=("Unload binaries that are not used any more, or put kernels together into fewer binaries.",),
    ),
    507033: Meaning(
        "The device could not be set up.",
        causes=(
            "Another container or process holds the card exclusively, or it was not mapped into this container.",
            "Driver and firmware do not fit, or the card is in an error state.",
            "aclrtSetDevice in a process that was forked after the parent had used the device.",
        ),
        actions=(
            "Run npu-smi info in the same container as the same user.",
            "Start workers by spawn instead of fork.",
        ),
    ),
    507034: Meaning(
        "A kernel on a vector core ran too long and was stopped.",
        causes=("As for 507014, on the cores that run elementwise and reduction kernels.",),
        actions=(
            _LOOK_FOR_THE_ORIGIN,
            "Check sizes for values that come from uninitialised or truncated variables.",
        ),
    ),
    507035: Meaning(
        "A kernel on a vector core was stopped by an exception, nearly always because it touched memory that is not "
        "its own.",
        causes=(
            (
                "The buffer is smaller than its tensor says: a wrong dtype size, a view with too large an offset or "
                "stride, or an output sized for another shape."
            ),
            "The buffer or workspace was freed before the stream had run the kernel: aclrtFree does not wait.",
            "The address is a host address, belongs to another device, or was never set.",
            "The workspace is smaller than phase 1 asked for.",
        ),
        actions=(
            _LOOK_FOR_THE_ORIGIN,
            _CHECK_EXTENTS,
            "Free only after aclrtSynchronizeStream, or by aclrtFreeWithDevSync.",
            "In the emulator the message names the call, the address, the size and the nearest allocation.",
        ),
    ),
    507036: Meaning(
        "A kernel on a vector core stopped itself by a trap instruction.",
        causes=("A check inside the kernel failed, for instance on a size or index.",),
        actions=(_LOOK_FOR_THE_ORIGIN, "Read the kernel's own print or assert output in the device log."),
    ),
    507037: Meaning("Allocating a batch of internal completion queue entries failed."),
    507038: Meaning("The die mode of a two-die device cannot be changed any more."),
    507039: Meaning("In single-die mode no die can be chosen."),
    507040: Meaning("There is no die with this number."),
    507041: Meaning("The die mode has to be set before this call."),
    507042: Meaning(
        "A memory check in a kernel on an AI core caught a read beyond a buffer.",
        causes=("A debug kernel with address checks found what would otherwise be 507015.",),
        actions=(_CHECK_EXTENTS,),
    ),
    507043: Meaning(
        "A memory check in a kernel on an AI core caught a write beyond a buffer.",
        causes=("The output or the workspace is too small.",),
        actions=(_CHECK_EXTENTS,),
    ),
    507044: Meaning(
        "A memory check in a kernel on a vector core caught a read beyond a buffer.",
        causes=("A debug kernel with address checks found what would otherwise be 507035.",),
        actions=(_CHECK_EXTENTS,),
    ),
    507045: Meaning(
        "A memory check in a kernel on a vector core caught a write beyond a buffer.",
        causes=("The output or the workspace is too small.",),
        actions=(_CHECK_EXTENTS,),
    ),
    507046: Meaning(
        "The stream, or the device, had not finished when the time limit of the synchronise ran out.",
        causes=(
            "The stream waits for an event that nobody records.",
            "Another rank of a collective operation did not come.",
            "There simply was more work than time.",
        ),
        actions=(
            "The work goes on: synchronise again, or give up by aclrtStreamAbort.",
            "List which event each stream waits for, and who records it.",
        ),
    ),
    507047: Meaning(
        "The event had not completed when the time limit ran out.",
        causes=("The stream that records it is stuck behind a wait, or works longer than expected.",),
        actions=("Wait again, or find out what the recording stream waits for.",),
    ),
    507048: Meaning(
        "A group of tasks that the hardware schedules as one (FFTS+) ran out of time.",
        causes=(
            "A rank of a collective operation is missing or failed earlier.",
            "A kernel in the group hangs.",
        ),
        actions=("Look at the other ranks first: the one that failed earliest is the cause.",),
    ),
    507049: Meaning(
        "A group of tasks that the hardware schedules as one (FFTS+) failed.",
        causes=("One of its kernels met an exception, see 507015 and 507035.",),
        actions=(_LOOK_FOR_THE_ORIGIN,),
    ),
    507050: Meaning(
        "A task in a hardware-scheduled group (FFTS+) stopped itself by a trap instruction.",
        actions=(_LOOK_FOR_THE_ORIGIN,),
    ),
    507051: Meaning(
        "A message to the device could not be sent.",
        causes=("The connection between host and device is gone, often after an earlier device error.",),
    ),
    507052: Meaning(
        "Copying data between user and driver memory failed.",
        causes=("The host pointer of a copy is not mapped, or is read-only.",),
        actions=("Check that the host buffer is alive and as long as the count.",),
    ),
    507053: Meaning(
        "Device memory has an error that the hardware cannot correct.",
        actions=(
            (
                "Get the addresses by aclrtGetMemUceInfo and repair them by aclrtMemUceRepair where the product has it, "
                "then rewrite the data; else restart the process."
            ),
        ),
    ),
    507054: Meaning(
        "The device's memory (HBM) reported a multi-bit error.",
        actions=("Stop using the card and have it checked; results computed since cannot be trusted.",),
    ),
    507055: Meaning(
        "Memory of another device that this one reads may be faulty.",
        actions=("Look for a memory error in the process of the other device.",),
    ),
    507056: Meaning(
        "The link between two devices broke.",
        actions=("Repeat; if it fails again, check the link state and the cabling.",),
    ),
    507057: Meaning(
        "Either memory of another device is faulty, or this device read or wrote beyond what the other one shared.",
        actions=("Check the other process first, then sizes and offsets of accesses to shared memory.",),
    ),
}
